//! Captures of a URI whose file is missing.

use std::path::Path;
use stodola_archive::{Archive, Catalogue, Entry};

/// Returns the captures of the URI in the catalogue whose file is missing. Empty if the catalogue cannot be read.
pub(super) fn find(archive: &Path, uri: &[u8]) -> Vec<Entry> {
    let Ok(archive) = Archive::open(archive) else { return Vec::new() };
    let found = Catalogue::open(&archive).and_then(|catalogue| catalogue.lookup(uri));
    // A file that is still being written has another name.
    let is_missing = |entry: &Entry| archive.find(&entry.file).is_none();
    found.unwrap_or_default().into_iter().filter(is_missing).collect()
}
