//! The parts of a page: pictures, style sheets, scripts and so on, each with the capture that replay would show.

use super::document::OpenedDocument;
use super::{CaptureGate, CaptureSight, ReaderGate, UnreadableText};
use crate::cdx::NearestCaptures;
use crate::memento::is_memento;
use stodola_archive::{Captures, Catalogue, CatalogueError, Entry, Stamp, key_of};
use stodola_extract::{LinkKind, Requisite};

/// So many parts of a page are looked up.
const MAX_PARTS: usize = 300;
/// So many captures of a part are looked at for one that may be shown.
const MAX_LOOKED_AT: usize = 50;
/// Parts within so many seconds of the page are of the same time: a harvest may take a day.
const SAME_TIME: u64 = 86_400;

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePart {
    /// Its address.
    pub uri: Vec<u8>,
    /// What it is on the page.
    pub kind: Requisite,
    /// The nearest capture of it; `None` if there is none.
    pub captured: Option<Stamp>,
    /// Whether that capture may be shown.
    pub is_shown: bool,
    /// The payload digest of that capture, if it has one.
    pub digest: Option<String>,
}

/// The parts that a page names itself. Parts of its style sheets and frames, and what scripts load, are not among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaptureParts {
    /// The parts, in the order of the page.
    pub parts: Vec<PagePart>,
    /// The parts that are missing or may not be shown.
    pub missing: u64,
    /// The parts whose capture is more than a day away from that of the page.
    pub others: u64,
    /// The greatest distance of a part to the page, in seconds.
    pub apart: u64,
    /// Whether the page has more parts than were looked up.
    pub is_cut: bool,
}

impl CaptureParts {
    /// Looks the parts of a capture up.
    pub fn read(
        entry: &Entry,
        captures: &Captures,
        gate: &ReaderGate,
    ) -> Result<Result<CaptureParts, UnreadableText>, CatalogueError> {
        match OpenedDocument::open(entry, captures) {
            Ok(document) => CaptureParts::of(&document, entry, captures, gate).map(Ok),
            Err(problem) => Ok(Err(problem)),
        }
    }

    pub(super) fn of(
        document: &OpenedDocument,
        entry: &Entry,
        captures: &Captures,
        gate: &ReaderGate,
    ) -> Result<CaptureParts, CatalogueError> {
        let mut all = CaptureParts { is_cut: document.is_cut, ..CaptureParts::default() };
        let Some(time) = entry.row.time else { return Ok(all) };
        let catalogue = captures.catalogue()?;
        for (kind, uri) in &document.links {
            let LinkKind::Requisite(kind) = *kind else { continue };
            if all.parts.len() == MAX_PARTS {
                all.is_cut = true;
                break;
            }
            let part = PagePart::find(uri, kind, time, &catalogue, gate)?;
            all.add(part, time);
        }
        Ok(all)
    }

    fn add(&mut self, part: PagePart, time: Stamp) {
        match part.captured.filter(|_| part.is_shown) {
            Some(captured) => {
                let apart = captured.seconds().abs_diff(time.seconds());
                self.others += u64::from(apart > SAME_TIME);
                self.apart = self.apart.max(apart);
            }
            None => self.missing += 1,
        }
        self.parts.push(part);
    }
}

impl PagePart {
    fn find(
        uri: &[u8],
        kind: Requisite,
        time: Stamp,
        catalogue: &Catalogue,
        gate: &ReaderGate,
    ) -> Result<PagePart, CatalogueError> {
        let mut nearest = NearestCaptures::of(&key_of(uri), time);
        let mut part =
            PagePart { uri: uri.to_vec(), kind, captured: None, is_shown: false, digest: None };
        for _ in 0..MAX_LOOKED_AT {
            let Some(entry) = nearest.next(catalogue)? else { break };
            if is_memento(&entry, catalogue, gate)? {
                part.is_shown = gate.sight(&entry) == CaptureSight::Shown;
                part.captured = entry.row.time;
                part.digest = entry.row.digest.filter(|_| part.is_shown);
                break;
            }
        }
        Ok(part)
    }
}
