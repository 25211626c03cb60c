//! Rules of access, and which of them decides.

use crate::{Language, shell_word, text};
use std::fmt::Write as _;
use std::io::{self, Write};
use stodola_access::{AccessPolicy, AccessRule, AgeLimit, RuleAudience};
use stodola_app::access::{AccessCheck, CheckedRule};

/// Returns a rule in words that are data: the same in every language.
pub fn access_rule_words(rule: &AccessRule) -> String {
    let mut words = format!("{} {}", rule.policy.as_str(), rule.place);
    // Writing to a string cannot fail.
    let mut add = |name: &str, value: &str| {
        let _ = write!(words, " {name}={}", shell_word(value));
    };
    if rule.policy == AccessPolicy::Block {
        add("cause", rule.cause.as_str());
    }
    if rule.audience != RuleAudience::Everybody {
        add("for", &rule.audience.to_string());
    }
    let conditions = access_rule_conditions(rule);
    if !conditions.is_empty() {
        words.push(' ');
        words.push_str(&conditions);
    }
    words
}

/// Returns what a rule says beside the place, the decision and for whom it is, in the same words; empty if nothing.
pub fn access_rule_conditions(rule: &AccessRule) -> String {
    let mut words = String::new();
    let mut add = |name: &str, value: String| {
        let gap = if words.is_empty() { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(words, "{gap}{name}={}", shell_word(&value));
    };
    for (name, moment) in [
        ("from", rule.captured.from),
        ("to", rule.captured.to),
        ("valid-from", rule.valid.from),
        ("valid-until", rule.valid.to),
    ] {
        if let Some(moment) = moment {
            add(name, moment.to_string());
        }
    }
    match rule.age {
        Some(AgeLimit::Younger(period)) => add("younger-than", period.to_string()),
        Some(AgeLimit::Older(period)) => add("older-than", period.to_string()),
        None => {}
    }
    if let Some(mime) = &rule.mime {
        add("type", mime.to_string());
    }
    if rule.yields_to_embargo {
        add("unless", "embargo".to_owned());
    }
    for (name, value) in [("message", &rule.message), ("note", &rule.note)] {
        if let Some(value) = value {
            add(name, value.clone());
        }
    }
    words
}

/// Writes what was decided about an address, and what became of each rule.
///
/// # Errors
/// The writer's.
pub fn write_access_check(
    out: &mut impl Write,
    language: Language,
    checked: &AccessCheck,
) -> io::Result<()> {
    let deciding = checked.rules.iter().find(|rule| rule.verdict == "decides");
    let rule = deciding.map(|rule| rule.id.to_string()).unwrap_or_default();
    let sentence = match (checked.decision, &checked.until) {
        ("hide", _) => text!(language, "access-check-hidden", rule = rule),
        ("block", until) => {
            let cause = deciding.map_or("", |it| it.rule.cause.as_str());
            let status = checked.status;
            match until.map(|until| until.to_string()) {
                Some(until) => text!(
                    language,
                    "access-check-blocked-until",
                    rule = rule,
                    cause = cause,
                    until = until,
                    status = status
                ),
                None => text!(
                    language,
                    "access-check-blocked",
                    rule = rule,
                    cause = cause,
                    status = status
                ),
            }
        }
        _ if deciding.is_some() => text!(language, "access-check-allowed", rule = rule),
        _ => text!(language, "access-check-allowed-by-none"),
    };
    writeln!(out, "{sentence}")?;
    let time = checked.time.map(|time| time.to_string()).unwrap_or_else(|| "-".to_owned());
    let mime = checked.mime.as_deref().unwrap_or("-");
    let key = &checked.key;
    let about = match checked.is_captured {
        true => text!(language, "access-check-capture", key = key, time = time, mime = mime),
        false => text!(language, "access-check-no-capture", key = key, time = time),
    };
    writeln!(out, "{about}")?;
    for rule in &checked.rules {
        let why = words_of(language, rule, deciding);
        writeln!(out, "{:>5} {}: {why}", rule.id, access_rule_words(&rule.rule))?;
    }
    Ok(())
}

/// What became of a rule.
fn words_of(language: Language, rule: &CheckedRule, deciding: Option<&CheckedRule>) -> String {
    let by = deciding.map(|rule| rule.id.to_string()).unwrap_or_default();
    match rule.verdict {
        "decides" => text!(language, "access-verdict-decides"),
        "overruled" => text!(language, "access-verdict-overruled", rule = by),
        "yields" => text!(language, "access-verdict-yields", rule = by),
        "audience" => text!(language, "access-verdict-audience"),
        "valid" => text!(language, "access-verdict-valid"),
        "captured" => text!(language, "access-verdict-captured"),
        "age" => text!(language, "access-verdict-age"),
        _ => text!(language, "access-verdict-type"),
    }
}
