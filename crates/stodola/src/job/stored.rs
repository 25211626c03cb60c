//! Jobs as they lie in an archive.

use anyhow::{Context, bail};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use stodola_crawl::job::Job;
use stodola_crawl::scope::Scope;
use stodola_frontier::{History, Time, rounds};
use stodola_warc::date::Timestamp;

/// Which round of which job is asked for.
#[derive(clap::Args)]
pub(super) struct Which {
    /// Name of the job
    #[arg(value_name = "NAME")]
    job: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Round of the job; by default the last one
    #[arg(long, value_name = "N")]
    round: Option<u32>,
}

impl Which {
    pub(super) fn find(&self) -> anyhow::Result<Stored> {
        let last =
            Stored::find(&self.archive, Some(&self.job))?.pop().context("there is no such job")?;
        let Some(round) = self.round else { return Ok(last) };
        let found = last.rounds()?.into_iter().find(|it| it.round == round);
        found.with_context(|| {
            format!("job '{}' has no round {round}; its last one is {}", self.job, last.round)
        })
    }
}

/// A round of a job of an archive; mostly the last one, which may still go on.
pub(crate) struct Stored {
    pub(crate) name: String,
    /// Of the round: its books, logs and reports.
    pub(crate) folder: PathBuf,
    /// The first is 1.
    pub(crate) round: u32,
    /// Of the job: its settings.
    own: PathBuf,
}

impl Stored {
    /// The last round of each job of an archive by name: of the one that is asked for, or all.
    pub(crate) fn find(archive: &Path, name: Option<&str>) -> anyhow::Result<Vec<Stored>> {
        let folder = archive.join("jobs");
        let mut jobs = Vec::new();
        let entries = fs::read_dir(&folder)
            .with_context(|| format!("there are no jobs in '{}'", archive.display()))?;
        for entry in entries {
            let folder = entry?.path();
            let found = folder.file_name().map(|name| name.to_string_lossy().into_owned());
            if let Some(found) = found.filter(|found| name.is_none_or(|name| name == *found)) {
                jobs.extend(rounds_of(&found, &folder)?.pop());
            }
        }
        if let (Some(name), true) = (name, jobs.is_empty()) {
            bail!("there is no job '{name}' in '{}'", archive.display());
        }
        jobs.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(jobs)
    }

    /// All rounds, the first one first.
    pub(crate) fn rounds(&self) -> anyhow::Result<Vec<Stored>> {
        rounds_of(&self.name, &self.own)
    }

    /// What people call the round of the job: the first is the job.
    pub(crate) fn title(&self) -> String {
        let (name, round) = (&self.name, self.round);
        match round {
            1 => format!("'{name}'"),
            _ => format!("'{name}', {} {round}", crate::lang::pick("round", "kolo")),
        }
    }

    pub(crate) fn history(&self) -> anyhow::Result<History> {
        Ok(History::open(&self.folder.join("frontier"))?)
    }

    /// Its settings, as they were used last.
    pub(crate) fn settings(&self) -> anyhow::Result<Job> {
        let path = self.own.join("job.toml");
        let text = fs::read_to_string(&path)
            .with_context(|| format!("cannot read the job file '{}'", path.display()))?;
        Ok(Job::parse(&text, &path.display().to_string())?)
    }

    /// What belongs to it, by the rules as they are now.
    pub(crate) fn scope(&self, job: &Job) -> anyhow::Result<Scope> {
        let seeds = job.read_seeds(&self.own)?;
        let mut scope = Scope::new(&job.scope, job.profile, &seeds, &self.own)?;
        let redirected = self.own.join("redirected-seeds.txt");
        for line in fs::read_to_string(redirected).unwrap_or_default().lines() {
            scope.add_seed(line.as_bytes());
        }
        Ok(scope)
    }

    /// Whether some process harvests it. The lock is not tried, since whoever wants to begin in that
    /// moment would be turned away; the system is asked who holds what.
    pub(crate) fn is_running(&self) -> bool {
        let Ok(lock) = fs::metadata(self.folder.join("frontier").join("lock")) else {
            return false;
        };
        let inode = lock.ino().to_string();
        let locks = fs::read_to_string("/proc/locks").unwrap_or_default();
        locks.lines().any(|line| {
            let words: Vec<_> = line.split_whitespace().collect();
            let file = words.iter().find(|word| word.matches(':').count() == 2);
            words.contains(&"FLOCK")
                && file.and_then(|file| file.rsplit(':').next()) == Some(inode.as_str())
        })
    }
}

/// The rounds of a job that have books.
fn rounds_of(name: &str, own: &Path) -> anyhow::Result<Vec<Stored>> {
    let mut rounds = Vec::new();
    for (round, folder) in rounds::folders(own)? {
        if folder.join("frontier").is_dir() {
            rounds.push(Stored { name: name.to_owned(), folder, round, own: own.to_owned() });
        }
    }
    Ok(rounds)
}

/// The time by the system's clock.
pub(crate) fn now() -> Time {
    SystemTime::now().into()
}

/// A moment for people: `2026-11-15 14:03:07.250`, in UTC.
pub(crate) fn moment(time: Time) -> String {
    let text = Timestamp::from_unix_millis(time.millis()).iso8601().to_string();
    text.trim_end_matches('Z').replace('T', " ")
}

/// A time span for people: `12 s`, `250 ms`, `2 h 5 min`.
pub(crate) fn span(time: Duration) -> String {
    let millis = time.as_millis();
    match millis {
        0..1000 => format!("{millis} ms"),
        1000..10_000 => format!("{} s", crate::lang::decimal(millis as f64 / 1000.0, 1)),
        10_000..120_000 => format!("{} s", millis / 1000),
        120_000..7_200_000 => format!("{} min", millis / 60_000),
        _ => format!("{} h {} min", millis / 3_600_000, millis / 60_000 % 60),
    }
}
