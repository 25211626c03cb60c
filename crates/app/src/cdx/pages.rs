//! Pages of long answers: a range of keys, divided into blocks of about 3000 captures.
//!
//! A page is a range of keys, not of row numbers. So pages neither overlap nor leave anything out while captures are
//! added between two requests. Where blocks begin is remembered for a while: finding it out reads all keys once.

use super::CdxError;
use super::output::string;
use super::query::{CdxDialect, CdxQuery, Output, PageWish};
use super::run::CdxView;
use crate::reading::CaptureSight;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};
use stodola_archive::{Captures, Direction, Key, KeyRange, RangeCursor};

/// Captures of a block, roughly.
const BLOCK: u64 = 3000;
/// Captures of a block that are looked at for one that may be known.
const LOOKED_AT: u64 = 2 * BLOCK;
/// Of an answer with more blocks it is not looked up whether all of them are hidden.
const CHECKED_BLOCKS: usize = 16;
/// Ranges whose blocks are remembered.
const REMEMBERED: usize = 32;
/// Blocks of all remembered ranges together.
const MAX_BLOCKS: usize = 200_000;
/// How long they are remembered after they were last used.
const KEPT: Duration = Duration::from_secs(900);

/// Where the blocks of ranges begin, for those that were asked for lately.
#[derive(Default)]
pub struct PageIndex {
    known: Mutex<Vec<Known>>,
    /// Held while captures are counted.
    counting: Mutex<()>,
}

struct Known {
    ranges: Vec<KeyRange>,
    blocks: Arc<Blocks>,
    used: Instant,
}

/// The blocks of a query.
pub(super) struct Blocks {
    ranges: Vec<KeyRange>,
    /// Where each block begins; none if there is no capture.
    starts: Vec<Key>,
}

impl PageIndex {
    /// The blocks of a query.
    pub(super) fn blocks(
        &self,
        captures: &Captures,
        query: &CdxQuery,
    ) -> Result<Arc<Blocks>, CdxError> {
        let ranges = &query.wanted.ranges;
        {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.retain(|it| it.used.elapsed() < KEPT);
            if let Some(found) = known.iter_mut().find(|it| it.ranges == *ranges) {
                found.used = Instant::now();
                return Ok(found.blocks.clone());
            }
        }
        let counting = match self.counting.try_lock() {
            Ok(counting) => counting,
            Err(TryLockError::Poisoned(left)) => left.into_inner(),
            Err(TryLockError::WouldBlock) => return Err(CdxError::Busy),
        };
        let blocks = Arc::new(Blocks::find(captures, ranges)?);
        drop(counting);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.push(Known { ranges: ranges.clone(), blocks: blocks.clone(), used: Instant::now() });
        let total =
            |known: &Vec<Known>| known.iter().map(|it| it.blocks.starts.len()).sum::<usize>();
        while known.len() > REMEMBERED || (known.len() > 1 && total(&known) > MAX_BLOCKS) {
            let oldest = known.iter().enumerate().min_by_key(|(_, it)| it.used).map(|(i, _)| i);
            known.swap_remove(oldest.unwrap_or(0));
        }
        Ok(blocks)
    }
}

impl Blocks {
    fn find(captures: &Captures, ranges: &[KeyRange]) -> Result<Blocks, CdxError> {
        let catalogue = captures.catalogue()?;
        let mut starts = Vec::new();
        for range in ranges {
            let mut cursor = RangeCursor::new(range.clone(), Direction::Forwards);
            if let Some(first) = catalogue.advance(&mut cursor)? {
                starts.push(first.key());
                starts.extend(catalogue.divide(range, BLOCK)?);
            }
        }
        Ok(Blocks { ranges: ranges.to_vec(), starts })
    }

