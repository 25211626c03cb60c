//! Harvests: from settings to captures in an archive.
//!
//! [`crawl`] blocks until the harvest has ended. It starts threads and a runtime of its own, so a program with its own
//! runtime calls it from a thread where blocking is allowed. The [`HarvestWatch`] is told what happens, and gets a
//! [`Control`](stodola_crawl::Control) of the running harvest, which shows its progress and stops it.
//!
//! ```no_run
//! use std::sync::Arc;
//! use stodola_app::Quiet;
//! use stodola_app::crawl::{CrawlSettings, HarvestWatch, JobSettings, crawl};
//!
//! let seeds = vec!["http://localhost:8000/".to_owned()];
//! let settings = CrawlSettings {
//!     archive: "archive".into(),
//!     job: JobSettings { seeds, ..JobSettings::default() },
//!     ..CrawlSettings::default()
//! };
//! let watch: Arc<dyn HarvestWatch> = Arc::new(Quiet);
//! if let Some(report) = crawl(&settings, &watch)? {
//!     assert!(report.is_finished());
//! }
//! # Ok::<(), stodola_app::crawl::CrawlError>(())
//! ```

mod alarm;
mod error;
mod event;
mod file_hooks;
mod hook;
mod keep;
mod lookout;
mod open_files;
pub(crate) mod round;
pub(crate) mod settings;
mod store;
pub(crate) mod wish;

pub use alarm::Alarm;
pub use error::CrawlError;
pub(crate) use event::RelayingWatch;
pub use event::{ClosingStep, HarvestEvent, HarvestWatch, OpenFiles, StartedHarvest};
pub(crate) use hook::run_command;
pub use keep::keep;
pub(crate) use keep::{keep_locked, keep_mapped, keep_searchable, note_listed};
pub(crate) use lookout::AlarmBoard;
pub(crate) use open_files::make_room;
pub use round::Wish;
pub use settings::JobSettings;
pub use wish::JobWish;

use crate::control::Server;
use crate::events::{EventKind, note};
use crate::search::keep_links_told;
use hook::Hooks;
use lookout::{Lookout, LookoutPost};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_archive::{Archive, Keeper};
use stodola_crawl::job::{HookEvent, Job};
use stodola_crawl::{Contracts, Ended, Harvest, HarvestError, Report};
use stodola_frontier::rounds::Round;
use stodola_judge::{GeoAge, Properties};
use store::Store;
use tokio::runtime::Builder;

/// What is harvested into which archive.
#[derive(Clone, Debug, Default)]
pub struct CrawlSettings {
    /// Folder of the archive; created if it does not exist.
    pub archive: PathBuf,
    /// The job.
    pub job: JobSettings,
    /// Whether to start another round of a finished job, even if it is not due yet.
    pub is_again: bool,
    /// The command of this process, as shown to processes that wait for the archive.
    pub command: String,
}

/// Harvests a job, or continues it. Returns the result of the run; `None` if there was nothing to do, which `watch` is
/// told.
pub fn crawl(
    settings: &CrawlSettings,
    watch: &Arc<dyn HarvestWatch>,
) -> Result<Option<Report>, CrawlError> {
    let CrawlSettings { archive, job, is_again, command } = settings;
    let (job, folder) = settings::prepare(job, archive, watch.as_ref())?;
    let keeper = keep(archive, command, watch.as_ref())?;
    let wish = if *is_again { Wish::Again } else { Wish::ByName };
    harvest(job, &folder, wish, &keeper, watch)
}

/// Adds a job to an archive without running it. Returns its name.
pub fn add_job(
    archive: &Path,
    settings: &JobSettings,
    watch: &dyn HarvestWatch,
) -> Result<String, CrawlError> {
    let (job, folder) = settings::prepare(settings, archive, watch)?;
    if folder.join("job.toml").exists() {
        return Err(CrawlError::JobExists { job: job.name, folder });
    }
    Archive::open_or_create(archive)?;
    fs::create_dir_all(&folder).map_err(CrawlError::file("create", &folder))?;
    settings::store(&job, &folder)?;
    Ok(job.name)
}

