//! Reading packs: ours, and those that `git gc` made of them.

use super::entry::{EntryHead, EntryKind, HEAD_MAX};
use super::index::PackIndex;
use crate::error::PagesError;
use crate::git::delta;
use crate::git::object::{ID, ObjectKind};
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Deltas that lead from one another. Git makes at most 4,095.
const DEPTH_MAX: usize = 5000;
/// Maximum size of an object that is held in memory, in bytes. Larger ones are never deltas, and are read as streams.
pub(crate) const MEMORY_MAX: u64 = 64 << 20;

/// Maximum size of the objects of a pack that are remembered, in bytes.
const REMEMBERED_MAX: usize = 16 << 20;

/// A pack, open for reading. It stays readable after it was removed.
#[derive(Debug)]
pub(crate) struct Pack {
    file: File,
    pub(crate) path: PathBuf,
    pub(crate) index: PackIndex,
    pub(crate) length: u64,
    memory: Mutex<PackMemory>,
}

/// The decompressor of a pack, and objects that were read lately, by their places.
struct PackMemory {
    zlib: libdeflater::Decompressor,
    objects: HashMap<u64, FoundObject>,
    bytes: usize,
}

impl std::fmt::Debug for PackMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PackMemory").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

/// An object as it was read.
#[derive(Clone, Debug)]
pub(crate) struct FoundObject {
    pub(crate) kind: ObjectKind,
    pub(crate) content: Arc<[u8]>,
    /// Number of deltas that led to it.
    pub(crate) depth: u32,
}

impl Pack {
    /// Opens the pack whose index is at `index`.
    pub(crate) fn open(index: &Path) -> Result<Pack, PagesError> {
        let path = index.with_extension("pack");
        let file = File::open(&path).map_err(PagesError::io("open", &path))?;
        let length = file.metadata().map_err(PagesError::io("read", &path))?.len();
        let mut head = [0; 12];
        file.read_exact_at(&mut head, 0).map_err(PagesError::io("read", &path))?;
        let index = PackIndex::open(index)?;
        // Git reads versions 2 and 3 alike.
        let is_pack = head.starts_with(b"PACK\0\0\0") && matches!(head[7], 2 | 3);
        if !is_pack || length < 12 + ID as u64 {
            return Err(PagesError::damaged(&path, "it does not start like a pack"));
        }
        let zlib = libdeflater::Decompressor::new();
        let memory = Mutex::new(PackMemory { zlib, objects: HashMap::new(), bytes: 0 });
        Ok(Pack { file, path, index, length, memory })
    }

    /// Number of bytes of the pack and its index.
    pub(crate) fn size(&self) -> u64 {
        self.length + self.index.length()
    }

    /// Reads bytes of the file; fewer only at its end.
    pub(crate) fn bytes(&self, at: u64, max: u64) -> Result<Vec<u8>, PagesError> {
        let mut buf = vec![0; max.min(self.length.saturating_sub(at)) as usize];
        self.file.read_exact_at(&mut buf, at).map_err(PagesError::io("read", &self.path))?;
        Ok(buf)
    }

    fn damaged(&self, offset: u64, what: &str) -> PagesError {
        PagesError::damaged(&self.path, format!("the object at byte {offset} {what}"))
    }

    fn head(&self, offset: u64) -> Result<(EntryHead, u64), PagesError> {
        let bytes = self.bytes(offset, HEAD_MAX as u64)?;
        let (head, length) =
            EntryHead::parse(&bytes).ok_or_else(|| self.damaged(offset, "has no readable head"))?;
        Ok((head, offset + length as u64))
    }

    fn base(&self, offset: u64, kind: EntryKind) -> Result<Option<u64>, PagesError> {
        match kind {
            EntryKind::Whole(_) => Ok(None),
            EntryKind::DeltaBehind(distance) => offset
                .checked_sub(distance)
                .filter(|&base| distance > 0 && base >= 12)
                .map(Some)
                .ok_or_else(|| self.damaged(offset, "has no base")),
            EntryKind::DeltaOf(id) => match self.index.find(id)? {
                Some(base) => Ok(Some(base)),
                None => Err(self.damaged(offset, "has its base elsewhere")),
            },
        }
    }

