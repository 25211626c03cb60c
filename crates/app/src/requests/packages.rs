//! The packages: one small file each, one list. A new one is a file here and a row of [`PACKAGES`].

mod area;
mod clean_up;
mod export;
mod fixity;
mod harvest;
mod index;
mod map;
mod near;
mod rank;

use super::listing::ResultTemplate;
use super::rights::rules_stamp;
use super::{FieldFault, RequestNote, RequestRights, RequestsError};
use crate::Watch;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use stodola_access::people::PersonRole;
use stodola_archive::Holder;
use stodola_work::{
    WorkError, WorkFailure, WorkPackage, WorkProgress, WorkQuestion, WorkResult, WorkTask,
};

/// All packages, in the order in which pages show them.
pub const PACKAGES: &[PackageKind] = &[
    map::KIND,
    rank::KIND,
    near::KIND,
    export::KIND,
    harvest::KIND,
    index::KIND,
    fixity::KIND,
    clean_up::KIND,
];

/// The package that cleans up.
pub(super) const CLEAN_UP: &str = clean_up::KIND.name;

/// A row of the list of packages.
#[derive(Clone, Copy, Debug)]
pub struct PackageKind {
    /// Its name in requests, settings and texts.
    pub name: &'static str,
    /// The version of its results.
    pub version: u32,
    /// How many requests run at the same time, unless the operator decides otherwise.
    pub at_once: u32,
    /// Age in seconds up to which a result answers the same question; 0 for work that acts, and is done each time.
    pub reuse: i64,
    /// The role that is needed, unless the operator decides otherwise.
    pub role: PersonRole,
    /// Whether results have something of captures: they are made and shown by rights.
    pub shows_captures: bool,
    /// The members of a question.
    pub fields: &'static [QuestionField],
    /// Does the work.
    pub run: fn(&PackageRun<'_>) -> Result<WorkResult, WorkFailure>,
}

/// A member of a question.
#[derive(Clone, Copy, Debug)]
pub struct QuestionField {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub form: FieldForm,
    /// Whether it must be there.
    pub is_needed: bool,
}

/// What a member of a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldForm {
    /// A text.
    Text,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// A whole number that is not negative.
    Number,
    /// True or false.
    Flag,
}

impl QuestionField {
    /// A member that may be missing.
    pub(super) const fn optional(name: &'static str, form: FieldForm) -> QuestionField {
        QuestionField { name, form, is_needed: false }
    }

    /// A member that must be there.
    pub(super) const fn needed(name: &'static str, form: FieldForm) -> QuestionField {
        QuestionField { name, form, is_needed: true }
    }
}

/// What a package needs for its work.
pub struct PackageRun<'r> {
    /// The name of the package.
    pub package: &'static str,
    /// The archive folder.
    pub archive: &'r Path,
    /// The task.
    pub task: &'r WorkTask<'r>,
    /// Whose rights count.
    pub rights: RequestRights,
    /// Is told how far the work is, and stops it.
    pub watch: &'r ProgressWatch<'r>,
    /// The command of the process, for others who wait for the archive.
    pub command: &'r str,
}

impl PackageRun<'_> {
    /// The text of a member of the question; `None` if it is missing.
    pub fn text(&self, name: &str) -> Option<String> {
        self.task.question.text(name).filter(|text| !text.is_empty())
    }

    /// A number in the question; `None` if it is missing.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.task.question.object().get(name)?.as_u64()
    }

    /// Whether a member of the question is true.
    pub fn flag(&self, name: &str) -> bool {
        self.task.question.object().get(name).is_some_and(|value| *value == Value::Bool(true))
    }

    /// Writes a line to the log of the request.
    pub fn log(&self, note: &RequestNote) {
        self.watch.log(note);
    }

    /// Says what is done now.
    pub fn begin(&self, stage: &str) {
        self.watch.begin(stage, None);
    }

    /// Why the work did not lead to a result: because somebody has cancelled it, or because of the error.
    pub fn failed(&self, error: &dyn std::error::Error) -> WorkFailure {
        if self.watch.is_stopped() { WorkFailure::Stopped } else { WorkFailure::of(error) }
    }

    /// Ends the work if somebody has cancelled it.
    pub fn go_on(&self) -> Result<(), WorkFailure> {
        if self.watch.is_stopped() { Err(WorkFailure::Stopped) } else { Ok(()) }
    }
}

