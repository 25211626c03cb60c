//! The index of a pack (version 2): where each object stands in it.
//!
//! ```text
//! ff 74 4f 63  00 00 00 02     mark and version
//! 256 × u32                    number of ids up to each first byte
//! n × 20 bytes                 ids, sorted
//! n × u32                      CRC-32 of each entry of the pack
//! n × u32                      place of each entry; with the highest bit set, a number in the next table
//! m × u64                      places from 2 GiB on
//! 20 bytes, 20 bytes           SHA-1 of the pack, SHA-1 of the index
//! ```

use crate::error::PagesError;
use crate::git::object::{ID, ObjectId};
use sha1::{Digest, Sha1};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

const MARK: [u8; 8] = [0xff, b't', b'O', b'c', 0, 0, 0, 2];
const FANOUT: usize = 256;
/// Number of bytes before the ids.
const HEAD: u64 = 8 + 4 * FANOUT as u64;
/// Set in places that stand in the table of large ones.
const LARGE: u32 = 1 << 31;
/// Ids that are read at once to search one.
const SEARCHED_AT_ONCE: u64 = 256;

/// An object in a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackedObject {
    pub(crate) id: ObjectId,
    pub(crate) crc: u32,
    pub(crate) offset: u64,
}

/// The index of a pack, open for reading.
#[derive(Debug)]
pub(crate) struct PackIndex {
    file: File,
    path: PathBuf,
    fanout: Vec<u32>,
    length: u64,
}

impl PackIndex {
    pub(crate) fn open(path: &Path) -> Result<PackIndex, PagesError> {
        let file = File::open(path).map_err(PagesError::io("open", path))?;
        let length = file.metadata().map_err(PagesError::io("read", path))?.len();
        let mut head = vec![0; HEAD as usize];
        let damaged = |what| PagesError::damaged(path, what);
        if length < HEAD + 2 * ID as u64 {
            return Err(damaged("it is too short for the index of a pack"));
        }
        file.read_exact_at(&mut head, 0).map_err(PagesError::io("read", path))?;
        if head[..8] != MARK {
            return Err(damaged("it does not start like the index of a pack, version 2"));
        }
        let fanout: Vec<u32> = head[8..].chunks_exact(4).map(be32).collect();
        let count = u64::from(fanout[FANOUT - 1]);
        if !fanout.is_sorted() || length < HEAD + count * (ID as u64 + 8) + 2 * ID as u64 {
            return Err(damaged("its numbers contradict each other"));
        }
        Ok(PackIndex { file, path: path.to_owned(), fanout, length })
    }

    /// Number of objects.
    pub(crate) fn count(&self) -> u64 {
        u64::from(self.fanout[FANOUT - 1])
    }

