//! One process at a time changes an archive; the next one is told who that is.

use super::{ArchiveError, io_error, now};
use crate::hold::{Refused, hold, hold_in_turn, is_held, words_at};
use std::fmt;
use std::fs::File;
use std::path::Path;

const LOCK: &str = "lock";
/// Held by the one process that is next.
const NEXT: &str = "lock.next";

/// Held as long as an archive is changed. The system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub struct WriteLock {
    file: File,
}

/// Who holds an archive, as far as it said so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    /// Its process number.
    pub process: Option<u32>,
    /// What it was asked to do.
    pub command: Option<String>,
    /// Since when.
    pub since: Option<String>,
}

impl WriteLock {
    pub(super) fn take(folder: &Path, command: &str) -> Result<WriteLock, ArchiveError> {
        WriteLock::take_named(folder, LOCK, command)
    }

    /// The same with another file, for work that goes on beside changes of the catalogue.
    pub(crate) fn take_named(
        folder: &Path,
        name: &str,
        command: &str,
    ) -> Result<WriteLock, ArchiveError> {
        let path = folder.join(name);
        let file = hold(&path, &words(command)).map_err(|it| refused(folder, &path, it))?;
        Ok(WriteLock { file })
    }

    /// Waits for its turn if another process has the archive; `on_wait` is told which one that is.
    pub(super) fn take_in_turn(
        folder: &Path,
        command: &str,
        on_wait: &mut dyn FnMut(&Holder),
    ) -> Result<WriteLock, ArchiveError> {
        // Nobody goes before those who wait.
        if WriteLock::is_wanted(folder) {
            on_wait(&Holder::parse(&words_at(&folder.join(LOCK))));
        } else {
            match WriteLock::take(folder, command) {
                Err(ArchiveError::Locked { holder, .. }) => on_wait(&holder),
                result => return result,
            }
        }
        // One waits for the archive, the others for being that one.
        let next = folder.join(NEXT);
        let turn = hold_in_turn(&next, &words(command)).map_err(|it| refused(folder, &next, it))?;
        let path = folder.join(LOCK);
        let file = hold_in_turn(&path, &words(command)).map_err(|it| refused(folder, &path, it))?;
        drop(turn);
        Ok(WriteLock { file })
    }

    pub(super) fn is_wanted(folder: &Path) -> bool {
        is_held(&folder.join(NEXT))
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        // Whoever finds it taken next must not read our words.
        let _ = self.file.set_len(0);
    }
}

fn words(command: &str) -> String {
    let command = command.replace(['\n', '\r'], " ");
    format!("{}\n{}\n{command}\n", std::process::id(), now().iso8601())
}

fn refused(folder: &Path, path: &Path, refused: Refused) -> ArchiveError {
    match refused {
        Refused::Held(words) => {
            ArchiveError::Locked { folder: folder.to_owned(), holder: Holder::parse(&words) }
        }
        Refused::Io(what, error) => io_error(what, path)(error),
    }
}

impl Holder {
    fn parse(text: &str) -> Holder {
        let mut lines = text.lines();
        let process = lines.next().and_then(|line| line.parse().ok());
        let mut next = || lines.next().filter(|line| !line.is_empty()).map(str::to_owned);
        let since = next();
        Holder { process, since, command: next() }
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.process {
            Some(process) => write!(f, "process {process}")?,
            None => f.write_str("another process")?,
        }
        if let Some(command) = &self.command {
            write!(f, " ({command})")?;
        }
        match &self.since {
            Some(since) => write!(f, " since {since}"),
            None => Ok(()),
        }
    }
}
