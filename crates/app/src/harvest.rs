//! All jobs of an archive that have something to do, once or for ever.
//!
//! A [`Scheduler`] starts jobs that are unfinished or due, several at the same time. What it does and what its jobs do
//! is told to a [`HarvestWatch`]. A [`Stopper`] stops it from another thread.

mod stopper;

pub use stopper::Stopper;

use crate::crawl::round::{self, Standing, Wish};
use crate::crawl::{self, CrawlError, HarvestEvent, HarvestWatch, keep_locked, settings};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, SystemTime};
use stodola_archive::{Archive, ArchiveError, Keeper, WriteLock};
use stodola_crawl::Report;
use stodola_crawl::job::Job;
use stopper::Ears;

/// New jobs and changed settings are noticed after so long at most.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// The same while another process takes its turn.
const LOOK_AGAIN: Duration = Duration::from_millis(200);
/// A job that failed is left alone for so long.
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
    /// What other processes are told that wait for the archive: the command of this process.
    pub command: String,
}

/// What came of all jobs together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HarvestSummary {
    /// A job archived nothing, or all its seeds failed. Not counted while watching: the job has another round.
    pub is_fruitless: bool,
    /// A job could not run.
    pub has_failed: bool,
    /// A limit or somebody stopped a job before its end; it can continue.
    pub is_stopped: bool,
}

/// What happens while jobs run.
enum News {
    /// Somebody wants all to stop.
    Stop,
    /// A job came to an end.
    Ended(String, Result<Option<Report>, CrawlError>),
    /// The archive is ours, or cannot be.
    Turn(Result<WriteLock, ArchiveError>),
}

/// Whether this process has the archive.
enum Hold {
    /// It does not need it.
    Free,
    /// It waits for its turn.
    Waiting,
    /// It has it.
    Held(Arc<Keeper>),
}

/// Starts jobs and waits for them.
pub struct Scheduler {
    settings: HarvestSettings,
    watch: Arc<dyn HarvestWatch>,
    /// Tells `watch` what jobs do, and knows which ones can be stopped.
    ears: Arc<Ears>,
    heard: Receiver<News>,
    archive: Archive,
    hold: Hold,
    /// A job was begun since the archive was taken. Before that nobody is given way to: two harvests would hand
    /// the archive to each other for ever.
    has_begun: bool,
    /// Another process waits for the archive, so that no job is begun.
    is_giving_way: bool,
    news: Sender<News>,
    /// The jobs that run, with the domains of their seeds.
    running: BTreeMap<String, BTreeSet<String>>,
    /// Jobs that are left alone until then, or for good.
    rests: BTreeMap<String, Option<SystemTime>>,
    summary: HarvestSummary,
}

impl Scheduler {
    /// Opens an archive to run its jobs. An archive without jobs is refused, unless the scheduler may wait for one.
    pub fn new(
        settings: HarvestSettings,
        watch: &Arc<dyn HarvestWatch>,
    ) -> Result<Scheduler, CrawlError> {
        let jobs = settings.archive.join("jobs");
        // A watch may wait for the first job, but not in a folder that is no archive.
        let may_wait = settings.is_watching && Archive::open(&settings.archive).is_ok();
        if !jobs.is_dir() && !may_wait {
            return Err(CrawlError::NoJobs { archive: settings.archive });
        }
        let is_there = |name: &&String| jobs.join(name).join("job.toml").is_file();
        if let Some(job) = settings.jobs.iter().find(|name| !is_there(name)).cloned() {
            return Err(CrawlError::NoSuchJob { job, archive: settings.archive });
        }
        let archive = Archive::open_or_create(&settings.archive)?;
        let (news, heard) = mpsc::channel();
        Ok(Scheduler {
            settings,
            watch: Arc::clone(watch),
            ears: Arc::new(Ears::new(watch)),
            heard,
            archive,
            hold: Hold::Free,
            has_begun: false,
            is_giving_way: false,
            news,
            running: BTreeMap::new(),
            rests: BTreeMap::new(),
            summary: HarvestSummary::default(),
        })
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
                Ok(News::Ended(name, ended)) => self.ended(&name, ended),
                Ok(News::Turn(lock)) => self.take_turn(lock)?,
                // The channel cannot close: this end of it is held here.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
    }

    /// Notices whether another process waits for the archive, and tells so.
    fn give_way(&mut self) {
        let is_held = matches!(self.hold, Hold::Held(_));
        let is_wanted = is_held && self.has_begun && self.archive.is_wanted();
        if is_wanted && !self.is_giving_way {
            self.watch.tell(&HarvestEvent::GivingWay);
        }
        self.is_giving_way = is_wanted;
    }

    /// Lets other processes have the archive. No job runs.
    fn let_go(&mut self) {
        let Hold::Held(keeper) = &self.hold else { return };
        if let Err(error) = keeper.settle() {
            self.failed(None, &error.into());
        }
        (self.hold, self.has_begun) = (Hold::Free, false);
    }

    /// Opens the archive that was waited for. A watch tries again if that fails: the disk may be full for a
    /// while.
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

