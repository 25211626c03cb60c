//! Reads the seeds of one file.

use super::format::{LineParser, SeedFormat, first_lines};
use super::lines::{Lines, Unreadable};
use super::{SeedFault, SeedListSettings};
use crate::job::JobError;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A line that was meant to give a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedLine {
    /// Its number, from 1.
    pub number: u64,
    /// The URI in normal form; or why there is none, and the line.
    pub found: Result<Vec<u8>, (SeedFault, Vec<u8>)>,
}

/// Reads the seeds of one file, line by line. Lines that are not meant to give one are passed over: remarks, names of
/// columns, traces of errors.
pub struct SeedReader {
    path: PathBuf,
    lines: Lines,
    parser: LineParser,
    format: SeedFormat,
    read: u64,
}

impl SeedReader {
    /// Opens a file.
    ///
    /// # Errors
    /// It cannot be read, is packed in a way that is not known, or has no such column.
    pub fn open(path: &Path, settings: &SeedListSettings) -> Result<SeedReader, JobError> {
        let file = File::open(path).map_err(|error| unreadable(path, error.into()))?;
        SeedReader::new(path, Box::new(file), settings)
    }

    /// Reads from any source. `path` is the name of the source in messages.
    pub fn new(
        path: &Path,
        source: Box<dyn Read + Send>,
        settings: &SeedListSettings,
    ) -> Result<SeedReader, JobError> {
        let lines = Lines::new(source).map_err(|error| unreadable(path, error))?;
        let head = lines.head();
        let first = first_lines(head, head.len() < 64 << 10);
        let format = match settings.format {
            SeedFormat::Auto if !settings.column.is_empty() => SeedFormat::Csv,
            SeedFormat::Auto => SeedFormat::of(&first),
            format => format,
        };
        let parser = LineParser::new(format, &first, &settings.column).ok_or_else(|| {
            let (path, column) = (path.to_owned(), settings.column.clone());
            JobError::SeedColumn { path, column }
        })?;
        Ok(SeedReader { path: path.to_owned(), lines, parser, format, read: 0 })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The kind of the file: the one asked for, or the one found.
    pub fn format(&self) -> SeedFormat {
        self.format
    }

    /// Number of lines read.
    pub fn lines(&self) -> u64 {
        self.read
    }

    fn read(&mut self) -> io::Result<Option<SeedLine>> {
        while let Some(line) = self.lines.next()? {
            let number = line.number;
            let found = match line.content {
                Err((SeedFault::Damaged, _)) => Err((SeedFault::Damaged, Vec::new())),
                Err((fault, start)) => {
                    self.read = number;
                    Err((fault, start[..start.len().min(1000)].to_vec()))
                }
                Ok(content) => {
                    self.read = number;
                    match self.parser.line(content) {
                        None => continue,
                        Some(Ok(uri)) => Ok(uri),
                        Some(Err(fault)) => {
                            Err((fault, content[..content.len().min(1000)].to_vec()))
                        }
                    }
                }
            };
            return Ok(Some(SeedLine { number, found }));
        }
        Ok(None)
    }
}

impl Iterator for SeedReader {
    type Item = Result<SeedLine, JobError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().map_err(|error| unreadable(&self.path, error.into())).transpose()
    }
}

fn unreadable(path: &Path, error: Unreadable) -> JobError {
    let path = path.to_owned();
    match error {
        Unreadable::Io(source) => JobError::Seeds { path, source },
        Unreadable::Packing(packing) => JobError::SeedsPacked { path, packing },
    }
}