/// Harvests a round of the job in `folder`. Returns the result of the run; `None` if there was nothing to do.
pub fn harvest(
    job: Job,
    folder: &Path,
    wish: Wish,
    keeper: &Arc<Keeper>,
    watch: &Arc<dyn HarvestWatch>,
) -> Result<Option<Report>, CrawlError> {
    harvest_round(job, folder, wish, SettingsFrom::Caller, keeper, watch)
}

/// Where the settings of a job come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SettingsFrom {
    /// The caller: they are stored in the job file.
    Caller,
    /// The job file. It is left as it is: somebody may have changed it since it was read.
    File,
}

/// Same as [`harvest`], for settings from anywhere.
pub(crate) fn harvest_round(
    job: Job,
    folder: &Path,
    wish: Wish,
    from: SettingsFrom,
    keeper: &Arc<Keeper>,
    watch: &Arc<dyn HarvestWatch>,
) -> Result<Option<Report>, CrawlError> {
    let Some(round) = round::begin(&job, folder, wish, watch.as_ref())? else { return Ok(None) };
    let round_number = round.number;
    // Whoever begins the round does what somebody asked for.
    wish::clear(folder);
    let name = job.name.clone();
    let archive = keeper.archive().folder();
    let hooks = Arc::new(Hooks::start(&job, archive, folder, watch));
    let harvested = run_round(job, folder, from, keeper, watch, &hooks);
    watch.tell(&HarvestEvent::Closed { job: &name });
    let ended = harvested.and_then(|report| {
        end_round(round, folder, &report)?;
        Ok(report)
    });
    let report = ended.inspect_err(|error| {
        let error = error.to_string();
        let facts = vec![("STATE", "failed".to_owned()), ("DETAIL", error.clone())];
        hooks.call(HookEvent::Job, facts);
        note(archive, EventKind::Job, &json!({ "job": name, "state": "failed", "error": error }));
    })?;
    let state = if report.is_finished() { "finished" } else { "stopped" };
    note(archive, EventKind::Job, &json!({ "job": name, "state": state }));
    if report.is_finished() {
        for source in &report.fallen {
            let alarm = Alarm::Completeness(source.clone());
            lookout::tell(archive, &name, (&alarm, "raised"), &hooks, watch.as_ref());
        }
        note(archive, EventKind::RoundFinished, &json!({ "job": name }));
        hooks.call(HookEvent::Round, vec![("ROUND", round_number.to_string())]);
    }
    hooks.call(HookEvent::Job, vec![("STATE", state.to_owned())]);
    watch.tell(&HarvestEvent::Ended { job: &name, archive, report: &report });
    Ok(Some(report))
}

fn end_round(round: Round, folder: &Path, report: &Report) -> Result<(), CrawlError> {
    if report.is_finished() {
        round.end(folder, report.summary.is_fruitless())?;
    }
    Ok(())
}

fn run_round(
    job: Job,
    folder: &Path,
    from: SettingsFrom,
    keeper: &Arc<Keeper>,
    watch: &Arc<dyn HarvestWatch>,
    hooks: &Arc<Hooks>,
) -> Result<Report, CrawlError> {
    let name = job.name.clone();
    let store = Arc::new(Store::open(keeper, &job, watch)?);
    for recovered in store.recovered() {
        watch.tell(&HarvestEvent::Recovered(recovered));
    }
    tell_properties(&job, folder, watch.as_ref())?;
    tell_geo_age(&job, folder, watch.as_ref())?;
    note(keeper.archive().folder(), EventKind::Job, &json!({ "job": name, "state": "started" }));
    let archive = keeper.archive().folder();
    let report = fetch_all(job, folder, from, &store, watch, (archive, hooks));
    // The store is closed even after a failure, so that its file is complete.
    watch.tell(&HarvestEvent::Closing { job: &name, step: ClosingStep::Files });
    let closed = Arc::into_inner(store).ok_or(CrawlError::StoreBusy).and_then(Store::close);
    let listed = keeper.settle();
    let report = report?;
    closed?;
    listed?;
    watch.tell(&HarvestEvent::Closing { job: &name, step: ClosingStep::Outcomes });
    let synced = keeper.writer().sync_outcomes(keeper.archive(), Some(&name))?;
    for (job, error) in &synced.failed {
        watch.tell(&HarvestEvent::OutcomesUnread { job, error: &error.to_string() });
    }
    // Whoever stops a harvest waits for its end.
    if report.ended != Ended::Stopped {
        watch.tell(&HarvestEvent::Closing { job: &name, step: ClosingStep::Links });
        if let Err(error) = keep_links_told(keeper.archive()) {
            watch.tell(&HarvestEvent::LinksUntold { job: &name, error: &error });
        }
    }
    Ok(report)
}

