//! Outcomes of the URIs that harvests found.
//!
//! All of this is derived from the job logs: the catalogue remembers how far the log of each round was read, and the
//! caller adds the rest. That place and the rows are committed together, so that after a crash nothing is there twice
//! and nothing is left out.

use super::add::{Text, job_id};
use super::read::key_of;
use super::row::{form_of, spelled};
use super::schema::OUTCOMES;
use super::{Catalogue, CatalogueError, CatalogueWriter};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

/// One round of a job.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoundRow {
    /// Name of the job.
    pub job: String,
    /// Number of the round, from 1.
    pub number: u32,
}

/// How far the log of a round is in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// Time when the log was begun, in ms since 1970. If the log is replaced, its successor has another time.
    pub began: u64,
    /// Place in the log: everything before it is in the catalogue.
    pub position: u64,
    /// Length of the log in bytes when it was read to its end; 0 as long as there is more to read.
    pub length: u64,
}

/// The outcome of one URI in one round of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeRow {
    /// The URI as found.
    pub uri: Vec<u8>,
    /// Place of the outcome in the log of the round. It grows with time.
    pub place: u64,
    /// Time of the outcome, in ms since 1970.
    pub time: u64,
    /// Name of the outcome.
    pub outcome: String,
    /// The rule or the reason; `None` if there is none.
    pub detail: Option<String>,
    /// URI of the page where it was found; `None` if it was not found on a page.
    pub via: Option<Vec<u8>>,
    /// Hop path and attempts; `None` for a link that was not followed.
    pub taken: Option<Taken>,
}

/// How a URI was found and tried, if it was not rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Hop path: one letter for each link followed from a seed.
    pub hops: String,
    /// Number of attempts to fetch it.
    pub attempts: u32,
}

/// Number of URIs with one outcome in one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeCount {
    /// The round.
    pub round: RoundRow,
    /// The name of the outcome.
    pub outcome: String,
    /// Number of URIs.
    pub uris: u64,
}

impl CatalogueWriter {
    /// Adds what the log of a round says up to a place, all or none. `replaced` has the former outcomes of URIs in
    /// these rows, which no longer count; each as often as it occurs.
    pub fn add_outcomes(
        &mut self,
        round: &RoundRow,
        rows: &[OutcomeRow],
        replaced: &[&str],
        followed: Followed,
    ) -> Result<(), CatalogueError> {
        let limit = self.options.segment_captures;
        let add = || {
            let transaction = self.connection.unchecked_transaction()?;
            let job = job_id(&transaction, &round.job)?;
            write(&transaction, (job, round.number), rows, replaced, limit)?;
            let number = |number: u64| number as i64;
            transaction
                .prepare_cached(
                    "INSERT INTO rounds VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET
                        began = ?3, position = ?4, length = ?5",
                )?
                .execute((
                    job,
                    round.number,
                    number(followed.began),
                    number(followed.position),
                    number(followed.length),
                ))?;
            transaction.commit()
        };
        add().map_err(|e| self.explain(e))?;
        self.merge(&OUTCOMES)
    }

    /// Removes all rows of a round. Looks at every outcome.
    pub fn forget_round(&mut self, round: &RoundRow) -> Result<(), CatalogueError> {
        let forget = || {
            let transaction = self.connection.unchecked_transaction()?;
            let key = (job_id(&transaction, &round.job)?, round.number);
            for id in OUTCOMES.valid(&transaction)? {
                let delete = format!("DELETE FROM outcomes_{id} WHERE job = ?1 AND round = ?2");
                let deleted = transaction.execute(&delete, key)?;
                OUTCOMES.count(&transaction, id, -(deleted as i64))?;
            }
            for table in ["outcome_tallies", "rounds"] {
                let delete = format!("DELETE FROM {table} WHERE job = ?1 AND round = ?2");
                transaction.execute(&delete, key)?;
            }
            transaction.commit()
        };
        forget().map_err(|e| self.explain(e))
    }
}

