//! `/jobs/new`: a new harvest.

use super::form::{
    RULES, SettingsForm, estimate_blocks, sent_draft, trial_blocks, trial_buttons, trial_fields,
    tried,
};
use super::settings::{added, mark, values_of};
use super::{address_now, duty};
use crate::api::jobs::{make, note_made};
use crate::api::settings::asked;
use crate::api::{Call, Problem};
use crate::app_pages::PageFrame;
use crate::app_pages::page::problem_page;
use crate::app_pages::sheet::{
    Block, ButtonLook, FieldKind, FieldView, FormView, Sheet, frame, sent,
};
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_app::settings::{
    BeginWith, EditError, JobFile, NewJobDraft, beginning, beginnings, estimate, try_scope,
};

/// Kinds of harvests that have a text.
const PROFILES: [(&str, &str); 2] =
    [("site", "web-profile-site"), ("national", "web-profile-national")];

pub(crate) fn ask_new(call: &Call) -> Response<Body> {
    show(call, None, None, Vec::new())
}

/// What the new job begins with.
fn begin_with(call: &Call) -> Option<&str> {
    sent(call, "begin_with")
        .or_else(|| call.query.get("begin_with"))
        .or_else(|| sent(call, "profile"))
}

/// The values that the new job begins with.
fn begun(call: &Call) -> Result<SettingsForm, EditError> {
    let text = beginning(&call.shared.archive, begin_with(call))?;
    let file = JobFile { job: String::new(), text, folder: call.shared.archive.join("jobs") };
    let mut form = SettingsForm { is_new: true, ..values_of(&file) };
    form.values.insert("name".to_owned(), String::new());
    Ok(form.with_sent(call))
}

fn show(
    call: &Call,
    form: Option<SettingsForm>,
    refused: Option<&Problem>,
    trial: Vec<Block>,
) -> Response<Body> {
    let page = frame(call, "jobs");
    let form = match form.map_or_else(|| begun(call), Ok) {
        Ok(form) => form,
        Err(error) => return problem_page(&page, &error.into()),
    };
    let mut sheet = Sheet::new(&page, page.t("web-job-new"));
    sheet.crumbs.push(("/jobs".to_owned(), page.t("web-jobs")));
    let status = refused.map_or(StatusCode::OK, |problem| sheet.wrong(problem));
    sheet.lead.push(duty::words(call, &page));
    if !trial.is_empty() {
        sheet.section("tried", page.t("web-try"), trial);
    }
    kinds(call, &page, &mut sheet);
    let view = view(call, &page, &form);
    form.summarise(&page, &view, &mut sheet);
    sheet.section(
        "settings",
        page.t("web-job-what"),
        vec![Block::Form(view), Block::Text(page.t("web-job-add-about"))],
    );
    sheet.respond(status)
}

/// What a new job can begin with, each as a link: its settings stand in the form then.
fn kinds(call: &Call, page: &PageFrame, sheet: &mut Sheet<'_>) {
    let words = |it: &BeginWith| match PROFILES.iter().find(|(name, _)| *name == it.name) {
        Some((_, key)) if !it.is_file => page.t(key),
        _ if it.description.is_empty() => it.name.clone(),
        _ => format!("{}: {}", it.name, it.description),
    };
    let link = |it: BeginWith| {
        let name = stodola_app::cdx::form_encoded(&it.name);
        (format!("/jobs/new?begin_with={name}"), words(&it))
    };
    let links = beginnings(&call.shared.archive).into_iter().map(link).collect();
    sheet.section(
        "kinds",
        page.t("web-begin-with"),
        vec![Block::Text(page.t("web-begin-with-help")), Block::Links(links)],
    );
}

fn view(call: &Call, page: &PageFrame, form: &SettingsForm) -> FormView {
    let begin = FieldView::new("begin_with", "", begin_with(call).unwrap_or("site"));
    let mut view = FormView::post(call, "/jobs/new", page.t("web-job-add"), ButtonLook::Main)
        .field(begin.of_kind(FieldKind::Hidden));
    view.fields.extend(form.fields(page));
    for field in &mut view.fields {
        if field.name == "name" {
            field.help = page.t("web-job-name-help");
        }
    }
    view.fields.extend(trial_fields(call, page));
    view.others = vec![("hold", page.t("web-job-hold"))];
    view.others.extend(trial_buttons(page));
    view
}

pub(crate) fn add(call: &Call) -> Response<Body> {
    let form = match begun(call) {
        Ok(form) => form,
        Err(error) => return problem_page(&frame(call, "jobs"), &error.into()),
    };
    match sent(call, "act") {
        Some("try") => attempt(call, form),
        Some("rule") => show(call, Some(added(call, form)), None, Vec::new()),
        act => make_it(call, form, act == Some("hold")),
    }
}

fn attempt(call: &Call, form: SettingsForm) -> Response<Body> {
    let page = frame(call, "jobs");
    let (job, folder) = match asked(call, None, begin_with(call), &sent_draft(call)) {
        Ok(asked) => asked,
        Err(error) => return refuse(call, form, error),
    };
    let trial = match tried(call) {
        None => None,
        Some(address) => match try_scope(&job, &folder, &address) {
            Ok(trial) => trial,
            Err(error) => return refuse(call, form, error.into()),
        },
    };
    let mut blocks = trial_blocks(&page, trial.as_ref());
    if let Ok(known) = estimate(&call.shared.captures, &job, &folder) {
        blocks.extend(estimate_blocks(&page, &known));
    }
    show(call, Some(form), None, blocks)
}

fn make_it(call: &Call, form: SettingsForm, is_held: bool) -> Response<Body> {
    let new = NewJobDraft {
        name: sent(call, "name").map(str::to_owned),
        begin_with: begin_with(call).map(str::to_owned),
        settings: sent_draft(call),
        is_held,
    };
    let name = match make(call, &new) {
        Ok(name) => name,
        Err(error) => return refuse(call, form, error),
    };
    match note_made(call, &name, &new) {
        Ok(()) => redirect(StatusCode::SEE_OTHER, &format!("{}?done=new", address_now(&name))),
        Err(problem) => show(call, None, Some(&problem), Vec::new()),
    }
}

fn refuse(call: &Call, mut form: SettingsForm, error: EditError) -> Response<Body> {
    mark(&mut form, &error);
    debug_assert!(form.values.contains_key(RULES));
    show(call, Some(form), Some(&error.into()), Vec::new())
}
