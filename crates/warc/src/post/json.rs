//! Makes a query of the leaves of a JSON document.

use super::{MAX_DIGITS, hex_value, is_hex, push_pair};
use std::borrow::Cow;
use std::collections::HashMap;

/// Levels of nesting that are read; deeper JSON could exhaust the stack.
const MAX_DEPTH: usize = 256;

/// Returns the leaves of a JSON document, or of one document on each line, as a query. `None` if it is not JSON.
pub(super) fn json_query(body: &[u8]) -> Option<String> {
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

/// The leaves by the innermost name above them, in the order of first appearance.
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

/// A JSON value; numbers and words are texts as Python prints them. Texts are UTF-8, except that lone surrogates are
/// encoded as if they were characters.
enum Json {
    Object(Vec<(Vec<u8>, Json)>),
    Array(Vec<Json>),
    Leaf(Vec<u8>),
}

enum Fault {
    /// The body is not JSON, but each of its lines may be.
    Syntax,
    /// The body is not read for another reason: encoding, depth, length of a number.
    Refused,
}

fn parse_json(body: &[u8]) -> Result<Json, Fault> {
    let text = json_text(body).ok_or(Fault::Refused)?;
    let mut scan = Scan { rest: &text };
    let value = scan.value(0)?;
    scan.skip_space();
    if scan.rest.is_empty() { Ok(value) } else { Err(Fault::Syntax) }
}

/// Returns the body as UTF-8. Its encoding is known from the byte order mark, or from the zeros in the first
/// characters. `None` if it cannot be decoded.
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

/// Returns the body if it is UTF-8, in which surrogates may be encoded like other characters; otherwise `None`.
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

/// Returns the character of two surrogates; `None` if they are not a pair.
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

/// The unread rest of a JSON text.
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

    /// Reads a number or one of the words that Python knows.
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

    /// Skips space and, if it comes next, this byte. Returns whether the byte was there.
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

/// Returns the shortest text that gives the same number, with an exponent only for very large and very small ones.
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
    use crate::post::body_query;

    #[test]
    fn deep_nesting_is_refused() {
        for (nested, expected) in [(MAX_DEPTH - 1, "a=1"), (MAX_DEPTH, ""), (100_000, "")] {
            let body = format!("{{\"a\":{}1{}}}", "[".repeat(nested), "]".repeat(nested));
            assert_eq!(body_query(b"POST", Some(b"application/json"), body.as_bytes()), expected);
        }
    }
}
