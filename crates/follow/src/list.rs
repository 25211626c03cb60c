//! The kinds of followers that this crate has. Other crates have more; `app` puts them all into one list.

use crate::error::FollowError;
use crate::follower::Follower;
use crate::licences::{self, LicenceFollower, LicenceStore};
use crate::payloads::{self, PayloadFollower};
use std::collections::HashSet;
use std::sync::Arc;
use stodola_archive::{Archive, FilePlace, PayloadIndex};

/// A kind of follower that the program knows.
pub struct FollowerKind {
    /// Its name.
    pub name: &'static str,
    /// Version of the derived data.
    pub version: u32,
    /// Opens it for an archive that this process may change; `None` if the archive does not use it.
    pub open: fn(&Opening<'_>) -> OpenedFollower,
    /// Lets an archive use it that did not: called when somebody asks to build just this one.
    pub enable: fn(&Archive) -> Result<(), FollowError>,
    /// Returns how far it is in a file, for readers; `None` if the archive does not use it.
    pub places: fn(&Archive) -> Result<Option<PlaceOf>, FollowError>,
}

/// A follower that was opened; `None` if the archive does not use it.
pub type OpenedFollower = Result<Option<Box<dyn Follower>>, FollowError>;

/// Returns how far a follower is in the file with this name.
pub type PlaceOf = Box<dyn Fn(&str) -> FilePlace>;

/// What followers are opened with.
pub struct Opening<'a> {
    /// The archive, which this process has locked.
    pub archive: &'a Archive,
    /// The index of payloads, if this process already has it open.
    pub payloads: Option<Arc<PayloadIndex>>,
}

/// The index of payloads.
pub const PAYLOADS: FollowerKind = FollowerKind {
    name: payloads::NAME,
    version: payloads::VERSION,
    open: open_payloads,
    // Harvests make it.
    enable: |_| Ok(()),
    places: places_of_payloads,
};

/// The licences of pages.
pub const LICENCES: FollowerKind = FollowerKind {
    name: licences::NAME,
    version: licences::VERSION,
    open: open_licences,
    enable: LicenceStore::create,
    places: places_of_licences,
};

/// The followers of this crate, beside the catalogue.
pub const FOLLOWERS: &[FollowerKind] = &[PAYLOADS, LICENCES];

fn open_licences(opening: &Opening<'_>) -> OpenedFollower {
    if !LicenceStore::exists(opening.archive) {
        return Ok(None);
    }
    Ok(Some(Box::new(LicenceFollower::new(LicenceStore::open(opening.archive)?))))
}

fn places_of_licences(archive: &Archive) -> Result<Option<PlaceOf>, FollowError> {
    let Some(store) = LicenceStore::open_to_read(archive)? else { return Ok(None) };
    Ok(Some(Box::new(move |file| store.place(file).unwrap_or(FilePlace::START))))
}

fn open_payloads(opening: &Opening<'_>) -> OpenedFollower {
    let index = match &opening.payloads {
        Some(index) => Arc::clone(index),
        None if PayloadIndex::exists(opening.archive) => {
            Arc::new(PayloadIndex::open(opening.archive)?)
        }
        None => return Ok(None),
    };
    Ok(Some(Box::new(PayloadFollower::new(index))))
}

fn places_of_payloads(archive: &Archive) -> Result<Option<PlaceOf>, FollowError> {
    if !PayloadIndex::exists(archive) {
        return Ok(None);
    }
    let files: HashSet<String> = PayloadIndex::committed_files(archive)?.into_iter().collect();
    Ok(Some(Box::new(move |file| match files.contains(file) {
        true => FilePlace { offset: u64::MAX, is_end: true },
        false => FilePlace::START,
    })))
}
