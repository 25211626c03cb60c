//! Moves a file of an archive.

use super::{ChangeError, FileBytes, lock};
use crate::Watch;
use crate::followers::FOLLOWERS;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use stodola_archive::{Archive, ArchiveError, Intake, IntakeError, find_file};
use stodola_follow::open_writer;

/// Which file is moved, and where to.
#[derive(Clone, Debug)]
pub struct MoveSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// The file: its name in the archive, a path, or the end of a name that only one file has.
    pub file: PathBuf,
    /// The new path, or a folder that exists.
    pub to: PathBuf,
    /// The command, as shown to processes that wait for this one.
    pub command: String,
}

/// A file that was moved.
#[derive(Clone, Debug)]
pub struct Moved {
    /// Former name in the archive.
    pub from: String,
    /// New name in the archive.
    pub to: String,
}

/// Errors from moving a file of an archive.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// The new path names a folder that does not exist.
    #[error("the folder '{}' does not exist; create it, or give the new path of the file", .0.display())]
    NoFolder(PathBuf),
    /// The file exists neither at the old path nor at the new one.
    #[error("neither '{}' nor '{}' exists", .from.display(), .to.display())]
    Neither {
        /// The old path.
        from: PathBuf,
        /// The new path.
        to: PathBuf,
    },
    /// The new path is on another disk.
    #[error(
        "copy the file there, delete the old one, and run the same command again: cannot move '{}' to '{}': {error}",
        .from.display(), .to.display()
    )]
    OtherDisk {
        /// The old path.
        from: PathBuf,
        /// The new path.
        to: PathBuf,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// The file could not be renamed. It still has the old name.
    #[error("cannot move '{}' to '{}': {error}", .from.display(), .to.display())]
    Move {
        /// The old path.
        from: PathBuf,
        /// The new path.
        to: PathBuf,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// The file at the new path is another one.
    #[error("'{}' has other bytes than '{name}' had; it was added as a new file", .to.display())]
    OtherBytes {
        /// The name of the file in the archive.
        name: String,
        /// The new path.
        to: PathBuf,
    },
    /// The file could not be listed under its new name.
    #[error(transparent)]
    Intake(#[from] IntakeError),
    /// The archive could not be changed.
    #[error(transparent)]
    Archive(#[from] ChangeError),
}

impl From<ArchiveError> for MoveError {
    fn from(error: ArchiveError) -> MoveError {
        MoveError::Archive(error.into())
    }
}

/// Moves a file of an archive within its disk, and keeps its captures. A file that somebody has already moved is only
/// recorded under its new name.
pub fn relocate(settings: &MoveSettings, watch: &dyn Watch) -> Result<Moved, MoveError> {
    let archive = Archive::open(&settings.archive)?;
    let lock = lock(&archive, &settings.command, watch)?;
    let mut writer = open_writer(&archive, FOLLOWERS, lock).map_err(ChangeError::from)?;
    let name = find_file(&archive, &writer, &settings.file).map_err(ChangeError::from)?.name;
    let from = archive.path_of(&name);
    let to = match (settings.to.is_dir(), from.file_name()) {
        (true, Some(file)) => settings.to.join(file),
        _ if ends_in_slash(&settings.to) => return Err(MoveError::NoFolder(settings.to.clone())),
        _ => settings.to.clone(),
    };
    if from.exists() {
        rename(&from, &to)?;
    } else if !to.exists() {
        return Err(MoveError::Neither { from, to });
    }
    let mut bytes = FileBytes::new(watch, None);
    let taken_in = writer.take_in(&archive, &to, Intake::Reference, &mut bytes)?;
    drop(bytes);
    writer.close().map_err(ChangeError::from)?;
    let is_it = taken_in.iter().any(|it| it.moved_from.as_deref() == Some(name.as_str()));
    if !is_it && is_still_missing(&archive, &name, &to)? {
        return Err(MoveError::OtherBytes { name, to });
    }
    Ok(Moved { from: name, to: archive.name_of(&to)? })
}

fn ends_in_slash(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// Whether the old name still belongs to a missing file.
fn is_still_missing(archive: &Archive, name: &str, to: &Path) -> Result<bool, ArchiveError> {
    let is_same = archive.name_of(to)? == name;
    Ok(!is_same && !archive.gone()?.contains_key(name))
}

/// Renames a file; never replaces another file.
fn rename(from: &Path, to: &Path) -> Result<(), MoveError> {
    let cannot = |error| MoveError::Move { from: from.to_owned(), to: to.to_owned(), error };
    let folder = to.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    stodola_durable::create_folders(folder).map_err(|it| cannot(it.source))?;
    fs::hard_link(from, to).map_err(|error| match error.kind() {
        ErrorKind::CrossesDevices => {
            MoveError::OtherDisk { from: from.to_owned(), to: to.to_owned(), error }
        }
        _ => cannot(error),
    })?;
    // The new name is synced before the old one is removed.
    stodola_durable::sync_folder(folder).map_err(|it| cannot(it.source))?;
    stodola_durable::remove(from).map_err(|it| cannot(it.source))
}
