//! What all requests share.

use crate::http::{BodyWriters, ClientAddress, WorkFailed, work};
use crate::maps::{MapDesk, MapEyes};
use crate::metrics_page::Metrics;
use crate::origins::OriginPair;
use crate::people::PeopleDesk;
use crate::reader::Reader;
use crate::readings::ReadingPlaces;
use crate::results::ShownResults;
use crate::settings::{DemoTour, ReadingPolicy, ServeError, ServeSettings};
use metrics::{Counter, counter};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_access::{AddressRange, LiveRules, Moment, PeopleError, RuleSet, Visitor};
use stodola_app::cdx::{CdxError, PageIndex};
use stodola_app::collections::{CollectionError, Collections};
use stodola_app::harvest::HarvestRunner;
use stodola_app::job::JobBook;
use stodola_app::reading::ReaderGate;
use stodola_app::search::{Finder, TextSearchError};
use stodola_app::site_rules::LiveSiteRules;
use stodola_archive::{Archive, Captures};
use stodola_uri::SiteRules;
use stodola_work::WorkRunner;
use tokio::sync::Semaphore;

/// MiB of the catalogue that each connection to it keeps in memory.
const CACHE_MIB: u32 = 8;

/// The archive and everything about this server that requests need.
pub(crate) struct Shared {
    /// The captures, for any number of threads.
    pub(crate) captures: Arc<Captures>,
    /// The search index, once it was opened.
    finder: Mutex<Option<Arc<Finder>>>,
    /// Where pages of long CDX answers begin.
    pub(crate) pages: PageIndex,
    /// Who may see what: the rules as they are at each request.
    rules: LiveRules,
    /// Which addresses of sites are the same page, as the file is at each request.
    site_rules: LiveSiteRules,
    /// The named collections, as they are at each request.
    pub(crate) collections: Collections,
    /// The people of the archive.
    pub(crate) people: PeopleDesk,
    /// The archive folder.
    pub(crate) archive: PathBuf,
    /// The numbers of its jobs.
    pub(crate) jobs: JobBook,
    /// Runs its jobs, if this server does that.
    pub(crate) harvests: OnceLock<HarvestRunner>,
    /// Works on requests of users, once there are any.
    pub(crate) requests: OnceLock<WorkRunner>,
    /// One place: for whoever changes the queue of requests.
    pub(crate) request_turn: Arc<Semaphore>,
    /// Places for reading whole logs.
    pub(crate) readings: ReadingPlaces,
    /// Results that were shown, if what readers open is recorded.
    pub(crate) results: ShownResults,
    /// Who may read without signing in.
    pub(crate) reading: ReadingPolicy,
    /// What the first page tells people to try.
    pub(crate) tour: Option<DemoTour>,
    /// The names of this server.
    pub(crate) origins: OriginPair,
    /// Proxies that are believed.
    pub(crate) trusted: Vec<AddressRange>,
    /// Counters.
    pub(crate) metrics: Metrics,
    /// Those that every request changes.
    pub(crate) counters: RequestCounters,
    /// Lengths of content that ranges were asked of.
    pub(crate) lengths: LengthMemory,
    /// Files that are made while they are sent.
    pub(crate) writers: BodyWriters,
    /// Maps of sites.
    pub(crate) maps: MapDesk,
}

impl Shared {
    /// The search index. Blocks. An archive may get one while it is served.
    pub(crate) fn finder(&self) -> Result<Arc<Finder>, TextSearchError> {
        let mut finder = self.finder.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(finder) = &*finder {
            return Ok(finder.clone());
        }
        let opened = Arc::new(Finder::open(self.captures.clone())?);
        Ok(finder.insert(opened).clone())
    }

    /// Opens the search index before somebody waits for it. Blocks. What is wrong with it is told to those who search.
    pub(crate) fn prepare_search(&self) {
        let prepared = self.finder().and_then(|finder| Ok(finder.index().prepare()?));
        if let Err(error) = prepared {
            tracing::debug!(%error, "the search index is not ready");
        }
    }

