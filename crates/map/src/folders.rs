//! The tree of folders of a site: what its addresses say, whatever links there are.

use crate::error::MapError;
use crate::name::uri_of;
use crate::snapshot::{MapSnapshot, PageState};
use std::collections::BTreeMap;

/// Maximum depth of folders; what is deeper counts to the last.
const DEPTH_MAX: usize = 32;
/// Maximum number of folders within one; a site can make up any number of them. The rest are summed.
const WITHIN_MAX: usize = 10_000;

/// A folder: what the addresses below it have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteFolder {
    /// Documents directly in it.
    pub documents: u64,
    /// Documents in it and in all folders below.
    pub documents_below: u64,
    /// Bytes of their payloads, as stored; revisits have none.
    pub bytes_below: u64,
    /// Documents in it and below by media type.
    pub types_below: BTreeMap<String, u64>,
    /// Folders within it by name.
    pub folders: BTreeMap<String, SiteFolder>,
    /// Number of documents in folders for which there was no room.
    pub summed: u64,
}

impl MapSnapshot<'_> {
    /// Makes the tree of folders of the addresses that have a content. The folders of the first level are the origins
    /// (`http://www.example.cz`).
    pub fn folders(&self, keep: &dyn Fn(&[u8]) -> bool) -> Result<SiteFolder, MapError> {
        let mut root = SiteFolder::default();
        self.each(false, |page| {
            let uri = uri_of(page.name);
            if self.standing(page.number).state == PageState::Present && keep(&uri) {
                let sized = page.captures.iter().rfind(|it| it.size > 0);
                let size = sized.map_or(0, |it| it.size);
                root.add(&folders_of(&uri), &self.word(page.capture.mime), size);
            }
            Ok(())
        })?;
        Ok(root)
    }
}

impl SiteFolder {
    fn add(&mut self, path: &[String], mime: &str, bytes: u64) {
        let mut folder = self;
        folder.count(mime, bytes);
        for name in path.iter().take(DEPTH_MAX) {
            if folder.folders.len() >= WITHIN_MAX && !folder.folders.contains_key(name) {
                folder.summed += 1;
                return;
            }
            folder = folder.folders.entry(name.clone()).or_default();
            folder.count(mime, bytes);
        }
        folder.documents += 1;
    }

    fn count(&mut self, mime: &str, bytes: u64) {
        self.documents_below += 1;
        self.bytes_below += bytes;
        if self.types_below.len() < 100 || self.types_below.contains_key(mime) {
            *self.types_below.entry(mime.to_owned()).or_default() += 1;
        }
    }
}

/// The origin of an address and the folders of its path, without the name of the document.
fn folders_of(uri: &[u8]) -> Vec<String> {
    let uri = String::from_utf8_lossy(uri);
    let end = uri.find(['?', '#']).unwrap_or(uri.len());
    let (scheme, rest) = uri[..end].split_once("://").unwrap_or(("", &uri[..end]));
    let mut parts: Vec<&str> = rest.split('/').collect();
    if parts.len() > 1 {
        parts.pop();
    }
    let mut folders: Vec<String> = parts.into_iter().map(str::to_owned).collect();
    if let Some(origin) = folders.first_mut().filter(|_| !scheme.is_empty()) {
        *origin = format!("{scheme}://{origin}");
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_follow_from_addresses() {
        for (uri, folders) in [
            ("http://a.cz/", "http://a.cz"),
            ("http://a.cz/x", "http://a.cz"),
            ("https://a.cz:81/x/y/?a/b", "https://a.cz:81 x y"),
            ("http://a.cz", "http://a.cz"),
            ("urn:x", "urn:x"),
            ("", ""),
        ] {
            assert_eq!(folders_of(uri.as_bytes()).join(" "), folders, "{uri}");
        }
    }

    #[test]
    fn folders_are_bounded() {
        let mut root = SiteFolder::default();
        for number in 0..WITHIN_MAX + 5 {
            root.add(&[number.to_string()], &format!("type/{number}"), 2);
        }
        let deep: Vec<String> = (0..1000).map(|depth| depth.to_string()).collect();
        root.add(&deep, "text/html", 1);
        assert_eq!((root.folders.len(), root.summed), (WITHIN_MAX, 5));
        assert_eq!(root.documents_below, WITHIN_MAX as u64 + 6);
        assert_eq!(
            (root.types_below.len(), root.bytes_below),
            (100, 2 * (WITHIN_MAX as u64 + 5) + 1)
        );
    }
}
