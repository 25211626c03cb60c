//! Which records are exported: their places, sorted by file and offset, each once.
//!
//! Records are copied in that order, so that files are read from front to back whatever the selection was. A line of
//! the plan has the place, the role, and what the catalogue knows that the record does not say itself.

use super::{ExportError, sorted};
use crate::LineSorter;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use stodola_archive::{ConversionRow, Entry, PostedRow};

/// Why a record is exported. If it has several roles, the last one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Role {
    /// It has the content of a revisit.
    Original,
    /// It is a part of a page.
    Requisite,
    /// It was selected.
    Selected,
}

/// A record that is to be exported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Planned {
    #[serde(skip)]
    pub(super) file: String,
    #[serde(skip)]
    pub(super) offset: u64,
    #[serde(skip)]
    pub(super) inner: u64,
    pub(super) role: Role,
    pub(super) is_conversion: bool,
    /// Each byte as the character of its number.
    uri: String,
    /// Stored bytes, for the progress.
    pub(super) length: u64,
    pub(super) digest: Option<String>,
    pub(super) title: Option<String>,
    posted: Option<(String, String)>,
}

impl Planned {
    pub(super) fn uri(&self) -> Vec<u8> {
        // Every character was a byte.
        self.uri.chars().map(|c| c as u8).collect()
    }

    /// The request with a body that the capture answers.
    pub(super) fn posted(&self) -> Option<PostedRow> {
        let (method, query) = self.posted.clone()?;
        Some(PostedRow { method, query })
    }

    fn is_at_place_of(&self, other: &Planned) -> bool {
        self.file == other.file && self.offset == other.offset && self.inner == other.inner
    }
}

/// The plan in the making.
#[derive(Default)]
pub(super) struct Plan {
    lines: LineSorter,
    is_filled: bool,
    /// Stored bytes of all records, those with several roles more than once.
    bytes: u64,
}

impl Plan {
    pub(super) fn is_empty(&self) -> bool {
        !self.is_filled
    }

    /// Stored bytes of what was planned, about.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn capture(
        &mut self,
        role: Role,
        entry: &Entry,
        posted: Option<PostedRow>,
    ) -> Result<(), ExportError> {
        let row = &entry.row;
        self.push(&Planned {
            file: entry.file.to_string(),
            offset: row.offset,
            inner: row.inner_offset,
            role,
            is_conversion: false,
            uri: characters(&row.uri),
            length: row.length.unwrap_or_default(),
            digest: row.digest.clone(),
            title: row.title.clone(),
            posted: posted.map(|posted| (posted.method, posted.query)),
        })
    }

    pub(super) fn conversion(
        &mut self,
        role: Role,
        row: &ConversionRow,
    ) -> Result<(), ExportError> {
        self.push(&Planned {
            file: row.file.to_string(),
            offset: row.offset,
            inner: row.inner_offset,
            role,
            is_conversion: true,
            uri: characters(&row.uri),
            length: 0,
            digest: None,
            title: None,
            posted: None,
        })
    }

    fn push(&mut self, planned: &Planned) -> Result<(), ExportError> {
        let Planned { file, offset, inner, role, .. } = planned;
        let rest = serde_json::to_string(planned);
        let rest = rest.map_err(|error| ExportError::Scratch(error.into()))?;
        // Names of files have no tabs and line ends. Roles are sorted as they are declared.
        let line = format!("{file}\t{offset:016x}\t{inner:016x}\t{}\t{rest}", *role as u8);
        self.is_filled = true;
        self.bytes += planned.length;
        self.lines.push(line.as_bytes()).map_err(ExportError::Scratch)
    }

    /// The records in the order of files and offsets.
    pub(super) fn finish(self) -> Result<PlanLines, ExportError> {
        let lines = sorted(self.lines).map_err(ExportError::Scratch)?;
        Ok(PlanLines { lines, ahead: None })
    }
}

/// A plan that is carried out.
pub(super) struct PlanLines {
    lines: BufReader<File>,
    ahead: Option<Planned>,
}

impl PlanLines {
    /// The next record; `None` behind the last one.
    pub(super) fn next(&mut self) -> Result<Option<Planned>, ExportError> {
        let mut planned = match self.ahead.take() {
            Some(planned) => planned,
            None => match self.read()? {
                Some(planned) => planned,
                None => return Ok(None),
            },
        };
        // The same place with another role: the last one counts.
        while let Some(next) = self.read()? {
            if !next.is_at_place_of(&planned) {
                self.ahead = Some(next);
                break;
            }
            planned = next;
        }
        Ok(Some(planned))
    }

    fn read(&mut self) -> Result<Option<Planned>, ExportError> {
        let mut line = String::new();
        if self.lines.read_line(&mut line).map_err(ExportError::Scratch)? == 0 {
            return Ok(None);
        }
        let planned = parse(line.trim_end_matches('\n')).ok_or_else(|| {
            ExportError::Scratch(io::Error::new(io::ErrorKind::InvalidData, "a line is not ours"))
        });
        planned.map(Some)
    }
}

fn parse(line: &str) -> Option<Planned> {
    let mut parts = line.splitn(5, '\t');
    let file = parts.next()?.to_owned();
    let offset = u64::from_str_radix(parts.next()?, 16).ok()?;
    let inner = u64::from_str_radix(parts.next()?, 16).ok()?;
    let rest = parts.nth(1)?;
    Some(Planned { file, offset, inner, ..serde_json::from_str(rest).ok()? })
}

fn characters(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}
