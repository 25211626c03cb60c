//! Visits by section of a site: what stands before the second slash of the path.

use super::{VisitLog, VisitsError};
use crate::access::now;
use crate::json;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Different sections that are counted; those that come later are counted together, under no name.
const SECTIONS_MAX: usize = 100_000;

/// How often pages of a section were opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SectionVisits {
    /// Host and first folder: `www.example.cz/news/`. Empty for all others together.
    pub section: String,
    /// Number of visits.
    pub visits: u64,
    /// Number of different addresses.
    pub pages: u64,
}

impl SectionVisits {
    /// Counts what readers of an archive have opened, the most visited section first. `site`: only this host and those
    /// below it. Returns `None` if visits are not recorded.
    pub fn count(
        archive: &Path,
        site: Option<&str>,
    ) -> Result<Option<Vec<SectionVisits>>, VisitsError> {
        let Some(mut log) = VisitLog::open(archive, now())? else { return Ok(None) };
        let mut sections: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        log.each(&mut |uri, visits| {
            let section = section_of(uri);
            if site.is_some_and(|site| !is_below(&section, site)) {
                return;
            }
            let is_kept = sections.len() < SECTIONS_MAX || sections.contains_key(&section);
            let known = sections.entry(if is_kept { section } else { String::new() }).or_default();
            known.0 += visits;
            known.1 += 1;
        })?;
        let mut sections: Vec<SectionVisits> = sections
            .into_iter()
            .map(|(section, (visits, pages))| SectionVisits { section, visits, pages })
            .collect();
        sections.sort_by(|a, b| b.visits.cmp(&a.visits).then_with(|| a.section.cmp(&b.section)));
        Ok(Some(sections))
    }
}

/// The section of an address.
fn section_of(uri: &[u8]) -> String {
    let text = json::text(uri);
    let rest = text.split_once("://").map_or(&*text, |(_, rest)| rest);
    let path_end = rest.find(['?', '#']).unwrap_or(rest.len());
    let (host, path) = rest[..path_end].split_once('/').unwrap_or((&rest[..path_end], ""));
    let host = host.to_lowercase();
    match path.split_once('/') {
        Some((folder, _)) => format!("{host}/{folder}/"),
        None => format!("{host}/"),
    }
}

/// Whether a section is one of a site, or of a host below it.
fn is_below(section: &str, site: &str) -> bool {
    let host = section.split(['/', ':']).next().unwrap_or_default();
    let site = site.trim_matches('.').to_lowercase();
    host == site || host.strip_suffix(&*site).is_some_and(|rest| rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_hosts_with_their_first_folders() {
        for (uri, section) in [
            ("http://a.cz/", "a.cz/"),
            ("http://a.cz", "a.cz/"),
            ("http://A.cz/x.html?a/b", "a.cz/"),
            ("https://a.cz:8080/news/2020/x", "a.cz:8080/news/"),
            ("http://a.cz//x", "a.cz//"),
            ("urn:x/y", "urn:x/"),
            ("", "/"),
        ] {
            assert_eq!(section_of(uri.as_bytes()), section, "{uri}");
        }
        for (section, site, is_it) in [
            ("a.cz/", "a.cz", true),
            ("www.a.cz/x/", "A.cz", true),
            ("a.cz:80/", "a.cz", true),
            ("ba.cz/", "a.cz", false),
            ("cz/", "a.cz", false),
        ] {
            assert_eq!(is_below(section, site), is_it, "{section} {site}");
        }
    }
}
