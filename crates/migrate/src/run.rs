//! A run over many sources: what is to be done, what is done already, and by how many threads.

use crate::dedup::{self, Decisions, Dedup};
use crate::file::{self, Job, Kind, MigrateError, Migrated, Shared};
use crate::nedlib;
use crate::pool::{Pool, lock};
use crate::report::{self, FileReport, REPORT, Report, SUMMARY};
use crate::verify;
use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use stodola_warc::date::Timestamp;
use stodola_warc::write::{Compression, Effort, Options as WriteOptions};
use stodola_warc::{Format, Reader, Wrapping};

/// How a run is made.
pub struct Options {
    /// Where results go; empty, missing, or begun by an earlier run.
    pub out: PathBuf,
    /// Threads.
    pub jobs: usize,
    /// How hard to compress.
    pub effort: Effort,
    /// Keep a payload in so many files and make further captures of it revisits; `None` stores all.
    pub dedup_copies: Option<usize>,
    /// What writes, for the `warcinfo` of each result.
    pub software: String,
    /// The time of the conversion.
    pub now: fn() -> Timestamp,
}

/// What a run tells its caller while it goes on; called from any thread.
pub trait Observer: Send + Sync {
    /// All sources are known; so many bytes are to be read.
    fn begin(&self, sources: usize, bytes: u64);
    /// So many more bytes of the sources are done.
    fn progress(&self, bytes: u64);
    /// A source is done, now or by an earlier run.
    fn done(&self, report: &FileReport, is_new: bool);
    /// A source could not be migrated.
    fn failed(&self, source: &Path, error: &MigrateError);
    /// A file of a folder was passed over, since it is no archive.
    fn passed_over(&self, source: &Path);
}

/// Why a run did not start, or stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The output folder holds something else.
    #[error("'{}' is not empty and was not begun by a migration; choose another folder", .0.display())]
    NotOurs(PathBuf),
    /// Another process is at work there.
    #[error("'{}' is being written by another migration", .0.display())]
    Locked(PathBuf),
    /// The output folder cannot be used.
    #[error("'{}' cannot be used: {error}", path.display())]
    Output {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The index of payloads cannot be used.
    #[error("the index of payloads: {0}")]
    Dedup(#[from] stodola_archive::DedupError),
    /// Nothing to migrate was found.
    #[error("no archive was found in what was named")]
    NothingFound,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Sources migrated by this run.
    pub migrated: u64,
    /// Sources migrated by an earlier run.
    pub done_before: u64,
    /// Sources that failed.
    pub failed: u64,
    /// Sources with something wrong in them, migrated all the same.
    pub damaged: u64,
}

/// Migrates files and whole folders.
pub fn run(
    inputs: &[PathBuf],
    options: &Options,
    observer: &Arc<dyn Observer>,
) -> Result<Totals, RunError> {
    let folder = &options.out;
    let output = |error| RunError::Output { path: folder.clone(), error };
    if !report::is_ours(folder).map_err(output)? {
        return Err(RunError::NotOurs(folder.clone()));
    }
    let Found { jobs, failed } = find_jobs(inputs, observer.as_ref());
    if jobs.is_empty() {
        return match failed {
            0 => Err(RunError::NothingFound),
            failed => Ok(Totals { failed, ..Totals::default() }),
        };
    }
    fs::create_dir_all(folder).map_err(output)?;
    let _lock = lock_folder(folder)?;
    let (report, done) = Report::open(folder).map_err(output)?;
    let done: HashMap<String, FileReport> =
        done.into_iter().map(|r| (r.result.clone(), r)).collect();
    let bytes = jobs.iter().filter_map(|j| file::stamp(&j.source).ok()).map(|s| s.0).sum();
    observer.begin(jobs.len(), bytes);
    let pool = Arc::new(Pool::new(options.jobs));
    let progress = observer.clone();
    let shared = Arc::new(Shared {
        folder: folder.clone(),
        options: WriteOptions {
            compression: Compression::Gzip,
            effort: options.effort,
            digest: None,
            link_warcinfo: false,
        },
        pool: pool.clone(),
        packers: Mutex::default(),
        software: options.software.clone(),
        now: options.now,
        on_progress: Box::new(move |bytes| progress.progress(bytes)),
    });
    let dedup = match options.dedup_copies {
        Some(copies) => Some(Dedup::open(folder, copies)?),
        None => None,
    };
    let state = State {
        shared,
        dedup,
        jobs,
        done,
        next: AtomicUsize::new(0),
        report: Mutex::new(report),
        totals: Mutex::new(Totals { failed, ..Totals::default() }),
        names: Mutex::default(),
        observer: observer.clone(),
    };
    let threads = options.jobs.max(1);
    let busy = AtomicUsize::new(threads);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                state.work();
                match busy.fetch_sub(1, Ordering::AcqRel) {
                    1 => pool.close(),
                    // Out of files: help those who are not.
                    _ => pool.help(),
                }
            });
        }
    });
    drop(state.report);
    // Written anew from the whole report, so that it tells of earlier runs, too.
    let (_, reports) = Report::open(folder).map_err(output)?;
    let text = report::summary(&reports);
    fs::write(folder.join(SUMMARY), text).map_err(output)?;
    let totals = *lock(&state.totals);
    Ok(totals)
}

