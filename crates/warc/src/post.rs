//! The URL under which an index keeps the answer to a request that had a body.
//!
//! Replay looks a page up by its URL, but the answers to two POST requests to one URL differ by
//! what was posted. By a convention of indexes and replay tools the method and the body are
//! therefore written as a query after the URL: `http://a/?__wb_method=POST&name=value`. Both sides
//! must come to the same bytes, so this follows cdxj-indexer 1.5.0 to its oddities: the counters of
//! repeated JSON keys, `True` and `None`, numbers as Python prints them, 4096 characters at most.
//! The Flash format AMF is taken as binary, and so is a body on which that tool gives up.

use std::borrow::Cow;
use std::collections::HashMap;

use data_encoding::BASE64;

/// The longest query, in characters.
const MAX_QUERY: usize = 4096;
/// How much of a body is read if the request does not declare its length.
const UNDECLARED: usize = 8192;
/// Deeper JSON is not read, so that it cannot exhaust the stack.
const MAX_DEPTH: usize = 256;
/// More digits in a whole number are refused, as Python does.
const MAX_DIGITS: usize = 4300;
/// Limits on a multipart body.
const MAX_PARTS: usize = 128;
const MAX_PART_FIELDS: usize = 8;
const MAX_PART_LINE: usize = 4096 + 128;

/// The URL with the method and the body of a request appended, or `None` for GET, which leaves it
/// as it is. The body is without transfer and content codings, and cut by [`declared_body`].
///
/// cdxj-indexer itself appends to POST and PUT only, see [`has_body_query`].
pub fn append_query(
    method: &[u8],
    url: &[u8],
    content_type: Option<&[u8]>,
    body: &[u8],
) -> Option<Vec<u8>> {
    append_to_url(method, url, &body_query(method, content_type, body))
}

/// The URL with a method and the query of [`body_query`] appended, or `None` for GET.
pub fn append_to_url(method: &[u8], url: &[u8], query: &str) -> Option<Vec<u8>> {
    if method.eq_ignore_ascii_case(b"GET") {
        return None;
    }
    let mut appended = url.to_vec();
    appended.push(if url.contains(&b'?') { b'&' } else { b'?' });
    appended.extend_from_slice(b"__wb_method=");
    appended.extend(method.iter().map(u8::to_ascii_uppercase));
    if !query.is_empty() {
        appended.push(b'&');
        appended.extend_from_slice(query.as_bytes());
    }
    Some(appended)
}

/// Whether the body of a request with this method becomes part of a query.
pub fn has_body_query(method: &[u8]) -> bool {
    method.eq_ignore_ascii_case(b"POST") || method.eq_ignore_ascii_case(b"PUT")
}

/// The body of a request as a query: what CDXJ calls `requestBody`. Empty if there is nothing to
/// append.
pub fn body_query(method: &[u8], content_type: Option<&[u8]>, body: &[u8]) -> String {
    if !has_body_query(method) {
        return String::new();
    }
    let mime = header_text(content_type.unwrap_or_default());
    let query = if mime.starts_with("application/x-www-form-urlencoded") {
        std::str::from_utf8(body).ok().map(unquote_plus)
    } else if mime.starts_with("multipart/") {
        mime.split("boundary=").nth(1).and_then(|boundary| multipart_query(body, boundary))
    } else if mime.starts_with("application/json") {
        Some(json_query(body).unwrap_or_default())
    } else if mime.starts_with("text/plain") {
        json_query(body)
    } else {
        None
    };
    let mut query = query.unwrap_or_else(|| binary_query(body));
    if let Some((end, _)) = query.char_indices().nth(MAX_QUERY) {
        query.truncate(end);
    }
    query
}

/// The part of a body that counts: as many bytes as the request's Content-Length says, some if it
/// says nothing. `None` if it is no number, which makes for an empty query.
pub fn declared_body<'a>(content_length: Option<&[u8]>, body: &'a [u8]) -> Option<&'a [u8]> {
    let Some(text) = content_length else {
        return Some(&body[..body.len().min(UNDECLARED)]);
    };
    let text = text.trim_ascii();
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let numeric = digits.split(|&b| b == b'_');
    if digits.len() > MAX_DIGITS || !numeric.clone().all(is_number) {
        return None;
    }
    let length = digits
        .iter()
        .filter(|b| b.is_ascii_digit())
        .fold(0_usize, |n, &b| n.saturating_mul(10).saturating_add(usize::from(b - b'0')));
    Some(if negative { &[] } else { &body[..body.len().min(length)] })
}

