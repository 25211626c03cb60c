//! A bare repository: its files, and reading objects from it.
//!
//! ```text
//! HEAD                        ref: refs/heads/main
//! config                      bare; git must not collect garbage by itself
//! packed-refs                 all references
//! objects/pack/pack-*.pack    objects; the index gets its name last, and packs without one do not count
//! objects/pack/pack-*.idx
//! stodola.lock, stodola.next  who writes, and who is next
//! ```

use super::commit::Commit;
use super::object::{ObjectId, ObjectKind, Tree};
use super::pack::{DRAFT, FoundObject, MEMORY_MAX, Pack};
use super::refs::Refs;
use crate::error::PagesError;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

pub(crate) const HEAD: &str = "HEAD";
pub(crate) const MAIN: &str = "refs/heads/main";
const CONFIG: &str = "\
[core]
\trepositoryformatversion = 0
\tfilemode = false
\tbare = true
[gc]
\tauto = 0
";
const PACKS: &str = "objects/pack";
/// How often the list of packs is read again if a pack disappears while it is opened.
const LOOKS: u32 = 10;
/// Maximum number of bytes of the head of an object that has a file of its own.
const HEAD_MAX: u64 = 32;
/// What parsed trees may take in memory, in bytes.
const TREES_MAX: usize = 32 << 20;

/// A repository, open for reading. Changes of other processes are seen when an object is missing, and then read.
#[derive(Debug)]
pub(crate) struct Repository {
    pub(crate) folder: PathBuf,
    /// Largest first.
    packs: RwLock<Vec<Arc<Pack>>>,
    trees: Mutex<Trees>,
}

/// Trees that were read lately.
#[derive(Debug, Default)]
struct Trees {
    known: HashMap<ObjectId, Arc<Tree>>,
    bytes: usize,
}

/// Where an object is.
#[derive(Clone, Debug)]
pub(crate) enum ObjectPlace {
    Packed(Arc<Pack>, u64),
    /// In a file of its own, which somebody's git has written.
    Loose(PathBuf),
}

impl Repository {
    /// Whether there is one in a folder.
    pub(crate) fn exists(folder: &Path) -> bool {
        folder.join(HEAD).is_file()
    }

    /// Whether the repository in a folder has a version.
    pub(crate) fn has_versions(folder: &Path) -> Result<bool, PagesError> {
        Ok(Repository::exists(folder) && Refs::read(folder)?.0.contains_key(MAIN))
    }

    /// Creates an empty repository. It exists when this has returned; files of one that a crash has left are kept.
    pub(crate) fn create(folder: &Path) -> Result<(), PagesError> {
        for below in [PACKS, "objects/info", "refs/heads", "refs/tags"] {
            stodola_durable::create_folders(&folder.join(below))?;
        }
        stodola_durable::replace(&folder.join("config"), CONFIG.as_bytes())?;
        Ok(stodola_durable::replace(&folder.join(HEAD), format!("ref: {MAIN}\n").as_bytes())?)
    }

    pub(crate) fn open(folder: &Path) -> Result<Repository, PagesError> {
        let packs = RwLock::new(open_packs(&folder.join(PACKS), &[])?);
        Ok(Repository { folder: folder.to_owned(), packs, trees: Mutex::default() })
    }

    /// Removes what a crash has left: drafts, packs without an index, and packs that were merged into another one. Only
    /// who has the lock may call it.
    pub(crate) fn settle(&self) -> Result<(), PagesError> {
        let folder = self.pack_folder();
        let names = list(&folder)?;
        for name in &names {
            let is_draft = name == &format!("{DRAFT}.new") || name.ends_with(".idx.new");
            let is_unnamed = name.strip_suffix(".pack").is_some_and(|stem| {
                stem.starts_with("pack-") && !names.contains(&format!("{stem}.idx"))
            });
            if is_draft || is_unnamed {
                stodola_durable::remove(&folder.join(name))?;
            }
        }
        self.remove_unnamed()?;
        let packs = self.packs();
        let mut kept: Vec<Arc<Pack>> = Vec::new();
        for pack in &packs {
            // Nearly always the first object that is asked for decides.
            let has = |kept: &Pack, id| matches!(kept.index.find(id), Ok(Some(_)));
            let mut is_part = false;
            if let Some(first) = pack.index.first()? {
                let holders: Vec<_> = kept.iter().filter(|kept| has(kept, first)).collect();
                if !holders.is_empty() {
                    let all = pack.index.all()?;
                    is_part =
                        holders.iter().any(|kept| all.iter().all(|object| has(kept, object.id)));
                }
            }
            if is_part {
                remove_pack(pack)?;
            } else {
                kept.push(Arc::clone(pack));
            }
        }
        self.set_packs(kept);
        Ok(())
    }

