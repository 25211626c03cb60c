//! `stodola archive add`: files from elsewhere become part of an archive.

use super::{Bar, counted, lock, problems, unread};
use crate::lang::{count, pick};
use crate::output::{self, Outcome};
use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};
use stodola_archive::{Archive, Intake, is_of_records};
use stodola_follow::open_writer;

/// Add ARC, WARC and WACZ files to an archive and its catalogue.
///
/// A file stays where it is, and the archive refers to it; with --copy it is copied to
/// DIR/warc/added. A WACZ file has to be unpacked, so it needs --copy. A file that is already in
/// DIR/warc, such as one from a harvest, is only added to the catalogue. Adding a file again changes
/// nothing, unless the file has changed; a file with the same bytes as one of the archive is not added. A file that
/// was moved is recognised by its bytes and keeps its captures. If you name a folder, all such files in it and its
/// sub-folders are added. New outcomes of the jobs in DIR/jobs are added to the catalogue too.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola archive add old/*.arc.gz site.warc.gz --archive archive\n  \
    stodola archive add --copy crawl.wacz --archive archive")]
pub(crate) struct Arguments {
    /// Files and folders to add
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder of the archive; created if it does not exist
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Copy the files into the archive
    #[arg(long)]
    copy: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let archive = Archive::open_or_create(&arguments.archive)?;
    let lock = lock(&archive)?;
    let mut writer = open_writer(&archive, lock)?;
    let mut paths = Vec::new();
    for path in &arguments.files {
        collect(path, &mut paths)?;
    }
    let intake = if arguments.copy { Intake::Copy } else { Intake::Reference };
    let total = paths.iter().map(|path| path.metadata().ok().map(|it| it.len())).sum();
    let mut bar = Bar::new(total);
    let mut outcome = Outcome::default();
    let (mut files, mut known, mut moved, mut captures) = (0, 0, 0, 0);
    for path in &paths {
        match writer.take_in(&archive, path, intake, &mut bar) {
            Ok(all) => {
                for taken_in in all {
                    outcome.is_data_bad |= problems(&taken_in, &mut |line| {
                        bar.progress.say(format_args!("{line}"));
                    });
                    match (taken_in.scanned, &taken_in.moved_from) {
                        (Some(scanned), _) => {
                            (files, captures) = (files + 1, captures + scanned.captures);
                        }
                        (None, Some(from)) => {
                            moved += 1;
                            bar.progress.say(format_args!("{}", was_moved(from, &taken_in.name)));
                        }
                        (None, None) => {
                            known += 1;
                            say_known(&mut bar, &archive, path, &taken_in.name);
                        }
                    }
                }
            }
            Err(error) => {
                bar.progress.say(format_args!("stodola: {error}"));
                outcome.has_failed = true;
            }
        }
    }
    drop(bar);
    // Files of earlier programs may be new to some follower.
    writer.show_listed(&archive, &mut Bar::new(None))?;
    let synced = writer.sync_outcomes(&archive, None)?;
    outcome.is_data_bad |= unread(&synced, &mut |line| output::say(format_args!("{line}")));
    writer.close()?;
    let files = count(files, ["file", "files"], ["soubor", "soubory", "souborů"]);
    let captures = count(captures, ["capture", "captures"], ["záznam", "záznamy", "záznamů"]);
    let there = match known {
        0 => String::new(),
        known => pick(format!("; {known} already there"), format!("; už tam bylo: {known}")),
    };
    let there = match moved {
        0 => there,
        moved => pick(format!("; {moved} moved{there}"), format!("; přesunuto: {moved}{there}")),
    };
    let ends = match synced.outcomes {
        0 => String::new(),
        outcomes => format!(", {}", counted(outcomes)),
    };
    output::say(format_args!(
        "{}",
        pick(
            format!("{files} added, {captures}{ends}{there}"),
            format!("přidáno: {files}, {captures}{ends}{there}"),
        )
    ));
    Ok(outcome)
}

/// The words for a file that has another name now.
pub(super) fn was_moved(from: &str, to: &str) -> String {
    pick(
        format!("{to}: was moved, it was {from} before; its captures are kept"),
        format!("{to}: soubor byl přesunut, dříve {from}; jeho záznamy zůstávají"),
    )
}

/// Says under which name the archive has a file, if that is not the one that was given.
fn say_known(bar: &mut Bar, archive: &Archive, path: &Path, name: &str) {
    let is_other = path.file_name() != Path::new(name).file_name()
        || Path::new(name).is_absolute() && archive.name_of(path).is_ok_and(|it| it != name);
    if is_other {
        let words = pick(
            format!("{}: the archive has the same bytes already: {name}", path.display()),
            format!("{}: tytéž bajty už archiv má: {name}", path.display()),
        );
        bar.progress.say(format_args!("{words}"));
    }
}

/// A file as it is named; of a folder all files that can be added, sorted.
fn collect(path: &Path, paths: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if !path.is_dir() {
        paths.push(path.to_owned());
        return Ok(());
    }
    let cannot = || format!("cannot read '{}'", path.display());
    let mut items = Vec::new();
    for item in fs::read_dir(path).with_context(cannot)? {
        items.push(item.with_context(cannot)?.path());
    }
    items.sort();
    for item in items {
        let is_wacz = item.extension().is_some_and(|ending| ending == "wacz");
        if item.is_dir() || is_wacz || is_of_records(&item) {
            collect(&item, paths)?;
        }
    }
    Ok(())
}
