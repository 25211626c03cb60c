//! Checks files: findings, and a summary of each file.

use super::{InputsEnded, ReportNotice, WarcError, WarcInput, each_input};
use serde::{Serialize, Serializer};
use std::io;
use std::path::PathBuf;
use stodola_warc::Grade;
use stodola_warc::check::{CheckSummary, Checker, CheckerOptions, Finding, FormatFault};

/// What is checked, and what is reported.
#[derive(Clone, Copy, Debug)]
pub struct WarcCheckSettings {
    /// Whether digests are computed and compared.
    pub digests: bool,
    /// Lowest grade that is reported; findings below it are still counted.
    pub least: Grade,
}

/// A finding in a file. Serialised, it is a line of JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ReportedFinding<'a> {
    /// The input, as the user named it.
    pub file: &'a str,
    /// Byte offset of the record, or of the bytes.
    pub offset: u64,
    /// How bad it is.
    #[serde(serialize_with = "grade")]
    pub grade: Grade,
    /// Name of the rule.
    pub rule: &'a str,
    /// What is wrong. JSON has the message in English.
    #[serde(rename = "message", serialize_with = "message")]
    pub fault: &'a FormatFault,
}

fn grade<S: Serializer>(grade: &Grade, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(grade.as_str())
}

fn message<S: Serializer>(fault: &FormatFault, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(fault)
}

/// A row of the result.
#[derive(Debug)]
pub enum CheckRow<'a> {
    /// Something is wrong, or worth knowing.
    Finding(ReportedFinding<'a>),
    /// The name and the numbers of a file that has records, after all its findings.
    Summary(&'a str, &'a CheckSummary),
}

/// Checks the inputs, and passes findings and summaries to `row`. The data counts as bad if there is an error.
pub fn check(
    paths: &[PathBuf],
    settings: WarcCheckSettings,
    watch: &dyn ReportNotice,
    row: &mut dyn FnMut(CheckRow<'_>) -> io::Result<()>,
) -> Result<InputsEnded, WarcError> {
    each_input(paths, watch, |input| check_input(input, settings, row))
}

fn check_input(
    input: &mut WarcInput<'_>,
    settings: WarcCheckSettings,
    row: &mut dyn FnMut(CheckRow<'_>) -> io::Result<()>,
) -> Result<u64, WarcError> {
    let name = input.name;
    let mut written = Ok(());
    let mut on = |finding: Finding| {
        if finding.grade < settings.least || written.is_err() {
            return;
        }
        written = row(CheckRow::Finding(ReportedFinding {
            file: name,
            offset: finding.offset,
            grade: finding.grade,
            rule: finding.rule,
            fault: &finding.fault,
        }));
    };
    let mut checker = Checker::new(&CheckerOptions { digests: settings.digests }, &mut on);
    let mut records = 0;
    while let Some(record) = input.reader.next_record()? {
        records += 1;
        checker.record(record)?;
        for gap in input.reader.take_gaps() {
            checker.gap(&gap);
        }
        input.tell_progress();
    }
    if records == 0 {
        return Ok(records);
    }
    for gap in input.reader.take_gaps() {
        checker.gap(&gap);
    }
    let summary = checker.finish();
    written.map_err(WarcError::Output)?;
    input.is_data_bad = summary.errors > 0;
    row(CheckRow::Summary(name, &summary)).map_err(WarcError::Output)?;
    Ok(records)
}
