//! `stodola warc`: tools for ARC and WARC files, one small file each.

mod cat;
mod check;
mod extract;
mod index;
mod ls;
mod repack;

use crate::output::Outcome;
use clap::Subcommand;

/// The commands under `stodola warc`; each is described where its arguments are.
#[derive(Subcommand)]
pub(crate) enum Command {
    Ls(ls::Arguments),
    Cat(cat::Arguments),
    Check(check::Arguments),
    Index(index::Arguments),
    Extract(extract::Arguments),
    Repack(repack::Arguments),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::Ls(arguments) => ls::run(&arguments),
            Command::Cat(arguments) => cat::run(&arguments),
            Command::Check(arguments) => check::run(&arguments),
            Command::Index(arguments) => index::run(&arguments),
            Command::Extract(arguments) => extract::run(&arguments),
            Command::Repack(arguments) => repack::run(&arguments),
        }
    }
}
