//! The dates of records: `WARC-Date` and the date of an ARC header line.
//!
//! A [`Timestamp`] is what a date says, in UTC, with the precision that it was written in. Both parsers return the
//! timestamp, if there is one, and what was odd about the text, so that a reader can go on and a validator can report
//! it. A date that is not a real moment gives no timestamp: a guess would put a capture at a wrong time.
//!
//! No clock is read here; callers pass the time.

use std::fmt;

const SECONDS_PER_DAY: i64 = 86_400;

/// A moment in UTC, between the years 1 and 9999.
///
/// Ordered by time; parts that were not written count as the earliest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp {
    year: u16,
    month: u8,
    day: u8,
    hour: u8,
    minute: u8,
    second: u8,
    nanosecond: u32,
    precision: Precision,
}

/// The last part of a date that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Precision {
    /// `2008`
    Year,
    /// `2008-04`
    Month,
    /// `2008-04-30`
    Day,
    /// `2008-04-30T20:48Z`
    Minute,
    /// `2008-04-30T20:48:25Z`, the only precision of WARC 1.0
    Second,
    /// `2008-04-30T20:48:25.123Z`, with this many digits, 1 to 9
    Fraction(u8),
}

/// What is not regular in the form of a date. Of several oddities the first is returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DateOddity {
    /// Space around the date.
    Space,
    /// `t` or `z` in lower case.
    LowerCase,
    /// A space or another character in place of `T`, or a comma before the fraction.
    Separator,
    /// A time zone other than `Z`; the timestamp is converted to UTC.
    Offset,
    /// No time zone at all; taken as UTC.
    NoZone,
    /// Digits without separators in a WARC-Date.
    DigitsOnly,
    /// Parts are missing; they are taken as the earliest.
    Short,
    /// More digits than the form has; the surplus is ignored, or read as milliseconds.
    Long,
    /// Not a date; there is no timestamp.
    Unreadable,
}

/// Reads a `WARC-Date` of any version. All forms of WARC 1.1 are regular; [`Timestamp::precision`] tells whether a date
/// has the precision of WARC 1.0.
pub fn parse_warc_date(text: &[u8]) -> (Option<Timestamp>, Option<DateOddity>) {
    let trimmed = text.trim_ascii();
    let mut odd = (trimmed.len() != text.len()).then_some(DateOddity::Space);
    let timestamp = if trimmed.len() > 4 && trimmed.iter().all(u8::is_ascii_digit) {
        odd.get_or_insert(DateOddity::DigitsOnly);
        parse_arc_date(trimmed).0
    } else {
        let mut scan = Scan { rest: trimmed, odd };
        let timestamp = scan.date();
        odd = scan.odd;
        timestamp
    };
    if timestamp.is_some() { (timestamp, odd) } else { (None, Some(DateOddity::Unreadable)) }
}

/// Reads the date of an ARC header line. Only 14 digits are regular. If there are fewer, the missing parts are the
/// earliest possible, down to a year alone; 17 digits end in milliseconds; of other longer dates, up to 28 digits, the
/// first 14 count.
pub fn parse_arc_date(text: &[u8]) -> (Option<Timestamp>, Option<DateOddity>) {
    let unreadable = (None, Some(DateOddity::Unreadable));
    let odd = match text.len() {
        14 => None,
        4 | 6 | 8 | 10 | 12 => Some(DateOddity::Short),
        15..=28 => Some(DateOddity::Long),
        _ => return unreadable,
    };
    if !text.iter().all(u8::is_ascii_digit) {
        return unreadable;
    }
    let part = |from: usize, to: usize| text.get(from..to).map(number);
    let small = |from: usize, missing: u8| part(from, from + 2).map_or(missing, |n| n as u8);
    let timestamp = Timestamp::new(
        number(&text[..4]) as u16,
        small(4, 1),
        small(6, 1),
        small(8, 0),
        small(10, 0),
        small(12, 0),
    );
    match timestamp {
        Some(timestamp) if text.len() == 17 => {
            (Some(timestamp.with_fraction(number(&text[14..]) * 1_000_000, 3)), odd)
        }
        Some(timestamp) => (Some(timestamp), odd),
        None => unreadable,
    }
}

