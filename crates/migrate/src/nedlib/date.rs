//! Dates as harvesters and servers wrote them around the year 2000.
//!
//! Beside the forms of dates in archives, those of HTTP are read: `Sat, 11 Jan 2003 14:37:37 GMT`, `Saturday, 11-Jan-03
//! 14:37:37 GMT` and `Sat Jan 11 14:37:37 2003`; with Nordic and German names of months, named zones, and the year 103
//! of programs that count from 1900.

use stodola_warc::date::{Timestamp, parse_arc_date, parse_warc_date};

/// Returns the moment that a text names; `None` if it is not a date.
pub(super) fn parse(text: &[u8]) -> Option<Timestamp> {
    let text = text.trim_ascii();
    if text.len() > 64 {
        return None;
    }
    if text.iter().all(u8::is_ascii_digit) {
        // Ten digits are seconds unless they read as year, month, day and hour: as seconds those
        // would lie far in the future.
        let hours = text.starts_with(b"19") || text.starts_with(b"20");
        return match text.len() {
            9 => seconds(text),
            10 if !hours => seconds(text),
            _ => parse_arc_date(text).0,
        };
    }
    parse_warc_date(text).0.or_else(|| parse_words(text))
}

/// Returns the date that is the whole name of a folder: `2003-01-11`, `2003-1-11`; `None` for other names.
pub(super) fn parse_folder(name: &[u8]) -> Option<Timestamp> {
    let mut parts = name.split(|&b| b == b'-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let short = |part: &[u8]| (1..=2).contains(&part.len());
    if parts.next().is_some() || year.len() != 4 || !short(month) || !short(day) {
        return None;
    }
    let (year, month, day) = (number(year)?, number(month)?, number(day)?);
    // Through the parser, so that the precision is that of a day.
    parse_warc_date(format!("{year:04}-{month:02}-{day:02}").as_bytes()).0
}

fn seconds(digits: &[u8]) -> Option<Timestamp> {
    std::str::from_utf8(digits).ok()?.parse().ok().map(Timestamp::from_unix_seconds)
}

const MONTHS: &[(&[u8], u8)] = &[
    (b"jan", 1),
    (b"feb", 2),
    (b"mar", 3),
    (b"apr", 4),
    (b"may", 5),
    (b"jun", 6),
    (b"jul", 7),
    (b"aug", 8),
    (b"sep", 9),
    (b"oct", 10),
    (b"nov", 11),
    (b"dec", 12),
    (b"mai", 5),
    (b"maj", 5),
    (b"okt", 10),
    (b"des", 12),
    (b"dez", 12),
];

/// Named zones, in minutes ahead of UTC. Some servers write `CES` for CEST.
const ZONES: &[(&[u8], i64)] = &[
    (b"gmt", 0),
    (b"ut", 0),
    (b"utc", 0),
    (b"z", 0),
    (b"wet", 0),
    (b"bst", 60),
    (b"west", 60),
    (b"cet", 60),
    (b"met", 60),
    (b"mez", 60),
    (b"cest", 120),
    (b"ces", 120),
    (b"mest", 120),
    (b"mesz", 120),
    (b"eet", 120),
    (b"eest", 180),
    (b"msk", 180),
    (b"msd", 240),
    (b"est", -300),
    (b"edt", -240),
    (b"cst", -360),
    (b"cdt", -300),
    (b"mst", -420),
    (b"mdt", -360),
    (b"pst", -480),
    (b"pdt", -420),
];

#[derive(Default)]
struct Parts {
    day: Option<u8>,
    month: Option<u8>,
    year: Option<u16>,
    time: Option<(u8, u8, u8)>,
    zone: Option<i64>,
}

fn parse_words(text: &[u8]) -> Option<Timestamp> {
    let mut parts = Parts::default();
    for word in text.split(|b| b.is_ascii_whitespace()).filter(|w| !w.is_empty()) {
        if word.ends_with(b",") {
            continue; // the day of the week, in any language
        }
        if let Some(zone) = parse_offset(word) {
            parts.zone(zone)?;
            continue;
        }
        for piece in word.split(|&b| b == b'-' || b == b',').filter(|p| !p.is_empty()) {
            parts.piece(piece)?;
        }
    }
    let (hour, minute, second) = parts.time?;
    let local = Timestamp::new(parts.year?, parts.month?, parts.day?, hour, minute, second)?;
    match parts.zone {
        None | Some(0) => Some(local),
        Some(minutes) => {
            let utc = u64::try_from(local.to_unix() - minutes * 60).ok()?;
            Some(Timestamp::from_unix_seconds(utc))
        }
    }
}

impl Parts {
    /// Adds a piece of a date; `None` if it does not fit.
    fn piece(&mut self, piece: &[u8]) -> Option<()> {
        if piece.contains(&b':') {
            let mut numbers = piece.split(|&b| b == b':').map(|n| u8::try_from(number(n)?).ok());
            let (hour, minute) = (numbers.next()??, numbers.next()??);
            let second = numbers.next().unwrap_or(Some(0))?;
            let first = numbers.next().is_none() && self.time.is_none();
            self.time = Some((hour, minute, second));
            return first.then_some(());
        }
        if let Some(value) = number(piece) {
            if self.day.is_none() && piece.len() <= 2 {
                self.day = Some(u8::try_from(value).ok()?);
                return Some(());
            }
            let year = match piece.len() {
                4 => value,
                // Programs that count from 1900.
                3 if value < 200 => 1900 + value,
                2 if value >= 70 => 1900 + value,
                2 => 2000 + value,
                _ => return None,
            };
            return self.year.replace(u16::try_from(year).ok()?).is_none().then_some(());
        }
        let word = piece.to_ascii_lowercase();
        if self.time.is_some() {
            let zone = ZONES.iter().find(|(name, _)| *name == word);
            return self.zone(zone?.1);
        }
        if let Some((_, month)) = MONTHS.iter().find(|(name, _)| word.starts_with(name)) {
            return self.month.replace(*month).is_none().then_some(());
        }
        // Before the time there may be the day of the week.
        (self.day.is_none() && self.month.is_none()).then_some(())
    }

    fn zone(&mut self, minutes: i64) -> Option<()> {
        self.zone.replace(minutes).is_none().then_some(())
    }
}

/// Returns the minutes of an offset such as `+0200` or `GMT+0200`.
fn parse_offset(word: &[u8]) -> Option<i64> {
    let word = word.strip_prefix(b"GMT").or_else(|| word.strip_prefix(b"UTC")).unwrap_or(word);
    let (sign, digits) = match word {
        [b'+', digits @ ..] => (1, digits),
        [b'-', digits @ ..] => (-1, digits),
        _ => return None,
    };
    let value = number(digits).filter(|_| digits.len() == 4)?;
    let (hours, minutes) = (i64::from(value / 100), i64::from(value % 100));
    (hours < 15 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

/// Returns the value of one to four digits; `None` if the text is anything else.
fn number(digits: &[u8]) -> Option<u32> {
    let real = (1..=4).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    real.then(|| digits.iter().fold(0, |n, &b| n * 10 + u32::from(b - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_every_spelling_are_read() {
        let table = [
            ("2003-01-11T14:37:37Z", "2003-01-11T14:37:37Z"),
            ("2003-01-11 14:37:37", "2003-01-11T14:37:37Z"),
            ("2003-01-11", "2003-01-11"),
            ("20030111143737", "2003-01-11T14:37:37Z"),
            ("2003011114", "2003-01-11T14:00:00Z"),
            ("1042295857", "2003-01-11T14:37:37Z"),
            ("946684800", "2000-01-01T00:00:00Z"),
            ("Sat, 11 Jan 2003 14:37:37 GMT", "2003-01-11T14:37:37Z"),
            ("  Sat, 1 Jan 2000 04:07:07 GMT ", "2000-01-01T04:07:07Z"),
            ("Saturday, 11-Jan-03 14:37:37 GMT", "2003-01-11T14:37:37Z"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Sat Jan 11 14:37:37 2003", "2003-01-11T14:37:37Z"),
            ("Wed Jan  1 14:37:37 2003 CEST", "2003-01-01T12:37:37Z"),
            ("Sat, 11 Jan 2003 14:37:37 +0200", "2003-01-11T12:37:37Z"),
            ("Sat, 11 Jan 2003 14:37:37 -0430", "2003-01-11T19:07:37Z"),
            ("Sat, 11 Jan 2003 14:37:37 CET", "2003-01-11T13:37:37Z"),
            ("Sat, 11 Jan 2003 14:37:60 GMT", "2003-01-11T14:37:60Z"),
            ("Saturday, 11-Jan-103 14:37:37 GMT", "2003-01-11T14:37:37Z"),
            ("Sat, 11 Jan 100 14:37:37 GMT", "2000-01-11T14:37:37Z"),
            ("l\u{f8}, 11 okt 2003 14:37:37 CET", "2003-10-11T13:37:37Z"),
            ("11 Jan 2003 14:37", "2003-01-11T14:37:00Z"),
            ("Sat, 11 January 2003 14:37:37 UTC", "2003-01-11T14:37:37Z"),
        ];
        for (text, expected) in table {
            let found = parse(text.as_bytes()).map(|t| t.iso8601().to_string());
            assert_eq!(found.as_deref(), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn what_names_no_moment_gives_none() {
        let table = [
            "",
            "-",
            "Sat",
            "Sat, 11 Jan 2003",
            "11 Jan 14:37:37 GMT",
            "2003 Jan 14:37:37",
            "Sat, 31 Feb 2003 14:37:37 GMT",
            "Sat, 11 Jan 2003 14:37:37 LMT",
            "Sat, 11 Jan 2003 25:37:37 GMT",
            "Sat, 11 Jan 2003 14:37:37:1 GMT",
            "Sat, 11 Jan 2003 2004 14:37:37 GMT",
            "Sat, 11 Jan 2003 14:37:37 14:37:37",
            "11 12 13 14:00:00",
            "Sat, 11 Jan 2003 14::37 GMT",
            "Sat, 11 Jan :3 14:37:37 GMT",
            "1 Jan 1970 00:00:00 +0200",
            "99999",
            "12345678901234567890123456789012",
            "Sat, 11 Jan 2003 14:37:37 PM",
        ];
        for text in table {
            assert_eq!(parse(text.as_bytes()), None, "{text:?}");
        }
        let whole = b"Saturday, 11-Jan-03 14:37:37 +0200";
        for cut in 0..whole.len() {
            parse(&whole[..cut]);
            parse(&whole[cut..]);
        }
    }

    #[test]
    fn folders_are_dates_only_as_a_whole() {
        let table = [
            ("2003-01-11", Some("2003-01-11")),
            ("2003-1-11", Some("2003-01-11")),
            ("2003-02-30", None),
            ("x-2003-01-11", None),
            ("2003-01-11-b", None),
            ("03-01-11", None),
            ("2003-001-11", None),
            ("20030111", None),
            ("", None),
        ];
        for (name, expected) in table {
            let found = parse_folder(name.as_bytes()).map(|t| t.iso8601().to_string());
            assert_eq!(found.as_deref(), expected, "{name:?}");
        }
    }
}
