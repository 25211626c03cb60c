//! Which capture of the archive answers a request for a URI and a time.
//!
//! ```text
//! URI, request ─▶ key ─▶ captures of the key, by distance in time ─▶ the first that can be used, opened
//!                  │ none?
//!                  ├─▶ site rules of the archive: addresses that are the same page
//!                  └─▶ fuzzy rules: the same address but for arguments that mean nothing
//! ```
//!
//! - The nearest capture wins, whatever its status: an error page is what the site said then. Other replay tools do
//!   the same.
//! - A redirect to itself (`http` to `https`, with and without `www.`) has the same key as its target; such captures
//!   are passed over, or a browser would go round for ever. So are redirects that come back over others, as they would
//!   be found. A form whose answer leads to its own address is no such case: that is asked for by GET.
//! - A capture that cannot be read, or a revisit without its original, is passed over too. The result tells of it.
//! - The work for one request is bounded: see [`FindLimits`]. Nothing is repeated, so nothing loops.
//! - Redirects are kept in time by the caller: their target is asked for at the time of the redirect's capture.

mod candidates;
mod conversion;
mod fuzzy;
mod location;
mod request;
mod ruled;

pub use location::{is_self_redirect, redirect_target};
pub use request::RequestBody;

use candidates::{Candidates, KeyKind};
use location::repeats_request;
use std::cell::Cell;
use stodola_archive::{
    CaptureError, CaptureKind, Captures, Catalogue, CatalogueError, ConversionRow, Entry,
    OpenedCapture, Stamp, key_of,
};
use stodola_uri::SiteRules;

/// What is wanted of the archive.
#[derive(Clone, Copy)]
pub struct Wanted<'w> {
    /// The address.
    pub uri: &'w [u8],
    /// The moment that the capture should be nearest to; `None` for the latest one.
    pub time: Option<Stamp>,
    /// The request, if it was not a GET: answers to it are kept apart.
    pub request: Option<&'w RequestBody<'w>>,
    /// Whether a converted form of the content is preferred.
    pub form: WantedForm<'w>,
    /// Whether fuzzy rules may be used.
    pub is_fuzzy: bool,
    /// Which addresses are the same page; `None` for no such rules.
    pub site_rules: Option<&'w SiteRules>,
    /// Whether a capture may be known of. Those for which this is false are as if they were not there. Captures that
    /// are blocked may be known of: the caller decides about the one that was found.
    pub is_shown: &'w dyn Fn(&Entry) -> bool,
    /// How much may be looked at.
    pub limits: FindLimits,
}

impl<'w> Wanted<'w> {
    /// The capture of a URI nearest to a moment, or the latest one, with nothing hidden.
    pub fn new(uri: &'w [u8], time: Option<Stamp>) -> Wanted<'w> {
        Wanted {
            uri,
            time,
            request: None,
            form: WantedForm::Original,
            is_fuzzy: true,
            site_rules: None,
            is_shown: &|_| true,
            limits: FindLimits::default(),
        }
    }
}

/// In which form the content is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WantedForm<'w> {
    /// As it was captured.
    #[default]
    Original,
    /// As a `conversion` record has it, of this media type if one is given; as it was captured if there is none.
    Conversion(Option<&'w str>),
}

/// How much is looked at for one request at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindLimits {
    /// Captures of the key: more are only looked at where many in a row are hidden.
    pub rows: usize,
    /// Captures of other keys, where site rules or fuzzy rules are used; so many for each.
    pub fuzzy_rows: usize,
    /// Records of files that are opened.
    pub records: usize,
}

impl Default for FindLimits {
    fn default() -> FindLimits {
        FindLimits { rows: 20_000, fuzzy_rows: 500, records: 24 }
    }
}

/// The result of a search.
pub enum FindOutcome {
    /// A capture.
    Found(Box<ReplayCapture>),
    /// The archive has no capture of that address.
    Nothing,
    /// There are captures, but none that can be used.
    Unusable {
        /// The nearest one.
        nearest: Box<Entry>,
        /// Why that was passed over.
        reason: PassReason,
    },
}

