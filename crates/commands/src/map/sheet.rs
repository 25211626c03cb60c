//! `stodola map sheet`: the table of pages as webmasters know it.

use super::which::Which;
use std::io::Write;
use stodola_app::json;
use stodola_app::map::write_sheet_csv;
use stodola_terminal::lang::language;
use stodola_terminal::output::{RunOutcome, stdout};
use stodola_terminal::talk::say;
use stodola_text::{map_sheet_lines, write_map_sheet};

/// List the pages with title, heading, description and state, and what is missing or doubled.
///
/// Faults are told by words: no-title, double-title, no-h1, several-h1, double-h1, no-description, double-description,
/// double-content, other-canonical (the page names another address as its own).
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola map sheet --faults --site www.example.cz --archive archive\n  \
    stodola map sheet --csv --site www.example.cz --archive archive > pages.csv")]
pub(crate) struct Arguments {
    #[command(flatten)]
    which: Which,
    /// Only pages with a fault
    #[arg(long)]
    faults: bool,
    /// Also documents that are no pages, redirects and errors
    #[arg(long)]
    all: bool,
    /// Print one JSON object per page
    #[arg(long, group = "form")]
    json: bool,
    /// Print a table as CSV
    #[arg(long, group = "form")]
    csv: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<RunOutcome> {
    let opened = arguments.which.open()?;
    let mut sheet = opened.view()?.sheet(arguments.all)?;
    if arguments.faults {
        sheet.pages.retain(|page| !page.faults.is_empty());
    }
    let mut out = stdout();
    if arguments.json {
        sheet.pages.iter().try_for_each(|page| json::write_line(&mut out, page))?;
    } else if arguments.csv {
        write_sheet_csv(&mut out, &sheet.pages)?;
    } else {
        write_map_sheet(&mut out, language(), &sheet.pages)?;
    }
    out.flush()?;
    map_sheet_lines(language(), &sheet).iter().for_each(say);
    Ok(RunOutcome::default())
}
