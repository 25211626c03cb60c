//! Makes a query of the fields of a multipart form.

use super::{is_number, push_pair};
use std::borrow::Cow;

/// Limits on a multipart body.
const MAX_PARTS: usize = 128;
const MAX_PART_FIELDS: usize = 8;
const MAX_PART_LINE: usize = 4096 + 128;

/// Returns the fields of a multipart form, or `None` if it is malformed.
pub(super) fn multipart_query(body: &[u8], boundary: &str) -> Option<String> {
    if boundary.is_empty() || boundary.contains('\n') {
        return None;
    }
    let delimiter = format!("\r\n--{boundary}");
    let delimiter = delimiter.as_bytes();
    // Before the first delimiter there may be other lines, or nothing, not even a line end.
    let first = memchr::memmem::find(body, &delimiter[2..])?;
    if first > 0 && !body[..first].ends_with(b"\r\n") {
        return None;
    }
    let mut rest = &body[first + delimiter.len() - 2..];
    let mut query = String::new();
    let mut parts = 0;
    loop {
        rest = match rest {
            [b'-', b'-', ..] => return Some(query),
            [b'\r', b'\n', rest @ ..] => rest,
            _ => return None,
        };
        parts += 1;
        if parts > MAX_PARTS {
            return None;
        }
        let part = Part::read(&mut rest)?;
        let end = memchr::memmem::find(rest, delimiter)?;
        let content = &rest[..end];
        if part.length.is_some_and(|length| length != content.len()) {
            return None;
        }
        push_pair(&mut query, part.name.as_bytes(), &part.value(content)?);
        rest = &rest[end + delimiter.len()..];
    }
}

/// What the head of one part of a multipart form says.
struct Part {
    name: String,
    is_file: bool,
    charset: Option<String>,
    length: Option<usize>,
}

impl Part {
    /// Reads the head of a part with its blank line. `None` if it is malformed.
    fn read(rest: &mut &[u8]) -> Option<Part> {
        let mut fields: Vec<(String, String)> = Vec::new();
        loop {
            let end = memchr::memmem::find(rest, b"\r\n")?;
            let line = &rest[..end];
            *rest = &rest[end + 2..];
            if line.is_empty() {
                break;
            }
            let line = std::str::from_utf8(line).ok()?;
            let line = if line.starts_with([' ', '\t']) {
                let (name, value) = fields.pop()?;
                if line.bytes().all(|b| b.is_ascii_whitespace() || b == 0x0b) {
                    return None;
                }
                Cow::Owned(format!("{name}: {value} {}", &line[1..]))
            } else {
                Cow::Borrowed(line)
            };
            if line.len() > MAX_PART_LINE || fields.len() >= MAX_PART_FIELDS {
                return None;
            }
            let (name, value) = line.split_once(':')?;
            let name = name.trim();
            let is_name_byte = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
            if name.is_empty() || !name.bytes().all(is_name_byte) {
                return None;
            }
            fields.push((name.to_owned(), value.trim_start_matches([' ', '\t']).to_owned()));
        }
        let mut part = Part { name: String::new(), is_file: false, charset: None, length: None };
        let mut is_form_data = false;
        for (name, value) in &fields {
            if name.eq_ignore_ascii_case("Content-Disposition") {
                let options;
                (is_form_data, options) = form_data_options(value);
                part.name = option(&options, "name").map_or(String::new(), disposition);
                let file = option(&options, "filename").map(disposition);
                part.is_file = file.is_some_and(|file| !without_path(&file).is_empty());
            } else if name.eq_ignore_ascii_case("Content-Type") {
                part.charset = option(&options_of(value), "charset").map(unquoted);
            } else if name.eq_ignore_ascii_case("Content-Length") {
                let canonical =
                    is_number(value.as_bytes()) && (value == "0" || !value.starts_with('0'));
                if part.length.is_some() || !canonical {
                    return None;
                }
                part.length = Some(value.parse().ok()?);
            }
        }
        is_form_data.then_some(part)
    }

    /// Returns the content as UTF-8, but the content of a file as it is. `None` if it cannot be decoded.
    fn value<'a>(&self, content: &'a [u8]) -> Option<Cow<'a, [u8]>> {
        if self.is_file {
            return Some(Cow::Borrowed(content));
        }
        let charset = self.charset.as_deref().unwrap_or_default().to_ascii_lowercase();
        match charset.replace(['-', ' '], "_").as_str() {
            "" | "utf_8" | "utf8" | "u8" => std::str::from_utf8(content).ok()?,
            "ascii" | "us_ascii" if !content.is_ascii() => return None,
            "latin1" | "latin_1" | "iso_8859_1" | "iso8859_1" | "l1" => {
                let text: String = content.iter().map(|&b| char::from(b)).collect();
                return Some(Cow::Owned(text.into_bytes()));
            }
            _ => "", // other charsets are not converted
        };
        Some(Cow::Borrowed(content))
    }
}

