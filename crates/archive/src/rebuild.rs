//! Making the catalogue anew from what it is derived from.
//!
//! The new one grows beside the old one, in `catalogue.db.new`, and takes its place when it is
//! complete and was read through. A rebuild that was cut short goes on with the file it was at.
//!
//! No file is forgotten: what the archive knew of and the disk has not is told, and its captures are taken over
//! from the old catalogue.

use crate::catalogue::{
    Catalogue, CatalogueError, CatalogueOptions, CatalogueWriter, Totals, put_in_place, remove,
    with_ending,
};
use crate::fixity;
use crate::folder::{Archive, Departure, WriteLock};
use crate::holdings::{self, Lost};
use crate::intake::{TakenIn, Watch};
use crate::observe::CaptureObserver;
use crate::outcomes::SyncedOutcomes;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// What a rebuild found.
#[derive(Debug, Default)]
pub struct Rebuilt {
    /// What the catalogue held before, if it could be read.
    pub before: Option<Totals>,
    /// What it holds now.
    pub after: Totals,
    /// Files that belong to the archive and are not there.
    pub lost: Vec<Lost>,
    /// Files that are there and could not be read.
    pub failed: Vec<(String, CatalogueError)>,
    /// Files that are there under another name: the old one and the new one.
    pub moved: Vec<(String, String)>,
    /// Files that are not what they were when they were added or last checked.
    pub changed: Vec<String>,
    /// What the logs of the jobs say became of URIs.
    pub outcomes: SyncedOutcomes,
}

impl Rebuilt {
    /// Whether all that belongs to the archive is there, can be read and is what it was.
    pub fn is_all_well(&self) -> bool {
        self.failed.is_empty()
            && self.changed.is_empty()
            && self.lost.is_empty()
            && self.outcomes.failed.is_empty()
    }
}

/// What a rebuild needs from whoever asks for it, and whom it tells what.
pub struct Rebuild<'a> {
    /// How the catalogue is kept.
    pub options: CatalogueOptions,
    /// Is shown all captures, and tells titles and languages of pages. Starts anew, unless a rebuild that was cut short
    /// continues.
    pub observer: Option<Box<dyn CaptureObserver>>,
    /// Is told how far it is.
    pub watch: &'a mut dyn Watch,
    /// Is told of each file.
    pub on: &'a mut dyn FnMut(&TakenIn),
}

/// Makes the catalogue of an archive anew.
pub fn rebuild(
    archive: &Archive,
    lock: WriteLock,
    with: Rebuild<'_>,
) -> Result<Rebuilt, CatalogueError> {
    let Rebuild { options, mut observer, watch, on } = with;
    let path = archive.catalogue_path();
    let new = with_ending(&path, ".new");
    let mut old = match Catalogue::open(archive) {
        // What a later program knows must not be lost.
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
            // Whoever was shown captures before this fails is shown them again.
            observer.iter_mut().for_each(|it| it.start_anew());
            CatalogueWriter::at(new.clone(), true, None, options)?
        }
    };
    if let Some(observer) = observer {
        writer.observe_with(observer);
    }
    // What was listed by a rebuild that was cut short may be forgotten by now.
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
        // A file elsewhere that only fixity.tsv or the old catalogue knew.
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
    // Makes the files beside it, so that those can read it who may not write to the folder. Without them they
    // read a copy.
    if let Ok(writer) = CatalogueWriter::at(path, false, None, options) {
        let _ = writer.close();
    }
    drop(lock);
    Ok(rebuilt)
}

/// Takes over what the old catalogue knows of files that are not there or cannot be read. Lost files whose bytes
/// are there under another name were moved.
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
        // A catalogue that is damaged or cannot be read gives what it can.
        Some(Err(
            CatalogueError::Damaged { path, .. }
            | CatalogueError::Database { path, .. }
            | CatalogueError::Read { path, .. },
        )) if path == archive.catalogue_path() => Ok(()),
        Some(result) => result,
        None => Ok(()),
    }
}
