//! Long readings: answers for which the log of a harvest is read from its beginning to its end.
//!
//! They take seconds and a thread each. Only few of them run at a time, so that quick answers always find a thread;
//! whoever comes when all places are taken is told to come back.

use crate::api::{Problem, ProblemKind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long somebody waits for a place.
const PATIENCE: Duration = Duration::from_millis(500);
/// After how many seconds it is worth coming back.
const COME_BACK: u64 = 5;

/// The places for long readings.
pub(crate) struct ReadingPlaces(Arc<Semaphore>);

impl ReadingPlaces {
    /// Half of the threads for blocking work, at least one.
    pub(crate) fn new(threads: usize) -> ReadingPlaces {
        ReadingPlaces(Arc::new(Semaphore::new((threads / 2).max(1))))
    }

    /// A place, for whoever finds out during the work that a log has to be read. Does not wait.
    pub(crate) fn take_now(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let busy = |_| Problem::new(ProblemKind::Busy).after(COME_BACK);
        self.0.clone().try_acquire_owned().map_err(busy)
    }

    /// A place. It has to be kept as long as the work goes on, also if nobody waits for the answer any more.
    pub(crate) async fn take(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let place = tokio::time::timeout(PATIENCE, self.0.clone().acquire_owned()).await;
        let busy = || Problem::new(ProblemKind::Busy).after(COME_BACK);
        place.map_err(|_| busy())?.map_err(|_| busy())
    }
}
