//! What is wrong with files: rules of `warc check`, findings, warnings of the reader, bytes without a record.
//!
//! Nothing here has a catch-all: a new warning or fault does not compile until it has a text.

use crate::{Language, phrase, retold, tell, text};
use stodola_warc::check::{CheckRule, FormatFault, Remembered, ValueFault};
use stodola_warc::date::DateOddity;
use stodola_warc::{Gap, GapReason, Grade, RecordType, Warning};

/// Returns what is wrong where a rule is broken, in a line.
pub fn rule_meaning(language: Language, rule: &CheckRule) -> String {
    tell(language, &format!("rule-{}", rule.name), &[])
}

/// Returns what breaking a rule means for the archive and what to do, in a paragraph.
pub fn rule_explanation(language: Language, rule: &CheckRule) -> String {
    tell(language, &format!("rule-{}.explanation", rule.name), &[])
}

/// Returns the word for a grade.
pub fn grade_text(language: Language, grade: Grade) -> String {
    let key = match grade {
        Grade::Comment => "grade-comment",
        Grade::Recommendation => "grade-recommendation",
        Grade::Error => "grade-error",
    };
    text!(language, key)
}

/// Returns what a finding is about, with its values.
pub fn fault_text(language: Language, fault: &FormatFault) -> String {
    match fault {
        FormatFault::Warning(warning) => warning_text(language, warning),
        FormatFault::Gap(gap) => gap_text(language, gap),
        FormatFault::NoRecords => phrase!(language, "fault-no-records"),
        FormatFault::Value { field, value, fault } => {
            format!("{field} {value} {}", value_text(language, fault))
        }
        FormatFault::SourceDamage { value } => phrase!(language, "fault-source-damage", value),
        FormatFault::UnknownField { name } => phrase!(language, "fault-unknown-field", name),
        FormatFault::Repeated { field, value } => phrase!(language, "fault-repeated", field, value),
        FormatFault::Empty { field } => phrase!(language, "fault-empty", field),
        FormatFault::Missing { field, kind } => {
            let records = kind.map_or_else(
                || text!(language, "fault-every-record"),
                |kind| records(language, kind),
            );
            phrase!(language, "fault-missing", field, records)
        }
        FormatFault::FieldName { name } => phrase!(language, "fault-field-name", name),
        FormatFault::NotUtf8 { name, value } => phrase!(language, "fault-not-utf8", name, value),
        FormatFault::ControlCharacters { name, value } => {
            phrase!(language, "fault-control-characters", name, value)
        }
        FormatFault::Undefined { field, kind, value } => {
            let records = records(language, *kind);
            phrase!(language, "fault-undefined", field, records, value)
        }
        FormatFault::NotAllowed { field, kind, value } => {
            let records = records(language, *kind);
            phrase!(language, "fault-not-allowed", field, records, value)
        }
        FormatFault::Newer { field, since, version } => {
            phrase!(language, "fault-newer", field, since, version)
        }
        FormatFault::NoContentType => phrase!(language, "fault-no-content-type"),
        FormatFault::UnusualType { kind, value } => {
            phrase!(language, "fault-unusual-type", kind, value)
        }
        FormatFault::NotHttpType { kind, uri, value } => {
            phrase!(language, "fault-not-http-type", kind, uri, value)
        }
        FormatFault::OtherMessage { kind, value } => {
            phrase!(language, "fault-other-message", kind, value)
        }
        FormatFault::ProfileVersion { profile, version } => {
            phrase!(language, "fault-profile-version", profile, version)
        }
        FormatFault::NoPayloadDigest { profile } => {
            phrase!(language, "fault-no-payload-digest", profile)
        }
        FormatFault::NothingRevisited => phrase!(language, "fault-nothing-revisited"),
        FormatFault::NotTruncated => phrase!(language, "fault-not-truncated"),
        FormatFault::SegmentNumber { number, is_continuation: true } => {
            phrase!(language, "fault-continuation-number", number)
        }
        FormatFault::SegmentNumber { number, is_continuation: false } => {
            phrase!(language, "fault-first-segment-number", number)
        }
        FormatFault::SegmentedKind { kind } => phrase!(language, "fault-segmented-kind", kind),
        FormatFault::RepeatedId { id } => phrase!(language, "fault-repeated-id", id),
        FormatFault::NotInFile { field, id } => phrase!(language, "fault-not-in-file", field, id),
        FormatFault::NotSegmented { origin } => phrase!(language, "fault-not-segmented", origin),
        FormatFault::EarlierSegments { origin, number } => {
            phrase!(language, "fault-earlier-segments", origin, number)
        }
        FormatFault::AfterLastSegment { number, origin } => {
            phrase!(language, "fault-after-last-segment", number, origin)
        }
        FormatFault::SegmentOrder { number, origin, last } => {
            phrase!(language, "fault-segment-order", number, origin, last)
        }
        FormatFault::SegmentTotal { total, origin, length } => {
            phrase!(language, "fault-segment-total", total, origin, length)
        }
        FormatFault::LaterSegments { last } => phrase!(language, "fault-later-segments", last),
        FormatFault::Limit { what, limit } => {
            let what = text!(
                language,
                match what {
                    Remembered::Ids => "fault-limit-ids",
                    Remembered::References => "fault-limit-references",
                    Remembered::Segmented => "fault-limit-segmented",
                }
            );
            phrase!(language, "fault-limit", what, limit)
        }
        FormatFault::MoreDigest { declared, computed, is_payload: false } => {
            phrase!(language, "fault-more-block-digest", declared, computed)
        }
        FormatFault::MoreDigest { declared, computed, is_payload: true } => {
            phrase!(language, "fault-more-payload-digest", declared, computed)
        }
        FormatFault::BlockDigest { declared, computed } => {
            phrase!(language, "fault-block-digest", declared, computed)
        }
        FormatFault::PayloadDigest { declared, computed, is_of_block: false } => {
            phrase!(language, "fault-payload-digest", declared, computed)
        }
        FormatFault::PayloadDigest { declared, computed, is_of_block: true } => {
            phrase!(language, "fault-payload-digest-of-block", declared, computed)
        }
        FormatFault::PayloadDigestChunked { declared, computed } => {
            phrase!(language, "fault-payload-digest-chunked", declared, computed)
        }
        FormatFault::PayloadDigestSegments { digest } => {
            phrase!(language, "fault-payload-digest-segments", digest)
        }
        FormatFault::NoHttpHead { is_request: true } => phrase!(language, "fault-no-request-line"),
        FormatFault::NoHttpHead { is_request: false } => phrase!(language, "fault-no-status-line"),
        FormatFault::HttpHeadUnfinished => phrase!(language, "fault-http-head-unfinished"),
        FormatFault::NoChunks => phrase!(language, "fault-no-chunks"),
        FormatFault::LastChunkMissing => phrase!(language, "fault-last-chunk-missing"),
        FormatFault::ChunkLength => phrase!(language, "fault-chunk-length"),
        FormatFault::BodyLength { declared, body } => {
            phrase!(language, "fault-body-length", declared, body)
        }
        FormatFault::ArcOffset { declared, offset } => {
            phrase!(language, "fault-arc-offset", declared, offset)
        }
        FormatFault::ArcDateUnknown => phrase!(language, "fault-arc-date-unknown"),
        FormatFault::ArcVersionLine { line } => phrase!(language, "fault-arc-version-line", line),
        FormatFault::ArcFieldList { list, version } => {
            phrase!(language, "fault-arc-field-list", list, version)
        }
        FormatFault::ArcMetadata { version, has_metadata: true } => {
            phrase!(language, "fault-arc-metadata", version)
        }
        FormatFault::ArcMetadata { version, has_metadata: false } => {
            phrase!(language, "fault-arc-no-metadata", version)
        }
        FormatFault::ArcChecksum { declared, computed } => {
            let (declared, computed) = (declared.value(), computed.value());
            phrase!(language, "fault-arc-checksum", declared, computed)
        }
        FormatFault::ArcNoFiledesc => phrase!(language, "fault-arc-no-filedesc"),
        FormatFault::ArcMoreFiledesc => phrase!(language, "fault-arc-more-filedesc"),
    }
}

