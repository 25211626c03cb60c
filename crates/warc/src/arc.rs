//! The header line of an ARC record.
//!
//! Version 1 has five fields: URL, address, date, media type, length. Version 2 has ten: result code, checksum,
//! location, offset and file name come before the length. Fields are separated by single spaces, but URLs and media
//! types with spaces exist, so the fields are not found by counting: an address followed by a date is looked for, which
//! is hard to mistake.

use std::ops::Range;

/// The fields of a header line, as places in the line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArcLine {
    raw: Vec<u8>,
    url: Range<usize>,
    ip: Range<usize>,
    date: Range<usize>,
    mime: Range<usize>,
    /// Result code, checksum, location, offset, file name.
    v2: Option<[Range<usize>; 5]>,
    length: Range<usize>,
    /// What is odd about the line, if anything.
    pub(crate) odd: Option<&'static str>,
}

impl ArcLine {
    /// Splits a line; `None` if it cannot be a header line at all.
    pub fn parse(line: &[u8], version2: bool) -> Option<ArcLine> {
        let spaces: Vec<usize> = memchr::memchr_iter(b' ', line).collect();
        let last = *spaces.last()?;
        let fields_after_date = if version2 { 7 } else { 2 };
        let mut parsed = match anchor(line, &spaces) {
            Some(i) => {
                let after_date = spaces[i + 1] + 1..line.len();
                let date = spaces[i] + 1..spaces[i + 1];
                let url_end = spaces[i - 1];
                let ip = url_end + 1..spaces[i];
                let rest = &spaces[i + 2..];
                let mut parsed = ArcLine { url: 0..url_end, ip, date, ..ArcLine::default() };
                parsed.length = last + 1..line.len();
                if version2 && rest.len() >= fields_after_date - 1 {
                    // Counted from the right: the media type takes what is left.
                    let bounds = &rest[rest.len() - 6..];
                    parsed.mime = after_date.start..bounds[0];
                    parsed.v2 = Some([
                        bounds[0] + 1..bounds[1],
                        bounds[1] + 1..bounds[2],
                        bounds[2] + 1..bounds[3],
                        bounds[3] + 1..bounds[4],
                        bounds[4] + 1..bounds[5],
                    ]);
                } else {
                    parsed.mime = after_date.start..last.max(after_date.start);
                    if version2 {
                        parsed.odd = Some("fewer than ten fields in a version 2 file");
                    } else if rest.is_empty() {
                        parsed.odd = Some("fewer than five fields");
                    } else if rest.len() > 1 {
                        parsed.odd = Some("spaces in the media type");
                    }
                }
                if parsed.odd.is_none() && memchr::memchr(b' ', &line[parsed.url.clone()]).is_some()
                {
                    parsed.odd = Some("spaces in the URL");
                }
                parsed
            }
            None => {
                // No address and date side by side: count from the right and say so.
                let n = if version2 { 9 } else { 4 };
                if spaces.len() < n {
                    return None;
                }
                let b = &spaces[spaces.len() - n..];
                let mut parsed = ArcLine {
                    url: 0..b[0],
                    ip: b[0] + 1..b[1],
                    date: b[1] + 1..b[2],
                    mime: b[2] + 1..b[3],
                    length: last + 1..line.len(),
                    odd: Some("address and date are not where they belong"),
                    ..ArcLine::default()
                };
                if version2 {
                    parsed.v2 = Some([
                        b[3] + 1..b[4],
                        b[4] + 1..b[5],
                        b[5] + 1..b[6],
                        b[6] + 1..b[7],
                        b[7] + 1..b[8],
                    ]);
                }
                parsed
            }
        };
        parsed.raw = line.to_vec();
        Some(parsed)
    }

    /// Returns the whole line without its line end.
    pub fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// Returns the URL, bytes as found.
    pub fn url(&self) -> &[u8] {
        &self.raw[self.url.clone()]
    }

    /// Returns the address of the server, as found.
    pub fn ip(&self) -> &[u8] {
        &self.raw[self.ip.clone()]
    }

    /// Returns the date, as found; usually fourteen digits.
    pub fn date(&self) -> &[u8] {
        &self.raw[self.date.clone()]
    }

    /// Returns the media type, as found; may be empty.
    pub fn mime(&self) -> &[u8] {
        self.raw.get(self.mime.clone()).unwrap_or_default()
    }

    /// Returns the length field, as found.
    pub fn length_text(&self) -> &[u8] {
        &self.raw[self.length.clone()]
    }

    /// Returns the length of the block, if the field is a number.
    pub fn length(&self) -> Option<u64> {
        parse_u64(self.length_text())
    }

    /// Returns result code, checksum, location, offset and file name of a version 2 line; `None` for version 1.
    pub fn v2(&self) -> Option<[&[u8]; 5]> {
        self.v2.as_ref().map(|fields| fields.each_ref().map(|r| &self.raw[r.clone()]))
    }

