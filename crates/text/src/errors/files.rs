//! Errors from reading and writing files: records of WARC, segments, tables.

use super::{cannot_since, newer, system_text};
use crate::inputs::wrapping_text;
use crate::{Language, phrase, retold, text};
use stodola_app::warc::WarcError;
use stodola_table::TableError;
use stodola_warc::decode::LimitExceeded;
use stodola_warc::segments::SegmentError;
use stodola_warc::write::{FileError, HeadError, WriteError};

pub(super) fn head_error(language: Language, error: &HeadError) -> String {
    match error {
        HeadError::Name(name) => phrase!(language, "error-head-name", name),
        HeadError::Value(name) => phrase!(language, "error-head-value", name),
        HeadError::Id(id) => phrase!(language, "error-head-id", id),
        HeadError::Reserved(name) => phrase!(language, "error-head-reserved", name),
        HeadError::Type(kind) => phrase!(language, "error-head-type", kind),
        HeadError::TooLong(length) => phrase!(language, "error-head-too-long", length),
        HeadError::Raw(what) => {
            let what = retold(language, what);
            phrase!(language, "error-head-raw", what)
        }
    }
}

pub(super) fn write_error(language: Language, error: &WriteError) -> String {
    match error {
        WriteError::Head(error) => head_error(language, error),
        WriteError::BlockShort { declared, found } => {
            phrase!(language, "error-block-short", declared, found)
        }
        WriteError::BlockLong { declared } => phrase!(language, "error-block-long", declared),
        WriteError::BlockChanged => text!(language, "error-block-changed"),
        WriteError::Read(error) => {
            let error = system_text(language, error);
            phrase!(language, "error-block-read", error)
        }
        WriteError::Write(error) => {
            let error = system_text(language, error);
            phrase!(language, "error-record-write", error)
        }
        WriteError::Torn => text!(language, "error-record-torn"),
    }
}

pub(super) fn file_error(language: Language, error: &FileError) -> String {
    match error {
        FileError::Exists(path) => text!(language, "error-file-exists", path = path.display()),
        FileError::Locked(path) => text!(language, "error-file-locked", path = path.display()),
        FileError::Finished(path) => {
            text!(language, "error-file-finished", path = path.display())
        }
        FileError::Foreign(path) => text!(language, "error-file-foreign", path = path.display()),
        FileError::Name(path) => text!(language, "error-file-name", path = path.display()),
        FileError::Warcinfo { path, error } => {
            let (path, error) = (path.display(), write_error(language, error));
            phrase!(language, "error-file-warcinfo", path, error)
        }
        FileError::Io { what, path, error } => cannot_since(language, what, path, error),
    }
}

pub(super) fn segment_error(language: Language, error: &SegmentError) -> String {
    match error {
        SegmentError::Unknown => text!(language, "error-segment-unknown"),
        SegmentError::Field { offset, field } => {
            phrase!(language, "error-segment-field", offset, field)
        }
        SegmentError::Missing { number } => phrase!(language, "error-segment-missing", number),
        SegmentError::Twice { number } => phrase!(language, "error-segment-twice", number),
        SegmentError::Unfinished { number } => {
            phrase!(language, "error-segment-unfinished", number)
        }
        SegmentError::Total { declared, found } => {
            phrase!(language, "error-segment-total", declared, found)
        }
        SegmentError::Short { number, declared, found } => {
            phrase!(language, "error-segment-short", number, declared, found)
        }
        SegmentError::TooMany { budget } => phrase!(language, "error-segment-too-many", budget),
    }
}

pub(super) fn limit_exceeded(language: Language, error: &LimitExceeded) -> String {
    let limit = error.limit;
    phrase!(language, "error-body-limit", limit)
}

pub(super) fn table_error(language: Language, error: &TableError) -> String {
    match error {
        TableError::Damaged { path, what } => {
            text!(language, "error-damaged", path = path.display(), what = what)
        }
        TableError::Newer { path, found, known: _ } => {
            newer(language, path, found, &error.to_string())
        }
        TableError::Merge => text!(language, "error-table-merge"),
        TableError::Io { what, path, error } => cannot_since(language, what, path, error),
    }
}

pub(super) fn warc_error(language: Language, error: &WarcError) -> String {
    let file = |key: &str, path: &std::path::Path| text!(language, key, path = path.display());
    match error {
        WarcError::Open { path, source: _ } => file("error-warc-open", path),
        WarcError::Create { path, source: _ } => file("error-warc-create", path),
        WarcError::Write { path, source: _ } => file("error-warc-write", path),
        WarcError::Exists { path, source: _ } => file("error-warc-exists", path),
        WarcError::Read(error) | WarcError::Output(error) => system_text(language, error),
        WarcError::NewFile(error) => file_error(language, error),
        WarcError::NewRecord(error) => write_error(language, error),
        WarcError::Wrapped { path, wrapping } => {
            let (path, looks) = (path.display(), wrapping_text(language, *wrapping));
            phrase!(language, "error-warc-wrapped", path, looks)
        }
        WarcError::NoRecord { path, offset, inner } => text!(
            language,
            "error-warc-no-record",
            path = path.display(),
            offset = *offset,
            inner = *inner
        ),
        WarcError::NoRecordId => text!(language, "error-warc-no-id"),
        WarcError::Segment { path, error } => {
            format!("{}: {}", path.display(), segment_error(language, error))
        }
        WarcError::Segments(error) => segment_error(language, error),
        WarcError::RevisitPayload => text!(language, "error-warc-revisit"),
        WarcError::Arc => text!(language, "error-warc-arc"),
        WarcError::CutOnInput { offset } => phrase!(language, "error-warc-cut-on-input", offset),
        WarcError::Gone { offset } => phrase!(language, "error-warc-gone", offset),
    }
}
