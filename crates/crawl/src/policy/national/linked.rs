//! Addresses of the servers that a page links to: evidence for the judge, if the job has a database of countries. Names
//! are only resolved and nobody is connected to, so the scope of the harvest does not matter.

use super::LOOK;
use crate::engine::{Examined, Switches};
use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use stodola_fetch::Client;
use stodola_frontier::Ticket;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

/// Maximum time that a page waits for all its names. Names that are not resolved by then count as unknown.
const WITHIN: Duration = Duration::from_secs(3);
/// Maximum number of names that are resolved at a time for all pages, so that hosts to be fetched do not have to wait.
const AT_ONCE: usize = 64;

/// Resolves the names of hosts that pages link to.
pub(super) struct Lookups {
    /// Maximum number of names of one page.
    most: usize,
    room: Arc<Semaphore>,
    client: Client,
}

impl Lookups {
    /// Creates it with a maximum number of names of each page.
    pub(super) fn new(most: u32, client: &Client) -> Lookups {
        let (most, room) = (most as usize, Arc::new(Semaphore::new(AT_ONCE)));
        Lookups { most, room, client: client.clone() }
    }

    /// Returns the hosts that a page links to, without its own, each once and in the order of the links.
    fn hosts(&self, own: &str, examined: &Examined) -> Vec<String> {
        let mut known = HashSet::new();
        let hosts = examined.links().filter_map(|(uri, ..)| stodola_uri::host(uri));
        let hosts = hosts.filter(|host| !host.is_empty() && host != own);
        hosts
            .map(|host| host.into_owned())
            .filter(|it| known.insert(it.clone()))
            .take(self.most)
            .collect()
    }

    /// Returns addresses of the hosts that a document links to, as far as they are resolved soon. `None` if the harvest
    /// is stopped before.
    pub(super) async fn servers(
        &self,
        ticket: &Ticket,
        examined: &Examined,
        switches: &Switches,
    ) -> Option<Vec<IpAddr>> {
        let deadline = Instant::now() + WITHIN;
        let mut asked = JoinSet::new();
        for (place, host) in self.hosts(&ticket.host_name, examined).into_iter().enumerate() {
            let (client, room) = (self.client.clone(), Arc::clone(&self.room));
            asked.spawn(async move {
                let _permit = timeout_at(deadline, room.acquire_owned()).await.ok()?.ok()?;
                let resolved = client.resolve(&host).await.ok()?;
                Some((place, resolved.addresses.first().copied()?))
            });
        }
        let mut found = Vec::new();
        loop {
            let moment = deadline.min(Instant::now() + LOOK);
            match timeout_at(moment, asked.join_next()).await {
                Ok(None) => break,
                Ok(Some(answer)) => found.extend(answer.ok().flatten()),
                Err(_) if switches.is_stopping() => return None,
                Err(_) if moment < deadline => {}
                Err(_) => {
                    // Later answers are still cached for the next page; tasks without a permit give up by themselves.
                    asked.detach_all();
                    break;
                }
            }
        }
        found.sort_unstable_by_key(|(place, _)| *place);
        Some(found.into_iter().map(|(_, address)| address).collect())
    }
}
