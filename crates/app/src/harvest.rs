//! Runs all jobs of an archive that are unfinished or due, once or continuously.
//!
//! A [`Scheduler`] starts jobs that are unfinished or due, several at the same time. A [`HarvestWatch`] is told what
//! the scheduler and its jobs do. A [`Stopper`] stops it from another thread. A [`HarvestRunner`] keeps one at work
//! beside a server.

mod runner;
mod stopper;

pub use runner::{HarvestRunner, HarvestsRunBy, ask_job, run_by, wish_of};
pub use stopper::Stopper;

use crate::crawl::round::{self, Standing, Wish};
use crate::crawl::{
    self, CrawlError, HarvestEvent, HarvestWatch, JobWish, SettingsFrom, keep_locked, settings,
    wish,
};
use crate::events::{EventKind, note};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, SystemTime};
use stodola_archive::{Archive, ArchiveError, Keeper, WriteLock};
use stodola_crawl::Report;
use stodola_crawl::job::Job;
use stopper::Ears;

/// Maximum time until new jobs and changed settings are noticed.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// Interval of looking again while the archive is being given to another process.
const LOOK_AGAIN: Duration = Duration::from_millis(200);
/// Time for which a job that failed is not started again.
const AFTER_FAILURE: Duration = Duration::from_secs(10 * 60);

/// Which jobs are run, and how.
#[derive(Clone, Debug)]
pub struct HarvestSettings {
    /// Folder of the archive.
    pub archive: PathBuf,
    /// Names of the jobs; empty for all.
    pub jobs: Vec<String>,
    /// Whether to run until stopped, and to start each round when it is due.
    pub is_watching: bool,
    /// Number of jobs that run at the same time.
    pub at_once: u32,
    /// The command of this process, as shown to processes that wait for the archive.
    pub command: String,
}

/// The results of all jobs together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HarvestSummary {
    /// Whether a job archived nothing, or all its seeds failed. Not counted while watching: the job has another round.
    pub is_fruitless: bool,
    /// Whether a job could not run.
    pub has_failed: bool,
    /// Whether a limit or a person stopped a job before its end; it can continue.
    pub is_stopped: bool,
}

/// A message to the scheduler.
enum News {
    /// All jobs are to stop.
    Stop,
    /// A job may have something to do: it was added, changed, or asked for.
    Look,
    /// A job has ended, with this result.
    Ended(String, Box<Result<Option<Report>, CrawlError>>),
    /// The lock of the archive was taken, or could not be taken.
    Turn(Result<WriteLock, ArchiveError>),
}

/// Whether this process has the archive.
enum Hold {
    /// It does not need the archive.
    Free,
    /// It waits for the lock.
    Waiting,
    /// It has the archive.
    Held(Arc<Keeper>),
}

/// Starts jobs and waits for them.
pub struct Scheduler {
    settings: HarvestSettings,
    watch: Arc<dyn HarvestWatch>,
    /// Tells `watch` what jobs do, and knows which jobs can be stopped.
    ears: Arc<Ears>,
    heard: Receiver<News>,
    archive: Archive,
    /// The duty to run the jobs when they are due, which one watching process has.
    duty: Option<WriteLock>,
    hold: Hold,
    /// Whether a job was started since the lock was taken. Before that the lock is not given up: two schedulers would
    /// pass it to each other for ever.
    has_begun: bool,
    /// Whether another process waits for the archive, so that no job is started.
    is_giving_way: bool,
    news: Sender<News>,
    /// The running jobs, with the domains of their seeds.
    running: BTreeMap<String, BTreeSet<u64>>,
    /// Jobs that are not started before a time, or never (`None`).
    rests: BTreeMap<String, Option<SystemTime>>,
    summary: HarvestSummary,
}

