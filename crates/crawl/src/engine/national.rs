//! The national harvest: pages are judged, and the rule of depths says what is archived and followed.
//!
//! Hosts learn. As long as a host has had few judged pages, all that ask to be judged are; then each
//! page of the nation among them lets some more be. What has a right to be archived, because a page of
//! the nation links to it, is not touched by that. When more hosts may be asked than there are workers, those
//! go first that had most for what they were asked.
//!
//! Nothing is kept of hosts that nothing is archived from; see [`super::aside`].

use super::aside::Aside;
use super::examine::Examined;
use super::linked::Lookups;
use super::{Engine, HarvestError, lock};
use crate::job::Job;
use crate::national::{Document, DocumentKind, HostState, Rule, Settled, Share, Standing};
use std::collections::HashMap;
use std::net::IpAddr;
use std::path::Path;
use std::pin::pin;
use std::sync::Mutex;
use std::time::Duration;
use stodola_extract::Type;
use stodola_fetch::{Client, Country, Rdap};
use stodola_frontier::{Detail, Frontier, Happened, History, Reason, Ticket};
use stodola_judge::{Judge, Pack, Page, Properties, Settings, Verdict};

/// Countries of domains' owners, as they were answered.
const OWNERS: &str = "rdap.tsv";
/// Whoever waits for an answer looks so often whether the harvest is to stop.
pub(super) const LOOK: Duration = Duration::from_millis(500);

/// Why links into the nation's own domain are not followed.
pub(super) const COUNTRY_DOMAIN: &str = "country-domain";
/// Why links of a page that is not archived are not followed.
pub(super) const PAGE_NOT_NATIONAL: &str = "page-not-national";

/// What a national harvest knows beside.
pub(super) struct National {
    judge: Judge,
    /// Tells the countries of domains' owners, if the job asks for them.
    rdap: Option<Rdap>,
    /// Finds the servers that pages link to, if the job knows the countries of addresses.
    pub(super) lookups: Option<Lookups>,
    pub(super) rule: Rule,
    settings: crate::job::National,
    domains: Vec<String>,
    shares: Mutex<HashMap<u32, Share>>,
    pub(super) robots: Mutex<Aside>,
}

/// What the judge and the rule say of a document.
pub(super) struct Judged {
    pub(super) verdict: Option<Verdict>,
    pub(super) settled: Settled,
}

impl National {
    /// What the job needs, if it is a national harvest.
    pub(super) fn open(
        job: &Job,
        folder: &Path,
        frontier: &Path,
        client: &Client,
    ) -> Result<Option<National>, HarvestError> {
        let Some(settings) = job.as_national().cloned() else { return Ok(None) };
        let pack_folder = folder.join(&settings.pack);
        let pack = match pack_folder.is_dir() {
            true => Pack::folder(&pack_folder)?,
            false => Pack::open(&settings.pack)?,
        };
        let properties = match &settings.properties {
            Some(path) => Some(Properties::open(&folder.join(path))?),
            None => None,
        };
        let geo = settings.geo.as_ref().map(|path| folder.join(path));
        let wants_countries = geo.is_some() && settings.linked_servers > 0;
        let rdap = match &settings.rdap {
            Some(base) => {
                let pause = settings.rdap_pause.duration();
                Some(Rdap::new(client.clone(), base, pause, Some(folder.join(OWNERS)))?)
            }
            None => None,
        };
        let (min_points, uses_owner) = (settings.min_points, rdap.is_some());
        let judge_settings = Settings { min_points, geo, properties, uses_owner };
        let judge = Judge::new(&pack, &judge_settings)?;
        // The settings were validated.
        let rule = Rule::new(settings.depth, settings.probe)
            .map_err(|error| HarvestError::Worker(error.to_string()))?;
        Ok(Some(National {
            judge,
            rdap,
            lookups: wants_countries.then(|| Lookups::new(settings.linked_servers)),
            rule,
            domains: pack.domains().to_vec(),
            shares: Mutex::new(read_shares(frontier)?),
            robots: Mutex::default(),
            settings,
        }))
    }

    /// Whether a host lies in the nation's own domain, whose pages belong to another harvest.
    pub(super) fn is_elsewhere(&self, host: &str) -> bool {
        let is_below = |domain: &String| {
            host.strip_suffix(domain.as_str()).is_some_and(|rest| rest.ends_with('.'))
        };
        !self.settings.follow_country && self.domains.iter().any(is_below)
    }

