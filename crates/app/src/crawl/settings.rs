//! Makes a job in its folder from settings and files.

use super::{CrawlError, HarvestEvent, HarvestWatch};
use crate::seeds::{LIST, NewList, SeedFiles, create_folder};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use stodola_crawl::job::{
    ConnectToSetting, DnsServer, Edit, Job, JobError, Limit, Period, Profile, RobotsSetting, Size,
};
use stodola_crawl::seeds::{SeedFormat, SeedListSettings};
use stodola_crawl::{Harvest, HarvestError};
use stodola_durable::Lock;
use stodola_frontier::FrontierError;

const FILE: &str = "job.toml";
/// The lock of the job file, which is held while it is read and replaced.
const LOCK: &str = "job.toml.lock";

/// Which job is meant, and settings that override those of its job file. `None` changes nothing.
#[derive(Clone, Debug, Default)]
pub struct JobSettings {
    /// Seeds to add. The job may have others.
    pub seeds: Vec<String>,
    /// Files of any kind with seeds to add; none changes nothing.
    pub seed_files: SeedFiles,
    /// Name of the job; `None` takes that of the job file, or the host of the first seed.
    pub name: Option<String>,
    /// A job file to begin with; `None` takes that of the job, or the defaults.
    pub config: Option<PathBuf>,
    /// Kind of harvest.
    pub profile: Option<Profile>,
    /// The pack of a nation: the name of a built-in one or a folder.
    pub pack: Option<String>,
    /// An e-mail address or a web page for webmasters.
    pub contact: Option<String>,
    /// The institution or person that harvests.
    pub operator: Option<String>,
    /// The purpose of the harvest.
    pub purpose: Option<String>,
    /// Domains that belong to the harvest; empty changes nothing.
    pub domains: Vec<String>,
    /// Maximum number of links between a seed and a page.
    pub depth: Option<u32>,
    /// Number of URIs to work on at the same time.
    pub workers: Option<u32>,
    /// Maximum number of documents of the job.
    pub max_docs: Option<Limit<u64>>,
    /// Maximum number of bytes of the job.
    pub max_bytes: Option<Limit<Size>>,
    /// Maximum duration of this run.
    pub max_time: Option<Limit<Period>>,
    /// Minimum pause between two requests to a host. Zero means no pause at all.
    pub delay: Option<Period>,
    /// Number of connections to one host at the same time.
    pub connections_per_host: Option<u32>,
    /// Other addresses to connect to; empty changes nothing.
    pub connect_to: Vec<ConnectToSetting>,
    /// DNS servers to use instead of those of the system; empty changes nothing.
    pub dns_servers: Vec<DnsServer>,
    /// Proxy to connect through.
    pub proxy: Option<String>,
    /// File with cookies to send.
    pub cookies: Option<PathBuf>,
    /// Maximum number of bytes to receive in a second.
    pub bandwidth: Option<Limit<Size>>,
    /// Whether to fetch also from private, loopback and link-local addresses.
    pub allows_private: bool,
    /// Whether to ignore robots.txt.
    pub ignores_robots: bool,
}

impl JobSettings {
    /// Sets the kind of harvest by its name. Returns whether there is such a kind.
    pub fn set_profile(&mut self, name: &str) -> bool {
        self.profile = Profile::from_name(name);
        self.profile.is_some()
    }
}

