//! The progress of each follower.

use crate::error::FollowError;
use crate::failures::{Failures, FollowerFailure};
use crate::list::FollowerKind;
use std::collections::HashMap;
use stodola_archive::{Archive, Catalogue, FilePlace};

/// The name of the catalogue among the followers.
pub const CATALOGUE: &str = "catalogue";

/// How far a follower is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowerProgress {
    /// Its name.
    pub name: &'static str,
    /// Number of files of the archive that exist, including unfinished ones.
    pub files: u64,
    /// Number of files that it has read to their end.
    pub files_done: u64,
    /// Bytes of these files.
    pub bytes: u64,
    /// Bytes that it has read.
    pub bytes_done: u64,
    /// Why it has stopped; `None` if it has not.
    pub failure: Option<FollowerFailure>,
}

/// Returns the progress of the catalogue and the followers of an archive. Followers that the archive does not use are
/// left out. One whose store cannot be read counts as empty, with the reason as its failure. Needs no lock.
pub fn progress(
    archive: &Archive,
    kinds: &[FollowerKind],
    catalogue: &Catalogue,
) -> Result<Vec<FollowerProgress>, FollowError> {
    let failures = Failures::read(archive)?;
    let files = sizes(archive)?;
    let mut listed = HashMap::new();
    for file in catalogue.files()? {
        let place = FilePlace { offset: file.size, is_end: file.is_complete() };
        listed.insert(file.name, place);
    }
    let place = |name: &str| listed.get(name).copied().unwrap_or(FilePlace::START);
    let mut all = vec![count(CATALOGUE, &files, &place, &failures)];
    for kind in kinds {
        match (kind.places)(archive) {
            Ok(Some(place)) => all.push(count(kind.name, &files, &place, &failures)),
            Ok(None) => {}
            // Damaged, or just being built: the others are reported nevertheless.
            Err(error) => {
                let unknown = count(kind.name, &files, &|_| FilePlace::START, &failures);
                let (time, file) = Default::default();
                let failure = FollowerFailure { time, file, reason: error.to_string() };
                all.push(FollowerProgress { failure: Some(failure), ..unknown });
            }
        }
    }
    Ok(all)
}

/// Returns the files of an archive that exist, with their sizes in bytes.
fn sizes(archive: &Archive) -> Result<Vec<(String, u64)>, FollowError> {
    let mut names = archive.own_files().map_err(FollowError::new)?;
    names.extend(archive.references().map_err(FollowError::new)?);
    names.extend(archive.unfinished_files().map_err(FollowError::new)?);
    let size = |name: &str| archive.find(name)?.metadata().ok().map(|it| it.len());
    Ok(names.into_iter().filter_map(|name| size(&name).map(|size| (name, size))).collect())
}

fn count(
    name: &'static str,
    files: &[(String, u64)],
    place_of: &dyn Fn(&str) -> FilePlace,
    failures: &Failures,
) -> FollowerProgress {
    let failure = failures.get(name).cloned();
    let (mut files_done, mut bytes, mut bytes_done) = (0, 0, 0);
    for (file, size) in files {
        let place = place_of(file);
        files_done += u64::from(place.is_end);
        bytes += size;
        bytes_done += if place.is_end { *size } else { place.offset.min(*size) };
    }
    FollowerProgress { name, files: files.len() as u64, files_done, bytes, bytes_done, failure }
}
