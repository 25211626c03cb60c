//! Titles and snippets of hits. The text is read again from the capture: keeping it in the index would double its size.

use super::gate::entry_of;
use super::{FoundDocument, ShownCapture};
use crate::reading::{CaptureGate, CaptureSight};
use std::io::Read;
use stodola_archive::{Captures, CatalogueError, Entry};
use stodola_extract::{ExtractOptions, Input, PageText, extract_page};
use stodola_search::{NearOptions, NearTally, SearchHit, WordMarker};

/// No more of a document is read for a snippet, decoded, in bytes.
const BODY_MAX: u64 = 4 << 20;
const TEXT_MAX: usize = 1 << 20;
const BLOCKS_MAX: usize = 20_000;

/// What is looked for in the text of a hit.
#[derive(Clone, Copy)]
pub(super) struct TextWanted<'m> {
    /// Marks the words of the query, for snippets; `None` without snippets.
    pub(super) marker: Option<&'m WordMarker>,
    /// How words near them are looked for; `None` if they are not.
    pub(super) near: Option<NearOptions>,
}

/// Returns the text of a hit, as far as it is read for snippets, and its title; `None` if it may not be shown (any
/// more), or cannot be read.
pub(super) fn text(
    captures: &Captures,
    gate: &dyn CaptureGate,
    hit: &SearchHit,
) -> Option<(PageText, Option<String>)> {
    let entry = entry_of(captures, &hit.uri, &hit.capture)?;
    if gate.sight(&entry) != CaptureSight::Shown {
        return None;
    }
    let page = page_of(captures, &entry)?;
    let title = entry.row.title.clone().or_else(|| page.title.clone());
    Some((page, title))
}

/// Returns what is shown of a hit, and what stands near the words; `None` if it may not be shown any more.
pub(super) fn document(
    captures: &Captures,
    gate: &dyn CaptureGate,
    hit: &SearchHit,
    wanted: TextWanted<'_>,
) -> Result<Option<(FoundDocument, NearTally)>, CatalogueError> {
    let marker = wanted.marker;
    let Some(entry) = entry_of(captures, &hit.uri, &hit.capture) else {
        // The catalogue is being made anew, or has forgotten it: without it nobody can say who may see it.
        return Ok(None);
    };
    if gate.sight(&entry) != CaptureSight::Shown {
        return Ok(None);
    }
    let shown = match (&hit.image, hit.capture.time) {
        (None, _) => Some(ShownCapture::of(&entry)),
        (Some(_), None) => None,
        (Some(image), Some(time)) => match captures.closest(image, time)? {
            // The page may be seen, the picture may not.
            Some(picture) if gate.sight(&picture) != CaptureSight::Shown => return Ok(None),
            picture => picture.as_ref().map(ShownCapture::of),
        },
    };
    // A picture is shown with the title of its page.
    let is_title_wanted = hit.image.is_some() && entry.row.title.is_none();
    let page = match marker.is_some() || is_title_wanted {
        true => page_of(captures, &entry),
        false => None,
    };
    let title =
        entry.row.title.clone().or_else(|| page.as_ref().and_then(|page| page.title.clone()));
    let title = match title {
        Some(title) => Some(title),
        // A revisit has the title of its original.
        None => captures.originals(&entry)?.into_iter().find_map(|original| original.row.title),
    };
    let snippet = marker.zip(page.as_ref()).and_then(|(marker, page)| marker.snippet_of(page));
    let near = match (marker, page.as_ref(), wanted.near) {
        (Some(marker), Some(page), Some(options)) => {
            marker.near(page, hit.language.as_deref(), options)
        }
        _ => NearTally::default(),
    };
    let found = FoundDocument { hit: hit.clone(), title, snippet, shown, history: None };
    Ok(Some((found, near)))
}

/// The text of a capture; `None` if it cannot be read.
fn page_of(captures: &Captures, entry: &Entry) -> Option<PageText> {
    let opened = captures.open(entry).ok()?;
    let declared = opened
        .content
        .head()
        .and_then(|head| head.field("Content-Type").map(|value| value.to_vec()))
        .or_else(|| entry.row.mime.clone().map(String::into_bytes));
    let headers: Vec<(&[u8], &[u8])> =
        declared.iter().map(|value| (&b"Content-Type"[..], &**value)).collect();
    let input = Input { headers: &headers, ..Input::new(&entry.row.uri) };
    let options = ExtractOptions {
        max_links: u64::MAX,
        max_text: TEXT_MAX,
        max_blocks: BLOCKS_MAX,
        ..ExtractOptions::default()
    };
    let mut page = PageText::default();
    let body = opened.content.into_decoded(BODY_MAX).take(BODY_MAX);
    extract_page(&input, body, &options, &mut |_| {}, &mut page);
    Some(page)
}
