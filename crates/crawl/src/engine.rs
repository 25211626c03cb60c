//! The engine: takes URIs from the frontier, passes each through the stages, and gives back what became
//! of it.
//!
//! ```text
//! frontier ─▶ pre-fetch ─▶ fetch ─▶ examine ─▶ write ─▶ post ─▶ frontier
//!             scope, traps, session  links     store    scope of links, outcome
//!             DNS, robots
//! ```
//!
//! Each URI in flight is a task; there are as many as the job has workers. A task that ends takes the
//! next URI itself, and a dispatcher starts others when hosts become ready. One thread commits: it lets
//! the store make captures safe first and the frontier's log after them, so that no URI is known to be
//! archived whose capture could be lost.

mod aside;
mod control;
mod examine;
mod keep;
mod linked;
mod national;
mod pace;
mod post;
mod prefetch;
mod progress;
mod rules;
mod run;
mod sessions;
mod setup;
mod shared;
mod visit;

pub use control::{Control, ControlError};
pub use progress::Progress;
pub use run::{Ended, Report};
pub use setup::{HarvestError, user_agent};

use crate::contracts::Contracts;
use crate::job::Job;
use crate::logs::Logs;
use keep::Keeping;
use rules::RulesCache;
use sessions::Sessions;
use shared::{Shared, lock};
use std::path::Path;
use std::sync::{Arc, Mutex};
use stodola_fetch::Client;
use stodola_frontier::Opened;
use tokio::sync::Semaphore;

/// A harvest that can be run.
pub struct Harvest {
    engine: Arc<Engine>,
    opened: Opened,
}

/// What all tasks share.
struct Engine {
    /// And with those who steer the harvest.
    shared: Arc<Shared>,
    /// Whether the run before this one came to its end, if there was one.
    was_clean: bool,
    client: Client,
    rules: Mutex<RulesCache>,
    sessions: Sessions,
    keeping: Keeping,
    logs: Mutex<Logs>,
    /// Large documents are worked on by few at a time.
    heavy: Semaphore,
    /// And only so many of them are between the first step of that work and the last: what is known of one may take
    /// 16 MiB.
    large: Semaphore,
}

impl Harvest {
    /// Opens the job in its folder: begins it with its seeds, or goes on where it was left.
    pub fn open(job: Job, folder: &Path, contracts: Contracts) -> Result<Harvest, HarvestError> {
        setup::open(job, folder, contracts)
    }

    /// Refuses a job that [`Harvest::open`] would refuse in that folder for its settings, seeds, rules or files.
    /// Nothing is made or changed.
    pub fn check(job: &Job, folder: &Path) -> Result<(), HarvestError> {
        setup::check(job, folder)
    }

    /// What was there before.
    pub fn opened(&self) -> Opened {
        self.opened
    }

    /// How far it is; may be asked at any time, from any thread.
    pub fn progress(&self) -> Progress {
        self.engine.shared.progress().unwrap_or_default()
    }

    /// A handle to watch and stop it from elsewhere.
    pub fn control(&self) -> Control {
        Control::new(&self.engine.shared)
    }

    /// Runs until all is done, a limit is reached, or it is told to stop. Must be called within a
    /// runtime of tokio with timers and sockets.
    pub async fn run(self) -> Result<Report, HarvestError> {
        run::run(self.engine).await
    }
}
