//! The warnings and gaps of the reader: the complete list of what can be wrong with stored bytes.
//!
//! A warning belongs to a record; a [`Gap`] is a range of bytes that belongs to no record.
//! Neither stops the reader.

use crate::check::CheckRule;
use crate::check::rules;
use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Allowed, but worth knowing.
    Comment,
    /// The standard or good practice advises otherwise.
    Recommendation,
    /// The standard is broken, or bytes are damaged or missing.
    Error,
}

impl Grade {
    /// Returns the word used in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Grade::Comment => "comment",
            Grade::Recommendation => "recommendation",
            Grade::Error => "error",
        }
    }
}

/// Something odd about one record, found while it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// There is an empty gzip member or zstd frame before the record.
    EmptyMember {
        /// Where the empty member starts in the file.
        offset: u64,
    },
    /// The CRC-32 stored after a gzip member is not that of its bytes.
    GzipCrc {
        /// Where the member starts in the file.
        offset: u64,
        /// The value in the file.
        stored: u32,
        /// The value of the bytes.
        computed: u32,
    },
    /// The length stored after a gzip member is not that of its bytes.
    GzipSize {
        /// Where the member starts in the file.
        offset: u64,
        /// The value in the file.
        stored: u32,
        /// The value of the bytes (modulo 2^32).
        computed: u32,
    },
    /// The file ends inside a gzip trailer, so the CRC cannot be verified.
    GzipTrailerCut {
        /// Where the member starts in the file.
        offset: u64,
    },
    /// A gzip header breaks RFC 1952, but the member can be read.
    GzipHeader {
        /// Where the member starts in the file.
        offset: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// Compressed data could not be decoded to its end.
    MemberDamaged {
        /// Where the member starts in the file.
        offset: u64,
        /// What the decoder said.
        what: String,
    },
    /// A zstd frame lacks something that the WARC-zstd rules require.
    ZstdFrame {
        /// Where the frame starts in the file.
        offset: u64,
        /// What it lacks.
        what: &'static str,
    },
    /// The record starts inside a compressed member, so it cannot be reached by its offset alone.
    InsideMember,
    /// The record's bytes are spread over several compressed members.
    SplitMembers,
    /// The file or the readable part of it ends before the block does.
    BlockTruncated {
        /// The length the header gives.
        declared: u64,
        /// The bytes that are there.
        found: u64,
    },
    /// The next record starts before the declared end of the block.
    LengthTooLong {
        /// The length the header gives.
        declared: u64,
        /// The bytes before the next record.
        found: u64,
    },
    /// There are bytes that are not a record between the declared end of the block and the next record.
    LengthTooShort {
        /// The length the header gives.
        declared: u64,
    },
    /// The block ends in the line end that should follow it, so its declared length may be too long by that.
    LengthDoubtful {
        /// The length the header gives.
        declared: u64,
    },
    /// The header has no length, or one that is not a number.
    LengthUnreadable {
        /// The text found, if any.
        value: Option<String>,
    },
    /// The filedesc block is longer or shorter than its header says.
    FiledescLength {
        /// The length the header gives.
        declared: u64,
        /// The bytes before the first record.
        found: u64,
    },
    /// The bytes between this record and the next are not the separator of the format.
    Separator {
        /// The bytes found, escaped, at most eight of them.
        found: String,
    },
    /// ARC: there is no line end between this record and the next, or one too many after the filedesc record. Some
    /// writers do this.
    ArcSeparator {
        /// The bytes found, escaped; empty if there are none.
        found: String,
    },
    /// The version in the first line was never published.
    UnknownVersion {
        /// The text found.
        version: String,
    },
    /// Header lines end in LF alone.
    LfLines,
    /// Header lines end in CR CR LF.
    CrCrLfLines,
    /// A header line has no colon; it is kept, but it is not a field.
    LineWithoutColon {
        /// The line, shortened.
        line: String,
    },
    /// The header does not end with an empty line.
    HeaderUnfinished,
    /// A header line of an ARC file does not have the number of fields of its version.
    ArcFields {
        /// What is odd.
        what: &'static str,
    },
}

