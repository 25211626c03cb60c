//! A file that one process at a time locks, with a text about that process.
//!
//! The system releases the lock when the process ends, however it ends; the file stays.

use crate::error::PathError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Maximum number of bytes of the holder's text that are read.
const WORDS_MAX: u64 = 4096;
/// Number of attempts to read the holder's text, and the time between them.
const WORDS_LOOKS: u32 = 20;
const WORDS_WAIT: Duration = Duration::from_millis(5);

/// A lock that this process holds until the value is dropped.
#[derive(Debug)]
pub struct Lock {
    file: File,
}

/// Errors from taking a lock.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process holds the lock.
    #[error("'{}' is locked", path.display())]
    Held {
        /// The file.
        path: PathBuf,
        /// What the holder has written about itself; empty if it has not written it yet.
        holder: String,
    },
    /// The file could not be opened, locked or written.
    #[error(transparent)]
    Path(#[from] PathError),
}

impl Lock {
    /// Takes the lock of a file, which is created if it does not exist, and writes `words` about this process, which
    /// must end with a line end. Does not wait: an error if another process holds the lock.
    pub fn take(path: &Path, words: &str) -> Result<Lock, LockError> {
        let mut file = open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(begin(file, path, words)?),
            Err(TryLockError::WouldBlock) => {
                Err(LockError::Held { path: path.to_owned(), holder: words_of(&mut file) })
            }
            Err(TryLockError::Error(error)) => Err(PathError::new("lock", path)(error).into()),
        }
    }

    /// Same as [`Lock::take`], but waits until the lock is free.
    pub fn take_in_turn(path: &Path, words: &str) -> Result<Lock, PathError> {
        let file = open(path)?;
        loop {
            match file.lock() {
                Ok(()) => return begin(file, path, words),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(PathError::new("lock", path)(error)),
            }
        }
    }

    /// Whether another process holds the lock.
    pub fn is_held(path: &Path) -> bool {
        let Ok(file) = File::open(path) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }

    /// Same as [`Lock::is_held`], also if this process holds it. The lock is not tried, because a process that wants it
    /// at that moment would be refused; the system is asked. `false` where the system does not tell.
    #[cfg(unix)]
    pub fn seems_held(path: &Path) -> bool {
        use std::os::unix::fs::MetadataExt;

        let Ok(file) = std::fs::metadata(path) else { return false };
        let inode = file.ino().to_string();
        let locks = std::fs::read_to_string("/proc/locks").unwrap_or_default();
        locks.lines().any(|line| {
            let words: Vec<_> = line.split_whitespace().collect();
            let file = words.iter().find(|word| word.matches(':').count() == 2);
            words.contains(&"FLOCK")
                && file.and_then(|file| file.rsplit(':').next()) == Some(inode.as_str())
        })
    }

    /// Returns what the holder has written about itself; empty if nobody holds the lock.
    pub fn holder(path: &Path) -> String {
        File::open(path).map(|mut file| words_of(&mut file)).unwrap_or_default()
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The next process must not read these words as those of another holder.
        let _ = self.file.set_len(0);
    }
}

fn open(path: &Path) -> Result<File, PathError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.open(path).map_err(PathError::new("open", path))
}

fn begin(mut file: File, path: &Path, words: &str) -> Result<Lock, PathError> {
    file.set_len(0)
        .and_then(|()| file.write_all(words.as_bytes()))
        .map_err(PathError::new("write", path))?;
    Ok(Lock { file })
}

/// Reads the text of the holder. It is written just after the lock was taken and ends with a line end, so this waits
/// for it for a short time; the holder may also be about to release the lock.
fn words_of(file: &mut File) -> String {
    let mut words = Vec::new();
    for _ in 0..WORDS_LOOKS {
        words.clear();
        let read = file.rewind().and_then(|()| file.take(WORDS_MAX).read_to_end(&mut words));
        if read.is_ok() && words.ends_with(b"\n") {
            break;
        }
        std::thread::park_timeout(WORDS_WAIT);
    }
    String::from_utf8_lossy(&words).into_owned()
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
        assert!(Lock::is_held(&path));
        assert!(Lock::seems_held(&path));
        assert_eq!(Lock::holder(&path), "the first, and long-winded");
        drop(first);
        // Its words have gone with it.
        assert!(!Lock::is_held(&path));
        assert!(!Lock::seems_held(&path));
        assert_eq!(fs::read_to_string(&path).unwrap(), "");
        let third = Lock::take_in_turn(&path, "the third\n").unwrap();
        let waiting = std::thread::spawn({
            let path = path.clone();
            move || Lock::take_in_turn(&path, "the fourth\n").map(drop)
        });
        drop(third);
        waiting.join().unwrap().unwrap();
        let _second = Lock::take(&path, "the second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "the second");
        fs::remove_file(&path).unwrap();
        match Lock::take(&path.join("below"), "") {
            Err(LockError::Path(error)) => assert_eq!(error.doing, "open"),
            other => panic!("{other:?}"),
        }
    }
}
