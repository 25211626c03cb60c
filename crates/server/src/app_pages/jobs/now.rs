//! `/jobs/NAME`: a harvest as it is now. Its numbers change in place while the page is open.

use super::{address, begin, duty, mark};
use crate::api::Call;
use crate::api::jobs::{row, stored};
use crate::app_pages::PageFrame;
use crate::app_pages::format::grouped;
use crate::app_pages::live_texts::{self, LiveText};
use crate::app_pages::page::problem_page;
use crate::app_pages::sheet::{
    Block, ButtonLook, Figure, FormView, Notice, Sheet, SheetSection, frame,
};
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_app::control::HarvestStatus;
use stodola_app::job::{JobRow, JobState};

/// The figures of a harvest, in their order: names in the stream, and labels.
const FIGURES: [(&str, &str); 11] = [
    ("found", "web-job-found"),
    ("queued", "web-job-waiting"),
    ("hosts", "web-job-hosts"),
    ("in_flight", "web-job-in-flight"),
    ("finished", "web-job-finished"),
    ("archived", "web-job-archived"),
    ("bytes", "web-job-size"),
    ("rejected", "web-job-rejected"),
    ("failures", "web-job-failures"),
    ("rate", "web-job-rate"),
    ("elapsed", "web-job-elapsed"),
];

pub(crate) fn job(call: &Call) -> Response<Body> {
    let page = frame(call, "jobs");
    let row = match row(call) {
        Ok(row) => row,
        Err(problem) => return problem_page(&page, &problem),
    };
    let status = stored(call).ok().and_then(|job| job.status());
    let mut sheet = begin(&page, &row, "");
    sheet.notice = notice(&page, call);
    if let Some(status) = &status {
        let state = live_texts::running(page.language, status).swap_remove(0).1;
        sheet.state = Some((mark(JobState::Running), state));
        let name = address(&row.job);
        sheet.live = Some(format!("/api/v1{name}/live?lang={}", page.lang));
        sheet.acts = acts(call, &page, &row.job, status);
    } else {
        sheet.acts = duty::start_acts(call, &page, &row);
        sheet.lead.push(duty::words(call, &page));
    }
    sheet.lead.push(sentence(&page, &row, status.as_ref()));
    sheet.sections.push(figures(&page, &row, status.as_ref()));
    sheet.respond(StatusCode::OK)
}

/// What a colleague would say.
fn sentence(page: &PageFrame, row: &JobRow, status: Option<&HarvestStatus>) -> String {
    let (waiting, archived) = (row.waiting, row.archived);
    let key = match (row.state, status.map(|status| &*status.state)) {
        (_, Some("paused")) => "web-job-is-paused",
        (JobState::New, _) => "web-job-is-new",
        (JobState::Running, _) => "web-job-is-running",
        (JobState::Finished, _) => "web-job-is-finished",
        (JobState::Stopped, _) => "web-job-is-stopped",
        (JobState::Interrupted, _) => "web-job-is-interrupted",
    };
    page.say(
        key,
        &[
            ("waiting_shown", grouped(waiting).into()),
            ("archived", archived.into()),
            ("archived_shown", grouped(archived).into()),
        ],
    )
}

fn figures(page: &PageFrame, row: &JobRow, status: Option<&HarvestStatus>) -> SheetSection {
    let texts: Vec<LiveText> = match status {
        Some(status) => live_texts::running(page.language, status),
        None => live_texts::ended(page.language, row),
    };
    let figure = |(name, label): (&'static str, &str)| {
        let (_, value) = texts.iter().find(|(known, _)| *known == name)?;
        let is_kept = name == "archived";
        Some(Figure { label: page.t(label), value: value.clone(), live: name, is_kept })
    };
    SheetSection {
        id: "figures",
        heading: page.t("web-job-figures"),
        blocks: vec![Block::Figures(FIGURES.into_iter().filter_map(figure).collect())],
    }
}

/// What can be done with a harvest that runs.
fn acts(call: &Call, page: &PageFrame, job: &str, status: &HarvestStatus) -> Vec<FormView> {
    let at = address(job);
    let act = |path: &str, key: &str| {
        FormView::post(call, format!("{at}/{path}"), page.t(key), ButtonLook::Quiet)
    };
    let first = match &*status.state {
        "paused" => act("resume", "web-job-resume"),
        _ => act("pause", "web-job-pause"),
    };
    // It leads to a question first.
    let stop = FormView {
        look: ButtonLook::Harm,
        ..FormView::get(format!("{at}/stop"), page.t("web-job-stop"))
    };
    vec![first, act("checkpoint", "web-job-checkpoint"), stop]
}

/// What was done before this page was asked for.
fn notice(page: &PageFrame, call: &Call) -> Option<Notice> {
    let key = match call.query.get("done")? {
        "pause" => "web-job-did-pause",
        "resume" => "web-job-did-resume",
        "checkpoint" => "web-job-did-checkpoint",
        "stop" => "web-job-did-stop",
        "rescope" => "web-job-did-rescope",
        "new" => "web-job-did-add",
        "start" => "web-job-did-start",
        _ => return None,
    };
    Some(Notice { is_wrong: false, text: page.t(key), secret: None })
}

/// The page of a job with what went wrong.
pub(super) fn refused(call: &Call, problem: &crate::api::Problem) -> Response<Body> {
    let page = frame(call, "jobs");
    let Ok(row) = row(call) else { return problem_page(&page, problem) };
    let mut sheet: Sheet<'_> = begin(&page, &row, "");
    let status = sheet.wrong(problem);
    sheet.sections.push(figures(&page, &row, None));
    sheet.respond(status)
}
