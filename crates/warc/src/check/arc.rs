//! The rules for ARC files. There is no standard, only the description by the inventors of the format.

use super::rules;
use super::values::{self, IpFault, quoted};
use super::{FormatFault, Sink, ValueFault};
use crate::arc::{ArcLine, ArcVersion, parse_u64};
use crate::date::{DateOddity, parse_arc_date};
use crate::digest::{Algorithm, Digest};
use crate::warning::Grade;
use memchr::memchr;

const FIELDS_V1: &[u8] = b"URL IP-address Archive-date Content-type Archive-length";
const FIELDS_V2: &[u8] = b"URL IP-address Archive-date Content-type Result-code Checksum Location \
                           Offset Filename Archive-length";

/// What ARC writes for a value that is not known.
const UNKNOWN: &[u8] = b"-";

/// Checks the header line of a record. `offset` is its position, if the line's own offset can be compared with it.
pub(super) fn check_line(line: &ArcLine, offset: Option<u64>, sink: &mut Sink<'_>) {
    let url = line.url();
    let scheme_fault = match values::uri_fault(url) {
        // Spaces are told by the reader, and bytes beyond ASCII were usual.
        Some(ValueFault::WhiteSpace | ValueFault::NotAscii) => None,
        fault => fault,
    };
    if let Some(fault) = scheme_fault {
        sink.add(rules::ARC_URL, FormatFault::Value { field: "URL", value: quoted(url), fault });
    }
    let ip = line.ip();
    if ip != UNKNOWN && ip != b"0" && values::ip_fault(ip) == Some(IpFault::NoAddress) {
        let (value, fault) = (quoted(ip), ValueFault::NotAnAddress);
        sink.add(rules::ARC_ADDRESS, FormatFault::Value { field: "IP-address", value, fault });
    }
    check_date(line.date(), sink);
    let media_type = line.mime();
    let is_unknown = media_type == UNKNOWN || media_type == b"no-type";
    if let Some(fault) = values::media_type_fault(media_type).filter(|_| !is_unknown) {
        let value = quoted(media_type);
        sink.add(rules::ARC_MEDIA_TYPE, FormatFault::Value { field: "Content-type", value, fault });
    }
    let Some([result, _, _, declared, _]) = line.v2() else { return };
    if result != UNKNOWN && parse_u64(result).is_none() {
        let (value, fault) = (quoted(result), ValueFault::NotANumber);
        sink.add(rules::ARC_RESULT_CODE, FormatFault::Value { field: "Result-code", value, fault });
    }
    match (parse_u64(declared), offset) {
        (None, _) if declared != UNKNOWN => {
            let (value, fault) = (quoted(declared), ValueFault::NotANumber);
            sink.add(rules::ARC_OFFSET, FormatFault::Value { field: "Offset", value, fault });
        }
        (Some(declared), Some(offset)) if declared != offset => {
            sink.add(rules::ARC_OFFSET, FormatFault::ArcOffset { declared, offset });
        }
        _ => (),
    }
}

fn check_date(date: &[u8], sink: &mut Sink<'_>) {
    if date == UNKNOWN {
        sink.graded(rules::ARC_DATE, Grade::Comment, FormatFault::ArcDateUnknown);
    } else if let (timestamp, Some(_)) = parse_arc_date(date) {
        let fault = match timestamp {
            Some(_) => ValueFault::NotFourteenDigits,
            None => ValueFault::Date(DateOddity::Unreadable),
        };
        let value = quoted(date);
        sink.add(rules::ARC_DATE, FormatFault::Value { field: "Archive-date", value, fault });
    }
}

/// Checks the block of a filedesc record: version line, list of fields, metadata.
pub(super) fn check_filedesc(block: &[u8], sink: &mut Sink<'_>) {
    let (first, rest) = cut_line(block);
    let mut parts = first.split(|&b| b == b' ');
    let version = match (parts.next(), parts.next()) {
        (Some(b"1"), Some(b"0")) => ArcVersion::V1_0,
        (Some(b"1"), Some(b"1")) => ArcVersion::V1_1,
        (Some(b"2"), Some(b"0")) => ArcVersion::V2_0,
        _ => {
            sink.add(rules::ARC_VERSION, FormatFault::ArcVersionLine { line: quoted(first) });
            return;
        }
    };
    let (list, metadata) = cut_line(rest);
    let expected = match version {
        ArcVersion::V1_0 | ArcVersion::V1_1 => FIELDS_V1,
        ArcVersion::V2_0 => FIELDS_V2,
    };
    if !list.eq_ignore_ascii_case(expected) {
        let (list, version) = (quoted(list), version.as_str());
        sink.add(rules::ARC_FIELD_LIST, FormatFault::ArcFieldList { list, version });
    }
    let has_metadata = !metadata.trim_ascii().is_empty();
    let wants_metadata = match version {
        ArcVersion::V1_0 => false,
        ArcVersion::V1_1 => true,
        ArcVersion::V2_0 => return,
    };
    if has_metadata != wants_metadata {
        let version = version.as_str();
        sink.add(rules::ARC_METADATA, FormatFault::ArcMetadata { version, has_metadata });
    }
}

fn cut_line(text: &[u8]) -> (&[u8], &[u8]) {
    let end = memchr(b'\n', text).unwrap_or(text.len());
    let line = text[..end].trim_ascii_end();
    (line, text.get(end + 1..).unwrap_or_default())
}

/// Returns the checksum of a version 2 line, if it looks like the MD5 of the block.
pub(super) fn checksum(line: &ArcLine) -> Option<Digest> {
    let [_, checksum, ..] = line.v2()?;
    let is_hex = checksum.len() == 32 && checksum.iter().all(u8::is_ascii_hexdigit);
    is_hex.then(|| Digest::parse_value(Algorithm::Md5, checksum).ok()).flatten()
}

/// Compares a checksum and returns whether it is right. No document says what the checksum covers, so a difference is
/// only a comment.
pub(super) fn check_checksum(
    declared: Option<Digest>,
    computed: Option<Digest>,
    sink: &mut Sink<'_>,
) -> bool {
    let (Some(declared), Some(computed)) = (declared, computed) else { return false };
    if declared != computed {
        sink.add(rules::ARC_CHECKSUM, FormatFault::ArcChecksum { declared, computed });
    }
    declared == computed
}
