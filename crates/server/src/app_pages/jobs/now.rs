//! `/jobs/NAME`: a harvest as it is now. Its numbers change in place while the page is open.

use super::{address, alarms, begin, duty, fates, hosts, largest, mark, rates, sources};
use crate::api::Call;
use crate::api::hosts::{standing, wanted};
use crate::api::jobs::{row, stored};
use crate::api::tally::{attempts, counted};
use crate::app_pages::PageFrame;
use crate::app_pages::live_texts::{self, LiveText};
use crate::app_pages::page::problem_page;
use crate::app_pages::sheet::{
    Block, ButtonLook, Figure, FormView, Notice, Sheet, SheetSection, frame,
};
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_app::control::HarvestStatus;
use stodola_app::job::{JobRow, JobState, JobTally, StoredJob};

/// Hosts that the page of a harvest shows.
const HOSTS: usize = 8;

/// The figures of a harvest, in their order: names in the stream, and labels.
const FIGURES: [(&str, &str); 12] = [
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
    ("memory", "web-job-memory"),
];

pub(crate) fn job(call: &Call) -> Response<Body> {
    let page = frame(call, "jobs");
    let row = match row(call) {
        Ok(row) => row,
        Err(problem) => return problem_page(&page, &problem),
    };
    // A job that never ran has nothing stored.
    let stored = stored(call).ok();
    let status = stored.as_ref().and_then(StoredJob::status);
    let counted = stored.as_ref().map_or(Ok(None), |job| counted(call, job));
    let mut sheet = begin(&page, &row, "");
    sheet.notice = notice(&page, call);
    let tally = counted.unwrap_or_else(|problem| {
        sheet.wrong(&problem);
        None
    });
    if let Some(status) = &status {
        let state = live_texts::running(page.language, status).swap_remove(0).1;
        sheet.state = Some((mark(JobState::Running), state));
        let name = address(&row.job);
        let seen = tally.as_ref().map_or(0, |tally| tally.trouble_number);
        sheet.live = Some(format!("/api/v1{name}/live?lang={}&seen={seen}", page.lang));
        sheet.acts = acts(call, &page, &row.job, status);
    } else {
        sheet.acts = duty::start_acts(call, &page, &row);
        sheet.lead.push(duty::words(call, &page));
    }
    let texts = texts(&page, &row, status.as_ref());
    let text = |wanted: &str| {
        let found = texts.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, text)| text.clone()).unwrap_or_default()
    };
    (sheet.sentence, sheet.hold) = (text("sentence"), text("hold"));
    sheet.alarms = Some(alarms::lines(&page, &row.job, &row.alarms, status.is_some()));
    let workers = stored.as_ref().and_then(|job| job.settings().ok()).map(|it| it.fetch.workers);
    sheet.sections.push(figures(&page, &row, status.as_ref(), workers));
    if let Some(job) = &stored {
        add_parts(call, &mut sheet, job, status.is_some(), tally.as_deref());
    }
    sheet.respond(StatusCode::OK)
}

/// What can be seen of a harvest: how fast it is, its hosts, what became of its addresses.
fn add_parts(
    call: &Call,
    sheet: &mut Sheet<'_>,
    job: &StoredJob,
    is_running: bool,
    tally: Option<&JobTally>,
) {
    let page = sheet.page;
    sheet.sections.push(rates::rates(page, job, is_running));
    sheet.sections.extend(is_running.then(|| host_section(call, page, &job.name)).flatten());
    sheet.sections.extend(largest::sections(call, page, job));
    sheet.sections.push(fates::outcomes(page, &job.name, tally));
    let mut troubles = fates::troubles(page, &job.name, tally, attempts(job));
    if is_running {
        let news = format!(
            "<p class=\"news\" hidden data-news><a href=\"{}\" data-live=\"news\"></a></p>",
            address(&job.name)
        );
        troubles.blocks.insert(0, Block::Markup(news));
    }
    sheet.sections.push(troubles);
    sheet.sections.push(sources::section(call, page, job));
    sheet.sections.extend(tally.map(|tally| fates::recent(page, &job.name, tally)));
}

/// The hosts with the longest queues. An older harvest cannot tell.
fn host_section(call: &Call, page: &PageFrame, job: &str) -> Option<SheetSection> {
    let view = standing(call, &wanted(call, HOSTS, 0).ok()?).ok().filter(|it| it.is_running)?;
    let at = format!("{}/hosts", address(job));
    let all = vec![
        (at.clone(), page.count("web-hosts-all", view.total)),
        (format!("{at}.csv"), page.t("web-hosts-csv")),
    ];
    let table = hosts::table(page, &view, page.t("web-hosts-none"));
    let blocks = vec![Block::Table(table), Block::Links(all)];
    Some(SheetSection::new("hosts", page.t("web-hosts-heading"), blocks))
}

/// What the page says in words and numbers that change.
fn texts(page: &PageFrame, row: &JobRow, status: Option<&HarvestStatus>) -> Vec<LiveText> {
    match status {
        Some(status) => live_texts::running(page.language, status),
        None => live_texts::ended(page.language, row),
    }
}

fn figures(
    page: &PageFrame,
    row: &JobRow,
    status: Option<&HarvestStatus>,
    workers: Option<u32>,
) -> SheetSection {
    let texts = texts(page, row, status);
    let figure = |(name, label): (&'static str, &str)| {
        let (_, value) = texts.iter().find(|(known, _)| *known == name)?;
        let is_kept = name == "archived";
        let slots = workers.filter(|_| name == "in_flight" && status.is_some());
        let note = slots.map(|number| page.count("web-job-workers", number.into()));
        let (label, value) = (page.t(label), value.clone());
        Some(Figure { label, value, live: name, is_kept, note: note.unwrap_or_default() })
    };
    let all = FIGURES.into_iter().filter_map(figure).collect();
    SheetSection::new("figures", page.t("web-job-figures"), vec![Block::Figures(all)])
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
    sheet.sections.push(figures(&page, &row, None, None));
    sheet.respond(status)
}
