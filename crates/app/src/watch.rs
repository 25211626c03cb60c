//! The contract of those who are told the progress of long work.

use std::path::Path;
use stodola_archive::Holder;

/// Is told of the progress of long work, and can stop it.
///
/// All methods are called often and must return quickly. Each has a default that does nothing.
pub trait Watch: Send + Sync {
    /// A stage begins that counts up to `total` units; `None` if that is not known in advance.
    fn begin(&self, _stage: &str, _total: Option<u64>) {}

    /// The current stage has done this number of units since its beginning.
    fn at(&self, _done: u64) {}

    /// The current stage has ended.
    fn end(&self) {}

    /// Another process has the archive in that folder. The work continues when the archive is free.
    fn waiting(&self, _archive: &Path, _holder: &Holder) {}

    /// Whether the work should stop at the next place where it can continue later.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// A watch that ignores everything and never stops the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Watch for Quiet {}
