//! The settings of a harvest, as they stand in `job.toml`.
//!
//! A missing key has its default, which the `Default` of its section gives and nothing else. An unknown key is an
//! error. [`Job::template`] is a job file with every key explained.

mod address;
mod again;
mod alarms;
mod change;
mod edit;
mod error;
mod fault;
mod keys;
mod logins;
mod long;
mod national;
mod profile;
mod quantity;
mod run;
mod secret;
mod settings;
#[cfg(test)]
mod tests;
mod validate;
mod zone;

use std::path::{Path, PathBuf};

use crate::seeds::{SeedList, SeedListSettings};
use serde::{Deserialize, Serialize};

pub use crate::scope::ScopeSettings;
pub use crate::trap::TrapSettings;
pub use address::{AddressError, ConnectToSetting, DnsServer, contact_needed, is_loopback};
pub use again::{Again, Every, SeenCapture};
pub use alarms::{AlarmSection, HookEvent, HookSection};
pub use change::{SettingProblem, SettingsDraft, rule_files, rules_text};
pub use edit::Edit;
pub use error::{JobError, JobFileLine};
pub(crate) use error::{from_toml, line_at};
pub use fault::SettingFault;
pub use keys::{SettingKey, SettingKind, SettingSection, setting_key, setting_keys};
pub use logins::{Login, LoginForm, LoginKind, LoginSign, Logins, LoginsError};
pub use long::{LongAction, LongSetting, LongSettingError};
pub use national::{FollowInvalid, National};
pub use profile::Profile;
pub use quantity::{Limit, Period, QuantityError, Size};
use run::FreeRoom;
pub use run::RunSection;
pub use secret::{SecretError, SecretSource};
pub use settings::{
    CompressionSetting, CookiesSetting, DedupSetting, DigestSetting, DnsSection, EffortSetting,
    Extract, Fetch, LimitSettings, MoreDigest, PolitenessSettings, RobotsSetting, RobotsTagSetting,
    Tls, WarcVersionSetting, Write,
};

/// The settings of a harvest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Job {
    /// The name of the job, and of its folder.
    pub name: String,
    /// A description for people.
    pub description: String,
    /// The institution or person that harvests.
    pub operator: String,
    /// A contact for webmasters: an e-mail address or a web page. It is sent with every request.
    pub contact: String,
    /// The purpose of the harvest; written to the `warcinfo` records.
    pub purpose: String,
    /// Which kind of harvest it is: decides what is archived, and which scope rules stand before those of the job.
    pub profile: Profile,
    /// URIs where the harvest starts.
    pub seeds: Vec<String>,
    /// Path of a file with more seeds, of any kind; `None` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seeds_file: Option<PathBuf>,
    /// How that file is read, and which of its seeds are taken.
    pub seeds_list: SeedListSettings,
    /// Which URIs belong to the harvest.
    pub scope: ScopeSettings,
    /// Limits on what is fetched.
    pub limits: LimitSettings,
    /// How often servers are asked.
    pub politeness: PolitenessSettings,
    /// Connections and their limits.
    pub fetch: Fetch,
    /// How much name servers are asked.
    pub dns: DnsSection,
    /// When it may fetch, and how much room it leaves.
    pub run: RunSection,
    /// What an operator is told of.
    pub alarms: AlarmSection,
    /// The command that is run when something happens.
    pub hooks: HookSection,
    /// Which links are extracted.
    pub extract: Extract,
    /// How WARC files are written.
    pub write: Write,
    /// How endless sites are recognised.
    pub traps: TrapSettings,
    /// When it is harvested again.
    pub again: Again,
    /// Settings of the profile `national`.
    pub national: National,
}

impl Default for Job {
    fn default() -> Job {
        Job {
            name: "harvest".to_owned(),
            description: String::new(),
            operator: String::new(),
            contact: String::new(),
            purpose: String::new(),
            profile: Profile::SITE,
            seeds: Vec::new(),
            seeds_file: None,
            seeds_list: SeedListSettings::default(),
            scope: ScopeSettings::default(),
            limits: LimitSettings::default(),
            politeness: PolitenessSettings::default(),
            fetch: Fetch::default(),
            dns: DnsSection::default(),
            run: RunSection::default(),
            alarms: AlarmSection::default(),
            hooks: HookSection::default(),
            extract: Extract::default(),
            write: Write::default(),
            traps: TrapSettings::default(),
            again: Again::default(),
            national: National::default(),
        }
    }
}

impl Job {
    /// Settings of a national harvest; `None` for other profiles.
    pub fn as_national(&self) -> Option<&National> {
        (self.profile == Profile::NATIONAL).then_some(&self.national)
    }

    /// Parses a job file. `file_name` is used in error messages.
    pub fn parse(text: &str, file_name: &str) -> Result<Job, JobError> {
        // Some editors begin a file with a byte order mark, which is no part of its text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let job: Job =
            toml::from_str(text).map_err(|error| error::from_toml(&error, text, file_name))?;
        match validate::fault(&job) {
            None => Ok(job),
            Some((key, fault)) => {
                let line = error::line_of_setting(text, key);
                let place = JobFileLine { file: file_name.to_owned(), line };
                Err(JobError::Invalid { place, key, fault })
            }
        }
    }

