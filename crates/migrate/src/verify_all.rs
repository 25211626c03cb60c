//! Repeats the proof for whole folders: every source with its result, and what is in only one of the two.

use crate::file::{Job, MigrateError};
use crate::pool::lock;
use crate::report::{self, Told};
use crate::run::{MigrationObserver, RunError, find_jobs};
use crate::verify::{SourceScan, VerifyError, verify};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Is told what happens while folders are verified; called from any thread.
pub trait VerifyObserver: MigrationObserver {
    /// A source and its result were compared.
    fn compared(&self, source: &Path, result: &Path, outcome: &Result<SourceScan, VerifyError>);
    /// A source has no result.
    fn without_result(&self, source: &Path, result: &Path);
    /// A result has no source among those named, so it cannot be verified.
    fn without_source(&self, result: &Path);
    /// A file of the quarantine is gone or has another length.
    fn quarantine_lost(&self, file: &Path, source: &str);
}

/// The result of the proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerifyTotals {
    /// Sources without damage whose results contain all of them.
    pub verified: u64,
    /// Records in them, and the undamaged records of sources with damage.
    pub records: u64,
    /// Sources with damage, whose results say so.
    pub damaged: u64,
    /// Results that do not match their sources.
    pub wrong: u64,
    /// Sources without a result.
    pub without_result: u64,
    /// Results without a source.
    pub without_source: u64,
    /// Files of the quarantine that are gone or have another length.
    pub quarantine_lost: u64,
    /// Sources that could not be read.
    pub failed: u64,
}

impl VerifyTotals {
    /// Returns whether all sources are undamaged and have right results.
    pub fn is_all_well(&self) -> bool {
        let VerifyTotals { verified, records, .. } = *self;
        *self == VerifyTotals { verified, records, ..VerifyTotals::default() }
    }
}

/// Compares all named sources with their results in the output folder of a migration.
pub fn verify_all(
    inputs: &[PathBuf],
    folder: &Path,
    threads: usize,
    observer: &dyn VerifyObserver,
) -> Result<VerifyTotals, RunError> {
    let output = |error| RunError::Output { path: folder.to_owned(), error };
    let found = find_jobs(inputs, folder, observer);
    if found.jobs.is_empty() {
        return Err(RunError::NothingFound);
    }
    let mut totals = VerifyTotals::default();
    totals.failed += found.failed() as u64;
    let mut there = BTreeSet::new();
    results(folder, folder, &mut there).map_err(output)?;
    for job in &found.jobs {
        there.remove(&folder.join(&job.result));
    }
    let bytes = found.jobs.iter().filter_map(|j| crate::file::stamp(&j.source).ok()).map(|s| s.0);
    observer.begin(found.jobs.len(), bytes.sum());
    let next = AtomicUsize::new(0);
    let shared = Mutex::new(totals);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, found.jobs.len()) {
            scope.spawn(|| {
                while let Some(job) = found.jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    one(job, folder, observer, &shared);
                }
            });
        }
    });
    let mut totals = *lock(&shared);
    for result in &there {
        totals.without_source += 1;
        observer.without_source(result);
    }
    if let Some(told) = report::read(folder).map_err(output)? {
        totals.quarantine_lost = check_quarantine(folder, &told, observer);
    }
    Ok(totals)
}

fn one(job: &Job, folder: &Path, observer: &dyn VerifyObserver, totals: &Mutex<VerifyTotals>) {
    let result = folder.join(&job.result);
    let bytes = crate::file::stamp(&job.source).map_or(0, |stamp| stamp.0);
    if !result.exists() {
        observer.without_result(&job.source, &result);
        lock(totals).without_result += 1;
    } else if let Err(error) = fs::File::open(&job.source) {
        observer.failed(&job.source, &MigrateError::Read(error));
        lock(totals).failed += 1;
    } else {
        let outcome = verify(&job.source, &result);
        observer.compared(&job.source, &result, &outcome);
        let mut totals = lock(totals);
        match &outcome {
            Ok(scan) => {
                totals.records += (scan.proofs.len() - scan.damaged.len()) as u64;
                match scan.is_data_bad() {
                    false => totals.verified += 1,
                    true => totals.damaged += 1,
                }
            }
            Err(_) => totals.wrong += 1,
        }
    }
    observer.progress(bytes);
}

/// Finds all WARC files of an output folder.
fn results(root: &Path, folder: &Path, out: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let is_quarantine = folder == root && entry.file_name() == "quarantine";
        if kind.is_dir() && !is_quarantine {
            results(root, &path, out)?;
        } else if kind.is_file() && entry.file_name().to_string_lossy().ends_with(".warc.gz") {
            out.insert(path);
        }
    }
    Ok(())
}

/// Checks that the files of the quarantine that the report names are there. Returns how many are lost.
fn check_quarantine(folder: &Path, told: &Told, observer: &dyn VerifyObserver) -> u64 {
    let mut lost = 0;
    for report in &told.files {
        let ranges = report.quarantined.iter().map(|q| (&q.file, Some(q.length)));
        let records = report.damaged.iter().map(|d| (&d.file, None));
        let files: BTreeSet<_> = ranges.chain(records).filter(|f| !f.0.is_empty()).collect();
        for (name, length) in files {
            let file = folder.join(name);
            let found = file.metadata().map(|m| m.len()).ok();
            if found.is_none() || length.is_some_and(|length| found != Some(length)) {
                lost += 1;
                observer.quarantine_lost(&file, &report.source);
            }
        }
    }
    lost
}
