//! The list of what counts: `map/commit` names the parts, and the place in each file. It is replaced at each commit, so
//! that data and places change together.
//!
//! ```text
//! # stodola map 1
//! version 1           of the data
//! next 12 7           the next numbers of a part and of a file
//! part 3
//! file 5 8812 1 NAME  number, offset, whether it is the end
//! ```

use crate::error::MapError;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use stodola_archive::FilePlace;

const FIRST_LINE: &str = "# stodola map 1";
const FILE: &str = "commit";

/// What counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Commit {
    /// Version of the data.
    pub(crate) version: u32,
    pub(crate) next_part: u64,
    pub(crate) next_file: u32,
    /// Numbers of parts, oldest first.
    pub(crate) parts: Vec<u64>,
    /// Number and place of each file.
    pub(crate) files: BTreeMap<String, (u32, FilePlace)>,
}

pub(crate) fn commit_path(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

impl Commit {
    /// Reads the list; `None` if there is none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Commit>, MapError> {
        let path = commit_path(folder);
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(source) => {
                return Err(stodola_durable::PathError { doing: "read", path, source }.into());
            }
        };
        let wrong = |what: &str| MapError::Commit { path: path.clone(), what: what.to_owned() };
        let text = String::from_utf8(bytes).map_err(|_| wrong("it is not text"))?;
        let Some(body) = text.strip_prefix(FIRST_LINE).and_then(|it| it.strip_prefix('\n')) else {
            return Err(match text.starts_with("# stodola map ") {
                true => MapError::Newer { path },
                false => wrong("it does not start like such a file"),
            });
        };
        Commit::parse(body).map(Some).ok_or_else(|| wrong("a line cannot be read"))
    }

    fn parse(body: &str) -> Option<Commit> {
        let mut commit = Commit::default();
        for line in body.lines() {
            let (word, rest) = line.split_once(' ')?;
            match word {
                "version" => commit.version = rest.parse().ok()?,
                "next" => {
                    let (part, file) = rest.split_once(' ')?;
                    (commit.next_part, commit.next_file) = (part.parse().ok()?, file.parse().ok()?);
                }
                "part" => commit.parts.push(rest.parse().ok()?),
                "file" => {
                    let mut words = rest.splitn(4, ' ');
                    let mut number = || words.next()?.parse::<u64>().ok();
                    let (file, offset, is_end) = (number()?, number()?, number()? == 1);
                    let name = words.next()?.replace("%0A", "\n").replace("%25", "%");
                    let place = FilePlace { offset, is_end };
                    commit.files.insert(name, (u32::try_from(file).ok()?, place));
                }
                _ => return None,
            }
        }
        Some(commit)
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<(), MapError> {
        let mut text = format!("{FIRST_LINE}\nversion {}\n", self.version);
        // Writing to a text does not fail.
        let _ = writeln!(text, "next {} {}", self.next_part, self.next_file);
        for part in &self.parts {
            let _ = writeln!(text, "part {part}");
        }
        for (name, (number, place)) in &self.files {
            let FilePlace { offset, is_end } = place;
            // A name may have any character; only the end of a line would be taken for something else.
            let name = name.replace('%', "%25").replace('\n', "%0A");
            let _ = writeln!(text, "file {number} {offset} {} {name}", u8::from(*is_end));
        }
        Ok(stodola_durable::replace(&commit_path(folder), text.as_bytes())?)
    }

    /// Returns up to which place a file is committed.
    pub(crate) fn place(&self, file: &str) -> FilePlace {
        self.files.get(file).map_or(FilePlace::START, |(_, place)| *place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_and_odd_ones_are_refused() {
        let folder =
            std::env::temp_dir().join(format!("stodola-map-commit-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        assert_eq!(Commit::read(&folder).unwrap(), None);
        let place = FilePlace { offset: u64::MAX, is_end: true };
        let files = [("a b%0A\n.warc.gz", (3, place)), ("č/x.open", (9, FilePlace::START))];
        let files = files.map(|(name, value)| (name.to_owned(), value)).into();
        let commit = Commit { version: 1, next_part: 7, next_file: 10, parts: vec![1, 6], files };
        commit.write(&folder).unwrap();
        assert_eq!(Commit::read(&folder).unwrap(), Some(commit.clone()));
        assert_eq!(commit.place("a b%0A\n.warc.gz"), place);
        assert_eq!(commit.place("other"), FilePlace::START);
        for (text, is_newer) in [
            ("# stodola map 2\n", true),
            ("something else\n", false),
            ("# stodola map 1\npart x\n", false),
            ("# stodola map 1\nfile 1 2\n", false),
            ("# stodola map 1\nhorse 1\n", false),
        ] {
            std::fs::write(commit_path(&folder), text).unwrap();
            let error = Commit::read(&folder).unwrap_err();
            assert_eq!(matches!(error, MapError::Newer { .. }), is_newer, "{error}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
