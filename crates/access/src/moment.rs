//! Moments to the second and periods of the calendar, all in UTC.

use serde::{Deserialize, Serialize};
use std::fmt;

const DAY: i64 = 86_400;

/// A moment: seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Moment(pub i64);

/// A length of time by the calendar: `1y6m10d`. A month after the 31st of January is the last day of February.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct CalendarPeriod {
    /// Months; a year is twelve.
    pub months: u32,
    /// Days; a week is seven.
    pub days: u32,
}

/// The longest period, in months and in days: a thousand years.
const MONTHS_MAX: u32 = 12_000;
const DAYS_MAX: u32 = 365_250;

impl Moment {
    /// Reads `2014`, `2014-01-26`, `2014-01-26T20:06:24Z` or 4 to 14 digits. What is missing is taken as the earliest.
    /// `None` if there is no such moment.
    pub fn parse(text: &str) -> Option<Moment> {
        Moment::from_digits(&digits_of(text)?)
    }

    /// The same, but what is missing is taken as the latest: `2014` is the last second of that year.
    pub fn parse_last(text: &str) -> Option<Moment> {
        let digits = digits_of(text)?;
        let first = Moment::from_digits(&digits)?;
        let next = |months, days| first.after(CalendarPeriod { months, days });
        let end = match digits.len() {
            4 => next(12, 0),
            6 => next(1, 0),
            8 => next(0, 1),
            10 => Some(Moment(first.0 + 3600)),
            12 => Some(Moment(first.0 + 60)),
            _ => Some(Moment(first.0 + 1)),
        };
        // The last year that can be written has no next one.
        Some(end.map_or(Moment(days_before(10_000, 1, 1) * DAY - 1), |end| Moment(end.0 - 1)))
    }

    /// Reads 4, 6, 8, 10, 12 or 14 digits.
    fn from_digits(digits: &str) -> Option<Moment> {
        let is_whole = (4..=14).contains(&digits.len()) && digits.len().is_multiple_of(2);
        if !is_whole || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let whole = format!("{digits}{}", &"00000101000000"[digits.len()..]);
        let part = |from: usize, to: usize| whole.get(from..to)?.parse::<i64>().ok();
        let (year, month, day) = (part(0, 4)?, part(4, 6)?, part(6, 8)?);
        let (hour, minute, second) = (part(8, 10)?, part(10, 12)?, part(12, 14)?);
        let is_date = year > 0 && (1..=12).contains(&month) && day >= 1;
        // Some clocks know the second 60.
        if !is_date || day > days_of(year, month) || hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        Some(Moment(days_before(year, month, day) * DAY + hour * 3600 + minute * 60 + second))
    }

    /// The moment a period later. `None` beyond the year 9999.
    pub fn after(self, period: CalendarPeriod) -> Option<Moment> {
        let (days, second) = (self.0.div_euclid(DAY), self.0.rem_euclid(DAY));
        let (year, month, day) = date_of(days);
        let months = year * 12 + (month - 1) + i64::from(period.months.min(MONTHS_MAX));
        let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
        let day = day.min(days_of(year, month));
        let days = days_before(year, month, day) + i64::from(period.days.min(DAYS_MAX));
        (date_of(days).0 <= 9999).then_some(Moment(days * DAY + second))
    }

    /// The fourteen digits of an index, as a number: `20140126200624`.
    pub fn digits(self) -> i64 {
        let (year, month, day) = date_of(self.0.div_euclid(DAY));
        let second = self.0.rem_euclid(DAY);
        let time = second / 3600 * 10_000 + second / 60 % 60 * 100 + second % 60;
        ((year * 100 + month) * 100 + day) * 1_000_000 + time
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date_of(self.0.div_euclid(DAY));
        let second = self.0.rem_euclid(DAY);
        let (hour, minute) = (second / 3600, second / 60 % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}Z", second % 60)
    }
}

impl From<Moment> for String {
    fn from(moment: Moment) -> String {
        moment.to_string()
    }
}

