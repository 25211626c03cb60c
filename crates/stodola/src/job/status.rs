//! `stodola job status`: one job at a glance.

use super::stored::Which;
use crate::lang::language;
use crate::output::{self, Outcome};
use std::io::Write;
use stodola_app::job::overview;
use stodola_app::json;
use stodola_text::job_overview_lines;

/// Show how far a job is, how fast, and what takes most.
///
/// Of a running job its process is asked: alarms, rate, memory, workers, name servers, the hosts and media types with
/// the most bytes. Of any other job the log of its last round is read. If less of a source was archived in the last
/// finished round than in the round before, that is an alarm too.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    job: Which,
    /// Number of rows to show in each table
    #[arg(long, value_name = "N", default_value_t = 10)]
    rows: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let overview = overview(&arguments.job.find()?, arguments.rows)?;
    let mut out = output::stdout();
    match arguments.json {
        true => json::write_line(&mut out, &overview)?,
        false => writeln!(out, "{}", job_overview_lines(language(), &overview).join("\n"))?,
    }
    out.flush()?;
    Ok(Outcome::default())
}
