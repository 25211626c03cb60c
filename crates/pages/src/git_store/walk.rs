//! Going through the pages of one version, or of two side by side.
//!
//! Names tell what a folder is, so that folders of pages need not be opened to be listed: scheme, authority, and behind
//! them the folder of a page if it has a dot in its name.

use crate::error::PagesError;
use crate::git::object::{ObjectId, Tree, order};
use crate::git::repository::Repository;
use crate::path::{PageFileName, PagePath};
use crate::store::VersionChange;
use std::cmp::Ordering;
use std::sync::Arc;

/// Maximum length of a path in a tree, in bytes; ours are shorter. A damaged repository may have trees without end.
const PATH_MAX: usize = 4096;
/// The end of a component that goes on in the next one.
const GOES_ON: &str = "~+";

/// What a folder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Root,
    Scheme,
    /// A part of the authority; more of it follows.
    Authority,
    Path,
    Page,
}

impl Level {
    /// Returns what a folder in a folder of this kind stands for.
    fn below(self, name: &str) -> Level {
        match self {
            Level::Root => Level::Scheme,
            Level::Scheme | Level::Authority if name.ends_with(GOES_ON) => Level::Authority,
            Level::Scheme | Level::Authority => Level::Path,
            Level::Path | Level::Page if name.contains('.') => Level::Page,
            Level::Path | Level::Page => Level::Path,
        }
    }
}

/// A pair of folders at the same path, of which one may be missing.
struct Pair {
    path: String,
    level: Level,
    sides: [Option<ObjectId>; 2],
}

/// Goes through the pages whose folders differ between two trees, in order.
pub(super) struct Walk<'r> {
    repository: &'r Repository,
    stack: Vec<Pair>,
}

impl<'r> Walk<'r> {
    pub(super) fn new(repository: &'r Repository, sides: [Option<ObjectId>; 2]) -> Walk<'r> {
        let root = Pair { path: String::new(), level: Level::Root, sides };
        Walk { repository, stack: vec![root] }
    }

    fn step(&mut self, pair: &Pair) -> Result<(), PagesError> {
        if pair.path.len() > PATH_MAX {
            return Err(PagesError::damaged(&self.repository.folder, "its folders are too deep"));
        }
        let [a, b] = pair.sides.map(|side| match side {
            Some(id) => self.repository.tree(id),
            None => Ok(Arc::new(Tree::default())),
        });
        let (a, b) = (a?, b?);
        let (mut left, mut right) = (a.entries().iter().peekable(), b.entries().iter().peekable());
        let mut found = Vec::new();
        loop {
            let which = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(x), Some(y)) => order((a.name(x), x.is_folder), (b.name(y), y.is_folder)),
            };
            let x = if which.is_le() { left.next() } else { None };
            let y = if which.is_ge() { right.next() } else { None };
            let name = x.map(|x| a.name(x)).or_else(|| y.map(|y| b.name(y))).unwrap_or_default();
            let is_folder = x.or(y).is_some_and(|entry| entry.is_folder);
            let sides = [x.map(|x| x.id), y.map(|y| y.id)];
            // Only folders are ours; files between them are somebody else's.
            let Ok(name) = std::str::from_utf8(name) else { continue };
            if !is_folder || sides[0] == sides[1] {
                continue;
            }
            let path = if pair.path.is_empty() {
                name.to_owned()
            } else {
                format!("{}/{name}", pair.path)
            };
            found.push(Pair { path, level: pair.level.below(name), sides });
        }
        self.stack.extend(found.into_iter().rev());
        Ok(())
    }

    fn next_pair(&mut self) -> Result<Option<Pair>, PagesError> {
        while let Some(pair) = self.stack.pop() {
            if pair.level == Level::Page {
                return Ok(Some(pair));
            }
            self.step(&pair)?;
        }
        Ok(None)
    }

    fn change(&self, pair: &Pair) -> Result<VersionChange, PagesError> {
        let html = |id: ObjectId| -> Result<Option<ObjectId>, PagesError> {
            let tree = self.repository.tree(id)?;
            Ok(tree.find(PageFileName::HTML.as_bytes(), false).map(|entry| entry.id))
        };
        Ok(match pair.sides {
            [None, _] => VersionChange::Added,
            [_, None] => VersionChange::Removed,
            [Some(a), Some(b)] if html(a)? == html(b)? => VersionChange::Annotated,
            _ => VersionChange::Changed,
        })
    }
}

impl Iterator for Walk<'_> {
    type Item = Result<(PagePath, VersionChange), PagesError>;

    fn next(&mut self) -> Option<Self::Item> {
        let pair = match self.next_pair() {
            Ok(pair) => pair?,
            Err(error) => {
                // What follows would not be the whole.
                self.stack.clear();
                return Some(Err(error));
            }
        };
        Some(self.change(&pair).map(|change| (PagePath::found(pair.path), change)))
    }
}
