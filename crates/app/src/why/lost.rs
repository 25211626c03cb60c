//! Captures of a URI whose file is missing.

use std::path::Path;
use stodola_archive::{Archive, Catalogue, Entry};

/// The captures of the URI that the catalogue knows and the disk has not. Without a catalogue that can be read
/// there is nothing to say.
pub(super) fn find(archive: &Path, uri: &[u8]) -> Vec<Entry> {
    let Ok(archive) = Archive::open(archive) else { return Vec::new() };
    let found = Catalogue::open(&archive).and_then(|catalogue| catalogue.lookup(uri));
    // A file that is still being written has another name.
    let is_missing = |entry: &Entry| archive.find(&entry.file).is_none();
    found.unwrap_or_default().into_iter().filter(is_missing).collect()
}
