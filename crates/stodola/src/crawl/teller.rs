//! Tells people what harvests do.

use super::closing::Closing;
use super::show::{self, Company, Show};
use super::{Interrupts, summary};
use crate::lang::text;
use crate::output;
use crate::progress::Progress;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_app::Watch;
use stodola_app::crawl::{
    ClosingStep, CrawlError, HarvestEvent, HarvestWatch, OpenFiles, StartedHarvest,
};
use stodola_archive::{Holder, Recovered, Recovery};
use stodola_warc::date::Timestamp;

/// Says on standard error what harvests do. If there is only one, signals stop it.
pub(crate) struct Teller {
    company: Company,
    shown: Mutex<Shown>,
}

/// What is on the screen.
#[derive(Default)]
struct Shown {
    /// Files that are being read, with the size of the current one.
    files: Option<(Progress, u64)>,
    /// What is shown of each harvest.
    jobs: BTreeMap<String, Stage>,
    interrupts: Option<Interrupts>,
}

enum Stage {
    Running(Show),
    Closing(Closing),
}

impl Teller {
    pub(crate) fn new(company: Company) -> Teller {
        Teller { company, shown: Mutex::default() }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self, started: &StartedHarvest<'_>) {
        show::begin(started);
        let stage = Stage::Running(Show::start(started, self.company));
        let mut shown = self.shown();
        shown.jobs.insert(started.job.to_owned(), stage);
        // Where there are several, whoever runs them listens.
        if self.company == Company::Alone {
            let control = started.control.clone();
            match Interrupts::listen(move || control.stop()) {
                Ok(interrupts) => shown.interrupts = Some(interrupts),
                Err(error) => output::complain(&error),
            }
        }
    }

    fn close(&self, job: &str, step: ClosingStep) {
        let before = self.shown().jobs.remove(job);
        let stage = match before {
            Some(Stage::Closing(closing)) => {
                closing.step(step);
                closing
            }
            running => {
                stop(running);
                Closing::start(step, self.company.label(job))
            }
        };
        self.shown().jobs.insert(job.to_owned(), Stage::Closing(stage));
    }
}

fn stop(stage: Option<Stage>) {
    if let Some(Stage::Running(show)) = stage {
        show.stop();
    }
}

impl Watch for Teller {
    fn begin(&self, _stage: &str, total: Option<u64>) {
        let mut shown = self.shown();
        let files = shown.files.get_or_insert_with(|| (Progress::new(None), 0));
        files.1 = total.unwrap_or(0);
    }

    fn at(&self, done: u64) {
        if let Some((progress, _)) = &mut self.shown().files {
            progress.at(done);
        }
    }

    fn end(&self) {
        if let Some((progress, size)) = &mut self.shown().files {
            progress.next_input(*size);
        }
    }

    fn waiting(&self, archive: &Path, holder: &Holder) {
        let (archive, holder) = (archive.display(), holder.to_string());
        output::say(text!("crawl-waiting", archive = archive, holder = holder));
    }
}

impl HarvestWatch for Teller {
    fn tell(&self, event: &HarvestEvent<'_>) {
        // The files are read by now.
        self.shown().files = None;
        match event {
            HarvestEvent::Started(started) => self.start(started),
            HarvestEvent::Closing { job, step } => self.close(job, *step),
            HarvestEvent::Closed { job } => {
                let (stage, interrupts) = {
                    let mut shown = self.shown();
                    (shown.jobs.remove(*job), shown.interrupts.take())
                };
                stop(stage);
                drop(interrupts);
            }
            HarvestEvent::Ended { job, archive, report } => summary::tell(job, archive, report),
            _ => {
                if let Some(line) = line(event) {
                    output::say(&line);
                }
            }
        }
    }
}

/// The line about an event that is told in one; `None` for others.
fn line(event: &HarvestEvent<'_>) -> Option<String> {
    Some(match event {
        HarvestEvent::Listed { file } => text!("crawl-file-listed", file = *file),
        HarvestEvent::Unreadable { file, error } => {
            format!("stodola: {}", text!("crawl-file-unreadable", file = *file, error = *error))
        }
        HarvestEvent::UserInfoRemoved { seed } => text!("crawl-user-info-removed", seed = *seed),
        HarvestEvent::TriedAgain { job, round } => {
            text!("crawl-tried-again", job = *job, round = *round)
        }
        HarvestEvent::NotDue { job, due } => text!("crawl-not-due", job = *job, due = date(*due)),
        HarvestEvent::AlreadyFinished { job } => text!("crawl-already-finished", job = *job),
        HarvestEvent::Recovered(recovered) => recovered_line(recovered),
        HarvestEvent::FewerWorkers(files) => fewer_workers(files),
        HarvestEvent::OutcomesUnread { job, error } => format!("stodola: {job}: {error}"),
        HarvestEvent::Failed { job, error } => failed(*job, error),
        HarvestEvent::GivingWay => text!("harvest-giving-way"),
        HarvestEvent::Idle { next: Some((due, job)) } => {
            text!("harvest-idle-until", due = date(*due), job = *job)
        }
        HarvestEvent::Idle { next: None } => text!("harvest-idle"),
        _ => return None,
    })
}

fn recovered_line(recovered: &Recovered) -> String {
    let Recovered { file, outcome } = recovered;
    match outcome {
        Recovery::Finished(_) | Recovery::WasFinished => text!("crawl-file-finished", file = file),
        Recovery::InUse => text!("crawl-file-in-use", file = file),
        Recovery::Failed(error) => {
            text!("crawl-file-unfinished", file = file, error = output::told_of(error))
        }
    }
}

fn fewer_workers(files: &OpenFiles) -> String {
    let OpenFiles { workers, needed, limit, possible } = *files;
    text!(
        "crawl-fewer-workers",
        workers = workers,
        needed = needed,
        limit = limit,
        possible = possible
    )
}

fn failed(job: Option<&str>, error: &CrawlError) -> String {
    let error = output::told_of(error);
    match job {
        Some(job) => format!("stodola: {job}: {error}"),
        None => format!("stodola: {error}"),
    }
}

/// A time to the second, in UTC.
fn date(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let text = Timestamp::from_unix_seconds(since.as_secs()).iso8601().to_string();
    text.trim_end_matches('Z').replace('T', " ")
}