/// Returns the job by these settings, and its folder, where its settings are to be stored. Nothing is written.
pub(crate) fn prepare(
    settings: &JobSettings,
    archive: &Path,
    watch: &dyn HarvestWatch,
) -> Result<(Job, PathBuf), CrawlError> {
    let mut job = match &settings.config {
        Some(path) => {
            let mut job = read_file(path)?;
            // Paths of files must not depend on where the job file came from.
            job.look_for_files_in(&folder_of(path)?);
            Some(job)
        }
        None => None,
    };
    let name = match (&settings.name, &job, settings.seeds.first()) {
        (Some(name), ..) => name.clone(),
        (None, Some(job), _) => job.name.clone(),
        (None, None, Some(seed)) => name_of(seed)?,
        (None, None, None) => return Err(CrawlError::NoJobGiven),
    };
    let folder = archive.join("jobs").join(&name);
    let stored = folder.join(FILE);
    let is_known = stored.exists();
    let mut job = match (job.take(), is_known) {
        (Some(job), _) => job,
        (None, true) => read(&folder)?,
        (None, false) if settings.seeds.is_empty() && settings.seed_files.files.is_empty() => {
            return Err(CrawlError::NoSeedForNewJob { job: name, archive: archive.to_owned() });
        }
        (None, false) => Job::default(),
    };
    job.name = name;
    apply(settings, &mut job);
    for seed in job.remove_user_info() {
        watch.tell(&HarvestEvent::UserInfoRemoved { seed: &seed });
    }
    // Checked before anything is created: a command that is refused leaves nothing behind.
    if settings.seed_files.files.is_empty() {
        check(&job, &folder)?;
    } else {
        add_seed_files(&mut job, &folder, &settings.seed_files, watch)?;
    }
    Ok((job, folder))
}

fn check(job: &Job, folder: &Path) -> Result<(), CrawlError> {
    Harvest::check(job, folder).map_err(|error| match error {
        HarvestError::Job(JobError::NoContact) => CrawlError::NoContact(error),
        HarvestError::Job(JobError::NoIdentity { key }) => {
            CrawlError::NoIdentity { key, source: error.into() }
        }
        error => error.into(),
    })
}

/// Makes a list in the folder of the job from the seeds of files, and checks the job with it.
fn add_seed_files(
    job: &mut Job,
    folder: &Path,
    files: &SeedFiles,
    watch: &dyn HarvestWatch,
) -> Result<(), CrawlError> {
    job.validate()?;
    let books = folder.join("frontier");
    if Lock::seems_held(&books.join("lock")) {
        return Err(FrontierError::Locked { folder: books, holder: None }.into());
    }
    let _made = create_folder(folder)?;
    let list = NewList::write(job, folder, files)?;
    job.seeds_list = SeedListSettings { format: SeedFormat::List, ..SeedListSettings::default() };
    // Like all paths of a job, this one is relative to its folder.
    job.seeds_file = Some(list.path.strip_prefix(folder).unwrap_or(&list.path).to_owned());
    check(job, folder)?;
    let summary = list.publish()?;
    job.seeds_file = Some(LIST.into());
    watch.tell(&HarvestEvent::SeedsRead { job: &job.name, summary: &summary });
    Ok(())
}

/// Reads the settings of the job in this folder.
pub(crate) fn read(folder: &Path) -> Result<Job, CrawlError> {
    read_file(&folder.join(FILE))
}

fn read_file(path: &Path) -> Result<Job, CrawlError> {
    let text = read_text(path)?;
    Ok(Job::parse(&text, &path.display().to_string())?)
}

/// Returns the folder of a file, as an absolute path.
fn folder_of(file: &Path) -> Result<PathBuf, CrawlError> {
    let mut folder = std::path::absolute(file).map_err(CrawlError::file("find", file))?;
    folder.pop();
    Ok(folder)
}

fn read_text(path: &Path) -> Result<String, CrawlError> {
    fs::read_to_string(path).map_err(CrawlError::file("read the job file", path))
}

