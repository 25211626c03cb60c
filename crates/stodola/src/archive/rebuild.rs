//! `stodola archive rebuild`: the catalogue anew, from the files alone.

use super::{command_line, say_problems, say_unread, was_moved};
use crate::lang::text;
use crate::output::{self, Outcome};
use crate::progress::Bar;
use std::path::PathBuf;
use stodola_app::archive::{RebuildSettings, rebuild};
use stodola_archive::{ArchiveTotals, Lost, Rebuilt};
use stodola_follow::RebuildScope;

/// Build a new catalogue, and all else that is derived, from the files of the archive and the folders of its jobs.
///
/// The old catalogue stays in use until the new one is complete. If the command is interrupted, run it again
/// to continue. Files of harvests that are not in the catalogue yet are added. Missing files are listed every time,
/// until you use `stodola archive forget`; their captures stay in the catalogue.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 all files are there and can be read; 1 some are missing, damaged or \
                  changed; 2 could not run, the old catalogue stays."
)]
pub(crate) struct Arguments {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Build only this one again: `catalogue`, or one that `stodola archive stats` lists, such as `payloads`;
    /// `licences` looks for licences in all pages, and from then on also in new ones; `links` tells the search what the
    /// map knows of links
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings = RebuildSettings {
        archive: arguments.archive.clone(),
        scope: arguments.only.clone().map_or(RebuildScope::All, RebuildScope::Only),
        command: command_line(),
    };
    let screen = Bar::default();
    let mut is_data_bad = false;
    let rebuilt = rebuild(&settings, &screen, &mut |problems| {
        is_data_bad = true;
        say_problems(&screen, &problems);
    })?;
    if let Some(rebuilt) = &rebuilt {
        tell(rebuilt);
        is_data_bad |= !rebuilt.is_all_well();
    }
    Ok(Outcome { is_data_bad, ..Outcome::default() })
}

/// Says what was found.
fn tell(rebuilt: &Rebuilt) {
    say_unread(&rebuilt.outcomes);
    for (from, to) in &rebuilt.moved {
        output::say(was_moved(from, to));
    }
    for lost in &rebuilt.lost {
        output::complain(words_of_lost(lost));
    }
    for (_, error) in &rebuilt.failed {
        output::complain(output::told_of(error));
    }
    for name in &rebuilt.changed {
        output::complain(text!("archive-file-changed", name = name));
    }
    let before = match &rebuilt.before {
        Some(before) if *before == rebuilt.after => text!("archive-rebuilt-same"),
        Some(before) => text!("archive-rebuilt-before", sums = sums(before)),
        None => text!("archive-rebuilt-none-before"),
    };
    let (sums, lost) = (sums(&rebuilt.after), rebuilt.lost.len());
    output::say(text!("archive-rebuilt", sums = sums, before = before, lost = lost));
}

/// What is known of a file that is missing.
fn words_of_lost(lost: &Lost) -> String {
    let name = &lost.name;
    match lost.captures {
        Some(captures) => text!("archive-file-missing", name = name, captures = captures),
        None => text!("archive-file-missing-unknown", name = name),
    }
}

fn sums(totals: &ArchiveTotals) -> String {
    let ArchiveTotals { files, captures, outcomes, .. } = *totals;
    text!("archive-sums", files = files, captures = captures, outcomes = outcomes)
}
