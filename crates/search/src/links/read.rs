//! Reading `links.db` for a query. What cannot be read of it is as if it were not there: it is derived, and no reader
//! should go without an answer because of it.

use super::{APPLICATION, CHUNK, VERSION, path, take, worth_of};
use crate::error::SearchError;
use crate::run::{PageRank, TermGroup};
use rusqlite::{Connection, OpenFlags};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// What a word in the text of one link is worth; in a paragraph it is 1.
const ANCHOR: f32 = 2.5;
/// Entries that are read for one word of a query.
const ENTRIES_MAX: usize = 2_000_000;
/// Words that are looked at for one beginning.
const WALK_MAX: i64 = 1_000;

/// What links tell of pages.
pub(crate) struct LinkSignals {
    ranks: Arc<Vec<u8>>,
    connection: Mutex<Connection>,
}

/// What contents are worth for a word because of links to them.
#[derive(Debug, Default)]
pub(crate) struct AnchorWorths {
    worths: HashMap<u64, f32>,
    /// A bit for each content.
    bits: Vec<u64>,
}

impl LinkSignals {
    /// Opens it; `None` if there is none that can be used. It is derived, so that is no error.
    pub(crate) fn open(search: &Path) -> Option<LinkSignals> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path(search), flags).ok()?;
        let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        if number("application_id").ok()? != APPLICATION || number("user_version").ok()? != VERSION
        {
            return None;
        }
        let ranks = Arc::new(ranks_of(&connection).ok()?);
        Some(LinkSignals { ranks, connection: Mutex::new(connection) })
    }

    /// What contents are worth because of their ranks.
    pub(crate) fn rank(&self) -> PageRank {
        let ranks = self.ranks.clone();
        Arc::new(move |content| {
            let rank = usize::try_from(content).ok().and_then(|content| ranks.get(content));
            worth_of(rank.copied().unwrap_or_default())
        })
    }

    /// Whether some link has this word.
    pub(crate) fn has(&self, word: &str) -> bool {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let statement = connection.prepare_cached("SELECT 1 FROM anchors WHERE word = ?1");
        statement.and_then(|mut statement| statement.exists([word])).unwrap_or_default()
    }

    /// Words of links that begin so.
    pub(crate) fn words(&self, beginning: &str) -> Vec<String> {
        self.words_from(beginning).unwrap_or_default()
    }

    fn words_from(&self, beginning: &str) -> Result<Vec<String>, rusqlite::Error> {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let mut statement = connection.prepare_cached(
            "SELECT DISTINCT word FROM anchors WHERE word >= ?1 AND word < ?2 ORDER BY word LIMIT ?3",
        )?;
        let end = format!("{beginning}\u{10ffff}");
        let rows = statement.query_map((beginning, end, WALK_MAX), |row| row.get(0))?;
        rows.collect()
    }

    /// The entries of a word, batch by batch.
    fn batches(&self, word: &str) -> Result<Vec<Vec<u8>>, rusqlite::Error> {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let mut statement =
            connection.prepare_cached("SELECT data FROM anchors WHERE word = ?1 ORDER BY batch")?;
        let rows = statement.query_map([word], |row| row.get(0))?;
        rows.collect()
    }

    /// Returns what contents are worth for the forms of a word. `may_use` says of a site whether the reader may see
    /// all of its pages; 0 is a site that is not known.
    pub(crate) fn anchors(
        &self,
        group: &TermGroup,
        may_use: &mut dyn FnMut(u32) -> Result<bool, SearchError>,
    ) -> Result<AnchorWorths, SearchError> {
        let mut left = ENTRIES_MAX;
        let mut counts: BTreeMap<u64, f32> = BTreeMap::new();
        for (form, weight) in &group.forms {
            for batch in self.batches(form).unwrap_or_default() {
                let (mut rest, mut content) = (&batch[..], 0_u64);
                while left > 0 && !rest.is_empty() {
                    left -= 1;
                    let entry = (take(&mut rest), take(&mut rest), take(&mut rest));
                    let (Some(step), Some(site), Some(count)) = entry else { break };
                    content = content.saturating_add(step);
                    if may_use(u32::try_from(site).unwrap_or_default())? {
                        *counts.entry(content).or_default() += weight * count as f32;
                    }
                }
            }
        }
        let mut worths = AnchorWorths::default();
        counts.into_iter().for_each(|(content, count)| worths.add(content, count));
        Ok(worths)
    }
}

fn ranks_of(connection: &Connection) -> Result<Vec<u8>, rusqlite::Error> {
    let mut ranks = Vec::new();
    let mut statement = connection.prepare("SELECT chunk, data FROM ranks ORDER BY chunk")?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let start = usize::try_from(row.get::<_, i64>(0)?).unwrap_or_default();
        let start = start.saturating_mul(CHUNK);
        // What is damaged so must not fill the memory.
        if start < ranks.len() || start > 1 << 28 {
            continue;
        }
        ranks.resize(start, 0);
        ranks.extend_from_slice(row.get_ref(1)?.as_blob()?);
    }
    Ok(ranks)
}

impl AnchorWorths {
    /// Many links say little more than some of them.
    fn add(&mut self, content: u64, count: f32) {
        let word = (content / 64) as usize;
        // Numbers that no index has: damage.
        if word > u32::MAX as usize / 64 || count <= 0.0 {
            return;
        }
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (content % 64);
        let many = if count > 1.0 { 1.0 + count.ln() } else { count };
        self.worths.insert(content, ANCHOR * many);
    }

    /// Number of contents.
    pub(crate) fn len(&self) -> u64 {
        self.worths.len() as u64
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.worths.is_empty()
    }

    /// What a content is worth; 0 if no link to it has the word.
    pub(crate) fn of(&self, content: u64) -> f32 {
        let bits = self.bits.get((content / 64) as usize).copied().unwrap_or_default();
        match bits >> (content % 64) & 1 {
            0 => 0.0,
            _ => self.worths.get(&content).copied().unwrap_or_default(),
        }
    }

    /// Whether a content between two numbers, both included, has a worth.
    pub(crate) fn has_within(&self, first: u64, last: u64) -> bool {
        let (from, to) = ((first / 64) as usize, (last / 64) as usize + 1);
        self.bits.get(from..to.min(self.bits.len())).is_some_and(|it| it.iter().any(|it| *it != 0))
    }
}
