//! `stodola access ls`: the rules.

use crate::lang::text;
use crate::output::{self, Outcome};
use std::io::Write;
use std::path::PathBuf;
use stodola_app::access::rules;
use stodola_app::json;
use stodola_text::access_rule_words;

/// List the rules of access with their numbers.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Print one JSON object per rule
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let rules = rules(&arguments.archive)?;
    let mut out = output::stdout();
    for record in &rules {
        match arguments.json {
            true => json::write_line(&mut out, record)?,
            false => writeln!(out, "{:>5} {}", record.id, access_rule_words(&record.rule))?,
        }
    }
    out.flush()?;
    output::say(format_args!("{}", text!("access-rules", rules = rules.len())));
    Ok(Outcome::default())
}
