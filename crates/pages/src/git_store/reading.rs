//! Reading versions of a domain. Needs no lock: a commit never changes.

use super::walk::Walk;
use super::{TAGS, addition_ref, current_of, tags_of};
use crate::domain::PageDomain;
use crate::error::PagesError;
use crate::git::object::{ObjectId, Tree};
use crate::git::refs::Refs;
use crate::git::repository::Repository;
use crate::path::PagePath;
use crate::store::{DifferenceList, PageFileRow, PageList, VersionReader, VersionRow};
use crate::tag::TagName;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct GitReader {
    domain: PageDomain,
    refs: Refs,
    repository: Repository,
}

impl GitReader {
    pub(super) fn open(folder: &Path, domain: &PageDomain) -> Result<GitReader, PagesError> {
        let repository = Repository::open(folder)?;
        // Packs that came since are found when an object of theirs is missing.
        let refs = repository.refs()?;
        Ok(GitReader { domain: domain.clone(), refs, repository })
    }

    fn commit_of(&self, tag: &TagName) -> Result<ObjectId, PagesError> {
        let id = self.refs.0.get(&format!("{TAGS}{tag}"));
        id.copied().ok_or_else(|| PagesError::NoTag(tag.clone()))
    }

    fn root_of(&self, tag: &TagName) -> Result<ObjectId, PagesError> {
        Ok(self.repository.commit(self.commit_of(tag)?)?.tree)
    }

    fn page(&self, tag: &TagName, page: &PagePath) -> Result<Arc<Tree>, PagesError> {
        match self.repository.folder_at(self.root_of(tag)?, page.as_str())? {
            Some(folder) => self.repository.tree(folder),
            None => Err(PagesError::NoPage { tag: tag.clone(), page: page.to_string() }),
        }
    }
}

impl VersionReader for GitReader {
    fn tags(&self) -> Vec<TagName> {
        tags_of(&self.refs, &self.domain).into_iter().map(|(tag, _)| tag).collect()
    }

    fn current(&self) -> Option<TagName> {
        current_of(&self.refs, &self.domain)
    }

    fn history(&self, tag: &TagName) -> Result<Vec<VersionRow>, PagesError> {
        let mut commits = vec![self.commit_of(tag)?];
        let numbers = (1..).map_while(|number| self.refs.0.get(&addition_ref(tag, number)));
        let mut before: Vec<ObjectId> = numbers.copied().collect();
        before.reverse();
        commits.append(&mut before);
        commits
            .into_iter()
            .map(|id| {
                let commit = self.repository.commit(id)?;
                let crate::git::commit::Commit { author, time, message, .. } = commit;
                Ok(VersionRow { commit: id, author, time, message })
            })
            .collect()
    }

    fn pages(&self, tag: &TagName) -> Result<PageList<'_>, PagesError> {
        let walk = Walk::new(&self.repository, [None, Some(self.root_of(tag)?)]);
        Ok(Box::new(walk.map(|page| page.map(|(page, _)| page))))
    }

    fn files(&self, tag: &TagName, page: &PagePath) -> Result<Vec<PageFileRow>, PagesError> {
        let tree = self.page(tag, page)?;
        let files = tree.entries().iter().filter(|entry| !entry.is_folder);
        files
            .map(|entry| {
                let name = String::from_utf8_lossy(tree.name(entry)).into_owned();
                Ok(PageFileRow { name, size: self.repository.size(entry.id)?, id: entry.id })
            })
            .collect()
    }

    fn open_file(
        &self,
        tag: &TagName,
        page: &PagePath,
        name: &str,
    ) -> Result<(u64, Box<dyn Read + Send>), PagesError> {
        let tree = self.page(tag, page)?;
        match tree.find(name.as_bytes(), false) {
            Some(entry) => self.repository.stream(entry.id),
            None => Err(PagesError::NoFile { page: page.to_string(), name: name.to_owned() }),
        }
    }

    fn difference(&self, from: &TagName, to: &TagName) -> Result<DifferenceList<'_>, PagesError> {
        let sides = [Some(self.root_of(from)?), Some(self.root_of(to)?)];
        Ok(Box::new(Walk::new(&self.repository, sides)))
    }
}
