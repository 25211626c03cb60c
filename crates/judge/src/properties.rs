//! The configuration of WebAnalyzer, `webanalyzer.properties`.
//!
//! Two generations of keys are in use, `webanalyzer.emailsearcher.point` and `webanalyzer.searcher.email.point`, with
//! or without `cz.webarchiv.` before them, in upper or lower case. These settings replace the criteria and points of
//! the pack: every find counts, there is no maximum, and the sum decides.

use std::path::Path;

use regex::Regex;

use crate::error::Error;
use crate::pack::{Scale, compile};

/// Range of points that WebAnalyzer allowed for a find.
const POINTS: std::ops::RangeInclusive<i64> = 0..=10;
const DEPTH: std::ops::RangeInclusive<i64> = 0..=1_000_000;
/// Minimum of points that WebAnalyzer used in its study, unless configured.
const MIN_POINTS: i64 = 200;
const MAX_SIZE: u64 = 1 << 20;

/// An imported configuration.
#[derive(Clone, Debug)]
pub struct Properties {
    /// Number of points from which on a page is valid.
    pub min_points: i64,
    /// Depth to which links of a valid page are archived; `None` if it is not set.
    pub depth: Option<u32>,
    /// Keys that are not supported here, with their line numbers.
    pub unknown: Vec<(usize, String)>,
    pub(crate) country: Option<String>,
    pub(crate) email: Option<Regex>,
    pub(crate) phone: Option<Regex>,
    pub(crate) language_tag: Option<Regex>,
    searchers: [Searcher; 5],
}

/// A kind of evidence that WebAnalyzer could search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Geo = 0,
    Dictionary = 1,
    Email = 2,
    Phone = 3,
    LanguageTag = 4,
}

#[derive(Clone, Copy, Debug, Default)]
struct Searcher {
    is_used: Option<bool>,
    points: Option<i64>,
}

impl Kind {
    fn from_name(name: &str) -> Option<Kind> {
        Some(match name {
            "geoip" => Kind::Geo,
            "dictionary" => Kind::Dictionary,
            "email" => Kind::Email,
            "phone" => Kind::Phone,
            "htmllang" => Kind::LanguageTag,
            _ => return None,
        })
    }

    fn of_criterion(name: &str) -> Option<Kind> {
        Some(match name {
            "server" | "linked-servers" => Kind::Geo,
            "dictionary" => Kind::Dictionary,
            "email" => Kind::Email,
            "phone" => Kind::Phone,
            "language-tag" => Kind::LanguageTag,
            _ => return None,
        })
    }
}

impl Properties {
    /// Reads a file. An error if it cannot be read or a value is not valid.
    pub fn open(path: &Path) -> Result<Properties, Error> {
        let unreadable = |source| Error::Read { path: path.to_owned(), source };
        let size = std::fs::metadata(path).map_err(unreadable)?.len();
        if size > MAX_SIZE {
            let problem = format!("the file is too large ({size} bytes)");
            return Err(Error::At { path: path.to_owned(), line: 1, problem });
        }
        Properties::parse(path, &std::fs::read(path).map_err(unreadable)?)
    }

