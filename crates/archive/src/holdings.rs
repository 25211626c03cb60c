//! Which files belong to an archive, including missing ones.
//!
//! The disk tells which files exist. Other files that belong to the archive are named in `fixity.tsv`, `references.txt`
//! and the catalogue: a file that one of them names and that does not exist on disk is *lost*, until somebody forgets
//! it or it is found under another name (`gone.tsv`).

use crate::catalogue::{Catalogue, CatalogueError, CatalogueWriter};
use crate::fixity;
use crate::folder::{Archive, ArchiveError, Departure};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// A file that belongs to the archive but is missing on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Name of the file in the archive.
    pub name: String,
    /// Last known size in bytes.
    pub size: u64,
    /// SHA-256 in hexadecimal digits; `None` if it is not known.
    pub sha256: Option<String>,
    /// Number of its captures in the catalogue; `None` if the catalogue does not list the file.
    pub captures: Option<u64>,
}

/// Errors from finding a file of an archive by name, or from forgetting one.
#[derive(Debug, thiserror::Error)]
pub enum ForgetError {
    /// The archive has no file with this name.
    #[error("the archive knows no file '{0}'")]
    Unknown(String),
    /// Several files end in the given name.
    #[error("'{given}' can mean several files; write more of the name: {}", .names.join(", "))]
    Ambiguous {
        /// The name that was given.
        given: String,
        /// The files that it can mean.
        names: Vec<String>,
    },
    /// The file is not missing.
    #[error("'{0}' is there; only files that are missing can be forgotten")]
    Present(String),
    /// No reason was given.
    #[error("say why the file is gone (--why): the reason is kept on record")]
    NoReason,
    /// The catalogue could not be read or changed.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The archive folder could not be read or changed.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

/// Whether nothing was ever stored in an archive, according to all its lists.
pub(crate) fn is_empty(archive: &Archive) -> Result<bool, ArchiveError> {
    Ok(archive.own_files()?.is_empty()
        && archive.references()?.is_empty()
        && fixity::known(archive)?.is_empty())
}

/// Returns all files that belong to the archive, existing or not, by name. Without a catalogue, uses only the other
/// lists.
pub(crate) fn known(
    archive: &Archive,
    catalogue: Option<&Catalogue>,
) -> Result<BTreeMap<String, Lost>, CatalogueError> {
    let mut known = BTreeMap::new();
    let entry = |name: &str| Lost { name: name.to_owned(), size: 0, sha256: None, captures: None };
    for name in archive.own_files()?.into_iter().chain(archive.references()?) {
        known.entry(name.clone()).or_insert_with(|| entry(&name));
    }
    for (name, (size, sha256)) in fixity::known(archive)? {
        let file: &mut Lost = known.entry(name.clone()).or_insert_with(|| entry(&name));
        (file.size, file.sha256) = (size, sha256);
    }
    if let Some(catalogue) = catalogue {
        for listed in catalogue.files()? {
            let name = &listed.name;
            let file = known.entry(name.clone()).or_insert_with(|| entry(name));
            file.captures = Some(listed.captures);
            if file.sha256.is_none() {
                (file.size, file.sha256) = (listed.size, listed.sha256.map(|it| fixity::hex(&it)));
            }
        }
    }
    for name in archive.gone()?.keys() {
        if is_missing(archive, name) {
            known.remove(name);
        }
    }
    Ok(known)
}

/// Whether the disk has no file with this name, finished or unfinished. A file that cannot be accessed does not count
/// as missing.
pub(crate) fn is_missing(archive: &Archive, name: &str) -> bool {
    archive.find(name).is_none()
}

/// Returns the lost files. A name whose bytes are in the archive under another name is left out, unless the catalogue
/// has captures of it.
pub(crate) fn lost(archive: &Archive, catalogue: &Catalogue) -> Result<Vec<Lost>, CatalogueError> {
    let known = known(archive, Some(catalogue))?;
    let (lost, there): (Vec<_>, Vec<_>) =
        known.into_values().partition(|file| is_missing(archive, &file.name));
    let digests: HashMap<String, String> =
        there.into_iter().filter_map(|file| Some((file.sha256?, file.name))).collect();
    let is_elsewhere = |file: &Lost| {
        file.captures.is_none() && file.sha256.as_ref().is_some_and(|it| digests.contains_key(it))
    };
    Ok(lost.into_iter().filter(|file| !is_elsewhere(file)).collect())
}

/// Finds the one file of an archive that is meant by a name in the archive, a path, or the end of a name.
pub fn find_file(
    archive: &Archive,
    catalogue: &Catalogue,
    given: &Path,
) -> Result<Lost, ForgetError> {
    let mut known = known(archive, Some(catalogue))?;
    let text = given.to_string_lossy().into_owned();
    if let Some(file) = known.remove(&text) {
        return Ok(file);
    }
    if let Some(file) = archive.name_of(given).ok().and_then(|name| known.remove(&name)) {
        return Ok(file);
    }
    let names: Vec<String> = known.keys().cloned().collect();
    let name = the_one(&names, &text)?.to_owned();
    known.remove(&name).ok_or(ForgetError::Unknown(text))
}

/// Returns the only one of the names that equals `given` or ends in it. An error if there is none, or several.
pub fn the_one<'n>(names: &'n [String], given: &str) -> Result<&'n str, ForgetError> {
    let is_meant = |name: &&String| {
        name.strip_suffix(given).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    let found: Vec<&String> = names.iter().filter(is_meant).collect();
    match found[..] {
        _ if given.is_empty() => Err(ForgetError::Unknown(given.to_owned())),
        [] => Err(ForgetError::Unknown(given.to_owned())),
        [name] => Ok(name),
        _ => Err(ForgetError::Ambiguous {
            given: given.to_owned(),
            names: found.into_iter().cloned().collect(),
        }),
    }
}

