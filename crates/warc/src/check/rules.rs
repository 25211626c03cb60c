//! Every rule that a file can break, with its name in reports.
//!
//! The warnings and gaps of the reader take their names and grades from here too, so the list is always complete: a
//! finding cannot name a rule that is not in it.

use crate::warning::Grade;

/// One rule: its name never changes, so that programs may rely on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckRule {
    /// The name in reports.
    pub name: &'static str,
    /// How bad it usually is to break the rule. A finding may have another grade, depending on the circumstances.
    pub grade: Grade,
    /// What is wrong if the rule is broken, in one line.
    pub meaning: &'static str,
    /// What this means for the archive and what to do, in one paragraph.
    pub explanation: &'static str,
}

impl CheckRule {
    /// Returns the rule of that name; `None` if there is none.
    pub fn named(name: &str) -> Option<CheckRule> {
        RULES.iter().find(|rule| rule.name == name).copied()
    }
}

macro_rules! rules {
    ($($id:ident $name:literal $grade:ident $meaning:literal $explanation:literal;)*) => {
        $(pub(crate) const $id: CheckRule = CheckRule {
            name: $name,
            grade: Grade::$grade,
            meaning: $meaning,
            explanation: $explanation,
        };)*

        /// Every rule, grouped by subject.
        pub const RULES: &[CheckRule] = &[$($id),*];
    };
}