impl Timestamp {
    /// Returns a timestamp to the second, or `None` if there is no such moment. Leap seconds are accepted.
    pub fn new(
        year: u16,
        month: u8,
        day: u8,
        hour: u8,
        minute: u8,
        second: u8,
    ) -> Option<Timestamp> {
        let real = (1..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in_month(year, month)).contains(&day)
            && hour < 24
            && minute < 60
            && second <= 60;
        let precision = Precision::Second;
        real.then_some(Timestamp {
            year,
            month,
            day,
            hour,
            minute,
            second,
            nanosecond: 0,
            precision,
        })
    }

    /// Returns the moment `seconds` after the start of 1970, but no later than the end of the year 9999.
    pub fn from_unix_seconds(seconds: u64) -> Timestamp {
        // The last second of the year 9999.
        let seconds = seconds.min(253_402_300_799) as i64;
        let (year, month, day) = civil_from_days(seconds.div_euclid(SECONDS_PER_DAY));
        let in_day = seconds.rem_euclid(SECONDS_PER_DAY);
        Timestamp {
            year: year as u16,
            month,
            day,
            hour: (in_day / 3600) as u8,
            minute: (in_day / 60 % 60) as u8,
            second: (in_day % 60) as u8,
            nanosecond: 0,
            precision: Precision::Second,
        }
    }

    /// Returns the moment `millis` milliseconds after the start of 1970, with three fractional digits.
    pub fn from_unix_millis(millis: u64) -> Timestamp {
        let nanosecond = (millis % 1000) as u32 * 1_000_000;
        Timestamp::from_unix_seconds(millis / 1000).with_fraction(nanosecond, 3)
    }

    /// Returns the seconds since the start of 1970, negative before it. A leap second counts as the second after it.
    pub fn to_unix(self) -> i64 {
        let days = days_from_civil(i64::from(self.year), self.month, self.day);
        days * SECONDS_PER_DAY
            + i64::from(self.hour) * 3600
            + i64::from(self.minute) * 60
            + i64::from(self.second)
    }

    /// Returns the year.
    pub fn year(self) -> u16 {
        self.year
    }

    /// Returns the nanoseconds within the second.
    pub fn nanosecond(self) -> u32 {
        self.nanosecond
    }

    /// Returns the last part of the date that was written.
    pub fn precision(self) -> Precision {
        self.precision
    }

    /// Returns the moment as WARC 1.0 can write it: to the second, with the earliest value for parts that were not
    /// written.
    pub fn to_seconds(self) -> Timestamp {
        Timestamp { nanosecond: 0, precision: Precision::Second, ..self }
    }

    /// Returns the text of a `WARC-Date`, in the precision it was read with: `2008-04-30T20:48:25Z`.
    pub fn iso8601(self) -> impl fmt::Display {
        Iso8601(self)
    }

    /// Returns the text of a date in an index: `20080430204825`.
    pub fn digits14(self) -> impl fmt::Display {
        Digits { timestamp: self, millis: false }
    }

    /// Returns the text of a date in an index with milliseconds, `20080430204825123`; `None` if no fraction was
    /// written.
    pub fn digits17(self) -> Option<impl fmt::Display> {
        let fraction = matches!(self.precision, Precision::Fraction(_));
        fraction.then_some(Digits { timestamp: self, millis: true })
    }

    fn with_fraction(self, nanosecond: u32, digits: u8) -> Timestamp {
        Timestamp { nanosecond, precision: Precision::Fraction(digits), ..self }
    }

