//! Converts the header of an old WARC record to a header of WARC 1.1 that every reader accepts.
//!
//! | source | result |
//! |---|---|
//! | version line | `WARC/1.1` |
//! | lines that end in LF, or in CR CR LF | lines that end in CR LF |
//! | `<` and `>` around a URI that is not a record id | left out |
//! | spaces, control characters and bytes beyond ASCII in `WARC-Target-URI` | percent-encoded |
//! | `Content-Length` that is missing, repeated, or not the length of the block | the length of the block |
//! | lines that are no field | left out |
//!
//! Everything else stays the same, byte for byte. If more than the version line was changed, the result contains the
//! header as it was found as [`ORIGINAL`], so that nothing is lost.

use data_encoding::{BASE64, HEXLOWER};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;
use stodola_warc::Header;

/// The header as it was found, in Base64.
pub const ORIGINAL: &str = "Original-Header-Base64";
/// SHA-256 of the header as it was found, if it is too long for another header.
pub const ORIGINAL_SHA256: &str = "Original-Header-SHA-256";
/// The file with the header as it was found, relative to the output folder; beside [`ORIGINAL_SHA256`].
pub const ORIGINAL_FILE: &str = "Original-Header-File";
/// Bytes of a header with its original. Readers accept headers up to 1 MiB; the rest is for other fields that are
/// added.
const MAX_WITH_ORIGINAL: usize = (1 << 20) - (64 << 10);

/// One kind of change to a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    /// The version was never published.
    Version,
    LineEnds,
    Length,
    Brackets,
    Escaped,
    NotAField,
    /// The empty line at the end is missing.
    End,
}

impl Change {
    /// Returns the name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Change::Version => "unknown-version",
            Change::LineEnds => "line-ends",
            Change::Length => "content-length",
            Change::Brackets => "uri-brackets",
            Change::Escaped => "uri-escaped",
            Change::NotAField => "not-a-field",
            Change::End => "header-end",
        }
    }
}

/// A header that is being converted to WARC 1.1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Converted {
    /// All lines but the empty one at the end.
    pub(crate) lines: Vec<u8>,
    /// What was changed beyond the version line.
    pub(crate) changes: BTreeSet<Change>,
}

/// Where the header as it was found is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeping {
    InHeader,
    /// In a file of its own, because it is too long.
    InFile,
}

impl Converted {
    /// Returns where a header of this length is kept.
    pub(crate) fn keeping(&self, raw: &[u8]) -> Keeping {
        match self.lines.len() + BASE64.encode_len(raw.len()) > MAX_WITH_ORIGINAL {
            true => Keeping::InFile,
            false => Keeping::InHeader,
        }
    }

    /// Returns the target URI, for people; empty if there is none.
    pub(crate) fn target_uri(&self) -> Vec<u8> {
        let name = b"WARC-Target-URI:";
        let lines = self.lines.split(|b| *b == b'\n');
        let mut uris = lines.filter_map(|line| match line.split_at_checked(name.len()) {
            Some((start, value)) if start.eq_ignore_ascii_case(name) => Some(value),
            _ => None,
        });
        uris.next().unwrap_or_default().trim_ascii().to_vec()
    }

    /// Returns the whole header, with further fields after its own.
    pub(crate) fn finish(mut self, more: &[(&str, String)]) -> Vec<u8> {
        for (name, value) in more {
            self.lines.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
        }
        self.lines.extend_from_slice(b"\r\n");
        self.lines
    }
}

/// Returns the fields that keep a header as it was found. `file` is for [`Keeping::InFile`].
pub(crate) fn original_fields(
    raw: &[u8],
    keeping: Keeping,
    file: &str,
) -> Vec<(&'static str, String)> {
    match keeping {
        Keeping::InHeader => vec![(ORIGINAL, BASE64.encode(raw))],
        Keeping::InFile => vec![
            (ORIGINAL_FILE, file.to_owned()),
            (ORIGINAL_SHA256, HEXLOWER.encode(&Sha256::digest(raw))),
        ],
    }
}

/// What a result says about the header that it was made from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum KeptHeader {
    Whole(Vec<u8>),
    /// Only its SHA-256; the header itself is in a file.
    Hash([u8; 32]),
}

