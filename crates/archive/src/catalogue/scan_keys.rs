//! Going through captures in the order of their keys: those of a site, of a domain, or all.
//!
//! A part of each segment is in memory; the parts are merged. No statement stays open between two captures, so that a
//! slow reader does not keep a writer from tidying up. If segments are merged in between, the scan continues behind the
//! last capture that it returned.

use super::add::Text;
use super::read::Names;
use super::schema::{CAPTURES, Family};
use super::{Catalogue, CatalogueError, Entry};
use rusqlite::ErrorCode;
use std::collections::VecDeque;

/// Number of captures of each segment that are read first: a page of results needs few.
const FIRST_PART: usize = 32;
/// Maximum number of captures that are read at once; the number doubles each time up to this.
const LARGEST_PART: usize = 1024;

/// The place of a capture in the order of the catalogue; the next page of results continues behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// SURT of the URI.
    pub surt: Vec<u8>,
    /// The fourteen digits of the time as a number; 0 if the capture has no time.
    pub time: u64,
    /// Number of the file in this catalogue.
    pub file: i64,
    /// Byte offset of the record, or of its compressed member.
    pub offset: u64,
    /// Decoded bytes before the record in its member.
    pub inner: u64,
}

/// Captures in the order of their keys.
pub struct CaptureScan<'c> {
    catalogue: &'c Catalogue,
    /// The first key behind the end; `None` if there is no end.
    end: Option<Vec<u8>>,
    parts: Option<Vec<Part>>,
    /// The last capture that was returned; the scan continues behind it.
    last: Key,
    /// Only captures of this kind; `None` for all.
    kind: Option<i64>,
    has_failed: bool,
}

struct Part {
    segment: i64,
    entries: VecDeque<Entry>,
    /// The last capture that was read of the segment; `None` if the segment has no more.
    next: Option<Key>,
    /// Number of captures to read next.
    size: usize,
}

impl Part {
    /// Place of the next capture of the segment; `None` if it has no more.
    fn order(&self) -> Option<impl Ord> {
        self.entries.front().map(|entry| {
            let row = &entry.row;
            (&*row.key, row.time, entry.file_id, row.offset, row.inner_offset)
        })
    }
}

impl Catalogue {
    /// Returns the captures whose key begins with `prefix`, in order; with `after`, only those behind it.
    /// `cz,example)/` stands for a host, `cz,example` for a domain with its hosts, the empty prefix for everything.
    pub fn prefix(&self, prefix: &[u8], after: Option<Key>) -> CaptureScan<'_> {
        let start = Key { surt: prefix.to_vec(), file: -1, ..Key::default() };
        CaptureScan {
            catalogue: self,
            end: successor(prefix),
            parts: None,
            last: after.map_or(start.clone(), |after| after.max(start)),
            kind: None,
            has_failed: false,
        }
    }

    /// Returns all captures of one kind, in order.
    pub(super) fn of_kind(&self, kind: i64) -> CaptureScan<'_> {
        CaptureScan { kind: Some(kind), ..self.prefix(b"", None) }
    }
}

impl CaptureScan<'_> {
    fn advance(&mut self) -> rusqlite::Result<Option<Entry>> {
        // A segment may be merged away at any time; then its captures are in another one.
        for _ in 0..100 {
            match self.advance_once() {
                Err(error) if is_missing_table(&error) => self.parts = None,
                result => return result,
            }
        }
        self.advance_once()
    }

    fn advance_once(&mut self) -> rusqlite::Result<Option<Entry>> {
        let mut parts = match self.parts.take() {
            Some(parts) => parts,
            None => CAPTURES
                .valid(&self.catalogue.connection)?
                .into_iter()
                .map(|segment| Part {
                    segment,
                    entries: VecDeque::new(),
                    next: Some(self.last.clone()),
                    size: FIRST_PART,
                })
                .collect(),
        };
        for part in &mut parts {
            if part.entries.is_empty() && part.next.is_some() {
                self.fill(part)?;
            }
        }
        parts.retain(|part| !part.entries.is_empty());
        let first = parts.iter_mut().min_by(|a, b| a.order().cmp(&b.order()));
        let entry = first.and_then(|part| part.entries.pop_front());
        if let Some(entry) = &entry {
            self.last = entry.key();
        }
        self.parts = Some(parts);
        Ok(entry)
    }

    fn fill(&self, part: &mut Part) -> rusqlite::Result<()> {
        let Some(from) = part.next.take() else { return Ok(()) };
        let until = if self.end.is_some() { "AND surt < ?6" } else { "AND ?6 IS NULL" };
        let kind = if self.kind.is_some() { "AND kind = ?7" } else { "AND ?7 IS NULL" };
        let connection = &self.catalogue.connection;
        let Family { key, .. } = CAPTURES;
        let condition = format!("WHERE ({key}) > (?1, ?2, ?3, ?4, ?5) {until} {kind}");
        let rows = CAPTURES.select(&[part.segment], &condition);
        let mut statement =
            connection.prepare_cached(&format!("{rows} ORDER BY {key} LIMIT ?8"))?;
        let mut names = Names::new(connection);
        let mut rows = statement.query(rusqlite::params![
            Text(&from.surt),
            from.time as i64,
            from.file,
            from.offset as i64,
            from.inner as i64,
            self.end.as_deref().map(Text),
            self.kind,
            part.size as i64,
        ])?;
        while let Some(row) = rows.next()? {
            part.entries.push_back(names.entry(row)?);
        }
        if part.entries.len() == part.size {
            part.next = part.entries.back().map(Entry::key);
            part.size = (part.size * 2).min(LARGEST_PART);
        }
        Ok(())
    }
}

impl Iterator for CaptureScan<'_> {
    type Item = Result<Entry, CatalogueError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        match self.advance() {
            Ok(entry) => entry.map(Ok),
            Err(error) => {
                self.has_failed = true;
                Some(Err(self.catalogue.explain(error)))
            }
        }
    }
}

pub(super) fn is_missing_table(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::Unknown)
        && error.to_string().contains("no such table")
}

/// Returns the first key behind all keys that begin with `prefix`; `None` if there is none.
pub(super) fn successor(prefix: &[u8]) -> Option<Vec<u8>> {
    let mut end = prefix.to_vec();
    while let Some(last) = end.pop() {
        if last < u8::MAX {
            end.push(last + 1);
            return Some(end);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::successor;

    #[test]
    fn successor_is_behind_all_that_begin_so() {
        for (prefix, end) in
            [("cz,a)/", Some(&b"cz,a)0"[..])), ("a\u{7f}", Some(b"a\x80")), ("", None)]
        {
            assert_eq!(successor(prefix.as_bytes()).as_deref(), end);
        }
        assert_eq!(successor(b"a\xff"), Some(b"b".to_vec()));
    }
}