    /// Removes a pack whose commit no reference names, because a crash came between the two. The commit is the last
    /// object of a pack, and the one before it is the current version. What the pack took over is still there.
    fn remove_unnamed(&self) -> Result<(), PagesError> {
        let refs = self.refs()?;
        let main = refs.0.get(MAIN).copied();
        let packs = self.packs();
        // The pack with the current version is there as well.
        if main.is_some() && packs.len() < 2 {
            return Ok(());
        }
        let mut kept = Vec::new();
        for pack in packs.iter().map(Arc::clone) {
            // Never the only place of what is named.
            let others = packs.iter().filter(|other| !Arc::ptr_eq(other, &pack));
            let is_elsewhere =
                |id| others.clone().any(|it| matches!(it.index.find(id), Ok(Some(_))));
            if !main.is_none_or(is_elsewhere) {
                kept.push(pack);
                continue;
            }
            let last = pack.index.all()?.into_iter().max_by_key(|object| object.offset);
            let is_unnamed = match last {
                Some(last) if pack.measure(last.offset)?.0 == ObjectKind::Commit => {
                    let commit = Commit::parse(&pack.object(last.offset)?.content);
                    commit.is_some_and(|commit| commit.parent == main)
                        && !refs.0.values().any(|id| *id == last.id)
                }
                _ => false,
            };
            if is_unnamed {
                remove_pack(&pack)?;
            } else {
                kept.push(pack);
            }
        }
        self.set_packs(kept);
        Ok(())
    }

    pub(crate) fn pack_folder(&self) -> PathBuf {
        self.folder.join(PACKS)
    }

    /// Returns the packs, the largest first.
    pub(crate) fn packs(&self) -> Vec<Arc<Pack>> {
        self.packs.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_packs(&self, packs: Vec<Arc<Pack>>) {
        *self.packs.write().unwrap_or_else(PoisonError::into_inner) = packs;
    }

    /// Looks which packs there are now.
    pub(crate) fn refresh(&self) -> Result<(), PagesError> {
        self.set_packs(open_packs(&self.pack_folder(), &self.packs())?);
        Ok(())
    }

    pub(crate) fn refs(&self) -> Result<Refs, PagesError> {
        Refs::read(&self.folder)
    }

    /// Returns where an object is among the known packs.
    pub(crate) fn packed(&self, id: ObjectId) -> Result<Option<(Arc<Pack>, u64)>, PagesError> {
        for pack in self.packs.read().unwrap_or_else(PoisonError::into_inner).iter() {
            if let Some(offset) = pack.index.find(id)? {
                return Ok(Some((Arc::clone(pack), offset)));
            }
        }
        Ok(None)
    }

    /// Returns where an object is.
    pub(crate) fn find(&self, id: ObjectId) -> Result<ObjectPlace, PagesError> {
        if let Some((pack, offset)) = self.packed(id)? {
            return Ok(ObjectPlace::Packed(pack, offset));
        }
        let name = id.to_string();
        let loose = self.folder.join("objects").join(&name[..2]).join(&name[2..]);
        if loose.is_file() {
            return Ok(ObjectPlace::Loose(loose));
        }
        // A writer may have merged packs.
        self.refresh()?;
        match self.packed(id)? {
            Some((pack, offset)) => Ok(ObjectPlace::Packed(pack, offset)),
            None => Err(PagesError::Missing { folder: self.folder.clone(), id }),
        }
    }

    /// Reads an object into memory.
    pub(crate) fn object(&self, id: ObjectId) -> Result<FoundObject, PagesError> {
        match self.find(id)? {
            ObjectPlace::Packed(pack, offset) => pack.object(offset),
            ObjectPlace::Loose(path) => {
                let (kind, size, mut stream) = open_loose(&path)?;
                if size > MEMORY_MAX {
                    return Err(PagesError::damaged(
                        &path,
                        "the object is too large for the memory",
                    ));
                }
                let mut content = Vec::new();
                stream.read_to_end(&mut content).map_err(PagesError::io("read", &path))?;
                Ok(FoundObject { kind, content: content.into(), depth: 0 })
            }
        }
    }

    /// Returns the size of an object in bytes.
    pub(crate) fn size(&self, id: ObjectId) -> Result<u64, PagesError> {
        match self.find(id)? {
            ObjectPlace::Packed(pack, offset) => Ok(pack.measure(offset)?.1),
            ObjectPlace::Loose(path) => Ok(open_loose(&path)?.1),
        }
    }

    /// Opens an object as a stream. Small ones and deltas are read at once.
    pub(crate) fn stream(&self, id: ObjectId) -> Result<(u64, Box<dyn Read + Send>), PagesError> {
        let size = self.size(id)?;
        match self.find(id)? {
            ObjectPlace::Loose(path) => Ok((size, open_loose(&path)?.2)),
            ObjectPlace::Packed(pack, offset) => {
                if size > 1 << 20
                    && let Some(stream) = pack.whole(offset)?
                {
                    return Ok((size, Box::new(stream)));
                }
                let content = pack.object(offset)?.content;
                Ok((size, Box::new(std::io::Cursor::new(content))))
            }
        }
    }

    pub(crate) fn tree(&self, id: ObjectId) -> Result<Arc<Tree>, PagesError> {
        let lock = || self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tree) = lock().known.get(&id) {
            return Ok(Arc::clone(tree));
        }
        let object = self.object(id)?;
        let tree = match object.kind {
            ObjectKind::Tree => Tree::parse(object.content.to_vec()),
            _ => None,
        };
        let tree = Arc::new(tree.ok_or_else(|| self.odd(id, "tree"))?);
        let mut trees = lock();
        if trees.bytes + tree.size() > TREES_MAX {
            *trees = Trees::default();
        }
        trees.bytes += tree.size();
        trees.known.insert(id, Arc::clone(&tree));
        Ok(tree)
    }

