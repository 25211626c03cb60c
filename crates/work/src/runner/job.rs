//! One run of a request, in a thread of its own.

use super::{RunnerSettings, Shared};
use crate::error::WorkError;
use crate::note::QueueNote;
use crate::package::{ResultContent, WorkFailure, WorkPackage, WorkProgress, WorkResult, WorkTask};
use crate::question::WorkQuestion;
use crate::queue::{ClaimedRequest, RunEnd, StoredContent, StoredResult, WorkQueue};
use crate::settings::PackageRules;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stodola_durable::{PathError, create_folders, rename};

/// Results of at most so many bytes are kept in the database.
const INLINE_MAX: usize = 64 << 10;
/// Progress is written, and cancellation looked for, at most so often.
const TELL_EVERY: Duration = Duration::from_millis(250);
/// Most lines of a log that are written in one run: a program that talks all the time must not fill the disk.
const LINES_MAX: u32 = 10_000;

pub(super) struct Job {
    pub(super) settings: RunnerSettings,
    pub(super) shared: Arc<Shared>,
    pub(super) claimed: ClaimedRequest,
    pub(super) rules: PackageRules,
    /// Most bytes of all results together.
    pub(super) results_bytes: u64,
}

/// Does the work and commits what came of it.
pub(super) fn run(job: &Job) {
    let number = job.claimed.number;
    let end = job.work();
    // If it cannot be committed, the request is running in the database and not here, and so it is put back.
    let committed = match &end {
        Ok(end) => job.commit(end),
        Err(error) => match WorkFailure::of(error) {
            WorkFailure::Failed(why) => job.commit(&RunEnd::Failed(why)),
            WorkFailure::Stopped => job.commit(&RunEnd::PutBack),
        },
    };
    if let Err(error) = &committed {
        tracing::error!(%error, number, "the end of a request could not be written");
    }
    let mut state = job.shared.state();
    state.running.retain(|it| *it != number);
    if committed.is_ok() {
        match end {
            Ok(RunEnd::Done(_)) => state.worked_off.done += 1,
            Ok(RunEnd::Failed(_)) | Err(_) => state.worked_off.failed += 1,
            Ok(RunEnd::Cancelled | RunEnd::PutBack) => {}
        }
    }
    state.is_called = true;
    drop(state);
    job.shared.bell.notify_all();
}

impl Job {
    fn results(&self) -> PathBuf {
        self.settings.archive.join("results")
    }

    fn work(&self) -> Result<RunEnd, WorkError> {
        let claimed = &self.claimed;
        // What acts has small results, and clean-up is among it.
        let is_large = self.rules.reuse > 0;
        let kept = WorkQueue::open(&self.settings.archive)?.results_bytes()?;
        if is_large && kept >= self.results_bytes {
            return Ok(RunEnd::Failed(QueueNote::NoRoom.to_string()));
        }
        let scratch = self.results().join(format!("{}-{}.tmp", claimed.number, claimed.run));
        create_folders(&scratch)?;
        let end = self.work_in(&scratch);
        if let Err(error) = fs::remove_dir_all(&scratch) {
            // Clean-up removes it.
            tracing::warn!(%error, "temporary files of a request could not be removed");
        }
        end
    }

    fn work_in(&self, scratch: &Path) -> Result<RunEnd, WorkError> {
        let claimed = &self.claimed;
        let mut progress = Told::new(self)?;
        let question = WorkQuestion::parse(&claimed.question)?;
        let task = WorkTask {
            number: claimed.number,
            question: &question,
            rights: &claimed.rights,
            owners: &claimed.owners,
            settings: &self.rules.settings,
            scratch,
        };
        let packages = &self.settings.packages;
        let Some(package) = packages.iter().find(|it| it.name() == claimed.package) else {
            return Err(WorkError::UnknownPackage(claimed.package.clone()));
        };
        // A fault in one package must not end the others.
        let ran = catch_unwind(AssertUnwindSafe(|| package.run(&task, &mut progress)));
        match ran {
            Ok(Ok(result)) => Ok(RunEnd::Done(self.store(package.as_ref(), result)?)),
            Ok(Err(WorkFailure::Stopped)) if self.shared.is_stopping() => Ok(RunEnd::PutBack),
            Ok(Err(WorkFailure::Stopped)) => Ok(RunEnd::Cancelled),
            Ok(Err(WorkFailure::Failed(why))) => Ok(RunEnd::Failed(why)),
            Err(_) => Ok(RunEnd::Failed(QueueNote::Fault.to_string())),
        }
    }

