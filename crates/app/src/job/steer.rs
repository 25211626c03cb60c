//! What an operator changes of a job, whether it runs or not. The job file is what counts in the end; a harvest that
//! runs is told.

use super::{JobsError, folder_of};
use crate::control::{AskError, ControlAnswer, ControlRequest, ask, changed_settings, first_wrong};
use crate::crawl::CrawlError;
use crate::crawl::settings::{self, Change};
use crate::settings::{EditError, JobFile};
use std::fs;
use std::path::{Path, PathBuf};
use stodola_crawl::ask_anew;
use stodola_crawl::job::{Edit, Job, SettingFault, SettingProblem, SettingsDraft};
use stodola_durable::Lock;
use stodola_frontier::rounds::Round;
use stodola_frontier::{AnewChoice, AnewFilter};

/// What became of a change of settings, and from when on each counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangedSettings {
    /// The job does not run; these settings count from its next run on.
    Stored(Vec<String>),
    /// The harvest that runs has answered.
    Told(ControlAnswer),
    /// The change is stored, but the harvest that runs could not be told, so it counts from the next run on.
    Untold {
        /// Names of the settings.
        settings: Vec<String>,
        /// Why it could not be told.
        why: String,
    },
}

impl ChangedSettings {
    /// Names of the settings that count from now on.
    pub fn now(&self) -> &[String] {
        match self {
            ChangedSettings::Told(ControlAnswer::Reloaded { live, .. }) => live,
            ChangedSettings::Told(_)
            | ChangedSettings::Stored(_)
            | ChangedSettings::Untold { .. } => &[],
        }
    }

    /// Names of the settings that count from the next run on.
    pub fn later(&self) -> &[String] {
        match self {
            ChangedSettings::Told(ControlAnswer::Reloaded { later, .. }) => later,
            ChangedSettings::Told(_) => &[],
            ChangedSettings::Stored(settings) | ChangedSettings::Untold { settings, .. } => {
                settings
            }
        }
    }
}

/// Asks a harvest to change a limit, to add seeds, or to try URIs again; if the job does not run, its files are
/// changed.
///
/// # Errors
/// The request is refused. [`AskError::NotRunning`] for other requests to a job that does not run.
pub fn change_job(
    archive: &Path,
    job: &str,
    request: &ControlRequest,
) -> Result<ControlAnswer, EditError> {
    let folder = found(archive, job)?;
    let asked = match ask(&folder, request) {
        Err(AskError::NotRunning { folder, source }) => (folder, source),
        answer => return Ok(answer.map_err(JobsError::from)?),
    };
    match request {
        ControlRequest::Limit { key, value } => {
            let edit = Edit::Limit { key: key.clone(), value: value.clone() };
            Change::prepare(&folder, edit)?.write()?;
            Ok(ControlAnswer::Limit { key: key.clone(), value: value.clone() })
        }
        ControlRequest::Seeds(seeds) => {
            if let Some((place, seed)) = first_wrong(seeds) {
                return Err(
                    JobsError::from(AskError::NotASeed { place, seed: seed.to_owned() }).into()
                );
            }
            let before = settings::read(&folder)?.seeds.len();
            Change::prepare(&folder, Edit::Seeds(seeds.clone()))?.write()?;
            let new = settings::read(&folder)?.seeds.len().saturating_sub(before) as u64;
            Ok(ControlAnswer::Seeds { received: seeds.len() as u64, new })
        }
        ControlRequest::Retry { outcome, host } => {
            let uris = retry(&folder, outcome, host.clone())?;
            Ok(ControlAnswer::Retried { uris })
        }
        _ => {
            let (folder, source) = asked;
            Err(JobsError::from(AskError::NotRunning { folder, source }).into())
        }
    }
}

/// Puts URIs of a job that does not run back into its queue; a finished round is open again then.
fn retry(folder: &Path, outcome: &str, host: Option<String>) -> Result<u64, EditError> {
    let no_such = || JobsError::NoSuchOutcome(outcome.to_owned());
    let choice = AnewChoice::from_name(outcome).ok_or_else(no_such)?;
    let job = settings::read(folder)?;
    let filter = AnewFilter { choice, host };
    if !folder.join("frontier").is_dir() {
        return Ok(0);
    }
    // First the round: if nothing waits after a crash, the next run finds that out.
    let ended = Round::read(folder).map_err(CrawlError::from)?.filter(|it| it.ended.is_some());
    if let Some(round) = ended {
        round.reopen(folder).map_err(CrawlError::from)?;
    }
    let uris = ask_anew(&job, folder, &filter).map_err(CrawlError::from)?;
    if let (Some(round), 0) = (ended, uris) {
        round.end(folder, round.is_fruitless).map_err(CrawlError::from)?;
    }
    Ok(uris)
}

