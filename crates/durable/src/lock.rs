//! A file that one process at a time holds, with a word from whoever holds it.
//!
//! The system lets go of it when the process ends, however it ends; the file stays.

use crate::error::PathError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// So much is read of what the holder says.
const WORDS_MAX: u64 = 4096;

/// A lock that this process has. It ends when the value is dropped.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Errors from taking a lock.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process has it.
    #[error("'{}' is locked", path.display())]
    Held {
        /// The file.
        path: PathBuf,
        /// What the holder has written about itself; empty if it has not come to that yet.
        holder: String,
    },
    /// The file could not be opened, locked or written.
    #[error(transparent)]
    Path(#[from] PathError),
}

impl Lock {
    /// Takes the lock of a file, which is created if need be, and writes `words` for others to read. Does not wait.
    pub fn take(path: &Path, words: &str) -> Result<Lock, LockError> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(PathError::new("open", path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = Vec::new();
                // The holder may write this very moment; any words, or none, will do.
                let _ = file.take(WORDS_MAX).read_to_end(&mut holder);
                let holder = String::from_utf8_lossy(&holder).into_owned();
                return Err(LockError::Held { path: path.to_owned(), holder });
            }
            Err(TryLockError::Error(error)) => {
                return Err(PathError::new("lock", path)(error).into());
            }
        }
        file.set_len(0)
            .and_then(|()| file.write_all(words.as_bytes()))
            .map_err(PathError::new("write", path))?;
        Ok(Lock { _file: file })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn second_holder_is_told_of_the_first_and_has_its_turn_later() {
        let path = std::env::temp_dir().join(format!("stodola-lock-{}", std::process::id()));
        let first = Lock::take(&path, "the first, and long-winded").unwrap();
        match Lock::take(&path, "the second") {
            Err(LockError::Held { holder, .. }) => assert_eq!(holder, "the first, and long-winded"),
            other => panic!("{other:?}"),
        }
        drop(first);
        let _second = Lock::take(&path, "the second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "the second");
        fs::remove_file(&path).unwrap();
        match Lock::take(&path.join("below"), "") {
            Err(LockError::Path(error)) => assert_eq!(error.doing, "open"),
            other => panic!("{other:?}"),
        }
    }
}