/// Applies the settings of the caller, which override the file.
fn apply(settings: &JobSettings, job: &mut Job) {
    for seed in &settings.seeds {
        if !job.seeds.contains(seed) {
            job.seeds.push(seed.clone());
        }
    }
    job.profile = settings.profile.unwrap_or(job.profile);
    if let Some(pack) = &settings.pack {
        job.national.pack.clone_from(pack);
    }
    if let Some(contact) = &settings.contact {
        job.contact.clone_from(contact);
    }
    if let Some(operator) = &settings.operator {
        job.operator.clone_from(operator);
    }
    if let Some(purpose) = &settings.purpose {
        job.purpose.clone_from(purpose);
    }
    if !settings.domains.is_empty() {
        job.scope.domains.clone_from(&settings.domains);
    }
    if let Some(depth) = settings.depth {
        job.scope.max_hops = depth;
    }
    if let Some(workers) = settings.workers {
        job.fetch.workers = workers;
    }
    let limits = &mut job.limits;
    limits.documents = settings.max_docs.unwrap_or(limits.documents);
    limits.bytes = settings.max_bytes.unwrap_or(limits.bytes);
    limits.time = settings.max_time.unwrap_or(limits.time);
    limits.bandwidth = settings.bandwidth.unwrap_or(limits.bandwidth);
    let politeness = &mut job.politeness;
    if let Some(delay) = settings.delay {
        politeness.min_delay = delay;
        politeness.max_delay = politeness.max_delay.max(delay);
        if delay == Period::default() {
            politeness.delay_factor = 0.0;
            politeness.ip_delay = delay;
        }
    }
    if let Some(connections) = settings.connections_per_host {
        politeness.connections_per_host = connections;
        politeness.connections_per_ip = politeness.connections_per_ip.max(connections);
    }
    if settings.ignores_robots {
        politeness.robots = RobotsSetting::Ignore;
    }
    if !settings.connect_to.is_empty() {
        job.fetch.connect_to.clone_from(&settings.connect_to);
    }
    if !settings.dns_servers.is_empty() {
        job.fetch.dns_servers.clone_from(&settings.dns_servers);
    }
    if settings.proxy.is_some() {
        job.fetch.proxy.clone_from(&settings.proxy);
    }
    if let Some(path) = &settings.cookies {
        // Other paths of a job are relative to its file.
        job.fetch.cookies_file = Some(std::path::absolute(path).unwrap_or_else(|_| path.clone()));
    }
    job.fetch.allow_private |= settings.allows_private;
}

/// Returns the name of a job without a name: the host of its first seed.
pub(crate) fn name_of(seed: &str) -> Result<String, CrawlError> {
    let normal = stodola_uri::normalise(seed.as_bytes());
    let host = stodola_uri::host(&normal).filter(|host| !host.is_empty());
    let host = host.ok_or_else(|| CrawlError::NotASeed(seed.to_owned()))?;
    let is_usable = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    Ok(host.chars().map(|c| if is_usable(c) { c } else { '-' }).collect())
}

/// Writes the settings of a job to its folder, in one step. A file with the same settings is left unchanged.
pub(crate) fn store(job: &Job, folder: &Path) -> Result<(), CrawlError> {
    let path = &folder.join(FILE);
    let _alone = lock(folder)?;
    // Others may be able to read the folder.
    let mut job = job.clone();
    job.remove_user_info();
    let text = job.to_toml().map_err(|error| CrawlError::Toml(error.to_string()))?;
    match fs::read_to_string(path) {
        Ok(old) if old == text || Job::parse(&old, FILE).is_ok_and(|old| old == job) => Ok(()),
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(CrawlError::file("read", path)(error))
        }
        _ => write(path, &text),
    }
}

/// A change to the job file in a folder, ready to be written.
pub(crate) struct Change {
    path: PathBuf,
    edit: Edit,
    old: String,
    new: String,
}

impl Change {
    /// Prepares a change of the present content of the file, which may differ from when the harvest began.
    pub(crate) fn prepare(folder: &Path, edit: Edit) -> Result<Change, CrawlError> {
        let path = folder.join(FILE);
        let old = read_text(&path)?;
        let new = edit.apply(&old, &path.display().to_string())?;
        Ok(Change { path, edit, old, new })
    }

    /// Writes the change. If somebody has changed the file since, the change is applied to the new content.
    pub(crate) fn write(self) -> Result<(), CrawlError> {
        let Change { path, edit, old, mut new } = self;
        let _alone = path.parent().map(lock).transpose()?;
        let now = read_text(&path)?;
        if now != old {
            new = edit.apply(&now, &path.display().to_string())?;
        }
        if new == now { Ok(()) } else { write(&path, &new) }
    }
}

/// Lets nobody else change the job file in a folder, in this process or another, until it is dropped. Others have it
/// for a moment only.
pub(crate) fn lock(folder: &Path) -> Result<Lock, CrawlError> {
    Ok(Lock::take_in_turn(&folder.join(LOCK), &format!("{}\n", std::process::id()))?)
}

/// Writes a job file in one step. The caller has the lock.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), CrawlError> {
    Ok(stodola_durable::replace(path, text.as_bytes())?)
}
