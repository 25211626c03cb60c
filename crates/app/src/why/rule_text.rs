//! The text that decided about a URI: a part of robots.txt or job.toml, with the line that did.

use super::UriAnswer;
use crate::job::StoredJob;
use crate::reading::{CaptureGate, CaptureSight, ReaderGate};
use std::io::Read;
use stodola_archive::{Captures, Stamp};
use stodola_crawl::site_rules::{SITE_RULE, SITE_RULE_SAME, counted_rule};
use stodola_frontier::{Outcome, Reason, Time};
use stodola_warc::date::Timestamp;

/// Bytes of a robots.txt that are read.
const ROBOTS_MAX: u64 = 512 << 10;
/// Lines shown before and behind the line that decided.
const AROUND: usize = 6;
/// Characters of a line that are shown.
const LINE_MAX: usize = 200;

/// Where the text comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleFile {
    /// The robots.txt of the host, as it is archived.
    Robots {
        /// Its URI.
        uri: String,
        /// Time of the capture.
        time: Stamp,
    },
    /// The job.toml of the job, as it is now.
    Settings,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleLine {
    /// Its number, from 1.
    pub number: usize,
    /// Its text, cut if it is long.
    pub text: String,
    /// Whether it is the line that decided, or reads the same.
    pub decides: bool,
}

/// A part of a file with the line that decided about a URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The file.
    pub file: RuleFile,
    /// The line that decided, and some around it.
    pub lines: Vec<RuleLine>,
}

impl RuleText {
    /// Finds the line that decided about a URI in a round; `None` if nothing in a file did, or if the file has no such
    /// line any more. The robots.txt is the capture nearest to the decision, if `gate` shows it.
    pub fn find(
        job: &StoredJob,
        uri: &[u8],
        answer: &UriAnswer,
        captures: &Captures,
        gate: &ReaderGate,
    ) -> Option<RuleText> {
        if let Some((attempt, Outcome::RobotsExcluded)) = answer.outcome() {
            let line = attempt.detail.reason.to_string();
            let time = attempt.detail.start.unwrap_or(attempt.time);
            return robots(uri, &line, time, captures, gate);
        }
        let lines = part_of(&job.settings_text().ok()?, setting(answer)?)?;
        Some(RuleText { file: RuleFile::Settings, lines })
    }
}

/// What is looked for in job.toml.
fn setting(answer: &UriAnswer) -> Option<impl Fn(&str) -> bool + use<>> {
    let name = match answer.outcome() {
        Some((attempt, Outcome::OverBudget)) => attempt.detail.budget()?.name().to_owned(),
        Some((attempt, Outcome::OutOfScope)) => attempt.detail.reason.to_string(),
        Some((_, Outcome::Trap)) => "[traps]".to_owned(),
        Some((attempt, Outcome::LeftOut)) => match attempt.detail.reason {
            Reason::TooLong { .. } => "long".to_owned(),
            ref rule => rule.to_string(),
        },
        Some((_, Outcome::NotNational)) => "[national]".to_owned(),
        Some((_, Outcome::Archived | Outcome::NotDue)) | None => match &answer.rejected {
            Some(rejected) if answer.found.is_none() => rejected.rule.clone(),
            _ => answer.rule.as_ref()?.name.clone(),
        },
        Some(_) => return None,
    };
    let key = match &*name {
        "too-many-hops" => "max_hops".to_owned(),
        "sitemaps-off" => "sitemaps".to_owned(),
        name if matches!(counted_rule(name), SITE_RULE | SITE_RULE_SAME) => "site_rules".to_owned(),
        name => name.replace('-', "_"),
    };
    Some(move |line: &str| {
        let line = line.trim();
        let Some((left, right)) = line.split_once('=') else { return line == name };
        let (left, right) = (left.trim(), right.trim().trim_matches('"'));
        left == key || (matches!(left, "name" | "type") && right == name)
    })
}

fn robots(
    uri: &[u8],
    line: &str,
    time: Time,
    captures: &Captures,
    gate: &ReaderGate,
) -> Option<RuleText> {
    let uri = robots_of(uri)?;
    let digits = Timestamp::from_unix_millis(time.millis()).digits14().to_string();
    let entry = captures.catalogue().ok()?.closest(&uri, Stamp::parse(&digits)?).ok()??;
    if gate.sight(&entry) != CaptureSight::Shown {
        return None;
    }
    let mut bytes = Vec::new();
    let content = captures.open(&entry).ok()?.content.into_decoded(ROBOTS_MAX);
    // What cannot be decoded to its end is shown as far as it goes.
    let _ = content.take(ROBOTS_MAX).read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let lines = part_of(&text, |it| it.split('#').next().unwrap_or_default().trim() == line)?;
    let uri = String::from_utf8_lossy(&entry.row.uri).into_owned();
    Some(RuleText { file: RuleFile::Robots { uri, time: entry.row.time? }, lines })
}

/// The robots.txt that speaks about a URI.
fn robots_of(uri: &[u8]) -> Option<Vec<u8>> {
    let start = uri.windows(3).position(|it| it == b"://")? + 3;
    let end = uri[start..].iter().position(|it| matches!(it, b'/' | b'?' | b'#'));
    let authority = &uri[..end.map_or(uri.len(), |end| start + end)];
    Some([authority, b"/robots.txt"].concat())
}

/// The first line that is looked for, those around it, and which of them read the same; `None` if there is none.
fn part_of(text: &str, is_it: impl Fn(&str) -> bool) -> Option<Vec<RuleLine>> {
    let first = text.lines().position(&is_it)?;
    let start = first.saturating_sub(AROUND);
    let part = text.lines().enumerate().skip(start).take(first - start + AROUND + 1);
    let line = |(place, text): (usize, &str)| RuleLine {
        number: place + 1,
        text: text.chars().take(LINE_MAX).collect(),
        decides: is_it(text),
    };
    Some(part.map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_decided_is_found_with_those_around_it() {
        let text = (1..=30).map(|n| format!("line {n} # x\n")).collect::<String>();
        let found = part_of(&text, |it| it.starts_with("line 9 ")).unwrap();
        let numbers: Vec<usize> = found.iter().map(|line| line.number).collect();
        assert_eq!(numbers, (3..=15).collect::<Vec<_>>());
        let decides: Vec<&str> =
            found.iter().filter(|line| line.decides).map(|line| &*line.text).collect();
        assert_eq!(decides, ["line 9 # x"]);
        assert_eq!(part_of(&text, |it| it == "line"), None);
        assert_eq!(part_of("a", |it| it == "a").unwrap().len(), 1);
    }

    #[test]
    fn robots_txt_lies_at_the_root_of_the_same_server() {
        for (uri, robots) in [
            ("http://a.cz/b/c?d", "http://a.cz/robots.txt"),
            ("https://a.cz:8443?x", "https://a.cz:8443/robots.txt"),
            ("http://[::1]", "http://[::1]/robots.txt"),
        ] {
            assert_eq!(robots_of(uri.as_bytes()).unwrap(), robots.as_bytes());
        }
        assert_eq!(robots_of(b"mailto:a@b.cz"), None);
    }
}
