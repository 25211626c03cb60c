//! Log-in with user name and password by HTTP itself: Basic (RFC 7617) and Digest (RFC 7616).
//!
//! An [`AuthChallenge`] is what a server asks for in `WWW-Authenticate`; an [`Authoriser`] answers it for one request
//! after another. Digest is preferred to Basic, and SHA-256 to MD5, because they tell the server less.

mod challenge;
mod digest;

use data_encoding::BASE64;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::secret::Secret;
pub use challenge::{AuthChallenge, DigestChallenge};
use digest::{Algorithm, answer};

/// How a server wants to be told user name and password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthScheme {
    /// The password itself, encoded.
    Basic,
    /// A hash of the password and of values that the server has sent.
    Digest,
}

impl AuthScheme {
    /// Name of the scheme.
    pub fn name(self) -> &'static str {
        match self {
            AuthScheme::Basic => "Basic",
            AuthScheme::Digest => "Digest",
        }
    }
}

/// Answers one challenge, as often as the server accepts it.
#[derive(Debug)]
pub struct Authoriser {
    challenge: AuthChallenge,
    /// Number of answers so far, which the server counts too.
    count: AtomicU32,
}

impl Authoriser {
    /// Prepares to answer a challenge.
    pub fn new(challenge: AuthChallenge) -> Authoriser {
        Authoriser { challenge, count: AtomicU32::new(0) }
    }

    /// The challenge that is answered.
    pub fn challenge(&self) -> &AuthChallenge {
        &self.challenge
    }

    /// Returns the value of `Authorization` for a request. `target` is path and query as they are sent, `cnonce` a text
    /// that is different for each call and that nobody can guess.
    pub fn answer(
        &self,
        (user, password): (&str, &Secret),
        method: &str,
        target: &str,
        cnonce: &str,
    ) -> String {
        match &self.challenge {
            AuthChallenge::Basic { .. } => basic(user, password),
            AuthChallenge::Digest(digest) => {
                let count = self.count.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
                answer(digest, (user, password), (method, target), (count, cnonce))
            }
        }
    }
}

/// Returns the value of `Authorization`, or of `Proxy-Authorization`, for Basic.
pub(crate) fn basic(user: &str, password: &Secret) -> String {
    format!("Basic {}", BASE64.encode(format!("{user}:{}", password.reveal()).as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(value: &str) -> Authoriser {
        let known = AuthChallenge::choose([value.as_bytes()]).unwrap();
        Authoriser::new(known)
    }

    /// The example of RFC 7617, section 2.
    #[test]
    fn basic_is_that_of_the_standard() {
        let password = Secret::new("open sesame");
        let answer = first("Basic realm=\"WallyWorld\"");
        let answer = answer.answer(("Aladdin", &password), "GET", "/", "x");
        assert_eq!(answer, "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    }

    /// The examples of RFC 7616, section 3.9.1.
    #[test]
    fn digest_is_that_of_the_standard() {
        let password = Secret::new("Circle of Life");
        let cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ";
        for (algorithm, response) in [
            ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
            ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ] {
            let value = format!(
                "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", algorithm={algorithm}, \
                 nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", \
                 opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""
            );
            let answer = first(&value);
            let answer = answer.answer(("Mufasa", &password), "GET", "/dir/index.html", cnonce);
            assert_eq!(
                answer,
                format!(
                    "Digest username=\"Mufasa\", realm=\"http-auth@example.org\", \
                     uri=\"/dir/index.html\", algorithm={algorithm}, \
                     nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", nc=00000001, \
                     cnonce=\"{cnonce}\", qop=auth, response=\"{response}\", \
                     opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""
                )
            );
        }
    }

    /// The example of RFC 2069, section 2.4, as its erratum corrects it: without qop.
    #[test]
    fn the_oldest_form_of_digest_is_answered() {
        let password = Secret::new("CircleOfLife");
        let answer = first(
            "Digest realm=\"testrealm@host.com\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\", \
             opaque=\"5ccc069c403ebaf9f0171e9517f40e41\"",
        );
        let answer = answer.answer(("Mufasa", &password), "GET", "/dir/index.html", "x");
        assert!(answer.contains("response=\"1949323746fe6a43ef61f9606e7febea\""), "{answer}");
        assert!(!answer.contains("qop") && !answer.contains("nc="), "{answer}");
    }

    #[test]
    fn answers_to_one_nonce_are_counted() {
        let password = Secret::new("p");
        let authoriser = first("Digest realm=r, nonce=n, qop=auth, algorithm=MD5-sess");
        for count in ["00000001", "00000002", "00000003"] {
            let answer = authoriser.answer(("u", &password), "GET", "/", "c");
            assert!(answer.contains(&format!("nc={count}")), "{answer}");
        }
    }
}
