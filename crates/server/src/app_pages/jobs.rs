//! `/jobs`: harvests, for operators.

mod act;
mod alarms;
mod duty;
mod fates;
mod form;
mod hosts;
mod largest;
mod new;
mod now;
mod rates;
mod settings;
mod sources;
mod tables;
mod verdict_page;

pub(crate) use act::{again, ask_stop, checkpoint, pace, pause, rescope, resume, start, stop};
pub(super) use fates::{outcome_kind, outcome_word};
pub(crate) use hosts::hosts;
pub(crate) use new::{add, ask_new};
pub(crate) use now::job;
pub(crate) use settings::{ask_file, change_limit, more_seeds, save_file, save_settings, settings};
pub(crate) use tables::{outcomes, report, reports, verdicts};
pub(crate) use verdict_page::{verdict, verdict_address};

use super::live_texts;
use super::page::{PageFrame, problem_page};
use super::sheet::{Block, Cell, Sheet, SheetTab, TableView, frame};
use crate::api::Call;
use crate::api::jobs::rows;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_app::cdx::form_encoded;
use stodola_app::job::{JobRow, JobState};
use stodola_text::size;

/// The beginning of the addresses of a job.
pub(super) fn address(job: &str) -> String {
    // In a path, a space is not a plus.
    format!("/jobs/{}", form_encoded(job).replace('+', "%20"))
}

/// The address of the page of a job.
fn address_now(job: &str) -> String {
    // `/jobs/new` is where a job is made.
    match job {
        "new" => "/jobs/new/now".to_owned(),
        job => address(job),
    }
}

/// How a state is marked.
fn mark(state: JobState) -> &'static str {
    match state {
        JobState::Running | JobState::Finished => "good",
        JobState::New | JobState::Stopped => "wait",
        JobState::Interrupted => "bad",
    }
}

pub(crate) fn jobs(call: &Call) -> Response<Body> {
    let page = frame(call, "jobs");
    let rows = match rows(call) {
        Ok(rows) => rows,
        Err(problem) => return problem_page(&page, &problem),
    };
    let mut sheet = Sheet::new(&page, page.t("web-jobs"));
    let running = rows.iter().filter(|row| row.state == JobState::Running).count() as u64;
    sheet.lead.push(match rows.len() {
        0 => page.t("web-jobs-none"),
        _ => page.count("web-jobs-running", running),
    });
    sheet.lead.push(duty::words(call, &page));
    let number = |key: &str| (page.t(key), true);
    let table = TableView {
        caption: page.t("web-jobs"),
        head: vec![
            (page.t("web-job"), false),
            (page.t("web-state"), false),
            number("web-job-round"),
            number("web-job-found"),
            number("web-job-waiting"),
            number("web-job-archived"),
            number("web-job-size"),
            (page.t("web-alarms"), false),
        ],
        rows: rows.iter().map(|row| line(&page, row)).collect(),
        empty: String::new(),
    };
    let links = vec![
        ("/jobs/new".to_owned(), page.t("web-job-new")),
        ("/why".to_owned(), page.t("web-why-ask")),
    ];
    sheet.section("list", page.t("web-jobs"), vec![Block::Table(table), Block::Links(links)]);
    sheet.respond(StatusCode::OK)
}

fn line(page: &PageFrame, row: &JobRow) -> Vec<Cell> {
    vec![
        Cell::link(address_now(&row.job), &row.job),
        Cell::state(mark(row.state), live_texts::state(page.language, row.state)),
        Cell::number(row.round.into()),
        Cell::number(row.found),
        Cell::number(row.waiting),
        Cell::number(row.archived),
        Cell::amount(size(page.language, row.bytes)),
        alarms::cell(page, &row.alarms),
    ]
}

/// The tabs of a job.
fn tabs(page: &PageFrame, job: &str, shown: &str) -> Vec<SheetTab> {
    let all = [
        ("", "web-job-now"),
        ("/hosts", "web-job-hosts"),
        ("/outcomes", "web-job-outcomes"),
        ("/verdicts", "web-job-verdicts"),
        ("/reports", "web-job-reports"),
        ("/settings", "web-job-settings"),
    ];
    let tab = |(path, key): (&str, &str)| SheetTab {
        href: match path {
            "" => address_now(job),
            path => format!("{}{path}", address(job)),
        },
        text: page.t(key),
        is_shown: path == shown,
    };
    all.map(tab).into()
}

/// The beginning of a page about a job.
fn begin<'p>(page: &'p PageFrame, row: &JobRow, shown: &str) -> Sheet<'p> {
    let mut sheet = Sheet::new(page, &*row.job);
    sheet.crumbs.push(("/jobs".to_owned(), page.t("web-jobs")));
    sheet.state = Some((mark(row.state), live_texts::state(page.language, row.state)));
    sheet.tabs = tabs(page, &row.job, shown);
    sheet
}
