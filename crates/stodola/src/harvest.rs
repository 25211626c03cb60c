//! `stodola harvest`: all jobs of an archive that have something to do, once or for ever.

use crate::archive::{command_line, say_waiting};
use crate::crawl::round::{self, Standing, Wish};
use crate::crawl::{self, Company, Manner, settings};
use crate::lang::pick;
use crate::output::{self, Outcome};
use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, SystemTime};
use stodola_archive::{Archive, ArchiveError, Keeper, WriteLock};
use stodola_crawl::job::Job;

/// New jobs and changed settings are noticed after so long at most.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// The same while another process takes its turn.
const LOOK_AGAIN: Duration = Duration::from_millis(200);
/// A job that failed is left alone for so long.
const AFTER_FAILURE: Duration = Duration::from_secs(10 * 60);

/// Run all jobs of an archive that are unfinished or due, several at the same time.
///
/// A job is due when the interval in its job.toml ([again]) has passed since its last round started. A job that
/// never ran or was interrupted continues. Jobs whose seeds share a domain do not run at the same time, so that no
/// server gets requests from two jobs at once. With --watch the command runs until you stop it, and notices new
/// jobs, changed settings and rounds that become due. Add a job with `stodola job add`.
///
/// The archive is locked only while jobs run. If another command waits for the archive, it gets it as soon as the
/// running jobs have ended; new jobs start after it.
///
/// Press Ctrl-C once (or send SIGTERM) to finish the current requests and stop; twice to stop at once.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 all jobs finished; 1 finished, but a job archived nothing or all its seeds \
    failed; 2 a job could not run; 3 a job was stopped by a limit or a signal and can continue.\n\nExamples:\n  \
    stodola harvest --archive archive\n  \
    stodola harvest --archive archive --watch --at-once 4\n  \
    stodola harvest --archive archive --job news --job weather --watch"
)]
pub(crate) struct Arguments {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Run only this job; may be given more than once
    #[arg(long, value_name = "NAME")]
    job: Vec<String>,
    /// Run until stopped, and start each round when it is due
    #[arg(long)]
    watch: bool,
    /// Number of jobs that run at the same time
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=64))]
    at_once: u32,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let jobs = arguments.archive.join("jobs");
    // A watch may wait for the first job, but not in a folder that is no archive.
    let may_wait = arguments.watch && Archive::open(&arguments.archive).is_ok();
    if !jobs.is_dir() && !may_wait {
        anyhow::bail!(
            "there are no jobs in '{}'; `stodola crawl` or `stodola job add` creates one",
            arguments.archive.display()
        );
    }
    for name in &arguments.job {
        if !jobs.join(name).join("job.toml").is_file() {
            anyhow::bail!("there is no job '{name}' in '{}'", arguments.archive.display());
        }
    }
    let archive = Archive::open_or_create(&arguments.archive)?;
    let (news, heard) = mpsc::channel();
    let _signals = Signals::listen(news.clone())?;
    let mut watchman = Watchman {
        arguments,
        archive,
        hold: Hold::Free,
        has_begun: false,
        is_giving_way: false,
        news,
        running: BTreeMap::new(),
        rests: BTreeMap::new(),
        outcome: Outcome::default(),
    };
    watchman.work(&heard)?;
    Ok(watchman.outcome)
}

/// What happens while jobs run.
enum News {
    /// Somebody wants all to stop.
    Stop,
    /// A job came to an end.
    Ended(String, anyhow::Result<Outcome>),
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
struct Watchman<'a> {
    arguments: &'a Arguments,
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
    outcome: Outcome,
}