struct State {
    shared: Arc<Shared>,
    dedup: Option<Dedup>,
    jobs: Vec<Job>,
    done: HashMap<String, FileReport>,
    next: AtomicUsize,
    report: Mutex<Report>,
    totals: Mutex<Totals>,
    names: Mutex<BTreeSet<String>>,
    observer: Arc<dyn Observer>,
}

impl State {
    fn work(&self) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = self.jobs.get(number) else { return };
            let done = self.one(number, job);
            if let Some(dedup) = &self.dedup {
                dedup.finish(number, done.is_err());
            }
            match done {
                Ok((report, is_new)) => {
                    let mut totals = lock(&self.totals);
                    match is_new {
                        true => totals.migrated += 1,
                        false => totals.done_before += 1,
                    }
                    totals.damaged += u64::from(report.is_data_bad());
                    drop(totals);
                    self.observer.done(&report, is_new);
                }
                Err(error) => {
                    lock(&self.totals).failed += 1;
                    self.observer.failed(&job.source, &error);
                }
            }
        }
    }

    /// Migrates a source, unless that was done before.
    fn one(&self, number: usize, job: &Job) -> Result<(FileReport, bool), MigrateError> {
        if !lock(&self.names).insert(job.result.clone()) {
            return Err(MigrateError::SameName(job.result.clone()));
        }
        let result = self.shared.folder.join(&job.result);
        if let Some(before) = self.done.get(&job.result) {
            let size = result.metadata().map(|m| m.len()).unwrap_or(0);
            if size == before.result_length {
                check_unchanged(job, before)?;
                if let Some(dedup) = &self.dedup {
                    dedup.wait_to_finish(number, &Decisions::default());
                    dedup.add_missing(&job.result)?;
                }
                self.observer.progress(before.source_length);
                return Ok((before.clone(), false));
            }
        }
        if result.exists() {
            // Named, but not in the report: the kill fell between the two, and nothing refers to it
            // yet. If it is ours, which the proof tells, it is made anew.
            verify::verify(&job.source, &result)?;
            fs::remove_file(&result).map_err(MigrateError::Read)?;
        }
        let Some(dedup) = &self.dedup else {
            let Migrated { report, file, .. } =
                file::migrate(&self.shared, job, &Decisions::default())?;
            file.close()?;
            lock(&self.report).add(&report).map_err(MigrateError::Read)?;
            return Ok((report, true));
        };
        loop {
            let candidates = match job.kind {
                Kind::Records => dedup::candidates(&job.source, &job.relative),
                Kind::Pairs => Ok(Vec::new()),
            };
            let candidates = candidates.map_err(MigrateError::Read)?;
            let decisions = dedup.decide(number, candidates)?;
            let Migrated { report, file, offsets } = file::migrate(&self.shared, job, &decisions)?;
            if !dedup.wait_to_finish(number, &decisions) {
                // A file that was relied on has failed.
                let path = file.open_path().to_owned();
                drop(file);
                fs::remove_file(path).map_err(MigrateError::Read)?;
                continue;
            }
            file.close()?;
            lock(&self.report).add(&report).map_err(MigrateError::Read)?;
            // What a kill leaves out here, the next run adds from the file.
            dedup.commit(&job.result, &offsets, &decisions)?;
            return Ok((report, true));
        }
    }
}

/// A source that was migrated must be what it was.
fn check_unchanged(job: &Job, before: &FileReport) -> Result<(), MigrateError> {
    let stamp = file::stamp(&job.source).map_err(MigrateError::Read)?;
    if stamp == (before.source_length, before.source_modified) {
        return Ok(());
    }
    let sha256 = crate::pairs::source_sha256(&job.source).map_err(MigrateError::Read)?;
    if sha256 == before.source_sha256 { Ok(()) } else { Err(MigrateError::Changed) }
}

