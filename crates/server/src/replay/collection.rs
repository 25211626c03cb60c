//! Collections: the first segment of an address.

use crate::http::work;
use crate::state::Shared;
use std::sync::Arc;

/// The collection with everything.
const EVERYTHING: &str = "web";

/// Which captures an address is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Collection {
    /// Its name in addresses.
    name: Arc<str>,
    /// Only captures of this job; `None` for all.
    job: Option<Arc<str>>,
}

impl Collection {
    /// All captures.
    pub(crate) fn everything() -> Collection {
        Collection { name: EVERYTHING.into(), job: None }
    }

    /// The collection of that name; `None` if there is none.
    pub(crate) async fn find(shared: &Arc<Shared>, name: &str) -> Option<Collection> {
        if name == EVERYTHING {
            return Some(Collection::everything());
        }
        let (shared, name): (_, Arc<str>) = (shared.clone(), name.into());
        let wanted = name.clone();
        let is_job = work(move || {
            let names = shared.captures.catalogue()?.job_names()?;
            Ok::<_, stodola_archive::CatalogueError>(names.iter().any(|it| **it == *wanted))
        });
        let is_job = matches!(is_job.await, Ok(Ok(true)));
        is_job.then(|| Collection { job: Some(name.clone()), name })
    }

    /// Only captures of this job.
    pub(crate) fn job(&self) -> Option<&str> {
        self.job.as_deref()
    }

    /// The beginning of the addresses of its captures: `http://127.0.0.1:8081/web/`.
    pub(crate) fn base(&self, origin: &str) -> String {
        format!("{origin}/{}/", self.name)
    }
}
