//! The profile `national`: pages are judged, and the rule of depths decides what is archived and followed.
//!
//! As long as few pages of a host were judged, all of them are judged; then each page of the nation among them allows
//! some more. This does not affect pages that have a right to be archived, because a page of the nation links to them.
//! If more hosts may be asked than there are workers, hosts with the largest share of valid pages go first.
//!
//! Nothing is stored of hosts without archived documents, not even their robots.txt.

mod in_links;
mod linked;
mod shares;

use super::{
    ArchiveDecision, Evidence, Inquiry, KeepRobots, Policy, PolicyInput, PolicyKind, Reads,
    Settlement, document_kind,
};
use crate::engine::{Examined, HarvestError, Switches, lock};
use crate::job::{Job, National as NationalSettings};
use crate::national::{DepthDocument, DepthRule, Hop, HostState, Settled, Standing};
use crate::scope::ScopeRule;
use crate::scope::rule::AcceptAll;
use in_links::InLinks;
use linked::Lookups;
use shares::Shares;
use std::path::Path;
use std::pin::pin;
use std::sync::Mutex;
use std::time::Duration;
use stodola_extract::LinkKind;
use stodola_fetch::{Client, Country, Rdap};
use stodola_frontier::{Frontier, Reason, Ticket};
use stodola_judge::{InLinkCounts, Judge, JudgeSettings, Pack, Page, Properties, Verdict};

pub(crate) const KIND: PolicyKind = PolicyKind {
    name: "national",
    has_standings: true,
    homes_first: false,
    robots: KeepRobots::WithDocuments,
    // Only pages that other pages link to are wanted.
    wants_sitemaps: false,
    takes_redirected_seeds: false,
    inquires: true,
    scope_rules: |_| vec![ScopeRule::AcceptAll(AcceptAll::default())],
    check,
    open: |input| Ok(Box::new(National::open(input)?)),
};

/// File with the countries of domain owners, from RDAP answers.
const OWNERS: &str = "rdap.tsv";
/// Bytes of a page's source that a pattern of WebAnalyzer is looked for in.
const MAX_SOURCE: usize = 1 << 20;
/// How often a wait for an answer checks whether the harvest is stopped.
const LOOK: Duration = Duration::from_millis(500);

/// Reason: links into the nation's own domain are not followed.
const COUNTRY_DOMAIN: &str = "country-domain";
/// Reason: links of a page that is not archived are not followed.
const PAGE_NOT_NATIONAL: &str = "page-not-national";

/// The policy of the profile `national`.
struct National {
    judge: Judge,
    /// Looks up the countries of domain owners; `None` if the job does not ask for them.
    rdap: Option<Rdap>,
    /// Looks up the servers that pages link to; `None` if the job has no database of countries.
    lookups: Option<Lookups>,
    rule: DepthRule,
    settings: NationalSettings,
    /// The nation's own domains.
    domains: Vec<String>,
    in_links: InLinks,
    /// Of each host, by its number.
    shares: Mutex<Shares>,
}

/// Checks whether the data of the nation can be read.
fn check(job: &Job, folder: &Path) -> Result<(), HarvestError> {
    let national = &job.national;
    let NationalSettings { geo, properties, lists, in_links, .. } = national;
    for path in [geo, properties, lists, in_links].into_iter().flatten() {
        let path = folder.join(path);
        if let Err(error) = std::fs::File::open(&path) {
            return Err(HarvestError::Io { what: "read", path, error });
        }
    }
    if !folder.join(&national.pack).is_dir() {
        Pack::open(&national.pack)?;
    }
    Ok(())
}

/// Opens the pack of a job, with the lists that the job adds.
fn open_pack(settings: &NationalSettings, folder: &Path) -> Result<Pack, HarvestError> {
    let pack_folder = folder.join(&settings.pack);
    let mut pack = match pack_folder.is_dir() {
        true => Pack::folder(&pack_folder)?,
        false => Pack::open(&settings.pack)?,
    };
    if let Some(lists) = &settings.lists {
        pack.extend(&folder.join(lists))?;
    }
    Ok(pack)
}

/// Returns what asks for owners of domains; `None` if the job names no server.
fn open_rdap(
    settings: &NationalSettings,
    folder: &Path,
    client: &Client,
) -> Result<Option<Rdap>, HarvestError> {
    let (pause, cache) = (settings.rdap_pause.duration(), Some(folder.join(OWNERS)));
    Ok(match (&settings.rdap, &settings.whois) {
        (None, None) => None,
        (Some(base), None) => Some(Rdap::new(client.clone(), base, pause, cache)?),
        (None, Some(server)) => Some(Rdap::whois_only(client.clone(), server, pause, cache)?),
        (Some(base), Some(server)) => {
            Some(Rdap::new(client.clone(), base, pause, cache)?.and_whois(server)?)
        }
    })
}

