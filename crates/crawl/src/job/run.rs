//! `[run]`: when a job may fetch, and how much room it leaves on the disk and in memory.

use super::SettingFault;
use super::quantity::{Limit, Size};
use super::zone::Zone;
use serde::{Deserialize, Serialize};

/// `[run]`: hours, disk and memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunSection {
    /// Times of the week at which it may fetch, such as `Mo-Fr 20:00-06:00`; empty for always.
    pub hours: Vec<String>,
    /// The zone of these times: a name such as `Europe/Prague`, `UTC`, or the distance from it, such as `+01:00`.
    pub time_zone: String,
    /// Free room on the disk below which it makes a pause: a size, or a part such as `5%`.
    pub min_free: String,
    /// Memory above which it starts no more requests.
    pub memory: Limit<Size>,
}

impl Default for RunSection {
    fn default() -> RunSection {
        RunSection {
            hours: Vec::new(),
            time_zone: "UTC".to_owned(),
            min_free: "100MB".to_owned(),
            memory: Limit::Unlimited,
        }
    }
}

impl RunSection {
    /// Returns the first setting that is not allowed.
    pub(super) fn fault(&self) -> Option<(&'static str, SettingFault)> {
        if let Some(entry) = self.hours.iter().find(|entry| Window::parse(entry).is_none()) {
            return Some(("run.hours", SettingFault::NotHours { entry: entry.clone() }));
        }
        if Zone::parse(&self.time_zone).is_none() {
            let zone = self.time_zone.clone();
            return Some(("run.time_zone", SettingFault::NotATimeZone { zone }));
        }
        if FreeRoom::parse(&self.min_free).is_none() {
            let value = self.min_free.clone();
            return Some(("run.min_free", SettingFault::NotRoom { value }));
        }
        let least = Size::from_bytes(1_000_000);
        let memory = self.memory.get().filter(|memory| *memory < least)?;
        let (value, least) = (memory.to_string(), least.to_string());
        Some(("run.memory", SettingFault::TooSmall { value, least }))
    }

    /// Returns when a moment of the week is open again, in seconds since 1970: `None` if `now` is open.
    pub fn opens(&self, now: u64) -> Option<u64> {
        let windows: Vec<Window> = self.hours.iter().filter_map(|it| Window::parse(it)).collect();
        if windows.is_empty() {
            return None;
        }
        let zone = Zone::parse(&self.time_zone).unwrap_or_default();
        let is_open = |minute: u64, offset: i64| {
            // 1970 began on a Thursday.
            let here = (minute + 3 * DAY).saturating_add_signed(offset);
            windows.iter().any(|window| window.has(here % WEEK))
        };
        let (first, mut offset) = (now / 60, zone.minutes_at(now));
        for minute in first..=first + SEARCHED {
            if minute % ZONE_STEP == 0 {
                offset = zone.minutes_at(minute * 60);
            }
            if is_open(minute, offset) {
                return (minute > first).then_some(minute * 60);
            }
        }
        None
    }

    /// Returns the room that has to be free on a disk of this size, in bytes.
    pub fn wanted_room(&self, disk: u64) -> u64 {
        FreeRoom::parse(&self.min_free).map_or(0, |room| room.of(disk))
    }
}

/// Minutes of a day, and of a week.
const DAY: u64 = 24 * 60;
const WEEK: u64 = 7 * DAY;
/// Minutes in which an open one is looked for: a change of the clock can skip a window once, and the next one is a week
/// later.
const SEARCHED: u64 = 2 * WEEK + DAY;
/// Clocks are changed at multiples of so many minutes.
const ZONE_STEP: u64 = 15;
const DAYS: [&str; 7] = ["mo", "tu", "we", "th", "fr", "sa", "su"];

/// Times of some days; what begins on a day may end on the next.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Window {
    days: [bool; 7],
    from: u64,
    /// Larger than a day if it ends on the next.
    to: u64,
}

impl Window {
    /// Reads `Mo-Fr 20:00-06:00`, `Sa,Su 00:00-24:00` or `22:00-04:00`.
    fn parse(text: &str) -> Option<Window> {
        let mut words = text.split_whitespace();
        let (days, hours) = match (words.next()?, words.next(), words.next()) {
            (hours, None, None) => ([true; 7], hours),
            (days, Some(hours), None) => (days_of(days)?, hours),
            _ => return None,
        };
        let (from, to) = hours.split_once('-')?;
        let (from, to) = (minutes(from)?, minutes(to)?);
        let to = if to <= from { to + DAY } else { to };
        (from < DAY).then_some(Window { days, from, to })
    }

    /// Whether a minute of the week is in it.
    fn has(&self, minute: u64) -> bool {
        let (day, time) = ((minute / DAY) as usize, minute % DAY);
        let is_today = self.days[day] && (self.from..self.to).contains(&time);
        let is_left_over = self.days[(day + 6) % 7] && time + DAY < self.to;
        is_today || is_left_over
    }
}

/// Reads `Mo-Fr` or `Sa,Su`.
fn days_of(text: &str) -> Option<[bool; 7]> {
    let day = |name: &str| DAYS.iter().position(|it| *it == name.to_ascii_lowercase());
    let mut days = [false; 7];
    for part in text.split(',') {
        match part.split_once('-') {
            None => days[day(part)?] = true,
            Some((from, to)) => {
                let (from, to) = (day(from)?, day(to)?);
                for step in 0..=(to + 7 - from) % 7 {
                    days[(from + step) % 7] = true;
                }
            }
        }
    }
    Some(days)
}