impl Watchman<'_> {
    fn work(&mut self, heard: &Receiver<News>) -> anyhow::Result<()> {
        let mut is_stopping = false;
        let mut told = None;
        loop {
            self.give_way();
            let next = if is_stopping { None } else { self.start_all()? };
            if self.running.is_empty() {
                self.let_go();
                let is_idle = matches!(self.hold, Hold::Free) && !self.is_giving_way;
                if is_stopping || (is_idle && !self.arguments.watch) {
                    return Ok(());
                }
                if is_idle {
                    self.tell_next(next, &mut told);
                }
            } else {
                told = None;
            }
            let wait = if self.is_giving_way { LOOK_AGAIN } else { LOOK_EVERY };
            match heard.recv_timeout(wait) {
                Ok(News::Stop) => is_stopping = true,
                Ok(News::Ended(name, ended)) => self.ended(&name, ended),
                Ok(News::Turn(lock)) => self.take_turn(lock)?,
                // The channel cannot close: this end of it is held here.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
    }

    /// Notices whether another process waits for the archive, and says so.
    fn give_way(&mut self) {
        let is_held = matches!(self.hold, Hold::Held(_));
        let is_wanted = is_held && self.has_begun && self.archive.is_wanted();
        if is_wanted && !self.is_giving_way {
            output::say(format_args!(
                "{}",
                pick(
                    "another command waits for the archive: it gets it when the jobs that run have ended",
                    "na archiv čeká jiný příkaz: dostane ho, až skončí běžící úlohy",
                )
            ));
        }
        self.is_giving_way = is_wanted;
    }

    /// Lets other processes have the archive. No job runs.
    fn let_go(&mut self) {
        let Hold::Held(keeper) = &self.hold else { return };
        if let Err(error) = keeper.settle() {
            output::complain(format_args!("{error}"));
            self.outcome.has_failed = true;
        }
        (self.hold, self.has_begun) = (Hold::Free, false);
    }

    /// Opens the archive that was waited for. A watch tries again if that fails: the disk may be full for a
    /// while.
    fn take_turn(&mut self, lock: Result<WriteLock, ArchiveError>) -> anyhow::Result<()> {
        let opened = lock
            .map_err(anyhow::Error::from)
            .and_then(|lock| crawl::keep_locked(&self.archive, lock));
        self.hold = match opened {
            Ok(keeper) => Hold::Held(keeper),
            Err(error) if self.arguments.watch => {
                output::complain(format_args!("{}", output::told(&error)));
                self.outcome.has_failed = true;
                Hold::Free
            }
            Err(error) => return Err(error),
        };
        Ok(())
    }

    /// Has the archive, or sees to it that it comes.
    fn keeper(&mut self) -> anyhow::Result<Option<Arc<Keeper>>> {
        match &self.hold {
            Hold::Held(_) if self.is_giving_way => return Ok(None),
            Hold::Held(keeper) => return Ok(Some(Arc::clone(keeper))),
            Hold::Waiting => return Ok(None),
            Hold::Free => {}
        }
        let command = command_line();
        // Nobody goes before those who wait.
        if !self.archive.is_wanted() {
            match self.archive.lock(&command) {
                Ok(lock) => {
                    let keeper = crawl::keep_locked(&self.archive, lock)?;
                    self.hold = Hold::Held(Arc::clone(&keeper));
                    return Ok(Some(keeper));
                }
                Err(ArchiveError::Locked { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let (archive, news) = (self.archive.clone(), self.news.clone());
        let wait = move || {
            let lock = archive.lock_in_turn(&command, &mut |holder| say_waiting(&archive, holder));
            // Nobody listens any more only if the program ends.
            let _ = news.send(News::Turn(lock));
        };
        std::thread::Builder::new().spawn(wait).context("cannot start a thread")?;
        self.hold = Hold::Waiting;
        Ok(None)
    }

    /// Starts what is ready as far as there is room; tells when the next one will be.
    fn start_all(&mut self) -> anyhow::Result<Option<(SystemTime, String)>> {
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
    fn look_at(&self, folder: &Path, now: SystemTime) -> anyhow::Result<Option<(Job, SystemTime)>> {
        let job = settings::read(folder)?;
        Ok(match round::standing(&job, folder, now)? {
            Standing::Ready => Some((job, now)),
            Standing::Until(until) => Some((job, until)),
            Standing::Finished => None,
        })
    }

    fn start(&mut self, job: Job, name: String, folder: PathBuf) -> anyhow::Result<()> {
        let domains = domains(&job, &folder);
        let is_apart = self.running.values().all(|others| others.is_disjoint(&domains));
        if self.running.len() >= self.arguments.at_once as usize || !is_apart {
            return Ok(());
        }
        let keeper = match self.keeper() {
            Ok(Some(keeper)) => keeper,
            Ok(None) => return Ok(()),
            // The job rests for a while, as after any failure.
            Err(error) if self.arguments.watch => {
                self.ended(&name, Err(error));
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        self.has_begun = true;
        self.running.insert(name.clone(), domains);
        let news = self.news.clone();
        let work = move || {
            // A fault of ours in one job must not let the others wait for it for ever.
            let ended = catch_unwind(AssertUnwindSafe(|| harvest(job, &folder, &keeper)))
                .unwrap_or_else(|_| Err(anyhow::anyhow!("the harvest stopped unexpectedly")));
            // Whoever hears of the end may give the archive away.
            drop(keeper);
            // Nobody listens any more only if the program ends.
            let _ = news.send(News::Ended(name, ended));
        };
        std::thread::Builder::new().spawn(work).context("cannot start a thread")?;
        Ok(())
    }

    /// A job is not begun again by the same program at once, whatever it came to.
    fn ended(&mut self, name: &str, ended: anyhow::Result<Outcome>) {
        self.running.remove(name);
        if let Ok(ended) = &ended {
            self.outcome.is_stopped |= ended.is_stopped;
            // Who watches has been told, and the job has another round.
            self.outcome.is_data_bad |= ended.is_data_bad && !self.arguments.watch;
        }
        let rest = match ended {
            Ok(ended) if self.arguments.watch && !ended.is_stopped => {
                self.rests.remove(name);
                return;
            }
            // It waits for its next round, or for somebody who runs it by hand.
            Ok(_) => self.next_round(name),
            Err(error) => {
                output::complain(format_args!("{name}: {}", output::told(&error)));
                self.outcome.has_failed = true;
                self.arguments.watch.then(|| SystemTime::now() + AFTER_FAILURE)
            }
        };
        self.rests.insert(name.to_owned(), rest);
    }

    /// When a job that was stopped before its end is gone on with: after its interval.
    fn next_round(&self, name: &str) -> Option<SystemTime> {
        if !self.arguments.watch {
            return None;
        }
        let job = settings::read(&self.arguments.archive.join("jobs").join(name)).ok()?;
        Some(SystemTime::now() + job.again.round()?.duration())
    }

    /// All jobs that were asked for, by name.
    fn jobs(&self) -> anyhow::Result<Vec<(String, PathBuf)>> {
        let folder = self.arguments.archive.join("jobs");
        let mut jobs = Vec::new();
        if !folder.is_dir() {
            return Ok(jobs);
        }
        for item in
            fs::read_dir(&folder).with_context(|| format!("cannot read '{}'", folder.display()))?
        {
            let path = item?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
            let is_wanted =
                self.arguments.job.is_empty() || self.arguments.job.iter().any(|it| it == name);
            if is_wanted && path.join("job.toml").is_file() {
                jobs.push((name.to_owned(), path));
            }
        }
        jobs.sort();
        Ok(jobs)
    }

    /// Says what is waited for, once.
    fn tell_next(&self, next: Option<(SystemTime, String)>, told: &mut Option<String>) {
        let line = match next {
            Some((due, name)) => {
                let due = round::date(due);
                pick(
                    format!("nothing to do until {due} (job '{name}')"),
                    format!("není co dělat do {due} (úloha '{name}')"),
                )
            }
            None => pick(
                "nothing to do: no job has an interval; waiting for new jobs",
                "není co dělat: žádná úloha nemá interval; čekám na nové úlohy",
            )
            .to_owned(),
        };
        if told.as_ref() != Some(&line) {
            output::say(format_args!("{line}"));
            *told = Some(line);
        }
    }
}

fn harvest(job: Job, folder: &Path, keeper: &Arc<Keeper>) -> anyhow::Result<Outcome> {
    let seeds = job.read_seeds(folder)?;
    job.check_contact(&seeds)?;
    match round::begin(&job, folder, Wish::IfDue)? {
        Some(round) => {
            let manner = Manner { company: Company::Others, ..Manner::default() };
            Ok(crawl::outcome(&crawl::harvest(job, folder, round, keeper, manner)?))
        }
        None => Ok(Outcome::default()),
    }
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

/// Lets the watchman know of signals. The harvests that run have their own ears.
struct Signals {
    _runtime: tokio::runtime::Runtime,
}

impl Signals {
    fn listen(news: Sender<News>) -> anyhow::Result<Signals> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        runtime.spawn(async move {
            let mut calls = 0;
            while crawl::wait_for_signal().await.is_ok() {
                calls += 1;
                if calls > 1 {
                    // Ending here is what `kill -9` does too, and as safe.
                    std::process::exit(130);
                }
                // Nobody listens any more only if the program ends.
                let _ = news.send(News::Stop);
            }
        });
        Ok(Signals { _runtime: runtime })
    }
}
