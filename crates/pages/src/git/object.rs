//! Objects of git: their kinds, their ids, and the entries of trees.

use crate::error::PagesError;
use sha1::{Digest, Sha1};
use std::cmp::Ordering;
use std::fmt;

/// Number of bytes of an id.
pub(crate) const ID: usize = 20;

/// The id of an object of git: the SHA-1 of its kind, length and content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub(crate) [u8; ID]);

impl ObjectId {
    /// Reads 40 hexadecimal digits.
    pub fn parse(text: &str) -> Option<ObjectId> {
        let mut id = [0; ID];
        let digits = text.as_bytes();
        if digits.len() != 2 * ID {
            return None;
        }
        for (byte, pair) in id.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |digit: u8| char::from(digit).to_digit(16);
            *byte = u8::try_from(digit(pair[0])? << 4 | digit(pair[1])?).ok()?;
        }
        Some(ObjectId(id))
    }

    pub(crate) fn from_slice(bytes: &[u8]) -> Option<ObjectId> {
        Some(ObjectId(bytes.try_into().ok()?))
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What an object is. The numbers are those of packs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectKind {
    Commit = 1,
    Tree = 2,
    Blob = 3,
    /// Somebody else's annotated tag; the archive makes none.
    Tag = 4,
}

impl ObjectKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            ObjectKind::Commit => "commit",
            ObjectKind::Tree => "tree",
            ObjectKind::Blob => "blob",
            ObjectKind::Tag => "tag",
        }
    }

    pub(crate) fn of_name(name: &[u8]) -> Option<ObjectKind> {
        use ObjectKind::{Blob, Commit, Tag, Tree};
        [Commit, Tree, Blob, Tag].into_iter().find(|kind| kind.name().as_bytes() == name)
    }
}

fn head(kind: ObjectKind, length: u64) -> String {
    format!("{} {length}\0", kind.name())
}

/// Returns the id of an object.
pub(crate) fn id_of(kind: ObjectKind, content: &[u8]) -> ObjectId {
    let mut hash = Sha1::new();
    hash.update(head(kind, content.len() as u64));
    hash.update(content);
    ObjectId(hash.finalize().into())
}

/// Computes the id of an object piece by piece, and notices contents that were made to have the id of another one:
/// git refuses to read such objects, and one of the two would silently be taken for the other.
pub(crate) struct CheckedId {
    hash: sha1_checked::Sha1,
}

impl CheckedId {
    pub(crate) fn new(kind: ObjectKind, length: u64) -> CheckedId {
        let mut hash = sha1_checked::Builder::default().safe_hash(false).build();
        sha1_checked::Digest::update(&mut hash, head(kind, length));
        CheckedId { hash }
    }

    pub(crate) fn update(&mut self, bytes: &[u8]) {
        sha1_checked::Digest::update(&mut self.hash, bytes);
    }

    pub(crate) fn finish(self) -> Result<ObjectId, PagesError> {
        let result = self.hash.try_finalize();
        if result.has_collision() {
            return Err(PagesError::Collision);
        }
        let id: [u8; ID] = (*result.hash()).into();
        Ok(ObjectId(id))
    }
}

/// An entry of a tree, by its place in the content of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TreeEntry {
    name: (u32, u32),
    pub(crate) is_folder: bool,
    pub(crate) id: ObjectId,
}

/// A tree, parsed.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    content: Vec<u8>,
    entries: Vec<TreeEntry>,
}

impl Tree {
    /// Reads a tree; `None` if the bytes are not one.
    pub(crate) fn parse(content: Vec<u8>) -> Option<Tree> {
        let mut entries = Vec::with_capacity(content.len() / 40);
        let mut at = 0;
        u32::try_from(content.len()).ok()?;
        while at < content.len() {
            let rest = &content[at..];
            let space = rest.iter().position(|&byte| byte == b' ')?;
            let zero = space + rest[space..].iter().position(|&byte| byte == 0)?;
            let id = ObjectId::from_slice(rest.get(zero + 1..zero + 1 + ID)?)?;
            let is_folder = matches!(&rest[..space], b"40000" | b"040000");
            let name = ((at + space + 1) as u32, (at + zero) as u32);
            entries.push(TreeEntry { name, is_folder, id });
            at += zero + 1 + ID;
        }
        Some(Tree { content, entries })
    }