/// Records of a type, in the plural; in Czech it fits both "records must have" and "not allowed in records".
fn records(language: Language, kind: RecordType) -> String {
    match kind {
        RecordType::Other => text!(language, "fault-records"),
        RecordType::Filedesc
        | RecordType::Warcinfo
        | RecordType::Response
        | RecordType::Resource
        | RecordType::Request
        | RecordType::Metadata
        | RecordType::Revisit
        | RecordType::Conversion
        | RecordType::Continuation => phrase!(language, "fault-records-of-kind", kind),
    }
}

fn value_text(language: Language, fault: &ValueFault) -> String {
    let key = match fault {
        ValueFault::NotCanonical(form) => return phrase!(language, "value-not-canonical", form),
        ValueFault::NoScheme => "value-no-scheme",
        ValueFault::InvalidScheme => "value-invalid-scheme",
        ValueFault::WhiteSpace => "value-white-space",
        ValueFault::NotAscii => "value-not-ascii",
        ValueFault::Control => "value-control",
        ValueFault::NoBrackets => "value-no-brackets",
        ValueFault::Brackets => "value-brackets",
        ValueFault::NoSlash => "value-no-slash",
        ValueFault::InvalidType => "value-invalid-type",
        ValueFault::InvalidSubtype => "value-invalid-subtype",
        ValueFault::Date(DateOddity::Space) => "value-date-space",
        ValueFault::Date(DateOddity::LowerCase) => "value-date-lower-case",
        ValueFault::Date(DateOddity::Separator) => "value-date-separator",
        ValueFault::Date(DateOddity::Offset) => "value-date-offset",
        ValueFault::Date(DateOddity::NoZone) => "value-date-no-zone",
        ValueFault::Date(DateOddity::DigitsOnly) => "value-date-digits-only",
        ValueFault::Date(DateOddity::Short) => "value-date-short",
        ValueFault::Date(DateOddity::Long) => "value-date-long",
        ValueFault::Date(DateOddity::Unreadable) => "value-date-unreadable",
        ValueFault::NotFourteenDigits => "value-not-fourteen-digits",
        ValueFault::Precision => "value-precision",
        ValueFault::NotAnAddress => "value-not-an-address",
        ValueFault::NeitherIpVersion => "value-neither-ip-version",
        ValueFault::NotANumber => "value-not-a-number",
        ValueFault::NotInStandard => "value-not-in-standard",
        ValueFault::NotLowerCase => "value-not-lower-case",
        ValueFault::UnknownAlgorithm => "value-unknown-algorithm",
        ValueFault::NoAlgorithm => "value-no-algorithm",
        ValueFault::NotADigest => "value-not-a-digest",
        ValueFault::UnknownProfile => "value-unknown-profile",
    };
    text!(language, key)
}

