//! Watching and steering a harvest while it runs.

use super::HarvestError;
use super::hold::Hold;
use super::live::LiveSettings;
use super::planting::{each_seed, make_scope, plant};
use super::progress::Progress;
use super::proxy_watch::ProxyTrouble;
use super::setup::frontier_options;
use super::shared::{HeldFrontier, Shared};
use crate::job::{AlarmSection, Job, LimitSettings};
use crate::logs::TypeAmount;
use crate::scope::Candidate;
use crate::site_rules::SITE_RULE;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use stodola_frontier::{Frontier, Outcome, Reason, SlowedHost};
use stodola_uri::RuledUri;

/// Watches and steers a harvest from another thread. Cheap to clone.
///
/// A call that comes after the harvest has ended, or is still at work when it ends, fails with [`ControlError::Ended`].
/// The harvest never waits for a call to return.
#[derive(Clone)]
pub struct Control {
    shared: Arc<Shared>,
}

/// Errors from steering a harvest.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    /// The harvest has ended.
    #[error("the harvest has ended")]
    Ended,
    /// The new settings are not allowed, or the harvest cannot use them.
    #[error(transparent)]
    Harvest(#[from] HarvestError),
}

impl Control {
    pub(super) fn new(shared: &Arc<Shared>) -> Control {
        Control { shared: Arc::clone(shared) }
    }

    /// Stops the harvest: URIs in flight are finished, no others are started.
    pub fn stop(&self) {
        self.shared.switches.is_stopping.store(true, Ordering::Relaxed);
        self.shared.freed.notify_one();
    }

