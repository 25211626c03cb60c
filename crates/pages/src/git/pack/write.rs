//! Writing a pack. Other packs can be taken over as they are: then new objects may be deltas of theirs.

use super::entry::{EntryHead, EntryKind};
use super::index::{self, PackedObject};
use super::read::Pack;
use crate::error::PagesError;
use crate::git::object::{ID, ObjectId, ObjectKind};
use sha1::{Digest, Sha1};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_durable::Draft;

/// Name of the pack while it is written; `Draft` puts `.new` behind it.
pub(crate) const DRAFT: &str = "stodola-pack";
const LEVEL: i32 = 7;
const PIECE: usize = 256 << 10;

/// A pack that is being written. Dropped before it is published, it leaves nothing.
pub(crate) struct PackWriter {
    folder: PathBuf,
    out: BufWriter<Draft>,
    at: u64,
    objects: Vec<PackedObject>,
    /// Packs that were taken over, with the place where each begins now and its place in its own file.
    absorbed: Vec<(Arc<Pack>, u64)>,
    written: HashMap<ObjectId, u64>,
    zlib: libdeflater::Compressor,
}

impl PackWriter {
    /// Begins a pack in a folder, with everything that is in `absorbed`.
    pub(crate) fn create(
        folder: &Path,
        absorbed: Vec<Arc<Pack>>,
    ) -> Result<PackWriter, PagesError> {
        let level = libdeflater::CompressionLvl::new(LEVEL).unwrap_or_default();
        let mut writer = PackWriter {
            folder: folder.to_owned(),
            out: BufWriter::with_capacity(PIECE, Draft::create(&folder.join(DRAFT))?),
            at: 0,
            objects: Vec::new(),
            absorbed: Vec::new(),
            written: HashMap::new(),
            zlib: libdeflater::Compressor::new(level),
        };
        // The number of objects is known last.
        writer.write(b"PACK\0\0\0\x02\0\0\0\0")?;
        for pack in absorbed {
            writer.absorb(pack)?;
        }
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), PagesError> {
        self.out.write_all(bytes).map_err(PagesError::io("write", &self.folder))?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    /// Copies the entries of a pack. Deltas say how far before them their base stands, so they stay right. What is
    /// damaged is not copied: then the pack stays where it is, and nothing is written.
    fn absorb(&mut self, pack: Arc<Pack>) -> Result<(), PagesError> {
        let damaged = |what: &str| PagesError::damaged(&pack.path, what);
        let (start, end) = (self.at, pack.length - ID as u64);
        let mut objects = pack.index.all()?;
        objects.sort_unstable_by_key(|object| object.offset);
        let is_gapless = objects.first().map_or(end, |object| object.offset) == 12;
        let is_distinct = objects.windows(2).all(|pair| pair[0].offset < pair[1].offset);
        if !is_gapless || !is_distinct || objects.last().is_some_and(|last| last.offset >= end) {
            return Err(damaged("it does not fit its index"));
        }
        let (mut entry, mut crc) = (0, libdeflater::Crc::new());
        let mut at = 12;
        while at < end {
            let bytes = pack.bytes(at, (end - at).min(PIECE as u64))?;
            self.write(&bytes)?;
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                let next = objects.get(entry + 1).map_or(end, |object| object.offset);
                let (part, behind) = rest.split_at(rest.len().min((next - at) as usize));
                crc.update(part);
                (rest, at) = (behind, at + part.len() as u64);
                if at == next {
                    if crc.sum() != objects[entry].crc {
                        return Err(damaged("the checksum of an object is wrong"));
                    }
                    (entry, crc) = (entry + 1, libdeflater::Crc::new());
                }
            }
        }
        let moved = objects.into_iter();
        self.objects.extend(moved.map(|it| PackedObject { offset: it.offset - 12 + start, ..it }));
        self.absorbed.push((pack, start));
        Ok(())
    }

    /// Returns where an entry of another pack stands in this one; `None` if that pack was not taken over.
    pub(crate) fn place(&self, pack: &Arc<Pack>, offset: u64) -> Option<u64> {
        let (_, start) = self.absorbed.iter().find(|(absorbed, _)| Arc::ptr_eq(absorbed, pack))?;
        offset.checked_sub(12).map(|offset| offset + start)
    }

    /// Whether an object was written, and where. Those that were taken over do not count.
    pub(crate) fn written(&self, id: ObjectId) -> Option<u64> {
        self.written.get(&id).copied()
    }