/// A capture that was found and opened.
pub struct ReplayCapture {
    /// Its row in the catalogue.
    pub entry: Entry,
    /// Head and payload, revisits resolved. Of a conversion: no head, and the converted content.
    pub opened: OpenedCapture,
    /// How its key compares to the one that was asked for.
    pub matched: KeyMatch,
    /// Of a conversion: the media type and the place of its record. `entry` is the capture that it was made of.
    pub conversion: Option<ConversionRow>,
    /// Captures that were nearer and could not be used.
    pub passed: Vec<(Entry, PassReason)>,
}

/// How a capture was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyMatch {
    /// Its key is the one of the URI.
    Exact,
    /// Its key is the same but for arguments that a fuzzy rule leaves out: the name of the first such rule.
    Fuzzy(&'static str),
    /// Its address is the same page by the site rules of the archive.
    SameSitePage,
}

/// Why a capture was passed over.
#[derive(Debug)]
pub enum PassReason {
    /// It redirects to itself, perhaps over others.
    SelfRedirect,
    /// It cannot be read; also a revisit whose original is not there.
    Unreadable(CaptureError),
    /// The limit of records was reached before.
    NotTried,
}

/// Errors from looking for a capture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// The catalogue could not be asked.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
}

/// So many redirects are followed to see whether they come back, and so many captures of each are looked at.
const REDIRECTS_MAX: usize = 6;

/// Finds the capture that answers a request, and opens it.
pub fn find(captures: &Captures, wanted: &Wanted<'_>) -> Result<FindOutcome, FindError> {
    let search = Search { captures, wanted, rows: Cell::new(wanted.limits.rows) };
    let posted = wanted.request.and_then(|request| request.row().key(wanted.uri));
    let (kind, key) = match posted {
        Some(key) => (KeyKind::Posted, key),
        None => (KeyKind::Plain, key_of(wanted.uri)),
    };
    let mut passed = Vec::new();
    if let Some(found) = search.nearest(&key, kind, KeyMatch::Exact, &mut passed)? {
        return search.completed(found, passed);
    }
    if let Some(rules) = wanted.site_rules.filter(|it| !it.is_empty())
        && passed.is_empty()
        && kind == KeyKind::Plain
    {
        let equals = {
            let catalogue = captures.catalogue()?;
            ruled::equals(&search, &catalogue, rules, wanted.uri)?
        };
        for key in equals {
            if let Some(found) = search.nearest(&key, kind, KeyMatch::SameSitePage, &mut passed)? {
                return search.completed(found, passed);
            }
        }
    }
    // Bodies are compared to the letter: what they ask for may have any effect.
    if wanted.is_fuzzy && passed.is_empty() && kind == KeyKind::Plain {
        let alike = {
            let catalogue = captures.catalogue()?;
            fuzzy::alike(&search, &catalogue, &key)?
        };
        for (key, rule) in alike {
            if let Some(found) = search.nearest(&key, kind, KeyMatch::Fuzzy(rule), &mut passed)? {
                return search.completed(found, passed);
            }
        }
    }
    Ok(match passed.into_iter().next() {
        Some((nearest, reason)) => FindOutcome::Unusable { nearest: Box::new(nearest), reason },
        None => FindOutcome::Nothing,
    })
}

/// One search, and how much of its budget is left.
struct Search<'s> {
    captures: &'s Captures,
    wanted: &'s Wanted<'s>,
    /// Rows of the catalogue that may still be looked at.
    rows: Cell<usize>,
}

/// A capture that can be used.
struct Usable {
    entry: Entry,
    opened: OpenedCapture,
    matched: KeyMatch,
}

