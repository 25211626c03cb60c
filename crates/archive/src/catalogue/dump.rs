//! The whole catalogue as text. The same archive gives the same bytes, in whatever order and however often its files
//! were added.

use super::{By, Catalogue, CatalogueError, Stamp};
use std::io::{self, Write};

impl Catalogue {
    /// Writes all files, captures, hosts, jobs and outcomes, one per line, in a fixed order. Row numbers of the
    /// database are left out, and so is the time when a file was last changed: a copy of it is the same file.
    pub fn dump(&self, out: &mut impl Write) -> Result<(), CatalogueError> {
        let failed = |error: io::Error| CatalogueError::Read { path: self.path.clone(), error };
        for file in self.files()? {
            let file = super::Listed { modified: None, ..file };
            writeln!(out, "{file:?}").map_err(failed)?;
        }
        // Captures with the same key and time are in the order of the row numbers of their files.
        let mut alike: Vec<super::Entry> = Vec::new();
        let mut write_out = |alike: &mut Vec<super::Entry>| {
            alike.sort_unstable_by(|a, b| {
                (&a.file, a.row.offset, a.row.inner_offset).cmp(&(
                    &b.file,
                    b.row.offset,
                    b.row.inner_offset,
                ))
            });
            alike.drain(..).try_for_each(|entry| {
                let key = String::from_utf8_lossy(&entry.row.key).into_owned();
                writeln!(out, "{key} {} {:?}", entry.file, entry.row)
            })
        };
        for entry in self.prefix(b"", None) {
            let entry = entry?;
            let is_next = alike
                .last()
                .is_some_and(|it| (&it.row.key, it.row.time) != (&entry.row.key, entry.row.time));
            if is_next {
                write_out(&mut alike).map_err(failed)?;
            }
            alike.push(entry);
        }
        write_out(&mut alike).map_err(failed)?;
        for by in [By::Year, By::Type, By::Status, By::Kind, By::Job, By::Host] {
            for share in self.shares(by, u32::MAX)? {
                writeln!(out, "{by:?} {share:?}").map_err(failed)?;
            }
        }
        for (name, settings) in self.jobs()? {
            writeln!(out, "job {name} {settings:?}").map_err(failed)?;
        }
        for count in self.outcome_counts()? {
            writeln!(out, "{count:?}").map_err(failed)?;
        }
        self.each_outcome(|key, round, row| {
            let key = String::from_utf8_lossy(key);
            writeln!(out, "{key} {round:?} {row:?}").map_err(failed)
        })
    }

    /// Returns the name and the settings of each job, by name; `None` for a job whose settings are not known.
    pub fn jobs(&self) -> Result<Vec<(String, Option<String>)>, CatalogueError> {
        let ask = || -> rusqlite::Result<_> {
            let mut statement =
                self.connection.prepare_cached("SELECT name, settings FROM jobs ORDER BY name")?;
            statement
                .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()
        };
        ask().map_err(|e| self.explain(e))
    }

    /// Returns the times of the first and the last capture; `None` if there is no capture with a time.
    pub fn span(&self) -> Result<Option<(Stamp, Stamp)>, CatalogueError> {
        let files = self.files()?;
        let first = files.iter().filter_map(|file| file.first).min();
        Ok(first.zip(files.iter().filter_map(|file| file.last).max()))
    }
}