/// Returns what the reader noticed about a record.
pub fn warning_text(language: Language, warning: &Warning) -> String {
    match warning {
        Warning::EmptyMember { offset } => phrase!(language, "warning-empty-member", offset),
        Warning::GzipCrc { offset, stored, computed } => {
            let (stored, computed) = (format!("{stored:08x}"), format!("{computed:08x}"));
            phrase!(language, "warning-gzip-crc", offset, stored, computed)
        }
        Warning::GzipSize { offset, stored, computed } => {
            phrase!(language, "warning-gzip-size", offset, stored, computed)
        }
        Warning::GzipTrailerCut { offset } => {
            phrase!(language, "warning-gzip-trailer-cut", offset)
        }
        Warning::GzipHeader { offset, what } => {
            let what = retold(language, what);
            phrase!(language, "warning-gzip-header", offset, what)
        }
        Warning::MemberDamaged { offset, what } => {
            let what = retold(language, what);
            phrase!(language, "warning-member-damaged", offset, what)
        }
        Warning::ZstdFrame { offset, what } => {
            let what = retold(language, what);
            phrase!(language, "warning-zstd-frame", offset, what)
        }
        Warning::InsideMember => phrase!(language, "warning-inside-member"),
        Warning::SplitMembers => phrase!(language, "warning-split-members"),
        Warning::BlockTruncated { declared, found } => {
            phrase!(language, "warning-block-truncated", declared, found)
        }
        Warning::LengthTooLong { declared, found } => {
            phrase!(language, "warning-length-too-long", declared, found)
        }
        Warning::LengthTooShort { declared } => {
            phrase!(language, "warning-length-too-short", declared)
        }
        Warning::LengthDoubtful { declared } => {
            phrase!(language, "warning-length-doubtful", declared)
        }
        Warning::LengthUnreadable { value: Some(value) } => {
            phrase!(language, "warning-length-unreadable", value)
        }
        Warning::LengthUnreadable { value: None } => phrase!(language, "warning-length-missing"),
        Warning::FiledescLength { declared, found } => {
            phrase!(language, "warning-filedesc-length", declared, found)
        }
        Warning::Separator { found } => phrase!(language, "warning-separator", found),
        Warning::ArcSeparator { found } if found.is_empty() => {
            phrase!(language, "warning-arc-no-separator")
        }
        Warning::ArcSeparator { found } => phrase!(language, "warning-arc-separator", found),
        Warning::UnknownVersion { version } => {
            phrase!(language, "warning-unknown-version", version)
        }
        Warning::LfLines => phrase!(language, "warning-lf-lines"),
        Warning::CrCrLfLines => phrase!(language, "warning-cr-cr-lf-lines"),
        Warning::LineWithoutColon { line } => {
            phrase!(language, "warning-line-without-colon", line)
        }
        Warning::HeaderUnfinished => phrase!(language, "warning-header-unfinished"),
        Warning::ArcFields { what } => {
            let what = retold(language, what);
            phrase!(language, "warning-arc-fields", what)
        }
    }
}

