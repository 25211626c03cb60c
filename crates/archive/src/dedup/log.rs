//! The log: the latest commits, each appended as a whole and synced before it counts.
//!
//! ```text
//! log        "stodola-log\n" 12 | version 4 | first file 4 | CRC-32 of all before it 4 | commits
//! commit     bytes of body 8 | CRC-32 of body 4 | CRC-32 of the 12 bytes before 4 | body
//! body       file 4 | SHA-256 of the commit 32 | new payloads 8 |
//!            bytes of name 4 | name | entries 8 | 48 each | references 8 | 20 each
//! ```
//!
//! Numbers are big-endian. Only the last commit can be incomplete, since each was safe before the next was begun; an
//! incomplete one is cut off. Anything else that is wrong is damage.

use super::Committed;
use super::error::{DedupError, damaged, io_error};
use super::record::{ENTRY, REFERENCE};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use stodola_durable::Appender;
use stodola_table::check_start;

const MAGIC: &[u8; 12] = b"stodola-log\n";
const VERSION: u32 = 1;
const HEADER: usize = 24;
const COMMIT_HEADER: usize = 16;
const NAME: &str = "log";

/// The log.
pub(super) struct Log {
    path: PathBuf,
    /// Number of the file in the first commit.
    pub(super) first: u32,
    /// Bytes of the log that are known to be safe.
    pub(super) length: u64,
    /// `None` if it was opened for reading only.
    appender: Option<Appender>,
}

/// What the index stores about one file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Commit {
    pub(super) file: u32,
    pub(super) committed: Committed,
    pub(super) new_payloads: u64,
    pub(super) entries: Vec<[u8; ENTRY]>,
    pub(super) references: Vec<[u8; REFERENCE]>,
}

impl Log {
    /// Creates an empty log, and replaces the old one if there is one.
    pub(super) fn create(folder: &Path, first: u32) -> Result<Log, DedupError> {
        let path = folder.join(NAME);
        let mut header = [0; HEADER];
        header[..12].copy_from_slice(MAGIC);
        header[12..16].copy_from_slice(&VERSION.to_be_bytes());
        header[16..20].copy_from_slice(&first.to_be_bytes());
        let sum = libdeflater::crc32(&header[..20]);
        header[20..].copy_from_slice(&sum.to_be_bytes());

        stodola_durable::replace(&path, &header)?;
        let length = HEADER as u64;
        let appender = Some(Appender::at(&path, length)?);
        Ok(Log { path, first, length, appender })
    }

    /// Opens the log, if there is one, and passes on its commits in order. If this process has the lock, an incomplete
    /// commit is cut off.
    pub(super) fn open(
        folder: &Path,
        is_ours: bool,
        mut take: impl FnMut(Commit),
    ) -> Result<Option<Log>, DedupError> {
        let path = folder.join(NAME);
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            result => result.map_err(io_error("open", &path))?,
        };
        let end = file.metadata().map_err(io_error("read", &path))?.len();
        let mut input = BufReader::new(&file);
        let header = read(&mut input, HEADER as u64, &path)?;
        check_start(&path, &header, MAGIC, VERSION)?;
        if header.len() < HEADER {
            return Err(damaged(&path, "it ends within the header"));
        }
        if libdeflater::crc32(&header[..20]).to_be_bytes() != header[20..] {
            return Err(damaged(&path, "wrong checksum of the header"));
        }
        let first = number(&mut &header[16..], 4).unwrap_or_default() as u32;

        let (mut length, mut next) = (HEADER as u64, first);
        while let Some(body) = read_commit(&mut input, end - length, &path)? {
            let commit = Commit::from_bytes(&body)
                .filter(|commit| commit.file == next)
                .ok_or_else(|| damaged(&path, "a commit is not valid"))?;
            take(commit);
            length += (COMMIT_HEADER + body.len()) as u64;
            next += 1;
        }
        // A commit may be complete although a kill came before it was safe. From now on it counts; an incomplete one
        // is cut off.
        let appender = if is_ours { Some(Appender::at(&path, length)?) } else { None };
        Ok(Some(Log { path, first, length, appender }))
    }

    /// Appends a commit. When this returns, it survives a power cut.
    pub(super) fn append(&mut self, commit: &Commit) -> Result<(), DedupError> {
        let appender = self.appender.as_mut();
        let appender = appender.ok_or_else(|| DedupError::OnlyRead(self.path.clone()))?;
        appender.append(&commit.to_bytes())?;
        self.length = appender.length();
        Ok(())
    }
}

