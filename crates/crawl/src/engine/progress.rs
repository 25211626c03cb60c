//! The progress of a harvest, in numbers.

use super::shared::Shared;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use stodola_fetch::DnsCounts;
use stodola_frontier::Counts;

/// The numbers of a harvest at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Numbers of URIs and documents of the round, including earlier runs.
    pub counts: Counts,
    /// Number of URIs in the queue.
    pub queued: u64,
    /// Number of URIs that are being worked on.
    pub in_flight: usize,
    /// Number of hosts found so far.
    pub hosts: usize,
    /// Number of hosts with a longer pause because they answered 429 or 503.
    pub slowed: usize,
    /// Number of documents archived in this run.
    pub archived: u64,
    /// Number of requests of this run, including those for robots.txt.
    pub requests: u64,
    /// Number of bytes received in this run.
    pub received: u64,
    /// Number of captures of this run whose content the archive had already.
    pub revisits: u64,
    /// Number of attempts of this run that failed.
    pub failures: u64,
    /// Duration of this run so far.
    pub elapsed: Duration,
    /// Time that workers were busy in this run, all workers added up.
    pub busy: Duration,
    /// Time that workers were idle although a host was ready, all workers added up.
    pub idle: Duration,
    /// What name servers were asked in this run.
    pub dns: DnsCounts,
}

/// How fast a harvest is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HarvestRate {
    /// Documents archived in a second.
    pub documents: f64,
    /// Bytes received in a second.
    pub bytes: f64,
}

impl Progress {
    /// Returns how fast the harvest was since an earlier moment of the same run.
    pub fn rate_since(&self, before: &Progress) -> HarvestRate {
        let seconds = self.elapsed.saturating_sub(before.elapsed).as_secs_f64().max(1e-3);
        let archived = self.counts.archived.saturating_sub(before.counts.archived);
        let received = self.received.saturating_sub(before.received);
        HarvestRate { documents: archived as f64 / seconds, bytes: received as f64 / seconds }
    }

    /// Returns the share of the time in which workers could work and did, from 0 to 1; `None` if they never did.
    pub fn busy_share(&self) -> Option<f64> {
        let (busy, idle) = (self.busy.as_secs_f64(), self.idle.as_secs_f64());
        (busy > 0.0).then(|| busy / (busy + idle))
    }
}

/// Counts what happens in one run.
pub(super) struct Meter {
    pub(super) start: Instant,
    pub(super) requests: AtomicU64,
    pub(super) received: AtomicU64,
    pub(super) revisits: AtomicU64,
    pub(super) failures: AtomicU64,
    /// Time in microseconds.
    pub(super) busy: AtomicU64,
    pub(super) idle: AtomicU64,
}

impl Meter {
    pub(super) fn new() -> Meter {
        let zero = || AtomicU64::new(0);
        Meter {
            start: Instant::now(),
            requests: zero(),
            received: zero(),
            revisits: zero(),
            failures: zero(),
            busy: zero(),
            idle: zero(),
        }
    }

    pub(super) fn add(counter: &AtomicU64, number: u64) {
        counter.fetch_add(number, Ordering::Relaxed);
    }
}

impl Shared {
    /// The progress of the harvest; `None` once it has ended.
    pub(super) fn progress(&self) -> Option<Progress> {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let frontier = self.open_frontier()?;
        let counts = frontier.counts();
        Some(Progress {
            archived: counts.archived.saturating_sub(self.archived_before),
            counts,
            queued: frontier.queued(),
            in_flight: frontier.in_flight(),
            hosts: frontier.hosts(),
            slowed: frontier.slowed(),
            requests: read(&self.meter.requests),
            received: read(&self.meter.received),
            revisits: read(&self.meter.revisits),
            failures: read(&self.meter.failures),
            elapsed: self.meter.start.elapsed(),
            busy: Duration::from_micros(read(&self.meter.busy)),
            idle: Duration::from_micros(read(&self.meter.idle)),
            dns: self.client.dns_counts(),
        })
    }
}
