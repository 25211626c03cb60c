//! Which records of a file need not be stored again.

use crate::source::Original;
use std::collections::HashMap;

/// What was decided for the records of one file, by their number.
#[derive(Debug, Default)]
pub(crate) struct Decisions {
    originals: HashMap<usize, Original>,
}

impl Decisions {
    /// The record that holds the payload of this one, if it is not to be stored again.
    pub(crate) fn original(&self, number: usize) -> Option<&Original> {
        self.originals.get(&number)
    }
}
