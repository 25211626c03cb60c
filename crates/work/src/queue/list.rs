//! Lists of requests, and how busy each package is.

use super::WorkQueue;
use super::row::{self, COLUMNS, RequestRow, RequestState, TABLES};
use crate::error::WorkError;
use rusqlite::types::Value;
use rusqlite::{Row, params_from_iter};
use std::collections::HashMap;

/// Which requests are listed: those that fit everything that is given.
#[derive(Clone, Debug, Default)]
pub struct RequestFilter {
    /// Requests of this owner.
    pub owner: Option<String>,
    /// Requests that this person may see: their own, those of packages that they look after, and shared ones of the
    /// rights given with it. `None` for all.
    pub seen_by: Option<RequestViewer>,
    /// Requests of this package.
    pub package: Option<String>,
    /// Requests in this state.
    pub state: Option<RequestState>,
    /// Only requests whose results are made anew by themselves.
    pub is_refreshed: bool,
    /// Only requests with numbers below this one; `None` from the newest on.
    pub before: Option<i64>,
}

/// Whose list it is.
#[derive(Clone, Debug, Default)]
pub struct RequestViewer {
    /// The name.
    pub name: String,
    /// The rights, as requests have them.
    pub rights: String,
    /// Packages whose requests this person looks after.
    pub packages: Vec<String>,
}

/// How busy a package is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageLoad {
    /// Its name.
    pub package: String,
    /// Requests that wait.
    pub waiting: u32,
    /// Requests that run.
    pub running: u32,
}

impl RequestFilter {
    /// The condition in SQL, with its values.
    fn condition(&self) -> (String, Vec<Value>) {
        let (mut parts, mut values) = (vec!["1".to_owned()], Vec::new());
        let mut value = |it: Value| {
            values.push(it);
            format!("?{}", values.len())
        };
        if let Some(owner) = &self.owner {
            let owner = value(Value::from(owner.clone()));
            parts.push(format!("q.number IN (SELECT request FROM owners WHERE name = {owner})"));
        }
        if let Some(viewer) = &self.seen_by {
            let name = value(Value::from(viewer.name.clone()));
            let rights = value(Value::from(viewer.rights.clone()));
            let packages = serde_json::to_string(&viewer.packages).unwrap_or_default();
            let packages = value(Value::from(packages));
            parts.push(format!(
                "(q.number IN (SELECT request FROM owners WHERE name = {name})
                     OR (q.is_shared AND q.rights = {rights})
                     OR q.package IN (SELECT value FROM json_each({packages})))"
            ));
        }
        if let Some(package) = &self.package {
            let package = value(Value::from(package.clone()));
            parts.push(format!("q.package = {package}"));
        }
        if let Some(state) = self.state {
            let state = value(Value::from(state.as_str().to_owned()));
            parts.push(format!("q.state = {state}"));
        }
        if self.is_refreshed {
            parts.push("q.refresh <> 'never'".to_owned());
        }
        if let Some(before) = self.before {
            let before = value(Value::from(before));
            parts.push(format!("q.number < {before}"));
        }
        (parts.join(" AND "), values)
    }
}

impl WorkQueue {
    /// Requests, the newest first.
    pub fn requests(
        &self,
        filter: &RequestFilter,
        limit: usize,
    ) -> Result<Vec<RequestRow>, WorkError> {
        let (condition, mut values) = filter.condition();
        values.push(Value::from(i64::try_from(limit).unwrap_or(i64::MAX)));
        let text = format!(
            "SELECT {COLUMNS} FROM {TABLES} WHERE {condition} ORDER BY q.number DESC LIMIT ?{}",
            values.len()
        );
        let list = || -> rusqlite::Result<Vec<RequestRow>> {
            let mut statement = self.connection.prepare_cached(&text)?;
            statement.query_map(params_from_iter(&values), row::read)?.collect()
        };
        list().map_err(|error| self.failed(error))
    }

    /// How many requests fit.
    pub fn count(&self, filter: &RequestFilter) -> Result<u64, WorkError> {
        let (condition, values) = filter.condition();
        let text = format!("SELECT count(*) FROM requests q WHERE {condition}");
        let count = || {
            let mut statement = self.connection.prepare_cached(&text)?;
            statement.query_row(params_from_iter(&values), |row| row.get::<_, i64>(0))
        };
        Ok(u64::try_from(count().map_err(|error| self.failed(error))?).unwrap_or(0))
    }

    /// How busy the packages are that have something to do, by name.
    pub fn loads(&self) -> Result<Vec<PackageLoad>, WorkError> {
        let read = |row: &Row<'_>| {
            Ok(PackageLoad { package: row.get(0)?, waiting: row.get(1)?, running: row.get(2)? })
        };
        let list = || -> rusqlite::Result<Vec<PackageLoad>> {
            let mut statement = self.connection.prepare_cached(
                "SELECT package, sum(state = 'waiting'), sum(state = 'running') FROM requests
                     WHERE state IN ('waiting', 'running') GROUP BY package ORDER BY package",
            )?;
            statement.query_map((), read)?.collect()
        };
        list().map_err(|error| self.failed(error))
    }

    /// How many requests of an owner wait; those that were made to wait by themselves do not count.
    pub fn waiting_of(&self, owner: &str) -> Result<u32, WorkError> {
        let count = self.connection.query_row(
            "SELECT count(*) FROM owners o JOIN requests q ON q.number = o.request
                 WHERE o.name = ?1 AND q.state = 'waiting' AND q.is_refresh = 0",
            [owner],
            |row| row.get(0),
        );
        count.map_err(|error| self.failed(error))
    }

    /// The place of a waiting request in the line of its package, from 1 on; `None` if it does not wait.
    pub fn place(&self, number: i64) -> Result<Option<u32>, WorkError> {
        Ok(self.places(&[number])?.remove(&number))
    }

    /// The places of those of some requests that wait. Costs one walk along each line, however many they are.
    pub fn places(&self, numbers: &[i64]) -> Result<HashMap<i64, u32>, WorkError> {
        let list = || -> rusqlite::Result<HashMap<i64, u32>> {
            // All of it at one moment: lines move on meanwhile.
            let moment = self.connection.unchecked_transaction()?;
            let mut find = moment.prepare_cached(
                "SELECT package, turn, number FROM requests
                     WHERE state = 'waiting' AND number IN (SELECT value FROM json_each(?1))
                     ORDER BY package, turn, number",
            )?;
            let wanted = serde_json::to_string(numbers).unwrap_or_default();
            let waiting = find.query_map([wanted], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
            })?;
            let mut between = moment.prepare_cached(
                "SELECT count(*) FROM requests WHERE state = 'waiting' AND package = ?1
                     AND (turn, number) > (?2, ?3) AND (turn, number) <= (?4, ?5)",
            )?;
            let mut places = HashMap::new();
            let mut last = (String::new(), i64::MIN, i64::MIN, 0);
            for found in waiting {
                let (package, turn, number) = found?;
                if package != last.0 {
                    last = (package, i64::MIN, i64::MIN, 0);
                }
                let values = (&last.0, last.1, last.2, turn, number);
                let step: u32 = between.query_row(values, |row| row.get(0))?;
                last = (last.0, turn, number, last.3 + step);
                places.insert(number, last.3);
            }
            Ok(places)
        };
        list().map_err(|error| self.failed(error))
    }
}
