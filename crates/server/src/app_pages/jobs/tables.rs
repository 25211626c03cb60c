//! `/jobs/NAME/outcomes`, `/verdicts`, `/reports`: what is on record of a harvest.

use super::fates::{outcome_kind, outcome_word};
use super::{address, begin, verdict_address};
use crate::api::findings::{outcome_rows, report_text, verdict_page};
use crate::api::jobs::{row, stored};
use crate::api::{Call, Problem, cursor};
use crate::app_pages::PageFrame;
use crate::app_pages::page::problem_page;
use crate::app_pages::sheet::{Block, Cell, FieldKind, FieldView, FormView, TableView, frame};
use axum::body::Body;
use axum::http::{Response, StatusCode};
use serde_json::{Map, Value};
use stodola_app::cdx::form_encoded;
use stodola_app::job::reports as count;

/// Rows on a page.
const SHOWN: usize = 200;
/// The outcomes that can be asked for alone.
const OUTCOMES: [&str; 16] = [
    "archived",
    "not-due",
    "robots-excluded",
    "robots-unreachable",
    "out-of-scope",
    "trap",
    "over-budget",
    "not-national",
    "left-out",
    "cut",
    "address-refused",
    "failed",
    "unfetchable",
    "retried",
    "rejected",
    "waiting",
];

/// Text of a member of an object.
fn member<'m>(row: &'m Map<String, Value>, name: &str) -> &'m str {
    row.get(name).and_then(Value::as_str).unwrap_or("")
}

/// Where one can ask what became of an address.
pub(super) fn why(uri: &str, job: &str) -> String {
    format!("/why?url={}&job={}", form_encoded(uri), form_encoded(job))
}

/// The link to the next page.
fn onward(at: &str, query: &str, next: Option<i64>, text: String) -> Option<Block> {
    let next = cursor::of_number(next?);
    Some(Block::Links(vec![(format!("{at}?{query}cursor={next}"), text)]))
}

pub(crate) fn outcomes(call: &Call) -> Response<Body> {
    let page = frame(call, "jobs");
    let found = row(call).and_then(|row| Ok((row, outcome_rows(call, SHOWN)?)));
    let (row, (lines, next)) = match found {
        Ok(found) => found,
        Err(problem) => return problem_page(&page, &problem),
    };
    let mut sheet = begin(&page, &row, "/outcomes");
    let outcome = call.query.get("outcome").unwrap_or("");
    let at = format!("{}/outcomes", address(&row.job));
    let mut values = vec![(String::new(), page.t("web-outcomes-all"))];
    values.extend(OUTCOMES.map(|name| (name.to_owned(), outcome_word(&page, name))));
    let form = FormView::get(&*at, page.t("web-filter")).field(
        FieldView::new("outcome", page.t("web-outcome"), outcome)
            .of_kind(FieldKind::Choice(values)),
    );
    let line = |line: &Map<String, Value>| {
        let uri = member(line, "uri");
        let outcome = member(line, "outcome");
        let via = member(line, "via");
        vec![
            Cell::link(why(uri, &row.job), uri),
            Cell::state(outcome_kind(outcome), outcome_word(&page, outcome)),
            Cell::text(member(line, "reason")),
            Cell::text(if via.is_empty() { "–" } else { via }),
        ]
    };
    let table = TableView {
        caption: page.t("web-job-outcomes"),
        head: ["web-address", "web-outcome", "web-reason", "web-found-on"]
            .map(|key| (page.t(key), false))
            .into(),
        rows: lines.iter().map(line).collect(),
        empty: page.t("web-outcomes-none"),
    };
    let query = match outcome {
        "" => String::new(),
        outcome => format!("outcome={}&", form_encoded(outcome)),
    };
    let mut blocks = vec![Block::Form(form), Block::Table(table)];
    blocks.extend(onward(&at, &query, next, page.t("web-next")));
    sheet.section("list", page.t("web-job-outcomes"), blocks);
    sheet.respond(StatusCode::OK)
}