    /// Returns kind and size of the object at a place, without reading the whole of it.
    pub(crate) fn measure(&self, offset: u64) -> Result<(ObjectKind, u64), PagesError> {
        let (mut at, mut size) = (offset, None);
        for _ in 0..DEPTH_MAX {
            let (head, start) = self.head(at)?;
            let Some(base) = self.base(at, head.kind)? else {
                let EntryKind::Whole(kind) = head.kind else { break };
                return Ok((kind, size.unwrap_or(head.size)));
            };
            if size.is_none() {
                // The two lengths at the beginning of the delta.
                let mut beginning = Vec::new();
                let stream = self.stream(start).take(20).read_to_end(&mut beginning);
                stream.map_err(PagesError::io("read", &self.path))?;
                let sizes = delta::sizes(&beginning);
                size = Some(sizes.ok_or_else(|| self.damaged(at, "is no delta"))?.1);
            }
            at = base;
        }
        Err(self.damaged(offset, "has too many bases"))
    }

    /// Reads the object at a place.
    pub(crate) fn object(&self, offset: u64) -> Result<FoundObject, PagesError> {
        // A panic cannot leave it half changed: what is in it is whole objects.
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let mut deltas = Vec::new();
        let mut bytes = 0;
        let mut at = offset;
        let mut object = loop {
            if let Some(object) = memory.objects.get(&at) {
                break object.clone();
            }
            let (head, start) = self.head(at)?;
            bytes += head.size;
            if head.size > MEMORY_MAX || bytes > 2 * MEMORY_MAX || deltas.len() > DEPTH_MAX {
                return Err(
                    self.damaged(offset, "is too large for the memory, or has too many bases")
                );
            }
            let content = self.inflate(&mut memory.zlib, start, head.size)?;
            match (self.base(at, head.kind)?, head.kind) {
                (None, EntryKind::Whole(kind)) => {
                    let object = FoundObject { kind, content: content.into(), depth: 0 };
                    memory.remember(at, &object);
                    break object;
                }
                (Some(base), _) => {
                    deltas.push((at, content));
                    at = base;
                }
                (None, _) => return Err(self.damaged(offset, "has no base")),
            }
        };
        while let Some((at, delta)) = deltas.pop() {
            let made = delta::apply(&object.content, &delta, MEMORY_MAX as usize);
            object.content =
                made.ok_or_else(|| self.damaged(offset, "does not fit its base"))?.into();
            object.depth += 1;
            memory.remember(at, &object);
        }
        Ok(object)
    }

    fn inflate(
        &self,
        zlib: &mut libdeflater::Decompressor,
        start: u64,
        size: u64,
    ) -> Result<Vec<u8>, PagesError> {
        let mut out = vec![0; size as usize];
        // Content that cannot be compressed becomes a little longer.
        let bytes = self.bytes(start, size + size / 64 + 256)?;
        if zlib.zlib_decompress(&bytes, &mut out) == Ok(out.len()) {
            return Ok(out);
        }
        // Somebody's program may have compressed it in a way that made it longer.
        let bytes = self.bytes(start, 4 * size + 4096)?;
        match zlib.zlib_decompress(&bytes, &mut out) {
            Ok(n) if n == out.len() => Ok(out),
            _ => Err(self.damaged(start, "cannot be decompressed")),
        }
    }

    /// Returns the content of an object that is not a delta, as a stream; `None` if it is one.
    pub(crate) fn whole(
        self: &Arc<Pack>,
        offset: u64,
    ) -> Result<Option<impl Read + Send + use<>>, PagesError> {
        let (head, start) = self.head(offset)?;
        let EntryKind::Whole(_) = head.kind else { return Ok(None) };
        let section = Section { pack: Arc::clone(self), at: start };
        let buffered = std::io::BufReader::with_capacity(64 << 10, section);
        Ok(Some(flate2::bufread::ZlibDecoder::new(buffered).take(head.size)))
    }

    fn stream(&self, start: u64) -> impl Read {
        let bytes = self.bytes(start, 1024).unwrap_or_default();
        flate2::read::ZlibDecoder::new(std::io::Cursor::new(bytes))
    }
}

/// A part of a pack, read from its start on.
struct Section {
    pack: Arc<Pack>,
    at: u64,
}

impl Read for Section {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let n = self.pack.file.read_at(buf, self.at)?;
        self.at += n as u64;
        Ok(n)
    }
}

impl PackMemory {
    fn remember(&mut self, at: u64, object: &FoundObject) {
        let size = object.content.len() + 200;
        if size > REMEMBERED_MAX / 4 {
            return;
        }
        if self.bytes + size > REMEMBERED_MAX {
            self.objects.clear();
            self.bytes = 0;
        }
        if self.objects.insert(at, object.clone()).is_none() {
            self.bytes += size;
        }
    }
}
