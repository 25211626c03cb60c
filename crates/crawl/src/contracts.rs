//! What a harvest needs from outside, as three contracts: a [`CaptureStore`] stores captures, the [`Past`] knows
//! captures of earlier harvests, and an [`Observer`] is told the decisions of the harvest.
//!
//! This crate knows no archive. The caller of a harvest implements the contracts, with one type or with three. For all
//! of them:
//! - **Threads.** Any method may be called from many threads at once.
//! - **Errors.** The first error of any method ends the harvest. What was not committed by then is fetched again when
//!   the harvest continues. The harvest never repeats a failed call: an implementation that wants to try again does so
//!   before it returns the error.
//! - **Early stop.** A harvest that is told to stop, or that reaches a limit, finishes what is in flight, calls
//!   [`Observer::flush`] and [`CaptureStore::sync`] once more, and makes no call after that. After an error it makes
//!   no further call.
//! - **Drop.** The harvest drops its references when it ends. It closes nothing: the caller does.

mod observer;
mod past;
mod store;

pub use observer::{NoObserver, Observer};
pub use past::{EarlierCapture, NoPast, Past};
pub use store::{CaptureStore, KeptCapture, NewCapture};

use std::error::Error;
use std::sync::Arc;

/// Error of an implementation of a contract.
pub type ContractError = Box<dyn Error + Send + Sync>;

/// The implementations that a harvest uses.
#[derive(Clone)]
pub struct Contracts {
    /// Stores the captures.
    pub store: Arc<dyn CaptureStore>,
    /// Knows captures of earlier harvests.
    pub past: Arc<dyn Past>,
    /// Is told the decisions.
    pub observer: Arc<dyn Observer>,
}

impl Contracts {
    /// Creates contracts for a harvest that stores captures in `store`, knows nothing from earlier, and tells nobody.
    pub fn new(store: Arc<dyn CaptureStore>) -> Contracts {
        Contracts { store, past: Arc::new(NoPast), observer: Arc::new(NoObserver) }
    }

    /// Creates contracts for a harvest for which one type implements all three.
    pub fn all<T: CaptureStore + Past + Observer + 'static>(one: &Arc<T>) -> Contracts {
        Contracts { store: one.clone(), past: one.clone(), observer: one.clone() }
    }
}