fn is_number(digits: &[u8]) -> bool {
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

fn binary_query(body: &[u8]) -> String {
    // Three bytes make four characters: more would be cut off anyway.
    let kept = &body[..body.len().min(MAX_QUERY)];
    format!("__wb_post_data={}", BASE64.encode(kept))
}

/// A header value as text: UTF-8, or else ISO-8859-1.
fn header_text(value: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(value) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => value.iter().map(|&b| char::from(b)).collect::<String>().into(),
    }
}

/// Resolves `+` and percent escapes. Escapes are read as UTF-8 within a run of ASCII only.
fn unquote_plus(text: &str) -> String {
    let mut unquoted = String::with_capacity(text.len());
    let mut run = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&b, after)) = rest.split_first() {
        rest = after;
        match b {
            b'+' => run.push(b' '),
            b'%' => match after {
                [high, low, after @ ..] if is_hex(*high) && is_hex(*low) => {
                    run.push(hex_value(*high) << 4 | hex_value(*low));
                    rest = after;
                }
                _ => run.push(b'%'),
            },
            0..0x80 => run.push(b),
            _ => {
                unquoted.push_str(&String::from_utf8_lossy(&run));
                run.clear();
                let end = rest.iter().position(u8::is_ascii).unwrap_or(rest.len());
                let (foreign, after) = text[text.len() - rest.len() - 1..].split_at(end + 1);
                unquoted.push_str(foreign);
                rest = after.as_bytes();
            }
        }
    }
    unquoted.push_str(&String::from_utf8_lossy(&run));
    unquoted
}

fn is_hex(b: u8) -> bool {
    b.is_ascii_hexdigit()
}

fn hex_value(b: u8) -> u8 {
    match b {
        b'0'..=b'9' => b - b'0',
        b'a'..=b'f' => b - b'a' + 10,
        b'A'..=b'F' => b - b'A' + 10,
        _ => 0,
    }
}

/// Appends a name or a value the way a form is encoded.
fn quote_plus(query: &mut String, bytes: &[u8]) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for &b in bytes {
        match b {
            b' ' => query.push('+'),
            b'_' | b'.' | b'-' | b'~' => query.push(char::from(b)),
            _ if b.is_ascii_alphanumeric() => query.push(char::from(b)),
            _ => {
                query.push('%');
                query.push(char::from(HEX[usize::from(b >> 4)]));
                query.push(char::from(HEX[usize::from(b & 15)]));
            }
        }
    }
}

fn push_pair(query: &mut String, name: &[u8], value: &[u8]) {
    if !query.is_empty() {
        query.push('&');
    }
    quote_plus(query, name);
    query.push('=');
    quote_plus(query, value);
}