impl KeptHeader {
    /// Reads it from the header of a result; `None` if there is none. If a result was migrated again, the last one
    /// counts.
    pub(crate) fn of(header: &Header) -> Option<KeptHeader> {
        if let Some(text) = header.get_all(ORIGINAL).last() {
            return BASE64.decode(text).ok().map(KeptHeader::Whole);
        }
        let text = header.get_all(ORIGINAL_SHA256).last()?;
        Some(KeptHeader::Hash(HEXLOWER.decode(text).ok()?.try_into().ok()?))
    }

    pub(crate) fn sha256(&self) -> [u8; 32] {
        match self {
            KeptHeader::Whole(raw) => Sha256::digest(raw).into(),
            KeptHeader::Hash(hash) => *hash,
        }
    }
}

/// Makes a header of WARC 1.1 for a block of `length` bytes.
pub(crate) fn convert(raw: &[u8], length: u64) -> Converted {
    let mut changes = BTreeSet::new();
    let mut lines = Vec::with_capacity(raw.len() + 32);
    let mut rest = raw.split_inclusive(|b| *b == b'\n').peekable();
    let version = rest.next().unwrap_or_default();
    let is_published = [&b"WARC/1.1"[..], b"WARC/1.0", b"WARC/0.18", b"WARC/0.17"];
    let (text, is_crlf) = without_end(version);
    if !is_published.contains(&text.trim_ascii()) {
        changes.insert(Change::Version);
    }
    if !is_crlf {
        changes.insert(Change::LineEnds);
    }
    lines.extend_from_slice(b"WARC/1.1\r\n");
    let mut has_end = false;
    let mut has_length = false;
    while let Some(line) = rest.next() {
        let mut field = vec![line];
        while let Some(folded) = rest.next_if(|next| matches!(next.first(), Some(b' ' | b'\t'))) {
            field.push(folded);
        }
        let texts: Vec<&[u8]> = field.iter().map(|line| without_end(line).0).collect();
        if !field.iter().all(|line| without_end(line).1) {
            changes.insert(Change::LineEnds);
        }
        if texts[0].is_empty() && field.len() == 1 && rest.peek().is_none() {
            has_end = true;
            break;
        }
        let Some(colon) = texts[0].iter().position(|b| *b == b':') else {
            changes.insert(Change::NotAField);
            continue;
        };
        let (name, value) = (&texts[0][..colon], texts[0][colon + 1..].trim_ascii());
        let is_plain = texts.len() == 1;
        if name.trim_ascii().eq_ignore_ascii_case(b"Content-Length") {
            let is_right = is_plain && !has_length && value == length.to_string().as_bytes();
            if is_right {
                push_line(&mut lines, texts[0]);
            } else {
                changes.insert(Change::Length);
                if !has_length {
                    push_line(&mut lines, format!("Content-Length: {length}").as_bytes());
                }
            }
            has_length = true;
            continue;
        }
        let uri = if is_plain { uri(name, value, &mut changes) } else { None };
        match uri {
            Some(uri) => push_line(&mut lines, &[name, b": ", &uri].concat()),
            None => texts.iter().for_each(|text| push_line(&mut lines, text)),
        }
    }
    if !has_end {
        changes.insert(Change::End);
    }
    if !has_length {
        changes.insert(Change::Length);
        push_line(&mut lines, format!("Content-Length: {length}").as_bytes());
    }
    Converted { lines, changes }
}

/// Returns the text of a line without its line end, and whether that is CR LF.
fn without_end(line: &[u8]) -> (&[u8], bool) {
    let Some(text) = line.strip_suffix(b"\n") else {
        // The header was cut here, which is told apart from wrong line ends.
        return (trim_cr(line), true);
    };
    let bare = trim_cr(text);
    (bare, text.len() == bare.len() + 1)
}

fn trim_cr(mut text: &[u8]) -> &[u8] {
    while let Some(shorter) = text.strip_suffix(b"\r") {
        text = shorter;
    }
    text
}

/// Returns the new value of a field that must be a URI; `None` if it can stay as it is.
fn uri(name: &[u8], value: &[u8], changes: &mut BTreeSet<Change>) -> Option<Vec<u8>> {
    let name = name.trim_ascii();
    let is_target = name.eq_ignore_ascii_case(b"WARC-Target-URI");
    let is_uri = is_target
        || name.eq_ignore_ascii_case(b"WARC-Refers-To-Target-URI")
        || name.eq_ignore_ascii_case(b"WARC-Profile");
    if !is_uri {
        return None;
    }
    let bare = value.strip_prefix(b"<").and_then(|v| v.strip_suffix(b">"));
    if bare.is_some() {
        changes.insert(Change::Brackets);
    }
    let bare_or_value = bare.unwrap_or(value);
    if is_target && !bare_or_value.iter().all(is_visible) {
        changes.insert(Change::Escaped);
        return Some(escape_invisible(bare_or_value));
    }
    bare.map(<[u8]>::to_vec)
}

