//! Earlier captures of a URI in the archive, so that it need not be fetched or stored again.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stodola_archive::{
    CaptureKind, Captures, CatalogueError, Entry, FileSource, Keeper, Original, Stamp, Stored,
};
use stodola_crawl::EarlierCapture;
use stodola_crawl::job::SeenCapture;
use stodola_warc::Record;
use stodola_warc::date::parse_warc_date;
use stodola_warc::http::parse_response;

type CaptureRecord<'r> = Record<'r, FileSource>;

/// Number of bytes of a response that are read for its header.
const HEAD_MAX: usize = 64 << 10;
/// Number of own captures after which those that the catalogue lists by now are dropped.
const OWN_MANY: usize = 25_000;
/// How the names of the files of a harvest begin in the archive.
const WARC: &str = "warc/";
/// Number of captures of a URI that are used to find how often it changes.
const SEEN_MAX: usize = 32;

/// The captures that existed when the harvest began, and those that others add meanwhile.
pub(super) struct Past {
    captures: Captures,
    /// Whether there may be anything to look up.
    is_asked: bool,
    /// Captures of this harvest, if it comes back to them; otherwise `None`.
    own: Option<Own>,
    /// Whether the archive was empty before this harvest.
    was_empty: bool,
}

impl Past {
    /// `comes_back`: whether captures of this harvest will be looked up by the same harvest.
    pub(super) fn open(keeper: &Arc<Keeper>, comes_back: bool) -> Result<Past, CatalogueError> {
        let captures = Captures::new(keeper.archive());
        let was_empty = captures.catalogue()?.totals()?.captures == 0;
        let own = comes_back.then(Own::default);
        Ok(Past { captures, is_asked: comes_back || !was_empty, own, was_empty })
    }

    /// Records where a capture was stored. Does not block.
    pub(super) fn note(&self, uri: &[u8], stored: &Stored) {
        if let Some(own) = &self.own {
            own.note(uri, stored);
        }
    }

    /// Drops own captures that the catalogue lists by now, from time to time. May block.
    pub(super) fn let_go_of_listed(&self) -> Result<(), CatalogueError> {
        let Some(own) = &self.own else { return Ok(()) };
        for file in own.files_to_look_for() {
            let until = self.captures.catalogue()?.listed_until(&format!("{WARC}{file}"))?;
            own.let_go_of(&file, until);
        }
        Ok(())
    }

    /// Whether there may be an earlier capture of a URI. Answers from memory.
    pub(super) fn may_have(&self, uri: &[u8]) -> bool {
        match &self.own {
            Some(own) => !self.was_empty || own.may_have(uri),
            None => self.is_asked,
        }
    }

    /// Returns the capture of this harvest, if its file is not in the catalogue yet; otherwise `None`.
    fn own(&self, uri: &[u8]) -> Option<EarlierCapture> {
        let place = self.own.as_ref()?.place(uri)?;
        let (date, refers_to) = self.with_record(&place, |record| {
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
            let date = record.raw_date().and_then(text);
            // Two URIs may have the same hash.
            if record.uri() != Some(uri) {
                return None;
            }
            let header = record.warc()?;
            let original = header.get("WARC-Refers-To-Target-URI").map(<[u8]>::to_vec);
            Some((date?, original.zip(header.get("WARC-Refers-To-Date").and_then(text))))
        })??;
        let head = self.head_at(&place)?;
        let time = parse_warc_date(date.as_bytes()).0?.to_unix().max(0) as u64 * 1000;
        let (place, own_head) = match refers_to {
            None => (place, None),
            Some((uri, date)) => (self.place_of(&uri, &date)?, Some(place)),
        };
        let own_head = own_head.filter(|_| head.status != Some(304));
        let status = match &own_head {
            Some(_) => head.status,
            None => self.head_at(&place)?.status,
        };
        Some(EarlierCapture {
            seen: vec![SeenCapture { time, has_changed: false }],
            status,
            digest: None,
            server: head.server,
            etag: head.etag,
            last_modified: head.last_modified,
            place,
            head: own_head,
        })
    }

    /// Returns where the capture of a URI with this date is stored; `None` if it is not in the archive.
    fn place_of(&self, uri: &[u8], date: &str) -> Option<(String, u64)> {
        let own = self.own.as_ref().and_then(|own| own.place(uri)).filter(|place| {
            let is_it = |record: &mut CaptureRecord<'_>| record.raw_date() == Some(date.as_bytes());
            self.with_record(place, is_it) == Some(true)
        });
        if own.is_some() {
            return own;
        }
        let time = Stamp::from(parse_warc_date(date.as_bytes()).0?);
        let found = self.captures.lookup(uri).ok()?.into_iter().find(|entry| {
            entry.row.uri == uri
                && entry.row.time == Some(time)
                && entry.row.kind != CaptureKind::Revisit
                && is_first_in_member(entry)
        })?;
        Some((found.file.to_string(), found.row.offset))
    }

