//! What a crawl must have archived: the part of the ground truth that can be reached from the seeds by a crawler that
//! does everything right.

use crate::html::SimLinkKind;
use crate::truth::SimPage;
use crate::world::World;
use std::collections::{BTreeMap, BTreeSet};

impl World {
    /// Returns every page, by its absolute URI, that a patient crawler must have archived if it starts from
    /// [`World::seeds`] with everything in scope: it requests `robots.txt` of each host that it finds, reads the
    /// sitemaps named there, follows links of every kind and redirects, and tries again if a fault may end.
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
            // A host is found with the first link to it, even if the target of the link is not wanted.
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
