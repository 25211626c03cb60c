//! `/jobs/NAME/settings`: the settings of a job, all of them, and changes to a harvest that runs.

use super::form::{
    RULES, SettingsForm, estimate_blocks, sent_draft, trial_blocks, trial_buttons, trial_fields,
    tried, with_rule,
};
use super::{address, begin, duty};
use crate::api::jobs::row;
use crate::api::settings::{asked, change, file, note_and_tell, replace};
use crate::api::steer::steer;
use crate::api::{Call, Problem};
use crate::app_pages::PageFrame;
use crate::app_pages::page::problem_page;
use crate::app_pages::sheet::{
    Block, ButtonLook, FieldKind, FieldView, FormView, Notice, Sheet, frame, sent,
};
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_app::control::{ControlAnswer, ControlRequest};
use stodola_app::job::{ChangedSettings, JobState};
use stodola_app::settings::{EditError, JobFile, estimate, rules_text, setting_key, try_scope};
use stodola_text::{changed_settings_words, control_words};

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

/// What a page says beside the form.
#[derive(Default)]
struct Said<'a> {
    /// What a harvest that runs has answered.
    answer: Option<&'a Result<ControlAnswer, Problem>>,
    /// From when on changed settings count.
    changed: Option<ChangedSettings>,
    /// Why the settings were not changed.
    refused: Option<Problem>,
    /// Blocks about an address that was tried.
    trial: Vec<Block>,
}

pub(crate) fn settings(call: &Call) -> Response<Body> {
    show(call, None, Said::default())
}

/// The values that a job file has.
pub(super) fn values_of(file: &JobFile) -> SettingsForm {
    let mut values = file.settings().map(|job| job.setting_texts()).unwrap_or_default();
    values.insert(RULES.to_owned(), rules_text(&file.text));
    SettingsForm { values, ..SettingsForm::default() }
}

fn show(call: &Call, form: Option<SettingsForm>, said: Said<'_>) -> Response<Body> {
    let page = frame(call, "jobs");
    let found = row(call).and_then(|row| Ok((row, file(call)?)));
    let (row, file) = match found {
        Ok(found) => found,
        Err(problem) => return problem_page(&page, &problem),
    };
    let mut sheet = begin(&page, &row, "/settings");
    let mut status = StatusCode::OK;
    match (said.answer, &said.refused, call.query.get("done")) {
        (Some(Err(problem)), ..) | (_, Some(problem), _) => status = sheet.wrong(problem),
        (Some(Ok(answer)), ..) => {
            let text = control_words(page.language, answer);
            sheet.notice = Some(Notice { is_wrong: false, text, secret: None });
        }
        (_, _, done) => {
            let stored = done.filter(|done| *done == "saved").map(|_| stored_names(call));
            sheet.notice = said.changed.or(stored).map(|changed| notice(&page, &changed));
        }
    }
    let is_running = row.state == JobState::Running;
    sheet.lead.push(page.t(if is_running { "web-settings-running" } else { "web-settings-about" }));
    sheet.lead.push(duty::words(call, &page));
    if !said.trial.is_empty() {
        sheet.section("tried", page.t("web-try"), said.trial);
    }
    let at = address(&row.job);
    let form = form.unwrap_or_else(|| values_of(&file));
    if file.settings().is_ok() {
        let view = view(call, &page, &format!("{at}/settings"), &form, &file);
        form.summarise(&page, &view, &mut sheet);
        sheet.section("settings", page.t("web-job-settings"), vec![Block::Form(view)]);
    }
    if is_running {
        running(call, &page, &at, &mut sheet);
    }
    if let Some(known) = estimated(call, &page, &file) {
        sheet.section("estimate", page.t("web-estimate"), known);
    }
    let rescope =
        FormView::post(call, format!("{at}/rescope"), page.t("web-rescope"), ButtonLook::Quiet);
    let mut blocks = vec![
        Block::Text(page.t("web-job-file-about")),
        Block::Links(vec![(format!("{at}/settings/file"), page.t("web-job-file-edit"))]),
        Block::Plain(file.text),
    ];
    if is_running {
        blocks.push(Block::Form(rescope));
    }
    sheet.section("file", page.t("web-job-file"), blocks);
    sheet.respond(status)
}

