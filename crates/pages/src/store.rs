//! Versions of the pages of domains: the contract of a store.
//!
//! ```text
//!  begin_round ─▶ RoundWriter::put, once for each page ─▶ finish: the domain's state is replaced as a whole
//!                                                           └▶ a new version with a tag, DOMAIN@TIME
//!  begin_addition ─▶ AdditionWriter::add_file, replace_data ─▶ finish: the tag moves
//!  reader ─▶ tags, pages, files, differences of any version; needs no lock
//! ```

use crate::domain::PageDomain;
use crate::error::PagesError;
use crate::git::object::ObjectId;
use crate::path::{PageFileName, PagePath};
use crate::tag::TagName;
use std::io::Read;
use std::time::Duration;

/// A round of a job in one domain. Job and number identify it: a round that is in the store is not written again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundStart {
    /// Name of the job.
    pub job: String,
    /// Number of the round in the job.
    pub number: u64,
    /// Time of the round, in seconds since 1970. It becomes part of the tag and the time of the commit.
    pub time: u64,
}

/// The answer to a round that is to begin.
pub enum BegunRound {
    /// The round can be written.
    Open(Box<dyn RoundWriter>),
    /// The round is in the store already, under this tag.
    Stored(TagName),
}

/// What has become of a page that was put into a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutPage {
    /// The version before did not have it.
    New,
    /// Its payload is another one; what users had added is not in the new version.
    Changed,
    /// Its payload is the same: the page stays as it was, with what users added.
    Same,
}

/// What a round has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenRound {
    /// The tag of the new version.
    pub tag: TagName,
    /// Its commit.
    pub commit: ObjectId,
    /// Number of pages that the version before did not have.
    pub new: u64,
    /// Number of pages whose payload is another one.
    pub changed: u64,
    /// Number of pages that stayed as they were.
    pub same: u64,
}

/// Somebody adds files or metadata to the current version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdditionStart {
    /// Who adds; the author of the commit.
    pub author: String,
    /// Time in seconds since 1970.
    pub time: u64,
}

/// A version as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionRow {
    /// The commit.
    pub commit: ObjectId,
    /// Who made it: the program, or the user who added something.
    pub author: String,
    /// Time in seconds since 1970.
    pub time: u64,
    /// The message of the commit.
    pub message: String,
}

/// A file in the folder of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageFileRow {
    /// Its name.
    pub name: String,
    /// Number of bytes.
    pub size: u64,
    /// The id of its content in git.
    pub id: ObjectId,
}

/// How a page differs between two versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionChange {
    /// Only the later version has it.
    Added,
    /// Only the earlier version has it.
    Removed,
    /// The payload is another one.
    Changed,
    /// The payload is the same; other files of the page differ.
    Annotated,
}

/// Keeps versions of the pages of domains.
///
/// # Promises
///
/// - A version is there as a whole or not at all, whatever happens, and never changes: only the tag of the current one
///   moves, by additions. What it named before stays readable.
/// - Equal rounds and additions in equal order give equal commits, on any machine.
/// - One writer at a time in a domain, in the order in which they came; readers need no lock and are never kept
///   waiting.
/// - A writer that is dropped before it was finished has written nothing.
pub trait VersionStore: Send + Sync {
    /// Returns the domains that have pages, in order.
    fn domains(&self) -> Result<Vec<PageDomain>, PagesError>;

    /// Begins a round. Waits for other writers of the domain, at most as long as `wait`.
    fn begin_round(
        &self,
        domain: &PageDomain,
        start: &RoundStart,
        wait: Duration,
    ) -> Result<BegunRound, PagesError>;

    /// Begins an addition to a version; an error if it is not the current one of its domain. Waits as a round does.
    fn begin_addition(
        &self,
        tag: &TagName,
        start: &AdditionStart,
        wait: Duration,
    ) -> Result<Box<dyn AdditionWriter>, PagesError>;

    /// Opens a domain for reading, as it is now; `None` if it has no pages.
    fn reader(&self, domain: &PageDomain) -> Result<Option<Box<dyn VersionReader>>, PagesError>;
}

/// Writes a round of a domain.
pub trait RoundWriter {
    /// The tag that the version will have.
    fn tag(&self) -> &TagName;

    /// Puts a page, once in a round. `describe` returns its `data.xml`; it is called if the page is new or changed.
    fn put(
        &mut self,
        page: &PagePath,
        html: &[u8],
        describe: &mut dyn FnMut(&TagName) -> Vec<u8>,
    ) -> Result<PutPage, PagesError>;

    /// Makes the version of the pages that were put. Pages that were not are no longer in it.
    fn finish(self: Box<Self>) -> Result<WrittenRound, PagesError>;
}

/// Writes an addition to the current version of a domain.
pub trait AdditionWriter {
    /// Adds a file to a page; an error if the page has a file of this name.
    fn add_file(
        &mut self,
        page: &PagePath,
        name: &PageFileName,
        content: &mut dyn Read,
    ) -> Result<(), PagesError>;

    /// Returns the `data.xml` of a page, with what this addition has changed.
    fn data(&self, page: &PagePath) -> Result<Vec<u8>, PagesError>;

    /// Replaces the `data.xml` of a page. The caller has checked that nothing of it is lost.
    fn replace_data(&mut self, page: &PagePath, data: &[u8]) -> Result<(), PagesError>;

    /// Makes one commit of everything that was added, and moves the tag to it. Returns the commit.
    fn finish(self: Box<Self>) -> Result<ObjectId, PagesError>;
}

/// The pages that [`VersionReader::pages`] lists.
pub type PageList<'r> = Box<dyn Iterator<Item = Result<PagePath, PagesError>> + 'r>;
/// The differences that [`VersionReader::difference`] lists.
pub type DifferenceList<'r> =
    Box<dyn Iterator<Item = Result<(PagePath, VersionChange), PagesError>> + 'r>;

/// Reads the versions of a domain as they were when it was opened.
pub trait VersionReader: Send + Sync {
    /// Returns all versions in the order of their names.
    fn tags(&self) -> Vec<TagName>;

    /// Returns the current version; only this one can be added to.
    fn current(&self) -> Option<TagName>;

    /// Returns the commit of a version, and those before it that were additions to the same version, latest first. The
    /// last one is the round itself.
    fn history(&self, tag: &TagName) -> Result<Vec<VersionRow>, PagesError>;

    /// Lists the pages of a version.
    fn pages(&self, tag: &TagName) -> Result<PageList<'_>, PagesError>;

    /// Lists the files of a page.
    fn files(&self, tag: &TagName, page: &PagePath) -> Result<Vec<PageFileRow>, PagesError>;

    /// Opens a file of a page; returns its size in bytes, and its content as a stream.
    fn open_file(
        &self,
        tag: &TagName,
        page: &PagePath,
        name: &str,
    ) -> Result<(u64, Box<dyn Read + Send>), PagesError>;

    /// Lists the pages that differ between two versions.
    fn difference(&self, from: &TagName, to: &TagName) -> Result<DifferenceList<'_>, PagesError>;
}
