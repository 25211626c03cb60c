//! Labelled digests, as in `WARC-Block-Digest: sha1:3EF4GCLZ7W2Q…`.
//!
//! The standard does not define label and encoding, so the same digest is written in a dozen ways: `sha1`, `SHA-1`,
//! base16, base32 or base64, in any case, with padding or without. A [`Digest`] is the algorithm and the bytes; two
//! that were written differently are equal.
//!
//! The encoding of a value follows from its length without padding: no two encodings of one
//! algorithm's digest are equally long.

mod pair;

use std::fmt;

use data_encoding::{BASE32_NOPAD, BASE64_NOPAD, BASE64URL_NOPAD, HEXLOWER, HEXLOWER_PERMISSIVE};
use sha2::Digest as _;

pub(crate) use pair::HasherPair;

/// The field with further digests of a block, beside `WARC-Block-Digest`: `sha256:… md5:…`. The standard allows a field
/// once, and one digest in it; readers pass over fields that they do not know.
pub const MORE_BLOCK_DIGESTS: &str = "Stodola-Block-Digests";
/// The same for the payload, beside `WARC-Payload-Digest`.
pub const MORE_PAYLOAD_DIGESTS: &str = "Stodola-Payload-Digests";

/// The longest digest, that of SHA-512.
const MAX_LEN: usize = 64;

/// Bytes of a wrong text that an error quotes; a header field can be very long.
const QUOTED: usize = 150;

/// A hash function that digests are made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Algorithm {
    /// MD5, found in old archives.
    Md5,
    /// SHA-1, found nearly everywhere.
    Sha1,
    /// SHA-224.
    Sha224,
    /// SHA-256.
    Sha256,
    /// SHA-384.
    Sha384,
    /// SHA-512.
    Sha512,
}

/// A digest: algorithm and bytes, however it was written.
///
/// Displayed in one canonical form: SHA-1 in upper-case base32, because that is what archives write and indexes are
/// sorted by; all others in lower-case base16, because other tools print it and it cannot be mistaken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest {
    algorithm: Algorithm,
    /// The digest, filled up with zeros, so that all bytes can be compared.
    bytes: [u8; MAX_LEN],
}

/// The error for a text that is not a digest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DigestError {
    /// No `label:` before the value.
    #[error("digest without an algorithm \"{0}\"")]
    Unlabelled(String),
    /// A label that names no known algorithm.
    #[error("unknown digest algorithm \"{0}\"")]
    UnknownAlgorithm(String),
    /// A value that is not a digest of the named algorithm in any encoding.
    #[error("not a digest of its algorithm \"{0}\"")]
    BadValue(String),
}

/// Computes a digest.
#[derive(Clone)]
pub struct Hasher(State);

#[derive(Clone)]
enum State {
    Md5(md5::Md5),
    Sha1(sha1::Sha1),
    Sha224(sha2::Sha224),
    Sha256(sha2::Sha256),
    Sha384(sha2::Sha384),
    Sha512(sha2::Sha512),
}

/// Returns the base32 SHA-1 of some bytes: the value of a `sha1:` digest without its label.
pub fn base32_sha1(bytes: &[u8]) -> String {
    BASE32_NOPAD.encode(&sha1::Sha1::digest(bytes))
}

impl Algorithm {
    /// Returns the algorithm that a label names, letter case ignored, with or without a dash; `None` if it is unknown.
    pub fn from_label(label: &[u8]) -> Option<Algorithm> {
        let mut plain = [0; 6];
        let mut len = 0;
        for b in label.trim_ascii().iter().filter(|&&b| b != b'-') {
            *plain.get_mut(len)? = b.to_ascii_lowercase();
            len += 1;
        }
        match &plain[..len] {
            b"md5" => Some(Algorithm::Md5),
            b"sha1" => Some(Algorithm::Sha1),
            b"sha224" => Some(Algorithm::Sha224),
            b"sha256" => Some(Algorithm::Sha256),
            b"sha384" => Some(Algorithm::Sha384),
            b"sha512" => Some(Algorithm::Sha512),
            _ => None,
        }
    }

    /// Returns the label as this program writes it: lower case, no dash.
    pub fn label(self) -> &'static str {
        match self {
            Algorithm::Md5 => "md5",
            Algorithm::Sha1 => "sha1",
            Algorithm::Sha224 => "sha224",
            Algorithm::Sha256 => "sha256",
            Algorithm::Sha384 => "sha384",
            Algorithm::Sha512 => "sha512",
        }
    }

    /// Returns the length of its digests in bytes.
    pub fn digest_len(self) -> usize {
        match self {
            Algorithm::Md5 => 16,
            Algorithm::Sha1 => 20,
            Algorithm::Sha224 => 28,
            Algorithm::Sha256 => 32,
            Algorithm::Sha384 => 48,
            Algorithm::Sha512 => 64,
        }
    }

    /// Returns a hasher that has seen no bytes yet.
    pub fn hasher(self) -> Hasher {
        Hasher(match self {
            Algorithm::Md5 => State::Md5(md5::Md5::new()),
            Algorithm::Sha1 => State::Sha1(sha1::Sha1::new()),
            Algorithm::Sha224 => State::Sha224(sha2::Sha224::new()),
            Algorithm::Sha256 => State::Sha256(sha2::Sha256::new()),
            Algorithm::Sha384 => State::Sha384(sha2::Sha384::new()),
            Algorithm::Sha512 => State::Sha512(sha2::Sha512::new()),
        })
    }

    /// Returns the digest of some bytes.
    pub fn digest(self, bytes: &[u8]) -> Digest {
        let mut hasher = self.hasher();
        hasher.update(bytes);
        hasher.finish()
    }
}