    /// Returns the UTC moment of a local time that is `minutes` ahead of UTC; `None` if it is out of range.
    fn minus_offset(self, minutes: i64) -> Option<Timestamp> {
        let local = i64::from(self.hour) * 60 + i64::from(self.minute);
        let days = days_from_civil(i64::from(self.year), self.month, self.day);
        let utc = days * 1440 + local - minutes;
        let (year, month, day) = civil_from_days(utc.div_euclid(1440));
        let in_day = utc.rem_euclid(1440);
        (1..=9999).contains(&year).then_some(Timestamp {
            year: year as u16,
            month,
            day,
            hour: (in_day / 60) as u8,
            minute: (in_day % 60) as u8,
            ..self
        })
    }
}

struct Iso8601(Timestamp);

impl fmt::Display for Iso8601 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let t = self.0;
        write!(f, "{:04}", t.year)?;
        if t.precision >= Precision::Month {
            write!(f, "-{:02}", t.month)?;
        }
        if t.precision >= Precision::Day {
            write!(f, "-{:02}", t.day)?;
        }
        if t.precision >= Precision::Minute {
            write!(f, "T{:02}:{:02}", t.hour, t.minute)?;
        }
        if t.precision >= Precision::Second {
            write!(f, ":{:02}", t.second)?;
        }
        if let Precision::Fraction(digits) = t.precision {
            let digits = usize::from(digits.clamp(1, 9));
            let scale = 10_u32.pow(9 - digits as u32);
            write!(f, ".{:0digits$}", t.nanosecond / scale)?;
        }
        f.write_str(if t.precision >= Precision::Minute { "Z" } else { "" })
    }
}

struct Digits {
    timestamp: Timestamp,
    millis: bool,
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let t = self.timestamp;
        write!(f, "{:04}{:02}{:02}", t.year, t.month, t.day)?;
        write!(f, "{:02}{:02}{:02}", t.hour, t.minute, t.second)?;
        if self.millis { write!(f, "{:03}", t.nanosecond / 1_000_000) } else { Ok(()) }
    }
}

impl fmt::Display for DateOddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DateOddity::Space => "space around the date",
            DateOddity::LowerCase => "small letters in the date",
            DateOddity::Separator => "unusual separator in the date",
            DateOddity::Offset => "date in a time zone other than UTC",
            DateOddity::NoZone => "date without a time zone",
            DateOddity::DigitsOnly => "date of digits only",
            DateOddity::Short => "date with parts missing",
            DateOddity::Long => "date with too many digits",
            DateOddity::Unreadable => "unreadable date",
        })
    }
}

/// The unread rest of a date with separators, and what was odd so far.
struct Scan<'a> {
    rest: &'a [u8],
    odd: Option<DateOddity>,
}

