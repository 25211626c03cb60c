//! Builds the catalogue and other derived data again from the files alone.

use super::add::FileProblems;
use super::{ChangeError, FileBytes, lock};
use crate::Watch;
use crate::followers::FOLLOWERS;
use crate::search::{LinkSignalsError, tell_links};
use std::path::PathBuf;
use stodola_archive::{Archive, Rebuilt};
use stodola_follow::{RebuildScope, rebuild_scope};

/// Names what the ranking of the search knows of links, as [`RebuildScope::Only`]: it is derived from two followers.
const LINKS: &str = "links";

/// What is built again.
#[derive(Clone, Debug)]
pub struct RebuildSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// All derived data, or one part.
    pub scope: RebuildScope,
    /// The command, as shown to processes that wait for this one.
    pub command: String,
}

/// Builds derived data of an archive again from its files. The old catalogue stays in use until the new one is
/// complete. Calls `on` with each file that could not be read completely. Returns `None` if the catalogue is not built
/// again. What the search knows of links is built again with the search index and the map, and alone as `links`.
pub fn rebuild(
    settings: &RebuildSettings,
    watch: &dyn Watch,
    on: &mut dyn FnMut(FileProblems<'_>),
) -> Result<Option<Rebuilt>, ChangeError> {
    // Returns an error for a folder that is not an archive; the next line would turn it into one.
    let archive = Archive::open(&settings.archive)?;
    if settings.scope == RebuildScope::Only(LINKS.to_owned()) {
        tell_links(&archive)?.ok_or(LinkSignalsError::Missing)?;
        return Ok(None);
    }
    let archive = Archive::open_or_create(&settings.archive)?;
    let lock = lock(&archive, &settings.command, watch)?;
    let mut names = archive.own_files()?;
    names.extend(archive.references()?);
    let size = |name: &String| archive.path_of(name).metadata().map_or(0, |it| it.len());
    let mut bytes = FileBytes::new(watch, Some(names.iter().map(size).sum()));
    let mut tell = |taken_in: &_| {
        if let Some(problems) = FileProblems::of(taken_in) {
            on(problems);
        }
    };
    let rebuilt = rebuild_scope(&archive, FOLLOWERS, lock, &settings.scope, &mut bytes, &mut tell)?;
    let is_concerned = match &settings.scope {
        RebuildScope::All => true,
        RebuildScope::Only(name) => [stodola_search::NAME, stodola_map::NAME].contains(&&**name),
    };
    if is_concerned {
        tell_links(&archive)?;
    }
    Ok(rebuilt)
}
