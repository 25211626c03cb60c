//! The jobs of an archive for those who look often: a log that has not changed is not read again.

use super::list::row;
use super::sources::{alarms_with, file as completeness_file, last_ended, summary};
use super::tally::TallyReader;
use super::{
    JobRow, JobState, JobTally, JobsError, LargestParts, SourcesSummary, StoredJob, reports,
};
use crate::control::{ControlAnswer, ControlRequest, HarvestStatus};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use stodola_crawl::job::Job;
use stodola_crawl::logs::{HostCount, Reports};
use stodola_frontier::FrontierError;

/// The longest wait for a harvest that is asked how far it is.
pub const ANSWER_SOON: Duration = Duration::from_secs(10);

/// The numbers of jobs, kept in memory. A running harvest is asked for its numbers; the log of any other job is read
/// when it has changed.
#[derive(Default)]
pub struct JobBook {
    known: Mutex<HashMap<PathBuf, (u64, JobRow)>>,
    /// The jobs whose outcomes are counted, the one that was last asked for first.
    tallies: Mutex<Vec<Arc<TallySlot>>>,
    /// The hosts of one round.
    hosts: Mutex<Option<LoggedHosts>>,
    /// How complete the sources of a round are, by its folder.
    sources: Mutex<HashMap<PathBuf, (FileState, Arc<SourcesSummary>)>>,
    largest: Arc<LargestKnown>,
}

/// When a file was written, and how long it is.
type FileState = (Option<SystemTime>, u64);

/// The largest parts of rounds by their logs.
#[derive(Default)]
struct LargestKnown {
    /// By folder, with the size of the log when it was read.
    known: Mutex<HashMap<PathBuf, (u64, Arc<LargestParts>)>>,
    /// Held while a long log is read.
    is_counting: Mutex<()>,
}

impl LargestKnown {
    fn count(&self, job: &StoredJob, size: u64) -> Result<Arc<LargestParts>, JobsError> {
        let reports = Reports::read(&job.folder, &job.name, None)?;
        let parts = Arc::new(LargestParts::counted(&reports, LARGEST as usize));
        lock(&self.known).insert(job.folder.clone(), (size, parts.clone()));
        Ok(parts)
    }
}

/// The hosts of a round by its log.
struct LoggedHosts {
    folder: PathBuf,
    /// The size of the log when it was read.
    size: u64,
    hosts: Arc<Vec<HostCount>>,
}

/// Jobs whose outcomes are counted at a time.
const TALLIES_MAX: usize = 3;
/// So long numbers are told again without looking at the log.
const FRESH: Duration = Duration::from_secs(2);
/// Bytes of a log that are counted while somebody waits: less than a second. More is counted aside.
const SOON: u64 = 32 << 20;
/// Rows in each table of the largest parts.
const LARGEST: u32 = 10;
/// Most hosts of a round that are kept in memory.
const HOSTS_KEPT: usize = 200_000;

/// The outcomes of a round, as far as they are counted.
struct TallySlot {
    folder: PathBuf,
    reader: Mutex<TallyReader>,
    told: Mutex<Option<(Instant, Arc<JobTally>)>>,
}

impl TallySlot {
    fn told(&self) -> Option<(Instant, Arc<JobTally>)> {
        lock(&self.told).clone()
    }

    fn count(&self, reader: &mut TallyReader) -> Result<Arc<JobTally>, FrontierError> {
        reader.read_on()?;
        let tally = Arc::new(reader.tally());
        *lock(&self.told) = Some((Instant::now(), tally.clone()));
        Ok(tally)
    }
}

