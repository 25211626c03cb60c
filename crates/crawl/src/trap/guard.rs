//! The guard learns which patterns of URIs still bring something new.
//!
//! Memory is limited: a maximum of hosts, a maximum of patterns for each, and for each pattern a few counters and its
//! latest documents, about 300 bytes; with the defaults 80 MB at most. When there are too many, those that were not
//! used for longest are forgotten, an eighth at a time. A forgotten pattern starts again, and costs another
//! `min_documents` fetches before it can be cut again; nothing else is lost. For the same reason the guard is not saved
//! with a checkpoint: after a restart it learns again.

use std::collections::HashMap;
use std::hash::Hash;

use super::pattern::fnv1a;
use super::{Pattern, TrapReason, TrapSettings};

/// Largest window: one bit of a `u128` for each document.
pub const MAX_WINDOW: u32 = 128;

/// Number of the latest documents of its pattern with which a document is compared.
const COMPARED: usize = 8;

/// Share of new documents among those with dates far from today below which such pages are cut. An empty calendar
/// brings nothing new; a chronicle of 1890 brings a new text for every day.
const FAR_DATES_MIN_YIELD: f64 = 0.5;

/// How new a document is among those of its pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Novelty {
    /// The document is new.
    New,
    /// It has the same bytes as a known document.
    SamePayload,
    /// Its text is nearly that of a known document.
    NearlySame,
}

/// Whether a URI is fetched or counts as part of a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrapVerdict {
    /// The URI is fetched.
    Go,
    /// The URI counts as part of a trap and is not fetched.
    Cut {
        /// The reason.
        reason: TrapReason,
    },
}

/// Learns which patterns of URIs still yield something new.
#[derive(Debug)]
pub struct TrapGuard {
    settings: TrapSettings,
    this_year: u32,
    hosts: HashMap<u64, Host>,
    /// Counts calls, so that the longest unused entries are known.
    now: u64,
}

#[derive(Debug, Default)]
struct Host {
    patterns: HashMap<u64, Entry>,
    used: u64,
}

#[derive(Debug, Default)]
struct Entry {
    all: Track,
    /// The same for documents with dates far from today only.
    far: Track,
    /// Payload hash and similarity of the latest documents.
    latest: Vec<(u64, Option<u64>)>,
    used: u64,
}

/// Number of documents, and which of the latest were new.
#[derive(Debug, Default)]
struct Track {
    documents: u32,
    /// A bit for each of the latest documents, the last one lowest.
    recent: u128,
}

impl Track {
    fn push(&mut self, is_new: bool) {
        self.documents = self.documents.saturating_add(1);
        self.recent = self.recent << 1 | u128::from(is_new);
    }

    /// Returns the share of new ones among the latest documents, at most `window` of them.
    fn recent_yield(&self, window: u32) -> f64 {
        let window = window.clamp(1, MAX_WINDOW).min(self.documents.max(1));
        let newest = self.recent & (u128::MAX >> (MAX_WINDOW - window));
        f64::from(newest.count_ones()) / f64::from(window)
    }
}

impl TrapGuard {
    /// Creates a guard that knows nothing yet. `this_year` decides which dates are far from today.
    pub fn new(settings: TrapSettings, this_year: u32) -> TrapGuard {
        TrapGuard { settings, this_year, hosts: HashMap::new(), now: 0 }
    }

    /// Records a document by the digest of its payload and, if it has text, the [similarity](super::simhash) of that.
    /// Returns how new it is among the latest documents of its pattern.
    pub fn note(&mut self, pattern: &Pattern, digest: &[u8], similarity: Option<u64>) -> Novelty {
        let payload = fnv1a(digest);
        let near_bits = self.settings.near_bits;
        let is_far = self.is_far(pattern);
        let entry = self.entry(pattern);
        let is_near =
            |other: u64| similarity.is_some_and(|own| (own ^ other).count_ones() <= near_bits);
        let novelty = if entry.latest.iter().any(|(known, _)| *known == payload) {
            Novelty::SamePayload
        } else if entry.latest.iter().any(|(_, known)| known.is_some_and(is_near)) {
            Novelty::NearlySame
        } else {
            Novelty::New
        };
        let document = (payload, similarity);
        let oldest = entry.all.documents as usize % COMPARED;
        match entry.latest.get_mut(oldest) {
            Some(place) => *place = document,
            None => entry.latest.push(document),
        }
        entry.push(novelty, is_far);
        novelty
    }

