//! Takes the lock of the index of payloads.

use std::io;
use std::path::Path;
use stodola_durable::{Lock, LockError};

/// Why a file could not be held.
pub(crate) enum Refused {
    /// Another one has it, and says this: nothing, if it has not come to write yet.
    Held(String),
    /// The file system refused.
    Io(&'static str, io::Error),
}

/// Takes the file for this process as long as the result lives, and writes `words` for the others.
pub(crate) fn hold(path: &Path, words: &str) -> Result<Lock, Refused> {
    Lock::take(path, words).map_err(|error| match error {
        LockError::Held { holder, .. } => Refused::Held(holder),
        LockError::Path(error) => Refused::Io(error.doing, error.source),
    })
}
