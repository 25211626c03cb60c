//! Checks the fields of a WARC header one by one: names, values, and whether the record may have them.

use super::chains::Names;
use super::fields::{COUNT, FIELDS, Field, Form, Spec};
use super::rules;
use super::values::{self, DateFault, IpFault, Quoted, quoted};
use super::{FormatFault, Sink, ValueFault};
use crate::date::DateOddity;
use crate::digest::{Digest, DigestError, MORE_BLOCK_DIGESTS, MORE_PAYLOAD_DIGESTS};
use crate::header::Header;
use crate::record::{RecordType, WarcVersion};
use crate::warning::Grade;

/// The type and version of a record, which decide how its header is checked.
#[derive(Clone, Copy)]
pub(super) struct About {
    pub(super) kind: RecordType,
    /// The version; records of a version that was never published are checked by the latest.
    pub(super) version: WarcVersion,
}

/// The fields of the standard that a header has; of repeated ones the first.
pub(super) struct Values<'h> {
    found: [Option<&'h [u8]>; COUNT],
    pub(super) block_digest: Option<Digest>,
    pub(super) payload_digest: Option<Digest>,
    /// Further digests, in fields of ours.
    pub(super) more_block: Vec<Digest>,
    pub(super) more_payload: Vec<Digest>,
}

impl<'h> Values<'h> {
    /// Returns the value of a field; `None` if the header has no such field or it is empty.
    pub(super) fn get(&self, field: Field) -> Option<&'h [u8]> {
        self.found[field as usize].filter(|value| !value.is_empty())
    }

    pub(super) fn has(&self, field: Field) -> bool {
        self.found[field as usize].is_some()
    }
}

/// Checks every field of a header.
pub(super) fn check<'h>(
    header: &'h Header,
    about: About,
    names: &mut Names,
    sink: &mut Sink<'_>,
) -> Values<'h> {
    let mut values = Values {
        found: [None; COUNT],
        block_digest: None,
        payload_digest: None,
        more_block: Vec::new(),
        more_payload: Vec::new(),
    };
    for (name, value) in header.fields() {
        check_text(name, value, sink);
        let Some(spec) = Spec::of(name) else {
            if name.eq_ignore_ascii_case(MORE_BLOCK_DIGESTS.as_bytes()) {
                values.more_block = check_more(MORE_BLOCK_DIGESTS, value, sink);
            } else if name.eq_ignore_ascii_case(MORE_PAYLOAD_DIGESTS.as_bytes()) {
                values.more_payload = check_more(MORE_PAYLOAD_DIGESTS, value, sink);
            }
            if name.eq_ignore_ascii_case(b"Source-Damage") {
                sink.add(rules::SOURCE_DAMAGE, FormatFault::SourceDamage { value: quoted(value) });
            }
            let is_ours = name.get(..5).is_some_and(|p| p.eq_ignore_ascii_case(b"WARC-"));
            if is_ours && names.is_new(name) {
                sink.add(rules::UNKNOWN_FIELD, FormatFault::UnknownField { name: quoted(name) });
            }
            continue;
        };
        let slot = &mut values.found[spec.field as usize];
        let is_first = slot.is_none();
        if is_first {
            *slot = Some(value);
            check_place(spec, value, about, sink);
        } else if !spec.is_repeatable() {
            let (field, value) = (spec.name, quoted(value));
            sink.add(rules::DUPLICATE_FIELD, FormatFault::Repeated { field, value });
        }
        if value.is_empty() {
            if spec.form != Form::Length {
                sink.add(rules::EMPTY_VALUE, FormatFault::Empty { field: spec.name });
            }
        } else if spec.form == Form::Digest {
            let digest = check_digest(spec.name, value, sink);
            match spec.field {
                Field::BlockDigest if is_first => values.block_digest = digest,
                Field::PayloadDigest if is_first => values.payload_digest = digest,
                _ => (),
            }
        } else {
            check_value(spec, value, about, sink);
        }
    }
    for spec in &FIELDS {
        if spec.mandatory.contains(&about.kind) && !values.has(spec.field) {
            let (field, kind) = (spec.name, Some(about.kind));
            sink.add(rules::MISSING_FIELD, FormatFault::Missing { field, kind });
        }
    }
    if about.kind == RecordType::Other {
        check_other_type(&values, sink);
    }
    values
}

