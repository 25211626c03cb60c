//! What is on record of a harvest: reports, outcomes, verdicts, and what became of an address.

use super::archive::object;
use super::jobs::stored;
use super::why_parts::WhyParts;
use super::wire::{OutcomeRows, ReportNames, VerdictRows};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind, cursor};
use serde_json::{Map, Value};
use std::io;
use stodola_app::job::{JobsError, OutcomeLine};
use stodola_app::job::{
    OutcomesFilter, VerdictPage, VerdictsWanted, check_report_name, outcomes as all_outcomes,
    reports as count, verdicts as some_verdicts,
};
use stodola_app::why::WhyError;

impl From<WhyError> for Problem {
    fn from(error: WhyError) -> Problem {
        match error {
            WhyError::NoHost(_) => Problem::caused(ProblemKind::Invalid, error),
            WhyError::Jobs(error) => error.into(),
            WhyError::Log(_) => Problem::caused(ProblemKind::Fault, error),
        }
    }
}

pub(crate) fn reports(call: &Call) -> ApiResult {
    let job = stored(call)?;
    let items = count(&job)?.names().map(str::to_owned).collect();
    ApiAnswer::new(&ReportNames { items })
}

/// The text of the report that the path names.
pub(crate) fn report_text(call: &Call) -> Result<String, Problem> {
    let job = stored(call)?;
    let (reports, name) = (count(&job)?, call.path("report"));
    check_report_name(&job, &reports, name)?;
    let mut text = Vec::new();
    let fault = |error| Problem::caused(ProblemKind::Fault, error);
    reports.write(name, &mut text).map_err(fault)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

pub(crate) fn report(call: &Call) -> ApiResult {
    Ok(ApiAnswer::text(report_text(call)?))
}

/// Rows, and the number of the last one if there are more.
pub(crate) type SomeRows = (Vec<Map<String, Value>>, Option<i64>);

/// Rows of outcomes.
pub(crate) fn outcome_rows(call: &Call, limit: usize) -> Result<SomeRows, Problem> {
    let after = cursor::number(call)?.unwrap_or(0);
    let outcome = call.query.get("outcome").filter(|it| !it.is_empty()).map(str::to_owned);
    let filter = OutcomesFilter { waiting: outcome.as_deref() == Some("waiting"), outcome };
    let (mut number, mut rows, mut is_more) = (0, Vec::new(), false);
    let mut row = |line: &OutcomeLine<'_>| {
        number += 1;
        if number <= after {
            return Ok(());
        }
        is_more = rows.len() == limit;
        if is_more {
            // Enough: the rest of the log is not read.
            return Err(io::Error::other("enough"));
        }
        rows.push(object(line).map_err(|_| io::Error::other("not an object"))?);
        Ok(())
    };
    match all_outcomes(&stored(call)?, &filter, &mut row) {
        Ok(()) => {}
        Err(JobsError::Output(_)) if is_more => {}
        Err(error) => return Err(error.into()),
    }
    let last = is_more.then(|| after + rows.len() as i64);
    Ok((rows, last))
}

pub(crate) fn outcomes(call: &Call) -> ApiResult {
    let (items, last) = outcome_rows(call, call.limit()?)?;
    ApiAnswer::new(&OutcomeRows { items, next: last.map(cursor::of_number) })
}

/// A page of verdicts, and the number where the next one begins.
pub(crate) fn verdict_page(call: &Call, limit: usize) -> Result<VerdictPage, Problem> {
    let after = cursor::number(call)?.unwrap_or(0);
    let is_valid = match call.query.get("valid") {
        None | Some("") => None,
        Some("true") => Some(true),
        Some("false") => Some(false),
        Some(_) => return Err(Problem::with(ProblemKind::BadRequest, "valid: true or false")),
    };
    let wanted = VerdictsWanted {
        uri: call.query.get("url").filter(|it| !it.is_empty()).map(str::to_owned),
        is_valid,
        after: u64::try_from(after).unwrap_or(0),
        limit,
    };
    Ok(some_verdicts(&stored(call)?, &wanted)?)
}

pub(crate) fn verdicts(call: &Call) -> ApiResult {
    let page = verdict_page(call, call.limit()?)?;
    let next = page.next.and_then(|next| i64::try_from(next).ok()).map(cursor::of_number);
    ApiAnswer::new(&VerdictRows { items: page.verdicts, next })
}

pub(crate) fn why(call: &Call) -> ApiResult {
    ApiAnswer::new(&WhyParts::ask(call, call.needed("url")?)?.answer(call)?)
}
