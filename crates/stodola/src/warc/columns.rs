//! What listings and indexes show of a record, in the same way.

use std::io::Read;
use stodola_warc::{Format, HttpInfo, Record, RecordType, http};

/// The media type of what was captured: of HTTP what the server said, else what the record says.
///
/// Where the HTTP headers of an ARC record are broken, the type in its header line is what the
/// server said, as the harvester understood it.
pub(super) fn media_type<R: Read>(
    record: &Record<'_, R>,
    http: Option<&HttpInfo>,
) -> Option<Vec<u8>> {
    let is_arc = matches!(record.format(), Format::Arc(_));
    let sent = http.and_then(|http| http.content_type.as_deref());
    let declared = || record.content_type();
    let value = match record.kind() {
        RecordType::Revisit => return Some(b"warc/revisit".to_vec()),
        RecordType::Request => None,
        RecordType::Response if is_arc => sent.or_else(declared),
        RecordType::Response => sent,
        _ => declared(),
    }?;
    let media_type = http::media_type(value);
    let end = media_type.iter().position(u8::is_ascii_whitespace).unwrap_or(media_type.len());
    Some(media_type[..end].to_vec()).filter(|media_type| !media_type.is_empty())
}
