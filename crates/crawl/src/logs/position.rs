//! How far crawl.log is written: a small file beside it.
//!
//! ```text
//! stodola-logs 1
//! place 1048592
//! length 73211
//! failures 12
//! types 2
//! 17 40321 image/png
//! 160 1900333 text/html
//! ```
//!
//! The lines of all commits before `place` in the frontier's log are the first `length` bytes of crawl.log, and
//! `failures` of them are failures. Then the archived documents among them stand by type, with their bytes. Bytes
//! behind that length are cut off and written again when the job is opened; so each URI has one line in the end,
//! whenever the program was killed.

use super::LogsError;
use super::types::TypeTable;
use std::fs;
use std::io;
use std::path::Path;
use stodola_frontier::LogPlace;

const NAME: &str = "position";
const FIRST: &str = "stodola-logs 1";

#[derive(Debug, Default)]
pub(super) struct Position {
    pub(super) place: LogPlace,
    pub(super) length: u64,
    pub(super) failures: u64,
    pub(super) types: TypeTable,
}

impl Position {
    /// Reads the position in a folder. If the file is missing or cannot be parsed, this is the beginning: everything is
    /// written again then, which is slow but correct.
    pub(super) fn read(folder: &Path) -> Result<Position, LogsError> {
        let path = folder.join(NAME);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Position::parse(&text).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Position::default()),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(Position::default()),
            Err(error) => Err(LogsError::new("read", &path)(error)),
        }
    }

    fn parse(text: &str) -> Option<Position> {
        let mut lines = text.strip_suffix('\n')?.lines();
        if lines.next() != Some(FIRST) {
            return None;
        }
        let mut value = |name: &str| lines.next()?.strip_prefix(name)?.parse().ok();
        Some(Position {
            place: value("place ")?,
            length: value("length ")?,
            failures: value("failures ")?,
            // Files of earlier versions have none: then everything is counted again.
            types: TypeTable::parse(lines)?,
        })
    }

    /// Writes the file, in one step.
    pub(super) fn write(&self, folder: &Path) -> Result<(), LogsError> {
        let Position { place, length, failures, types } = self;
        let types = types.lines();
        let text = format!("{FIRST}\nplace {place}\nlength {length}\nfailures {failures}\n{types}");
        Ok(stodola_durable::replace(&folder.join(NAME), text.as_bytes())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_comes_back_and_what_is_odd_is_the_beginning() {
        let text = "stodola-logs 1\nplace 7\nlength 99\nfailures 3\ntypes 1\n2 30 text/html\n";
        let position = Position::parse(text).unwrap();
        assert_eq!((position.place, position.length, position.failures), (7, 99, 3));
        assert_eq!(position.types.lines(), "types 1\n2 30 text/html\n");
        for end in 0..text.len() {
            assert!(Position::parse(&text[..end]).is_none(), "{end}");
        }
        assert!(Position::parse("stodola-logs 2\nplace 7\n").is_none());
        assert!(Position::parse("stodola-logs 1\nplace x\n").is_none());
    }
}
