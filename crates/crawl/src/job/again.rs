//! `[again]`: how often URIs are harvested again.

use super::quantity::Period;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// `[again]`: when a job is harvested again, and which of its URIs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Again {
    /// Time between the starts of two rounds of the job.
    pub every: Every,
    /// Shortest interval of URIs whose interval is adaptive.
    pub min: Period,
    /// Longest interval of URIs whose interval is adaptive.
    pub max: Period,
    /// Whether servers are asked to send only what has changed since the last capture.
    pub conditional: bool,
    /// Intervals of single hosts, by name; each includes the hosts below it. The longest name that matches counts.
    pub hosts: BTreeMap<String, Every>,
}

impl Default for Again {
    fn default() -> Again {
        Again {
            every: Every::Never,
            min: Period::from_secs(24 * 3600),
            max: Period::from_secs(90 * 24 * 3600),
            conditional: true,
            hosts: BTreeMap::new(),
        }
    }
}

/// An interval between two captures of a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Every {
    /// A URI is captured once, unless somebody starts another round.
    Never,
    /// All URIs have this interval.
    Period(Period),
    /// Halved after each change of the URI and doubled after each capture without one, between `min` and `max`.
    Adaptive,
}

impl FromStr for Every {
    type Err = String;

    fn from_str(text: &str) -> Result<Every, String> {
        match text {
            "never" => Ok(Every::Never),
            "adaptive" => Ok(Every::Adaptive),
            _ => match text.parse::<Period>() {
                Ok(period) if period != Period::default() => Ok(Every::Period(period)),
                _ => Err(format!(
                    "'{text}' is not an interval; write a time such as \"7d\", or \"adaptive\", or \"never\""
                )),
            },
        }
    }
}

impl fmt::Display for Every {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Every::Never => f.write_str("never"),
            Every::Period(period) => period.fmt(f),
            Every::Adaptive => f.write_str("adaptive"),
        }
    }
}

impl Serialize for Every {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Every {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Every, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

/// An earlier capture of a URI: its time, and whether its content differs from that of the capture before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenCapture {
    /// Time of the capture, in milliseconds since 1970.
    pub time: u64,
    /// Whether the content differs from the capture before; `false` for the first capture.
    pub has_changed: bool,
}

impl Again {
    /// Returns the time between the starts of two rounds: the shortest of all intervals. `None` if rounds are only
    /// started by hand.
    pub fn round(&self) -> Option<Period> {
        let all = std::iter::once(&self.every).chain(self.hosts.values());
        all.filter_map(|every| match every {
            Every::Never => None,
            Every::Period(period) => Some(*period),
            Every::Adaptive => Some(self.min),
        })
        .min()
    }

    /// Returns the interval of a host: that of the longest name in the list that matches it.
    fn of_host(&self, host: &str) -> Every {
        let is_below = |name: &str| {
            host.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        let named = self.hosts.iter().filter(|(name, _)| is_below(name));
        named.max_by_key(|(name, _)| name.len()).map_or(self.every, |(_, every)| *every)
    }

    /// Returns when a URI of `host` with these captures is due again, in milliseconds since 1970. `None` if it is due
    /// in every round; `u64::MAX` if it never is.
    pub fn due(&self, host: &str, seen: &[SeenCapture]) -> Option<u64> {
        let last = seen.last()?;
        let round = self.round()?;
        let interval = match self.of_host(host) {
            Every::Never => return Some(u64::MAX),
            Every::Period(period) => period,
            Every::Adaptive => self.adapted(seen),
        };
        if interval <= round {
            return None;
        }
        // A round takes time, and may reach a URI sooner than the round before did.
        let slack = millis(round) / 2;
        Some(last.time.saturating_add(millis(interval)).saturating_sub(slack))
    }

    /// Returns the adaptive interval of a URI with these captures.
    fn adapted(&self, seen: &[SeenCapture]) -> Period {
        let (least, most) = (millis(self.min).max(1), millis(self.max));
        let mut interval = least;
        for seen in seen.iter().skip(1) {
            interval = if seen.has_changed { interval / 2 } else { interval.saturating_mul(2) };
            interval = interval.clamp(least, most.max(least));
        }
        Period::from_millis(interval)
    }
}

fn millis(period: Period) -> u64 {
    period.duration().as_millis() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 24 * 3600 * 1000;

    fn again(every: &str, hosts: &[(&str, &str)]) -> Again {
        Again {
            every: every.parse().unwrap(),
            hosts: hosts.iter().map(|(h, e)| ((*h).to_owned(), e.parse().unwrap())).collect(),
            ..Again::default()
        }
    }

    fn seen(days_and_changes: &[(u64, bool)]) -> Vec<SeenCapture> {
        let seen = |&(day, has_changed): &(u64, bool)| SeenCapture { time: day * DAY, has_changed };
        days_and_changes.iter().map(seen).collect()
    }

    #[test]
    fn intervals_read_back_as_they_were_written() {
        for text in ["never", "adaptive", "7d", "1h30m"] {
            assert_eq!(text.parse::<Every>().unwrap().to_string(), text);
        }
        for text in ["", "0s", "weekly", "-1d"] {
            assert!(text.parse::<Every>().unwrap_err().contains("is not an interval"), "{text}");
        }
    }

    #[test]
    fn a_round_comes_as_often_as_the_most_frequent_of_all() {
        for (every, hosts, round) in [
            ("never", &[][..], None),
            ("7d", &[], Some(7 * DAY)),
            ("adaptive", &[], Some(DAY)),
            ("7d", &[("a.cz", "1d"), ("b.cz", "never")], Some(DAY)),
            ("never", &[("a.cz", "30d")], Some(30 * DAY)),
        ] {
            assert_eq!(again(every, hosts).round().map(millis), round, "{every} {hosts:?}");
        }
    }

    #[test]
    fn what_is_not_due_waits_for_a_later_round() {
        let week = again("7d", &[("news.cz", "1d"), ("old.news.cz", "never")]);
        for (host, last, due) in [
            // Half a round of slack: the round of day 7 takes what the one of day 0 took at its end.
            ("a.cz", &[(0, false)][..], Some(7 * DAY - DAY / 2)),
            ("news.cz", &[(0, false)], None),
            ("www.news.cz", &[(0, false)], None),
            ("oldnews.cz", &[(0, false)], Some(7 * DAY - DAY / 2)),
            ("old.news.cz", &[(0, false)], Some(u64::MAX)),
            ("a.cz", &[], None),
        ] {
            assert_eq!(week.due(host, &seen(last)), due, "{host}");
        }
    }

    #[test]
    fn adaptive_intervals_follow_change() {
        let again = again("adaptive", &[]);
        for (days_and_changes, days) in [
            (&[(0, false), (1, false)][..], Some(2)),
            (&[(0, false), (1, false), (3, false)], Some(4)),
            (&[(0, false), (1, false), (3, false), (7, true)], Some(2)),
            // As often as there is a round.
            (&[(0, false), (1, true)], None),
        ] {
            let seen = seen(days_and_changes);
            let last = seen.last().unwrap().time;
            let due = days.map(|days| last + days * DAY - DAY / 2);
            assert_eq!(again.due("a.cz", &seen), due, "{days_and_changes:?}");
        }
        let long: Vec<(u64, bool)> = (0..40).map(|n| (n, false)).collect();
        assert_eq!(again.due("a.cz", &seen(&long)), Some(39 * DAY + 90 * DAY - DAY / 2));
    }
}