impl National {
    fn open(input: &PolicyInput<'_>) -> Result<National, HarvestError> {
        let PolicyInput { job, folder, frontier, client } = *input;
        let settings = job.national.clone();
        let pack = open_pack(&settings, folder)?;
        let properties = match &settings.properties {
            Some(path) => Some(Properties::open(&folder.join(path))?),
            None => None,
        };
        let old_depth = properties.as_ref().and_then(|it| it.depth);
        let geo = settings.geo.as_ref().map(|path| folder.join(path));
        let wants_countries = geo.is_some() && settings.linked_servers > 0;
        let rdap = open_rdap(&settings, folder, client)?;
        let counts = settings.in_links.as_ref().map(|path| InLinkCounts::open(&folder.join(path)));
        let (min_points, uses_owner) = (settings.min_points, rdap.is_some());
        // The settings were validated, so nothing is left out.
        let veto = settings.veto.iter().filter_map(|veto| veto.parse().ok()).collect();
        let judge_settings = JudgeSettings { min_points, geo, properties, uses_owner, veto };
        let judge = Judge::new(&pack, &judge_settings)?;
        // The settings were validated.
        let depth = settings.depth.or(old_depth).unwrap_or(NationalSettings::DEPTH);
        let follow = settings.follow_invalid.follow();
        let rule = DepthRule::new(depth, follow, settings.judge_linked)
            .map_err(|error| HarvestError::Worker(error.to_string()))?;
        Ok(National {
            judge,
            rdap,
            lookups: wants_countries.then(|| Lookups::new(settings.linked_servers, client)),
            rule,
            domains: pack.domains().to_vec(),
            in_links: InLinks::new(counts.transpose()?.unwrap_or_default()),
            shares: Mutex::new(Shares::open(frontier)?),
            settings,
        })
    }

    /// Whether a host is in the nation's own domain, whose pages belong to another harvest.
    fn is_elsewhere(&self, host: &str) -> bool {
        !self.settings.follow_country && self.is_at_home(host)
    }

    /// Whether a host is in the nation's own domain.
    fn is_at_home(&self, host: &str) -> bool {
        let is_below = |domain: &String| {
            host.strip_suffix(domain.as_str()).is_some_and(|rest| rest.ends_with('.'))
        };
        self.domains.iter().any(is_below)
    }

    /// Counts the links of a page in the nation's own domain that lead out of it.
    fn note_links(&self, ticket: &Ticket, examined: &Examined) {
        if examined.is_document() && self.is_at_home(&ticket.host_name) {
            let links = examined.links().filter(|(_, kind, _)| *kind == LinkKind::Navigation);
            let is_abroad =
                |uri: &&[u8]| stodola_uri::host(uri).is_some_and(|host| !self.is_at_home(&host));
            self.in_links.note(links.map(|(uri, ..)| uri).filter(is_abroad));
        }
    }

    /// Returns the number of pages in the nation's own domain that are known to link to a page.
    fn national_in_links(&self, ticket: &Ticket, evidence: &Evidence) -> u64 {
        let via = evidence.via.as_deref().and_then(stodola_uri::host);
        let is_linked = ticket.is_seed && self.settings.seeds_are_linked
            || via.is_some_and(|host| self.is_at_home(&host));
        self.in_links.count(&ticket.uri, u64::from(is_linked))
    }

    /// Returns the decision about a document by the rule of depths.
    fn settlement(
        &self,
        ticket: &Ticket,
        examined: &Examined,
        verdict: Option<Verdict>,
    ) -> Settlement {
        let kind = document_kind(examined);
        let is_valid = verdict.as_ref().is_some_and(|verdict| verdict.is_valid);
        let has_links = examined.links().next().is_some();
        let document = DepthDocument { kind, is_valid, has_links };
        let settled = self.rule.settle(Standing::from_code(ticket.standing), document);
        Settlement {
            decision: match settled.is_archived {
                true => ArchiveDecision::Archive,
                false => ArchiveDecision::NotNational,
            },
            standing: Some(self.rule.code(settled.standing)),
            passes: settled.passes,
            kind,
            verdict,
        }
    }

    fn verdict(&self, ticket: &Ticket, examined: &Examined, evidence: &Evidence) -> Verdict {
        let links: Vec<&[u8]> = examined.links().map(|(uri, ..)| uri).collect();
        let text = &examined.text;
        let owner = self.rdap.as_ref().and_then(|rdap| rdap.known(&ticket.host_name));
        let page = Page {
            uri: &ticket.uri,
            content_language: examined.content_language.as_deref(),
            languages: &text.languages,
            title: text.title.as_deref(),
            text: &text.text,
            source: text.source.as_deref(),
            contacts: &text.contacts,
            links: &links,
            server: evidence.server,
            linked_servers: &evidence.linked_servers,
            national_in_links: self.national_in_links(ticket, evidence),
            owner_country: owner.as_ref().map(Country::as_str),
        };
        match examined.is_document() {
            true => self.judge.judge(&page),
            false => self.judge.judge_without_text(&page),
        }
    }