    /// Returns true for the record that describes the file.
    pub fn is_filedesc(&self) -> bool {
        self.url().starts_with(b"filedesc:")
    }
}

/// Returns a number without sign; white space around it is accepted. `None` if the text is not such a number.
pub(crate) fn parse_u64(text: &[u8]) -> Option<u64> {
    let text = text.trim_ascii();
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    text.iter().try_fold(0u64, |n, b| n.checked_mul(10)?.checked_add(u64::from(b - b'0')))
}

/// Returns whether the line can be nothing but an ARC header; for searches after damage.
///
/// Indexes of other tools have similar lines, so what follows the date is checked too.
pub(crate) fn is_certain(line: &[u8]) -> bool {
    let line = without_cr(line);
    if !crate::start::starts_with_scheme(line) {
        return false;
    }
    let spaces: Vec<usize> = memchr::memchr_iter(b' ', line).collect();
    let Some(i) = anchor(line, &spaces) else { return false };
    let last = spaces[spaces.len() - 1];
    let has_length = parse_u64(&line[last + 1..]).is_some();
    let middle = spaces[i + 1]..last;
    match spaces.len() - (i + 1) {
        1 => has_length,
        // An odd length behind an address, a date and a media type is still a header.
        2 => has_length || line[spaces[i - 1]..spaces[i]].contains(&b'.'),
        7 => has_length && parse_u64(&line[spaces[i + 5]..spaces[i + 6]]).is_some(),
        _ => has_length && line[middle].iter().any(|b| matches!(b, b';' | b',')),
    }
}

/// Returns whether the line can be an ARC header in a place where one is expected: right after a record.
///
/// Lines whose date or address is missing or odd count here, but the number of fields and the length
/// must be right, so that a line of text in a block whose length is wrong is not taken for a record.
pub(crate) fn is_plausible(line: &[u8], version2: bool) -> bool {
    if is_certain(line) {
        return true;
    }
    let line = without_cr(line);
    let spaces: Vec<usize> = memchr::memchr_iter(b' ', line).collect();
    let (Some(first), Some(last)) = (spaces.first(), spaces.last()) else { return false };
    let colon = memchr::memchr(b':', line).unwrap_or(line.len());
    if !crate::start::starts_with_scheme(line) || colon + 1 >= *first {
        return false;
    }
    let length = &line[last + 1..];
    if parse_u64(length).is_none() && !matches!(length, b"-1" | b"-") {
        return false;
    }
    if anchor(line, &spaces).is_some() {
        return true;
    }
    let fields = if version2 { 9 } else { 4 };
    if spaces.len() != fields {
        return false;
    }
    let address = &line[first + 1..spaces[1]];
    let date = &line[spaces[1] + 1..spaces[2]];
    is_address(address) || is_date(date)
}

/// Returns the line without the carriage returns at its end; some writers wrote several.
pub(crate) fn without_cr(mut line: &[u8]) -> &[u8] {
    while let Some(shorter) = line.strip_suffix(b"\r") {
        line = shorter;
    }
    line
}

/// Returns the index, in `spaces`, of the space between address and date, for the last such pair in the line.
fn anchor(line: &[u8], spaces: &[usize]) -> Option<usize> {
    // spaces[i - 1] address spaces[i] date spaces[i + 1] …
    (1..spaces.len().saturating_sub(1)).rev().find(|&i| {
        let ip = &line[spaces[i - 1] + 1..spaces[i]];
        let date = &line[spaces[i] + 1..spaces[i + 1]];
        is_date(date) && is_address(ip)
    })
}

fn is_date(text: &[u8]) -> bool {
    (8..=28).contains(&text.len()) && text.iter().all(u8::is_ascii_digit)
}

fn is_address(text: &[u8]) -> bool {
    match text {
        b"-" | b"0" => true,
        _ => {
            (text.contains(&b'.') || text.contains(&b':'))
                && text
                    .iter()
                    .all(|b| b.is_ascii_hexdigit() || matches!(b, b'.' | b':' | b'%' | b'[' | b']'))
        }
    }
}

/// The version lines at the start of a filedesc block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArcVersion {
    /// Version 1, no metadata.
    V1_0,
    /// Version 1 with metadata behind the version lines.
    V1_1,
    /// Version 2, ten fields.
    V2_0,
}

impl ArcVersion {
    /// Reads `1 0 InternetArchive`, the first line of a filedesc block.
    pub fn parse(line: &[u8]) -> Option<ArcVersion> {
        let mut parts = line.trim_ascii().split(|b| *b == b' ');
        match (parts.next()?, parts.next()?) {
            (b"1", b"0") => Some(ArcVersion::V1_0),
            (b"1", _) => Some(ArcVersion::V1_1),
            (b"2", _) => Some(ArcVersion::V2_0),
            _ => None,
        }
    }

