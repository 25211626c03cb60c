//! `/jobs/NAME/settings`: the settings of a job, and those that can be changed here.

use super::{address, begin};
use crate::api::jobs::{row, settings_text};
use crate::api::steer::steer;
use crate::api::{Call, Problem};
use crate::app_pages::page::problem_page;
use crate::app_pages::sheet::{
    Block, ButtonLook, FieldKind, FieldView, FormView, Notice, frame, sent,
};
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_app::control::{ControlAnswer, ControlRequest};
use stodola_text::control_words;

/// The limits that can be changed while a harvest runs.
const LIMITS: [&str; 9] = [
    "documents",
    "bytes",
    "time",
    "documents_per_host",
    "bytes_per_host",
    "documents_per_domain",
    "hosts_per_domain",
    "queued_per_host",
    "bytes_per_document",
];

pub(crate) fn settings(call: &Call) -> Response<Body> {
    show(call, None)
}

fn show(call: &Call, done: Option<&Result<ControlAnswer, Problem>>) -> Response<Body> {
    let page = frame(call, "jobs");
    let found = row(call).and_then(|row| {
        let text = settings_text(call, &row)?;
        Ok((row, text))
    });
    let (row, text) = match found {
        Ok(found) => found,
        Err(problem) => return problem_page(&page, &problem),
    };
    let mut sheet = begin(&page, &row, "/settings");
    let status = match done {
        None => StatusCode::OK,
        Some(Err(problem)) => sheet.wrong(problem),
        Some(Ok(answer)) => {
            let text = control_words(page.language, answer);
            sheet.notice = Some(Notice { is_wrong: false, text, secret: None });
            StatusCode::OK
        }
    };
    let at = address(&row.job);
    let keys = LIMITS.map(|key| (key.to_owned(), key.to_owned()));
    let limit =
        FormView::post(call, format!("{at}/limit"), page.t("web-limit-change"), ButtonLook::Main)
            .field(
                FieldView::new(
                    "key",
                    page.t("web-limit"),
                    sent(call, "key").unwrap_or("documents"),
                )
                .of_kind(FieldKind::Choice(keys.into())),
            )
            .field(
                FieldView::new(
                    "value",
                    page.t("web-limit-value"),
                    sent(call, "value").unwrap_or(""),
                )
                .help(page.t("web-limit-help"))
                .example("5000")
                .needed(),
            );
    sheet.section(
        "limits",
        page.t("web-limits"),
        vec![Block::Text(page.t("web-limits-about")), Block::Form(limit)],
    );
    let seeds =
        FormView::post(call, format!("{at}/seeds"), page.t("web-seeds-add"), ButtonLook::Quiet)
            .field(
                FieldView::new("seeds", page.t("web-seeds"), sent(call, "seeds").unwrap_or(""))
                    .help(page.t("web-seeds-help"))
                    .of_kind(FieldKind::Lines)
                    .needed(),
            );
    sheet.section("seeds", page.t("web-seeds"), vec![Block::Form(seeds)]);
    let rescope =
        FormView::post(call, format!("{at}/rescope"), page.t("web-rescope"), ButtonLook::Quiet);
    sheet.section(
        "file",
        page.t("web-job-file"),
        vec![Block::Text(page.t("web-job-file-about")), Block::Plain(text), Block::Form(rescope)],
    );
    sheet.respond(status)
}

pub(crate) fn change_limit(call: &Call) -> Response<Body> {
    let word = |name| sent(call, name).unwrap_or("").to_owned();
    let request = ControlRequest::Limit { key: word("key"), value: word("value") };
    show(call, Some(&steer(call, &request)))
}

pub(crate) fn more_seeds(call: &Call) -> Response<Body> {
    let seeds = sent(call, "seeds").unwrap_or("").split_whitespace().map(str::to_owned);
    show(call, Some(&steer(call, &ControlRequest::Seeds(seeds.collect()))))
}
