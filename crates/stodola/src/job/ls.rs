//! `stodola job ls`: the jobs of an archive.

use super::stored::Stored;
use crate::json;
use crate::lang::{count, size_word};
use crate::output::{self, Outcome};
use std::io::Write;
use std::path::PathBuf;
use stodola_crawl::logs::Reports;
use stodola_frontier::Outcome as Fate;

/// List the jobs of an archive.
///
/// One line per job, for its last round: name, state (new, running, finished, stopped, interrupted), round, seeds,
/// URIs found, URIs waiting, documents archived, their size, links rejected. The whole log of each job is read.
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
    let mut out = output::stdout();
    let jobs = Stored::find(&arguments.archive, None)?;
    for job in &jobs {
        let reports = Reports::read(&job.folder, &job.name, None)?;
        let (found, finished) = reports.found();
        let state = state(job, &reports, found - finished);
        let numbers = [
            ("round", job.round.into()),
            ("seeds", reports.seeds() as u64),
            ("found", found),
            ("waiting", found - finished),
            ("archived", reports.with_outcome(Fate::Archived)),
            ("bytes", reports.bytes()),
            ("rejected", reports.rejected().map(|(_, number)| number).sum()),
        ];
        if arguments.json {
            out.write_all(b"{\"job\":")?;
            json::string(&mut out, &job.name)?;
            json::member(&mut out, "state", Some(state.as_bytes()))?;
            for (name, number) in numbers {
                json::number(&mut out, name, Some(number))?;
            }
            out.write_all(b"}\n")?;
        } else {
            write!(out, "{} {state}", job.name)?;
            for (name, number) in numbers {
                match name {
                    "bytes" => write!(out, " size={}", size_word(number))?,
                    _ => write!(out, " {name}={number}")?,
                }
            }
            writeln!(out)?;
        }
    }
    out.flush()?;
    let jobs = jobs.len() as u64;
    let jobs = count(jobs, ["job", "jobs"], ["úloha", "úlohy", "úloh"]);
    output::say(format_args!("{}: {jobs}", arguments.archive.display()));
    Ok(Outcome::default())
}

fn state(job: &Stored, reports: &Reports, waiting: u64) -> &'static str {
    let runs = reports.runs();
    match (&runs.ended, waiting) {
        _ if job.is_running() => "running",
        _ if runs.number == 0 => "new",
        (_, 0) => "finished",
        (Some(_), _) => "stopped",
        (None, _) => "interrupted",
    }
}
