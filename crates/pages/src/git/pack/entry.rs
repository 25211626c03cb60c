//! Entries of a pack: a head with kind and length, for a delta its base, and the content compressed by zlib.

use crate::git::object::{ID, ObjectId, ObjectKind};

const OFS_DELTA: u8 = 6;
const REF_DELTA: u8 = 7;

/// Maximum number of bytes of the head of an entry.
pub(crate) const HEAD_MAX: usize = 10 + ID;

/// What an entry of a pack holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    /// An object as it is.
    Whole(ObjectKind),
    /// A delta; its base stands so many bytes before.
    DeltaBehind(u64),
    /// A delta; its base is somewhere in the same pack.
    DeltaOf(ObjectId),
}

/// The head of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EntryHead {
    pub(crate) kind: EntryKind,
    /// Number of bytes of the object, or of the delta.
    pub(crate) size: u64,
}

impl EntryHead {
    /// Reads a head; returns it with its length. `None` if the bytes are not one.
    pub(crate) fn parse(bytes: &[u8]) -> Option<(EntryHead, usize)> {
        let mut at = 0;
        let mut next = || {
            at += 1;
            bytes.get(at - 1).copied()
        };
        let mut byte = next()?;
        let number = byte >> 4 & 7;
        let mut size = u64::from(byte & 15);
        let mut shift = 4;
        while byte & 0x80 != 0 {
            byte = next()?;
            // Lengths of 2^60 bytes and more do not exist.
            if shift > 53 {
                return None;
            }
            size |= u64::from(byte & 0x7f) << shift;
            shift += 7;
        }
        let kind = match number {
            1 => EntryKind::Whole(ObjectKind::Commit),
            2 => EntryKind::Whole(ObjectKind::Tree),
            3 => EntryKind::Whole(ObjectKind::Blob),
            4 => EntryKind::Whole(ObjectKind::Tag),
            OFS_DELTA => {
                let mut byte = next()?;
                let mut distance = u64::from(byte & 0x7f);
                while byte & 0x80 != 0 {
                    byte = next()?;
                    distance = distance.checked_add(1)?.checked_mul(0x80)? | u64::from(byte & 0x7f);
                }
                EntryKind::DeltaBehind(distance)
            }
            REF_DELTA => {
                let id = ObjectId::from_slice(bytes.get(at..at + ID)?)?;
                at += ID;
                EntryKind::DeltaOf(id)
            }
            _ => return None,
        };
        Some((EntryHead { kind, size }, at))
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let number = match self.kind {
            EntryKind::Whole(kind) => kind as u8,
            EntryKind::DeltaBehind(_) => OFS_DELTA,
            EntryKind::DeltaOf(_) => REF_DELTA,
        };
        let mut rest = self.size >> 4;
        out.push(number << 4 | (self.size & 15) as u8 | if rest > 0 { 0x80 } else { 0 });
        while rest > 0 {
            out.push((rest & 0x7f) as u8 | if rest > 0x7f { 0x80 } else { 0 });
            rest >>= 7;
        }
        match self.kind {
            EntryKind::Whole(_) => {}
            EntryKind::DeltaOf(id) => out.extend_from_slice(&id.0),
            EntryKind::DeltaBehind(mut distance) => {
                let mut bytes = vec![(distance & 0x7f) as u8];
                distance >>= 7;
                while distance > 0 {
                    distance -= 1;
                    bytes.push(0x80 | (distance & 0x7f) as u8);
                    distance >>= 7;
                }
                out.extend(bytes.iter().rev());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_come_back_and_parts_of_them_are_refused() {
        let id = ObjectId([9; ID]);
        let sizes = [0, 1, 15, 16, 2047, 2048, 1 << 31, (1 << 59) + 5];
        let mut kinds = vec![EntryKind::Whole(ObjectKind::Tree), EntryKind::DeltaOf(id)];
        for distance in [1, 127, 128, 129, 16_511, 16_512, 16_513, 1 << 33] {
            kinds.push(EntryKind::DeltaBehind(distance));
        }
        for &kind in &kinds {
            for size in sizes {
                let head = EntryHead { kind, size };
                let mut bytes = Vec::new();
                head.write(&mut bytes);
                assert!(bytes.len() <= HEAD_MAX);
                assert_eq!(EntryHead::parse(&bytes), Some((head, bytes.len())));
                for end in 0..bytes.len() {
                    assert_eq!(EntryHead::parse(&bytes[..end]), None);
                }
            }
        }
        for byte in 0..=u8::MAX {
            let _ = EntryHead::parse(&[byte; 40]);
        }
    }
}
