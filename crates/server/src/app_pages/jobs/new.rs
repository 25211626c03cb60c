//! `/jobs/new`: a new harvest.

use super::address;
use crate::api::jobs::make;
use crate::api::wire::NewJob;
use crate::api::{Call, Problem, ProblemKind};
use crate::app_pages::sheet::{
    Block, ButtonLook, FieldKind, FieldView, FormView, Sheet, frame, sent,
};
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};

/// Kinds of harvests, each with its text.
const PROFILES: [(&str, &str); 2] =
    [("site", "web-profile-site"), ("national", "web-profile-national")];

pub(crate) fn ask_new(call: &Call) -> Response<Body> {
    show(call, None)
}

fn show(call: &Call, problem: Option<&Problem>) -> Response<Body> {
    let page = frame(call, "jobs");
    let mut sheet = Sheet::new(&page, page.t("web-job-new"));
    sheet.crumbs.push(("/jobs".to_owned(), page.t("web-jobs")));
    let status = problem.map_or(StatusCode::OK, |problem| sheet.wrong(problem));
    let value = |name| sent(call, name).unwrap_or("");
    let profiles = PROFILES.map(|(value, key)| (value.to_owned(), page.t(key)));
    let field = |name: &'static str, label: &str, help: &str| {
        FieldView::new(name, page.t(label), value(name)).help(page.t(help))
    };
    let form = FormView::post(call, "/jobs/new", page.t("web-job-add"), ButtonLook::Main)
        .field(field("name", "web-job-name", "web-job-name-help"))
        .field(field("seeds", "web-seeds", "web-seeds-help").of_kind(FieldKind::Lines).needed())
        .field(
            field("profile", "web-profile", "web-profile-help")
                .of_kind(FieldKind::Choice(profiles.into())),
        )
        .field(field("contact", "web-contact", "web-contact-help"))
        .field(field("depth", "web-depth", "web-depth-help").example("20"))
        .field(field("max_docs", "web-max-docs", "web-limit-help").example("5000"))
        .field(field("max_bytes", "web-max-bytes", "web-limit-help").example("10GB"))
        .field(field("max_time", "web-max-time", "web-limit-help").example("2h"));
    sheet.section(
        "new",
        page.t("web-job-what"),
        vec![Block::Form(form), Block::Text(page.t("web-job-add-about"))],
    );
    sheet.respond(status)
}

pub(crate) fn add(call: &Call) -> Response<Body> {
    let word = |name| sent(call, name).map(str::to_owned);
    let seeds = sent(call, "seeds").unwrap_or("").split_whitespace().map(str::to_owned);
    let depth = match sent(call, "depth").map(str::parse).transpose() {
        Ok(depth) => depth,
        Err(error) => {
            let problem = Problem::with(ProblemKind::Invalid, format!("depth: {error}"));
            return show(call, Some(&problem));
        }
    };
    let new = NewJob {
        name: word("name"),
        seeds: seeds.collect(),
        profile: word("profile"),
        contact: word("contact"),
        depth,
        max_docs: word("max_docs"),
        max_bytes: word("max_bytes"),
        max_time: word("max_time"),
    };
    match make(call, new) {
        Ok(name) => redirect(StatusCode::SEE_OTHER, &format!("{}?done=new", address(&name))),
        Err(problem) => show(call, Some(&problem)),
    }
}
