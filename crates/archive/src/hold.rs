//! A file that one process at a time holds, with a word from whoever holds it.
//!
//! The system lets go of it when the process ends, however it ends; the file stays.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

/// So much is read of what the holder says.
const WORDS_MAX: u64 = 4096;
/// How often the holder's words are looked for, and how long is waited in between.
const WORDS_LOOKS: u32 = 20;
const WORDS_WAIT: Duration = Duration::from_millis(5);

/// Why a file could not be held.
pub(crate) enum Refused {
    /// Another one has it, and says this: nothing, if it has not come to write yet.
    Held(String),
    /// The file system refused.
    Io(&'static str, io::Error),
}

/// Takes the file for this process as long as the result lives, and writes `words` for the others.
pub(crate) fn hold(path: &Path, words: &str) -> Result<File, Refused> {
    let mut file = open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(Refused::Held(words_of(&mut file))),
        Err(TryLockError::Error(error)) => return Err(Refused::Io("lock", error)),
    }
    write_words(file, words)
}

/// The same, but waits for whoever has it.
pub(crate) fn hold_in_turn(path: &Path, words: &str) -> Result<File, Refused> {
    let file = open(path)?;
    loop {
        match file.lock() {
            Ok(()) => return write_words(file, words),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Refused::Io("lock", error)),
        }
    }
}

/// Whether another process has the file.
pub(crate) fn is_held(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

/// What the holder of a file says.
pub(crate) fn words_at(path: &Path) -> String {
    File::open(path).map(|mut file| words_of(&mut file)).unwrap_or_default()
}

fn open(path: &Path) -> Result<File, Refused> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.open(path).map_err(|error| Refused::Io("open", error))
}

/// What the holder says. It writes that in the moment after it has taken the file, so that is waited for a
/// little; it may also be about to let go.
fn words_of(file: &mut File) -> String {
    let mut words = String::new();
    for _ in 0..WORDS_LOOKS {
        words.clear();
        let read = file.rewind().and_then(|()| file.take(WORDS_MAX).read_to_string(&mut words));
        if read.is_ok() && words.ends_with('\n') {
            break;
        }
        std::thread::park_timeout(WORDS_WAIT);
    }
    words
}

fn write_words(mut file: File, words: &str) -> Result<File, Refused> {
    file.set_len(0)
        .and_then(|()| file.write_all(words.as_bytes()))
        .map_err(|error| Refused::Io("write", error))?;
    Ok(file)
}
