//! `[national]`: which pages belong to the nation, and how much around them is archived.

use super::{Period, SettingFault};
use crate::national::DEPTH_MAX;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use stodola_fetch::Rdap;
use stodola_judge::{CRITERIA, Veto};

/// Which pages belong to the nation, and how much around them is archived. Used only by the profile `national`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct National {
    /// The data of the nation: the name of a built-in pack, or a folder.
    pub pack: String,
    /// Number of links away from a page of the nation up to which other pages are archived.
    pub depth: u32,
    /// Number of links that are followed from pages that are not archived, only to judge their targets.
    pub probe: u8,
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
            depth: 3,
            probe: 0,
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
    /// Returns the key and the error message of the first value that is not allowed; `None` if all are allowed.
    pub(super) fn fault(&self) -> Option<(&'static str, SettingFault)> {
        if self.pack.is_empty() {
            return Some(("national.pack", SettingFault::Empty));
        }
        if self.depth > DEPTH_MAX {
            return Some(("national.depth", SettingFault::AtMost { most: DEPTH_MAX }));
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
