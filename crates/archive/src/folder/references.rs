//! Files that belong to an archive and are elsewhere: one path per line; the first line has the format.
//!
//! The list is the truth about them, so it is written before the catalogue: a lost catalogue can then be built again
//! with everything that belongs to the archive.

use super::{Archive, ArchiveError, FORMAT, io_error, replace};
use std::fs;
use std::io;

const REFERENCES: &str = "references.txt";
const HEAD: &str = "# stodola references ";

impl Archive {
    /// Returns the paths of files outside the archive, in the order in which they were added.
    pub fn references(&self) -> Result<Vec<String>, ArchiveError> {
        let path = self.folder.join(REFERENCES);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(io_error("read", &path)(error)),
        };
        let mut lines = text.lines();
        let format = lines.next().and_then(|line| line.strip_prefix(HEAD)?.parse().ok());
        match format {
            Some(found) if found > FORMAT => Err(ArchiveError::Newer { path, found }),
            Some(_) => Ok(lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()),
            None => Err(ArchiveError::Unreadable {
                path,
                what: format!("the first line is not '{HEAD}{FORMAT}'"),
            }),
        }
    }

    /// Adds a path to the list, if it is not there yet.
    pub(crate) fn add_reference(&self, name: &str) -> Result<(), ArchiveError> {
        let mut names = self.references()?;
        if names.iter().any(|known| known == name) {
            return Ok(());
        }
        names.push(name.to_owned());
        let text = format!("{HEAD}{FORMAT}\n{}\n", names.join("\n"));
        replace(&self.folder.join(REFERENCES), text.as_bytes())
    }

    /// Removes a path from the list.
    pub(crate) fn remove_reference(&self, name: &str) -> Result<(), ArchiveError> {
        let mut names = self.references()?;
        let before = names.len();
        names.retain(|known| known != name);
        if names.len() == before {
            return Ok(());
        }
        let lines: String = names.iter().map(|name| format!("{name}\n")).collect();
        replace(&self.folder.join(REFERENCES), format!("{HEAD}{FORMAT}\n{lines}").as_bytes())
    }
}
