//! The logs of a harvest for people and their scripts: `logs/crawl.log` with a line for each URI that has ended,
//! `logs/progress-statistics.log`, and reports, all as Heritrix 3 writes them.
//!
//! Everything here is derived from the frontier's log, which is the truth. After each commit of that log, new lines are
//! appended; at checkpoints the place that was reached is stored beside them.

mod completeness;
mod dns;
mod line;
mod position;
mod progress;
mod reports;
mod status;
mod types;

pub use completeness::{COMPLETENESS_FILE, Completeness, SourceRow};
pub use progress::{JobRuns, ProgressSample, process_memory};
pub use reports::{Changes, FailedSeed, HostCount, REPORTS, Reports, RoundSummary};
pub use types::TypeAmount;
pub(crate) use types::TypeTable;

use crate::{Ended, Progress};
use dns::DnsLog;
use line::Line;
use position::Position;
use progress::ProgressLog;
use status::Class;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use stodola_durable::PathError;
use stodola_frontier::{
    Depths, Detail, Frontier, FrontierError, Happened, LogPlace, LogTail, LoggedUri, Outcome, Time,
};

/// Name of the folder of the logs in the folder of a job.
pub const FOLDER: &str = "logs";
const CRAWL_LOG: &str = "crawl.log";

/// Errors from reading or writing logs and reports.
#[derive(Debug, thiserror::Error)]
pub enum LogsError {
    /// The frontier's log could not be read.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// A file could not be read or written.
    #[error("cannot {what} '{}': {error}", .path.display())]
    Io {
        /// What failed, as a verb: `read`, `write`.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        #[source]
        error: io::Error,
    },
}

impl From<PathError> for LogsError {
    fn from(error: PathError) -> LogsError {
        LogsError::Io { what: error.doing, path: error.path, error: error.source }
    }
}

impl LogsError {
    fn new(what: &'static str, path: &Path) -> impl Fn(io::Error) -> LogsError {
        let path = path.to_owned();
        move |error| LogsError::Io { what, path: path.clone(), error }
    }
}

/// The logs of a harvest that runs.
pub(crate) struct Logs {
    folder: PathBuf,
    file: File,
    position: Position,
    progress: ProgressLog,
    dns: DnsLog,
}

impl Logs {
    /// Opens the logs in the folder of a job, and adds the lines that are missing.
    pub(crate) fn open(job: &Path, frontier: &Frontier) -> Result<Logs, LogsError> {
        let folder = job.join(FOLDER);
        fs::create_dir_all(&folder).map_err(LogsError::new("create", &folder))?;
        let path = folder.join(CRAWL_LOG);
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&path)
            .map_err(LogsError::new("open", &path))?;
        let length = file.metadata().map_err(LogsError::new("read", &path))?.len();
        let mut position = Position::read(&folder)?;
        if position.length > length {
            // Somebody removed lines; all of them can be written again from the frontier's log.
            position = Position::default();
        }
        file.set_len(position.length).map_err(LogsError::new("cut", &path))?;
        let progress = ProgressLog::open(&folder)?;
        let dns = DnsLog::open(&folder);
        let mut logs = Logs { folder, file, position, progress, dns };
        let caught_up = logs.catch_up(&frontier.tail(), |place| frontier.entry(place));
        if let (Err(LogsError::Frontier(_)), true) = (&caught_up, logs.position.place > 0) {
            // The position belongs to another frontier: somebody restored or copied one.
            logs.position.types.clear();
            let types = logs.position.types.clone();
            logs.position = Position { types, ..Position::default() };
            logs.file.set_len(0).map_err(LogsError::new("cut", &path))?;
            logs.catch_up(&frontier.tail(), |place| frontier.entry(place))?;
            return Ok(logs);
        }
        caught_up?;
        Ok(logs)
    }

    /// Appends the lines for everything that was committed since the last call. `entry` returns the URI at a place.
    pub(crate) fn catch_up(
        &mut self,
        tail: &LogTail,
        entry: impl Fn(LogPlace) -> Result<LoggedUri, FrontierError>,
    ) -> Result<(), LogsError> {
        let mut out = Counted { inner: BufWriter::with_capacity(64 << 10, &self.file), length: 0 };
        let (mut failures, mut failed) = (0, None);
        let table = self.position.types.clone();
        let mut types = table.lock();
        // Links of one page are mostly fetched one after another.
        let mut page: Option<(LogPlace, Vec<u8>)> = None;
        let read = tail.read(self.position.place, |happened| {
            let (entry_place, outcome, detail, beside, time, bytes) = match happened {
                Happened::Done { outcome: Outcome::Retried, .. } => return Ok(()),
                Happened::Done { entry, outcome, detail, bytes, time, .. } => {
                    (entry, Some(outcome), detail, None, time, bytes)
                }
                Happened::Beside { cause, uri, detail, time, .. } => {
                    (cause, None, detail, Some(uri), time, 0)
                }
                _ => return Ok(()),
            };
            let detail = Detail::parse(detail);
            if outcome == Some(Outcome::Archived) {
                types::count(&mut types, line::media_type(&detail), bytes);
            }
            let LoggedUri { uri, mut hops, via, attempts, .. } = entry(entry_place)?;
            let written = if let Some(beside) = beside {
                hops.push(b'P');
                let (via, hops) = (Some(&uri[..]), &hops[..]);
                Line { time, uri: beside, hops, via, outcome, detail: &detail, attempts: 1 }
                    .write(&mut out)
            } else {
                if let Some(place) = via
                    && page.as_ref().is_none_or(|(known, _)| *known != place)
                {
                    page = Some((place, entry(place)?.uri));
                }
                let page = page.as_ref().map(|(_, uri)| &uri[..]);
                let via = via.and(page);
                let attempts = attempts + 1;
                let line =
                    Line { time, uri: &uri, hops: &hops, via, outcome, detail: &detail, attempts };
                failures += u64::from(Class::of(line.status()) == Class::Failure);
                line.write(&mut out)
            };
            if let Err(error) = written {
                failed.get_or_insert(error);
            }
            Ok(())
        });
        drop(types);
        let path = self.folder.join(CRAWL_LOG);
        let place = read?;
        let flushed = out.flush();
        let length = out.length;
        drop(out);
        failed.map_or(flushed, Err).map_err(LogsError::new("write", &path))?;
        self.position.place = place;
        self.position.length += length;
        self.position.failures += failures;
        Ok(())
    }

    /// The table of media types, which is counted on.
    pub(crate) fn types(&self) -> TypeTable {
        self.position.types.clone()
    }

    /// Stores how far crawl.log is written.
    pub(crate) fn checkpoint(&mut self) -> Result<(), LogsError> {
        let path = self.folder.join(CRAWL_LOG);
        self.file.sync_data().map_err(LogsError::new("write", &path))?;
        self.position.write(&self.folder)
    }

    /// Writes that a run begins.
    pub(crate) fn begin(&mut self, now: Time, progress: Progress) -> Result<(), LogsError> {
        self.progress.begin(now, progress)
    }

    /// Adds a line to the progress log.
    pub(crate) fn sample(
        &mut self,
        now: Time,
        progress: Progress,
        depths: &Depths,
    ) -> Result<(), LogsError> {
        self.dns.store(&progress.dns)?;
        self.progress.sample(now, progress, self.position.failures, depths)
    }

    /// Writes that a run ends; `None` if it failed.
    pub(crate) fn end(&mut self, now: Time, ended: Option<Ended>) -> Result<(), LogsError> {
        self.progress.end(now, ended)
    }
}

/// Counts the bytes that are written.
struct Counted<W> {
    inner: W,
    length: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