    /// Pauses the harvest: URIs in flight are finished, no others are started until [`resume`](Control::resume).
    pub fn pause(&self) -> Result<(), ControlError> {
        self.running()?.switches.is_paused.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Continues after a pause.
    pub fn resume(&self) -> Result<(), ControlError> {
        let shared = self.running()?;
        shared.switches.is_paused.store(false, Ordering::Relaxed);
        shared.freed.notify_one();
        Ok(())
    }

    /// Requests a checkpoint. It is written when [`checkpoints`](Control::checkpoints) has reached the number that
    /// this returns.
    pub fn checkpoint(&self) -> Result<u64, ControlError> {
        let switches = &self.running()?.switches;
        let made = switches.checkpoints.load(Ordering::Acquire);
        switches.wants_checkpoint.store(true, Ordering::Release);
        Ok(made + 1)
    }

    /// Number of checkpoints written on request so far.
    pub fn checkpoints(&self) -> Result<u64, ControlError> {
        Ok(self.running()?.switches.checkpoints.load(Ordering::Acquire))
    }

    /// The limits in force.
    pub fn limits(&self) -> Result<LimitSettings, ControlError> {
        Ok(self.running()?.live().limits.clone())
    }

    /// Sets limits. URIs that a limit refused before keep that outcome.
    pub fn set_limits(&self, limits: LimitSettings) -> Result<(), ControlError> {
        let now = self.running()?.live();
        self.set_live(LiveSettings { limits, ..LiveSettings::clone(&now) })
    }

    /// Takes over those settings of a job that can be changed while it runs, see
    /// [`is_live_setting`](super::is_live_setting); they count from the next URI on.
    pub fn apply(&self, job: &Job) -> Result<(), ControlError> {
        self.set_live(LiveSettings::new(job))
    }

    fn set_live(&self, settings: LiveSettings) -> Result<(), ControlError> {
        let shared = &*self.shared;
        let job = settings.in_job(&shared.job);
        job.validate().map_err(HarvestError::from)?;
        self.frontier()?.set_options(frontier_options(&job));
        shared.client.set_dns_limits(job.dns.limits());
        shared.bandwidth.set(&settings.limits);
        shared.set_live(settings);
        shared.freed.notify_one();
        Ok(())
    }

    /// Adds seeds; their sites belong to the harvest from now on. Returns the number of new ones. The caller stores
    /// them in the settings of the job: the next run knows only those.
    pub fn add_seeds(&self, seeds: &[String]) -> Result<u64, ControlError> {
        let shared = &*self.shared;
        let job = Job { seeds: seeds.to_vec(), seeds_file: None, ..shared.job.clone() };
        let mut seeds = Vec::new();
        each_seed(&job, &shared.folder, |seed| {
            seeds.push(seed.to_vec());
            Ok(())
        })?;
        job.check_contact(&seeds).map_err(HarvestError::from)?;
        let mut scope = shared.scope.write().unwrap_or_else(PoisonError::into_inner);
        let mut frontier = self.frontier()?;
        let before = frontier.counts().found;
        for seed in &seeds {
            scope.add_seed(seed);
            plant(&mut frontier, &scope, &*shared.policy, seed)?;
        }
        let added = frontier.counts().found - before;
        drop((frontier, scope));
        shared.freed.notify_one();
        Ok(added)
    }

    /// Applies the scope of `changed` to the queue and to all links found from now on; the scope depends on the seeds
    /// of `changed`, too. Its list of seeds is read as a stream. Returns the number of URIs in the queue that are now
    /// out of scope.
    ///
    /// # Errors
    /// If the harvest ends meanwhile, the change may have been applied to a part of the queue only.
    pub fn rescope(&self, changed: &Job) -> Result<u64, ControlError> {
        let shared = &*self.shared;
        let job = Job {
            scope: changed.scope.clone(),
            seeds: changed.own_seeds(),
            seeds_file: changed.seeds_file.clone(),
            seeds_list: changed.seeds_list.clone(),
            ..shared.job.clone()
        };
        job.validate().map_err(HarvestError::from)?;
        let scope = make_scope(&job, &shared.folder)?;
        *shared.scope.write().unwrap_or_else(PoisonError::into_inner) = scope;
        let mut refused = 0;
        // Host by host, so that other threads can use the frontier in between.
        let hosts = self.frontier()?.hosts() as u32;
        for host in 0..hosts {
            let scope = shared.scope();
            let mut frontier = self.frontier()?;
            let Some(name) = frontier.host_name(host) else { continue };
            refused += frontier
                .sweep_host(host, Outcome::OutOfScope, |waiting| {
                    let hops = std::str::from_utf8(&waiting.hops).unwrap_or_default();
                    let candidate = Candidate {
                        hops,
                        is_seed: waiting.is_seed,
                        ..Candidate::new(&waiting.uri, &name)
                    };
                    let decision = scope.decide(&candidate);
                    if !decision.accepted {
                        return Some(Reason::from_text(decision.rule));
                    }
                    match scope.ruled(&waiting.uri) {
                        RuledUri::Ignored(why) if !waiting.is_seed => {
                            Some(Reason::from_text(&format!("{SITE_RULE} {why}")))
                        }
                        _ => None,
                    }
                })
                .map_err(HarvestError::from)?;
        }
        shared.freed.notify_one();
        Ok(refused)
    }

    /// At most `most` hosts whose pause has grown because they answered 429 or 503, the longest pause first.
    pub fn slowest(&self, most: usize) -> Result<Vec<SlowedHost>, ControlError> {
        Ok(self.frontier()?.slowest(most))
    }

    /// The media types with the most archived bytes in this round, at most `most` of them, and the number of types.
    pub fn types(&self, most: usize) -> Result<(usize, Vec<TypeAmount>), ControlError> {
        Ok(self.running()?.types.largest(most))
    }

    /// Calls `look` with the frontier, to look at its hosts. The harvest waits meanwhile.
    pub fn look<R>(&self, look: impl FnOnce(&Frontier) -> R) -> Result<R, ControlError> {
        Ok(look(&*self.frontier()?))
    }

    /// Gives a host its usual pause again, from its next answer on, and for later runs too. Returns the pause it had
    /// grown to, zero if it had not grown; `None` if the harvest does not know the host.
    pub fn reset_pace(&self, host: &str) -> Result<Option<Duration>, ControlError> {
        let before = self.frontier()?.reset_pace(host);
        // The log still says that it grew; a checkpoint overrides that.
        self.shared.switches.wants_checkpoint.fetch_or(before.is_some(), Ordering::AcqRel);
        Ok(before)
    }

    /// Why the harvest waits for its proxy; `None` if it does not.
    pub fn proxy_trouble(&self) -> Result<Option<ProxyTrouble>, ControlError> {
        Ok(self.running()?.proxy.trouble())
    }

    /// Whether the harvest is paused.
    pub fn is_paused(&self) -> Result<bool, ControlError> {
        Ok(self.running()?.switches.is_paused())
    }

    /// The thresholds of alarms.
    pub fn alarms(&self) -> Result<AlarmSection, ControlError> {
        Ok(self.running()?.live().alarms.clone())
    }

    /// Why no requests are started for now; `None` if they are.
    pub fn hold(&self) -> Result<Option<Hold>, ControlError> {
        Ok(super::shared::lock(&self.running()?.hold).now)
    }

    /// Number of URIs that may be worked on at the same time.
    pub fn workers(&self) -> Result<u32, ControlError> {
        Ok(self.running()?.live().workers)
    }

    /// The progress of the harvest; `None` once it has ended.
    pub fn progress(&self) -> Option<Progress> {
        self.shared.progress()
    }

    /// Folder of the job.
    pub(super) fn job_folder(&self) -> Result<&std::path::Path, ControlError> {
        Ok(&self.running()?.folder)
    }

    /// Lets the harvest look for URIs at once.
    pub(super) fn wake(&self) {
        self.shared.freed.notify_one();
    }

    /// Returns what can be steered, unless the harvest has ended.
    fn running(&self) -> Result<&Shared, ControlError> {
        self.frontier().map(|_| &*self.shared)
    }

    /// Returns the frontier, unless the harvest has ended. It cannot end while this is held.
    pub(super) fn frontier(&self) -> Result<HeldFrontier<'_>, ControlError> {
        self.shared.open_frontier().ok_or(ControlError::Ended)
    }
}