    /// The ranges of the page that a query asks for.
    pub(super) fn page(&self, query: &CdxQuery) -> Result<Vec<KeyRange>, CdxError> {
        let page = query.page.unwrap_or(0);
        let pages = self.pages(query);
        if page > 0 && page >= pages {
            let last = pages.saturating_sub(1);
            let problem = format!("{page} is invalid: the first page is 0, the last one is {last}");
            return Err(CdxError::parameter("page", problem));
        }
        let at = |page: u64| {
            let block = usize::try_from(page.saturating_mul(query.page_size)).unwrap_or(usize::MAX);
            self.starts.get(block).cloned()
        };
        // What was added before the first key since then belongs to the first page.
        let (start, end) = (at(page).filter(|_| page > 0), at(page + 1));
        Ok(self
            .ranges
            .iter()
            .filter_map(|range| cut(range, start.as_ref(), end.as_ref()))
            .collect())
    }

    fn pages(&self, query: &CdxQuery) -> u64 {
        (self.starts.len() as u64).div_ceil(query.page_size)
    }

    /// The first capture of a block that the reader may know of; `None` if there is none.
    fn first_shown(&self, block: usize, view: CdxView<'_>) -> Result<Option<Key>, CdxError> {
        let catalogue = view.captures.catalogue()?;
        let (start, end) = (self.starts.get(block), self.starts.get(block + 1));
        for range in self.ranges.iter().filter_map(|range| cut(range, start, end)) {
            let mut cursor = RangeCursor::new(range, Direction::Forwards);
            for _ in 0..LOOKED_AT {
                let Some(entry) = catalogue.advance(&mut cursor)? else { break };
                if view.gate.sight(&entry) != CaptureSight::Hidden {
                    return Ok(Some(entry.key()));
                }
            }
        }
        Ok(None)
    }

    /// Whether nothing of a short answer may be known: then it has no pages either.
    fn is_hidden(&self, view: CdxView<'_>) -> Result<bool, CdxError> {
        if self.starts.len() > CHECKED_BLOCKS {
            return Ok(false);
        }
        for block in 0..self.starts.len() {
            if self.first_shown(block, view)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The part of a range between two keys; `None` if nothing is left.
fn cut(range: &KeyRange, start: Option<&Key>, end: Option<&Key>) -> Option<KeyRange> {
    let start = start.map_or(&range.start, |start| start.max(&range.start));
    let end = match (&range.end, end) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.as_ref().or(b),
    };
    if end.is_some_and(|end| end <= start) {
        return None;
    }
    Some(KeyRange { start: start.clone(), end: end.cloned() })
}

/// Tells the number of pages, or where the blocks of a page begin.
pub(super) fn tell(
    query: &CdxQuery,
    blocks: &Blocks,
    view: CdxView<'_>,
    out: &mut Vec<u8>,
) -> Result<(), CdxError> {
    if query.page_wish == PageWish::Number {
        let (number, pages) = match blocks.is_hidden(view)? {
            true => (0, 0),
            false => (blocks.starts.len(), blocks.pages(query)),
        };
        let text = match query.dialect {
            CdxDialect::Pywb => {
                let size = query.page_size;
                format!("{{\"blocks\": {number}, \"pages\": {pages}, \"pageSize\": {size}}}\n")
            }
            CdxDialect::InternetArchive | CdxDialect::Outback => format!("{pages}\n"),
        };
        out.extend_from_slice(text.as_bytes());
        return Ok(());
    }
    blocks.page(query)?;
    let size = usize::try_from(query.page_size).unwrap_or(usize::MAX);
    let first = usize::try_from(query.page.unwrap_or(0)).unwrap_or(usize::MAX).saturating_mul(size);
    let count = if query.page.is_some() { size } else { usize::MAX };
    for i in (0..blocks.starts.len()).skip(first).take(count) {
        // The key of a hidden capture must not be told.
        let Some(key) = blocks.first_shown(i, view)? else { continue };
        let surt = String::from_utf8_lossy(&key.surt);
        if query.output == Output::Lines {
            out.extend_from_slice(b"{\"urlkey\": ");
            string(&surt, out);
            let rest = format!(", \"timestamp\": \"{:014}\", \"lineno\": {i}}}\n", key.time);
            out.extend_from_slice(rest.as_bytes());
        } else {
            out.extend_from_slice(format!("{surt} {:014}\t{i}\n", key.time).as_bytes());
        }
    }
    Ok(())
}
