//! A file that one process at a time holds, with a word from whoever holds it.
//!
//! The system lets go of it when the process ends, however it ends; the file stays.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

/// So much is read of what the holder says.
const WORDS_MAX: u64 = 4096;

/// Why a file could not be held.
pub(crate) enum Refused {
    /// Another one has it, and says this: nothing, if it has not come to write yet.
    Held(String),
    /// The file system refused.
    Io(&'static str, io::Error),
}

/// Takes the file for this process as long as the result lives, and writes `words` for the others.
pub(crate) fn hold(path: &Path, words: &str) -> Result<File, Refused> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(|error| Refused::Io("open", error))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut words = String::new();
            // Whoever holds it may write this very moment; any words, or none, will do.
            let _ = file.take(WORDS_MAX).read_to_string(&mut words);
            return Err(Refused::Held(words));
        }
        Err(TryLockError::Error(error)) => return Err(Refused::Io("lock", error)),
    }
    file.set_len(0)
        .and_then(|()| file.write_all(words.as_bytes()))
        .map_err(|error| Refused::Io("write", error))?;
    Ok(file)
}