/// Sets any settings of a job but its name, for somebody who may write its job file. A harvest that runs takes them
/// over as far as it can.
pub fn set_settings(
    archive: &Path,
    job: &str,
    draft: &SettingsDraft,
) -> Result<ChangedSettings, EditError> {
    rewrite(archive, job, |file| {
        let text = draft.apply(&file.text, "job.toml");
        text.map_err(|problems| EditError::Wrong { problems })
    })
}

/// Replaces the whole job file, for somebody who may write it.
pub fn replace_file(archive: &Path, job: &str, text: &str) -> Result<ChangedSettings, EditError> {
    rewrite(archive, job, |_| Ok(text.to_owned()))
}

fn rewrite(
    archive: &Path,
    job: &str,
    make: impl FnOnce(&JobFile) -> Result<String, EditError>,
) -> Result<ChangedSettings, EditError> {
    let folder = found(archive, job)?;
    let changed = {
        let _alone = settings::lock(&folder)?;
        let old = JobFile::read(archive, job)?;
        let text = make(&old)?;
        let new = Job::parse(&text, "job.toml").map_err(JobsError::from)?;
        if new.name != job {
            // The name is that of the folder.
            let fault = SettingFault::NotEditable;
            let problems = vec![SettingProblem { key: "name".to_owned(), fault }];
            return Err(EditError::Wrong { problems });
        }
        crate::settings::check_fit(&new, &folder)?;
        if text != old.text {
            settings::write(&folder.join("job.toml"), &text)?;
        }
        changed_settings(&old.settings().unwrap_or_default(), &new)
    };
    Ok(tell(&folder, changed))
}

/// Tells a harvest that runs that these settings have changed in its job file.
pub fn tell(folder: &Path, changed: Vec<String>) -> ChangedSettings {
    match ask(folder, &ControlRequest::Reload) {
        Ok(answer) => ChangedSettings::Told(answer),
        Err(AskError::NotRunning { .. } | AskError::Ended) => ChangedSettings::Stored(changed),
        Err(error) => ChangedSettings::Untold { settings: changed, why: error.to_string() },
    }
}

/// Removes a job: its settings, logs, reports and frontier. WARC files are not touched: a folder of a job that has some
/// is left as it is.
///
/// # Errors
/// The job runs, or its folder has WARC files in it.
pub fn remove_job(archive: &Path, job: &str) -> Result<(), JobsError> {
    let folder = found(archive, job)?;
    let frontier = folder.join("frontier");
    // Nobody can begin to harvest it while this is held.
    let held = match frontier.is_dir() {
        true => Some(Lock::take(&frontier.join("lock"), &format!("{}\n", std::process::id()))),
        false => None,
    };
    let _held = match held {
        Some(Err(_)) => return Err(JobsError::Running { job: job.to_owned() }),
        held => held,
    };
    if let Some(file) = first_archive(&folder)? {
        return Err(JobsError::HasArchives { job: job.to_owned(), file });
    }
    let removed = archive.join("removed");
    let target = removed.join(format!("{job}-{}", std::process::id()));
    let failed = |what: &'static str, path: &Path| {
        let path = path.to_owned();
        move |source| JobsError::Create { what, path, source }
    };
    fs::create_dir_all(&removed).map_err(failed("create", &removed))?;
    // In one step: a job that is half there would be harvested anew.
    fs::rename(&folder, &target).map_err(failed("remove", &folder))?;
    fs::remove_dir_all(&target).map_err(failed("remove", &target))?;
    // Others may be at it.
    let _ = fs::remove_dir(&removed);
    Ok(())
}

fn found(archive: &Path, job: &str) -> Result<PathBuf, JobsError> {
    let no_such = || JobsError::NoSuchJob { job: job.to_owned(), archive: archive.to_owned() };
    folder_of(archive, job).ok_or_else(no_such)
}

/// Returns the first ARC or WARC file below a folder; `None` if there is none.
fn first_archive(folder: &Path) -> Result<Option<PathBuf>, JobsError> {
    for entry in fs::read_dir(folder).map_err(JobsError::reading(folder))? {
        let entry = entry.map_err(JobsError::reading(folder))?;
        let kind = entry.file_type().map_err(JobsError::reading(folder))?;
        let name = entry.file_name().to_string_lossy().to_ascii_lowercase();
        let is_archive = [".warc", ".arc", ".wacz"].iter().any(|end| name.contains(end));
        if is_archive && !kind.is_dir() {
            return Ok(Some(entry.path()));
        }
        if kind.is_dir()
            && let Some(found) = first_archive(&entry.path())?
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}
