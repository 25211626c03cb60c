//! A point in time, as the frontier counts it.

use std::ops::Add;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A point in time: milliseconds since 1970-01-01 00:00 UTC, from a clock that may have been wrong. Arithmetic
/// saturates: no number in a file can make it overflow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

impl Time {
    /// 1970-01-01 00:00 UTC: earlier than anything that happened.
    pub const ZERO: Time = Time(0);
    /// The largest value: later than anything that will happen.
    pub const MAX: Time = Time(u64::MAX);

    /// Returns the time with this number of milliseconds since 1970.
    pub const fn from_millis(millis: u64) -> Time {
        Time(millis)
    }

    /// Milliseconds since 1970.
    pub const fn millis(self) -> u64 {
        self.0
    }

    /// Whole seconds since 1970.
    pub const fn seconds(self) -> u64 {
        self.0 / 1000
    }

    /// Returns the time that has passed since `earlier`; zero if that is later.
    pub fn since(self, earlier: Time) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// Adds a duration, in whole milliseconds; `None` if the result is too large.
    pub fn checked_add(self, time: Duration) -> Option<Time> {
        self.0.checked_add(u64::try_from(time.as_millis()).ok()?).map(Time)
    }
}

/// Adds a duration, in whole milliseconds; [`Time::MAX`] if the result is too large.
impl Add<Duration> for Time {
    type Output = Time;

    fn add(self, time: Duration) -> Time {
        Time(self.0.saturating_add(millis(time)))
    }
}

/// Times before 1970 become [`Time::ZERO`].
impl From<SystemTime> for Time {
    fn from(time: SystemTime) -> Time {
        Time(millis(time.duration_since(UNIX_EPOCH).unwrap_or_default()))
    }
}

/// Returns the whole milliseconds of a duration; the largest number if they are more.
pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_stays_within_bounds_and_counts_whole_milliseconds() {
        let time = Time::from_millis(1500);
        assert_eq!(time + Duration::from_micros(2999), Time::from_millis(1502));
        assert_eq!(time + Duration::MAX, Time::MAX);
        assert_eq!(time.checked_add(Duration::MAX), None);
        assert_eq!(Time::MAX.checked_add(Duration::from_millis(1)), None);
        assert_eq!(Time::MAX.checked_add(Duration::from_micros(999)), Some(Time::MAX));
        assert_eq!(time.since(Time::from_millis(1000)), Duration::from_millis(500));
        assert_eq!(time.since(Time::MAX), Duration::ZERO);
        assert_eq!((time.millis(), time.seconds()), (1500, 1));
        assert_eq!(Time::from(UNIX_EPOCH + Duration::from_micros(7_800)), Time::from_millis(7));
        assert_eq!(Time::from(UNIX_EPOCH - Duration::from_secs(1)), Time::ZERO);
    }
}