/// Checks a record of an unknown type: it must have the four fields that all records have.
fn check_other_type(values: &Values<'_>, sink: &mut Sink<'_>) {
    for field in [Field::Type, Field::RecordId, Field::Date] {
        if !values.has(field) {
            let field = FIELDS[field as usize].name;
            sink.add(rules::MISSING_FIELD, FormatFault::Missing { field, kind: None });
        }
    }
}

/// Checks what is the same for the names and values of all fields.
fn check_text(name: &[u8], value: &[u8], sink: &mut Sink<'_>) {
    if !values::is_token(name) {
        sink.add(rules::FIELD_NAME, FormatFault::FieldName { name: quoted(name) });
    }
    if !value.is_ascii() && std::str::from_utf8(value).is_err() {
        let (name, value) = (Shown(name).to_string(), quoted(value));
        sink.add(rules::HEADER_ENCODING, FormatFault::NotUtf8 { name, value });
    }
    if value.iter().any(|&b| b.is_ascii_control() && b != b'\t') {
        let (name, value) = (Shown(name).to_string(), quoted(value));
        sink.add(rules::HEADER_CONTROL, FormatFault::ControlCharacters { name, value });
    }
}

/// Shows the name of a field: as it is if it is legal, otherwise quoted.
struct Shown<'a>(&'a [u8]);

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match std::str::from_utf8(self.0) {
            Ok(name) if name.len() < 80 && values::is_token(self.0) => f.write_str(name),
            _ => Quoted(self.0).fmt(f),
        }
    }
}

/// Checks whether a record of this type and version may have the field.
fn check_place(spec: &Spec, value: &[u8], about: About, sink: &mut Sink<'_>) {
    if spec.forbidden.contains(&about.kind) {
        let (field, kind, value) = (spec.name, about.kind, quoted(value));
        let (fault, grade) = match spec.is_merely_undefined() {
            true => (FormatFault::Undefined { field, kind, value }, Grade::Recommendation),
            false => (FormatFault::NotAllowed { field, kind, value }, Grade::Error),
        };
        sink.graded(rules::FIELD_NOT_ALLOWED, grade, fault);
    }
    if about.version < spec.since {
        let (since, version) = (spec.since.as_str(), about.version.as_str());
        sink.add(rules::FIELD_NEWER, FormatFault::Newer { field: spec.name, since, version });
    }
}

fn of_value(field: &'static str, value: &[u8], fault: ValueFault) -> FormatFault {
    FormatFault::Value { field, value: quoted(value), fault }
}

fn check_value(spec: &Spec, value: &[u8], about: About, sink: &mut Sink<'_>) {
    let field = spec.name;
    match spec.form {
        // The reader tells of lengths, and digests were looked at.
        Form::Text | Form::Length | Form::Digest => (),
        Form::Id => {
            if let Some(fault) = values::id_fault(value) {
                sink.add(rules::ID_SYNTAX, of_value(field, value, fault));
            }
        }
        Form::Uri => check_uri(field, value, about, sink),
        Form::Date => check_date(spec, value, about, sink),
        Form::MediaType => {
            if let Some(fault) = values::media_type_fault(value) {
                sink.add(rules::MEDIA_TYPE_SYNTAX, of_value(field, value, fault));
            }
        }
        Form::Ip => match values::ip_fault(value) {
            None => (),
            Some(IpFault::NoAddress) => {
                sink.add(rules::IP_SYNTAX, of_value(field, value, ValueFault::NeitherIpVersion));
            }
            Some(IpFault::NotCanonical(form)) => {
                sink.add(rules::IP_FORM, of_value(field, value, ValueFault::NotCanonical(form)));
            }
        },
        Form::Number => {
            if crate::arc::parse_u64(value).is_none() {
                sink.add(rules::NUMBER_SYNTAX, of_value(field, value, ValueFault::NotANumber));
            }
        }
        Form::Type => check_type(field, value, sink),
        Form::Reason => {
            let known: [&[u8]; 4] = [b"length", b"time", b"disconnect", b"unspecified"];
            if !known.iter().any(|reason| value.eq_ignore_ascii_case(reason)) {
                let fault = of_value(field, value, ValueFault::NotInStandard);
                sink.add(rules::TRUNCATED_REASON, fault);
            }
        }
    }
}

