//! Going through the captures of ranges of keys, forwards or backwards, with a cursor that holds no connection.
//!
//! An answer to a slow reader may take minutes. A [`RangeCursor`] keeps a few captures of each segment in memory and
//! is given a connection for each step, so that such readers occupy none. If segments are merged between two steps, it
//! continues behind the last capture that it gave.

use super::add::Text;
use super::read::Names;
use super::scan_keys::{is_missing_table, successor};
use super::schema::{CAPTURES, Family};
use super::{Catalogue, CatalogueError, Entry, Key};
use std::collections::VecDeque;

/// How many captures of each segment are read at first: most answers are short.
const FIRST_PART: usize = 16;
/// Each time twice as many are read, up to this.
const LARGEST_PART: usize = 512;
/// One key of so many is taken as a sample of a segment when a range is divided.
const SAMPLE: i64 = 256;

/// The order in which captures are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// By key, then by time.
    Forwards,
    /// The other way round.
    Backwards,
}

/// Keys from `start` up to, but not including, `end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRange {
    /// The first place that belongs to the range.
    pub start: Key,
    /// The first place behind it; `None` for the end of the catalogue.
    pub end: Option<Key>,
}

impl KeyRange {
    /// All captures of one key.
    pub fn of_key(surt: &[u8]) -> KeyRange {
        KeyRange::between(surt, 0, u64::MAX)
    }

    /// The captures of one key whose time, fourteen digits as a number, is in `from..=to`. Captures without a time
    /// have the number 0.
    pub fn between(surt: &[u8], from: u64, to: u64) -> KeyRange {
        // SQLite compares signed numbers.
        let last = to.min(i64::MAX as u64 - 1);
        let start = Key { surt: surt.to_vec(), time: from.min(last), ..Key::default() };
        KeyRange { end: Some(Key { time: last + 1, ..start.clone() }), start }
    }

    /// The captures of all keys that begin so.
    pub fn of_prefix(prefix: &[u8]) -> KeyRange {
        let end = successor(prefix).map(|surt| Key { surt, ..Key::default() });
        KeyRange { start: Key { surt: prefix.to_vec(), ..Key::default() }, end }
    }
}

/// A position in a range of keys; see [`Catalogue::advance`].
#[derive(Debug)]
pub struct RangeCursor {
    range: KeyRange,
    direction: Direction,
    parts: Option<Vec<Part>>,
    /// The last capture given; it continues behind it, in its direction.
    last: Option<Key>,
}

#[derive(Debug)]
struct Part {
    segment: i64,
    entries: VecDeque<Entry>,
    /// Where the segment is read on; `None` if it has no more.
    next: Option<PartStart>,
    /// How many are read then.
    size: usize,
}

/// Where reading a segment begins.
#[derive(Clone, Debug)]
enum PartStart {
    /// At the edge of the range.
    Edge,
    /// Behind this key, in the direction of the cursor.
    Behind(Key),
}

impl RangeCursor {
    /// A cursor before the first capture of the range.
    pub fn new(range: KeyRange, direction: Direction) -> RangeCursor {
        RangeCursor { range, direction, parts: None, last: None }
    }

    /// A cursor that continues behind this capture.
    pub fn behind(range: KeyRange, direction: Direction, last: Key) -> RangeCursor {
        RangeCursor { last: Some(last), ..RangeCursor::new(range, direction) }
    }
}

impl Catalogue {
    /// The next capture of a cursor; `None` behind the last one. Language and title are left out: reading them takes
    /// as long as everything else.
    pub fn advance(&self, cursor: &mut RangeCursor) -> Result<Option<Entry>, CatalogueError> {
        // A segment may be merged away at any time; its captures are in another one then.
        for _ in 0..100 {
            match self.advance_once(cursor) {
                Err(error) if is_missing_table(&error) => cursor.parts = None,
                result => return result.map_err(|error| self.explain(error)),
            }
        }
        self.advance_once(cursor).map_err(|error| self.explain(error))
    }