/// The fields of a multipart form, or `None` if it is malformed.
fn multipart_query(body: &[u8], boundary: &str) -> Option<String> {
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
    /// Reads the head of a part up to and with its blank line.
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

    /// The content as UTF-8, that of a file as it is.
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

/// Whether a Content-Disposition is that of a form field, and its options.
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

/// All `; name=value` of a header value; values with their quotes.
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

/// The length of a token or of a quoted string.
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

/// Removes quotes and, as forms escape, either backslashes or three percent escapes.
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

/// The last part of a Windows path, which old browsers sent as a file name.
fn without_path(file: &str) -> &str {
    let drive = file.char_indices().nth(1).is_some_and(|(at, _)| file[at..].starts_with(":\\"));
    if drive || file.starts_with("\\\\") {
        return file.rsplit('\\').next().unwrap_or_default();
    }
    file
}

/// The leaves of a JSON document, or of one on each line, as a query. `None` if it is no JSON.
fn json_query(body: &[u8]) -> Option<String> {
    let mut leaves = Leaves::default();
    match parse_json(body) {
        Ok(value) => leaves.collect(&value, b""),
        Err(Fault::Syntax) if body.contains(&b'\n') => {
            for line in body.split(|&b| b == b'\n') {
                leaves.collect(&parse_json(line).ok()?, b"");
            }
        }
        Err(Fault::Syntax | Fault::Refused) => return None,
    }
    let mut query = String::new();
    for (name, value) in &leaves.pairs {
        // A lone surrogate, which JSON can express, has no place in a URL.
        if std::str::from_utf8(name).is_err() || std::str::from_utf8(value).is_err() {
            return None;
        }
        push_pair(&mut query, name, value);
    }
    Some(query)
}

/// Leaves under the innermost name above them, in the order of first appearance.
#[derive(Default)]
struct Leaves {
    pairs: Vec<(Vec<u8>, Vec<u8>)>,
    places: HashMap<Vec<u8>, usize>,
    repeats: HashMap<Vec<u8>, usize>,
}

impl Leaves {
    fn collect(&mut self, value: &Json, name: &[u8]) {
        match value {
            Json::Object(members) => {
                members.iter().for_each(|(name, value)| self.collect(value, name));
            }
            Json::Array(items) => items.iter().for_each(|item| self.collect(item, name)),
            Json::Leaf(_) if name.is_empty() => (),
            Json::Leaf(text) => self.add(name, text),
        }
    }

    fn add(&mut self, name: &[u8], text: &[u8]) {
        let mut name = name.to_vec();
        if self.places.contains_key(&name) {
            let repeats = self.repeats.entry(name.clone()).or_insert(1);
            *repeats += 1;
            name.extend_from_slice(format!(".{repeats}_").as_bytes());
        }
        match self.places.get(&name) {
            // The counted name was already used by the document itself.
            Some(&place) => self.pairs[place].1 = text.to_vec(),
            None => {
                self.places.insert(name.clone(), self.pairs.len());
                self.pairs.push((name, text.to_vec()));
            }
        }
    }
}

/// A JSON value; everything but structure is a text as Python prints it. Texts are UTF-8, except
/// that lone surrogates are encoded as if they were characters.
enum Json {
    Object(Vec<(Vec<u8>, Json)>),
    Array(Vec<Json>),
    Leaf(Vec<u8>),
}

enum Fault {
    /// No JSON; perhaps its lines are.
    Syntax,
    /// Not read for another reason: encoding, depth, length of a number.
    Refused,
}

fn parse_json(body: &[u8]) -> Result<Json, Fault> {
    let text = json_text(body).ok_or(Fault::Refused)?;
    let mut scan = Scan { rest: &text };
    let value = scan.value(0)?;
    scan.skip_space();
    if scan.rest.is_empty() { Ok(value) } else { Err(Fault::Syntax) }
}

/// The body as UTF-8: by its byte order mark, or by where the first characters have zeros.
fn json_text(body: &[u8]) -> Option<Cow<'_, [u8]>> {
    let wide = |body: &[u8], width: usize, big: bool| {
        let units = body.chunks_exact(width);
        let whole = units.remainder().is_empty();
        let units = units.map(move |unit| {
            let join = |n: u32, &b: &u8| n << 8 | u32::from(b);
            if big { unit.iter().fold(0, join) } else { unit.iter().rev().fold(0, join) }
        });
        let units: Vec<u32> = units.collect();
        if whole { from_units(&units, width == 2).map(Cow::Owned) } else { None }
    };
    match body {
        [0, 0, 0xfe, 0xff, rest @ ..] => wide(rest, 4, true),
        [0xff, 0xfe, 0, 0, rest @ ..] => wide(rest, 4, false),
        [0xfe, 0xff, rest @ ..] => wide(rest, 2, true),
        [0xff, 0xfe, rest @ ..] => wide(rest, 2, false),
        [0xef, 0xbb, 0xbf, rest @ ..] => surrogates_allowed(rest),
        [0, 0, _, _, ..] => wide(body, 4, true),
        [0, _, _, _, ..] | [0, _] => wide(body, 2, true),
        [_, 0, 0, 0, ..] => wide(body, 4, false),
        [_, 0, _, _, ..] | [_, 0] => wide(body, 2, false),
        _ => surrogates_allowed(body),
    }
}

