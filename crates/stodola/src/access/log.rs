//! `stodola access log`: who changed which rule, when and why.

use crate::output::{self, Outcome};
use std::io::Write;
use std::path::PathBuf;
use stodola_app::access::{GroupRecord, changes};
use stodola_app::json;
use stodola_text::access_rule_words;

/// Show who changed the rules, when and why.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Print one JSON object per change
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    for change in changes(&arguments.archive)? {
        if arguments.json {
            json::write_line(&mut out, &change)?;
            continue;
        }
        let undoes = change.undoes.map(|number| format!(" {number}")).unwrap_or_default();
        let (who, why) = (output::word(&change.who), output::word(&change.why));
        let (number, time, kind) = (change.change, change.time, change.kind);
        writeln!(out, "{number:>5} {time} {kind}{undoes} {who} {why}")?;
        for (sign, rules) in [('-', &change.removed), ('+', &change.added)] {
            for record in rules {
                writeln!(out, "      {sign} {} {}", record.id, access_rule_words(&record.rule))?;
            }
        }
        for (sign, ranges) in [('-', &change.group_removed), ('+', &change.group_added)] {
            for GroupRecord { group, range } in ranges {
                writeln!(out, "      {sign} group:{} {range}", output::word(group))?;
            }
        }
    }
    out.flush()?;
    Ok(Outcome::default())
}
