//! Values of built-in simple types: what a text means, and which of two is the larger.

use crate::data::xml::{is_name_char, is_name_start, is_nc_name};
use std::cmp::Ordering;

/// A built-in type that the others are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Primitive {
    /// Any text; the word says what else is asked of it.
    Text(TextRule),
    Boolean,
    Decimal,
    Integer,
    Double,
    Float,
    DateTime,
    Date,
    Time,
    /// A part of a date: `gYear` and the like.
    DatePart(&'static str),
    Duration,
    Hex,
    Base64,
}

/// What a text must look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextRule {
    Any,
    Language,
    Name,
    NcName,
    NmToken,
}

/// What a text means.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    Boolean(bool),
    Decimal(Decimal),
    Double(f64),
    Moment(Moment),
    Bytes(Vec<u8>),
    List(Vec<Value>),
}

/// A number of any length: digits before and behind the point, without zeros at the outer ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    pub is_negative: bool,
    pub whole: String,
    pub fraction: String,
}

/// A point in time; without a time zone it is one of a day's length around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    seconds: i64,
    fraction: String,
    has_zone: bool,
}

/// Bytes in base 64: nobody needs longer ones in a node.
const DIGITS_MAX: usize = 4096;
/// Digits of a year: the times of more would not fit in 64 bits.
const YEAR_DIGITS: usize = 9;

/// Reads a text whose white space was dealt with.
pub(super) fn read(primitive: Primitive, text: &str) -> Option<Value> {
    match primitive {
        Primitive::Text(rule) => follows(rule, text).then(|| Value::Text(text.to_owned())),
        Primitive::Boolean => match text {
            "true" | "1" => Some(Value::Boolean(true)),
            "false" | "0" => Some(Value::Boolean(false)),
            _ => None,
        },
        Primitive::Decimal => decimal(text).map(Value::Decimal),
        Primitive::Integer if text.contains('.') => None,
        Primitive::Integer => decimal(text).map(Value::Decimal),
        Primitive::Double => double(text).map(Value::Double),
        // Two texts are the same number if they are the same in 32 bits.
        #[allow(
            clippy::cast_possible_truncation,
            reason = "this is the rounding that is asked for"
        )]
        Primitive::Float => double(text).map(|it| Value::Double(f64::from(it as f32))),
        Primitive::DateTime => {
            let (date, time) = text.split_once('T')?;
            moment(date, Some(time))
        }
        Primitive::Date => {
            let at = zone_at(text);
            moment(&text[..at], Some(&format!("00:00:00{}", &text[at..])))
        }
        Primitive::Time => moment("1972-12-31", Some(text)),
        Primitive::DatePart(shape) => date_part(shape, text).then(|| Value::Text(text.to_owned())),
        Primitive::Duration => is_duration(text).then(|| Value::Text(text.to_owned())),
        Primitive::Hex => hex(text).map(Value::Bytes),
        Primitive::Base64 => base64(text).map(Value::Bytes),
    }
}

/// Which of two values of the same type is larger; `None` if that cannot be said.
pub(super) fn compare(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Decimal(left), Value::Decimal(right)) => Some(compare_decimals(left, right)),
        (Value::Double(left), Value::Double(right)) => left.partial_cmp(right),
        (Value::Moment(left), Value::Moment(right)) => compare_moments(left, right),
        _ => None,
    }
}

/// Whether two values are the same one.
pub(super) fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Double(left), Value::Double(right)) => {
            left == right || (left.is_nan() && right.is_nan())
        }
        (Value::List(left), Value::List(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| is_same(left, right))
        }
        _ => left == right,
    }
}

fn follows(rule: TextRule, text: &str) -> bool {
    let is_token = |it: char| is_name_char(it) || it == ':';
    match rule {
        TextRule::Any => true,
        TextRule::Language => text.split('-').enumerate().all(|(place, part)| {
            let may_be_digit = place > 0;
            let is_fine =
                |it: u8| it.is_ascii_alphabetic() || (may_be_digit && it.is_ascii_digit());
            (1..=8).contains(&part.len()) && part.bytes().all(is_fine)
        }),
        TextRule::NcName => is_nc_name(text),
        TextRule::NmToken => !text.is_empty() && text.chars().all(is_token),
        TextRule::Name => {
            let begins = text.chars().next().is_some_and(|it| is_name_start(it) || it == ':');
            begins && text.chars().all(is_token)
        }
    }
}