pub(crate) fn verdicts(call: &Call) -> Response<Body> {
    let page = frame(call, "jobs");
    let found = row(call).and_then(|row| Ok((row, verdict_page(call, SHOWN)?)));
    let (row, found) = match found {
        Ok(found) => found,
        Err(problem) => return problem_page(&page, &problem),
    };
    let mut sheet = begin(&page, &row, "/verdicts");
    sheet.lead.push(page.t("web-verdicts-about"));
    let at = format!("{}/verdicts", address(&row.job));
    let (url, valid) = (call.query.get("url").unwrap_or(""), call.query.get("valid").unwrap_or(""));
    let choice =
        [("", "web-verdicts-all"), ("true", "web-verdicts-yes"), ("false", "web-verdicts-no")];
    let choice = choice.map(|(value, key)| (value.to_owned(), page.t(key)));
    let form = FormView::get(&*at, page.t("web-filter"))
        .field(FieldView::new("url", page.t("web-address"), url))
        .field(
            FieldView::new("valid", page.t("web-verdict"), valid)
                .of_kind(FieldKind::Choice(choice.into())),
        );
    let table = TableView {
        caption: page.t("web-job-verdicts"),
        head: vec![
            (page.t("web-address"), false),
            (page.t("web-verdict"), false),
            (page.t("web-points"), true),
            (page.t("web-evidence"), false),
        ],
        rows: found.verdicts.iter().map(|line| verdict(&page, &row.job, line)).collect(),
        empty: page.t("web-verdicts-none"),
    };
    let query = format!("url={}&valid={}&", form_encoded(url), form_encoded(valid));
    let next = found.next.and_then(|next| i64::try_from(next).ok());
    let mut blocks = vec![Block::Form(form), Block::Table(table)];
    blocks.extend(onward(&at, &query, next, page.t("web-next")));
    sheet.section("list", page.t("web-job-verdicts"), blocks);
    sheet.respond(StatusCode::OK)
}

fn verdict(page: &PageFrame, job: &str, line: &Map<String, Value>) -> Vec<Cell> {
    let uri = member(line, "uri");
    let state = match line.get("valid").and_then(Value::as_bool) {
        Some(true) => Cell::state("good", page.t("web-verdict-yes")),
        _ => Cell::state("none", page.t("web-verdict-no")),
    };
    let points = line.get("points").and_then(Value::as_i64).unwrap_or(0);
    vec![
        Cell::link(verdict_address(job, uri), uri),
        state,
        Cell::amount(points.to_string()),
        Cell::text(evidence(line)),
    ]
}

/// The criteria that gave points, each with what it found.
fn evidence(line: &Map<String, Value>) -> String {
    let criteria = line.get("criteria").and_then(Value::as_array).into_iter().flatten();
    let told = criteria.filter_map(|criterion| {
        let criterion = criterion.as_object()?;
        let points = criterion.get("points")?.as_i64().filter(|points| *points != 0)?;
        let found = criterion.get("evidence").and_then(Value::as_array).into_iter().flatten();
        let words: Vec<&str> = found.filter_map(|it| it.get("text")?.as_str()).take(3).collect();
        let words =
            if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) };
        Some(format!("{} {points:+}{words}", member(criterion, "name")))
    });
    told.collect::<Vec<_>>().join("; ")
}

pub(crate) fn reports(call: &Call) -> Response<Body> {
    let page = frame(call, "jobs");
    let found = row(call).and_then(|row| Ok((row, count(&stored(call)?)?)));
    let (row, reports) = match found {
        Ok(found) => found,
        Err(problem) => return problem_page(&page, &problem),
    };
    let mut sheet = begin(&page, &row, "/reports");
    let at = address(&row.job);
    let links = reports.names().map(|name| (format!("{at}/reports/{name}"), name.to_owned()));
    let blocks = vec![Block::Text(page.t("web-reports-about")), Block::Links(links.collect())];
    sheet.section("list", page.t("web-job-reports"), blocks);
    sheet.respond(StatusCode::OK)
}

pub(crate) fn report(call: &Call) -> Response<Body> {
    let page = frame(call, "jobs");
    let found: Result<_, Problem> = row(call).and_then(|row| Ok((row, report_text(call)?)));
    let (row, text) = match found {
        Ok(found) => found,
        Err(problem) => return problem_page(&page, &problem),
    };
    let name = call.path("report").to_owned();
    let mut sheet = begin(&page, &row, "/reports");
    let download = format!("/api/v1{}/reports/{name}", address(&row.job));
    let blocks = vec![Block::Plain(text), Block::Links(vec![(download, page.t("web-as-text"))])];
    sheet.section("report", name, blocks);
    sheet.respond(StatusCode::OK)
}
