//! Files of records that are read without an archive: a temporary archive that refers to them where they are.
//!
//! The folder lies in the folder for temporary files, nobody else may look into it, and it is removed when the
//! [`BareArchive`] is dropped. What a kill leaves is removed by the next one.
//!
//! A WACZ file is read where it is, too. If its records are packed once more they are unpacked into the folder.

use crate::Watch;
use crate::archive::{AddError, AddEvent, AddSettings, Added, add};
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_archive::{Intake, IntakeError};
use stodola_durable::Lock;

/// What the names of temporary folders begin with; the number of the process follows.
const FOLDER: &str = "stodola-files-";
/// The file in a folder that its process has locked.
const LOCK: &str = "in-use";
/// The archive in a folder.
const ARCHIVE: &str = "archive";

/// Errors from making an archive of bare files. A file that cannot be read is not among them, see
/// [`AddEvent::Failed`].
#[derive(Debug, thiserror::Error)]
pub enum BareError {
    /// The temporary folder could not be made.
    #[error("cannot make a folder in '{}': {error}; set TMPDIR to a folder with room", .folder.display())]
    Folder {
        /// The folder for temporary files.
        folder: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
    /// No file could be read.
    #[error(
        "none of the files could be read; give ARC, WARC or WACZ files, or an archive with --archive"
    )]
    Nothing,
    /// The temporary archive could not be written.
    #[error(transparent)]
    Add(#[from] AddError),
}

/// A temporary archive. Its folder is removed when this is dropped.
#[derive(Debug)]
pub struct BareArchive {
    folder: BareFolder,
    /// What was read.
    pub added: Added,
}

impl BareArchive {
    /// The archive folder.
    pub fn archive(&self) -> PathBuf {
        self.folder.path.join(ARCHIVE)
    }

    /// The temporary folder, which has everything that is to be removed.
    pub fn folder(&self) -> &Path {
        &self.folder.path
    }
}

/// A temporary folder of this process.
#[derive(Debug)]
pub struct BareFolder {
    path: PathBuf,
    _lock: Lock,
}

impl BareFolder {
    /// Makes a folder that nobody else may look into, and removes those that processes left which were killed.
    pub fn create() -> Result<BareFolder, BareError> {
        let folder = std::env::temp_dir();
        let failed = |error| BareError::Folder { folder: folder.clone(), error };
        remove_left(&folder);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let process = std::process::id();
        let path = folder.join(format!("{FOLDER}{process}-{}", since.as_nanos()));
        DirBuilder::new().mode(0o700).create(&path).map_err(failed)?;
        match Lock::take(&path.join(LOCK), "") {
            Ok(lock) => Ok(BareFolder { path, _lock: lock }),
            Err(error) => {
                let _ = fs::remove_dir_all(&path);
                Err(failed(io::Error::other(error)))
            }
        }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads files, and folders whose files are all read. `on` is told what is worth telling of a file.
    pub fn fill(
        self,
        files: &[PathBuf],
        command: &str,
        watch: &dyn Watch,
        on: &mut dyn FnMut(AddEvent<'_>),
    ) -> Result<BareArchive, BareError> {
        let settings = |files: Vec<PathBuf>, intake| AddSettings {
            archive: self.path.join(ARCHIVE),
            files,
            intake,
            command: command.to_owned(),
        };
        let mut packed = Vec::new();
        let mut added =
            add(&settings(files.to_vec(), Intake::Reference), watch, &mut |event| match event {
                AddEvent::Failed(IntakeError::WaczByReference(path)) => packed.push(path),
                event => on(event),
            })?;
        if !packed.is_empty() {
            added.failed -= packed.len() as u64;
            let more = add(&settings(packed, Intake::Copy), watch, on)?;
            added.files += more.files;
            added.captures += more.captures;
            added.known += more.known;
            added.failed += more.failed;
            added.damaged += more.damaged;
        }
        if added.files == 0 {
            return Err(BareError::Nothing);
        }
        Ok(BareArchive { folder: self, added })
    }
}

impl Drop for BareFolder {
    fn drop(&mut self) {
        // If it cannot be removed, the next one removes it.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes the folders of this user whose processes are dead.
fn remove_left(folder: &Path) {
    let Ok(items) = fs::read_dir(folder) else { return };
    for item in items.flatten() {
        let is_ours = item.file_name().to_str().is_some_and(|name| name.starts_with(FOLDER));
        // Not the target of a link that somebody put there.
        let Ok(metadata) = item.path().symlink_metadata() else { continue };
        if !is_ours || !metadata.is_dir() || metadata.uid() != rustix::process::getuid().as_raw() {
            continue;
        }
        // A folder without the file is just being made, or has just been left by a kill: it stays a while.
        let lock = item.path().join(LOCK);
        if lock.exists() && !Lock::is_held(&lock) {
            let _ = fs::remove_dir_all(item.path());
        }
    }
}
