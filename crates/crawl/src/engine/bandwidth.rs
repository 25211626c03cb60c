//! Limits on bytes per second: of the job, and of each host. They can be changed while the harvest runs.

use super::lock;
use crate::job::{Limit, LimitSettings, Size};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use stodola_fetch::Throttle;

/// The limits on bytes per second.
pub(super) struct Bandwidth {
    job_rate: Arc<AtomicU64>,
    host_rate: Arc<AtomicU64>,
    job: Arc<Throttle>,
    /// Hosts from which something was received lately.
    hosts: Mutex<HashMap<String, Arc<Throttle>>>,
}

impl Bandwidth {
    pub(super) fn new(limits: &LimitSettings) -> Bandwidth {
        let job_rate = Arc::new(AtomicU64::new(0));
        let job = Arc::new(Throttle::new(Arc::clone(&job_rate)));
        let own = Bandwidth { job_rate, host_rate: Arc::default(), job, hosts: Mutex::default() };
        own.set(limits);
        own
    }

    /// Changes the limits.
    pub(super) fn set(&self, limits: &LimitSettings) {
        let rate = |limit: Limit<Size>| limit.get().map_or(0, |size| size.bytes());
        self.job_rate.store(rate(limits.bandwidth), Ordering::Relaxed);
        self.host_rate.store(rate(limits.bandwidth_per_host), Ordering::Relaxed);
    }

    /// Returns the limits for a session with a host.
    pub(super) fn throttles(&self, host: &str) -> Vec<Arc<Throttle>> {
        let mut throttles = Vec::new();
        if self.job_rate.load(Ordering::Relaxed) > 0 {
            throttles.push(Arc::clone(&self.job));
        }
        if self.host_rate.load(Ordering::Relaxed) > 0 {
            let mut hosts = lock(&self.hosts);
            let throttle = match hosts.get(host) {
                Some(known) => Arc::clone(known),
                None => {
                    let new = Arc::new(Throttle::new(Arc::clone(&self.host_rate)));
                    hosts.insert(host.to_owned(), Arc::clone(&new));
                    new
                }
            };
            throttles.push(throttle);
        }
        throttles
    }

    /// Forgets hosts that are not used any more.
    pub(super) fn sweep(&self) {
        let now = Instant::now();
        lock(&self.hosts)
            .retain(|_, throttle| Arc::strong_count(throttle) > 1 || !throttle.is_idle(now));
    }
}
