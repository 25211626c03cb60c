//! Writing new objects into one new pack, and moving references to them.

use super::commit::Commit;
use super::delta;
use super::object::{CheckedId, ID, ObjectId, ObjectKind, id_of};
use super::pack::{MEMORY_MAX, Pack, PackWriter};
use super::refs::Refs;
use super::repository::{Repository, remove_pack};
use super::similar::{Recent, Similar};
use crate::error::PagesError;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::Arc;

/// Maximum number of deltas that lead to an object, as git has it: each of them is undone when it is read.
const DEPTH_MAX: u32 = 50;
/// Number of similar objects that are tried.
const TRIED: usize = 4;
/// Files up to this size are held in memory and may become deltas, in bytes.
pub(crate) const SMALL_MAX: u64 = 8 << 20;
/// A delta of the previous version that is so many times shorter than the content is good enough.
const GOOD: usize = 32;

/// How much is written, which decides which packs are taken over into the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WriteExtent {
    /// A round of a domain, which may change every page.
    Round,
    /// A few files.
    Addition,
}

impl WriteExtent {
    /// Packs up to this size are always taken over, in bytes: for a round, which comes now and then, new versions
    /// become deltas of old ones, and there is one pack; an addition must not copy much.
    fn always(self) -> u64 {
        match self {
            WriteExtent::Round => 64 << 20,
            WriteExtent::Addition => 1 << 20,
        }
    }

    /// Chooses packs so that each one left is at least twice as large as everything smaller together: so there are few,
    /// and each byte is copied a few times in all.
    fn absorbed(self, packs: &[Arc<Pack>]) -> Vec<Arc<Pack>> {
        let mut sum = 0;
        let smallest_first = packs.iter().rev();
        let mut chosen: Vec<_> = smallest_first
            .take_while(|pack| {
                let is_chosen = pack.size() <= self.always().max(2 * sum);
                sum += pack.size();
                is_chosen
            })
            .cloned()
            .collect();
        chosen.reverse();
        chosen
    }
}

/// Writes objects. Nothing of them is seen before [`ObjectWriter::publish`]; dropped, it leaves nothing.
pub(crate) struct ObjectWriter {
    repository: Arc<Repository>,
    pack: PackWriter,
    absorbed: Vec<Arc<Pack>>,
    similar: Similar,
}

/// What an object can be a delta of.
struct Base {
    offset: u64,
    depth: u32,
    delta: Vec<u8>,
}

impl ObjectWriter {
    pub(crate) fn new(
        repository: &Arc<Repository>,
        extent: WriteExtent,
    ) -> Result<ObjectWriter, PagesError> {
        let absorbed = extent.absorbed(&repository.packs());
        let pack = PackWriter::create(&repository.pack_folder(), absorbed.clone())?;
        let repository = Arc::clone(repository);
        Ok(ObjectWriter { repository, pack, absorbed, similar: Similar::new() })
    }

    fn exists(&self, id: ObjectId) -> Result<bool, PagesError> {
        Ok(self.pack.written(id).is_some() || self.repository.packed(id)?.is_some())
    }

    /// Writes an object unless it exists. `previous` is the one whose place it takes, if there was one.
    pub(crate) fn put(
        &mut self,
        kind: ObjectKind,
        content: &[u8],
        previous: Option<ObjectId>,
    ) -> Result<ObjectId, PagesError> {
        let id = id_of(kind, content);
        if self.exists(id)? {
            return Ok(id);
        }
        if kind == ObjectKind::Blob {
            let mut checked = CheckedId::new(kind, content.len() as u64);
            checked.update(content);
            checked.finish()?;
        }
        let mut best: Option<Base> = None;
        if let Some(previous) = previous {
            self.try_previous(content, previous, &mut best)?;
        }
        let is_blob = kind == ObjectKind::Blob;
        let mut marks = Vec::new();
        if is_blob {
            let is_good = best.as_ref().is_some_and(|base| base.delta.len() < content.len() / GOOD);
            let candidates;
            let tried = if is_good { 0 } else { TRIED };
            (candidates, marks) = self.similar.candidates(content, tried);
            for candidate in candidates {
                try_base(&mut best, content, &candidate);
            }
        }
        let (offset, depth) = self.push(id, kind, content, best.as_ref())?;
        if is_blob && depth < DEPTH_MAX {
            self.similar.remember(Recent::new(offset, depth, content.into()), &marks);
        }
        Ok(id)
    }

