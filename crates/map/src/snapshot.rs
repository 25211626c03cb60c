//! The map as of a time: each page with its newest capture that is not later, and what became of redirects.

mod unite;

use crate::error::MapError;
use crate::map::{LinkMap, PageView};
use crate::name::{name_of, uri_of};
use crate::names::Names;
use crate::part::Union;
use crate::record::{Capture, KnownContent};
use crate::shape::LinkShape;
use crate::sight::{CaptureSights, MapSight, SightOf};
use crate::time::MapTime;
use std::collections::HashSet;

/// Number of redirects that are followed from one address.
const REDIRECTS_MAX: u32 = 20;
const NOWHERE: u32 = u32::MAX;

/// The number of a page in a [`MapSnapshot`]. Pages are numbered in the order of their sites, and then of their paths.
pub type PageNumber = u32;

/// The map of an archive as of a time.
pub struct MapSnapshot<'m> {
    map: &'m LinkMap,
    union: Union<'m>,
    as_of: MapTime,
    names: Names,
    states: Vec<PageStanding>,
    /// What each shape of links is; `None` for words that are no shapes.
    shapes: Vec<Option<LinkShape>>,
    /// Addresses that rules of the caller make one page with others; their contents do not count.
    united: HashSet<PageNumber>,
    /// What of captures may be shown.
    sights: CaptureSights,
}

/// What is known of an address at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageStanding {
    /// State of the newest capture.
    pub state: PageState,
    /// HTTP status of that capture; 0 if there is none.
    pub status: u16,
    redirect: u32,
    /// Number of the word that is the media type.
    pub(crate) mime: u32,
}

/// The state of an address at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PageState {
    /// It is only linked to: there is no capture of it.
    Linked,
    /// The server gave a content.
    Present,
    /// The server redirected to another address.
    Redirected,
    /// The server answered with an error, or with a status that gives no content.
    Failed,
}

/// Where the redirects from an address lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RedirectTrail {
    /// The last address. For a loop, the address itself.
    pub end: PageNumber,
    /// Number of redirects.
    pub hops: u32,
    /// Whether they come back to an address on the way, or are too many.
    pub is_loop: bool,
}

/// A page on the way of [`MapSnapshot::each`].
pub(crate) struct CurrentPage<'s> {
    pub(crate) number: PageNumber,
    pub(crate) name: &'s [u8],
    /// The newest capture that is not a mere confirmation of the one before.
    pub(crate) capture: &'s Capture,
    /// Its content; `None` if it has none, or if it is not known.
    pub(crate) content: Option<&'s KnownContent>,
    /// Hash of its content.
    pub(crate) hash: Option<u64>,
    /// All captures up to the time, the oldest first.
    pub(crate) captures: &'s [Capture],
}

impl LinkMap {
    /// Reads the state of all pages at a time. Takes about 40 bytes of memory for each.
    pub fn snapshot(&self, as_of: MapTime) -> Result<MapSnapshot<'_>, MapError> {
        self.snapshot_seen(as_of, None)
    }

    /// Same as [`LinkMap::snapshot`] for somebody who may not see everything. `sight` is asked once about each page.
    /// Captures that are hidden are as if they did not exist, in all that is made of the snapshot.
    pub fn snapshot_seen(
        &self,
        as_of: MapTime,
        sight: Option<&SightOf<'_>>,
    ) -> Result<MapSnapshot<'_>, MapError> {
        let mut names = Names::default();
        let union = self.union(|_, name| names.push(name))?;
        let shapes = (0..union.words.len() as u32)
            .map(|number| LinkShape::decode(union.words.word(number)))
            .collect();
        let states = vec![PageStanding::NOTHING; union.pages as usize];
        let (sights, united) = (CaptureSights::default(), HashSet::new());
        let mut snapshot =
            MapSnapshot { map: self, union, as_of, names, states, shapes, united, sights };
        if let Some(sight) = sight {
            let mut sights = CaptureSights::default();
            snapshot.each(false, |page| {
                let times: Vec<MapTime> = page.captures.iter().map(|it| it.time).collect();
                sights.add(page.number, &times, sight(&uri_of(page.name), &times));
                Ok(())
            })?;
            snapshot.sights = sights;
        }
        let mut states = std::mem::take(&mut snapshot.states);
        snapshot.each(false, |page| {
            states[page.number as usize] = PageStanding::of(page.capture);
            Ok(())
        })?;
        snapshot.states = states;
        Ok(snapshot)
    }
}

impl PageStanding {
    const NOTHING: PageStanding =
        PageStanding { state: PageState::Linked, status: 0, redirect: NOWHERE, mime: 0 };

    fn of(capture: &Capture) -> PageStanding {
        let state = match capture.status {
            0 | 200..300 => PageState::Present,
            304 if capture.content.is_some() => PageState::Present,
            _ if capture.redirect.is_some() => PageState::Redirected,
            _ => PageState::Failed,
        };
        let redirect = capture.redirect.unwrap_or(NOWHERE);
        PageStanding { state, status: capture.status, redirect, mime: capture.mime }
    }

