//! `stodola why`: what became of a URI, and why, in plain words.

use crate::lang::language;
use crate::output::{self, Outcome};
use std::io::Write;
use std::path::PathBuf;
use stodola_app::json;
use stodola_app::why::{WhySettings, why};
use stodola_text::write_why;

/// Explain why a page was archived, or why it was not.
///
/// For each job of the archive and each of its rounds it shows: where the URI was found, the links from a seed to it,
/// the rule that accepted or rejected it, each attempt with its time and result, the outcome, and what to change if
/// you want another outcome. You can use it while jobs are running. The whole log of each job is read, about a
/// million events a second.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    stodola why https://www.example.org/report.pdf --archive archive")]
pub(crate) struct Arguments {
    /// The URI; it is normalised first, in the same way as links
    #[arg(value_name = "URL")]
    url: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Only this job
    #[arg(long, value_name = "NAME")]
    job: Option<String>,
    /// Print one JSON object per round of a job
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings = WhySettings {
        archive: arguments.archive.clone(),
        url: arguments.url.clone(),
        job: arguments.job.clone(),
    };
    let report = why(&settings)?;
    let mut out = output::stdout();
    if arguments.json {
        for record in report.records() {
            json::write_line(&mut out, &record)?;
        }
    } else {
        write_why(&mut out, language(), &report)?;
    }
    out.flush()?;
    Ok(Outcome::default())
}
