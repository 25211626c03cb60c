//! The jobs of an archive for those who look often: a log that has not changed is not read again.

use super::list::row;
use super::tally::TallyReader;
use super::{JobRow, JobState, JobTally, JobsError, StoredJob, reports};
use crate::control::{ControlAnswer, ControlRequest, HarvestStatus};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use stodola_crawl::job::Job;
use stodola_crawl::logs::HostCount;
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
    /// The hosts of one round, and the size of its log.
    hosts: Mutex<Option<(PathBuf, u64, Arc<Vec<HostCount>>)>>,
}

/// Jobs whose outcomes are counted at a time.
const TALLIES_MAX: usize = 3;
/// So long numbers are told again without looking at the log.
const FRESH: Duration = Duration::from_secs(2);
/// Bytes of a log that are counted while somebody waits: less than a second. More is counted aside.
const SOON: u64 = 32 << 20;
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

    /// Returns the numbers of the last round of a job.
    pub fn row(&self, job: &StoredJob) -> Result<JobRow, JobsError> {
        if let Some(status) = job.status() {
            return Ok(running_row(job, &status));
        }
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

    /// Returns the hosts of a round by its log, in the order in which they were found. The log is read if it has
    /// changed, or if another job was asked for.
    pub fn hosts(&self, job: &StoredJob) -> Result<Arc<Vec<HostCount>>, JobsError> {
        let size = log_size(&job.folder);
        if let Some((folder, read, hosts)) = &*lock(&self.hosts)
            && (folder, *read) == (&job.folder, size)
        {
            return Ok(hosts.clone());
        }
        let hosts: Arc<Vec<HostCount>> = Arc::new(reports(job)?.hosts().collect());
        if hosts.len() <= HOSTS_KEPT {
            *lock(&self.hosts) = Some((job.folder.clone(), size, hosts.clone()));
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
