//! Passwords: argon2id, in the usual text form, so that parameters can be raised later.

use super::PersonError;
use argon2::{Algorithm, Argon2, Params, Version};
use data_encoding::BASE64_NOPAD;
use subtle::ConstantTimeEq;

/// Characters of the shortest password.
pub const PASSWORD_MIN: usize = 10;
/// Characters of the longest one: hashing takes time for each.
pub const PASSWORD_MAX: usize = 200;

/// KiB of memory, passes, threads.
type HashCost = (u32, u32, u32);
/// Memory in KiB, passes, threads: what OWASP recommends for argon2id.
const COST: HashCost = (19_456, 2, 1);
/// More than that is not read from a file: it would stop the server.
const COST_MAX: HashCost = (1 << 20, 16, 16);
const SALT: usize = 16;
const HASH: usize = 32;

/// A password as it is kept: `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl std::fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

impl PasswordHash {
    /// Hashes a new password. Takes a tenth of a second and 19 MiB.
    pub fn of(password: &str) -> Result<PasswordHash, PersonError> {
        if !(PASSWORD_MIN..=PASSWORD_MAX).contains(&password.chars().count()) {
            return Err(PersonError::Password);
        }
        let mut salt = [0; SALT];
        getrandom::fill(&mut salt).map_err(|_| PersonError::NoChance)?;
        let hash = derive(password, &salt, COST).ok_or(PersonError::Password)?;
        let (memory, passes, threads) = COST;
        let (salt, hash) = (BASE64_NOPAD.encode(&salt), BASE64_NOPAD.encode(&hash));
        Ok(PasswordHash(format!("$argon2id$v=19$m={memory},t={passes},p={threads}${salt}${hash}")))
    }

    /// A hash as it was kept.
    pub(crate) fn kept(text: String) -> PasswordHash {
        PasswordHash(text)
    }

    /// A hash that no password has. Comparing with it takes as long as with any other: so nobody can tell from the
    /// time that a name is not known.
    pub(crate) fn of_nobody() -> PasswordHash {
        let (memory, passes, threads) = COST;
        let (salt, hash) = (BASE64_NOPAD.encode(&[0; SALT]), BASE64_NOPAD.encode(&[0; HASH]));
        PasswordHash(format!("$argon2id$v=19$m={memory},t={passes},p={threads}${salt}${hash}"))
    }

    /// The text that is kept.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a password has this hash. Takes the same time whatever the answer is.
    pub(crate) fn fits(&self, password: &str) -> bool {
        // What is too long is hashed as nothing: the time is the same, and it cannot fit.
        let is_long = password.chars().count() > PASSWORD_MAX;
        let password = if is_long { "" } else { password };
        let Some((cost, salt, hash)) = self.parts() else { return false };
        let Some(derived) = derive(password, &salt, cost) else { return false };
        bool::from(derived.ct_eq(&hash)) && !is_long
    }

    fn parts(&self) -> Option<(HashCost, Vec<u8>, Vec<u8>)> {
        let mut parts = self.0.strip_prefix("$argon2id$v=19$")?.split('$');
        let mut costs = parts.next()?.split(',');
        let mut cost = |name: &str, max: u32| {
            let value: u32 = costs.next()?.strip_prefix(name)?.parse().ok()?;
            (value <= max).then_some(value)
        };
        let cost = (cost("m=", COST_MAX.0)?, cost("t=", COST_MAX.1)?, cost("p=", COST_MAX.2)?);
        let mut bytes = || BASE64_NOPAD.decode(parts.next()?.as_bytes()).ok();
        let (salt, hash) = (bytes()?, bytes()?);
        Some((cost, salt, hash))
    }
}

fn derive(password: &str, salt: &[u8], cost: HashCost) -> Option<[u8; HASH]> {
    let params = Params::new(cost.0, cost.1, cost.2, Some(HASH)).ok()?;
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let mut hash = [0; HASH];
    argon.hash_password_into(password.as_bytes(), salt, &mut hash).ok()?;
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_fits_its_hash_and_no_other() {
        let hash = PasswordHash::of("correct horse").unwrap();
        assert!(hash.fits("correct horse"));
        assert!(!hash.fits("correct horsf") && !hash.fits("") && !hash.fits(&"x".repeat(500)));
        assert_ne!(hash, PasswordHash::of("correct horse").unwrap());
        assert!(!PasswordHash::of_nobody().fits(""));
        for short in ["", "123456789"] {
            assert!(matches!(PasswordHash::of(short), Err(PersonError::Password)));
        }
    }

    #[test]
    fn a_name_that_nobody_has_costs_as_much_as_any_other() {
        let cost = |hash: &PasswordHash| {
            hash.parts().map(|(cost, salt, hash)| (cost, salt.len(), hash.len()))
        };
        let some = PasswordHash::of("correct horse").unwrap();
        assert!(cost(&some).is_some());
        assert_eq!(cost(&PasswordHash::of_nobody()), cost(&some));
    }

    #[test]
    fn hash_of_another_program_is_understood_and_nonsense_is_not() {
        // Made by the reference implementation: argon2 somesalt -id -t 2 -k 256 -p 1 -l 32 (password "password").
        let known =
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
        assert!(PasswordHash::kept(known.to_owned()).fits("password"));
        for wrong in [
            "",
            "password",
            "$argon2id$v=19$m=4294967295,t=2,p=1$c29tZXNhbHQ$nf65",
            "$argon2id$v=19$m=256,t=2$c29tZXNhbHQ$nf65",
            "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65",
        ] {
            assert!(!PasswordHash::kept(wrong.to_owned()).fits("password"), "{wrong}");
        }
    }
}