    /// The page to which the server redirects; `None` if it does not.
    pub fn redirect(&self) -> Option<PageNumber> {
        (self.redirect != NOWHERE && self.state == PageState::Redirected).then_some(self.redirect)
    }
}

impl MapSnapshot<'_> {
    /// The time.
    pub fn as_of(&self) -> MapTime {
        self.as_of
    }

    /// Number of addresses, with those that are only linked to.
    pub fn pages(&self) -> u32 {
        self.names.len()
    }

    /// Returns the number of an address; `None` if the map does not have it.
    pub fn find(&self, uri: &[u8]) -> Option<PageNumber> {
        self.names.find(&name_of(uri))
    }

    /// Returns the number of an address, or an error that names it.
    pub fn require(&self, uri: &[u8]) -> Result<PageNumber, MapError> {
        let missing = || MapError::NoPage { uri: String::from_utf8_lossy(uri).into_owned() };
        self.find(uri).ok_or_else(missing)
    }

    /// Returns the address of a page; empty if there is no such page.
    pub fn uri(&self, page: PageNumber) -> Vec<u8> {
        uri_of(&self.names.get(page))
    }

    pub(crate) fn name(&self, page: PageNumber) -> Vec<u8> {
        self.names.get(page)
    }

    /// Calls `each` with the number and the name of every page.
    pub(crate) fn each_name(&self, each: impl FnMut(PageNumber, &[u8])) {
        self.names.each(each);
    }

    /// Returns what is known of a page; as of one that is only linked to, if there is no such page.
    pub fn standing(&self, page: PageNumber) -> PageStanding {
        self.states.get(page as usize).copied().unwrap_or(PageStanding::NOTHING)
    }

    /// Follows the redirects from a page. Addresses that redirect and the one where they end are one page.
    pub fn trail(&self, page: PageNumber) -> RedirectTrail {
        let (mut end, mut hops) = (page, 0);
        while let Some(next) = self.standing(end).redirect() {
            hops += 1;
            if next == page || hops > REDIRECTS_MAX {
                return RedirectTrail { end: page, hops, is_loop: true };
            }
            end = next;
        }
        RedirectTrail { end, hops, is_loop: false }
    }

    /// Returns a page with its links and texts; `None` if it has no capture that may be shown.
    pub fn page(&self, uri: &[u8]) -> Result<Option<PageView>, MapError> {
        let Some(number) = self.find(uri) else { return Ok(None) };
        let mut captures = self.map.captures(uri)?;
        let sight = |time: MapTime| self.sights.of(number, time);
        captures.retain(|it| it.time <= self.as_of && sight(it.time) != MapSight::Hidden);
        self.map.view(uri, &captures, &|capture| sight(capture.time) == MapSight::Shown)
    }

    /// Returns what a shape of links is.
    pub(crate) fn shape(&self, number: u32) -> Option<&LinkShape> {
        self.shapes.get(number as usize)?.as_ref()
    }

    /// Number of words and shapes.
    pub(crate) fn words(&self) -> u32 {
        self.shapes.len() as u32
    }

    /// Returns the media type of a page in lower case, without parameters; empty if it is not known.
    pub fn mime(&self, page: PageNumber) -> String {
        self.word(self.standing(page).mime)
    }

    /// Returns a word: a media type or a language.
    pub(crate) fn word(&self, number: u32) -> String {
        String::from_utf8_lossy(self.union.words.word(number)).into_owned()
    }

    /// Calls `each` with every page that has a capture, in the order of numbers.
    pub(crate) fn each(
        &self,
        with_texts: bool,
        mut each: impl FnMut(&CurrentPage<'_>) -> Result<(), MapError>,
    ) -> Result<(), MapError> {
        let mut scan = self.union.scan(with_texts)?;
        while let Some(node) = scan.next()? {
            if self.united.contains(&node.number) {
                continue;
            }
            let Some(mut record) = node.record else { continue };
            record.settle(&|file| self.map.is_there(file));
            let end = record.captures.partition_point(|it| it.time <= self.as_of);
            record.captures.truncate(end);
            let sight = |capture: &Capture| self.sights.of(node.number, capture.time);
            record.captures.retain(|capture| sight(capture) != MapSight::Hidden);
            let captures = &record.captures;
            let Some(last) = captures.last() else { continue };
            let capture = captures.iter().rfind(|it| !it.confirms()).unwrap_or(last);
            let content = capture.content.filter(|_| sight(capture) == MapSight::Shown);
            let content = content.and_then(|it| record.contents.get(it as usize));
            each(&CurrentPage {
                number: node.number,
                name: &node.name,
                capture,
                content: content.and_then(|it| it.known.as_ref()),
                hash: content.map(|it| it.hash),
                captures,
            })?;
        }
        Ok(())
    }
}
