//! The answer to a query, piece by piece.

use super::CdxError;
use super::collapse::Keep;
use super::output;
use super::pages::{self, PageIndex};
use super::query::{CdxQuery, PageWish, RowLimit, RowOrder};
use super::request::RequestFilter;
use super::row::Row;
use super::source::{Source, distance};
use crate::reading::{CaptureGate, CaptureSight};
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};
use stodola_archive::{CaptureKind, Captures, Catalogue, Entry, Key, KeyRange};
use stodola_replay::is_self_redirect;

/// A step ends when it has made so many bytes.
const STEP_BYTES: usize = 64 << 10;
/// A step ends when it has read so many captures, so that queries that match little let others in.
const STEP_CAPTURES: usize = 4096;
/// A step ends when it has opened so many records to see where redirects lead.
const STEP_RECORDS: usize = 64;
/// No more digests of one URL or group are remembered to count them.
const MAX_DIGESTS: usize = 10_000;

/// What a query is asked of: the archive, and who asks in which collection.
#[derive(Clone, Copy)]
pub struct CdxView<'a> {
    /// The archive.
    pub captures: &'a Captures,
    /// Which captures whoever asks may see, in a collection if it is for one.
    pub gate: &'a dyn CaptureGate,
    /// The beginning of the addresses of replay, up to the time: `http://127.0.0.1:8081/web/`.
    pub mementos: &'a str,
}

/// Whether an answer is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CdxStep {
    /// Another step is needed.
    Unfinished,
    /// That was all.
    Finished,
}

/// A query that is being answered. It holds no connection and no file between two steps.
pub struct CdxRun {
    query: CdxQuery,
    source: Source,
    state: State,
    /// The row that waits until it is known what is left out behind it.
    pending: Option<Row>,
    digests: HashSet<String>,
    dupes: Dupes,
    /// Whether some captures answer requests with a body.
    has_posted: bool,
    /// Rows that still have to be passed over.
    offset: u64,
    /// Rows that were given, or are held.
    count: u64,
    held: Held,
    /// Whether a row was written.
    has_begun: bool,
    /// The last row that was given: the next request continues behind it.
    last: Option<Key>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The rows before the first one of this request have to set the state of collapsing.
    Resuming,
    Reading,
    Finished,
}

/// Rows that cannot be written before all are known.
enum Held {
    /// Every row is written at once.
    None,
    /// The rows came from the end, and are written the other way round.
    Reversed(Vec<Vec<u8>>),
    /// The last rows so far.
    Last(VecDeque<Vec<u8>>, usize),
    /// The nearest rows so far, the farthest on top.
    Nearest(BinaryHeap<(u64, Key, Vec<u8>)>, usize),
}

/// How often each digest came, for the URL at hand.
#[derive(Default)]
struct Dupes {
    key: Vec<u8>,
    counts: HashMap<String, u64>,
}

/// Why reading stopped.
enum Reached {
    /// All rows that were asked for are given.
    End,
    /// There is enough for one step.
    Enough,
    /// This capture may redirect to itself, which its record tells.
    Redirect(Box<Entry>),
}

