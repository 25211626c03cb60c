//! Work that would hold up the threads that fetch: large documents, and files of the archive.

use super::{Engine, HarvestError};
use std::sync::Arc;
use std::thread::available_parallelism;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Large documents that may wait for something outside, a name server for example, beside those that are worked on.
const LARGE_WAITING: usize = 4;

/// Bounds such work.
pub(super) struct Workshop {
    /// One permit for each core: so many pieces of work are done at a time.
    heavy: Semaphore,
    /// One permit for each large document between the first step of its work and the last: what is known of one may
    /// take 16 MiB.
    large: Semaphore,
}

impl Workshop {
    /// `inquires` tells whether large documents wait for answers between two steps.
    pub(super) fn new(inquires: bool) -> Workshop {
        let cores = available_parallelism().map_or(2, |cores| cores.get());
        let waiting = if inquires { LARGE_WAITING } else { 0 };
        Workshop { heavy: Semaphore::new(cores), large: Semaphore::new(cores + waiting) }
    }

    /// Waits until another large document may be worked on. The permit is held until its work is done.
    pub(super) async fn enter_large(&self) -> Option<SemaphorePermit<'_>> {
        // It is never closed.
        self.large.acquire().await.ok()
    }
}

impl Engine {
    /// Works in a thread that may block, by few at a time.
    pub(super) async fn in_workshop<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Engine) -> Result<T, HarvestError> + Send + 'static,
    ) -> Result<T, HarvestError> {
        let permit = self.workshop.heavy.acquire().await;
        let engine = Arc::clone(self);
        let task = tokio::task::spawn_blocking(move || work(&engine));
        let result = task.await.map_err(|error| HarvestError::Worker(error.to_string()))?;
        drop(permit);
        result
    }
}
