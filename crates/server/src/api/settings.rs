//! The settings of jobs: what there is to set, the file of a job, changes of it, and what its scope would say.

use super::wire::{
    BeginningItem, BeginningList, ChangedJobSettings, JobSettingsText, ScopeAnswer, ScopeQuestion,
    SettingItem, SettingList, SettingsChange, SettingsText, TriedRuleItem,
};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind};
use axum::http::header;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use stodola_access::people::AuditAct;
use stodola_app::job::{ChangedSettings, tell};
use stodola_app::settings::{
    BUILT_IN_PACKS, ChangedFile, EditError, Job, JobFile, NewJobDraft, ScopeTrial, SettingKey,
    SettingKind, SettingsDraft, TrialAddress, beginning, beginnings, check_settings,
    counts_at_once, edit_settings, make_job, replace_settings, setting_keys, try_scope,
};
use stodola_text::{changed_settings_words, retold, setting_help, setting_label};

impl From<EditError> for Problem {
    fn from(error: EditError) -> Problem {
        match error {
            EditError::Jobs(error) => error.into(),
            EditError::Crawl(error) => (*error).into(),
            EditError::Changed { .. } => Problem::caused(ProblemKind::Changed, error),
            EditError::Kept { .. } => Problem::caused(ProblemKind::NoRight, error),
            EditError::Wrong { .. } | EditError::NoSuchProfile(_) => {
                Problem::caused(ProblemKind::Invalid, error)
            }
        }
    }
}

/// A value of JSON as a form has it: lists line by line, nothing for null.
fn as_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(as_text).collect::<Vec<_>>().join("\n"),
        Value::Object(entries) => {
            let line = |(name, value)| format!("{name} = {}", as_text(value));
            entries.iter().map(line).collect::<Vec<_>>().join("\n")
        }
        other => other.to_string(),
    }
}

/// New values of settings by name.
pub(crate) fn draft(values: &Map<String, Value>) -> SettingsDraft {
    let mut draft = SettingsDraft::default();
    for (path, value) in values {
        draft.set(path, &as_text(value));
    }
    draft
}

/// The words that a setting can be; empty if it can be others.
pub(crate) fn choices(key: &SettingKey) -> Vec<String> {
    match &key.kind {
        SettingKind::Choice(words) => words.clone(),
        SettingKind::Flag => vec!["true".to_owned(), "false".to_owned()],
        _ if key.path == "national.pack" => {
            BUILT_IN_PACKS.iter().map(|it| (*it).to_owned()).collect()
        }
        _ => Vec::new(),
    }
}

fn kind_name(kind: &SettingKind) -> &'static str {
    match kind {
        SettingKind::Line | SettingKind::Prose => "text",
        SettingKind::Lines => "list",
        SettingKind::Flag => "flag",
        SettingKind::Whole => "integer",
        SettingKind::Real => "number",
        SettingKind::Time => "time",
        SettingKind::Bytes => "size",
        SettingKind::Interval => "interval",
        SettingKind::Choice(_) => "choice",
        SettingKind::Intervals => "intervals",
        SettingKind::Rules => "rules",
    }
}

pub(crate) fn keys(call: &Call) -> ApiResult {
    let item = |key: &SettingKey| SettingItem {
        key: key.path.clone(),
        section: key.section.clone(),
        label: setting_label(call.language, key),
        help: setting_help(call.language, key),
        kind: kind_name(&key.kind).to_owned(),
        choices: choices(key),
        unlimited: key.can_be_unlimited,
        default: key.default.clone(),
        kept: key.is_kept,
        live: counts_at_once(key),
    };
    ApiAnswer::new(&SettingList { items: setting_keys().1.iter().map(item).collect() })
}

pub(crate) fn profiles(call: &Call) -> ApiResult {
    let items = beginnings(&call.shared.archive).into_iter().map(|it| BeginningItem {
        name: it.name,
        description: it.description,
        file: it.is_file,
    });
    ApiAnswer::new(&BeginningList { items: items.collect() })
}

/// The file of the job that the path names.
pub(crate) fn file(call: &Call) -> Result<JobFile, Problem> {
    Ok(JobFile::read(&call.shared.archive, call.path("name"))?)
}

/// All settings of a file by name; none if it is broken.
fn texts(file: &JobFile) -> Map<String, Value> {
    let texts = file.settings().map(|job| job.setting_texts()).unwrap_or_default();
    texts.into_iter().map(|(path, text)| (path, text.into())).collect()
}

pub(crate) fn show(call: &Call) -> ApiResult {
    let file = file(call)?;
    let (revision, settings) = (file.revision(), texts(&file));
    let told =
        JobSettingsText { job: file.job, toml: file.text, revision: revision.clone(), settings };
    Ok(ApiAnswer::new(&told)?.revision(&revision))
}

/// A file that was changed, and from when on the change counts.
fn changed(call: &Call, file: JobFile, changed: &ChangedSettings) -> ApiResult {
    let (revision, settings) = (file.revision(), texts(&file));
    let told = ChangedJobSettings {
        job: file.job,
        toml: file.text,
        revision: revision.clone(),
        settings,
        now: changed.now().to_vec(),
        later: changed.later().to_vec(),
        words: changed_settings_words(call.language, changed),
    };
    Ok(ApiAnswer::new(&told)?.revision(&revision))
}

