//! Restores the ARC file that a WARC file was made from: its records, byte for byte.

use crate::damage::DAMAGE;
use crate::mapping::original_line;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use stodola_warc::digest::{Algorithm, Hasher};
use stodola_warc::{ArcLine, Header, Reader, Record, RecordType};

/// Errors of restoring an ARC file.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// A file cannot be read or written.
    #[error("'{}': {error}", path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A record was not made from ARC.
    #[error("the record at {offset} was not made from an ARC record")]
    NotFromArc {
        /// Offset of the record.
        offset: u64,
    },
    /// The content of a record is stored in another file.
    #[error("the content of the record at {offset} is in another record, '{refers_to}'")]
    Elsewhere {
        /// Offset of the record.
        offset: u64,
        /// What it refers to.
        refers_to: String,
    },
}

/// What was restored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// Records written.
    pub records: u64,
    /// Bytes of the records before compression.
    pub bytes: u64,
    /// Number of records that are marked as read from damaged bytes. They are written as they could be read; the stored
    /// bytes of the source are in the quarantine.
    pub damaged: u64,
}

/// Writes the content of the original of a revisit with this header: the bytes after the HTTP head. Returns false if it
/// cannot be found.
pub type Resolve<'a> = dyn FnMut(&Header, &mut dyn Write) -> io::Result<bool> + 'a;

/// Writes the ARC that a result was made from. The new file must not exist. If its name ends in `.gz`, it is compressed
/// with gzip, a member per record.
pub fn restore(
    result: &Path,
    arc: &Path,
    resolve: &mut Resolve<'_>,
) -> Result<Restored, RestoreError> {
    let fail = |error| RestoreError::Io { path: arc.to_owned(), error };
    if arc.symlink_metadata().is_ok() {
        return Err(fail(io::ErrorKind::AlreadyExists.into()));
    }
    // Under its name only when it is whole; what a kill left under the other is written anew.
    let mut open = arc.as_os_str().to_owned();
    open.push(".open");
    let open = PathBuf::from(open);
    let is_gzip = arc.extension().is_some_and(|e| e.eq_ignore_ascii_case("gz"));
    let restored = write_arc(result, &open, is_gzip, resolve)
        .and_then(|restored| std::fs::hard_link(&open, arc).map_err(fail).map(|()| restored));
    // Nothing is lost with it: it has its name, or it is of no use.
    let _ = std::fs::remove_file(&open);
    restored
}

fn write_arc(
    result: &Path,
    arc: &Path,
    is_gzip: bool,
    resolve: &mut Resolve<'_>,
) -> Result<Restored, RestoreError> {
    let fail = |path: &Path| {
        let path = path.to_owned();
        move |error| RestoreError::Io { path: path.clone(), error }
    };
    let last = last_record(result).map_err(fail(result))?;
    let mut reader = Reader::open(result).map_err(fail(result))?;
    let mut out = BufWriter::new(File::create(arc).map_err(fail(arc))?);
    let mut restored = Restored::default();
    while let Some(mut record) = reader.next_record().map_err(fail(result))? {
        if record.kind() == RecordType::Warcinfo {
            continue;
        }
        let offset = record.offset();
        let Some(raw) = record.warc().and_then(original_line) else {
            return Err(RestoreError::NotFromArc { offset });
        };
        // A source that ends inside its last record has no separator there.
        let is_cut = record.warc().is_some_and(|h| h.get("WARC-Truncated") == Some(b"unspecified"));
        restored.damaged += u64::from(record.warc().is_some_and(|h| h.get(DAMAGE).is_some()));
        let separator: &[u8] = if is_cut && offset == last { b"" } else { b"\n" };
        let written = match is_gzip {
            true => {
                let mut member =
                    flate2::write::GzEncoder::new(&mut out, flate2::Compression::new(6));
                let n = copy(&mut record, &raw, separator, &mut member, resolve)?;
                member.finish().map_err(fail(arc))?;
                n
            }
            false => copy(&mut record, &raw, separator, &mut out, resolve)?,
        };
        restored.records += 1;
        restored.bytes += written;
    }
    let file = out.into_inner().map_err(|e| fail(arc)(e.into_error()))?;
    file.sync_all().map_err(fail(arc))?;
    stodola_durable::sync_folder_of(arc).map_err(|error| fail(arc)(error.source))?;
    Ok(restored)
}

/// Writes one record with its separator.
fn copy<R: Read>(
    record: &mut Record<'_, R>,
    raw: &[u8],
    separator: &[u8],
    out: &mut dyn Write,
    resolve: &mut Resolve<'_>,
) -> Result<u64, RestoreError> {
    let offset = record.offset();
    let io_error = |error| RestoreError::Io { path: PathBuf::from("-"), error };
    let line = ArcLine::parse(crate::mapping::without_line_end(raw), false);
    // The block of a filedesc record begins with its header line.
    let is_filedesc = line.is_some_and(|l| l.is_filedesc());
    let mut written = 0;
    if !is_filedesc {
        out.write_all(raw).map_err(io_error)?;
        written += raw.len() as u64;
    }
    let header = record.warc().cloned();
    let is_revisit = record.kind() == RecordType::Revisit;
    let mut block = Hashing { out, hasher: Algorithm::Sha256.hasher(), length: 0 };
    io::copy(record, &mut block).map_err(io_error)?;
    if let (true, Some(header)) = (is_revisit, header) {
        let is_there = resolve(&header, &mut block).map_err(io_error)?;
        let digest = header.get(crate::mapping::BLOCK_DIGEST).map(<[u8]>::to_vec);
        // Only the very bytes of the source will do.
        if !is_there || digest.as_deref() != Some(block.hasher.finish().to_string().as_bytes()) {
            let refers_to = header.get("WARC-Refers-To").unwrap_or_default();
            let refers_to = String::from_utf8_lossy(refers_to).into_owned();
            return Err(RestoreError::Elsewhere { offset, refers_to });
        }
    }
    written += block.length;
    out.write_all(separator).map_err(io_error)?;
    Ok(written + separator.len() as u64)
}

/// Hashes the bytes that are written.
struct Hashing<'a> {
    out: &'a mut dyn Write,
    hasher: Hasher,
    length: u64,
}

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.hasher.update(&bytes[..n]);
        self.length += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the offset of the last record.
fn last_record(path: &Path) -> io::Result<u64> {
    let mut reader = Reader::open(path)?;
    let mut last = 0;
    while let Some(record) = reader.next_record()? {
        last = record.offset();
    }
    Ok(last)
}