    /// Returns the latest capture of a URI that a server can compare with, or that is young enough; `None` if there is
    /// none.
    pub(super) fn earlier(&self, uri: &[u8]) -> Result<Option<EarlierCapture>, CatalogueError> {
        if let Some(own) = self.own(uri) {
            return Ok(Some(own));
        }
        // All captures are of this harvest, and none was dropped: it would have been found above.
        if self.was_empty && self.own.as_ref().is_some_and(Own::has_all) {
            return Ok(None);
        }
        if !self.is_asked {
            return Ok(None);
        }
        let mut entries = self.captures.lookup(uri)?;
        entries.retain(|entry| {
            // The key stands for many spellings, which the server may distinguish.
            entry.row.uri == uri
                && matches!(entry.row.kind, CaptureKind::Response | CaptureKind::Revisit)
                && entry.row.time.is_some()
                && is_first_in_member(entry)
        });
        let Some(last) = entries.last() else { return Ok(None) };
        // An answer 304 says little about the document.
        let said = entries.iter().rev().find(|entry| entry.row.status != Some(304)).unwrap_or(last);
        let original = match said.row.kind {
            CaptureKind::Revisit => self.captures.originals(said)?.into_iter().next(),
            _ => Some(said.clone()),
        };
        let Some(original) = original.filter(is_first_in_member) else { return Ok(None) };
        let Some(head) = self.head(said) else { return Ok(None) };
        // Usually all three are one capture, whose record is then read once.
        let head_of = |entry: &Entry| match stored_at(entry) == stored_at(said) {
            true => Some(head.clone()),
            false => self.head(entry),
        };
        let Some(newest) = head_of(last) else { return Ok(None) };
        let has_own_head = said.row.kind == CaptureKind::Revisit && head.status != Some(304);
        // If a capture was truncated, the whole document is wanted, even if the server has not changed it. And an
        // answer 304 is replayed with the head of the original, which must describe the payload in the same way.
        let is_asked_in_full = head_of(&original)
            .is_none_or(|it| it.is_truncated || has_own_head && !it.describes_as(&head));
        Ok(Some(EarlierCapture {
            seen: seen(&entries),
            status: head.status,
            digest: said.row.digest.clone(),
            server: newest.server.or(head.server),
            // The newer answer may name another version than the one before.
            etag: newest.etag.or(head.etag).filter(|_| !is_asked_in_full),
            last_modified: newest
                .last_modified
                .or(head.last_modified)
                .filter(|_| !is_asked_in_full),
            place: stored_at(&original),
            head: has_own_head.then(|| stored_at(said)),
        }))
    }

    /// Calls `read` with a response. Returns `false` if it cannot be read.
    pub(super) fn reread(
        &self,
        earlier: &EarlierCapture,
        read: &mut dyn FnMut(&mut dyn Read),
    ) -> bool {
        let Some(place) = &earlier.head else {
            return self.with_record(&earlier.place, |record| read(record)).is_some();
        };
        let head = self.with_record(place, |record| {
            let block = record.peek(HEAD_MAX).ok()?;
            let head = parse_response(block).filter(|head| head.complete)?;
            let leads_on = head.field("Location").is_some();
            Some((block[..head.head_len].to_vec(), head.fields.is_chunked(), leads_on))
        });
        let Some(Some((head, is_chunked, leads_on))) = head else { return false };
        let is_read = self.with_record(&earlier.place, |record| {
            let other = parse_response(record.peek(HEAD_MAX).ok()?)?;
            // The newer head does not fit the body, so the stored one is used, unless the newer one is a redirect.
            if other.fields.is_chunked() != is_chunked {
                return (!leads_on).then(|| read(record));
            }
            let length = other.head_len as u64;
            io::copy(&mut Read::take(&mut *record, length), &mut io::sink()).ok()?;
            read(&mut head.as_slice().chain(record));
            Some(())
        });
        is_read.flatten().is_some()
    }

