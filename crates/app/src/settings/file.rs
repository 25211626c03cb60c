//! The file of a job: read, checked, changed.

use super::EditError;
use crate::control::{changed_settings, first_wrong};
use crate::crawl::{CrawlError, settings};
use crate::job::{JobsError, folder_of};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use stodola_crawl::job::{
    Job, JobError, SettingFault, SettingProblem, SettingsDraft, rule_files, setting_keys,
};
use stodola_crawl::{Harvest, HarvestError};
use stodola_judge::{BUILT_IN, EXAMPLES};

pub(super) const FILE: &str = "job.toml";

/// The job.toml of a job, as it was at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobFile {
    /// Name of the job.
    pub job: String,
    /// Its text.
    pub text: String,
    /// Folder of the job.
    pub folder: PathBuf,
}

impl JobFile {
    /// Reads the file of a job.
    pub fn read(archive: &Path, job: &str) -> Result<JobFile, JobsError> {
        let no_such = || JobsError::NoSuchJob { job: job.to_owned(), archive: archive.to_owned() };
        let folder = folder_of(archive, job).ok_or_else(no_such)?;
        let path = folder.join(FILE);
        let text = fs::read_to_string(&path)
            .map_err(|source| JobsError::Settings { path: path.clone(), source })?;
        Ok(JobFile { job: job.to_owned(), text, folder })
    }

    /// Its revision: another text has another one.
    pub fn revision(&self) -> String {
        let digest = Sha256::digest(self.text.as_bytes());
        digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Its settings.
    pub fn settings(&self) -> Result<Job, JobsError> {
        Ok(Job::parse(&self.text, FILE)?)
    }
}

/// The job.toml of a job after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// The file as it is now.
    pub file: JobFile,
    /// Names of the settings that were changed.
    pub changed: Vec<String>,
}

/// Returns the settings, of those that a file on the server alone sets, in which two jobs differ.
pub fn kept_changes(old: &Job, new: &Job) -> Vec<String> {
    let (before, after) = (old.setting_texts(), new.setting_texts());
    let is_changed = |path: &str| before.get(path) != after.get(path);
    let kept = setting_keys().1.iter().filter(|key| key.is_kept && is_changed(&key.path));
    let mut kept: Vec<String> = kept.map(|key| key.path.clone()).collect();
    // A pack that is not built in is a path.
    let pack = &*new.national.pack;
    if is_changed("national.pack") && !BUILT_IN.contains(&pack) && !EXAMPLES.contains(&pack) {
        kept.push("national.pack".to_owned());
    }
    let known = rule_files(&old.scope.rule);
    if rule_files(&new.scope.rule).iter().any(|file| !known.contains(file)) {
        kept.push("scope.rule".to_owned());
    }
    kept
}

/// Checks a new text of a job file against the old one, without writing anything. Returns its settings.
///
/// Nothing that the new text names on this machine is opened before it is known that the old one names it too.
pub fn check_settings(old: &JobFile, text: &str) -> Result<Job, EditError> {
    let new = Job::parse(text, FILE).map_err(wrong)?;
    // A file that is broken can be mended, but nothing is known of what it kept.
    let before = old.settings().unwrap_or_default();
    let kept = kept_changes(&Job { name: new.name.clone(), ..before }, &new);
    if !kept.is_empty() {
        return Err(EditError::Kept { keys: kept });
    }
    if new.name != old.job {
        return Err(EditError::Kept { keys: vec!["name".to_owned()] });
    }
    check_fit(&new, &old.folder)?;
    Ok(new)
}

/// Checks what settings say together, and that all seeds are addresses of the web.
pub(crate) fn check_fit(job: &Job, folder: &Path) -> Result<(), EditError> {
    if let Some((_, seed)) = first_wrong(&job.seeds) {
        return Err(at("seeds", SettingFault::NotASeed { seed: seed.to_owned() }));
    }
    Harvest::check(job, folder).map_err(unfit)
}

