//! Harvests of a simulated web through the functions that programs call, with a runtime of their own.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use stodola_app::Watch;
use stodola_app::crawl::{
    CrawlError, CrawlSettings, HarvestEvent, HarvestWatch, JobSettings, add_job, crawl,
};
use stodola_app::harvest::{HarvestSettings, HarvestSummary, Scheduler, Stopper};
use stodola_app::job::{JobState, list};
use stodola_crawl::job::Period;
use stodola_simweb::{SimWeb, WorldSettings};

/// A folder that is removed with its archive.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("stodola-app-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Keeps the names of events, and stops harvests as soon as they start if it is to.
#[derive(Default)]
struct Notes {
    events: Mutex<Vec<String>>,
    stops: bool,
    started: Mutex<Option<Sender<()>>>,
}

impl Watch for Notes {}

impl HarvestWatch for Notes {
    fn tell(&self, event: &HarvestEvent<'_>) {
        let name = match event {
            HarvestEvent::Started(started) => {
                if self.stops {
                    started.control.stop();
                }
                if let Some(sender) = &*self.started.lock().unwrap() {
                    sender.send(()).unwrap();
                }
                assert!(started.control.progress().is_some());
                format!("started {} with {}", started.job, started.queued)
            }
            HarvestEvent::Closing { step, .. } => format!("closing {step:?}"),
            HarvestEvent::Closed { .. } => "closed".to_owned(),
            HarvestEvent::Ended { job, report, .. } => {
                format!("ended {job} {}", report.is_finished())
            }
            HarvestEvent::AlreadyFinished { job } => format!("{job} is finished"),
            HarvestEvent::Idle { next } => format!("idle {}", next.is_some()),
            _ => "other".to_owned(),
        };
        self.events.lock().unwrap().push(name);
    }
}

impl Notes {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.events.lock().unwrap())
    }
}

async fn web() -> SimWeb {
    let settings =
        WorldSettings { smallest_site: 3, largest_site: 5, ..WorldSettings::calm(11, 3) };
    SimWeb::start(settings).await.unwrap()
}

fn job(web: &SimWeb, name: &str, delay: &str) -> JobSettings {
    JobSettings {
        seeds: vec![web.world.seeds()[0].clone()],
        name: Some(name.to_owned()),
        connect_to: vec![format!("*:80:127.0.0.1:{}", web.addr.port()).parse().unwrap()],
        delay: Some(delay.parse::<Period>().unwrap()),
        ..JobSettings::default()
    }
}

/// Lets a function block beside the runtime, as a server would.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_with_a_runtime_harvests_stops_and_continues() {
    let (web, folder) = (web().await, Folder::new());
    let archive = folder.0.join("archive");
    let settings = CrawlSettings {
        archive: archive.clone(),
        job: job(&web, "one", "0s"),
        is_again: false,
        command: "a test".to_owned(),
    };
    let harvest = |notes: &Arc<Notes>| {
        let (settings, watch) = (settings.clone(), Arc::clone(notes) as Arc<dyn HarvestWatch>);
        blocking(move || crawl(&settings, &watch).unwrap())
    };

    let stopping = Arc::new(Notes { stops: true, ..Notes::default() });
    let report = harvest(&stopping).await.unwrap();
    assert!(!report.is_finished() && report.summary.waiting > 0);
    let closed = ["closing Files", "closing Outcomes", "closed"].map(str::to_owned);
    let told = |first: &str, last: &str| {
        let ends = [first, last].map(str::to_owned);
        [&ends[..1], &closed, &ends[1..]].concat()
    };
    assert_eq!(stopping.take(), told("started one with 1", "ended one false"));
    assert_eq!(list(&archive).unwrap()[0].state, JobState::Stopped);

    let notes = Arc::new(Notes::default());
    let report = harvest(&notes).await.unwrap();
    assert!(report.is_finished() && report.summary.archived > 2);
    // The search is told about links after a round that nobody stopped.
    let mut whole = told("started one with 1", "ended one true");
    whole.insert(3, "closing Links".to_owned());
    assert_eq!(notes.take(), whole);
    let row = list(&archive).unwrap().remove(0);
    assert_eq!((row.state, row.waiting), (JobState::Finished, 0));
    assert_eq!(row.archived, report.progress.counts.archived);

    assert!(harvest(&notes).await.is_none());
    assert_eq!(notes.take(), ["one is finished"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduler_that_watches_runs_jobs_until_it_is_stopped() {
    let (web, folder) = (web().await, Folder::new());
    let archive = folder.0.join("archive");
    let notes = Arc::new(Notes::default());
    // Far too long a pause for the test: the harvest ends because it is told to.
    add_job(&archive, &job(&web, "slow", "10m"), &*notes).unwrap();
    let again = add_job(&archive, &job(&web, "slow", "10m"), &*notes);
    assert!(matches!(again, Err(CrawlError::JobExists { .. })));
    assert!(notes.take().is_empty());

    let (started, has_started) = mpsc::channel();
    *notes.started.lock().unwrap() = Some(started);
    let watch = Arc::clone(&notes) as Arc<dyn HarvestWatch>;
    let (stopper, summary) = blocking({
        let settings = settings(&archive, true);
        move || {
            let scheduler = Scheduler::new(settings, &watch).unwrap();
            let stopper: Stopper = scheduler.stopper();
            (stopper, std::thread::spawn(move || scheduler.run().unwrap()))
        }
    })
    .await;
    blocking(move || has_started.recv().unwrap()).await;
    stopper.stop();
    let summary = blocking(move || summary.join().unwrap()).await;
    let stopped = HarvestSummary { is_stopped: true, ..HarvestSummary::default() };
    assert_eq!(summary, stopped);
    let told = notes.take();
    assert_eq!(told.first().unwrap(), "started slow with 1");
    assert_eq!(told.last().unwrap(), "ended slow false");
}

#[test]
fn a_scheduler_refuses_what_is_no_archive_and_jobs_that_are_not_there() {
    let folder = Folder::new();
    let watch: Arc<dyn HarvestWatch> = Arc::new(Notes::default());
    let refused = Scheduler::new(settings(&folder.0, true), &watch);
    assert!(matches!(refused.err(), Some(CrawlError::NoJobs { .. })));
    std::fs::create_dir_all(folder.0.join("jobs")).unwrap();
    let named = HarvestSettings { jobs: vec!["x".to_owned()], ..settings(&folder.0, false) };
    let refused = Scheduler::new(named, &watch);
    assert!(matches!(refused.err(), Some(CrawlError::NoSuchJob { job, .. }) if job == "x"));
}

fn settings(archive: &Path, is_watching: bool) -> HarvestSettings {
    HarvestSettings {
        archive: archive.to_owned(),
        jobs: Vec::new(),
        is_watching,
        at_once: 1,
        command: "a test".to_owned(),
    }
}