rules! {
    NO_RECORDS "no-records" Error "the file holds no record"
        "No ARC or WARC record was found anywhere in the file. It may be empty, of another format, or packed in \
         a way that is not supported. Look at its first bytes, and unpack it first if it is packed.";

    EMPTY_MEMBER "empty-member" Comment "an empty compressed member stands before the record"
        "A gzip member or zstd frame without content. Some writers leave one where they flushed or \
         reopened the file. Nothing is lost. 'stodola warc repack' leaves such members out.";
    GZIP_CRC "gzip-crc" Error "the bytes of a gzip member do not match its CRC-32"
        "The member could be unpacked, but its content is not what was packed: at least one bit has changed since it \
         was written. Any part of the record may be wrong, its URL included. Get the file from another copy. If \
         there is none, keep the file as it is and treat the record as damaged.";
    GZIP_SIZE "gzip-size" Error "a gzip member has another length than its end says"
        "The length stored at the end of the member is not that of the unpacked bytes. Either that number or the \
         content is damaged. Compare with another copy of the file.";
    GZIP_TRAILER_CUT "gzip-trailer-cut" Error "the file ends inside the last eight bytes of a gzip member"
        "All of the record seems to be there, but its CRC-32 and length are missing, so nobody can say whether the \
         bytes are right. The file was cut off, usually while it was written or copied. Look for a longer copy.";
    GZIP_HEADER "gzip-header" Recommendation "the header of a gzip member breaks RFC 1952"
        "The record can be read here, but other programs may refuse the member. 'stodola warc repack' writes the same \
         record with a correct header.";
    MEMBER_DAMAGED "member-damaged" Error "compressed data cannot be decoded to its end"
        "The bytes of the member are damaged, or the file ends inside it. What could be decoded before that place is \
         given; the rest of the record is lost in this copy. Get the file from another copy.";
    MEMBER_LOST "member-lost" Error "compressed data cannot be decoded and belongs to no record"
        "From the given offset on, stored bytes could not be decoded, so the records in them cannot be read. The \
         reader goes on with the next member that starts a record. Get the file from another copy, and keep the \
         damaged one until you have it.";
    ZSTD_FRAME "zstd-frame" Recommendation "a zstd frame lacks its content size or checksum"
        "The rules for .warc.zst ask for both. Without a checksum later damage stays unnoticed; without a size some \
         programs refuse the frame. 'stodola warc repack --compression zstd' writes frames that have both.";
    INSIDE_MEMBER "inside-member" Error "the record starts inside a compressed member"
        "Several records share one compressed member, so replay and indexes cannot reach this one by its offset. \
         Nothing is lost. 'stodola warc repack' writes each record as a member of its own.";
    SPLIT_MEMBERS "split-members" Error "the record is spread over several compressed members"
        "A record should be one member, so that it can be read from its offset alone. Nothing is lost. \
         'stodola warc repack' writes each record as one member.";
    NOT_A_MEMBER "junk-between-members" Error "bytes between compressed members are not a member"
        "Bytes that are neither gzip nor zstd stand where the next member should start. They may be what is left of \
         a damaged member, or something that was put there by mistake. The records before and behind are read.";
    NUL_PADDING "nul-padding" Error "the file holds a row of NUL bytes"
        "Tapes and some file systems fill up the end of a file with NUL bytes, and a crash may leave them where data \
         should be. At the end of a file they are harmless; between records something may be lost.";

    BLOCK_TRUNCATED "block-truncated" Error "the file ends before the block does"
        "The header promises more bytes than there are. The file was cut off, or the length is wrong. The bytes that \
         are there are given. Look for a longer copy of the file.";
    LENGTH_TOO_LONG "length-too-long" Error "the next record starts before the declared end of the block"
        "The header gives a length that reaches into the next record. The block is taken to end where that record \
         starts, so that neither the block nor the next record is damaged. Replay tools that believe the length will \
         misread both. Migrate or repack the file to get right lengths.";
    LENGTH_TOO_SHORT "length-too-short" Error "bytes that are not a record follow the block"
        "More bytes stand between the declared end of the block and the next record than the separator. Either the \
         length is too short and they belong to the block, or something was written between the records. The block \
         is given as long as its header says; the other bytes are reported as skipped.";
    LENGTH_DOUBTFUL "length-doubtful" Error "the length may be too long by the line end behind the record"
        "Other records of this ARC file are separated by a line end, but this block reaches right up to the next \
         header and ends in a line end itself. Either the length counts that line end by mistake, or the separator \
         is missing. The block is given as long as its header says.";
    LENGTH_UNREADABLE "length-unreadable" Error "the length of the block is missing or not a number"
        "Without a length the block is taken to reach to the next record that can be found. Its last bytes may be a \
         separator, and a record inside the block may be taken for the next one.";
    FILEDESC_LENGTH "filedesc-length" Error "the filedesc block has another length than its header says"
        "The record that describes an ARC file ends where the first capture starts, whatever its length says. \
         Nothing is lost. Programs that believe the length may fail at the first capture.";
    SEPARATOR "separator" Error "the record is not followed by the separator of its format"
        "WARC records end in two line ends (CR LF CR LF), ARC records in one. Other bytes there are a fault of the \
         writer, or a sign that the length is wrong by a few bytes. Strict programs stop here; 'stodola warc repack' \
         writes WARC records with right separators.";
    ARC_SEPARATOR "arc-separator" Comment "the line end between two ARC records is missing or doubled"
        "ARC asks for one line end between records. Some writers leave it out, and some do not count the last line \
         end of the filedesc record. The records can be read; a length that is wrong by one byte looks the same.";
    AFTER_BLOCK "bytes-after-block" Error "bytes behind a record could not be read as a record"
        "These bytes follow the declared end of a block. They may be the rest of that block, whose length is then \
         too short, or a record whose header is damaged. They are part of no record. 'stodola migrate' keeps them in \
         the quarantine.";
    NOT_A_RECORD "not-a-record" Error "bytes could not be read as a record"
        "These bytes do not start with a header of ARC or WARC. They may be the middle of a damaged record or \
         something else altogether. They are part of no record. 'stodola migrate' keeps them in the quarantine.";

    UNKNOWN_VERSION "unknown-version" Error "the version in the first line was never published"
        "WARC has the versions 0.17, 0.18, 1.0 and 1.1. The record is read as 1.1. Other programs may refuse it.";
    LF_LINES "lf-lines" Error "header lines end in LF instead of CR LF"
        "The standard asks for CR LF. Many programs read such headers, jwarc and FastWARC do not. 'stodola migrate' \
         writes header lines with CR LF.";
    CR_CR_LF_LINES "cr-cr-lf-lines" Error "header lines end in CR CR LF instead of CR LF"
        "A program has turned LF into CR LF once too often, as copies in text mode do. The header is read, but the \
         block may have been changed in the same way: compare its digest and length.";
    LINE_WITHOUT_COLON "line-without-colon" Error "a header line has no colon"
        "A header line is a name, a colon and a value. This line is none, so it is ignored. It may be the rest of a \
         line that was broken in two.";
    HEADER_UNFINISHED "header-unfinished" Error "the header does not end in an empty line"
        "The file ends inside the header, or the next record starts there. Fields may be missing, and there is no \
         block.";
    HEADER_TOO_LONG "header-too-long" Error "a header is longer than 1 MiB"
        "No end of the header was found within 1 MiB, so it is not read as a record. The bytes are damaged, or they \
         are no archive at all.";
    ARC_FIELDS "arc-fields" Error "an ARC header line does not have the fields of its version"
        "ARC 1 has five fields and ARC 2 has ten, separated by single spaces. URLs and media types with spaces in \
         them exist, and so do lines with fields left out. The fields are found by the address and date; compare \
         them with the line.";

    MISSING_FIELD "missing-field" Error "a field that the type of record must have is missing"
        "The standard names the fields that each type of record must have. Without them the record may be impossible \
         to find or to replay. Fix the program that wrote it; the file itself is better left as it is.";
    FIELD_NOT_ALLOWED "field-not-allowed" Error "the type of record must not have the field"
        "The standard gives this field a meaning for other types of records only. Programs should ignore it here.";
    FIELD_NEWER "field-newer" Comment "the field is of a later version than the record"
        "The record says that it follows an older version of the standard, which does not know this field. Programs \
         may ignore it.";
    DUPLICATE_FIELD "duplicate-field" Error "a field that may stand once stands twice"
        "Programs differ in which of the two values they take. Stodola takes the first.";
    EMPTY_VALUE "empty-value" Error "the field has no value"
        "A field without a value says nothing. It is treated as if it were missing.";
    SOURCE_DAMAGE "source-damage" Comment "the record was migrated from damaged bytes, as its header says"
        "The migration could not verify the record, because its source was damaged. The field Source-Damage says what \
         was wrong there, and Source-Quarantine names the file with the bytes of the source. The WARC itself is \
         sound; compare with another copy of the source, if there is one.";
    UNKNOWN_FIELD "unknown-field" Comment "a WARC- field that is not in the standard"
        "Names that begin with WARC- are for the standard and its extensions. The field is kept as it is, but other \
         programs may not know it, or it may be misspelt.";
    FIELD_NAME "field-name" Error "the name of a field has characters that no name may have"
        "Names of fields consist of letters, digits and a few signs. A strict program may refuse the record.";
    HEADER_ENCODING "header-encoding" Error "a field is not in UTF-8"
        "The standard asks for UTF-8. The bytes are kept as they are, but programs will show other characters.";
    HEADER_CONTROL "header-control" Error "a field holds control characters"
        "Control characters have no place in a header. They may be a sign of damage.";

    TYPE_UNKNOWN "type-unknown" Comment "a type of record that is not in the standard"
        "The standard allows other types than its eight, and programs skip those they do not know.";
    TYPE_CASE "type-case" Comment "the type of record is not in lower case"
        "The standard writes types in lower case. Some programs do not recognise other spellings.";
    ID_SYNTAX "id-syntax" Error "a record id is not a URI between < and >"
        "Record ids identify a record for ever, so they must be URIs, usually <urn:uuid:…>. References to this \
         record may not be found.";
    URI_SYNTAX "uri-syntax" Error "a value that must be a URI is not one"
        "The value has no scheme, or contains characters that a URI must not have. Indexes may list the record under \
         another key or not at all.";
    URI_BRACKETS "uri-brackets" Error "a URI stands between < and >"
        "WARC 1.0 showed target URIs in brackets by mistake and WARC 1.1 corrected it. Stodola reads the URI without \
         them; other programs may take the brackets for a part of it.";
    DATE_SYNTAX "date-syntax" Error "a date is not written as the standard asks"
        "Dates look like 2008-04-30T20:48:25Z, in UTC. Programs may not find the time of the capture.";
    DATE_PRECISION "date-precision" Error "before WARC 1.1 a date has seconds and no fraction"
        "Dates of another precision came with WARC 1.1. Programs for WARC 1.0 may refuse this one.";
    MEDIA_TYPE_SYNTAX "media-type-syntax" Error "a media type is not of the form type/subtype"
        "The value is kept, but nothing can be concluded from it.";
    IP_SYNTAX "ip-syntax" Error "an address is neither IPv4 nor IPv6"
        "WARC-IP-Address should be the address of the server. The value here is not an address.";
    IP_FORM "ip-form" Comment "an IPv6 address is not in its canonical form"
        "The address is right, but written in an unusual way, so that comparing it as text may fail.";
    NUMBER_SYNTAX "number-syntax" Error "a value that must be a number is not one"
        "The value is ignored.";
    TRUNCATED_REASON "truncated-reason" Comment "a reason for truncation not in the standard"
        "The standard knows length, time, disconnect and unspecified. Others are allowed, but programs may not know \
         them.";
    CONTENT_TYPE_MISSING "content-type-missing" Recommendation "a block without Content-Type"
        "The standard recommends that every block has a Content-Type. Without it a program has to guess.";
    WARC_FIELDS_TYPE "warc-fields-type" Recommendation
        "a warcinfo or metadata record that is not application/warc-fields"
        "Most programs read the content of these records only if it has this type.";

    PROFILE_UNKNOWN "profile-unknown" Recommendation "the profile of a revisit is not a known one"
        "The profile says what a revisit means and what it lacks. Programs that do not know it cannot replay the \
         record.";
    PROFILE_VERSION "profile-version" Comment "profile and record are of different versions"
        "The profile of one version of the standard stands in a record of another. Programs accept both.";
    REVISIT_DIGEST "revisit-digest" Error "the profile asks for a payload digest"
        "A revisit for an identical payload is found by that payload's digest. Without it the capture may not be \
         replayed.";
    REVISIT_REFERENCE "revisit-reference" Comment "a revisit does not say what it refers to"
        "Neither the id nor the URI and date of the original are given, so replay has to find it by the digest.";
    REVISIT_TRUNCATED "revisit-truncated" Comment
        "a revisit with a block does not say that it is truncated"
        "The standard asks for WARC-Truncated where a revisit keeps only the HTTP headers. Programs do not depend on \
         it.";

    SEGMENT_NUMBER "segment-number" Error
        "the number of a segment does not match the type of its record"
        "The first segment has number 1 and the type of the whole record; all others are continuations, from number \
         2 on.";
    SEGMENT_TYPE "segment-type" Recommendation "records of this type should not be segmented"
        "The standard advises against segments of such records. Programs may not join them.";
    SEGMENT_CHAIN "segment-chain" Error "the segments of a record do not fit together"
        "A number is missing or doubled, or the segments together are not as long as the last one says. The record \
         cannot be joined without loss.";
    SEGMENT_ELSEWHERE "segment-elsewhere" Comment "a segment of the record is not in this file"
        "Segments may be spread over several files. Check those too; 'stodola warc cat --joined --also FILE' joins \
         them.";
    DUPLICATE_ID "duplicate-id" Error "two records have the same id"
        "Ids must be unique. References may lead to the wrong record. If the records are the same, one of them was \
         written twice.";
    REFERENCE_ELSEWHERE "reference-elsewhere" Comment
        "a record that is referred to is not in this file"
        "The record may be in another file of the same harvest, which is usual.";
    NOT_REMEMBERED "not-remembered" Comment
        "the file has more records than are compared with each other"
        "To limit memory, ids and references are compared for about a million records of a file. Faults among the \
         others may stay unnoticed.";

    DIGEST_SYNTAX "digest-syntax" Error "a digest is not of the form algorithm:value"
        "The digest cannot be verified, because it is not known how it was made.";
    DIGEST_ALGORITHM "digest-algorithm" Comment "the algorithm of a digest is not supported"
        "The digest may be right, but this program cannot verify it.";
    BLOCK_DIGEST "block-digest" Error "the block has another digest than its header says"
        "The bytes of the record have changed since the digest was made, or the digest was wrong from the start. If \
         all records of a program's files have this fault, suspect the program; if it is one, suspect damage and \
         look for another copy.";
    PAYLOAD_DIGEST "payload-digest" Error "the payload has another digest than its header says"
        "As for block-digest, for the content without HTTP headers. If the block digest is right, the writer has \
         computed the payload digest in another way.";
    PAYLOAD_DIGEST_RAW "payload-digest-raw" Comment
        "the payload digest is that of the chunked body"
        "Some writers hash the body with its chunk lengths. The content is right, but deduplication against other \
         programs' digests will not find it.";
    PAYLOAD_DIGEST_SEGMENT "payload-digest-segment" Comment
        "the payload digest of a segmented record is not verified"
        "The digest is that of all segments together. Join the record and compare it yourself if you need to be sure.";

    HTTP_HEAD "http-head" Recommendation "the block does not begin with an HTTP head"
        "The record says that it is an HTTP message, but no status or request line is there. Replay may fail.";
    HTTP_TYPE "http-type" Recommendation "an HTTP message is not declared as application/http"
        "Programs may take the HTTP headers for a part of the content.";
    HTTP_MSGTYPE "http-msgtype" Recommendation "the msgtype contradicts the type of record"
        "A response record should not say msgtype=request, nor the other way round. The type of the record counts.";
    HTTP_LENGTH "http-length" Comment "the body has another length than the HTTP head says"
        "The server sent more or less than it announced, or the transfer was cut. Servers often do so. The record is \
         kept as it was received.";
    HTTP_CHUNKS "http-chunks" Comment "the body is not in the chunks that the HTTP head declares"
        "Some harvesters removed the chunk lengths and kept the header; or the transfer was cut. The body is used as \
         it is.";

    ARC_NO_FILEDESC "arc-no-filedesc" Error "the file does not begin with a filedesc record"
        "An ARC file should start with a record that describes it. The version is assumed to be 1.0. The beginning of \
         the file may be lost.";
    ARC_MORE_FILEDESC "arc-more-filedesc" Recommendation "a filedesc record stands inside the file"
        "Somebody has joined several ARC files into one. All of them are read.";
    ARC_VERSION "arc-version" Error "the filedesc record has no version line that is known"
        "The line behind the header should be '1 0', '1 1' or '2 0' and a name. The fields are read as those of \
         version 1.0.";
    ARC_FIELD_LIST "arc-field-list" Error "the filedesc record does not list the version's fields"
        "The second line of the filedesc record should list the fields of each header line. The order of the version \
         is assumed.";
    ARC_METADATA "arc-metadata" Comment "metadata in a file of version 1.0, or none in one of 1.1"
        "Version 1.1 differs from 1.0 by metadata in the filedesc record. Programs read both.";
    ARC_URL "arc-url" Error "the URL of a record has no scheme or holds control characters"
        "The record may be impossible to find in an index.";
    ARC_ADDRESS "arc-address" Error "the address of a record is not an IP address"
        "The second field should be the address of the server, or '-' if it is not known.";
    ARC_DATE "arc-date" Error "the date of a record does not have fourteen digits"
        "Dates look like 20080430204825. Shorter ones are completed for indexes; unreadable ones give no date.";
    ARC_MEDIA_TYPE "arc-media-type" Recommendation
        "the media type of a record is not of the form type/subtype"
        "The value is what the server sent, or a word such as no-type. Nothing can be concluded from it.";
    ARC_RESULT_CODE "arc-result-code" Error "the result code of a record is not a number"
        "ARC 2 keeps the HTTP status here. The status line in the block is used instead.";
    ARC_OFFSET "arc-offset" Error "a record does not stand where its header says"
        "ARC 2 keeps the offset of each record. If all of them are wrong, the file was changed or packed after it \
         was written; if they are wrong from one record on, bytes were lost or added before it.";
    ARC_CHECKSUM "arc-checksum" Comment "the checksum is not the MD5 of the block"
        "ARC 2 does not say what the checksum is of, so another value is no proof of damage.";
}
