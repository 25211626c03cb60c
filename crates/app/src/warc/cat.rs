//! Prints one record by its offset, or a part of it.

use super::WarcError;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use stodola_warc::segments::{Joiner, SegmentFile};
use stodola_warc::{Reader, Record, RecordType, Warning, Wrapping, decode, http};

/// The part of a record that is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordPart {
    /// Header and block.
    Whole,
    /// Only the record header.
    Headers,
    /// Only the block.
    Block,
    /// The payload with its content encoding.
    Payload,
    /// The payload without its content encoding. One that is longer than this number of bytes is an error.
    Decoded(u64),
    /// The block of a record that is stored in segments; some may be in these other files.
    Joined(Vec<PathBuf>),
}

/// Which record is printed, and what of it.
#[derive(Clone, Debug)]
pub struct PrintSettings {
    /// The file.
    pub file: PathBuf,
    /// Byte offset of the record, or of the compressed member that contains it.
    pub offset: u64,
    /// Decoded bytes before the record in its member.
    pub inner: u64,
    /// What is printed.
    pub part: RecordPart,
}

/// Writes a record, or a part of it, byte for byte. Returns all warnings about the record.
pub fn print_record(
    settings: &PrintSettings,
    out: &mut impl Write,
) -> Result<Vec<Warning>, WarcError> {
    let PrintSettings { file, offset, inner, part } = settings;
    let mut reader = open_at(file, *offset)?;
    if *offset == 0 && wrapping_of(file).is_some() {
        return Err(no_record(settings));
    }
    loop {
        let Some(mut record) = reader.next_record()? else { return Err(no_record(settings)) };
        if record.offset() != *offset || record.inner_offset() > *inner {
            return Err(no_record(settings));
        }
        if record.inner_offset() < *inner {
            continue;
        }
        if let RecordPart::Joined(also) = part {
            let id = origin(&record).ok_or(WarcError::NoRecordId)?;
            join(file, also, &id, out)?;
            return Ok(Vec::new());
        }
        print(part, &mut record, out)?;
        return Ok(record.finish()?.warnings);
    }
}

fn open_at(file: &Path, offset: u64) -> Result<Reader<std::fs::File>, WarcError> {
    Reader::open_at(file, offset)
        .map_err(|source| WarcError::Open { path: file.to_owned(), source })
}

/// Returns the id of the record that a segment belongs to; `None` if it has none.
fn origin<R: Read>(record: &Record<'_, R>) -> Option<Vec<u8>> {
    let origin = record.warc()?.get("WARC-Segment-Origin-ID");
    origin.or(record.id()).map(<[u8]>::to_vec)
}

fn join(
    file: &PathBuf,
    also: &[PathBuf],
    id: &[u8],
    out: &mut impl Write,
) -> Result<(), WarcError> {
    let files: Vec<&PathBuf> = std::iter::once(file).chain(also).collect();
    let mut joiner = Joiner::default();
    for (number, file) in files.iter().enumerate() {
        let mut reader = Reader::open(file)
            .map_err(|source| WarcError::Open { path: file.to_path_buf(), source })?;
        while let Some(record) = reader.next_record()? {
            // Problems of segments of other records do not matter here.
            let is_ours = origin(&record).is_some_and(|o| strip(&o) == strip(id));
            match joiner.note(number, &record) {
                Err(error) if is_ours => {
                    return Err(WarcError::Segment { path: file.to_path_buf(), error });
                }
                _ => {}
            }
        }
    }
    let mut block = joiner.block(id, |segment| SegmentFile::open(files[segment.file], segment))?;
    io::copy(&mut block, out)?;
    Ok(out.flush()?)
}

fn strip(id: &[u8]) -> &[u8] {
    id.strip_prefix(b"<").and_then(|id| id.strip_suffix(b">")).unwrap_or(id)
}

fn wrapping_of(file: &Path) -> Option<Wrapping> {
    Wrapping::of_file(file).ok()?
}

fn no_record(settings: &PrintSettings) -> WarcError {
    let path = settings.file.clone();
    match wrapping_of(&path) {
        Some(wrapping) => WarcError::Wrapped { path, wrapping },
        None => WarcError::NoRecord { path, offset: settings.offset, inner: settings.inner },
    }
}

fn print<R: Read>(
    part: &RecordPart,
    record: &mut Record<'_, R>,
    out: &mut impl Write,
) -> Result<(), WarcError> {
    if matches!(part, RecordPart::Whole | RecordPart::Headers) {
        out.write_all(record.raw_header())?;
    }
    match part {
        RecordPart::Whole | RecordPart::Block => {
            io::copy(record, out)?;
        }
        RecordPart::Payload => {
            copy_payload(record, out, None)?;
        }
        RecordPart::Decoded(limit) => {
            copy_payload(record, out, Some(*limit))?;
        }
        RecordPart::Headers | RecordPart::Joined(_) => {}
    }
    Ok(out.flush()?)
}

/// Copies the payload; with a limit, its content encoding is removed too. Returns the number of bytes.
pub(super) fn copy_payload<R: Read>(
    record: &mut Record<'_, R>,
    out: &mut impl Write,
    decoded_limit: Option<u64>,
) -> Result<u64, WarcError> {
    let Some(info) = record.http()? else {
        return match record.kind() {
            RecordType::Revisit => Err(WarcError::RevisitPayload),
            _ => Ok(io::copy(record, out)?),
        };
    };
    let mut head = vec![0; info.head_len];
    record.read_exact(&mut head)?;
    let fields = match record.kind() {
        RecordType::Request => http::parse_request(&head).map(|h| h.fields),
        _ => http::parse_response(&head).map(|h| h.fields),
    };
    let Some(fields) = fields else { return Ok(io::copy(record, out)?) };
    let body: &mut dyn BufRead = record;
    Ok(match decoded_limit {
        Some(limit) => io::copy(&mut decode::PayloadReader::new(&fields, body, limit), out)?,
        None => io::copy(&mut decode::TransferDecoder::new(&fields, body), out)?,
    })
}
