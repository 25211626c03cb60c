//! Commands on an archive: add files, check it, look up captures, build derived data again.
//!
//! Each command is one function with its settings. Commands that change an archive wait until no other process changes
//! it; [`Watch::waiting`] is told which process that is.

mod add;
mod check;
mod checks;
mod dependents;
mod forget;
mod lookup;
mod rebuild;
mod relocate;
mod stats;

pub use add::{AddError, AddEvent, AddSettings, Added, FileProblems, add};
pub use check::{
    ArchiveCheckSettings, CheckError, CheckFinding, CheckReport, CheckedFile, News, check,
};
pub use checks::{CHECK_MONTHS, ChecksOverview, checks};
pub use dependents::{Dependent, Dependents, DependentsError, dependents};
pub use forget::{ForgetSettings, Forgotten, forget};
pub use lookup::{FoundCapture, LookupKind, LookupSettings, LookupSummary, lookup};
pub(crate) use lookup::{prefixes_of, time_of};
pub use rebuild::{RebuildSettings, rebuild};
pub use relocate::{MoveError, MoveSettings, Moved, relocate};
pub use stats::{ArchiveStats, StatsRow, StatsSettings, StatsTable, TableStats, stats};
pub use stodola_archive::fixity::FileCheck;

use crate::Watch;
use crate::search::LinkSignalsError;
use std::path::Path;
use stodola_archive::{Archive, ArchiveError, Catalogue, CatalogueError, ForgetError, WriteLock};
use stodola_follow::{FollowError, OpenError};

/// Errors from reading an archive.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The archive folder could not be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The catalogue could not be read.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The progress of a follower could not be determined.
    #[error(transparent)]
    Follow(#[from] FollowError),
}

/// Errors from changing an archive.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// The archive folder could not be read, changed or locked.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The catalogue could not be read or changed.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The archive could not be opened with all its followers.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The file with this name could not be found or forgotten.
    #[error(transparent)]
    File(#[from] ForgetError),
    /// The search index could not be told about links.
    #[error(transparent)]
    Links(#[from] LinkSignalsError),
}

/// Takes the lock of an archive, to change it. Waits while another process has it, and tells `watch` which one.
/// `command` is shown to processes that wait for this one.
pub fn lock(
    archive: &Archive,
    command: &str,
    watch: &dyn Watch,
) -> Result<WriteLock, ArchiveError> {
    archive.lock_in_turn(command, &mut |holder| watch.waiting(archive.folder(), holder))
}

fn open(folder: &Path) -> Result<(Archive, Catalogue), ReadError> {
    let archive = Archive::open(folder)?;
    let catalogue = Catalogue::open(&archive)?;
    Ok((archive, catalogue))
}

/// Reports the bytes of all files together to a [`Watch`], as one stage.
struct FileBytes<'w> {
    watch: &'w dyn Watch,
    /// Bytes of the files that are done.
    before: u64,
    /// Size of the current file, in bytes.
    size: u64,
}

impl<'w> FileBytes<'w> {
    /// `total` is the size of all files in bytes, `None` if it is not known.
    fn new(watch: &'w dyn Watch, total: Option<u64>) -> FileBytes<'w> {
        watch.begin("files", total);
        FileBytes { watch, before: 0, size: 0 }
    }
}

impl stodola_archive::FileWatch for FileBytes<'_> {
    fn begin(&mut self, _name: &str, size: u64) {
        self.size = size;
    }

    fn at(&mut self, bytes: u64) {
        self.watch.at(self.before + bytes);
    }

    fn end(&mut self) {
        self.before += self.size;
    }

    fn is_stopped(&mut self) -> bool {
        self.watch.is_stopped()
    }
}

impl Drop for FileBytes<'_> {
    fn drop(&mut self) {
        self.watch.end();
    }
}
