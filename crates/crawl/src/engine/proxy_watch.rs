//! Whether the proxy works. If it fails, all URIs wait: none of them has failed, and no host is to blame.
//!
//! After a failure nothing is started for a while, then one URI is tried alone. If the proxy fails again, the wait
//! doubles; the first answer that comes through it ends the wait.

use super::lock;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use stodola_fetch::{Exchange, ProxyFailure};
use stodola_frontier::Time;
use tracing::{info, warn};

/// Wait after the first failure, and the longest wait.
const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(5 * 60);

/// A proxy that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyTrouble {
    /// Time of the first failure.
    pub since: Time,
    /// Time before which it is not tried again.
    pub until: Time,
    /// The last failure, in English.
    pub failure: String,
    wait: Duration,
}

/// Knows whether the proxy works.
#[derive(Default)]
pub(super) struct ProxyWatch {
    trouble: Mutex<Option<ProxyTrouble>>,
    /// Whether there is trouble, so that nobody has to lock for the usual answer.
    has_trouble: AtomicBool,
}

impl ProxyWatch {
    /// Why the proxy is waited for; `None` if it works, or there is none.
    pub(super) fn trouble(&self) -> Option<ProxyTrouble> {
        if !self.has_trouble.load(Ordering::Acquire) {
            return None;
        }
        lock(&self.trouble).clone()
    }

    /// Records a failure. Returns whether it is the first one after the proxy worked.
    pub(super) fn note_failure(&self, failure: &ProxyFailure, now: Time) -> bool {
        let mut trouble = lock(&self.trouble);
        let failure = failure.to_string();
        let is_first = trouble.is_none();
        match &mut *trouble {
            // Others were under way when the first failed.
            Some(known) if now < known.until => {}
            Some(known) => {
                known.wait = (known.wait * 2).min(LONGEST);
                (known.until, known.failure) = (now + known.wait, failure);
            }
            None => {
                warn!(%failure, "the proxy fails; all URIs wait for it");
                let until = now + FIRST;
                *trouble = Some(ProxyTrouble { since: now, until, failure, wait: FIRST });
            }
        }
        self.has_trouble.store(true, Ordering::Release);
        is_first
    }

    /// Records an answer that may have come through the proxy.
    pub(super) fn note_success(&self, exchange: &Exchange) {
        if exchange.proxy.is_some() && self.has_trouble.swap(false, Ordering::AcqRel) {
            *lock(&self.trouble) = None;
            info!("the proxy works again");
        }
    }

    /// Returns how long no URI may be started while `busy` others are under way; `None` if one may be.
    pub(super) fn rest(&self, now: Time, busy: usize) -> Option<Duration> {
        let trouble = self.trouble()?;
        match trouble.until.since(now) {
            // One at a time finds out whether it works again.
            Duration::ZERO if busy == 0 => None,
            Duration::ZERO => Some(FIRST),
            rest => Some(rest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_after_another_tries_a_proxy_that_fails() {
        let at = |seconds: u64| Time::from_millis(seconds * 1000);
        let watch = ProxyWatch::default();
        assert_eq!(watch.rest(at(10), 7), None);
        assert!(watch.note_failure(&ProxyFailure::Timeout, at(10)));
        assert!(!watch.note_failure(&ProxyFailure::Login, at(10)), "it was under way");
        assert_eq!(watch.rest(at(10), 0), Some(FIRST));
        assert_eq!((watch.rest(at(11), 0), watch.rest(at(11), 1)), (None, Some(FIRST)));
        let mut now = 11;
        for wait in [2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
            assert!(!watch.note_failure(&ProxyFailure::Timeout, at(now)));
            assert_eq!(watch.rest(at(now), 0), Some(Duration::from_secs(wait)));
            now += wait;
        }
        let trouble = watch.trouble().unwrap();
        assert_eq!((trouble.since, &*trouble.failure), (at(10), "no answer in time"));
    }
}
