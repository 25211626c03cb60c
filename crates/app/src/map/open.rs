//! Opening the map of an archive: which part of it, as of when, and what its reader may see.

use crate::access::now;
use crate::collections::{CollectionError, Collections};
use crate::export::ExportAccess;
use crate::job::{JobsError, StoredJob};
use crate::reading::{CaptureGate, CaptureSight, ReaderGate};
use crate::site_rules::{counted_address, rules_of_archive};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_access::{Moment, PeopleError, PeopleStore, RulePlace, Visitor};
use stodola_archive::{Archive, ArchiveError, Catalogue, CatalogueError, Stamp, key_of};
use stodola_crawl::site_rules::SiteRulesError;
use stodola_frontier::rounds::{Round, RoundsError};
use stodola_map::{LinkMap, MapError, MapSight, MapSnapshot, MapTime, PageNumber, PageState};
use stodola_uri::{RuledUri, SiteRules};
use stodola_warc::date::Timestamp;

/// Errors from asking the map of an archive.
#[derive(Debug, thiserror::Error)]
pub enum MapQueryError {
    /// The archive folder could not be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The catalogue could not be read.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The rules of access could not be read.
    #[error(transparent)]
    People(#[from] PeopleError),
    /// The collections could not be read.
    #[error(transparent)]
    Collection(#[from] CollectionError),
    /// The map could not be read, or the archive has none.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The job whose round was asked for could not be read.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// The round that was asked for could not be read.
    #[error(transparent)]
    Rounds(#[from] RoundsError),
    /// The rules about addresses of sites cannot be used.
    #[error(transparent)]
    SiteRules(Box<SiteRulesError>),
    /// There is no collection with this name.
    #[error("there is no collection '{0}'")]
    NoCollection(String),
    /// The round that was asked for has not ended yet.
    #[error("round {round} of job '{job}' has not ended yet")]
    RoundOpen {
        /// The job.
        job: String,
        /// The round.
        round: u32,
    },
    /// There is no room for another thread.
    #[error("cannot start a thread")]
    Thread(#[source] std::io::Error),
    /// A tree needs a page to begin with.
    #[error("say from which page the tree grows, for example http://www.example.cz/")]
    NoHome,
}

impl MapQueryError {
    /// Whether the archive has no map at all.
    pub fn is_no_map(&self) -> bool {
        matches!(self, MapQueryError::Map(MapError::NoMap))
    }

    /// Whether the map lacks the page that was asked for.
    pub fn is_no_page(&self) -> bool {
        matches!(self, MapQueryError::Map(MapError::NoPage { .. }) | MapQueryError::NoHome)
    }
}

/// Which part of the map pages are taken from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MapArea {
    /// The whole archive.
    #[default]
    Everything,
    /// A host, a domain with all its hosts, or all addresses that begin alike.
    Place(RulePlace),
    /// A collection or a job: captures that do not belong to it are as if they did not exist.
    Collection(String),
}

/// The time that the map is of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MapMoment {
    /// Each page as its newest capture has it.
    #[default]
    Latest,
    /// Each page as it was at a moment.
    At(Moment),
    /// Each page as it was at the end of a round of a job.
    RoundEnd {
        /// Name of the job.
        job: String,
        /// Number of the round, from 1.
        round: u32,
    },
}

/// Which map is asked, and by whom.
#[derive(Clone, Debug)]
pub struct MapSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// Whose rights count.
    pub access: ExportAccess,
    /// The time.
    pub moment: MapMoment,
    /// The part.
    pub area: MapArea,
}

/// The map of an archive, opened for one reader.
pub struct OpenedMap {
    pub(super) archive: Archive,
    pub(super) map: LinkMap,
    pub(super) catalogue: Catalogue,
    /// `None` if everything is shown.
    gate: Option<ReaderGate>,
    place: Option<RulePlace>,
    as_of: MapTime,
    /// Which addresses are the same page, and which are none.
    pub(super) rules: SiteRules,
}

/// The map as of a time, as its reader may see it.
pub struct MapView<'m> {
    pub(super) opened: &'m OpenedMap,
    pub(super) snapshot: MapSnapshot<'m>,
}

