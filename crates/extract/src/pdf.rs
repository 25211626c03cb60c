//! The text of PDF documents, read by another process.
//!
//! A PDF can make any reader of it crash, run for ever or use all memory. So it is never parsed here: a child process
//! gets the bytes on its standard input and writes the text to its standard output, under limits on time and memory
//! that the kernel enforces. Whatever it does, the caller gets the text so far, and the reason if it is not complete.

mod child;

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::PathBuf;
use std::time::Duration;

/// A program that writes the text of a PDF, and the limits under which it runs.
///
/// It reads the document from its standard input and writes text in UTF-8 to its standard output, with a form feed
/// (U+000C) at the end of each page. It exits with code 0 if the text is complete; otherwise the reason is on its
/// standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfProgram {
    /// The executable. It is not searched for in `PATH`, and gets no environment but `MIMALLOC_ARENA_RESERVE=0`.
    pub executable: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Its limits.
    pub limits: PdfLimits,
}

/// The limits for one document. The child process has them before it gets the first byte of the document. It cannot
/// write to files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfLimits {
    /// Maximum number of bytes of the document; a longer one is not read.
    pub max_bytes: u64,
    /// Maximum number of bytes of text; more is cut.
    pub max_text: usize,
    /// Maximum number of bytes of memory that the child process may reserve (its address space).
    pub memory: u64,
    /// Maximum processor time of the child process, rounded up to seconds.
    pub cpu_time: Duration,
    /// Maximum time from start to end, after which the child process is killed.
    pub time: Duration,
}

impl Default for PdfLimits {
    fn default() -> PdfLimits {
        PdfLimits {
            max_bytes: 64 << 20,
            max_text: 4 << 20,
            memory: 1 << 30,
            cpu_time: Duration::from_secs(30),
            time: Duration::from_secs(60),
        }
    }
}

/// The text of a PDF.
#[derive(Debug)]
pub struct PdfText {
    /// The text, with a form feed (U+000C) at the end of each page. Invalid UTF-8 is replaced by U+FFFD.
    pub text: String,
    /// Why the text is not complete; `None` if it is.
    pub shortfall: Option<PdfShortfall>,
}

/// Why the text of a PDF is not complete. What was written before is kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PdfShortfall {
    /// There is more text than the limit allows.
    #[error("more than {0} bytes of text")]
    Text(usize),
    /// The document is longer than the limit.
    #[error("longer than {0} bytes")]
    Bytes(u64),
    /// The child process was killed after the time limit.
    #[error("no end after {0:?}")]
    Time(Duration),
    /// The child process used more processor time than the limit allows.
    #[error("more than {0:?} of processor time")]
    CpuTime(Duration),
    /// The child process did not end regularly: it could not read the document or a page of it, it ran out of memory,
    /// or it crashed.
    #[error("{status}: {message}")]
    Failed {
        /// How it ended: its exit code or the signal.
        status: String,
        /// The beginning of what it wrote to its standard error, on one line.
        message: String,
    },
}

/// Errors that prevent the text of a PDF from being read at all. They say nothing about the document.
#[derive(Debug, thiserror::Error)]
pub enum PdfProgramError {
    /// The program could not be started.
    #[error("'{}' cannot be started", .executable.display())]
    Start {
        /// The program.
        executable: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The limits of the child process could not be set; it was killed before it got the document.
    #[error("the limits of a child process cannot be set")]
    Limits(#[source] io::Error),
    /// The document could not be read from the caller.
    #[error("the document cannot be read")]
    Body(#[source] io::Error),
    /// The child process could not be waited for.
    #[error("a child process cannot be waited for")]
    Wait(#[source] io::Error),
}

impl PdfProgram {
    /// Returns the text of a document. Takes as long as reading `body` takes, plus at most the time limit.
    pub fn text(&self, body: impl Read) -> Result<PdfText, PdfProgramError> {
        child::run(self, body)
    }
}
