//! `stodola job`: the jobs of an archive, and what is on record of them.
//!
//! These commands read a job's books without a lock, so they can be used while it is harvested.

mod ledger;
mod ls;
mod outcomes;
mod outscope;
mod report;
pub(crate) mod stored;

use crate::output::Outcome;
use clap::Subcommand;

/// The commands under `stodola job`; each is described where its arguments are.
#[derive(Subcommand)]
pub(crate) enum Command {
    Ls(ls::Arguments),
    Report(report::Arguments),
    Outcomes(outcomes::Arguments),
    Outscope(outscope::Arguments),
    Ledger(ledger::Arguments),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::Ls(arguments) => ls::run(&arguments),
            Command::Report(arguments) => report::run(&arguments),
            Command::Outcomes(arguments) => outcomes::run(&arguments),
            Command::Outscope(arguments) => outscope::run(&arguments),
            Command::Ledger(arguments) => ledger::run(&arguments),
        }
    }
}
