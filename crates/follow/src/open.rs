//! Opening an archive for writing, with all its followers.

use crate::error::FollowError;
use crate::followers::Followers;
use crate::list::{FollowerKind, Opening};
use crate::progress::CATALOGUE;
use std::sync::Arc;
use stodola_archive::{
    Archive, CatalogueError, CatalogueOptions, CatalogueWriter, CaughtUp, FileWatch, Keeper,
    KeeperError, PayloadIndex, Rebuild, Rebuilt, TakenIn, WriteLock, rebuild,
};

/// Opens an archive for harvests. The catalogue and all followers of `kinds` first read what a crash left unread.
pub fn keep(
    archive: &Archive,
    kinds: &[FollowerKind],
    lock: WriteLock,
    watch: &mut dyn FileWatch,
) -> Result<(Arc<Keeper>, CaughtUp), KeeperError> {
    let payloads = Arc::new(PayloadIndex::open(archive)?);
    let followers = open_all(archive, kinds, Some(Arc::clone(&payloads)), &|_| true);
    let followers = followers.map_err(|error| KeeperError::Observer(error.to_string()))?;
    Keeper::open(archive, lock, payloads, Box::new(followers), watch)
}

/// Opens the catalogue of an archive to add files. The files are shown to all followers that the archive uses.
pub fn open_writer(
    archive: &Archive,
    kinds: &[FollowerKind],
    lock: WriteLock,
) -> Result<CatalogueWriter, OpenError> {
    let mut writer = CatalogueWriter::open(archive, lock)?;
    writer.observe_with(Box::new(open_all(archive, kinds, None, &|_| true)?));
    Ok(writer)
}

/// What is built again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RebuildScope {
    /// The catalogue and all followers that the archive uses, in one pass over the files.
    All,
    /// The part with this name: [`CATALOGUE`], or a follower.
    Only(String),
}

/// Errors from opening an archive with its followers, or from building them again.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The catalogue could not be opened, read or written.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// A follower could not be opened or built again.
    #[error(transparent)]
    Follower(#[from] FollowError),
    /// There is no follower with this name.
    #[error("there is nothing named '{name}' to build; the names are {}", names.join(", "))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The names that there are.
        names: Vec<&'static str>,
    },
}

fn names(kinds: &[FollowerKind]) -> Vec<&'static str> {
    [CATALOGUE].into_iter().chain(kinds.iter().map(|kind| kind.name)).collect()
}

/// Builds derived data of an archive again from its files. Calls `on` with each file that the catalogue lists. Returns
/// `None` if the catalogue is not built again.
pub fn rebuild_scope(
    archive: &Archive,
    kinds: &[FollowerKind],
    lock: WriteLock,
    scope: &RebuildScope,
    watch: &mut dyn FileWatch,
    on: &mut dyn FnMut(&TakenIn),
) -> Result<Option<Rebuilt>, OpenError> {
    let options = CatalogueOptions::default();
    let is_wanted = |kind: &FollowerKind| match scope {
        RebuildScope::All => true,
        RebuildScope::Only(name) => kind.name == name,
    };
    match scope {
        RebuildScope::Only(name) if name != CATALOGUE => {
            let kind = kinds.iter().find(|kind| is_wanted(kind));
            let unknown = || OpenError::Unknown { name: name.clone(), names: names(kinds) };
            let kind = kind.ok_or_else(unknown)?;
            let mut writer = CatalogueWriter::open_with(archive, lock, options)?;
            (kind.enable)(archive)?;
            let follower = (kind.open)(&Opening { archive, payloads: None })?;
            if let Some(mut follower) = follower {
                follower.start_anew()?;
                let mut followers = Followers::new(archive)?;
                followers.attach(follower);
                writer.observe_with(Box::new(followers));
                writer.show_listed(archive, watch)?;
            }
            writer.close()?;
            Ok(None)
        }
        RebuildScope::All | RebuildScope::Only(_) => {
            let observer = open_all(archive, kinds, None, &is_wanted)?;
            let with = Rebuild { options, observer: Some(Box::new(observer)), watch, on };
            Ok(Some(rebuild(archive, lock, with)?))
        }
    }
}

/// Opens the followers that an archive uses. One that cannot be opened is left out, and the reason is stored.
fn open_all(
    archive: &Archive,
    kinds: &[FollowerKind],
    payloads: Option<Arc<PayloadIndex>>,
    is_wanted: &dyn Fn(&FollowerKind) -> bool,
) -> Result<Followers, FollowError> {
    let mut followers = Followers::new(archive)?;
    let opening = Opening { archive, payloads };
    for kind in kinds.iter().filter(|kind| is_wanted(kind)) {
        match (kind.open)(&opening) {
            Ok(Some(follower)) => followers.attach(follower),
            Ok(None) => {}
            Err(error) => followers.note_unopened(kind.name, &error),
        }
    }
    Ok(followers)
}