    fn advance_once(&self, cursor: &mut RangeCursor) -> rusqlite::Result<Option<Entry>> {
        let mut parts = match cursor.parts.take() {
            Some(parts) => parts,
            None => self.parts(cursor)?,
        };
        for part in &mut parts {
            if part.entries.is_empty() && part.next.is_some() {
                self.fill(cursor, part)?;
            }
        }
        parts.retain(|part| !part.entries.is_empty());
        let heads = parts.iter().enumerate();
        let first = match cursor.direction {
            Direction::Forwards => heads.min_by(|a, b| a.1.order().cmp(&b.1.order())),
            Direction::Backwards => heads.max_by(|a, b| a.1.order().cmp(&b.1.order())),
        };
        let first = first.map(|(i, _)| i);
        let entry = first.and_then(|i| parts[i].entries.pop_front());
        if let Some(entry) = &entry {
            cursor.last = Some(entry.key());
        }
        cursor.parts = Some(parts);
        Ok(entry)
    }

    fn parts(&self, cursor: &RangeCursor) -> rusqlite::Result<Vec<Part>> {
        let next = cursor.last.clone().map_or(PartStart::Edge, PartStart::Behind);
        let part = |segment| Part {
            segment,
            entries: VecDeque::new(),
            next: Some(next.clone()),
            size: FIRST_PART,
        };
        Ok(CAPTURES.valid(&self.connection)?.into_iter().map(part).collect())
    }

    fn fill(&self, cursor: &RangeCursor, part: &mut Part) -> rusqlite::Result<()> {
        let Some(from) = part.next.take() else { return Ok(()) };
        let KeyRange { start, end } = &cursor.range;
        let Family { key, .. } = CAPTURES;
        // A capture belongs to the range if its key is not before `start` and before `end`. The statement has the
        // same text for all ranges of a kind, so that it is prepared once.
        let (low, low_compared, high, order) = match (&from, cursor.direction) {
            (PartStart::Edge, Direction::Forwards) => (start, ">=", end.as_ref(), "ASC"),
            (PartStart::Behind(last), Direction::Forwards) if last < start => {
                (start, ">=", end.as_ref(), "ASC")
            }
            (PartStart::Behind(last), Direction::Forwards) => (last, ">", end.as_ref(), "ASC"),
            (PartStart::Edge, Direction::Backwards) => (start, ">=", end.as_ref(), "DESC"),
            (PartStart::Behind(last), Direction::Backwards) => {
                let high = end.as_ref().map_or(last, |end| end.min(last));
                (start, ">=", Some(high), "DESC")
            }
        };
        let until = match high {
            Some(_) => format!("AND ({key}) < (?6, ?7, ?8, ?9, ?10)"),
            None => "AND ?6 IS NULL AND ?7 = ?8 AND ?9 = ?10".to_owned(),
        };
        let condition = format!("WHERE ({key}) {low_compared} (?1, ?2, ?3, ?4, ?5) {until}");
        let ordered: Vec<String> =
            key.split(", ").map(|column| format!("{column} {order}")).collect();
        let rows = CAPTURES.select(&[part.segment], &condition);
        let sql = format!("{rows} ORDER BY {} LIMIT ?11", ordered.join(", "));
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut names = Names::new(&self.connection);
        let none = Key::default();
        let top = high.unwrap_or(&none);
        let mut rows = statement.query(rusqlite::params![
            Text(&low.surt),
            low.time as i64,
            low.file,
            low.offset as i64,
            low.inner as i64,
            high.map(|high| Text(&high.surt)),
            top.time as i64,
            top.file,
            top.offset as i64,
            top.inner as i64,
            part.size as i64,
        ])?;
        while let Some(row) = rows.next()? {
            part.entries.push_back(names.entry_without_text(row)?);
        }
        if part.entries.len() == part.size {
            part.next = part.entries.back().map(|entry| PartStart::Behind(entry.key()));
            part.size = (part.size * 2).min(LARGEST_PART);
        }
        Ok(())
    }