/// The form of all settings.
fn view(
    call: &Call,
    page: &PageFrame,
    action: &str,
    form: &SettingsForm,
    file: &JobFile,
) -> FormView {
    let revision = FieldView::new("revision", "", file.revision()).of_kind(FieldKind::Hidden);
    let mut view =
        FormView::post(call, action, page.t("web-settings-save"), ButtonLook::Main).field(revision);
    view.fields.extend(form.fields(page));
    view.fields.extend(trial_fields(call, page));
    view.others = trial_buttons(page);
    view
}

fn estimated(call: &Call, page: &PageFrame, file: &JobFile) -> Option<Vec<Block>> {
    let job = file.settings().ok()?;
    let known = estimate(&call.shared.captures, &job, &file.folder).ok()?;
    Some(estimate_blocks(page, &known))
}

/// What can be changed while the harvest runs.
fn running(call: &Call, page: &PageFrame, at: &str, sheet: &mut Sheet<'_>) {
    let keys = LIMITS.map(|key| (key.to_owned(), key.to_owned()));
    let value = |name, usual| sent(call, name).unwrap_or(usual);
    let limit =
        FormView::post(call, format!("{at}/limit"), page.t("web-limit-change"), ButtonLook::Quiet)
            .field(
                FieldView::new("key", page.t("web-limit"), value("key", "documents"))
                    .of_kind(FieldKind::Choice(keys.into())),
            )
            .field(
                FieldView::new("value", page.t("web-limit-value"), value("value", ""))
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
                FieldView::new("seeds", page.t("web-seeds"), value("seeds", ""))
                    .help(page.t("web-seeds-help"))
                    .of_kind(FieldKind::Lines)
                    .needed(),
            );
    sheet.section("seeds", page.t("web-seeds"), vec![Block::Form(seeds)]);
}

pub(crate) fn change_limit(call: &Call) -> Response<Body> {
    let word = |name| sent(call, name).unwrap_or("").to_owned();
    let request = ControlRequest::Limit { key: word("key"), value: word("value") };
    let answer = steer(call, &request);
    show(call, None, Said { answer: Some(&answer), ..Said::default() })
}

pub(crate) fn more_seeds(call: &Call) -> Response<Body> {
    let seeds = sent(call, "seeds").unwrap_or("").split_whitespace().map(str::to_owned);
    let answer = steer(call, &ControlRequest::Seeds(seeds.collect()));
    show(call, None, Said { answer: Some(&answer), ..Said::default() })
}

/// Saves the settings that were sent, or tries an address with them, or adds a rule to them.
pub(crate) fn save_settings(call: &Call) -> Response<Body> {
    let old = match file(call) {
        Ok(old) => old,
        Err(problem) => return problem_page(&frame(call, "jobs"), &problem),
    };
    let form = values_of(&old).with_sent(call);
    match sent(call, "act") {
        Some("try") => attempt(call, form),
        Some("rule") => show(call, Some(added(call, form)), Said::default()),
        _ => save(call, form),
    }
}

/// The form with the rule that was filled in.
pub(super) fn added(call: &Call, mut form: SettingsForm) -> SettingsForm {
    let rules = form.values.get(RULES).map_or("", String::as_str);
    if let Some(rules) = with_rule(call, rules) {
        form.values.insert(RULES.to_owned(), rules);
    }
    form
}

fn attempt(call: &Call, form: SettingsForm) -> Response<Body> {
    let page = frame(call, "jobs");
    let asked = asked(call, Some(call.path("name")), None, &sent_draft(call));
    let trial = match (asked, tried(call)) {
        (Err(error), _) => return refuse(call, form, error),
        (Ok(_), None) => Ok(None),
        (Ok((job, folder)), Some(address)) => try_scope(&job, &folder, &address),
    };
    match trial {
        Ok(trial) => {
            let said = Said { trial: trial_blocks(&page, trial.as_ref()), ..Said::default() };
            show(call, Some(form), said)
        }
        Err(error) => refuse(call, form, error.into()),
    }
}

fn save(call: &Call, form: SettingsForm) -> Response<Body> {
    let changed = change(call, sent(call, "revision"), &sent_draft(call));
    let noted = match changed {
        Ok(file) => note_and_tell(call, &file, "settings"),
        Err(error) => return refuse(call, form, error),
    };
    match noted {
        Ok(told) => saved(call, told),
        Err(problem) => show(call, None, Said { refused: Some(problem), ..Said::default() }),
    }
}

