//! Records that a missing file is lost for good, and why.

use super::{ChangeError, lock};
use crate::Watch;
use crate::followers::FOLLOWERS;
use std::path::PathBuf;
use stodola_archive::{Archive, find_file};
use stodola_follow::open_writer;

/// Which files are forgotten, and why.
#[derive(Clone, Debug)]
pub struct ForgetSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// The files: names in the archive, paths, or ends of names that only one file has.
    pub files: Vec<PathBuf>,
    /// Why they are gone; kept in `gone.tsv`.
    pub reason: String,
    /// The command, as shown to processes that wait for this one.
    pub command: String,
}

/// A file that was forgotten.
#[derive(Clone, Debug)]
pub struct Forgotten {
    /// Former name in the archive.
    pub name: String,
    /// Number of its captures in the catalogue.
    pub captures: u64,
    /// Number of captures in other files that lost their content.
    pub dependents: u64,
}

/// Records that missing files are lost for good. Calls `on` with each; an error ends it, and the files before it stay
/// forgotten.
pub fn forget(
    settings: &ForgetSettings,
    watch: &dyn Watch,
    on: &mut dyn FnMut(&Forgotten),
) -> Result<(), ChangeError> {
    let archive = Archive::open(&settings.archive)?;
    let lock = lock(&archive, &settings.command, watch)?;
    let mut writer = open_writer(&archive, FOLLOWERS, lock)?;
    for given in &settings.files {
        let name = find_file(&archive, &writer, given)?.name;
        let dependents = match writer.listed(&name)? {
            Some(_) => writer.dependents(&[&name], &mut |_, _| ())?,
            None => 0,
        };
        let lost = writer.forget(&archive, given, &settings.reason)?;
        on(&Forgotten { name, captures: lost.captures.unwrap_or(0), dependents });
    }
    Ok(writer.close()?)
}