impl Scheduler {
    /// Opens an archive to run its jobs. An archive without jobs is an error, unless the scheduler may wait for one.
    pub fn new(
        settings: HarvestSettings,
        watch: &Arc<dyn HarvestWatch>,
    ) -> Result<Scheduler, CrawlError> {
        let jobs = settings.archive.join("jobs");
        // A watching scheduler may wait for the first job, but not in a folder that is not an archive.
        let may_wait = settings.is_watching && Archive::open(&settings.archive).is_ok();
        if !jobs.is_dir() && !may_wait {
            return Err(CrawlError::NoJobs { archive: settings.archive });
        }
        let is_there = |name: &&String| jobs.join(name).join("job.toml").is_file();
        if let Some(job) = settings.jobs.iter().find(|name| !is_there(name)).cloned() {
            return Err(CrawlError::NoSuchJob { job, archive: settings.archive });
        }
        let archive = Archive::open_or_create(&settings.archive)?;
        // If another process has it, both watch, and take turns with the archive.
        let duty = match settings.is_watching.then(|| archive.take_duty(&settings.command)) {
            Some(Ok(duty)) => Some(duty),
            Some(Err(ArchiveError::Locked { .. })) | None => None,
            Some(Err(error)) => return Err(error.into()),
        };
        let (news, heard) = mpsc::channel();
        Ok(Scheduler {
            settings,
            watch: Arc::clone(watch),
            ears: Arc::new(Ears::new(watch)),
            heard,
            archive,
            duty,
            hold: Hold::Free,
            has_begun: false,
            is_giving_way: false,
            news,
            running: BTreeMap::new(),
            rests: BTreeMap::new(),
            summary: HarvestSummary::default(),
        })
    }

    /// Whether it is this scheduler that runs the jobs of the archive when they are due; otherwise another process
    /// does.
    pub fn is_on_duty(&self) -> bool {
        self.duty.is_some()
    }

    /// Returns a handle that stops the scheduler and its jobs from another thread.
    pub fn stopper(&self) -> Stopper {
        Stopper::new(&self.ears, &self.news)
    }

    /// Runs jobs until none has anything to do, or for ever if it is watching, or until it is stopped. All jobs have
    /// ended when it returns.
    pub fn run(mut self) -> Result<HarvestSummary, CrawlError> {
        self.work()?;
        Ok(self.summary)
    }

