//! A round: all pages of a domain, as one commit with a tag.

use super::trees::{PageFiles, write_trees};
use super::{Opened, TAGS, addition_ref};
use crate::domain::PageDomain;
use crate::error::PagesError;
use crate::git::commit::{Commit, plain};
use crate::git::object::{ObjectId, ObjectKind, id_of};
use crate::git::repository::MAIN;
use crate::git::writer::{ObjectWriter, WriteExtent};
use crate::path::{PageFileName, PagePath};
use crate::store::{BegunRound, PutPage, RoundStart, RoundWriter, WrittenRound};
use crate::tag::{TagName, date};
use std::collections::BTreeMap;

/// The author of rounds.
const AUTHOR: &str = "Stodola";

struct GitRound {
    opened: Opened,
    writer: ObjectWriter,
    tag: TagName,
    start: RoundStart,
    /// By path with a slash behind it: in the order of trees.
    pages: BTreeMap<String, PageFiles>,
    summary: WrittenRound,
}

pub(super) fn begin(
    opened: Opened,
    domain: &PageDomain,
    start: &RoundStart,
) -> Result<BegunRound, PagesError> {
    let mut number = 1;
    let tag = loop {
        let tag = TagName::new(domain, start.time, number)?;
        let first = addition_ref(&tag, 1);
        let refs = &opened.refs.0;
        let Some(&round) = refs.get(&first).or_else(|| refs.get(&format!("{TAGS}{tag}"))) else {
            break tag;
        };
        let message = opened.repository.commit(round)?.message;
        if message.ends_with(&identity(start)) {
            return Ok(BegunRound::Stored(tag));
        }
        number += 1;
    };
    let writer = ObjectWriter::new(&opened.repository, WriteExtent::Round)?;
    let none = id_of(ObjectKind::Tree, b"");
    let summary = WrittenRound { tag: tag.clone(), commit: none, new: 0, changed: 0, same: 0 };
    let pages = BTreeMap::new();
    Ok(BegunRound::Open(Box::new(GitRound {
        opened,
        writer,
        tag,
        start: start.clone(),
        pages,
        summary,
    })))
}

/// The last lines of the message: by them a round is found that was written before.
fn identity(start: &RoundStart) -> String {
    format!("Job: {}\nRound: {}\n", plain(&start.job), start.number)
}

impl GitRound {
    fn message(&self) -> String {
        let WrittenRound { new, changed, same, .. } = &self.summary;
        let time = self.tag.time();
        let (year, month, day) = date(time / 86_400);
        let (hour, minute, second) = (time / 3600 % 24, time / 60 % 60, time % 60);
        format!(
            "{} on {year:04}-{month:02}-{day:02} at {hour:02}:{minute:02}:{second:02} UTC\n\n\
             {new} new pages, {changed} changed, {same} as before\n\n\
             Tag: {}\n{}",
            self.tag.domain(),
            self.tag,
            identity(&self.start),
        )
    }
}

impl RoundWriter for GitRound {
    fn tag(&self) -> &TagName {
        &self.tag
    }

    fn put(
        &mut self,
        page: &PagePath,
        html: &[u8],
        describe: &mut dyn FnMut(&TagName) -> Vec<u8>,
    ) -> Result<PutPage, PagesError> {
        let key = format!("{page}/");
        if self.pages.contains_key(&key) {
            return Err(PagesError::PageTwice(page.to_string()));
        }
        let repository = &self.opened.repository;
        let before = match &self.opened.head {
            Some((_, commit)) => repository.folder_at(commit.tree, page.as_str())?,
            None => None,
        };
        let (mut old_html, mut old_xml) = (None, None);
        if let Some(folder) = before {
            let files = repository.tree(folder)?;
            let find = |name: &str| files.find(name.as_bytes(), false).map(|entry| entry.id);
            (old_html, old_xml) = (find(PageFileName::HTML), find(PageFileName::XML));
            if old_html.is_some() && old_html == Some(id_of(ObjectKind::Blob, html)) {
                self.pages.insert(key, PageFiles::Kept(folder));
                self.summary.same += 1;
                return Ok(PutPage::Same);
            }
        }
        let html = self.writer.put(ObjectKind::Blob, html, old_html)?;
        let xml = self.writer.put(ObjectKind::Blob, &describe(&self.tag), old_xml)?;
        self.pages.insert(key, PageFiles::New { html, xml });
        match before {
            Some(_) => self.summary.changed += 1,
            None => self.summary.new += 1,
        }
        Ok(if before.is_some() { PutPage::Changed } else { PutPage::New })
    }

    fn finish(mut self: Box<Self>) -> Result<WrittenRound, PagesError> {
        let head = self.opened.head.take();
        let old_root = head.as_ref().map(|(_, commit)| commit.tree);
        let pages = std::mem::take(&mut self.pages);
        let tree = write_trees(&self.opened.repository, &mut self.writer, old_root, &pages)?;
        let commit = self.writer.put_commit(&Commit {
            tree,
            parent: head.map(|(id, _)| id),
            author: AUTHOR.to_owned(),
            time: self.tag.time(),
            message: self.message(),
        })?;
        let refs = &mut self.opened.refs;
        refs.0.insert(format!("{TAGS}{}", self.tag), commit);
        refs.0.insert(MAIN.to_owned(), commit);
        self.writer.publish(refs)?;
        Ok(WrittenRound { commit, ..self.summary })
    }
}

impl PageFiles {
    /// Returns the tree of the page, which is written if it is new.
    pub(super) fn tree(&self, writer: &mut ObjectWriter) -> Result<ObjectId, PagesError> {
        match self {
            PageFiles::Kept(id) => Ok(*id),
            PageFiles::New { html, xml } => {
                let mut content = Vec::with_capacity(80);
                for (name, id) in [(PageFileName::HTML, html), (PageFileName::XML, xml)] {
                    crate::git::object::push_entry(&mut content, name.as_bytes(), false, *id);
                }
                writer.put(ObjectKind::Tree, &content, None)
            }
        }
    }
}
