//! What can be done to a harvest while it runs: by another terminal, a web page, a program.

use super::progress::Progress;
use super::setup::{frontier_options, make_scope, plant, read_seeds};
use super::{Engine, HarvestError};
use crate::job::{Job, Limits, ScopeSettings};
use crate::scope::Candidate;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError, Weak};
use std::time::Duration;
use stodola_frontier::{Outcome, Reason, SlowedHost};

/// Watches and steers a harvest from elsewhere. Cheap to clone.
#[derive(Clone)]
pub struct Control {
    engine: Weak<Engine>,
}

/// Why something could not be done to a harvest.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ControlError {
    /// It has ended.
    #[error("the harvest has ended")]
    Ended,
    /// It cannot be done to this harvest.
    #[error(transparent)]
    Harvest(#[from] HarvestError),
}

impl Control {
    pub(super) fn new(engine: &Arc<Engine>) -> Control {
        Control { engine: Arc::downgrade(engine) }
    }

    /// Lets those in flight come to their end, and no others begin.
    pub fn stop(&self) {
        if let Some(engine) = self.engine.upgrade() {
            engine.is_stopping.store(true, Ordering::Relaxed);
            engine.freed.notify_one();
        }
    }

    /// Begins nothing new until it is resumed. What is in flight comes to its end.
    pub fn pause(&self) -> Result<(), ControlError> {
        self.engine()?.is_paused.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Goes on after a pause.
    pub fn resume(&self) -> Result<(), ControlError> {
        let engine = self.engine()?;
        engine.is_paused.store(false, Ordering::Relaxed);
        engine.freed.notify_one();
        Ok(())
    }

    /// Asks for a checkpoint; the number of those asked for so far tells when it was made.
    pub fn checkpoint(&self) -> Result<u64, ControlError> {
        let engine = self.engine()?;
        let made = engine.checkpoints.load(Ordering::Acquire);
        engine.wants_checkpoint.store(true, Ordering::Release);
        Ok(made + 1)
    }

    /// How many of the checkpoints asked for were made.
    pub fn checkpoints(&self) -> Result<u64, ControlError> {
        Ok(self.engine()?.checkpoints.load(Ordering::Acquire))
    }

    /// The limits that hold now.
    pub fn limits(&self) -> Result<Limits, ControlError> {
        Ok(self.engine()?.limits())
    }

    /// Sets limits. What a budget refused before keeps that outcome.
    pub fn set_limits(&self, limits: Limits) -> Result<(), ControlError> {
        let engine = self.engine()?;
        let job = Job { limits: limits.clone(), ..engine.job.clone() };
        job.validate().map_err(HarvestError::from)?;
        engine.frontier().set_options(frontier_options(&engine.job, &limits));
        *engine.limits.write().unwrap_or_else(PoisonError::into_inner) = limits;
        engine.freed.notify_one();
        Ok(())
    }

    /// Adds seeds; their sites belong to the harvest from now on. Tells how many were new. The caller keeps
    /// them in the job's settings: the next run knows only those.
    pub fn add_seeds(&self, seeds: &[String]) -> Result<u64, ControlError> {
        let engine = self.engine()?;
        let job = Job { seeds: seeds.to_vec(), seeds_file: None, ..engine.job.clone() };
        let seeds = read_seeds(&job, &engine.folder)?;
        job.check_contact(&seeds).map_err(HarvestError::from)?;
        let mut scope = engine.scope.write().unwrap_or_else(PoisonError::into_inner);
        let mut frontier = engine.frontier();
        let before = frontier.counts().found;
        for seed in &seeds {
            scope.add_seed(seed);
            plant(&mut frontier, &scope, engine.national.as_ref(), seed)?;
        }
        let added = frontier.counts().found - before;
        drop((frontier, scope));
        engine.freed.notify_one();
        Ok(added)
    }

    /// Puts all that waits to other rules, and whatever is found from now on. `seeds` are all seeds of the
    /// job. Tells how many URIs are out of scope now.
    pub fn rescope(&self, settings: ScopeSettings, seeds: &[String]) -> Result<u64, ControlError> {
        let engine = self.engine()?;
        let job =
            Job { scope: settings, seeds: seeds.to_vec(), seeds_file: None, ..engine.job.clone() };
        job.validate().map_err(HarvestError::from)?;
        let seeds = read_seeds(&job, &engine.folder)?;
        let scope = make_scope(&job, &seeds, &engine.folder)?;
        *engine.scope.write().unwrap_or_else(PoisonError::into_inner) = scope;
        let mut refused = 0;
        // Host by host, so that others get at the frontier in between.
        let hosts = engine.frontier().hosts() as u32;
        for host in 0..hosts {
            let scope = engine.scope.read().unwrap_or_else(PoisonError::into_inner);
            let mut frontier = engine.frontier();
            let Some(name) = frontier.host_name(host).map(str::to_owned) else { continue };
            refused += frontier
                .sweep_host(host, Outcome::OutOfScope, |waiting| {
                    let hops = std::str::from_utf8(&waiting.hops).unwrap_or_default();
                    let candidate = Candidate {
                        hops,
                        is_seed: waiting.is_seed,
                        ..Candidate::new(&waiting.uri, &name)
                    };
                    let decision = scope.decide(&candidate);
                    (!decision.accepted).then(|| Reason::from_text(decision.rule))
                })
                .map_err(HarvestError::from)?;
        }
        engine.freed.notify_one();
        Ok(refused)
    }

    /// The hosts whose pause has grown most because they answered 429 or 503, at most so many.
    pub fn slowest(&self, most: usize) -> Result<Vec<SlowedHost>, ControlError> {
        Ok(self.engine()?.frontier().slowest(most))
    }

    /// Gives a host its usual pause again, from its next answer on, and for later runs too. Tells the pause it had
    /// grown to; None if no such host was met.
    pub fn reset_pace(&self, host: &str) -> Result<Option<Duration>, ControlError> {
        let engine = self.engine()?;
        let before = engine.frontier().reset_pace(host);
        // The log still says that it grew; a checkpoint is what counts more.
        engine.wants_checkpoint.fetch_or(before.is_some(), Ordering::AcqRel);
        Ok(before)
    }

    /// Whether it is paused.
    pub fn is_paused(&self) -> Result<bool, ControlError> {
        Ok(self.engine()?.is_paused())
    }

    /// How far the harvest is; None if it has ended.
    pub fn progress(&self) -> Option<Progress> {
        self.engine.upgrade().map(|engine| engine.progress())
    }

    fn engine(&self) -> Result<Arc<Engine>, ControlError> {
        self.engine.upgrade().ok_or(ControlError::Ended)
    }
}

impl Engine {
    /// Whether nothing new may begin.
    pub(super) fn is_held(&self) -> bool {
        self.is_stopping() || self.is_paused()
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
