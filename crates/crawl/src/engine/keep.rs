//! What the stages ask of the world outside: captures are stored, earlier ones looked up, verdicts told.

use super::HarvestError;
use super::aside::Aside;
use super::progress::Meter;
use super::shared::{Shared, lock};
use crate::contracts::{Contracts, EarlierCapture, KeptCapture, NewCapture, Past};
use crate::policy::KeepRobots;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use stodola_fetch::{DnsAnswer, Exchange};
use stodola_frontier::{Detail, HostId, Reason, Ticket};
use stodola_judge::Verdict;
use tokio::sync::Semaphore;

/// Look-ups of earlier captures at one time. An archive has one catalogue, and disks do not become faster by more.
const LOOKUPS_MAX: usize = 4;

/// See the module.
pub(super) struct Keeping {
    contracts: Contracts,
    lookups: Semaphore,
    /// For each host, when the DNS answer that was last stored was given.
    dns_kept: Mutex<HashMap<HostId, SystemTime>>,
    /// Where robots.txt waits, if it is not stored at once.
    pub(super) aside: Option<Mutex<Aside>>,
}

impl Keeping {
    pub(super) fn new(contracts: Contracts, robots: KeepRobots) -> Keeping {
        let aside = match robots {
            KeepRobots::AtOnce => None,
            KeepRobots::WithDocuments => Some(Mutex::default()),
        };
        let lookups = Semaphore::new(LOOKUPS_MAX);
        Keeping { contracts, lookups, dns_kept: Mutex::default(), aside }
    }

    /// Makes safe what was stored and told so far. Outcomes are committed after this, never before.
    pub(super) fn sync(&self) -> Result<(), HarvestError> {
        self.contracts.observer.flush().map_err(HarvestError::Observer)?;
        self.contracts.store.sync().map_err(HarvestError::Store)
    }

    /// The last capture of a URI. It is looked up in a thread for work that blocks, unless there surely is none.
    pub(super) async fn earlier(&self, uri: &[u8]) -> Result<Option<EarlierCapture>, HarvestError> {
        if !self.contracts.past.may_have(uri) {
            return Ok(None);
        }
        let _permit = self.lookups.acquire().await;
        let (past, uri) = (Arc::clone(&self.contracts.past), uri.to_vec());
        let task = tokio::task::spawn_blocking(move || past.earlier(&uri));
        let found = task.await.map_err(|error| HarvestError::Worker(error.to_string()))?;
        found.map_err(HarvestError::Past)
    }

    /// For work in a thread that may block.
    pub(super) fn past(&self) -> &dyn Past {
        &*self.contracts.past
    }

    /// Tells the verdict on a document.
    pub(super) fn tell(&self, uri: &[u8], verdict: &Verdict) -> Result<(), HarvestError> {
        self.contracts.observer.judged(uri, verdict).map_err(HarvestError::Observer)
    }

    /// Stores an exchange, and before it what the name system said of its host.
    pub(super) fn keep(
        &self,
        shared: &Shared,
        ticket: &Ticket,
        capture: &NewCapture<'_>,
    ) -> Result<KeptCapture, HarvestError> {
        if let (true, Some(answer)) = (shared.job.write.dns, &capture.exchange.resolved) {
            let is_news = {
                let mut kept = lock(&self.dns_kept);
                kept.insert(ticket.host, answer.date) != Some(answer.date)
            };
            if is_news {
                self.contracts.store.write_dns(answer).map_err(HarvestError::Store)?;
                note_dns(shared, ticket, answer);
            }
        }
        let kept = self.contracts.store.write(capture).map_err(HarvestError::Store)?;
        if kept.is_revisit {
            Meter::add(&shared.meter.revisits, 1);
        }
        Ok(kept)
    }

    /// Stores a robots.txt, or a redirect to it, that was fetched for the URI `via`.
    pub(super) fn keep_robots(
        &self,
        shared: &Shared,
        ticket: &Ticket,
        (uri, exchange, via): (&[u8], &Exchange, &[u8]),
    ) -> Result<KeptCapture, HarvestError> {
        let metadata: &[(&str, &[u8])] = match shared.job.write.metadata {
            true => &[("via", via), ("hopsFromSeed", b"P")],
            false => &[],
        };
        self.keep(shared, ticket, &NewCapture { uri, exchange, metadata, not_modified: None })
    }
}

fn note_dns(shared: &Shared, ticket: &Ticket, answer: &DnsAnswer) {
    let size = answer.record_block().len() as u64;
    let detail = Detail {
        size: Some(size),
        media_type: Some("text/dns".to_owned()),
        ..Detail::new(Reason::Dns).at(answer.date, Duration::ZERO)
    };
    let uri = format!("dns:{}", answer.host);
    shared.frontier().note_beside(ticket, uri.as_bytes(), &detail.to_line(), size);
}