/// Tells what is not understood in the configuration of WebAnalyzer that a national harvest uses.
fn tell_properties(job: &Job, folder: &Path, watch: &dyn HarvestWatch) -> Result<(), CrawlError> {
    let properties = job.as_national().and_then(|national| national.properties.as_ref());
    let Some(path) = properties.map(|path| folder.join(path)) else { return Ok(()) };
    let properties = Properties::open(&path).map_err(HarvestError::Pack)?;
    for notice in &properties.notices {
        watch.tell(&HarvestEvent::Property { path: &path, notice });
    }
    Ok(())
}

/// Tells how old the database of countries is that a national harvest uses.
fn tell_geo_age(job: &Job, folder: &Path, watch: &dyn HarvestWatch) -> Result<(), CrawlError> {
    let geo = job.as_national().and_then(|national| national.geo.as_ref());
    let Some(path) = geo.map(|path| folder.join(path)) else { return Ok(()) };
    let age = GeoAge::of_file(&path, std::time::SystemTime::now()).map_err(HarvestError::Pack)?;
    watch.tell(&HarvestEvent::GeoAge(age));
    Ok(())
}

/// Fetches until the harvest ends. All its threads have ended when this returns.
fn fetch_all(
    mut job: Job,
    folder: &Path,
    from: SettingsFrom,
    store: &Arc<Store>,
    watch: &Arc<dyn HarvestWatch>,
    (archive, hooks): (&Path, &Arc<Hooks>),
) -> Result<Report, CrawlError> {
    let runtime = Builder::new_multi_thread().enable_all().build().map_err(CrawlError::Thread)?;
    let _inside = runtime.enter();
    let settings = job.clone();
    // Only for this run: the next one may be allowed more.
    job.fetch.workers = open_files::make_room(job.fetch.workers).unwrap_or_else(|files| {
        watch.tell(&HarvestEvent::FewerWorkers(files));
        files.possible
    });
    let harvest = Harvest::open(job, folder, Contracts::all(store))?;
    let opened = harvest.opened();
    if !opened.is_new && !opened.was_clean {
        store.forget_unfinished(folder)?;
    }
    // No other process harvests the job now, so its settings can be changed.
    if from == SettingsFrom::Caller {
        settings::store(&settings, folder)?;
    }
    let tally = harvest.seed_tally();
    if tally.wrong() > 0 {
        watch.tell(&HarvestEvent::WrongSeedLines { job: &settings.name, tally });
    }
    let board = AlarmBoard::default();
    let server = Server::start(folder, settings.clone(), &board, harvest.control())?;
    watch.tell(&HarvestEvent::Started(StartedHarvest {
        job: &settings.name,
        queued: harvest.progress().queued,
        documents: settings.limits.documents.get(),
        control: &harvest.control(),
        opened,
    }));
    let lookout = Lookout::start(LookoutPost {
        archive: archive.to_owned(),
        job: settings.name.clone(),
        control: harvest.control(),
        board,
        hooks: Arc::clone(hooks),
        watch: Arc::clone(watch),
    });
    let report = runtime.block_on(harvest.run());
    lookout.stop();
    runtime.block_on(server.close());
    Ok(report?)
}
