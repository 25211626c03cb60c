//! Phone numbers with the code of a country, in the text and in `tel:` links, and those without one
//! where the pack has a pattern for them.
//!
//! Digits are a phone number if they fit the numbering plan of their country, and a national one if that country is in
//! the pack. Without the code a number could belong to several countries: nine digits in threes are as valid in Poland
//! as in Czechia. So it counts only after a word that announces it, which the pattern has to require, and only on a
//! page in the nation's language.

mod plan;

use std::collections::{HashMap, HashSet};

use memchr::{memchr_iter, memmem};
use regex::Regex;

use self::plan::Number;
use super::email::after_scheme;
use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;

/// Number of digits of a phone number: at most 15 by E.164.
const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;
/// Maximum number of different candidates of a page that are looked up. A page with more is a list, and its nation is
/// known by then.
const MAX_CANDIDATES: usize = 200;

enum Numbers {
    Plan(Nation),
    /// A configuration of WebAnalyzer: every mention counts.
    Mentions {
        /// Its pattern, applied to the text as it is written; `None` if it has none.
        pattern: Option<Regex>,
        countries: Vec<String>,
    },
}

struct Nation {
    countries: Vec<String>,
    language: String,
    /// Pattern of numbers without the code; its group is the number.
    home: Option<Regex>,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    let countries = making.pack.countries.clone();
    Ok(Box::new(match making.properties {
        Some(imported) => Numbers::Mentions { pattern: imported.phone.clone(), countries },
        None => Numbers::Plan(Nation {
            countries,
            language: making.pack.language.clone(),
            home: making.pack.home_number.clone(),
        }),
    }))
}

impl Criterion for Numbers {
    fn look(&self, page: &Page<'_>, seen: &Seen<'_>) -> Found {
        let mut tally = Tally::default();
        match self {
            Numbers::Plan(nation) => {
                let is_ours = |region: &str| nation.countries.iter().any(|it| it == region);
                tally.add(with_code(page), plan::international, is_ours);
                if let Some(pattern) = nation.home_pattern(seen) {
                    tally.add(at_home(page, pattern), |digits| nation.at_home(digits), is_ours);
                }
                tally.found
            }
            Numbers::Mentions { pattern, countries } => mentions(page, pattern.as_ref(), countries),
        }
    }
}

/// Counts every mention of a number with the code of a country, and every match of the pattern. A match is valid; so
/// is a number of the nation, if there is no pattern.
fn mentions(page: &Page<'_>, pattern: Option<&Regex>, countries: &[String]) -> Found {
    let mut out = Found::default();
    // Bytes of the text that matches have taken: a number there is counted already.
    let mut taken: Vec<std::ops::Range<usize>> = Vec::new();
    for found in pattern.into_iter().flat_map(|it| it.find_iter(page.text)) {
        if !found.is_empty() {
            out.count(true, found.as_str(), Some(found.start()));
            taken.push(found.range());
        }
    }
    let mut known: HashMap<String, Option<bool>> = HashMap::new();
    for Candidate { digits, written, position } in with_code(page) {
        let is_taken = position.is_some_and(|start| {
            let next = taken.partition_point(|range| range.end <= start);
            taken.get(next).is_some_and(|range| range.start < start + written.len())
        });
        let matches = pattern.and_then(|it| it.find(written)).is_some_and(|it| !it.is_empty());
        if is_taken || known.len() >= MAX_CANDIDATES && !known.contains_key(&digits) {
            continue;
        }
        let is_ours = *known.entry(digits).or_insert_with_key(|digits| {
            let number = plan::international(digits)?;
            Some(countries.iter().any(|it| it == number.region))
        });
        // In a link the pattern has not been looked for yet.
        let in_link = position.is_none() && matches;
        if let Some(is_ours) = is_ours.or(in_link.then_some(true)) {
            let is_valid = if pattern.is_some() { in_link } else { is_ours };
            out.count(is_valid, written.trim(), position);
        }
    }
    out
}

impl Nation {
    /// Returns the pattern of numbers without the code; `None` if it may not be used on this page.
    fn home_pattern(&self, seen: &Seen<'_>) -> Option<&Regex> {
        let is_in_our_language = seen.language.is_some_and(|it| it.language == self.language);
        self.home.as_ref().filter(|_| is_in_our_language)
    }

