//! The text of a page: its title, its visible text, the languages it declares, and mail addresses and phone numbers
//! that it links to.
//!
//! Text is collected block by block in the charset of the page, and then converted to UTF-8 at once, with character
//! references decoded and single spaces. The result does not depend on the pieces in which a page is read.

pub(crate) mod fold;
pub(crate) mod shown;

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8};

use self::fold::{append, folded, utf8};
use crate::blocks::{Block, BlockKind, BlockList, BlockPositions, BlockWriter, Part};
use crate::fragments::FragmentList;
use crate::options::ExtractOptions;

/// Maximum number of bytes of a block that are collected before they are converted to UTF-8.
const MAX_PENDING: usize = 64 << 10;
/// Initial memory in bytes for the text of a page, and for a block: enough for most pages.
const USUAL_TEXT: usize = 8 << 10;
const USUAL_BLOCK: usize = 1 << 10;
/// Maximum length of a title in bytes; a longer one is cut.
const MAX_TITLE: usize = 4 << 10;
/// Maximum number of languages, and of characters of each.
const MAX_LANGUAGES: usize = 16;
const MAX_TAG: usize = 64;
/// Maximum number of contacts, and of bytes of each.
const MAX_CONTACTS: usize = 256;
const MAX_CONTACT: usize = 320;

/// The title, text, languages and contacts of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageText {
    /// The first title; `None` if there is none.
    pub title: Option<String>,
    /// Languages of `html` and `body` (`lang`, `xml:lang`) and of `meta` elements, as written.
    pub languages: Vec<String>,
    /// The visible text: a line for each block, without empty lines; spaces are single.
    pub text: String,
    /// Addresses of `mailto:` and `tel:` links, as written.
    pub contacts: Vec<String>,
    /// Names of places in the page that links can point to: `id`, and `name` of an `a`. Empty unless
    /// [`ExtractOptions::max_fragments`](crate::ExtractOptions) asked for them.
    pub ids: FragmentList,
    /// The fragments of links to places in the page itself (`#top`), as written, without the mark. Empty unless the
    /// same option asked for them.
    pub own_fragments: FragmentList,
    /// The source of a page of HTML, decoded; `None` unless [`ExtractOptions::max_source`](crate::ExtractOptions) asked
    /// for it.
    pub source: Option<String>,
    /// Whether there was more text than the options allow.
    pub is_cut: bool,
    /// The document in which the positions of blocks count bytes.
    pub positions: BlockPositions,
    blocks: BlockList,
}

impl PageText {
    /// Returns the blocks of the page; empty unless [`ExtractOptions::max_blocks`](crate::ExtractOptions) asked for
    /// them.
    ///
    /// They are in the order of the document: by the beginning of their positions; of two that begin together, the
    /// outer one first. Those for which [`BlockKind::is_line`] is true are the lines of [`PageText::text`], one block
    /// per line; they do not overlap.
    pub fn blocks(&self) -> impl Iterator<Item = Block<'_>> {
        self.blocks.blocks(&self.text)
    }

    /// Whether there was no room for blocks: blocks other than lines were cut, or blocks of any kind left out. Lines
    /// that are missing because the text is cut do not count: see [`PageText::is_cut`].
    pub fn blocks_are_cut(&self) -> bool {
        self.blocks.is_cut
    }
}

