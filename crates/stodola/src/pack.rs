//! `stodola pack`: the data of nations.

mod build;
mod gather;

use crate::output::Outcome;
use clap::Subcommand;

/// The commands under `stodola pack`; each is described where its arguments are.
#[derive(Subcommand)]
pub(crate) enum Command {
    Build(build::Arguments),
    Sites(gather::SitesArguments),
    Links(gather::LinksArguments),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::Build(arguments) => build::run(&arguments),
            Command::Sites(arguments) => gather::sites(&arguments),
            Command::Links(arguments) => gather::links(&arguments),
        }
    }
}