    /// Records a document whose novelty the caller knows, for example from an index of all payloads.
    pub fn note_novelty(&mut self, pattern: &Pattern, novelty: Novelty) {
        let is_far = self.is_far(pattern);
        self.entry(pattern).push(novelty, is_far);
    }

    /// Whether the similarity of the next document of this pattern matters: not as long as the pattern is far from
    /// being cut.
    pub fn is_watched(&self, pattern: &Pattern) -> bool {
        let host = self.hosts.get(&pattern.host);
        let Some(entry) = host.and_then(|host| host.patterns.get(&pattern.shape)) else {
            return self.settings.enabled && self.is_far(pattern);
        };
        let from = self.settings.min_documents.saturating_sub(self.settings.window);
        self.settings.enabled && (entry.all.documents >= from || self.is_far(pattern))
    }

    /// Decides whether a URI of this pattern is fetched.
    ///
    /// Asking counts as use: a pattern that was cut is remembered for as long as links lead there.
    pub fn verdict(&mut self, pattern: &Pattern) -> TrapVerdict {
        self.now += 1;
        let now = self.now;
        let known = self.hosts.get_mut(&pattern.host).and_then(|host| {
            host.used = now;
            host.patterns.get_mut(&pattern.shape)
        });
        let Some(entry) = known else { return TrapVerdict::Go };
        entry.used = now;
        if !self.settings.enabled {
            return TrapVerdict::Go;
        }
        let settings = &self.settings;
        let all = &entry.all;
        if all.documents >= settings.min_documents
            && all.recent_yield(settings.window) < settings.min_yield
        {
            return TrapVerdict::Cut { reason: TrapReason::NoNovelty };
        }
        let far = &entry.far;
        if far.documents >= settings.far_dates.max(1)
            && far.recent_yield(settings.far_dates) < FAR_DATES_MIN_YIELD
            && self.is_far(pattern)
        {
            return TrapVerdict::Cut { reason: TrapReason::FarDate };
        }
        TrapVerdict::Go
    }

    /// Forgets what is known of a pattern, so that its URIs are fetched again.
    pub fn forget(&mut self, pattern: &Pattern) {
        if let Some(host) = self.hosts.get_mut(&pattern.host) {
            host.patterns.remove(&pattern.shape);
        }
    }

    /// Number of hosts and of patterns that are remembered.
    pub fn len(&self) -> (usize, usize) {
        (self.hosts.len(), self.hosts.values().map(|host| host.patterns.len()).sum())
    }

    /// Whether nothing is remembered.
    pub fn is_empty(&self) -> bool {
        self.hosts.is_empty()
    }

    fn is_far(&self, pattern: &Pattern) -> bool {
        let last = self.this_year.saturating_add(self.settings.years_ahead);
        pattern.year.is_some_and(|year| year < self.settings.first_year || year > last)
    }

    fn entry(&mut self, pattern: &Pattern) -> &mut Entry {
        self.now += 1;
        let now = self.now;
        if !self.hosts.contains_key(&pattern.host) {
            make_room(&mut self.hosts, self.settings.hosts, |host| host.used);
        }
        let host = self.hosts.entry(pattern.host).or_default();
        host.used = now;
        if !host.patterns.contains_key(&pattern.shape) {
            make_room(&mut host.patterns, self.settings.patterns_per_host, |entry| entry.used);
        }
        let entry = host.patterns.entry(pattern.shape).or_default();
        entry.used = now;
        entry
    }
}

impl Entry {
    fn push(&mut self, novelty: Novelty, is_far: bool) {
        let is_new = novelty == Novelty::New;
        self.all.push(is_new);
        if is_far {
            self.far.push(is_new);
        }
    }
}

/// Makes room for one more, by dropping the eighth that was unused for longest, so that this search is rare.
fn make_room<K: Hash + Eq, V>(map: &mut HashMap<K, V>, most: u32, used: impl Fn(&V) -> u64) {
    let most = (most as usize).max(1);
    if map.len() < most {
        return;
    }
    let mut times: Vec<u64> = map.values().map(&used).collect();
    let (_, last_dropped, _) = times.select_nth_unstable(map.len() - most + most / 8);
    let last_dropped = *last_dropped;
    map.retain(|_, value| used(value) > last_dropped);
}