    /// Returns what the record of an unchanged capture has to refer to.
    pub(super) fn original(
        &self,
        earlier: &EarlierCapture,
    ) -> io::Result<Option<(Original, Option<String>)>> {
        let found = self.with_record(&earlier.place, |record| {
            let digest = record.warc().and_then(|header| header.get("WARC-Payload-Digest"));
            let digest = digest.and_then(|digest| String::from_utf8(digest.to_vec()).ok());
            Original::of(record).map(|original| (original, digest))
        });
        let gone = || io::Error::other(format!("'{}' has vanished meanwhile", earlier.place.0));
        found.flatten().map(Some).ok_or_else(gone)
    }

    fn head(&self, entry: &Entry) -> Option<Head> {
        self.head_at(&stored_at(entry))
    }

    fn head_at(&self, (file, offset): &(String, u64)) -> Option<Head> {
        let answer = self.captures.answer_head(file, *offset).ok()?;
        // The profile of the record says the same.
        let not_modified = || Some(Head { status: Some(304), ..Head::default() });
        let head = answer.head.as_deref().map_or_else(not_modified, Head::parse)?;
        Some(Head { server: answer.server, is_truncated: answer.is_truncated, ..head })
    }

    /// Calls back with the record at a place; `None` if there is no such record.
    fn with_record<T>(
        &self,
        (file, offset): &(String, u64),
        work: impl FnOnce(&mut CaptureRecord<'_>) -> T,
    ) -> Option<T> {
        self.captures.with_record(file, *offset, work).ok()
    }
}

/// Captures of this harvest that the catalogue does not list yet.
#[derive(Default)]
struct Own {
    state: Mutex<OwnState>,
    /// Whether some should be dropped.
    is_full: AtomicBool,
}

#[derive(Default)]
struct OwnState {
    /// File, relative to the folder of WARC files, and offset of each, by the hash of its URI.
    places: HashMap<u64, (Arc<str>, u64)>,
    /// Those that were dropped.
    dropped: Dropped,
}

impl Own {
    fn state(&self) -> MutexGuard<'_, OwnState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, uri: &[u8], stored: &Stored) {
        let mut state = self.state();
        state.places.insert(number_of(uri), (Arc::clone(&stored.file), stored.offset));
        if state.places.len().is_multiple_of(OWN_MANY) {
            self.is_full.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the files with own captures, if there are so many captures that some should be dropped.
    fn files_to_look_for(&self) -> BTreeSet<Arc<str>> {
        if !self.is_full.swap(false, Ordering::Relaxed) {
            return BTreeSet::new();
        }
        self.state().places.values().map(|(file, _)| file.clone()).collect()
    }

    /// Drops the captures of a file before an offset: the catalogue lists them.
    fn let_go_of(&self, file: &str, until: u64) {
        let mut state = self.state();
        let OwnState { places, dropped, .. } = &mut *state;
        places.retain(|number, (name, offset)| {
            let is_kept = **name != *file || *offset >= until;
            if !is_kept {
                dropped.add(*number);
            }
            is_kept
        });
    }

    /// Whether none was dropped.
    fn has_all(&self) -> bool {
        self.state().dropped.0.is_empty()
    }

    /// Whether this harvest may have a capture of a URI.
    fn may_have(&self, uri: &[u8]) -> bool {
        let (state, number) = (self.state(), number_of(uri));
        state.places.contains_key(&number) || state.dropped.may_have(number)
    }

    fn place(&self, uri: &[u8]) -> Option<(String, u64)> {
        let state = self.state();
        state.places.get(&number_of(uri)).map(|(file, offset)| (format!("{WARC}{file}"), *offset))
    }
}

/// A set of hashes of fixed size that may also say yes for others, the more of them it has: of 5 million hashes, for
/// one of fifty others. Each yes costs a question to the catalogue, which knows.
#[derive(Default)]
struct Dropped(Vec<u64>);

impl Dropped {
    /// Number of bits: 8 MiB. They are there once something is added.
    const BITS: u64 = 1 << 26;

    /// The places of a hash: a word, and bits in it.
    fn bits(number: u64) -> impl Iterator<Item = (usize, u64)> {
        // A part of the hash for each, odd so that they differ.
        let step = number >> 32 | 1;
        (0..4).map(move |at| {
            let bit = number.wrapping_add(step.wrapping_mul(at)) % Dropped::BITS;
            ((bit / 64) as usize, 1 << (bit % 64))
        })
    }

    fn add(&mut self, number: u64) {
        self.0.resize((Dropped::BITS / 64) as usize, 0);
        for (word, bit) in Dropped::bits(number) {
            self.0[word] |= bit;
        }
    }

