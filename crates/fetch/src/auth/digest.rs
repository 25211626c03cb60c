//! The answer to a Digest challenge (RFC 7616, section 3.4).

use stodola_warc::digest::Algorithm as Hash;

use super::challenge::DigestChallenge;
use crate::secret::Secret;

/// The hash function of a challenge, and whether its key is for one session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Md5,
    Md5Sess,
    Sha256,
    Sha256Sess,
}

const ALGORITHMS: [Algorithm; 4] =
    [Algorithm::Md5, Algorithm::Md5Sess, Algorithm::Sha256, Algorithm::Sha256Sess];

impl Algorithm {
    pub(super) fn from_name(name: &str) -> Option<Algorithm> {
        ALGORITHMS.into_iter().find(|algorithm| algorithm.name().eq_ignore_ascii_case(name))
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Algorithm::Md5 => "MD5",
            Algorithm::Md5Sess => "MD5-sess",
            Algorithm::Sha256 => "SHA-256",
            Algorithm::Sha256Sess => "SHA-256-sess",
        }
    }

    pub(super) fn is_md5(self) -> bool {
        matches!(self, Algorithm::Md5 | Algorithm::Md5Sess)
    }

    fn hash(self, text: &str) -> String {
        let hash = if self.is_md5() { Hash::Md5 } else { Hash::Sha256 };
        hash.digest(text.as_bytes()).value()
    }
}

/// Returns the value of `Authorization`.
pub(super) fn answer(
    challenge: &DigestChallenge,
    (user, password): (&str, &Secret),
    (method, target): (&str, &str),
    (count, cnonce): (u32, &str),
) -> String {
    let DigestChallenge { realm, nonce, opaque, algorithm, has_qop, .. } = challenge;
    let count = format!("{count:08x}");
    let mut key = algorithm.hash(&format!("{user}:{realm}:{}", password.reveal()));
    if matches!(algorithm, Algorithm::Md5Sess | Algorithm::Sha256Sess) {
        key = algorithm.hash(&format!("{key}:{nonce}:{cnonce}"));
    }
    let request = algorithm.hash(&format!("{method}:{target}"));
    let response = match has_qop {
        true => algorithm.hash(&format!("{key}:{nonce}:{count}:{cnonce}:auth:{request}")),
        false => algorithm.hash(&format!("{key}:{nonce}:{request}")),
    };
    let (user, realm, nonce) = (quoted(user), quoted(realm), quoted(nonce));
    let mut value = format!(
        "Digest username={user}, realm={realm}, uri=\"{target}\", algorithm={}, nonce={nonce}",
        algorithm.name()
    );
    if *has_qop {
        value.push_str(&format!(", nc={count}, cnonce=\"{cnonce}\", qop=auth"));
    }
    value.push_str(&format!(", response=\"{response}\""));
    if let Some(opaque) = opaque {
        value.push_str(&format!(", opaque={}", quoted(opaque)));
    }
    value
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
