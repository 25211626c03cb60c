//! `stodola archive`: an archive as a whole, one small file for each command.

mod add;
mod check;
mod dependents;
mod forget;
mod lookup;
mod rebuild;
mod relocate;
mod stats;

use crate::lang::{count, pick};
use crate::output::{self, Outcome};
use crate::progress::Progress;
use clap::Subcommand;
use std::path::Path;
use stodola_archive::{
    Archive, ArchiveError, Catalogue, Holder, SyncedOutcomes, TakenIn, Watch, WriteLock,
};

/// The commands under `stodola archive`; each is described where its arguments are.
#[derive(Subcommand)]
pub(crate) enum Command {
    Add(add::Arguments),
    Rebuild(rebuild::Arguments),
    Check(check::Arguments),
    Stats(stats::Arguments),
    Lookup(lookup::Arguments),
    Dependents(dependents::Arguments),
    Forget(forget::Arguments),
    Move(relocate::Arguments),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::Add(arguments) => add::run(&arguments),
            Command::Rebuild(arguments) => rebuild::run(&arguments),
            Command::Check(arguments) => check::run(&arguments),
            Command::Stats(arguments) => stats::run(&arguments),
            Command::Lookup(arguments) => lookup::run(&arguments),
            Command::Dependents(arguments) => dependents::run(&arguments),
            Command::Forget(arguments) => forget::run(&arguments),
            Command::Move(arguments) => relocate::run(&arguments),
        }
    }
}

fn open(folder: &Path) -> anyhow::Result<(Archive, Catalogue)> {
    let archive = Archive::open(folder)?;
    let catalogue = Catalogue::open(&archive)?;
    Ok((archive, catalogue))
}

/// Takes an archive for this process, to change it. If another process has it, that is said and waited for.
pub(crate) fn lock(archive: &Archive) -> Result<WriteLock, ArchiveError> {
    archive.lock_in_turn(&command_line(), &mut |holder| say_waiting(archive, holder))
}

/// Says for whom this process waits.
pub(crate) fn say_waiting(archive: &Archive, holder: &Holder) {
    let folder = archive.folder().display();
    output::say(format_args!(
        "{}",
        pick(
            format!(
                "waiting: the archive '{folder}' is in use by {holder}; this command continues when that has \
                 ended (Ctrl-C to give up)"
            ),
            format!(
                "čekám: archiv '{folder}' používá {holder}; příkaz bude pokračovat, až to skončí \
                 (Ctrl-C čekání ukončí)"
            ),
        )
    ));
}

/// Shows how far long work has come.
pub(crate) struct Bar {
    progress: Progress,
    size: u64,
}

impl Bar {
    pub(crate) fn new(total: Option<u64>) -> Bar {
        Bar { progress: Progress::new(total), size: 0 }
    }
}

impl Watch for Bar {
    fn begin(&mut self, _name: &str, size: u64) {
        self.size = size;
    }

    fn at(&mut self, bytes: u64) {
        self.progress.at(bytes);
    }

    fn end(&mut self) {
        self.progress.next_input(self.size);
    }
}

/// The command line, for whoever finds the archive in use.
pub(crate) fn command_line() -> String {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    format!("stodola {}", words.join(" "))
}

/// The lines on what is wrong with a file that was read, and whether there are any.
fn problems(taken_in: &TakenIn, say: &mut dyn FnMut(String)) -> bool {
    let Some(scanned) = &taken_in.scanned else { return false };
    for (offset, problem) in &scanned.problems {
        say(format!("stodola: {}: at {offset}: {problem}", taken_in.name));
    }
    let told = scanned.problems.len() as u64;
    if scanned.problem_count > told {
        say(format!("stodola: {}: … and {} more", taken_in.name, scanned.problem_count - told));
    }
    scanned.problem_count > 0
}

/// Says which jobs have books that cannot be read, and whether there are any.
fn unread(synced: &SyncedOutcomes, say: &mut dyn FnMut(String)) -> bool {
    for (job, error) in &synced.failed {
        let words = pick(
            format!("job '{job}': some outcomes of its URIs are not in the catalogue: {error}"),
            format!("úloha '{job}': v katalogu není vše o osudu jejích URI: {error}"),
        );
        say(format!("stodola: {words}"));
    }
    !synced.failed.is_empty()
}

/// So many outcomes, for people.
fn counted(outcomes: u64) -> String {
    count(
        outcomes,
        ["outcome of a URI", "outcomes of URIs"],
        ["osud URI", "osudy URI", "osudů URI"],
    )
}