impl Digest {
    /// Reads `label:value` as found in a header field.
    pub fn parse(text: &[u8]) -> Result<Digest, DigestError> {
        let text = text.trim_ascii();
        let Some(colon) = text.iter().position(|&b| b == b':') else {
            return Err(DigestError::Unlabelled(quoted(text)));
        };
        let (label, value) = (&text[..colon], &text[colon + 1..]);
        let algorithm = Algorithm::from_label(label)
            .ok_or_else(|| DigestError::UnknownAlgorithm(quoted(label)))?;
        Digest::parse_value(algorithm, value).map_err(|_| DigestError::BadValue(quoted(text)))
    }

    /// Reads a value without its label, where the algorithm is known from elsewhere.
    pub fn parse_value(algorithm: Algorithm, value: &[u8]) -> Result<Digest, DigestError> {
        let bare = value.trim_ascii();
        let end = bare.iter().rposition(|&b| b != b'=').map_or(0, |last| last + 1);
        let (bare, len) = (&bare[..end], algorithm.digest_len());
        let bytes = if bare.len() == len * 2 {
            HEXLOWER_PERMISSIVE.decode(bare).ok()
        } else if bare.len() == (len * 8).div_ceil(5) {
            BASE32_NOPAD.decode(&bare.to_ascii_uppercase()).ok()
        } else if bare.len() == (len * 8).div_ceil(6) {
            BASE64_NOPAD.decode(bare).or_else(|_| BASE64URL_NOPAD.decode(bare)).ok()
        } else {
            None
        };
        bytes
            .and_then(|bytes| Digest::from_bytes(algorithm, &bytes))
            .ok_or_else(|| DigestError::BadValue(quoted(value)))
    }

    /// Returns a digest with these bytes, or `None` if their number is not that of the algorithm.
    pub fn from_bytes(algorithm: Algorithm, bytes: &[u8]) -> Option<Digest> {
        if bytes.len() != algorithm.digest_len() {
            return None;
        }
        let mut padded = [0; MAX_LEN];
        padded[..bytes.len()].copy_from_slice(bytes);
        Some(Digest { algorithm, bytes: padded })
    }

    /// Returns the algorithm it was made with.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Returns the bytes of the digest.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.algorithm.digest_len()]
    }

    /// Returns the value in its canonical encoding, without label.
    pub fn value(&self) -> String {
        match self.algorithm {
            Algorithm::Sha1 => BASE32_NOPAD.encode(self.as_bytes()),
            Algorithm::Md5
            | Algorithm::Sha224
            | Algorithm::Sha256
            | Algorithm::Sha384
            | Algorithm::Sha512 => HEXLOWER.encode(self.as_bytes()),
        }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.algorithm.label(), self.value())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl Hasher {
    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            State::Md5(h) => h.update(bytes),
            State::Sha1(h) => h.update(bytes),
            State::Sha224(h) => h.update(bytes),
            State::Sha256(h) => h.update(bytes),
            State::Sha384(h) => h.update(bytes),
            State::Sha512(h) => h.update(bytes),
        }
    }

    /// Returns the digest of all bytes that were added.
    pub fn finish(self) -> Digest {
        match self.0 {
            State::Md5(h) => finished(Algorithm::Md5, &h.finalize()),
            State::Sha1(h) => finished(Algorithm::Sha1, &h.finalize()),
            State::Sha224(h) => finished(Algorithm::Sha224, &h.finalize()),
            State::Sha256(h) => finished(Algorithm::Sha256, &h.finalize()),
            State::Sha384(h) => finished(Algorithm::Sha384, &h.finalize()),
            State::Sha512(h) => finished(Algorithm::Sha512, &h.finalize()),
        }
    }
}

impl fmt::Debug for Hasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hasher")
    }
}

impl std::io::Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Makes a digest of the output of a hash function, which has `digest_len` bytes, never more than `MAX_LEN`.
fn finished(algorithm: Algorithm, output: &[u8]) -> Digest {
    let mut bytes = [0; MAX_LEN];
    bytes[..output.len()].copy_from_slice(output);
    Digest { algorithm, bytes }
}

