//! Files that an archive had and has no more, on record for ever: `gone.tsv`.
//!
//! A file that is missing is reported by every check and every rebuild until somebody says that it is lost for
//! good, and why (`stodola archive forget`), or until it is found again under another name. Both are written here.
//!
//! ```text
//! # stodola gone 1
//! 2026-11-15T12:00:00Z  forgotten  1048576  9f86d0…  311  warc/2026/a.warc.gz  the disk of 2019 failed
//! 2026-11-15T12:00:00Z  moved      1048576  9f86d0…  311  /old/b.warc.gz       /new/b.warc.gz
//! 2026-12-15T12:00:00Z  returned   0        -        0    warc/2026/a.warc.gz  -
//! ```
//!
//! Columns, with a tab between them: when, what happened, size, SHA-256, captures, name, and the reason or the new name.
//! The last line about a name counts. The file is only appended to.

use super::{Archive, ArchiveError, append, io_error, now};
use std::collections::BTreeMap;
use std::fs;
use std::io;

const GONE: &str = "gone.tsv";
const HEAD: &str = "# stodola gone ";
const FORMAT: u32 = 1;

/// Why a file is no longer part of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Departure {
    /// Somebody said that it is lost for good, for this reason.
    Forgotten(String),
    /// It is in the archive under this name.
    Moved(String),
}

/// A file that is no longer part of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    /// When that was written down.
    pub time: String,
    /// Its size when it was last known.
    pub size: u64,
    /// Its SHA-256 in hexadecimal digits, if it was known.
    pub sha256: Option<String>,
    /// How many captures the catalogue had of it.
    pub captures: u64,
    /// What happened to it.
    pub departure: Departure,
}

impl Archive {
    /// The files that are no longer part of the archive, by name.
    pub fn gone(&self) -> Result<BTreeMap<String, Gone>, ArchiveError> {
        let path = self.folder.join(GONE);
        let text = match fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
            Err(error) => return Err(io_error("read", &path)(error)),
        };
        let mut gone = BTreeMap::new();
        for line in text.lines() {
            if let Some(found) = line.strip_prefix(HEAD).and_then(|format| format.parse().ok()) {
                if found > FORMAT {
                    return Err(ArchiveError::Newer { path, found });
                }
                continue;
            }
            let columns: Vec<&str> = line.splitn(7, '\t').collect();
            let &[time, what, size, sha256, captures, name, rest] = &columns[..] else { continue };
            let departure = match what {
                "forgotten" => Departure::Forgotten(rest.to_owned()),
                "moved" => Departure::Moved(rest.to_owned()),
                "returned" => {
                    gone.remove(name);
                    continue;
                }
                _ => continue,
            };
            let file = Gone {
                time: time.to_owned(),
                size: size.parse().unwrap_or(0),
                sha256: Some(sha256.to_owned()).filter(|sha256| sha256 != "-"),
                captures: captures.parse().unwrap_or(0),
                departure,
            };
            gone.insert(name.to_owned(), file);
        }
        Ok(gone)
    }

    /// Writes down that a file is no longer part of the archive.
    pub(crate) fn note_gone(
        &self,
        name: &str,
        (size, sha256, captures): (u64, Option<&str>, u64),
        departure: &Departure,
    ) -> Result<(), ArchiveError> {
        let (what, rest) = match departure {
            Departure::Forgotten(why) => ("forgotten", why.replace(['\t', '\n', '\r'], " ")),
            Departure::Moved(to) => ("moved", to.clone()),
        };
        let sha256 = sha256.unwrap_or("-");
        let line =
            format!("{}\t{what}\t{size}\t{sha256}\t{captures}\t{name}\t{rest}", now().iso8601());
        append(&self.folder.join(GONE), &format!("{HEAD}{FORMAT}"), &line)
    }

    /// Writes down that a file is part of the archive again, if it was gone.
    pub(crate) fn note_returned(&self, name: &str) -> Result<(), ArchiveError> {
        if !self.gone()?.contains_key(name) {
            return Ok(());
        }
        let line = format!("{}\treturned\t0\t-\t0\t{name}\t-", now().iso8601());
        append(&self.folder.join(GONE), &format!("{HEAD}{FORMAT}"), &line)
    }
}
