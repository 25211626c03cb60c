//! A capture opened as a document: its decoded bytes, its text, its links.

use super::{ReaderGate, UnreadableText};
use std::io::Read;
use stodola_archive::{Captures, Entry};
use stodola_extract::{
    DocumentSummary, ExtractOptions, Input, Link, LinkKind, PageText, extract_page,
};

/// So much of a document is read, decoded, in bytes.
const MAX_BODY: u64 = 8 << 20;
/// So many blocks and bytes of text are kept.
const MAX_BLOCKS: usize = 6000;
const MAX_TEXT: usize = 256 << 10;
/// So many links of a page are kept.
pub(super) const MAX_LINKS: usize = 2000;

/// A capture that was opened as a document.
pub(super) struct OpenedDocument {
    /// Its bytes without content codings, as far as they are read.
    pub(super) body: Vec<u8>,
    /// The text that a reader sees.
    pub(super) text: PageText,
    /// Its links with their kinds, each once, in the order of the page.
    pub(super) links: Vec<(LinkKind, Vec<u8>)>,
    /// What was found out about it.
    pub(super) summary: DocumentSummary,
    /// Whether there is more than was read.
    pub(super) is_cut: bool,
}

impl OpenedDocument {
    /// Opens a capture if the reader may see its content.
    pub(super) fn open_for(
        gate: &ReaderGate,
        entry: &Entry,
        captures: &Captures,
    ) -> Result<OpenedDocument, UnreadableText> {
        match gate.refusal(entry) {
            Some(refusal) => Err(UnreadableText::Blocked(Box::new(refusal))),
            None => OpenedDocument::open(entry, captures),
        }
    }

    pub(super) fn open(
        entry: &Entry,
        captures: &Captures,
    ) -> Result<OpenedDocument, UnreadableText> {
        let opened = captures.open(entry).map_err(UnreadableText::Unreadable)?;
        let declared = opened
            .content
            .head()
            .and_then(|head| head.field("Content-Type").map(|value| value.to_vec()))
            .or_else(|| entry.row.mime.clone().map(String::into_bytes));
        let mut body = Vec::new();
        // What cannot be decoded to its end is shown as far as it goes.
        let _ = opened.content.into_decoded(MAX_BODY).take(MAX_BODY).read_to_end(&mut body);
        let headers: Vec<(&[u8], &[u8])> =
            declared.iter().map(|value| (&b"Content-Type"[..], &**value)).collect();
        let input = Input { headers: &headers, ..Input::new(&entry.row.uri) };
        let options = ExtractOptions {
            max_links: u64::MAX,
            max_text: MAX_TEXT,
            max_blocks: MAX_BLOCKS,
            ..ExtractOptions::default()
        };
        let (mut text, mut links) = (PageText::default(), Vec::new());
        let mut known = std::collections::HashSet::new();
        let mut add = |link: &Link<'_>| {
            if links.len() < MAX_LINKS && known.insert(link.uri.to_vec()) {
                links.push((link.kind, link.uri.to_vec()));
            }
        };
        let summary = extract_page(&input, &*body, &options, &mut add, &mut text);
        let is_cut = body.len() as u64 == MAX_BODY || links.len() == MAX_LINKS;
        Ok(OpenedDocument { body, text, links, summary, is_cut })
    }

    /// Its source as text, in the charset that it has.
    pub(super) fn source(&self) -> String {
        let label = self.summary.charset.as_ref().map_or("utf-8", |charset| charset.name());
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes());
        encoding.unwrap_or(encoding_rs::UTF_8).decode(&self.body).0.into_owned()
    }
}
