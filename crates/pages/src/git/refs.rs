//! References: names of commits. All are in one file, `packed-refs`, so that several change at once.
//!
//! Git also keeps references in files of their own, below `refs/`. Such files, which somebody's git has left there,
//! count before the list, and are taken into it when it is next written.

use super::object::ObjectId;
use crate::error::PagesError;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

const LIST: &str = "packed-refs";
const FIRST_LINE: &str = "# pack-refs with: sorted \n";
/// Folders below `refs` that are searched for files; deeper ones are not ours.
const DEPTH_MAX: usize = 64;

/// All references of a repository, by their whole names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Refs(pub(crate) BTreeMap<String, ObjectId>);

impl Refs {
    pub(crate) fn read(folder: &Path) -> Result<Refs, PagesError> {
        // A file that git packs at this moment is in the list before it is removed: so the list is read last.
        let mut loose = BTreeMap::new();
        read_loose(folder, "refs", &mut loose, 0)?;
        let path = folder.join(LIST);
        let list = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            list => list.map_err(PagesError::io("read", &path))?,
        };
        let mut refs = Refs::parse(&String::from_utf8_lossy(&list))
            .ok_or_else(|| PagesError::damaged(&path, "a line cannot be read"))?;
        refs.0.extend(loose);
        Ok(refs)
    }

    fn parse(list: &str) -> Option<Refs> {
        let mut refs = BTreeMap::new();
        // Lines with `^` say which commit an annotated tag has; git finds that out itself.
        for line in list.lines().filter(|line| !line.starts_with(['#', '^'])) {
            let (id, name) = line.split_once(' ')?;
            refs.insert(name.to_owned(), ObjectId::parse(id)?);
        }
        Some(Refs(refs))
    }

    /// Replaces all references at once. When it returns, the change survives a power cut.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), PagesError> {
        // Files count before the list. So they are taken into it as they are, and removed, before it changes.
        let mut loose = BTreeMap::new();
        read_loose(folder, "refs", &mut loose, 0)?;
        if !loose.is_empty() {
            Refs::read(folder)?.write_list(folder)?;
            for name in loose.keys() {
                stodola_durable::remove(&folder.join(name))?;
            }
        }
        self.write_list(folder)
    }

    fn write_list(&self, folder: &Path) -> Result<(), PagesError> {
        let lines = self.0.iter().map(|(name, id)| format!("{id} {name}\n"));
        let text: String = std::iter::once(FIRST_LINE.to_owned()).chain(lines).collect();
        Ok(stodola_durable::replace(&folder.join(LIST), text.as_bytes())?)
    }
}

fn read_loose(
    folder: &Path,
    name: &str,
    refs: &mut BTreeMap<String, ObjectId>,
    depth: usize,
) -> Result<(), PagesError> {
    let path = folder.join(name);
    let items = match fs::read_dir(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        items => items.map_err(PagesError::io("read", &path))?,
    };
    for item in items {
        let item = item.map_err(PagesError::io("read", &path))?;
        // Names that are not text are none of references.
        let Ok(below) = item.file_name().into_string() else { continue };
        let name = format!("{name}/{below}");
        let kind = item.file_type().map_err(PagesError::io("read", &item.path()))?;
        if kind.is_dir() && depth < DEPTH_MAX {
            read_loose(folder, &name, refs, depth + 1)?;
        } else if kind.is_file() && !below.ends_with(".lock") {
            let content = match fs::read_to_string(item.path()) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                content => content.map_err(PagesError::io("read", &item.path()))?,
            };
            if let Some(id) = ObjectId::parse(content.trim_end()) {
                refs.insert(name, id);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::object::{ObjectKind, id_of};

    #[test]
    fn references_of_git_are_read_and_taken_into_the_list() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        assert_eq!(Refs::read(folder).unwrap(), Refs::default());
        let (a, b) = (id_of(ObjectKind::Blob, b"a"), id_of(ObjectKind::Blob, b"b"));
        fs::create_dir_all(folder.join("refs/heads")).unwrap();
        fs::write(folder.join("refs/heads/main"), format!("{b}\n")).unwrap();
        fs::write(folder.join("refs/heads/x.lock"), format!("{b}\n")).unwrap();
        let list =
            format!("# pack-refs with: peeled\n{a} refs/heads/main\n{a} refs/tags/x\n^{b}\n");
        fs::write(folder.join(LIST), list).unwrap();
        let mut refs = Refs::read(folder).unwrap();
        let names: Vec<_> = refs.0.iter().map(|(name, id)| (name.as_str(), *id)).collect();
        assert_eq!(names, [("refs/heads/main", b), ("refs/tags/x", a)]);
        refs.0.insert("refs/heads/main".to_owned(), a);
        refs.write(folder).unwrap();
        assert!(!folder.join("refs/heads/main").exists());
        assert_eq!(Refs::read(folder).unwrap(), refs);
        fs::write(folder.join(LIST), "nonsense\n").unwrap();
        assert!(Refs::read(folder).is_err());
    }
}
