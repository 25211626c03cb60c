//! The sites that a map knows, and which state of the map is on disk.

use super::kind::document_kind;
use super::open::{MapQueryError, MapView};
use serde::Serialize;
use std::collections::HashMap;
use std::path::Path;
use stodola_archive::key_of;
use stodola_map::PageState;

/// A host of the map. It is serialised as in JSON output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SiteRow {
    /// The host, with its port if that is an unusual one.
    pub host: String,
    /// Number of pages in HTML that have a content.
    pub pages: u64,
    /// Number of all addresses that have a content.
    pub files: u64,
}

/// Returns what distinguishes one state of the map on disk from another; `None` if the archive has no map.
pub fn map_state(archive: &Path) -> Option<(u64, std::time::SystemTime)> {
    let found = std::fs::metadata(archive.join("map").join("commit")).ok()?;
    Some((found.len(), found.modified().ok()?))
}

impl MapView<'_> {
    /// Lists the hosts that have contents, those with most pages first. A host with and without `www` is one, under
    /// the name that has more.
    pub fn sites(&self) -> Result<Vec<SiteRow>, MapQueryError> {
        let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut rows: Vec<SiteRow> = Vec::new();
        let mut names: Vec<Vec<(String, u64)>> = Vec::new();
        for page in 0..self.snapshot.pages() {
            if self.snapshot.standing(page).state != PageState::Present {
                continue;
            }
            let uri = self.snapshot.uri(page);
            let Some(host) = host_of(&uri) else { continue };
            let mut key = key_of(&uri);
            key.truncate(key.iter().position(|byte| *byte == b')').unwrap_or(key.len()));
            let place = *places.entry(key).or_insert_with(|| {
                rows.push(SiteRow { host: String::new(), pages: 0, files: 0 });
                names.push(Vec::new());
                rows.len() - 1
            });
            match names[place].iter_mut().find(|(name, _)| *name == host) {
                Some((_, count)) => *count += 1,
                None => names[place].push((host, 1)),
            }
            rows[place].files += 1;
            let mime = self.snapshot.mime(page);
            rows[place].pages += u64::from(document_kind(&mime) == "html");
        }
        for (row, names) in rows.iter_mut().zip(names) {
            let most = names.into_iter().rev().max_by_key(|(_, count)| *count);
            row.host = most.map(|(name, _)| name).unwrap_or_default();
        }
        rows.sort_by(|a, b| {
            (b.pages, b.files).cmp(&(a.pages, a.files)).then_with(|| a.host.cmp(&b.host))
        });
        Ok(rows)
    }
}

/// The host of an address as people write it, with a port that is not the usual one.
fn host_of(uri: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(uri).ok()?;
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"))?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = &rest[..end];
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    (!host.is_empty()).then(|| host.to_owned())
}

#[cfg(test)]
mod tests {
    use super::host_of;

    #[test]
    fn hosts_are_those_of_addresses() {
        for (uri, host) in [
            ("http://a.example/x", Some("a.example")),
            ("https://u:p@a.example:8080/?x", Some("a.example:8080")),
            ("http://a.example", Some("a.example")),
            ("dns:a.example", None),
            ("http:///x", None),
        ] {
            assert_eq!(host_of(uri.as_bytes()).as_deref(), host, "{uri}");
        }
    }
}
