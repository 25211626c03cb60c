//! What was selected and is not in the export, with the reason: a list in a file beside it.

use super::{ExportError, sorted};
use crate::{LineSorter, json};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{BufRead, BufWriter, Write};
use std::path::Path;
use stodola_archive::{CaptureError, Entry, Stamp};
use stodola_durable::Draft;

/// Why something is not in an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOutReason {
    /// A rule of access blocks the capture.
    Blocked,
    /// A rule of access hides the capture.
    Hidden,
    /// The archive does not have the content of a revisit.
    NoOriginal,
    /// A rule of access keeps the content of a revisit back.
    OriginalRefused,
    /// As of the date the URL was not captured yet.
    OnlyLater,
    /// The archive has no capture of a requisite.
    NotArchived,
    /// Requisites of requisites of requisites …: no more were followed.
    TooDeep,
    /// The file with the capture is missing.
    FileMissing,
    /// The file with the capture is not what it was.
    FileChanged,
    /// The record could not be read.
    Damaged,
    /// The record is exported as far as it could be read.
    Cut,
    /// Of a record in segments only the first one is exported.
    OtherSegments,
    /// The capture is exported, a record that belongs to it (its request) is not: it does not follow in the file.
    Companion,
}

/// All of them, for reading them back.
const REASONS: [LeftOutReason; 13] = [
    LeftOutReason::Blocked,
    LeftOutReason::Hidden,
    LeftOutReason::NoOriginal,
    LeftOutReason::OriginalRefused,
    LeftOutReason::OnlyLater,
    LeftOutReason::NotArchived,
    LeftOutReason::TooDeep,
    LeftOutReason::FileMissing,
    LeftOutReason::FileChanged,
    LeftOutReason::Damaged,
    LeftOutReason::Cut,
    LeftOutReason::OtherSegments,
    LeftOutReason::Companion,
];

impl LeftOutReason {
    /// Its name in the list.
    pub fn as_str(self) -> &'static str {
        match self {
            LeftOutReason::Blocked => "blocked",
            LeftOutReason::Hidden => "hidden",
            LeftOutReason::NoOriginal => "no-original",
            LeftOutReason::OriginalRefused => "original-refused",
            LeftOutReason::OnlyLater => "only-later",
            LeftOutReason::NotArchived => "not-archived",
            LeftOutReason::TooDeep => "too-deep",
            LeftOutReason::FileMissing => "file-missing",
            LeftOutReason::FileChanged => "file-changed",
            LeftOutReason::Damaged => "damaged",
            LeftOutReason::Cut => "cut",
            LeftOutReason::OtherSegments => "other-segments",
            LeftOutReason::Companion => "companion",
        }
    }

    /// Whether something is wrong with the archive.
    pub fn is_damage(self) -> bool {
        match self {
            LeftOutReason::NoOriginal
            | LeftOutReason::FileMissing
            | LeftOutReason::FileChanged
            | LeftOutReason::Damaged
            | LeftOutReason::Cut => true,
            LeftOutReason::Blocked
            | LeftOutReason::Hidden
            | LeftOutReason::OriginalRefused
            | LeftOutReason::OnlyLater
            | LeftOutReason::NotArchived
            | LeftOutReason::TooDeep
            | LeftOutReason::OtherSegments
            | LeftOutReason::Companion => false,
        }
    }
}

/// A line of the list.
#[derive(Serialize)]
struct LeftOutRow<'r> {
    reason: &'static str,
    #[serde(serialize_with = "json::bytes")]
    uri: &'r [u8],
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The list in the making. Lines are sorted by reason; equal ones stand there once.
#[derive(Default)]
pub(super) struct LeftOut {
    lines: LineSorter,
}

impl LeftOut {
    /// Notes a capture.
    pub(super) fn capture(
        &mut self,
        reason: LeftOutReason,
        entry: &Entry,
    ) -> Result<(), ExportError> {
        self.place(reason, &entry.row.uri, entry.row.time, (&entry.file, entry.row.offset), None)
    }

    /// Notes a URI of which there is no capture.
    pub(super) fn uri(&mut self, reason: LeftOutReason, uri: &[u8]) -> Result<(), ExportError> {
        let row = LeftOutRow {
            reason: reason.as_str(),
            uri,
            time: None,
            file: None,
            offset: None,
            error: None,
        };
        self.push(&row)
    }

    /// Notes a record at a place.
    pub(super) fn place(
        &mut self,
        reason: LeftOutReason,
        uri: &[u8],
        time: Option<Stamp>,
        (file, offset): (&str, u64),
        error: Option<String>,
    ) -> Result<(), ExportError> {
        let row = LeftOutRow {
            reason: reason.as_str(),
            uri,
            time: time.map(|time| time.to_string()),
            file: Some(file),
            offset: Some(offset),
            error,
        };
        self.push(&row)
    }

    fn push(&mut self, row: &LeftOutRow<'_>) -> Result<(), ExportError> {
        let line = serde_json::to_vec(row).map_err(|error| ExportError::Scratch(error.into()))?;
        self.lines.push(&line).map_err(ExportError::Scratch)
    }

    /// Returns how much there is of each reason.
    pub(super) fn counts(self) -> Result<BTreeMap<LeftOutReason, u64>, ExportError> {
        let mut lines = sorted(self.lines).map_err(ExportError::Scratch)?;
        let mut counts = BTreeMap::new();
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).map_err(ExportError::Scratch)? > 0 {
            if let Some(reason) = reason_of(&line) {
                *counts.entry(reason).or_default() += 1;
            }
            line.clear();
        }
        Ok(counts)
    }

    /// Writes the list, if there is anything to list, and returns how much there is of each reason.
    pub(super) fn publish(self, path: &Path) -> Result<BTreeMap<LeftOutReason, u64>, ExportError> {
        let mut lines = sorted(self.lines).map_err(ExportError::Scratch)?;
        let mut counts = BTreeMap::new();
        let mut out: Option<BufWriter<Draft>> = None;
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).map_err(ExportError::Scratch)? > 0 {
            if let Some(reason) = reason_of(&line) {
                *counts.entry(reason).or_default() += 1;
            }
            let out = match &mut out {
                Some(out) => out,
                none => none.insert(BufWriter::new(Draft::create(path)?)),
            };
            out.write_all(&line).map_err(ExportError::write(path))?;
            line.clear();
        }
        if let Some(out) = out {
            super::unbuffered(out, path)?.publish()?;
        }
        Ok(counts)
    }
}

/// The reason that a line begins with.
fn reason_of(line: &[u8]) -> Option<LeftOutReason> {
    let name = line.strip_prefix(b"{\"reason\":\"")?;
    let name = name.split(|&byte| byte == b'"').next()?;
    REASONS.into_iter().find(|reason| reason.as_str().as_bytes() == name)
}

/// Why a capture that could not be opened is left out; `None` if the catalogue itself failed.
pub(super) fn reason_of_error(error: &CaptureError) -> Option<LeftOutReason> {
    match error {
        CaptureError::Catalogue(_) => None,
        CaptureError::Missing(_) => Some(LeftOutReason::FileMissing),
        CaptureError::Changed { .. } => Some(LeftOutReason::FileChanged),
        CaptureError::NoOriginal { .. } => Some(LeftOutReason::NoOriginal),
        _ => Some(LeftOutReason::Damaged),
    }
}