    /// What a URI comes to that was fetched from that server, or read from the archive.
    pub(super) fn judge(
        &self,
        ticket: &Ticket,
        examined: &Examined,
        server: Option<IpAddr>,
    ) -> Judged {
        let verdict = examined.is_document().then(|| self.verdict(ticket, examined, server));
        let is_valid = verdict.as_ref().is_some_and(|verdict| verdict.is_valid);
        Judged { verdict, settled: self.settle(ticket, examined, is_valid) }
    }

    /// What a URI comes to whose verdict is known.
    pub(super) fn settle(&self, ticket: &Ticket, examined: &Examined, is_valid: bool) -> Settled {
        let kind = match examined.document {
            _ if examined.is_redirect => DocumentKind::Redirect,
            Some(Type::Html | Type::Xhtml) => DocumentKind::Html,
            _ => DocumentKind::Other,
        };
        let document = Document { kind, is_valid, has_links: examined.links().next().is_some() };
        self.rule.settle(Standing::from_code(ticket.standing), document)
    }

    fn verdict(&self, ticket: &Ticket, examined: &Examined, server: Option<IpAddr>) -> Verdict {
        let links: Vec<&[u8]> = examined.links().map(|(uri, ..)| uri).collect();
        let text = &examined.text;
        let owner = self.rdap.as_ref().and_then(|rdap| rdap.known(&ticket.host_name));
        self.judge.judge(&Page {
            uri: &ticket.uri,
            content_language: examined.content_language.as_deref(),
            languages: &text.languages,
            title: text.title.as_deref(),
            text: &text.text,
            contacts: &text.contacts,
            links: &links,
            server,
            linked_servers: &examined.linked_servers,
            national_in_links: u64::from(ticket.is_seed && self.settings.seeds_are_linked),
            owner_country: owner.as_ref().map(Country::as_str),
        })
    }

    /// Why a URI is not judged any more: too few pages of its host are of the nation.
    pub(super) fn refuses(&self, ticket: &Ticket) -> Option<Reason> {
        match Standing::from_code(ticket.standing) {
            Standing::Probe(_) if !ticket.is_seed => {}
            Standing::Probe(_) | Standing::Leaf | Standing::Depth(_) => return None,
        }
        let share = lock(&self.shares).get(&ticket.host).copied()?;
        match share.state(&self.settings) {
            HostState::Probing | HostState::Kept => None,
            HostState::Dropped => {
                let (judged, valid) = (share.judged.into(), share.valid.into());
                Some(Reason::HostShare { judged, valid })
            }
        }
    }

    /// Lets the host of a ticket learn; tells its priority then.
    pub(super) fn learn(&self, ticket: &Ticket, is_valid: bool) -> u8 {
        let mut shares = lock(&self.shares);
        let share = shares.entry(ticket.host).or_default();
        share.learn(is_valid);
        share.priority(&self.settings)
    }

    /// Says what earlier runs have learned of hosts.
    pub(super) fn set_priorities(&self, frontier: &mut Frontier) {
        for (host, share) in &*lock(&self.shares) {
            frontier.set_priority(*host, share.priority(&self.settings));
        }
    }
}

impl Engine {
    /// Finds out whose domain a page is of that will be judged, if the job asks for that. False if the
    /// harvest is to stop before it is known.
    pub(super) async fn learn_owner(&self, ticket: &Ticket, examined: &Examined) -> bool {
        let rdap = self.national.as_ref().and_then(|national| national.rdap.as_ref());
        let Some(rdap) = rdap.filter(|_| examined.is_document()) else { return true };
        // Many may wait before this one, each for a pause; a harvest that is told to stop does not.
        let mut asked = pin!(rdap.country(&ticket.host_name));
        while tokio::time::timeout(LOOK, asked.as_mut()).await.is_err() {
            if self.is_stopping() {
                return false;
            }
        }
        true
    }
}

/// What a verdict has to say in a log.
pub(super) fn in_short(verdict: Option<&Verdict>) -> Reason {
    let Some(verdict) = verdict else { return Reason::NotJudged };
    let language = verdict.language.as_ref().map(|it| it.language.as_str());
    Reason::judged(verdict.points, verdict.probability, language)
}

/// What the books say of the hosts that were judged.
fn read_shares(frontier: &Path) -> Result<HashMap<u32, Share>, HarvestError> {
    let mut shares: HashMap<u32, Share> = HashMap::new();
    let mut history = History::open(frontier)?;
    history.read(|happened| {
        if let Happened::Done { host, detail, .. } = happened
            && let Some(is_valid) = Detail::parse(detail).verdict
        {
            shares.entry(host).or_default().learn(is_valid);
        }
        Ok(())
    })?;
    Ok(shares)
}
