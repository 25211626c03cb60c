//! Whether captures of an address differ from those before them.

use super::CaptureSight;
use stodola_archive::Entry;

/// How the content of a capture compares with that of the capture before it. Errors and captures that may not be shown
/// are passed over: the next one is compared with what was before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentChange {
    /// Nothing is before it.
    First,
    /// Its payload digest is another one.
    Changed,
    /// Its payload digest is the same.
    Same,
    /// One of the two has no digest, or they were made in different ways.
    Unknown,
    /// The server answered with an error.
    Error,
    /// It may not be shown.
    Blocked,
}

impl ContentChange {
    /// Whether the capture can be compared with others.
    pub fn is_content(self) -> bool {
        !matches!(self, ContentChange::Error | ContentChange::Blocked)
    }
}

/// Compares captures in the order of their time.
#[derive(Debug, Default)]
pub(super) struct ChangeTracker {
    /// The digest of the last capture with content; `Some(None)` if it has none.
    before: Option<Option<String>>,
}

impl ChangeTracker {
    /// How the next capture compares.
    pub(super) fn next(&mut self, entry: &Entry, sight: CaptureSight) -> ContentChange {
        if sight != CaptureSight::Shown {
            return ContentChange::Blocked;
        }
        if entry.row.status.is_some_and(|status| status >= 400) {
            return ContentChange::Error;
        }
        let digest = entry.row.digest.clone();
        let change = match (&self.before, &digest) {
            (None, _) => ContentChange::First,
            (Some(Some(before)), Some(now)) if before == now => ContentChange::Same,
            (Some(Some(before)), Some(now)) if algorithm(before) == algorithm(now) => {
                ContentChange::Changed
            }
            (Some(_), _) => ContentChange::Unknown,
        };
        self.before = Some(digest);
        change
    }
}

fn algorithm(digest: &str) -> &str {
    digest.split_once(':').map_or("", |(algorithm, _)| algorithm)
}
