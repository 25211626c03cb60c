//! From arguments and files to a job in its folder.

use super::Arguments;
use crate::lang::pick;
use crate::output;
use anyhow::{Context, bail};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use stodola_crawl::job::{Edit, Job, JobError, Period, Profile, Robots};
use stodola_crawl::{Harvest, HarvestError};

const FILE: &str = "job.toml";

/// The job as the arguments want it, and its folder, where its settings are to be kept.
pub(crate) fn prepare(arguments: &Arguments, archive: &Path) -> anyhow::Result<(Job, PathBuf)> {
    let mut job = match &arguments.config {
        Some(path) => {
            let mut job = read_file(path)?;
            // Where files are looked for must not depend on where the job came from.
            job.look_for_files_in(&folder_of(path)?);
            Some(job)
        }
        None => None,
    };
    let name = match (&arguments.job, &job, arguments.seeds.first()) {
        (Some(name), ..) => name.clone(),
        (None, Some(job), _) => job.name.clone(),
        (None, None, Some(seed)) => name_of(seed)?,
        (None, None, None) => bail!("give a seed, a job (--job) or a job file (--config)"),
    };
    let folder = archive.join("jobs").join(&name);
    let stored = folder.join(FILE);
    let is_known = stored.exists();
    let mut job = match (job.take(), is_known) {
        (Some(job), _) => job,
        (None, true) => read(&folder)?,
        (None, false) if arguments.seeds.is_empty() => {
            bail!("there is no job '{name}' in '{}'; give a seed to start one", archive.display())
        }
        (None, false) => Job::default(),
    };
    job.name = name;
    apply(arguments, &mut job);
    for seed in job.remove_user_info() {
        output::say(format_args!(
            "{}",
            pick(
                format!(
                    "'{seed}': the user name and the password of this seed are not used and not kept"
                ),
                format!("'{seed}': jméno a heslo tohoto semínka se nepoužijí ani neuloží"),
            )
        ));
    }
    // Before anything is made: a command that is refused leaves nothing behind.
    Harvest::check(&job, &folder).map_err(|error| match error {
        HarvestError::Job(JobError::NoContact) => anyhow::Error::from(error)
            .context("give a contact for webmasters: --contact MAIL-OR-URL"),
        error => error.into(),
    })?;
    Ok((job, folder))
}

/// The settings of the job that lives in that folder.
pub(crate) fn read(folder: &Path) -> anyhow::Result<Job> {
    read_file(&folder.join(FILE))
}

fn read_file(path: &Path) -> anyhow::Result<Job> {
    let text = fs::read_to_string(path)
        .with_context(|| format!("cannot read the job file '{}'", path.display()))?;
    Ok(Job::parse(&text, &path.display().to_string())?)
}

/// The folder that a file lies in, as a path that holds wherever the program runs.
fn folder_of(file: &Path) -> anyhow::Result<PathBuf> {
    let mut folder = std::path::absolute(file)
        .with_context(|| format!("there is no file '{}'", file.display()))?;
    folder.pop();
    Ok(folder)
}

/// What the command line says counts more than the file.
fn apply(arguments: &Arguments, job: &mut Job) {
    for seed in &arguments.seeds {
        if !job.seeds.contains(seed) {
            job.seeds.push(seed.clone());
        }
    }
    // The arguments take only names of profiles.
    if let Some(profile) = arguments.profile.as_deref().and_then(Profile::from_name) {
        job.profile = profile;
    }
    if let Some(pack) = &arguments.pack {
        job.national.pack.clone_from(pack);
    }
    if let Some(contact) = &arguments.contact {
        job.contact.clone_from(contact);
    }
    if let Some(depth) = arguments.depth {
        job.scope.max_hops = depth;
    }
    if let Some(workers) = arguments.workers {
        job.fetch.workers = workers;
    }
    let limits = &mut job.limits;
    limits.documents = arguments.max_docs.unwrap_or(limits.documents);
    limits.bytes = arguments.max_bytes.unwrap_or(limits.bytes);
    limits.time = arguments.max_time.unwrap_or(limits.time);
    let politeness = &mut job.politeness;
    if let Some(delay) = arguments.delay {
        politeness.min_delay = delay;
        politeness.max_delay = politeness.max_delay.max(delay);
        if delay == Period::default() {
            politeness.delay_factor = 0.0;
            politeness.ip_delay = delay;
        }
    }
    if let Some(connections) = arguments.connections_per_host {
        politeness.connections_per_host = connections;
        politeness.connections_per_ip = politeness.connections_per_ip.max(connections);
    }
    if arguments.ignore_robots {
        politeness.robots = Robots::Ignore;
    }
    if !arguments.connect_to.is_empty() {
        job.fetch.connect_to.clone_from(&arguments.connect_to);
    }
    if !arguments.dns_server.is_empty() {
        job.fetch.dns_servers.clone_from(&arguments.dns_server);
    }
    job.fetch.allow_private |= arguments.allow_private;
}

/// A job without a name has that of its first seed's host.
fn name_of(seed: &str) -> anyhow::Result<String> {
    let normal = stodola_uri::normalise(seed.as_bytes());
    let host = stodola_uri::host(&normal).filter(|host| !host.is_empty()).with_context(|| {
        format!("the seed '{seed}' is not a URI with a host, such as https://example.org/")
    })?;
    let is_usable = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    Ok(host.chars().map(|c| if is_usable(c) { c } else { '-' }).collect())
}

/// Keeps the settings of a job in its folder, in one step. A file that says the same is left as somebody wrote
/// it.
pub(crate) fn store(job: &Job, folder: &Path) -> anyhow::Result<()> {
    let path = &folder.join(FILE);
    // Others may read the folder.
    let mut job = job.clone();
    job.remove_user_info();
    let text = job.to_toml().context("the settings cannot be written as TOML")?;
    match fs::read_to_string(path) {
        Ok(old) if old == text || Job::parse(&old, FILE).is_ok_and(|old| old == job) => Ok(()),
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot read '{}'", path.display()))
        }
        _ => write(path, &text),
    }
}

/// A change to the job file in a folder that is ready to be written.
pub(crate) struct Change {
    path: PathBuf,
    edit: Edit,
    old: String,
    new: String,
}

impl Change {
    /// Makes a change in what the file says now, which may not be what it said when the harvest began.
    pub(crate) fn prepare(folder: &Path, edit: Edit) -> anyhow::Result<Change> {
        let path = folder.join(FILE);
        let old = fs::read_to_string(&path)
            .with_context(|| format!("cannot read the job file '{}'", path.display()))?;
        let new = edit.apply(&old, &path.display().to_string())?;
        Ok(Change { path, edit, old, new })
    }

    /// Writes it. If somebody has changed the file since, the change is made anew in that.
    pub(crate) fn write(self) -> anyhow::Result<()> {
        let Change { path, edit, old, mut new } = self;
        let now = fs::read_to_string(&path)
            .with_context(|| format!("cannot read the job file '{}'", path.display()))?;
        if now != old {
            new = edit.apply(&now, &path.display().to_string())?;
        }
        if new == now { Ok(()) } else { write(&path, &new) }
    }
}

/// Writes a job file in one step.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    Ok(stodola_durable::replace(path, text.as_bytes())?)
}