fn write(
    connection: &Connection,
    (job, round): (i64, u32),
    rows: &[OutcomeRow],
    replaced: &[&str],
    limit: u64,
) -> rusqlite::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    // Sorted by key: neighbours share pages.
    let mut sorted: Vec<_> = rows.iter().map(|row| (key_of(&row.uri), row)).collect();
    sorted.sort_unstable_by(|a, b| (&a.0, a.1.place).cmp(&(&b.0, b.1.place)));
    let segment = OUTCOMES.filling(connection, rows.len(), limit)?;
    let mut insert = connection.prepare_cached(&format!(
        "INSERT INTO outcomes_{segment} VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
    ))?;
    let mut fates = Fates { connection, changes: HashMap::new() };
    for (key, row) in &sorted {
        let fate = fates.change(&row.outcome, 1)?;
        let form = form_of(key, &row.uri);
        insert.execute((
            Text(key),
            job,
            round,
            row.place as i64,
            row.time as i64,
            fate,
            &row.detail,
            form,
            if form.is_none() { Some(Text(&row.uri)) } else { None },
            row.via.as_deref().map(Text),
            row.taken.as_ref().map(|taken| &taken.hops),
            row.taken.as_ref().map(|taken| taken.attempts),
        ))?;
    }
    drop(insert);
    for name in replaced {
        fates.change(name, -1)?;
    }
    OUTCOMES.count(connection, segment, rows.len() as i64)?;
    let mut tally = connection.prepare_cached(
        "INSERT INTO outcome_tallies VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET
            uris = uris + excluded.uris",
    )?;
    for (fate, uris) in fates.changes.into_values() {
        tally.execute((job, round, fate, uris))?;
    }
    let mut clear = connection.prepare_cached(
        "DELETE FROM outcome_tallies WHERE job = ?1 AND round = ?2 AND uris <= 0",
    )?;
    clear.execute((job, round)).map(|_| ())
}

/// The outcomes of some rows, counted.
struct Fates<'a> {
    connection: &'a Connection,
    /// For each outcome its row number, and by how much its number of URIs changes.
    changes: HashMap<&'a str, (i64, i64)>,
}

impl<'a> Fates<'a> {
    /// Counts URIs, and returns the row number of their outcome.
    fn change(&mut self, name: &'a str, by: i64) -> rusqlite::Result<i64> {
        let (fate, uris) = match self.changes.entry(name) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert((fate_id(self.connection, name)?, 0)),
        };
        *uris += by;
        Ok(*fate)
    }
}

fn fate_id(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    let mut find = connection.prepare_cached("SELECT id FROM fates WHERE name = ?1")?;
    if let Some(id) = find.query_row([name], |row| row.get(0)).optional()? {
        return Ok(id);
    }
    connection.prepare_cached("INSERT INTO fates (name) VALUES (?1)")?.insert([name])
}

impl Catalogue {
    /// How far the log of a round was read; `None` if the catalogue has nothing of it.
    pub fn followed(&self, round: &RoundRow) -> Result<Option<Followed>, CatalogueError> {
        let ask = || {
            let mut statement = self.connection.prepare_cached(
                "SELECT began, position, length FROM rounds
                 WHERE job = (SELECT id FROM jobs WHERE name = ?1) AND round = ?2",
            )?;
            let found = statement.query_row((&round.job, round.number), |row| {
                let number = |i: usize| Ok::<_, rusqlite::Error>(row.get::<_, i64>(i)? as u64);
                Ok(Followed { began: number(0)?, position: number(1)?, length: number(2)? })
            });
            found.optional()
        };
        ask().map_err(|e| self.explain(e))
    }

    /// Returns the outcomes of a URI, and of others with the same key, in each round of each job; the latest last.
    pub fn outcomes(&self, uri: &[u8]) -> Result<Vec<(RoundRow, OutcomeRow)>, CatalogueError> {
        let ask = || {
            let transaction = self.moment()?;
            let select = OUTCOMES.select(&OUTCOMES.valid(&transaction)?, "WHERE surt = ?1");
            let mut statement = transaction.prepare_cached(&select)?;
            let mut names = Names::new(&transaction);
            let mut found = Vec::new();
            let mut rows = statement.query([Text(&key_of(uri))])?;
            while let Some(row) = rows.next()? {
                found.push(names.outcome(row)?);
            }
            Ok(found)
        };
        let mut found = only_last(ask().map_err(|e| self.explain(e))?);
        found.sort_by(|(a, one), (b, other)| {
            (one.time, a, one.place).cmp(&(other.time, b, other.place))
        });
        Ok(found)
    }