impl TryFrom<String> for Moment {
    type Error = String;

    fn try_from(text: String) -> Result<Moment, String> {
        Moment::parse(&text).ok_or_else(|| format!("'{text}' is no date"))
    }
}

impl CalendarPeriod {
    /// Reads numbers with `y`, `m`, `w` or `d`, the larger units first: `2y`, `1y6m`, `90d`. `None` if it is none, or
    /// longer than a thousand years.
    pub fn parse(text: &str) -> Option<CalendarPeriod> {
        let (mut period, mut rest, mut units) = (CalendarPeriod::default(), text.trim(), "ymwd");
        if rest.is_empty() {
            return None;
        }
        while !rest.is_empty() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let number: u32 = rest.get(..digits)?.parse().ok()?;
            let unit = rest.get(digits..digits + 1)?;
            let at = units.find(unit)?;
            units = &units[at + 1..];
            rest = &rest[digits + 1..];
            match unit {
                "y" => period.months = number.checked_mul(12)?,
                "m" => period.months = period.months.checked_add(number)?,
                "w" => period.days = number.checked_mul(7)?,
                _ => period.days = period.days.checked_add(number)?,
            }
        }
        (period.months <= MONTHS_MAX && period.days <= DAYS_MAX).then_some(period)
    }

    /// Whether it is no time at all.
    pub fn is_zero(self) -> bool {
        self == CalendarPeriod::default()
    }
}

impl fmt::Display for CalendarPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (years, months) = (self.months / 12, self.months % 12);
        for (number, unit) in [(years, 'y'), (months, 'm'), (self.days, 'd')] {
            if number > 0 {
                write!(f, "{number}{unit}")?;
            }
        }
        if self.is_zero() { f.write_str("0d") } else { Ok(()) }
    }
}

impl From<CalendarPeriod> for String {
    fn from(period: CalendarPeriod) -> String {
        period.to_string()
    }
}

impl TryFrom<String> for CalendarPeriod {
    type Error = String;

    fn try_from(text: String) -> Result<CalendarPeriod, String> {
        CalendarPeriod::parse(&text).ok_or_else(|| format!("'{text}' is no period"))
    }
}

/// The digits of a date and a time, without what stands between them. `None` if the parts have not the usual lengths.
fn digits_of(text: &str) -> Option<String> {
    let text = text.trim();
    let (date, time) = match text.split_once(['T', ' ']) {
        Some((date, time)) => (date, time.strip_suffix('Z').unwrap_or(time)),
        None => (text, ""),
    };
    if date.bytes().all(|byte| byte.is_ascii_digit()) && time.is_empty() {
        return Some(date.to_owned());
    }
    let parts = date.split('-').chain(time.split(':').filter(|it| !it.is_empty()));
    let mut digits = String::new();
    for (at, part) in parts.enumerate() {
        let length = if at == 0 { 4 } else { 2 };
        if part.len() != length || digits.len() >= 14 {
            return None;
        }
        digits.push_str(part);
    }
    Some(digits)
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let before = year - 1;
    let years =
        before * 365 + before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400);
    let months: i64 = (1..month).map(|month| days_of(year, month)).sum();
    // 719,162 days lie between 0001-01-01 and 1970-01-01.
    years + months + day - 1 - 719_162
}

/// The date a number of days after 1970-01-01.
fn date_of(days: i64) -> (i64, i64, i64) {
    // Nothing is older than the year 1, and nothing later than 9999 is kept.
    let days = days.clamp(-719_162, 2_932_896 + 366);
    // Never too late, and too early by some years at most.
    let mut year = 1970 + days.div_euclid(366).min(days.div_euclid(365));
    while days_before(year + 1, 1, 1) <= days {
        year += 1;
    }
    let mut rest = days - days_before(year, 1, 1);
    let mut month = 1;
    while month < 12 && rest >= days_of(year, month) {
        rest -= days_of(year, month);
        month += 1;
    }
    (year, month, rest + 1)
}

