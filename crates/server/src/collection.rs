//! Collections: `/NAME/…` on the replay origin, `/collections/NAME/…` on the app origin.

use crate::http::work;
use crate::state::{AskError, Shared};
use std::sync::Arc;
use stodola_app::collections::CollectionScope;

/// The collection with everything.
const EVERYTHING: &str = "web";
/// The beginning of the paths of pages in a collection, before its name.
pub(crate) const PAGES: &str = "/collections/";

/// Which captures an address is about.
#[derive(Clone, Debug)]
pub(crate) struct Collection {
    /// Its name in addresses.
    name: Arc<str>,
    /// Which captures belong to it; `None` for all.
    scope: Option<Arc<CollectionScope>>,
}

impl Collection {
    /// All captures.
    pub(crate) fn everything() -> Collection {
        Collection { name: EVERYTHING.into(), scope: None }
    }

    /// The collection of that name; `None` if there is none.
    pub(crate) async fn find(
        shared: &Arc<Shared>,
        name: &str,
    ) -> Result<Option<Collection>, AskError> {
        if name == EVERYTHING {
            return Ok(Some(Collection::everything()));
        }
        let (shared, name): (_, Arc<str>) = (shared.clone(), name.into());
        let wanted = name.clone();
        let found = work(move || shared.collections.find(&wanted)).await??;
        Ok(found.map(|scope| Collection { name, scope: Some(Arc::new(scope)) }))
    }

    /// Which captures belong to it; `None` for all.
    pub(crate) fn scope(&self) -> Option<Arc<CollectionScope>> {
        self.scope.clone()
    }

    /// The beginning of the addresses of its captures: `http://127.0.0.1:8081/web/`.
    pub(crate) fn base(&self, origin: &str) -> String {
        format!("{origin}/{}/", self.name)
    }

    /// The beginning of the paths of its pages, without a slash at the end: nothing for all captures.
    pub(crate) fn root(&self) -> String {
        match self.scope {
            Some(_) => format!("{PAGES}{}", self.name),
            None => String::new(),
        }
    }
}
