//! Tools for ARC and WARC files: list, check, print, index, extract, repack.
//!
//! Inputs are processed one after the other. A [`ReportNotice`] is told what is wrong with one, and the rest continues.

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
pub use check::{CheckRow, ReportedFinding, WarcCheckSettings, check};
pub use error::WarcError;
pub use extract::{ExtractSettings, Extracted, extract};
pub use index::{IndexSettings, index};
pub use inputs::{InputProblem, InputsEnded, Notice, ReportNotice, WarcInput, each_input};
pub use ls::{ListedRecord, Sha1Digests, list};
pub use repack::{RepackSettings, Repacked, repack};
pub use sniff::{FileLook, KNOWN_LOOKS};
