//! When a result is made anew: by an interval, or when nothing else waits. The more often it is looked at, the more
//! often it is refreshed; one that nobody opens is refreshed less and less.

use std::fmt;

const HOUR: i64 = 3600;
const DAY: i64 = 86_400;
/// The shortest interval that can be asked for, in seconds.
const LEAST: i64 = 60;
/// The first interval of results that are refreshed when nothing else waits, and their longest one.
const IDLE_FIRST: i64 = DAY;
const IDLE_MOST: i64 = 30 * DAY;
/// An unopened result is refreshed at last only every so many of its intervals.
const SLOWEST: i64 = 16;
/// Refreshing by itself takes at most this part of the time: one in twenty.
const SHARE: i64 = 20;

/// When a result is made anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RequestRefresh {
    /// Only if somebody asks.
    #[default]
    Never,
    /// By an interval in seconds.
    Every(i64),
    /// By itself when nothing else waits, more often the more it is looked at.
    WhenIdle,
}

impl RequestRefresh {
    /// The interval in seconds after which a result is made anew; `None` for never. `before` is the interval that led
    /// to this result, `None` for the first one; `views` is how often the result before was looked at, `took` how many
    /// seconds the work took.
    pub(crate) fn interval(self, before: Option<i64>, views: i64, took: i64) -> Option<i64> {
        let least = took.saturating_mul(SHARE);
        match (self, before) {
            (RequestRefresh::Never, _) => None,
            (RequestRefresh::Every(every), None) => Some(every.max(LEAST)),
            (RequestRefresh::Every(every), Some(_)) if views > 0 => Some(every.max(LEAST)),
            (RequestRefresh::Every(every), Some(before)) => {
                let every = every.max(LEAST);
                Some(before.saturating_mul(2).clamp(every, every.saturating_mul(SLOWEST)))
            }
            (RequestRefresh::WhenIdle, None) => Some(IDLE_FIRST.max(least)),
            (RequestRefresh::WhenIdle, Some(before)) => {
                let next = match views {
                    ..=0 => before.saturating_mul(2),
                    views => before / (1 + views.min(7)),
                };
                Some(next.clamp(HOUR, IDLE_MOST).max(least.min(IDLE_MOST)))
            }
        }
    }

    /// The interval in seconds that counts while a result is looked at: it does not wait for the end of a long interval
    /// if people begin to look. `interval` is the one that led to it; the others are as above.
    pub(crate) fn while_looked_at(self, interval: i64, views: i64, took: i64) -> i64 {
        self.interval(Some(interval), views, took).map_or(interval, |sooner| sooner.min(interval))
    }

    /// Its name and number in the database.
    pub(crate) fn to_row(self) -> (&'static str, i64) {
        match self {
            RequestRefresh::Never => ("never", 0),
            RequestRefresh::Every(seconds) => ("every", seconds),
            RequestRefresh::WhenIdle => ("idle", 0),
        }
    }

    pub(crate) fn from_row(name: &str, seconds: i64) -> RequestRefresh {
        match name {
            "every" => RequestRefresh::Every(seconds),
            "idle" => RequestRefresh::WhenIdle,
            _ => RequestRefresh::Never,
        }
    }

    /// Reads `never`, `idle`, or a number of seconds, minutes, hours, days or weeks: `90s`, `30m`, `12h`, `7d`, `2w`.
    /// `None` if it is none of them, or shorter than a minute.
    pub fn parse(text: &str) -> Option<RequestRefresh> {
        match text {
            "never" => return Some(RequestRefresh::Never),
            "idle" => return Some(RequestRefresh::WhenIdle),
            _ => {}
        }
        let unit = text.chars().next_back()?;
        let number: i64 = text.strip_suffix(unit)?.parse().ok()?;
        let unit = match unit {
            's' => 1,
            'm' => 60,
            'h' => HOUR,
            'd' => DAY,
            'w' => 7 * DAY,
            _ => return None,
        };
        let seconds = number.checked_mul(unit)?;
        (LEAST..=3650 * DAY).contains(&seconds).then_some(RequestRefresh::Every(seconds))
    }
}

impl fmt::Display for RequestRefresh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RequestRefresh::Never => f.write_str("never"),
            RequestRefresh::WhenIdle => f.write_str("idle"),
            RequestRefresh::Every(seconds) => {
                let units = [(7 * DAY, 'w'), (DAY, 'd'), (HOUR, 'h'), (60, 'm')];
                let whole = units.iter().find(|(unit, _)| seconds > 0 && seconds % unit == 0);
                match whole {
                    Some((unit, letter)) => write!(f, "{}{letter}", seconds / unit),
                    None => write!(f, "{seconds}s"),
                }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_opens_is_refreshed_less_and_less() {
        let rest = |refresh: RequestRefresh| {
            let mut intervals = vec![refresh.interval(None, 0, 0).unwrap()];
            for _ in 0..8 {
                let before = *intervals.last().unwrap();
                intervals.push(refresh.interval(Some(before), 0, 0).unwrap());
            }
            intervals
        };
        let every = rest(RequestRefresh::Every(HOUR));
        assert_eq!(every[..5], [1, 2, 4, 8, 16].map(|it| it * HOUR));
        assert_eq!(every[8], SLOWEST * HOUR);
        let idle = rest(RequestRefresh::WhenIdle);
        assert_eq!(idle[..3], [DAY, 2 * DAY, 4 * DAY]);
        assert_eq!(idle[8], IDLE_MOST);
        assert_eq!(RequestRefresh::Never.interval(None, 9, 0), None);
    }

    #[test]
    fn what_is_looked_at_more_is_refreshed_more() {
        for before in [HOUR, DAY, IDLE_MOST] {
            let intervals: Vec<i64> = (0..20)
                .map(|views| RequestRefresh::WhenIdle.interval(Some(before), views, 0).unwrap())
                .collect();
            assert!(intervals.is_sorted_by(|a, b| a >= b), "{intervals:?}");
        }
        // An interval that was asked for comes back as soon as somebody looks.
        assert_eq!(RequestRefresh::Every(HOUR).interval(Some(16 * HOUR), 1, 0), Some(HOUR));
        // Work of an hour is not repeated every hour, however often people look.
        assert_eq!(RequestRefresh::WhenIdle.interval(Some(DAY), 99, HOUR), Some(SHARE * HOUR));
    }

    #[test]
    fn intervals_are_written_as_people_write_them() {
        for text in ["never", "idle", "90s", "1m", "12h", "6d", "2w", "520w"] {
            assert_eq!(RequestRefresh::parse(text).unwrap().to_string(), text);
        }
        for text in
            ["", "x", "1", "59s", "-1d", "1y", "ř", "99999999999999999999d", "4000d", "1.5h"]
        {
            assert_eq!(RequestRefresh::parse(text), None, "{text}");
        }
    }
}
