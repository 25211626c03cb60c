//! The rules a file is held to, each with the name that reports give it.
//!
//! What the reader notices has names of its own, see [`crate::Warning::rule`] and
//! [`crate::GapReason::rule`]; none of them is used here again.

use crate::warning::Grade;

/// One rule: its name never changes, so that programs may rely on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name in reports.
    pub name: &'static str,
    /// How bad it usually is to break it; where the circumstances count, a finding may differ.
    pub grade: Grade,
    /// What is wrong where it is broken.
    pub meaning: &'static str,
}

macro_rules! rules {
    ($($id:ident $name:literal $grade:ident $meaning:literal;)*) => {
        $(pub(super) const $id: Rule =
            Rule { name: $name, grade: Grade::$grade, meaning: $meaning };)*

        /// Every rule, in the order of what it is about.
        pub const RULES: &[Rule] = &[$($id),*];
    };
}

rules! {
    NO_RECORDS "no-records" Error "the file holds no record";

    MISSING_FIELD "missing-field" Error "a field that the type of record must have is missing";
    FIELD_NOT_ALLOWED "field-not-allowed" Error "the type of record must not have the field";
    FIELD_NEWER "field-newer" Comment "the field is of a later version than the record";
    DUPLICATE_FIELD "duplicate-field" Error "a field that may stand once stands twice";
    EMPTY_VALUE "empty-value" Error "the field has no value";
    SOURCE_DAMAGE "source-damage" Comment
        "the record was migrated from damaged bytes, as its header says";
    UNKNOWN_FIELD "unknown-field" Comment "a WARC- field that is not in the standard";
    FIELD_NAME "field-name" Error "the name of a field has characters that no name may have";
    HEADER_ENCODING "header-encoding" Error "a field is not in UTF-8";
    HEADER_CONTROL "header-control" Error "a field holds control characters";

    TYPE_UNKNOWN "type-unknown" Comment "a type of record that is not in the standard";
    TYPE_CASE "type-case" Comment "the type of record is not in lower case";
    ID_SYNTAX "id-syntax" Error "a record id is not a URI between < and >";
    URI_SYNTAX "uri-syntax" Error "a value that must be a URI is none";
    URI_BRACKETS "uri-brackets" Error "a URI stands between < and >";
    DATE_SYNTAX "date-syntax" Error "a date is not written as the standard asks";
    DATE_PRECISION "date-precision" Error "before WARC 1.1 a date has seconds and no fraction";
    MEDIA_TYPE_SYNTAX "media-type-syntax" Error "a media type is not of the form type/subtype";
    IP_SYNTAX "ip-syntax" Error "an address is neither IPv4 nor IPv6";
    IP_FORM "ip-form" Comment "an IPv6 address is not in its canonical form";
    NUMBER_SYNTAX "number-syntax" Error "a value that must be a number is none";
    TRUNCATED_REASON "truncated-reason" Comment "a reason for truncation not in the standard";
    CONTENT_TYPE_MISSING "content-type-missing" Recommendation "a block without Content-Type";
    WARC_FIELDS_TYPE "warc-fields-type" Recommendation
        "a warcinfo or metadata record that is not application/warc-fields";

    PROFILE_UNKNOWN "profile-unknown" Recommendation "the profile of a revisit is not a known one";
    PROFILE_VERSION "profile-version" Comment "profile and record are of different versions";
    REVISIT_DIGEST "revisit-digest" Error "the profile asks for a payload digest";
    REVISIT_REFERENCE "revisit-reference" Comment "a revisit does not tell what it refers to";
    REVISIT_TRUNCATED "revisit-truncated" Comment
        "a revisit with a block does not say that it is truncated";

    SEGMENT_NUMBER "segment-number" Error
        "1 is the number of the first segment, and of no continuation";
    SEGMENT_TYPE "segment-type" Recommendation "records of this type should not be segmented";
    SEGMENT_CHAIN "segment-chain" Error "the segments of a record do not fit together";
    SEGMENT_ELSEWHERE "segment-elsewhere" Comment "a segment of the record is not in this file";
    DUPLICATE_ID "duplicate-id" Error "two records have the same id";
    REFERENCE_ELSEWHERE "reference-elsewhere" Comment
        "a record that is referred to is not in this file";
    NOT_REMEMBERED "not-remembered" Comment
        "the file has more records than are compared with each other";

    DIGEST_SYNTAX "digest-syntax" Error "a digest is not of the form algorithm:value";
    DIGEST_ALGORITHM "digest-algorithm" Comment "a digest that cannot be verified here";
    BLOCK_DIGEST "block-digest" Error "the block has another digest than its header says";
    PAYLOAD_DIGEST "payload-digest" Error "the payload has another digest than its header says";
    PAYLOAD_DIGEST_RAW "payload-digest-raw" Comment
        "the payload digest is that of the chunked body";
    PAYLOAD_DIGEST_SEGMENT "payload-digest-segment" Comment
        "the payload digest of a segmented record is not verified";

    HTTP_HEAD "http-head" Recommendation "the block does not begin with an HTTP head";
    HTTP_TYPE "http-type" Recommendation "an HTTP message is not declared as application/http";
    HTTP_MSGTYPE "http-msgtype" Recommendation "the msgtype contradicts the type of record";
    HTTP_LENGTH "http-length" Comment "the body has another length than the HTTP head says";
    HTTP_CHUNKS "http-chunks" Comment "the body is not in the chunks that the HTTP head declares";

    ARC_NO_FILEDESC "arc-no-filedesc" Error "the file does not begin with a filedesc record";
    ARC_MORE_FILEDESC "arc-more-filedesc" Recommendation "a filedesc record inside the file";
    ARC_VERSION "arc-version" Error "the filedesc record has no version line that is known";
    ARC_FIELD_LIST "arc-field-list" Error "the filedesc record does not list the version's fields";
    ARC_METADATA "arc-metadata" Comment "metadata in a file of version 1.0, or none in one of 1.1";
    ARC_URL "arc-url" Error "the URL of a record has no scheme or holds control characters";
    ARC_ADDRESS "arc-address" Error "the address of a record is none";
    ARC_DATE "arc-date" Error "the date of a record does not have fourteen digits";
    ARC_MEDIA_TYPE "arc-media-type" Recommendation
        "the media type of a record is not of the form type/subtype";
    ARC_RESULT_CODE "arc-result-code" Error "the result code of a record is not a number";
    ARC_OFFSET "arc-offset" Error "a record does not stand where its header says";
    ARC_CHECKSUM "arc-checksum" Comment "the checksum is not the MD5 of the block";
}
