//! `[national]`: which pages belong to the nation, and how much around them is archived.

use super::{Period, SettingFault};
use crate::national::{DEPTH_MAX, Follow};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use stodola_fetch::Rdap;
use stodola_judge::{CRITERIA, Veto};

/// Which pages belong to the nation, and how much around them is archived. Used only by the profile `national`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct National {
    /// The data of the nation: the name of a built-in pack, or a folder.
    pub pack: String,
    /// Number of links away from a page of the nation up to which other pages are archived. `None`: that of the
    /// configuration of WebAnalyzer, otherwise [`National::DEPTH`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How far links of pages that are not archived are followed, only to judge their targets. Earlier files call it
    /// `probe`.
    #[serde(alias = "probe")]
    pub follow_invalid: FollowInvalid,
    /// Whether pages that archived pages link to are judged too, and may begin a new depth.
    pub judge_linked: bool,
    /// Points from which on a page is valid. `None`: the pack decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_points: Option<i64>,
    /// Path of a database with the countries of IP addresses. `None`: countries are not looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geo: Option<PathBuf>,
    /// Number of hosts that a page links to whose countries are looked up in `geo`.
    pub linked_servers: u32,
    /// Path of a configuration of WebAnalyzer, whose points are used instead of those of the pack. `None`: the pack's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<PathBuf>,
    /// Path of a folder with lists that are added to those of the pack. `None`: the pack's alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lists: Option<PathBuf>,
    /// Criteria that make a page invalid whatever its points are: names, or `NAME=NUMBER` for the number of elements.
    pub veto: Vec<String>,
    /// Whether documents that are not text are judged by the criteria that need no text.
    pub all_types: bool,
    /// URI of an RDAP server that is asked for the country of each domain's owner. `None`: no server is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rdap: Option<String>,
    /// Whois server, `NAME` or `NAME:PORT`, that is asked where RDAP has no answer. `None`: no server is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whois: Option<String>,
    /// Shortest pause between two requests to the RDAP or whois server.
    pub rdap_pause: Period,
    /// Whether links into the nation's own domain are followed. Usually another harvest does that.
    pub follow_country: bool,
    /// Path of a file with numbers of pages in the nation's own domain that link to pages elsewhere. `None`: only the
    /// links that this harvest finds are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_links: Option<PathBuf>,
    /// Whether seeds are known to be linked from the nation's own domain.
    pub seeds_are_linked: bool,
    /// Number of pages of a host that are judged in any case.
    pub host_pages: u32,
    /// Number of further pages of a host that are judged for each valid one.
    pub pages_per_valid: u32,
}

impl Default for National {
    fn default() -> National {
        National {
            pack: "cz".to_owned(),
            depth: None,
            follow_invalid: FollowInvalid::default(),
            judge_linked: true,
            min_points: None,
            geo: None,
            linked_servers: 16,
            properties: None,
            lists: None,
            veto: Vec::new(),
            all_types: true,
            rdap: None,
            whois: None,
            rdap_pause: Period::from_secs(1),
            follow_country: false,
            in_links: None,
            seeds_are_linked: false,
            host_pages: 50,
            pages_per_valid: 20,
        }
    }
}

impl National {
    /// The depth of valid pages, unless something else is set.
    pub const DEPTH: u32 = 3;

    /// Returns the key and the error message of the first value that is not allowed; `None` if all are allowed.
    pub(super) fn fault(&self) -> Option<(&'static str, SettingFault)> {
        if self.pack.is_empty() {
            return Some(("national.pack", SettingFault::Empty));
        }
        if self.depth.is_some_and(|depth| depth > DEPTH_MAX) {
            return Some(("national.depth", SettingFault::AtMost { most: DEPTH_MAX }));
        }
        if let FollowInvalid::Links(links) = self.follow_invalid
            && links > u32::from(Follow::MOST)
        {
            let most = Follow::MOST.into();
            return Some(("national.follow_invalid", SettingFault::AtMost { most }));
        }
        if self.veto.iter().any(|veto| veto.parse::<Veto>().is_err()) {
            let known = CRITERIA.iter().map(|it| it.name).collect::<Vec<_>>().join(", ");
            return Some(("national.veto", SettingFault::NotOneOf { known }));
        }
        if self.rdap.as_deref().is_some_and(|base| !Rdap::is_base(base)) {
            return Some(("national.rdap", SettingFault::NotRdap));
        }
        if self.whois.as_deref().is_some_and(|server| !Rdap::is_whois(server)) {
            return Some(("national.whois", SettingFault::NotWhois));
        }
        if self.host_pages == 0 {
            return Some(("national.host_pages", SettingFault::AtLeast { least: 1 }));
        }
        None
    }
}

/// How far links of pages that are not archived are followed: a number of links, or in a job file `"scope"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowInvalid {
    /// This many links; with 0, their links are not followed.
    Links(u32),
    /// As far as the scope allows.
    Scope,
}

impl FollowInvalid {
    /// The word for [`FollowInvalid::Scope`].
    pub(super) const SCOPE: &str = "scope";

    /// The number of links, for the rule of depths.
    pub(crate) fn follow(self) -> Follow {
        match self {
            FollowInvalid::Scope => Follow::Scope,
            // The settings were validated.
            FollowInvalid::Links(links) => {
                Follow::Links(u8::try_from(links).unwrap_or(Follow::MOST))
            }
        }
    }
}

impl FromStr for FollowInvalid {
    type Err = String;

    fn from_str(text: &str) -> Result<FollowInvalid, String> {
        match text {
            FollowInvalid::SCOPE => Ok(FollowInvalid::Scope),
            number => number
                .parse()
                .map(FollowInvalid::Links)
                .map_err(|_| format!("'{text}' is neither a number of links nor \"scope\"")),
        }
    }
}

impl Default for FollowInvalid {
    fn default() -> FollowInvalid {
        FollowInvalid::Links(0)
    }
}

impl Serialize for FollowInvalid {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            FollowInvalid::Links(links) => to.serialize_u32(*links),
            FollowInvalid::Scope => to.serialize_str(FollowInvalid::SCOPE),
        }
    }
}

impl<'de> Deserialize<'de> for FollowInvalid {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<FollowInvalid, D::Error> {
        struct NumberOrWord;

        impl de::Visitor<'_> for NumberOrWord {
            type Value = FollowInvalid;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of links, or \"scope\"")
            }

            fn visit_i64<E: de::Error>(self, links: i64) -> Result<FollowInvalid, E> {
                let wrong = || de::Error::invalid_value(de::Unexpected::Signed(links), &self);
                u32::try_from(links).map(FollowInvalid::Links).map_err(|_| wrong())
            }

            fn visit_u64<E: de::Error>(self, links: u64) -> Result<FollowInvalid, E> {
                let wrong = || de::Error::invalid_value(de::Unexpected::Unsigned(links), &self);
                u32::try_from(links).map(FollowInvalid::Links).map_err(|_| wrong())
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<FollowInvalid, E> {
                match word {
                    FollowInvalid::SCOPE => Ok(FollowInvalid::Scope),
                    _ => Err(de::Error::invalid_value(de::Unexpected::Str(word), &self)),
                }
            }
        }

        from.deserialize_any(NumberOrWord)
    }
}