    /// Parses the text of a file; the path is used in error messages.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Properties, Error> {
        let mut out = Properties {
            min_points: MIN_POINTS,
            depth: None,
            unknown: Vec::new(),
            country: None,
            email: None,
            phone: None,
            language_tag: None,
            searchers: Default::default(),
        };
        for Line { number, key, value } in lines(bytes) {
            match out.set(&key, &value) {
                Ok(true) => {}
                Ok(false) => out.unknown.push((number, key)),
                Err(problem) => {
                    return Err(Error::At { path: path.to_owned(), line: number, problem });
                }
            }
        }
        Ok(out)
    }

    /// Returns the points of a criterion in this configuration.
    pub(crate) fn scale(&self, criterion: &str) -> Scale {
        let searcher = Kind::of_criterion(criterion).map(|kind| self.searchers[kind as usize]);
        let searcher = searcher.unwrap_or_default();
        // Files of the first generation have no flags: a criterion with points is used.
        let is_used = searcher.is_used.unwrap_or(searcher.points.is_some());
        Scale { is_used, points: searcher.points.unwrap_or(0), cap: i64::MAX, veto: None }
    }

    /// Applies one setting. Returns whether the key is known; the error says what is wrong with the value.
    fn set(&mut self, key: &str, value: &str) -> Result<bool, String> {
        let key = key.strip_prefix("cz.webarchiv.").unwrap_or(key);
        let Some(key) = key.strip_prefix("webanalyzer.") else { return Ok(false) };
        match key {
            "urlanalyzer.min.valid.points" => {
                self.min_points = number(key, value, 0..=i64::MAX)?;
                return Ok(true);
            }
            "urlanalyzer.depth.toarchive" => {
                self.depth = u32::try_from(number(key, value, DEPTH)?).ok();
                return Ok(true);
            }
            // The language comes from the pack.
            "dictionary.language" | "manager.dictionary.language" => return Ok(true),
            _ => {}
        }
        let Some((searcher, setting)) = key.rsplit_once('.') else { return Ok(false) };
        let name = searcher.strip_prefix("searcher.").or_else(|| searcher.strip_suffix("searcher"));
        let Some(kind) = name.and_then(Kind::from_name) else { return Ok(false) };
        let slot = &mut self.searchers[kind as usize];
        match (setting, kind) {
            ("point", _) => slot.points = Some(number(key, value, POINTS)?),
            ("use", _) => slot.is_used = Some(flag(key, value)?),
            ("countrycode", Kind::Geo) => {
                let is_code = value.len() == 2 && value.bytes().all(|b| b.is_ascii_alphabetic());
                if !is_code {
                    return Err(format!(
                        "'{value}' is not a country code; give two letters such as 'CZ'"
                    ));
                }
                self.country = Some(value.to_ascii_uppercase());
            }
            ("regexp", Kind::Email) => self.email = Some(compile(value)?),
            ("regexp", Kind::Phone) => self.phone = Some(compile(value)?),
            ("regexp", Kind::LanguageTag) => self.language_tag = Some(compile(value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn number(key: &str, value: &str, range: std::ops::RangeInclusive<i64>) -> Result<i64, String> {
    let (low, high) = (range.start(), range.end());
    match value.parse::<i64>() {
        Ok(number) if range.contains(&number) => Ok(number),
        Ok(_) => Err(format!("{key} '{value}' is out of range; give {low} to {high}")),
        Err(_) => Err(format!("{key} '{value}' is not a number; give {low} to {high}")),
    }
}

fn flag(key: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "1" | "true" | "yes" => Ok(true),
        "0" | "false" | "no" => Ok(false),
        _ => Err(format!("{key} '{value}' is neither 0 nor 1")),
    }
}

struct Line {
    number: usize,
    /// Key in lower case.
    key: String,
    value: String,
}

/// Returns the settings of a properties file as Java reads it: `=`, `:` or a blank after the key, `\` at the end of a
/// line joins the next, and escapes are decoded.
fn lines(bytes: &[u8]) -> Vec<Line> {
    let text: String = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        // Not UTF-8: Latin-1, as Java itself writes it.
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    let mut out = Vec::new();
    let mut physical = (1..).zip(text.lines());
    while let Some((number, first)) = physical.next() {
        let first = first.trim_start_matches('\u{feff}').trim_start();
        if first.is_empty() || first.starts_with(['#', '!']) {
            continue;
        }
        let mut logical = first.to_owned();
        while logical.chars().rev().take_while(|c| *c == '\\').count() % 2 == 1 {
            logical.pop();
            let Some((_, next)) = physical.next() else { break };
            logical.push_str(next.trim_start());
        }
        let (key, value) = split(&logical);
        let value = unescaped(value).trim_end().to_owned();
        out.push(Line { number, key: unescaped(key).to_lowercase(), value });
    }
    out
}

fn split(line: &str) -> (&str, &str) {
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        let is_end = !is_escaped && (matches!(c, '=' | ':') || c.is_whitespace());
        is_escaped = c == '\\' && !is_escaped;
        if is_end {
            let rest = line[at..].trim_start();
            let rest = rest.strip_prefix(['=', ':']).unwrap_or(rest);
            return (&line[..at], rest.trim_start());
        }
    }
    (line, "")
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('t') => out.push('\t'),
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some('f') => out.push('\x0c'),
            Some('u') => {
                let digits: String = chars.by_ref().take(4).collect();
                let code = u32::from_str_radix(&digits, 16).ok();
                out.push(code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}