impl CdxRun {
    /// Begins to answer. Pages are looked up here, which reads all keys of the query if it was not done lately.
    pub fn start(
        query: CdxQuery,
        view: CdxView<'_>,
        index: &PageIndex,
        out: &mut Vec<u8>,
    ) -> Result<CdxRun, CdxError> {
        let (ranges, is_told) = match (query.page, query.page_wish) {
            (None, PageWish::Rows) => (query.wanted.ranges.clone(), false),
            (_, wish) => {
                let blocks = index.blocks(view.captures, &query)?;
                let is_told = wish != PageWish::Rows;
                if is_told {
                    pages::tell(&query, &blocks, view, out)?;
                }
                (if is_told { Vec::new() } else { blocks.page(&query)? }, is_told)
            }
        };
        let ranges = match &query.wanted.key {
            Some(key) if query.page.is_none() && !is_told => {
                vec![KeyRange::between(key, query.from, query.to)]
            }
            _ => ranges,
        };
        let source = Source::new(&query, ranges);
        let held = match (query.limit, query.order) {
            (RowLimit::Last(_), _) if query.collapser.is_empty() => Held::Reversed(Vec::new()),
            (RowLimit::Last(n), _) => Held::Last(VecDeque::new(), n as usize),
            (RowLimit::First(n), RowOrder::Nearest(_)) if query.wanted.key.is_none() => {
                Held::Nearest(BinaryHeap::new(), n.saturating_add(query.offset) as usize)
            }
            _ => Held::None,
        };
        let resumes = query.resume.is_some() && !query.collapser.is_empty();
        Ok(CdxRun {
            source,
            state: match (is_told, resumes) {
                (true, _) => State::Finished,
                (false, true) => State::Resuming,
                (false, false) => State::Reading,
            },
            pending: None,
            digests: HashSet::new(),
            dupes: Dupes::default(),
            has_posted: false,
            offset: query.offset,
            count: 0,
            held,
            has_begun: false,
            last: None,
            query,
        })
    }

    /// What was asked.
    pub fn query(&self) -> &CdxQuery {
        &self.query
    }

    /// Reads on and appends what becomes of it to `out`: about 64 KiB at most, perhaps nothing.
    pub fn step(&mut self, view: CdxView<'_>, out: &mut Vec<u8>) -> Result<CdxStep, CdxError> {
        if self.state == State::Finished {
            return Ok(CdxStep::Finished);
        }
        let enough = out.len() + STEP_BYTES;
        let (mut left, mut opened) = (STEP_CAPTURES, 0);
        loop {
            match self.read(view, &mut left, enough, out)? {
                Reached::End => return Ok(CdxStep::Finished),
                Reached::Enough => return Ok(CdxStep::Unfinished),
                // Opening a record takes a connection: two at a time for each answer could leave none for anybody.
                Reached::Redirect(entry) => {
                    opened += 1;
                    if !leads_to_itself(&entry, view) {
                        self.take(*entry, &*view.captures.catalogue()?, view, out)?;
                    }
                }
            }
            if opened >= STEP_RECORDS {
                return Ok(CdxStep::Unfinished);
            }
        }
    }

    /// Reads captures from one moment of the catalogue until there is enough, or the record of one has to be opened.
    fn read(
        &mut self,
        view: CdxView<'_>,
        left: &mut usize,
        enough: usize,
        out: &mut Vec<u8>,
    ) -> Result<Reached, CdxError> {
        let catalogue = view.captures.catalogue()?;
        let _moment = catalogue.hold()?;
        self.has_posted = catalogue.has_posted()?;
        if self.state == State::Resuming {
            self.recall(&catalogue)?;
        }
        while *left > 0 && out.len() < enough {
            *left -= 1;
            if self.is_full() {
                self.finish(&catalogue, out)?;
                return Ok(Reached::End);
            }
            match self.source.next(&catalogue)? {
                Some(entry) if self.query.omits_self_redirects && may_redirect(&entry) => {
                    return Ok(Reached::Redirect(Box::new(entry)));
                }
                Some(entry) => self.take(entry, &catalogue, view, out)?,
                None => {
                    if let Some(row) = self.pending.take() {
                        self.give(&row, view, out);
                    }
                    self.finish(&catalogue, out)?;
                    return Ok(Reached::End);
                }
            }
        }
        Ok(Reached::Enough)
    }

