//! Copying one record: byte for byte if it is WARC, converted if it is ARC.

use std::io::{self, Read, Seek, Write};
use stodola_archive::{FileSource, RecordRun};
use stodola_migrate::{Mapped, VERSION, VERSION_2, line_field};
use stodola_warc::date::Timestamp;
use stodola_warc::digest::Algorithm;
use stodola_warc::write::{RecordHead, RecordPacker, WarcWriter, WriteError, Written, rewrite};
use stodola_warc::{ArcVersion, Format, Record};

/// So much of a block is looked at for an HTTP head.
const HEAD_MAX: usize = 64 << 10;

/// How a record was copied.
pub(super) enum Copied {
    /// As it is.
    Whole(CopiedRecord),
    /// As far as it can be read, with another length.
    Cut(CopiedRecord),
    /// Not at all, because of this.
    Not(String),
}

/// A record in the export.
pub(super) struct CopiedRecord {
    pub(super) written: Written,
    /// The target URI, if it is not the one of the archive.
    pub(super) uri: Option<Vec<u8>>,
}

impl CopiedRecord {
    fn same(written: Written) -> CopiedRecord {
        CopiedRecord { written, uri: None }
    }
}

/// Copies the record that a reader stands at. Only what is wrong with the export itself is an error.
pub(super) fn copy_record<W: Write>(
    writer: &mut WarcWriter<W>,
    run: &mut RecordRun,
) -> Result<Copied, WriteError> {
    let Some(mut record) = run.current() else { return Ok(Copied::Not("no record".to_owned())) };
    let result = match record.format() {
        Format::Arc(version) => copy_arc(writer, &mut record, version),
        _ => copy_warc(writer, &mut record),
    };
    match result {
        Err(WriteError::Read(error)) => Ok(Copied::Not(error.to_string())),
        Err(WriteError::Head(error)) => Ok(Copied::Not(error.to_string())),
        result => result,
    }
}

fn copy_warc<W: Write>(
    writer: &mut WarcWriter<W>,
    record: &mut Record<'_, FileSource>,
) -> Result<Copied, WriteError> {
    let expected = record.expected_length();
    let declared = record.declared_length();
    let Some(header) = record.warc().cloned() else {
        return Ok(Copied::Not("no header".to_owned()));
    };
    // What was begun cannot be taken back, so the block is read to its end first.
    let mut block = Spool::read(record).map_err(WriteError::Read)?;
    let length = block.length;
    let is_whole = declared == Some(length) && expected == length;
    let header = rewrite(&header, None, (declared != Some(length)).then_some(length));
    let written =
        writer.write_raw(&header, &mut block.start().map_err(WriteError::Read)?, length)?;
    let copied = CopiedRecord::same(written);
    Ok(if is_whole { Copied::Whole(copied) } else { Copied::Cut(copied) })
}

fn copy_arc<W: Write>(
    writer: &mut WarcWriter<W>,
    record: &mut Record<'_, FileSource>,
    version: ArcVersion,
) -> Result<Copied, WriteError> {
    let raw = record.raw_header().to_vec();
    let expected = record.expected_length();
    let id = made_id(&[&raw, &record.offset().to_le_bytes()]);
    let Some(line) = record.arc().cloned() else {
        return Ok(Copied::Not("no header line".to_owned()));
    };
    let beginning = record.peek(HEAD_MAX).map_err(WriteError::Read)?;
    let mapped = Mapped::new(&line, beginning, Timestamp::from_unix_seconds(0));
    let mut head = RecordHead::new(mapped.kind, &id, mapped.date)
        .field("WARC-Target-URI", &mapped.uri)
        .field("Content-Type", &mapped.content_type);
    if let Some(ip) = &mapped.ip {
        head = head.field("WARC-IP-Address", ip);
    }
    let (name, value) = line_field(&raw);
    head = head.field(name, value);
    if version == ArcVersion::V2_0 {
        head = head.field(VERSION, VERSION_2);
    }
    let mut block = Spool::read(record).map_err(WriteError::Read)?;
    let length = block.length;
    let written = match &mut block.bytes {
        SpoolBytes::Memory(bytes) => writer.write(&head, bytes.get_ref()),
        SpoolBytes::Disk(file) => {
            file.rewind().map_err(WriteError::Read)?;
            writer.write_stream(&head, file, length)
        }
    }?;
    let copied = CopiedRecord { written, uri: Some(mapped.uri) };
    Ok(if expected == length { Copied::Whole(copied) } else { Copied::Cut(copied) })
}

/// A block that was read to its end: in memory, or in a file without a name if it is long.
struct Spool {
    bytes: SpoolBytes,
    length: u64,
}

enum SpoolBytes {
    Memory(io::Cursor<Vec<u8>>),
    Disk(std::fs::File),
}

impl Spool {
    fn read(record: &mut Record<'_, FileSource>) -> io::Result<Spool> {
        let mut bytes = Vec::new();
        record.by_ref().take(RecordPacker::MAX).read_to_end(&mut bytes)?;
        if (bytes.len() as u64) < RecordPacker::MAX {
            let length = bytes.len() as u64;
            return Ok(Spool { bytes: SpoolBytes::Memory(io::Cursor::new(bytes)), length });
        }
        let mut file = crate::export::scratch()?;
        file.write_all(&bytes)?;
        let length = bytes.len() as u64 + io::copy(record, &mut file)?;
        Ok(Spool { bytes: SpoolBytes::Disk(file), length })
    }

    /// The block from its start.
    fn start(&mut self) -> io::Result<&mut dyn Read> {
        Ok(match &mut self.bytes {
            SpoolBytes::Memory(bytes) => {
                bytes.rewind()?;
                bytes
            }
            SpoolBytes::Disk(file) => {
                file.rewind()?;
                file
            }
        })
    }
}

/// A record id that follows from some bytes: a UUID of version 8, of one's own rules.
pub(super) fn made_id(parts: &[&[u8]]) -> String {
    let mut hasher = Algorithm::Sha256.hasher();
    parts.iter().for_each(|part| hasher.update(part));
    let digest = hasher.finish();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest.as_bytes()[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let [a, b, c, d, e] = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &hex[part]);
    format!("urn:uuid:{a}-{b}-{c}-{d}-{e}")
}
