//! Where the rows come from: captures of ranges in one direction, or around a moment.

use super::query::{CdxQuery, RowLimit, RowOrder};
use std::collections::VecDeque;
use stodola_archive::{
    Catalogue, CatalogueError, Direction, Entry, Key, KeyRange, RangeCursor, Stamp,
};

/// A stream of captures that holds no connection between two of them.
#[derive(Debug)]
pub(super) enum Source {
    /// Ranges, one after another.
    Ranges(Box<RangeRow>),
    /// Captures of one URL, those nearest to a moment first.
    Nearest { moment: Stamp, earlier: Box<Peeked>, later: Box<Peeked> },
}

/// Ranges, one after another.
#[derive(Debug)]
pub(super) struct RangeRow {
    direction: Direction,
    /// Where the first request ended, if this one continues.
    behind: Option<Key>,
    left: VecDeque<KeyRange>,
    cursor: Option<RangeCursor>,
}

/// A cursor whose next capture is known.
#[derive(Debug)]
pub(super) struct Peeked {
    cursor: RangeCursor,
    /// `None` before it was asked for.
    next: Option<Option<Entry>>,
}

/// The captures of a URL, those nearest to a moment first; of two as near, the earlier one.
#[derive(Debug)]
pub struct NearestCaptures(Source);

impl NearestCaptures {
    /// The captures with this key around a moment.
    pub fn of(key: &[u8], moment: Stamp) -> NearestCaptures {
        NearestCaptures(Source::nearest(key, moment, 1, u64::MAX))
    }

    /// The next one; `None` behind the last.
    pub fn next(&mut self, catalogue: &Catalogue) -> Result<Option<Entry>, CatalogueError> {
        self.0.next(catalogue)
    }
}

impl Source {
    fn nearest(key: &[u8], moment: Stamp, from: u64, to: u64) -> Source {
        let at = moment.number().clamp(from, to.max(from));
        let earlier = KeyRange::between(key, from, at);
        let later = match at < to {
            true => KeyRange::between(key, at + 1, to),
            // Nothing is behind the end.
            false => KeyRange { start: earlier.start.clone(), end: Some(earlier.start.clone()) },
        };
        Source::Nearest {
            moment,
            earlier: Box::new(Peeked::new(earlier, Direction::Backwards)),
            later: Box::new(Peeked::new(later, Direction::Forwards)),
        }
    }

    /// The source of a query over these ranges.
    pub(super) fn new(query: &CdxQuery, ranges: Vec<KeyRange>) -> Source {
        if let (RowOrder::Nearest(moment), Some(key)) = (query.order, &query.wanted.key) {
            return Source::nearest(key, moment, query.from, query.to);
        }
        let is_from_the_end =
            matches!(query.limit, RowLimit::Last(_)) && query.collapser.is_empty();
        let direction = match query.order {
            RowOrder::Backwards => Direction::Backwards,
            RowOrder::Forwards if is_from_the_end => Direction::Backwards,
            RowOrder::Forwards | RowOrder::Nearest(_) => Direction::Forwards,
        };
        let mut left: VecDeque<KeyRange> = ranges.into();
        if direction == Direction::Backwards {
            left.make_contiguous().reverse();
        }
        let behind = query.resume.clone();
        Source::Ranges(Box::new(RangeRow { direction, behind, left, cursor: None }))
    }

    /// The next capture; `None` behind the last.
    pub(super) fn next(&mut self, catalogue: &Catalogue) -> Result<Option<Entry>, CatalogueError> {
        match self {
            Source::Ranges(ranges) => ranges.next(catalogue),
            Source::Nearest { moment, earlier, later } => {
                let before = earlier.peek(catalogue)?.map(|entry| distance(entry, *moment));
                let after = later.peek(catalogue)?.map(|entry| distance(entry, *moment));
                let is_earlier = match (before, after) {
                    (Some(before), Some(after)) => before <= after,
                    (before, _) => before.is_some(),
                };
                let nearest = if is_earlier { earlier } else { later };
                Ok(nearest.next.take().flatten())
            }
        }
    }
}

impl RangeRow {
    fn next(&mut self, catalogue: &Catalogue) -> Result<Option<Entry>, CatalogueError> {
        loop {
            if self.cursor.is_none() {
                let Some(range) = self.left.pop_front() else { return Ok(None) };
                self.cursor = open(range, self.direction, self.behind.as_ref());
            }
            let Some(cursor) = &mut self.cursor else { continue };
            match catalogue.advance(cursor)? {
                Some(entry) => return Ok(Some(entry)),
                None => self.cursor = None,
            }
        }
    }
}

/// A cursor for what is left of a range; `None` if nothing is.
fn open(range: KeyRange, direction: Direction, behind: Option<&Key>) -> Option<RangeCursor> {
    let Some(last) = behind else { return Some(RangeCursor::new(range, direction)) };
    let is_over = match direction {
        Direction::Forwards => range.end.as_ref().is_some_and(|end| last >= end),
        Direction::Backwards => *last <= range.start,
    };
    let is_before = match direction {
        Direction::Forwards => *last < range.start,
        Direction::Backwards => range.end.as_ref().is_some_and(|end| last >= end),
    };
    match (is_over, is_before) {
        (true, _) => None,
        (false, true) => Some(RangeCursor::new(range, direction)),
        (false, false) => Some(RangeCursor::behind(range, direction, last.clone())),
    }
}

/// Seconds between a capture and a moment.
pub(super) fn distance(entry: &Entry, moment: Stamp) -> u64 {
    entry.row.time.map_or(u64::MAX, |time| time.seconds().abs_diff(moment.seconds()))
}

impl Peeked {
    fn new(range: KeyRange, direction: Direction) -> Peeked {
        Peeked { cursor: RangeCursor::new(range, direction), next: None }
    }

    fn peek(&mut self, catalogue: &Catalogue) -> Result<Option<&Entry>, CatalogueError> {
        if self.next.is_none() {
            self.next = Some(catalogue.advance(&mut self.cursor)?);
        }
        Ok(self.next.as_ref().and_then(Option::as_ref))
    }
}
