//! Errors from working on ARC and WARC files.

use std::io;
use std::path::PathBuf;
use stodola_warc::Wrapping;
use stodola_warc::segments::SegmentError;
use stodola_warc::write::{FileError, WriteError};

/// Errors from working on ARC and WARC files.
#[derive(Debug, thiserror::Error)]
pub enum WarcError {
    /// A file cannot be opened.
    #[error("{}: cannot be opened", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A file or folder cannot be created.
    #[error("{}: cannot be created", path.display())]
    Create {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("{}: cannot be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The folder already has the results of another run.
    #[error("{} exists already; choose another folder", path.display())]
    Exists {
        /// The file that exists.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The rest of an input cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// The rows could not be passed on; no input is at fault.
    #[error("{0}")]
    Output(#[source] io::Error),
    /// A new WARC file cannot be created or finished.
    #[error("{0}")]
    NewFile(#[from] FileError),
    /// A record cannot be written to a new WARC file.
    #[error("{0}")]
    NewRecord(#[from] WriteError),
    /// The file is in a packing that must be undone first.
    #[error("{}: not an archive: looks like {wrapping}", path.display())]
    Wrapped {
        /// The file.
        path: PathBuf,
        /// The packing.
        wrapping: Wrapping,
    },
    /// No record starts at the offset.
    #[error("{}: no record starts at {offset}{}; `stodola warc ls` shows where records start", path.display(),
        inner_words(*inner))]
    NoRecord {
        /// The file.
        path: PathBuf,
        /// Byte offset in the file.
        offset: u64,
        /// Offset in the decoded member; 0 for its first record.
        inner: u64,
    },
    /// Segments are joined by the id of their record, which is missing.
    #[error("the record has no WARC-Record-ID")]
    NoRecordId,
    /// A segment of the record is wrong.
    #[error("{}: {error}", path.display())]
    Segment {
        /// The file with the segment.
        path: PathBuf,
        /// What is wrong.
        error: SegmentError,
    },
    /// The segments cannot be joined.
    #[error("{0}")]
    Segments(#[from] SegmentError),
    /// The record is a revisit, which has no payload of its own.
    #[error("a revisit has no payload; look in the record it refers to")]
    RevisitPayload,
    /// Only WARC files can be repacked.
    #[error("this is an ARC file; repack works with WARC only")]
    Arc,
    /// A record has to be read twice, which standard input does not allow.
    #[error("the record at {offset} is cut, and standard input cannot be read again")]
    CutOnInput {
        /// Byte offset of the record.
        offset: u64,
    },
    /// The file has changed while it was read.
    #[error("the record at {offset} is no longer there")]
    Gone {
        /// Byte offset at which the record was.
        offset: u64,
    },
}

fn inner_words(inner: u64) -> String {
    if inner > 0 { format!(", inner offset {inner}") } else { String::new() }
}