    fn at_home(&self, digits: &str) -> Option<Number> {
        self.countries.iter().find_map(|country| plan::at_home(digits, country))
    }
}

/// Text that may be a phone number.
struct Candidate<'a> {
    digits: String,
    written: &'a str,
    position: Option<usize>,
}

/// The phone numbers of a page, each counted once.
#[derive(Default)]
struct Tally {
    found: Found,
    numbers: HashSet<String>,
    looked_up: usize,
}

impl Tally {
    fn add<'a>(
        &mut self,
        candidates: impl Iterator<Item = Candidate<'a>>,
        look_up: impl Fn(&str) -> Option<Number>,
        is_ours: impl Fn(&str) -> bool,
    ) {
        let mut known = HashSet::new();
        for Candidate { digits, written, position } in candidates {
            if self.looked_up == MAX_CANDIDATES {
                return;
            }
            if known.contains(&digits) {
                continue;
            }
            self.looked_up += 1;
            if let Some(number) = look_up(&digits)
                && self.numbers.insert(number.digits)
            {
                self.found.count(is_ours(number.region), written.trim(), position);
            }
            known.insert(digits);
        }
    }
}

/// Returns candidates with the code of a country: `+420 …`, `00420 …`, `tel:+420…`.
fn with_code<'a>(page: &Page<'a>) -> impl Iterator<Item = Candidate<'a>> {
    let text = page.text;
    let candidate = move |at: usize, sign: usize| {
        let (digits, end) = digits_from(text, at + sign)?;
        Some(Candidate { digits, written: &text[at..end], position: Some(at) })
    };
    let plus = memchr_iter(b'+', text.as_bytes()).filter_map(move |at| candidate(at, 1));
    // `00` is the other way to write the plus.
    let zeros = memmem::find_iter(text.as_bytes(), b"00")
        .filter(|at| *at == 0 || !is_numeric(text.as_bytes()[at - 1]))
        .filter_map(move |at| candidate(at, 2));
    let links = page.contacts.iter().filter_map(|contact| {
        let written = after_scheme(contact, "tel:")?.trim_start();
        let code = written.strip_prefix('+').or_else(|| written.strip_prefix("00"))?;
        let (digits, _) = digits_from(code, 0)?;
        Some(Candidate { digits, written, position: None })
    });
    plus.chain(zeros).chain(links)
}

/// Returns candidates without a code, found by the pattern. In a link the scheme announces the number.
fn at_home<'a>(page: &Page<'a>, pattern: &'a Regex) -> impl Iterator<Item = Candidate<'a>> {
    let links = page.contacts.iter().filter(|contact| after_scheme(contact, "tel:").is_some());
    let links = links.flat_map(move |contact| group_of(pattern, contact));
    let links = links.map(|it| Candidate { position: None, ..it });
    group_of(pattern, page.text).chain(links)
}

fn group_of<'a>(pattern: &'a Regex, text: &'a str) -> impl Iterator<Item = Candidate<'a>> {
    pattern.captures_iter(text).filter_map(|found| {
        let number = found.get(1)?;
        let written = number.as_str();
        let digits: String = written.chars().filter(char::is_ascii_digit).collect();
        let position = Some(number.start());
        DIGITS.contains(&digits.len()).then_some(Candidate { digits, written, position })
    })
}

fn is_numeric(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'+')
}

/// Reads digits from `start` on, with the characters that people write between them: at most two in a row, on one line.
/// Returns the digits and the end; `None` if it is not a number.
fn digits_from(text: &str, start: usize) -> Option<(String, usize)> {
    let mut digits = String::new();
    let mut between = 0;
    let mut end = start;
    for (at, c) in text[start..].char_indices() {
        match c {
            '0'..='9' => {
                digits.push(c);
                between = 0;
                end = start + at + 1;
                if digits.len() > *DIGITS.end() {
                    return None;
                }
            }
            ' ' | '\u{a0}' | '-' | '.' | '/' | '(' | ')' | '\u{2011}' | '\u{2013}' => {
                between += 1;
                // A plus far from its digits is arithmetic.
                if between > 2 || digits.is_empty() && c != '(' {
                    break;
                }
            }
            _ => break,
        }
    }
    (DIGITS.contains(&digits.len()) && !digits.starts_with('0')).then_some((digits, end))
}