    /// Number of bytes of the file.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    fn read(&self, at: u64, bytes: u64) -> Result<Vec<u8>, PagesError> {
        let mut buf = vec![0; bytes as usize];
        self.file.read_exact_at(&mut buf, at).map_err(PagesError::io("read", &self.path))?;
        Ok(buf)
    }

    /// Returns where an object stands in the pack.
    pub(crate) fn find(&self, id: ObjectId) -> Result<Option<u64>, PagesError> {
        let first = usize::from(id.0[0]);
        let mut low = if first == 0 { 0 } else { u64::from(self.fanout[first - 1]) };
        let mut high = u64::from(self.fanout[first]);
        while high - low > SEARCHED_AT_ONCE {
            let middle = low + (high - low) / 2;
            let found = self.read(HEAD + middle * ID as u64, ID as u64)?;
            if found[..] <= id.0[..] { low = middle } else { high = middle }
        }
        let ids = self.read(HEAD + low * ID as u64, (high - low) * ID as u64)?;
        let Some(at) = ids.chunks_exact(ID).position(|found| found == id.0) else {
            return Ok(None);
        };
        let offsets = HEAD + self.count() * (ID as u64 + 4);
        let offset = be32(&self.read(offsets + 4 * (low + at as u64), 4)?);
        if offset & LARGE == 0 {
            return Ok(Some(u64::from(offset)));
        }
        let at = offsets + 4 * self.count() + 8 * u64::from(offset & !LARGE);
        if at + 8 + 2 * ID as u64 > self.length {
            return Err(PagesError::damaged(
                &self.path,
                "it refers to a place that it does not have",
            ));
        }
        Ok(Some(be64(&self.read(at, 8)?)))
    }

    /// Returns the id that is first in the order of ids.
    pub(crate) fn first(&self) -> Result<Option<ObjectId>, PagesError> {
        if self.count() == 0 {
            return Ok(None);
        }
        Ok(ObjectId::from_slice(&self.read(HEAD, ID as u64)?))
    }

    /// Returns all objects, sorted by id.
    pub(crate) fn all(&self) -> Result<Vec<PackedObject>, PagesError> {
        let count = self.count();
        let ids = self.read(HEAD, count * ID as u64)?;
        let crcs = self.read(HEAD + count * ID as u64, 4 * count)?;
        let offsets = self.read(HEAD + count * (ID as u64 + 4), 4 * count)?;
        let large_at = HEAD + count * (ID as u64 + 8);
        let large = self.read(large_at, self.length - 2 * ID as u64 - large_at)?;
        let rows = ids.chunks_exact(ID).zip(crcs.chunks_exact(4)).zip(offsets.chunks_exact(4));
        rows.map(|((id, crc), offset)| {
            let offset = be32(offset);
            let offset = match offset & LARGE {
                0 => Some(u64::from(offset)),
                _ => large.chunks_exact(8).nth((offset & !LARGE) as usize).map(be64),
            };
            let (Some(offset), Some(id)) = (offset, ObjectId::from_slice(id)) else {
                return Err(PagesError::damaged(
                    &self.path,
                    "it refers to a place that it does not have",
                ));
            };
            Ok(PackedObject { id, crc: be32(crc), offset })
        })
        .collect()
    }
}

/// Returns the content of the index of a pack, and sorts its objects by id.
pub(crate) fn encode(objects: &mut [PackedObject], pack: [u8; ID]) -> Vec<u8> {
    objects.sort_unstable();
    let mut out = Vec::with_capacity(HEAD as usize + objects.len() * (ID + 8) + 2 * ID);
    out.extend_from_slice(&MARK);
    let mut up_to = 0;
    for first in 0..=u8::MAX {
        up_to += objects[up_to..].iter().take_while(|object| object.id.0[0] == first).count();
        out.extend_from_slice(&(up_to as u32).to_be_bytes());
    }
    objects.iter().for_each(|object| out.extend_from_slice(&object.id.0));
    objects.iter().for_each(|object| out.extend_from_slice(&object.crc.to_be_bytes()));
    let mut large = Vec::new();
    for object in objects.iter() {
        let offset = match u32::try_from(object.offset) {
            Ok(offset) if offset < LARGE => offset,
            _ => {
                large.push(object.offset);
                LARGE | (large.len() - 1) as u32
            }
        };
        out.extend_from_slice(&offset.to_be_bytes());
    }
    large.iter().for_each(|offset| out.extend_from_slice(&offset.to_be_bytes()));
    out.extend_from_slice(&pack);
    let sum = Sha1::digest(&out);
    out.extend_from_slice(&sum);
    out
}

fn be32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

fn be64(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::object::{ObjectKind, id_of};

    #[test]
    fn objects_are_found_again_wherever_they_stand() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pack-x.idx");
        for count in [0u32, 1, 3, 100_000] {
            let mut objects: Vec<PackedObject> = (0..count)
                .map(|n| PackedObject {
                    id: id_of(ObjectKind::Blob, &n.to_be_bytes()),
                    crc: n,
                    offset: if n % 3 == 0 { u64::from(n) << 31 } else { u64::from(n) },
                })
                .collect();
            let bytes = encode(&mut objects, [7; ID]);
            std::fs::write(&path, &bytes).unwrap();
            let index = PackIndex::open(&path).unwrap();
            assert_eq!(index.all().unwrap(), objects);
            for object in objects.iter().step_by(97) {
                assert_eq!(index.find(object.id).unwrap(), Some(object.offset));
            }
            assert_eq!(index.find(ObjectId([0xab; ID])).unwrap(), None);
            for cut in [0, 7, 8, 1000, bytes.len() - 41] {
                std::fs::write(&path, &bytes[..cut.min(bytes.len() - 1)]).unwrap();
                if let Ok(index) = PackIndex::open(&path) {
                    assert!(index.all().is_err() || count == 0, "{count} {cut}");
                }
            }
        }
    }
}
