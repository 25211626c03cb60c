//! The store of versions in repositories of git: `pages/DOMAIN/` is a bare one.

mod addition;
mod reading;
mod round;
mod trees;
mod walk;

use crate::domain::PageDomain;
use crate::error::PagesError;
use crate::git::commit::Commit;
use crate::git::object::ObjectId;
use crate::git::refs::Refs;
use crate::git::repository::{MAIN, Repository};
use crate::store::{
    AdditionStart, AdditionWriter, BegunRound, RoundStart, VersionReader, VersionStore,
};
use crate::tag::TagName;
use crate::turn::{self, Turn};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const TAGS: &str = "refs/tags/";
const ADDITIONS: &str = "refs/additions/";

/// Versions in repositories of git, a folder for each domain.
///
/// Any git can read them. It may also pack them anew (`git gc`); nothing else may write to them.
#[derive(Clone, Debug)]
pub struct GitStore {
    folder: PathBuf,
}

/// A repository whose turn to write has come.
struct Opened {
    _turn: Turn,
    repository: Arc<Repository>,
    refs: Refs,
    /// The current version.
    head: Option<(ObjectId, Commit)>,
}

impl GitStore {
    /// Opens the store in a folder, which need not exist yet.
    pub fn new(folder: &Path) -> GitStore {
        GitStore { folder: folder.to_owned() }
    }

    fn folder_of(&self, domain: &PageDomain) -> PathBuf {
        self.folder.join(domain.as_str())
    }

    fn open(
        &self,
        domain: &PageDomain,
        purpose: &str,
        wait: Duration,
    ) -> Result<Opened, PagesError> {
        let folder = self.folder_of(domain);
        let turn = turn::take(&folder, domain, purpose, wait)?;
        if !Repository::exists(&folder) {
            Repository::create(&folder)?;
        }
        let repository = Repository::open(&folder)?;
        repository.settle()?;
        let refs = repository.refs()?;
        let head = match refs.0.get(MAIN) {
            Some(&id) => Some((id, repository.commit(id)?)),
            None => None,
        };
        Ok(Opened { _turn: turn, repository: Arc::new(repository), refs, head })
    }
}

impl VersionStore for GitStore {
    fn domains(&self) -> Result<Vec<PageDomain>, PagesError> {
        let failed = PagesError::io("read", &self.folder);
        let items = match std::fs::read_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            items => items.map_err(&failed)?,
        };
        let mut domains = Vec::new();
        for item in items {
            let item = item.map_err(&failed)?;
            let name = item.file_name();
            let domain = name.to_str().and_then(|name| PageDomain::parse(name).ok());
            // Folders that are none of ours are passed over; what is in ours and cannot be read is an error.
            if let Some(domain) = domain
                && Repository::has_versions(&item.path())?
            {
                domains.push(domain);
            }
        }
        domains.sort();
        Ok(domains)
    }

    fn begin_round(
        &self,
        domain: &PageDomain,
        start: &RoundStart,
        wait: Duration,
    ) -> Result<BegunRound, PagesError> {
        let purpose = format!("round {} of {}", start.number, start.job);
        round::begin(self.open(domain, &purpose, wait)?, domain, start)
    }

    fn begin_addition(
        &self,
        tag: &TagName,
        start: &AdditionStart,
        wait: Duration,
    ) -> Result<Box<dyn AdditionWriter>, PagesError> {
        // A domain that does not exist is not made by somebody who asks for it.
        if !Repository::exists(&self.folder_of(tag.domain())) {
            return Err(PagesError::NoTag(tag.clone()));
        }
        let opened = self.open(tag.domain(), &format!("addition by {}", start.author), wait)?;
        addition::begin(opened, tag, start)
    }

    fn reader(&self, domain: &PageDomain) -> Result<Option<Box<dyn VersionReader>>, PagesError> {
        let folder = self.folder_of(domain);
        if !Repository::has_versions(&folder)? {
            return Ok(None);
        }
        Ok(Some(Box::new(reading::GitReader::open(&folder, domain)?)))
    }
}

/// Returns the tags of a domain with their commits, in order.
fn tags_of<'a>(refs: &'a Refs, domain: &PageDomain) -> Vec<(TagName, &'a ObjectId)> {
    let names = refs.0.range(TAGS.to_owned()..);
    let ours = names.map_while(|(name, id)| Some((name.strip_prefix(TAGS)?, id)));
    // Tags of other people have other names.
    let ours = ours.filter_map(|(name, id)| Some((TagName::parse(name).ok()?, id)));
    let mut tags: Vec<_> = ours.filter(|(tag, _)| tag.domain() == domain).collect();
    tags.sort();
    tags
}

/// Returns the tag of the current version.
fn current_of(refs: &Refs, domain: &PageDomain) -> Option<TagName> {
    let main = refs.0.get(MAIN)?;
    // No two versions have the same commit, because each has another parent.
    tags_of(refs, domain).into_iter().find(|(_, id)| *id == main).map(|(tag, _)| tag)
}

/// The reference to what a tag named before its n-th addition.
fn addition_ref(tag: &TagName, number: usize) -> String {
    format!("{ADDITIONS}{tag}/{number}")
}