fn decimal(text: &str) -> Option<Decimal> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let are_digits = |part: &str| part.bytes().all(|it| it.is_ascii_digit());
    if !are_digits(whole) || !are_digits(fraction) || (whole.is_empty() && fraction.is_empty()) {
        return None;
    }
    if unsigned.len() > DIGITS_MAX {
        return None;
    }
    let whole = whole.trim_start_matches('0').to_owned();
    let fraction = fraction.trim_end_matches('0').to_owned();
    let is_zero = whole.is_empty() && fraction.is_empty();
    Some(Decimal { is_negative: text.starts_with('-') && !is_zero, whole, fraction })
}

fn compare_decimals(left: &Decimal, right: &Decimal) -> Ordering {
    let size = || {
        let by_length = left.whole.len().cmp(&right.whole.len());
        by_length
            .then_with(|| left.whole.cmp(&right.whole))
            .then_with(|| left.fraction.cmp(&right.fraction))
    };
    match (left.is_negative, right.is_negative) {
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (false, false) => size(),
        (true, true) => size().reverse(),
    }
}

fn double(text: &str) -> Option<f64> {
    match text {
        "INF" => return Some(f64::INFINITY),
        "-INF" => return Some(f64::NEG_INFINITY),
        "NaN" => return Some(f64::NAN),
        _ => {}
    }
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    decimal(number)?;
    let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    (is_number && text.len() <= DIGITS_MAX).then(|| text.parse().ok())?
}

/// Where the time zone of a date begins; the length of the text if it has none.
fn zone_at(text: &str) -> usize {
    if text.ends_with('Z') {
        return text.len() - 1;
    }
    let Some(start) = text.len().checked_sub(6) else { return text.len() };
    let zone = text.get(start..).unwrap_or_default();
    let is_zone = zone.starts_with(['+', '-']) && zone.as_bytes().get(3) == Some(&b':');
    if is_zone { start } else { text.len() }
}

/// Seconds that a time zone is ahead of UTC; `None` inside if there is no zone.
fn zone(text: &str) -> Option<Option<i64>> {
    match text {
        "" => return Some(None),
        "Z" => return Some(Some(0)),
        _ => {}
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let (hours, minutes) = text.strip_prefix(['+', '-'])?.split_once(':')?;
    let (hours, minutes) = (two(hours)?, two(minutes)?);
    let is_fine = minutes < 60 && (hours < 14 || (hours == 14 && minutes == 0));
    is_fine.then_some(Some(sign * (hours * 3600 + minutes * 60)))
}

/// Two digits.
fn two(text: &str) -> Option<i64> {
    let is_fine = text.len() == 2 && text.bytes().all(|it| it.is_ascii_digit());
    is_fine.then(|| text.parse().ok())?
}

/// The number of a year; there is no year 0.
fn year(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_fine = (4..=YEAR_DIGITS).contains(&digits.len())
        && digits.bytes().all(|it| it.is_ascii_digit())
        && (digits.len() == 4 || !digits.starts_with('0'));
    let number: i64 = if is_fine { text.parse().ok()? } else { return None };
    (number != 0).then_some(number)
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

fn moment(date: &str, time: Option<&str>) -> Option<Value> {
    let (is_before, rest) = match date.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, date),
    };
    let mut parts = rest.split('-');
    let (year_text, month, day) = (parts.next()?, two(parts.next()?)?, two(parts.next()?)?);
    let year = year(year_text)? * if is_before { -1 } else { 1 };
    if parts.next().is_some()
        || !(1..=12).contains(&month)
        || !(1..=days_of(year, month)).contains(&day)
    {
        return None;
    }
    let time = time?;
    let at = zone_at(time);
    let offset = zone(&time[at..])?;
    let mut parts = time[..at].split(':');
    let (hours, minutes, seconds) = (two(parts.next()?)?, two(parts.next()?)?, parts.next()?);
    let (seconds, fraction) = match seconds.split_once('.') {
        Some((_, "")) => return None,
        Some((seconds, fraction)) => (seconds, fraction),
        None => (seconds, ""),
    };
    let seconds = two(seconds)?;
    let are_digits = fraction.len() <= DIGITS_MAX && fraction.bytes().all(|it| it.is_ascii_digit());
    let fraction = fraction.trim_end_matches('0');
    let is_midnight = hours == 24 && minutes == 0 && seconds == 0 && fraction.is_empty();
    if parts.next().is_some()
        || !are_digits
        || minutes > 59
        || seconds > 59
        || (hours > 23 && !is_midnight)
    {
        return None;
    }
    let days = days_since(year, month, day);
    let seconds = days * 86_400 + hours * 3600 + minutes * 60 + seconds - offset.unwrap_or(0);
    let fraction = fraction.to_owned();
    Some(Value::Moment(Moment { seconds, fraction, has_zone: offset.is_some() }))
}

