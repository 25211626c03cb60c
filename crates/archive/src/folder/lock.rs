//! One process at a time changes an archive; the next one is told who that is.

use super::{ArchiveError, now};
use std::fmt;
use std::path::Path;
use stodola_durable::{Lock, LockError};

const LOCK: &str = "lock";
/// Held by the one process that is next.
const NEXT: &str = "lock.next";

/// Held as long as an archive is changed. The system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub struct WriteLock {
    _lock: Lock,
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
        let lock = Lock::take(&path, &words(command)).map_err(|error| refused(folder, error))?;
        Ok(WriteLock { _lock: lock })
    }

    /// Waits for its turn if another process has the archive; `on_wait` is told which one that is.
    pub(super) fn take_in_turn(
        folder: &Path,
        command: &str,
        on_wait: &mut dyn FnMut(&Holder),
    ) -> Result<WriteLock, ArchiveError> {
        // Nobody goes before those who wait.
        if WriteLock::is_wanted(folder) {
            on_wait(&Holder::parse(&Lock::holder(&folder.join(LOCK))));
        } else {
            match WriteLock::take(folder, command) {
                Err(ArchiveError::Locked { holder, .. }) => on_wait(&holder),
                result => return result,
            }
        }
        // One waits for the archive, the others for being that one.
        let turn = Lock::take_in_turn(&folder.join(NEXT), &words(command))?;
        let lock = Lock::take_in_turn(&folder.join(LOCK), &words(command))?;
        drop(turn);
        Ok(WriteLock { _lock: lock })
    }

    pub(super) fn is_wanted(folder: &Path) -> bool {
        Lock::is_held(&folder.join(NEXT))
    }
}

fn words(command: &str) -> String {
    let command = command.replace(['\n', '\r'], " ");
    format!("{}\n{}\n{command}\n", std::process::id(), now().iso8601())
}

fn refused(folder: &Path, error: LockError) -> ArchiveError {
    match error {
        LockError::Held { holder, .. } => {
            ArchiveError::Locked { folder: folder.to_owned(), holder: Holder::parse(&holder) }
        }
        LockError::Path(error) => error.into(),
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
