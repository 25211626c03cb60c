//! `profile`: the kind of a harvest.

use crate::policy::{self, POLICIES, PolicyKind};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::sync::LazyLock;

/// Profiles that are planned. A job that names one gets a special error message.
const PLANNED: [&str; 2] = ["xml", "map"];

static NAMES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| POLICIES.iter().map(|kind| kind.name).collect());

/// The kind of a harvest: the name of a policy.
#[derive(Clone, Copy)]
pub struct Profile(&'static PolicyKind);

impl Profile {
    /// The sites of the seeds, with everything that their pages need.
    pub const SITE: Profile = Profile(&policy::SITE);
    /// Pages that belong to a nation, wherever they are, with what is near them.
    pub const NATIONAL: Profile = Profile(&policy::NATIONAL);

    /// Everything in the domains of a country, the home pages of all hosts first.
    pub const COUNTRY: Profile = Profile(&policy::COUNTRY);

    /// Names of all profiles, as in job files.
    pub fn names() -> &'static [&'static str] {
        &NAMES
    }

    /// Returns the profile with this name; `None` if there is none.
    pub fn from_name(name: &str) -> Option<Profile> {
        POLICIES.iter().find(|kind| kind.name == name).map(|kind| Profile(kind))
    }

    /// Name as in job files.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    pub(crate) fn kind(self) -> &'static PolicyKind {
        self.0
    }
}

impl PartialEq for Profile {
    fn eq(&self, other: &Profile) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Profile {}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Profile({})", self.name())
    }
}

impl Serialize for Profile {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Profile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Profile, D::Error> {
        let name = String::deserialize(from)?;
        if let Some(profile) = Profile::from_name(&name) {
            return Ok(profile);
        }
        if PLANNED.contains(&&*name) {
            let known: Vec<_> = NAMES.iter().map(|name| format!("`{name}`")).collect();
            let known = known.join(" or ");
            return Err(de::Error::custom(format!(
                "this version has no profile `{name}` yet; it harvests by {known}"
            )));
        }
        Err(de::Error::unknown_variant(&name, Profile::names()))
    }
}
