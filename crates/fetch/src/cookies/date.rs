//! Dates in cookies, in all the forms that servers have invented (RFC 6265bis, section 5.1.1).

/// Parses a date; returns seconds since 1970, 0 for earlier ones. `None` if it is not a date.
pub(super) fn parse(text: &str) -> Option<u64> {
    let (mut time, mut day, mut month, mut year) = (None, None, None, None);
    for token in text.split(is_delimiter).filter(|token| !token.is_empty()) {
        if time.is_none()
            && let Some(found) = clock(token)
        {
            time = Some(found);
        } else if day.is_none()
            && let Some(found) = number(token, 1, 2)
        {
            day = Some(found);
        } else if month.is_none()
            && let Some(found) = month_of(token)
        {
            month = Some(found);
        } else if year.is_none()
            && let Some(found) = number(token, 2, 4)
        {
            year = Some(found);
        }
    }
    let (hour, minute, second) = time?;
    let (day, month, year) = (day?, month?, year?);
    let year = match year {
        70..=99 => year + 1900,
        0..=69 => year + 2000,
        _ => year,
    };
    let is_date = (1..=31).contains(&day) && year >= 1601;
    if !is_date || hour > 23 || minute > 59 || second > 59 || day > days_of(month, year) {
        return None;
    }
    let days = days_since_1970(year.into(), month.into(), day.into());
    let seconds = days * 86_400 + i64::from(hour * 3600 + minute * 60 + second);
    Some(u64::try_from(seconds).unwrap_or(0))
}

fn is_delimiter(c: char) -> bool {
    matches!(c, '\t' | ' '..='/' | ';'..='@' | '['..='`' | '{'..='~')
}

/// Parses `8:5:03`, whatever follows the digits.
fn clock(token: &str) -> Option<(u32, u32, u32)> {
    let mut parts = token.splitn(3, ':');
    let mut next = || number(parts.next()?, 1, 2);
    Some((next()?, next()?, next()?))
}

/// Parses a number of so many digits, whatever follows that is not a digit.
fn number(token: &str, least: usize, most: usize) -> Option<u32> {
    let digits = token.bytes().take_while(u8::is_ascii_digit).count();
    (least..=most).contains(&digits).then(|| token[..digits].parse().ok()).flatten()
}

fn month_of(token: &str) -> Option<u32> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let start = token.get(..3)?.to_ascii_lowercase();
    MONTHS.iter().position(|month| *month == start).map(|at| at as u32 + 1)
}

fn days_of(month: u32, year: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Number of days from 1 January 1970, in the Gregorian calendar.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    // Years that begin in March have their odd day at the end.
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_all_kinds_are_read() {
        let table = [
            ("Thu, 01 Jan 1970 00:00:00 GMT", Some(0)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(784_111_777)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", Some(784_111_777)),
            ("Sun Nov  6 08:49:37 1994", Some(784_111_777)),
            ("Wed, 31-Dec-69 23:59:59", Some(3_155_759_999)),
            ("29 Feb 2024 0:0:0", Some(1_709_164_800)),
            ("18 Nov 2026 01:02:03garbage", Some(1_794_963_723)),
            ("1 Jan 1601 00:00:00", Some(0)),
            ("29 Feb 2023 0:0:0", None),
            ("1 Jan 1600 00:00:00", None),
            ("32 Jan 2000 00:00:00", None),
            ("1 Jan 2000 24:00:00", None),
            ("1 Jan 2000", None),
            ("tomorrow", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(parse(text), expected, "{text}");
        }
    }
}
