//! The time in a replay address, and the letters behind it.

use super::ReplayAddressError;
use crate::Modifier;
use stodola_archive::Stamp;

/// As many digits as a time has.
const DIGITS: usize = 14;
/// What completes a time that is cut off: the earliest moment that begins so, and the latest one.
const EARLIEST: &str = "10000101000000";
const LATEST: &str = "29991231235959";
/// No longer letters count as a modifier.
const MODIFIER_MAX: usize = 5;

/// Which captures an address asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedTime {
    /// The latest one.
    Latest,
    /// The one nearest to this time.
    At(Stamp),
    /// A list of all.
    All,
    /// A list of those between two times, both included.
    Between {
        /// The first second; `None` for the very first capture.
        from: Option<Stamp>,
        /// The last second; `None` for the very last capture.
        to: Option<Stamp>,
    },
}

impl AskedTime {
    /// Whether a list is asked for, and not one capture.
    pub fn is_list(self) -> bool {
        match self {
            AskedTime::All | AskedTime::Between { .. } => true,
            AskedTime::Latest | AskedTime::At(_) => false,
        }
    }
}

/// Reads what stands before the first slash of an address; `None` if it is no time, but the beginning of the URI.
pub(super) fn parse(
    text: &[u8],
) -> Result<Option<(AskedTime, Option<Modifier>)>, ReplayAddressError> {
    let Ok(text) = std::str::from_utf8(text) else { return Ok(None) };
    // A browser may have escaped it.
    let text = text.replace("%2A", "*").replace("%2a", "*");
    if text == "*" {
        return Ok(Some((AskedTime::All, None)));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (from, rest) = text.split_at(digits);
    if let Some(to) = rest.strip_prefix('-') {
        let to = to.strip_suffix('*').unwrap_or(to);
        // Two dashes or none at all: the name of a host.
        let is_range = to.bytes().all(|byte| byte.is_ascii_digit()) && rest.len() + digits > 1;
        return match is_range {
            true => Ok(Some((between(from, to)?, None))),
            false => Ok(None),
        };
    }
    match rest {
        "*" => Ok(Some((between(from, from)?, None))),
        "" if digits == 0 => Ok(None),
        _ if !is_modifier(rest) => Ok(None),
        _ if digits == 0 => Ok(Some((AskedTime::Latest, Modifier::parse(rest)))),
        _ => Ok(Some((AskedTime::At(stamp(from, EARLIEST)?), Modifier::parse(rest)))),
    }
}

fn is_modifier(text: &str) -> bool {
    match text.strip_suffix('_') {
        Some(letters) => {
            let is_letter = |byte: u8| byte.is_ascii_lowercase();
            !letters.is_empty() && text.len() <= MODIFIER_MAX && letters.bytes().all(is_letter)
        }
        None => text.is_empty(),
    }
}

fn between(from: &str, to: &str) -> Result<AskedTime, ReplayAddressError> {
    let bound = |digits: &str, rest| match digits.is_empty() {
        true => Ok(None),
        false => stamp(digits, rest).map(Some),
    };
    Ok(AskedTime::Between { from: bound(from, EARLIEST)?, to: bound(to, LATEST)? })
}

/// The moment that 1 to 14 digits stand for, completed by those of `rest`. What is no moment becomes the nearest one:
/// the 31st of February is the last day of it.
fn stamp(digits: &str, rest: &str) -> Result<Stamp, ReplayAddressError> {
    let Some(missing) = rest.get(digits.len()..) else {
        return Err(ReplayAddressError::Time { digits: digits.chars().take(DIGITS + 6).collect() });
    };
    let whole = format!("{digits}{missing}");
    let part = |at: std::ops::Range<usize>, least: u64, most: u64| {
        // All are digits.
        whole.get(at).and_then(|it| it.parse().ok()).unwrap_or(0u64).clamp(least, most)
    };
    let (year, month) = (part(0..4, 1, 9999), part(4..6, 1, 12));
    let (hour, minute, second) = (part(8..10, 0, 23), part(10..12, 0, 59), part(12..14, 0, 59));
    let on = |day: u64| {
        let date = (year * 100 + month) * 100 + day;
        Stamp::from_number(((date * 100 + hour) * 100 + minute) * 100 + second)
    };
    let found = (1..=part(6..8, 1, 31)).rev().find_map(on);
    found.ok_or_else(|| ReplayAddressError::Time { digits: digits.to_owned() })
}

/// The earliest moment that begins with these digits, 1 to 14 of them; `None` if these are no digits, or more.
pub fn earliest(digits: &str) -> Option<Stamp> {
    is_digits(digits).then(|| stamp(digits, EARLIEST).ok())?
}

/// The latest moment that begins with these digits, 1 to 14 of them; `None` if these are no digits, or more.
pub fn latest(digits: &str) -> Option<Stamp> {
    is_digits(digits).then(|| stamp(digits, LATEST).ok())?
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