    fn may_have(&self, number: u64) -> bool {
        let has = |(word, bit): (usize, u64)| self.0.get(word).is_some_and(|it| it & bit != 0);
        Dropped::bits(number).all(has)
    }
}

/// Returns the hash that identifies a URI as long as the program runs.
fn number_of(uri: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    uri.hash(&mut hasher);
    hasher.finish()
}

/// Whether a capture can be found by its file and offset alone. Others share a compressed member with the one that
/// would be found there; they are fetched as if they were not archived.
fn is_first_in_member(entry: &Entry) -> bool {
    entry.row.inner_offset == 0
}

fn stored_at(entry: &Entry) -> (String, u64) {
    (entry.file.to_string(), entry.row.offset)
}

/// What a server said about a version of a document.
#[derive(Clone, Default)]
struct Head {
    status: Option<u16>,
    server: Option<IpAddr>,
    is_truncated: bool,
    etag: Option<Vec<u8>>,
    last_modified: Option<Vec<u8>>,
    content_type: Option<Vec<u8>>,
    content_encoding: Option<Vec<u8>>,
}

impl Head {
    /// The record around the answer tells the server, and whether the answer was truncated.
    fn parse(block: &[u8]) -> Option<Head> {
        let head = parse_response(block)?;
        let field = |name| head.field(name).map(|value| value.into_owned());
        Some(Head {
            status: head.status,
            etag: field("ETag").filter(|tag| is_sane(tag)),
            last_modified: field("Last-Modified").filter(|date| is_sane(date)),
            content_type: field("Content-Type"),
            content_encoding: field("Content-Encoding"),
            ..Head::default()
        })
    }

    /// Whether two heads tell a browser to treat a payload in the same way.
    fn describes_as(&self, other: &Head) -> bool {
        (self.status, &self.content_type, &self.content_encoding)
            == (other.status, &other.content_type, &other.content_encoding)
    }
}

/// Whether a value is allowed in a request.
fn is_sane(value: &[u8]) -> bool {
    !value.is_empty() && value.len() <= 1024 && value.iter().all(|&b| b >= b' ' && b != 127)
}

fn seen(entries: &[Entry]) -> Vec<SeenCapture> {
    let mut seen = Vec::new();
    let mut digest: Option<&String> = None;
    for entry in &entries[entries.len().saturating_sub(SEEN_MAX)..] {
        let own = entry.row.digest.as_ref();
        // A server that answers 304 sends nothing to compare.
        let is_same = match (digest, own) {
            (Some(before), Some(own)) => before == own,
            (Some(_), None) => entry.row.kind == CaptureKind::Revisit,
            (None, _) => true,
        };
        let time = entry.row.time.map_or(0, |time| time.seconds().max(0) as u64 * 1000);
        seen.push(SeenCapture { time, has_changed: !is_same });
        digest = own.or(digest);
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(own: &Own, uri: &str, file: &Arc<str>, offset: u64) {
        let entry = (Arc::clone(file), offset);
        own.state().places.insert(number_of(uri.as_bytes()), entry);
    }

    #[test]
    fn captures_that_the_catalogue_lists_are_dropped_and_not_forgotten() {
        let (own, first, second) = (Own::default(), Arc::from("1.warc.gz"), Arc::from("2.warc.gz"));
        note(&own, "a", &first, 100);
        note(&own, "b", &first, 200);
        note(&own, "c", &second, 100);
        own.let_go_of("1.warc.gz", 0);
        assert!(own.has_all());
        own.let_go_of("1.warc.gz", 200);
        assert!(!own.has_all());
        assert_eq!(own.place(b"a"), None, "the catalogue has it");
        assert_eq!(own.place(b"b"), Some(("warc/1.warc.gz".to_owned(), 200)));
        assert_eq!(own.place(b"c"), Some(("warc/2.warc.gz".to_owned(), 100)));
        assert!(["a", "b", "c"].iter().all(|uri| own.may_have(uri.as_bytes())));
        assert!(!own.may_have(b"d"));
    }

    #[test]
    fn few_others_are_taken_for_dropped_ones() {
        let mut dropped = Dropped::default();
        let number = |at: u32| number_of(&at.to_le_bytes());
        (0..1_000_000).for_each(|at| dropped.add(number(at)));
        assert!((0..1_000_000).all(|at| dropped.may_have(number(at))));
        let wrong = (2_000_000..2_100_000).filter(|&at| dropped.may_have(number(at))).count();
        assert!(wrong < 100, "{wrong} of 100,000");
    }
}