fn from_units(units: &[u32], pairs: bool) -> Option<Vec<u8>> {
    let mut text = Vec::with_capacity(units.len());
    let mut at = 0;
    while let Some(&unit) = units.get(at) {
        at += 1;
        let low = units.get(at).filter(|_| pairs).copied();
        match low.and_then(|low| pair(unit, low)) {
            Some(c) => {
                at += 1;
                push_code(&mut text, c);
            }
            None if unit > 0x0010_ffff => return None,
            None => push_code(&mut text, unit),
        }
    }
    Some(text)
}

/// UTF-8, but with surrogates encoded like other characters.
fn surrogates_allowed(body: &[u8]) -> Option<Cow<'_, [u8]>> {
    let mut rest = body;
    while let Err(error) = std::str::from_utf8(rest) {
        match &rest[error.valid_up_to()..] {
            [0xed, 0xa0..=0xbf, 0x80..=0xbf, after @ ..] => rest = after,
            _ => return None,
        }
    }
    Some(Cow::Borrowed(body))
}

/// The character that two surrogates make.
fn pair(high: u32, low: u32) -> Option<u32> {
    let is_pair = (0xd800..0xdc00).contains(&high) && (0xdc00..0xe000).contains(&low);
    is_pair.then(|| 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
}

/// Appends a character or a lone surrogate.
fn push_code(text: &mut Vec<u8>, code: u32) {
    match char::from_u32(code) {
        Some(c) => text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        None => {
            let tail = |shift: u32| 0x80 | (code >> shift & 0x3f) as u8;
            text.extend_from_slice(&[0xe0 | (code >> 12 & 0x0f) as u8, tail(6), tail(0)]);
        }
    }
}

/// What is left of a JSON text.
struct Scan<'a> {
    rest: &'a [u8],
}

