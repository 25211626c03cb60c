//! `stodola access group`: groups whose members are known by the address they come from.

use super::change_settings;
use crate::lang::text;
use crate::output::{self, Outcome};
use std::io::Write;
use std::path::PathBuf;
use stodola_access::AddressRange;
use stodola_app::access::{change_group, groups};
use stodola_app::json;

/// Say from which addresses members of a group come, for example the computers of a reading room.
///
/// Rules can be made for a group: `stodola access allow '*' --for group:readers`. A change holds at once, also for a
/// running server, is in the log, and can be taken back with `stodola access undo`.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    Ls(LsArguments),
    Add(AddArguments),
    Remove(RemoveArguments),
}

/// List the groups with their address ranges.
#[derive(clap::Args)]
pub(crate) struct LsArguments {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Print one JSON object per range
    #[arg(long)]
    json: bool,
}

/// Add a range of addresses to a group; a group that is not there is made.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    stodola access group add readers 10.1.0.0/16 --why 'reading room' --archive archive")]
pub(crate) struct AddArguments {
    #[command(flatten)]
    range: RangeArguments,
}

/// Remove a range of addresses from a group; a group without ranges is gone.
#[derive(clap::Args)]
pub(crate) struct RemoveArguments {
    #[command(flatten)]
    range: RangeArguments,
}

#[derive(clap::Args)]
struct RangeArguments {
    /// Name of the group
    #[arg(value_name = "GROUP")]
    group: String,
    /// One address or a range of addresses, for example 10.1.0.0/16
    #[arg(value_name = "RANGE")]
    range: AddressRange,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// The reason, kept in the log
    #[arg(long, value_name = "REASON")]
    why: String,
    /// Who makes the change, kept in the log; by default the user of the system
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

impl Command {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        match self {
            Command::Ls(arguments) => arguments.run(),
            Command::Add(AddArguments { range }) => range.change(true),
            Command::Remove(RemoveArguments { range }) => range.change(false),
        }
    }
}

impl LsArguments {
    fn run(&self) -> anyhow::Result<Outcome> {
        let mut out = output::stdout();
        for record in groups(&self.archive)? {
            match self.json {
                true => json::write_line(&mut out, &record)?,
                false => writeln!(out, "{} {}", output::word(&record.group), record.range)?,
            }
        }
        out.flush()?;
        Ok(Outcome::default())
    }
}

impl RangeArguments {
    fn change(&self, is_member: bool) -> anyhow::Result<Outcome> {
        let settings = change_settings(&self.archive, self.by.as_deref(), &self.why);
        let (group, range) = (&self.group, self.range.to_string());
        let words = match change_group(&settings, group, self.range, is_member)? {
            Some(change) => {
                let key = if is_member { "access-group-added" } else { "access-group-removed" };
                text!(key, group = group, range = range, change = change.to_string())
            }
            None => text!("access-group-same", group = group, range = range),
        };
        output::say(words);
        Ok(Outcome::default())
    }
}
