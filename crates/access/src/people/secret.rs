//! Secrets that only their owner knows: what the store keeps is their hash.

use super::PersonError;
use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};
use std::fmt;
use subtle::ConstantTimeEq;

/// Bytes of chance in a secret: too many to be guessed.
const BYTES: usize = 32;
/// Longer texts are no secrets of ours.
const TEXT_MAX: usize = 100;

/// A secret as text: of a session, a token or a link. It is not shown by `Debug`, so that it comes into no log.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretText(String);

impl SecretText {
    /// A new secret with these characters before it.
    pub(crate) fn new(prefix: &str) -> Result<SecretText, PersonError> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(|_| PersonError::NoChance)?;
        Ok(SecretText(format!("{prefix}{}", BASE64URL_NOPAD.encode(&bytes))))
    }

    /// A new secret that the store does not know.
    pub fn random() -> Result<SecretText, PersonError> {
        SecretText::new("")
    }

    /// A secret that is kept as it is.
    pub(crate) fn kept(text: String) -> SecretText {
        SecretText(text)
    }

    /// The secret itself, to be given to its owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether a text is this secret. The time does not tell where they differ.
    pub fn is(&self, text: &str) -> bool {
        bool::from(self.0.as_bytes().ct_eq(text.as_bytes()))
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretText(…)")
    }
}

/// What is kept of a secret; `None` if the text cannot be one.
///
/// A plain hash is enough: the secret has 256 bits of chance, there is no list of likely ones.
pub(crate) fn hash_of(secret: &str) -> Option<Vec<u8>> {
    let is_one = (BYTES..=TEXT_MAX).contains(&secret.len()) && secret.is_ascii();
    is_one.then(|| Sha256::digest(secret.as_bytes()).to_vec())
}
