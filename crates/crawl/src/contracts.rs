//! What a harvest needs from outside, as three contracts: a [`CaptureStore`] takes captures, the [`Past`] tells
//! what is known from earlier harvests, and an [`Observer`] hears what is decided.
//!
//! This crate knows no archive. Whoever runs a harvest implements the contracts, with one type or with three. For
//! all of them:
//! - **Threads.** Any method may be called from many threads at once.
//! - **Errors.** The first error of any method ends the harvest. What was not committed by then is fetched again when
//!   the harvest continues. Nothing is tried twice: whoever wants to try again does so before it returns the error.
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

/// Why an implementation of a contract could not do what it was asked for.
pub type ContractError = Box<dyn Error + Send + Sync>;

/// The implementations that a harvest uses.
#[derive(Clone)]
pub struct Contracts {
    /// Takes the captures.
    pub store: Arc<dyn CaptureStore>,
    /// Knows captures of earlier harvests.
    pub past: Arc<dyn Past>,
    /// Hears what is decided.
    pub observer: Arc<dyn Observer>,
}

impl Contracts {
    /// A harvest that keeps captures in `store`, knows nothing from earlier, and tells nobody.
    pub fn new(store: Arc<dyn CaptureStore>) -> Contracts {
        Contracts { store, past: Arc::new(NoPast), observer: Arc::new(NoObserver) }
    }

    /// A harvest for which one type implements all three contracts.
    pub fn all<T: CaptureStore + Past + Observer + 'static>(one: &Arc<T>) -> Contracts {
        Contracts { store: one.clone(), past: one.clone(), observer: one.clone() }
    }
}
