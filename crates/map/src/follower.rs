//! The follower that fills the map: what is kept of each capture.

mod foreign;
mod page;
mod waiting;

use crate::batch::Batch;
use crate::commit::commit_path;
use crate::error::MapError;
use crate::map::LinkMap;
use crate::name::name_of;
use crate::record::{Capture, Content};
use crate::shortfall::CaptureTrouble;
use crate::store::{Store, folder_of};
use crate::time::MapTime;
use foreign::ForeignRevisit;
use page::{redirect_of, size_of_payload};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::path::PathBuf;
use stodola_archive::{Archive, CaptureKind, CaptureRow, Captures, FilePlace};
use stodola_follow::{Document, FollowError, Follower, PlaceOf, Reads};
use waiting::WaitingRevisits;

/// The name of the follower.
pub const NAME: &str = "map";
/// Version of the map. It is raised when the same captures give other data.
pub const VERSION: u32 = 1;
/// Version of the parser that finds links and texts; each content knows it.
pub(crate) const PARSER: u32 = 1;
/// What was taken is written when it takes this much memory in bytes.
const BATCH_MAX: usize = 64 << 20;

/// Fills the map of an archive.
pub struct MapFollower {
    folder: PathBuf,
    store: Store,
    batch: Batch,
    /// Revisits of other addresses, whose links are read at the commit.
    foreign: Vec<ForeignRevisit>,
    /// Those of earlier batches whose originals were missing.
    waiting: WaitingRevisits,
    /// Contents of this batch that some of them wait for.
    arrived: HashSet<u64>,
    captures: Captures,
}

impl MapFollower {
    /// Opens the map of an archive to fill it; makes it if it is missing. A damaged one is removed, so that all files
    /// are followed again. The process must have the lock of the archive.
    pub fn open(archive: &Archive) -> Result<MapFollower, MapError> {
        let folder = folder_of(archive);
        let store = match Store::open(&folder, VERSION) {
            Err(
                MapError::Part(stodola_table::TableError::Damaged { .. }) | MapError::Commit { .. },
            ) => {
                remove_map(&folder)?;
                Store::open(&folder, VERSION)?
            }
            Err(MapError::Part(stodola_table::TableError::Io { error, .. }))
                if matches!(
                    error.kind(),
                    std::io::ErrorKind::NotFound | std::io::ErrorKind::UnexpectedEof
                ) =>
            {
                remove_map(&folder)?;
                Store::open(&folder, VERSION)?
            }
            store => store?,
        };
        let waiting = WaitingRevisits::open(&folder);
        // A crash may have come before the list was shortened. So all are looked at once.
        let arrived = waiting.hashes();
        let (batch, foreign) = Default::default();
        let captures = Captures::new(archive);
        Ok(MapFollower { folder, store, batch, foreign, waiting, arrived, captures })
    }

    /// Whether an archive has a map, and so is followed.
    pub fn is_used(archive: &Archive) -> bool {
        commit_path(&folder_of(archive)).is_file()
    }

    /// Makes an empty map, if there is none. From then on the archive is followed.
    pub fn enable(archive: &Archive) -> Result<(), MapError> {
        Store::open(&folder_of(archive), VERSION).map(|_| ())
    }

    fn take_capture(&mut self, document: &mut Document<'_>) -> Result<(), MapError> {
        let row = document.row().clone();
        if matches!(row.kind, CaptureKind::Metadata | CaptureKind::Dns) {
            return Ok(());
        }
        if self.batch.bytes() > BATCH_MAX {
            self.store.add(std::mem::take(&mut self.batch))?;
        }
        let page = self.batch.page(name_of(&row.uri));
        let mut capture = self.capture_of(document, &row);
        let is_revisit = row.kind == CaptureKind::Revisit;
        let is_page = row.status.is_none_or(|status| (200..300).contains(&status))
            || is_revisit && row.status == Some(304);
        let hash = content_hash(document.file(), &row);
        let content = match hash.filter(|_| is_page) {
            None => None,
            Some(hash) if is_revisit => {
                if row.target_uri.is_some() {
                    let file = document.file().to_owned();
                    self.foreign.push(ForeignRevisit { file, row, hash });
                }
                Some(Content { hash, known: None })
            }
            Some(hash) => match self.known_content(document, page) {
                Ok(known) => {
                    if self.waiting.has(hash) {
                        self.arrived.insert(hash);
                    }
                    capture.language = self.language_of(document);
                    Some(Content { hash, known: Some(known) })
                }
                // Its damage is on record with the capture.
                Err(_) => {
                    capture.trouble = CaptureTrouble::Unreadable.code();
                    Some(Content { hash, known: None })
                }
            },
        };
        self.batch.add(page, content, capture);
        Ok(())
    }

