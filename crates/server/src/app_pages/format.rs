//! Numbers, dates and sentences as pages show them.

use stodola_archive::Stamp;
use stodola_text::{Argument, Language, tell, text};

/// Marks of what is set in bold within a sentence, until it is made markup. Private characters, so no text has them.
const BOLD: char = '\u{e000}';
const END: char = '\u{e001}';
/// Between groups of digits.
const THIN: char = '\u{202f}';
const NO_BREAK: &str = "\u{a0}";

/// The text of a key. In Czech, words of one letter do not stand at the end of a line.
pub(crate) fn say(language: Language, key: &str, arguments: &[(&str, Argument<'_>)]) -> String {
    bound(language, tell(language, key, arguments))
}

fn bound(language: Language, text: String) -> String {
    if language != Language::Czech {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut word = 0;
    for c in text.chars() {
        let is_short = word == 1
            && out.ends_with([
                'k', 's', 'v', 'z', 'o', 'u', 'a', 'i', 'K', 'S', 'V', 'Z', 'O', 'U', 'A', 'I',
            ]);
        if c == ' ' && is_short {
            out.push_str(NO_BREAK);
        } else {
            out.push(c);
        }
        word = if c.is_whitespace() { 0 } else { word + 1 };
    }
    out
}

/// Text that a sentence has in bold: see [`markup`].
pub(crate) fn bold(text: &str) -> String {
    format!("{BOLD}{text}{END}")
}

/// A sentence as HTML: everything escaped, what [`bold`] made in bold.
pub(crate) fn markup(sentence: &str) -> String {
    escaped(sentence).replace(BOLD, "<b>").replace(END, "</b>")
}

/// A sentence as plain text, without what [`bold`] made.
pub(crate) fn plain_text(sentence: &str) -> String {
    foreign(sentence)
}

/// Text for HTML, also in attributes.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// Text from elsewhere that stands in a sentence: without our marks.
pub(crate) fn foreign(text: &str) -> String {
    text.chars().filter(|c| !matches!(*c, BOLD | END)).collect()
}

/// A number in groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + 6);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(THIN);
        }
        out.push(digit);
    }
    out
}

/// A number on an axis: `30M`, `1.5k`; `30 mil.`, `1,5 tis.` in Czech.
pub(crate) fn short_number(language: Language, number: u64) -> String {
    let (value, unit) = match number {
        0..1000 => return number.to_string(),
        1000..1_000_000 => (number as f64 / 1e3, text!(language, "web-thousands")),
        _ => (number as f64 / 1e6, text!(language, "web-millions")),
    };
    let digits = usize::from(value.fract() > 0.0);
    format!("{}{unit}", stodola_text::decimal(language, value, digits))
}

/// Year, month and day of a day of eight digits.
pub(crate) fn parts(day: u32) -> (u32, u32, u32) {
    (day / 10_000, day / 100 % 100, day % 100)
}

/// The name of a month, 1 to 12.
pub(crate) fn month(language: Language, month: u32) -> String {
    tell(language, &format!("web-month-{}", month.clamp(1, 12)), &[])
}

/// A day of eight digits in a sentence: `5 March 2007`, `5. 3. 2007`.
pub(crate) fn day(language: Language, number: u32) -> String {
    let (year, month_number, day) = parts(number);
    match language {
        Language::English => {
            format!("{day}{NO_BREAK}{} {year}", month(language, month_number))
        }
        Language::Czech => format!("{day}.{NO_BREAK}{month_number}.{NO_BREAK}{year}"),
    }
}

/// The same in a table: `5 Mar 2007`.
pub(crate) fn short_day(language: Language, number: u32) -> String {
    let (year, month_number, day_number) = parts(number);
    match language {
        Language::English => {
            let name: String = month(language, month_number).chars().take(3).collect();
            format!("{day_number}{NO_BREAK}{name}{NO_BREAK}{year}")
        }
        Language::Czech => day(language, number),
    }
}

/// The day of a moment, in eight digits.
pub(crate) fn day_number(time: Stamp) -> u32 {
    (time.number() / 1_000_000) as u32
}