    /// Checks all settings of a job that was changed since it was read.
    ///
    /// # Errors
    /// The first value that is not allowed.
    pub fn validate(&self) -> Result<(), JobError> {
        match validate::fault(self) {
            None => Ok(()),
            Some((key, fault)) => {
                let place = JobFileLine { file: "job".to_owned(), line: None };
                Err(JobError::Invalid { place, key, fault })
            }
        }
    }

    /// Returns a job file with every key, its default and an explanation. It has example seeds; otherwise it parses as
    /// [`Job::default`].
    pub fn template() -> String {
        include_str!("job/template.toml").to_owned()
    }

    /// Returns the text of a job file with every key and without explanations. It parses as the same job.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string_pretty(self)
    }

    /// Makes the paths of files that the job names relative to `folder`, the folder of its job file, so that they are
    /// right wherever the settings are stored. A pack that is a folder there counts as such a file.
    pub fn look_for_files_in(&mut self, folder: &Path) {
        let pack = folder.join(&self.national.pack);
        if !self.national.pack.is_empty()
            && pack.is_dir()
            && let Some(pack) = pack.to_str()
        {
            self.national.pack = pack.to_owned();
        }
        let lists = self.scope.rule.iter_mut().filter_map(|rule| rule.file_mut());
        let national = &mut self.national;
        let own = [
            &mut self.seeds_file,
            &mut self.scope.site_rules,
            &mut national.geo,
            &mut national.properties,
            &mut national.lists,
            &mut national.in_links,
            &mut self.fetch.cookies_file,
            &mut self.fetch.logins,
        ];
        for path in own.into_iter().filter_map(Option::as_mut).chain(lists) {
            *path = folder.join(&path);
        }
        if let Some(login) = &mut self.fetch.proxy_login
            && let Ok(SecretSource::File(path)) = login.parse()
        {
            *login = SecretSource::File(folder.join(path)).to_string();
        }
    }

    /// Returns all seeds: those of the job, then those of its list, whose path is relative to `folder`.
    ///
    /// Seeds of the job are returned as written; surrounding space, empty ones and those that begin with `#` are
    /// dropped, and a seed without a scheme gets `http`. Those of the list are in normal form; lines that give none are
    /// passed over ([`Job::seed_list`] counts them).
    pub fn read_seeds(&self, folder: &Path) -> Result<Vec<String>, JobError> {
        let mut seeds = self.own_seeds();
        for seed in self.seed_list(folder)?.into_iter().flatten() {
            seeds.push(String::from_utf8_lossy(&seed?).into_owned());
        }
        Ok(seeds)
    }

    /// Returns the seeds that stand in the job itself.
    pub fn own_seeds(&self) -> Vec<String> {
        self.seeds.iter().filter_map(|seed| as_seed(seed)).collect()
    }

    /// Returns the seeds of the job's list as a stream; `None` if it has no list. Its path is relative to `folder`.
    pub fn seed_list(&self, folder: &Path) -> Result<Option<SeedList>, JobError> {
        let open = |path| SeedList::open(vec![folder.join(path)], &self.seeds_list);
        self.seeds_file.as_ref().map(open).transpose()
    }

    /// Removes user names and passwords from the seeds, which are stored where others may read them. Returns the
    /// seeds that were changed, without their passwords.
    pub fn remove_user_info(&mut self) -> Vec<String> {
        let mut changed = Vec::new();
        for seed in &mut self.seeds {
            let clean = without_user_info(seed);
            if clean != *seed {
                changed.push(clean.clone());
                *seed = clean;
            }
        }
        changed
    }

    /// Checks that contact, operator and purpose are given if seeds are on servers of others.
    ///
    /// # Errors
    /// [`JobError::NoContact`] or [`JobError::NoIdentity`] if one of them is missing.
    pub fn check_contact<S: AsRef<[u8]>>(&self, seeds: &[S]) -> Result<(), JobError> {
        match self.missing_identity() {
            Some(missing) if contact_needed(seeds, &self.fetch.connect_to) => Err(missing),
            _ => Ok(()),
        }
    }

    /// Same as [`check_contact`](Job::check_contact), for the seeds of the job and its list, whose path is relative to
    /// `folder`. The list is read only if something is missing.
    pub fn check_seeds(&self, folder: &Path) -> Result<(), JobError> {
        if self.missing_identity().is_none() {
            return Ok(());
        }
        self.check_contact(&self.own_seeds())?;
        for seed in self.seed_list(folder)?.into_iter().flatten() {
            self.check_contact(&[seed?])?;
        }
        Ok(())
    }

    /// Returns what is missing of the identity that a harvest of servers of others needs; `None` if nothing is.
    pub fn missing_identity(&self) -> Option<JobError> {
        if self.contact.is_empty() {
            return Some(JobError::NoContact);
        }
        let lines = [("operator", &self.operator), ("purpose", &self.purpose)];
        let missing = lines.iter().find(|(_, value)| value.trim().is_empty())?;
        Some(JobError::NoIdentity { key: missing.0 })
    }
}

fn without_user_info(seed: &str) -> String {
    String::from_utf8_lossy(&stodola_uri::without_user_info(seed.as_bytes())).into_owned()
}

/// Returns a seed with its scheme and without user name and password; `None` for an empty or commented line.
fn as_seed(line: &str) -> Option<String> {
    let seed = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if seed.is_empty() || seed.starts_with('#') {
        None
    } else if seed.contains("://") {
        Some(without_user_info(seed))
    } else {
        Some(without_user_info(&format!("http://{}", seed.trim_start_matches('/'))))
    }
}
