//! Time zones of the hours of a job: named ones, whose clock changes with summer time, and fixed distances from UTC.

use super::run::minutes;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Most bytes of the name of a zone; no real one has as many.
const NAME_MAX: usize = 64;
/// Largest distance from UTC, in minutes.
const FURTHEST: i64 = 14 * 60;

/// A time zone.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Zone {
    /// Minutes east of UTC, all year.
    Fixed(i64),
    /// One of the database of time zones: that of the system, or the one built into the program.
    Named(TimeZone),
}

impl Default for Zone {
    fn default() -> Zone {
        Zone::Fixed(0)
    }
}

impl Zone {
    /// Reads `Europe/Prague`, `UTC`, `+01:00` or `-05:30`.
    pub(super) fn parse(text: &str) -> Option<Zone> {
        if text.eq_ignore_ascii_case("utc") {
            return Some(Zone::Fixed(0));
        }
        let sign = match text.as_bytes().first()? {
            b'+' => 1,
            b'-' => -1,
            _ => return named(text).map(Zone::Named),
        };
        let distance = i64::try_from(minutes(&text[1..])?).ok()?;
        (distance <= FURTHEST).then_some(Zone::Fixed(sign * distance))
    }

    /// Returns how many minutes east of UTC it is at a moment, in seconds since 1970.
    pub(super) fn minutes_at(&self, moment: u64) -> i64 {
        match self {
            Zone::Fixed(minutes) => *minutes,
            Zone::Named(zone) => {
                let moment = i64::try_from(moment).unwrap_or(i64::MAX);
                let moment = Timestamp::from_second(moment).unwrap_or(Timestamp::MAX);
                i64::from(zone.to_offset(moment).seconds()).div_euclid(60)
            }
        }
    }
}

/// Looks a name up in the database of time zones.
fn named(name: &str) -> Option<TimeZone> {
    // Names are also names of files.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/_+-".contains(&byte);
    let is_name = name.len() <= NAME_MAX
        && name.bytes().all(is_plain)
        && name.split('/').all(|part| !part.is_empty());
    let zone = is_name.then(|| TimeZone::get(name).ok()).flatten()?;
    (!zone.is_unknown()).then_some(zone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_names_or_distances() {
        for (text, winter, summer) in [
            ("UTC", 0, 0),
            ("utc", 0, 0),
            ("+01:00", 60, 60),
            ("-05:30", -330, -330),
            ("Europe/Prague", 60, 120),
            ("europe/prague", 60, 120),
            ("America/St_Johns", -210, -150),
            ("Etc/GMT+5", -300, -300),
        ] {
            let zone = Zone::parse(text).unwrap();
            // 2026-01-15 and 2026-07-15.
            let found = (zone.minutes_at(1_768_435_200), zone.minutes_at(1_784_073_600));
            assert_eq!(found, (winter, summer), "{text}");
        }
        // Far away in time, a zone still answers.
        assert_eq!(Zone::parse("Asia/Tokyo").map(|zone| zone.minutes_at(u64::MAX)), Some(540));
    }

    #[test]
    fn what_is_no_zone_is_refused() {
        let long = "A".repeat(NAME_MAX + 1);
        for text in [
            "",
            "Europe/Praha",
            "../../../etc/passwd",
            "/Europe/Prague",
            "Europe/",
            "Etc/Unknown",
            "CET-1CEST",
            "01:00",
            "+1",
            "+15:00",
            "+01:60",
            "-",
            "+ž",
            "Ž",
            &long,
        ] {
            assert_eq!(Zone::parse(text), None, "{text}");
        }
    }
}
