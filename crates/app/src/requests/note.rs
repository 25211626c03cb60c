//! What packages write to the log of a request, and why they cannot do something. On disk these are English sentences;
//! whoever shows them finds the arguments in them again, and tells them in another language.

use crate::export::LeftOutReason;

/// A line that a package writes to the log of its request.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RequestNote {
    /// Another process changes the archive.
    #[error("waits for the archive: {holder}")]
    Waits {
        /// What that process says of itself.
        holder: String,
    },
    /// An export is written.
    #[error("captures exported: {captures}, records: {records}")]
    Exported {
        /// Captures in it.
        captures: u64,
        /// Records in it.
        records: u64,
    },
    /// Something is not in an export.
    #[error("left out: {count}, because: {}", .reason.as_str())]
    LeftOut {
        /// How much.
        count: u64,
        /// Why.
        reason: LeftOutReason,
    },
    /// Files were checked.
    #[error("files checked: {files}, not as they should be: {bad}")]
    Checked {
        /// Files that were looked at.
        files: u64,
        /// Files that somebody has to do something about.
        bad: u64,
    },
    /// No process runs the jobs.
    #[error(
        "nobody runs the jobs now; it begins with 'stodola harvest' or 'stodola serve --harvest'"
    )]
    NobodyHarvests,
    /// A file could not be read to its end.
    #[error("not read completely: {file}")]
    NotReadCompletely {
        /// The name of the file.
        file: String,
    },
    /// A list has more rows than a template may get.
    #[error("the template got the first {most} rows only")]
    TemplateRows {
        /// Rows that it got.
        most: u64,
    },
    /// A list has more rows than were asked for.
    #[error("rows that are not in the result: {rows}")]
    MoreRows {
        /// How many.
        rows: u64,
    },
    /// No word is near all words that were asked for.
    #[error("no word is near to all of these words; those near to some of them are listed")]
    Relaxed,
}

/// Why a package cannot do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackageFault {
    /// An export needs a place or a job.
    #[error("say what to export: an address, or a job")]
    NothingToExport,
    /// A time could not be read.
    #[error("'{0}' is no time: 4 to 14 digits are needed")]
    NoTime(String),
    /// A site could not be read.
    #[error("'{0}' is no site: a host, *.DOMAIN, or the beginning of an address with * at its end")]
    NoPlace(String),
    /// Both a site and a collection were named.
    #[error("name a site or a collection, not both")]
    TwoAreas,
    /// The archive has nothing of it that may be shown.
    #[error("the map has no page of '{0}'")]
    NothingMapped(String),
    /// Nothing that is derived has this name.
    #[error("nothing is called '{only}'; known: {known}")]
    NotDerived {
        /// The name.
        only: String,
        /// The names that there are.
        known: String,
    },
}
