//! `stodola access check`: which rule decides about an address.

use super::rule_words;
use crate::lang::text;
use crate::output::{self, Outcome};
use anyhow::{Context, bail};
use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use stodola_access::Visitor;
use stodola_app::access::{AccessCheck, AccessCheckSettings, CheckedRule, check};
use stodola_app::json;
use stodola_archive::Stamp;

/// Tell what a visitor is shown of a URL, which rule decides, and why the others do not.
///
/// The rules are asked about the latest capture of the URL, or about the one nearest to --time. If the archive has no
/// capture of it, one of that time is supposed.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola access check http://example.cz/ --archive archive\n  \
    stodola access check http://example.cz/ --as group:readers --address 10.1.2.3 --archive archive")]
pub(crate) struct Arguments {
    /// The URL
    #[arg(value_name = "URL")]
    url: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// A group of the visitor, as group:NAME; several are possible
    #[arg(long = "as", value_name = "GROUP")]
    groups: Vec<String>,
    /// The IP address that the visitor comes from
    #[arg(long, value_name = "ADDRESS")]
    address: Option<IpAddr>,
    /// The capture nearest to this time: 4 to 14 digits, for example 2015 or 20150630120000
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Suppose this media type
    #[arg(long = "type", value_name = "TYPE")]
    media_type: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let mut groups = Vec::new();
    for group in &arguments.groups {
        match group.strip_prefix("group:").filter(|name| !name.is_empty()) {
            Some(name) => groups.push(name.to_owned()),
            None => bail!(text!("access-no-group", text = group)),
        }
    }
    let time = match &arguments.time {
        None => None,
        Some(time) => {
            Some(Stamp::parse(time).with_context(|| text!("archive-lookup-no-time", time = time))?)
        }
    };
    let settings = AccessCheckSettings {
        archive: arguments.archive.clone(),
        url: arguments.url.clone(),
        visitor: Visitor { groups, address: arguments.address },
        time,
        mime: arguments.media_type.clone(),
    };
    let checked = check(&settings)?;
    let mut out = output::stdout();
    if arguments.json {
        json::write_line(&mut out, &checked)?;
    } else {
        print(&mut out, &checked)?;
    }
    out.flush()?;
    Ok(Outcome::default())
}

fn print(out: &mut impl Write, checked: &AccessCheck) -> anyhow::Result<()> {
    let deciding = checked.rules.iter().find(|rule| rule.verdict == "decides");
    let rule = deciding.map(|rule| rule.id.to_string()).unwrap_or_default();
    let sentence = match (checked.decision, &checked.until) {
        ("hide", _) => text!("access-check-hidden", rule = rule),
        ("block", until) => {
            let cause = deciding.map_or("", |it| it.rule.cause.as_str());
            let status = checked.status;
            match until.map(|until| until.to_string()) {
                Some(until) => text!(
                    "access-check-blocked-until",
                    rule = rule,
                    cause = cause,
                    until = until,
                    status = status
                ),
                None => text!("access-check-blocked", rule = rule, cause = cause, status = status),
            }
        }
        _ if deciding.is_some() => text!("access-check-allowed", rule = rule),
        _ => text!("access-check-allowed-by-none"),
    };
    writeln!(out, "{sentence}")?;
    let time = checked.time.map(|time| time.to_string()).unwrap_or_else(|| "-".to_owned());
    let mime = checked.mime.as_deref().unwrap_or("-");
    let key = &checked.key;
    let about = match checked.is_captured {
        true => text!("access-check-capture", key = key, time = time, mime = mime),
        false => text!("access-check-no-capture", key = key, time = time),
    };
    writeln!(out, "{about}")?;
    for rule in &checked.rules {
        let why = words_of(rule, deciding);
        writeln!(out, "{:>5} {}: {why}", rule.id, rule_words(&rule.rule))?;
    }
    Ok(())
}

/// What became of a rule.
fn words_of(rule: &CheckedRule, deciding: Option<&CheckedRule>) -> String {
    let by = deciding.map(|rule| rule.id.to_string()).unwrap_or_default();
    match rule.verdict {
        "decides" => text!("access-verdict-decides"),
        "overruled" => text!("access-verdict-overruled", rule = by),
        "yields" => text!("access-verdict-yields", rule = by),
        "audience" => text!("access-verdict-audience"),
        "valid" => text!("access-verdict-valid"),
        "captured" => text!("access-verdict-captured"),
        "age" => text!("access-verdict-age"),
        _ => text!("access-verdict-type"),
    }
}
