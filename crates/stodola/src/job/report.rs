//! `stodola job report`: the reports on a job, as of now.

use super::stored::Which;
use crate::output::{self, Outcome};
use anyhow::bail;
use std::io::Write;
use stodola_crawl::logs::{REPORTS, Reports};

/// Print the reports on a job.
///
/// The same that stand in ARCHIVE/jobs/NAME/reports after each run, counted anew from the job's books; it
/// may be running. They have the formats of Heritrix 3; the one on hosts of a national harvest is our own.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    job: Which,
    /// Only this report, without a title
    #[arg(long, value_name = "REPORT", value_parser = clap::builder::PossibleValuesParser::new(REPORTS))]
    name: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let job = arguments.job.find()?;
    let settings = job.settings()?;
    let reports = Reports::read(&job.folder, &job.name, settings.as_national())?;
    let mut out = output::stdout();
    match &arguments.name {
        Some(name) if !reports.names().any(|it| it == name) => {
            bail!("job '{}' is no national harvest; ask for another report than '{name}'", job.name)
        }
        Some(name) => reports.write(name, &mut out)?,
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
