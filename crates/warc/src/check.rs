//! The validator: holds a file to the standard of its format, and recomputes its digests.
//!
//! A [`Checker`] is given the records and gaps of a file one by one, in their order, and calls back
//! for every [`Finding`]; the caller drives, so that progress can be shown. Every block is read
//! once. Findings have a grade and the name of a rule; all rules stand in [`RULES`], those of the
//! reader too, whose warnings and gaps become findings.
//!
//! Memory does not grow with the file: of its records about a million ids are remembered, as
//! hashes, and a comment says so if there are more.

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
pub use rules::{RULES, CheckRule};

use crate::reader::Reader;
use crate::record::RecordType;
use crate::warning::Grade;
use std::io::{self, Read};

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where the record starts in the file, or the bytes that belong to none.
    pub offset: u64,
    /// How bad it is.
    pub grade: Grade,
    /// The name of the rule that is broken.
    pub rule: &'static str,
    /// What was found. Displayed, it is the message in English.
    pub fault: FormatFault,
}

/// What is to be checked.
#[derive(Clone, Debug)]
pub struct CheckerOptions {
    /// Recompute digests; without it a file is checked for its form alone.
    pub digests: bool,
}

impl Default for CheckerOptions {
    fn default() -> Self {
        CheckerOptions { digests: true }
    }
}

/// What a file amounts to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckSummary {
    /// Records in the file.
    pub records: u64,
    /// How many of each type, in the order of their first appearance.
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

/// Checks all that a reader yields. To show progress, drive a [`Checker`] instead.
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
    /// Of the record that is being checked.
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
