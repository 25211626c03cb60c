//! One process at a time changes an archive; the next one is told who that is.

use super::{ArchiveError, io_error, now};
use crate::hold::{Refused, hold};
use std::fmt;
use std::fs::File;
use std::path::Path;

const LOCK: &str = "lock";

/// Held as long as an archive is changed. The system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub struct WriteLock {
    _file: File,
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
        let command = command.replace(['\n', '\r'], " ");
        let words = format!("{}\n{}\n{command}\n", std::process::id(), now().iso8601());
        let file = hold(&path, &words).map_err(|refused| match refused {
            Refused::Held(words) => {
                ArchiveError::Locked { folder: folder.to_owned(), holder: Holder::parse(&words) }
            }
            Refused::Io(what, error) => io_error(what, &path)(error),
        })?;
        Ok(WriteLock { _file: file })
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