    /// Whether a document is judged: pages if the rule of depths asks for it, others if nothing else has decided about
    /// them yet. WebAnalyzer judged only pages.
    fn is_judged(&self, ticket: &Ticket, examined: &Examined) -> bool {
        let standing = Standing::from_code(ticket.standing);
        if examined.is_document() {
            return self.rule.is_judged(standing);
        }
        let is_open = standing.depth.is_none() && !standing.is_leaf;
        let all_types = self.settings.all_types && self.settings.properties.is_none();
        all_types && is_open && examined.is_answer()
    }

    /// Looks up the owner of a page's domain, if the job asks for that. Returns `false` if the harvest is stopped
    /// before the answer.
    async fn learn_owner(&self, ticket: &Ticket, switches: &Switches) -> bool {
        let Some(rdap) = &self.rdap else { return true };
        // Many questions may wait before this one, each for a pause; a harvest that is stopped does not wait.
        let mut asked = pin!(rdap.country(&ticket.host_name));
        while tokio::time::timeout(LOOK, asked.as_mut()).await.is_err() {
            if switches.is_stopping() {
                return false;
            }
        }
        true
    }
}

impl Policy for National {
    /// Sets the priorities of hosts from what earlier runs have learned.
    fn begin(&self, frontier: &mut Frontier) {
        let shares = lock(&self.shares);
        let all = (0..shares.hosts()).map(|host| (host, shares.of(host)));
        for (host, share) in all.filter(|(_, share)| share.judged > 0) {
            frontier.set_priority(host, share.priority(&self.settings));
        }
    }

    fn admit_seed(&self, host: &str) -> Result<u32, &'static str> {
        match self.is_elsewhere(host) {
            true => Err(COUNTRY_DOMAIN),
            false => Ok(self.rule.code(self.rule.seed())),
        }
    }

    /// Refuses to judge a URI if too few pages of its host belong to the nation.
    fn admit(&self, ticket: &Ticket) -> Result<(), Reason> {
        let Standing { is_leaf, depth, .. } = Standing::from_code(ticket.standing);
        if ticket.is_seed || is_leaf || depth.is_some() {
            return Ok(());
        }
        let share = lock(&self.shares).of(ticket.host);
        match share.state(&self.settings) {
            HostState::Probing | HostState::Kept => Ok(()),
            HostState::Dropped => {
                let (judged, valid) = (share.judged.into(), share.valid.into());
                Err(Reason::HostShare { judged, valid })
            }
        }
    }

    fn reads(&self) -> Reads {
        Reads::LinksAndText
    }

    fn source_bytes(&self) -> usize {
        if self.judge.reads_source() { MAX_SOURCE } else { 0 }
    }

    fn inquire<'a>(
        &'a self,
        ticket: &'a Ticket,
        examined: &'a Examined,
        switches: &'a Switches,
    ) -> Option<Inquiry<'a>> {
        if !self.is_judged(ticket, examined) || (self.rdap.is_none() && self.lookups.is_none()) {
            return None;
        }
        Some(Box::pin(async move {
            let servers = async {
                match &self.lookups {
                    Some(lookups) => lookups.servers(ticket, examined, switches).await,
                    None => Some(Vec::new()),
                }
            };
            let (is_known, servers) = tokio::join!(self.learn_owner(ticket, switches), servers);
            servers.filter(|_| is_known)
        }))
    }

    fn settle(&self, ticket: &Ticket, examined: &Examined, evidence: &Evidence) -> Settlement {
        self.note_links(ticket, examined);
        let is_judged = self.is_judged(ticket, examined);
        let verdict = is_judged.then(|| self.verdict(ticket, examined, evidence));
        self.settlement(ticket, examined, verdict)
    }

    /// If everything is judged when it is fetched, a page of the nation has the largest standing and never comes back.
    fn judges_again(&self) -> bool {
        !self.settings.judge_linked
    }

    fn settle_again(
        &self,
        ticket: &Ticket,
        examined: &Examined,
        evidence: &Evidence,
    ) -> Option<Settlement> {
        let judged = self.judges_again() && self.is_judged(ticket, examined);
        let verdict = judged.then(|| self.verdict(ticket, examined, evidence));
        Some(self.settlement(ticket, examined, verdict))
    }

    fn inherit(&self, from: &Settlement, link: LinkKind, host: &str) -> Result<u32, &'static str> {
        let hop = Hop::of(link);
        let leads_away = matches!(hop, Hop::Navigation | Hop::Redirect);
        if leads_away && self.is_elsewhere(host) {
            return Err(COUNTRY_DOMAIN);
        }
        let settled = Settled::new(from.passes, from.is_archived(), from.kind);
        let inherited = self.rule.inherit(&settled, hop);
        inherited.map(|standing| self.rule.code(standing)).ok_or(PAGE_NOT_NATIONAL)
    }

    fn learn(&self, ticket: &Ticket, is_valid: bool) -> Option<u8> {
        let share = lock(&self.shares).learn(ticket.host, is_valid);
        Some(share.priority(&self.settings))
    }
}
