//! Making the catalogue anew from what it is derived from.
//!
//! The new one grows beside the old one, in `catalogue.db.new`, and takes its place when it is
//! complete. A rebuild that was cut short goes on with the file it was at.

use crate::catalogue::{Catalogue, CatalogueError, CatalogueOptions, CatalogueWriter, Totals};
use crate::describe::Describe;
use crate::fixity;
use crate::folder::{Archive, WriteLock, io_error, sync_folder_of};
use crate::intake::{TakenIn, Watch};
use crate::payloads::Payloads;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a rebuild found.
#[derive(Debug, Default)]
pub struct Rebuilt {
    /// What the catalogue held before, if it could be read.
    pub before: Option<Totals>,
    /// What it holds now.
    pub after: Totals,
    /// Files that belong to the archive and are not there, and whatever else could not be read.
    pub failed: Vec<(String, CatalogueError)>,
    /// Files that are not what they were when they were added or last checked.
    pub changed: Vec<String>,
}

/// What a rebuild needs from whoever asks for it, and whom it tells what.
pub struct Rebuild<'a> {
    /// How the catalogue is kept.
    pub options: CatalogueOptions,
    /// Tells titles and languages of pages.
    pub describe: Option<Arc<dyn Describe>>,
    /// Is told how far it is.
    pub watch: &'a mut dyn Watch,
    /// Is told of each file.
    pub on: &'a mut dyn FnMut(&TakenIn),
    /// Adds what does not follow from files of records: what became of URIs is in the folders of the jobs,
    /// which only the harvest can read. Called once, behind the last file; after a rebuild that was cut
    /// short some of it may be there already, see [`Catalogue::followed`].
    pub outcomes: &'a mut dyn FnMut(&mut CatalogueWriter) -> Result<(), CatalogueError>,
}

/// Makes the catalogue of an archive anew.
pub fn rebuild(
    archive: &Archive,
    lock: WriteLock,
    with: Rebuild<'_>,
) -> Result<Rebuilt, CatalogueError> {
    let Rebuild { options, describe, watch, on, outcomes } = with;
    let path = archive.catalogue_path();
    let new = with_ending(&path, ".new");
    let mut rebuilt = Rebuilt {
        before: Catalogue::open(archive).and_then(|it| it.totals()).ok(),
        ..Rebuilt::default()
    };
    let measures = fixity::measures(archive)?;

    let mut writer = match CatalogueWriter::at(new.clone(), false, None, options) {
        Ok(writer) => writer,
        Err(error @ CatalogueError::Newer { .. }) => return Err(error),
        Err(_) => {
            remove(&new)?;
            CatalogueWriter::at(new.clone(), true, None, options)?
        }
    };
    if let Some(describe) = describe {
        writer.describe_with(describe);
    }
    let mut names: BTreeSet<String> = archive.own_files()?.into_iter().collect();
    names.extend(archive.references()?);
    // What was listed by a rebuild that was cut short may be gone by now.
    for listed in writer.files()? {
        if !names.contains(&listed.name) {
            writer.remove_file(&listed.name)?;
        }
    }
    writer.set_jobs(&archive.jobs()?)?;
    for name in &names {
        let listed = match measures.contains_key(name) {
            true => writer.list_again(archive, name, watch),
            false => writer.list(archive, name, watch),
        };
        match listed {
            Ok(taken_in) => on(&taken_in),
            Err(error @ CatalogueError::Read { .. }) => rebuilt.failed.push((name.clone(), error)),
            Err(error) => return Err(error),
        }
    }
    for file in writer.files()? {
        let now = file.sha256.map(|sha256| fixity::hex(&sha256));
        if measures.get(&file.name).is_some_and(|measure| Some(measure) != now.as_ref()) {
            rebuilt.changed.push(file.name);
        }
    }
    outcomes(&mut writer)?;
    // Read anew by whoever writes next.
    Payloads::remove(archive).map_err(io_error("remove the payloads of", archive.folder()))?;
    rebuilt.after = writer.totals()?;
    writer.close()?;
    // A log beside the old one would be taken for that of the new one.
    remove(&path)?;
    fs::rename(&new, &path).map_err(io_error("rename", &new))?;
    sync_folder_of(&path)?;
    drop(lock);
    Ok(rebuilt)
}

/// Removes a database and what lies beside it.
pub(crate) fn remove(path: &Path) -> Result<(), CatalogueError> {
    for ending in ["", "-wal", "-shm", "-journal"] {
        let path = with_ending(path, ending);
        match fs::remove_file(&path) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(io_error("remove", &path)(error).into()),
        }
    }
    Ok(())
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
