//! `stodola access undo`: a change is taken back.

use super::change_settings;
use crate::lang::text;
use crate::output::{self, Outcome};
use std::path::PathBuf;
use stodola_app::access::undo;

/// Take back a change of the rules: what was added goes, what was removed comes back.
///
/// Taking back is a change as well: it is in the log, and it can be taken back. A change whose rules were changed again
/// cannot be taken back before the later change is.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number of the change, as `stodola access log` shows it; by default the latest one that was not taken back
    #[arg(value_name = "CHANGE")]
    change: Option<i64>,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// The reason, kept in the log
    #[arg(long, value_name = "REASON")]
    why: String,
    /// Who takes it back, kept in the log; by default the user of the system
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings = change_settings(&arguments.archive, arguments.by.as_deref(), &arguments.why);
    let change = undo(&settings, arguments.change)?;
    let undone = change.undone.unwrap_or_default().to_string();
    let words = text!("access-undone", undone = undone, change = change.number.to_string());
    output::say(format_args!("{words}"));
    Ok(Outcome::default())
}
