//! Who reads: what both origins know about whoever asks.

use crate::collection::Collection;
use crate::http::ClientAddress;
use std::sync::Arc;
use stodola_access::people::PersonRole;
use stodola_app::collections::ProjectScope;

/// Whoever asks, and in which collection. Both origins make one of each request, and [`Shared::gate`] decides by it
/// alone; so a reader is shown the same on both.
///
/// [`Shared::gate`]: crate::state::Shared::gate
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    /// The address that the request comes from. The groups that it belongs to are known by the rules of access.
    pub(crate) client: ClientAddress,
    /// Groups that the request proves: by a session or a token on the app origin, by a token or the cookie that a
    /// ticket was exchanged for on the replay origin.
    pub(crate) groups: Arc<[String]>,
    /// What the person who asks may do; `None` if nobody is signed in, and on the replay origin.
    pub(crate) role: Option<PersonRole>,
    /// The captures that the request is about.
    pub(crate) collection: Collection,
    /// The project that the answer is restricted to; `None` for all captures.
    pub(crate) project: Option<Arc<ProjectScope>>,
}

impl Reader {
    /// Somebody of whom nothing but the address is known, in the whole archive.
    pub(crate) fn at(client: ClientAddress) -> Reader {
        Reader {
            client,
            groups: Arc::default(),
            role: None,
            collection: Collection::everything(),
            project: None,
        }
    }

    /// The same reader, who has proved to belong to groups.
    pub(crate) fn proved(self, groups: Arc<[String]>) -> Reader {
        Reader { groups, ..self }
    }

    /// The same reader in a collection.
    pub(crate) fn within(self, collection: Collection) -> Reader {
        Reader { collection, ..self }
    }
}
