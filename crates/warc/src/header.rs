//! The header of a WARC record: a version line and named fields.
//!
//! The bytes are kept as they are; fields are ranges of them. Names are compared without letter case, values are
//! trimmed and folded lines joined; nothing else is changed.

use crate::warning::Warning;
use memchr::memchr;
use std::ops::Range;

/// Version line and fields of a WARC record.
#[derive(Clone, Debug, Default)]
pub struct Header {
    raw: Vec<u8>,
    version: Range<usize>,
    fields: Vec<Field>,
    /// Values of folded lines, joined.
    joined: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Field {
    name: Range<usize>,
    value: Range<usize>,
    is_joined: bool,
}

/// How parsing ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Parsed {
    /// The header, including its empty line, has this many bytes.
    Complete(usize),
    /// The bytes end before the header does.
    Partial,
}

impl Header {
    /// Parses the header at the start of `bytes`. If `is_all` is true, no bytes follow, so a header that ends with them
    /// is complete. Only complete headers have warnings.
    pub(crate) fn parse(
        &mut self,
        bytes: &[u8],
        is_all: bool,
        warnings: &mut Vec<Warning>,
    ) -> Parsed {
        self.fields.clear();
        self.joined.clear();
        let (mut lf_only, mut more_cr) = (false, false);
        let mut at = 0;
        let mut is_first = true;
        let mut no_colon = None;
        let unfinished = loop {
            let Some(end) = memchr(b'\n', &bytes[at..]).map(|i| at + i) else {
                if !is_all {
                    return Parsed::Partial;
                }
                if at < bytes.len() {
                    self.line(bytes, at..bytes.len(), is_first, &mut no_colon);
                    at = bytes.len();
                }
                break true;
            };
            // Some writers end lines in CR CR LF: a line of CR alone is an empty one.
            let carriage_returns = bytes[at..end].iter().rev().take_while(|b| **b == b'\r').count();
            let line = at..end - carriage_returns;
            lf_only |= carriage_returns == 0;
            more_cr |= carriage_returns > 1;
            if line.is_empty() {
                at = end + 1;
                break false;
            }
            if !is_first && starts_next_record(&bytes[line.clone()]) {
                break true;
            }
            self.line(bytes, line, is_first, &mut no_colon);
            is_first = false;
            at = end + 1;
        };
        self.raw.clear();
        self.raw.extend_from_slice(&bytes[..at]);
        if lf_only {
            warnings.push(Warning::LfLines);
        }
        if more_cr {
            warnings.push(Warning::CrCrLfLines);
        }
        if unfinished {
            warnings.push(Warning::HeaderUnfinished);
        }
        if let Some(line) = no_colon {
            let line = &bytes[line];
            let line = line[..line.len().min(80)].escape_ascii().to_string();
            warnings.push(Warning::LineWithoutColon { line });
        }
        Parsed::Complete(at)
    }

    fn line(
        &mut self,
        bytes: &[u8],
        line: Range<usize>,
        is_first: bool,
        no_colon: &mut Option<Range<usize>>,
    ) {
        if is_first {
            self.version = trim(bytes, line);
            return;
        }
        if matches!(bytes[line.start], b' ' | b'\t') && !self.fields.is_empty() {
            self.fold(bytes, trim(bytes, line));
            return;
        }
        match memchr(b':', &bytes[line.clone()]) {
            Some(i) => {
                let name = trim(bytes, line.start..line.start + i);
                let value = trim(bytes, line.start + i + 1..line.end);
                self.fields.push(Field { name, value, is_joined: false });
            }
            None => {
                no_colon.get_or_insert(line);
            }
        }
    }

    /// Appends a continuation line to the value of the last field, with one space before it.
    fn fold(&mut self, bytes: &[u8], more: Range<usize>) {
        let Some(field) = self.fields.last_mut() else { return };
        if !field.is_joined {
            let start = self.joined.len();
            self.joined.extend_from_slice(&bytes[field.value.clone()]);
            field.value = start..self.joined.len();
            field.is_joined = true;
        }
        // A value that starts on the continuation line has nothing to be joined to.
        if !field.value.is_empty() {
            self.joined.push(b' ');
        }
        self.joined.extend_from_slice(&bytes[more]);
        field.value.end = self.joined.len();
    }

