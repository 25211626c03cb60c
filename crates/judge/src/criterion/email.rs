//! E-mail addresses, in the text and in `mailto:` links.

use std::collections::HashSet;

use memchr::memchr_iter;
use regex::Regex;

use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;

/// Maximum length of the local part of an address in bytes, by RFC 5321.
const MAX_LOCAL: usize = 64;
const MAX_DOMAIN: usize = 255;

struct Email {
    /// Pattern of the nation's addresses; `None` if the pack has none.
    national: Option<Regex>,
    /// Whether the pattern is one of WebAnalyzer, which sees addresses as they are written.
    is_imported: bool,
    /// Whether every mention counts, as in WebAnalyzer, and not only the first of each address.
    counts_repeats: bool,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    let imported = making.properties.and_then(|it| it.email.clone());
    let counts_repeats = making.properties.is_some();
    let is_imported = imported.is_some();
    let national = imported.or_else(|| making.pack.email.clone());
    Ok(Box::new(Email { national, is_imported, counts_repeats }))
}

impl Criterion for Email {
    fn look(&self, page: &Page<'_>, _: &Seen<'_>) -> Found {
        let Some(national) = &self.national else {
            return Found::lacking("the pack has no pattern for addresses");
        };
        let mut out = Found::default();
        let mut known = HashSet::new();
        let mut take = |written: &str, position| {
            let address = written.to_ascii_lowercase();
            if self.counts_repeats {
                let seen = if self.is_imported { written } else { &address };
                out.count(national.is_match(seen), &address, position);
            } else if !known.contains(&address) {
                out.count(national.is_match(&address), &address, position);
                known.insert(address);
            }
        };
        for at in memchr_iter(b'@', page.text.as_bytes()) {
            if let Some((start, address)) = address_around(page.text, at) {
                take(address, Some(start));
            }
        }
        for contact in page.contacts {
            let Some(address) = after_scheme(contact, "mailto:") else { continue };
            let address = address.split('?').next().unwrap_or_default();
            if let Some(at) = address.find('@')
                && let Some((_, address)) = address_around(address, at)
            {
                take(address, None);
            }
        }
        out
    }
}

/// Returns what follows a scheme, in upper or lower case; `None` if the URI has another scheme.
pub(super) fn after_scheme<'a>(uri: &'a str, scheme: &str) -> Option<&'a str> {
    let start = uri.get(..scheme.len())?;
    start.eq_ignore_ascii_case(scheme).then(|| &uri[scheme.len()..])
}

/// Returns the byte offset and text of the address around an `@`; `None` if it is not an address.
fn address_around(text: &str, at: usize) -> Option<(usize, &str)> {
    let bytes = text.as_bytes();
    let is_local = |byte: &u8| byte.is_ascii_alphanumeric() || b"._%+-".contains(byte);
    let is_domain = |byte: &u8| byte.is_ascii_alphanumeric() || b".-".contains(byte);
    let local = bytes[..at].iter().rev().take(MAX_LOCAL).take_while(|b| is_local(b)).count();
    let domain = bytes[at + 1..].iter().take(MAX_DOMAIN).take_while(|b| is_domain(b)).count();
    let mut start = at - local;
    // A sentence may begin or end with the address.
    while start < at && matches!(bytes[start], b'.' | b'-') {
        start += 1;
    }
    let mut end = at + 1 + domain;
    while end > at + 1 && matches!(bytes[end - 1], b'.' | b'-') {
        end -= 1;
    }
    let name = &text[at + 1..end];
    let (_, top) = name.rsplit_once('.')?;
    let is_address = start < at
        && top.len() >= 2
        && top.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !top.bytes().all(|byte| byte.is_ascii_digit())
        && !name.starts_with('.')
        && !name.contains("..");
    is_address.then(|| (start, &text[start..end]))
}