fn is_visible(byte: &u8) -> bool {
    matches!(byte, 0x21..=0x7e)
}

/// Escapes what no reader accepts in a URI. Other illegal characters, such as `|`, stay: they are common, and captures
/// are looked up by such URIs.
fn escape_invisible(uri: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(uri.len() + 16);
    for byte in uri {
        match is_visible(byte) {
            true => out.push(*byte),
            false => out.extend_from_slice(format!("%{byte:02X}").as_bytes()),
        }
    }
    out
}

fn push_line(lines: &mut Vec<u8>, text: &[u8]) {
    lines.extend_from_slice(text);
    lines.extend_from_slice(b"\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &str, length: u64, expect: &str, changes: &[Change]) {
        let converted = convert(raw.as_bytes(), length);
        assert_eq!(converted.changes.iter().copied().collect::<Vec<_>>(), changes, "{raw:?}");
        assert_eq!(String::from_utf8(converted.finish(&[])).unwrap(), expect);
    }

    #[test]
    fn a_good_header_changes_its_version_and_nothing_else() {
        let raw =
            "WARC/1.0\r\nWARC-Type:  response \r\nA: b\r\n\tfolded\r\nContent-Length: 5\r\n\r\n";
        check(raw, 5, &raw.replace("1.0", "1.1"), &[]);
    }

    #[test]
    fn what_other_readers_refuse_is_put_right() {
        use Change::*;
        let good = "WARC/1.1\r\nA: b\r\nContent-Length: 5\r\n\r\n";
        check("WARC/1.0\nA: b\nContent-Length: 5\n\n", 5, good, &[LineEnds]);
        check("WARC/1.0\r\r\nA: b\r\r\nContent-Length: 5\r\r\n\r\r\n", 5, good, &[LineEnds]);
        check("WARC/1.0\r\nA: b\r\nContent-Length: 9\r\n\r\n", 5, good, &[Length]);
        check(
            "WARC/1.0\r\nA: b\r\nContent-Length: 5\r\ncontent-length: 5\r\n\r\n",
            5,
            good,
            &[Length],
        );
        check("WARC/1.0\r\nA: b\r\nContent-Length:\r\n 5\r\n\r\n", 5, good, &[Length]);
        check("WARC/1.0\r\nA: b\r\n\r\n", 5, good, &[Length]);
        check("WARC/1.0\r\nmonkeys\r\nA: b\r\nContent-Length: 5\r\n\r\n", 5, good, &[NotAField]);
        check("WARC/1.0\r\nA: b\r\nContent-Length: 5\r\n", 5, good, &[End]);
        check("WARC/1.0\r\nA: b\r\nContent-Length: 5", 5, good, &[End]);
        check("WARC/2.5\r\nA: b\r\nContent-Length: 5\r\n\r\n", 5, good, &[Version]);
        check("", 0, "WARC/1.1\r\nContent-Length: 0\r\n\r\n", &[Version, Length, End]);
    }

    #[test]
    fn uris_lose_their_brackets_and_record_ids_keep_them() {
        let raw = "WARC/1.0\r\nWARC-Target-URI: <http://a.cz/x y>\r\nWARC-Record-ID: <urn:a:1>\r\n\
                   WARC-Profile: <http://p/>\r\nContent-Length: 0\r\n\r\n";
        let good = "WARC/1.1\r\nWARC-Target-URI: http://a.cz/x%20y\r\nWARC-Record-ID: <urn:a:1>\r\n\
                    WARC-Profile: http://p/\r\nContent-Length: 0\r\n\r\n";
        check(raw, 0, good, &[Change::Brackets, Change::Escaped]);
    }

    #[test]
    fn a_converted_header_is_not_converted_again() {
        let raw = b"WARC/1.0\nWARC-Target-URI: <http://a.cz/x y>\nmonkeys\n\n";
        let once = convert(raw, 7).finish(&[]);
        let twice = convert(&once, 7);
        assert!(twice.changes.is_empty());
        assert_eq!(twice.finish(&[]), once);
    }
}