impl Scan<'_> {
    fn date(&mut self) -> Option<Timestamp> {
        let year = self.digits(4)? as u16;
        let (mut month, mut day, mut precision) = (1, 1, Precision::Year);
        if self.eat(b'-') {
            (month, precision) = (self.digits(2)? as u8, Precision::Month);
            if self.eat(b'-') {
                (day, precision) = (self.digits(2)? as u8, Precision::Day);
            }
        }
        let date = Timestamp::new(year, month, day, 0, 0, 0)?;
        let date = Timestamp { precision, ..date };
        match *self.rest {
            [] => Some(date),
            [b'Z' | b'z'] => {
                self.note(DateOddity::Short);
                Some(date)
            }
            [separator, ..] if precision == Precision::Day => {
                match separator {
                    b'T' => (),
                    b't' => self.note(DateOddity::LowerCase),
                    b' ' | b'_' => self.note(DateOddity::Separator),
                    _ => return None,
                }
                self.rest = &self.rest[1..];
                self.time(date)
            }
            _ => None,
        }
    }

    fn time(&mut self, date: Timestamp) -> Option<Timestamp> {
        let hour = self.digits(2)? as u8;
        let (mut minute, mut second, mut precision) = (0, 0, Precision::Minute);
        let mut nanosecond = 0;
        if self.eat(b':') {
            minute = self.digits(2)? as u8;
            if self.eat(b':') {
                (second, precision) = (self.digits(2)? as u8, Precision::Second);
                if let Some((nanos, digits)) = self.fraction() {
                    (nanosecond, precision) = (nanos, Precision::Fraction(digits));
                }
            }
        } else {
            self.note(DateOddity::Short);
        }
        let time = Timestamp::new(date.year, date.month, date.day, hour, minute, second)?;
        Timestamp { nanosecond, precision, ..time }.minus_offset(self.zone()?)
    }

    /// Reads a fraction, if there is one. Returns the nanoseconds and the number of digits.
    fn fraction(&mut self) -> Option<(u32, u8)> {
        if self.eat(b',') {
            self.note(DateOddity::Separator);
        } else if !self.eat(b'.') {
            return None;
        }
        let found = self.rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let (digits, rest) = self.rest.split_at(found);
        self.rest = rest;
        if found == 0 {
            self.note(DateOddity::Short);
            return None;
        }
        if found > 9 {
            self.note(DateOddity::Long);
        }
        let kept = &digits[..found.min(9)];
        Some((number(kept) * 10_u32.pow(9 - kept.len() as u32), kept.len() as u8))
    }

    /// Reads the time zone, which nothing may follow. Returns the minutes ahead of UTC.
    fn zone(&mut self) -> Option<i64> {
        if self.rest.is_empty() {
            self.note(DateOddity::NoZone);
            return Some(0);
        }
        if self.eat(b' ') {
            self.note(DateOddity::Separator);
        }
        match *self.rest {
            [b'Z'] => Some(0),
            [b'z'] => {
                self.note(DateOddity::LowerCase);
                Some(0)
            }
            [sign @ (b'+' | b'-'), ..] => {
                self.note(DateOddity::Offset);
                self.rest = &self.rest[1..];
                let hours = i64::from(self.digits(2)?);
                self.eat(b':');
                let minutes = if self.rest.is_empty() { 0 } else { i64::from(self.digits(2)?) };
                let offset = hours * 60 + minutes;
                let real = self.rest.is_empty() && hours < 24 && minutes < 60;
                real.then_some(if sign == b'-' { -offset } else { offset })
            }
            _ => None,
        }
    }

    fn digits(&mut self, count: usize) -> Option<u32> {
        let (digits, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        digits.iter().all(u8::is_ascii_digit).then(|| number(digits))
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.rest.first() == Some(&byte);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn note(&mut self, oddity: DateOddity) {
        self.odd.get_or_insert(oddity);
    }
}

/// Returns the value of up to nine digits.
fn number(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |n, &b| n * 10 + u32::from(b - b'0'))
}

fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 31,
    }
}

// Both directions count in years that begin in March, so that the leap day comes last, and in
// eras of 400 years, which all have the same number of days.
const DAYS_PER_ERA: i64 = 146_097;
/// Days from the first of March of the year 0 to the start of 1970.
const EPOCH: i64 = 719_468;

fn days_from_civil(year: i64, month: u8, day: u8) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month = (i64::from(month) + 9) % 12;
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * month + 2) / 5 + i64::from(day) - 1;
    era * DAYS_PER_ERA + year * 365 + year / 4 - year / 100 + day_of_year - EPOCH
}