    /// Who a reader is, for the rules of access.
    pub(crate) fn visitor(reader: &Reader) -> Visitor {
        Visitor { groups: reader.groups.to_vec(), address: Some(reader.client.reader) }
    }

    /// Lets whoever runs the jobs in this process look for something to do.
    pub(crate) fn look_at_jobs(&self) {
        if let Some(harvests) = self.harvests.get() {
            harvests.look();
        }
    }

    /// Lets whoever works on requests in this process look for something to do.
    pub(crate) fn look_at_requests(&self) {
        if let Some(requests) = self.requests.get() {
            requests.look();
        }
    }

    /// The site rules of the archive at this moment. Blocks. Without rules that can be used, each address is a page of
    /// its own.
    pub(crate) fn site_rules(&self) -> Arc<SiteRules> {
        let (rules, trouble) = self.site_rules.current();
        if let Some(error) = trouble {
            tracing::warn!(%error, "the site rules of the archive cannot be used");
        }
        rules
    }

    /// The rules of access at this moment. Blocks.
    pub(crate) fn rules(&self) -> Result<Arc<RuleSet>, PeopleError> {
        self.rules.current()
    }

    /// The gate of a reader at this moment. Blocks. If it fails, nothing may be shown: what is forbidden is not known.
    pub(crate) fn gate(&self, reader: &Reader) -> Result<ReaderGate, PeopleError> {
        self.gate_of(Shared::visitor(reader), reader)
    }

    /// The gate for a program that asks for an access point, as OutbackCDX calls it: `public`, or the name of a group.
    /// What that group may not see is not told of. Groups are for programs on this machine, such as a replay tool that
    /// knows its readers itself. Without an access point it is the gate of whoever asks.
    pub(crate) fn gate_at(
        &self,
        access_point: Option<&str>,
        reader: &Reader,
    ) -> Result<ReaderGate, AskError> {
        let client = reader.client;
        let visitor = match access_point {
            None => return Ok(self.gate(reader)?),
            Some("public") => Visitor::public(),
            Some(group) if client.is_local() => {
                Visitor { groups: vec![group.to_owned()], address: None }
            }
            Some(_) => {
                let problem = "only 'public' is for programs on other machines".to_owned();
                return Err(CdxError::Parameter { name: "accesspoint", problem }.into());
            }
        };
        Ok(self.gate_of(visitor, reader)?.hiding_blocked())
    }

    fn gate_of(&self, visitor: Visitor, reader: &Reader) -> Result<ReaderGate, PeopleError> {
        let gate = ReaderGate::new(self.rules.current()?, visitor, now());
        Ok(gate.within(reader.collection.scope()).within_project(reader.project.clone()))
    }

    /// With which eyes a reader sees the map. Blocks.
    pub(crate) fn map_eyes(&self, reader: &Reader) -> Result<MapEyes, PeopleError> {
        let rules = self.rules.current()?;
        let visitor = rules.recognise(Shared::visitor(reader));
        let gate = ReaderGate::new(rules.clone(), visitor.clone(), now());
        Ok(MapEyes::new(rules, visitor.groups, gate))
    }

    /// With which eyes everybody sees the map. Blocks.
    pub(crate) fn public_eyes(&self) -> Result<MapEyes, PeopleError> {
        let rules = self.rules.current()?;
        let gate = ReaderGate::new(rules.clone(), Visitor::public(), now());
        Ok(MapEyes::new(rules, Vec::new(), gate))
    }

    /// Whether somebody of whom only the address is known may read.
    pub(crate) async fn may_read(self: &Arc<Self>, client: ClientAddress) -> bool {
        match self.reading {
            ReadingPolicy::Open => true,
            ReadingPolicy::SignedIn => false,
            ReadingPolicy::Rooms => {
                let shared = self.clone();
                // If the rules cannot be read, nobody gets in.
                matches!(work(move || shared.is_in_a_room(client)).await, Ok(Ok(true)))
            }
        }
    }

