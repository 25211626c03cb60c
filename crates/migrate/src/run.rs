//! Migrates many sources: finds them, skips those that are done, and shares the work among threads.

use crate::dedup::{self, Decisions, Dedup};
use crate::file::{self, Job, Kind, MigrateError, Migrated, Shared};
use crate::nedlib;
use crate::pool::{Pool, lock};
use crate::report::{
    self, FileReport, NotMigrated, NotMigratedReason, REPORT, Report, SUMMARY, Told,
};
use crate::trace;
use crate::verify;
use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use stodola_warc::date::{Timestamp, parse_warc_date};
use stodola_warc::write::{Compression, Effort, WarcFile, WriterOptions};
use stodola_warc::{Format, Reader, Wrapping};

/// How a run is made.
pub struct MigrationOptions {
    /// The output folder; it must be empty, missing, or begun by an earlier run.
    pub out: PathBuf,
    /// Number of threads.
    pub jobs: usize,
    /// How much time the compressor spends.
    pub effort: Effort,
    /// Whether every result of earlier runs is read and its SHA-256 compared with the report. If not, results with
    /// unchanged size and time of change are trusted.
    pub check_results: bool,
    /// Number of files in which a payload is kept; further captures of it become revisits. `None` stores all of them.
    pub dedup_copies: Option<usize>,
    /// Name and version of the program, for the `warcinfo` of each result.
    pub software: String,
    /// Returns the time of the conversion.
    pub now: fn() -> Timestamp,
}

/// Is told what happens during a run; called from any thread.
pub trait MigrationObserver: Send + Sync {
    /// All sources are known; `bytes` have to be read.
    fn begin(&self, sources: usize, bytes: u64);
    /// Called when this many more bytes of the sources are done.
    fn progress(&self, bytes: u64);
    /// A source is done, now or by an earlier run.
    fn done(&self, report: &FileReport, is_new: bool);
    /// A source could not be migrated.
    fn failed(&self, source: &Path, error: &MigrateError);
    /// A file of a folder was skipped, and why: usually because it is not an archive.
    fn passed_over(&self, source: &Path, reason: &str);
    /// The index of payloads is being rebuilt, for which every result is read.
    fn rebuilding_index(&self);
    /// Some revisits refer to a payload that is in no result.
    fn unresolved(&self, revisits: u64);
}

