//! Counts of the captures of a URL by year, month and day, for calendars.

use super::neighbours::is_memento;
use crate::reading::CaptureGate;
use std::collections::BTreeMap;
use stodola_archive::{Captures, CatalogueError, Direction, KeyRange, RangeCursor, Stamp, key_of};

/// Captures that are counted at most.
const MAX_COUNTED: u64 = 1_000_000;

/// How many captures of a URL each month has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaptureCalendar {
    /// For each year: the captures of its months, and the first digit of the most frequent status of each month.
    pub years: BTreeMap<u16, ([u64; 12], String)>,
    /// The first capture.
    pub first: Option<Stamp>,
    /// The last one.
    pub last: Option<Stamp>,
}

/// Captures of one day or second with the same status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CalendarItem {
    /// Month and day as a number (`126` for 26 January), or with the time (`126200624`).
    pub when: u64,
    /// The status, if it is known.
    pub status: Option<u16>,
    /// How many.
    pub count: u64,
}

impl CaptureCalendar {
    /// Counts the captures of a URL.
    pub fn count(
        url: &str,
        captures: &Captures,
        gate: &dyn CaptureGate,
    ) -> Result<CaptureCalendar, CatalogueError> {
        let mut calendar = CaptureCalendar::default();
        let mut statuses: BTreeMap<(u16, usize), [u64; 10]> = BTreeMap::new();
        let range = KeyRange::of_key(&key_of(url.as_bytes()));
        each(range, captures, gate, |time, status| {
            let month = (time.number() / 100_000_000 % 100).clamp(1, 12) as usize - 1;
            calendar.years.entry(time.year()).or_default().0[month] += 1;
            calendar.first = calendar.first.or(Some(time));
            calendar.last = Some(time);
            let digit = usize::from(status.unwrap_or(0) / 100).min(9);
            statuses.entry((time.year(), month)).or_default()[digit] += 1;
        })?;
        for (year, (_, shown)) in &mut calendar.years {
            for month in 0..12 {
                let counts = statuses.get(&(*year, month));
                let most = counts.and_then(|counts| {
                    counts.iter().enumerate().max_by_key(|(_, count)| **count).map(|(i, _)| i)
                });
                shown.push(most.and_then(|it| char::from_digit(it as u32, 10)).unwrap_or('0'));
            }
        }
        Ok(calendar)
    }
}

/// The captures of a URL in a year or on a day, by day or by second. `date` has 4 to 8 digits.
pub fn calendar_items(
    url: &str,
    date: &str,
    by_day: bool,
    captures: &Captures,
    gate: &dyn CaptureGate,
) -> Result<Option<Vec<CalendarItem>>, CatalogueError> {
    let is_date = (4..=8).contains(&date.len()) && date.bytes().all(|byte| byte.is_ascii_digit());
    let bound = |rest: &str| format!("{date}{}", &rest[date.len()..]).parse::<u64>().ok();
    let (true, Some(from), Some(to)) = (
        is_date,
        is_date.then(|| bound("00000101000000")).flatten(),
        is_date.then(|| bound("99991231235959")).flatten(),
    ) else {
        return Ok(None);
    };
    let mut items: Vec<CalendarItem> = Vec::new();
    let range = KeyRange::between(&key_of(url.as_bytes()), from, to);
    each(range, captures, gate, |time, status| {
        let when = time.number() % 10_000_000_000;
        let when = if by_day { when / 1_000_000 } else { when };
        match items.last_mut() {
            Some(item) if item.when == when && (by_day || item.status == status) => item.count += 1,
            _ => items.push(CalendarItem { when, status, count: 1 }),
        }
    })?;
    Ok(Some(items))
}

/// Calls `on` for each capture of a range that the reader may see.
fn each(
    range: KeyRange,
    captures: &Captures,
    gate: &dyn CaptureGate,
    mut on: impl FnMut(Stamp, Option<u16>),
) -> Result<(), CatalogueError> {
    let catalogue = captures.catalogue()?;
    let mut cursor = RangeCursor::new(range, Direction::Forwards);
    for _ in 0..MAX_COUNTED {
        let Some(entry) = catalogue.advance(&mut cursor)? else { break };
        if let (true, Some(time)) = (is_memento(&entry, &catalogue, gate)?, entry.row.time) {
            on(time, entry.row.status);
        }
    }
    Ok(())
}
