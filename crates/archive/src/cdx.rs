//! Lines of indexes that replay tools read: CDXJ, and CDX with eleven or nine columns.
//!
//! ```
//! use stodola_archive::cdx::{CdxFormat, CdxLine};
//! use stodola_archive::{CaptureKind, CaptureRow, Stamp};
//!
//! # let row = CaptureRow {
//! #     key: b"cz,example)/".to_vec(), uri: b"http://example.cz/".to_vec(), time: Stamp::parse("20261116120000"),
//! #     kind: CaptureKind::Response, status: Some(200), mime: Some("text/html".into()),
//! #     digest: Some("sha1:ABC".into()), length: Some(512), offset: 1024, inner_offset: 0, target_uri: None,
//! #     target_time: None, language: None, title: None,
//! # };
//! let mut line = Vec::new();
//! CdxLine::of(&row).write(&mut line, CdxFormat::Cdx11, "a.warc.gz")?;
//! assert_eq!(
//!     String::from_utf8_lossy(&line),
//!     "cz,example)/ 20261116120000 http://example.cz/ text/html 200 ABC - - 512 1024 a.warc.gz"
//! );
//! # Ok::<(), std::io::Error>(())
//! ```

use crate::catalogue::{CaptureKind, CaptureRow};
use crate::record_row::text;
use std::io::{self, Write};

/// The format of an index line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CdxFormat {
    /// Key, time and a JSON object.
    Cdxj,
    /// Eleven columns: ` CDX N b a m s k r M S V g`.
    Cdx11,
    /// Nine columns: ` CDX N b a m s k r V g`.
    Cdx9,
}

impl CdxFormat {
    /// Returns the first line of a file in this format, with its line end; empty for CDXJ.
    pub fn head(self) -> &'static str {
        match self {
            CdxFormat::Cdxj => "",
            CdxFormat::Cdx11 => " CDX N b a m s k r M S V g\n",
            CdxFormat::Cdx9 => " CDX N b a m s k r V g\n",
        }
    }
}

/// One capture in an index. Values that are not known are left out of CDXJ, and are `-` in the other forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CdxLine {
    /// SURT of the URL.
    pub key: Vec<u8>,
    /// Time of the capture, in fourteen digits.
    pub time: Option<String>,
    /// The URL, without spaces.
    pub url: String,
    /// Media type.
    pub mime: Option<String>,
    /// HTTP status of the answer that is replayed.
    pub status: Option<u16>,
    /// Payload digest, with the name of its algorithm.
    pub digest: Option<String>,
    /// Stored bytes of the record.
    pub length: Option<u64>,
    /// Byte offset of the record, or of its compressed member, in the file.
    pub offset: u64,
    /// Decoded bytes before the record in its member.
    pub inner_offset: u64,
    /// Method and body of the request, as a query string; `None` for a plain GET, and if the request is not known.
    pub posted: Option<(String, String)>,
}

impl CdxLine {
    /// Returns the line of a capture in the catalogue.
    pub fn of(row: &CaptureRow) -> CdxLine {
        // A space would end the column.
        let url = text(&row.uri).replace(' ', "%20");
        let key = match url.as_bytes() == row.uri {
            true => row.key.clone(),
            false => stodola_uri::surt(url.as_bytes()),
        };
        // The answer 304 is not the status of what is replayed.
        let is_unchanged = row.kind == CaptureKind::Revisit && row.status == Some(304);
        CdxLine {
            key,
            time: row.time.map(|time| time.to_string()),
            url,
            mime: row.mime.clone(),
            status: row.status.filter(|_| !is_unchanged),
            digest: row.digest.clone(),
            length: row.length,
            offset: row.offset,
            inner_offset: row.inner_offset,
            posted: None,
        }
    }

    /// Writes the line, without a line end. `file_name` is the file that contains the capture.
    pub fn write(
        &self,
        out: &mut impl Write,
        format: CdxFormat,
        file_name: &str,
    ) -> io::Result<()> {
        out.write_all(&self.key)?;
        write!(out, " {} ", self.time.as_deref().unwrap_or("-"))?;
        if format == CdxFormat::Cdxj {
            return self.write_json(out, file_name);
        }
        let dash = |value: Option<&str>| value.unwrap_or("-").to_owned();
        let digest = self.digest.as_deref().and_then(digest_column);
        let status = self.status.map(|status| status.to_string());
        write!(
            out,
            "{} {} {} {} - ",
            self.url,
            dash(self.mime.as_deref()),
            dash(status.as_deref()),
            dash(digest)
        )?;
        if format == CdxFormat::Cdx11 {
            let length = self.length.map(|length| length.to_string());
            write!(out, "- {} ", dash(length.as_deref()))?;
        }
        write!(out, "{} {}", self.offset, file_name.replace(' ', "%20"))
    }

    fn write_json(&self, out: &mut impl Write, file_name: &str) -> io::Result<()> {
        let mut before = "{";
        let mut member = |name: &str, value: Option<&str>| {
            let Some(value) = value else { return Ok(()) };
            write!(out, "{before}\"{name}\": ")?;
            before = ", ";
            write_ascii(out, value)
        };
        member("url", Some(&self.url))?;
        member("mime", self.mime.as_deref())?;
        member("status", self.status.map(|status| status.to_string()).as_deref())?;
        member("digest", self.digest.as_deref())?;
        member("length", self.length.map(|length| length.to_string()).as_deref())?;
        member("offset", Some(&self.offset.to_string()))?;
        if self.inner_offset > 0 {
            member("innerOffset", Some(&self.inner_offset.to_string()))?;
        }
        member("filename", Some(file_name))?;
        if let Some((method, body)) = &self.posted {
            member("requestBody", Some(body))?;
            member("method", Some(method))?;
        }
        out.write_all(b"}")
    }
}

/// Returns the value of a digest without its algorithm; `None` if nothing is left. Stops at a space, which would end
/// the column.
fn digest_column(digest: &str) -> Option<&str> {
    digest.rsplit(':').next()?.split_whitespace().next()
}

/// Writes a JSON string in ASCII, as CDXJ files have it.
fn write_ascii(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(b"\"")?;
    if text.bytes().all(|b| (0x20..0x7f).contains(&b) && b != b'"' && b != b'\\') {
        out.write_all(text.as_bytes())?;
    } else {
        text.chars().try_for_each(|c| write_char(out, c))?;
    }
    out.write_all(b"\"")
}

fn write_char(out: &mut impl Write, c: char) -> io::Result<()> {
    match c {
        '"' => out.write_all(b"\\\""),
        '\\' => out.write_all(b"\\\\"),
        '\n' => out.write_all(b"\\n"),
        '\r' => out.write_all(b"\\r"),
        '\t' => out.write_all(b"\\t"),
        '\x08' => out.write_all(b"\\b"),
        '\x0c' => out.write_all(b"\\f"),
        ' '..='\x7f' => out.write_all(&[c as u8]),
        c => {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_in_ascii() {
        for (input, ascii) in [
            ("a/b", r#""a/b""#),
            ("a\"\\\n\x01", r#""a\"\\\n\u0001""#),
            ("ž𝄞", r#""\u017e\ud834\udd1e""#),
            ("é\x7f", "\"\\u00e9\x7f\""),
        ] {
            let mut out = Vec::new();
            write_ascii(&mut out, input).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), ascii);
        }
    }

    #[test]
    fn digest_in_a_column_has_no_algorithm() {
        for (digest, column) in
            [("sha1:ABC", Some("ABC")), ("ABC", Some("ABC")), ("sha1:", None), ("", None)]
        {
            assert_eq!(digest_column(digest), column, "{digest}");
        }
    }
}