    /// Sets the state of collapsing to what it was behind the row that the last request ended with.
    fn recall(&mut self, catalogue: &Catalogue) -> Result<(), CdxError> {
        self.state = State::Reading;
        let Some(last) = &self.query.resume else { return Ok(()) };
        let end = Key { inner: last.inner.saturating_add(1), ..last.clone() };
        let range = KeyRange { start: last.clone(), end: Some(end) };
        let mut cursor =
            stodola_archive::RangeCursor::new(range, stodola_archive::Direction::Forwards);
        if let Some(entry) = catalogue.advance(&mut cursor)? {
            self.query.collapser.begins(&Row::new(entry), self.query.dialect);
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        match (self.query.limit, &self.held) {
            (RowLimit::First(n), Held::None) | (RowLimit::Last(n), Held::Reversed(_)) => {
                self.count >= n
            }
            _ => false,
        }
    }

    /// A capture on its way through filters and collapsing.
    fn take(
        &mut self,
        entry: Entry,
        catalogue: &Catalogue,
        view: CdxView<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), CdxError> {
        let Some(row) = self.admitted(entry, catalogue, view)? else { return Ok(()) };
        let dialect = self.query.dialect;
        let time = row.entry.row.time;
        if !self.query.filters.iter().all(|filter| filter.admits(&row, dialect)) {
            if let Some(pending) = &mut self.pending {
                pending.skipped += 1;
                pending.end = time;
            }
            return Ok(());
        }
        let begins = self.query.collapser.begins(&row, dialect);
        if !self.query.looks_ahead() {
            if begins {
                self.give(&row, view, out);
            }
            return Ok(());
        }
        match (&mut self.pending, begins) {
            (Some(pending), false) => {
                let is_new = match &row.entry.row.digest {
                    Some(digest) if self.digests.len() < MAX_DIGESTS => {
                        self.digests.insert(digest.clone())
                    }
                    _ => false,
                };
                let (skipped, group) = (pending.skipped + 1, pending.group + 1);
                let uniq = pending.uniq + u64::from(is_new);
                let kept = match self.query.collapser.keep {
                    Keep::First => pending,
                    Keep::Last => pending_replaced(pending, row),
                };
                (kept.skipped, kept.group, kept.uniq, kept.end) = (skipped, group, uniq, time);
            }
            (pending, _) => {
                let before = pending.replace(row);
                self.digests.clear();
                let digest = self.pending.as_ref().and_then(|row| row.entry.row.digest.clone());
                self.digests.extend(digest);
                if let Some(before) = before {
                    self.give(&before, view, out);
                }
            }
        }
        Ok(())
    }

    /// The row of a capture that whoever asks may see, in this collection and time; `None` for all others.
    fn admitted(
        &mut self,
        entry: Entry,
        catalogue: &Catalogue,
        view: CdxView<'_>,
    ) -> Result<Option<Row>, CdxError> {
        // Names of hosts and notes about captures are no captures to replay.
        if matches!(entry.row.kind, CaptureKind::Dns | CaptureKind::Metadata) {
            return Ok(None);
        }
        let time = entry.row.time.map_or(0, |time| time.number());
        if time < self.query.from || time > self.query.to {
            return Ok(None);
        }
        let is_blocked = match view.gate.sight(&entry) {
            CaptureSight::Shown => false,
            CaptureSight::Blocked => true,
            CaptureSight::Hidden => return Ok(None),
        };
        let mut row = Row::new(entry);
        row.is_blocked = is_blocked;
        if self.query.extras.originals && row.entry.row.kind == CaptureKind::Revisit {
            row.original = catalogue.originals(&row.entry)?.into_iter().next();
            // Readers of OutbackCDX's columns want to see that it is a revisit.
            row.is_resolved = self.query.resolves;
        }
        if self.has_posted {
            row.posted = catalogue.posted(&row.entry)?;
        }
        let is_answer = |filter: &RequestFilter| filter.admits(row.posted.as_ref());
        if !self.query.request.as_ref().is_none_or(is_answer) {
            return Ok(None);
        }
        if self.query.extras.dupe_count {
            row.dupes = self.dupes.count(&row.entry);
        }
        Ok(Some(row))
    }

    /// A row that belongs to the answer.
    fn give(&mut self, row: &Row, view: CdxView<'_>, out: &mut Vec<u8>) {
        if self.offset > 0 && !matches!(self.held, Held::Nearest(..)) {
            self.offset -= 1;
            return;
        }
        // A held group may end behind the last row.
        if self.is_full() {
            return;
        }
        self.count += 1;
        let key = row.entry.key();
        let bytes = |out: &mut Vec<u8>| output::row(&self.query, row, view.mementos, out);
        let made = || {
            let mut made = Vec::new();
            bytes(&mut made);
            made
        };
        match &mut self.held {
            Held::None => {
                separate(&self.query, &mut self.has_begun, out);
                bytes(out);
                self.last = Some(key);
            }
            Held::Reversed(rows) => rows.push(made()),
            Held::Last(rows, max) => {
                if rows.len() == *max {
                    rows.pop_front();
                }
                if *max > 0 {
                    rows.push_back(made());
                }
            }
            Held::Nearest(rows, max) => {
                if let RowOrder::Nearest(moment) = self.query.order {
                    rows.push((distance(&row.entry, moment), key, made()));
                }
                if rows.len() > *max {
                    rows.pop();
                }
            }
        }
    }

    fn finish(&mut self, catalogue: &Catalogue, out: &mut Vec<u8>) -> Result<CdxStep, CdxError> {
        // A row that waited at the end of the limit belongs to the next request.
        let waits = self.pending.is_some();
        let rows: Vec<Vec<u8>> = match std::mem::replace(&mut self.held, Held::None) {
            Held::None => Vec::new(),
            Held::Reversed(rows) => rows.into_iter().rev().collect(),
            Held::Last(rows, _) => rows.into(),
            Held::Nearest(rows, _) => {
                let skipped = usize::try_from(self.offset).unwrap_or(usize::MAX);
                rows.into_sorted_vec().into_iter().skip(skipped).map(|(.., row)| row).collect()
            }
        };
        for row in rows {
            separate(&self.query, &mut self.has_begun, out);
            out.extend_from_slice(&row);
        }
        let mut resume = None;
        if self.query.shows_resume_key && self.is_full() {
            let has_more = waits || self.source.next(catalogue)?.is_some();
            resume = self.last.take().filter(|_| has_more);
        }
        let is_empty = !self.has_begun;
        if is_empty {
            output::begin(&self.query, true, out);
        }
        output::end(&self.query, is_empty, resume.as_ref(), out);
        self.state = State::Finished;
        Ok(CdxStep::Finished)
    }
}

/// Whether a capture redirects, or is a revisit of one that may.
fn may_redirect(entry: &Entry) -> bool {
    let is_redirect = |status| (300..400).contains(&status) && status != 304;
    match entry.row.status {
        Some(status) => is_redirect(status),
        None => entry.row.kind == CaptureKind::Revisit,
    }
}

/// Whether a capture redirects to its own URL. One that whoever asks may not see is not looked at, and one that cannot
/// be read stays in the answer: nothing is known against it.
fn leads_to_itself(entry: &Entry, view: CdxView<'_>) -> bool {
    view.gate.sight(entry) == CaptureSight::Shown
        && view.captures.open(entry).is_ok_and(|opened| is_self_redirect(entry, &opened))
}

/// Puts a later row in the place of one that waits.
fn pending_replaced(pending: &mut Row, row: Row) -> &mut Row {
    *pending = row;
    pending
}

/// Writes what stands before a row: the beginning of the answer, or what separates it from the row before.
fn separate(query: &CdxQuery, has_begun: &mut bool, out: &mut Vec<u8>) {
    match has_begun {
        true => output::between(query, out),
        false => output::begin(query, false, out),
    }
    *has_begun = true;
}

impl Dupes {
    /// How often the digest of a capture came before, for the same URL.
    fn count(&mut self, entry: &Entry) -> u64 {
        if self.key != entry.row.key {
            self.key.clone_from(&entry.row.key);
            self.counts.clear();
        }
        let Some(digest) = &entry.row.digest else { return 0 };
        if self.counts.len() >= MAX_DIGESTS && !self.counts.contains_key(digest) {
            return 0;
        }
        let count = self.counts.entry(digest.clone()).or_default();
        *count += 1;
        *count - 1
    }
}