    /// Divides a range into stretches of about `rows` captures each, and returns the first key of every stretch but
    /// the first one. A range of fewer captures gives none.
    ///
    /// Every capture is counted, but only one of 256 is looked at, so lengths differ by some hundreds for each segment.
    pub fn divide(&self, range: &KeyRange, rows: u64) -> Result<Vec<Key>, CatalogueError> {
        for _ in 0..100 {
            match self.divide_once(range, rows) {
                Err(error) if is_missing_table(&error) => {}
                result => return result.map_err(|error| self.explain(error)),
            }
        }
        self.divide_once(range, rows).map_err(|error| self.explain(error))
    }

    fn divide_once(&self, range: &KeyRange, rows: u64) -> rusqlite::Result<Vec<Key>> {
        let mut samples = Vec::new();
        for segment in CAPTURES.valid(&self.connection)? {
            self.sample(range, segment, &mut samples)?;
        }
        samples.sort_unstable();
        let step = (rows / SAMPLE as u64).max(1) as usize;
        Ok(samples.into_iter().skip(step).step_by(step).collect())
    }

    /// Adds the key of one of [`SAMPLE`] captures of a segment.
    fn sample(
        &self,
        range: &KeyRange,
        segment: i64,
        samples: &mut Vec<Key>,
    ) -> rusqlite::Result<()> {
        let Family { key, name, .. } = CAPTURES;
        let until = match &range.end {
            Some(_) => format!("AND ({key}) < (?6, ?7, ?8, ?9, ?10)"),
            None => "AND ?6 IS NULL AND ?7 = ?8 AND ?9 = ?10".to_owned(),
        };
        let sql = format!(
            "SELECT {key} FROM {name}_{segment}
             WHERE ({key}) >= (?1, ?2, ?3, ?4, ?5) {until} ORDER BY {key}"
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let none = Key::default();
        let (low, top) = (&range.start, range.end.as_ref().unwrap_or(&none));
        let mut rows = statement.query(rusqlite::params![
            Text(&low.surt),
            low.time as i64,
            low.file,
            low.offset as i64,
            low.inner as i64,
            range.end.as_ref().map(|end| Text(&end.surt)),
            top.time as i64,
            top.file,
            top.offset as i64,
            top.inner as i64,
        ])?;
        let mut count = 0;
        while let Some(row) = rows.next()? {
            if count % SAMPLE == 0 {
                samples.push(Key {
                    surt: row.get_ref(0)?.as_bytes()?.to_vec(),
                    time: row.get::<_, i64>(1)? as u64,
                    file: row.get(2)?,
                    offset: row.get::<_, i64>(3)? as u64,
                    inner: row.get::<_, i64>(4)? as u64,
                });
            }
            count += 1;
        }
        Ok(())
    }

    /// The job that the file of a capture is from; `None` if no harvest of this archive wrote it.
    pub fn job_of(&self, file: &str) -> Result<Option<String>, CatalogueError> {
        Ok(self.listed(file)?.and_then(|file| file.job))
    }

    /// The names of all jobs.
    pub fn job_names(&self) -> Result<Vec<String>, CatalogueError> {
        let all = || {
            let mut statement =
                self.connection.prepare_cached("SELECT name FROM jobs ORDER BY name")?;
            statement.query_map((), |row| row.get(0))?.collect::<rusqlite::Result<_>>()
        };
        all().map_err(|error| self.explain(error))
    }
}

impl Part {
    /// Where its next capture belongs.
    fn order(&self) -> Option<impl Ord> {
        self.entries.front().map(|entry| {
            let row = &entry.row;
            (&*row.key, row.time, entry.file_id, row.offset, row.inner_offset)
        })
    }
}