fn civil_from_days(days: i64) -> (i64, u8, u8) {
    let days = days + EPOCH;
    let (era, day) = (days.div_euclid(DAYS_PER_ERA), days.rem_euclid(DAYS_PER_ERA));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (year * 365 + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = (day_of_year - (153 * month + 2) / 5 + 1) as u8;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + carry, month as u8, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use DateOddity::*;

    #[test]
    fn warc_dates_are_read_and_oddities_named() {
        let table: &[(&str, &str, Option<DateOddity>)] = &[
            ("2008-04-30T20:48:25Z", "2008-04-30T20:48:25Z", None),
            ("2008-04-30T20:48:25.1Z", "2008-04-30T20:48:25.1Z", None),
            ("2008-04-30T20:48:25.012345678Z", "2008-04-30T20:48:25.012345678Z", None),
            ("2008-04-30T20:48Z", "2008-04-30T20:48Z", None),
            ("2008-04-30", "2008-04-30", None),
            ("2008-04", "2008-04", None),
            ("2008", "2008", None),
            ("2016-12-31T23:59:60Z", "2016-12-31T23:59:60Z", None),
            ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z", None),
            ("2008-04-30t20:48:25z", "2008-04-30T20:48:25Z", Some(LowerCase)),
            ("2008-04-30T20:48:25z", "2008-04-30T20:48:25Z", Some(LowerCase)),
            ("2008-04-30 20:48:25Z", "2008-04-30T20:48:25Z", Some(Separator)),
            ("2008-04-30T20:48:25,5Z", "2008-04-30T20:48:25.5Z", Some(Separator)),
            ("2008-04-30T20:48:25", "2008-04-30T20:48:25Z", Some(NoZone)),
            ("2008-04-30T20:48", "2008-04-30T20:48Z", Some(NoZone)),
            ("2008-04-30T20:48:25+02:00", "2008-04-30T18:48:25Z", Some(Offset)),
            ("2008-12-31T20:48:25-0700", "2009-01-01T03:48:25Z", Some(Offset)),
            ("2008-03-01T00:30:00.25+01", "2008-02-29T23:30:00.25Z", Some(Offset)),
            ("2008-04-30T20:48:25+00:00", "2008-04-30T20:48:25Z", Some(Offset)),
            ("2008-04-30T20:48:25.1234567891Z", "2008-04-30T20:48:25.123456789Z", Some(Long)),
            ("2008-04-30T20:48:25.Z", "2008-04-30T20:48:25Z", Some(Short)),
            ("2008-04-30T20Z", "2008-04-30T20:00Z", Some(Short)),
            ("2008-04-30Z", "2008-04-30", Some(Short)),
            (" 2008-04-30T20:48:25Z\t", "2008-04-30T20:48:25Z", Some(Space)),
            ("20080430204825", "2008-04-30T20:48:25Z", Some(DigitsOnly)),
            ("20080430204825123", "2008-04-30T20:48:25.123Z", Some(DigitsOnly)),
            ("20080430", "2008-04-30T00:00:00Z", Some(DigitsOnly)),
        ];
        for &(input, expected, odd) in table {
            let (timestamp, found) = parse_warc_date(input.as_bytes());
            let found = (timestamp.map(|t| t.iso8601().to_string()), found);
            assert_eq!(found, (Some(expected.to_owned()), odd), "{input:?}");
        }
    }

    #[test]
    fn what_names_no_moment_gives_none() {
        let table = [
            "2008-10-294T05:21:46-0700",
            "der",
            "",
            "-",
            " ",
            "2008-13-01T00:00:00Z",
            "2008-00-01T00:00:00Z",
            "2008-02-30T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "2008-04-30T24:00:00Z",
            "2008-04-30T20:60:00Z",
            "2008-04-30T20:48:61Z",
            "2008-04-30T20:48:25ZZ",
            "2008-04-30T20:48:25+",
            "2008-04-30T20:48:25+2:00",
            "2008-04-30T20:48:25+99:00",
            "2008-04-30X20:48:25Z",
            "2008-4-30T20:48:25Z",
            "2008-",
            "2008-04T20:48:25Z",
            "20081",
            "0001-01-01T00:00:00+02:00",
            "9999-12-31T23:59:59-02:00",
            "99999999999999999999999999999999",
            "Wed, 30 Apr 2008 20:48:25 GMT",
            "２００８-04-30T20:48:25Z",
        ];
        for input in table {
            assert_eq!(parse_warc_date(input.as_bytes()), (None, Some(Unreadable)), "{input:?}");
        }
        let whole = b"2008-04-30T20:48:25.123+02:00";
        for cut in 0..whole.len() {
            parse_warc_date(&whole[..cut]);
        }
    }

    #[test]
    fn arc_dates_of_every_length_are_read() {
        let table: &[(&str, Option<&str>, Option<DateOddity>)] = &[
            ("20080430204825", Some("2008-04-30T20:48:25Z"), None),
            ("2001", Some("2001-01-01T00:00:00Z"), Some(Short)),
            ("200112", Some("2001-12-01T00:00:00Z"), Some(Short)),
            ("20010121", Some("2001-01-21T00:00:00Z"), Some(Short)),
            ("2001012118", Some("2001-01-21T18:00:00Z"), Some(Short)),
            ("200101211835", Some("2001-01-21T18:35:00Z"), Some(Short)),
            ("20010121183559123", Some("2001-01-21T18:35:59.123Z"), Some(Long)),
            ("200101211835591234", Some("2001-01-21T18:35:59Z"), Some(Long)),
            ("2001012118355920010121183559", Some("2001-01-21T18:35:59Z"), Some(Long)),
            ("20010121183559200101211835590", None, Some(Unreadable)),
            ("00000000000000", None, Some(Unreadable)),
            ("20011321183559", None, Some(Unreadable)),
            ("20010230183559", None, Some(Unreadable)),
            ("20010100000000", None, Some(Unreadable)),
            ("2001012", None, Some(Unreadable)),
            ("2001012118355x", None, Some(Unreadable)),
            ("08Sep201318:10-", None, Some(Unreadable)),
            ("-", None, Some(Unreadable)),
            ("", None, Some(Unreadable)),
        ];
        for &(input, expected, odd) in table {
            let (timestamp, found) = parse_arc_date(input.as_bytes());
            let found = (timestamp.map(|t| t.iso8601().to_string()), found);
            assert_eq!(found, (expected.map(str::to_owned), odd), "{input:?}");
        }
    }

    #[test]
    fn unix_seconds_go_both_ways() {
        let table = [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_209_588_505, "2008-04-30T20:48:25Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ];
        for (seconds, text) in table {
            let timestamp = Timestamp::from_unix_seconds(seconds);
            assert_eq!(timestamp.iso8601().to_string(), text);
            assert_eq!(timestamp.to_unix(), seconds as i64);
            assert_eq!(parse_warc_date(text.as_bytes()), (Some(timestamp), None));
        }
        let last = Timestamp::from_unix_seconds(253_402_300_799);
        assert_eq!(Timestamp::from_unix_seconds(u64::MAX), last);
        let mut day = Timestamp::new(1, 1, 1, 0, 0, 0).unwrap();
        for n in (0..3_652_059).step_by(13) {
            let unix = -62_135_596_800 + n * SECONDS_PER_DAY;
            day = day.minus_offset(if n == 0 { 0 } else { -13 * 1440 }).unwrap();
            assert_eq!(day.to_unix(), unix);
        }
        let leap = parse_warc_date(b"2016-12-31T23:59:60Z").0.unwrap();
        assert_eq!(leap.to_unix(), 1_483_228_800);
    }

    #[test]
    fn index_digits_follow_the_precision() {
        let table = [
            ("2008-04-30T20:48:25Z", "20080430204825", None),
            ("2008-04-30T20:48:25.1239Z", "20080430204825", Some("20080430204825123")),
            ("2008-04", "20080401000000", None),
        ];
        for (input, digits14, digits17) in table {
            let timestamp = parse_warc_date(input.as_bytes()).0.unwrap();
            assert_eq!(timestamp.digits14().to_string(), digits14);
            let found = timestamp.digits17().map(|d| d.to_string());
            assert_eq!(found.as_deref(), digits17);
        }
        let millis = Timestamp::from_unix_millis(1_209_588_505_007);
        assert_eq!(millis.iso8601().to_string(), "2008-04-30T20:48:25.007Z");
        assert_eq!(millis.to_seconds().iso8601().to_string(), "2008-04-30T20:48:25Z");
        assert!(millis > millis.to_seconds());
    }
}
