//! Names of versions: the domain, and the time of its round.

use crate::domain::PageDomain;
use crate::error::PagesError;
use std::cmp::Ordering;
use std::fmt;

/// The name of a version: `example.cz@20260102T030405Z`. Of several rounds in one second, the later ones have a number
/// behind it, from `-2` on. Ordered by domain, time and number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TagName {
    domain: PageDomain,
    /// Seconds since 1970.
    time: u64,
    number: u32,
}

/// The last second of the year 9999: later times do not have the same number of digits.
const TIME_MAX: u64 = 253_402_300_799;

impl TagName {
    pub(crate) fn new(domain: &PageDomain, time: u64, number: u32) -> Result<TagName, PagesError> {
        if time > TIME_MAX {
            return Err(PagesError::Name { text: time.to_string(), what: "the time of a version" });
        }
        Ok(TagName { domain: domain.clone(), time, number })
    }

    /// Reads a name.
    pub fn parse(text: &str) -> Result<TagName, PagesError> {
        let refused = || PagesError::Name {
            text: text.to_owned(),
            what: "a version: DOMAIN@20260102T030405Z",
        };
        let (domain, rest) = text.split_once('@').ok_or_else(refused)?;
        let (time, number) = match rest.split_once('-') {
            None => (rest, 1),
            Some((time, number)) => (time, number.parse().map_err(|_| refused())?),
        };
        let time = seconds(time).ok_or_else(refused)?;
        let tag = TagName { domain: PageDomain::parse(domain)?, time, number };
        // There is one way to write it.
        if tag.to_string() == text && number > 0 { Ok(tag) } else { Err(refused()) }
    }

    /// The domain.
    pub fn domain(&self) -> &PageDomain {
        &self.domain
    }

    /// Time of the round, in seconds since 1970.
    pub fn time(&self) -> u64 {
        self.time
    }

    /// Number among the rounds of the same second, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }
}

impl PartialOrd for TagName {
    fn partial_cmp(&self, other: &TagName) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TagName {
    fn cmp(&self, other: &TagName) -> Ordering {
        let key = |tag: &TagName| (tag.domain.clone(), tag.time, tag.number);
        key(self).cmp(&key(other))
    }
}

impl fmt::Display for TagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date(self.time / 86_400);
        let (hour, minute, second) = (self.time / 3600 % 24, self.time / 60 % 60, self.time % 60);
        write!(f, "{}@{year:04}{month:02}{day:02}", self.domain)?;
        write!(f, "T{hour:02}{minute:02}{second:02}Z")?;
        if self.number > 1 { write!(f, "-{}", self.number) } else { Ok(()) }
    }
}

/// Returns year, month and day of a day since 1970.
pub(crate) fn date(day: u64) -> (u64, u64, u64) {
    // Years that begin in March have their odd day last; 400 of them have 146,097 days.
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, of_month)
}

/// Returns the seconds since 1970 of `20260102T030405Z`.
fn seconds(text: &str) -> Option<u64> {
    let bytes = text.as_bytes();
    if bytes.len() != 16 || bytes[8] != b'T' || bytes[15] != b'Z' || !text.is_ascii() {
        return None;
    }
    let number = |range: std::ops::Range<usize>| {
        bytes[range].iter().try_fold(0, |number, &byte| {
            byte.is_ascii_digit().then(|| number * 10 + u64::from(byte - b'0'))
        })
    };
    let (year, month, day) = (number(0..4)?, number(4..6)?, number(6..8)?);
    if year < 1970 || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let shifted = if month > 2 { month - 3 } else { month + 9 };
    let year = year - u64::from(month <= 2);
    let of_year = (153 * shifted + 2) / 5 + day - 1;
    let days = year * 365 + year / 4 - year / 100 + year / 400 + of_year - 719_468;
    let (hour, minute, second) = (number(9..11)?, number(11..13)?, number(13..15)?);
    (hour < 24 && minute < 60 && second < 60)
        .then(|| days * 86_400 + hour * 3600 + minute * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_there_is_one_way_to_write_each() {
        for (time, expect) in [
            (0, "a.cz@19700101T000000Z"),
            (951_782_400, "a.cz@20000229T000000Z"),
            (1_767_323_045, "a.cz@20260102T030405Z"),
            (4_107_542_400, "a.cz@21000301T000000Z"),
            (TIME_MAX, "a.cz@99991231T235959Z"),
        ] {
            let domain = PageDomain::parse("a.cz").unwrap();
            for number in [1, 2, 10, u32::MAX] {
                let tag = TagName::new(&domain, time, number).unwrap();
                let text =
                    if number > 1 { format!("{expect}-{number}") } else { expect.to_owned() };
                assert_eq!(tag.to_string(), text);
                assert_eq!(TagName::parse(&text).unwrap(), tag);
            }
            assert!(TagName::new(&domain, TIME_MAX + 1, 1).is_err());
        }
        for day in 0..200_000 {
            let (y, m, d) = date(day);
            assert_eq!(
                seconds(&format!("{y:04}{m:02}{d:02}T000000Z")),
                (y < 10_000).then_some(day * 86_400)
            );
        }
        for text in [
            "a.cz",
            "a.cz@",
            "@20260102T030405Z",
            "a.cz@20260102T030405Z-1",
            "a.cz@20260102T030405Z-02",
            "a.cz@20260102T030405Z-0",
            "a.cz@20260230T030405Z",
            "a.cz@20260102T240000Z",
            "a.cz@20260102T030405",
            "a.cz@20260102T03040éZ",
            "../a@20260102T030405Z",
            "a.cz@19691231T235959Z",
            "a.cz@+0260102T030405Z",
        ] {
            assert!(TagName::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn tenth_version_of_a_second_is_after_the_second_one() {
        let tag = |text| TagName::parse(text).unwrap();
        assert!(tag("a.cz@20260102T030405Z-2") < tag("a.cz@20260102T030405Z-10"));
        assert!(tag("a.cz@20260102T030405Z-10") < tag("a.cz@20260102T030406Z"));
        assert!(tag("a.cz@20260102T030405Z") < tag("b.cz@19700101T000000Z"));
    }
}