    fn work(&mut self) -> Result<(), CrawlError> {
        let mut is_stopping = false;
        let mut told = None;
        loop {
            self.give_way();
            let next = if is_stopping { None } else { self.start_all()? };
            if self.running.is_empty() {
                self.let_go();
                let is_idle = matches!(self.hold, Hold::Free) && !self.is_giving_way;
                if is_stopping || (is_idle && !self.settings.is_watching) {
                    return Ok(());
                }
                if is_idle {
                    self.tell_next(next, &mut told);
                }
            } else {
                told = None;
            }
            let wait = if self.is_giving_way { LOOK_AGAIN } else { LOOK_EVERY };
            match self.heard.recv_timeout(wait) {
                Ok(News::Stop) => is_stopping = true,
                Ok(News::Look) => {}
                Ok(News::Ended(name, ended)) => self.ended(&name, *ended),
                Ok(News::Turn(lock)) => self.take_turn(lock)?,
                // The channel cannot close: a sender is held here.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
    }

    /// Checks whether another process waits for the archive, and reports it.
    fn give_way(&mut self) {
        let is_held = matches!(self.hold, Hold::Held(_));
        let is_wanted = is_held && self.has_begun && self.archive.is_wanted();
        if is_wanted && !self.is_giving_way {
            self.watch.tell(&HarvestEvent::GivingWay);
        }
        self.is_giving_way = is_wanted;
    }

    /// Releases the archive for other processes. No job runs.
    fn let_go(&mut self) {
        let Hold::Held(keeper) = &self.hold else { return };
        if let Err(error) = keeper.settle() {
            self.failed(None, &error.into());
        }
        (self.hold, self.has_begun) = (Hold::Free, false);
    }

    /// Opens the archive after waiting for it. If that fails, a watching scheduler tries again: the disk may be full
    /// for a while.
    fn take_turn(&mut self, lock: Result<WriteLock, ArchiveError>) -> Result<(), CrawlError> {
        let opened = lock
            .map_err(CrawlError::from)
            .and_then(|lock| keep_locked(&self.archive, lock, self.watch.as_ref()));
        self.hold = match opened {
            Ok(keeper) => Hold::Held(keeper),
            Err(error) if self.settings.is_watching => {
                self.failed(None, &error);
                Hold::Free
            }
            Err(error) => return Err(error),
        };
        Ok(())
    }

    /// Returns the archive, or starts waiting for it: then `None`.
    fn keeper(&mut self) -> Result<Option<Arc<Keeper>>, CrawlError> {
        match &self.hold {
            Hold::Held(_) if self.is_giving_way => return Ok(None),
            Hold::Held(keeper) => return Ok(Some(Arc::clone(keeper))),
            Hold::Waiting => return Ok(None),
            Hold::Free => {}
        }
        let command = self.settings.command.clone();
        // No process overtakes those that wait.
        if !self.archive.is_wanted() {
            match self.archive.lock(&command) {
                Ok(lock) => {
                    let keeper = keep_locked(&self.archive, lock, self.watch.as_ref())?;
                    self.hold = Hold::Held(Arc::clone(&keeper));
                    return Ok(Some(keeper));
                }
                Err(ArchiveError::Locked { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let (archive, news) = (self.archive.clone(), self.news.clone());
        let watch = Arc::clone(&self.watch);
        let wait = move || {
            let tell = &mut |holder: &_| watch.waiting(archive.folder(), holder);
            let lock = archive.lock_in_turn(&command, tell);
            // The receiver is gone only if the program ends.
            let _ = news.send(News::Turn(lock));
        };
        std::thread::Builder::new().spawn(wait).map_err(CrawlError::Thread)?;
        self.hold = Hold::Waiting;
        Ok(None)
    }

    /// Starts jobs that are ready, as far as there is room; returns when the next one will be ready, and its name.
    fn start_all(&mut self) -> Result<Option<(SystemTime, String)>, CrawlError> {
        let mut next: Option<(SystemTime, String)> = None;
        for (name, folder) in self.jobs()? {
            let now = SystemTime::now();
            if self.running.contains_key(&name) {
                continue;
            }
            let asked = wish::read(&folder);
            let rest = match (asked, self.rests.get(&name)) {
                (Some(JobWish::Hold), _) => continue,
                // Somebody wants it now, whatever became of it before.
                (Some(JobWish::Start | JobWish::Again), _) => None,
                (None, Some(None)) => continue,
                (None, Some(Some(until))) if *until > now => Some(*until),
                (None, Some(Some(_)) | None) => None,
            };
            let due = match rest {
                Some(until) => until,
                None => match self.look_at(&folder, asked, now) {
                    Ok(Some((job, due))) if due <= now => {
                        self.start(job, name, folder, asked)?;
                        continue;
                    }
                    Ok(Some((_, due))) => due,
                    Ok(None) => continue,
                    // One job with invalid settings does not hold up the others.
                    Err(error) => {
                        self.ended(&name, Err(error));
                        continue;
                    }
                },
            };
            if next.as_ref().is_none_or(|(first, _)| due < *first) {
                next = Some((due, name));
            }
        }
        Ok(next)
    }

    /// Returns a job that has something to do, and from when on. `None` if it has not.
    fn look_at(
        &self,
        folder: &Path,
        asked: Option<JobWish>,
        now: SystemTime,
    ) -> Result<Option<(Job, SystemTime)>, CrawlError> {
        // A wish that led to an error is not tried again and again.
        let job = settings::read(folder).inspect_err(|_| wish::clear(folder))?;
        Ok(match round::standing(&job, folder, now)? {
            Standing::Ready => Some((job, now)),
            _ if asked == Some(JobWish::Again) => Some((job, now)),
            standing => {
                // There is nothing to start.
                if asked == Some(JobWish::Start) {
                    wish::clear(folder);
                }
                match standing {
                    Standing::Until(until) => Some((job, until)),
                    Standing::Ready | Standing::Finished => None,
                }
            }
        })
    }

    fn start(
        &mut self,
        job: Job,
        name: String,
        folder: PathBuf,
        asked: Option<JobWish>,
    ) -> Result<(), CrawlError> {
        let domains = domains(&job, &folder);
        let is_apart = self.running.values().all(|others| others.is_disjoint(&domains));
        if self.running.len() >= self.settings.at_once as usize || !is_apart {
            return Ok(());
        }
        let keeper = match self.keeper() {
            Ok(Some(keeper)) => keeper,
            Ok(None) => return Ok(()),
            // The job is not started for a while, as after any failure.
            Err(error) if self.settings.is_watching => {
                self.ended(&name, Err(error));
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        self.has_begun = true;
        self.running.insert(name.clone(), domains);
        let news = self.news.clone();
        let watch: Arc<dyn HarvestWatch> = Arc::<Ears>::clone(&self.ears);
        let wish = if asked == Some(JobWish::Again) { Wish::Again } else { Wish::IfDue };
        let work = move || {
            // A bug in one job must not make the others wait for ever.
            let run = AssertUnwindSafe(|| harvest(job, &folder, wish, &keeper, &watch));
            let ended = catch_unwind(run).unwrap_or_else(|_| {
                let data = json!({ "job": name, "state": "failed", "error": CrawlError::Panicked.to_string() });
                note(keeper.archive().folder(), EventKind::Job, &data);
                Err(CrawlError::Panicked)
            });
            if ended.is_err() {
                wish::clear(&folder);
            }
            // Dropped first: when the end is reported, the archive may be released.
            drop(keeper);
            // The receiver is gone only if the program ends.
            let _ = news.send(News::Ended(name, Box::new(ended)));
        };
        std::thread::Builder::new().spawn(work).map_err(CrawlError::Thread)?;
        Ok(())
    }

    /// Records the end of a job. The same program does not start it again at once, whatever the result.
    fn ended(&mut self, name: &str, ended: Result<Option<Report>, CrawlError>) {
        self.running.remove(name);
        let is_stopped = matches!(&ended, Ok(Some(report)) if !report.is_finished());
        if let Ok(Some(report)) = &ended {
            self.summary.is_stopped |= is_stopped;
            // While watching, the result was reported, and the job has another round.
            self.summary.is_fruitless |=
                !is_stopped && report.summary.is_fruitless() && !self.settings.is_watching;
        }
        let rest = match ended {
            Ok(_) if self.settings.is_watching && !is_stopped => {
                self.rests.remove(name);
                return;
            }
            // It waits for its next round, or for somebody who starts it by hand.
            Ok(_) => self.next_round(name),
            Err(error) => {
                self.failed(Some(name), &error);
                self.settings.is_watching.then(|| SystemTime::now() + AFTER_FAILURE)
            }
        };
        self.rests.insert(name.to_owned(), rest);
    }

    fn failed(&mut self, job: Option<&str>, error: &CrawlError) {
        self.watch.tell(&HarvestEvent::Failed { job, error });
        self.summary.has_failed = true;
    }

    /// Returns when a job that was stopped before its end continues: after its interval. `None` if it has none.
    fn next_round(&self, name: &str) -> Option<SystemTime> {
        if !self.settings.is_watching {
            return None;
        }
        let job = settings::read(&self.settings.archive.join("jobs").join(name)).ok()?;
        Some(SystemTime::now() + job.again.round()?.duration())
    }

    /// Returns all jobs that were asked for, by name.
    fn jobs(&self) -> Result<Vec<(String, PathBuf)>, CrawlError> {
        let folder = self.settings.archive.join("jobs");
        let mut jobs = Vec::new();
        if !folder.is_dir() {
            return Ok(jobs);
        }
        let unreadable = |error| CrawlError::file("read", &folder)(error);
        for item in fs::read_dir(&folder).map_err(unreadable)? {
            let path = item.map_err(unreadable)?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
            let is_wanted =
                self.settings.jobs.is_empty() || self.settings.jobs.iter().any(|it| it == name);
            if is_wanted && path.join("job.toml").is_file() {
                jobs.push((name.to_owned(), path));
            }
        }
        jobs.sort();
        Ok(jobs)
    }

    /// Reports what the scheduler waits for, once.
    fn tell_next(&self, next: Option<(SystemTime, String)>, told: &mut Option<Next>) {
        if told.as_ref() == Some(&next) {
            return;
        }
        let next = told.insert(next).as_ref();
        let next = next.map(|(due, name)| (*due, name.as_str()));
        self.watch.tell(&HarvestEvent::Idle { next });
    }
}

/// When the next job is due, and its name.
type Next = Option<(SystemTime, String)>;

fn harvest(
    job: Job,
    folder: &Path,
    wish: Wish,
    keeper: &Arc<Keeper>,
    watch: &Arc<dyn HarvestWatch>,
) -> Result<Option<Report>, CrawlError> {
    job.check_seeds(folder)?;
    crawl::harvest_round(job, folder, wish, SettingsFrom::File, keeper, watch)
}

/// Returns the registered domains of a job's seeds; a host without one stands for itself.
///
/// Each is a hash, as there may be millions: two jobs that share one by chance do not run at once, that is all.
fn domains(job: &Job, folder: &Path) -> BTreeSet<u64> {
    let domain = |seed: &[u8]| {
        let normal = stodola_uri::normalise(seed);
        let host = stodola_uri::host(&normal)?;
        let domain = stodola_uri::registrable_domain(&host).unwrap_or(&host);
        Some(BuildHasherDefault::<DefaultHasher>::default().hash_one(domain))
    };
    let own = job.own_seeds();
    let list = job.seed_list(folder).ok().flatten().into_iter().flatten().filter_map(Result::ok);
    let listed = list.filter_map(|seed| domain(&seed));
    own.iter().filter_map(|seed| domain(seed.as_bytes())).chain(listed).collect()
}
