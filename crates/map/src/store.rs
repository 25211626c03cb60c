//! The files of the map: parts that are written, merged and named by the commit.

use crate::batch::Batch;
use crate::commit::Commit;
use crate::error::MapError;
use crate::part::{Part, merge, part_path};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_archive::{Archive, FilePlace};
use stodola_table::{Growth, Levels, TableError};

/// The folder of the map in an archive.
const FOLDER: &str = "map";
/// Number of parts at which the next one waits for the merge that is running: the map must not fall apart, but a
/// harvest should not wait for a long merge.
const PARTS_MAX: usize = 64;

pub(crate) fn folder_of(archive: &Archive) -> PathBuf {
    archive.folder().join(FOLDER)
}

/// The map, opened to fill it. Only the process with the lock of the archive may do so.
pub(crate) struct Store {
    folder: PathBuf,
    commit: Commit,
    parts: Levels<Part>,
    /// Parts that are written and not committed.
    pending: Vec<Part>,
}

impl Store {
    /// Opens the map, or makes an empty one of this version.
    pub(crate) fn open(folder: &Path, version: u32) -> Result<Store, MapError> {
        stodola_durable::create_folders(folder)?;
        let commit = match Commit::read(folder)? {
            Some(commit) => commit,
            None => {
                let commit = Commit { version, next_part: 1, next_file: 1, ..Commit::default() };
                commit.write(folder)?;
                commit
            }
        };
        remove_strays(folder, &commit)?;
        let parts = commit.parts.iter().map(|&number| Part::open(folder, number));
        let parts = parts.collect::<Result<Vec<_>, TableError>>()?;
        let parts = Levels::new(Growth::FewRuns, parts);
        let folder = folder.to_owned();
        Ok(Store { folder, commit, parts, pending: Vec::new() })
    }

    /// Version of the data.
    pub(crate) fn version(&self) -> u32 {
        self.commit.version
    }

    /// Returns up to which place a file is committed.
    pub(crate) fn place(&self, file: &str) -> FilePlace {
        self.commit.place(file)
    }

    /// Returns the number of a file, which it keeps once something of it is committed.
    pub(crate) fn number_of(&self, file: &str) -> u32 {
        self.commit.files.get(file).map_or(self.commit.next_file, |(number, _)| *number)
    }

    /// Writes a batch. It counts when the next commit does.
    pub(crate) fn add(&mut self, batch: Batch) -> Result<(), MapError> {
        if !batch.is_empty() {
            let number = self.take_number();
            self.pending.push(batch.write(&self.folder, number)?);
        }
        Ok(())
    }

    /// Commits what was added, with the place in its file.
    pub(crate) fn commit(&mut self, file: &str, place: FilePlace) -> Result<(), MapError> {
        let is_full = self.parts.iter().len() >= PARTS_MAX;
        let superseded = self.take_merged(is_full)?;
        // From here on place and data are both in memory: whoever writes the commit, writes both.
        let number = self.number_of(file);
        self.commit.files.insert(file.to_owned(), (number, place));
        self.commit.next_file = self.commit.next_file.max(number + 1);
        for part in self.pending.drain(..) {
            self.parts.push(part);
        }
        self.write_commit(&superseded)?;
        self.start_merge();
        Ok(())
    }

    fn write_commit(&mut self, superseded: &[u64]) -> Result<(), MapError> {
        self.commit.parts = self.parts.iter().map(|part| part.number).collect();
        self.commit.write(&self.folder)?;
        // What cannot be removed now is removed at the next start.
        superseded.iter().for_each(|&number| remove_part(&self.folder, number));
        Ok(())
    }

    /// Discards what was added since the last commit.
    pub(crate) fn abandon(&mut self) {
        for part in self.pending.drain(..) {
            remove_part(&self.folder, part.number);
        }
    }

    /// Removes what came from a file: at once for readers, from disk when its parts are next merged.
    pub(crate) fn forget(&mut self, file: &str) -> Result<(), MapError> {
        match self.commit.files.remove(file) {
            Some(_) => self.commit.write(&self.folder),
            None => Ok(()),
        }
    }

