//! Rules that follow the store: a change by any process holds from the next request on.

use crate::rule_set::RuleSet;
use crate::store::{PeopleError, PeopleStore};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The rules of an archive as they are now, for any number of threads.
///
/// [`LiveRules::current`] looks at the store each time, which takes some microseconds. If it fails, nothing must be
/// shown: what is forbidden is not known.
#[derive(Debug)]
pub struct LiveRules {
    path: PathBuf,
    loaded: Mutex<Option<Loaded>>,
}

#[derive(Debug)]
struct Loaded {
    store: PeopleStore,
    /// Of the store when the rules were read.
    version: i64,
    /// The last change of rules by then. People sign in more often than rules change.
    last_change: i64,
    /// Which file that is: somebody may put a copy in its place.
    file: FileMark,
    rules: Arc<RuleSet>,
}

/// What tells a file from another one of the same name; `None` where the system does not say.
pub(crate) type FileMark = Option<(u64, u64)>;

impl LiveRules {
    /// The rules of the archive in a folder. Nothing is opened yet.
    pub fn of_archive(folder: &Path) -> LiveRules {
        LiveRules { path: PeopleStore::path_in(folder), loaded: Mutex::new(None) }
    }

    /// The rules at this moment. An archive without rules has an empty set.
    pub fn current(&self) -> Result<Arc<RuleSet>, PeopleError> {
        // What a thread that panicked left is as good as nothing.
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let file = file_mark(&self.path);
        // If it cannot be asked, it is opened again: a killed writer may have left half a change.
        if let Some(known) = loaded.as_mut().filter(|known| known.file == file)
            && known.holds().unwrap_or(false)
        {
            return Ok(Arc::clone(&known.rules));
        }
        *loaded = None;
        let Some(store) = PeopleStore::open_to_read(&self.path)? else {
            return Ok(Arc::default());
        };
        // First the number: a change in between is seen next time.
        let (version, last_change) = (store.data_version()?, store.last_change()?);
        let rules = Arc::new(store.rule_set()?);
        *loaded = Some(Loaded { store, version, last_change, file, rules: Arc::clone(&rules) });
        Ok(rules)
    }
}

impl Loaded {
    /// Whether the rules are still those of the store.
    fn holds(&mut self) -> Result<bool, PeopleError> {
        let version = self.store.data_version()?;
        if version != self.version {
            if self.store.last_change()? != self.last_change {
                return Ok(false);
            }
            self.version = version;
        }
        Ok(true)
    }
}

#[cfg(unix)]
pub(crate) fn file_mark(path: &Path) -> FileMark {
    use std::os::unix::fs::MetadataExt;
    let metadata = path.metadata().ok()?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
pub(crate) fn file_mark(_path: &Path) -> FileMark {
    None
}
