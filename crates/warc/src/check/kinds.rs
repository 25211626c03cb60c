//! Checks fields of a header together: content types, revisits, segments.

use super::fields::Field;
use super::header::{About, Values};
use super::rules;
use super::values::quoted;
use super::{FormatFault, Sink, ValueFault};
use crate::arc::parse_u64;
use crate::http::{is_http_content_type, media_type};
use crate::record::{RecordType, WarcVersion, strip_brackets};
use crate::warning::Grade;

/// Checks fields of a header together. `has_block` says whether a block follows it.
pub(super) fn check(values: &Values<'_>, about: About, has_block: bool, sink: &mut Sink<'_>) {
    check_content_type(values, about.kind, has_block, sink);
    if about.kind == RecordType::Revisit {
        check_revisit(values, about.version, has_block, sink);
    }
    if let Some(number) = values.get(Field::SegmentNumber) {
        check_segment(number, about.kind, sink);
    }
}

fn check_content_type(values: &Values<'_>, kind: RecordType, has_block: bool, sink: &mut Sink<'_>) {
    let Some(value) = values.get(Field::ContentType) else {
        let is_wanted = has_block && kind != RecordType::Continuation;
        if is_wanted && !values.has(Field::ContentType) {
            sink.add(rules::CONTENT_TYPE_MISSING, FormatFault::NoContentType);
        }
        return;
    };
    match kind {
        RecordType::Warcinfo | RecordType::Metadata => {
            if !media_type(value).eq_ignore_ascii_case(b"application/warc-fields") {
                let grade = match kind {
                    RecordType::Warcinfo => Grade::Recommendation,
                    _ => Grade::Comment,
                };
                let value = quoted(value);
                sink.graded(
                    rules::WARC_FIELDS_TYPE,
                    grade,
                    FormatFault::UnusualType { kind, value },
                );
            }
        }
        RecordType::Response | RecordType::Request => check_http_type(values, value, kind, sink),
        RecordType::Revisit
        | RecordType::Resource
        | RecordType::Conversion
        | RecordType::Continuation
        | RecordType::Filedesc
        | RecordType::Other => (),
    }
}

fn check_http_type(values: &Values<'_>, value: &[u8], kind: RecordType, sink: &mut Sink<'_>) {
    if !is_http_content_type(value) {
        let uri = strip_brackets(values.get(Field::TargetUri).unwrap_or_default());
        if is_http_uri(uri) {
            let (uri, value) = (quoted(uri), quoted(value));
            sink.add(rules::HTTP_TYPE, FormatFault::NotHttpType { kind, uri, value });
        }
        return;
    }
    if let Some(msgtype) = msgtype(value)
        && !msgtype.eq_ignore_ascii_case(kind.as_str().as_bytes())
    {
        sink.add(rules::HTTP_MSGTYPE, FormatFault::OtherMessage { kind, value: quoted(value) });
    }
}

/// Returns whether the URI begins with `http:` or `https:`.
pub(super) fn is_http_uri(uri: &[u8]) -> bool {
    let scheme = uri.split(|&b| b == b':').next().unwrap_or_default();
    uri.len() > scheme.len()
        && (scheme.eq_ignore_ascii_case(b"http") || scheme.eq_ignore_ascii_case(b"https"))
}

fn msgtype(content_type: &[u8]) -> Option<&[u8]> {
    content_type.split(|&b| b == b';').skip(1).find_map(|parameter| {
        let equals = parameter.iter().position(|&b| b == b'=')?;
        let (name, value) = parameter.split_at(equals);
        let value = value.get(1..)?.trim_ascii();
        let value = value.strip_prefix(b"\"").and_then(|v| v.strip_suffix(b"\"")).unwrap_or(value);
        name.trim_ascii().eq_ignore_ascii_case(b"msgtype").then_some(value)
    })
}

/// A profile of revisits, and the version of WARC that its URI names.
struct Profile {
    needs_digest: bool,
    version: WarcVersion,
}

impl Profile {
    /// Reads the URI of a profile: those of the versions of the standard, and that of Webrecorder for copies found
    /// under another URI. `None` for any other.
    fn parse(uri: &[u8]) -> Option<Profile> {
        let rest = uri.strip_prefix(b"http://netpreserve.org/warc/")?;
        let slash = rest.iter().position(|&b| b == b'/')?;
        let version = match &rest[..slash] {
            b"0.17" => WarcVersion::V0_17,
            b"0.18" => WarcVersion::V0_18,
            b"1.0" => WarcVersion::V1_0,
            b"1.1" => WarcVersion::V1_1,
            _ => return None,
        };
        let needs_digest = match &rest[slash..] {
            b"/revisit/identical-payload-digest"
            | b"/revisit/uri-agnostic-identical-payload-digest" => true,
            b"/revisit/server-not-modified" => false,
            _ => return None,
        };
        Some(Profile { needs_digest, version })
    }
}

fn check_revisit(values: &Values<'_>, version: WarcVersion, has_block: bool, sink: &mut Sink<'_>) {
    // An answer that nothing has changed is whole: the server sent no more.
    let mut leaves_out = true;
    if let Some(uri) = values.get(Field::Profile) {
        match Profile::parse(strip_brackets(uri)) {
            None => {
                let (value, fault) = (quoted(uri), ValueFault::UnknownProfile);
                let fault = FormatFault::Value { field: "WARC-Profile", value, fault };
                sink.add(rules::PROFILE_UNKNOWN, fault);
            }
            Some(profile) => {
                leaves_out = profile.needs_digest;
                if profile.version != version {
                    let (profile, version) = (quoted(uri), version.as_str());
                    sink.add(
                        rules::PROFILE_VERSION,
                        FormatFault::ProfileVersion { profile, version },
                    );
                }
                if profile.needs_digest && !values.has(Field::PayloadDigest) {
                    let profile = quoted(uri);
                    sink.add(rules::REVISIT_DIGEST, FormatFault::NoPayloadDigest { profile });
                }
            }
        }
    }
    let is_told = values.has(Field::RefersTo) || values.has(Field::RefersToDate);
    if !is_told {
        sink.add(rules::REVISIT_REFERENCE, FormatFault::NothingRevisited);
    }
    if has_block && leaves_out && !values.has(Field::Truncated) {
        sink.add(rules::REVISIT_TRUNCATED, FormatFault::NotTruncated);
    }
}

fn check_segment(number: &[u8], kind: RecordType, sink: &mut Sink<'_>) {
    let is_right = match (kind, parse_u64(number)) {
        (_, None) => return, // told as a number that is none
        (RecordType::Continuation, Some(number)) => number >= 2,
        (_, Some(number)) => number == 1,
    };
    if !is_right {
        let (number, is_continuation) = (quoted(number), kind == RecordType::Continuation);
        sink.add(rules::SEGMENT_NUMBER, FormatFault::SegmentNumber { number, is_continuation });
    }
    let is_discouraged = matches!(
        kind,
        RecordType::Warcinfo | RecordType::Request | RecordType::Metadata | RecordType::Revisit
    );
    if is_discouraged {
        sink.add(rules::SEGMENT_TYPE, FormatFault::SegmentedKind { kind });
    }
}