fn lock_folder(folder: &Path) -> Result<File, RunError> {
    let path = folder.join(REPORT);
    let output = |error| RunError::Output { path: folder.to_owned(), error };
    let file = OpenOptions::new().read(true).append(true).create(true).open(&path);
    let file = file.map_err(output)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(RunError::Locked(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(output(error)),
    }
}

/// The sources in what the user named.
struct Found {
    jobs: Vec<Job>,
    /// What could not be looked at.
    failed: u64,
}

/// Looks at all that was named, in a stable order. What cannot be opened is told, and the rest
/// goes on.
fn find_jobs(inputs: &[PathBuf], observer: &dyn Observer) -> Found {
    let mut found = Found { jobs: Vec::new(), failed: 0 };
    for input in inputs {
        let is_folder = match input.metadata() {
            Ok(metadata) => metadata.is_dir(),
            Err(error) => {
                found.failed += 1;
                observer.failed(input, &MigrateError::Read(error));
                continue;
            }
        };
        if !is_folder {
            let name = input.file_name().unwrap_or(input.as_os_str());
            // Some records would be found in it, by chance, and others would not.
            if let (None, Ok(Some(wrapping))) = (look(input), Wrapping::of_file(input)) {
                found.failed += 1;
                observer.failed(input, &MigrateError::Wrapped(wrapping));
                continue;
            }
            // What is no archive is tried all the same, so that it is told.
            let form = look(input).unwrap_or(Form::Arc);
            found.jobs.push(job(input.clone(), Path::new(name), form));
            continue;
        }
        let mut paths = Vec::new();
        walk(input, &mut paths, &mut |folder, error| {
            found.failed += 1;
            observer.failed(folder, &MigrateError::Read(error));
        });
        for path in paths {
            let relative = path.strip_prefix(input).unwrap_or(&path).to_owned();
            let relative = match relative.as_os_str().is_empty() {
                // The named folder is itself a source.
                true => PathBuf::from(input.file_name().unwrap_or("source".as_ref())),
                false => relative,
            };
            match look(&path) {
                Some(form) => found.jobs.push(job(path, &relative, form)),
                None if path.is_dir() => {}
                None => observer.passed_over(&path),
            }
        }
    }
    found
}

/// All files below a folder, and the folders that hold pairs; the files of those are left out.
fn walk(folder: &Path, out: &mut Vec<PathBuf>, failed: &mut dyn FnMut(&Path, io::Error)) {
    let entries = fs::read_dir(folder).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
    let (mut entries, holds_pairs) = match (entries, nedlib::open(folder)) {
        (Ok(entries), Ok(pairs)) => (entries, pairs.is_some()),
        (Err(error), _) | (_, Err(error)) => return failed(folder, error),
    };
    if holds_pairs {
        out.push(folder.to_owned());
    }
    entries.sort_by_key(|e| e.file_name());
    for entry in entries {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&entry.path(), out, failed),
            Ok(kind) if kind.is_file() => {
                if !(holds_pairs && is_of_pair(&entry.file_name())) {
                    out.push(entry.path());
                }
            }
            // Links are not followed, and what is no file holds nothing.
            Ok(_) => {}
            Err(error) => failed(&entry.path(), error),
        }
    }
}

/// Named by an MD5, as the files of pairs are.
fn is_of_pair(name: &std::ffi::OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.len() >= 32
        && name[..32].iter().all(u8::is_ascii_hexdigit)
        && matches!(name.get(32), None | Some(b'.'))
}

/// The forms of sources.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Arc,
    Warc,
    Nedlib,
}

/// A look at the beginning of a source; `None` if it is none.
fn look(path: &Path) -> Option<Form> {
    if path.is_dir() {
        return Some(Form::Nedlib).filter(|_| matches!(nedlib::open(path), Ok(Some(_))));
    }
    // A WACZ holds archives, but is none; a tar or zip may hold pairs.
    let wrapping = Wrapping::of_file(path).unwrap_or_default();
    if wrapping == Some(Wrapping::Lz4) {
        return None;
    }
    if wrapping.is_none() {
        let first = Reader::open(path).and_then(|mut reader| {
            Ok(reader.next_record()?.map(|record| {
                let is_arc = matches!(record.format(), Format::Arc(_));
                (if is_arc { Form::Arc } else { Form::Warc }, record.offset())
            }))
        });
        match first {
            Ok(Some((form, 0))) => return Some(form),
            // Behind other bytes: pairs in a tar are looked for first.
            Ok(Some((form, _))) => {
                return match nedlib::open(path) {
                    Ok(Some(_)) => Some(Form::Nedlib),
                    _ => Some(form),
                };
            }
            Ok(None) => {}
            // Let the migration tell why it cannot be read.
            Err(_) => return Some(Form::Arc),
        }
    }
    matches!(nedlib::open(path), Ok(Some(_))).then_some(Form::Nedlib)
}

/// The name tells what the result was made from: `arc2warc-NAME.warc.gz`, with the whole name of the
/// source, so that no two files of a folder get the same.
fn job(source: PathBuf, relative: &Path, form: Form) -> Job {
    let name = relative.file_name().unwrap_or_default().to_string_lossy();
    let (prefix, kind) = match form {
        Form::Arc => ("arc2warc", Kind::Records),
        Form::Warc => ("warc11", Kind::Records),
        Form::Nedlib => ("nedlib2warc", Kind::Pairs),
    };
    let result = format!("{prefix}-{name}.warc.gz");
    let result = match relative.parent().filter(|p| !p.as_os_str().is_empty()) {
        Some(parent) => format!("{}/{result}", parent.to_string_lossy()),
        None => result,
    };
    Job { kind, source, relative: relative.to_string_lossy().into_owned(), result }
}