    /// Whether an address belongs to a group. Blocks.
    fn is_in_a_room(&self, client: ClientAddress) -> Result<bool, PeopleError> {
        let visitor = Visitor { groups: Vec::new(), address: Some(client.reader) };
        Ok(!self.rules.current()?.recognise(visitor).groups.is_empty())
    }
}

/// This moment.
pub(crate) fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Errors from asking the archive for a reader.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AskError {
    /// The catalogue could not be asked.
    #[error(transparent)]
    Catalogue(#[from] stodola_archive::CatalogueError),
    /// The rules of access could not be read.
    #[error(transparent)]
    Rules(#[from] PeopleError),
    /// A capture could not be looked for.
    #[error(transparent)]
    Find(#[from] stodola_replay::FindError),
    /// The collection could not be looked up.
    #[error(transparent)]
    Collection(#[from] CollectionError),
    /// The search index could not be asked.
    #[error(transparent)]
    Search(#[from] TextSearchError),
    /// A CDX query could not be answered.
    #[error(transparent)]
    Cdx(#[from] CdxError),
    /// The work for the answer failed.
    #[error(transparent)]
    Work(#[from] WorkFailed),
}

/// Counters that every request changes; looking them up by name each time would take longer than counting.
pub(crate) struct RequestCounters {
    /// Requests to the app origin.
    pub(crate) app: Counter,
    /// Requests to the replay origin.
    pub(crate) replay: Counter,
    /// CDX queries.
    pub(crate) cdx: Counter,
    /// Requests for what is not archived or may not be shown.
    pub(crate) missing: Counter,
    /// Reports of what the policy stopped.
    pub(crate) stopped: Counter,
}

impl RequestCounters {
    fn new() -> RequestCounters {
        RequestCounters {
            app: counter!("stodola_http_requests_total", "origin" => "app"),
            replay: counter!("stodola_http_requests_total", "origin" => "replay"),
            cdx: counter!("stodola_cdx_queries_total"),
            missing: counter!("stodola_replay_missing_total"),
            stopped: counter!("stodola_replay_stopped_total"),
        }
    }
}

/// Lengths by a name, some thousand of them.
#[derive(Default)]
pub(crate) struct LengthMemory(Mutex<HashMap<String, u64>>);

/// When there are so many, all are forgotten: counting again costs time only.
const MAX_LENGTHS: usize = 4096;

impl LengthMemory {
    pub(crate) fn get(&self, name: &str) -> Option<u64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).copied()
    }

    pub(crate) fn insert(&self, name: String, length: u64) {
        let mut lengths = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lengths.len() >= MAX_LENGTHS {
            lengths.clear();
        }
        lengths.insert(name, length);
    }
}

impl Shared {
    pub(crate) fn new(
        archive: &Archive,
        origins: OriginPair,
        settings: &ServeSettings,
        metrics: Metrics,
        workers: usize,
    ) -> Result<Shared, ServeError> {
        Ok(Shared {
            // Opening a capture takes a second connection while the first one is given back.
            captures: Arc::new(Captures::with_cache(archive, workers + 1, CACHE_MIB)),
            finder: Mutex::default(),
            pages: PageIndex::default(),
            rules: LiveRules::of_archive(archive.folder()),
            site_rules: LiveSiteRules::of_archive(archive.folder()),
            collections: Collections::of_archive(archive),
            people: PeopleDesk::new(archive.folder(), &origins)?,
            archive: archive.folder().to_owned(),
            jobs: JobBook::default(),
            harvests: OnceLock::new(),
            requests: OnceLock::new(),
            request_turn: Arc::new(Semaphore::new(1)),
            readings: ReadingPlaces::new(workers),
            results: ShownResults::default(),
            reading: settings.reading_policy(),
            tour: settings.tour.clone(),
            origins,
            trusted: settings.trusted_proxies.clone(),
            metrics,
            counters: RequestCounters::new(),
            lengths: LengthMemory::default(),
            writers: BodyWriters::default(),
            maps: MapDesk::default(),
        })
    }
}
