//! `stodola access remove`: a rule goes.

use super::change_settings;
use crate::lang::text;
use crate::output::{self, Outcome};
use std::path::PathBuf;
use stodola_access::RuleId;
use stodola_app::access::remove_rules;

/// Remove rules. They stay in the log, and `stodola access undo` brings them back.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Numbers of the rules, as `stodola access ls` shows them
    #[arg(required = true, value_name = "RULE")]
    rules: Vec<i64>,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// The reason, kept in the log
    #[arg(long, value_name = "REASON")]
    why: String,
    /// Who removes them, kept in the log; by default the user of the system
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings = change_settings(&arguments.archive, arguments.by.as_deref(), &arguments.why);
    let ids: Vec<RuleId> = arguments.rules.iter().copied().map(RuleId).collect();
    let change = remove_rules(&settings, &ids)?;
    let words = text!("access-removed", rules = ids.len(), change = change.number.to_string());
    output::say(format_args!("{words}"));
    Ok(Outcome::default())
}