    /// Returns the name, for example `ARC/1.0`.
    pub fn as_str(self) -> &'static str {
        match self {
            ArcVersion::V1_0 => "ARC/1.0",
            ArcVersion::V1_1 => "ARC/1.1",
            ArcVersion::V2_0 => "ARC/2.0",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, version2: bool, expect: [&str; 5]) {
        let arc = ArcLine::parse(line.as_bytes(), version2).unwrap();
        let got = [arc.url(), arc.ip(), arc.date(), arc.mime(), arc.length_text()];
        let got = got.map(|f| String::from_utf8_lossy(f).into_owned());
        assert_eq!(got, expect, "{line}");
        assert_eq!(arc.raw(), line.as_bytes());
    }

    #[test]
    fn fields_are_found_by_address_and_date() {
        let url = "http://a.cz/";
        check(
            "http://a.cz/ 1.2.3.4 20080430204825 text/html 680",
            false,
            [url, "1.2.3.4", "20080430204825", "text/html", "680"],
        );
        check(
            "http://a.cz/x y\"z 1.2.3.4 20080430204825 text/html; charset=utf-8 680",
            false,
            ["http://a.cz/x y\"z", "1.2.3.4", "20080430204825", "text/html; charset=utf-8", "680"],
        );
        check("http://a.cz/ - 200804302048  7", false, [url, "-", "200804302048", "", "7"]);
        check(
            "http://a.cz/ 2001:db8::1 20080430204825123 no-type 7",
            false,
            [url, "2001:db8::1", "20080430204825123", "no-type", "7"],
        );
        check(
            "http://a.cz/ 1.2.3.4 20080430204825 5",
            false,
            [url, "1.2.3.4", "20080430204825", "", "5"],
        );
        check("http://a.cz/ - - text/html -1", false, [url, "-", "-", "text/html", "-1"]);
    }

    #[test]
    fn version_two_has_five_more_fields() {
        let line =
            "http://a.cz/ 1.2.3.4 19960923142103 text/html 200 md5x http://b.cz/ 209 f.arc 202";
        check(line, true, ["http://a.cz/", "1.2.3.4", "19960923142103", "text/html", "202"]);
        let arc = ArcLine::parse(line.as_bytes(), true).unwrap();
        assert_eq!(arc.v2().unwrap()[0], b"200");
        assert_eq!(arc.v2().unwrap()[2], b"http://b.cz/");
        assert_eq!(arc.v2().unwrap()[4], b"f.arc");
    }

    #[test]
    fn only_real_header_lines_are_certain() {
        let check = |line: &str, expect| assert_eq!(is_certain(line.as_bytes()), expect, "{line}");
        check("http://a.cz/ 1.2.3.4 20080430204825 text/html 680", true);
        check("http://a.cz/ 1.2.3.4 20080430204825 text/html 680\r", true);
        check("dns:a.cz 1.2.3.4 20080430204825 text/dns 5", true);
        check("http://a.cz/ 1.2.3.4 20080430204825 text/html -1", true);
        check("http://a.cz/ 1.2.3.4 20080430204825 text/html; charset=utf-8 680", true);
        check("http://a.cz/ 1.2.3.4 20080430204825 text/html 200 - - 209 f.arc 202", true);
        check("dns:a.cz 1.2.3.4 20060329081336 text/dns 77 f.arc 1437 4a5261983", false);
        check("dns:a.cz 1.2.3.4 20060329081336 text/dns 77 f.arc 1437", false);
        check("Date: 1.2.3.4 20080430204825", false);
        check("no scheme 1.2.3.4 20080430204825 text/html 680", false);
        check("", false);
    }

    #[test]
    fn lines_of_text_are_no_header_even_where_one_is_expected() {
        let check = |line: &str, version2, expect| {
            assert_eq!(is_plausible(line.as_bytes(), version2), expect, "{line}");
        };
        check("http://a.cz/ - - text/html 680", false, true);
        check("http://a.cz/ 1.2.3.4 null text/html 680", false, true);
        check("http://a.cz/ host 20080430204825 text/html -1", false, true);
        check("http://a.cz/ - - text/html 200 - - 0 f.arc 680", true, true);
        check("http://a.cz/ - - text/html 680", true, false);
        check("Note: page 1 of 5", false, false);
        check("Host: 10.0.0.1 and port 80", false, false);
        check("see:this line of words 5", false, false);
        check("http://a.cz/ 1.2.3.4 null text/html many", false, false);
        check("dns:a.cz 1.2.3.4 20060329081336 text/dns 77 f.arc 1437 4a5261983", false, false);
        check("", false, false);
    }

    #[test]
    fn lengths_never_overflow() {
        assert_eq!(parse_u64(b" 12\t"), Some(12));
        assert_eq!(parse_u64(b"18446744073709551615"), Some(u64::MAX));
        assert_eq!(parse_u64(b"18446744073709551616"), None);
        assert_eq!(parse_u64(b"-1"), None);
        assert_eq!(parse_u64(b""), None);
    }
}