    /// Removes everything.
    pub(crate) fn clear(&mut self, version: u32) -> Result<(), MapError> {
        self.abandon();
        let mut superseded = self.take_merged(true)?;
        superseded.extend(self.parts.iter().map(|part| part.number));
        self.parts = Levels::new(Growth::FewRuns, []);
        // Numbers of parts are not used again, so that no reader takes a new part for an old one.
        let next_part = self.commit.next_part;
        self.commit = Commit { version, next_part, next_file: 1, ..Commit::default() };
        self.write_commit(&superseded)
    }

    /// Makes one part of all. What was added must be committed.
    pub(crate) fn merge_all(&mut self) -> Result<(), MapError> {
        let mut superseded = self.take_merged(true)?;
        let number = self.take_number();
        let files = self.files_if_some_are_gone();
        let parts: Vec<&Part> = self.parts.iter().collect();
        let merged = merge(&parts, &self.folder, number, files.as_ref())?;
        let count = parts.len();
        let replaced = self.parts.replace(0..count, Some(merged));
        superseded.extend(replaced.iter().map(|part| part.number));
        self.write_commit(&superseded)
    }

    fn take_number(&mut self) -> u64 {
        self.commit.next_part += 1;
        self.commit.next_part - 1
    }

    /// Takes over a merge that has ended, or, if `wait`, the one that is running. Returns the parts that it replaces.
    fn take_merged(&mut self, wait: bool) -> Result<Vec<u64>, MapError> {
        let Some((range, merged)) = self.parts.end_merge(wait)? else { return Ok(Vec::new()) };
        let replaced = self.parts.replace(range, Some(merged));
        Ok(replaced.iter().map(|part| part.number).collect())
    }

    /// Numbers of the files that count; `None` if no file was ever forgotten.
    fn files_if_some_are_gone(&self) -> Option<HashSet<u32>> {
        let files = files_of(&self.commit);
        (files.len() as u64 + 1 < u64::from(self.commit.next_file)).then_some(files)
    }

    fn start_merge(&mut self) {
        if self.parts.due().is_none() {
            return;
        }
        let number = self.take_number();
        let (folder, files) = (self.folder.clone(), self.files_if_some_are_gone());
        self.parts.begin_merge(move |parts: &[Arc<Part>]| {
            let parts: Vec<&Part> = parts.iter().map(|part| &**part).collect();
            merge(&parts, &folder, number, files.as_ref())
        });
    }
}

impl Drop for Store {
    /// Takes over the merge that is running, which has to be waited for anyway: a process that ends soon would never
    /// see its end otherwise.
    fn drop(&mut self) {
        self.abandon();
        if let Ok(superseded) = self.take_merged(true)
            && !superseded.is_empty()
        {
            // If it fails, the merged part is removed at the next start.
            let _ = self.write_commit(&superseded);
        }
    }
}

pub(crate) fn files_of(commit: &Commit) -> HashSet<u32> {
    commit.files.values().map(|(number, _)| *number).collect()
}

fn remove_part(folder: &Path, number: u64) {
    for ending in ["map", "txt"] {
        let _ = std::fs::remove_file(part_path(folder, number, ending));
    }
}

/// Removes files that no commit names: a crash left them.
fn remove_strays(folder: &Path, commit: &Commit) -> Result<(), MapError> {
    for item in std::fs::read_dir(folder)? {
        let path = item?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // What a crash has left half written.
        if ["commit.new", "waiting.new"].contains(&name) {
            std::fs::remove_file(&path)?;
        }
        let Some(rest) = name.strip_prefix("part-") else { continue };
        let (number, ending) = rest.split_once('.').unwrap_or_default();
        let is_named = number.parse().is_ok_and(|number| commit.parts.contains(&number));
        if !is_named || !["map", "txt"].contains(&ending) {
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
