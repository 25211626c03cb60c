//! Moments, and the clock that tells them: tests bring their own.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A moment: seconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkTime(pub i64);

impl WorkTime {
    /// Seconds from an earlier moment to this one; 0 if the clock went back.
    pub fn since(self, earlier: WorkTime) -> i64 {
        self.0.saturating_sub(earlier.0).max(0)
    }
}

impl fmt::Display for WorkTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Tells the time. Called often, from several threads.
pub trait WorkClock: Send + Sync {
    /// This moment.
    fn now(&self) -> WorkTime;
}

/// The clock of the system.
#[derive(Clone, Copy, Debug, Default)]
pub struct WallClock;

impl WorkClock for WallClock {
    fn now(&self) -> WorkTime {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        WorkTime(i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
    }
}
