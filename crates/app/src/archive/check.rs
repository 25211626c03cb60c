//! Checks that every file of an archive is still what it was.

use super::{FileBytes, ReadError, open};
use crate::Watch;
use serde::{Serialize, Serializer};
use std::collections::HashMap;
use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use stodola_archive::fixity::{self, CheckOptions, CheckRun, Checked, Condition};
use stodola_archive::{Catalogue, CatalogueError};
use stodola_warc::check::FormatFault;

/// Which files are checked, and for how long.
#[derive(Clone, Debug, Default)]
pub struct ArchiveCheckSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// Files that were added or checked within this time are left out.
    pub older_than: Duration,
    /// No file is begun after this time; `None` for no limit.
    pub max_time: Option<Duration>,
    /// Whether nothing is written to `fixity.tsv`.
    pub is_unnoted: bool,
}

/// The result of checking a file, as in JSON output.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedFile {
    /// The name of the file in the archive.
    pub file: String,
    /// Condition of the file now.
    #[serde(serialize_with = "condition")]
    pub condition: Condition,
    /// Condition at the time before; `None` if the file was neither checked nor added.
    #[serde(serialize_with = "maybe_condition")]
    pub before: Option<Condition>,
    /// Number of errors in its records.
    pub errors: u64,
    /// Size in bytes now; `None` if it is missing or could not be read.
    pub size: Option<u64>,
    /// Expected size in bytes; `None` if it is not known.
    pub expected_size: Option<u64>,
    /// Number of captures in other files that lose their content. Counted only if the file is missing.
    pub dependents: u64,
    /// Why it could not be read; `None` if it could.
    pub problem: Option<String>,
    /// The first errors in its records.
    pub findings: Vec<CheckFinding>,
}

/// An error in a record.
#[derive(Clone, Debug, Serialize)]
pub struct CheckFinding {
    /// Byte offset of the record.
    pub offset: u64,
    /// Name of the broken rule.
    pub rule: &'static str,
    /// What is wrong. JSON has the message in English.
    #[serde(rename = "message", serialize_with = "message")]
    pub fault: FormatFault,
}

fn message<S: Serializer>(fault: &FormatFault, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(fault)
}

/// How the condition of a file differs from the time before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// It is the same.
    Same,
    /// The file was missing and has come back.
    Back,
    /// The file has been missing since then.
    Missing,
    /// The file cannot be read since then.
    Unreadable,
    /// The bytes of the file have changed since then.
    Damaged,
    /// Errors in its records were found for the first time.
    Errors,
    /// The file is sound again.
    Sound,
}

impl CheckedFile {
    fn new(checked: Checked, dependents: u64) -> CheckedFile {
        let Checked { name, condition, before, size, expected_size, findings, errors, problem } =
            checked;
        let findings = findings.into_iter().map(|it| CheckFinding {
            offset: it.offset,
            rule: it.rule,
            fault: it.fault,
        });
        CheckedFile {
            file: name,
            condition,
            before,
            errors,
            size,
            expected_size,
            dependents,
            problem,
            findings: findings.collect(),
        }
    }

    /// Returns the size now and the size that it should have, in bytes, if they differ.
    pub fn sizes(&self) -> Option<(u64, u64)> {
        self.size.zip(self.expected_size).filter(|(now, should)| now != should)
    }

    /// Whether the condition of the file differs from the time before.
    pub fn is_news(&self) -> bool {
        match self.before {
            Some(before) if !before.is_bad() => self.condition.is_bad(),
            Some(before) => before != self.condition,
            None => self.condition.is_bad(),
        }
    }

    /// Returns how its condition differs from the time before.
    pub fn news(&self) -> News {
        if !self.is_news() {
            return News::Same;
        }
        match (self.before, self.condition) {
            (Some(Condition::Missing), Condition::Missing) => News::Same,
            (Some(Condition::Missing), _) => News::Back,
            (_, Condition::Missing) => News::Missing,
            (_, Condition::Unreadable) => News::Unreadable,
            (_, Condition::Changed) => News::Damaged,
            (_, Condition::Flawed) => News::Errors,
            (_, Condition::Sound | Condition::Added) => News::Sound,
        }
    }
}

fn condition<S: Serializer>(condition: &Condition, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(condition.as_str())
}

fn maybe_condition<S: Serializer>(
    condition: &Option<Condition>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    condition.map(Condition::as_str).serialize(serializer)
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// All files that were checked, and all that are missing.
    pub files: Vec<CheckedFile>,
    /// Numbers of files that were checked and that were not.
    pub run: CheckRun,
}

impl CheckReport {
    /// Number of files that somebody has to do something about.
    pub fn bad(&self) -> u64 {
        self.files.iter().filter(|it| it.condition.is_bad()).count() as u64
    }

    /// Number of files that are missing.
    pub fn missing(&self) -> u64 {
        self.files.iter().filter(|it| it.condition == Condition::Missing).count() as u64
    }
}

/// Errors from checking an archive.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The archive could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The results could not be stored, because the archive cannot be written to.
    #[error("the archive cannot be written to; check it with --no-note")]
    NotWritable(#[source] CatalogueError),
}

/// Checks that no file of an archive has changed, and that every digest in it is right.
pub fn check(
    settings: &ArchiveCheckSettings,
    watch: &dyn Watch,
) -> Result<CheckReport, CheckError> {
    let (archive, catalogue) = open(&settings.archive)?;
    let options = CheckOptions {
        older_than: settings.older_than,
        max_time: settings.max_time,
        is_unnoted: settings.is_unnoted,
    };
    let totals = catalogue.totals().map_err(ReadError::from)?;
    let mut bytes = FileBytes::new(watch, Some(totals.file_bytes));
    let mut all = Vec::new();
    let run = fixity::check(&archive, &catalogue, &options, &mut bytes, &mut |it| all.push(it));
    drop(bytes);
    let run = run.map_err(|error| match is_refused(&error) {
        true => CheckError::NotWritable(error),
        false => CheckError::Read(error.into()),
    })?;
    let dependents = dependents(&catalogue, &all).map_err(ReadError::from)?;
    let files = all.into_iter().map(|checked| {
        let dependents = dependents.get(&checked.name).copied().unwrap_or(0);
        CheckedFile::new(checked, dependents)
    });
    Ok(CheckReport { files: files.collect(), run })
}

/// Returns, for each missing file, the number of captures in other files that lose their content.
fn dependents(
    catalogue: &Catalogue,
    all: &[Checked],
) -> Result<HashMap<String, u64>, CatalogueError> {
    let is_missing = |it: &&Checked| it.condition == Condition::Missing;
    let missing: Vec<&str> = all.iter().filter(is_missing).map(|it| it.name.as_str()).collect();
    let mut dependents: HashMap<String, u64> = HashMap::new();
    if missing.is_empty() {
        return Ok(dependents);
    }
    let files = catalogue.files()?;
    let is_listed = |name: &&str| files.iter().any(|file| file.name == **name);
    let listed: Vec<&str> = missing.into_iter().filter(is_listed).collect();
    catalogue.dependents(&listed, &mut |file, _| {
        *dependents.entry(file.to_owned()).or_default() += 1;
    })?;
    Ok(dependents)
}

/// Whether the system refused permission to write.
fn is_refused(error: &CatalogueError) -> bool {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
        if let Some(io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied) = kind {
            return true;
        }
        cause = error.source();
    }
    false
}