    fn try_previous(
        &self,
        content: &[u8],
        previous: ObjectId,
        best: &mut Option<Base>,
    ) -> Result<(), PagesError> {
        let Some((pack, offset)) = self.repository.packed(previous)? else { return Ok(()) };
        let Some(place) = self.pack.place(&pack, offset) else { return Ok(()) };
        if pack.measure(offset)?.1 > MEMORY_MAX / 4 {
            return Ok(());
        }
        let object = pack.object(offset)?;
        try_base(best, content, &Recent::new(place, object.depth, object.content));
        Ok(())
    }

    /// Writes an object whole or as a delta, whichever is shorter; returns its place and the number of deltas.
    fn push(
        &mut self,
        id: ObjectId,
        kind: ObjectKind,
        content: &[u8],
        base: Option<&Base>,
    ) -> Result<(u64, u32), PagesError> {
        let mut whole = None;
        if let Some(base) = base {
            let delta = self.pack.compress(&base.delta)?;
            // A delta that is clearly shorter needs no comparison. Otherwise a few bytes are not worth its base.
            if base.delta.len() >= content.len() / 2 {
                whole = Some(self.pack.compress(content)?);
            }
            if whole.as_ref().is_none_or(|whole| delta.len() + 2 < whole.len()) {
                let size = base.delta.len();
                let offset = self.pack.push(id, kind, Some(base.offset), size, &delta)?;
                return Ok((offset, base.depth));
            }
        }
        let whole = match whole {
            Some(whole) => whole,
            None => self.pack.compress(content)?,
        };
        Ok((self.pack.push(id, kind, None, content.len(), &whole)?, 0))
    }

    /// Writes a blob from a file, which is read from its start, and may be large.
    pub(crate) fn put_file(&mut self, file: &mut File) -> Result<ObjectId, PagesError> {
        let failed = PagesError::io("read", &self.repository.folder);
        let size = file.seek(SeekFrom::End(0)).map_err(&failed)?;
        file.rewind().map_err(&failed)?;
        if size <= SMALL_MAX {
            let mut content = Vec::new();
            file.take(size).read_to_end(&mut content).map_err(&failed)?;
            return self.put(ObjectKind::Blob, &content, None);
        }
        let mut checked = CheckedId::new(ObjectKind::Blob, size);
        let mut buf = vec![0; 256 << 10];
        loop {
            match file.read(&mut buf) {
                Ok(0) => break,
                Ok(n) => checked.update(&buf[..n]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(failed(error)),
            }
        }
        let id = checked.finish()?;
        if !self.exists(id)? {
            file.rewind().map_err(&failed)?;
            self.pack.push_stream(id, size, file)?;
        }
        Ok(id)
    }

    /// Copies a stream of unknown length into a file without a name, which disappears by itself.
    pub(crate) fn spool(&self, content: &mut dyn Read) -> Result<File, PagesError> {
        let folder = self.repository.pack_folder();
        let mut file = stodola_durable::nameless(&folder)?;
        std::io::copy(content, &mut file).map_err(PagesError::io("write", &folder))?;
        file.flush().map_err(PagesError::io("write", &folder))?;
        Ok(file)
    }

    pub(crate) fn put_commit(&mut self, commit: &Commit) -> Result<ObjectId, PagesError> {
        self.put(ObjectKind::Commit, &commit.encode(), None)
    }

    /// Publishes the pack, then replaces the references, then removes the packs that were taken over. The references
    /// are the moment at which everything counts.
    pub(crate) fn publish(self, refs: &Refs) -> Result<(), PagesError> {
        if self.pack.count() == 0 {
            return refs.write(&self.repository.folder);
        }
        let index = self.pack.publish()?;
        refs.write(&self.repository.folder)?;
        for pack in self.absorbed {
            // The same objects in the same order have the same name.
            if pack.path.with_extension("idx") != index {
                remove_pack(&pack)?;
            }
        }
        self.repository.refresh()
    }
}

/// Makes the delta of a content against a base, and keeps it if it is the shortest so far.
fn try_base(best: &mut Option<Base>, content: &[u8], base: &Recent) {
    if base.depth >= DEPTH_MAX {
        return;
    }
    // What is hardly shorter than the content is of no use.
    let max = match best {
        Some(best) => best.delta.len().saturating_sub(1),
        None => content.len().saturating_sub(ID),
    };
    if let Some(delta) = delta::encode(&base.content, base.index(), content, max) {
        *best = Some(Base { offset: base.offset, depth: base.depth + 1, delta });
    }
}