/// Returns whether a Content-Disposition is that of a form field, and the options in it.
fn form_data_options(value: &str) -> (bool, Vec<(String, &str)>) {
    // The form that browsers write may hold what the general one does not allow.
    if let Some(name) = value.strip_prefix("form-data; name=\"").and_then(|v| v.strip_suffix('"')) {
        let pieces: Vec<&str> = name.split('"').collect();
        match pieces[..] {
            [name] => return (true, vec![("name".to_owned(), name)]),
            [name, "; filename=", file] => {
                return (true, vec![("name".to_owned(), name), ("filename".to_owned(), file)]);
            }
            _ => (),
        }
    }
    let kind = value.split(';').next().unwrap_or_default();
    (kind.trim().eq_ignore_ascii_case("form-data"), options_of(value))
}

/// Returns all `; name=value` of a header value; values with their quotes.
fn options_of(value: &str) -> Vec<(String, &str)> {
    let mut options = Vec::new();
    let mut at = 0;
    while let Some(semicolon) = value[at..].find(';') {
        at += semicolon + 1;
        let rest = value[at..].trim_start_matches(' ');
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let (name, rest) = rest.split_at(rest.find(|c| !is_name(c)).unwrap_or(rest.len()));
        let Some(rest) = rest.trim_start_matches(' ').strip_prefix('=') else { continue };
        let rest = rest.trim_start_matches(' ');
        let len = option_len(rest);
        if !name.is_empty() && len > 0 {
            options.push((name.to_ascii_lowercase(), &rest[..len]));
            at = value.len() - rest.len() + len;
        }
    }
    options
}

/// Returns the length of a token or of a quoted string.
fn option_len(text: &str) -> usize {
    let Some(inner) = text.strip_prefix('"') else {
        let is_token = |c: char| c.is_ascii_alphanumeric() || "-!#$%&'*+.^_`|~".contains(c);
        return text.find(|c| !is_token(c)).unwrap_or(text.len());
    };
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        if c == '"' {
            return at + 2;
        }
        let escaped = if c == '\\' { chars.next() } else { Some((at, c)) };
        if escaped.is_none_or(|(_, e)| c == '\\' && e == '\n') {
            return 0;
        }
    }
    0
}

fn option<'a>(options: &[(String, &'a str)], name: &str) -> Option<&'a str> {
    options.iter().rev().find(|(key, _)| key == name).map(|&(_, value)| value)
}

/// Removes quotes and the escapes of forms: either backslashes or three percent escapes.
fn disposition(value: &str) -> String {
    let inner = quoted(value);
    match inner {
        Some(inner) if inner.contains("\\\"") => inner.replace("\\\\", "\\").replace("\\\"", "\""),
        _ => inner.unwrap_or(value).replace("%0D", "\r").replace("%0A", "\n").replace("%22", "\""),
    }
}

/// Removes quotes and backslashes.
fn unquoted(value: &str) -> String {
    match quoted(value) {
        Some(inner) => inner.replace("\\\\", "\\").replace("\\\"", "\""),
        None => value.to_owned(),
    }
}

fn quoted(value: &str) -> Option<&str> {
    value.strip_prefix('"')?.strip_suffix('"')
}

/// Returns the last part of a Windows path, which old browsers sent as a file name.
fn without_path(file: &str) -> &str {
    let drive = file.char_indices().nth(1).is_some_and(|(at, _)| file[at..].starts_with(":\\"));
    if drive || file.starts_with("\\\\") {
        return file.rsplit('\\').next().unwrap_or_default();
    }
    file
}

#[cfg(test)]
mod tests {
    use crate::post::body_query;
    use data_encoding::BASE64;

    #[test]
    fn what_the_reference_indexer_fails_on_is_binary() {
        let table: &[&[u8]] = &[
            b"",
            b"--b\r\n",
            b"x--b--",
            b"--b\r\nno colon\r\n\r\n\r\n--b--",
            b"--b\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--b--",
            b"--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\xff\r\n--b--",
        ];
        for &body in table {
            let found = body_query(b"POST", Some(b"multipart/form-data; boundary=b"), body);
            assert_eq!(found, format!("__wb_post_data={}", BASE64.encode(body)));
        }
        assert_eq!(body_query(b"POST", Some(b"application/x-amf"), b"\0"), "__wb_post_data=AA==");
    }
}