    /// Returns the bytes as found, from `WARC/` to the empty line.
    pub fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// Returns the version line, for example `WARC/1.0`.
    pub fn version(&self) -> &[u8] {
        &self.raw[self.version.clone()]
    }

    /// Returns the value of the first field of this name; `None` if there is none.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.fields.iter().find(|f| self.is_named(f, name)).map(|f| self.value(f))
    }

    /// Returns the values of all fields of this name.
    pub fn get_all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a [u8]> {
        self.fields.iter().filter(move |f| self.is_named(f, name)).map(|f| self.value(f))
    }

    /// Returns all fields in their order.
    pub fn fields(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.fields.iter().map(|f| (&self.raw[f.name.clone()], self.value(f)))
    }

    fn is_named(&self, field: &Field, name: &str) -> bool {
        field.name.len() == name.len()
            && self.raw[field.name.clone()].eq_ignore_ascii_case(name.as_bytes())
    }

    fn value(&self, field: &Field) -> &[u8] {
        let source = if field.is_joined { &self.joined } else { &self.raw };
        &source[field.value.clone()]
    }
}

/// Returns whether a line is a version line. In place of a field this means that the header lacks its empty line.
fn starts_next_record(line: &[u8]) -> bool {
    crate::start::is_warc(line) && line.get(5).is_some_and(u8::is_ascii_digit)
}

fn trim(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let text = &bytes[range.clone()];
    let front = text.len() - text.trim_ascii_start().len();
    let start = range.start + front;
    start..start + text.trim_ascii().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (Header, Parsed, Vec<Warning>) {
        let mut header = Header::default();
        let mut warnings = Vec::new();
        let parsed = header.parse(text.as_bytes(), true, &mut warnings);
        (header, parsed, warnings)
    }

    #[test]
    fn fields_are_found_in_any_case_and_trimmed() {
        let (header, parsed, warnings) =
            parse("WARC/1.0\r\nwarc-TYPE:\t response \r\nContent-Length: 5\r\n\r\nhello");
        assert_eq!(parsed, Parsed::Complete(54));
        assert_eq!(header.version(), b"WARC/1.0");
        assert_eq!(header.get("WARC-Type"), Some(&b"response"[..]));
        assert_eq!(header.get("WARC-Date"), None);
        assert_eq!(warnings, []);
    }

    #[test]
    fn folded_lines_are_joined_and_the_raw_bytes_kept() {
        let text = "WARC/1.0\r\nA: one\r\n\ttwo\r\n  three \r\nB:\r\n x\r\n\r\n";
        let (header, ..) = parse(text);
        assert_eq!(header.get("A"), Some(&b"one two three"[..]));
        assert_eq!(header.get("B"), Some(&b"x"[..]));
        assert_eq!(header.raw(), text.as_bytes());
    }

    #[test]
    fn odd_lines_are_told() {
        let (header, _, warnings) = parse("WARC/1.0\nA: b\nmonkeys\n\n");
        assert_eq!(header.get("a"), Some(&b"b"[..]));
        assert_eq!(
            warnings,
            [Warning::LfLines, Warning::LineWithoutColon { line: "monkeys".into() }]
        );
        let (_, parsed, warnings) = parse("WARC/1.0\r\nA: b\r\nWARC/1.0\r\nA: c\r\n\r\n");
        assert_eq!(parsed, Parsed::Complete(16));
        assert_eq!(warnings, [Warning::HeaderUnfinished]);
    }

    #[test]
    fn a_line_of_carriage_returns_ends_the_header() {
        let text = "WARC/1.0\r\r\nA: b\r\r\nContent-Length: 5\r\r\n\r\r\nHTTP/1.0 200 OK";
        let (header, parsed, warnings) = parse(text);
        assert_eq!(header.version(), b"WARC/1.0");
        assert_eq!(header.get("a"), Some(&b"b"[..]));
        assert_eq!(header.fields().count(), 2);
        assert_eq!(parsed, Parsed::Complete(text.find("HTTP").unwrap()));
        assert_eq!(warnings, [Warning::CrCrLfLines]);
    }

    #[test]
    fn repeated_fields_are_all_given() {
        let (header, ..) = parse("WARC/1.1\r\nA: 1\r\nB: 2\r\na: 3\r\n\r\n");
        assert_eq!(header.get_all("A").collect::<Vec<_>>(), [b"1", b"3"]);
        assert_eq!(header.fields().count(), 3);
    }
}
