//! Tables: lines of fields between separators, one of which is the address (CSV, and the like with other separators).

use super::address::{first_address, seed_uri};
use super::{SeedFault, format::Found};
use std::borrow::Cow;

const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Names of columns that have addresses, the best first.
const NAMES: [&str; 14] = [
    "url", "uri", "seed", "address", "website", "link", "homepage", "domain", "host", "hostname",
    "adresa", "odkaz", "doména", "domena",
];
/// Number of columns that are looked at.
const MAX_COLUMNS: usize = 200;

/// Where the addresses of a table stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    separator: u8,
    /// The column with the address, from 0.
    column: usize,
    /// Whether the first line has the names of the columns.
    has_names: bool,
    is_begun: bool,
}

impl Columns {
    /// Finds out how a table is written from its first lines. `wanted` is the name of a column or its number, from 1;
    /// if it is empty, the column is guessed. `None` if there is no such column, or none with addresses.
    pub(super) fn find(lines: &[&[u8]], wanted: &str) -> Option<Columns> {
        let wanted = wanted.trim();
        let separator = separator_of(lines);
        // A table may have a single column.
        let separator = separator.or_else(|| (!wanted.is_empty()).then_some(b','))?;
        let first = fields(lines.first()?, separator)?;
        let named = |name: &str| {
            let name = name.to_lowercase();
            first.iter().position(|field| text(field).trim().to_lowercase() == name)
        };
        let (column, is_named) = if wanted.is_empty() {
            match NAMES.iter().find_map(|name| named(name)) {
                Some(column) => (column, true),
                None => (guess(lines, separator)?, false),
            }
        } else if let Some(column) = named(wanted) {
            (column, true)
        } else {
            let number: usize = wanted.parse().ok()?;
            (number.checked_sub(1).filter(|column| *column < MAX_COLUMNS)?, false)
        };
        let is_address = first.get(column).is_some_and(|field| is_address(field));
        Some(Columns { separator, column, has_names: is_named || !is_address, is_begun: false })
    }

    /// Whether the first line names a column that has addresses.
    pub(super) fn is_named(lines: &[&[u8]]) -> bool {
        let Some((separator, first)) = separator_of(lines).zip(lines.first()) else { return false };
        let fields = fields(first, separator).unwrap_or_default();
        fields.iter().any(|field| NAMES.contains(&&*text(field).trim().to_lowercase()))
    }

    /// Reads a line.
    pub(super) fn line(&mut self, line: &[u8]) -> Found {
        if line.is_empty() {
            return None;
        }
        if !std::mem::replace(&mut self.is_begun, true) && self.has_names {
            return None;
        }
        let fields = fields(line, self.separator);
        let field = fields.as_ref().and_then(|fields| fields.get(self.column));
        Some(field.map_or(Err(SeedFault::NoColumn), |field| seed_uri(field)))
    }
}

fn text(field: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(field)
}

/// Returns the separator by which most of the lines have the same number of fields, and more than one.
fn separator_of(lines: &[&[u8]]) -> Option<u8> {
    let agree = |separator: u8| {
        let counts: Vec<usize> =
            lines.iter().filter_map(|line| Some(fields(line, separator)?.len())).collect();
        let first = counts.first().copied().unwrap_or(0);
        let same = counts.iter().filter(|count| **count == first && first > 1).count();
        (same * 3 >= lines.len() * 2 && same > 0).then_some(first)
    };
    let separators = SEPARATORS.into_iter().filter_map(|it| Some((agree(it)?, it)));
    // Of several that are possible, the one with the most columns; of those the first.
    separators.rev().max_by_key(|(columns, _)| *columns).map(|(_, separator)| separator)
}

/// Returns the column that has an address in most of the lines, and in half of them at least.
fn guess(lines: &[&[u8]], separator: u8) -> Option<usize> {
    let mut counts = [0usize; MAX_COLUMNS];
    for fields in lines.iter().filter_map(|line| fields(line, separator)) {
        for (count, field) in counts.iter_mut().zip(&fields) {
            *count += usize::from(is_address(field));
        }
    }
    let (column, count) = counts.iter().enumerate().rev().max_by_key(|(_, count)| **count)?;
    (*count * 2 >= lines.len() && *count > 0).then_some(column)
}

/// Whether a field looks like an address or a domain, and not like a number or a word.
fn is_address(field: &[u8]) -> bool {
    let has_letter = || {
        field
            .rsplit(|byte| *byte == b'.')
            .next()
            .is_some_and(|last| last.first().is_some_and(u8::is_ascii_alphabetic))
    };
    let is_domain = || field.contains(&b'.') && !field.contains(&b'@') && has_letter();
    (first_address(field).is_some() || is_domain()) && seed_uri(field).is_ok()
}

/// Returns the fields of a line. A field may stand in quotation marks, in which two of them mean one. `None` if one is
/// not closed.
fn fields(line: &[u8], separator: u8) -> Option<Vec<Cow<'_, [u8]>>> {
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        let (field, after) = match rest.strip_prefix(b"\"") {
            Some(quoted) => {
                let (field, after) = unquote(quoted)?;
                (Cow::Owned(field), after)
            }
            None => {
                let end = rest.iter().position(|byte| *byte == separator).unwrap_or(rest.len());
                (Cow::Borrowed(&rest[..end]), &rest[end..])
            }
        };
        fields.push(field);
        match after.split_first() {
            Some((first, after)) if *first == separator && fields.len() < MAX_COLUMNS => {
                rest = after;
            }
            Some(_) if fields.len() < MAX_COLUMNS => return None,
            _ => return Some(fields),
        }
    }
}

/// Returns the text up to the closing quotation mark, and what follows the mark.
fn unquote(quoted: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut field = Vec::new();
    let mut rest = quoted;
    loop {
        let mark = rest.iter().position(|byte| *byte == b'"')?;
        field.extend_from_slice(&rest[..mark]);
        rest = &rest[mark + 1..];
        let Some(after) = rest.strip_prefix(b"\"") else { return Some((field, rest)) };
        field.push(b'"');
        rest = after;
    }
}
