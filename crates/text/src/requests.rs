//! Requests of users in words.

use crate::{Language, retold, text};
use std::io::{self, Write};
use stodola_app::requests::{PackageRecord, RequestRecord, ShownRequest};

/// A request as a line of words that are the same in every language.
pub fn request_line(record: &RequestRecord) -> String {
    let RequestRecord { number, package, state, .. } = record;
    let share = record.share.map(|share| format!(" {:.0}%", share * 100.0)).unwrap_or_default();
    let place = record.place.map(|place| format!(" place={place}")).unwrap_or_default();
    let age =
        record.result.as_ref().map(|result| format!(" age={}s", result.age)).unwrap_or_default();
    let owners = harmless(&record.owners.join(","));
    let question = harmless(&record.question.to_string());
    format!("{number} {package} {state}{share}{place}{age} {owners} {question}")
}

/// A kind of work as a line of words that are the same in every language.
pub fn package_line(record: &PackageRecord) -> String {
    let PackageRecord { package, version, running, waiting, at_once, role, .. } = record;
    let looked_after = match record.administrators.join(",") {
        names if names.is_empty() => String::new(),
        names => format!(" administrators={}", harmless(&names)),
    };
    format!(
        "{package} version={version} running={running} waiting={waiting} at_once={at_once} role={role}{looked_after}"
    )
}

/// Writes a request with what is known of it, and its log.
pub fn request_lines(
    out: &mut dyn Write,
    language: Language,
    shown: &ShownRequest,
) -> io::Result<()> {
    let ShownRequest { request: record, log } = shown;
    writeln!(out, "{}", request_line(record))?;
    if !record.words.is_empty() {
        writeln!(out, "{}", text!(language, "work-now", words = harmless(&record.words)))?;
    }
    if let Some(error) = &record.error {
        writeln!(
            out,
            "{}",
            text!(language, "work-error", error = harmless(&retold(language, error)))
        )?;
    }
    if let Some(result) = &record.result {
        let (name, made) = (harmless(&result.name), result.made.to_string());
        let words = text!(
            language,
            "work-result",
            name = name,
            made = made,
            bytes = result.length,
            views = result.views.unsigned_abs()
        );
        writeln!(out, "{words}")?;
    }
    for line in log {
        writeln!(out, "{} {}", line.time, harmless(&retold(language, &line.text)))?;
    }
    Ok(())
}

/// A text without what a terminal would obey: strangers wrote it.
fn harmless(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}
