//! What is done after the last URI: it may take long for a large harvest, and whoever watches wants to know.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// A step of closing a harvest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Step {
    /// What was fetched last is made safe.
    Committing = 1,
    /// crawl.log gets its last lines.
    Logs,
    /// The frontier writes all it knows to disk.
    Checkpoint,
    /// Reports are counted and written.
    Reports,
    /// The last WARC file is finished and read back.
    Files,
    /// Outcomes are brought into the catalogue.
    Catalogue,
}

const STEPS: [Step; 6] =
    [Step::Committing, Step::Logs, Step::Checkpoint, Step::Reports, Step::Files, Step::Catalogue];

/// Which step of closing a harvest is at. Cheap to clone; it outlives the harvest, so that whoever owns the store
/// can go on with it.
#[derive(Clone, Debug, Default)]
pub struct Closing(Arc<AtomicU8>);

impl Closing {
    /// Says which step begins.
    pub fn begin(&self, step: Step) {
        self.0.store(step as u8, Ordering::Relaxed);
    }

    /// The step that was begun last; None as long as it is harvested.
    pub fn step(&self) -> Option<Step> {
        let number = self.0.load(Ordering::Relaxed);
        STEPS.into_iter().find(|step| *step as u8 == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_told_in_their_order_to_everybody_who_watches() {
        let (closing, mut before) = (Closing::default(), None);
        let watched = closing.clone();
        assert_eq!(watched.step(), None);
        for step in STEPS {
            closing.begin(step);
            assert_eq!(watched.step(), Some(step));
            assert!(before < Some(step));
            before = Some(step);
        }
    }
}
