//! Finds what is lost with a file.

use super::{ReadError, open};
use crate::json;
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};
use stodola_archive::{
    Archive, DedupError, DedupIndex, ForgetError, RecordPlace, find_file, the_one,
};
use stodola_migrate::INDEX;
use stodola_warc::Reader;

/// A capture that loses its content if a file is lost, as in JSON output.
#[derive(Clone, Debug, Serialize)]
pub struct Dependent {
    /// Name of the file that contains the capture.
    pub file: String,
    /// Byte offset of its record.
    pub offset: u64,
    /// Time of the capture, as in the catalogue or the record; `-` if it is not known.
    #[serde(serialize_with = "json::bytes")]
    pub date: Vec<u8>,
    /// Its URI as found; `-` if it has none.
    #[serde(serialize_with = "json::bytes")]
    pub uri: Vec<u8>,
}

/// The number of captures that depend on a file.
#[derive(Clone, Debug)]
pub struct Dependents {
    /// The name of the file in the archive or the migration.
    pub name: String,
    /// Number of captures in other files that depend on it.
    pub number: u64,
}

/// Errors from finding what depends on a file.
#[derive(Debug, thiserror::Error)]
pub enum DependentsError {
    /// The folder is neither an archive with a catalogue nor one of a migration.
    #[error("{}: neither a catalogue nor an index of payloads is here", .0.display())]
    NothingHere(PathBuf),
    /// The archive could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The file with this name could not be found.
    #[error(transparent)]
    File(#[from] ForgetError),
    /// The index of payloads of a migration could not be read.
    #[error(transparent)]
    Index(#[from] DedupError),
    /// The index of payloads has no such file.
    #[error("{0}: not in the index")]
    NotInIndex(String),
    /// A result of a migration could not be opened.
    #[error("{}: cannot be opened", .path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
    /// A record of a result could not be read.
    #[error("{}: at {offset}: {error}", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Byte offset of the record.
        offset: u64,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
}

/// Calls `on` with each capture that loses its content if `file` is lost. `folder` is an archive, or the results of a
/// migration. An error of `on` ends it and is returned.
pub fn dependents<E: From<DependentsError>>(
    folder: &Path,
    file: &Path,
    on: &mut dyn FnMut(Dependent) -> Result<(), E>,
) -> Result<Dependents, E> {
    if folder.join(INDEX).is_dir() {
        return of_migration(folder, file, on);
    }
    let has_catalogue =
        Archive::open(folder).is_ok_and(|archive| archive.catalogue_path().exists());
    match has_catalogue {
        true => of_catalogue(folder, file, on),
        false => Err(DependentsError::NothingHere(folder.to_owned()).into()),
    }
}

/// Uses the catalogue: revisits name the capture that has their content.
fn of_catalogue<E: From<DependentsError>>(
    folder: &Path,
    file: &Path,
    on: &mut dyn FnMut(Dependent) -> Result<(), E>,
) -> Result<Dependents, E> {
    let (archive, catalogue) = open(folder).map_err(DependentsError::from)?;
    let found = find_file(&archive, &catalogue, file).map_err(DependentsError::from)?;
    let mut told = Ok(());
    let number = catalogue.dependents(&[&found.name], &mut |_, revisit| {
        if told.is_ok() {
            let date = revisit.row.time.map_or("-".to_owned(), |time| time.to_string());
            told = on(Dependent {
                file: revisit.file.to_string(),
                offset: revisit.row.offset,
                date: date.into_bytes(),
                uri: revisit.row.uri,
            });
        }
    });
    let number = number.map_err(|error| DependentsError::Read(error.into()))?;
    told?;
    Ok(Dependents { name: found.name, number })
}

fn of_migration<E: From<DependentsError>>(
    folder: &Path,
    file: &Path,
    on: &mut dyn FnMut(Dependent) -> Result<(), E>,
) -> Result<Dependents, E> {
    let index = DedupIndex::read(&folder.join(INDEX)).map_err(DependentsError::from)?;
    let path = file.strip_prefix(folder).unwrap_or(file);
    let names = index.file_names();
    let name = the_one(&names, &path.to_string_lossy()).map_err(DependentsError::from)?;
    let id = index.file_id(name).ok_or_else(|| DependentsError::NotInIndex(name.to_owned()))?;
    let mut number = 0;
    for reference in index.losses(id).map_err(DependentsError::from)? {
        let reference = reference.map_err(DependentsError::from)?;
        number += 1;
        on(read(&index, folder, reference.revisit)?)?;
    }
    Ok(Dependents { name: name.to_owned(), number })
}

/// Reads the record at a place of a migration.
fn read(
    index: &DedupIndex,
    folder: &Path,
    place: RecordPlace,
) -> Result<Dependent, DependentsError> {
    let name = index.file_name(place.file).unwrap_or_default();
    let (path, offset) = (folder.join(name), place.offset);
    let mut reader = Reader::open_at(&path, offset)
        .map_err(|error| DependentsError::Open { path: path.clone(), error })?;
    let record = reader.next_record().map_err(|error| DependentsError::Record {
        path: path.clone(),
        offset,
        error,
    })?;
    let uri = record.as_ref().and_then(|it| it.uri()).unwrap_or(b"-").to_vec();
    let date = record.as_ref().and_then(|it| it.raw_date()).unwrap_or(b"-").to_vec();
    Ok(Dependent { file: name.to_owned(), offset, date, uri })
}
