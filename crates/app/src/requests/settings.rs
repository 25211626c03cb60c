//! `work.toml`: limits of requests, and what the operator decides about packages. Read again whenever somebody asks.

use super::RequestsError;
use super::packages::PACKAGES;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stodola_access::people::PersonRole;
use stodola_work::{PackageRules, WorkSettings};

/// The name of the file in the archive folder.
const FILE: &str = "work.toml";
/// Bytes of the file at most.
const BYTES_MAX: u64 = 1 << 20;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// The settings of requests.
#[derive(Clone, Debug)]
pub struct RequestSettings {
    /// Limits and packages.
    pub work: WorkSettings,
    /// The command that is run when a request has ended; empty for none.
    pub hook: Vec<String>,
    /// The longest time for that command.
    pub hook_time: Duration,
    roles: BTreeMap<&'static str, PersonRole>,
}

impl RequestSettings {
    /// The role that a package needs.
    pub fn role(&self, package: &str) -> PersonRole {
        self.roles.get(package).copied().unwrap_or(PersonRole::Admin)
    }

    /// Packages that somebody looks after.
    pub(super) fn looked_after_by(&self, name: &str) -> Vec<String> {
        let is_own = |(_, rules): &(&String, &PackageRules)| {
            rules.administrators.iter().any(|administrator| administrator == name)
        };
        self.work.packages.iter().filter(is_own).map(|(package, _)| package.clone()).collect()
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SettingsFile {
    limits: Limits,
    site: Site,
    hook: Hook,
    packages: BTreeMap<String, Package>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Limits {
    waiting_per_person: Option<u32>,
    waiting_in_all: Option<u32>,
    favourites_per_person: Option<u32>,
    kept_days: Option<u32>,
    results_gb: Option<u32>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Site {
    folder: Option<PathBuf>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Hook {
    command: Vec<String>,
    timeout_seconds: Option<u64>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Package {
    at_once: Option<u32>,
    role: Option<String>,
    administrators: Vec<String>,
    reuse_hours: Option<u32>,
    settings: Option<Value>,
}

/// The settings of requests of the archive in a folder, as they are now. Without a file they are the usual ones.
pub fn request_settings(archive: &Path) -> Result<RequestSettings, RequestsError> {
    let path = archive.join(FILE);
    let wrong = |what: String| RequestsError::Settings { path: path.clone(), what };
    let text = match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Ok(metadata) if metadata.len() > BYTES_MAX => {
            return Err(wrong("larger than 1 MiB".to_owned()));
        }
        _ => std::fs::read_to_string(&path).map_err(|error| wrong(error.to_string()))?,
    };
    let file: SettingsFile = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    understood(file).map_err(wrong)
}

fn understood(file: SettingsFile) -> Result<RequestSettings, String> {
    let known = |name: &String| PACKAGES.iter().any(|kind| kind.name == name);
    if let Some(name) = file.packages.keys().find(|name| !known(name)) {
        return Err(format!("there is no package '{name}'"));
    }
    let usual = WorkSettings::default();
    let (mut packages, mut roles) = (BTreeMap::new(), BTreeMap::new());
    for kind in PACKAGES {
        let set = file.packages.get(kind.name);
        let at_once = set.and_then(|set| set.at_once).unwrap_or(kind.at_once);
        if at_once > 64 {
            return Err(format!("packages.{}.at_once: 0 to 64", kind.name));
        }
        let role = match set.and_then(|set| set.role.as_deref()) {
            Some(role) => role.parse()?,
            None => kind.role,
        };
        let reuse =
            set.and_then(|set| set.reuse_hours).map_or(kind.reuse, |it| i64::from(it) * HOUR);
        let rules = PackageRules {
            version: kind.version,
            at_once,
            // What acts on the archive is done each time it is asked for.
            reuse: if kind.reuse == 0 { 0 } else { reuse },
            role: role.as_str().to_owned(),
            administrators: set.map(|set| set.administrators.clone()).unwrap_or_default(),
            settings: set.and_then(|set| set.settings.clone()).unwrap_or_default(),
        };
        packages.insert(kind.name.to_owned(), rules);
        roles.insert(kind.name, role);
    }
    if file.site.folder.as_ref().is_some_and(|folder| !folder.is_absolute()) {
        return Err("site.folder: an absolute path is needed".to_owned());
    }
    let limits = file.limits;
    let work = WorkSettings {
        waiting_per_owner: limits.waiting_per_person.unwrap_or(usual.waiting_per_owner),
        waiting_in_all: limits.waiting_in_all.unwrap_or(usual.waiting_in_all),
        favourites_per_owner: limits.favourites_per_person.unwrap_or(usual.favourites_per_owner),
        kept: limits.kept_days.map_or(usual.kept, |days| i64::from(days) * DAY),
        results_bytes: limits.results_gb.map_or(usual.results_bytes, |gb| u64::from(gb) << 30),
        site: file.site.folder,
        packages,
    };
    Ok(RequestSettings {
        work,
        hook: file.hook.command,
        hook_time: Duration::from_secs(file.hook.timeout_seconds.unwrap_or(60).clamp(1, 3600)),
        roles,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<RequestSettings, String> {
        understood(toml::from_str(text).map_err(|error| error.to_string())?)
    }

    #[test]
    fn settings_are_read_and_mistakes_are_told() {
        let settings = read(
            "[limits]\nwaiting_per_person = 9\nkept_days = 30\n[packages.export]\nat_once = 3\nrole = 'curator'\n\
             administrators = ['jana']\n[site]\nfolder = '/srv/www'\n",
        )
        .unwrap();
        assert_eq!((settings.work.waiting_per_owner, settings.work.kept), (9, 30 * DAY));
        assert_eq!(settings.work.packages["export"].at_once, 3);
        assert_eq!(settings.role("export"), PersonRole::Curator);
        assert_eq!(settings.role("nothing"), PersonRole::Admin);
        assert_eq!(settings.looked_after_by("jana"), ["export"]);
        for wrong in [
            "x = 1",
            "[packages.nothing]\n",
            "[packages.export]\nrole = 'king'\n",
            "[packages.export]\nat_once = 65\n",
            "[packages.export]\nat_onse = 1\n",
            "[site]\nfolder = 'www'\n",
            "[limits]\nwaiting_in_all = -1\n",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