/// Locks a mutex. A thread that panicked left nothing half changed that would disturb others.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl JobBook {
    /// Returns the jobs of an archive by name, also those that never ran. An archive without jobs has none.
    pub fn rows(&self, archive: &Path) -> Result<Vec<JobRow>, JobsError> {
        let jobs = match StoredJob::find(archive, None) {
            Err(JobsError::NoJobs { .. }) => return Ok(Vec::new()),
            jobs => jobs?,
        };
        let mut rows: Vec<JobRow> =
            jobs.iter().map(|job| self.row(job)).collect::<Result<_, _>>()?;
        for entry in fs::read_dir(archive.join("jobs")).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !rows.iter().any(|row| row.job == name) {
                rows.extend(new_row(&entry.path(), name));
            }
        }
        rows.sort_by(|a, b| a.job.cmp(&b.job));
        Ok(rows)
    }

    /// Returns the numbers of the last round of a job, and its alarms.
    pub fn row(&self, job: &StoredJob) -> Result<JobRow, JobsError> {
        let status = job.status();
        let row = match &status {
            Some(status) => running_row(job, status),
            None => self.stopped_row(job)?,
        };
        let alarms = alarms_with(job, status.as_ref(), self.sources(job).as_deref());
        Ok(JobRow { alarms, ..row })
    }

    fn stopped_row(&self, job: &StoredJob) -> Result<JobRow, JobsError> {
        let size = log_size(&job.folder);
        let known = |book: &HashMap<PathBuf, (u64, JobRow)>| {
            let (read, row) = book.get(&job.folder)?;
            (*read == size).then(|| row.clone())
        };
        if let Some(row) = known(&self.known.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(row);
        }
        let row = row(job)?;
        if row.state != JobState::Running {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.insert(job.folder.clone(), (size, row.clone()));
        }
        Ok(row)
    }
}

impl JobBook {
    /// Returns what became of the URIs of a round so far, at most some seconds old. `None` if a long log is counted for
    /// the first time; that goes on, and the numbers are there later.
    pub fn tally(&self, job: &StoredJob) -> Result<Option<Arc<JobTally>>, JobsError> {
        let slot = self.slot(job)?;
        let told = slot.told();
        if let Some((_, tally)) = told.as_ref().filter(|(when, _)| when.elapsed() < FRESH) {
            return Ok(Some(tally.clone()));
        }
        let told = told.map(|(_, tally)| tally);
        // Whoever counts it now tells it to the next one.
        let Ok(mut reader) = slot.reader.try_lock() else { return Ok(told) };
        if reader.ahead()? <= SOON {
            return Ok(Some(slot.count(&mut reader)?));
        }
        drop(reader);
        let aside = slot.clone();
        let count = move || {
            if let Ok(mut reader) = aside.reader.try_lock() {
                // If it fails, it fails again for whoever asks next, and they are told.
                let _ = aside.count(&mut reader);
            }
        };
        // Without a thread it stays as it was.
        let _ = std::thread::Builder::new().name("tally".to_owned()).spawn(count);
        Ok(told)
    }

    fn slot(&self, job: &StoredJob) -> Result<Arc<TallySlot>, JobsError> {
        let mut slots = lock(&self.tallies);
        let slot = match slots.iter().position(|slot| slot.folder == job.folder) {
            Some(place) => slots.remove(place),
            None => Arc::new(TallySlot {
                folder: job.folder.clone(),
                reader: Mutex::new(TallyReader::open(&job.folder.join("frontier"))?),
                told: Mutex::default(),
            }),
        };
        slots.insert(0, slot.clone());
        slots.truncate(TALLIES_MAX);
        Ok(slot)
    }

    /// Returns how complete the sources of a job were in the last round that has ended; `None` if none has ended. The
    /// file of that round is read if it has changed.
    pub fn sources(&self, job: &StoredJob) -> Option<Arc<SourcesSummary>> {
        let (_, round) = last_ended(job)?;
        let data = fs::metadata(completeness_file(&round)).ok()?;
        let state = (data.modified().ok(), data.len());
        if let Some((known, summary)) = lock(&self.sources).get(&round)
            && *known == state
        {
            return Some(summary.clone());
        }
        let summary = Arc::new(summary(job)?);
        lock(&self.sources).insert(round, (state, summary.clone()));
        Some(summary)
    }

