//! What a finding is about, with the values that a message names. The English message is its `Display`.
//!
//! Texts in other languages are made from the same values. That is why nothing here is `#[non_exhaustive]`: whoever
//! adds a fault must give it a text in each language.

use crate::date::DateOddity;
use crate::digest::Digest;
use crate::record::RecordType;
use crate::warning::{Gap, Warning};
use std::fmt;

/// What is wrong. Values are as messages show them: in quotes, shortened, without control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields have the names of what a message shows")]
pub enum FormatFault {
    /// The reader noticed something about a record.
    Warning(Warning),
    /// Bytes belong to no record.
    Gap(Gap),
    /// The file has no records.
    NoRecords,
    /// The value of a field is not what it should be.
    Value { field: &'static str, value: String, fault: ValueFault },
    /// The record says that it was migrated from damaged bytes.
    SourceDamage { value: String },
    /// A `WARC-` field that is not in the standard.
    UnknownField { name: String },
    /// A field that may occur once occurs again, with this value.
    Repeated { field: &'static str, value: String },
    /// A field without a value.
    Empty { field: &'static str },
    /// A field that records of this type must have is missing; `None`: that every record must have.
    Missing { field: &'static str, kind: Option<RecordType> },
    /// No field can have this name.
    FieldName { name: String },
    /// A value that is not UTF-8.
    NotUtf8 { name: String, value: String },
    /// A value with control characters.
    ControlCharacters { name: String, value: String },
    /// The standard does not say what the field means in records of this type.
    Undefined { field: &'static str, kind: RecordType, value: String },
    /// Records of this type must not have the field.
    NotAllowed { field: &'static str, kind: RecordType, value: String },
    /// The field came with a later version than that of the record.
    Newer { field: &'static str, since: &'static str, version: &'static str },
    /// There is a block but no Content-Type.
    NoContentType,
    /// The Content-Type of a record that is usually `application/warc-fields`.
    UnusualType { kind: RecordType, value: String },
    /// The Content-Type of a record that should be `application/http`.
    NotHttpType { kind: RecordType, uri: String, value: String },
    /// The msgtype is that of the other kind of message.
    OtherMessage { kind: RecordType, value: String },
    /// A profile of another version than that of the record.
    ProfileVersion { profile: String, version: &'static str },
    /// The profile of a revisit requires a payload digest.
    NoPayloadDigest { profile: String },
    /// A revisit without a reference.
    NothingRevisited,
    /// A revisit with a block, without WARC-Truncated.
    NotTruncated,
    /// The number of a segment does not suit the type of record.
    SegmentNumber { number: String, is_continuation: bool },
    /// Records of this type should not be segmented.
    SegmentedKind { kind: RecordType },
    /// An earlier record has the same id.
    RepeatedId { id: String },
    /// A record that a field refers to is not in the file.
    NotInFile { field: &'static str, id: String },
    /// A continuation of a record that is not segmented.
    NotSegmented { origin: String },
    /// Segments before this one are not in the file.
    EarlierSegments { origin: String, number: u64 },
    /// A segment after the last one.
    AfterLastSegment { number: u64, origin: String },
    /// A segment that does not follow the one before.
    SegmentOrder { number: u64, origin: String, last: u64 },
    /// The segments do not have the length that the last one gives.
    SegmentTotal { total: u64, origin: String, length: u64 },
    /// Segments after this one are not in the file.
    LaterSegments { last: u64 },
    /// There is more than is remembered.
    Limit { what: Remembered, limit: usize },
    /// The block has another digest.
    BlockDigest { declared: Digest, computed: Digest },
    /// The block or the payload has another digest than one of the further digests.
    MoreDigest { declared: Digest, computed: Digest, is_payload: bool },
    /// The payload has another digest; `is_of_block` if the declared one is that of the block.
    PayloadDigest { declared: Digest, computed: Digest, is_of_block: bool },
    /// The payload digest is that of the chunked body.
    PayloadDigestChunked { declared: Digest, computed: Digest },
    /// The payload digest is that of all segments.
    PayloadDigestSegments { digest: Digest },
    /// The block has no request line or no status line.
    NoHttpHead { is_request: bool },
    /// The HTTP head has no end.
    HttpHeadUnfinished,
    /// The body should have chunks and has none.
    NoChunks,
    /// The body ends before the last chunk.
    LastChunkMissing,
    /// A chunk has another length than it declares.
    ChunkLength,
    /// The body has another length than Content-Length gives.
    BodyLength { declared: u64, body: u64 },
    /// An ARC record does not start at the offset that its header gives.
    ArcOffset { declared: u64, offset: u64 },
    /// The date of an ARC record is `-`.
    ArcDateUnknown,
    /// The version line of an ARC file is not known.
    ArcVersionLine { line: String },
    /// The list of fields of an ARC file is not that of its version.
    ArcFieldList { list: String, version: &'static str },
    /// An ARC file has metadata that its version does not have, or lacks it.
    ArcMetadata { version: &'static str, has_metadata: bool },
    /// The checksum of an ARC record is not the MD5 of the block.
    ArcChecksum { declared: Digest, computed: Digest },
    /// An ARC file begins with another record.
    ArcNoFiledesc,
    /// An ARC file has another filedesc record.
    ArcMoreFiledesc,
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueFault {
    /// A URI without a scheme.
    NoScheme,
    /// A URI whose scheme has characters that a scheme cannot have.
    InvalidScheme,
    /// A URI with white space.
    WhiteSpace,
    /// A URI with bytes beyond ASCII.
    NotAscii,
    /// A URI with control characters.
    Control,
    /// A record id without `<` and `>`.
    NoBrackets,
    /// A URI with `<` and `>`.
    Brackets,
    /// A media type without `/`.
    NoSlash,
    /// A media type without a valid type.
    InvalidType,
    /// A media type without a valid subtype.
    InvalidSubtype,
    /// A date that is not written as it should be.
    Date(DateOddity),
    /// A date of an ARC record with fewer or more than fourteen digits.
    NotFourteenDigits,
    /// A date with another precision than the version has.
    Precision,
    /// The address of an ARC record that is not one.
    NotAnAddress,
    /// An address that is neither IPv4 nor IPv6.
    NeitherIpVersion,
    /// An IPv6 address with another canonical form, which is this one.
    NotCanonical(String),
    /// Not a number.
    NotANumber,
    /// A word that is not in the standard.
    NotInStandard,
    /// A type of record with capitals.
    NotLowerCase,
    /// A digest of an algorithm that is not known.
    UnknownAlgorithm,
    /// A digest without an algorithm.
    NoAlgorithm,
    /// A digest that its algorithm cannot give.
    NotADigest,
    /// A profile that is not known.
    UnknownProfile,
}

/// What a [`Checker`](super::Checker) remembers of a file, up to a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remembered {
    /// Ids of records.
    Ids,
    /// References to records that were not seen yet.
    References,
    /// Segmented records.
    Segmented,
}

impl ValueFault {
    /// The words behind the value; `NotCanonical` has the canonical form behind them.
    fn words(&self) -> &'static str {
        match self {
            ValueFault::NoScheme => "has no scheme",
            ValueFault::InvalidScheme => "has no valid scheme",
            ValueFault::WhiteSpace => "contains white space",
            ValueFault::NotAscii => "contains bytes beyond ASCII that are not percent-encoded",
            ValueFault::Control => "contains control characters",
            ValueFault::NoBrackets => "is not enclosed in < and >",
            ValueFault::Brackets => "should be written without < and >",
            ValueFault::NoSlash => "has no '/'",
            ValueFault::InvalidType => "has no valid type",
            ValueFault::InvalidSubtype => "has no valid subtype",
            ValueFault::Date(odd) => match odd {
                DateOddity::Space => "has space around it",
                DateOddity::LowerCase => "is not in capitals",
                DateOddity::Separator => "has a wrong separator",
                DateOddity::Offset => "is not in UTC",
                DateOddity::NoZone => "has no time zone",
                DateOddity::DigitsOnly => "has no separators",
                DateOddity::Short => "is too short",
                DateOddity::Long => "is too long",
                DateOddity::Unreadable => "is not a date",
            },
            ValueFault::NotFourteenDigits => "does not have fourteen digits",
            ValueFault::Precision => "must have seconds and no fraction",
            ValueFault::NotAnAddress => "is not an IP address",
            ValueFault::NeitherIpVersion => "is neither IPv4 nor IPv6",
            ValueFault::NotCanonical(_) => "should be written as",
            ValueFault::NotANumber => "is not a number",
            ValueFault::NotInStandard => "is not in the standard",
            ValueFault::NotLowerCase => "is not in lower case",
            ValueFault::UnknownAlgorithm => "cannot be verified: unknown algorithm",
            ValueFault::NoAlgorithm => "does not name an algorithm",
            ValueFault::NotADigest => "is not a digest of its algorithm",
            ValueFault::UnknownProfile => "is not a known profile",
        }
    }
}

impl fmt::Display for ValueFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())?;
        match self {
            ValueFault::NotCanonical(form) => write!(f, " '{form}'"),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for FormatFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatFault::Warning(warning) => warning.fmt(f),
            FormatFault::Gap(gap) => gap.fmt(f),
            FormatFault::NoRecords => f.write_str("the file holds no ARC or WARC record"),
            FormatFault::Value { field, value, fault } => write!(f, "{field} {value} {fault}"),
            FormatFault::SourceDamage { value } => {
                write!(f, "the record was migrated from damaged bytes: {value}")
            }
            FormatFault::UnknownField { name } => {
                write!(f, "{name} is not in the standard (reported once per file)")
            }
            FormatFault::Repeated { field, value } => {
                write!(f, "{field} occurs more than once: {value}")
            }
            FormatFault::Empty { field } => write!(f, "{field} has no value"),
            FormatFault::Missing { field, kind: Some(kind) } => {
                write!(f, "{field} is missing, but {} must have it", plural(*kind))
            }
            FormatFault::Missing { field, kind: None } => {
                write!(f, "{field} is missing, but every record must have it")
            }
            FormatFault::FieldName { name } => write!(f, "{name} is not the name of a field"),
            FormatFault::NotUtf8 { name, value } => write!(f, "{name} is not in UTF-8: {value}"),
            FormatFault::ControlCharacters { name, value } => {
                write!(f, "{name} contains control characters: {value}")
            }
            FormatFault::Undefined { field, kind, value } => {
                write!(f, "{field} is not defined for {}: {value}", plural(*kind))
            }
            FormatFault::NotAllowed { field, kind, value } => {
                write!(f, "{field} is not allowed in {}: {value}", plural(*kind))
            }
            FormatFault::Newer { field, since, version } => {
                write!(f, "{field} was introduced in {since}, but the record is {version}")
            }
            FormatFault::NoContentType => {
                f.write_str("Content-Type is missing, but there is a block")
            }
            FormatFault::UnusualType { kind, value } => write!(
                f,
                "Content-Type of a {kind} record is {value}, but 'application/warc-fields' is usual"
            ),
            FormatFault::NotHttpType { kind, uri, value } => write!(
                f,
                "Content-Type of a {kind} record of {uri} is {value} instead of 'application/http'"
            ),
            FormatFault::OtherMessage { kind, value } => write!(
                f,
                "Content-Type of a {kind} record names the other kind of message: {value}"
            ),
            FormatFault::ProfileVersion { profile, version } => write!(
                f,
                "WARC-Profile {profile} is of another version than the record, which is {version}"
            ),
            FormatFault::NoPayloadDigest { profile } => {
                write!(f, "WARC-Payload-Digest is missing; {profile} requires it")
            }
            FormatFault::NothingRevisited => {
                f.write_str("neither WARC-Refers-To nor WARC-Refers-To-Date says what is revisited")
            }
            FormatFault::NotTruncated => {
                f.write_str("WARC-Truncated is missing, but the revisit has a block")
            }
            FormatFault::SegmentNumber { number, is_continuation: true } => {
                write!(f, "WARC-Segment-Number is {number}, but continuations start with 2")
            }
            FormatFault::SegmentNumber { number, is_continuation: false } => {
                write!(f, "WARC-Segment-Number is {number}, but the first segment has 1")
            }
            FormatFault::SegmentedKind { kind } => {
                write!(f, "WARC-Segment-Number: a {kind} record should not be segmented")
            }
            FormatFault::RepeatedId { id } => {
                write!(f, "WARC-Record-ID {id} is used by an earlier record of the file")
            }
            FormatFault::NotInFile { field, id } => write!(f, "{field} {id} is not in this file"),
            FormatFault::NotSegmented { origin } => write!(
                f,
                "WARC-Segment-Origin-ID {origin} names a record without WARC-Segment-Number"
            ),
            FormatFault::EarlierSegments { origin, number } => write!(
                f,
                "WARC-Segment-Origin-ID {origin}: segments before {number} are not in this file"
            ),
            FormatFault::AfterLastSegment { number, origin } => {
                write!(f, "segment {number} of {origin} comes after the last one")
            }
            FormatFault::SegmentOrder { number, origin, last } => {
                write!(f, "segment {number} of {origin} follows segment {last}")
            }
            FormatFault::SegmentTotal { total, origin, length } => write!(
                f,
                "WARC-Segment-Total-Length is {total}, but the segments of {origin} have {length}"
            ),
            FormatFault::LaterSegments { last } => {
                write!(f, "segments after {last} are not in this file")
            }
            FormatFault::Limit { what, limit } => write!(
                f,
                "the file has more {what} than are remembered ({limit}); later ones are not compared"
            ),
            FormatFault::BlockDigest { declared, computed } => {
                write!(f, "WARC-Block-Digest is '{declared}', but the block has '{computed}'")
            }
            FormatFault::MoreDigest { declared, computed, is_payload } => {
                let what = if *is_payload { "payload" } else { "block" };
                write!(f, "a further digest is '{declared}', but the {what} has '{computed}'")
            }
            FormatFault::PayloadDigest { declared, computed, is_of_block } => {
                write!(f, "WARC-Payload-Digest is '{declared}', but the payload has '{computed}'")?;
                match is_of_block {
                    true => f.write_str("; the declared value is the digest of the whole block"),
                    false => Ok(()),
                }
            }
            FormatFault::PayloadDigestChunked { declared, computed } => write!(
                f,
                "WARC-Payload-Digest '{declared}' is that of the chunked body; without chunks it is \
                 '{computed}'"
            ),
            FormatFault::PayloadDigestSegments { digest } => write!(
                f,
                "WARC-Payload-Digest '{digest}' is that of all segments, so it is not verified"
            ),
            FormatFault::NoHttpHead { is_request: true } => {
                f.write_str("the block does not begin with an HTTP request line")
            }
            FormatFault::NoHttpHead { is_request: false } => {
                f.write_str("the block does not begin with an HTTP status line")
            }
            FormatFault::HttpHeadUnfinished => {
                f.write_str("the HTTP head does not end with an empty line")
            }
            FormatFault::NoChunks => {
                f.write_str("Transfer-Encoding is 'chunked', but the body has no chunks")
            }
            FormatFault::LastChunkMissing => {
                f.write_str("Transfer-Encoding: the last chunk is missing")
            }
            FormatFault::ChunkLength => {
                f.write_str("Transfer-Encoding: a chunk does not have the length that it declares")
            }
            FormatFault::BodyLength { declared, body } => {
                write!(f, "HTTP Content-Length is {declared}, but the body has {body} bytes")
            }
            FormatFault::ArcOffset { declared, offset } => {
                write!(f, "Offset is {declared}, but the record starts at {offset}")
            }
            FormatFault::ArcDateUnknown => f.write_str("Archive-date is not known"),
            FormatFault::ArcVersionLine { line } => {
                write!(f, "version line {line} is not a known one")
            }
            FormatFault::ArcFieldList { list, version } => {
                write!(f, "{list} is not the list of fields of {version}")
            }
            FormatFault::ArcMetadata { version, has_metadata } => {
                let has = if *has_metadata { "has" } else { "has no" };
                write!(f, "the filedesc record of {version} {has} metadata")
            }
            FormatFault::ArcChecksum { declared, computed } => {
                let (declared, computed) = (declared.value(), computed.value());
                write!(f, "Checksum is '{declared}', but the MD5 of the block is '{computed}'")
            }
            FormatFault::ArcNoFiledesc => {
                f.write_str("the file does not begin with a filedesc record")
            }
            FormatFault::ArcMoreFiledesc => {
                f.write_str("there is another filedesc record inside the file")
            }
        }
    }
}

impl fmt::Display for Remembered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Remembered::Ids => "ids",
            Remembered::References => "references",
            Remembered::Segmented => "segmented records",
        })
    }
}

fn plural(kind: RecordType) -> &'static str {
    match kind {
        RecordType::Filedesc => "filedesc records",
        RecordType::Warcinfo => "warcinfo records",
        RecordType::Response => "response records",
        RecordType::Resource => "resource records",
        RecordType::Request => "request records",
        RecordType::Metadata => "metadata records",
        RecordType::Revisit => "revisit records",
        RecordType::Conversion => "conversion records",
        RecordType::Continuation => "continuation records",
        RecordType::Other => "records",
    }
}
