//! An addition: files and metadata that a user adds to pages of the current version, as a commit of their own.

use super::trees::{page_tree, replace_folders};
use super::{Opened, TAGS, addition_ref, current_of};
use crate::error::PagesError;
use crate::git::commit::{Commit, plain};
use crate::git::object::{ObjectId, ObjectKind};
use crate::git::repository::MAIN;
use crate::git::writer::{ObjectWriter, WriteExtent};
use crate::path::{PageFileName, PagePath};
use crate::store::{AdditionStart, AdditionWriter};
use crate::tag::TagName;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Read;

struct GitAddition {
    opened: Opened,
    writer: ObjectWriter,
    tag: TagName,
    start: AdditionStart,
    head: (ObjectId, Commit),
    /// The files of the pages that were changed.
    pages: BTreeMap<PagePath, ChangedPage>,
}

#[derive(Clone, Default)]
struct ChangedPage {
    files: BTreeMap<String, ObjectId>,
    /// Content of `data.xml`, if it was replaced.
    data: Option<Vec<u8>>,
    /// Names of what was added or replaced.
    names: Vec<String>,
}

pub(super) fn begin(
    mut opened: Opened,
    tag: &TagName,
    start: &AdditionStart,
) -> Result<Box<dyn AdditionWriter>, PagesError> {
    let current = current_of(&opened.refs, tag.domain());
    let is_known = opened.refs.0.contains_key(&format!("{TAGS}{tag}"));
    let head = match opened.head.take() {
        Some(head) if current.as_ref() == Some(tag) => head,
        _ if is_known => return Err(PagesError::Outdated { tag: tag.clone(), current }),
        _ => return Err(PagesError::NoTag(tag.clone())),
    };
    let writer = ObjectWriter::new(&opened.repository, WriteExtent::Addition)?;
    let (tag, start, pages) = (tag.clone(), start.clone(), BTreeMap::new());
    Ok(Box::new(GitAddition { opened, writer, tag, start, head, pages }))
}

impl GitAddition {
    /// Returns the files of a page as they are now.
    fn page(&self, page: &PagePath) -> Result<ChangedPage, PagesError> {
        if let Some(changed) = self.pages.get(page) {
            return Ok(changed.clone());
        }
        let repository = &self.opened.repository;
        let folder = repository.folder_at(self.head.1.tree, page.as_str())?;
        let missing = || PagesError::NoPage { tag: self.tag.clone(), page: page.to_string() };
        let tree = repository.tree(folder.ok_or_else(missing)?)?;
        if tree.find(PageFileName::HTML.as_bytes(), false).is_none() {
            return Err(missing());
        }
        let files = tree.entries().iter().filter(|entry| !entry.is_folder);
        let files =
            files.map(|entry| (String::from_utf8_lossy(tree.name(entry)).into_owned(), entry.id));
        Ok(ChangedPage { files: files.collect(), ..ChangedPage::default() })
    }

    fn message(&self) -> String {
        let author = plain(&self.start.author);
        let mut text = format!("Addition by {author}\n\nTag: {}\n", self.tag);
        for (page, changed) in &self.pages {
            for name in &changed.names {
                // Writing to a text does not fail.
                let _ = writeln!(text, "Added: {page}/{name}");
            }
        }
        text
    }
}

impl AdditionWriter for GitAddition {
    fn add_file(
        &mut self,
        page: &PagePath,
        name: &PageFileName,
        content: &mut dyn Read,
    ) -> Result<(), PagesError> {
        let mut changed = self.page(page)?;
        // Some file systems do not tell case apart.
        let same = changed.files.keys().find(|other| other.eq_ignore_ascii_case(name.as_str()));
        if let Some(other) = same {
            return Err(PagesError::NameExists { page: page.to_string(), name: other.clone() });
        }
        let mut file = self.writer.spool(content)?;
        let id = self.writer.put_file(&mut file)?;
        changed.files.insert(name.to_string(), id);
        changed.names.push(name.to_string());
        self.pages.insert(page.clone(), changed);
        Ok(())
    }

    fn data(&self, page: &PagePath) -> Result<Vec<u8>, PagesError> {
        let ChangedPage { files, data, .. } = self.page(page)?;
        if let Some(data) = data {
            return Ok(data);
        }
        let missing =
            || PagesError::NoFile { page: page.to_string(), name: PageFileName::XML.to_owned() };
        let id = files.get(PageFileName::XML).ok_or_else(missing)?;
        Ok(self.opened.repository.object(*id)?.content.to_vec())
    }

    fn replace_data(&mut self, page: &PagePath, data: &[u8]) -> Result<(), PagesError> {
        let mut changed = self.page(page)?;
        if changed.data.is_none() {
            changed.names.push(PageFileName::XML.to_owned());
        }
        changed.data = Some(data.to_vec());
        self.pages.insert(page.clone(), changed);
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<ObjectId, PagesError> {
        let (before, head) = &self.head;
        let (before, old_root) = (*before, head.tree);
        let mut folders = BTreeMap::new();
        for (page, changed) in &mut self.pages {
            if let Some(data) = &changed.data {
                let old = changed.files.get(PageFileName::XML).copied();
                let id = self.writer.put(ObjectKind::Blob, data, old)?;
                changed.files.insert(PageFileName::XML.to_owned(), id);
            }
            let tree = self.writer.put(ObjectKind::Tree, &page_tree(&changed.files), None)?;
            folders.insert(page.to_string(), tree);
        }
        let tree = replace_folders(&self.opened.repository, &mut self.writer, old_root, folders)?;
        if tree == old_root {
            // Nothing was added, or metadata was replaced by the same.
            return Ok(before);
        }
        let commit = self.writer.put_commit(&Commit {
            tree,
            parent: Some(before),
            author: self.start.author.clone(),
            time: self.start.time,
            message: self.message(),
        })?;
        let refs = &mut self.opened.refs;
        let prefix = format!("{}{}/", super::ADDITIONS, self.tag);
        let names =
            refs.0.range(prefix.clone()..).take_while(|(name, _)| name.starts_with(&prefix));
        let number = names.count() + 1;
        refs.0.insert(addition_ref(&self.tag, number), before);
        refs.0.insert(format!("{TAGS}{}", self.tag), commit);
        refs.0.insert(MAIN.to_owned(), commit);
        self.writer.publish(refs)?;
        Ok(commit)
    }
}