/// The settings that were changed before this page was asked for. Only names of settings are taken from the address.
fn stored_names(call: &Call) -> ChangedSettings {
    let names = call.query.get("later").unwrap_or("").split(',');
    let names = names.filter_map(setting_key).map(|key| key.path.clone());
    ChangedSettings::Stored(names.collect())
}

/// Says from when on changed settings count.
fn notice(page: &PageFrame, changed: &ChangedSettings) -> Notice {
    if let ChangedSettings::Untold { .. } = changed {
        let text = changed_settings_words(page.language, changed);
        return Notice { is_wrong: true, text, secret: None };
    }
    let listed = |key: &str, settings: &[String]| {
        let names = settings.join(", ");
        (!names.is_empty()).then(|| page.say(key, &[("settings", names.into())]))
    };
    let mut words = vec![page.t("web-settings-saved")];
    words.extend(listed("web-settings-now", changed.now()));
    words.extend(listed("web-settings-later", changed.later()));
    if words.len() == 1 {
        words = vec![page.t("web-settings-same")];
    }
    Notice { is_wrong: false, text: words.join(" "), secret: None }
}

fn saved(call: &Call, told: ChangedSettings) -> Response<Body> {
    match told {
        ChangedSettings::Stored(settings) => {
            let (at, names) = (address(call.path("name")), settings.join(","));
            let to = format!("{at}/settings?done=saved&later={names}");
            redirect(StatusCode::SEE_OTHER, &to)
        }
        told => show(call, None, Said { changed: Some(told), ..Said::default() }),
    }
}

/// The form as it was sent, with what has to be put right.
fn refuse(call: &Call, mut form: SettingsForm, error: EditError) -> Response<Body> {
    mark(&mut form, &error);
    show(call, Some(form), Said { refused: Some(error.into()), ..Said::default() })
}

/// Marks the fields that an error is about.
pub(super) fn mark(form: &mut SettingsForm, error: &EditError) {
    match error {
        EditError::Wrong { problems } => form.problems.clone_from(problems),
        EditError::Changed { now } => {
            let now = values_of(now).values;
            for (path, value) in now {
                let differs = form.values.get(&path).is_some_and(|own| own.trim() != value.trim());
                if differs {
                    form.elsewhere.insert(path, value);
                }
            }
        }
        EditError::Kept { .. }
        | EditError::NoSuchProfile(_)
        | EditError::Jobs(_)
        | EditError::Crawl(_) => {}
    }
}

/// `/jobs/NAME/settings/file`: the job.toml as a text.
pub(crate) fn ask_file(call: &Call) -> Response<Body> {
    show_file(call, None)
}

fn show_file(call: &Call, problem: Option<&Problem>) -> Response<Body> {
    let page = frame(call, "jobs");
    let found = row(call).and_then(|row| Ok((row, file(call)?)));
    let (row, file) = match found {
        Ok(found) => found,
        Err(problem) => return problem_page(&page, &problem),
    };
    let mut sheet = begin(&page, &row, "/settings");
    let status = problem.map_or(StatusCode::OK, |problem| sheet.wrong(problem));
    sheet.lead.push(page.t("web-job-file-change"));
    let at = address(&row.job);
    let text = sent(call, "toml").unwrap_or(&file.text);
    let form = FormView::post(
        call,
        format!("{at}/settings/file"),
        page.t("web-settings-save"),
        ButtonLook::Main,
    )
    .field(FieldView::new("revision", "", file.revision()).of_kind(FieldKind::Hidden))
    .field(FieldView {
        rows: 30,
        ..FieldView::new("toml", "job.toml", text).of_kind(FieldKind::Lines).needed()
    });
    let mut blocks = vec![Block::Form(form)];
    if problem.is_some() && text != file.text {
        blocks.push(Block::Text(page.t("web-job-file-now")));
        blocks.push(Block::Plain(file.text.clone()));
    }
    sheet.section("file", page.t("web-job-file"), blocks);
    sheet.respond(status)
}

pub(crate) fn save_file(call: &Call) -> Response<Body> {
    let text = call.body.fields.get("toml").unwrap_or("");
    let replaced = replace(call, sent(call, "revision"), text);
    let noted =
        replaced.map_err(Problem::from).and_then(|file| note_and_tell(call, &file, "job.toml"));
    match noted {
        Ok(told) => saved(call, told),
        Err(problem) => show_file(call, Some(&problem)),
    }
}
