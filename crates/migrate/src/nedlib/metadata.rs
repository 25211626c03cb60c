//! Reads a metadata file.

use std::borrow::Cow;

use stodola_warc::date::Timestamp;
use stodola_warc::digest::{Algorithm, Digest};
use stodola_warc::http::{ResponseHead, parse_response};

use super::{DateSource, date};

/// The fields of a metadata file that are understood.
#[derive(Debug, Default)]
pub(super) struct Metadata {
    pub(super) url: Option<Vec<u8>>,
    pub(super) date: Option<(Timestamp, DateSource)>,
    /// The text that the date was read from, or that is not a date.
    pub(super) raw_date: Option<Vec<u8>>,
    pub(super) ip: Option<Vec<u8>>,
    pub(super) mime: Option<Vec<u8>>,
    pub(super) length: Option<u64>,
    pub(super) status: Option<u16>,
    pub(super) md5: Option<Digest>,
    pub(super) http_head: Option<Vec<u8>>,
}

/// What a field is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    Url,
    Date,
    Ip,
    Mime,
    Length,
    Status,
    Md5,
}

/// Names of fields, in lower case, with `-` for `_` and space.
const NAMES: &[(&str, Topic)] = &[
    ("url", Topic::Url),
    ("uri", Topic::Url),
    ("location", Topic::Url),
    ("target-uri", Topic::Url),
    ("date", Topic::Date),
    ("time", Topic::Date),
    ("timestamp", Topic::Date),
    ("fetched", Topic::Date),
    ("fetch-date", Topic::Date),
    ("harvest-date", Topic::Date),
    ("archive-date", Topic::Date),
    ("ip", Topic::Ip),
    ("ip-address", Topic::Ip),
    ("address", Topic::Ip),
    ("content-type", Topic::Mime),
    ("mime", Topic::Mime),
    ("mime-type", Topic::Mime),
    ("type", Topic::Mime),
    ("content-length", Topic::Length),
    ("length", Topic::Length),
    ("size", Topic::Length),
    ("status", Topic::Status),
    ("http-status", Topic::Status),
    ("md5", Topic::Md5),
    ("checksum", Topic::Md5),
    ("digest", Topic::Md5),
];

/// What the harvester writes before the names of its own fields.
const PREFIX: &[u8] = b"arc-";

/// Bytes of the longest name of a field.
const MAX_NAME: usize = 32;

/// Reads a metadata file. It never fails: what is not understood is ignored, because the caller keeps the file itself.
pub(super) fn parse(file: &[u8]) -> Metadata {
    let file = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
    let text = skip_blank_lines(file);
    let mut fields = Fields::default();
    let http_head = if parse_response(text).is_some() {
        Some(split_head(text, &mut fields))
    } else {
        let rest = read_fields(text, &mut fields);
        parse_response(rest).map(|head| with_blank_line(rest[..head.head_len].to_vec()))
    };
    let head = http_head.as_deref().and_then(parse_response);
    fields.finish(head.as_ref(), http_head.clone())
}

/// The last value of each topic; one with the harvester's prefix counts before one without.
#[derive(Default)]
struct Fields<'a> {
    found: Vec<(Topic, bool, &'a [u8])>,
}

impl<'a> Fields<'a> {
    fn add(&mut self, topic: Topic, prefixed: bool, value: &'a [u8]) {
        match self.found.iter_mut().find(|(known, ..)| *known == topic) {
            None => self.found.push((topic, prefixed, value)),
            Some(known) if prefixed || !known.1 => *known = (topic, prefixed, value),
            Some(_) => (),
        }
    }

