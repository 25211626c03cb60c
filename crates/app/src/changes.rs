//! What changed on a site: pages that are new, changed or gone, with what is different; also as a feed.
//!
//! Captures that a reader may not see are as if they did not exist: a page whose newest capture is hidden has not
//! changed. A page is *new* with its first capture that has content, and *gone* when the server says so (404, 410);
//! other errors and redirects say nothing. Parts of pages (pictures, styles, scripts) are passed over.

mod difference;
mod feed;
mod record;
mod scan;
#[cfg(test)]
mod tests;

pub use difference::TextDifference;
pub use feed::{FeedFormat, FeedTexts, write_feed};
pub use record::SiteChangeRecord;

use crate::Watch;
use crate::export::ExportAccess;
use crate::reading::{CaptureGate, GateError, gate_of};
use std::path::PathBuf;
use stodola_access::Moment;
use stodola_archive::{Archive, ArchiveError, Captures, CatalogueError, Stamp};
use stodola_warc::date::Timestamp;

/// Number of changes that are told, if the caller does not say.
pub const CHANGES_DEFAULT: usize = 50;
/// Maximum number of changes that are told.
pub const CHANGES_MAX: usize = 1000;

/// Which changes are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangesQuery {
    /// The site: a host, `*.example.cz` for a domain with all hosts below it, or the beginning of addresses.
    pub site: String,
    /// The first moment.
    pub from: Option<Stamp>,
    /// The last moment.
    pub to: Option<Stamp>,
    /// How many, the newest first; 0 for the default, and never more than [`CHANGES_MAX`].
    pub newest: usize,
    /// How many captures are looked at; `None` for all of the site.
    pub captures_max: Option<u64>,
}

/// Which changes of which archive, and whose rights count.
#[derive(Clone, Debug)]
pub struct ChangesSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// Which changes.
    pub query: ChangesQuery,
    /// Whose rights count.
    pub access: ExportAccess,
    /// Only captures of this collection or job; all others are as if they did not exist. `None` for the whole archive.
    pub collection: Option<String>,
}

/// What happened to a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PageChange {
    /// It is there for the first time, or again after it was gone.
    New,
    /// It has another content than before.
    Changed,
    /// The server says that it is not there any more.
    Gone,
}

impl PageChange {
    /// A word that programs can rely on.
    pub fn code(self) -> &'static str {
        match self {
            PageChange::New => "new",
            PageChange::Changed => "changed",
            PageChange::Gone => "gone",
        }
    }
}

/// A change of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteChange {
    /// What happened.
    pub kind: PageChange,
    /// Address of the page, as it was captured.
    pub uri: Vec<u8>,
    /// Time of the capture that shows it.
    pub time: Stamp,
    /// Time of the capture before; `None` if the page is new.
    pub before: Option<Stamp>,
    /// Title of the page; of a page that is gone, the last one.
    pub title: Option<String>,
    /// What is different; `None` unless it is changed and both texts can be read.
    pub difference: Option<TextDifference>,
}

/// Changes of a site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteChanges {
    /// The site as it was asked for.
    pub site: String,
    /// The changes, the newest first.
    pub changes: Vec<SiteChange>,
    /// Number of older changes in the same time that are not told.
    pub more: u64,
    /// Whether some captures of the site were not looked at, because there are too many.
    pub is_cut: bool,
}

/// Errors from looking for changes.
#[derive(Debug, thiserror::Error)]
pub enum ChangesError {
    /// The archive folder could not be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The catalogue could not be read.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// It is not known what may be seen.
    #[error(transparent)]
    Gate(#[from] GateError),
    /// Somebody stopped it.
    #[error("the work was stopped")]
    Stopped,
}

/// Finds the changes of a site in an archive. `watch` is told of the stages `captures` and `pages`.
pub fn site_changes(
    settings: &ChangesSettings,
    watch: &dyn Watch,
) -> Result<SiteChanges, ChangesError> {
    let archive = Archive::open(&settings.archive)?;
    let gate = gate_of(&archive, &settings.access, settings.collection.as_deref())?;
    changes_of(&Captures::new(&archive), &*gate, &settings.query, watch)
}

/// The same with captures and a gate of the caller, for servers.
pub fn changes_of(
    captures: &Captures,
    gate: &dyn CaptureGate,
    query: &ChangesQuery,
    watch: &dyn Watch,
) -> Result<SiteChanges, ChangesError> {
    let found = scan::scan(captures, gate, query, watch)?;
    watch.begin("pages", Some(found.events.len() as u64));
    let mut changes = Vec::with_capacity(found.events.len());
    for event in found.events {
        if watch.is_stopped() {
            return Err(ChangesError::Stopped);
        }
        changes.push(difference::told(event, captures));
        watch.at(changes.len() as u64);
    }
    watch.end();
    let (site, more, is_cut) = (query.site.clone(), found.more, found.is_cut);
    Ok(SiteChanges { site, changes, more, is_cut })
}

/// Returns a moment as captures have it; `None` for one before 1970.
pub fn stamp_at(moment: Moment) -> Option<Stamp> {
    let seconds = u64::try_from(moment.0).ok()?;
    Some(Stamp::from(Timestamp::from_unix_seconds(seconds)))
}
