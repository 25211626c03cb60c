//! The validator: checks a file against the standard of its format, and recomputes its digests.
//!
//! A [`Checker`] is given the records and gaps of a file one by one, in their order, and calls back for every
//! [`Finding`]; the caller drives, so that progress can be shown. Every block is read once. Findings have a grade and
//! the name of a rule. [`RULES`] lists all rules, also those of the reader, whose warnings and gaps become findings.
//!
//! Memory does not grow with the file: about a million record ids are kept, as hashes. If there are more, a finding (a
//! comment) says so.

mod arc;
mod block;
mod chains;
mod checker;
mod fault;
mod fields;
mod header;
mod kinds;
pub(crate) mod rules;
mod values;
mod verify;

#[cfg(test)]
mod tests;

pub use checker::Checker;
pub use fault::{FormatFault, Remembered, ValueFault};
pub use rules::{CheckRule, RULES};

use crate::reader::Reader;
use crate::record::RecordType;
use crate::warning::Grade;
use std::io::{self, Read};

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Offset in the file of the record, or of the bytes that belong to no record.
    pub offset: u64,
    /// How bad it is.
    pub grade: Grade,
    /// The name of the rule that is broken.
    pub rule: &'static str,
    /// What was found. Displayed, it is the message in English.
    pub fault: FormatFault,
}

/// What is checked.
#[derive(Clone, Debug)]
pub struct CheckerOptions {
    /// Whether digests are recomputed. If not, only the form of the file is checked.
    pub digests: bool,
}

impl Default for CheckerOptions {
    fn default() -> Self {
        CheckerOptions { digests: true }
    }
}

/// The numbers of a file that was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckSummary {
    /// Records in the file.
    pub records: u64,
    /// Number of records of each type, in the order of their first appearance.
    pub by_type: Vec<(RecordType, u64)>,
    /// Findings that are errors.
    pub errors: u64,
    /// Findings that are recommendations.
    pub recommendations: u64,
    /// Findings that are comments.
    pub comments: u64,
    /// Blocks whose digest was recomputed and is right.
    pub blocks_verified: u64,
    /// Payloads whose digest was recomputed and is right.
    pub payloads_verified: u64,
    /// Bytes in all blocks.
    pub bytes: u64,
}

/// Checks all records and gaps of a reader. To show progress, use a [`Checker`] instead.
pub fn check<R: Read>(
    reader: &mut Reader<R>,
    options: &CheckerOptions,
    on: &mut dyn FnMut(Finding),
) -> io::Result<CheckSummary> {
    let mut checker = Checker::new(options, on);
    while let Some(record) = reader.next_record()? {
        checker.record(record)?;
        reader.take_gaps().iter().for_each(|gap| checker.gap(gap));
    }
    reader.take_gaps().iter().for_each(|gap| checker.gap(gap));
    Ok(checker.finish())
}

/// Where findings go.
struct Sink<'a> {
    on: &'a mut dyn FnMut(Finding),
    /// Offset of the record that is being checked.
    offset: u64,
    errors: u64,
    recommendations: u64,
    comments: u64,
}

impl Sink<'_> {
    fn add(&mut self, rule: CheckRule, fault: FormatFault) {
        self.graded(rule, rule.grade, fault);
    }

    fn graded(&mut self, rule: CheckRule, grade: Grade, fault: FormatFault) {
        self.put(Finding { offset: self.offset, grade, rule: rule.name, fault });
    }

    fn put(&mut self, finding: Finding) {
        match finding.grade {
            Grade::Error => self.errors += 1,
            Grade::Recommendation => self.recommendations += 1,
            Grade::Comment => self.comments += 1,
        }
        (self.on)(finding);
    }
}
