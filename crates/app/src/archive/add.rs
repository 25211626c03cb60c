//! Adds files from elsewhere to an archive.

use super::{ChangeError, FileBytes, lock};
use crate::Watch;
use crate::crawl::note_listed;
use crate::followers::FOLLOWERS;
use crate::search::{LinkSignalsError, keep_links_told};
use std::path::{Path, PathBuf};
use std::{fs, io};
use stodola_archive::{Archive, Intake, IntakeError, SyncedOutcomes, TakenIn, is_of_records};
use stodola_follow::open_writer;

/// What is added, and where.
#[derive(Clone, Debug)]
pub struct AddSettings {
    /// The archive folder; created if it does not exist.
    pub archive: PathBuf,
    /// Files, and folders whose files are all added.
    pub files: Vec<PathBuf>,
    /// Whether files are copied into the archive.
    pub intake: Intake,
    /// The command, as shown to processes that wait for this one.
    pub command: String,
}

/// A report about a file while files are added.
#[derive(Debug)]
pub enum AddEvent<'a> {
    /// A file was added, but parts of it could not be read.
    Problems(FileProblems<'a>),
    /// The archive had the file under another name.
    Moved {
        /// The name it had in the archive.
        from: &'a str,
        /// The name it has now.
        to: &'a str,
    },
    /// The archive has the same bytes under another name than the given one.
    Known {
        /// The file as it was given.
        path: &'a Path,
        /// The name of the file in the archive.
        name: &'a str,
    },
    /// The file could not be added; the others still are.
    Failed(IntakeError),
    /// The search index could not be told about links of the new captures.
    LinksUntold(LinkSignalsError),
}

/// The parts of a file that could not be read.
#[derive(Clone, Copy, Debug)]
pub struct FileProblems<'a> {
    /// The name of the file in the archive.
    pub name: &'a str,
    /// The first problems: byte offset, and what is wrong.
    pub first: &'a [(u64, String)],
    /// Number of all problems.
    pub number: u64,
}

impl<'a> FileProblems<'a> {
    /// Returns the problems of a file that was read; `None` if it has none.
    pub(super) fn of(taken_in: &'a TakenIn) -> Option<FileProblems<'a>> {
        let scanned = taken_in.scanned.as_ref().filter(|it| it.problem_count > 0)?;
        let (name, number) = (&*taken_in.name, scanned.problem_count);
        Some(FileProblems { name, first: &scanned.problems, number })
    }

    /// Number of problems that are not among the first ones.
    pub fn more(&self) -> u64 {
        self.number.saturating_sub(self.first.len() as u64)
    }
}

/// The result of adding files.
#[derive(Debug, Default)]
pub struct Added {
    /// Number of files that are new in the archive.
    pub files: u64,
    /// Number of captures in them.
    pub captures: u64,
    /// Number of files that the archive had under another name.
    pub moved: u64,
    /// Number of files that the archive already had.
    pub known: u64,
    /// Number of files that could not be added.
    pub failed: u64,
    /// Number of files with problems.
    pub damaged: u64,
    /// What was read from the job logs.
    pub outcomes: SyncedOutcomes,
}

/// Errors from adding files to an archive. A single file that cannot be added is reported as [`AddEvent::Failed`].
#[derive(Debug, thiserror::Error)]
pub enum AddError {
    /// A folder that was given could not be read.
    #[error("cannot read '{}'", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
    /// The archive could not be changed.
    #[error(transparent)]
    Archive(#[from] ChangeError),
}

/// Adds files to an archive, and new outcomes from the job logs. Calls `on` with reports about files.
pub fn add(
    settings: &AddSettings,
    watch: &dyn Watch,
    on: &mut dyn FnMut(AddEvent<'_>),
) -> Result<Added, AddError> {
    let archive = Archive::open_or_create(&settings.archive).map_err(ChangeError::from)?;
    let lock = lock(&archive, &settings.command, watch).map_err(ChangeError::from)?;
    let mut writer = open_writer(&archive, FOLLOWERS, lock).map_err(ChangeError::from)?;
    let mut paths = Vec::new();
    for path in &settings.files {
        collect(path, &mut paths)?;
    }
    let mut added = Added::default();
    let total = paths.iter().map(|path| path.metadata().ok().map(|it| it.len())).sum();
    let mut bytes = FileBytes::new(watch, total);
    for path in &paths {
        match writer.take_in(&archive, path, settings.intake, &mut bytes) {
            Ok(all) => all.iter().for_each(|it| added.count(&archive, path, it, on)),
            Err(error) => {
                added.failed += 1;
                on(AddEvent::Failed(error));
            }
        }
    }
    drop(bytes);
    // Files of earlier versions may be new to some followers.
    let shown = writer.show_listed(&archive, &mut FileBytes::new(watch, None));
    shown.map_err(ChangeError::from)?;
    added.outcomes = writer.sync_outcomes(&archive, None).map_err(ChangeError::from)?;
    if let Err(error) = keep_links_told(&archive) {
        on(AddEvent::LinksUntold(error));
    }
    writer.close().map_err(ChangeError::from)?;
    Ok(added)
}

impl Added {
    fn count(
        &mut self,
        archive: &Archive,
        path: &Path,
        taken_in: &TakenIn,
        on: &mut dyn FnMut(AddEvent<'_>),
    ) {
        if let Some(problems) = FileProblems::of(taken_in) {
            self.damaged += 1;
            on(AddEvent::Problems(problems));
        }
        let name = &*taken_in.name;
        match (&taken_in.scanned, &taken_in.moved_from) {
            (Some(scanned), _) => {
                note_listed(archive.folder(), name);
                self.files += 1;
                self.captures += scanned.captures;
            }
            (None, Some(from)) => {
                self.moved += 1;
                on(AddEvent::Moved { from, to: name });
            }
            (None, None) => {
                self.known += 1;
                if is_other_name(archive, path, name) {
                    on(AddEvent::Known { path, name });
                }
            }
        }
    }
}

/// Whether the archive has a file under another name than the one that was given.
fn is_other_name(archive: &Archive, path: &Path, name: &str) -> bool {
    path.file_name() != Path::new(name).file_name()
        || Path::new(name).is_absolute() && archive.name_of(path).is_ok_and(|it| it != name)
}

/// Collects a file as named; for a folder all files that can be added, sorted.
fn collect(path: &Path, paths: &mut Vec<PathBuf>) -> Result<(), AddError> {
    if !path.is_dir() {
        paths.push(path.to_owned());
        return Ok(());
    }
    let cannot = |error| AddError::Folder { path: path.to_owned(), error };
    let mut items = Vec::new();
    for item in fs::read_dir(path).map_err(cannot)? {
        items.push(item.map_err(cannot)?.path());
    }
    items.sort();
    for item in items {
        let is_wacz = item.extension().is_some_and(|ending| ending == "wacz");
        if item.is_dir() || is_wacz || is_of_records(&item) {
            collect(&item, paths)?;
        }
    }
    Ok(())
}