impl Warning {
    /// Returns a short stable name, for reports that programs read.
    pub fn rule(&self) -> &'static str {
        self.broken().name
    }

    /// Returns the rule that is broken.
    fn broken(&self) -> CheckRule {
        match self {
            Warning::EmptyMember { .. } => rules::EMPTY_MEMBER,
            Warning::GzipCrc { .. } => rules::GZIP_CRC,
            Warning::GzipSize { .. } => rules::GZIP_SIZE,
            Warning::GzipTrailerCut { .. } => rules::GZIP_TRAILER_CUT,
            Warning::GzipHeader { .. } => rules::GZIP_HEADER,
            Warning::MemberDamaged { .. } => rules::MEMBER_DAMAGED,
            Warning::ZstdFrame { .. } => rules::ZSTD_FRAME,
            Warning::InsideMember => rules::INSIDE_MEMBER,
            Warning::SplitMembers => rules::SPLIT_MEMBERS,
            Warning::BlockTruncated { .. } => rules::BLOCK_TRUNCATED,
            Warning::LengthTooLong { .. } => rules::LENGTH_TOO_LONG,
            Warning::LengthTooShort { .. } => rules::LENGTH_TOO_SHORT,
            Warning::LengthDoubtful { .. } => rules::LENGTH_DOUBTFUL,
            Warning::LengthUnreadable { .. } => rules::LENGTH_UNREADABLE,
            Warning::FiledescLength { .. } => rules::FILEDESC_LENGTH,
            Warning::Separator { .. } => rules::SEPARATOR,
            Warning::ArcSeparator { .. } => rules::ARC_SEPARATOR,
            Warning::UnknownVersion { .. } => rules::UNKNOWN_VERSION,
            Warning::LfLines => rules::LF_LINES,
            Warning::CrCrLfLines => rules::CR_CR_LF_LINES,
            Warning::LineWithoutColon { .. } => rules::LINE_WITHOUT_COLON,
            Warning::HeaderUnfinished => rules::HEADER_UNFINISHED,
            Warning::ArcFields { .. } => rules::ARC_FIELDS,
        }
    }

    /// Returns whether bytes are wrong, missing or hard to reach. False if only a rule about the form is broken.
    pub fn is_damage(&self) -> bool {
        match self {
            Warning::GzipCrc { .. }
            | Warning::GzipSize { .. }
            | Warning::GzipTrailerCut { .. }
            | Warning::MemberDamaged { .. }
            | Warning::BlockTruncated { .. }
            | Warning::LengthTooLong { .. }
            | Warning::LengthTooShort { .. }
            | Warning::LengthDoubtful { .. }
            | Warning::LengthUnreadable { .. }
            | Warning::HeaderUnfinished => true,
            Warning::EmptyMember { .. }
            | Warning::GzipHeader { .. }
            | Warning::ZstdFrame { .. }
            | Warning::InsideMember
            | Warning::SplitMembers
            | Warning::FiledescLength { .. }
            | Warning::Separator { .. }
            | Warning::ArcSeparator { .. }
            | Warning::UnknownVersion { .. }
            | Warning::LfLines
            | Warning::CrCrLfLines
            | Warning::LineWithoutColon { .. }
            | Warning::ArcFields { .. } => false,
        }
    }

    /// Returns how bad the warning is.
    pub fn grade(&self) -> Grade {
        self.broken().grade
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::EmptyMember { offset } => {
                write!(f, "there is an empty compressed member at {offset}")
            }
            Warning::GzipCrc { offset, stored, computed } => write!(
                f,
                "gzip member at {offset}: the CRC-32 of its bytes is {computed:08x}, but the file says {stored:08x}"
            ),
            Warning::GzipSize { offset, stored, computed } => write!(
                f,
                "gzip member at {offset}: it has {computed} bytes (mod 2^32), but the file says {stored}"
            ),
            Warning::GzipTrailerCut { offset } => {
                write!(f, "gzip member at {offset}: the file ends inside its CRC and length")
            }
            Warning::GzipHeader { offset, what } => {
                write!(f, "gzip member at {offset}: {what}")
            }
            Warning::MemberDamaged { offset, what } => {
                write!(f, "compressed member at {offset} cannot be decoded to its end: {what}")
            }
            Warning::ZstdFrame { offset, what } => write!(f, "zstd frame at {offset}: {what}"),
            Warning::InsideMember => {
                f.write_str("the record starts inside a compressed member; repack the file")
            }
            Warning::SplitMembers => {
                f.write_str("the record is spread over several compressed members; repack the file")
            }
            Warning::BlockTruncated { declared, found } => {
                write!(f, "the block should have {declared} bytes, but only {found} are there")
            }
            Warning::LengthTooLong { declared, found } => write!(
                f,
                "the block should have {declared} bytes, but the next record starts after {found}"
            ),
            Warning::LengthTooShort { declared } => write!(
                f,
                "the block should have {declared} bytes, but bytes that are not a record follow it; \
                 the length may be too short"
            ),
            Warning::LengthDoubtful { declared } => write!(
                f,
                "the block should have {declared} bytes and the next record follows without a line end; \
                 the length may be too long by that line end"
            ),
            Warning::LengthUnreadable { value: Some(value) } => {
                write!(f, "the block length '{value}' is not a number")
            }
            Warning::LengthUnreadable { value: None } => f.write_str("the block length is missing"),
            Warning::FiledescLength { declared, found } => write!(
                f,
                "the filedesc block should have {declared} bytes, but the next record starts after {found}"
            ),
            Warning::Separator { found } => {
                write!(f, "the record is followed by '{found}' instead of its separator")
            }
            Warning::ArcSeparator { found } if found.is_empty() => {
                f.write_str("there is no line end after the record")
            }
            Warning::ArcSeparator { found } => {
                write!(f, "the record is followed by '{found}' instead of one line end")
            }
            Warning::UnknownVersion { version } => write!(f, "unknown version '{version}'"),
            Warning::LfLines => f.write_str("header lines end in LF instead of CR LF"),
            Warning::CrCrLfLines => f.write_str("header lines end in CR CR LF instead of CR LF"),
            Warning::LineWithoutColon { line } => write!(f, "a header line has no colon: '{line}'"),
            Warning::HeaderUnfinished => f.write_str("the header does not end in an empty line"),
            Warning::ArcFields { what } => write!(f, "ARC header line: {what}"),
        }
    }
}