/// Errors that prevent a migration from starting, or stop it.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The output folder contains something else.
    #[error("'{}' is not empty and does not belong to a migration; choose another folder", .0.display())]
    NotOurs(PathBuf),
    /// Another process uses the output folder.
    #[error("'{}' is being written by another migration", .0.display())]
    Locked(PathBuf),
    /// The output folder cannot be used.
    #[error("'{}' cannot be used: {error}", path.display())]
    Output {
        /// Path of the output folder.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The index of payloads cannot be used.
    #[error("the index of payloads: {0}")]
    Dedup(#[from] stodola_archive::DedupError),
    /// The index of payloads cannot be rebuilt.
    #[error("the index of payloads cannot be made anew: {0}")]
    Rebuild(#[from] dedup::RebuildError),
    /// Nothing to migrate was found.
    #[error("no archive file was found in the inputs")]
    NothingFound,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MigrationTotals {
    /// Sources migrated by this run, verified and without damage.
    pub verified: u64,
    /// Sources migrated by this run that have damage.
    pub damaged: u64,
    /// Sources migrated by an earlier run, whose results have not changed since.
    pub done_before: u64,
    /// Those of [`MigrationTotals::done_before`] that have damage.
    pub damaged_before: u64,
    /// Sources that failed.
    pub failed: u64,
    /// Files that were skipped.
    pub passed_over: u64,
}

impl MigrationTotals {
    /// Whether a source has damage, migrated by this run or an earlier one.
    pub fn has_damage(&self) -> bool {
        self.damaged + self.damaged_before > 0
    }
}

/// Migrates files and whole folders.
pub fn run(
    inputs: &[PathBuf],
    options: &MigrationOptions,
    observer: &Arc<dyn MigrationObserver>,
) -> Result<MigrationTotals, RunError> {
    let folder = &options.out;
    let output = |error| RunError::Output { path: folder.clone(), error };
    if !report::is_ours(folder).map_err(output)? {
        return Err(RunError::NotOurs(folder.clone()));
    }
    let Found { jobs, not_migrated } = find_jobs(inputs, folder, observer.as_ref());
    let count = |outcome| not_migrated.iter().filter(|n| n.not_migrated == outcome).count() as u64;
    let failed = count(NotMigratedReason::Unreadable) + count(NotMigratedReason::Failed);
    let passed_over = count(NotMigratedReason::PassedOver);
    let totals = MigrationTotals { failed, passed_over, ..MigrationTotals::default() };
    if jobs.is_empty() {
        return if failed == 0 { Err(RunError::NothingFound) } else { Ok(totals) };
    }
    fs::create_dir_all(folder).map_err(output)?;
    let _lock = lock_folder(folder)?;
    let (mut report, mut told) = Report::open(folder).map_err(output)?;
    for line in not_migrated {
        if told.add_not_migrated(line.clone()) {
            report.add_not_migrated(&line).map_err(output)?;
        }
    }
    let bytes = jobs.iter().filter_map(|j| file::stamp(&j.source).ok()).map(|s| s.0).sum();
    observer.begin(jobs.len(), bytes);
    let pool = Arc::new(Pool::new(options.jobs));
    let progress = observer.clone();
    let shared = Arc::new(Shared {
        folder: folder.clone(),
        options: WriterOptions {
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
    if dedup::is_stale(folder) {
        // A run was killed that made a lost result again.
        rebuild_index(folder, &told, observer.as_ref())?;
    }
    let mut standing = HashMap::new();
    let dedup = match options.dedup_copies {
        Some(copies) => {
            for file in &told.files {
                let now = Standing::of(folder, file, options.check_results).map_err(output)?;
                standing.insert(file.result.clone(), now);
            }
            let is_lost = |r: &&str| !matches!(standing.get(*r), Some(Standing::AsWritten { .. }));
            let lost: Vec<&str> =
                told.files.iter().map(|f| &f.result[..]).filter(is_lost).collect();
            Some(Dedup::open(folder, copies, &lost)?)
        }
        None => None,
    };
    let state = State {
        shared,
        dedup,
        jobs,
        told,
        standing,
        check_results: options.check_results,
        next: AtomicUsize::new(0),
        report: Mutex::new(report),
        totals: Mutex::new(totals),
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
    let State { report, dedup, totals, .. } = state;
    drop(report);
    // Written anew from the whole report, so that it tells of earlier runs, too.
    let (_, told) = Report::open(folder).map_err(output)?;
    fs::write(folder.join(SUMMARY), report::summary(&told)).map_err(output)?;
    let is_incomplete = dedup.is_some_and(|dedup| dedup.unresolved() > 0);
    if is_incomplete || dedup::is_stale(folder) {
        rebuild_index(folder, &told, observer.as_ref())?;
    }
    let totals = *lock(&totals);
    Ok(totals)
}

/// Rebuilds the index of payloads from the results that have not changed.
fn rebuild_index(
    folder: &Path,
    told: &Told,
    observer: &dyn MigrationObserver,
) -> Result<(), RunError> {
    observer.rebuilding_index();
    let output = |error| RunError::Output { path: folder.to_owned(), error };
    let mut results = Vec::new();
    for file in &told.files {
        if let Standing::AsWritten { .. } = Standing::of(folder, file, false).map_err(output)? {
            results.push(&file.result[..]);
        }
    }
    match dedup::rebuild(folder, &results)? {
        0 => {}
        revisits => observer.unresolved(revisits),
    }
    Ok(())
}

/// How a result compares with the report.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Standing {
    /// The result is unchanged. `is_touched`: only its time of change differs.
    AsWritten {
        is_touched: bool,
    },
    Missing,
    /// The result has changed; the text says what shows it.
    Changed(String),
}

impl Standing {
    /// Compares a result with the report. If its size and time of change are the same, it is unchanged; otherwise, or
    /// if `is_deep`, all its bytes are read.
    fn of(folder: &Path, before: &FileReport, is_deep: bool) -> io::Result<Standing> {
        let path = folder.join(&before.result);
        let (length, modified) = match path.metadata() {
            Ok(_) => file::stamp(&path)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Standing::Missing),
            Err(error) => return Err(error),
        };
        if length != before.result_length {
            let written = before.result_length;
            return Ok(Standing::Changed(format!("it has {length} bytes, {written} were written")));
        }
        let is_touched = modified != before.result_modified;
        if !is_deep && !is_touched {
            return Ok(Standing::AsWritten { is_touched });
        }
        match verify::file_sha256(&path)? == before.result_sha256 {
            true => Ok(Standing::AsWritten { is_touched }),
            false => Ok(Standing::Changed("its SHA-256 is not the one in the report".to_owned())),
        }
    }
}

struct State {
    shared: Arc<Shared>,
    dedup: Option<Dedup>,
    jobs: Vec<Job>,
    told: Told,
    /// The results that were checked when the run began.
    standing: HashMap<String, Standing>,
    check_results: bool,
    next: AtomicUsize,
    report: Mutex<Report>,
    totals: Mutex<MigrationTotals>,
    names: Mutex<BTreeSet<String>>,
    observer: Arc<dyn MigrationObserver>,
}

impl State {
    fn work(&self) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = self.jobs.get(number) else { return };
            let begun = trace::begun(&job.source);
            let done = self.one(number, job);
            if let Some(dedup) = &self.dedup {
                dedup.finish(number, done.is_err());
            }
            match done {
                Ok((report, is_new)) => {
                    let mut totals = lock(&self.totals);
                    match (is_new, report.is_verified()) {
                        (true, true) => totals.verified += 1,
                        (true, false) => totals.damaged += 1,
                        (false, is_verified) => {
                            totals.done_before += 1;
                            totals.damaged_before += u64::from(!is_verified);
                        }
                    }
                    drop(totals);
                    trace::done(&report, is_new, begun);
                    self.observer.done(&report, is_new);
                }
                Err(error) => {
                    lock(&self.totals).failed += 1;
                    trace::failed(&job.source, &error);
                    self.observer.failed(&job.source, &error);
                    let line = NotMigrated {
                        not_migrated: NotMigratedReason::Failed,
                        source: job.source.to_string_lossy().into_owned(),
                        reason: error.to_string(),
                    };
                    if self.told.not_migrated.get(&line.source) != Some(&line)
                        && let Err(error) = lock(&self.report).add_not_migrated(&line)
                    {
                        let path = self.shared.folder.join(REPORT);
                        self.observer.failed(&path, &MigrateError::Read(error));
                    }
                }
            }
        }
    }

    /// Migrates a source, unless that was done before. Returns its report, and whether it is new.
    fn one(&self, number: usize, job: &Job) -> Result<(FileReport, bool), MigrateError> {
        if !lock(&self.names).insert(job.result.clone()) {
            return Err(MigrateError::SameName(job.result.clone()));
        }
        let folder = &self.shared.folder;
        let before = self.told.of_result(&job.result);
        let standing = match (self.standing.get(&job.result), before) {
            (Some(standing), _) => standing.clone(),
            (None, Some(before)) => {
                Standing::of(folder, before, self.check_results).map_err(MigrateError::Read)?
            }
            (None, None) => Standing::Missing,
        };
        let result = folder.join(&job.result);
        match (standing, before) {
            (Standing::AsWritten { is_touched }, Some(before)) => {
                return self.done_before(number, job, before, is_touched);
            }
            (Standing::Changed(what), _) => {
                // Made again by a run that was killed before it could say so? The proof tells.
                if verify::verify(&job.source, &result).is_err() {
                    return Err(MigrateError::ResultChanged { result: job.result.clone(), what });
                }
                fs::remove_file(&result).map_err(MigrateError::Read)?;
            }
            _ if result.exists() => {
                // Named, but not in the report: the kill fell between the two, and nothing refers to
                // it yet. If it is ours, which the proof tells, it is made anew.
                if let Err(error) = verify::verify(&job.source, &result) {
                    return Err(MigrateError::Occupied { result: job.result.clone(), error });
                }
                fs::remove_file(&result).map_err(MigrateError::Read)?;
            }
            _ => {}
        }
        // The same to the byte if the program is the same: what others refer to stays where it was.
        let made = before.and_then(|before| parse_warc_date(before.converted.as_bytes()).0);
        let Some(dedup) = &self.dedup else {
            let migrated = file::migrate(&self.shared, job, &Decisions::default(), made)?;
            let (report, _) = self.name(migrated.report, migrated.file, before)?;
            return Ok((report, true));
        };
        loop {
            let candidates = match job.kind {
                Kind::Records => dedup::candidates(&job.source, &job.relative),
                Kind::Pairs => Ok(Vec::new()),
            };
            let candidates = candidates.map_err(MigrateError::Read)?;
            let decisions = dedup.decide(number, &job.result, candidates)?;
            let migrated = file::migrate(&self.shared, job, &decisions, made)?;
            let Migrated { report, file, offsets } = migrated;
            if !dedup.wait_to_finish(number, &decisions) {
                // A file that was relied on has failed.
                let path = file.open_path().to_owned();
                drop(file);
                fs::remove_file(path).map_err(MigrateError::Read)?;
                continue;
            }
            let (report, is_again) = self.name(report, file, before)?;
            // What a kill leaves out here, the next run adds from the file.
            dedup.commit(number, &job.result, &offsets, &decisions, is_again)?;
            return Ok((report, true));
        }
    }

    /// Returns the report on a source that was migrated before and whose result has not changed; `None` otherwise.
    fn done_before(
        &self,
        number: usize,
        job: &Job,
        before: &FileReport,
        is_touched: bool,
    ) -> Result<(FileReport, bool), MigrateError> {
        check_unchanged(job, before)?;
        let mut before = before.clone();
        // Said again if a failure was reported meanwhile, or so that it need not be read next time.
        if is_touched || self.told.not_migrated.contains_key(&before.source) {
            before.result_modified = self.modified(&before.result)?;
            lock(&self.report).add(&before).map_err(MigrateError::Read)?;
        }
        if let Some(dedup) = &self.dedup {
            dedup.wait_to_finish(number, &Decisions::default());
            dedup.add_missing(&job.result)?;
        }
        self.observer.progress(before.source_length);
        Ok((before, false))
    }

    /// Gives a result its name and adds it to the report. Returns whether it is the same, to the byte, as an earlier
    /// run wrote.
    fn name(
        &self,
        mut report: FileReport,
        file: WarcFile,
        before: Option<&FileReport>,
    ) -> Result<(FileReport, bool), MigrateError> {
        let is_again = before.is_some_and(|b| b.result_sha256 == report.result_sha256);
        if before.is_some() && !is_again {
            dedup::set_stale(&self.shared.folder).map_err(MigrateError::Read)?;
        }
        file.close()?;
        report.result_modified = self.modified(&report.result)?;
        lock(&self.report).add(&report).map_err(MigrateError::Read)?;
        Ok((report, is_again))
    }

    fn modified(&self, result: &str) -> Result<u64, MigrateError> {
        let path = self.shared.folder.join(result);
        file::stamp(&path).map(|stamp| stamp.1).map_err(MigrateError::Read)
    }
}

/// Checks that a source has not changed since it was migrated.
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
pub(crate) struct Found {
    pub(crate) jobs: Vec<Job>,
    /// What could not be opened, and what is not a source.
    pub(crate) not_migrated: Vec<NotMigrated>,
}

impl Found {
    /// Returns how many files and folders could not be opened or must be unpacked first.
    pub(crate) fn failed(&self) -> usize {
        self.not_migrated.iter().filter(|n| n.not_migrated != NotMigratedReason::PassedOver).count()
    }

    fn note_unreadable(&mut self, path: &Path, error: io::Error, observer: &dyn MigrationObserver) {
        let error = MigrateError::Read(error);
        self.not(NotMigratedReason::Unreadable, path, &error.to_string());
        observer.failed(path, &error);
    }

    fn pass_over(&mut self, path: &Path, reason: &str, observer: &dyn MigrationObserver) {
        self.not(NotMigratedReason::PassedOver, path, reason);
        observer.passed_over(path, reason);
    }

    fn not(&mut self, not_migrated: NotMigratedReason, path: &Path, reason: &str) {
        let source = path.to_string_lossy().into_owned();
        self.not_migrated.push(NotMigrated { not_migrated, source, reason: reason.to_owned() });
    }
}

/// Finds the sources in everything that was named, in a stable order. What cannot be opened is reported, and the others
/// are used. The output folder may be inside a named folder; what is in it is not a source.
pub(crate) fn find_jobs(inputs: &[PathBuf], out: &Path, observer: &dyn MigrationObserver) -> Found {
    let out = out.canonicalize().ok();
    let mut found = Found { jobs: Vec::new(), not_migrated: Vec::new() };
    for input in inputs {
        let is_folder = match input.metadata() {
            Ok(metadata) => metadata.is_dir(),
            Err(error) => {
                found.note_unreadable(input, error, observer);
                continue;
            }
        };
        if !is_folder {
            let name = input.file_name().unwrap_or(input.as_os_str());
            // Some records would be found in it, by chance, and others would not.
            if let (None, Ok(Some(wrapping))) = (look(input), Wrapping::of_file(input)) {
                let error = MigrateError::Wrapped(wrapping);
                found.not(NotMigratedReason::Failed, input, &error.to_string());
                observer.failed(input, &error);
                continue;
            }
            // What is no archive is tried all the same, so that it is told.
            let form = look(input).unwrap_or(Form::Arc);
            found.jobs.push(job(input.clone(), Path::new(name), form));
            continue;
        }
        let mut walked = Vec::new();
        walk(input, out.as_deref(), &mut walked);
        for walked in walked {
            let path = match walked {
                Walked::Source(path) => path,
                Walked::Link(path) => {
                    found.pass_over(&path, "a symbolic link, which is not followed", observer);
                    continue;
                }
                Walked::Unreadable(path, error) => {
                    found.note_unreadable(&path, error, observer);
                    continue;
                }
            };
            let relative = path.strip_prefix(input).unwrap_or(&path).to_owned();
            let relative = match relative.as_os_str().is_empty() {
                // The named folder is itself a source.
                true => PathBuf::from(input.file_name().unwrap_or("source".as_ref())),
                false => relative,
            };
            match look(&path) {
                Some(form) => found.jobs.push(job(path, &relative, form)),
                None if path.is_dir() => {}
                None => {
                    let reason = match Wrapping::of_file(&path) {
                        Ok(Some(wrapping)) => format!("{NOT_AN_ARCHIVE}: it looks like {wrapping}"),
                        _ => NOT_AN_ARCHIVE.to_owned(),
                    };
                    found.pass_over(&path, &reason, observer);
                }
            }
        }
    }
    found
}

/// The reason for most files that are skipped.
pub const NOT_AN_ARCHIVE: &str = "not an archive";

/// What is found below a folder.
enum Walked {
    /// A file, or a folder that contains pairs.
    Source(PathBuf),
    Link(PathBuf),
    Unreadable(PathBuf, io::Error),
}

/// Finds all files below a folder, and the folders that contain pairs; the files of those are left out.
fn walk(folder: &Path, except: Option<&Path>, out: &mut Vec<Walked>) {
    let entries = fs::read_dir(folder).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
    let (mut entries, holds_pairs) = match (entries, nedlib::open(folder)) {
        (Ok(entries), Ok(pairs)) => (entries, pairs.is_some()),
        (Err(error), _) | (_, Err(error)) => {
            out.push(Walked::Unreadable(folder.to_owned(), error));
            return;
        }
    };
    if holds_pairs {
        out.push(Walked::Source(folder.to_owned()));
    }
    entries.sort_by_key(|e| e.file_name());
    for entry in entries {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => {
                let path = entry.path();
                if except.is_none() || path.canonicalize().ok().as_deref() != except {
                    walk(&path, except, out);
                }
            }
            Ok(kind) if kind.is_file() => {
                if !(holds_pairs && is_of_pair(&entry.file_name())) {
                    out.push(Walked::Source(entry.path()));
                }
            }
            Ok(kind) if kind.is_symlink() => out.push(Walked::Link(entry.path())),
            // What is no file holds nothing.
            Ok(_) => {}
            Err(error) => out.push(Walked::Unreadable(entry.path(), error)),
        }
    }
}

/// Returns whether a name begins with an MD5, like the files of pairs.
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

/// Returns the form of a source, judging by its beginning; `None` if it is not a source.
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

/// Makes a job with the name of its result: `arc2warc-NAME.warc.gz`, with the whole name of the source, so that no two
/// files of a folder get the same name.
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
