//! What listings and indexes show of a record, in the same way.

use std::io::Read;
use stodola_warc::{Format, HttpInfo, Record, RecordType, http};

/// The media type of what was captured: of HTTP what the server said, else what the record says.
///
/// In ARC the type in the header line counts only where the HTTP headers are broken: then it is what the
/// server said, as the harvester understood it. Indexes of other programs have none for other records.
pub(super) fn media_type<R: Read>(
    record: &Record<'_, R>,
    http: Option<&HttpInfo>,
) -> Option<Vec<u8>> {
    let is_arc = matches!(record.format(), Format::Arc(_));
    let value = match (record.kind(), http) {
        (RecordType::Revisit, _) => return Some(b"warc/revisit".to_vec()),
        (RecordType::Request, _) => None,
        (RecordType::Response, Some(http)) => http.content_type.as_deref(),
        (RecordType::Response | RecordType::Resource, _) if is_arc => {
            let is_broken = record.uri().is_some_and(is_http) && record.expected_length() > 0;
            record.content_type().filter(|_| is_broken)
        }
        (RecordType::Response, None) => None,
        _ => record.content_type(),
    }?;
    let media_type = http::media_type(value);
    let end = media_type.iter().position(u8::is_ascii_whitespace).unwrap_or(media_type.len());
    Some(media_type[..end].to_vec()).filter(|media_type| !media_type.is_empty())
}

fn is_http(uri: &[u8]) -> bool {
    let head = uri[..uri.len().min(8)].to_ascii_lowercase();
    head.starts_with(b"http://") || head.starts_with(b"https://")
}
