//! The archive as a whole: numbers for readers, tables and followers for operators.

use super::wire::{ArchiveSummary, FollowerList, StatsRows, YearCount};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind};
use crate::state::AskError;
use serde::Serialize;
use serde_json::{Map, Value};
use stodola_app::archive::{StatsRow, StatsSettings, StatsTable, stats};
use stodola_app::reading::ArchiveFront;

pub(crate) fn summary(call: &Call) -> ApiResult {
    let gate = call.shared.gate(&call.reader)?;
    let front = ArchiveFront::read(&call.shared.captures, &gate).map_err(AskError::from)?;
    ApiAnswer::new(&ArchiveSummary {
        captures: front.captures,
        hosts: front.size.map(|(hosts, _)| hosts),
        bytes: front.size.map(|(_, bytes)| bytes),
        first: front.span.map(|(first, _)| first.to_string()),
        last: front.span.map(|(_, last)| last.to_string()),
        years: front
            .years
            .into_iter()
            .map(|(year, captures)| YearCount { year, captures })
            .collect(),
    })
}

/// Data that has a shape of its own, as an object.
pub(crate) fn object(data: &impl Serialize) -> Result<Map<String, Value>, Problem> {
    match serde_json::to_value(data) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Problem::new(ProblemKind::Fault)),
        Err(error) => Err(Problem::caused(ProblemKind::Fault, error)),
    }
}

pub(crate) fn table(call: &Call) -> ApiResult {
    let name = call.path("table");
    let table = StatsTable::ALL.into_iter().find(|table| table.name() == name);
    let table = table.ok_or_else(|| Problem::new(ProblemKind::NotFound))?;
    let rows = u32::try_from(call.limit()?).ok();
    let settings = StatsSettings { archive: call.shared.archive.clone(), table: Some(table), rows };
    let stats = stats(&settings).map_err(|error| Problem::caused(ProblemKind::Fault, error))?;
    let rows: Result<Vec<_>, Problem> = stats.into_rows().map(|row| object(&row)).collect();
    ApiAnswer::new(&StatsRows { table: name.to_owned(), rows: rows? })
}

pub(crate) fn followers(call: &Call) -> ApiResult {
    let settings =
        StatsSettings { archive: call.shared.archive.clone(), table: None, rows: Some(1) };
    let stats = stats(&settings).map_err(|error| Problem::caused(ProblemKind::Fault, error))?;
    let rows = stats.into_rows().filter(|row| matches!(row, StatsRow::Follower { .. }));
    let items: Result<Vec<_>, Problem> = rows.map(|row| object(&row)).collect();
    ApiAnswer::new(&FollowerList { items: items? })
}
