//! Dates of HTTP: `Sun, 26 Jan 2014 20:06:24 GMT`.

use stodola_archive::Stamp;

const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A moment as HTTP headers have it.
pub fn http_date(time: Stamp) -> String {
    let number = time.number();
    let part = |place: u64| number / place % 100;
    // 1 January 1970 was a Thursday.
    let day = time.seconds().div_euclid(86_400).rem_euclid(7) as usize;
    let month = MONTHS[(part(100_000_000).clamp(1, 12) - 1) as usize];
    format!(
        "{}, {:02} {month} {:04} {:02}:{:02}:{:02} GMT",
        DAYS[day],
        part(1_000_000),
        time.year(),
        part(10_000),
        part(100),
        part(1)
    )
}

/// Reads a date of HTTP in its usual form; the name of the day is not compared. `None` for anything else.
pub fn read_http_date(text: &str) -> Option<Stamp> {
    let text = text.trim();
    let rest = text.split_once(',').map_or(text, |(_, rest)| rest);
    let mut parts = rest.split([' ', '-', ':']).filter(|part| !part.is_empty());
    let mut number = |digits: usize| {
        let part = parts.next()?;
        let is_number = part.len() <= digits && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse::<u64>().ok()).flatten()
    };
    let day = number(2)?;
    let month = parts.next()?;
    let month = MONTHS.iter().position(|known| known.eq_ignore_ascii_case(month))? as u64 + 1;
    let mut number = |digits: usize| {
        let part = parts.next()?;
        let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse::<u64>().ok()).flatten()
    };
    let (year, hour, minute, second) = (number(4)?, number(2)?, number(2)?, number(2)?);
    let has_zone = parts.next().is_some_and(|zone| matches!(zone, "GMT" | "UTC" | "+0000"));
    if !has_zone || parts.next().is_some() {
        return None;
    }
    let date = year * 10_000 + month * 100 + day;
    Stamp::from_number(date * 1_000_000 + hour * 10_000 + minute * 100 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_come_back() {
        for (digits, date) in [
            ("20140126200624", "Sun, 26 Jan 2014 20:06:24 GMT"),
            ("19700101000000", "Thu, 01 Jan 1970 00:00:00 GMT"),
            ("20261116081500", "Mon, 16 Nov 2026 08:15:00 GMT"),
            ("19691231235959", "Wed, 31 Dec 1969 23:59:59 GMT"),
        ] {
            let stamp = Stamp::parse(digits).unwrap();
            assert_eq!(http_date(stamp), date);
            assert_eq!(read_http_date(date), Some(stamp), "{date}");
        }
    }

    #[test]
    fn other_texts_are_no_dates() {
        for text in [
            "",
            "now",
            "2014-01-26",
            "Sun, 26 Jan 2014",
            "Sun, 32 Jan 2014 20:06:24 GMT",
            "Sun, 26 Jan 2014 20:06:24",
            "Sun, 26 Foo 2014 20:06:24 GMT",
            "Sun, 26 Jan 99999 20:06:24 GMT",
            "Sun, 26 Jan 2014 20:06:24 GMT, x",
            "Sun, 26 Jan 2014 20:06:24 EST",
        ] {
            assert_eq!(read_http_date(text), None, "{text}");
        }
    }
}
