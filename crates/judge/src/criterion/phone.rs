//! Phone numbers with the code of a country, in the text and in `tel:` links.
//!
//! A number without the code could be anybody's: nine digits in threes are as good in Poland as in
//! Czechia. What may follow the code is a pattern of the pack, taken from the numbering plan.

use std::collections::HashSet;

use memchr::memchr_iter;
use regex::Regex;

use super::email::after_scheme;
use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::pack::Phone;
use crate::page::Page;

/// A number has at most 15 digits, by E.164, and at least these.
const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

enum Numbers {
    Plan(Phone),
    /// An imported pattern, over the text as it is written.
    Imported(Regex),
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    let imported = making.properties.and_then(|it| it.phone.clone());
    Ok(Box::new(match imported {
        Some(pattern) => Numbers::Imported(pattern),
        None => Numbers::Plan(making.pack.phone.clone()),
    }))
}

impl Criterion for Numbers {
    fn look(&self, page: &Page<'_>, _: &Seen<'_>) -> Found {
        let mut out = Found::default();
        let mut known = HashSet::new();
        each_number(page, |number, written, position| {
            if !known.insert(number.clone()) {
                return;
            }
            let is_national = match self {
                Numbers::Plan(phone) => number
                    .strip_prefix(phone.prefix.as_str())
                    .is_some_and(|rest| phone.number.is_match(rest)),
                Numbers::Imported(_) => false,
            };
            out.count(is_national, written.trim(), position);
        });
        if let Numbers::Imported(pattern) = self {
            for found in pattern.find_iter(page.text).filter(|found| !found.is_empty()) {
                out.valid += 1;
                out.show(found.as_str(), Some(found.start()));
            }
            out.found = out.found.max(out.valid);
        }
        out
    }
}

/// Calls with the digits of each number, how it is written, and where.
fn each_number(page: &Page<'_>, mut take: impl FnMut(String, &str, Option<usize>)) {
    let text = page.text;
    for at in memchr_iter(b'+', text.as_bytes()) {
        if let Some((digits, end)) = digits_from(text, at + 1) {
            take(digits, &text[at..end], Some(at));
        }
    }
    // The other way to write the plus.
    let mut from = 0;
    while let Some(found) = memchr::memmem::find(&text.as_bytes()[from..], b"00") {
        let at = from + found;
        from = at + 2;
        let is_start = at == 0 || !is_numeric(text.as_bytes()[at - 1]);
        if is_start && let Some((digits, end)) = digits_from(text, at + 2) {
            take(digits, &text[at..end], Some(at));
        }
    }
    for contact in page.contacts {
        let Some(number) = after_scheme(contact, "tel:") else { continue };
        let number = number.trim_start();
        let code = number.strip_prefix('+').or_else(|| number.strip_prefix("00"));
        if let Some((digits, _)) = code.and_then(|code| digits_from(code, 0)) {
            take(digits, number, None);
        }
    }
}

fn is_numeric(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'+')
}

/// Digits from a place on, with what people write between them: at most two signs in a row, on one
/// line. `None` if it is no number.
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