/// Fills a [`PageText`].
pub(crate) struct Writer<'a> {
    page: &'a mut PageText,
    /// The text so far, in UTF-8.
    out: Vec<u8>,
    max_text: usize,
    encoding: &'static Encoding,
    /// Bytes of the current block, in the charset of the page.
    pending: Vec<u8>,
    title: Option<Vec<u8>>,
    /// Offset in `out` of the current line.
    line_start: usize,
    /// The blocks; `None` if they are not wanted.
    blocks: Option<BlockWriter>,
    max_fragments: usize,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(page: &'a mut PageText, options: &ExtractOptions) -> Writer<'a> {
        let max_text = options.max_text;
        Writer {
            page,
            // Most pages need no more, and none is needed if only the title is wanted.
            out: Vec::with_capacity(max_text.min(USUAL_TEXT)),
            max_text,
            encoding: UTF_8,
            pending: Vec::with_capacity(USUAL_BLOCK),
            title: None,
            line_start: 0,
            blocks: (options.max_blocks > 0)
                .then(|| BlockWriter::new(options.max_blocks, max_text)),
            max_fragments: options.max_fragments,
        }
    }

    /// Sets the charset of the following text, and the document in which its positions count.
    pub(crate) fn set_encoding(&mut self, encoding: &'static Encoding, positions: BlockPositions) {
        self.encoding = encoding;
        self.page.positions = positions;
    }

    /// The blocks; `None` if they are not wanted.
    pub(crate) fn blocks(&mut self) -> Option<&mut BlockWriter> {
        self.blocks.as_mut()
    }

    /// Whether there is no room for more text.
    pub(crate) fn is_full(&self) -> bool {
        self.page.is_cut
    }

    /// Takes more visible text, which is at `position` in the document.
    pub(crate) fn text(&mut self, mut bytes: &[u8], position: Range<u64>) {
        if let Some(blocks) = &mut self.blocks
            && !self.page.is_cut
        {
            blocks.text(Part::Line, bytes, position);
        }
        while !bytes.is_empty() && !self.page.is_cut {
            let room = MAX_PENDING - self.pending.len();
            let (now, later) = bytes.split_at(bytes.len().min(room));
            self.pending.extend_from_slice(now);
            bytes = later;
            if self.pending.len() == MAX_PENDING {
                self.write_words();
            }
        }
    }

    /// Ends the block.
    pub(crate) fn block(&mut self) {
        if !self.pending.is_empty() {
            let pending = std::mem::take(&mut self.pending);
            self.write(&pending);
            self.pending = pending;
            self.pending.clear();
        }
        if let Some(blocks) = &mut self.blocks {
            blocks.end_line(self.line_start..self.out.len());
        }
        if self.out.last().is_some_and(|last| *last != b'\n') && !self.page.is_cut {
            self.out.push(b'\n');
            self.line_start = self.out.len();
        }
    }

    /// Takes more of the title, which is at `position` in the document.
    pub(crate) fn title(&mut self, bytes: &[u8], position: Range<u64>) {
        if self.page.title.is_none() {
            if let Some(blocks) = &mut self.blocks {
                blocks.text(Part::Title, bytes, position);
            }
            let title = self.title.get_or_insert_default();
            let room = MAX_TITLE.saturating_sub(title.len());
            title.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
    }

    /// Ends the title.
    pub(crate) fn end_title(&mut self) {
        let Some(title) = self.title.take() else { return };
        let title = folded(&utf8(&title, self.encoding));
        if let Some(blocks) = &mut self.blocks {
            blocks.end_aside(Part::Title, &title);
        }
        if !title.is_empty() && self.page.title.is_none() {
            self.page.title = Some(title);
        }
    }

    /// Takes a text in an attribute (UTF-8, references decoded) of the current tag.
    pub(crate) fn attribute(&mut self, kind: BlockKind, value: &[u8]) {
        if let Some(blocks) = &mut self.blocks {
            blocks.attribute(kind, &folded(value));
        }
    }

    /// Takes a language that the page declares.
    pub(crate) fn language(&mut self, tag: &[u8]) {
        let tag = String::from_utf8_lossy(tag);
        let tag: String = tag.trim().chars().take(MAX_TAG).collect();
        let languages = &mut self.page.languages;
        if !tag.is_empty() && languages.len() < MAX_LANGUAGES && !languages.contains(&tag) {
            languages.push(tag);
        }
    }

    /// Takes a reference that cannot be harvested; `mailto:` and `tel:` are kept.
    pub(crate) fn contact(&mut self, reference: &[u8]) {
        let reference = reference.trim_ascii();
        let is_contact = [&b"mailto:"[..], b"tel:"].iter().any(|scheme| {
            reference.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        });
        if is_contact && self.page.contacts.len() < MAX_CONTACTS {
            let reference = &reference[..reference.len().min(MAX_CONTACT)];
            let contact = String::from_utf8_lossy(reference).into_owned();
            if !self.page.contacts.contains(&contact) {
                self.page.contacts.push(contact);
            }
        }
    }

    /// Whether names of places in the page are wanted.
    pub(crate) fn wants_fragments(&self) -> bool {
        self.max_fragments > 0
    }

    /// Takes a name of a place in the page.
    pub(crate) fn id(&mut self, name: &[u8]) {
        self.page.ids.push(name, self.max_fragments);
    }

    /// Takes a link to a place in the page.
    pub(crate) fn own_fragment(&mut self, reference: &[u8]) {
        if let Some(fragment) = reference.trim_ascii().strip_prefix(b"#")
            && self.max_fragments > 0
        {
            self.page.own_fragments.push(fragment, self.max_fragments);
        }
    }

    /// Takes the bytes of the source, in the charset of the page.
    pub(crate) fn source(&mut self, bytes: &[u8], encoding: &'static Encoding) {
        self.page.source = Some(encoding.decode(bytes).0.into_owned());
    }

    /// Ends the page.
    pub(crate) fn finish(&mut self) {
        self.end_title();
        self.block();
        self.page.blocks = self.blocks.take().map(BlockWriter::finish).unwrap_or_default();
        self.page.text = match String::from_utf8(std::mem::take(&mut self.out)) {
            Ok(text) => text,
            Err(error) => mended(error.as_bytes(), &mut self.page.blocks),
        };
    }

    /// Writes the complete words of a long block and keeps the rest of it.
    fn write_words(&mut self) {
        // A space at the very beginning does not end a word.
        let last = self.pending.iter().rposition(u8::is_ascii_whitespace).filter(|at| *at > 0);
        let rest = self.pending.split_off(last.unwrap_or(self.pending.len()));
        let words = std::mem::replace(&mut self.pending, rest);
        self.write(&words);
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.page.is_cut {
            return;
        }
        let text = utf8(bytes, self.encoding);
        let before = self.out.len();
        append(&mut self.out, &text);
        // One byte is reserved for the end of the line.
        if self.out.len() > before && self.out.len() >= self.max_text {
            self.cut();
        }
    }

    /// Removes what exceeds the limit, in whole words.
    fn cut(&mut self) {
        let fits = &self.out[..self.out.len().min(self.max_text)];
        let end = match fits.iter().rposition(|byte| matches!(byte, b' ' | b'\n')) {
            Some(end) if fits[end] == b'\n' => end + 1,
            Some(end) => end,
            None => 0,
        };
        self.out.truncate(end);
        self.page.is_cut = true;
    }
}

/// Converts a text to UTF-8, with U+FFFD in place of invalid bytes. Lines stay lines, but may grow.
fn mended(text: &[u8], blocks: &mut BlockList) -> String {
    let (mut before, mut after) = (0, 0);
    // Lines begin and end beside a line end or an end of the text, so never within an invalid sequence.
    blocks.move_lines(|offset| {
        let between = text.get(before..offset).unwrap_or_default();
        let replacement = char::REPLACEMENT_CHARACTER.len_utf8();
        for chunk in between.utf8_chunks() {
            after += chunk.valid().len();
            after += if chunk.invalid().is_empty() { 0 } else { replacement };
        }
        before = offset;
        after
    });
    String::from_utf8_lossy(text).into_owned()
}