    /// Number of objects that were written, without those that were taken over.
    pub(crate) fn count(&self) -> usize {
        self.written.len()
    }

    /// Compresses content as the writer would.
    pub(crate) fn compress(&mut self, content: &[u8]) -> Result<Vec<u8>, PagesError> {
        let mut out = vec![0; self.zlib.zlib_compress_bound(content.len())];
        let length = self.zlib.zlib_compress(content, &mut out);
        let full = |_| PagesError::damaged(&self.folder, "content could not be compressed");
        out.truncate(length.map_err(full)?);
        Ok(out)
    }

    /// Writes an entry: an object, or its delta of the entry at `base`. Returns its place.
    pub(crate) fn push(
        &mut self,
        id: ObjectId,
        kind: ObjectKind,
        base: Option<u64>,
        size: usize,
        compressed: &[u8],
    ) -> Result<u64, PagesError> {
        let kind = match base {
            None => EntryKind::Whole(kind),
            Some(base) => EntryKind::DeltaBehind(self.at - base),
        };
        let mut head = Vec::with_capacity(16);
        EntryHead { kind, size: size as u64 }.write(&mut head);
        let mut crc = libdeflater::Crc::new();
        crc.update(&head);
        crc.update(compressed);
        let offset = self.at;
        self.write(&head)?;
        self.write(compressed)?;
        self.remember(id, crc.sum(), offset);
        Ok(offset)
    }

    fn remember(&mut self, id: ObjectId, crc: u32, offset: u64) {
        self.objects.push(PackedObject { id, crc, offset });
        self.written.insert(id, offset);
    }

    /// Writes a blob from a stream that has exactly `size` bytes.
    pub(crate) fn push_stream(
        &mut self,
        id: ObjectId,
        size: u64,
        content: &mut dyn Read,
    ) -> Result<(), PagesError> {
        let mut head = Vec::new();
        EntryHead { kind: EntryKind::Whole(ObjectKind::Blob), size }.write(&mut head);
        let mut crc = libdeflater::Crc::new();
        crc.update(&head);
        let offset = self.at;
        self.write(&head)?;
        let level = flate2::Compression::new(6);
        let mut zlib = flate2::read::ZlibEncoder::new(content.take(size), level);
        let mut buf = vec![0; PIECE];
        loop {
            let n = match zlib.read(&mut buf) {
                Ok(0) => break,
                Ok(n) => n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(PagesError::io("read", &self.folder)(error)),
            };
            crc.update(&buf[..n]);
            self.write(&buf[..n])?;
        }
        if zlib.total_in() != size {
            return Err(PagesError::damaged(&self.folder, "a file ended while it was added"));
        }
        self.remember(id, crc.sum(), offset);
        Ok(())
    }

    /// Gives pack and index their names, in this order, and removes nothing. Returns the path of the index.
    pub(crate) fn publish(mut self) -> Result<PathBuf, PagesError> {
        let failed = PagesError::io("write", &self.folder);
        let count = u32::try_from(self.objects.len())
            .map_err(|_| PagesError::damaged(&self.folder, "a pack cannot have so many objects"))?;
        let mut draft = self.out.into_inner().map_err(|error| failed(error.into_error()))?;
        let head = [b"PACK\0\0\0\x02".as_slice(), &count.to_be_bytes()].concat();
        draft.overwrite_start(&head).map_err(&failed)?;
        let sum = sum_of(&draft.reader().map_err(&failed)?, self.at).map_err(&failed)?;
        draft.write_all(&sum).map_err(&failed)?;
        let name: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        let pack = self.folder.join(format!("pack-{name}.pack"));
        draft.publish_as(&pack)?;
        let index = pack.with_extension("idx");
        stodola_durable::replace(&index, &index::encode(&mut self.objects, sum))?;
        Ok(index)
    }
}

/// Returns the SHA-1 of the first bytes of a file.
fn sum_of(file: &File, length: u64) -> io::Result<[u8; ID]> {
    let mut hash = Sha1::new();
    let mut buf = vec![0; PIECE];
    let mut at = 0;
    while at < length {
        let n = (length - at).min(PIECE as u64) as usize;
        file.read_exact_at(&mut buf[..n], at)?;
        hash.update(&buf[..n]);
        at += n as u64;
    }
    Ok(hash.finalize().into())
}
