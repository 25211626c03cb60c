//! What a crawl must have brought home: the part of the ground truth that can be reached from the
//! seeds by a crawler that does everything right.

use crate::html::SimLinkKind;
use crate::truth::SimPage;
use crate::world::World;
use std::collections::{BTreeMap, BTreeSet};

impl World {
    /// Every page, by its whole address, that a patient crawler must have archived which starts from
    /// [`World::seeds`] with everything in scope: it asks each host that it meets for `robots.txt`,
    /// reads the sitemaps named there, follows links of every kind, redirects too, and tries again
    /// where a fault may heal.
    ///
    /// Not among them are pages in traps, pages whose faults never heal, hosts whose names do not
    /// resolve, and what `robots.txt` forbids, if it is obeyed. Whoever brings more is not wrong
    /// as long as it is no page that is forbidden. Pages of the kind
    /// [`Cookie`](crate::PageKind::Cookie) are described as they are for a visitor without cookies.
    pub fn truth_reachable(&self, obey_robots: bool) -> BTreeMap<String, SimPage> {
        let wanted =
            |page: &SimPage| if obey_robots { page.is_harvestable() } else { page.arrives() };
        let mut left: BTreeMap<String, SimPage> =
            self.truth().filter(wanted).map(|page| (page.uri(), page)).collect();
        let mut reached = BTreeMap::new();
        let mut hosts = BTreeSet::new();
        let mut queue = self.seeds();
        while let Some(uri) = queue.pop() {
            // A host is met with the first link to it, even if that leads to nothing that is wanted.
            let end = uri[SCHEME.len()..].find('/').map_or(uri.len(), |end| SCHEME.len() + end);
            if hosts.insert(uri[..end].to_owned()) {
                queue.push(format!("{}/robots.txt", &uri[..end]));
            }
            let Some(page) = left.remove(&uri) else { continue };
            let links = page.links.iter().filter(|link| link.kind != SimLinkKind::Foreign);
            let ours = links.filter(|link| link.uri.starts_with(SCHEME));
            queue.extend(ours.map(|link| link.uri.clone()));
            reached.insert(uri, page);
        }
        reached
    }
}

const SCHEME: &str = "http://";
