//! `stodola job outcomes`: every URI of a job with what became of it.

use super::stored::Which;
use crate::output::{self, Outcome};
use std::io::Write;
use stodola_app::job::{OutcomesFilter, outcomes};
use stodola_app::json;

/// List every URI of a job with its outcome, as JSON lines.
///
/// One object per finished URI, in the order in which they finished, and one per rejected link: URI, outcome,
/// reason (HTTP status, failure, line of robots.txt, rule), page it was found on, hop path, attempts. With
/// --waiting, the URIs in the queue come at the end; this needs memory for the longest queue the job ever had.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    job: Which,
    /// Only this outcome, for example archived, failed, robots-excluded, rejected; or cut, for documents that are not
    /// in the archive as a whole
    #[arg(long, value_name = "OUTCOME")]
    outcome: Option<String>,
    /// Also list the URIs in the queue
    #[arg(long)]
    waiting: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let job = arguments.job.find()?;
    let filter = OutcomesFilter { outcome: arguments.outcome.clone(), waiting: arguments.waiting };
    let mut out = output::stdout();
    outcomes(&job, &filter, &mut |row| json::write_line(&mut out, row))?;
    out.flush()?;
    Ok(Outcome::default())
}
