//! What the harvest found of a page, and how it is written.

use super::xml::{escape, is_xml_char};
use super::{DATA_VERSION, DataError};
use std::fmt::Write;

/// The longest title that is kept, in bytes; the page itself has all of it.
const TITLE_MAX: usize = 4096;
/// The longest value of any other kind, in bytes.
const VALUE_MAX: usize = 64 << 10;

/// The metadata of a version of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageMeta {
    /// The address in normal form.
    pub url: String,
    /// The title, as [`clean_title`] gives it; `None` if the page has none.
    pub title: Option<String>,
    /// The folder of the page within the repository of its domain.
    pub path: String,
    /// When the page was captured: milliseconds since 1970 in UTC.
    pub time: i64,
    /// The tag of the round that brought this version.
    pub tag: String,
    /// The WARC-Record-ID without angle brackets; records of ARC files have none.
    pub record: Option<String>,
    /// Algorithm and digest of the payload.
    pub digest: String,
    /// The status of HTTP; `None` for what did not come by HTTP.
    pub status: Option<u16>,
    /// The media type, without parameters.
    pub media: Option<String>,
    /// The character set.
    pub charset: Option<String>,
    /// The language, as a tag like `cs`.
    pub language: Option<String>,
}

impl PageMeta {
    /// Returns a `data.xml` with this metadata and no nodes. A value that XML cannot hold as it is, is an error.
    pub fn to_xml(&self) -> Result<Vec<u8>, DataError> {
        let mut out = String::with_capacity(1024);
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<page version=\"";
        // Writing to a `String` never fails.
        let _ = writeln!(out, "{head}{DATA_VERSION}\">\n<meta>");
        let mut put = |field: &'static str, value: &str| {
            check(field, value)?;
            let _ = write!(out, "<{field}>");
            escape(value, &mut out);
            let _ = writeln!(out, "</{field}>");
            Ok(())
        };
        put("url", &self.url)?;
        if let Some(title) = &self.title {
            put("title", title)?;
        }
        put("path", &self.path)?;
        put("time", &self.time.to_string())?;
        put("tag", &self.tag)?;
        if let Some(record) = &self.record {
            put("record", record)?;
        }
        put("digest", &self.digest)?;
        if let Some(status) = self.status {
            put("status", &status.to_string())?;
        }
        let rest =
            [("type", &self.media), ("charset", &self.charset), ("language", &self.language)];
        for (field, value) in rest {
            if let Some(value) = value {
                put(field, value)?;
            }
        }
        out.push_str("</meta>\n<data>\n</data>\n</page>\n");
        Ok(out.into_bytes())
    }
}

/// Whether a value can be written and read again as it is.
fn check(field: &'static str, value: &str) -> Result<(), DataError> {
    let wrong = |what| Err(DataError::Meta { field, what });
    if value.is_empty() && field != "title" {
        return wrong("it is empty");
    }
    if value.len() > if field == "title" { TITLE_MAX } else { VALUE_MAX } {
        return wrong("it is too long");
    }
    if !value.chars().all(|it| is_xml_char(it) && !it.is_control()) {
        return wrong("it has characters that XML does not allow, or control characters");
    }
    Ok(())
}

/// A title as it is kept: white space becomes single spaces, characters that XML does not allow become U+FFFD, and what
/// is longer than 4,096 bytes is cut off. The page itself has the title as it was sent.
pub fn clean_title(title: &str) -> String {
    let mut out = String::with_capacity(title.len().min(TITLE_MAX));
    for word in title.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for found in word.chars() {
            out.push(if is_xml_char(found) && !found.is_control() { found } else { '\u{fffd}' });
            if out.len() > TITLE_MAX {
                out.pop();
                return out.trim_end().to_owned();
            }
        }
    }
    out
}