/// Returns which bytes belong to no record, and why.
pub fn gap_text(language: Language, gap: &Gap) -> String {
    let Gap { offset, length, inner, reason } = gap;
    let reason = gap_reason_text(language, reason);
    match inner {
        Some(inner) => phrase!(language, "gap-inner", length, inner, offset, reason),
        None => phrase!(language, "gap", length, reason),
    }
}

fn gap_reason_text(language: Language, reason: &GapReason) -> String {
    match reason {
        GapReason::NotAMember => phrase!(language, "gap-not-a-member"),
        GapReason::Nul => phrase!(language, "gap-nul"),
        GapReason::MemberDamaged(what) => {
            let what = retold(language, what);
            phrase!(language, "gap-member-damaged", what)
        }
        GapReason::MemberCut(what) => {
            let what = retold(language, what);
            phrase!(language, "gap-member-cut", what)
        }
        GapReason::NotARecord => phrase!(language, "gap-not-a-record"),
        GapReason::AfterBlock => phrase!(language, "gap-after-block"),
        GapReason::HeaderTooLong => phrase!(language, "gap-header-too-long"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stodola_warc::check::RULES;
    use stodola_warc::digest::Digest;

    fn x() -> String {
        "'x'".to_owned()
    }

    fn warnings() -> Vec<Warning> {
        vec![
            Warning::EmptyMember { offset: 7 },
            Warning::GzipCrc { offset: 7, stored: 1, computed: 2 },
            Warning::GzipSize { offset: 7, stored: 1, computed: 2 },
            Warning::GzipTrailerCut { offset: 7 },
            Warning::GzipHeader { offset: 7, what: "the CRC of the gzip header is wrong" },
            Warning::MemberDamaged { offset: 7, what: "the file ends inside it".to_owned() },
            Warning::ZstdFrame { offset: 7, what: "it has no content size" },
            Warning::InsideMember,
            Warning::SplitMembers,
            Warning::BlockTruncated { declared: u64::MAX, found: 2 },
            Warning::LengthTooLong { declared: 7, found: 2 },
            Warning::LengthTooShort { declared: 7 },
            Warning::LengthDoubtful { declared: 7 },
            Warning::LengthUnreadable { value: Some(x()) },
            Warning::LengthUnreadable { value: None },
            Warning::FiledescLength { declared: 7, found: 2 },
            Warning::Separator { found: x() },
            Warning::ArcSeparator { found: String::new() },
            Warning::ArcSeparator { found: x() },
            Warning::UnknownVersion { version: x() },
            Warning::LfLines,
            Warning::CrCrLfLines,
            Warning::LineWithoutColon { line: x() },
            Warning::HeaderUnfinished,
            Warning::ArcFields { what: "spaces in the URL" },
        ]
    }

    fn gaps() -> Vec<Gap> {
        let reasons = [
            GapReason::NotAMember,
            GapReason::Nul,
            GapReason::MemberDamaged("the decoder is stuck".to_owned()),
            GapReason::MemberCut("invalid deflate data".to_owned()),
            GapReason::NotARecord,
            GapReason::AfterBlock,
            GapReason::HeaderTooLong,
        ];
        let gap = |inner| move |reason| Gap { offset: 7, length: 9, inner, reason };
        reasons
            .clone()
            .into_iter()
            .map(gap(None))
            .chain(reasons.into_iter().map(gap(Some(3))))
            .collect()
    }

    fn values() -> Vec<ValueFault> {
        vec![
            ValueFault::NoScheme,
            ValueFault::InvalidScheme,
            ValueFault::WhiteSpace,
            ValueFault::NotAscii,
            ValueFault::Control,
            ValueFault::NoBrackets,
            ValueFault::Brackets,
            ValueFault::NoSlash,
            ValueFault::InvalidType,
            ValueFault::InvalidSubtype,
            ValueFault::Date(DateOddity::Space),
            ValueFault::Date(DateOddity::LowerCase),
            ValueFault::Date(DateOddity::Separator),
            ValueFault::Date(DateOddity::Offset),
            ValueFault::Date(DateOddity::NoZone),
            ValueFault::Date(DateOddity::DigitsOnly),
            ValueFault::Date(DateOddity::Short),
            ValueFault::Date(DateOddity::Long),
            ValueFault::Date(DateOddity::Unreadable),
            ValueFault::NotFourteenDigits,
            ValueFault::Precision,
            ValueFault::NotAnAddress,
            ValueFault::NeitherIpVersion,
            ValueFault::NotCanonical("::1".to_owned()),
            ValueFault::NotANumber,
            ValueFault::NotInStandard,
            ValueFault::NotLowerCase,
            ValueFault::UnknownAlgorithm,
            ValueFault::NoAlgorithm,
            ValueFault::NotADigest,
            ValueFault::UnknownProfile,
        ]
    }

    fn faults() -> Vec<FormatFault> {
        let (field, kind) = ("WARC-Date", RecordType::Response);
        let declared = Digest::parse(b"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ").unwrap();
        let computed = Digest::parse(b"sha1:KXBKYU3AU2OX5PIF3KWVPOYGG7Y3BS3I").unwrap();
        let mut all = vec![
            FormatFault::NoRecords,
            FormatFault::SourceDamage { value: x() },
            FormatFault::UnknownField { name: x() },
            FormatFault::Repeated { field, value: x() },
            FormatFault::Empty { field },
            FormatFault::Missing { field, kind: Some(kind) },
            FormatFault::Missing { field, kind: None },
            FormatFault::FieldName { name: x() },
            FormatFault::NotUtf8 { name: x(), value: x() },
            FormatFault::ControlCharacters { name: x(), value: x() },
            FormatFault::Undefined { field, kind, value: x() },
            FormatFault::NotAllowed { field, kind: RecordType::Other, value: x() },
            FormatFault::Newer { field, since: "WARC/1.1", version: "WARC/1.0" },
            FormatFault::NoContentType,
            FormatFault::UnusualType { kind, value: x() },
            FormatFault::NotHttpType { kind, uri: x(), value: x() },
            FormatFault::OtherMessage { kind, value: x() },
            FormatFault::ProfileVersion { profile: x(), version: "WARC/1.0" },
            FormatFault::NoPayloadDigest { profile: x() },
            FormatFault::NothingRevisited,
            FormatFault::NotTruncated,
            FormatFault::SegmentNumber { number: x(), is_continuation: true },
            FormatFault::SegmentNumber { number: x(), is_continuation: false },
            FormatFault::SegmentedKind { kind },
            FormatFault::RepeatedId { id: x() },
            FormatFault::NotInFile { field, id: x() },
            FormatFault::NotSegmented { origin: x() },
            FormatFault::EarlierSegments { origin: x(), number: 3 },
            FormatFault::AfterLastSegment { number: 3, origin: x() },
            FormatFault::SegmentOrder { number: 3, origin: x(), last: 1 },
            FormatFault::SegmentTotal { total: 3, origin: x(), length: u64::MAX },
            FormatFault::LaterSegments { last: 3 },
            FormatFault::Limit { what: Remembered::Ids, limit: 3 },
            FormatFault::Limit { what: Remembered::References, limit: 3 },
            FormatFault::Limit { what: Remembered::Segmented, limit: 3 },
            FormatFault::BlockDigest { declared, computed },
            FormatFault::MoreDigest { declared, computed, is_payload: false },
            FormatFault::MoreDigest { declared, computed, is_payload: true },
            FormatFault::PayloadDigest { declared, computed, is_of_block: true },
            FormatFault::PayloadDigest { declared, computed, is_of_block: false },
            FormatFault::PayloadDigestChunked { declared, computed },
            FormatFault::PayloadDigestSegments { digest: declared },
            FormatFault::NoHttpHead { is_request: true },
            FormatFault::NoHttpHead { is_request: false },
            FormatFault::HttpHeadUnfinished,
            FormatFault::NoChunks,
            FormatFault::LastChunkMissing,
            FormatFault::ChunkLength,
            FormatFault::BodyLength { declared: 3, body: 4 },
            FormatFault::ArcOffset { declared: 3, offset: 4 },
            FormatFault::ArcDateUnknown,
            FormatFault::ArcVersionLine { line: x() },
            FormatFault::ArcFieldList { list: x(), version: "ARC/1.0" },
            FormatFault::ArcMetadata { version: "ARC/1.0", has_metadata: true },
            FormatFault::ArcMetadata { version: "ARC/1.0", has_metadata: false },
            FormatFault::ArcChecksum { declared, computed },
            FormatFault::ArcNoFiledesc,
            FormatFault::ArcMoreFiledesc,
        ];
        let value = |fault| FormatFault::Value { field, value: x(), fault };
        all.extend(values().into_iter().map(value));
        all.extend(warnings().into_iter().map(FormatFault::Warning));
        all.extend(gaps().into_iter().map(FormatFault::Gap));
        all
    }

    #[test]
    fn every_rule_has_its_texts() {
        for rule in RULES {
            assert_eq!(rule_meaning(Language::English, rule), rule.meaning);
            assert_eq!(rule_explanation(Language::English, rule), rule.explanation);
            let (meaning, explanation) =
                (rule_meaning(Language::Czech, rule), rule_explanation(Language::Czech, rule));
            assert!(!meaning.starts_with("rule-") && meaning != rule.meaning, "{meaning}");
            assert!(!meaning.ends_with('.'), "{meaning}");
            assert!(!explanation.starts_with("rule-"), "{explanation}");
            assert!(explanation != rule.explanation && explanation.ends_with('.'), "{explanation}");
        }
    }

    #[test]
    fn every_finding_has_its_texts() {
        for fault in faults() {
            let english = fault_text(Language::English, &fault);
            assert_eq!(english, fault.to_string());
            let czech = fault_text(Language::Czech, &fault);
            assert_ne!(czech, english);
            for start in ["fault-", "value-", "warning-", "gap-", "{$"] {
                assert!(!czech.contains(start), "{czech}");
            }
        }
    }

    /// Reports on disk have the English words; they become the same as if the fault itself were known.
    #[test]
    fn kept_words_of_warnings_and_gaps_are_told_again() {
        for warning in warnings() {
            let told = retold(Language::Czech, &warning.to_string());
            assert_eq!(told, warning_text(Language::Czech, &warning));
        }
        for gap in gaps() {
            assert_eq!(retold(Language::Czech, &gap.to_string()), gap_text(Language::Czech, &gap));
        }
    }
}
