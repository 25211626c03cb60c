//! Checks fields of a header together: content types, revisits, segments.

use super::Sink;
use super::fields::Field;
use super::header::{About, Values};
use super::rules;
use super::values::Quoted;
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
            let message = "Content-Type is missing, but there is a block".to_owned();
            sink.add(rules::CONTENT_TYPE_MISSING, message);
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
                let message = format!(
                    "Content-Type of a {kind} record is {}, but 'application/warc-fields' is usual",
                    Quoted(value)
                );
                sink.graded(rules::WARC_FIELDS_TYPE, grade, message);
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
            let message = format!(
                "Content-Type of a {kind} record of {} is {} instead of 'application/http'",
                Quoted(uri),
                Quoted(value)
            );
            sink.add(rules::HTTP_TYPE, message);
        }
        return;
    }
    if let Some(msgtype) = msgtype(value)
        && !msgtype.eq_ignore_ascii_case(kind.as_str().as_bytes())
    {
        let message = format!(
            "Content-Type of a {kind} record names the other kind of message: {}",
            Quoted(value)
        );
        sink.add(rules::HTTP_MSGTYPE, message);
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
                let message = format!("WARC-Profile {} is not a known profile", Quoted(uri));
                sink.add(rules::PROFILE_UNKNOWN, message);
            }
            Some(profile) => {
                leaves_out = profile.needs_digest;
                if profile.version != version {
                    let (uri, version) = (Quoted(uri), version.as_str());
                    let message = format!(
                        "WARC-Profile {uri} is of another version than the record, which is {version}"
                    );
                    sink.add(rules::PROFILE_VERSION, message);
                }
                if profile.needs_digest && !values.has(Field::PayloadDigest) {
                    let message =
                        format!("WARC-Payload-Digest is missing; {} requires it", Quoted(uri));
                    sink.add(rules::REVISIT_DIGEST, message);
                }
            }
        }
    }
    let is_told = values.has(Field::RefersTo) || values.has(Field::RefersToDate);
    if !is_told {
        let message = "neither WARC-Refers-To nor WARC-Refers-To-Date says what is revisited";
        sink.add(rules::REVISIT_REFERENCE, message.to_owned());
    }
    if has_block && leaves_out && !values.has(Field::Truncated) {
        let message = "WARC-Truncated is missing, but the revisit has a block";
        sink.add(rules::REVISIT_TRUNCATED, message.to_owned());
    }
}

fn check_segment(number: &[u8], kind: RecordType, sink: &mut Sink<'_>) {
    let is_right = match (kind, parse_u64(number)) {
        (_, None) => return, // told as a number that is none
        (RecordType::Continuation, Some(number)) => number >= 2,
        (_, Some(number)) => number == 1,
    };
    if !is_right {
        let number = Quoted(number);
        let message = match kind {
            RecordType::Continuation => {
                format!("WARC-Segment-Number is {number}, but continuations start with 2")
            }
            _ => format!("WARC-Segment-Number is {number}, but the first segment has 1"),
        };
        sink.add(rules::SEGMENT_NUMBER, message);
    }
    let is_discouraged = matches!(
        kind,
        RecordType::Warcinfo | RecordType::Request | RecordType::Metadata | RecordType::Revisit
    );
    if is_discouraged {
        let message = format!("WARC-Segment-Number: a {kind} record should not be segmented");
        sink.add(rules::SEGMENT_TYPE, message);
    }
}
