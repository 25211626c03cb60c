//! `stodola archive rebuild`: the catalogue anew, from the files alone.

use super::{Screen, command_line, say_problems, say_unread, was_moved};
use crate::lang::text;
use crate::output::{self, Outcome};
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
    /// Build only this one again: `catalogue`, or one that `stodola archive stats` lists, such as `payloads`
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings = RebuildSettings {
        archive: arguments.archive.clone(),
        scope: arguments.only.clone().map_or(RebuildScope::All, RebuildScope::Only),
        command: command_line(),
    };
    let screen = Screen::default();
    let mut is_data_bad = false;
    let rebuilt = rebuild(&settings, &screen, &mut |problems| {
        is_data_bad = true;
        say_problems(&screen, &problems);
    })?;
    if let Some(rebuilt) = &rebuilt {
        is_data_bad |= tell(rebuilt);
    }
    Ok(Outcome { is_data_bad, ..Outcome::default() })
}

/// Says what was found, and returns whether something is wrong with the data.
fn tell(rebuilt: &Rebuilt) -> bool {
    say_unread(&rebuilt.outcomes);
    for (from, to) in &rebuilt.moved {
        output::say(format_args!("{}", was_moved(from, to)));
    }
    for lost in &rebuilt.lost {
        output::complain(format_args!("{}", words_of_lost(lost)));
    }
    for (_, error) in &rebuilt.failed {
        output::complain(format_args!("{}", output::told_of(error)));
    }
    for name in &rebuilt.changed {
        output::complain(format_args!("{}", text!("archive-file-changed", name = name)));
    }
    let before = match &rebuilt.before {
        Some(before) if *before == rebuilt.after => text!("archive-rebuilt-same"),
        Some(before) => text!("archive-rebuilt-before", sums = sums(before)),
        None => text!("archive-rebuilt-none-before"),
    };
    let (sums, lost) = (sums(&rebuilt.after), rebuilt.lost.len());
    let words = text!("archive-rebuilt", sums = sums, before = before, lost = lost);
    output::say(format_args!("{words}"));
    !(rebuilt.failed.is_empty()
        && rebuilt.changed.is_empty()
        && rebuilt.lost.is_empty()
        && rebuilt.outcomes.failed.is_empty())
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