/// The package of that name.
pub(super) fn find(name: &str) -> Result<&'static PackageKind, RequestsError> {
    let found = PACKAGES.iter().find(|kind| kind.name == name);
    let unknown = || WorkError::UnknownPackage(name.chars().take(100).collect());
    Ok(found.ok_or_else(unknown)?)
}

/// Checks that a question has what the package needs, and nothing else.
pub(super) fn checked(
    kind: &PackageKind,
    question: &Map<String, Value>,
) -> Result<WorkQuestion, RequestsError> {
    let wrong = |field: &str, what| RequestsError::Field {
        package: kind.name,
        field: field.chars().take(100).collect(),
        what,
    };
    for (name, value) in question {
        let Some(field) = kind.fields.iter().find(|field| field.name == name) else {
            return Err(wrong(name, FieldFault::Unknown));
        };
        match (field.form, value) {
            (FieldForm::Text, Value::String(_)) | (FieldForm::Flag, Value::Bool(_)) => {}
            (FieldForm::Choice(choices), Value::String(text)) if choices.contains(&&**text) => {}
            (FieldForm::Choice(_), _) => return Err(wrong(name, FieldFault::NotChoice)),
            (FieldForm::Number, value) if value.is_u64() => {}
            (FieldForm::Text, _) => return Err(wrong(name, FieldFault::NotText)),
            (FieldForm::Number, _) => return Err(wrong(name, FieldFault::NotNumber)),
            (FieldForm::Flag, _) => return Err(wrong(name, FieldFault::NotFlag)),
        }
    }
    let is_there = |field: &&QuestionField| {
        question.get(field.name).is_some_and(|value| value.as_str() != Some(""))
    };
    if let Some(field) = kind.fields.iter().find(|field| field.is_needed && !is_there(field)) {
        return Err(wrong(field.name, FieldFault::Missing));
    }
    if let Some(template) = question.get("template").and_then(Value::as_str) {
        ResultTemplate::parse(template)?;
    }
    Ok(WorkQuestion::new(&Value::Object(question.clone())).map_err(WorkError::from)?)
}

/// The question that people write as names and values. Empty values are left out.
pub fn written_question<'t>(
    package: &str,
    pairs: impl IntoIterator<Item = (&'t str, &'t str)>,
) -> Result<Map<String, Value>, RequestsError> {
    let kind = find(package)?;
    let mut question = Map::new();
    for (name, text) in pairs {
        let form = kind.fields.iter().find(|field| field.name == name).map(|field| field.form);
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let value = match (form, text) {
            (Some(FieldForm::Flag), "yes" | "true") => Value::Bool(true),
            (Some(FieldForm::Flag), "no" | "false") => Value::Bool(false),
            (Some(FieldForm::Number), text) => {
                text.parse::<u64>().map_or_else(|_| Value::from(text), Value::from)
            }
            // Whatever does not fit is told when the question is checked.
            _ => Value::from(text),
        };
        question.insert(name.to_owned(), value);
    }
    Ok(question)
}

/// A package for a runner.
pub(super) fn runnable(kind: &PackageKind, archive: &Path, command: &str) -> Box<Runnable> {
    Box::new(Runnable { kind: *kind, archive: archive.to_owned(), command: command.to_owned() })
}

pub(super) struct Runnable {
    kind: PackageKind,
    archive: PathBuf,
    command: String,
}

