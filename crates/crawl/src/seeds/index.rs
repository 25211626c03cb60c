//! Lines of indexes of archives: CDX with 9, 11 or any number of fields, CDXJ, and lines of JSON.

use super::address::seed_uri;
use super::{SeedFault, format::Found};
use serde::Deserialize;
use std::borrow::Cow;

/// The field with the URI in a CDX file that does not say which fields it has.
const USUAL_FIELD: usize = 2;

/// Reads a CDX file.
#[derive(Debug)]
pub(super) struct Cdx {
    /// The field with the URI; `None` if the file says that it has none.
    field: Option<usize>,
}

impl Default for Cdx {
    fn default() -> Cdx {
        Cdx { field: Some(USUAL_FIELD) }
    }
}

impl Cdx {
    /// Reads a line. A line such as ` CDX N b a m s k r M S V g` says which fields the lines after it have.
    pub(super) fn line(&mut self, line: &[u8]) -> Found {
        if let Some(letters) = legend(line) {
            self.field = letters.split(|byte| *byte == b' ').position(|letter| letter == b"a");
            return None;
        }
        if line.is_empty() {
            return None;
        }
        let Some(field) = self.field else { return Some(Err(SeedFault::NoColumn)) };
        let mut fields = line.split(|byte| *byte == b' ');
        Some(fields.nth(field).map_or(Err(SeedFault::NoColumn), seed_uri))
    }
}

/// Returns the letters of the fields if the line says which fields there are.
pub(super) fn legend(line: &[u8]) -> Option<&[u8]> {
    line.strip_prefix(b" CDX ").or_else(|| line.strip_prefix(b"CDX "))
}

/// Whether a line looks like one of a CDX file: a key, a time and a URI.
pub(super) fn is_cdx(line: &[u8]) -> bool {
    let mut fields = line.split(|byte| *byte == b' ');
    let (key, time, uri) = (fields.next(), fields.next(), fields.next());
    let is_time = time.is_some_and(|time| time.len() == 14 && time.iter().all(u8::is_ascii_digit));
    key.is_some_and(|key| !key.is_empty())
        && is_time
        && uri.is_some_and(|uri| !uri.starts_with(b"{"))
        && fields.next().is_some()
}

/// What is wanted of a JSON object.
#[derive(Deserialize)]
struct Captured<'l> {
    #[serde(borrow)]
    url: Option<Cow<'l, str>>,
    #[serde(borrow)]
    uri: Option<Cow<'l, str>>,
}

/// A line of CDXJ: a key, a time and a JSON object.
pub(super) fn cdxj_line(line: &[u8]) -> Found {
    if line.is_empty() || line.starts_with(b"!") {
        return None;
    }
    let mut fields = line.splitn(3, |byte| *byte == b' ');
    let (_, time, object) = (fields.next(), fields.next(), fields.next());
    let is_time = time.is_some_and(|time| (4..=17).contains(&time.len()));
    match object {
        Some(object) if is_time && object.starts_with(b"{") => json_line(object),
        _ => Some(Err(SeedFault::OtherFormat)),
    }
}

/// A JSON object with the field `url` or `uri`.
pub(super) fn json_line(line: &[u8]) -> Found {
    let line = line.trim_ascii();
    if line.is_empty() {
        return None;
    }
    let Ok(captured) = serde_json::from_slice::<Captured<'_>>(line) else {
        return Some(Err(SeedFault::OtherFormat));
    };
    let uri = captured.url.or(captured.uri);
    Some(uri.map_or(Err(SeedFault::NoUri), |uri| seed_uri(uri.as_bytes())))
}
