//! The captures of an address day by day: what a calendar shows.

use super::change::ChangeTracker;
use super::{CaptureGate, ContentChange};
use crate::memento::is_memento;
use std::collections::BTreeMap;
use stodola_archive::{Captures, CatalogueError, Direction, KeyRange, RangeCursor, Stamp, key_of};

/// The captures of one day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DayTally {
    /// All of them.
    pub captures: u32,
    /// Those that differ from the one before.
    pub changes: u32,
    /// Those that are an error.
    pub errors: u32,
    /// Those that may not be shown.
    pub blocked: u32,
}

impl DayTally {
    /// Whether nothing but errors was captured that day.
    pub fn is_error_only(&self) -> bool {
        self.captures > 0 && self.errors == self.captures
    }
}

/// The captures of an address, day by day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UrlHistory {
    /// Days, as numbers of eight digits (20130603).
    pub days: BTreeMap<u32, DayTally>,
    /// How many captures there are.
    pub captures: u64,
    /// How many differ from the one before.
    pub changes: u64,
    /// The first capture.
    pub first: Option<Stamp>,
    /// The last one.
    pub last: Option<Stamp>,
    /// The last one that is no error and may be shown.
    pub last_alive: Option<Stamp>,
    /// If the last captures are errors: when the first of them was made, and the status of the last one.
    pub errors_since: Option<(Stamp, u16)>,
    /// Whether there are more captures than were counted.
    pub is_cut: bool,
}

impl UrlHistory {
    /// Counts the captures of an address that the reader may know of, the first `max` of them.
    pub fn count(
        url: &[u8],
        max: u64,
        captures: &Captures,
        gate: &dyn CaptureGate,
    ) -> Result<UrlHistory, CatalogueError> {
        let catalogue = captures.catalogue()?;
        let mut history = UrlHistory::default();
        let mut tracker = ChangeTracker::default();
        let mut cursor = RangeCursor::new(KeyRange::of_key(&key_of(url)), Direction::Forwards);
        let mut read = 0;
        while let Some(entry) = catalogue.advance(&mut cursor)? {
            read += 1;
            if read > max {
                history.is_cut = true;
                break;
            }
            if !is_memento(&entry, &catalogue, gate)? {
                continue;
            }
            let Some(time) = entry.row.time else { continue };
            let change = tracker.next(&entry, gate.sight(&entry));
            history.add(time, entry.row.status, change);
        }
        Ok(history)
    }

    fn add(&mut self, time: Stamp, status: Option<u16>, change: ContentChange) {
        let day = self.days.entry(day_of(time)).or_default();
        day.captures += 1;
        self.captures += 1;
        self.first = self.first.or(Some(time));
        self.last = Some(time);
        match change {
            ContentChange::Changed => {
                day.changes += 1;
                self.changes += 1;
            }
            ContentChange::Error => {
                day.errors += 1;
                let since = self.errors_since.map_or(time, |(since, _)| since);
                self.errors_since = Some((since, status.unwrap_or(0)));
            }
            ContentChange::Blocked => day.blocked += 1,
            ContentChange::First | ContentChange::Same | ContentChange::Unknown => {}
        }
        if change.is_content() {
            self.last_alive = Some(time);
        }
        if change != ContentChange::Error {
            self.errors_since = None;
        }
    }

    /// The years that have captures, in order, each with its captures and changes.
    pub fn years(&self) -> BTreeMap<u16, (u64, u64)> {
        let mut years = BTreeMap::new();
        for (day, tally) in &self.days {
            let year: &mut (u64, u64) = years.entry((day / 10_000) as u16).or_default();
            year.0 += u64::from(tally.captures);
            year.1 += u64::from(tally.changes);
        }
        years
    }

    /// The last day of a year that has captures.
    pub fn last_day_of(&self, year: u16) -> Option<u32> {
        let start = u32::from(year) * 10_000;
        self.days.range(start..start + 10_000).next_back().map(|(day, _)| *day)
    }
}

/// The day of a moment, as a number of eight digits.
pub(super) fn day_of(time: Stamp) -> u32 {
    (time.number() / 1_000_000) as u32
}
