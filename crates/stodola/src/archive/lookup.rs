//! `stodola archive lookup`: the captures of a URL.

use crate::job::stored::moment;
use crate::lang::text;
use crate::output::{self, Outcome};
use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;
use stodola_app::archive::{FoundCapture, LookupKind, LookupSettings, lookup};
use stodola_app::json;
use stodola_archive::{OutcomeRow, RoundRow, Stamp};

/// List the captures of a URL, in order of time.
///
/// Spellings that web archives treat as equal (with or without `www.`, http or https, capital letters …)
/// are found together. If there is no capture but a job found the URL, its outcome is shown.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola archive lookup http://www.example.cz/ --archive archive\n  \
    stodola archive lookup http://www.example.cz/ --archive archive --closest 2015\n  \
    stodola archive lookup '*.example.cz' --archive archive --prefix --json")]
pub(crate) struct Arguments {
    /// The URL; with --prefix, the start of URLs
    #[arg(value_name = "URL")]
    url: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// List all captures whose URL starts like this: `http://example.cz/` for a host, `*.example.cz` for a domain
    #[arg(long, conflicts_with = "closest")]
    prefix: bool,
    /// Only the capture nearest to this time: 4 to 14 digits, for example 2015 or 20150630120000
    #[arg(long, value_name = "TIME")]
    closest: Option<String>,
    /// Print one JSON object per capture
    #[arg(long, conflicts_with = "cdxj")]
    json: bool,
    /// Print CDXJ lines, as `stodola warc index` does
    #[arg(long)]
    cdxj: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let kind = match &arguments.closest {
        Some(time) => {
            let stamp = Stamp::parse(time);
            LookupKind::Closest(
                stamp.with_context(|| text!("archive-lookup-no-time", time = time))?,
            )
        }
        None if arguments.prefix => LookupKind::Prefix,
        None => LookupKind::All,
    };
    let settings =
        LookupSettings { archive: arguments.archive.clone(), url: arguments.url.clone(), kind };
    let mut out = output::stdout();
    let mut print = |found: &FoundCapture| -> anyhow::Result<()> {
        match (arguments.json, arguments.cdxj) {
            (true, _) => json::write_line(&mut out, found)?,
            (_, true) => found.write_cdxj(&mut out)?,
            _ => print_line(&mut out, found)?,
        }
        Ok(())
    };
    let summary = lookup(&settings, &mut print)?;
    out.flush()?;
    output::say(text!("archive-captures", captures = summary.found));
    if summary.lost > 0 {
        output::say(text!("archive-lookup-lost", captures = summary.lost));
    }
    if let Some((round, row)) = &summary.outcome {
        output::say(outcome(round, row));
    }
    Ok(Outcome::default())
}

/// What became of a URL that has no capture.
fn outcome(round: &RoundRow, row: &OutcomeRow) -> String {
    let reason = match &row.detail {
        Some(detail) => format!("{} ({detail})", row.outcome),
        None => row.outcome.clone(),
    };
    text!(
        "archive-lookup-outcome",
        job = &round.job,
        round = round.number,
        when = moment(stodola_frontier::Time::from_millis(row.time)),
        uri = &*json::text(&row.uri),
        reason = reason
    )
}

fn print_line(out: &mut impl Write, found: &FoundCapture) -> anyhow::Result<()> {
    let row = &found.entry.row;
    let missing = match found.is_missing {
        true => format!(" ({})", text!("archive-lookup-file-missing")),
        false => String::new(),
    };
    writeln!(
        out,
        "{} {:8} {:>3} {:24} {:>9} {} {} {}{missing}",
        found.time(),
        row.kind.as_str(),
        row.status.map_or("-".to_owned(), |status| status.to_string()),
        row.mime.as_deref().unwrap_or("-"),
        row.length.map_or("-".to_owned(), |length| length.to_string()),
        json::text(&row.uri),
        found.entry.file,
        row.offset,
    )?;
    Ok(())
}
