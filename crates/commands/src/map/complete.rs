//! `stodola map complete`: parts of pages that the archive lacks.

use super::which::Which;
use std::io::Write;
use stodola_app::json;
use stodola_terminal::lang::language;
use stodola_terminal::output::{RunOutcome, stdout};
use stodola_terminal::talk::say;
use stodola_text::{map_complete_line, write_map_complete};

/// List pages that the archive does not have completely, with the parts that are missing and why.
///
/// A page needs its style sheets, pictures, scripts and frames, and what these need in turn. The score is the share of
/// parts that are there.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    stodola map complete --site www.example.cz --archive archive")]
pub(crate) struct Arguments {
    #[command(flatten)]
    which: Which,
    /// Print one JSON object per page
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<RunOutcome> {
    let opened = arguments.which.open()?;
    let report = opened.view()?.completeness()?;
    let mut out = stdout();
    match arguments.json {
        true => report.pages.iter().try_for_each(|page| json::write_line(&mut out, page))?,
        false => write_map_complete(&mut out, language(), &report.pages)?,
    }
    out.flush()?;
    say(map_complete_line(language(), &report));
    Ok(RunOutcome::default())
}