fn quoted(text: &[u8]) -> String {
    String::from_utf8_lossy(&text[..text.len().min(QUOTED)]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY_SHA1: &str = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
    const EMPTY_SHA256: &str =
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const EMPTY_MD5: &str = "md5:d41d8cd98f00b204e9800998ecf8427e";

    #[test]
    fn every_way_to_write_a_digest_gives_the_same() {
        let table = [
            ("sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", EMPTY_SHA1),
            ("SHA-1:3i42h3s6nnfq2msvx7xzkyayscx5qbyj", EMPTY_SHA1),
            (" sha1: 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\t", EMPTY_SHA1),
            ("sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709", EMPTY_SHA1),
            ("Sha1:DA39A3EE5E6B4B0D3255BFEF95601890AFD80709", EMPTY_SHA1),
            ("sha1:2jmj7l5rSw0yVb/vlWAYkK/YBwk=", EMPTY_SHA1),
            ("sha1:2jmj7l5rSw0yVb_vlWAYkK_YBwk", EMPTY_SHA1),
            (EMPTY_SHA256, EMPTY_SHA256),
            ("sha-256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", EMPTY_SHA256),
            ("sha256:4OYMIQUY7QOBJGX36TEJS35ZEQT24QPEMSNZGTFESWMRW6CSXBKQ====", EMPTY_SHA256),
            ("sha256:4oymiquy7qobjgx36tejs35zeqt24qpemsnzgtfeswmrw6csxbkq", EMPTY_SHA256),
            ("MD5:D41D8CD98F00B204E9800998ECF8427E", EMPTY_MD5),
            ("md5:2QOYZWMPACZAJ2MABGMOZ6CCPY======", EMPTY_MD5),
            ("md-5:1B2M2Y8AsgTpgAmY7PhCfg==", EMPTY_MD5),
        ];
        for (input, expected) in table {
            let digest = Digest::parse(input.as_bytes()).unwrap();
            assert_eq!(digest.to_string(), expected, "{input:?}");
        }
    }

    #[test]
    fn what_is_no_digest_is_told_apart() {
        let no_label = |t: &str| DigestError::Unlabelled(t.into());
        let unknown = |t: &str| DigestError::UnknownAlgorithm(t.into());
        let bad = |t: &str| DigestError::BadValue(t.into());
        let table = [
            ("", no_label("")),
            ("3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", no_label("3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ")),
            ("sha3-256:00", unknown("sha3-256")),
            ("sha1x", no_label("sha1x")),
            (":abc", unknown("")),
            ("urn:sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", unknown("urn")),
            ("sha1:", bad("sha1:")),
            ("sha1:-", bad("sha1:-")),
            ("sha1:====", bad("sha1:====")),
            ("sha1:1I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", bad("sha1:1I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ")),
            ("sha1:d41d8cd98f00b204e9800998ecf8427e", bad("sha1:d41d8cd98f00b204e9800998ecf8427e")),
            (
                "md5:da39a3ee5e6b4b0d3255bfef95601890afd80709",
                bad("md5:da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ),
        ];
        for (input, expected) in table {
            assert_eq!(Digest::parse(input.as_bytes()), Err(expected), "{input:?}");
        }
        let Err(DigestError::BadValue(text)) =
            Digest::parse(&[b"sha1:".as_slice(), &[0xff; 9000]].concat())
        else {
            panic!("a long value is no digest");
        };
        assert!(text.chars().count() <= QUOTED);
    }

    #[test]
    fn the_encodings_of_one_algorithm_differ_in_length() {
        for algorithm in ALL {
            let bits = algorithm.digest_len() * 8;
            let lens = [bits.div_ceil(4), bits.div_ceil(5), bits.div_ceil(6)];
            assert!(lens[0] > lens[1] && lens[1] > lens[2], "{algorithm:?}");
        }
    }

    #[test]
    fn hashing_in_pieces_gives_what_is_parsed_back() {
        let data: Vec<u8> = (0..5000_u32).map(|i| (i * 7 % 251) as u8).collect();
        for algorithm in ALL {
            let whole = algorithm.digest(&data);
            let mut hasher = algorithm.hasher();
            data.chunks(37).for_each(|piece| hasher.update(piece));
            assert_eq!(hasher.finish(), whole);
            assert_eq!(whole.as_bytes().len(), algorithm.digest_len());
            assert_eq!(Digest::parse(whole.to_string().as_bytes()), Ok(whole));
            for encoding in [BASE32_NOPAD, BASE64_NOPAD, BASE64URL_NOPAD, HEXLOWER] {
                let value = encoding.encode(whole.as_bytes());
                assert_eq!(Digest::parse_value(algorithm, value.as_bytes()), Ok(whole));
            }
        }
        assert_eq!(format!("sha1:{}", base32_sha1(b"")), EMPTY_SHA1);
        assert_eq!(Algorithm::Sha256.digest(b"").to_string(), EMPTY_SHA256);
        assert_eq!(Algorithm::Md5.digest(b"").to_string(), EMPTY_MD5);
    }

    const ALL: [Algorithm; 6] = [
        Algorithm::Md5,
        Algorithm::Sha1,
        Algorithm::Sha224,
        Algorithm::Sha256,
        Algorithm::Sha384,
        Algorithm::Sha512,
    ];
}
