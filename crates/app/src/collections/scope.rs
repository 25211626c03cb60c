//! Which captures belong to a collection.

use super::CollectionDefinition;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use stodola_access::Moment;
use stodola_archive::{Archive, Captures, CatalogueError, Entry};

/// When the jobs of so many files are known, all are forgotten: asking again costs time only.
const MAX_KNOWN: usize = 100_000;

/// A collection that can be asked whether a capture belongs to it.
#[derive(Clone)]
pub struct CollectionScope {
    definition: Arc<CollectionDefinition>,
    jobs: Arc<JobsOfFiles>,
}

impl fmt::Debug for CollectionScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CollectionScope").field(&self.definition.name).finish()
    }
}

impl CollectionScope {
    pub(super) fn new(
        definition: Arc<CollectionDefinition>,
        jobs: Arc<JobsOfFiles>,
    ) -> CollectionScope {
        CollectionScope { definition, jobs }
    }

    /// What the collection is.
    pub fn definition(&self) -> &CollectionDefinition {
        &self.definition
    }

    /// Whether a capture belongs to it. If its job cannot be found out, it does not.
    pub fn contains(&self, entry: &Entry) -> bool {
        let CollectionDefinition { places, jobs, captured, types, .. } = &*self.definition;
        let row = &entry.row;
        let has_place = places.is_empty() || places.iter().any(|place| place.contains(&row.key));
        let has_time = match row.time {
            Some(time) => captured.contains(Moment(time.seconds())),
            None => captured.is_all(),
        };
        let has_type = || {
            let mime = row.mime.as_deref().unwrap_or("");
            types.is_empty() || types.iter().any(|pattern| pattern.fits(mime))
        };
        let has_job = || jobs.is_empty() || self.jobs.made_by(&entry.file, jobs);
        has_place && has_time && has_type() && has_job()
    }
}

/// The jobs that made the files of an archive.
///
/// Captures are asked about while a connection to the catalogue is in use, so this has a connection of its own:
/// waiting for a second one of the same pool could wait for ever.
pub(super) struct JobsOfFiles {
    catalogue: Captures,
    known: Mutex<HashMap<Arc<str>, Arc<str>>>,
}

impl JobsOfFiles {
    pub(super) fn new(archive: &Archive) -> JobsOfFiles {
        JobsOfFiles { catalogue: Captures::with_cache(archive, 1, 1), known: Mutex::default() }
    }

    pub(super) fn is_job(&self, name: &str) -> Result<bool, CatalogueError> {
        let names = self.names()?;
        Ok(names.iter().any(|known| known == name))
    }

    pub(super) fn names(&self) -> Result<Vec<String>, CatalogueError> {
        self.catalogue.catalogue()?.job_names()
    }

    /// Whether one of these jobs made a file.
    fn made_by(&self, file: &Arc<str>, jobs: &[String]) -> bool {
        let is_wanted = |job: &str| jobs.iter().any(|wanted| wanted == job);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(job) = known.get(file) {
            return is_wanted(job);
        }
        let asked = self.catalogue.catalogue().and_then(|catalogue| catalogue.job_of(file));
        // Files without a job are asked for again: they may get one.
        let Ok(Some(job)) = asked else { return false };
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        let is_in = is_wanted(&job);
        known.insert(Arc::clone(file), job.into());
        is_in
    }
}