    fn capture_of(&mut self, document: &mut Document<'_>, row: &CaptureRow) -> Capture {
        let mime = row.mime.as_deref().unwrap_or_default();
        let mime = mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let status = row.status.unwrap_or_default();
        let redirect = redirect_of(document, status).map(|uri| self.batch.page(name_of(&uri)));
        Capture {
            time: row.time.map(MapTime::from).unwrap_or_default(),
            file: self.store.number_of(document.file()),
            is_revisit: row.kind == CaptureKind::Revisit,
            status,
            mime: self.batch.words.number(mime.as_bytes()),
            language: 0,
            size: size_of_payload(document),
            content: None,
            redirect,
            trouble: 0,
        }
    }

    fn language_of(&mut self, document: &mut Document<'_>) -> u32 {
        // What cannot be read was noticed before.
        let language = document.declared_language().unwrap_or_default().unwrap_or_default();
        self.batch.words.number(language.as_bytes())
    }

    fn commit_batch(&mut self, file: &str, place: FilePlace) -> Result<(), MapError> {
        self.resolve_foreign()?;
        let resolved = self.resolve_arrived();
        self.store.add(std::mem::take(&mut self.batch))?;
        self.store.commit(file, place)?;
        self.waiting.remove(|row| resolved.contains(row))
    }
}

/// The hash by which a content of a page is known; `None` if a revisit does not say which content it has.
fn content_hash(file: &str, row: &CaptureRow) -> Option<u64> {
    let hash = match (&row.digest, row.kind) {
        (Some(digest), _) => Sha256::digest(digest.as_bytes()),
        (None, CaptureKind::Revisit) => return None,
        // Without a digest it is a content of its own.
        (None, _) => Sha256::digest(format!("{file} {} {}", row.offset, row.inner_offset)),
    };
    Some(hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

fn remove_map(folder: &std::path::Path) -> Result<(), MapError> {
    // Without the commit the rest counts as missing.
    for item in std::fs::read_dir(folder)? {
        let path = item?.path();
        if path.file_name().is_some_and(|name| name == "commit") {
            std::fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Returns how far the map is in each file; `None` if the archive has none. Needs no lock.
pub fn places(archive: &Archive) -> Result<Option<PlaceOf>, MapError> {
    if !MapFollower::is_used(archive) {
        return Ok(None);
    }
    let map = LinkMap::open(archive)?;
    Ok(Some(Box::new(move |file| map.place(file))))
}

impl Follower for MapFollower {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn stored_version(&self) -> Option<u32> {
        Some(self.store.version())
    }

    fn reads(&self) -> Reads {
        Reads::Pages
    }

    fn place(&self, file: &str) -> Result<FilePlace, FollowError> {
        Ok(self.store.place(file))
    }

    fn take(&mut self, document: &mut Document<'_>) -> Result<(), FollowError> {
        Ok(self.take_capture(document)?)
    }

    fn commit(&mut self, file: &str, place: FilePlace) -> Result<(), FollowError> {
        Ok(self.commit_batch(file, place)?)
    }

    fn abandon(&mut self) {
        self.batch = Batch::default();
        self.foreign.clear();
        self.arrived.clear();
        self.store.abandon();
    }

    fn forget(&mut self, file: &str) -> Result<(), FollowError> {
        self.store.forget(file)?;
        Ok(self.waiting.remove(|row| row.file == file)?)
    }

    fn start_anew(&mut self) -> Result<(), FollowError> {
        self.batch = Batch::default();
        self.foreign.clear();
        self.arrived.clear();
        self.waiting.remove(|_| true)?;
        match self.store.clear(VERSION) {
            Ok(()) => Ok(()),
            // A part that cannot be read must not keep it from being made anew.
            Err(_) => {
                remove_map(&self.folder).map_err(FollowError::from)?;
                self.store = Store::open(&self.folder, VERSION)?;
                Ok(())
            }
        }
    }
}
