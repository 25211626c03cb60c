//! Times of captures in four bytes.

use std::fmt;
use stodola_archive::Stamp;

/// The first year that can be kept.
const FIRST_YEAR: u64 = 1970;

/// The time of a capture, to the second, from 1970 to 2099. The earliest stands for a time that is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MapTime(u32);

impl MapTime {
    /// The latest time: a map as of this time has the newest capture of each page.
    pub const LATEST: MapTime = MapTime(u32::MAX);

    /// Returns a time of fourteen digits as a number. Times out of range are moved to its ends.
    pub fn from_number(number: u64) -> MapTime {
        let part = |place: u64, range: u64| (number / place % 100).min(range - 1);
        let year = number / 10_000_000_000;
        let Some(years) = year.checked_sub(FIRST_YEAR) else { return MapTime(0) };
        let month = part(100_000_000, 13).max(1) - 1;
        let day = part(1_000_000, 32).max(1) - 1;
        let days = (years * 12 + month) * 31 + day;
        let seconds = (part(10_000, 24) * 60 + part(100, 60)) * 60 + part(1, 60);
        MapTime(u32::try_from(days * 86_400 + seconds).unwrap_or(u32::MAX - 1))
    }

    /// Returns the fourteen digits as a number; 0 if the time is not known.
    pub fn number(self) -> u64 {
        if self.0 == 0 {
            return 0;
        }
        let (days, seconds) = (u64::from(self.0 / 86_400), u64::from(self.0 % 86_400));
        let (year, month, day) = (FIRST_YEAR + days / 31 / 12, days / 31 % 12 + 1, days % 31 + 1);
        let clock = seconds / 3600 * 10_000 + seconds / 60 % 60 * 100 + seconds % 60;
        ((year * 100 + month) * 100 + day) * 1_000_000 + clock
    }

    pub(crate) fn packed(self) -> u32 {
        self.0
    }

    pub(crate) fn from_packed(packed: u32) -> MapTime {
        MapTime(packed)
    }
}

impl From<Stamp> for MapTime {
    fn from(stamp: Stamp) -> MapTime {
        MapTime::from_number(stamp.number())
    }
}

impl fmt::Display for MapTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:014}", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::MapTime;

    #[test]
    fn times_come_back_in_their_order() {
        let numbers =
            [19700101000001, 19991231235959, 20000229000000, 20261118050800, 20991231235959];
        assert!(numbers.map(MapTime::from_number).is_sorted());
        for number in numbers {
            assert_eq!(MapTime::from_number(number).number(), number);
        }
        assert_eq!(MapTime::from_number(0).number(), 0);
        for odd in [1, 19001332256199, 99999999999999, u64::MAX] {
            assert!(MapTime::from_number(odd) < MapTime::LATEST);
        }
    }
}