    /// Returns the hosts and media types of a round with the most bytes. A running harvest is asked; the log of any
    /// other is read when it has changed. `None` if a long log is read for the first time; that goes on aside, and they
    /// are there later.
    pub fn largest(&self, job: &StoredJob) -> Result<Option<Arc<LargestParts>>, JobsError> {
        if let Some(status) = job.status() {
            let parts = LargestParts::asked(job, LARGEST, status.number("bytes"), ANSWER_SOON)?;
            return Ok(Some(Arc::new(parts)));
        }
        let size = log_size(&job.folder);
        let known = lock(&self.largest.known).get(&job.folder).cloned();
        if let Some((read, parts)) = known
            && read == size
        {
            return Ok(Some(parts));
        }
        if size <= SOON {
            return self.largest.count(job, size).map(Some);
        }
        let (aside, job) = (Arc::clone(&self.largest), job.clone());
        let count = move || {
            // One long log at a time; whoever asks later begins the next.
            if let Ok(_alone) = aside.is_counting.try_lock() {
                // If it fails, it fails again for whoever asks next.
                let _ = aside.count(&job, size);
            }
        };
        // Without a thread it stays as it was.
        let _ = std::thread::Builder::new().name("largest".to_owned()).spawn(count);
        Ok(None)
    }

    /// Returns the hosts of a round by its log, in the order in which they were found. The log is read if it has
    /// changed, or if another job was asked for.
    pub fn hosts(&self, job: &StoredJob) -> Result<Arc<Vec<HostCount>>, JobsError> {
        let size = log_size(&job.folder);
        if let Some(known) = &*lock(&self.hosts)
            && (&known.folder, known.size) == (&job.folder, size)
        {
            return Ok(known.hosts.clone());
        }
        let hosts: Arc<Vec<HostCount>> = Arc::new(reports(job)?.hosts().collect());
        if hosts.len() <= HOSTS_KEPT {
            let (folder, hosts) = (job.folder.clone(), hosts.clone());
            *lock(&self.hosts) = Some(LoggedHosts { folder, size, hosts });
        }
        Ok(hosts)
    }
}

impl StoredJob {
    /// Asks the process that harvests the job how far it is; `None` if there is none, or if it does not answer.
    pub fn status(&self) -> Option<HarvestStatus> {
        if !self.is_running() {
            return None;
        }
        match self.ask_within(&ControlRequest::Status, ANSWER_SOON) {
            Ok(ControlAnswer::Status(words)) => Some(HarvestStatus::parse(&words)),
            _ => None,
        }
    }
}

fn running_row(job: &StoredJob, status: &HarvestStatus) -> JobRow {
    JobRow {
        job: job.name.clone(),
        state: JobState::Running,
        round: job.round,
        seeds: job.settings().map_or(0, |settings| settings.seeds.len() as u64),
        found: status.number("found"),
        waiting: status.number("found").saturating_sub(status.number("finished")),
        archived: status.number("archived"),
        bytes: status.number("bytes"),
        rejected: status.number("rejected"),
        alarms: Vec::new(),
    }
}

/// A job that has settings, but no log yet; `None` if the folder is something else.
fn new_row(folder: &Path, job: String) -> Option<JobRow> {
    let text = fs::read_to_string(folder.join("job.toml")).ok()?;
    let seeds = Job::parse(&text, "job.toml").map_or(0, |job| job.seeds.len() as u64);
    Some(JobRow {
        job,
        state: JobState::New,
        round: 0,
        seeds,
        found: 0,
        waiting: 0,
        archived: 0,
        bytes: 0,
        rejected: 0,
        alarms: Vec::new(),
    })
}

/// Bytes of the log of a round: events are only ever added to it.
fn log_size(folder: &Path) -> u64 {
    let mut size = 0;
    for part in ["frontier", "logs"] {
        let files = fs::read_dir(folder.join(part)).into_iter().flatten().flatten();
        size += files.filter_map(|file| file.metadata().ok()).map(|it| it.len()).sum::<u64>();
    }
    size
}
