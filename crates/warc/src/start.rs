//! Finds where a record or a compressed member may start; for searches after damage.

use crate::{arc, gzip, zst};
use memchr::{memchr, memchr_iter, memmem};

/// Bytes of the longest ARC header line that a search accepts.
pub(crate) const MAX_SEARCHED_LINE: usize = 64 << 10;

/// Returns whether a record may start here, judging only by the first bytes.
pub(crate) fn could_be_record(bytes: &[u8]) -> bool {
    is_warc(bytes) || starts_with_scheme(trim_newlines(bytes))
}

/// Returns whether the bytes start with `WARC/`, letter case ignored.
pub(crate) fn is_warc(bytes: &[u8]) -> bool {
    bytes.get(..5).is_some_and(|b| b.eq_ignore_ascii_case(b"WARC/"))
}

fn trim_newlines(bytes: &[u8]) -> &[u8] {
    let n = bytes.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
    &bytes[n..]
}

/// Returns whether the bytes start with a scheme: `letter *( letter / digit / + - . ) :` within 32 bytes.
pub(crate) fn starts_with_scheme(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(32)];
    let Some(colon) = memchr(b':', head) else { return false };
    head[0].is_ascii_alphabetic()
        && head[..colon]
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// Returns whether a WARC header starts here: a version line, then a line that is a field.
///
/// `None` if the bytes end too early to tell.
pub(crate) fn is_warc_strictly(bytes: &[u8]) -> Option<bool> {
    let n = bytes.len().min(5);
    if !bytes[..n].eq_ignore_ascii_case(&b"WARC/"[..n]) {
        return Some(false);
    }
    let Some(line_end) = memchr(b'\n', &bytes[..bytes.len().min(24)]) else {
        return if bytes.len() < 24 { None } else { Some(false) };
    };
    let version = bytes[5.min(line_end)..line_end].trim_ascii();
    if !matches!(version, [a, b'.', rest @ ..]
        if a.is_ascii_digit() && !rest.is_empty() && rest.iter().all(u8::is_ascii_digit))
    {
        return Some(false);
    }
    let second = &bytes[line_end + 1..];
    let name =
        second.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')).count();
    match second.get(name) {
        Some(b':') => Some(name > 0),
        Some(_) => Some(false),
        None => None,
    }
}

/// Returns whether a member starts with a record: a whole header, or as much of a header as there are bytes.
///
/// Line ends before it are accepted.
pub(crate) fn is_record(bytes: &[u8]) -> bool {
    let bytes = trim_newlines(bytes);
    if is_warc(bytes) {
        return is_warc_strictly(bytes) != Some(false);
    }
    let window = &bytes[..bytes.len().min(MAX_SEARCHED_LINE)];
    arc::is_certain(&window[..memchr(b'\n', window).unwrap_or(window.len())])
}

/// The schemes of nearly all URLs in archives.
const USUAL_SCHEMES: [&[u8]; 6] =
    [b"http://", b"https://", b"ftp://", b"dns:", b"filedesc:", b"whois:"];

/// Returns whether a URL of a usual scheme starts here.
pub(crate) fn starts_with_usual_scheme(bytes: &[u8]) -> bool {
    USUAL_SCHEMES
        .iter()
        .any(|scheme| bytes.get(..scheme.len()).is_some_and(|b| b.eq_ignore_ascii_case(scheme)))
}

/// The format of the records that are searched for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    Warc,
    Arc,
    Either,
}

/// The result of a search for the start of a record.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    At(usize),
    /// No record starts before this position; the bytes after it may be an incomplete start.
    NotBefore(usize),
}

/// Searches for the start of a record.
///
/// A WARC header is accepted anywhere, an ARC line only after a line end or, with `at_line_start`, at the very
/// beginning. With `is_all`, no bytes follow these.
pub(crate) fn find_record(
    bytes: &[u8],
    wanted: Wanted,
    at_line_start: bool,
    is_all: bool,
) -> Found {
    let mut warc = None;
    let mut unsure = bytes.len();
    if wanted != Wanted::Arc {
        // A sign may be cut in two by the end of the buffer.
        unsure -= if is_all { 0 } else { bytes.len().min(4) };
        let signs = memchr_iter(b'/', bytes).filter_map(|slash| slash.checked_sub(4));
        for at in signs.filter(|at| bytes[*at..*at + 4].eq_ignore_ascii_case(b"WARC")) {
            match is_warc_strictly(&bytes[at..]) {
                Some(true) => {
                    warc = Some(at);
                    break;
                }
                None if !is_all => {
                    unsure = unsure.min(at);
                    break;
                }
                Some(false) | None => {}
            }
        }
    }
    if wanted != Wanted::Warc {
        let limit = warc.unwrap_or(bytes.len());
        let starts = at_line_start.then_some(0).into_iter();
        let starts = starts.chain(memchr_iter(b'\n', bytes).map(|i| i + 1));
        for at in starts.take_while(|at| *at < limit) {
            let rest = &bytes[at..];
            if rest.len() >= 32 && !starts_with_scheme(rest) {
                continue;
            }
            let window = &rest[..rest.len().min(MAX_SEARCHED_LINE)];
            match memchr(b'\n', window) {
                Some(end) if arc::is_certain(&rest[..end]) => return Found::At(at),
                Some(_) => {}
                None if is_all && arc::is_certain(rest) => return Found::At(at),
                None if !is_all && window.len() < MAX_SEARCHED_LINE => {
                    unsure = unsure.min(at);
                    break;
                }
                None => {}
            }
        }
    }
    match warc {
        Some(at) => Found::At(at),
        None => Found::NotBefore(unsure),
    }
}

/// Returns the position of the first gzip or zstd magic number.
pub(crate) fn find_member_magic(bytes: &[u8]) -> Option<usize> {
    let gzip = memmem::find(bytes, gzip::MAGIC);
    let limit = gzip.map_or(bytes.len(), |at| (at + 4).min(bytes.len()));
    memmem::find(&bytes[..limit], zst::MAGIC).or(gzip)
}