#[cfg(test)]
mod tests {
    use super::{CalendarPeriod, Moment};

    #[test]
    fn dates_are_read_and_written() {
        for (text, written) in [
            ("1970", Some("1970-01-01T00:00:00Z")),
            ("2014-01-26", Some("2014-01-26T00:00:00Z")),
            ("2014-01-26T20:06:24Z", Some("2014-01-26T20:06:24Z")),
            ("20140126200624", Some("2014-01-26T20:06:24Z")),
            ("0001-01-01", Some("0001-01-01T00:00:00Z")),
            ("9999-12-31T23:59:59Z", Some("9999-12-31T23:59:59Z")),
            ("2000-02-29", Some("2000-02-29T00:00:00Z")),
            ("1900-02-29", None),
            ("2014-13-01", None),
            ("2014-1-1", None),
            ("20141", None),
            ("", None),
            ("x", None),
            ("201401262006245", None),
        ] {
            let moment = Moment::parse(text);
            assert_eq!(moment.map(|it| it.to_string()).as_deref(), written, "{text}");
        }
        assert_eq!(Moment::parse("1970-01-02"), Some(Moment(86_400)));
        assert_eq!(Moment::parse("20140126200624").map(Moment::digits), Some(20_140_126_200_624));
    }

    #[test]
    fn last_moments_of_a_year_a_month_a_day() {
        for (text, last) in [
            ("2014", "2014-12-31T23:59:59Z"),
            ("2016-02", "2016-02-29T23:59:59Z"),
            ("20140126", "2014-01-26T23:59:59Z"),
            ("2014012620", "2014-01-26T20:59:59Z"),
            ("201401262006", "2014-01-26T20:06:59Z"),
            ("2014-01-26T20:06:24Z", "2014-01-26T20:06:24Z"),
            ("9999", "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(Moment::parse_last(text), Moment::parse(last), "{text}");
        }
        assert_eq!(Moment::parse_last("soon"), None);
    }

    #[test]
    fn every_day_of_two_centuries_comes_back() {
        let first = Moment::parse("1890").unwrap().0 / 86_400;
        let last = Moment::parse("2110").unwrap().0 / 86_400;
        let mut before = String::new();
        for day in first..=last {
            let moment = Moment(day * 86_400);
            let text = moment.to_string();
            assert_eq!(Moment::parse(&text), Some(moment));
            assert!(text > before);
            before = text;
        }
    }

    #[test]
    fn periods_are_added_by_the_calendar() {
        for (from, period, to) in [
            ("2024-01-31", "1m", "2024-02-29"),
            ("2023-01-31", "1m", "2023-02-28"),
            ("2024-02-29", "1y", "2025-02-28"),
            ("2023-11-15", "1y2m3d", "2025-01-18"),
            ("2023-12-31", "1d", "2024-01-01"),
            ("2023-12-31", "2w", "2024-01-14"),
            ("1969-12-31", "1d", "1970-01-01"),
        ] {
            let end = Moment::parse(from).unwrap().after(CalendarPeriod::parse(period).unwrap());
            assert_eq!(end, Moment::parse(to), "{from} + {period}");
        }
        assert_eq!(
            Moment::parse("9999-12-31").unwrap().after(CalendarPeriod { months: 0, days: 1 }),
            None
        );
    }

    #[test]
    fn periods_are_read_and_written() {
        for (text, written) in [
            ("2y", Some("2y")),
            ("18m", Some("1y6m")),
            ("1y6m10d", Some("1y6m10d")),
            ("2w1d", Some("15d")),
            ("0d", Some("0d")),
            ("1d1y", None),
            ("y", None),
            ("", None),
            ("1", None),
            ("99999999999y", None),
            ("4000000000m", None),
            ("1001y", None),
            ("1ž", None),
        ] {
            assert_eq!(
                CalendarPeriod::parse(text).map(|it| it.to_string()).as_deref(),
                written,
                "{text}"
            );
        }
    }
}
