//! What the operator of an archive has decided about requests.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

const DAY: i64 = 86_400;

/// Limits, and the packages that there are.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkSettings {
    /// Most requests of one person that may wait.
    pub waiting_per_owner: u32,
    /// Most requests that may wait in all.
    pub waiting_in_all: u32,
    /// Most favourites of one person.
    pub favourites_per_owner: u32,
    /// Results that nobody looked at for so many seconds are removed.
    pub kept: i64,
    /// Most bytes of all results together; with more, no work is begun until older ones are removed.
    pub results_bytes: u64,
    /// The folder that results may be saved below, for a site to include; `None` if they may not be saved.
    pub site: Option<PathBuf>,
    /// The packages by name.
    pub packages: BTreeMap<String, PackageRules>,
}

/// What is decided about one package.
#[derive(Clone, Debug, PartialEq)]
pub struct PackageRules {
    /// The version of the code: results of another version do not answer a new request.
    pub version: u32,
    /// How many of its requests may run at the same time; 0 if none may now.
    pub at_once: u32,
    /// The age in seconds up to which a result answers the same question again. With 0 the work is always done anew.
    pub reuse: i64,
    /// The role that whoever asks must have, as a word of the caller.
    pub role: String,
    /// Names of people who see and may cancel all its requests.
    pub administrators: Vec<String>,
    /// Settings of its own, which its code understands.
    pub settings: Value,
}

impl Default for WorkSettings {
    fn default() -> WorkSettings {
        WorkSettings {
            waiting_per_owner: 5,
            waiting_in_all: 1000,
            favourites_per_owner: 100,
            kept: 90 * DAY,
            results_bytes: 100 << 30,
            site: None,
            packages: BTreeMap::new(),
        }
    }
}

impl Default for PackageRules {
    fn default() -> PackageRules {
        PackageRules {
            version: 1,
            at_once: 1,
            reuse: DAY,
            role: String::new(),
            administrators: Vec::new(),
            settings: Value::Null,
        }
    }
}

impl WorkSettings {
    /// The usual settings, with packages that have the usual rules.
    pub fn with_packages<const N: usize>(names: [&str; N]) -> WorkSettings {
        let packages = names.map(|name| (name.to_owned(), PackageRules::default()));
        WorkSettings { packages: BTreeMap::from(packages), ..WorkSettings::default() }
    }
}