/// A range of bytes that belongs to no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where it starts in the file; for bytes inside a compressed member, where the member starts.
    pub offset: u64,
    /// Bytes in the file, or decoded bytes if `inner` is set.
    pub length: u64,
    /// For bytes inside a compressed member: where they start in its decoded form.
    pub inner: Option<u64>,
    /// Why the bytes could not be read as a record.
    pub reason: GapReason,
}

/// Why bytes belong to no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GapReason {
    /// Bytes between compressed members that are not a member.
    NotAMember,
    /// Only NUL bytes, as tapes and block devices leave them.
    Nul,
    /// A compressed member that cannot be decoded; the rest of it is lost.
    MemberDamaged(String),
    /// Decoded bytes of a compressed member that ends before the record is complete.
    MemberCut(String),
    /// Decoded bytes that are not the header of a record.
    NotARecord,
    /// Bytes after the declared end of a block.
    AfterBlock,
    /// A header longer than the limit.
    HeaderTooLong,
}

impl GapReason {
    /// Returns a short stable name, for reports that programs read.
    pub fn rule(&self) -> &'static str {
        self.broken().name
    }

    /// Returns the rule that is broken.
    fn broken(&self) -> CheckRule {
        match self {
            GapReason::NotAMember => rules::NOT_A_MEMBER,
            GapReason::Nul => rules::NUL_PADDING,
            GapReason::MemberDamaged(_) => rules::MEMBER_LOST,
            GapReason::MemberCut(_) => rules::MEMBER_DAMAGED,
            GapReason::NotARecord => rules::NOT_A_RECORD,
            GapReason::AfterBlock => rules::AFTER_BLOCK,
            GapReason::HeaderTooLong => rules::HEADER_TOO_LONG,
        }
    }
}

impl fmt::Display for GapReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GapReason::NotAMember => f.write_str("they are not a compressed member"),
            GapReason::Nul => f.write_str("they are all NUL"),
            GapReason::MemberDamaged(what) => write!(f, "they cannot be decompressed: {what}"),
            GapReason::MemberCut(what) => {
                write!(f, "the compressed member cannot be decoded to its end: {what}")
            }
            GapReason::NotARecord => f.write_str("there is no record header"),
            GapReason::AfterBlock => f.write_str("they follow the declared end of a block"),
            GapReason::HeaderTooLong => f.write_str("the header is longer than 1 MiB"),
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Gap { offset, length, inner, reason } = self;
        match inner {
            Some(inner) => write!(
                f,
                "{length} decoded bytes, from {inner} in the member at {offset}, could not be read as a \
                 record: {reason}"
            ),
            None => write!(f, "{length} bytes could not be read as a record: {reason}"),
        }
    }
}