impl OpenedMap {
    /// Opens the map of an archive.
    pub fn open(settings: &MapSettings) -> Result<OpenedMap, MapQueryError> {
        let archive = Archive::open(&settings.archive)?;
        let map = LinkMap::open(&archive)?;
        let catalogue = Catalogue::open(&archive)?;
        let collection = match &settings.area {
            MapArea::Collection(name) => {
                let found = Collections::of_archive(&archive).find(name)?;
                Some(found.ok_or_else(|| MapQueryError::NoCollection(name.clone()))?)
            }
            MapArea::Everything | MapArea::Place(_) => None,
        };
        let (rules, visitor) = match &settings.access {
            ExportAccess::Everything => Default::default(),
            ExportAccess::Visitor(visitor) => {
                let store = PeopleStore::open_to_read(&PeopleStore::path_in(archive.folder()))?;
                let rules = store.map(|store| store.rule_set()).transpose()?.unwrap_or_default();
                (rules, visitor.clone())
            }
        };
        let visitor: Visitor = visitor;
        let gate = (!rules.is_empty() || collection.is_some()).then(|| {
            let gate = ReaderGate::new(Arc::new(rules), visitor, now());
            gate.within(collection.map(Arc::new))
        });
        let place = match &settings.area {
            MapArea::Place(place) => Some(place.clone()),
            MapArea::Everything | MapArea::Collection(_) => None,
        };
        let as_of = time_of(&settings.archive, &settings.moment)?;
        let rules = rules_of(&archive)?;
        Ok(OpenedMap { archive, map, catalogue, gate, place, as_of, rules })
    }

    /// Opens the map of an archive for a reader whose gate is known, such as one of the server. `None` if there is
    /// nothing that rules could hide.
    pub fn open_gated(
        folder: &Path,
        gate: Option<ReaderGate>,
        moment: &MapMoment,
        place: Option<RulePlace>,
    ) -> Result<OpenedMap, MapQueryError> {
        let archive = Archive::open(folder)?;
        let map = LinkMap::open(&archive)?;
        let catalogue = Catalogue::open(&archive)?;
        let as_of = time_of(folder, moment)?;
        let rules = rules_of(&archive)?;
        Ok(OpenedMap { archive, map, catalogue, gate, place, as_of, rules })
    }

    /// Reads the map. Takes memory for all its addresses.
    pub fn view(&self) -> Result<MapView<'_>, MapQueryError> {
        let sight = |uri: &[u8], times: &[MapTime]| self.sights(uri, times);
        let asked: Option<&stodola_map::SightOf<'_>> = self.gate.is_some().then_some(&sight);
        let mut snapshot = self.map.snapshot_seen(self.as_of, asked)?;
        if !self.rules.is_empty() {
            snapshot.unite(&|uri| counted_address(&self.rules, uri));
        }
        Ok(MapView { opened: self, snapshot })
    }

    /// Whether a page belongs to the part that is wanted, and rules about addresses do not ignore it.
    pub(super) fn is_wanted(&self, uri: &[u8]) -> bool {
        self.place.as_ref().is_none_or(|place| place.contains(&key_of(uri)))
            && !matches!(self.rules.apply(uri), RuledUri::Ignored(_))
    }

    /// The same about many pages, one after the other; also for another thread.
    pub(super) fn wanted(&self) -> WantedPages<'_> {
        WantedPages { place: self.place.as_ref(), rules: &self.rules, last: RefCell::default() }
    }

    /// The place that is wanted; `None` for everything.
    pub(super) fn place(&self) -> Option<&RulePlace> {
        self.place.as_ref()
    }

    /// Whether something could be hidden of an address: then nothing is told of it that does not come from captures
    /// that are shown.
    pub(super) fn may_hide(&self, uri: &[u8]) -> bool {
        self.gate.as_ref().is_some_and(|gate| gate.may_hide(&key_of(uri)))
    }

    /// What of the captures of an address is shown. What the catalogue does not know is hidden.
    fn sights(&self, uri: &[u8], times: &[MapTime]) -> Vec<MapSight> {
        let key = key_of(uri);
        let gate = match &self.gate {
            Some(gate) if gate.may_restrict_below(&key) => gate,
            Some(_) | None => return Vec::new(),
        };
        let entries = self.catalogue.lookup_key(&key).unwrap_or_default();
        let mut seen: Vec<(MapTime, CaptureSight)> = Vec::with_capacity(entries.len());
        for entry in &entries {
            let time = entry.row.time.map(MapTime::from).unwrap_or_default();
            seen.push((time, gate.sight(entry)));
        }
        let sight = |time: &MapTime| {
            let of_time = || seen.iter().filter(|(it, _)| it == time).map(|(_, sight)| *sight);
            // Other addresses have the same key; of captures of one second the strictest answer counts.
            if of_time().next().is_none() || of_time().any(|it| it == CaptureSight::Hidden) {
                MapSight::Hidden
            } else if of_time().any(|it| it == CaptureSight::Blocked) {
                MapSight::Bare
            } else {
                MapSight::Shown
            }
        };
        times.iter().map(sight).collect()
    }
}

/// Which pages belong to the part that is wanted. Pages of a host follow one another in a map, so that the answer about
/// the last host is kept.
#[derive(Clone)]
pub(super) struct WantedPages<'o> {
    place: Option<&'o RulePlace>,
    rules: &'o SiteRules,
    /// The beginning of the last address up to its path, and whether its host is wanted.
    last: RefCell<(Vec<u8>, bool)>,
}

