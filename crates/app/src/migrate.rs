//! Migrating old archives to WARC, verifying the result, and restoring the original.
//!
//! The work is done by `stodola_migrate`, which tells an [`MigrationObserver`] what happens; here are the settings of a
//! run and additional parts: a report at another place, and payloads that are stored in other files.

mod runs;

pub use runs::{MigrationRun, migration_run, migration_runs};

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_archive::{DedupError, DedupIndex};
use stodola_migrate::{
    INDEX, MigrationObserver, MigrationOptions, MigrationTotals, RestoreError, Restored, RunError,
    SUMMARY, SourceScan, VerifyError, VerifyObserver, VerifyTotals, copy_stored_payload,
    revisit_payload,
};
use stodola_warc::date::Timestamp;
use stodola_warc::write::Effort;
use stodola_warc::{Header, Reader};

/// What is migrated, and how.
#[derive(Clone, Debug)]
pub struct MigrationSettings {
    /// Files and folders with old archives.
    pub inputs: Vec<PathBuf>,
    /// Folder for the results: a new or empty folder, or that of an earlier run.
    pub out: PathBuf,
    /// Number of threads; `None` takes all cores.
    pub jobs: Option<usize>,
    /// Whether every result of earlier runs is read and compared with the report.
    pub check_results: bool,
    /// Number of files that each payload is stored in; `None` stores it with each capture.
    pub dedup_copies: Option<u8>,
    /// Whether files may be larger by a few per cent, to be twice as fast.
    pub fast: bool,
    /// Path of the report for people; `None` for the folder of the results.
    pub report: Option<PathBuf>,
    /// Name and version of the program, for the new files.
    pub software: String,
    /// Returns the current time, for the new files.
    pub now: fn() -> Timestamp,
}

/// Errors that stop a migration, its verification or its reversal.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    /// The migration could not start, or was stopped.
    #[error("{0}")]
    Run(#[from] RunError),
    /// A file cannot be opened.
    #[error("{}: cannot be opened", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The report cannot be written.
    #[error("{}: cannot be written", path.display())]
    Report {
        /// The file of the report.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The index of payloads cannot be opened.
    #[error("{0}")]
    Index(#[from] DedupError),
    /// The ARC file cannot be restored.
    #[error("{0}")]
    Restore(#[from] RestoreError),
}

/// Migrates all archives in the inputs. The observer is told of each.
pub fn migrate(
    settings: &MigrationSettings,
    observer: &Arc<dyn MigrationObserver>,
) -> Result<MigrationTotals, MigrationError> {
    let out = &settings.out;
    let options = MigrationOptions {
        out: out.clone(),
        jobs: settings.jobs.unwrap_or_else(cores).max(1),
        check_results: settings.check_results,
        dedup_copies: settings.dedup_copies.map(Into::into),
        effort: if settings.fast { Effort::Fast } else { Effort::Normal },
        software: settings.software.clone(),
        now: settings.now,
    };
    let totals = stodola_migrate::run(&settings.inputs, &options, observer)?;
    if let Some(path) = &settings.report {
        let summary = out.join(SUMMARY);
        std::fs::copy(&summary, path)
            .and_then(|_| std::fs::remove_file(&summary))
            .map_err(|source| MigrationError::Report { path: path.clone(), source })?;
    }
    Ok(totals)
}

/// Compares a source with its result once more. The inner error says that the result is wrong.
pub fn verify(
    source: &Path,
    result: &Path,
) -> Result<Result<SourceScan, VerifyError>, MigrationError> {
    for path in [source, result] {
        path.metadata().map_err(|source| MigrationError::Open { path: path.to_owned(), source })?;
    }
    Ok(stodola_migrate::verify(source, result))
}

/// Compares each archive of a source folder with its result in the folder of a migration.
pub fn verify_folder(
    source: &Path,
    folder: &Path,
    jobs: Option<usize>,
    observer: &dyn VerifyObserver,
) -> Result<VerifyTotals, MigrationError> {
    let jobs = jobs.unwrap_or_else(cores);
    Ok(stodola_migrate::verify_all(&[source.to_owned()], folder, jobs, observer)?)
}

/// Restores the ARC file from which a result was made. Payloads that are stored in other files are read from `folder`,
/// the folder of the migration.
pub fn restore(
    result: &Path,
    arc: &Path,
    folder: Option<&Path>,
) -> Result<Restored, MigrationError> {
    let index = match folder {
        Some(folder) => Some((DedupIndex::open(&folder.join(INDEX))?, folder)),
        None => None,
    };
    let mut resolve = |header: &Header, out: &mut dyn io::Write| match &index {
        Some((index, folder)) => copy_payload(header, index, folder, out),
        None => Ok(false),
    };
    Ok(stodola_migrate::restore(result, arc, &mut resolve)?)
}

/// Copies the payload that a revisit refers to. Returns whether it was found.
fn copy_payload(
    header: &Header,
    index: &DedupIndex,
    folder: &Path,
    out: &mut dyn io::Write,
) -> io::Result<bool> {
    let Some(payload) = revisit_payload(header) else { return Ok(false) };
    let copies = index.lookup(&payload).map_err(io::Error::other)?;
    for place in copies.iter().flat_map(|c| [Some(c.first), c.second]).flatten() {
        let Some(name) = index.file_name(place.file) else { continue };
        // One of two copies may be lost.
        let Ok(mut reader) = Reader::open_at(&folder.join(name), place.offset) else {
            continue;
        };
        if let Some(mut record) = reader.next_record()? {
            copy_stored_payload(&mut record, out)?;
            return Ok(true);
        }
    }
    Ok(false)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}
