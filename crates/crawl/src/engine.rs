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

mod answer;
mod aside;
mod control;
mod examine;
mod keep;
mod network;
mod pace;
mod post;
mod prefetch;
mod progress;
mod recall;
mod robots;
mod rules;
mod run;
mod sessions;
mod setup;
mod shared;
mod states;
mod visit;
mod workshop;
mod write;

pub use control::{Control, ControlError};
pub(crate) use examine::Examined;
pub use progress::Progress;
pub use run::{Ended, Report};
pub use setup::{HarvestError, user_agent};
pub(crate) use shared::{Switches, lock};

use crate::contracts::Contracts;
use crate::job::Job;
use crate::logs::Logs;
use keep::Keeping;
use network::Network;
use shared::Shared;
use std::path::Path;
use std::sync::{Arc, Mutex};
use stodola_frontier::Opened;
use workshop::Workshop;

/// A harvest that can be run.
pub struct Harvest {
    engine: Arc<Engine>,
    opened: Opened,
}

/// What all tasks share. A stage borrows the parts that it needs.
struct Engine {
    /// The job, its frontier, scope and policy: what those who steer the harvest see too.
    shared: Arc<Shared>,
    /// How hosts are asked.
    network: Network,
    /// The contracts with the world outside.
    keeping: Keeping,
    /// The logs of the job.
    logs: Mutex<Logs>,
    /// Bounds what is worked on in threads that may block.
    workshop: Workshop,
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
