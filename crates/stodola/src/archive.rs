//! `stodola archive`: one small file for each command. The work is done in `stodola_app::archive`.

mod add;
mod check;
mod dependents;
mod export;
mod forget;
mod lookup;
mod rebuild;
mod relocate;
mod stats;

use crate::lang::{language, text};
use crate::output::{self, Outcome};
use crate::progress::Bar;
use clap::Subcommand;
use stodola_app::archive::FileProblems;
use stodola_archive::SyncedOutcomes;
use stodola_commands::visits::VisitArguments;
use stodola_text::retold;

/// The commands under `stodola archive`; each is described where its arguments are.
#[derive(Subcommand)]
pub(crate) enum Command {
    Add(add::Arguments),
    Rebuild(rebuild::Arguments),
    Check(check::Arguments),
    Stats(stats::Arguments),
    Lookup(lookup::Arguments),
    Export(Box<export::Arguments>),
    Dependents(dependents::Arguments),
    Forget(forget::Arguments),
    Move(relocate::Arguments),
    Visits(VisitArguments),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::Add(arguments) => add::run(&arguments),
            Command::Rebuild(arguments) => rebuild::run(&arguments),
            Command::Check(arguments) => check::run(&arguments),
            Command::Stats(arguments) => stats::run(&arguments),
            Command::Lookup(arguments) => lookup::run(&arguments),
            Command::Export(arguments) => export::run(&arguments),
            Command::Dependents(arguments) => dependents::run(&arguments),
            Command::Forget(arguments) => forget::run(&arguments),
            Command::Move(arguments) => relocate::run(&arguments),
            Command::Visits(arguments) => arguments.run(),
        }
    }
}

/// The command line, for whoever finds the archive in use.
pub(crate) fn command_line() -> String {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    format!("stodola {}", words.join(" "))
}

/// Says what is wrong with a file that was read.
pub(crate) fn say_problems(screen: &Bar, problems: &FileProblems<'_>) {
    let name = problems.name;
    for (offset, problem) in problems.first {
        let words = text!(
            "archive-problem",
            name = name,
            offset = *offset,
            problem = retold(language(), problem)
        );
        screen.say(format_args!("stodola: {words}"));
    }
    if problems.more() > 0 {
        let more = text!("archive-more", number = problems.more());
        screen.say(format_args!("stodola: {name}: {more}"));
    }
}

/// Says which jobs have logs that cannot be read.
fn say_unread(synced: &SyncedOutcomes) {
    for (job, error) in &synced.failed {
        let error = output::told_of(error);
        output::complain(text!("archive-outcomes-unread", job = job, error = error));
    }
}

/// The words for a file that has another name now.
fn was_moved(from: &str, to: &str) -> String {
    text!("archive-file-moved", from = from, to = to)
}