    fn get(&self, topic: Topic) -> Option<&'a [u8]> {
        self.found.iter().find(|(known, ..)| *known == topic).map(|(.., value)| *value)
    }

    fn finish(&self, head: Option<&ResponseHead<'_>>, http_head: Option<Vec<u8>>) -> Metadata {
        let owned = |topic| self.get(topic).map(<[u8]>::to_vec);
        let in_head = |name| head.and_then(|h| h.field(name)).map(Cow::into_owned);
        let own_date = owned(Topic::Date);
        let server_date = in_head("Date");
        let read = |text: &Option<Vec<u8>>, source| {
            let text = text.as_ref()?;
            Some((text.clone(), (date::parse(text)?, source)))
        };
        let date = read(&own_date, DateSource::Metadata)
            .or_else(|| read(&server_date, DateSource::Server));
        let (raw_date, date) = match date {
            Some((raw_date, date)) => (Some(raw_date), Some(date)),
            None => (own_date.or(server_date), None),
        };
        Metadata {
            url: owned(Topic::Url),
            date,
            raw_date,
            ip: owned(Topic::Ip),
            mime: owned(Topic::Mime).or_else(|| in_head("Content-Type")),
            length: self.get(Topic::Length).and_then(number),
            status: self.get(Topic::Status).and_then(status).or(head.and_then(|h| h.status)),
            md5: self.get(Topic::Md5).and_then(md5),
            http_head,
        }
    }
}

/// Takes the harvester's own fields out of a head, and returns the rest as it is, with a blank line at its end.
fn split_head<'a>(text: &'a [u8], fields: &mut Fields<'a>) -> Vec<u8> {
    let mut head = Vec::with_capacity(text.len() + 4);
    let mut own = false;
    let mut ended = false;
    for (number, line) in text.split_inclusive(|&b| b == b'\n').enumerate() {
        let plain = line.trim_ascii_end();
        ended |= plain.is_empty();
        // A folded line belongs to the one before it.
        if !matches!(line.first(), Some(b' ' | b'\t')) {
            own = number > 0 && starts_with_folded(line, PREFIX);
            if own && let Some((name, value)) = field(plain) {
                add(name, value, true, fields);
            }
        }
        if !own && !ended {
            head.extend_from_slice(line);
        }
    }
    with_blank_line(head)
}

/// Reads lines of fields up to the first empty one, and returns the bytes after it.
fn read_fields<'a>(mut text: &'a [u8], fields: &mut Fields<'a>) -> &'a [u8] {
    // Lines end as on Unix, on Windows, or, if there is no line feed at all, as on old Macintoshes.
    let end = if text.contains(&b'\n') { b'\n' } else { b'\r' };
    while !text.is_empty() {
        let len = text.iter().position(|&b| b == end).map_or(text.len(), |at| at + 1);
        let (line, rest) = text.split_at(len);
        let line = line.trim_ascii();
        text = rest;
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = field(line) {
            add(name, value, false, fields);
        }
    }
    skip_blank_lines(text)
}

fn skip_blank_lines(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&b| b != b'\n' && b != b'\r').unwrap_or(text.len());
    &text[start..]
}

/// Adds a blank line to a head, if there is none, with the same line ends.
fn with_blank_line(mut head: Vec<u8>) -> Vec<u8> {
    let is_complete = |head: &[u8]| parse_response(head).is_some_and(|h| h.complete);
    if !is_complete(&head) {
        let first = head.iter().position(|&b| b == b'\n');
        let crlf = first.is_none_or(|lf| lf > 0 && head[lf - 1] == b'\r');
        let end: &[u8] = if crlf { b"\r\n" } else { b"\n" };
        if !head.ends_with(b"\n") {
            head.extend_from_slice(end);
        }
        // What stands after the last line end may have been a blank line but for its own.
        if !is_complete(&head) {
            head.extend_from_slice(end);
        }
    }
    head
}

/// Returns name and value of `Name: value` or `name=value`; `None` for other lines.
fn field(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let mark = line.iter().position(|&b| b == b':' || b == b'=')?;
    Some((line[..mark].trim_ascii(), line[mark + 1..].trim_ascii()))
}

fn add<'a>(name: &[u8], value: &'a [u8], only_prefixed: bool, fields: &mut Fields<'a>) {
    if name.len() > MAX_NAME || value.is_empty() {
        return;
    }
    let fold = |b: &u8| if matches!(b, b'_' | b' ') { b'-' } else { b.to_ascii_lowercase() };
    let name: Vec<u8> = name.iter().map(fold).collect();
    let (plain, prefixed) = match name.strip_prefix(PREFIX) {
        Some(plain) => (plain, true),
        None => (&name[..], false),
    };
    let topic = NAMES.iter().find(|(known, _)| known.as_bytes() == plain).map(|(_, topic)| *topic);
    if let Some(topic) = topic
        && (prefixed || !only_prefixed)
    {
        fields.add(topic, prefixed, value);
    }
}

