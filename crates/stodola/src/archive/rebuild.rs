//! `stodola archive rebuild`: the catalogue anew, from the files alone.

use super::add::was_moved;
use super::{Bar, counted, lock, problems, unread};
use crate::lang::{count, pick, text};
use crate::output::{self, Outcome};
use std::path::PathBuf;
use stodola_archive::{Archive, Lost, TakenIn, Totals};
use stodola_follow::{Scope, rebuild_scope};

/// Build a new catalogue, and all else that is derived, from the files of the archive and the folders of its jobs.
///
/// The old catalogue stays in use until the new one is complete. If the command is interrupted, run it again
/// to continue. Files of harvests that are not in the catalogue yet are added. Missing files are listed every time,
/// until you use `stodola archive forget`; their captures stay in the catalogue.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 all files are there and can be read; 1 some are missing, damaged or changed; 2 could not run, the old catalogue stays."
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
    // Refuses a folder that is no archive, which the next line would make one.
    Archive::open(&arguments.archive)?;
    let archive = Archive::open_or_create(&arguments.archive)?;
    let lock = lock(&archive)?;
    let mut names = archive.own_files()?;
    names.extend(archive.references()?);
    let size = |name: &String| archive.path_of(name).metadata().map_or(0, |it| it.len());
    let mut bar = Bar::new(Some(names.iter().map(size).sum()));
    let mut outcome = Outcome::default();
    let mut lines = Vec::new();
    let scope = arguments.only.clone().map_or(Scope::All, Scope::Only);
    let mut on = |taken_in: &TakenIn| {
        outcome.is_data_bad |= problems(taken_in, &mut |line| lines.push(line));
    };
    let rebuilt = rebuild_scope(&archive, lock, &scope, &mut bar, &mut on)?;
    drop(bar);
    let Some(rebuilt) = rebuilt else { return Ok(outcome) };
    outcome.is_data_bad |= unread(&rebuilt.outcomes, &mut |line| lines.push(line));
    for line in lines {
        output::say(format_args!("{line}"));
    }
    for (from, to) in &rebuilt.moved {
        output::say(format_args!("{}", was_moved(from, to)));
    }
    for lost in &rebuilt.lost {
        output::complain(format_args!("{}", words_of_lost(lost)));
    }
    for (_, error) in &rebuilt.failed {
        output::complain(format_args!("{error}"));
    }
    for name in &rebuilt.changed {
        output::complain(format_args!(
            "{name}: {}",
            pick(
                "has changed since it was added or last checked",
                "není takový, jaký byl při přidání nebo poslední kontrole",
            )
        ));
    }
    outcome.is_data_bad |= !rebuilt.failed.is_empty() || !rebuilt.changed.is_empty();
    outcome.is_data_bad |= !rebuilt.lost.is_empty();
    let before = match rebuilt.before {
        Some(before) if before == rebuilt.after => {
            pick("the same as before".to_owned(), "stejně jako předtím".to_owned())
        }
        Some(before) => {
            pick(format!("before: {}", sums(&before)), format!("předtím: {}", sums(&before)))
        }
        None => pick(
            "the old one was missing or not readable".to_owned(),
            "předtím nebyl žádný, který by šlo přečíst".to_owned(),
        ),
    };
    output::say(format_args!(
        "{}: {}; {before}{}",
        pick("catalogue", "katalog"),
        sums(&rebuilt.after),
        match rebuilt.lost.len() {
            0 => String::new(),
            lost => pick(
                format!("; {lost} of the files missing (see stodola archive forget)"),
                format!("; z toho chybí souborů: {lost} (viz stodola archive forget)"),
            ),
        }
    ));
    Ok(outcome)
}

/// What is known of a file that is missing.
fn words_of_lost(lost: &Lost) -> String {
    let name = &lost.name;
    match lost.captures {
        Some(captures) => text!("archive-file-missing", name = name, captures = captures),
        None => pick(
            format!("{name}: the file is missing; no catalogue knows its captures any more"),
            format!("{name}: soubor chybí; jeho záznamy už žádný katalog nezná"),
        ),
    }
}

fn sums(totals: &Totals) -> String {
    let files = count(totals.files, ["file", "files"], ["soubor", "soubory", "souborů"]);
    let captures =
        count(totals.captures, ["capture", "captures"], ["záznam", "záznamy", "záznamů"]);
    match totals.outcomes {
        0 => format!("{files}, {captures}"),
        outcomes => format!("{files}, {captures}, {}", counted(outcomes)),
    }
}
