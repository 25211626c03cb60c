//! The fingerprint by which a record of the source is compared with a record of the result.
//!
//! It covers the whole header line (and so URL, date, address, media type and declared length) and the SHA-256 and
//! length of the block. Sixteen bytes per record are kept, so that a source of millions of records needs little memory,
//! and the record that differs is known.

use sha2::{Digest, Sha256};

/// A fingerprint of one source record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof([u8; 16]);

impl Proof {
    /// Makes a fingerprint of a header, the length of a block and the SHA-256 of its bytes.
    pub fn new(header: &[u8], block_length: u64, block_sha256: &[u8; 32]) -> Proof {
        let mut hasher = Sha256::new();
        hasher.update((header.len() as u64).to_le_bytes());
        hasher.update(header);
        hasher.update(block_length.to_le_bytes());
        hasher.update(block_sha256);
        let hash: [u8; 32] = hasher.finalize().into();
        let mut proof = [0; 16];
        proof.copy_from_slice(&hash[..16]);
        Proof(proof)
    }

    /// Returns a record id made of the fingerprint: the same source record always gets the same id.
    pub(crate) fn record_id(&self, source: &str, offset: u64, inner: u64) -> String {
        let mut hasher = Sha256::new();
        hasher.update(source.as_bytes());
        hasher.update([0]);
        hasher.update(offset.to_le_bytes());
        hasher.update(inner.to_le_bytes());
        hasher.update(self.0);
        let hash: [u8; 32] = hasher.finalize().into();
        uuid(&hash)
    }
}

/// Returns a UUID of version 8 (RFC 9562: made by the program's own rules) from a hash.
pub(crate) fn uuid(hash: &[u8; 32]) -> String {
    let mut b = [0; 16];
    b.copy_from_slice(&hash[..16]);
    b[6] = b[6] & 0x0f | 0x80;
    b[8] = b[8] & 0x3f | 0x80;
    let hex = data_encoding::HEXLOWER.encode(&b);
    format!(
        "urn:uuid:{}-{}-{}-{}-{}",
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..]
    )
}
