//! Which followers have stopped, and why: `followers.tsv` in the archive.
//!
//! ```text
//! # stodola followers 1
//! 2026-11-16T12:00:00Z  search  warc/2026/a.warc.gz  the disk is full
//! ```
//!
//! Columns, separated by tabs: time, name of the follower, the file it was at, the reason. When a follower continues,
//! its line is removed. The file is replaced as a whole: after a crash it is the old one or the new one.

use crate::error::FollowError;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::SystemTime;
use std::{fs, io};
use stodola_archive::Archive;
use stodola_warc::date::Timestamp;

const FILE: &str = "followers.tsv";
const HEAD: &str = "# stodola followers ";
const FORMAT: u32 = 1;

/// Why a follower has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowerFailure {
    /// Time in the form of ISO 8601; empty if it failed just now.
    pub time: String,
    /// Name in the archive of the file that it was at; empty if the follower could not be opened.
    pub file: String,
    /// What went wrong.
    pub reason: String,
}

/// The failures of the followers of an archive, by name.
#[derive(Debug)]
pub(crate) struct Failures {
    path: PathBuf,
    known: BTreeMap<String, FollowerFailure>,
}

impl Failures {
    pub(crate) fn read(archive: &Archive) -> Result<Failures, FollowError> {
        let path = archive.folder().join(FILE);
        let text = match fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                return Err(FollowError::new(format!("cannot read '{}': {error}", path.display())));
            }
        };
        let mut known = BTreeMap::new();
        for line in text.lines() {
            if let Some(format) = line.strip_prefix(HEAD).and_then(|it| it.parse::<u32>().ok()) {
                if format > FORMAT {
                    let what = "was written by a later program; use a newer program";
                    return Err(FollowError::new(format!("'{}' {what}", path.display())));
                }
                continue;
            }
            let columns: Vec<&str> = line.splitn(4, '\t').collect();
            let &[time, name, file, reason] = &columns[..] else { continue };
            let [time, file, reason] = [time, file, reason].map(str::to_owned);
            known.insert(name.to_owned(), FollowerFailure { time, file, reason });
        }
        Ok(Failures { path, known })
    }

    pub(crate) fn get(&self, name: &str) -> Option<&FollowerFailure> {
        self.known.get(name)
    }

    /// Stores that a follower has stopped.
    pub(crate) fn add(&mut self, name: &str, file: &str, reason: &str) -> Result<(), FollowError> {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let time = Timestamp::from_unix_seconds(since.as_secs()).iso8601().to_string();
        let reason = reason.replace(['\t', '\n', '\r'], " ");
        let failure = FollowerFailure { time, file: file.to_owned(), reason };
        self.known.insert(name.to_owned(), failure);
        self.write()
    }

    /// Removes the failure of a follower, if it has one.
    pub(crate) fn remove(&mut self, name: &str) -> Result<(), FollowError> {
        match self.known.remove(name) {
            Some(_) => self.write(),
            None => Ok(()),
        }
    }

    fn write(&self) -> Result<(), FollowError> {
        let mut text = format!("{HEAD}{FORMAT}\n");
        for (name, FollowerFailure { time, file, reason }) in &self.known {
            text.push_str(&format!("{time}\t{name}\t{file}\t{reason}\n"));
        }
        Ok(stodola_durable::replace(&self.path, text.as_bytes())?)
    }
}