    /// Has the archive, or sees to it that it comes.
    fn keeper(&mut self) -> Result<Option<Arc<Keeper>>, CrawlError> {
        match &self.hold {
            Hold::Held(_) if self.is_giving_way => return Ok(None),
            Hold::Held(keeper) => return Ok(Some(Arc::clone(keeper))),
            Hold::Waiting => return Ok(None),
            Hold::Free => {}
        }
        let command = self.settings.command.clone();
        // Nobody goes before those who wait.
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
            // Nobody listens any more only if the program ends.
            let _ = news.send(News::Turn(lock));
        };
        std::thread::Builder::new().spawn(wait).map_err(CrawlError::Thread)?;
        self.hold = Hold::Waiting;
        Ok(None)
    }

    /// Starts what is ready as far as there is room; tells when the next one will be.
    fn start_all(&mut self) -> Result<Option<(SystemTime, String)>, CrawlError> {
        let mut next: Option<(SystemTime, String)> = None;
        for (name, folder) in self.jobs()? {
            let now = SystemTime::now();
            if self.running.contains_key(&name) {
                continue;
            }
            let rest = match self.rests.get(&name) {
                Some(None) => continue,
                Some(Some(until)) if *until > now => Some(*until),
                Some(Some(_)) | None => None,
            };
            let due = match rest {
                Some(until) => until,
                None => match self.look_at(&folder, now) {
                    Ok(Some((job, due))) if due <= now => {
                        self.start(job, name, folder)?;
                        continue;
                    }
                    Ok(Some((_, due))) => due,
                    Ok(None) => continue,
                    // One job that makes no sense does not keep the others waiting.
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

    /// A job that has something to do, and from when on. None if it has not.
    fn look_at(
        &self,
        folder: &Path,
        now: SystemTime,
    ) -> Result<Option<(Job, SystemTime)>, CrawlError> {
        let job = settings::read(folder)?;
        Ok(match round::standing(&job, folder, now)? {
            Standing::Ready => Some((job, now)),
            Standing::Until(until) => Some((job, until)),
            Standing::Finished => None,
        })
    }

    fn start(&mut self, job: Job, name: String, folder: PathBuf) -> Result<(), CrawlError> {
        let domains = domains(&job, &folder);
        let is_apart = self.running.values().all(|others| others.is_disjoint(&domains));
        if self.running.len() >= self.settings.at_once as usize || !is_apart {
            return Ok(());
        }
        let keeper = match self.keeper() {
            Ok(Some(keeper)) => keeper,
            Ok(None) => return Ok(()),
            // The job rests for a while, as after any failure.
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
        let work = move || {
            // A fault of ours in one job must not let the others wait for it for ever.
            let ended = catch_unwind(AssertUnwindSafe(|| harvest(job, &folder, &keeper, &watch)))
                .unwrap_or(Err(CrawlError::Panicked));
            // Whoever hears of the end may give the archive away.
            drop(keeper);
            // Nobody listens any more only if the program ends.
            let _ = news.send(News::Ended(name, ended));
        };
        std::thread::Builder::new().spawn(work).map_err(CrawlError::Thread)?;
        Ok(())
    }

    /// A job is not begun again by the same program at once, whatever it came to.
    fn ended(&mut self, name: &str, ended: Result<Option<Report>, CrawlError>) {
        self.running.remove(name);
        let is_stopped = matches!(&ended, Ok(Some(report)) if !report.is_finished());
        if let Ok(Some(report)) = &ended {
            self.summary.is_stopped |= is_stopped;
            // Who watches has been told, and the job has another round.
            self.summary.is_fruitless |=
                !is_stopped && report.summary.is_fruitless() && !self.settings.is_watching;
        }
        let rest = match ended {
            Ok(_) if self.settings.is_watching && !is_stopped => {
                self.rests.remove(name);
                return;
            }
            // It waits for its next round, or for somebody who runs it by hand.
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

    /// When a job that was stopped before its end continues: after its interval.
    fn next_round(&self, name: &str) -> Option<SystemTime> {
        if !self.settings.is_watching {
            return None;
        }
        let job = settings::read(&self.settings.archive.join("jobs").join(name)).ok()?;
        Some(SystemTime::now() + job.again.round()?.duration())
    }

    /// All jobs that were asked for, by name.
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

    /// Tells what is waited for, once.
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
    keeper: &Arc<Keeper>,
    watch: &Arc<dyn HarvestWatch>,
) -> Result<Option<Report>, CrawlError> {
    let seeds = job.read_seeds(folder)?;
    job.check_contact(&seeds)?;
    crawl::harvest(job, folder, Wish::IfDue, keeper, watch)
}

/// The registered domains of a job's seeds; hosts without one stand for themselves.
fn domains(job: &Job, folder: &Path) -> BTreeSet<String> {
    let seeds = job.read_seeds(folder).unwrap_or_default();
    let domain = |seed: &String| {
        let normal = stodola_uri::normalise(seed.as_bytes());
        let host = stodola_uri::host(&normal)?.into_owned();
        Some(stodola_uri::registrable_domain(&host).map_or(host.clone(), str::to_owned))
    };
    seeds.iter().filter_map(domain).collect()
}