impl CatalogueWriter {
    /// Removes a missing file from the archive for good. The file and the reason stay on record in `gone.tsv`.
    pub fn forget(
        &mut self,
        archive: &Archive,
        given: &Path,
        why: &str,
    ) -> Result<Lost, ForgetError> {
        let why = why.trim();
        if why.is_empty() {
            return Err(ForgetError::NoReason);
        }
        let file = find_file(archive, self, given)?;
        if !is_missing(archive, &file.name) {
            return Err(ForgetError::Present(file.name));
        }
        self.note_gone(archive, &file, &Departure::Forgotten(why.to_owned()))?;
        Ok(file)
    }

    /// Writes to `gone.tsv` first: whatever a kill leaves undone is done by the next writer, see [`complete`].
    pub(crate) fn note_gone(
        &mut self,
        archive: &Archive,
        file: &Lost,
        departure: &Departure,
    ) -> Result<(), CatalogueError> {
        let facts = (file.size, file.sha256.as_deref(), file.captures.unwrap_or(0));
        archive.note_gone(&file.name, facts, departure)?;
        archive.remove_reference(&file.name)?;
        self.remove_if_listed(&file.name)?;
        self.observer.iter_mut().for_each(|it| it.forget(&file.name));
        Ok(())
    }

    fn remove_if_listed(&mut self, name: &str) -> Result<(), CatalogueError> {
        if self.listed(name)?.is_some() { self.remove_file(name) } else { Ok(()) }
    }
}

/// Completes what a killed writer left undone: adds missing lines to `fixity.tsv` for files in the catalogue, and
/// removes forgotten files from the catalogue.
pub(crate) fn complete(
    archive: &Archive,
    writer: &mut CatalogueWriter,
) -> Result<(), CatalogueError> {
    fixity::complete(archive, writer)?;
    for (name, gone) in archive.gone()? {
        if !is_missing(archive, &name) {
            continue;
        }
        archive.remove_reference(&name)?;
        let is_over = match &gone.departure {
            Departure::Forgotten(_) => true,
            // Until the new name is in the catalogue, the captures are listed under the old one.
            Departure::Moved(to) => writer.listed(to)?.is_some(),
        };
        if is_over {
            writer.remove_if_listed(&name)?;
        }
    }
    Ok(())
}
