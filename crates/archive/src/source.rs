//! The bytes of an ARC or WARC file, or of a part of it, hashed while they are read if that is wanted.

use crate::folder::{Archive, UNFINISHED};
use sha2::{Digest as _, Sha256};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use stodola_warc::Reader;

/// An opened file of the archive.
#[derive(Debug)]
pub(crate) struct OpenedFile {
    pub(crate) file: File,
    /// Path under which it was found.
    pub(crate) path: PathBuf,
    /// Whether the file is still being written: its name ends in `.open`.
    pub(crate) is_unfinished: bool,
}

impl OpenedFile {
    /// The same file once more. Both have one position.
    pub(crate) fn try_clone(&self) -> io::Result<OpenedFile> {
        let OpenedFile { file, path, is_unfinished } = self;
        let file = file.try_clone()?;
        Ok(OpenedFile { file, path: path.clone(), is_unfinished: *is_unfinished })
    }
}

impl Archive {
    /// Opens a file of the archive, finished or not. This also works while the file is being finished: at each moment
    /// it has at least one of its two names.
    pub(crate) fn open_file(&self, name: &str) -> io::Result<OpenedFile> {
        let path = self.path_of(name);
        let unfinished = self.path_of(&format!("{name}{UNFINISHED}"));
        let finished = |path: PathBuf| {
            File::open(&path).map(|file| OpenedFile { file, path, is_unfinished: false })
        };
        match finished(path.clone()) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            result => return result,
        }
        match File::open(&unfinished) {
            Ok(file) => return Ok(OpenedFile { file, path: unfinished, is_unfinished: true }),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        finished(path)
    }

    /// Returns the path of a file of the archive: under its name, or with the ending `.open` while it is being written.
    /// `None` if neither exists. A file that cannot be accessed counts as existing.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let path = self.path_of(name);
        let unfinished = self.path_of(&format!("{name}{UNFINISHED}"));
        let is_there = |path: &PathBuf| path.try_exists().unwrap_or(true);
        // The final name is tried twice, because the file may be finished between the two tries.
        [path.clone(), unfinished, path].into_iter().find(is_there)
    }
}

/// A range of a file, as the input of a [`Reader`].
#[derive(Debug)]
pub struct FileSource {
    file: File,
    /// Bytes left in the range.
    left: u64,
    hash: Option<RunningHash>,
}

/// SHA-256 of the first bytes of a file, as far as it was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunningHash {
    hasher: Sha256,
    /// Bytes hashed so far.
    size: u64,
    /// Bytes that the source will return before the first byte that is not hashed yet.
    skip: u64,
}

impl RunningHash {
    /// Number of bytes hashed so far.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Returns the number of bytes hashed, and their SHA-256.
    pub(crate) fn finish(self) -> (u64, [u8; 32]) {
        (self.size, self.hasher.finalize().into())
    }

    /// Hashes the bytes of the file before `offset` that are not hashed yet.
    pub(crate) fn up_to(mut self, opened: &OpenedFile, offset: u64) -> io::Result<RunningHash> {
        if self.size >= offset {
            return Ok(self);
        }
        let mut file = opened.file.try_clone()?;
        file.seek(SeekFrom::Start(self.size))?;
        self.skip = 0;
        let source = FileSource { file, left: offset - self.size, hash: Some(self) };
        source.finish()
    }

    fn update(&mut self, bytes: &[u8]) {
        let skipped = (self.skip).min(bytes.len() as u64);
        self.skip -= skipped;
        let new = &bytes[skipped as usize..];
        self.hasher.update(new);
        self.size += new.len() as u64;
    }
}

impl FileSource {
    /// Returns the whole file as a source, with hashing.
    pub(crate) fn whole(file: File) -> FileSource {
        FileSource { file, left: u64::MAX, hash: Some(RunningHash::default()) }
    }

    /// Hashes the bytes that are read after those that `hash` already covers. The source stands at `from`, which must
    /// not be behind that point.
    pub(crate) fn hashed(mut self, mut hash: RunningHash, from: u64) -> FileSource {
        hash.skip = hash.size.saturating_sub(from);
        self.hash = Some(hash);
        self
    }

    /// Reads the rest, and returns the hash. It is empty if no hash was asked for.
    pub(crate) fn finish(mut self) -> io::Result<RunningHash> {
        io::copy(&mut self, &mut io::sink())?;
        Ok(self.hash.unwrap_or_default())
    }
}

impl Read for FileSource {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let wanted = buf.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let n = self.file.read(&mut buf[..wanted])?;
        self.left -= n as u64;
        if let Some(hash) = &mut self.hash {
            hash.update(&buf[..n]);
        }
        Ok(n)
    }
}

/// Returns the size in bytes and the SHA-256 of a file.
pub(crate) fn hash_file(path: &Path) -> io::Result<(u64, [u8; 32])> {
    Ok(FileSource::whole(File::open(path)?).finish()?.finish())
}

/// Returns a reader of the records from an offset on. With `until` it ends there, as if the file did.
pub(crate) fn reader_at(
    opened: OpenedFile,
    from: u64,
    until: Option<u64>,
    hash: Option<RunningHash>,
) -> io::Result<Reader<FileSource>> {
    let path = opened.path.clone();
    let reader = short_reader_at(opened, from, until, hash)?;
    // Bytes behind the end of a range must not be looked at: somebody may be writing them.
    let probe = if until.is_none() { File::open(path).ok() } else { None };
    Ok(match probe {
        Some(probe) => reader.with_probe(probe),
        None => reader,
    })
}

/// The same for records of at most [`stodola_warc::LOOK_AHEAD`] bytes: the ends of longer ones are not verified.
pub(crate) fn short_reader_at(
    opened: OpenedFile,
    from: u64,
    until: Option<u64>,
    hash: Option<RunningHash>,
) -> io::Result<Reader<FileSource>> {
    let OpenedFile { file, .. } = opened;
    // Both handles share one position, so it is set back before anything is read.
    let mut position = file.try_clone()?;
    let mut source =
        FileSource { file, left: until.map_or(u64::MAX, |it| it.saturating_sub(from)), hash: None };
    if let Some(hash) = hash {
        source = source.hashed(hash, from);
    }
    let reader = match from {
        0 => Reader::new(source),
        _ => Reader::at_offset_of(&mut position, source, from)?,
    };
    position.seek(SeekFrom::Start(from))?;
    Ok(reader)
}
