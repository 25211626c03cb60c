//! `stodola map`: what the links of an archive tell. One small file for each command; the work is done in
//! `stodola_app::map`.

mod changes;
mod complete;
mod copy;
mod dead;
mod export;
mod links;
mod rank;
mod rules;
mod sheet;
mod site;
mod tree;
mod which;
mod words;

use clap::Subcommand;
use stodola_terminal::output::RunOutcome;

/// Show what links tell: trees of sites, dead links, ranks, missing parts, files for other programs.
#[derive(clap::Args)]
pub struct MapCommand {
    #[command(subcommand)]
    command: Command,
}

/// The commands under `stodola map`; each is described where its arguments are. A new one is a file with its arguments,
/// a line here and a line in [`MapCommand::run`].
#[derive(Subcommand)]
enum Command {
    Tree(tree::Arguments),
    Dead(dead::Arguments),
    Rank(rank::Arguments),
    In(links::InArguments),
    Out(links::OutArguments),
    Complete(complete::Arguments),
    Sheet(sheet::Arguments),
    NearPages(links::NearArguments),
    Near(words::NearWordArguments),
    Catalogue(words::CatalogueArguments),
    Export(export::Arguments),
    Site(Box<site::Arguments>),
    Rules(rules::Arguments),
    Static(copy::Arguments),
    Changes(changes::Arguments),
}

impl MapCommand {
    /// Runs the command. Errors are those of `stodola_app::map`, or from writing to standard output.
    pub fn run(self) -> anyhow::Result<RunOutcome> {
        match self.command {
            Command::Tree(arguments) => tree::run(&arguments),
            Command::Dead(arguments) => dead::run(&arguments),
            Command::Rank(arguments) => rank::run(&arguments),
            Command::In(arguments) => links::run_in(&arguments),
            Command::Out(arguments) => links::run_out(&arguments),
            Command::Complete(arguments) => complete::run(&arguments),
            Command::Sheet(arguments) => sheet::run(&arguments),
            Command::NearPages(arguments) => links::run_near(&arguments),
            Command::Near(arguments) => words::run_near(&arguments),
            Command::Catalogue(arguments) => words::run_catalogue(&arguments),
            Command::Export(arguments) => export::run(&arguments),
            Command::Site(arguments) => site::run(&arguments),
            Command::Rules(arguments) => rules::run(&arguments),
            Command::Static(arguments) => copy::run(&arguments),
            Command::Changes(arguments) => changes::run(&arguments),
        }
    }
}
