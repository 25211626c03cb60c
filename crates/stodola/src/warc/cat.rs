//! `stodola warc cat`: one record by its offset.

use super::sniff;
use crate::lang;
use crate::output::{self, Outcome};
use anyhow::{Context, bail};
use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;
use stodola_warc::segments::{Joiner, SegmentFile};
use stodola_warc::{Reader, Record, RecordType, decode, http};

/// Print one record, or a part of it, bytes as they are.
///
/// Offsets come from `ls` or an index. Without a choice of part the whole record is printed, header
/// and block.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Where the record, or the compressed member that holds it, starts
    #[arg(long, value_name = "N")]
    offset: u64,
    /// For a member with several records: the `inner_offset` that `ls` gives
    #[arg(long, value_name = "N", default_value_t = 0)]
    inner: u64,
    #[command(flatten)]
    part: Part,
    /// With --joined: further files in which segments may be
    #[arg(long, value_name = "FILE", requires = "joined")]
    also: Vec<PathBuf>,
    /// Largest decoded payload
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    max_decoded: u64,
}

#[derive(clap::Args)]
#[group(multiple = false)]
struct Part {
    /// Only the record header
    #[arg(long)]
    headers: bool,
    /// Only the block: for HTTP, protocol headers and body
    #[arg(long)]
    block: bool,
    /// Only the payload: for HTTP, the body as it was transferred, chunks joined
    #[arg(long)]
    payload: bool,
    /// Only the payload, with its content encoding (gzip, deflate, br, zstd) removed
    #[arg(long)]
    decoded: bool,
    /// The block of a record stored in segments, from its first segment to its last
    #[arg(long)]
    joined: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let name = arguments.file.display();
    let mut reader = Reader::open_at(&arguments.file, arguments.offset)
        .with_context(|| format!("{name}: cannot be opened"))?;
    if let (0, Some(_)) = (arguments.offset, sniff::wrapping_of(&arguments.file)) {
        bail!(no_record(arguments));
    }
    let mut outcome = Outcome::default();
    loop {
        let Some(mut record) = reader.next_record()? else { bail!(no_record(arguments)) };
        if record.offset() != arguments.offset || record.inner_offset() > arguments.inner {
            bail!(no_record(arguments));
        }
        if record.inner_offset() < arguments.inner {
            continue;
        }
        if arguments.part.joined {
            let Some(id) = origin(&record) else { bail!("the record has no WARC-Record-ID") };
            return join(arguments, &id);
        }
        print(arguments, &mut record)?;
        for warning in record.finish()?.warnings {
            outcome.is_data_bad |= warning.is_damage();
            output::complain(format_args!("{name}: {warning}"));
        }
        return Ok(outcome);
    }
}

/// The id of the record that a segment belongs to.
fn origin<R: Read>(record: &Record<'_, R>) -> Option<Vec<u8>> {
    let origin = record.warc()?.get("WARC-Segment-Origin-ID");
    origin.or(record.id()).map(<[u8]>::to_vec)
}

fn join(arguments: &Arguments, id: &[u8]) -> anyhow::Result<Outcome> {
    let files: Vec<&PathBuf> = std::iter::once(&arguments.file).chain(&arguments.also).collect();
    let mut joiner = Joiner::default();
    for (number, file) in files.iter().enumerate() {
        let mut reader =
            Reader::open(file).with_context(|| format!("{}: cannot be opened", file.display()))?;
        while let Some(record) = reader.next_record()? {
            // What is wrong with a segment of another record is not asked here.
            let is_ours = origin(&record).is_some_and(|o| strip(&o) == strip(id));
            match joiner.note(number, &record) {
                Err(e) if is_ours => bail!("{}: {e}", file.display()),
                _ => {}
            }
        }
    }
    let mut block = joiner.block(id, |segment| SegmentFile::open(files[segment.file], segment))?;
    let mut out = output::stdout();
    io::copy(&mut block, &mut out)?;
    out.flush()?;
    Ok(Outcome::default())
}

fn strip(id: &[u8]) -> &[u8] {
    id.strip_prefix(b"<").and_then(|id| id.strip_suffix(b">")).unwrap_or(id)
}

fn no_record(arguments: &Arguments) -> String {
    let Arguments { file, offset, inner, .. } = arguments;
    let inner = if *inner > 0 { format!(", inner offset {inner}") } else { String::new() };
    if let Some(looks) = sniff::wrapping_of(file) {
        let not = lang::pick("not an archive", "není archiv");
        return format!("{}: {not}: {looks}", file.display());
    }
    format!(
        "{}: no record starts at {offset}{inner}; `stodola warc ls` shows where records start",
        file.display()
    )
}

fn print<R: Read>(arguments: &Arguments, record: &mut Record<'_, R>) -> anyhow::Result<()> {
    let mut out = output::stdout();
    let part = &arguments.part;
    let is_whole = !(part.headers || part.block || part.payload || part.decoded);
    if is_whole || part.headers {
        out.write_all(record.raw_header())?;
    }
    if is_whole || part.block {
        io::copy(record, &mut out)?;
    } else if part.payload {
        copy_payload(record, &mut out, None)?;
    } else if part.decoded {
        copy_payload(record, &mut out, Some(arguments.max_decoded))?;
    }
    out.flush()?;
    Ok(())
}

/// Copies the payload; with a limit, its content encoding is removed too.
pub(crate) fn copy_payload<R: Read>(
    record: &mut Record<'_, R>,
    out: &mut impl Write,
    decoded_limit: Option<u64>,
) -> anyhow::Result<u64> {
    let Some(info) = record.http()? else {
        return match record.kind() {
            RecordType::Revisit => bail!("a revisit holds no payload; its original does"),
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