/// Reads the body of the next commit, with `rest` bytes left; `None` at the end, or if the commit is incomplete.
fn read_commit(
    input: &mut impl BufRead,
    rest: u64,
    path: &Path,
) -> Result<Option<Vec<u8>>, DedupError> {
    let header = read(input, COMMIT_HEADER as u64, path)?;
    if header.len() < COMMIT_HEADER {
        return Ok(None);
    }
    if libdeflater::crc32(&header[..12]).to_be_bytes() != header[12..] {
        // After a power cut the file may have the length of an append without its bytes.
        let mut others = (&header[..]).chain(input).bytes();
        let is_blank = others.all(|byte| matches!(byte, Ok(0)));
        return if is_blank {
            Ok(None)
        } else {
            Err(damaged(path, "wrong checksum of a commit's header"))
        };
    }
    let length = number(&mut &header[..], 8).unwrap_or(u64::MAX);
    // A reader may see the beginning of a commit that was appended after it had asked for the length of the log.
    let rest = rest.checked_sub(COMMIT_HEADER as u64);
    let Some(after) = rest.and_then(|rest| rest.checked_sub(length)) else { return Ok(None) };
    let body = read(input, length, path)?;
    if libdeflater::crc32(&body).to_be_bytes() != header[8..12] {
        return if after == 0 {
            Ok(None)
        } else {
            Err(damaged(path, "wrong checksum of a commit"))
        };
    }
    Ok(Some(body))
}

/// Reads `length` bytes, or fewer if the input ends.
fn read(input: &mut impl Read, length: u64, path: &Path) -> Result<Vec<u8>, DedupError> {
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes).map_err(io_error("read", path))?;
    Ok(bytes)
}

impl Commit {
    fn to_bytes(&self) -> Vec<u8> {
        let Committed { name, digest } = &self.committed;
        let mut bytes = vec![0; COMMIT_HEADER];
        bytes.extend_from_slice(&self.file.to_be_bytes());
        bytes.extend_from_slice(digest);
        bytes.extend_from_slice(&self.new_payloads.to_be_bytes());
        bytes.extend_from_slice(&(name.len() as u32).to_be_bytes());
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(&(self.entries.len() as u64).to_be_bytes());
        bytes.extend_from_slice(self.entries.as_flattened());
        bytes.extend_from_slice(&(self.references.len() as u64).to_be_bytes());
        bytes.extend_from_slice(self.references.as_flattened());
        let body = &bytes[COMMIT_HEADER..];
        let (length, sum) = (body.len() as u64, libdeflater::crc32(body));
        bytes[..8].copy_from_slice(&length.to_be_bytes());
        bytes[8..12].copy_from_slice(&sum.to_be_bytes());
        let sum = libdeflater::crc32(&bytes[..12]);
        bytes[12..16].copy_from_slice(&sum.to_be_bytes());
        bytes
    }

    fn from_bytes(mut body: &[u8]) -> Option<Commit> {
        let rest = &mut body;
        let file = u32::try_from(number(rest, 4)?).ok()?;
        let mut digest = [0; 32];
        digest.copy_from_slice(bytes(rest, 32)?);
        let new_payloads = number(rest, 8)?;
        let length = number(rest, 4)?;
        let name = str::from_utf8(bytes(rest, length)?).ok()?.into();
        let entries = records(rest)?;
        let references = records(rest)?;
        let committed = Committed { name, digest };
        let commit = Commit { file, committed, new_payloads, entries, references };
        rest.is_empty().then_some(commit)
    }
}

fn records<const W: usize>(rest: &mut &[u8]) -> Option<Vec<[u8; W]>> {
    let length = number(rest, 8)?.checked_mul(W as u64)?;
    let (records, _) = bytes(rest, length)?.as_chunks::<W>();
    Some(records.to_vec())
}

fn number(rest: &mut &[u8], width: u64) -> Option<u64> {
    Some(bytes(rest, width)?.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

fn bytes<'a>(rest: &mut &'a [u8], length: u64) -> Option<&'a [u8]> {
    let (taken, others) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    *rest = others;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commit_that_came_while_the_log_is_read_is_left_for_the_next_time() {
        let committed = Committed { name: "a.warc".into(), digest: [1; 32] };
        let (entries, references) = (Vec::new(), Vec::new());
        let commit = Commit { file: 0, committed, new_payloads: 0, entries, references };
        let bytes = commit.to_bytes();
        let read = |rest: u64| read_commit(&mut &bytes[..], rest, Path::new("log")).unwrap();
        assert!(read(bytes.len() as u64).is_some());
        for rest in 0..bytes.len() as u64 {
            assert!(read(rest).is_none(), "{rest}");
        }
    }
}
