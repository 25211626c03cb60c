//! `stodola warc ls`: one line per record.

use super::inputs::{self, Input, Worked};
use crate::json;
use crate::output::{self, Outcome};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use stodola_warc::date::{parse_arc_date, parse_warc_date};
use stodola_warc::digest::Algorithm;
use stodola_warc::{Digests, Format, Record, RecordEnd, RecordType, Warning};

/// List the records of ARC and WARC files.
///
/// The format is detected from the content, not from the file name: ARC 1.0, 1.1 and 2.0, WARC 0.17
/// to 1.1; plain, gzip or zstd. From a damaged file, every readable record is listed. Skipped bytes are
/// reported on standard error, and the exit code is then 1.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files to list; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object per record
    #[arg(long)]
    json: bool,
    /// Also compute the SHA-1 of every block and payload (base32)
    #[arg(long)]
    digests: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let outcome = inputs::each(&arguments.files, |input| list(input, arguments, &mut out))?;
    out.flush()?;
    Ok(outcome)
}

fn list(
    input: &mut Input<'_>,
    arguments: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<Worked> {
    let mut records = 0;
    let mut line = Vec::new();
    let mut row = Row::default();
    while let Some(mut record) = input.reader.next_record()? {
        records += 1;
        row.read(&mut record)?;
        if arguments.digests {
            row.digests = Some(record.digests(Algorithm::Sha1)?);
        }
        line.clear();
        if arguments.json {
            row.json_head(&mut line, input.name, &record)?;
        } else {
            row.text_head(&mut line, &record)?;
        }
        let end = record.finish()?;
        if arguments.json {
            row.json_tail(&mut line, &end)?;
        } else {
            row.text_tail(&mut line, &end)?;
        }
        out.write_all(&line)?;
        // They are in the line; here they only count.
        input.is_data_bad |= end.warnings.iter().any(Warning::is_damage);
        input.after_record();
    }
    Ok(Worked { records })
}

/// What is printed of a record besides its header.
#[derive(Default)]
struct Row {
    status: Option<u16>,
    mime: Option<Vec<u8>>,
    date: Option<String>,
    /// The date as found, if it is not as it should be.
    raw_date: Option<Vec<u8>>,
    digests: Option<Digests>,
}

impl Row {
    fn read<R: Read>(&mut self, record: &mut Record<'_, R>) -> io::Result<()> {
        let http = record.http()?;
        self.status = http.as_ref().and_then(|h| h.status);
        self.mime = record.media_type(http.as_ref());
        let raw = record.raw_date();
        let (date, oddity) = match (raw, record.format()) {
            (None, _) => (None, None),
            (Some(raw), Format::Arc(_)) => parse_arc_date(raw),
            (Some(raw), Format::Warc(_) | Format::WarcUnknown) => parse_warc_date(raw),
        };
        self.date = date.map(|d| d.iso8601().to_string());
        self.raw_date = raw.filter(|_| oddity.is_some() || date.is_none()).map(<[u8]>::to_vec);
        self.digests = None;
        Ok(())
    }

    /// The date, or what stands in its place.
    fn shown_date(&self) -> Option<&[u8]> {
        self.date.as_deref().map(str::as_bytes).or(self.raw_date.as_deref())
    }

    fn json_head<R: Read>(
        &self,
        out: &mut Vec<u8>,
        name: &str,
        record: &Record<'_, R>,
    ) -> io::Result<()> {
        out.write_all(b"{\"file\":")?;
        json::string(out, name)?;
        json::number(out, "offset", Some(record.offset()))?;
        // The length is known only at the end; its place in the line is kept.
        out.write_all(LENGTH_MARK)?;
        if record.inner_offset() > 0 {
            json::number(out, "inner_offset", Some(record.inner_offset()))?;
        }
        json::member(out, "format", Some(&format_name(record)))?;
        json::member(out, "type", Some(&type_name(record)))?;
        json::member(out, "id", record.id())?;
        json::member(out, "uri", record.uri())?;
        json::member(out, "date", self.shown_date())?;
        if let Some(raw) = &self.raw_date {
            json::member(out, "raw_date", Some(raw))?;
        }
        json::member(out, "content_type", record.content_type().filter(|t| !t.is_empty()))
    }

    fn json_tail(&self, out: &mut Vec<u8>, end: &RecordEnd) -> io::Result<()> {
        let mut length = Vec::new();
        json::number(&mut length, "length", end.length)?;
        if let Some(at) = memchr_mark(out) {
            out.splice(at..at + LENGTH_MARK.len(), length);
        }
        json::number(out, "block_length", Some(end.block_length))?;
        json::number(out, "status", self.status.map(u64::from))?;
        json::member(out, "mime", self.mime.as_deref())?;
        if let Some(Digests { block, payload }) = &self.digests {
            json::member(out, "block_sha1", Some(block.value().as_bytes()))?;
            let payload = payload.as_ref().map(|d| d.value());
            json::member(out, "payload_sha1", payload.as_deref().map(str::as_bytes))?;
        }
        if !end.warnings.is_empty() {
            out.write_all(b",\"warnings\":[")?;
            for (i, warning) in end.warnings.iter().enumerate() {
                if i > 0 {
                    out.write_all(b",")?;
                }
                json::string(out, &warning.to_string())?;
            }
            out.write_all(b"]")?;
        }
        out.write_all(b"}\n")
    }

    fn text_head<R: Read>(&self, out: &mut Vec<u8>, record: &Record<'_, R>) -> io::Result<()> {
        let kind = type_name(record);
        let kind = json::text(&kind);
        let date = self.shown_date().map_or("-".into(), json::text);
        let status = self.status.map_or("-".to_owned(), |s| s.to_string());
        let mime = self.mime.as_deref().map_or("-".into(), json::text);
        write!(out, "{:>12}  {kind:<12} {date:<20} {status:>3} ", record.offset())?;
        out.write_all(LENGTH_MARK)?;
        let uri = record.uri().or(record.id()).unwrap_or(b"-");
        write!(out, " {mime:<24} ")?;
        // A URI must not be able to break the line or steer the terminal.
        for c in json::text(uri).chars() {
            match c.is_control() {
                true => write!(out, "{}", c.escape_default())?,
                false => write!(out, "{c}")?,
            }
        }
        Ok(())
    }

    fn text_tail(&self, out: &mut Vec<u8>, end: &RecordEnd) -> io::Result<()> {
        if let Some(at) = memchr_mark(out) {
            let length = format!("{:>10}", end.block_length).into_bytes();
            out.splice(at..at + LENGTH_MARK.len(), length);
        }
        if let Some(Digests { block, payload }) = &self.digests {
            let payload = payload.as_ref().map_or("-".to_owned(), |d| d.value());
            write!(out, "\n{:14}block {} payload {payload}", "", block.value())?;
        }
        for warning in &end.warnings {
            write!(out, "\n{:14}! {warning}", "")?;
        }
        out.write_all(b"\n")
    }
}

/// Stands in a line for the length until it is known; no JSON string holds a bare NUL.
const LENGTH_MARK: &[u8] = b"\0";

fn memchr_mark(line: &[u8]) -> Option<usize> {
    line.iter().position(|b| *b == 0)
}

fn format_name<R: Read>(record: &Record<'_, R>) -> Vec<u8> {
    match (record.format(), record.warc()) {
        (Format::Arc(version), _) => version.as_str().into(),
        (Format::Warc(version), _) => version.as_str().into(),
        (Format::WarcUnknown, Some(header)) => header.version().to_vec(),
        (Format::WarcUnknown, None) => b"WARC".to_vec(),
    }
}

/// The type as it is written, so that an unknown one is seen.
fn type_name<R: Read>(record: &Record<'_, R>) -> Vec<u8> {
    match (record.kind(), record.warc()) {
        (RecordType::Other, Some(header)) => header.get("WARC-Type").unwrap_or_default().to_vec(),
        (kind, _) => kind.as_str().into(),
    }
}
