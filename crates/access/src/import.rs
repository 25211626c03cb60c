//! Rules of other programs: pywb's `.aclj` files and the rules of OutbackCDX.
//!
//! What another program would decide, the imported rules decide too. What cannot be said in rules of ours is refused
//! with its place and the reason, and then nothing is imported: a rule that is left out may forbid something.

mod aclj;
mod outback;

pub use aclj::{AcljOptions, read_aclj};
pub use outback::{OutbackOptions, read_outback};

use crate::rule::AccessRule;

/// No more is read of a file, in bytes.
pub const IMPORT_MAX: usize = 256 << 20;

/// No more refusals than this are told.
const REFUSALS_MAX: usize = 100;

/// What is wrong with one rule of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportRefusal {
    /// Where: `line 7`, `rule 12`.
    pub place: String,
    /// What cannot be taken over, and why.
    pub what: String,
}

/// Errors from reading rules of another program. Nothing is imported then.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It is not a file of that kind.
    #[error("this is no file of such rules: {0}")]
    Format(String),
    /// The file is larger than what is read.
    #[error("the file is larger than 256 MiB")]
    TooLarge,
    /// Some of the rules cannot be taken over.
    #[error("{} of the rules cannot be taken over; the first: {}: {}", .count, .first.place, .first.what)]
    Refused {
        /// How many.
        count: usize,
        /// The first of them.
        first: ImportRefusal,
        /// The first hundred.
        refusals: Vec<ImportRefusal>,
    },
}

/// Collects rules and what is refused.
#[derive(Default)]
struct Collected {
    rules: Vec<AccessRule>,
    refusals: Vec<ImportRefusal>,
    refused: usize,
}

impl Collected {
    fn refuse(&mut self, place: impl Into<String>, what: impl Into<String>) {
        self.refused += 1;
        if self.refusals.len() < REFUSALS_MAX {
            self.refusals.push(ImportRefusal { place: place.into(), what: what.into() });
        }
    }

    fn finish(self) -> Result<Vec<AccessRule>, ImportError> {
        match self.refusals.first() {
            None => Ok(self.rules),
            Some(first) => Err(ImportError::Refused {
                count: self.refused,
                first: first.clone(),
                refusals: self.refusals,
            }),
        }
    }
}

/// The beginning of a text, for a message or a note.
fn shortened(text: &str) -> String {
    text.chars().take(1000).collect()
}
