//! What is done to a harvest that runs.

use super::now::refused;
use super::{address, address_now, begin};
use crate::api::jobs::row;
use crate::api::steer::{ask_for, steer};
use crate::api::{Call, Problem, ProblemKind};
use crate::app_pages::page::problem_page;
use crate::app_pages::sheet::{Block, ButtonLook, FieldView, FormView, Notice, frame, sent};
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_app::control::ControlRequest;
use stodola_app::crawl::JobWish;

fn act(call: &Call, request: &ControlRequest, done: &str) -> Response<Body> {
    match steer(call, request) {
        Ok(_) => {
            let to = format!("{}?done={done}", address_now(call.path("name")));
            redirect(StatusCode::SEE_OTHER, &to)
        }
        Err(problem) => refused(call, &problem),
    }
}

/// Asks for a job that does not run.
fn wish(call: &Call, wish: JobWish) -> Response<Body> {
    match ask_for(call, wish) {
        Ok(()) => {
            let to = format!("{}?done=start", address_now(call.path("name")));
            redirect(StatusCode::SEE_OTHER, &to)
        }
        Err(problem) => refused(call, &problem),
    }
}

pub(crate) fn start(call: &Call) -> Response<Body> {
    wish(call, JobWish::Start)
}

pub(crate) fn again(call: &Call) -> Response<Body> {
    wish(call, JobWish::Again)
}

/// Gives a host its usual pause again.
pub(crate) fn pace(call: &Call) -> Response<Body> {
    let host = sent(call, "host").unwrap_or("").to_ascii_lowercase();
    match steer(call, &ControlRequest::Pace { host }) {
        Ok(_) => {
            let to = format!("{}/hosts?done=pace", address(call.path("name")));
            redirect(StatusCode::SEE_OTHER, &to)
        }
        Err(problem) => refused(call, &problem),
    }
}

pub(crate) fn pause(call: &Call) -> Response<Body> {
    act(call, &ControlRequest::Pause, "pause")
}

pub(crate) fn resume(call: &Call) -> Response<Body> {
    act(call, &ControlRequest::Resume, "resume")
}

pub(crate) fn checkpoint(call: &Call) -> Response<Body> {
    act(call, &ControlRequest::Checkpoint, "checkpoint")
}

pub(crate) fn rescope(call: &Call) -> Response<Body> {
    act(call, &ControlRequest::Rescope, "rescope")
}

/// Asks before a harvest is stopped: what is lost, what stays, what would do instead.
pub(crate) fn ask_stop(call: &Call) -> Response<Body> {
    question(call, None)
}

fn question(call: &Call, problem: Option<&Problem>) -> Response<Body> {
    let page = frame(call, "jobs");
    let row = match row(call) {
        Ok(row) => row,
        Err(problem) => return problem_page(&page, &problem),
    };
    let mut sheet = begin(&page, &row, "/stop");
    sheet.crumbs.push((address_now(&row.job), row.job.clone()));
    sheet.title = page.say("web-stop-ask", &[("name", (&row.job).into())]);
    let status = problem.map_or(StatusCode::OK, |_| StatusCode::UNPROCESSABLE_ENTITY);
    if problem.is_some() {
        let text = page.t("web-stop-wrong-name");
        sheet.notice = Some(Notice { is_wrong: true, text, secret: None });
    }
    sheet.lead.push(page.count("web-stop-lost", row.waiting));
    let at = address(&row.job);
    let form =
        FormView::post(call, format!("{at}/stop"), page.t("web-stop-button"), ButtonLook::Harm)
            .field(
                FieldView::new("name", page.t("web-stop-name"), "")
                    .help(page.t("web-stop-name-help"))
                    .example(&row.job)
                    .needed(),
            );
    let pause =
        FormView::post(call, format!("{at}/pause"), page.t("web-job-pause"), ButtonLook::Quiet);
    sheet.section(
        "instead",
        page.t("web-stop-instead"),
        vec![Block::Text(page.t("web-stop-instead-about")), Block::Form(pause)],
    );
    sheet.section(
        "stop",
        page.t("web-stop-heading"),
        vec![Block::Form(form), Block::Text(page.t("web-stop-record"))],
    );
    sheet.respond(status)
}

pub(crate) fn stop(call: &Call) -> Response<Body> {
    if sent(call, "name") != Some(call.path("name")) {
        return question(call, Some(&Problem::new(ProblemKind::Invalid)));
    }
    act(call, &ControlRequest::Stop, "stop")
}
