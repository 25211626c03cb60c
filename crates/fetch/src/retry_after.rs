//! The header field `Retry-After`.

use std::time::Duration;

/// Returns the time to wait that `Retry-After` asks for (seconds, or a date). `now` is seconds since 1970. `None` if
/// the value is neither.
pub fn retry_after(value: &[u8], now: u64) -> Option<Duration> {
    let value = std::str::from_utf8(value.trim_ascii()).ok()?;
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number with so many digits means for ever.
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::from(u32::MAX))));
    }
    http_date(value).map(|date| Duration::from_secs(date.saturating_sub(now)))
}

/// Returns the seconds since 1970 of a date as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`, and the two older forms
/// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. `None` if it is not a date.
fn http_date(text: &str) -> Option<u64> {
    let is_gap = |c: char| c == ' ' || c == ',' || c == '-';
    let words: Vec<&str> = text.split(is_gap).filter(|word| !word.is_empty()).collect();
    let (day, month, year, time) = match words[..] {
        [_, day, month, year, time, "GMT" | "UTC"] => (day, month, year, time),
        [_, month, day, time, year] => (day, month, year, time),
        _ => return None,
    };
    let months =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = months.iter().position(|name| month.eq_ignore_ascii_case(name))? as u64 + 1;
    let day: u64 = day.parse().ok().filter(|day| (1..=31).contains(day))?;
    let year: u64 = match year.parse().ok()? {
        year @ 0..70 => year + 2000,
        year @ 70..100 => year + 1900,
        year @ 1970..10_000 => year,
        _ => return None,
    };
    let mut clock = time.split(':').map(|part| part.parse::<u64>().ok().filter(|&part| part <= 60));
    let seconds = clock.next()?? * 3600 + clock.next()?? * 60 + clock.next()??;
    // Days since 1970, counted in years that begin in March.
    let (from_march, year) = if month > 2 { (month - 3, year) } else { (month + 9, year - 1) };
    let days = year * 365 + year / 4 - year / 100 + year / 400;
    let days = days + (153 * from_march + 2) / 5 + day - 1;
    (days.checked_sub(719_468)? * 86_400).checked_add(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_read_in_all_its_forms() {
        let cases = [
            ("120", Some(120)),
            (" 5 ", Some(5)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(100)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", Some(100)),
            ("Sun Nov  6 08:49:37 1994", Some(100)),
            ("Sun, 06 Nov 1994 08:47:00 GMT", Some(0)),
            ("99999999999999999999999", Some(u64::from(u32::MAX))),
            ("", None),
            ("soon", None),
            ("-5", None),
            ("Sun, 00 Nov 1994 08:49:37 GMT", None),
            ("Sun, 06 Nov 1994 08:49 GMT", None),
        ];
        for (value, expected) in cases {
            let found = retry_after(value.as_bytes(), 784_111_777 - 100).map(|wait| wait.as_secs());
            assert_eq!(found, expected, "{value}");
        }
        assert_eq!(http_date("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(http_date("Tue, 29 Feb 2000 23:59:59 GMT"), Some(951_868_799));
    }
}