fn starts_with_folded(line: &[u8], prefix: &[u8]) -> bool {
    line.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

fn number(text: &[u8]) -> Option<u64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Returns the status in `200`, `200 OK` or a whole status line; `None` if there is none.
fn status(text: &[u8]) -> Option<u16> {
    if let Some(head) = parse_response(text) {
        return head.status;
    }
    let word = text.split(|b| !b.is_ascii_digit()).next()?;
    (word.len() == 3).then(|| number(word)).flatten().and_then(|n| u16::try_from(n).ok())
}

fn md5(text: &[u8]) -> Option<Digest> {
    let value = match text.get(..4) {
        Some(label) if label.eq_ignore_ascii_case(b"md5:") => text[4..].trim_ascii(),
        _ => text,
    };
    Digest::parse_value(Algorithm::Md5, value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "http://www.example.cz:80/a b?c=d:e";
    const MD5: &str = "1ac2109d47dbc72551f71df89d01ed18";

    fn text(bytes: &[u8]) -> String {
        String::from_utf8_lossy(bytes).into_owned()
    }

    #[test]
    fn fields_of_every_spelling_are_read() {
        let plain = format!(
            "URL: {URL}\nDate: 20030111143737\nIP: 192.0.2.1\nContent-Type: text/html\n\
             Content-Length: 12\nStatus: 200\nMD5: {MD5}\n"
        );
        let table = [
            plain.clone(),
            plain.replace('\n', "\r\n"),
            plain.replace('\n', "\r"),
            plain.trim_end().to_owned(),
            format!("\u{FEFF}\n\n{plain}\nsomething else\n"),
            plain.to_uppercase().replace(&URL.to_uppercase(), URL),
            plain.replace(": ", "="),
            plain.replace(": ", " = "),
            plain.replace(": ", ":\t"),
            format!(
                "uri={URL}\ntime=Sat, 11 Jan 2003 14:37:37 GMT\nip_address=192.0.2.1\n\
                 mime-type=text/html\nsize=12\nHTTP Status=200 OK\nchecksum=md5:{MD5}\n"
            ),
            format!(
                "Location: {URL}\nFetched: 1042295857\nAddress: 192.0.2.1\nMIME: text/html\n\
                 Length: 12\nHTTP-Status: HTTP/1.0 200 OK\nDigest: {}\n",
                MD5.to_uppercase()
            ),
            format!(
                "Arc-Url: {URL}\nArc-Date: 2003-01-11T14:37:37Z\nArc-Ip: 192.0.2.1\n\
                 Arc-Type: text/html\nArc-Length: 12\nArc-Status: HTTP/1.1 200 OK\nArc-Md5: {MD5}\n\
                 Url: http://another.example/\nLocation: http://another.example/\n"
            ),
            format!("no field\n: none\n=\nURL:\nURL: http://first.example/\n{plain}"),
        ];
        for file in &table {
            let found = parse(file.as_bytes());
            assert_eq!(found.url.as_deref().map(text).as_deref(), Some(URL), "{file:?}");
            let (date, source) = found.date.unwrap();
            assert_eq!(date.iso8601().to_string(), "2003-01-11T14:37:37Z", "{file:?}");
            assert_eq!(source, DateSource::Metadata);
            assert_eq!(found.ip.as_deref(), Some(&b"192.0.2.1"[..]), "{file:?}");
            let mime = found.mime.map(|m| m.to_ascii_lowercase());
            assert_eq!(mime.as_deref(), Some(&b"text/html"[..]), "{file:?}");
            assert_eq!((found.length, found.status), (Some(12), Some(200)), "{file:?}");
            assert_eq!(found.md5.unwrap().value(), MD5, "{file:?}");
            assert_eq!(found.http_head, None, "{file:?}");
        }
    }

    #[test]
    fn harvester_fields_are_taken_out_of_a_head() {
        let sent = "HTTP/1.1 200 OK\nDate: Sat, 11 Jan 2003 14:37:37 GMT\nX:  a \n\
                    Content-Type: image/gif\nLocation: http://redirect.example/\n";
        let own = format!("Arc-Length: 12\nArc-Md5: {MD5}\nArc-Depth: 4\nArc-Url: {URL}\n");
        let folded = "arc-note: a\n\tb\n c\n";
        for blank in ["", "\n"] {
            let middle = sent.replace("X:", &format!("{own}{folded}X:"));
            for file in [format!("{sent}{own}{blank}"), format!("{sent}{blank}{own}"), middle] {
                let found = parse(file.as_bytes());
                assert_eq!(found.url.as_deref().map(text).as_deref(), Some(URL), "{file:?}");
                let head = found.http_head.map(|h| text(&h));
                assert_eq!(head, Some(format!("{sent}\n")), "{file:?}");
                let (date, source) = found.date.unwrap();
                assert_eq!(date.iso8601().to_string(), "2003-01-11T14:37:37Z");
                assert_eq!(source, DateSource::Server);
                assert_eq!(found.mime.as_deref(), Some(&b"image/gif"[..]));
                assert_eq!((found.length, found.status), (Some(12), Some(200)));
                assert_eq!(found.md5.unwrap().value(), MD5);
                let crlf = parse(file.replace('\n', "\r\n").as_bytes());
                let head = crlf.http_head.map(|h| text(&h));
                assert_eq!(head, Some(format!("{sent}\n").replace('\n', "\r\n")), "{file:?}");
            }
        }
    }

    #[test]
    fn a_head_of_the_server_alone_has_no_url() {
        let found = parse(b"HTTP/1.1 302 Found\r\nLocation: http://a.example/\r\nURL: x\r\n\r\n");
        assert_eq!((found.url, found.status), (None, Some(302)));
    }

    #[test]
    fn a_head_after_the_fields_is_verbatim() {
        let table = [
            ("HTTP/1.0 404: Not found\r\nA:  b \r\nDate: x\r\n\r\n", ""),
            ("HTTP/1.0 404: Not found\nA:  b \nDate: x\n\n", ""),
            ("HTTP/1.0 404: Not found\nA:  b \nDate: x\n", "\n"),
            ("HTTP/1.0 404: Not found\r\nA:  b \r\nDate: x", "\r\n\r\n"),
            ("HTTP/1.0 404: Not found", "\r\n\r\n"),
        ];
        for (head, added) in table {
            for blank in ["\n", "\r\n", "\n\n\n"] {
                let found = parse(format!("url={URL}\n{blank}{head}").as_bytes());
                let expected = format!("{head}{added}");
                assert_eq!(found.http_head.map(|h| text(&h)), Some(expected), "{head:?} {blank:?}");
                assert_eq!((found.status, found.date), (Some(404), None));
            }
        }
        // A line of carriage returns is a blank one; a second would belong to the content.
        let nearly = parse(b"url=x\n\nHTTP/1.0 200 OK\r\nA: b\r\n\r\r");
        let head = nearly.http_head.map(|h| text(&h));
        assert_eq!(head.as_deref(), Some("HTTP/1.0 200 OK\r\nA: b\r\n\r\r\r\n"));
        let undated = parse(b"url=x\n\nHTTP/1.0 200 OK\nDate: never\n");
        assert_eq!(undated.raw_date.as_deref(), Some(&b"never"[..]));
    }

    #[test]
    fn of_any_bytes_only_what_stands_there_is_read() {
        let check = |bytes: &[u8]| {
            let found = parse(bytes);
            for value in [found.url, found.ip].into_iter().flatten() {
                let is_there = bytes.windows(value.len()).any(|window| window == value);
                assert!(!value.is_empty() && is_there, "{}", text(&value));
            }
        };
        let whole =
            format!("HTTP/1.1 200 OK\r\nDate: x\r\nArc-Url: {URL}\r\n y\r\n\r\n").into_bytes();
        let plain = format!("url={URL}\r\ntime=\rsize=-1\n\nHTTP/1.1 200 OK\r\n").into_bytes();
        for file in [whole, plain] {
            for cut in 0..=file.len() {
                check(&file[..cut]);
                check(&file[cut..]);
                let mut damaged = file.clone();
                if let Some(byte) = damaged.get_mut(cut) {
                    *byte ^= 0xFF;
                }
                check(&damaged);
            }
        }
        check(&[b'='; 1000]);
        check(&[b'\r'; 1000]);
    }
}
