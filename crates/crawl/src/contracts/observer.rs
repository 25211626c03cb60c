//! The contract of whoever wants to hear what a harvest decides.

use super::ContractError;
use stodola_judge::Verdict;

/// Hears what a harvest decides. See [the module](super) for what holds for all contracts.
///
/// How far a harvest is, is not told but asked for: [`Control::progress`](crate::Control::progress).
pub trait Observer: Send + Sync {
    /// Is told the verdict on a document, whether it is archived or not. Must return soon; what takes long is put off.
    ///
    /// After a crash, documents whose outcome was not committed are fetched and told again.
    fn judged(&self, _uri: &[u8], _verdict: &Verdict) -> Result<(), ContractError> {
        Ok(())
    }

    /// When it returns, all that was told before the call survives the end of the process. The harvest calls it before
    /// it commits outcomes, from a thread of its own.
    fn flush(&self) -> Result<(), ContractError> {
        Ok(())
    }
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {}