/// An error of the parser, at its setting.
fn wrong(error: JobError) -> EditError {
    match error {
        JobError::Invalid { key, fault, .. } => at(key, fault),
        JobError::NoContact => at("contact", SettingFault::NoContact),
        JobError::NoIdentity { key } => at(key, SettingFault::NoIdentity),
        error => at("", SettingFault::Parser(error.to_string())),
    }
}

/// An error of settings that are well by themselves, at its setting.
pub(super) fn unfit(error: HarvestError) -> EditError {
    match error {
        HarvestError::Job(error) => wrong(error),
        HarvestError::Scope(error) => at("scope.rule", SettingFault::Parser(error.to_string())),
        HarvestError::Seed(seed) => at("seeds", SettingFault::NotASeed { seed }),
        HarvestError::NoSeeds => at("seeds", SettingFault::Empty),
        error => CrawlError::from(error).into(),
    }
}

fn at(key: &str, fault: SettingFault) -> EditError {
    EditError::Wrong { problems: vec![SettingProblem { key: key.to_owned(), fault }] }
}

/// Changes settings of a job. `revision` is the one that whoever changes it has seen; `None` for any.
pub fn edit_settings(
    archive: &Path,
    job: &str,
    revision: Option<&str>,
    draft: &SettingsDraft,
) -> Result<ChangedFile, EditError> {
    change(archive, job, revision, |file| {
        refuse_kept(&file.settings()?, draft)?;
        let text = draft.apply(&file.text, FILE);
        text.map_err(|problems| EditError::Wrong { problems })
    })
}

/// An error if new values are of settings that a file on the server alone sets.
pub(super) fn refuse_kept(job: &Job, draft: &SettingsDraft) -> Result<(), EditError> {
    let shown = job.setting_texts();
    let is_other = |path: &str| {
        draft
            .get(path)
            .is_some_and(|new| shown.get(path).is_none_or(|old| old.trim() != new.trim()))
    };
    let kept = setting_keys().1.iter().filter(|key| key.is_kept && is_other(&key.path));
    let keys: Vec<String> = kept.map(|key| key.path.clone()).collect();
    if keys.is_empty() { Ok(()) } else { Err(EditError::Kept { keys }) }
}

/// Replaces the whole file of a job.
pub fn replace_settings(
    archive: &Path,
    job: &str,
    revision: Option<&str>,
    text: &str,
) -> Result<ChangedFile, EditError> {
    let text = text.replace("\r\n", "\n");
    change(archive, job, revision, |_| Ok(text))
}

fn change(
    archive: &Path,
    job: &str,
    revision: Option<&str>,
    make: impl FnOnce(&JobFile) -> Result<String, EditError>,
) -> Result<ChangedFile, EditError> {
    let folder = JobFile::read(archive, job)?.folder;
    // A harvest that runs may save a limit or a seed at this moment.
    let _alone = settings::lock(&folder)?;
    let old = JobFile::read(archive, job)?;
    if revision.is_some_and(|revision| revision != old.revision()) {
        return Err(EditError::Changed { now: Box::new(old) });
    }
    let text = without_passwords(make(&old)?)?;
    let new = check_settings(&old, &text)?;
    if text != old.text {
        settings::write(&old.folder.join(FILE), &text)?;
    }
    let changed = changed_settings(&old.settings().unwrap_or_default(), &new);
    Ok(ChangedFile { file: JobFile { text, ..old }, changed })
}

/// Removes user names and passwords from seeds: the file may be readable for others.
pub(super) fn without_passwords(text: String) -> Result<String, EditError> {
    let mut job = Job::parse(&text, FILE).map_err(wrong)?;
    if job.remove_user_info().is_empty() {
        return Ok(text);
    }
    let mut draft = SettingsDraft::default();
    draft.set("seeds", &job.seeds.join("\n"));
    draft.apply(&text, FILE).map_err(|problems| EditError::Wrong { problems })
}
