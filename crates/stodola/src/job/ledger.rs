//! `stodola job ledger`: every request to a host, and the pauses between them.

use super::stored::{moment, span};
use crate::lang::text;
use crate::output::{self, Outcome};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use stodola_app::job::{LedgerRow, LedgerSummary, ledger};
use stodola_app::json;
use stodola_frontier::Time;

/// List every request to a host, and the pauses between them.
///
/// One line per request, including robots.txt: time (UTC), duration of the response, result, the pause that was
/// required after it and the reason, the pause that was made, the URI. The last line gives the shortest time between
/// two requests. Requests that were lost in a crash before they were logged are missing.
///
/// Reasons of a pause: factor (a multiple of the duration of the response); min-delay, max-delay (the bounds of that);
/// crawl-delay (from robots.txt); complaint (the host answered 429 or 503 before); retry-after (the response asked for
/// it); failures (doubled for each failure in a row).
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Name of the host, or any URL on it
    #[arg(value_name = "HOST")]
    host: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Only requests of this job
    #[arg(long, value_name = "NAME")]
    job: Option<String>,
    /// Print one JSON object per request, and one for the summary
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let Arguments { host, archive, job, json } = arguments;
    let mut out = output::stdout();
    let summary = ledger(archive, host, job.as_deref(), &mut |row| match json {
        true => json::write_line(&mut out, row),
        false => writeln!(out, "{}", line(row)),
    })?;
    if *json {
        json::write_line(&mut out, &summary)?;
    }
    out.flush()?;
    output::say(format_args!("{}: {}", summary.host, numbers(&summary)));
    Ok(Outcome::default())
}

/// Words of data, which are the same in every language but for the decimal point.
fn line(row: &LedgerRow<'_>) -> String {
    let or_dash = |span: Option<String>| span.unwrap_or_else(|| "-".to_owned());
    let owed = row.pause_owed_ms.zip(row.reason);
    let owed = or_dash(owed.map(|(pause, reason)| format!("{} ({reason})", millis(pause))));
    let kept = or_dash(row.pause_kept_ms.map(millis));
    let (start, took) = (moment(Time::from_millis(row.start_ms)), millis(row.took_ms));
    let LedgerRow { result, uri, .. } = row;
    format!("{start}  kept {kept}  took {took}  {result}  owed {owed}  {uri}")
}

fn millis(span_ms: u64) -> String {
    span(Duration::from_millis(span_ms))
}

fn numbers(summary: &LedgerSummary) -> String {
    let requests = text!("job-requests", requests = summary.requests);
    match (summary.shortest_interval_ms, summary.shortest_pause_ms) {
        (Some(interval), Some(pause)) => text!(
            "job-ledger",
            requests = requests,
            interval = millis(interval),
            pause = millis(pause),
            early = summary.earlier_than_owed
        ),
        _ => requests,
    }
}
