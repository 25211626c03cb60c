//! Connections to the catalogue for many threads: a few are kept open, and a thread that finds none waits.

use crate::catalogue::{Catalogue, CatalogueError};
use crate::folder::Archive;
use std::ops::Deref;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a connection is used that shows only the state at the time of opening.
const MOMENT: Duration = Duration::from_secs(2);

/// Connections to one catalogue.
pub(super) struct Pool {
    archive: Archive,
    max: usize,
    /// MiB of the database that each connection keeps in memory; `None` for the usual number.
    cache_mib: Option<u32>,
    state: Mutex<State>,
    returned: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Connected>,
    /// Number of connections in use.
    used: usize,
}

struct Connected {
    catalogue: Catalogue,
    /// The file that the catalogue was when it was opened: a rebuild replaces it by another one.
    file: FileId,
    since: Instant,
}

/// Identifies a file, to distinguish it from another one with the same name; `None` if the system does not say.
type FileId = Option<(u64, u64)>;

impl Pool {
    pub(super) fn new(archive: &Archive, max: usize, cache_mib: Option<u32>) -> Pool {
        let (state, returned) = Default::default();
        Pool { archive: archive.clone(), max: max.max(1), cache_mib, state, returned }
    }

    /// Returns a connection that nobody else uses until it is dropped. Waits while all are in use.
    pub(super) fn take(&self) -> Result<PooledCatalogue<'_>, CatalogueError> {
        let mut state = self.state();
        while state.used >= self.max {
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let now = file_id(&self.archive);
        let mut fresh = None;
        while let Some(idle) = state.idle.pop() {
            if idle.is_current(now) {
                fresh = Some(idle);
                break;
            }
        }
        state.used += 1;
        drop(state);
        let connected = match fresh {
            Some(connected) => connected,
            // If opening fails, dropping the permit gives it back.
            None => {
                let permit = Permit { pool: self };
                let catalogue = Catalogue::open(&self.archive)?;
                if let Some(mib) = self.cache_mib {
                    catalogue.set_cache_mib(mib)?;
                }
                std::mem::forget(permit);
                Connected { catalogue, file: now, since: Instant::now() }
            }
        };
        Ok(PooledCatalogue { permit: Permit { pool: self }, connected: Some(connected) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic cannot leave the state half changed: every change is a single call.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connected {
    fn is_current(&self, now: FileId) -> bool {
        self.file == now && (self.catalogue.is_live() || self.since.elapsed() < MOMENT)
    }
}

/// The right to use one connection.
struct Permit<'p> {
    pool: &'p Pool,
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.pool.state().used -= 1;
        self.pool.returned.notify_one();
    }
}

/// A connection to the catalogue that goes back to the pool when it is dropped.
pub struct PooledCatalogue<'p> {
    permit: Permit<'p>,
    connected: Option<Connected>,
}

impl Deref for PooledCatalogue<'_> {
    type Target = Catalogue;

    fn deref(&self) -> &Catalogue {
        match &self.connected {
            Some(connected) => &connected.catalogue,
            // Only `drop` takes it.
            None => unreachable!("a connection is used after it was given back"),
        }
    }
}

impl Drop for PooledCatalogue<'_> {
    fn drop(&mut self) {
        if let Some(connected) = self.connected.take() {
            self.permit.pool.state().idle.push(connected);
        }
    }
}

#[cfg(unix)]
fn file_id(archive: &Archive) -> FileId {
    use std::os::unix::fs::MetadataExt;
    let metadata = archive.catalogue_path().metadata().ok()?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn file_id(_archive: &Archive) -> FileId {
    None
}