    /// Makes the content of a result safe, before it is committed.
    fn store(
        &self,
        package: &dyn WorkPackage,
        result: WorkResult,
    ) -> Result<StoredResult, WorkError> {
        let name = format!("{}-{}", self.claimed.number, self.claimed.run);
        let path = self.results().join(&name);
        let content = match result.content {
            ResultContent::Bytes(bytes) if bytes.len() <= INLINE_MAX => StoredContent::Bytes(bytes),
            ResultContent::Bytes(bytes) => {
                stodola_durable::replace(&path, &bytes)?;
                StoredContent::File { name, length: bytes.len() as u64 }
            }
            ResultContent::File(from) => {
                let file = File::open(&from).map_err(PathError::new("open", &from))?;
                file.sync_all().map_err(PathError::new("sync", &from))?;
                let length = file.metadata().map_err(PathError::new("read", &from))?.len();
                rename(&from, &path)?;
                StoredContent::File { name, length }
            }
        };
        Ok(StoredResult {
            version: package.version(),
            media: result.media,
            name: result.name,
            content,
            stamp: result.stamp,
        })
    }

    fn commit(&self, end: &RunEnd) -> Result<(), WorkError> {
        let mut queue = WorkQueue::open(&self.settings.archive)?;
        let (number, run) = (self.claimed.number, self.claimed.run);
        let now = self.settings.clock.now();
        let counts = queue.finish(number, run, end, now)?;
        if let (false, RunEnd::Done(result)) = (counts, end)
            && let StoredContent::File { name, .. } = &result.content
        {
            match fs::remove_file(self.results().join(name)) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    tracing::warn!(%error, "the file of a run that does not count stays until clean-up");
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Writes progress to the queue, not too often.
struct Told<'j> {
    job: &'j Job,
    queue: WorkQueue,
    last: Option<Instant>,
    /// What was not written yet.
    share: Option<f64>,
    words: String,
    is_cancelled: bool,
    lines: u32,
}

impl<'j> Told<'j> {
    fn new(job: &'j Job) -> Result<Told<'j>, WorkError> {
        let queue = WorkQueue::open(&job.settings.archive)?;
        Ok(Told {
            job,
            queue,
            last: None,
            share: None,
            words: String::new(),
            is_cancelled: false,
            lines: 0,
        })
    }

    /// Writes what is known, and looks whether somebody has cancelled the work, if that was not done just now.
    fn exchange(&mut self) {
        if self.last.is_some_and(|last| last.elapsed() < TELL_EVERY) {
            return;
        }
        self.last = Some(Instant::now());
        let (number, run) = (self.job.claimed.number, self.job.claimed.run);
        // The work goes on although nobody can be told how far it is.
        match self.queue.progress(number, run, self.share, &self.words) {
            Ok(is_cancelled) => self.is_cancelled |= is_cancelled,
            Err(error) => tracing::warn!(%error, number, "progress could not be written"),
        }
    }
}

impl WorkProgress for Told<'_> {
    fn at(&mut self, share: Option<f64>, words: &str) {
        self.share = share;
        if self.words != words {
            words.clone_into(&mut self.words);
        }
        self.exchange();
    }

    fn log(&mut self, line: &str) {
        self.lines += 1;
        if self.lines > LINES_MAX {
            return;
        }
        let now = self.job.settings.clock.now();
        if let Err(error) = self.queue.write_log(self.job.claimed.number, line, now) {
            tracing::warn!(%error, "a line of a log could not be written");
        }
    }

    fn is_cancelled(&mut self) -> bool {
        self.exchange();
        self.is_cancelled || self.job.shared.is_stopping()
    }
}