    /// Number of bytes of its content.
    pub(crate) fn size(&self) -> usize {
        self.content.len() + self.entries.len() * size_of::<TreeEntry>()
    }

    pub(crate) fn entries(&self) -> &[TreeEntry] {
        &self.entries
    }

    pub(crate) fn name(&self, entry: &TreeEntry) -> &[u8] {
        &self.content[entry.name.0 as usize..entry.name.1 as usize]
    }

    /// Returns the entry of this name and kind.
    pub(crate) fn find(&self, name: &[u8], is_folder: bool) -> Option<&TreeEntry> {
        let found = self.entries.binary_search_by(|entry| {
            order((self.name(entry), entry.is_folder), (name, is_folder))
        });
        self.entries.get(found.ok()?)
    }
}

/// The order of entries in a tree: a folder counts as if its name ended in a slash.
pub(crate) fn order(a: (&[u8], bool), b: (&[u8], bool)) -> Ordering {
    let end = |(_, is_folder): (&[u8], bool)| is_folder.then_some(&b'/');
    a.0.iter().chain(end(a)).cmp(b.0.iter().chain(end(b)))
}

/// Appends an entry to the content of a tree. Entries must come in their [order].
pub(crate) fn push_entry(content: &mut Vec<u8>, name: &[u8], is_folder: bool, id: ObjectId) {
    content.extend_from_slice(if is_folder { b"40000 " } else { b"100644 " });
    content.extend_from_slice(name);
    content.push(0);
    content.extend_from_slice(&id.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_git() {
        let blob = id_of(ObjectKind::Blob, b"hello\n");
        assert_eq!(blob.to_string(), "ce013625030ba8dba906f756967f9e9ca394464a");
        assert_eq!(ObjectId::parse(&blob.to_string()), Some(blob));
        let empty = id_of(ObjectKind::Tree, b"");
        assert_eq!(empty.to_string(), "4b825dc642cb6eb9a060e54bf8d69288fbee4904");
        let mut checked = CheckedId::new(ObjectKind::Blob, 6);
        checked.update(b"hel");
        checked.update(b"lo\n");
        assert_eq!(checked.finish().unwrap(), blob);
        assert_eq!(ObjectId::parse("ce01"), None);
        assert_eq!(ObjectId::parse(&"é".repeat(20)), None);
    }

    #[test]
    fn trees_are_read_and_searched_in_the_order_of_git() {
        let (a, b) = (id_of(ObjectKind::Blob, b"a"), id_of(ObjectKind::Tree, b""));
        let mut names = [("a", true), ("a-b", false), ("a.b", true), ("a", false), ("a0", true)];
        names.sort_by(|x, y| order((x.0.as_bytes(), x.1), (y.0.as_bytes(), y.1)));
        assert_eq!(names.map(|it| it.0), ["a", "a-b", "a.b", "a", "a0"]);
        let mut content = Vec::new();
        for (name, is_folder) in names {
            push_entry(&mut content, name.as_bytes(), is_folder, if is_folder { b } else { a });
        }
        let tree = Tree::parse(content.clone()).unwrap();
        for (name, is_folder) in names {
            let entry = tree.find(name.as_bytes(), is_folder).unwrap();
            assert_eq!((entry.is_folder, entry.id), (is_folder, if is_folder { b } else { a }));
        }
        assert!(tree.find(b"a.", true).is_none() && tree.find(b"a-b", true).is_none());
        for end in 1..content.len() {
            let is_whole = Tree::parse(content[..end].to_vec()).is_some();
            let is_end =
                content[end..].starts_with(b"40000 ") || content[end..].starts_with(b"100644 ");
            assert_eq!(is_whole, is_end, "{end}");
        }
    }
}
