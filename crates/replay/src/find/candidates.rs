//! The captures of a key by their distance from a moment, the nearest first, a few rows at a time.

use std::collections::VecDeque;
use stodola_archive::{Catalogue, CatalogueError, Entry, Key, Stamp};

/// So many rows of each side are read at first: nearly always the first one is it.
const FIRST_PART: usize = 2;
/// Each time four times as many are read, up to this.
const LARGEST_PART: usize = 1024;

/// Which captures a key stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyKind {
    /// Answers to GET: those of requests with a body are left out.
    Plain,
    /// Answers to the request whose method and body the key has.
    Posted,
}

/// Both sides of a moment, merged.
pub(super) struct Candidates {
    kind: KeyKind,
    /// The moment in seconds since 1970; `None` if the latest comes first.
    time: Option<i64>,
    earlier: Side,
    later: Side,
}

struct Side {
    direction: Direction,
    /// The captures go on beside this one; `None` if there are no more.
    place: Option<Key>,
    entries: VecDeque<Entry>,
    part: usize,
}

#[derive(Clone, Copy)]
enum Direction {
    Back,
    Forth,
}

impl Candidates {
    pub(super) fn new(key: &[u8], kind: KeyKind, time: Option<Stamp>) -> Candidates {
        let (back, forth) = match time {
            // The two sides have no capture in common.
            Some(time) => (Key::behind_time(key, time), Some(Key::behind_time(key, time))),
            None => (Key::end_of(key), None),
        };
        let side = |direction, place| Side {
            direction,
            place,
            entries: VecDeque::new(),
            part: FIRST_PART,
        };
        Candidates {
            kind,
            time: time.map(Stamp::seconds),
            earlier: side(Direction::Back, Some(back)),
            later: side(Direction::Forth, forth),
        }
    }

    /// The next capture; of two as near, the earlier one. Captures without a time come last.
    pub(super) fn next(&mut self, catalogue: &Catalogue) -> Result<Option<Entry>, CatalogueError> {
        loop {
            self.earlier.fill(catalogue, self.kind)?;
            self.later.fill(catalogue, self.kind)?;
            let distance = |side: &Side| match (side.entries.front(), self.time) {
                (None, _) => None,
                (Some(entry), time) => Some(match (entry.row.time, time) {
                    (Some(at), Some(time)) => at.seconds().abs_diff(time),
                    (Some(_), None) => 0,
                    (None, _) => u64::MAX,
                }),
            };
            let side = match (distance(&self.earlier), distance(&self.later)) {
                (None, None) => return Ok(None),
                (Some(earlier), Some(later)) if later < earlier => &mut self.later,
                (None, Some(_)) => &mut self.later,
                (Some(_), _) => &mut self.earlier,
            };
            let Some(entry) = side.entries.pop_front() else { return Ok(None) };
            let is_wanted = match self.kind {
                KeyKind::Posted => true,
                KeyKind::Plain => catalogue.posted(&entry)?.is_none(),
            };
            if is_wanted {
                return Ok(Some(entry));
            }
        }
    }
}

impl Side {
    fn fill(&mut self, catalogue: &Catalogue, kind: KeyKind) -> Result<(), CatalogueError> {
        if !self.entries.is_empty() {
            return Ok(());
        }
        let Some(place) = self.place.take() else { return Ok(()) };
        let entries = match (kind, self.direction) {
            (KeyKind::Plain, Direction::Back) => catalogue.captures_before(&place, self.part),
            (KeyKind::Plain, Direction::Forth) => catalogue.captures_behind(&place, self.part),
            (KeyKind::Posted, Direction::Back) => catalogue.posted_before(&place, self.part),
            (KeyKind::Posted, Direction::Forth) => catalogue.posted_behind(&place, self.part),
        }?;
        if entries.len() == self.part {
            // In the table of requests captures stand under another key.
            self.place = entries.last().map(|entry| Key { surt: place.surt, ..entry.key() });
            self.part = (self.part * 4).min(LARGEST_PART);
        }
        self.entries = entries.into();
        Ok(())
    }
}
