//! The engine: takes URIs from the frontier, passes each through the stages, and returns the outcome to the frontier.
//! Each stage is a module; [`states`] has the types that they pass on.
//!
//! ```text
//! frontier ─▶ recall ─▶ prefetch ─▶ visit ─▶ examine ─▶ write ─────────▶ post ─▶ frontier
//!             Past      scope,      fetch    links,     Policy settles,  scope and policy
//!                       traps, DNS,          text       store keeps      of links, outcome
//!                       robots
//! ```
//!
//! Each URI in flight is a task; there are as many as the job has workers. A task that ends takes the
//! next URI itself, and a dispatcher starts others when hosts become ready. One thread commits: it lets
//! the store make captures safe first and the frontier's log after them, so that no URI is known to be
//! archived whose capture could be lost.

mod anew;
mod answer;
mod aside;
mod bandwidth;
mod control;
mod credentials;
mod examine;
mod hold;
mod keep;
mod lately;
mod live;
mod login;
mod login_page;
mod long;
mod lookups;
mod network;
mod pace;
mod planting;
mod post;
mod prefetch;
mod progress;
mod proxy_watch;
mod recall;
mod robots;
mod rules;
mod run;
mod sessions;
mod setup;
mod shared;
mod states;
mod trace;
mod visit;
mod workshop;
mod write;

pub use anew::ask_anew;
pub use control::{Control, ControlError};
pub(crate) use examine::Examined;
pub use hold::Hold;
pub(crate) use lately::Lately;
pub use live::is_live_setting;
pub(crate) use login::body_start;
pub use progress::{HarvestRate, Progress};
pub use proxy_watch::ProxyTrouble;
pub(crate) use rules::authority as origin_of;
pub use run::{Ended, Report};
pub use setup::{HarvestError, user_agent};
pub(crate) use shared::{Switches, lock};

use crate::contracts::Contracts;
use crate::job::Job;
use crate::logs::Logs;
use crate::seeds::SeedTally;
use credentials::Credentials;
use keep::Keeping;
use network::Network;
use shared::Shared;
use std::path::Path;
use std::sync::{Arc, Mutex};
use stodola_frontier::Opened;
use workshop::Workshop;

/// A job that was opened and can be run.
pub struct Harvest {
    engine: Arc<Engine>,
    opened: Opened,
    seed_tally: SeedTally,
}

/// What all tasks share. A stage borrows the parts that it needs.
struct Engine {
    /// The job, its frontier, scope and policy: what [`Control`] sees too.
    shared: Arc<Shared>,
    /// Everything needed to send requests.
    network: Network,
    /// Cookies and log-ins.
    credentials: Credentials,
    /// The contracts with the outside.
    keeping: Keeping,
    /// The logs of the job.
    logs: Mutex<Logs>,
    /// Limits the work in threads that may block.
    workshop: Workshop,
}

impl Harvest {
    /// Opens a job in its folder: starts it with its seeds, or continues where it stopped. Must be called within a
    /// runtime of tokio.
    ///
    /// # Errors
    /// The settings are not allowed, a file cannot be used, or another process harvests the job.
    pub fn open(job: Job, folder: &Path, contracts: Contracts) -> Result<Harvest, HarvestError> {
        setup::open(job, folder, contracts)
    }

    /// Checks settings, seeds, rules and files of a job as [`Harvest::open`] would, without creating or changing
    /// anything.
    pub fn check(job: &Job, folder: &Path) -> Result<(), HarvestError> {
        setup::check(job, folder)
    }

    /// State in which an earlier run left the folder.
    pub fn opened(&self) -> Opened {
        self.opened
    }

    /// What was read from the list of seeds of the job.
    pub fn seed_tally(&self) -> &SeedTally {
        &self.seed_tally
    }

    /// The progress of the harvest so far.
    pub fn progress(&self) -> Progress {
        self.engine.shared.progress().unwrap_or_default()
    }

    /// Returns a handle to watch and steer the harvest while it runs.
    pub fn control(&self) -> Control {
        Control::new(&self.engine.shared)
    }

    /// Runs until every URI has an outcome, a limit is reached, or [`Control::stop`] is called. Must be called within a
    /// runtime of tokio with timers and sockets.
    ///
    /// # Errors
    /// A store, a contract or the disk failed. What was committed before is safe; the harvest can be opened again.
    pub async fn run(self) -> Result<Report, HarvestError> {
        run::run(self.engine).await
    }
}
