//! URIs that had ended and are fetched again, because somebody asks for them: of a harvest that runs, and of one that
//! does not.

use super::control::{Control, ControlError};
use super::setup::frontier_options;
use super::{HarvestError, shared};
use crate::job::Job;
use std::path::Path;
use std::time::Duration;
use stodola_frontier::{AnewFilter, Frontier, History, Time};

/// Number of URIs that are put back at a time, so that others can use the frontier in between.
const AT_ONCE: usize = 500;
/// How long a commit is waited for before it is looked for again.
const LOOK: Duration = Duration::from_millis(50);

impl Control {
    /// Puts URIs that have ended back into the queue. Returns their number. Only one caller may do this at a time.
    ///
    /// # Errors
    /// If the harvest ends meanwhile, a part of the URIs may have been put back.
    pub fn ask_anew(&self, filter: &AnewFilter) -> Result<u64, ControlError> {
        let books = self.job_folder()?.join("frontier");
        // What is not committed yet has no place here: such URIs ended in this very moment.
        let mut history = History::open(&books).map_err(HarvestError::from)?;
        let ended = history.outcomes_of(filter).map_err(HarvestError::from)?;
        if ended.is_empty() {
            return Ok(0);
        }
        while !self.frontier()?.begin_anew().map_err(HarvestError::from)? {
            std::thread::sleep(LOOK);
        }
        for some in ended.chunks(AT_ONCE) {
            let mut frontier = self.frontier()?;
            for &place in some {
                frontier.ask_anew(place, &filter.choice).map_err(HarvestError::from)?;
            }
        }
        self.wake();
        Ok(ended.len() as u64)
    }
}

/// Puts URIs of a job that does not run back into its queue. Returns their number.
///
/// # Errors
/// Another process harvests the job, or its files cannot be used.
pub fn ask_anew(job: &Job, folder: &Path, filter: &AnewFilter) -> Result<u64, HarvestError> {
    let books = folder.join("frontier");
    let now: Time = shared::Clock::new().now();
    let (mut frontier, _) = Frontier::open(&books, frontier_options(job), now)?;
    let ended = History::open(&books)?.outcomes_of(filter)?;
    if !ended.is_empty() {
        frontier.commit(now)?;
        frontier.begin_anew()?;
        for &place in &ended {
            frontier.ask_anew(place, &filter.choice)?;
        }
    }
    frontier.close(now)?;
    Ok(ended.len() as u64)
}
