//! Work on large documents, which would block the threads that fetch.

use super::{Engine, HarvestError};
use std::sync::Arc;
use std::thread::available_parallelism;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Number of large documents that may wait for something outside, for example a name server, beside those in work.
const LARGE_WAITING: usize = 4;

/// Limits the work on large documents.
pub(super) struct Workshop {
    /// One permit for each core: the number of pieces of work at a time.
    heavy: Semaphore,
    /// One permit for each large document between the first step of its work and the last: each may take 16 MiB of
    /// memory.
    large: Semaphore,
}

impl Workshop {
    /// `inquires`: whether large documents wait for answers between two steps.
    pub(super) fn new(inquires: bool) -> Workshop {
        let cores = available_parallelism().map_or(2, |cores| cores.get());
        let waiting = if inquires { LARGE_WAITING } else { 0 };
        Workshop { heavy: Semaphore::new(cores), large: Semaphore::new(cores + waiting) }
    }

    /// Waits until another large document may be worked on. The permit is held until its work is done.
    pub(super) async fn enter_large(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed.
        self.large.acquire().await.ok()
    }
}

impl Engine {
    /// Runs work in a thread that may block; only a few run at a time.
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
