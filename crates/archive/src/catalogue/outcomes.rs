//! What became of the URIs that harvests found.

use super::add::Text;
use super::read::key_of;
use super::{Catalogue, CatalogueError, CatalogueWriter, Stamp};
use rusqlite::types::ValueRef;

/// The end of one URI in one harvest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeRow {
    /// The URI as found.
    pub uri: Vec<u8>,
    /// The harvest.
    pub job: String,
    /// When it ended.
    pub time: Stamp,
    /// The code of the outcome.
    pub outcome: String,
    /// Why, in words.
    pub detail: Option<String>,
    /// The URI where it was found.
    pub via: Option<Vec<u8>>,
    /// The way from the seed.
    pub hops: Option<String>,
}

impl CatalogueWriter {
    /// Adds a batch, all or none. The same outcome may come again, which changes nothing.
    pub fn add_outcomes(&mut self, outcomes: &[OutcomeRow]) -> Result<(), CatalogueError> {
        let mut sorted: Vec<_> = outcomes.iter().map(|it| (key_of(&it.uri), it)).collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        let add = || {
            let transaction = self.connection.unchecked_transaction()?;
            let mut job = transaction
                .prepare_cached("INSERT INTO jobs (name) VALUES (?1) ON CONFLICT DO NOTHING")?;
            let mut insert = transaction.prepare_cached(
                "INSERT OR REPLACE INTO outcomes VALUES
                 (?1, (SELECT id FROM jobs WHERE name = ?2), ?3, ?4, ?5, ?6, ?7, ?8)",
            )?;
            let mut known = "";
            for (key, it) in &sorted {
                if known != it.job {
                    job.execute([&it.job])?;
                    known = &it.job;
                }
                insert.execute((
                    Text(key),
                    &it.job,
                    it.time.number() as i64,
                    Text(&it.uri),
                    &it.outcome,
                    &it.detail,
                    it.via.as_deref().map(Text),
                    &it.hops,
                ))?;
            }
            drop((job, insert));
            transaction.commit()
        };
        add().map_err(|e| self.explain(e))
    }

    /// Takes over the outcomes of another catalogue: they do not follow from files of records.
    pub(crate) fn copy_outcomes(&mut self, from: &std::path::Path) -> Result<(), CatalogueError> {
        let copy = || {
            self.connection.execute("ATTACH ?1 AS old", [from.to_string_lossy()])?;
            let copied = self.connection.execute_batch(
                "BEGIN IMMEDIATE;
                 INSERT INTO jobs (name) SELECT name FROM old.jobs WHERE id IN
                    (SELECT DISTINCT job FROM old.outcomes) ON CONFLICT DO NOTHING;
                 INSERT OR REPLACE INTO outcomes SELECT surt,
                    (SELECT id FROM jobs WHERE name = (SELECT name FROM old.jobs WHERE id = job)),
                    time, uri, outcome, detail, via, hops FROM old.outcomes;
                 COMMIT",
            );
            if copied.is_err() {
                let _ = self.connection.execute_batch("ROLLBACK");
            }
            self.connection.execute("DETACH old", ())?;
            copied
        };
        copy().map_err(|e| self.explain(e))
    }
}

impl Catalogue {
    /// What became of a URI in each harvest, the latest last.
    pub fn outcomes(&self, uri: &[u8]) -> Result<Vec<OutcomeRow>, CatalogueError> {
        let ask = || {
            let mut statement = self.connection.prepare_cached(
                "SELECT uri, jobs.name, time, outcome, detail, via, hops FROM outcomes
                 JOIN jobs ON jobs.id = job WHERE surt = ?1 ORDER BY time, jobs.name",
            )?;
            let bytes = |value: ValueRef<'_>| match value {
                ValueRef::Text(text) => Some(text.to_vec()),
                _ => None,
            };
            let rows = statement.query_map([Text(&key_of(uri))], |row| {
                let number = row.get::<_, i64>(2)?;
                Ok(OutcomeRow {
                    uri: bytes(row.get_ref(0)?).unwrap_or_default(),
                    job: row.get(1)?,
                    time: Stamp::from_number(number as u64)
                        .ok_or(rusqlite::Error::IntegralValueOutOfRange(2, number))?,
                    outcome: row.get(3)?,
                    detail: row.get(4)?,
                    via: bytes(row.get_ref(5)?),
                    hops: row.get(6)?,
                })
            })?;
            rows.collect::<rusqlite::Result<_>>()
        };
        ask().map_err(|e| self.explain(e))
    }
}
