//! The rules of an archive for those who ask again and again: a change of the file holds from the next question on.

use super::{SITE_RULES_FILE, rules_of_archive};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use stodola_crawl::site_rules::SiteRulesError;
use stodola_uri::SiteRules;

/// The site rules of an archive as they are now, for any number of threads.
#[derive(Debug)]
pub struct LiveSiteRules {
    archive: PathBuf,
    loaded: Mutex<Option<(FileState, Arc<SiteRules>)>>,
}

/// Length and time of a file; `None` if it is not there.
type FileState = Option<(u64, SystemTime)>;

impl LiveSiteRules {
    /// The rules of the archive in a folder. Nothing is read yet.
    pub fn of_archive(folder: &Path) -> LiveSiteRules {
        LiveSiteRules { archive: folder.to_owned(), loaded: Mutex::new(None) }
    }

    /// The rules at this moment; none if the file has none, or cannot be used. Why it cannot be used is told once for
    /// each state of the file.
    pub fn current(&self) -> (Arc<SiteRules>, Option<SiteRulesError>) {
        // What a thread that panicked left is a whole state.
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let found = std::fs::metadata(self.archive.join(SITE_RULES_FILE)).ok();
        let state = found.and_then(|it| Some((it.len(), it.modified().ok()?)));
        if let Some((known, rules)) = &*loaded
            && *known == state
        {
            return (rules.clone(), None);
        }
        let (rules, trouble) = match rules_of_archive(&self.archive) {
            Ok(rules) => (Arc::new(rules), None),
            Err(error) => (Arc::default(), Some(error)),
        };
        *loaded = Some((state, rules.clone()));
        (rules, trouble)
    }
}