/// Days since 1970-01-01 in the proleptic Gregorian calendar.
fn days_since(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that the day of a leap year is the last.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

fn compare_moments(left: &Moment, right: &Moment) -> Option<Ordering> {
    // Without a zone it may be 14 hours earlier or later.
    const SPREAD: i64 = 14 * 3600;
    let order = left.seconds.cmp(&right.seconds).then_with(|| left.fraction.cmp(&right.fraction));
    let is_clear = left.has_zone == right.has_zone || (left.seconds - right.seconds).abs() > SPREAD;
    is_clear.then_some(order)
}

/// Whether a text has a shape: `Y` a year, `MM` a month, `DD` a day, a hyphen itself; a zone may follow.
fn date_part(shape: &str, text: &str) -> bool {
    let at = zone_at(text);
    // In `--12-31` or `2026-05` the end may look like the begin of a zone, never like all of it.
    if zone(&text[at..]).is_none() {
        return false;
    }
    let text = &text[..at];
    let pair = |text: &str| match text.split_once('-') {
        Some((month, day)) => two(month).zip(two(day)),
        None => None,
    };
    match shape {
        "Y" => year(text).is_some(),
        "Y-MM" => text.rsplit_once('-').is_some_and(|(before, month)| {
            year(before).is_some() && two(month).is_some_and(|it| (1..=12).contains(&it))
        }),
        "--MM" => {
            text.strip_prefix("--").and_then(two).is_some_and(|month| (1..=12).contains(&month))
        }
        "--MM-DD" => text.strip_prefix("--").and_then(pair).is_some_and(|(month, day)| {
            // 29 February is one.
            (1..=12).contains(&month) && (1..=days_of(2000, month)).contains(&day)
        }),
        "---DD" => {
            text.strip_prefix("---").and_then(two).is_some_and(|day| (1..=31).contains(&day))
        }
        _ => false,
    }
}

fn is_duration(text: &str) -> bool {
    let rest = text.strip_prefix('-').unwrap_or(text);
    let Some(rest) = rest.strip_prefix('P') else { return false };
    let (date, time) = match rest.split_once('T') {
        Some((_, "")) => return false,
        Some((date, time)) => (date, time),
        None => (rest, ""),
    };
    !rest.is_empty() && has_units(date, "YMD") && has_units(time, "HMS")
}

/// Whether a text is numbers with units, each at most once and in this order; seconds may have a fraction.
fn has_units(mut text: &str, mut units: &str) -> bool {
    while !text.is_empty() {
        let Some(length) = text.find(|it: char| it.is_ascii_alphabetic()) else { return false };
        let (number, unit) = (&text[..length], &text[length..=length]);
        let Some(place) = units.find(unit) else { return false };
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
        let is_fine = match number.split_once('.') {
            Some((whole, fraction)) => unit == "S" && is_number(whole) && is_number(fraction),
            None => is_number(number),
        };
        if !is_fine {
            return false;
        }
        units = &units[place + 1..];
        text = &text[length + 1..];
    }
    true
}

fn hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    let digit = |it: u8| char::from(it).to_digit(16).and_then(|it| u8::try_from(it).ok());
    text.as_bytes().chunks(2).map(|pair| Some(digit(pair[0])? * 16 + digit(pair[1])?)).collect()
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|it| *it != b' ').collect();
    if !digits.len().is_multiple_of(4) {
        return None;
    }
    let padding = digits.iter().rev().take_while(|it| **it == b'=').count();
    if padding > 2 {
        return None;
    }
    let mut out = Vec::with_capacity(digits.len() / 4 * 3);
    let mut bits = 0_u32;
    let plain = &digits[..digits.len() - padding];
    for (place, &digit) in plain.iter().enumerate() {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        if place % 4 == 3 {
            out.extend_from_slice(&bits.to_be_bytes()[1..]);
            bits = 0;
        }
    }
    // Bits that belong to no byte must be zero.
    match padding {
        1 if bits & 0b11 == 0 => out.extend_from_slice(&(bits << 6).to_be_bytes()[1..3]),
        2 if bits & 0b1111 == 0 => out.push((bits << 12).to_be_bytes()[1]),
        0 => {}
        _ => return None,
    }
    Some(out)
}