impl Scan<'_> {
    fn value(&mut self, depth: usize) -> Result<Json, Fault> {
        if depth > MAX_DEPTH {
            return Err(Fault::Refused);
        }
        self.skip_space();
        match self.rest.first() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(Json::Leaf),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, Fault> {
        self.expect(b'{')?;
        let mut members: Vec<(Vec<u8>, Json)> = Vec::new();
        let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
        if self.eat(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            self.skip_space();
            let name = self.string()?;
            self.expect(b':')?;
            let value = self.value(depth + 1)?;
            // Of a name given twice the last value counts, in the place of the first.
            match places.get(&name) {
                Some(&place) => members[place].1 = value,
                None => {
                    places.insert(name.clone(), members.len());
                    members.push((name, value));
                }
            }
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(Json::Object(members))
    }

    fn array(&mut self, depth: usize) -> Result<Json, Fault> {
        self.expect(b'[')?;
        let mut items = Vec::new();
        if self.eat(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(Json::Array(items))
    }

    fn string(&mut self) -> Result<Vec<u8>, Fault> {
        let Some((b'"', rest)) = self.rest.split_first() else {
            return Err(Fault::Syntax);
        };
        self.rest = rest;
        let mut text = Vec::new();
        loop {
            let plain = self.rest.iter().position(|&b| b < b' ' || b == b'"' || b == b'\\');
            let (before, rest) = self.rest.split_at(plain.ok_or(Fault::Syntax)?);
            text.extend_from_slice(before);
            match *rest {
                [b'"', ref after @ ..] => {
                    self.rest = after;
                    return Ok(text);
                }
                [b'\\', escape, ref after @ ..] => {
                    self.rest = after;
                    self.escape(escape, &mut text)?;
                }
                _ => return Err(Fault::Syntax),
            }
        }
    }

    fn escape(&mut self, escape: u8, text: &mut Vec<u8>) -> Result<(), Fault> {
        text.push(match escape {
            b'"' | b'\\' | b'/' => escape,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                let code = self.hex4().ok_or(Fault::Syntax)?;
                let before = self.rest;
                let low = self.rest.strip_prefix(b"\\u").and_then(|after| {
                    self.rest = after;
                    self.hex4()
                });
                match low.and_then(|low| pair(code, low)) {
                    Some(c) => push_code(text, c),
                    None => {
                        self.rest = before;
                        push_code(text, code);
                    }
                }
                return Ok(());
            }
            _ => return Err(Fault::Syntax),
        });
        Ok(())
    }

    fn hex4(&mut self) -> Option<u32> {
        let (digits, rest) = self.rest.split_at_checked(4)?;
        if !digits.iter().all(|&b| is_hex(b)) {
            return None;
        }
        self.rest = rest;
        Some(digits.iter().fold(0, |n, &b| n << 4 | u32::from(hex_value(b))))
    }

    /// A number or one of the words that Python knows.
    fn word(&mut self) -> Result<Json, Fault> {
        const WORDS: [(&[u8], &[u8]); 6] = [
            (b"true", b"True"),
            (b"false", b"False"),
            (b"null", b"None"),
            (b"NaN", b"nan"),
            (b"Infinity", b"inf"),
            (b"-Infinity", b"-inf"),
        ];
        for (word, printed) in WORDS {
            if let Some(rest) = self.rest.strip_prefix(word) {
                self.rest = rest;
                return Ok(Json::Leaf(printed.to_vec()));
            }
        }
        let digits = |from: usize| {
            let rest = self.rest.get(from..).unwrap_or_default();
            rest.iter().take_while(|b| b.is_ascii_digit()).count()
        };
        let sign = usize::from(self.rest.first() == Some(&b'-'));
        let whole = match self.rest.get(sign) {
            Some(b'0') => 1,
            Some(b'1'..=b'9') => digits(sign),
            _ => return Err(Fault::Syntax),
        };
        let mut end = sign + whole;
        if self.rest.get(end) == Some(&b'.') && digits(end + 1) > 0 {
            end += 1 + digits(end + 1);
        }
        if let Some(b'e' | b'E') = self.rest.get(end) {
            let signed = usize::from(matches!(self.rest.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits(end + 1 + signed);
            end += if exponent > 0 { 1 + signed + exponent } else { 0 };
        }
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        if end > sign + whole {
            let number = std::str::from_utf8(number).map_err(|_| Fault::Syntax)?;
            let number: f64 = number.parse().map_err(|_| Fault::Syntax)?;
            return Ok(Json::Leaf(python_float(number).into_bytes()));
        }
        if whole > MAX_DIGITS {
            return Err(Fault::Refused);
        }
        Ok(Json::Leaf(if number == b"-0" { b"0".to_vec() } else { number.to_vec() }))
    }

    fn skip_space(&mut self) {
        while let Some((b' ' | b'\t' | b'\n' | b'\r', rest)) = self.rest.split_first() {
            self.rest = rest;
        }
    }

    /// Skips space and, if it comes next, this byte.
    fn eat(&mut self, byte: u8) -> bool {
        self.skip_space();
        let found = self.rest.first() == Some(&byte);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), Fault> {
        if self.eat(byte) { Ok(()) } else { Err(Fault::Syntax) }
    }
}

/// The shortest text that reads back as the number; with an exponent only if it is far from zero.
fn python_float(number: f64) -> String {
    if !number.is_finite() {
        return number.to_string().to_ascii_lowercase();
    }
    let mut scientific = format!("{number:e}");
    // Of two shortest texts equally near, Python takes the even one.
    let precision = scientific
        .split_once('.')
        .map_or(0, |(_, rest)| rest.bytes().take_while(u8::is_ascii_digit).count());
    let even = format!("{number:.precision$e}");
    if even.parse() == Ok(number) {
        scientific = even;
    }
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..16).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs());
    }
    let decimals = usize::try_from(precision as i32 - exponent).unwrap_or(0).max(1);
    format!("{number:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: &str = "application/x-www-form-urlencoded";
    const JSON: &str = "application/json";
    const TEXT: &str = "text/plain";
    const MULTI: &str = "multipart/form-data; boundary=b";

    /// Each expectation was written by cdxj-indexer 1.5.0.
    #[test]
    fn bodies_become_the_queries_of_the_reference_indexer() {
        let table: &[(&str, &[u8], &str)] = &[
            (FORM, b"foo=bar&dir=%2Fbaz+x", "foo=bar&dir=/baz x"),
            (FORM, b"a=%C5%BE&b=\xc5\xbe%ff&%zz=%", "a=ž&b=ž\u{fffd}&%zz=%"),
            ("application/x-www-form-urlencoded; charset=utf-8", b"\xff=1", "__wb_post_data=/z0x"),
            (FORM, b"", ""),
            (
                MULTI,
                b"--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\
                  \r\n1 2\r\n--b\r\nContent-Disposition: form-data; name=\"b\"; filename\
                  =\"f.bin\"\r\n\r\n\xff\0\r\n--b--\r\n",
                "a=1+2&b=%FF%00",
            ),
            (
                MULTI,
                b"--b\r\nContent-Disposition: form-data; name=\"a%22\xc5\xbe\"\r\n\
                  \r\n\xc5\xbe\r\n--b--\r\n",
                "a%22%C5%BE=%C5%BE",
            ),
            (
                MULTI,
                b"--b\r\nContent-Disposition: Form-Data; filename=\"\"; NAME=\"q\\\"r\"\r\
                  \n\r\nl1\r\nl2\r\n--b--\r\n",
                "q%22r=l1%0D%0Al2",
            ),
            (
                MULTI,
                b"--b\r\nContent-Disposition: form-data; name=a\r\n\
                  Content-Type: text/plain; charset=latin-1\r\n\
                  \r\n\xe9\r\n--b--\r\n",
                "a=%C3%A9",
            ),
            (MULTI, b"--b--\r\n", ""),
            ("multipart/form-data", b"--b", "__wb_post_data=LS1i"),
            (
                JSON,
                br#"{"a": "b", "c": {"d": "e", "a": 2}, "f": [1, [2, {"a": 3}], 4]}"#,
                "a=b&d=e&a.2_=2&f=1&f.2_=2&a.3_=3&f.3_=4",
            ),
            (
                JSON,
                br#"{"t": true, "f": false, "n": null, "x": NaN, "i": -Infinity}"#,
                "t=True&f=False&n=None&x=nan&i=-inf",
            ),
            (
                JSON,
                b"{\"a\": 1.0, \"b\": 1e5, \"c\": 1E400, \"d\": 1e-7, \"e\": 0.0001, \"f\
                  \": -0, \"g\": -0.0, \"h\": 1e16}",
                "a=1.0&b=100000.0&c=inf&d=1e-07&e=0.0001&f=0&g=-0.0&h=1e%2B16",
            ),
            (
                JSON,
                br#"{"a": 877306243353338.25, "b": 123456789012345678901234567890, "c": 5e-324}"#,
                "a=877306243353338.2&b=123456789012345678901234567890&c=5e-324",
            ),
            (
                JSON,
                b"{\"\xc5\xbe\": \"\\ud83d\\ude00 \\u00e9/\\/\", \"\xe6\x97\xa5\xe6\x9c\xac\
                  \": \"\"}",
                "%C5%BE=%F0%9F%98%80+%C3%A9%2F%2F&%E6%97%A5%E6%9C%AC=",
            ),
            (JSON, br#"{"a.2_": "x", "a": 1, "b": {"a": 2}, "c": {"a": 3}}"#, "a.2_=2&a=1&a.3_=3"),
            (JSON, br#"{"a": {"b": 1}, "c": 2, "a": {"d": 3}}"#, "d=3&c=2"),
            (JSON, b"{\"a\": 1}\n{\"a\": 2}", "a=1&a.2_=2"),
            (JSON, b"{\"a\": 1}\n{\"a\": 2}\n", ""),
            (JSON, br#"{"": 1, "a": [], "b": {}}"#, ""),
            (JSON, br#"["x", 1]"#, ""),
            (JSON, br#"{"a": "\ud800"}"#, ""),
            (JSON, br#"{"a": 1"#, ""),
            (JSON, b"\xff\xfe{\0\"\0a\0\"\0:\0 \0\"\0~\x01\"\0}\0", "a=%C5%BE"),
            (TEXT, br#"{"a": [1, 2]}"#, "a=1&a.2_=2"),
            (TEXT, b"just text", "__wb_post_data=anVzdCB0ZXh0"),
            (TEXT, b"123", ""),
            (TEXT, b"", "__wb_post_data="),
            ("application/octet-stream", b"\0\x01\xfe\xff", "__wb_post_data=AAH+/w=="),
            ("Application/JSON", br#"{"a": 1}"#, "__wb_post_data=eyJhIjogMX0="),
            ("", b"abc", "__wb_post_data=YWJj"),
        ];
        for &(content_type, body, expected) in table {
            let shown = String::from_utf8_lossy(body);
            let found = body_query(b"POST", Some(content_type.as_bytes()), body);
            assert_eq!(found, expected, "{content_type} {shown}");
            assert_eq!(body_query(b"put", Some(content_type.as_bytes()), body), expected);
            for cut in 0..body.len() {
                body_query(b"POST", Some(content_type.as_bytes()), &body[..cut]);
            }
        }
        assert_eq!(body_query(b"POST", None, b"abc"), "__wb_post_data=YWJj");
    }

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
            let found = body_query(b"POST", Some(MULTI.as_bytes()), body);
            assert_eq!(found, format!("__wb_post_data={}", BASE64.encode(body)));
        }
        assert_eq!(body_query(b"POST", Some(b"application/x-amf"), b"\0"), "__wb_post_data=AA==");
    }

    #[test]
    fn queries_are_cut_to_a_length_in_characters() {
        let long = "ž".repeat(5000);
        let query = body_query(b"POST", Some(FORM.as_bytes()), long.as_bytes());
        assert_eq!(query, "ž".repeat(MAX_QUERY));
        let query = body_query(b"POST", None, &[0; 9000]);
        assert_eq!(query.len(), MAX_QUERY);
        assert!(query.ends_with("AAA"));
        for (nested, expected) in [(MAX_DEPTH - 1, "a=1"), (MAX_DEPTH, ""), (100_000, "")] {
            let body = format!("{{\"a\":{}1{}}}", "[".repeat(nested), "]".repeat(nested));
            assert_eq!(body_query(b"POST", Some(JSON.as_bytes()), body.as_bytes()), expected);
        }
    }

    #[test]
    fn method_and_query_are_appended_to_the_url() {
        let table: &[(&str, &str, Option<&str>)] = &[
            ("POST", "http://a/", Some("http://a/?__wb_method=POST&a=1")),
            ("PUT", "http://a/?b", Some("http://a/?b&__wb_method=PUT&a=1")),
            ("post", "http://a/", Some("http://a/?__wb_method=POST&a=1")),
            ("OPTIONS", "http://a/", Some("http://a/?__wb_method=OPTIONS")),
            ("GET", "http://a/", None),
        ];
        for &(method, url, expected) in table {
            let found = append_query(
                method.as_bytes(),
                url.as_bytes(),
                Some(JSON.as_bytes()),
                b"{\"a\": 1}",
            );
            assert_eq!(found.as_deref(), expected.map(str::as_bytes), "{method} {url}");
        }
        let url = append_query(b"POST", b"http://a/", Some(JSON.as_bytes()), b"{}");
        assert_eq!(url.as_deref(), Some(&b"http://a/?__wb_method=POST"[..]));
    }

    #[test]
    fn the_declared_length_cuts_the_body() {
        let body = [b'x'; 9000];
        let table: &[(Option<&str>, Option<usize>)] = &[
            (None, Some(8192)),
            (Some("10"), Some(10)),
            (Some(" +1_0 "), Some(10)),
            (Some("-5"), Some(0)),
            (Some("99999999999999999999999"), Some(9000)),
            (Some(""), None),
            (Some("abc"), None),
            (Some("1__0"), None),
            (Some("5 5"), None),
        ];
        for &(length, expected) in table {
            let found = declared_body(length.map(str::as_bytes), &body);
            assert_eq!(found.map(<[u8]>::len), expected, "{length:?}");
        }
    }
}