    /// Calls `on` with every outcome and its key, in an order that depends on nothing else. All of them are of the
    /// moment of the call.
    pub fn each_outcome<E: From<CatalogueError>>(
        &self,
        mut on: impl FnMut(&[u8], &RoundRow, &OutcomeRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let explain = |error| E::from(self.explain(error));
        let transaction = self.moment().map_err(explain)?;
        let segments = OUTCOMES.valid(&transaction).map_err(explain)?;
        let select = format!("{} ORDER BY surt", OUTCOMES.select(&segments, ""));
        let mut statement = transaction.prepare(&select).map_err(explain)?;
        let mut names = Names::new(&transaction);
        let mut rows = statement.query(()).map_err(explain)?;
        let (mut key, mut alike) = (Vec::new(), Vec::new());
        loop {
            let row = rows.next().map_err(explain)?;
            let next = row.map(|row| Ok(row.get_ref(0)?.as_bytes()?)).transpose();
            let next = next.map_err(explain)?;
            if next != Some(&key[..]) {
                for (round, row) in only_last(std::mem::take(&mut alike)) {
                    on(&key, &round, &row)?;
                }
            }
            let (Some(row), Some(next)) = (row, next) else { return Ok(()) };
            next.clone_into(&mut key);
            alike.push(names.outcome(row).map_err(explain)?);
        }
    }

    /// Returns the numbers of URIs by job, round and outcome.
    pub fn outcome_counts(&self) -> Result<Vec<OutcomeCount>, CatalogueError> {
        let ask = || {
            let mut statement = self.connection.prepare_cached(
                "SELECT jobs.name, round, fates.name, uris FROM outcome_tallies
                 JOIN jobs ON jobs.id = job JOIN fates ON fates.id = fate ORDER BY 1, 2, 3",
            )?;
            let rows = statement.query_map((), |row| {
                Ok(OutcomeCount {
                    round: RoundRow { job: row.get(0)?, number: row.get(1)? },
                    outcome: row.get(2)?,
                    uris: row.get::<_, i64>(3)? as u64,
                })
            })?;
            rows.collect::<rusqlite::Result<_>>()
        };
        ask().map_err(|e| self.explain(e))
    }
}

/// Orders by round and URI. Of several outcomes of a URI in one round the last one counts; a link to it that was not
/// followed is kept beside that.
fn only_last(all: Vec<(RoundRow, OutcomeRow)>) -> Vec<(RoundRow, OutcomeRow)> {
    let mut last: BTreeMap<(RoundRow, Vec<u8>, bool), OutcomeRow> = BTreeMap::new();
    for (round, row) in all {
        let key = (round, row.uri.clone(), row.taken.is_some());
        if last.get(&key).is_none_or(|known| known.place < row.place) {
            last.insert(key, row);
        }
    }
    last.into_iter().map(|((round, ..), row)| (round, row)).collect()
}

/// Finds the names that row numbers stand for.
struct Names<'c> {
    connection: &'c Connection,
    jobs: HashMap<i64, String>,
    fates: HashMap<i64, String>,
}

impl<'c> Names<'c> {
    fn new(connection: &'c Connection) -> Names<'c> {
        Names { connection, jobs: HashMap::new(), fates: HashMap::new() }
    }

    fn outcome(&mut self, row: &Row<'_>) -> rusqlite::Result<(RoundRow, OutcomeRow)> {
        let number = |i: usize| Ok::<_, rusqlite::Error>(row.get::<_, i64>(i)? as u64);
        let bytes = |i: usize| -> rusqlite::Result<Option<Vec<u8>>> {
            match row.get_ref(i)? {
                ValueRef::Text(text) => Ok(Some(text.to_vec())),
                _ => Ok(None),
            }
        };
        let job = name(self.connection, &mut self.jobs, "jobs", row.get(1)?)?;
        let round = RoundRow { job, number: row.get(2)? };
        let key = bytes(0)?.unwrap_or_default();
        let uri = match row.get::<_, Option<i64>>(7)? {
            Some(form) => spelled(&key, form),
            None => bytes(8)?,
        };
        let taken = match (row.get(10)?, row.get(11)?) {
            (Some(hops), Some(attempts)) => Some(Taken { hops, attempts }),
            _ => None,
        };
        let outcome = OutcomeRow {
            uri: uri.unwrap_or_default(),
            place: number(3)?,
            time: number(4)?,
            outcome: name(self.connection, &mut self.fates, "fates", row.get(5)?)?,
            detail: row.get(6)?,
            via: bytes(9)?,
            taken,
        };
        Ok((round, outcome))
    }
}

fn name(
    connection: &Connection,
    known: &mut HashMap<i64, String>,
    table: &str,
    id: i64,
) -> rusqlite::Result<String> {
    if let Some(name) = known.get(&id) {
        return Ok(name.clone());
    }
    let mut find = connection.prepare_cached(&format!("SELECT name FROM {table} WHERE id = ?1"))?;
    let name: String = find.query_row([id], |row| row.get(0))?;
    known.insert(id, name.clone());
    Ok(name)
}
