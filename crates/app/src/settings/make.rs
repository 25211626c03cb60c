//! New jobs: from a kind of harvest, or from a file in the folder `profiles` of the archive.
//!
//! Such a file is a job file without a name. A file on the server sets what pages cannot set, so a profile may have
//! such settings; whoever may make jobs may use it.

use super::file::{FILE, check_fit, refuse_kept, unfit, without_passwords};
use super::{EditError, JobFile, kept_changes};
use crate::crawl::{CrawlError, JobWish, settings, wish};
use crate::job::JobsError;
use std::fs;
use std::path::Path;
use stodola_archive::Archive;
use stodola_crawl::HarvestError;
use stodola_crawl::job::{Job, Profile, SettingsDraft};

/// Something that a new job can begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeginWith {
    /// Its name: that of a kind of harvest, or of a file.
    pub name: String,
    /// What a file says about itself; empty for a kind of harvest.
    pub description: String,
    /// Whether it is a file.
    pub is_file: bool,
}

/// What a new job is to be.
#[derive(Clone, Debug, Default)]
pub struct NewJobDraft {
    /// Its name; `None` for the host of the first seed.
    pub name: Option<String>,
    /// What it begins with; `None` for the kind `site`.
    pub begin_with: Option<String>,
    /// Its settings, as far as they differ from that.
    pub settings: SettingsDraft,
    /// Whether it is not run before somebody asks for it.
    pub is_held: bool,
}

/// Returns what a new job of an archive can begin with: kinds of harvests, then files by name. Files that cannot be
/// read are left out.
pub fn beginnings(archive: &Path) -> Vec<BeginWith> {
    let kind = |name: &&'static str| BeginWith {
        name: (*name).to_owned(),
        description: String::new(),
        is_file: false,
    };
    let mut all: Vec<BeginWith> = Profile::names().iter().map(kind).collect();
    let mut files: Vec<BeginWith> = Vec::new();
    for entry in fs::read_dir(archive.join("profiles")).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = path.file_stem().and_then(|name| name.to_str()).map(str::to_owned);
        let is_toml = path.extension().is_some_and(|ending| ending == "toml");
        let job = fs::read_to_string(&path).ok().and_then(|text| Job::parse(&text, FILE).ok());
        if let (Some(name), true, Some(job)) = (name, is_toml, job) {
            files.push(BeginWith { name, description: job.description, is_file: true });
        }
    }
    files.retain(|file| !all.iter().any(|kind| kind.name == file.name));
    files.sort_by(|a, b| a.name.cmp(&b.name));
    all.extend(files);
    all
}

/// Returns the text of the job file that a new job begins with.
pub fn beginning(archive: &Path, begin_with: Option<&str>) -> Result<String, EditError> {
    let name = begin_with.unwrap_or(Profile::SITE.name());
    let known = beginnings(archive).into_iter().find(|known| known.name == name);
    let known = known.ok_or_else(|| EditError::NoSuchProfile(name.to_owned()))?;
    if !known.is_file {
        return Ok(format!("profile = \"{name}\"\n"));
    }
    let folder = archive.join("profiles");
    let path = folder.join(format!("{name}.toml"));
    let text = fs::read_to_string(&path)
        .map_err(|source| JobsError::Settings { path: path.clone(), source })?;
    let folder = std::path::absolute(&folder).map_err(CrawlError::file("find", &folder))?;
    with_absolute_paths(text, &folder)
}

/// Paths in a profile are relative to its folder, those in a job file to that of the job.
fn with_absolute_paths(text: String, folder: &Path) -> Result<String, EditError> {
    let old = Job::parse(&text, FILE).map_err(JobsError::from)?;
    let mut new = old.clone();
    new.look_for_files_in(folder);
    if new == old {
        return Ok(text);
    }
    let (before, after) = (old.setting_texts(), new.setting_texts());
    let mut draft = SettingsDraft::default();
    for (path, value) in after.iter().filter(|(path, value)| before.get(*path) != Some(*value)) {
        draft.set(path, value);
    }
    if new.scope.rule != old.scope.rule {
        let only = Job { scope: new.scope.clone(), ..Job::default() };
        let written = only.to_toml().map_err(|error| CrawlError::Toml(error.to_string()))?;
        draft.set("scope.rule", &super::rules_text(&written));
    }
    draft.apply(&text, FILE).map_err(|problems| EditError::Wrong { problems })
}

/// Makes a job. Whoever runs the jobs of the archive starts it, unless it is held.
pub fn make_job(archive: &Path, new: &NewJobDraft) -> Result<JobFile, EditError> {
    let begin = beginning(archive, new.begin_with.as_deref())?;
    let wrong = |problems| EditError::Wrong { problems };
    let before = Job::parse(&begin, FILE).map_err(JobsError::from)?;
    refuse_kept(&before, &new.settings)?;
    let text = new.settings.apply(&begin, FILE).map_err(wrong)?;
    let job = Job::parse(&text, FILE).map_err(JobsError::from)?;
    let kept = kept_changes(&before, &job);
    if !kept.is_empty() {
        return Err(EditError::Kept { keys: kept });
    }
    let name = match (&new.name, job.seeds.first()) {
        (Some(name), _) => name.clone(),
        (None, Some(seed)) => settings::name_of(seed)?,
        (None, None) => return Err(unfit(HarvestError::NoSeeds)),
    };
    let mut naming = SettingsDraft::default();
    naming.set("name", &name);
    let text = without_passwords(naming.apply(&text, FILE).map_err(wrong)?)?;
    let job = Job::parse(&text, FILE).map_err(JobsError::from)?;
    let folder = archive.join("jobs").join(&name);
    if folder.join(FILE).exists() {
        return Err(CrawlError::JobExists { job: name, folder }.into());
    }
    check_fit(&job, &folder)?;
    Archive::open(archive).map_err(CrawlError::from)?;
    fs::create_dir_all(&folder).map_err(CrawlError::file("create", &folder))?;
    let _alone = settings::lock(&folder)?;
    if folder.join(FILE).exists() {
        return Err(CrawlError::JobExists { job: name, folder }.into());
    }
    // First the wish: nobody may start the job in between.
    if new.is_held {
        wish::ask(&folder, JobWish::Hold)?;
    }
    settings::write(&folder.join(FILE), &text)?;
    Ok(JobFile { job: name, text, folder })
}
