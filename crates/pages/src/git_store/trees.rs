//! Writing trees: all of a round, or those that an addition changes.

use crate::error::PagesError;
use crate::git::object::{ObjectId, ObjectKind, Tree, order, push_entry};
use crate::git::repository::Repository;
use crate::git::writer::ObjectWriter;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The folder of a page in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageFiles {
    /// As in the version before.
    Kept(ObjectId),
    New {
        html: ObjectId,
        xml: ObjectId,
    },
}

/// A folder that is not complete yet.
struct OpenFolder {
    name: String,
    /// The folder in the version before.
    old: Option<ObjectId>,
    content: Vec<u8>,
}

/// Writes the trees of a round, and returns the one of the root. The paths have a slash behind them, so that their
/// order is that of trees.
pub(super) fn write_trees(
    repository: &Repository,
    writer: &mut ObjectWriter,
    old_root: Option<ObjectId>,
    pages: &BTreeMap<String, PageFiles>,
) -> Result<ObjectId, PagesError> {
    let mut open = vec![OpenFolder { name: String::new(), old: old_root, content: Vec::new() }];
    for (path, files) in pages {
        let mut names: Vec<&str> = path.trim_end_matches('/').split('/').collect();
        let Some(page) = names.pop() else { continue };
        let same = open[1..].iter().zip(&names).take_while(|(folder, name)| folder.name == **name);
        let same = same.count();
        close(writer, &mut open, same + 1)?;
        for &name in &names[same..] {
            let above = open.last().and_then(|folder| folder.old);
            let old = match above {
                Some(above) => repository.folder_at(above, name)?,
                None => None,
            };
            open.push(OpenFolder { name: name.to_owned(), old, content: Vec::new() });
        }
        let id = files.tree(writer)?;
        if let Some(folder) = open.last_mut() {
            push_entry(&mut folder.content, page.as_bytes(), true, id);
        }
    }
    close(writer, &mut open, 1)?;
    let root = open.swap_remove(0);
    writer.put(ObjectKind::Tree, &root.content, root.old)
}

/// Writes the innermost folders until only `left` are open.
fn close(
    writer: &mut ObjectWriter,
    open: &mut Vec<OpenFolder>,
    left: usize,
) -> Result<(), PagesError> {
    while open.len() > left.max(1)
        && let Some(folder) = open.pop()
    {
        let id = writer.put(ObjectKind::Tree, &folder.content, folder.old)?;
        if let Some(above) = open.last_mut() {
            push_entry(&mut above.content, folder.name.as_bytes(), true, id);
        }
    }
    Ok(())
}

/// Writes a tree again, with other pages at some paths that it has, and returns the new root.
pub(super) fn replace_folders(
    repository: &Repository,
    writer: &mut ObjectWriter,
    root: ObjectId,
    pages: BTreeMap<String, ObjectId>,
) -> Result<ObjectId, PagesError> {
    // Folders by depth, the deepest first, with what is new in each; the root is the empty path.
    let mut waiting: BTreeMap<(Reverse<usize>, String), BTreeMap<String, ObjectId>> =
        BTreeMap::new();
    let mut next = pages.into_iter().collect::<Vec<_>>();
    loop {
        for (path, id) in next.drain(..) {
            let (above, name) = path.rsplit_once('/').unwrap_or(("", &path));
            let depth = if above.is_empty() { 0 } else { above.split('/').count() };
            let folder = waiting.entry((Reverse(depth), above.to_owned())).or_default();
            folder.insert(name.to_owned(), id);
        }
        let Some(((_, path), new)) = waiting.pop_first() else { return Ok(root) };
        let old = match path.as_str() {
            "" => Some(root),
            path => repository.folder_at(root, path)?,
        };
        let old =
            old.ok_or_else(|| PagesError::damaged(&repository.folder, "a folder disappeared"))?;
        let content = with_entries(&*repository.tree(old)?, &new);
        let id = writer.put(ObjectKind::Tree, &content, Some(old))?;
        if path.is_empty() {
            return Ok(id);
        }
        next.push((path, id));
    }
}

/// Returns the content of a tree with other ids for some folders.
fn with_entries(tree: &Tree, new: &BTreeMap<String, ObjectId>) -> Vec<u8> {
    let mut content = Vec::new();
    for entry in tree.entries() {
        let name = tree.name(entry);
        let new = std::str::from_utf8(name).ok().and_then(|name| new.get(name));
        let id = new.copied().filter(|_| entry.is_folder).unwrap_or(entry.id);
        push_entry(&mut content, name, entry.is_folder, id);
    }
    content
}

/// Returns the content of the tree of a page with these files.
pub(super) fn page_tree(files: &BTreeMap<String, ObjectId>) -> Vec<u8> {
    let mut files: Vec<_> = files.iter().collect();
    files.sort_by(|a, b| order((a.0.as_bytes(), false), (b.0.as_bytes(), false)));
    let mut content = Vec::new();
    for (name, id) in files {
        push_entry(&mut content, name.as_bytes(), false, *id);
    }
    content
}
