//! JSON lines for programs. Bytes that are not UTF-8 are shown as Latin-1, so nothing is lost.

use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};

/// Returns bytes as text: as UTF-8 if they are valid, otherwise each byte as the character with its number.
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|b| char::from(*b)).collect()),
    }
}

/// Writes a value as JSON, and a line end.
pub fn write_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// Appends a value as JSON.
pub(crate) fn append(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
    Ok(serde_json::to_writer(out, value)?)
}

/// Appends a number with six decimal places. An error if it is none that JSON has.
pub(crate) fn append_six_digits(out: &mut Vec<u8>, value: f64) -> io::Result<()> {
    if !value.is_finite() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("JSON has no number {value}"),
        ));
    }
    write!(out, "{value:.6}")
}

/// Serialises bytes as [`text`]; for `#[serde(serialize_with)]`.
pub(crate) fn bytes<S: Serializer>(
    value: &(impl AsRef<[u8]> + ?Sized),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text(value.as_ref()))
}

/// Same as [`bytes`], for bytes that may be missing: then `null`.
pub(crate) fn bytes_or_null<S: Serializer>(
    value: &Option<impl AsRef<[u8]>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => bytes(value, serializer),
        None => serializer.serialize_none(),
    }
}

/// Serialises a number with six decimal places.
pub(crate) fn six_digits<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    let raw = serde_json::value::RawValue::from_string(format!("{value:.6}"));
    raw.map_err(serde::ser::Error::custom)?.serialize(serializer)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_and_other_bytes_are_latin_1() {
        for (bytes, expect) in [
            (&b"a/b"[..], r#""a/b""#),
            (b"a\"\\\n\x01", r#""a\"\\\n\u0001""#),
            ("ž𝄞".as_bytes(), "\"ž𝄞\""),
            (b"\xe9\x7f", "\"é\x7f\""),
        ] {
            let mut out = Vec::new();
            write_line(&mut out, &text(bytes)).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), format!("{expect}\n"));
        }
    }
}
