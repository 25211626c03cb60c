//! Building the catalogue again from what it is derived from.
//!
//! The new catalogue is written beside the old one, as `catalogue.db.new`, and replaces it when it is complete and has
//! been checked. An interrupted rebuild continues with the file it was at.
//!
//! No file is forgotten: files that belong to the archive but are missing on disk are reported, and their captures are
//! taken over from the old catalogue.

use crate::catalogue::{
    ArchiveTotals, Catalogue, CatalogueError, CatalogueOptions, CatalogueWriter, put_in_place,
    remove, with_ending,
};
use crate::fixity;
use crate::folder::{Archive, Departure, WriteLock};
use crate::holdings::{self, Lost};
use crate::intake::{FileWatch, TakenIn};
use crate::observe::CaptureObserver;
use crate::outcomes::SyncedOutcomes;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// The result of a rebuild.
#[derive(Debug, Default)]
pub struct Rebuilt {
    /// Numbers of the old catalogue; `None` if it could not be read.
    pub before: Option<ArchiveTotals>,
    /// Numbers of the new catalogue.
    pub after: ArchiveTotals,
    /// Files that belong to the archive and are missing.
    pub lost: Vec<Lost>,
    /// Files that exist and could not be read.
    pub failed: Vec<(String, CatalogueError)>,
    /// Files that exist under another name: the old name and the new one.
    pub moved: Vec<(String, String)>,
    /// Files whose bytes differ from when they were added or last checked.
    pub changed: Vec<String>,
    /// Outcomes that were read from the job logs.
    pub outcomes: SyncedOutcomes,
}

impl Rebuilt {
    /// Returns whether all that belongs to the archive is there, can be read and has not changed.
    pub fn is_all_well(&self) -> bool {
        self.failed.is_empty()
            && self.changed.is_empty()
            && self.lost.is_empty()
            && self.outcomes.failed.is_empty()
    }
}

/// What the caller of a rebuild provides: settings, and who is told of its progress.
pub struct Rebuild<'a> {
    /// Settings of the catalogue.
    pub options: CatalogueOptions,
    /// Is shown all captures, and returns titles and languages of pages. It starts anew, unless an interrupted rebuild
    /// continues. `None` if nobody observes.
    pub observer: Option<Box<dyn CaptureObserver>>,
    /// Is told the progress.
    pub watch: &'a mut dyn FileWatch,
    /// Is called with the result of each file.
    pub on: &'a mut dyn FnMut(&TakenIn),
}