impl WorkPackage for Runnable {
    fn name(&self) -> &'static str {
        self.kind.name
    }

    fn version(&self) -> u32 {
        self.kind.version
    }

    fn run(
        &self,
        task: &WorkTask<'_>,
        progress: &mut dyn WorkProgress,
    ) -> Result<WorkResult, WorkFailure> {
        // Before the work: a rule that is changed meanwhile makes the result old.
        let stamp = match self.kind.shows_captures {
            true => rules_stamp(&self.archive).map_err(|error| WorkFailure::of(&error))?,
            false => String::new(),
        };
        let watch =
            ProgressWatch(Mutex::new(Watched { progress, stage: String::new(), total: None }));
        let run = PackageRun {
            package: self.kind.name,
            archive: &self.archive,
            task,
            rights: RequestRights::parse(task.rights),
            watch: &watch,
            command: &self.command,
        };
        let result = (self.kind.run)(&run)?;
        Ok(WorkResult { stamp, ..result })
    }
}

/// Tells the progress of work in this crate to the queue.
pub struct ProgressWatch<'p>(Mutex<Watched<'p>>);

struct Watched<'p> {
    progress: &'p mut dyn WorkProgress,
    stage: String,
    total: Option<u64>,
}

impl ProgressWatch<'_> {
    fn with<T>(&self, tell: impl FnOnce(&mut Watched<'_>) -> T) -> T {
        tell(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn log(&self, note: &RequestNote) {
        self.with(|it| it.progress.log(&note.to_string()));
    }
}

impl Watch for ProgressWatch<'_> {
    fn begin(&self, stage: &str, total: Option<u64>) {
        self.with(|it| {
            (it.stage, it.total) = (stage.to_owned(), total);
            it.progress.at(None, stage);
        });
    }

    fn at(&self, done: u64) {
        self.with(|it| {
            let share = it.total.filter(|total| *total > 0).map(|total| done as f64 / total as f64);
            it.progress.at(share, &it.stage);
        });
    }

    fn waiting(&self, _: &Path, holder: &Holder) {
        let note = RequestNote::Waits { holder: holder.to_string() };
        self.log(&note);
    }

    fn is_stopped(&self) -> bool {
        self.with(|it| it.progress.is_cancelled())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn questions_have_what_a_package_needs_and_nothing_else() {
        let check = |package: &str, question: Value| {
            let Value::Object(question) = question else { panic!("not an object") };
            let checked = find(package).and_then(|kind| checked(kind, &question));
            checked.map(|it| it.to_string()).map_err(|error| error.to_string())
        };
        let good = json!({ "prefix": "http://a.cz/", "format": "warc" });
        assert!(check("export", good).is_ok());
        for (package, question, told) in [
            ("export", json!({ "format": "zip" }), "'format' is not one of the choices"),
            ("export", json!({ "out": "/etc/passwd" }), "'out' is not known"),
            ("export", json!({ "prefix": 1 }), "'prefix' must be a text"),
            ("harvest", json!({}), "'job' is needed"),
            ("harvest", json!({ "job": "" }), "'job' is needed"),
            ("harvest", json!({ "job": "a", "again": "yes" }), "'again' must be true or false"),
            ("fixity", json!({ "older_than_days": -1 }), "must be a number"),
            ("nothing", json!({}), "there is no package 'nothing'"),
        ] {
            let error = check(package, question).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
        let deep = (0..40).fold(json!(1), |inner, _| json!([inner]));
        assert!(check("export", json!({ "prefix": deep })).is_err());
        let long = json!({ "prefix": "x".repeat(10 << 20) });
        assert!(check("export", long).unwrap_err().contains("bytes"));
    }

    #[test]
    fn packages_have_different_names() {
        let names: std::collections::BTreeSet<&str> =
            PACKAGES.iter().map(|kind| kind.name).collect();
        assert_eq!(names.len(), PACKAGES.len());
    }
}
