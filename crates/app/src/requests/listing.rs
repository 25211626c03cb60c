//! Results that are a list: facts about the whole, then rows, as JSON, XML, CSV, a web page, or by a template of
//! whoever asks. Rows are written one after the other, so a long list needs no more memory than a short one, except
//! for templates.
//!
//! All formats have the same names and values. What comes from pages is only ever text in them.

mod forms;
mod template;

pub use template::{ResultTemplate, TemplateError};

use super::packages::{FieldForm, PackageRun, QuestionField};
use forms::{Csv, Html, Json, ListForm, Xml};
use serde::Serialize;
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use stodola_work::{ResultContent, WorkFailure, WorkResult};

/// Names of the formats in questions.
const FORMATS: &[&str] = &["json", "xml", "csv", "html", "template"];
/// Rows that a template gets at most: they are all in memory.
const TEMPLATE_ROWS: usize = 100_000;
/// Rows between two looks at whether somebody has cancelled the work.
const LOOK_EVERY: usize = 500;

/// The member of a question that chooses the format.
pub(super) const FORMAT: QuestionField =
    QuestionField::optional("format", FieldForm::Choice(FORMATS));
/// The member of a question that has the template.
pub(super) const TEMPLATE: QuestionField = QuestionField::optional("template", FieldForm::Text);

/// What is said about a list as a whole.
#[derive(Debug)]
pub(super) struct Listing {
    /// What it is about, for the title of a page.
    pub(super) title: String,
    /// Facts about the whole.
    pub(super) facts: Map<String, Value>,
    /// Members of rows, in the order of columns.
    pub(super) columns: &'static [&'static str],
}

/// The value that JSON has for something.
pub(super) fn value(of: &impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}

/// The facts that a structure has.
pub(super) fn facts(of: &impl Serialize) -> Map<String, Value> {
    match value(of) {
        Value::Object(facts) => facts,
        _ => Map::new(),
    }
}

impl Listing {
    /// Writes the list in the format that the question names, as the result of a run.
    pub(super) fn result(
        &self,
        run: &PackageRun<'_>,
        rows: &mut dyn Iterator<Item = Value>,
    ) -> Result<WorkResult, WorkFailure> {
        let format = run.text("format").unwrap_or_else(|| "json".to_owned());
        let name = format!("{}-{}", run.package, run.task.number);
        let path = run.task.scratch.join(&name);
        let mut out =
            BufWriter::new(File::create_new(&path).map_err(|error| WorkFailure::of(&error))?);
        let (media, ending) = match &*format {
            "template" => {
                let text = run.text("template").unwrap_or_default();
                let template =
                    ResultTemplate::parse(&text).map_err(|error| WorkFailure::of(&error))?;
                self.fill(run, &template, rows, &mut out)?;
                match template.is_html() {
                    true => ("text/html; charset=utf-8", "html"),
                    false => ("text/plain; charset=utf-8", "txt"),
                }
            }
            "xml" => {
                self.write(run, &mut Xml, rows, &mut out)?;
                ("application/xml", "xml")
            }
            "csv" => {
                self.write(run, &mut Csv, rows, &mut out)?;
                ("text/csv; charset=utf-8", "csv")
            }
            "html" => {
                self.write(run, &mut Html, rows, &mut out)?;
                ("text/html; charset=utf-8", "html")
            }
            _ => {
                self.write(run, &mut Json::default(), rows, &mut out)?;
                ("application/json", "json")
            }
        };
        out.flush().map_err(|error| WorkFailure::of(&error))?;
        Ok(WorkResult {
            media: media.to_owned(),
            name: format!("{name}.{ending}"),
            content: ResultContent::File(path),
            stamp: String::new(),
        })
    }

    fn write(
        &self,
        run: &PackageRun<'_>,
        form: &mut dyn ListForm,
        rows: &mut dyn Iterator<Item = Value>,
        out: &mut dyn Write,
    ) -> Result<(), WorkFailure> {
        form.begin(self, run.package, out).map_err(|error| WorkFailure::of(&error))?;
        for (number, row) in rows.enumerate() {
            if number % LOOK_EVERY == 0 {
                run.go_on()?;
            }
            form.row(self, &row, out).map_err(|error| WorkFailure::of(&error))?;
        }
        form.end(out).map_err(|error| WorkFailure::of(&error))
    }

    /// Fills a template with all facts, and with `rows`.
    fn fill(
        &self,
        run: &PackageRun<'_>,
        template: &ResultTemplate,
        rows: &mut dyn Iterator<Item = Value>,
        out: &mut dyn Write,
    ) -> Result<(), WorkFailure> {
        let mut kept: Vec<Value> = rows.take(TEMPLATE_ROWS + 1).collect();
        run.go_on()?;
        if kept.len() > TEMPLATE_ROWS {
            kept.truncate(TEMPLATE_ROWS);
            run.log(&super::RequestNote::TemplateRows { most: TEMPLATE_ROWS as u64 });
        }
        let mut all = self.facts.clone();
        all.insert("title".to_owned(), Value::from(self.title.clone()));
        all.insert("rows".to_owned(), Value::from(kept));
        let filled = template.fill(&Value::Object(all), out);
        filled.map_err(|error| WorkFailure::of(&error))
    }
}

/// A value as a single text: texts as they are, lists and objects as JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn write_json(out: &mut dyn Write, value: &Value) -> io::Result<()> {
    serde_json::to_writer(out, value).map_err(io::Error::from)
}
