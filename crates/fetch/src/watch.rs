//! The time limit of one exchange.
//!
//! Timers are expensive, and most reads find their bytes at once or soon. So one timer serves all the reads of a
//! session. It is armed when a read has to wait, never moved while it is set to fire in time, and when it fires the
//! true deadline is checked again.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep};

use crate::settings::{Limits, MinRate};

/// A timer that is armed lazily.
#[derive(Debug)]
pub(crate) struct Watch {
    sleep: Pin<Box<Sleep>>,
}

impl Watch {
    /// Creates a timer that is not armed yet.
    pub(crate) fn new(deadline: Instant) -> Watch {
        Watch { sleep: Box::pin(tokio::time::sleep_until(deadline)) }
    }

    /// Polls the operation, and the timer if the operation has to wait. Returns `None` when the deadline has passed.
    pub(crate) async fn until<T>(
        &mut self,
        deadline: Instant,
        mut wanted: impl FnMut(&mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Option<io::Result<T>> {
        std::future::poll_fn(|cx| {
            if let Poll::Ready(result) = wanted(cx) {
                return Poll::Ready(Some(result));
            }
            self.poll_passed(cx, deadline).map(|()| None)
        })
        .await
    }

    fn poll_passed(&mut self, cx: &mut Context<'_>, deadline: Instant) -> Poll<()> {
        if self.sleep.deadline() > deadline {
            self.sleep.as_mut().reset(deadline);
        }
        while self.sleep.as_mut().poll(cx).is_ready() {
            if Instant::now() >= deadline {
                return Poll::Ready(());
            }
            self.sleep.as_mut().reset(deadline);
        }
        Poll::Pending
    }
}

/// The time at which an exchange has to be given up.
#[derive(Clone, Debug)]
pub(crate) struct Deadline {
    start: Instant,
    idle: Duration,
    end: Instant,
    min_rate: Option<MinRate>,
}

impl Deadline {
    /// Returns the deadline of an exchange that starts at `start`.
    pub(crate) fn new(start: Instant, limits: &Limits) -> Deadline {
        let min_rate = limits.min_rate.filter(|rate| rate.bytes_per_second > 0);
        Deadline { start, idle: limits.idle, end: later(start, limits.total), min_rate }
    }

    /// Moves all limits, because this side did not read for a while.
    pub(crate) fn postpone(&mut self, by: Duration) {
        self.start = later(self.start, by);
        self.end = later(self.end, by);
    }

    /// Returns the time at which a limit is exceeded if nothing is received after `last`.
    pub(crate) fn after(&self, last: Instant, received: u64) -> Instant {
        let next = self.end.min(later(last, self.idle));
        match self.min_rate {
            None => next,
            Some(rate) => {
                // The bytes received so far satisfy the minimum speed until this time.
                let enough = received as f64 / rate.bytes_per_second as f64;
                let enough = Duration::try_from_secs_f64(enough).unwrap_or(Duration::MAX);
                next.min(later(self.start, enough.max(rate.after)))
            }
        }
    }
}

/// Adds a duration to a time; if that is not possible, returns a time so late that it never comes.
fn later(moment: Instant, by: Duration) -> Instant {
    const A_YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    moment + by.min(A_YEAR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_first_limit_to_break_is_the_deadline() {
        let second = Duration::from_secs;
        let rate = |bytes_per_second| MinRate { bytes_per_second, after: second(10) };
        let start = Instant::now();
        let table = [
            // last byte, bytes, rate, deadline
            (0, 0, None, 30),
            (5, 1, None, 35),
            (99, 1, None, 100),
            (0, 0, Some(rate(1)), 10),
            (5, 20, Some(rate(1)), 20),
            (5, 20, Some(rate(2)), 10),
            (5, u64::MAX, Some(rate(1)), 35),
            (5, 0, Some(rate(0)), 35),
        ];
        for (last, received, min_rate, expected) in table {
            let limits =
                Limits { idle: second(30), total: second(100), min_rate, ..Limits::default() };
            let found = Deadline::new(start, &limits).after(start + second(last), received);
            assert_eq!(found - start, second(expected), "{last} {received} {min_rate:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn one_timer_serves_deadlines_that_move_both_ways() {
        let start = Instant::now();
        let mut watch = Watch::new(start + Duration::from_secs(10));
        for seconds in [20, 5, 30, 60] {
            let deadline = Instant::now() + Duration::from_secs(seconds);
            let never = watch.until(deadline, |_| Poll::<io::Result<()>>::Pending).await;
            assert!(never.is_none());
            let late = Instant::now() - deadline;
            assert!(late < Duration::from_millis(5), "{seconds}: {late:?}");
        }
        let there = watch.until(Instant::now(), |_| Poll::Ready(Ok(7))).await;
        assert!(matches!(there, Some(Ok(7))));
    }
}
