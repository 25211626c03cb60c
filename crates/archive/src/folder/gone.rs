//! Files that no longer belong to an archive, on record for ever: `gone.tsv`.
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
//! Columns, separated by tabs: time, what happened, size in bytes, SHA-256, number of captures, name, and the reason or
//! the new name. The last line about a name counts. The file is only appended to.

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
    /// A user declared the file lost for good, for this reason.
    Forgotten(String),
    /// The file is in the archive under this new name.
    Moved(String),
}

/// A file that is no longer part of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    /// Time when this was written down.
    pub time: String,
    /// Last known size in bytes.
    pub size: u64,
    /// SHA-256 in hexadecimal digits; `None` if it was not known.
    pub sha256: Option<String>,
    /// Number of its captures in the catalogue at that time.
    pub captures: u64,
    /// What happened to it.
    pub departure: Departure,
}

impl Archive {
    /// Returns the files that no longer belong to the archive, by name.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    struct Folder(PathBuf);

    impl Folder {
        fn with(name: &str, record: &str) -> (Folder, Archive) {
            let path = std::env::temp_dir().join(format!("stodola-{name}-{}", std::process::id()));
            let archive = Archive::open_or_create(&path).unwrap();
            fs::write(path.join(GONE), record).unwrap();
            (Folder(path), archive)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// Lines of format 1 must be understood for ever.
    const RECORD: &str = "# stodola gone 1\n\
        2026-11-15T12:00:00Z\tforgotten\t1048576\t9f86\t311\twarc/a.warc.gz\tthe disk failed\n\
        2026-11-15T12:00:01Z\tmoved\t7\t-\t2\t/old/b.warc.gz\t/new/b.warc.gz\n\
        2026-11-15T12:00:02Z\tforgotten\t7\t-\t2\twarc/c.warc.gz\tx\n\
        2026-11-15T12:00:03Z\treturned\t0\t-\t0\twarc/c.warc.gz\t-\n\
        2026-11-15T12:00:04Z\tforgot";

    #[test]
    fn record_of_format_1_is_understood_and_a_torn_line_swallows_nothing() {
        let (_folder, archive) = Folder::with("gone-format", RECORD);
        let gone = archive.gone().unwrap();
        let names: Vec<_> = gone.keys().map(String::as_str).collect();
        assert_eq!(names, ["/old/b.warc.gz", "warc/a.warc.gz"]);
        let forgotten = &gone["warc/a.warc.gz"];
        assert_eq!(forgotten.departure, Departure::Forgotten("the disk failed".to_owned()));
        assert_eq!((forgotten.size, forgotten.captures), (1_048_576, 311));
        assert_eq!(forgotten.sha256.as_deref(), Some("9f86"));
        let moved = Departure::Moved("/new/b.warc.gz".to_owned());
        assert_eq!(gone["/old/b.warc.gz"].departure, moved);

        let why = Departure::Forgotten("two\tlines\nof it".to_owned());
        archive.note_gone("warc/d.warc.gz", (1, None, 0), &why).unwrap();
        let kept = archive.gone().unwrap().remove("warc/d.warc.gz").unwrap();
        assert_eq!(kept.departure, Departure::Forgotten("two lines of it".to_owned()));
        archive.note_returned("warc/d.warc.gz").unwrap();
        assert_eq!(archive.gone().unwrap(), gone);
    }

    #[test]
    fn record_of_a_later_program_is_refused() {
        let (_folder, archive) = Folder::with("gone-later", "# stodola gone 2\n");
        assert!(matches!(archive.gone(), Err(ArchiveError::Newer { found: 2, .. })));
    }
}