fn check_type(field: &'static str, value: &[u8], sink: &mut Sink<'_>) {
    if RecordType::parse(value) == RecordType::Other {
        sink.add(rules::TYPE_UNKNOWN, of_value(field, value, ValueFault::NotInStandard));
    }
    if value.iter().any(u8::is_ascii_uppercase) {
        sink.add(rules::TYPE_CASE, of_value(field, value, ValueFault::NotLowerCase));
    }
}

/// Checks a URI. The grammar of WARC 1.0 demands brackets around every URI, its examples have none, and some writers
/// followed the grammar; WARC 1.1 says that there are none.
fn check_uri(field: &'static str, value: &[u8], about: About, sink: &mut Sink<'_>) {
    let bare = crate::record::strip_brackets(value);
    if bare.len() != value.len() {
        let grade = match about.version {
            WarcVersion::V1_1 => Grade::Error,
            WarcVersion::V0_17 | WarcVersion::V0_18 | WarcVersion::V1_0 => Grade::Recommendation,
        };
        sink.graded(rules::URI_BRACKETS, grade, of_value(field, value, ValueFault::Brackets));
    }
    if let Some(fault) = values::uri_fault(bare) {
        sink.add(rules::URI_SYNTAX, of_value(field, value, fault));
    }
}

fn check_date(spec: &Spec, value: &[u8], about: About, sink: &mut Sink<'_>) {
    let field = spec.name;
    match values::date_fault(value) {
        None => (),
        Some(DateFault::Syntax(odd)) => {
            sink.add(rules::DATE_SYNTAX, of_value(field, value, ValueFault::Date(odd)));
        }
        Some(DateFault::LowerCase) => {
            let fault = of_value(field, value, ValueFault::Date(DateOddity::LowerCase));
            sink.graded(rules::DATE_SYNTAX, Grade::Comment, fault);
        }
        // A date that refers to another record is as precise as the date there.
        Some(DateFault::Precision)
            if spec.field == Field::Date && about.version < WarcVersion::V1_1 =>
        {
            sink.add(rules::DATE_PRECISION, of_value(field, value, ValueFault::Precision));
        }
        Some(DateFault::Precision) => (),
    }
}

/// Most digests in a field with several.
const MORE: usize = 8;

/// Checks a field with several digests and returns those that can be verified.
fn check_more(field: &'static str, value: &[u8], sink: &mut Sink<'_>) -> Vec<Digest> {
    let words = value.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    words.take(MORE).filter_map(|word| check_digest(field, word, sink)).collect()
}

/// Checks a digest and returns it if it can be verified.
fn check_digest(field: &'static str, value: &[u8], sink: &mut Sink<'_>) -> Option<Digest> {
    let error = match Digest::parse(value) {
        Ok(digest) => return Some(digest),
        Err(error) => error,
    };
    let (rule, fault) = match error {
        DigestError::UnknownAlgorithm(label) if values::is_token(label.as_bytes()) => {
            (rules::DIGEST_ALGORITHM, ValueFault::UnknownAlgorithm)
        }
        DigestError::UnknownAlgorithm(_) | DigestError::Unlabelled(_) => {
            (rules::DIGEST_SYNTAX, ValueFault::NoAlgorithm)
        }
        DigestError::BadValue(_) => (rules::DIGEST_SYNTAX, ValueFault::NotADigest),
    };
    sink.add(rule, of_value(field, value, fault));
    None
}
