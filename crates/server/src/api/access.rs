//! Rules of access: the same functions as `stodola access` calls.

use super::archive::object;
use super::wire::{NewRule, RuleChange, RuleCheck, RuleItem, RuleLogPage, RulePage, UndoRules};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind, cursor};
use serde_json::Value;
use stodola_access::{AccessRule, Moment, RuleId, Visitor};
use stodola_app::access::{
    self as rules, AccessCheckSettings, AccessError, ChangeRecord, ChangeSettings,
};
use stodola_archive::Stamp;

impl From<AccessError> for Problem {
    fn from(error: AccessError) -> Problem {
        match error {
            AccessError::People(error) => error.into(),
            AccessError::Person(error) => error.into(),
            error => Problem::caused(ProblemKind::Fault, error),
        }
    }
}

pub(crate) fn list(call: &Call) -> ApiResult {
    let (limit, after) = (call.limit()?, cursor::number(call)?.unwrap_or(0));
    let all = rules::rules(&call.shared.archive)?;
    let mut behind = all.into_iter().filter(|record| record.id.0 > after);
    let mut page = RulePage { items: Vec::new(), next: None };
    for record in behind.by_ref().take(limit) {
        page.items.push(RuleItem { id: record.id.0, rule: object(&record.rule)? });
    }
    let last = page.items.last().map(|item| item.id);
    page.next = behind.next().and(last).map(cursor::of_number);
    ApiAnswer::new(&page)
}

/// Who changes rules, for their log.
pub(crate) fn settings(call: &Call, why: &str) -> Result<ChangeSettings, Problem> {
    let who = call.person()?.name.clone();
    Ok(ChangeSettings { archive: call.shared.archive.clone(), who, why: why.to_owned() })
}

fn changed(change: &rules::RuleChange) -> Result<ApiAnswer, Problem> {
    let added = change.added.iter().map(|id| id.0).collect();
    ApiAnswer::new(&RuleChange { change: change.number, added, undone: change.undone })
}

pub(crate) fn add(call: &Call) -> ApiResult {
    let NewRule { rule, why } = call.json()?;
    let rule: AccessRule = serde_json::from_value(Value::Object(rule))
        .map_err(|error| Problem::with(ProblemKind::Invalid, format!("rule: {error}")))?;
    let change = rules::add_rule(&settings(call, &why)?, rule)?;
    Ok(changed(&change)?.made("/api/v1/rules".to_owned()))
}

pub(crate) fn remove(call: &Call) -> ApiResult {
    let why = call.needed("why")?;
    changed(&rules::remove_rules(&settings(call, why)?, &[RuleId(call.id()?)])?)
}

pub(crate) fn undo(call: &Call) -> ApiResult {
    let UndoRules { change, why } = call.json()?;
    changed(&rules::undo(&settings(call, &why)?, change)?)
}

pub(crate) fn log(call: &Call) -> ApiResult {
    let (limit, after) = (call.limit()?, cursor::number(call)?.unwrap_or(0));
    let rows = call.shared.people.store.with(|store| Ok(store.log(after, limit + 1)?))?;
    let mut rows: Vec<ChangeRecord> =
        rows.unwrap_or_default().into_iter().map(Into::into).collect();
    let is_more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| is_more).map(|row| cursor::of_number(row.change));
    let items: Result<Vec<_>, Problem> = rows.iter().map(object).collect();
    ApiAnswer::new(&RuleLogPage { items: items?, next })
}

pub(crate) fn check(call: &Call) -> ApiResult {
    let time = match call.query.get("time") {
        None => None,
        Some(digits) => {
            let stamp = Moment::parse(digits)
                .and_then(|it| Stamp::from_number(it.digits().try_into().ok()?));
            let wrong = || Problem::with(ProblemKind::BadRequest, "time: not a time");
            Some(stamp.ok_or_else(wrong)?)
        }
    };
    let groups = call.query.all("group").filter(|it| !it.is_empty()).map(str::to_owned).collect();
    let checked = rules::check(&AccessCheckSettings {
        archive: call.shared.archive.clone(),
        url: call.needed("url")?.to_owned(),
        visitor: Visitor { groups, address: None },
        time,
        mime: None,
    })?;
    ApiAnswer::new(&RuleCheck { check: object(&checked)? })
}
