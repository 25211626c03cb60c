//! A time as in the indexes of web archives: fourteen digits, to the second.

use std::fmt;
use stodola_warc::date::{Timestamp, parse_arc_date};

/// A time such as `20261115120000`. Ordered by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stamp(u64);

impl Stamp {
    /// Parses 4 to 14 digits; missing digits stand for the earliest time. `None` if this is not a time.
    pub fn parse(digits: &str) -> Option<Stamp> {
        parse_arc_date(digits.as_bytes()).0.map(Stamp::from)
    }

    /// The fourteen digits as a number.
    pub fn number(self) -> u64 {
        self.0
    }

    /// The year.
    pub fn year(self) -> u16 {
        (self.0 / 10_000_000_000) as u16
    }

    /// Seconds since 1970; negative before that.
    pub fn seconds(self) -> i64 {
        Stamp::timestamp(self.0).map_or(0, Timestamp::to_unix)
    }

    /// Returns the time with these fourteen digits; `None` if there is no such time.
    pub fn from_number(number: u64) -> Option<Stamp> {
        Stamp::timestamp(number).map(|_| Stamp(number))
    }

    fn timestamp(number: u64) -> Option<Timestamp> {
        let part = |place: u64| (number / place % 100) as u8;
        let year = u16::try_from(number / 10_000_000_000).ok()?;
        Timestamp::new(year, part(100_000_000), part(1_000_000), part(10_000), part(100), part(1))
    }
}

impl From<Timestamp> for Stamp {
    fn from(timestamp: Timestamp) -> Stamp {
        // Fourteen digits always are a number.
        Stamp(timestamp.digits14().to_string().parse().unwrap_or_default())
    }
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:014}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_back() {
        for digits in ["20260102030405", "00010101000000", "19991231235960"] {
            let stamp = Stamp::parse(digits).unwrap();
            assert_eq!(stamp.to_string(), digits);
            assert_eq!(Stamp::from_number(stamp.number()), Some(stamp));
        }
        assert_eq!(Stamp::parse("2026").unwrap().to_string(), "20260101000000");
        assert_eq!(Stamp::parse("2026131"), None);
        assert_eq!(Stamp::from_number(0), None);
    }
}
