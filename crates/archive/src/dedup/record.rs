//! The records of the index, and how they are laid out in bytes.
//!
//! Numbers are big-endian, so that records sort as bytes in the order in which they are wanted:
//!
//! ```text
//! entry, 48 bytes        sha256 32 | length 6 | file 4 | offset 6
//! reference, 20 bytes    original: file 4 | offset 6 | revisit: file 4 | offset 6
//! ```
//!
//! All copies of a payload thus stand together, in the order of their commit, and so do all
//! references to one file. Six bytes of length and offset reach to 256 TiB.

use super::error::DedupError;
use stodola_table::Spot;

/// Identifies a content: equal payloads have the same SHA-256 and the same length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Payload {
    /// SHA-256 of the bytes.
    pub sha256: [u8; 32],
    /// Length in bytes.
    pub length: u64,
}

/// Number of a committed file, in the order of commits. Valid for one index only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub(super) u32);

impl FileId {
    /// The number, counted from 0.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// File and offset of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordPlace {
    /// The file.
    pub file: FileId,
    /// Byte offset of the record in the file.
    pub offset: u64,
}

/// Where a payload is stored in full: in one file, or in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copies {
    /// The copy that was committed first.
    pub first: RecordPlace,
    /// A copy in another file; `None` if there is none.
    pub second: Option<RecordPlace>,
}

impl Copies {
    /// Returns the places in order of commit.
    pub fn iter(&self) -> impl Iterator<Item = RecordPlace> + use<> {
        [Some(self.first), self.second].into_iter().flatten()
    }
}

/// A revisit, and the record that has its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reference {
    /// The record that has no payload.
    pub revisit: RecordPlace,
    /// The record that has it.
    pub original: RecordPlace,
}

/// Bytes of a payload in an entry.
pub(super) const KEY: usize = 38;
/// Bytes of an entry: a payload and one place of it.
pub(super) const ENTRY: usize = 48;
/// Bytes of a reference.
pub(super) const REFERENCE: usize = 20;

const SIX_BYTES_MAX: u64 = (1 << 48) - 1;

/// Returns the place of a key in a filter. A SHA-256 is as random as any hash of it, so its own bits are used, except
/// for the first eight bytes, which sort the table.
pub(super) fn spot_of(key: &[u8; KEY]) -> Spot {
    let word = |at: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&key[at..at + 8]);
        u64::from_be_bytes(bytes)
    };
    Spot { block: word(16), bits: word(8) }
}

impl Payload {
    /// Returns the key in the index; `None` if the payload is too long for it.
    pub(super) fn key(&self) -> Option<[u8; KEY]> {
        let mut key = [0; KEY];
        key[..32].copy_from_slice(&self.sha256);
        key[32..].copy_from_slice(&six_bytes(self.length)?);
        Some(key)
    }

    fn from_key(key: &[u8; KEY]) -> Payload {
        let (sha256, length) = key.split_at(32);
        let mut payload = Payload { sha256: [0; 32], length: number(length) };
        payload.sha256.copy_from_slice(sha256);
        payload
    }
}

impl RecordPlace {
    fn to_bytes(self) -> Result<[u8; 10], DedupError> {
        let offset = six_bytes(self.offset)
            .ok_or(DedupError::TooLarge { what: "offset", value: self.offset })?;
        let mut bytes = [0; 10];
        bytes[..4].copy_from_slice(&self.file.0.to_be_bytes());
        bytes[4..].copy_from_slice(&offset);
        Ok(bytes)
    }

    fn from_bytes(bytes: &[u8]) -> RecordPlace {
        let (file, offset) = bytes.split_at(4);
        // Four bytes always fit into the number.
        RecordPlace { file: FileId(number(file) as u32), offset: number(offset) }
    }
}

pub(super) fn entry(payload: &Payload, place: RecordPlace) -> Result<[u8; ENTRY], DedupError> {
    let key =
        payload.key().ok_or(DedupError::TooLarge { what: "length", value: payload.length })?;
    let mut entry = [0; ENTRY];
    entry[..KEY].copy_from_slice(&key);
    entry[KEY..].copy_from_slice(&place.to_bytes()?);
    Ok(entry)
}

pub(super) fn key_of(entry: &[u8; ENTRY]) -> [u8; KEY] {
    let mut key = [0; KEY];
    key.copy_from_slice(&entry[..KEY]);
    key
}

pub(super) fn payload_of(entry: &[u8; ENTRY]) -> Payload {
    Payload::from_key(&key_of(entry))
}

pub(super) fn place_of(entry: &[u8; ENTRY]) -> RecordPlace {
    RecordPlace::from_bytes(&entry[KEY..])
}

impl Reference {
    pub(super) fn to_bytes(self) -> Result<[u8; REFERENCE], DedupError> {
        let mut bytes = [0; REFERENCE];
        bytes[..10].copy_from_slice(&self.original.to_bytes()?);
        bytes[10..].copy_from_slice(&self.revisit.to_bytes()?);
        Ok(bytes)
    }

    pub(super) fn from_bytes(bytes: &[u8; REFERENCE]) -> Reference {
        let (original, revisit) = bytes.split_at(10);
        Reference {
            original: RecordPlace::from_bytes(original),
            revisit: RecordPlace::from_bytes(revisit),
        }
    }
}

fn six_bytes(value: u64) -> Option<[u8; 6]> {
    let [0, 0, six @ ..] = value.to_be_bytes() else { return None };
    debug_assert!(value <= SIX_BYTES_MAX);
    Some(six)
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_as_they_were() {
        let place = |file, offset| RecordPlace { file: FileId(file), offset };
        for offset in [0, 1, 0x0102_0304_0506, SIX_BYTES_MAX] {
            let payload = Payload { sha256: [0xA5; 32], length: offset };
            let bytes = entry(&payload, place(u32::MAX, offset)).unwrap();
            assert_eq!(payload_of(&bytes), payload);
            assert_eq!(place_of(&bytes), place(u32::MAX, offset));
            let reference = Reference { revisit: place(2, offset), original: place(1, 3) };
            assert_eq!(Reference::from_bytes(&reference.to_bytes().unwrap()), reference);
        }
    }

    #[test]
    fn numbers_beyond_six_bytes_are_refused() {
        let large = SIX_BYTES_MAX + 1;
        let place = RecordPlace { file: FileId(0), offset: 0 };
        let error = entry(&Payload { sha256: [0; 32], length: large }, place).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a length of 281474976710656 is more than the index can hold"
        );
        assert!(RecordPlace { offset: large, ..place }.to_bytes().is_err());
    }

    #[test]
    fn copies_of_a_payload_sort_by_commit() {
        let payload = Payload { sha256: [1; 32], length: 300 };
        let at =
            |file, offset| entry(&payload, RecordPlace { file: FileId(file), offset }).unwrap();
        assert!(at(1, 70_000) < at(2, 5));
        assert!(at(255, 0) < at(256, 0));
    }
}
