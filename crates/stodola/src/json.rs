//! Writing JSON lines. Bytes that are not UTF-8 are shown as Latin-1, which loses nothing.

use std::borrow::Cow;
use std::io::{self, Write};

/// Text of bytes: UTF-8 if they are that, else each byte as the character of its number.
pub(crate) fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|b| char::from(*b)).collect()),
    }
}

/// Writes a JSON string.
pub(crate) fn string(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(b"\"")?;
    let mut from = 0;
    for (i, b) in text.bytes().enumerate() {
        if b >= 0x20 && b != b'"' && b != b'\\' {
            continue;
        }
        out.write_all(&text.as_bytes()[from..i])?;
        escape(out, char::from(b))?;
        from = i + 1;
    }
    out.write_all(&text.as_bytes()[from..])?;
    out.write_all(b"\"")
}

fn escape(out: &mut impl Write, c: char) -> io::Result<()> {
    match c {
        '"' => out.write_all(b"\\\""),
        '\\' => out.write_all(b"\\\\"),
        '\n' => out.write_all(b"\\n"),
        '\r' => out.write_all(b"\\r"),
        '\t' => out.write_all(b"\\t"),
        '\x08' => out.write_all(b"\\b"),
        '\x0c' => out.write_all(b"\\f"),
        c => {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                write!(out, "\\u{unit:04x}")?;
            }
            Ok(())
        }
    }
}

/// Writes `,"name":` and a string, or `null`.
pub(crate) fn member(out: &mut impl Write, name: &str, value: Option<&[u8]>) -> io::Result<()> {
    write!(out, ",\"{name}\":")?;
    match value {
        Some(value) => string(out, &text(value)),
        None => out.write_all(b"null"),
    }
}

/// Writes `,"name":` and a number, or `null`.
pub(crate) fn number(out: &mut impl Write, name: &str, value: Option<u64>) -> io::Result<()> {
    match value {
        Some(value) => write!(out, ",\"{name}\":{value}"),
        None => write!(out, ",\"{name}\":null"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        let check = |input: &[u8], plain: &str| {
            let mut out = Vec::new();
            string(&mut out, &text(input)).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), plain);
        };
        check(b"a/b", r#""a/b""#);
        check(b"a\"\\\n\x01", r#""a\"\\\n\u0001""#);
        check("ž𝄞".as_bytes(), "\"ž𝄞\"");
        check(b"\xe9", "\"é\"");
    }
}
