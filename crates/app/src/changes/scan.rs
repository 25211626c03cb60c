//! One pass over the captures of a site, page by page, each in the order of time.

use super::{CHANGES_DEFAULT, CHANGES_MAX, ChangesError, ChangesQuery, PageChange};
use crate::Watch;
use crate::archive::prefixes_of;
use crate::memento::is_memento;
use crate::reading::{CaptureGate, CaptureSight};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use stodola_archive::{Captures, Entry, Stamp};
use stodola_map::is_document;

/// A change, with the captures that show it.
pub(super) struct Event {
    pub(super) kind: PageChange,
    pub(super) time: Stamp,
    /// The capture that shows it.
    pub(super) entry: Entry,
    /// The last content before.
    pub(super) before: Option<Entry>,
}

/// What was found.
pub(super) struct Scanned {
    /// The newest first.
    pub(super) events: Vec<Event>,
    pub(super) more: u64,
    pub(super) is_cut: bool,
}

/// Finds the newest changes. At most as many as are asked for are in memory.
pub(super) fn scan(
    captures: &Captures,
    gate: &dyn CaptureGate,
    query: &ChangesQuery,
    watch: &dyn Watch,
) -> Result<Scanned, ChangesError> {
    let most = match query.newest {
        0 => CHANGES_DEFAULT,
        newest => newest.min(CHANGES_MAX),
    };
    let catalogue = captures.catalogue()?;
    let mut newest = Newest { most, events: BinaryHeap::new(), more: 0 };
    let (mut looked_at, mut is_cut) = (0u64, false);
    watch.begin("captures", None);
    'site: for prefix in prefixes_of(&query.site) {
        let mut page = PagePast::default();
        for entry in catalogue.prefix(&prefix, None) {
            let entry = entry?;
            looked_at += 1;
            watch.at(looked_at);
            if watch.is_stopped() {
                return Err(ChangesError::Stopped);
            }
            if query.captures_max.is_some_and(|most| looked_at > most) {
                is_cut = true;
                break 'site;
            }
            if entry.row.key != page.key {
                page = PagePast { key: entry.row.key.clone(), ..PagePast::default() };
            }
            let is_later = |time: Stamp| query.to.is_some_and(|to| time > to);
            let Some(time) = entry.row.time.filter(|time| !is_later(*time)) else { continue };
            if gate.sight(&entry) != CaptureSight::Shown || !is_memento(&entry, &catalogue, gate)? {
                continue;
            }
            let is_wanted = query.from.is_none_or(|from| time >= from);
            if let Some(event) = page.next(entry, time).filter(|_| is_wanted) {
                newest.push(event);
            }
        }
    }
    watch.end();
    let mut events: Vec<Event> = newest.events.into_iter().map(|Reverse(it)| it.event).collect();
    events.sort_by(|a, b| (b.time, &a.entry.row.key).cmp(&(a.time, &b.entry.row.key)));
    Ok(Scanned { events, more: newest.more, is_cut })
}

/// What is known of a page up to a capture.
#[derive(Default)]
struct PagePast {
    key: Vec<u8>,
    /// The last capture with content.
    content: Option<Entry>,
    is_gone: bool,
}

impl PagePast {
    /// Takes the next capture, and tells what it changes.
    fn next(&mut self, entry: Entry, time: Stamp) -> Option<Event> {
        let event = |kind, entry, before| Some(Event { kind, time, entry, before });
        match entry.row.status {
            Some(404 | 410) => {
                let before = self.content.clone()?;
                if std::mem::replace(&mut self.is_gone, true) {
                    return None;
                }
                event(PageChange::Gone, entry, Some(before))
            }
            None | Some(200..300 | 304) => {
                // A revisit may lack the type; its first capture had one.
                let is_page = entry.row.mime.as_deref().is_none_or(is_document);
                let is_revisit_of_nothing = entry.row.mime.is_none() && self.content.is_none();
                if !is_page || is_revisit_of_nothing {
                    return None;
                }
                let was_gone = std::mem::replace(&mut self.is_gone, false);
                let Some(before) = self.content.replace(entry.clone()) else {
                    return event(PageChange::New, entry, None);
                };
                if was_gone {
                    return event(PageChange::New, entry, Some(before));
                }
                match (&before.row.digest, &entry.row.digest) {
                    (Some(old), Some(new)) if differs(old, new) => {
                        event(PageChange::Changed, entry, Some(before))
                    }
                    _ => None,
                }
            }
            Some(_) => None,
        }
    }
}

/// Whether two digests show different contents. Digests of different algorithms show nothing.
fn differs(old: &str, new: &str) -> bool {
    let algorithm = |digest: &str| digest.split_once(':').map(|(it, _)| it.to_ascii_lowercase());
    old != new && algorithm(old) == algorithm(new)
}

/// The newest events.
struct Newest {
    most: usize,
    /// The oldest of them is on top.
    events: BinaryHeap<Reverse<ByTime>>,
    more: u64,
}

impl Newest {
    fn push(&mut self, event: Event) {
        self.events.push(Reverse(ByTime { event }));
        if self.events.len() > self.most {
            self.events.pop();
            self.more += 1;
        }
    }
}

/// An event that is compared by its time, and then by its page.
struct ByTime {
    event: Event,
}

impl ByTime {
    fn order(&self) -> (Stamp, Reverse<&[u8]>) {
        (self.event.time, Reverse(&self.event.entry.row.key))
    }
}

impl PartialEq for ByTime {
    fn eq(&self, other: &ByTime) -> bool {
        self.order() == other.order()
    }
}

impl Eq for ByTime {}

impl PartialOrd for ByTime {
    fn partial_cmp(&self, other: &ByTime) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ByTime {
    fn cmp(&self, other: &ByTime) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}