/// Reads `20:00`; `24:00` is the end of the day.
pub(super) fn minutes(text: &str) -> Option<u64> {
    let (hours, minutes) = text.split_once(':')?;
    let is_two = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let (hours, minutes): (u64, u64) = match is_two(hours) && is_two(minutes) {
        true => (hours.parse().ok()?, minutes.parse().ok()?),
        false => return None,
    };
    let all = hours * 60 + minutes;
    (minutes < 60 && all <= DAY).then_some(all)
}

/// Room on a disk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FreeRoom {
    Bytes(u64),
    /// A part of the disk, from 0 to 1.
    Part(f64),
}

impl FreeRoom {
    /// Returns the room in bytes on a disk of this size.
    pub(super) fn of(self, disk: u64) -> u64 {
        match self {
            FreeRoom::Bytes(bytes) => bytes,
            FreeRoom::Part(part) => (disk as f64 * part) as u64,
        }
    }

    pub(super) fn parse(text: &str) -> Option<FreeRoom> {
        match text.trim().strip_suffix('%') {
            Some(number) => {
                let part = number.trim().parse::<f64>().ok()? / 100.0;
                (0.0..=0.9).contains(&part).then_some(FreeRoom::Part(part))
            }
            None if text.trim() == "0" => Some(FreeRoom::Bytes(0)),
            None => text.trim().parse::<Size>().ok().map(|size| FreeRoom::Bytes(size.bytes())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Monday, 2026-11-16.
    const MONDAY: u64 = 1_794_787_200;

    fn opens(hours: &[&str], zone: &str, now: u64) -> Option<u64> {
        let hours = hours.iter().map(|&it| it.to_owned()).collect();
        let section = RunSection { hours, time_zone: zone.to_owned(), ..RunSection::default() };
        assert_eq!(section.fault(), None);
        section.opens(now)
    }

    #[test]
    fn a_job_fetches_in_its_hours_alone() {
        let hour = |hour: u64| MONDAY + hour * 3600;
        for (hours, zone, now, expected) in [
            (&[][..], "UTC", hour(12), None),
            (&["20:00-06:00"], "UTC", hour(12), Some(hour(20))),
            (&["20:00-06:00"], "UTC", hour(21), None),
            // What began on Sunday ends on Monday.
            (&["Su 20:00-06:00"], "UTC", hour(5), None),
            (&["Su 20:00-06:00"], "UTC", hour(6), Some(hour(6 * 24 + 20))),
            (&["Mo-Fr 20:00-06:00"], "UTC", hour(5), Some(hour(20))),
            (&["Sa,Su 00:00-24:00"], "UTC", hour(0), Some(hour(5 * 24))),
            (&["Fr-Mo 08:00-09:00"], "UTC", hour(8), None),
            (&["Tu 08:00-09:00", "mo 10:00-11:00"], "UTC", hour(9), Some(hour(10))),
            (&["20:00-06:00"], "+01:00", hour(18), Some(hour(19))),
            (&["20:00-06:00"], "-05:30", hour(1), Some(hour(1) + 1800)),
            (&["Mo 00:00-01:00"], "+02:00", hour(0) - 2 * 3600, None),
        ] {
            assert_eq!(opens(hours, zone, now), expected, "{hours:?} {zone}");
        }
        assert_eq!(opens(&["20:00-06:00"], "UTC", hour(12) + 59), Some(hour(20)));
    }

    #[test]
    fn hours_of_a_named_zone_follow_its_clock_through_the_year() {
        // Sunday, 2026-03-29: the clock of Prague goes from 02:00 to 03:00 at 01:00 UTC. Back on 2026-10-25, from 03:00
        // to 02:00.
        let (spring, autumn) = (1_774_742_400, 1_792_886_400);
        let hour = 3600;
        for (hours, now, expected) in [
            // Summer: two hours before UTC; winter: one.
            (&["20:00-06:00"][..], spring + 12 * hour, Some(spring + 18 * hour)),
            (&["20:00-06:00"], MONDAY + 12 * hour, Some(MONDAY + 19 * hour)),
            (&["20:00-06:00"], spring + 4 * hour, Some(spring + 18 * hour)),
            (&["20:00-06:00"], spring + 4 * hour - 1, None),
            // Before the change it is known when the hours begin after it.
            (&["08:00-09:00"], spring - hour, Some(spring + 6 * hour)),
            (&["08:00-09:00"], autumn - hour, Some(autumn + 7 * hour)),
            // What the clock skips does not come until the next week; what it shows twice comes twice.
            (&["Su 02:15-02:45"], spring, Some(spring + 7 * 24 * hour + hour / 4)),
            (&["Su 02:15-02:45"], autumn, Some(autumn + hour / 4)),
            (&["Su 02:15-02:45"], autumn + hour / 4, None),
            (&["Su 02:15-02:45"], autumn + hour, Some(autumn + hour + hour / 4)),
        ] {
            assert_eq!(opens(hours, "Europe/Prague", now), expected, "{hours:?} {now}");
        }
    }

    #[test]
    fn what_is_no_time_or_room_is_refused() {
        for hours in
            ["", "20-06", "Xx 20:00-06:00", "20:00-25:00", "24:00-02:00", "Mo Tu 1:00-2:00"]
        {
            assert_eq!(Window::parse(hours), None, "{hours}");
        }
        for (text, room) in [
            ("5GB", Some(FreeRoom::Bytes(5_000_000_000))),
            ("5%", Some(FreeRoom::Part(0.05))),
            ("0", Some(FreeRoom::Bytes(0))),
            ("95%", None),
            ("-1%", None),
            ("much", None),
            ("", None),
        ] {
            assert_eq!(FreeRoom::parse(text), room, "{text}");
        }
    }
}