/// The revision in `If-Match`; `None` if any will do.
fn expected(call: &Call) -> Result<Option<String>, Problem> {
    let Some(value) = call.headers.get(header::IF_MATCH) else { return Ok(None) };
    let value = value.to_str().unwrap_or("").trim();
    if value == "*" {
        return Ok(None);
    }
    let revision = value.strip_prefix("\"r").and_then(|it| it.strip_suffix('"'));
    revision.map(|it| Some(it.to_owned())).ok_or_else(|| Problem::new(ProblemKind::Changed))
}

/// Puts a change of settings on record.
pub(crate) fn note(call: &Call, file: &JobFile, what: &str) -> Result<(), Problem> {
    let detail = json!({ "request": what, "revision": file.revision() });
    let store = &call.shared.people.store;
    store.made(|store| store.note_act(AuditAct::JobSteer, &file.job, &detail, &call.actor()))?;
    // It may be due now, or have become valid.
    call.shared.look_at_jobs();
    Ok(())
}

/// Puts a change of settings on record, and tells a harvest that runs.
pub(crate) fn note_and_tell(
    call: &Call,
    ChangedFile { file, changed }: &ChangedFile,
    what: &str,
) -> Result<ChangedSettings, Problem> {
    note(call, file, what)?;
    Ok(tell(&file.folder, changed.clone()))
}

/// Changes settings of the job that the path names, for somebody.
pub(crate) fn change(
    call: &Call,
    revision: Option<&str>,
    draft: &SettingsDraft,
) -> Result<ChangedFile, EditError> {
    edit_settings(&call.shared.archive, call.path("name"), revision, draft)
}

/// Replaces the file of the job that the path names, for somebody.
pub(crate) fn replace(
    call: &Call,
    revision: Option<&str>,
    text: &str,
) -> Result<ChangedFile, EditError> {
    replace_settings(&call.shared.archive, call.path("name"), revision, text)
}

pub(crate) fn edit(call: &Call) -> ApiResult {
    let SettingsChange { set } = call.json()?;
    let file = change(call, expected(call)?.as_deref(), &draft(&set))?;
    let told = note_and_tell(call, &file, "settings")?;
    changed(call, file.file, &told)
}

pub(crate) fn put(call: &Call) -> ApiResult {
    let SettingsText { toml } = call.json()?;
    let file = replace(call, expected(call)?.as_deref(), &toml)?;
    let told = note_and_tell(call, &file, "job.toml")?;
    changed(call, file.file, &told)
}

/// Makes a job, for somebody.
pub(crate) fn make(call: &Call, new: &NewJobDraft) -> Result<JobFile, EditError> {
    make_job(&call.shared.archive, new)
}

/// The settings that a question about the scope is asked of, and the folder of their job. Nothing is written.
pub(crate) fn asked(
    call: &Call,
    job: Option<&str>,
    begin_with: Option<&str>,
    draft: &SettingsDraft,
) -> Result<(Job, PathBuf), EditError> {
    let archive = &call.shared.archive;
    let old = match job {
        Some(job) => JobFile::read(archive, job)?,
        None => {
            let text = beginning(archive, begin_with)?;
            JobFile { job: old_settings(&text)?.name, text, folder: archive.join("jobs") }
        }
    };
    let text = draft.apply(&old.text, "job.toml");
    let text = text.map_err(|problems| EditError::Wrong { problems })?;
    // Lists that rules name are read: only those that a file on the server names.
    let checked = match (check_settings(&old, &text), job) {
        // A job that is not made yet need not be complete.
        (Err(EditError::Wrong { .. }), None) => old_settings(&text)?,
        (checked, _) => checked?,
    };
    Ok((checked, old.folder))
}

fn old_settings(text: &str) -> Result<Job, EditError> {
    let file = JobFile { job: String::new(), text: text.to_owned(), folder: PathBuf::new() };
    Ok(file.settings()?)
}

pub(crate) fn ask_scope(call: &Call) -> ApiResult {
    let ScopeQuestion { job, begin_with, set, url, links, part } = call.json()?;
    let draft = draft(&set.unwrap_or_default());
    let (settings, folder) = asked(call, job.as_deref(), begin_with.as_deref(), &draft)?;
    let address =
        TrialAddress { uri: url, links: links.unwrap_or(1), is_part: part.unwrap_or(false) };
    let trial = try_scope(&settings, &folder, &address)?;
    let not_an_address = || Problem::with(ProblemKind::Invalid, "url: not an address");
    let ScopeTrial { uri, is_accepted, is_seed, rule, matching } =
        trial.ok_or_else(not_an_address)?;
    let item = |it: stodola_app::settings::TrialRule| TriedRuleItem {
        number: it.number as u64,
        name: it.name,
        words: retold(call.language, &it.description),
        accepts: it.accepts,
        own: it.is_own,
    };
    ApiAnswer::new(&ScopeAnswer {
        uri,
        accepted: is_accepted,
        seed: is_seed,
        rule,
        matching: matching.into_iter().map(item).collect(),
    })
}
