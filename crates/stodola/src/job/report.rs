//! `stodola job report`: the reports on a job, as of now.

use super::stored::Which;
use crate::output::{self, Outcome};
use std::io::Write;
use stodola_app::job::{check_report_name, reports};
use stodola_crawl::logs::REPORTS;

/// Print the reports of a job.
///
/// They are the same as those written to DIR/jobs/NAME/reports after each run, but counted now from the job's log.
/// The job may be running. Their formats are those of Heritrix 3, except for `changes` (what a round found new,
/// changed, unchanged or gone), `dns` (what name servers were asked), `completeness` (how much of each source is
/// archived, beside the round before) and `national` (the hosts of a national harvest).
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    job: Which,
    /// Print only this report, without a title
    #[arg(long, value_name = "REPORT", value_parser = clap::builder::PossibleValuesParser::new(REPORTS))]
    name: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let job = arguments.job.find()?;
    let reports = reports(&job)?;
    let mut out = output::stdout();
    match &arguments.name {
        Some(name) => {
            check_report_name(&job, &reports, name)?;
            reports.write(name, &mut out)?;
        }
        None => {
            for name in reports.names() {
                writeln!(out, "== {name}-report.txt ==")?;
                reports.write(name, &mut out)?;
                writeln!(out)?;
            }
        }
    }
    out.flush()?;
    Ok(Outcome::default())
}
