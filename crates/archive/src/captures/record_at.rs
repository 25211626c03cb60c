//! Opening the record at an offset of a file of the archive.

use super::CaptureError;
use crate::folder::Archive;
use crate::sink::not_modified_head;
use crate::source::{FileSource, OpenedFile, reader_at, short_reader_at};
use std::io::{self, ErrorKind};
use std::net::IpAddr;
use std::path::Path;
use stodola_warc::{LOOK_AHEAD, Reader, Record, RecordType};

/// Maximum number of bytes of the head of a response that are read.
const HEAD_MAX: usize = 64 << 10;
/// Maximum number of bytes of a metadata record that are read to find a head: an escaped byte takes three, and the head
/// is the first line.
const METADATA_MAX: usize = 3 * HEAD_MAX + 32;

/// Where a record starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// Byte offset of the record, or of the compressed member that contains it.
    pub(crate) offset: u64,
    /// Decoded bytes before the record in that member.
    pub(crate) inner: u64,
}

impl Spot {
    /// Returns the place of the first record of a member, or of a record in an uncompressed file.
    pub(crate) fn at(offset: u64) -> Spot {
        Spot { offset, inner: 0 }
    }
}

/// The head of an answer without its body, found by the place of its record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerHead {
    /// The first bytes of the answer as received, 64 KiB at most. `None` if the record says only by its profile that
    /// nothing had changed (304).
    pub head: Option<Vec<u8>>,
    /// Address of the server; `None` if the record does not have it.
    pub server: Option<IpAddr>,
    /// Whether the record says that its answer was truncated.
    pub is_truncated: bool,
}

/// Opens a reader that stands at `spot`: see [`next`]. With `until`, the file counts as ending there.
pub(crate) fn open(
    archive: &Archive,
    name: &str,
    spot: Spot,
    until: Option<u64>,
) -> Result<(Reader<FileSource>, OpenedPath), CaptureError> {
    open_known(archive, name, spot, until, None)
}

/// The same for a record of which the catalogue knows how many stored bytes it has: no more than these are read.
pub(crate) fn open_known(
    archive: &Archive,
    name: &str,
    spot: Spot,
    until: Option<u64>,
    length: Option<u64>,
) -> Result<(Reader<FileSource>, OpenedPath), CaptureError> {
    let missing = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => CaptureError::Missing(archive.path_of(name)),
        _ => read_error(&archive.path_of(name), spot, error),
    };
    let opened = archive.open_file(name).map_err(missing)?;
    let OpenedFile { path, is_unfinished, .. } = &opened;
    let path = OpenedPath(path.clone());
    let until = until.filter(|_| *is_unfinished);
    let reader = match length {
        Some(length) if length <= LOOK_AHEAD as u64 => {
            let reader = short_reader_at(opened, spot.offset, until, None);
            reader.map(|reader| reader.with_expected(length))
        }
        _ => reader_at(opened, spot.offset, until, None),
    };
    let reader = reader.map_err(|error| read_error(&path.0, spot, error))?;
    Ok((reader, path))
}

/// Path under which the file of a record was found.
pub(crate) struct OpenedPath(pub(crate) std::path::PathBuf);

impl OpenedPath {
    pub(crate) fn changed(&self, spot: Spot) -> CaptureError {
        CaptureError::Changed { path: self.0.clone(), offset: spot.offset }
    }

    pub(crate) fn failed(&self, spot: Spot) -> impl Fn(io::Error) -> CaptureError {
        let path = self.0.clone();
        move |error| read_error(&path, spot, error)
    }
}

fn read_error(path: &Path, spot: Spot, error: io::Error) -> CaptureError {
    CaptureError::Read { path: path.to_owned(), offset: spot.offset, error }
}

/// Reads the record at `spot`. Records before it in its member are skipped.
pub(crate) fn next<'r>(
    reader: &'r mut Reader<FileSource>,
    spot: Spot,
    path: &OpenedPath,
) -> Result<Record<'r, FileSource>, CaptureError> {
    loop {
        let record = reader.next_record().map_err(path.failed(spot))?;
        match record.map(|record| Spot { offset: record.offset(), inner: record.inner_offset() }) {
            Some(found) if found == spot => break,
            Some(found) if found.offset == spot.offset && found.inner < spot.inner => {}
            _ => return Err(path.changed(spot)),
        }
    }
    reader.current_record().ok_or_else(|| path.changed(spot))
}

/// Returns the head of the answer in the record at an offset. That of an answer 304 is in a metadata record behind it.
pub(crate) fn answer_head(
    archive: &Archive,
    name: &str,
    offset: u64,
) -> Result<AnswerHead, CaptureError> {
    let spot = Spot::at(offset);
    let (mut reader, path) = open(archive, name, spot, None)?;
    let mut record = next(&mut reader, spot, &path)?;
    let header = |name| record.warc().and_then(|header| header.get(name));
    let server = header("WARC-IP-Address");
    let server = server.and_then(|server| std::str::from_utf8(server).ok()?.parse().ok());
    let is_not_modified =
        header("WARC-Profile").is_some_and(|it| it.ends_with(b"/server-not-modified"));
    let is_truncated = header("WARC-Truncated").is_some();
    let block = record.peek(HEAD_MAX).map_err(path.failed(spot))?;
    if !(block.is_empty() && is_not_modified) {
        return Ok(AnswerHead { head: Some(block.to_vec()), server, is_truncated });
    }
    let id = record.id().map(<[u8]>::to_vec);
    record.finish().map_err(path.failed(spot))?;
    let head = id.and_then(|id| head_in_metadata(&mut reader, &id));
    Ok(AnswerHead { head, server, is_truncated })
}

/// Returns the head of an answer 304 from the metadata record that follows the `revisit` with this id; `None` if there
/// is none.
fn head_in_metadata(reader: &mut Reader<FileSource>, id: &[u8]) -> Option<Vec<u8>> {
    // The request record comes first.
    for _ in 0..2 {
        let mut record = reader.next_record().ok()??;
        let concurrent = record.warc().and_then(|header| header.get("WARC-Concurrent-To"))?;
        let concurrent = concurrent.strip_prefix(b"<").and_then(|it| it.strip_suffix(b">"))?;
        if concurrent != id {
            return None;
        }
        if record.kind() == RecordType::Metadata {
            return not_modified_head(record.peek(METADATA_MAX).ok()?);
        }
        record.finish().ok()?;
    }
    None
}
