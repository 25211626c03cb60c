//! `stodola map rules`: rules about the addresses of a site.

use clap::Subcommand;
use std::io::Write;
use std::path::PathBuf;
use stodola_app::site_rules::{SuggestSettings, check_rules, suggest_rules};
use stodola_terminal::lang::language;
use stodola_terminal::output::{RunOutcome, stdout};
use stodola_terminal::progress::Bar;
use stodola_terminal::talk::say;
use stodola_text::{rules_check_lines, suggested_rule_lines};

/// Say which addresses of a site are the same page: propose rules, and test a file of rules
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Suggest(SuggestArguments),
    Check(CheckArguments),
}

/// Propose rules from contents that are equal under several addresses.
///
/// The proposal goes to standard output as a file that can be used: with `scope.site_rules` in job.toml for harvests,
/// as site-rules.toml in the folder of the archive for its map. What speaks for each rule is told beside it: how many
/// pairs of addresses had the same content, how many had not, and some of them. Look at the proposal before you use it:
/// equal contents can be a coincidence.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    stodola map rules suggest www.example.cz --archive archive > site-rules.toml")]
struct SuggestArguments {
    /// The host; *.DOMAIN for a domain with all its hosts
    #[arg(value_name = "SITE")]
    site: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
}

/// Run the tests in a file of rules.
///
/// A test is an address, with the address that it becomes or the reason for which it is ignored. Harvests refuse a file
/// whose rules do not pass their tests.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 all tests passed; 1 some failed; 2 could not run.\n\nExample:\n  \
    stodola map rules check site-rules.toml"
)]
struct CheckArguments {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<RunOutcome> {
    match &arguments.command {
        Command::Suggest(arguments) => suggest(arguments),
        Command::Check(arguments) => check(arguments),
    }
}

fn suggest(arguments: &SuggestArguments) -> anyhow::Result<RunOutcome> {
    let (archive, site) = (arguments.archive.clone(), arguments.site.clone());
    let suggested = suggest_rules(&SuggestSettings { archive, site }, &Bar::default())?;
    let mut out = stdout();
    write!(out, "{}", suggested.text)?;
    out.flush()?;
    suggested_rule_lines(language(), &suggested).iter().for_each(say);
    Ok(RunOutcome::default())
}

fn check(arguments: &CheckArguments) -> anyhow::Result<RunOutcome> {
    let checked = check_rules(&arguments.file)?;
    rules_check_lines(language(), &checked).iter().for_each(say);
    Ok(RunOutcome { is_data_bad: !checked.failed.is_empty(), ..RunOutcome::default() })
}
