//! The fields of the standard: what their values look like, and which types of record have them.

use crate::record::{RecordType, WarcVersion};

/// The fields that WARC 1.1 defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Type,
    RecordId,
    Date,
    ContentLength,
    ContentType,
    TargetUri,
    ConcurrentTo,
    WarcinfoId,
    BlockDigest,
    PayloadDigest,
    IpAddress,
    Truncated,
    IdentifiedPayloadType,
    RefersTo,
    RefersToTargetUri,
    RefersToDate,
    Profile,
    Filename,
    SegmentNumber,
    SegmentOriginId,
    SegmentTotalLength,
}

/// How many fields there are.
pub(super) const COUNT: usize = FIELDS.len();

/// The form of a value. Digests, profiles and types are checked together with their record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    /// A length; the reader reports what is wrong with it.
    Length,
    Id,
    Uri,
    Date,
    MediaType,
    Digest,
    Ip,
    Number,
    Type,
    Reason,
}

/// One field of the standard.
pub(super) struct Spec {
    pub(super) field: Field,
    pub(super) name: &'static str,
    pub(super) form: Form,
    pub(super) mandatory: &'static [RecordType],
    pub(super) forbidden: &'static [RecordType],
    pub(super) since: WarcVersion,
}

use RecordType::{
    Continuation, Conversion, Metadata, Request, Resource, Response, Revisit, Warcinfo,
};

const NONE: &[RecordType] = &[];
const ALL: &[RecordType] = &RecordType::STANDARD;
const ALL_BUT_CONTINUATION: &[RecordType] =
    &[Warcinfo, Response, Resource, Request, Metadata, Revisit, Conversion];
const ALL_BUT_REVISIT: &[RecordType] =
    &[Warcinfo, Response, Resource, Request, Metadata, Conversion, Continuation];
const ALL_BUT_WARCINFO: &[RecordType] =
    &[Response, Resource, Request, Metadata, Revisit, Conversion, Continuation];

const fn spec(
    field: Field,
    name: &'static str,
    form: Form,
    mandatory: &'static [RecordType],
    forbidden: &'static [RecordType],
) -> Spec {
    let since = match field {
        Field::RefersToTargetUri | Field::RefersToDate => WarcVersion::V1_1,
        _ => WarcVersion::V0_17,
    };
    Spec { field, name, form, mandatory, forbidden, since }
}

/// All fields, in the order of [`Field`].
pub(super) const FIELDS: [Spec; 21] = [
    spec(Field::Type, "WARC-Type", Form::Type, ALL, NONE),
    spec(Field::RecordId, "WARC-Record-ID", Form::Id, ALL, NONE),
    spec(Field::Date, "WARC-Date", Form::Date, ALL, NONE),
    spec(Field::ContentLength, "Content-Length", Form::Length, NONE, NONE),
    spec(Field::ContentType, "Content-Type", Form::MediaType, NONE, NONE),
    spec(
        Field::TargetUri,
        "WARC-Target-URI",
        Form::Uri,
        &[Response, Resource, Request, Revisit, Conversion, Continuation],
        &[Warcinfo],
    ),
    spec(
        Field::ConcurrentTo,
        "WARC-Concurrent-To",
        Form::Id,
        NONE,
        &[Warcinfo, Conversion, Continuation],
    ),
    spec(Field::WarcinfoId, "WARC-Warcinfo-ID", Form::Id, NONE, &[Warcinfo]),
    spec(Field::BlockDigest, "WARC-Block-Digest", Form::Digest, NONE, NONE),
    spec(Field::PayloadDigest, "WARC-Payload-Digest", Form::Digest, NONE, &[Warcinfo]),
    spec(
        Field::IpAddress,
        "WARC-IP-Address",
        Form::Ip,
        NONE,
        &[Warcinfo, Conversion, Continuation],
    ),
    spec(Field::Truncated, "WARC-Truncated", Form::Reason, NONE, NONE),
    spec(
        Field::IdentifiedPayloadType,
        "WARC-Identified-Payload-Type",
        Form::MediaType,
        NONE,
        &[Warcinfo],
    ),
    spec(
        Field::RefersTo,
        "WARC-Refers-To",
        Form::Id,
        NONE,
        &[Warcinfo, Response, Resource, Request, Continuation],
    ),
    spec(Field::RefersToTargetUri, "WARC-Refers-To-Target-URI", Form::Uri, NONE, ALL_BUT_REVISIT),
    spec(Field::RefersToDate, "WARC-Refers-To-Date", Form::Date, NONE, ALL_BUT_REVISIT),
    spec(Field::Profile, "WARC-Profile", Form::Text, &[Revisit], ALL_BUT_REVISIT),
    spec(Field::Filename, "WARC-Filename", Form::Text, NONE, ALL_BUT_WARCINFO),
    spec(Field::SegmentNumber, "WARC-Segment-Number", Form::Number, &[Continuation], NONE),
    spec(
        Field::SegmentOriginId,
        "WARC-Segment-Origin-ID",
        Form::Id,
        &[Continuation],
        ALL_BUT_CONTINUATION,
    ),
    spec(
        Field::SegmentTotalLength,
        "WARC-Segment-Total-Length",
        Form::Number,
        NONE,
        ALL_BUT_CONTINUATION,
    ),
];

impl Spec {
    /// Returns the field of this name, letter case ignored; `None` if the standard has no such field.
    pub(super) fn of(name: &[u8]) -> Option<&'static Spec> {
        const { &FIELDS }
            .iter()
            .find(|s| s.name.len() == name.len() && name.eq_ignore_ascii_case(s.name.as_bytes()))
    }

    /// Returns whether the field may occur more than once in a header; only one field may.
    pub(super) fn is_repeatable(&self) -> bool {
        self.field == Field::ConcurrentTo
    }

    /// Returns whether the standard only leaves the field undefined for other types of record. Other fields are
    /// forbidden there.
    pub(super) fn is_merely_undefined(&self) -> bool {
        matches!(self.field, Field::Profile | Field::PayloadDigest | Field::IdentifiedPayloadType)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_fields() {
        for (at, spec) in FIELDS.iter().enumerate() {
            assert_eq!(spec.field as usize, at, "{}", spec.name);
            let found = Spec::of(spec.name.to_ascii_lowercase().as_bytes());
            assert_eq!(found.map(|s| s.field), Some(spec.field));
        }
        assert!(Spec::of(b"WARC-Typo").is_none());
    }
}
