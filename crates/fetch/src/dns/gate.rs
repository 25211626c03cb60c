//! Protects name servers: how many questions are under way at a time, how many are sent in a second, and how many were.
//!
//! A question waits at the [gate](Gate::enter) before it is asked; waiting there counts against no time limit. What
//! the resolver sends by itself because an answer is late goes through [`Gate::send`], so that a slow name server gets
//! no more than a quick one.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Mutex as Turnstile, Notify};
use tokio::time::{Instant, sleep_until};

/// How much name servers are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DnsLimits {
    /// Most messages to name servers in a second, repeated ones included; `None` for no limit.
    pub per_second: Option<u32>,
    /// Most questions that wait for an answer at a time.
    pub at_once: usize,
}

impl Default for DnsLimits {
    fn default() -> DnsLimits {
        DnsLimits { per_second: Some(100), at_once: 50 }
    }
}

/// What name servers were asked, and how often they did not have to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DnsCounts {
    /// Messages to name servers: questions, questions repeated because an answer was late, connections over TCP.
    pub sent: u64,
    /// Names that had to be asked for.
    pub names: u64,
    /// Names whose answer was still known, good or bad.
    pub known: u64,
    /// Names that do not exist or have no address, of those asked for.
    pub negative: u64,
    /// Names without an answer, or with the answer that the server failed, of those asked for.
    pub failed: u64,
    /// Time that questions have waited because of the limits.
    pub waited: Duration,
}

/// The counters of a resolver.
#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) names: AtomicU64,
    pub(super) known: AtomicU64,
    pub(super) negative: AtomicU64,
    pub(super) failed: AtomicU64,
    sent: AtomicU64,
    /// Time in microseconds.
    waited: AtomicU64,
}

impl Counters {
    pub(super) fn add(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

#[derive(Debug)]
pub(super) struct Gate {
    /// Who waits at the gate waits here, in the order of coming.
    turnstile: Turnstile<()>,
    state: Mutex<State>,
    /// Somebody has left, or limits have changed.
    changed: Notify,
    pub(super) counters: Counters,
}

#[derive(Debug)]
struct State {
    limits: DnsLimits,
    active: usize,
    /// When the next message may be sent.
    next: Instant,
    /// Messages whose time has come and that were not sent yet.
    credits: usize,
}

impl State {
    /// Returns when the next message may be sent, and counts it.
    fn slot(&mut self, now: Instant) -> Instant {
        let Some(rate) = self.limits.per_second else { return now };
        let slot = self.next.max(now);
        self.next = slot + Duration::from_secs(1) / rate.max(1);
        slot
    }
}

/// A question that is under way, until it is dropped.
pub(super) struct Asking<'g>(&'g Gate);

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.0.state().active -= 1;
        self.0.changed.notify_one();
    }
}

impl Gate {
    pub(super) fn new(limits: DnsLimits) -> Gate {
        let state = State { limits, active: 0, next: Instant::now(), credits: 0 };
        Gate {
            turnstile: Turnstile::new(()),
            state: Mutex::new(state),
            changed: Notify::new(),
            counters: Counters::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing can fail between lock and unlock, so the state is never half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_limits(&self, limits: DnsLimits) {
        self.state().limits = limits;
        self.changed.notify_one();
    }

    /// Waits until a question may be asked.
    pub(super) async fn enter(&self) -> Asking<'_> {
        let began = Instant::now();
        let turn = self.turnstile.lock().await;
        while !self.state().may_ask() {
            self.changed.notified().await;
        }
        let slot = self.state().slot(Instant::now());
        sleep_until(slot).await;
        let mut state = self.state();
        state.active += 1;
        // A question that a table of hosts answers sends nothing.
        state.credits = (state.credits + 1).min(state.limits.at_once.max(1));
        drop((state, turn));
        self.note_wait(began);
        Asking(self)
    }

    /// Waits until a message may be sent: not at all for the first one of a question, which has waited at the gate.
    pub(super) async fn send(&self) {
        let began = Instant::now();
        let slot = {
            let mut state = self.state();
            match state.credits.checked_sub(1) {
                Some(left) => {
                    state.credits = left;
                    None
                }
                None => Some(state.slot(began)),
            }
        };
        if let Some(slot) = slot {
            sleep_until(slot).await;
            self.note_wait(began);
        }
        Counters::add(&self.counters.sent);
    }

    fn note_wait(&self, began: Instant) {
        let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.counters.waited.fetch_add(micros, Ordering::Relaxed);
    }

    pub(super) fn counts(&self) -> DnsCounts {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let Counters { names, known, negative, failed, sent, waited } = &self.counters;
        DnsCounts {
            sent: read(sent),
            names: read(names),
            known: read(known),
            negative: read(negative),
            failed: read(failed),
            waited: Duration::from_micros(read(waited)),
        }
    }
}

impl State {
    fn may_ask(&self) -> bool {
        self.active < self.limits.at_once.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn gate(per_second: Option<u32>, at_once: usize) -> Arc<Gate> {
        Arc::new(Gate::new(DnsLimits { per_second, at_once }))
    }

    #[tokio::test(start_paused = true)]
    async fn messages_keep_to_the_rate_whoever_sends_them() {
        let gate = gate(Some(10), 100);
        let start = Instant::now();
        let mut sent = Vec::new();
        for number in 0..30 {
            let _asking = gate.enter().await;
            gate.send().await;
            sent.push(start.elapsed());
            // Each third question is repeated, since its answer is late.
            if number % 3 == 0 {
                gate.send().await;
                sent.push(start.elapsed());
            }
        }
        assert_eq!((sent.len(), gate.counts().sent), (40, 40));
        for pair in sent.windows(11) {
            let passed = pair[10] - pair[0];
            assert!(passed >= Duration::from_millis(999), "{passed:?}");
        }
        assert!(start.elapsed() < Duration::from_millis(4100), "{:?}", start.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn so_many_questions_are_under_way_until_the_limit_is_changed() {
        let gate = gate(None, 2);
        let held = [gate.enter().await, gate.enter().await];
        let third = {
            let gate = Arc::clone(&gate);
            tokio::spawn(async move { drop(gate.enter().await) })
        };
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert!(!third.is_finished());
        gate.set_limits(DnsLimits { per_second: None, at_once: 3 });
        third.await.unwrap();
        assert_eq!(gate.counts().waited.as_secs(), 60);
        drop(held);
        assert_eq!(gate.state().active, 0);
    }
}
