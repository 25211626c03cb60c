//! `stodola warc ls`: one line per record.

use crate::output::{self, Outcome};
use crate::progress::Bar;
use std::io::{self, Write};
use std::path::PathBuf;
use stodola_app::json;
use stodola_app::warc::{ListedRecord, list};

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
    let bar = Bar::default();
    let ended =
        list(&arguments.files, arguments.digests, &bar, &mut |record| match arguments.json {
            true => json::write_line(&mut out, record),
            false => write_text(&mut out, record),
        })?;
    out.flush()?;
    Ok(ended.into())
}

fn write_text(out: &mut impl Write, record: &ListedRecord<'_>) -> io::Result<()> {
    let dash = |bytes: &Option<Vec<u8>>| {
        bytes.as_deref().map_or("-".to_owned(), |bytes| json::text(bytes).into_owned())
    };
    let kind = json::text(&record.kind);
    let (date, mime) = (dash(&record.date), dash(&record.mime));
    let status = record.status.map_or("-".to_owned(), |s| s.to_string());
    let ListedRecord { offset, block_length, .. } = record;
    write!(out, "{offset:>12}  {kind:<12} {date:<20} {status:>3} {block_length:>10} {mime:<24} ")?;
    // A URI must not be able to break the line or steer the terminal.
    for c in dash(if record.uri.is_some() { &record.uri } else { &record.id }).chars() {
        match c.is_control() {
            true => write!(out, "{}", c.escape_default())?,
            false => write!(out, "{c}")?,
        }
    }
    if let Some(digests) = &record.digests {
        let payload = digests.payload.as_deref().unwrap_or("-");
        write!(out, "\n{:14}block {} payload {payload}", "", digests.block)?;
    }
    for warning in &record.warnings {
        write!(out, "\n{:14}! {warning}", "")?;
    }
    out.write_all(b"\n")
}
