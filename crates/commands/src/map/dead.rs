//! `stodola map dead`: links that lead nowhere.

use super::which::Which;
use std::io::Write;
use stodola_app::json;
use stodola_app::map::DeadSettings;
use stodola_terminal::lang::language;
use stodola_terminal::output::{RunOutcome, stdout};
use stodola_terminal::talk::say;
use stodola_text::{map_dead_lines, write_map_dead, write_map_dead_by_page};

/// List links that lead nowhere, with the pages that hold them.
///
/// A link is dead if its target answered with an error, could not be reached (name, certificate, time, connection),
/// redirects in a circle, or has no place with the name of the fragment. What the archive knows at the time decides:
/// targets that no harvest has asked for are told with --all, and so are chains of redirects, and parts of encrypted
/// pages that are not encrypted. Where another address or an older capture could help, it is told.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 no link is dead; 1 some are; 2 could not run.\n\nExamples:\n  \
    stodola map dead --site www.example.cz --archive archive\n  \
    stodola map dead --by-page --site '*.example.cz' --date 2015-06 --archive archive\n  \
    stodola map dead --json --archive archive | jq -r .target"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    which: Which,
    /// List pages with their dead links, not targets with their pages
    #[arg(long)]
    by_page: bool,
    /// Also problems that do not make a link dead, and targets that were not harvested
    #[arg(long)]
    all: bool,
    /// Do not look for the places that fragments name
    #[arg(long)]
    no_fragments: bool,
    /// Print one JSON object per target, or per page
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<RunOutcome> {
    let settings = DeadSettings { all: arguments.all, fragments: !arguments.no_fragments };
    let opened = arguments.which.open()?;
    let report = opened.view()?.dead(&settings)?;
    let mut out = stdout();
    match (arguments.json, arguments.by_page) {
        (true, false) => report.rows.iter().try_for_each(|row| json::write_line(&mut out, row))?,
        (true, true) => {
            report.by_page().iter().try_for_each(|page| json::write_line(&mut out, page))?;
        }
        (false, false) => write_map_dead(&mut out, language(), &report.rows)?,
        (false, true) => write_map_dead_by_page(&mut out, language(), &report.by_page())?,
    }
    out.flush()?;
    map_dead_lines(language(), &report).iter().for_each(say);
    Ok(RunOutcome { is_data_bad: report.dead_targets() > 0, ..RunOutcome::default() })
}
