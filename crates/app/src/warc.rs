//! Tools for ARC and WARC files: list, check, print, index, extract, repack.
//!
//! Inputs are worked on one after the other. What is wrong with one is told to a [`ReportNotice`], and the rest
//! continues.

mod cat;
mod check;
mod error;
mod extract;
mod index;
mod inputs;
mod ls;
mod pairs;
mod repack;
mod sniff;

pub use cat::{PrintSettings, RecordPart, print_record};
pub use check::{CheckRow, CheckSettings, ReportedFinding, check};
pub use error::WarcError;
pub use extract::{ExtractSettings, Extracted, extract};
pub use index::{IndexSettings, index};
pub use inputs::{Input, InputsEnded, Notice, Problem, ReportNotice, each_input};
pub use ls::{ListedRecord, Sha1Digests, list};
pub use repack::{RepackSettings, Repacked, repack};
pub use sniff::{FileLook, KNOWN_LOOKS};
