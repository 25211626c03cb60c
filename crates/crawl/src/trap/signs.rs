//! Signs of a trap in a single URI. Any bytes are accepted. The time is linear: of paths and queries with very many
//! pieces, only the first [`MAX_SEGMENTS`] are compared.

/// Maximum number of segments of a path that are compared with each other.
pub const MAX_SEGMENTS: usize = 256;

/// Number of segments up to which paths are compared without allocation.
const USUAL_SEGMENTS: usize = 24;

/// Returns the segments of a path that are not empty.
fn pieces(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    path.split(|&byte| byte == b'/').filter(|segment| !segment.is_empty())
}

/// Returns the number of segments of a path; empty ones do not count.
pub fn segments(path: &[u8]) -> usize {
    let mut count = 0;
    let mut is_after_slash = true;
    for &byte in path {
        count += usize::from(is_after_slash && byte != b'/');
        is_after_slash = byte == b'/';
    }
    count
}

/// Returns how often in a row a path repeats the same segments: 3 for `/x/x/x` and for `/a/b/a/b/a/b/c`, 1 for a path
/// that does not repeat, 0 for an empty one.
pub fn repeats(path: &[u8]) -> usize {
    let count = segments(path).min(MAX_SEGMENTS);
    if count < 2 {
        return count;
    }
    if count <= USUAL_SEGMENTS {
        let mut usual: [&[u8]; USUAL_SEGMENTS] = [&[]; USUAL_SEGMENTS];
        for (place, segment) in usual.iter_mut().zip(pieces(path)) {
            *place = segment;
        }
        longest_run(&usual[..count])
    } else {
        longest_run(&pieces(path).take(count).collect::<Vec<_>>())
    }
}

fn longest_run(segments: &[&[u8]]) -> usize {
    let mut most = 1;
    for period in 1..=segments.len() / 2 {
        let mut same = 0;
        for (one, two) in segments.iter().zip(&segments[period..]) {
            same = if one == two { same + 1 } else { 0 };
            most = most.max(same / period + 1);
        }
    }
    most
}

/// Returns the number of parameters of a query; empty ones do not count.
pub fn parameters(query: &[u8]) -> usize {
    arguments(query).count()
}

/// Returns how often the most frequent parameter occurs in a query with the same value.
pub fn repeated_parameters(query: &[u8]) -> usize {
    if !query.contains(&b'&') && !query.contains(&b';') {
        return usize::from(!query.is_empty());
    }
    let mut all: Vec<&[u8]> = arguments(query).collect();
    all.sort_unstable();
    all.chunk_by(|one, two| one == two).map(<[_]>::len).max().unwrap_or(0)
}

/// Returns the arguments of a query that are not empty.
pub(super) fn arguments(query: &[u8]) -> impl Iterator<Item = &[u8]> {
    query.split(|&byte| matches!(byte, b'&' | b';')).filter(|argument| !argument.is_empty())
}

/// Names of parameters that hold a year, or a date that begins with one, in several languages.
const YEAR_NAMES: [&[u8]; 9] =
    [b"year", b"yr", b"y", b"date", b"rok", b"datum", b"jahr", b"annee", b"ano"];

/// Returns the year of the first date in a path or query: `/2024/05/`, `2024-05-12`, `?year=2024`. `None` if there is
/// none.
pub fn year(path: &[u8], query: Option<&[u8]>) -> Option<u32> {
    year_with_month(path).or_else(|| {
        arguments(query?).find_map(|argument| {
            let (name, value) = crate::trap::pattern::name_and_value(argument);
            let is_named = YEAR_NAMES.iter().any(|known| known.eq_ignore_ascii_case(name));
            if is_named { leading_year(value) } else { year_with_month(value) }
        })
    })
}

/// Returns the year of a value that begins with four digits and no fifth; or has eight, as in `20240512`.
fn leading_year(value: &[u8]) -> Option<u32> {
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    matches!(digits, 4 | 6 | 8).then(|| number(&value[..4]))
}

/// Returns the year of four digits, a delimiter, and a month.
fn year_with_month(bytes: &[u8]) -> Option<u32> {
    let mut at = 0;
    while at < bytes.len() {
        let run = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if run == 0 {
            at += 1;
            continue;
        }
        let end = at + run;
        if run == 4 && matches!(bytes.get(end), Some(b'/' | b'-' | b'_' | b'.')) {
            let after = &bytes[end + 1..];
            let month = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if matches!(month, 1 | 2) && (1..=12).contains(&number(&after[..month])) {
                return Some(number(&bytes[at..end]));
            }
        }
        at = end;
    }
    None
}

/// Returns the value of a few digits.
fn number(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'))
}
