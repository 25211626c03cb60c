//! `stodola job ls`: the jobs of an archive.

use crate::lang::{size_word, text};
use crate::output::{self, Outcome};
use std::io::Write;
use std::path::PathBuf;
use stodola_app::crawl::Alarm;
use stodola_app::job::{JobRow, list};
use stodola_app::json;

/// List the jobs of an archive.
///
/// One line per job, for its last round: name, state (new, running, finished, stopped, interrupted), round, seeds,
/// URIs found, URIs waiting, documents archived, their size, links rejected, and alarms if there are any. The whole log
/// of each job is read.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Print one JSON object per job
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let jobs = list(&arguments.archive)?;
    let mut out = output::stdout();
    for job in &jobs {
        match arguments.json {
            true => json::write_line(&mut out, job)?,
            false => writeln!(out, "{}", line(job))?,
        }
    }
    out.flush()?;
    let archive = arguments.archive.display();
    output::say(text!("job-listed", archive = archive, jobs = jobs.len()));
    Ok(Outcome::default())
}

/// Words of data, which are the same in every language.
fn line(job: &JobRow) -> String {
    let JobRow { job: name, round, seeds, found, waiting, archived, bytes, rejected, .. } = job;
    let (state, size) = (job.state.name(), size_word(*bytes));
    let alarms = job.alarms.iter().map(Alarm::word).collect::<Vec<_>>().join(",");
    let alarms = if alarms.is_empty() { alarms } else { format!(" alarms={alarms}") };
    format!(
        "{name} {state} round={round} seeds={seeds} found={found} waiting={waiting} archived={archived} size={size} \
         rejected={rejected}{alarms}"
    )
}