impl Search<'_> {
    /// The nearest capture of a key that can be used.
    fn nearest(
        &self,
        key: &[u8],
        kind: KeyKind,
        matched: KeyMatch,
        passed: &mut Vec<(Entry, PassReason)>,
    ) -> Result<Option<Usable>, FindError> {
        let mut candidates = Candidates::new(key, kind, self.wanted.time);
        // What says something about a page, but is not the page.
        let mut beside = None;
        loop {
            // A connection is given back before a record is opened, which needs one.
            let next = {
                let catalogue = self.captures.catalogue()?;
                let _moment = catalogue.hold()?;
                self.next_shown(&mut candidates, &catalogue)?
            };
            let Some(entry) = next else { break };
            match entry.row.kind {
                CaptureKind::Response | CaptureKind::Revisit | CaptureKind::Resource => {}
                CaptureKind::Metadata | CaptureKind::Dns => {
                    beside = beside.or(Some(entry));
                    continue;
                }
            }
            if let Some(usable) = self.try_open(entry, matched, passed)? {
                return Ok(Some(usable));
            }
        }
        match beside {
            Some(entry) if passed.is_empty() => self.try_open(entry, matched, passed),
            _ => Ok(None),
        }
    }

    /// The next candidate that may be known of, and that answers this kind of request.
    fn next_shown(
        &self,
        candidates: &mut Candidates,
        catalogue: &Catalogue,
    ) -> Result<Option<Entry>, FindError> {
        while self.rows.get() > 0 {
            let Some(entry) = candidates.next(catalogue)? else { return Ok(None) };
            self.rows.set(self.rows.get() - 1);
            if (self.wanted.is_shown)(&entry) {
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    fn try_open(
        &self,
        entry: Entry,
        matched: KeyMatch,
        passed: &mut Vec<(Entry, PassReason)>,
    ) -> Result<Option<Usable>, FindError> {
        if passed.len() >= self.wanted.limits.records {
            if passed.is_empty() {
                passed.push((entry, PassReason::NotTried));
            }
            // No other is tried either.
            self.rows.set(0);
            return Ok(None);
        }
        match self.captures.open(&entry) {
            Err(CaptureError::Catalogue(error)) => Err(error.into()),
            Err(error) => {
                passed.push((entry, PassReason::Unreadable(error)));
                Ok(None)
            }
            Ok(opened) if self.comes_back(&entry, &opened)? => {
                passed.push((entry, PassReason::SelfRedirect));
                Ok(None)
            }
            Ok(opened) => Ok(Some(Usable { entry, opened, matched })),
        }
    }

    /// Whether a capture redirects to the request that it answers, at once or over other captures.
    fn comes_back(&self, entry: &Entry, opened: &OpenedCapture) -> Result<bool, FindError> {
        if self.wanted.request.is_some() {
            return Ok(repeats_request(opened) && is_self_redirect(entry, opened));
        }
        let Some(mut target) = redirect_target(entry, opened) else { return Ok(false) };
        let own = key_of(&entry.row.uri);
        for _ in 0..REDIRECTS_MAX {
            let key = key_of(&target);
            if key == own {
                return Ok(true);
            }
            let Some((entry, opened)) = self.behind_redirect(&key)? else { return Ok(false) };
            match redirect_target(&entry, &opened) {
                Some(further) => target = further,
                None => return Ok(false),
            }
        }
        Ok(false)
    }

    /// The capture of a key that a redirect leads to: the nearest one that can be read and does not redirect to itself.
    fn behind_redirect(&self, key: &[u8]) -> Result<Option<(Entry, OpenedCapture)>, FindError> {
        let mut candidates = Candidates::new(key, KeyKind::Plain, self.wanted.time);
        for _ in 0..REDIRECTS_MAX {
            let next = {
                let catalogue = self.captures.catalogue()?;
                self.next_shown(&mut candidates, &catalogue)?
            };
            let Some(entry) = next else { return Ok(None) };
            if matches!(entry.row.kind, CaptureKind::Metadata | CaptureKind::Dns) {
                continue;
            }
            // Nearly all captures are no redirects, and need not be opened to know it.
            if entry.row.status.is_some_and(|status| !(300..400).contains(&status)) {
                return Ok(None);
            }
            match self.captures.open(&entry) {
                Err(CaptureError::Catalogue(error)) => return Err(error.into()),
                Err(_) => {}
                Ok(opened) if is_self_redirect(&entry, &opened) => {}
                Ok(opened) => return Ok(Some((entry, opened))),
            }
        }
        Ok(None)
    }

    fn completed(
        &self,
        usable: Usable,
        passed: Vec<(Entry, PassReason)>,
    ) -> Result<FindOutcome, FindError> {
        let Usable { entry, mut opened, matched } = usable;
        let mut conversion = None;
        if let WantedForm::Conversion(mime) = self.wanted.form
            && let Some((row, content)) = conversion::of(self.captures, &entry, &opened, mime)?
        {
            opened.content = content;
            conversion = Some(row);
        }
        let found = ReplayCapture { entry, opened, matched, conversion, passed };
        Ok(FindOutcome::Found(Box::new(found)))
    }
}
