//! The catalogue, and all else that is derived, built again from the files alone.

use super::add::FileProblems;
use super::{ChangeError, FileBytes, lock};
use crate::Watch;
use std::path::PathBuf;
use stodola_archive::{Archive, Rebuilt};
use stodola_follow::{RebuildScope, rebuild_scope};

/// What is built again.
#[derive(Clone, Debug)]
pub struct RebuildSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// All that is derived, or one part.
    pub scope: RebuildScope,
    /// The command, for others who wait for this process.
    pub command: String,
}

/// Builds what is derived from the files of an archive again. The old catalogue stays in use until the new one is
/// complete. `on` is told of each file that could not be read as a whole. Returns `None` if the catalogue stays as it
/// is.
pub fn rebuild(
    settings: &RebuildSettings,
    watch: &dyn Watch,
    on: &mut dyn FnMut(FileProblems<'_>),
) -> Result<Option<Rebuilt>, ChangeError> {
    // Refuses a folder that is no archive, which the next line would make one.
    Archive::open(&settings.archive)?;
    let archive = Archive::open_or_create(&settings.archive)?;
    let lock = lock(&archive, &settings.command, watch)?;
    let mut names = archive.own_files()?;
    names.extend(archive.references()?);
    let size = |name: &String| archive.path_of(name).metadata().map_or(0, |it| it.len());
    let mut bytes = FileBytes::new(watch, Some(names.iter().map(size).sum()));
    let mut tell = |taken_in: &_| {
        if let Some(problems) = FileProblems::of(taken_in) {
            on(problems);
        }
    };
    Ok(rebuild_scope(&archive, lock, &settings.scope, &mut bytes, &mut tell)?)
}
