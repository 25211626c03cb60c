//! `stodola access`: one small file for each command. The work is done in `stodola_app::access`.

mod check;
mod group;
mod import;
mod log;
mod ls;
mod remove;
mod rule;
mod undo;

use crate::lang::text;
use crate::output::Outcome;
use clap::Subcommand;
use std::path::{Path, PathBuf};
use stodola_app::access::ChangeSettings;

/// The commands under `stodola access`; each is described where its arguments are.
#[derive(Subcommand)]
pub(crate) enum Command {
    Ls(ls::Arguments),
    Block(rule::BlockArguments),
    Allow(rule::AllowArguments),
    Hide(rule::HideArguments),
    Remove(remove::Arguments),
    Undo(undo::Arguments),
    Check(check::Arguments),
    Import(import::Arguments),
    Log(log::Arguments),
    #[command(subcommand)]
    Group(group::Command),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::Ls(arguments) => ls::run(&arguments),
            Command::Block(arguments) => arguments.run(),
            Command::Allow(arguments) => arguments.run(),
            Command::Hide(arguments) => arguments.run(),
            Command::Remove(arguments) => remove::run(&arguments),
            Command::Undo(arguments) => undo::run(&arguments),
            Command::Check(arguments) => check::run(&arguments),
            Command::Import(arguments) => import::run(&arguments),
            Command::Log(arguments) => log::run(&arguments),
            Command::Group(command) => command.run(),
        }
    }
}

/// Who changes something and why, as it goes to the log. Without a name it is the user of the system.
fn change_settings(archive: &Path, by: Option<&str>, why: &str) -> ChangeSettings {
    let user = || ["USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok());
    ChangeSettings {
        archive: PathBuf::from(archive),
        who: by.map(str::to_owned).or_else(user).unwrap_or_default(),
        why: why.to_owned(),
    }
}

/// Says that a rule is new.
fn say_added(id: stodola_access::RuleId, number: i64) {
    let words = text!("access-added", rule = id.to_string(), change = number.to_string());
    crate::output::say(format_args!("{words}"));
}
