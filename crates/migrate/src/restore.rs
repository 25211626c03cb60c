//! From WARC back to ARC: the records of the source, byte for byte.

use crate::mapping::original_line;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use stodola_warc::write::{Compression, Options, RecordPacker};
use stodola_warc::{ArcLine, Reader, Record, RecordType};

/// Why an ARC cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// A file cannot be read or written.
    #[error("'{}': {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A record was not made from ARC.
    #[error("the record at {offset} was not made from an ARC record")]
    NotFromArc {
        /// Where it starts.
        offset: u64,
    },
    /// The content of a record is stored in another file.
    #[error("the content of the record at {offset} is in another record, '{refers_to}'")]
    Elsewhere {
        /// Where the record starts.
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
    /// Bytes of them before compression.
    pub bytes: u64,
}

/// Gives the content a revisit refers to: the bytes behind the HTTP head.
pub type Resolve<'a> = dyn FnMut(&[u8], &mut dyn Write) -> io::Result<bool> + 'a;

/// Writes the ARC that a result was made from. The new file must not exist; it is gzipped, a member
/// per record, if its name ends in `.gz`.
pub fn restore(
    result: &Path,
    arc: &Path,
    resolve: &mut Resolve<'_>,
) -> Result<Restored, RestoreError> {
    let fail = |path: &Path| {
        let path = path.to_owned();
        move |error| RestoreError::Io { path: path.clone(), error }
    };
    let mut reader = Reader::open(result).map_err(fail(result))?;
    let file = OpenOptions::new().write(true).create_new(true).open(arc).map_err(fail(arc))?;
    let mut out = BufWriter::new(file);
    let compression = match arc.extension().is_some_and(|e| e.eq_ignore_ascii_case("gz")) {
        true => Compression::Gzip,
        false => Compression::None,
    };
    let options = Options { compression, ..Options::default() };
    let _ = RecordPacker::new(options).map_err(fail(arc))?;
    let mut restored = Restored::default();
    while let Some(mut record) = reader.next_record().map_err(fail(result))? {
        if record.kind() == RecordType::Warcinfo {
            continue;
        }
        let offset = record.offset();
        let Some(raw) = record.warc().and_then(original_line) else {
            return Err(RestoreError::NotFromArc { offset });
        };
        let written = match compression {
            Compression::Gzip => {
                let mut member = flate2::write::GzEncoder::new(&mut out, flate2::Compression::new(6));
                let n = copy(&mut record, &raw, &mut member, resolve)?;
                member.finish().map_err(fail(arc))?;
                n
            }
            Compression::None | Compression::Zstd => copy(&mut record, &raw, &mut out, resolve)?,
        };
        restored.records += 1;
        restored.bytes += written;
    }
    let file = out.into_inner().map_err(|e| fail(arc)(e.into_error()))?;
    file.sync_all().map_err(fail(arc))?;
    Ok(restored)
}

/// Writes one record with its separator.
fn copy<R: Read>(
    record: &mut Record<'_, R>,
    raw: &[u8],
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
    let refers_to = record.warc().and_then(|h| h.get("WARC-Refers-To")).map(<[u8]>::to_vec);
    written += io::copy(record, out).map_err(io_error)?;
    if record.kind() == RecordType::Revisit {
        let refers_to = refers_to.unwrap_or_default();
        if !resolve(&refers_to, out).map_err(io_error)? {
            let refers_to = String::from_utf8_lossy(&refers_to).into_owned();
            return Err(RestoreError::Elsewhere { offset, refers_to });
        }
    }
    out.write_all(b"\n").map_err(io_error)?;
    Ok(written + 1)
}
