//! The pages of a WACZ file: what its readers can begin with.

use serde::Serialize;
use stodola_archive::{CaptureKind, CaptureRow};
use stodola_warc::digest::Algorithm;

/// The first line of the list.
pub(super) const HEAD: &str =
    "{\"format\":\"json-pages-1.0\",\"id\":\"pages\",\"title\":\"All Pages\",\"hasText\":false}\n";

/// A line of the list.
#[derive(Serialize)]
struct PageRow<'p> {
    id: String,
    url: &'p str,
    ts: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'p str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime: Option<&'p str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
}

/// A page of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExportedPage {
    pub(super) url: String,
    /// As RFC 3339 has it.
    pub(super) time: String,
    /// Sorts by time, then by URL; behind the last tab stands the line of the list.
    pub(super) line: String,
}

/// The page that a capture is; `None` if it is something else. `mime` is the type that the server said.
pub(super) fn page_of(
    row: &CaptureRow,
    mime: Option<&str>,
    title: Option<&str>,
) -> Option<ExportedPage> {
    let is_page = match row.kind {
        CaptureKind::Response | CaptureKind::Revisit => row.status == Some(200),
        CaptureKind::Resource => true,
        CaptureKind::Metadata | CaptureKind::Dns => false,
    };
    let mime = mime.map(|mime| mime.split(';').next().unwrap_or_default().trim());
    let is_document = mime.is_some_and(|mime| {
        ["text/html", "application/xhtml+xml", "application/pdf"]
            .iter()
            .any(|known| mime.eq_ignore_ascii_case(known))
    });
    let url = std::str::from_utf8(&row.uri).ok()?;
    let is_web = url.starts_with("http://") || url.starts_with("https://");
    let digits = row.time?.to_string();
    if !is_page || !is_document || !is_web || url.contains(['\t', '\n']) {
        return None;
    }
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default();
    let time = format!(
        "{}-{}-{}T{}:{}:{}Z",
        part(0, 4),
        part(4, 6),
        part(6, 8),
        part(8, 10),
        part(10, 12),
        part(12, 14)
    );
    let id = Algorithm::Sha256.digest(format!("{time} {url}").as_bytes()).value();
    let id = id.get(..32).unwrap_or_default().to_owned();
    let shown = PageRow { id, url, ts: time.clone(), title, mime, status: row.status };
    let line = serde_json::to_string(&shown).ok()?;
    Some(ExportedPage { url: url.to_owned(), line: format!("{time}\t{url}\t{line}"), time })
}
