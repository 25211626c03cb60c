//! What the stages ask of the outside: captures are stored, earlier ones looked up, verdicts reported.

use super::HarvestError;
use super::aside::Aside;
use super::lately::Lately;
use super::lookups::Lookups;
use super::progress::Meter;
use super::shared::{Shared, lock};
use crate::contracts::{Contracts, EarlierCapture, KeptCapture, NewCapture, Past};
use crate::policy::KeepRobots;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use stodola_fetch::{DnsAnswer, Exchange};
use stodola_frontier::{Detail, HostId, Reason, Ticket};
use stodola_judge::Verdict;

/// Number of hosts whose DNS answer is remembered at least; that of another is stored again.
const DNS_KEPT: usize = 1 << 14;

/// The contracts, as the stages use them.
pub(super) struct Keeping {
    contracts: Contracts,
    lookups: Lookups,
    /// For hosts that were fetched from lately, the time of the DNS answer that was stored last.
    dns_kept: Mutex<Lately<HostId, SystemTime>>,
    /// robots.txt files that wait; `None` if they are stored at once.
    pub(super) aside: Option<Mutex<Aside>>,
}

impl Keeping {
    pub(super) fn new(contracts: Contracts, robots: KeepRobots) -> Keeping {
        let aside = match robots {
            KeepRobots::AtOnce => None,
            KeepRobots::WithDocuments => Some(Mutex::default()),
        };
        let dns_kept = Mutex::new(Lately::new(DNS_KEPT));
        let lookups = Lookups::new(Arc::clone(&contracts.past));
        Keeping { contracts, lookups, dns_kept, aside }
    }

    /// Makes everything safe that was stored and reported so far. Outcomes are committed after this, never before.
    /// Where captures are stored; `None` if that is no folder.
    pub(super) fn folder(&self) -> Option<&std::path::Path> {
        self.contracts.store.folder()
    }

    pub(super) fn sync(&self) -> Result<(), HarvestError> {
        self.contracts.observer.flush().map_err(HarvestError::Observer)?;
        self.contracts.store.sync().map_err(HarvestError::Store)
    }

    /// Returns the last capture of a URI. It is looked up in a thread that may block, unless there certainly is none.
    pub(super) async fn earlier(&self, uri: &[u8]) -> Result<Option<EarlierCapture>, HarvestError> {
        if !self.contracts.past.may_have(uri) {
            return Ok(None);
        }
        self.lookups.earlier(uri).await
    }

    /// The past, to read the responses of earlier captures.
    pub(super) fn past(&self) -> &dyn Past {
        &*self.contracts.past
    }

    /// Reports the verdict on a document.
    pub(super) fn tell(&self, uri: &[u8], verdict: &Verdict) -> Result<(), HarvestError> {
        self.contracts.observer.judged(uri, verdict).map_err(HarvestError::Observer)
    }

    /// Stores an exchange, and before it the DNS answer for its host.
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
        let mut metadata: Vec<(&str, &[u8])> = match shared.job.write.metadata {
            true => vec![("via", via), ("hopsFromSeed", b"P")],
            false => Vec::new(),
        };
        let withheld = exchange.withheld.iter();
        metadata.extend(withheld.map(|part| ("requestWithheld", part.as_bytes())));
        let capture = NewCapture { uri, exchange, metadata: &metadata, not_modified: None };
        self.keep(shared, ticket, &capture)
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