    pub(crate) fn commit(&self, id: ObjectId) -> Result<Commit, PagesError> {
        let object = self.object(id)?;
        let commit = match object.kind {
            ObjectKind::Commit => Commit::parse(&object.content),
            _ => None,
        };
        commit.ok_or_else(|| self.odd(id, "commit"))
    }

    fn odd(&self, id: ObjectId, kind: &str) -> PagesError {
        PagesError::damaged(&self.folder, format!("the object {id} is no {kind}"))
    }

    /// Returns the tree of the folder at a path below a tree; `None` if there is none.
    pub(crate) fn folder_at(
        &self,
        root: ObjectId,
        path: &str,
    ) -> Result<Option<ObjectId>, PagesError> {
        let mut id = root;
        for name in path.split('/') {
            match self.tree(id)?.find(name.as_bytes(), true) {
                Some(entry) => id = entry.id,
                None => return Ok(None),
            }
        }
        Ok(Some(id))
    }
}

/// Removes a pack: its index first, because a pack without one does not count, and what git has derived from it.
pub(crate) fn remove_pack(pack: &Pack) -> Result<(), PagesError> {
    let derived = ["bitmap", "rev", "mtimes"].map(|extension| pack.path.with_extension(extension));
    // It lists the objects of several packs.
    let list = pack.path.with_file_name("multi-pack-index");
    for path in derived.iter().chain([&list]) {
        if path.exists() {
            stodola_durable::remove(path)?;
        }
    }
    stodola_durable::remove(&pack.path.with_extension("idx"))?;
    Ok(stodola_durable::remove(&pack.path)?)
}

/// Opens all packs of a folder; those that are known stay open.
fn open_packs(folder: &Path, known: &[Arc<Pack>]) -> Result<Vec<Arc<Pack>>, PagesError> {
    let mut look = 0;
    'again: loop {
        look += 1;
        let mut packs = Vec::new();
        let names: BTreeSet<String> = list(folder)?;
        for name in names.iter().filter(|name| name.starts_with("pack-") && name.ends_with(".idx"))
        {
            let index = folder.join(name);
            let path = index.with_extension("pack");
            if let Some(pack) = known.iter().find(|pack| pack.path == path) {
                packs.push(Arc::clone(pack));
                continue;
            }
            match Pack::open(&index) {
                Ok(pack) => packs.push(Arc::new(pack)),
                // It was merged into another one just now.
                Err(PagesError::Path(error))
                    if error.source.kind() == ErrorKind::NotFound && look < LOOKS =>
                {
                    continue 'again;
                }
                Err(error) => return Err(error),
            }
        }
        packs.sort_by_key(|pack| std::cmp::Reverse(pack.length));
        return Ok(packs);
    }
}

fn list(folder: &Path) -> Result<BTreeSet<String>, PagesError> {
    let failed = PagesError::io("read", folder);
    let items = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeSet::new()),
        items => items.map_err(&failed)?,
    };
    // Names that are not text are none of ours.
    items
        .filter_map(|item| item.map(|item| item.file_name().into_string().ok()).transpose())
        .collect::<Result<_, _>>()
        .map_err(&failed)
}

/// Opens an object that has a file of its own.
fn open_loose(path: &Path) -> Result<(ObjectKind, u64, Box<dyn Read + Send>), PagesError> {
    let failed = PagesError::io("read", path);
    let file = fs::File::open(path).map_err(PagesError::io("open", path))?;
    let stream = flate2::bufread::ZlibDecoder::new(BufReader::new(file));
    let mut stream = BufReader::new(stream);
    let mut head = Vec::new();
    stream.by_ref().take(HEAD_MAX).read_until(0, &mut head).map_err(&failed)?;
    head.pop();
    let head = String::from_utf8_lossy(&head);
    let parts = head.split_once(' ').and_then(|(kind, size)| {
        Some((ObjectKind::of_name(kind.as_bytes())?, size.parse::<u64>().ok()?))
    });
    let (kind, size) = parts.ok_or_else(|| PagesError::damaged(path, "it is no object of git"))?;
    Ok((kind, size, Box::new(stream.take(size))))
}
