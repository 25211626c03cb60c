//! Session ids that keys leave out: the same page, seen by another visitor.
//!
//! All functions expect text in lower case. Of several ids of one kind, only the last is removed.

use std::ops::Range;

/// Returns the length of what follows the name of an id, if it is an id.
type Rest = fn(&[u8]) -> Option<usize>;

/// The ids in queries, in the order they are removed.
const QUERY_IDS: [(&[u8], Rest); 4] = [
    (b"jsessionid=", thirty_two),
    (b"phpsessid=", thirty_two),
    (b"sid=", thirty_two),
    (b"aspsessionid", letters_and_letters),
];

/// Returns whether the query may contain an id: all their names have these letters in common.
pub(super) fn may_stand_in(query: &[u8]) -> bool {
    query.windows(2).any(|pair| pair.eq_ignore_ascii_case(b"id"))
}

/// Removes session ids, each with the `&` after it, but not the one before it.
pub(super) fn strip_from_query(query: &mut Vec<u8>) {
    if !may_stand_in(query) {
        return;
    }
    for (name, rest) in QUERY_IDS {
        if let Some(range) = find_last(query, name, rest) {
            remove_argument(query, range);
        }
    }
    if let Some(range) = find_cold_fusion(query) {
        remove_argument(query, range);
    }
}

/// Removes the path segments in which ASP.NET keeps sessions: `/(s(…))/` and `/(…)/`, if an `.aspx` page follows.
pub(super) fn strip_from_path(path: &mut Vec<u8>) {
    for segment in [tagged_segment as Rest, bare_segment] {
        if let Some(range) = find_in_path(path, segment) {
            path.drain(range);
        }
    }
}

fn remove_argument(query: &mut Vec<u8>, range: Range<usize>) {
    let end = if query.get(range.end) == Some(&b'&') { range.end + 1 } else { range.end };
    query.drain(range.start..end);
}

fn find_last(query: &[u8], name: &[u8], rest: Rest) -> Option<Range<usize>> {
    (0..query.len()).rev().find_map(|start| {
        let after = query[start..].strip_prefix(name)?;
        let len = rest(after)?;
        matches!(after.get(len), None | Some(b'&')).then(|| start..start + name.len() + len)
    })
}

fn thirty_two(rest: &[u8]) -> Option<usize> {
    run(rest, 32, u8::is_ascii_alphanumeric)
}

fn letters_and_letters(rest: &[u8]) -> Option<usize> {
    let name = run(rest, 8, u8::is_ascii_alphabetic)?;
    let value = rest[name..].strip_prefix(b"=")?;
    Some(name + 1 + run(value, 24, u8::is_ascii_alphabetic)?)
}

fn run(bytes: &[u8], len: usize, is_part: fn(&u8) -> bool) -> Option<usize> {
    bytes.get(..len)?.iter().all(is_part).then_some(len)
}

/// Returns the range of the last argument that ends in `cfid=…` and is followed by an argument `cftoken=…`.
fn find_cold_fusion(query: &[u8]) -> Option<Range<usize>> {
    let mut end = query.len();
    while let Some(amp) = query[..end].iter().rposition(|&byte| byte == b'&') {
        let has_token =
            query[amp + 1..end].strip_prefix(b"cftoken=").is_some_and(|t| !t.is_empty());
        let before = query[..amp].iter().rposition(|&byte| byte == b'&').map_or(0, |at| at + 1);
        if has_token {
            let argument = &query[before..amp];
            // The id itself must not be empty.
            let names = argument.get(..argument.len().saturating_sub(1)).unwrap_or_default();
            if let Some(at) = names.windows(5).rposition(|name| name == b"cfid=") {
                return Some(before + at..end);
            }
        }
        end = amp;
    }
    None
}

/// Returns the range of the last session segment that is followed by a page name ending in `.aspx`, with no `?`
/// between.
fn find_in_path(path: &[u8], segment: Rest) -> Option<Range<usize>> {
    const PAGE: &[u8] = b".aspx";
    // A `?` stands in a path if it was written as an escape.
    let mut end = path.len();
    loop {
        let start = path[..end].iter().rposition(|&byte| byte == b'?').map_or(0, |at| at + 1);
        let stretch = &path[start..end];
        if let Some(page) = stretch.windows(PAGE.len()).rposition(|window| window == PAGE) {
            let found = (1..page).rev().filter(|&at| stretch[at - 1] == b'/').find_map(|at| {
                let end = at + segment(&stretch[at..page])?;
                (end < page).then(|| start + at..start + end)
            });
            if found.is_some() {
                return found;
            }
        }
        end = start.checked_sub(1)?;
    }
}

/// Returns the length of `(`, one or more of `s(24 letters or digits)`, and `)/`, if they are at the start.
fn tagged_segment(rest: &[u8]) -> Option<usize> {
    let mut len = rest.strip_prefix(b"(").map(|_| 1)?;
    while rest.get(len)?.is_ascii_alphabetic() {
        len += 1 + parenthesised(&rest[len + 1..])?;
    }
    (len > 1 && rest[len..].starts_with(b")/")).then_some(len + 2)
}

/// Returns the length of `(24 letters or digits)/`, if it is at the start.
fn bare_segment(rest: &[u8]) -> Option<usize> {
    let len = parenthesised(rest)?;
    rest[len..].starts_with(b"/").then_some(len + 1)
}

fn parenthesised(rest: &[u8]) -> Option<usize> {
    let inner = run(rest.strip_prefix(b"(")?, 24, u8::is_ascii_alphanumeric)?;
    (rest.get(inner + 1) == Some(&b')')).then_some(inner + 2)
}
