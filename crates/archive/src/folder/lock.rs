//! The lock of an archive: one process at a time changes it, and others are told which one.

use super::{ArchiveError, now};
use std::fmt;
use std::path::Path;
use stodola_durable::{Lock, LockError};

const LOCK: &str = "lock";
/// Name of the lock that the next process in the queue holds.
const NEXT: &str = "lock.next";
/// Name of the lock of the process that runs the jobs of the archive when they are due.
const DUTY: &str = "harvest.lock";

/// The lock of an archive, held while it is changed. The system releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct WriteLock {
    _lock: Lock,
}

/// The process that holds an archive, as far as it wrote down who it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    /// Process number; `None` if it is not known.
    pub process: Option<u32>,
    /// The command that it runs; `None` if it is not known.
    pub command: Option<String>,
    /// Time when it took the lock; `None` if it is not known.
    pub since: Option<String>,
}

impl WriteLock {
    pub(super) fn take(folder: &Path, command: &str) -> Result<WriteLock, ArchiveError> {
        WriteLock::take_named(folder, LOCK, command)
    }

    /// Same as for the archive, with another file: for work that can go on beside changes of the catalogue.
    pub(crate) fn take_named(
        folder: &Path,
        name: &str,
        command: &str,
    ) -> Result<WriteLock, ArchiveError> {
        let path = folder.join(name);
        let lock = Lock::take(&path, &words(command)).map_err(|error| refused(folder, error))?;
        Ok(WriteLock { _lock: lock })
    }

    /// Waits while another process has the archive; calls `on_wait` with that process.
    pub(super) fn take_in_turn(
        folder: &Path,
        command: &str,
        on_wait: &mut dyn FnMut(&Holder),
    ) -> Result<WriteLock, ArchiveError> {
        // No process overtakes those that wait.
        if WriteLock::is_wanted(folder) {
            on_wait(&Holder::parse(&Lock::holder(&folder.join(LOCK))));
        } else {
            match WriteLock::take(folder, command) {
                Err(ArchiveError::Locked { holder, .. }) => on_wait(&holder),
                result => return result,
            }
        }
        // One process waits for the archive, the others wait for its place in the queue.
        let turn = Lock::take_in_turn(&folder.join(NEXT), &words(command))?;
        let lock = Lock::take_in_turn(&folder.join(LOCK), &words(command))?;
        drop(turn);
        Ok(WriteLock { _lock: lock })
    }

    /// Takes the duty to run the jobs of an archive.
    pub(super) fn take_duty(folder: &Path, command: &str) -> Result<WriteLock, ArchiveError> {
        WriteLock::take_named(folder, DUTY, command)
    }

    /// Returns the process that has the lock of the archive; `None` if nobody has it.
    pub(super) fn held_by(folder: &Path) -> Option<Holder> {
        holder_of(&folder.join(LOCK))
    }

    /// Returns the process that runs the jobs of an archive; `None` if nobody does.
    pub(super) fn on_duty(folder: &Path) -> Option<Holder> {
        holder_of(&folder.join(DUTY))
    }

    pub(super) fn is_wanted(folder: &Path) -> bool {
        Lock::is_held(&folder.join(NEXT))
    }
}

fn holder_of(lock: &Path) -> Option<Holder> {
    Lock::seems_held(lock).then(|| Holder::parse(&Lock::holder(lock)))
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
    /// Whether it is this process.
    pub fn is_here(&self) -> bool {
        self.process == Some(std::process::id())
    }

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