impl WantedPages<'_> {
    /// Whether a page belongs to it: the same as [`OpenedMap::is_wanted`].
    pub(super) fn has(&self, uri: &[u8]) -> bool {
        self.is_in_place(uri)
            && (self.rules.is_empty() || !matches!(self.rules.apply(uri), RuledUri::Ignored(_)))
    }

    fn is_in_place(&self, uri: &[u8]) -> bool {
        let Some(place) = self.place else { return true };
        let is_of_host = matches!(place, RulePlace::Host(_) | RulePlace::Domain(_));
        let Some(host) = until_path(uri).filter(|_| is_of_host) else {
            return place.contains(&key_of(uri));
        };
        let mut last = self.last.borrow_mut();
        if last.0 != host {
            *last = (host.to_vec(), place.contains(&key_of(host)));
        }
        last.1
    }

    /// The home page of the place that is wanted; redirects are followed.
    pub(super) fn home(&self, snapshot: &MapSnapshot<'_>) -> Option<PageNumber> {
        let written = self.place?.as_written();
        let address = written.trim_start_matches("*.").trim_end_matches('*');
        let address = address.strip_prefix("http://").unwrap_or(address);
        let slash = if address.contains('/') { "" } else { "/" };
        let candidates = ["https://", "http://", "https://www.", "http://www."];
        let mut candidates = candidates.iter().map(|start| format!("{start}{address}{slash}"));
        candidates.find_map(|uri| present(snapshot, &uri))
    }
}

/// The page at an address, or where its redirects end; `None` if nothing is captured there.
pub(super) fn present(snapshot: &MapSnapshot<'_>, uri: &str) -> Option<PageNumber> {
    let page = snapshot.trail(snapshot.find(uri.as_bytes())?).end;
    (snapshot.standing(page).state == PageState::Present).then_some(page)
}

/// An address up to the slash before its path; `None` if there is anything unusual in it.
fn until_path(uri: &[u8]) -> Option<&[u8]> {
    let rest = uri.strip_prefix(b"https://").or_else(|| uri.strip_prefix(b"http://"))?;
    let length = rest.iter().position(|byte| *byte == b'/')?;
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b".-:".contains(byte);
    rest[..length].iter().all(is_plain).then(|| &uri[..uri.len() - rest.len() + length + 1])
}

impl<'m> MapView<'m> {
    /// The map itself. Whatever is made of it has the same view.
    pub fn snapshot(&self) -> &MapSnapshot<'m> {
        &self.snapshot
    }

    /// Address of a page as text.
    pub(super) fn address(&self, page: PageNumber) -> String {
        address(&self.snapshot, page)
    }
}

/// Address of a page as text.
pub(super) fn address(snapshot: &MapSnapshot<'_>, page: PageNumber) -> String {
    crate::json::text(&snapshot.uri(page)).into_owned()
}

/// The rules about addresses of an archive.
fn rules_of(archive: &Archive) -> Result<SiteRules, MapQueryError> {
    let rules = rules_of_archive(archive.folder());
    rules.map_err(|error| MapQueryError::SiteRules(Box::new(error)))
}

/// The time that is meant. What was captured in the last second of a round belongs to it.
fn time_of(archive: &Path, moment: &MapMoment) -> Result<MapTime, MapQueryError> {
    let seconds = match moment {
        MapMoment::Latest => return Ok(MapTime::LATEST),
        MapMoment::At(moment) => moment.0,
        MapMoment::RoundEnd { job, round } => {
            let stored = StoredJob::find_round(archive, job, Some(*round))?;
            let open = || MapQueryError::RoundOpen { job: job.clone(), round: *round };
            let found = Round::read(&stored.folder)?.ok_or_else(open)?;
            found.ended.ok_or_else(open)?.cast_signed()
        }
    };
    let millis = u64::try_from(seconds).unwrap_or(0).saturating_mul(1000);
    Ok(MapTime::from(Stamp::from(Timestamp::from_unix_millis(millis))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_the_last_host_changes_no_answer() {
        let rules = SiteRules::default();
        for place in ["a.example", "*.a.example", "a.example:8080", "http://a.example/x*"] {
            let place: RulePlace = place.parse().unwrap();
            let wanted =
                WantedPages { place: Some(&place), rules: &rules, last: RefCell::default() };
            for uri in [
                "http://a.example/",
                "http://a.example/x/y?z",
                "https://www.A.example/x",
                "http://a.example:80/x",
                "http://a.example:8080/x",
                "http://b.a.example/",
                "http://u@a.example/x",
                "http://a.example?x/",
                "http://a.example",
                "http://ba.example/",
                "dns:a.example",
                "http://b.example/http://a.example/",
                "http://a.example./x",
                "",
            ] {
                let plain = place.contains(&key_of(uri.as_bytes()));
                assert_eq!(wanted.has(uri.as_bytes()), plain, "{place:?} {uri}");
                assert_eq!(wanted.has(uri.as_bytes()), plain, "{place:?} {uri} again");
            }
        }
    }
}
