//! Lines of the logs of Heritrix 1 and 3, and of ours, which have the same shape.
//!
//! ```text
//! crawl.log, local-errors.log   TIME STATUS SIZE URI HOPS VIA TYPE …; traces of errors on lines of their own
//! scope.log                     TIME NUMBER RULE REJECT URI …
//! uri-errors.log                TIME PAGE "message" URI
//! recover                       F+ URI HOPS VIA
//! ```
//!
//! A time has seventeen digits in Heritrix 1, and is `2011-06-23T17:12:09.591Z` in Heritrix 3.

use super::address::seed_uri;
use super::{SeedFault, format::Found};

/// The words of a line.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

fn is_digits(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

/// Whether a word is a time as Heritrix writes it.
fn is_time(word: &[u8]) -> bool {
    let is_iso = word.len() >= 20
        && word.get(10) == Some(&b'T')
        && word.ends_with(b"Z")
        && is_digits(&word[..4]);
    is_iso || (matches!(word.len(), 14 | 17) && is_digits(word))
}

fn is_number(word: &[u8]) -> bool {
    is_digits(word.strip_prefix(b"-").unwrap_or(word))
}

/// Whether the line belongs to the trace of an error, which begins on the line before.
fn is_trace(line: &[u8]) -> bool {
    line.first().is_none_or(|byte| byte.is_ascii_whitespace()) || line.starts_with(b"Caused by: ")
}

/// A line of crawl.log, local-errors.log or nonfatal-errors.log.
pub(super) fn crawl_line(line: &[u8]) -> Found {
    let mut words = words(line);
    let (time, status, size) = (words.next(), words.next(), words.next());
    let is_line = time.is_some_and(is_time)
        && status.is_some_and(is_number)
        && size.is_some_and(|size| size == b"-" || is_digits(size));
    match words.next() {
        _ if is_trace(line) => None,
        Some(uri) if is_line => Some(seed_uri(uri)),
        _ => Some(Err(SeedFault::OtherFormat)),
    }
}

/// A line of the log of a sequence of rules, of which one decides about each link.
pub(super) fn scope_line(line: &[u8]) -> Found {
    let mut words = words(line);
    let (time, number) = (words.next(), words.next());
    let decision = words.nth(1);
    let is_line = time.is_some_and(is_time) && number.is_some_and(is_number);
    match (decision, words.next()) {
        _ if is_trace(line) => None,
        (Some(b"ACCEPT"), Some(_)) if is_line => Some(Err(SeedFault::Accepted)),
        (Some(b"REJECT" | b"NONE"), Some(uri)) if is_line => Some(seed_uri(uri)),
        _ => Some(Err(SeedFault::OtherFormat)),
    }
}

/// A line of uri-errors.log: a page, and a link on it that Heritrix could not understand.
pub(super) fn error_line(line: &[u8]) -> Found {
    if is_trace(line) {
        return None;
    }
    let is_line = words(line).next().is_some_and(is_time);
    let opening = line.iter().position(|byte| *byte == b'"');
    let closing = line.windows(2).rposition(|two| two == b"\" ");
    match (opening, closing) {
        (Some(opening), Some(closing)) if is_line && opening < closing => {
            let link = &line[closing + 2..];
            // Without the page's address, a part of one is no address.
            let is_whole = link.windows(3).any(|three| three == b"://");
            Some(if is_whole { seed_uri(link) } else { Err(SeedFault::NoUri) })
        }
        _ => Some(Err(SeedFault::OtherFormat)),
    }
}

/// A line of the log for recovery: only what was added to the queue counts.
pub(super) fn recovery_line(line: &[u8]) -> Found {
    let mut words = words(line);
    match (words.next(), words.next()) {
        (Some(b"F+"), Some(uri)) => Some(seed_uri(uri)),
        (Some(b"Fe" | b"Fi" | b"Fd" | b"Fr" | b"Fs" | b"Ff" | b"T"), _) | (None, _) => None,
        _ => Some(Err(SeedFault::OtherFormat)),
    }
}
