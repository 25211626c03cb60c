//! The contract of those who are told the decisions of a harvest.

use super::ContractError;
use stodola_judge::Verdict;

/// Is told the decisions of a harvest. See [the module](super) for what holds for all contracts.
///
/// The progress of a harvest is not reported here; use [`Control::progress`](crate::Control::progress).
pub trait Observer: Send + Sync {
    /// Is told the verdict on a document, whether it is archived or not. Must return soon; long work has to be
    /// deferred.
    ///
    /// After a crash, documents whose outcome was not committed are fetched and reported again.
    fn judged(&self, _uri: &[u8], _verdict: &Verdict) -> Result<(), ContractError> {
        Ok(())
    }

    /// When it returns, everything that was reported before the call survives the end of the process. The harvest calls
    /// it before it commits outcomes, from a thread of its own.
    fn flush(&self) -> Result<(), ContractError> {
        Ok(())
    }
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {}