/// The time of day: `14:32`.
pub(crate) fn clock(time: Stamp) -> String {
    let number = time.number();
    format!("{:02}:{:02}", number / 10_000 % 100, number / 100 % 100)
}

/// A moment in a sentence: `5 March 2007, 14:32 UTC`.
pub(crate) fn moment(language: Language, time: Stamp) -> String {
    format!("{}, {}{NO_BREAK}UTC", day(language, day_number(time)), clock(time))
}

/// A moment for programs: `2007-03-05T14:32:00Z`.
pub(crate) fn iso(time: Stamp) -> String {
    let n = time.number();
    let part = |place: u64| n / place % 100;
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
        n / 10_000_000_000,
        part(100_000_000),
        part(1_000_000),
        part(10_000),
        part(100),
        part(1)
    )
}

/// A length of time in its two largest units: `1 h 20 min`, `3 days`.
pub(crate) fn duration(language: Language, seconds: u64) -> String {
    let unit =
        |key: &str, n: u64| say(language, key, &[("n", n.into()), ("shown", grouped(n).into())]);
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400);
    match seconds {
        0..60 => format!("{seconds}{NO_BREAK}s"),
        60..3600 => format!("{minutes}{NO_BREAK}min"),
        3600..86_400 => format!("{hours}{NO_BREAK}h {}{NO_BREAK}min", minutes % 60),
        _ if days < 60 => unit("web-unit-days", days),
        _ if days < 730 => unit("web-unit-months", days / 30),
        _ => unit("web-unit-years", days / 365),
    }
}

/// The day of the week of a day, 0 for Monday, and how many days its month has.
pub(crate) fn month_shape(year: u32, month: u32) -> (u32, u32) {
    let divides = |years: u32| year.is_multiple_of(years);
    let is_leap = divides(4) && (!divides(100) || divides(400));
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let first =
        Stamp::from_number((u64::from(year) * 10_000 + u64::from(month) * 100 + 1) * 1_000_000);
    // 1 January 1970 was a Thursday.
    let weekday = first.map_or(0, |first| (first.seconds().div_euclid(86_400) + 3).rem_euclid(7));
    (weekday as u32, days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_dates_are_as_each_language_has_them() {
        let (en, cs) = (Language::English, Language::Czech);
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(day(en, 20070305), "5\u{a0}March 2007");
        assert_eq!(short_day(en, 20070305), "5\u{a0}Mar\u{a0}2007");
        assert_eq!(day(cs, 20070305), "5.\u{a0}3.\u{a0}2007");
        assert_eq!(
            (short_number(en, 30_000_000), short_number(en, 1500)),
            ("30M".into(), "1.5k".into())
        );
        assert_eq!(short_number(cs, 1500), "1,5\u{a0}tis.");
        let time = Stamp::parse("20070305143209").unwrap();
        assert_eq!(moment(en, time), "5\u{a0}March 2007, 14:32\u{a0}UTC");
        assert_eq!(iso(time), "2007-03-05T14:32:09Z");
        assert_eq!(duration(en, 4800), "1\u{a0}h 20\u{a0}min");
        assert_eq!(duration(cs, 3 * 86_400), "3\u{a0}dny");
    }

    #[test]
    fn months_begin_on_their_day() {
        assert_eq!(month_shape(2013, 6), (5, 30));
        assert_eq!(month_shape(2000, 2), (1, 29));
        assert_eq!(month_shape(1900, 2), (3, 28));
        assert_eq!(month_shape(2026, 11), (6, 30));
    }

    #[test]
    fn sentences_are_escaped_and_bound() {
        let sentence = format!("{} <i>", bold("a & b"));
        assert_eq!(markup(&sentence), "<b>a &amp; b</b> &lt;i&gt;");
        assert_eq!(foreign(&bold("x")), "x");
        let czech = bound(Language::Czech, "Zachyceno v archivu a jinde".to_owned());
        assert_eq!(czech, "Zachyceno v\u{a0}archivu a\u{a0}jinde");
    }
}
