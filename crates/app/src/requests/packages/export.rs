//! `export`: captures as one WACZ or WARC file, as far as whoever asked may see them.

use super::{FieldForm, PackageKind, PackageRun, QuestionField};
use crate::export::{
    ExportAccess, ExportError, ExportFormat, ExportSelection, ExportSettings, export,
};
use crate::requests::{PackageFault, RequestNote};
use stodola_access::Moment;
use stodola_access::people::PersonRole;
use stodola_archive::Stamp;
use stodola_warc::date::Timestamp;
use stodola_work::{ResultContent, WorkFailure, WorkResult};

const DAY: i64 = 86_400;

pub(super) const KIND: PackageKind = PackageKind {
    name: "export",
    version: 1,
    at_once: 2,
    reuse: DAY,
    role: PersonRole::Reader,
    shows_captures: true,
    fields: &[
        QuestionField::optional("prefix", FieldForm::Text),
        QuestionField::optional("job", FieldForm::Text),
        QuestionField::optional("from", FieldForm::Text),
        QuestionField::optional("to", FieldForm::Text),
        QuestionField::optional("as_of", FieldForm::Text),
        QuestionField::optional("format", FieldForm::Choice(&["wacz", "warc"])),
        QuestionField::optional("title", FieldForm::Text),
    ],
    run,
};

fn run(run: &PackageRun<'_>) -> Result<WorkResult, WorkFailure> {
    let (format, ending, media) = match run.text("format").as_deref() {
        Some("warc") => (ExportFormat::Warc, "warc.gz", "application/warc"),
        _ => (ExportFormat::Wacz, "wacz", "application/wacz"),
    };
    let prefixes: Vec<String> = run.text("prefix").into_iter().collect();
    let job = run.text("job");
    if prefixes.is_empty() && job.is_none() {
        return Err(WorkFailure::of(&PackageFault::NothingToExport));
    }
    let name = format!("export-{}.{ending}", run.task.number);
    let settings = ExportSettings {
        archive: run.archive.to_owned(),
        out: run.task.scratch.join(&name),
        format,
        selection: ExportSelection {
            prefixes,
            job,
            from: time(run, "from", Moment::parse)?,
            to: time(run, "to", Moment::parse_last)?,
            as_of: time(run, "as_of", Moment::parse_last)?,
            places: None,
        },
        access: match run.rights.visitor() {
            None => ExportAccess::Everything,
            Some(visitor) => ExportAccess::Visitor(visitor),
        },
        title: run.text("title"),
        software: concat!("stodola/", env!("CARGO_PKG_VERSION")).to_owned(),
    };
    let summary = export(&settings, run.watch).map_err(|error| match error {
        ExportError::Stopped => WorkFailure::Stopped,
        error => WorkFailure::of(&error),
    })?;
    run.log(&RequestNote::Exported { captures: summary.captures, records: summary.records });
    for (reason, count) in &summary.left_out {
        run.log(&RequestNote::LeftOut { count: *count, reason: *reason });
    }
    let content = ResultContent::File(settings.out);
    Ok(WorkResult { media: media.to_owned(), name, content, stamp: String::new() })
}

/// A time in the question, to the second.
fn time(
    run: &PackageRun<'_>,
    name: &str,
    parse: fn(&str) -> Option<Moment>,
) -> Result<Option<Stamp>, WorkFailure> {
    let Some(text) = run.text(name) else { return Ok(None) };
    let seconds = parse(&text).and_then(|moment| u64::try_from(moment.0).ok());
    match seconds {
        Some(seconds) => Ok(Some(Stamp::from(Timestamp::from_unix_seconds(seconds)))),
        None => Err(WorkFailure::of(&PackageFault::NoTime(text))),
    }
}
