//! Lines of JSON, and text of bytes that may be in any encoding.

use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};

/// Writes a value as one line of JSON.
pub fn json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// Returns the text of bytes: UTF-8 if they are that, otherwise each byte as the character with its number (Latin-1),
/// which loses nothing.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}

/// Serialises bytes as [`text_of`] shows them.
pub(crate) fn as_text<S: Serializer>(bytes: &[u8], out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(&text_of(bytes))
}

/// The same for bytes that may be missing, which gives `null`.
pub(crate) fn as_text_or_null<S: Serializer>(
    bytes: &Option<&[u8]>,
    out: S,
) -> Result<S::Ok, S::Error> {
    match bytes {
        Some(bytes) => as_text(bytes, out),
        None => out.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Row<'a> {
        #[serde(serialize_with = "as_text")]
        uri: &'a [u8],
        #[serde(serialize_with = "as_text_or_null")]
        via: Option<&'a [u8]>,
    }

    #[test]
    fn bytes_of_any_encoding_are_shown_and_escaped() {
        for (uri, via, expect) in [
            (&b"a/b"[..], None, r#"{"uri":"a/b","via":null}"#),
            (b"a\"\\\n\x01", Some(&b"\xe9"[..]), r#"{"uri":"a\"\\\n\u0001","via":"é"}"#),
            ("ž𝄞\u{7f}".as_bytes(), Some(b""), "{\"uri\":\"ž𝄞\u{7f}\",\"via\":\"\"}"),
        ] {
            let mut out = Vec::new();
            json_line(&mut out, &Row { uri, via }).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), format!("{expect}\n"));
        }
    }
}