/// Builds the catalogue of an archive again. The old one stays until the new one is complete.
pub fn rebuild(
    archive: &Archive,
    lock: WriteLock,
    with: Rebuild<'_>,
) -> Result<Rebuilt, CatalogueError> {
    let Rebuild { options, mut observer, watch, on } = with;
    let path = archive.catalogue_path();
    let new = with_ending(&path, ".new");
    let mut old = match Catalogue::open(archive) {
        // A catalogue of a later version may hold data that this version would lose.
        Err(error @ CatalogueError::Newer { .. }) => return Err(error),
        old => old.ok(),
    };
    let mut rebuilt =
        Rebuilt { before: old.as_ref().and_then(|old| old.totals().ok()), ..Rebuilt::default() };
    let known = match holdings::known(archive, old.as_ref()) {
        Err(CatalogueError::Damaged { .. } | CatalogueError::Database { .. }) => {
            old = None;
            holdings::known(archive, None)?
        }
        known => known?,
    };
    let measures = fixity::measures(archive)?;

    let mut writer = match CatalogueWriter::at(new.clone(), false, None, options) {
        Ok(writer) => writer,
        Err(error @ CatalogueError::Newer { .. }) => return Err(error),
        Err(_) => {
            remove(&new)?;
            // If this fails later, the observer is shown the captures again.
            observer.iter_mut().for_each(|it| it.start_anew());
            CatalogueWriter::at(new.clone(), true, None, options)?
        }
    };
    if let Some(observer) = observer {
        writer.observe_with(observer);
    }
    // Files that an interrupted rebuild listed may have been forgotten since.
    for listed in writer.files()? {
        if !known.contains_key(&listed.name) && holdings::is_missing(archive, &listed.name) {
            writer.remove_file(&listed.name)?;
        }
    }
    writer.set_jobs(&archive.jobs()?)?;
    let (lost, there): (Vec<Lost>, Vec<Lost>) =
        known.into_values().partition(|file| holdings::is_missing(archive, &file.name));
    let references: BTreeSet<String> = archive.references()?.into_iter().collect();
    for Lost { name, .. } in there {
        let unfinished = archive.path_of(&name).try_exists().is_ok_and(|is_there| !is_there);
        if unfinished {
            continue;
        }
        // A file outside the archive that only `fixity.tsv` or the old catalogue named.
        if Path::new(&name).is_absolute() && !references.contains(&name) {
            archive.add_reference(&name)?;
        }
        let listed = match measures.contains_key(&name) {
            true => writer.list_again(archive, &name, watch),
            false => writer.list(archive, &name, watch),
        };
        match listed {
            Ok(taken_in) => on(&taken_in),
            Err(error @ CatalogueError::Read { .. }) => rebuilt.failed.push((name, error)),
            Err(error) => return Err(error),
        }
    }
    for name in archive.unfinished_files()? {
        match writer.list_left(archive, &name) {
            Err(error @ CatalogueError::Read { .. }) => rebuilt.failed.push((name, error)),
            result => result?,
        }
    }
    keep_lost(archive, &mut writer, old.as_ref(), lost, &mut rebuilt)?;
    drop(old);
    let kept: BTreeSet<&str> = rebuilt.lost.iter().map(|lost| lost.name.as_str()).collect();
    for file in writer.files()? {
        if kept.contains(file.name.as_str()) {
            continue;
        }
        let now = file.sha256.map(|sha256| fixity::hex(&sha256));
        if measures.get(&file.name).is_some_and(|measure| Some(measure) != now.as_ref()) {
            rebuilt.changed.push(file.name);
        }
    }
    rebuilt.outcomes = writer.sync_outcomes(archive, None)?;
    rebuilt.after = writer.totals()?;
    let new = writer.close_whole()?;
    put_in_place(&new, &path)?;
    // Creates the files beside the catalogue, so that users without permission to write to the folder can read it.
    // Without these files they read a copy.
    if let Ok(writer) = CatalogueWriter::at(path, false, None, options) {
        let _ = writer.close();
    }
    drop(lock);
    Ok(rebuilt)
}

/// Takes over from the old catalogue the captures of files that are missing or cannot be read. Lost files whose bytes
/// exist under another name are recorded as moved.
fn keep_lost(
    archive: &Archive,
    writer: &mut CatalogueWriter,
    old: Option<&Catalogue>,
    lost: Vec<Lost>,
    rebuilt: &mut Rebuilt,
) -> Result<(), CatalogueError> {
    let digests: HashMap<String, String> = writer
        .files()?
        .into_iter()
        .filter(|file| file.size > 0 && !holdings::is_missing(archive, &file.name))
        .filter_map(|file| Some((fixity::hex(&file.sha256?), file.name)))
        .collect();
    for mut file in lost {
        let moved = file.sha256.as_ref().and_then(|sha256| digests.get(sha256));
        if let Some(to) = moved {
            writer.note_gone(archive, &file, &Departure::Moved(to.clone()))?;
            rebuilt.moved.push((file.name, to.clone()));
        } else {
            let listed = writer.listed(&file.name)?;
            file.captures = file.captures.or(listed.map(|listed| listed.captures));
            rebuilt.lost.push(file);
        }
    }
    let names = rebuilt.lost.iter().map(|lost| &lost.name);
    let names = names.chain(rebuilt.failed.iter().map(|(name, _)| name)).cloned().collect();
    match old.map(|old| writer.carry_over(old, &names)) {
        // A damaged or unreadable catalogue: takes over as much of it as possible.
        Some(Err(
            CatalogueError::Damaged { path, .. }
            | CatalogueError::Database { path, .. }
            | CatalogueError::Read { path, .. },
        )) if path == archive.catalogue_path() => Ok(()),
        Some(result) => result,
        None => Ok(()),
    }
}
