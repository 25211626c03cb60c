//! Opening an archive for harvests.

use super::{CrawlError, HarvestEvent, HarvestWatch};
use crate::Watch;
use crate::events::{EventKind, note};
use crate::followers::FOLLOWERS;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use stodola_archive::{Archive, Keeper, KeeperError, WriteLock};
use stodola_map::MapFollower;
use stodola_search::SearchFollower;

/// Opens an archive for harvests; creates it if it does not exist. Waits while another process has it, and tells
/// `watch`; `command` is shown to processes that wait for this one.
pub fn keep(
    archive: &Path,
    command: &str,
    watch: &dyn HarvestWatch,
) -> Result<Arc<Keeper>, CrawlError> {
    let archive = Archive::open_or_create(archive)?;
    let lock =
        archive.lock_in_turn(command, &mut |holder| watch.waiting(archive.folder(), holder))?;
    keep_locked(&archive, lock, watch)
}

/// Same as [`keep`]; the archive has a search index from then on.
pub(crate) fn keep_searchable(
    archive: &Path,
    command: &str,
    watch: &dyn HarvestWatch,
) -> Result<Arc<Keeper>, CrawlError> {
    let archive = Archive::open_or_create(archive)?;
    let lock =
        archive.lock_in_turn(command, &mut |holder| watch.waiting(archive.folder(), holder))?;
    let enabled = SearchFollower::enable(&archive);
    enabled.map_err(|error| KeeperError::Observer(error.to_string()))?;
    keep_locked(&archive, lock, watch)
}

/// Same as [`keep`]; the archive has a map from then on.
pub(crate) fn keep_mapped(
    archive: &Path,
    command: &str,
    watch: &dyn HarvestWatch,
) -> Result<Arc<Keeper>, CrawlError> {
    let archive = Archive::open_or_create(archive)?;
    let lock =
        archive.lock_in_turn(command, &mut |holder| watch.waiting(archive.folder(), holder))?;
    if !MapFollower::is_used(&archive) {
        let enabled = MapFollower::enable(&archive);
        enabled.map_err(|error| KeeperError::Observer(error.to_string()))?;
    }
    keep_locked(&archive, lock, watch)
}

/// Same as [`keep`], for an archive that this process has locked.
pub(crate) fn keep_locked(
    archive: &Archive,
    lock: WriteLock,
    watch: &dyn HarvestWatch,
) -> Result<Arc<Keeper>, CrawlError> {
    let (keeper, caught_up) =
        stodola_follow::keep(archive, FOLLOWERS, lock, &mut FileBytes(watch))?;
    let folder = archive.folder().to_owned();
    keeper.on_listed(move |file| note_listed(&folder, file));
    for file in &caught_up.listed {
        note_listed(archive.folder(), file);
        watch.tell(&HarvestEvent::Listed { file });
    }
    for (file, error) in &caught_up.failed {
        watch.tell(&HarvestEvent::Unreadable { file, error });
    }
    Ok(keeper)
}

/// Tells the stream of events that a file of captures is finished and listed.
pub(crate) fn note_listed(archive: &Path, file: &str) {
    note(archive, EventKind::FileListed, &json!({ "file": file }));
}

/// Reports the files that are read to a watch, each as a stage that counts bytes.
pub(super) struct FileBytes<'a, W: Watch + ?Sized>(pub(super) &'a W);

impl<W: Watch + ?Sized> stodola_archive::FileWatch for FileBytes<'_, W> {
    fn begin(&mut self, name: &str, size: u64) {
        self.0.begin(name, Some(size));
    }

    fn at(&mut self, bytes: u64) {
        self.0.at(bytes);
    }

    fn end(&mut self) {
        self.0.end();
    }
}
