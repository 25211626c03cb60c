//! A link whose text is collected until its element ends.

use std::ops::Range;

use encoding_rs::Encoding;

use crate::blocks::Part;
use crate::collect::{Collector, Reference};
use crate::link::{LinkKind, LinkOrigin};
use crate::page_text::fold::{folded, utf8};
use crate::page_text::shown::{Shown, is_inline, shown_within};

/// The link of an `a`, and its text so far.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Anchor {
    /// Reference in UTF-8.
    reference: Vec<u8>,
    /// The attribute that contains the reference.
    attribute: &'static str,
    rel: Option<Vec<u8>>,
    nofollow: bool,
    /// Text so far, in the charset of the page.
    text: Vec<u8>,
    /// Whether the current text is not shown.
    is_hidden: bool,
}

impl Anchor {
    pub(crate) fn new(
        reference: Vec<u8>,
        attribute: &'static str,
        rel: Option<Vec<u8>>,
        nofollow: bool,
    ) -> Anchor {
        Anchor { reference, attribute, rel, nofollow, text: Vec::new(), is_hidden: false }
    }

    /// Handles a start tag inside.
    pub(crate) fn start(&mut self, name: &[u8]) {
        self.is_hidden = shown_within(name) != Shown::Visible;
        self.part_words(name);
    }

    /// Handles an end tag inside.
    pub(crate) fn end(&mut self, name: &[u8]) {
        self.is_hidden = false;
        self.part_words(name);
    }

    /// Ends the word at a tag, unless the element is inline.
    fn part_words(&mut self, name: &[u8]) {
        if !is_inline(name) && self.text.last().is_some_and(|last| *last != b' ') {
            self.text.push(b' ');
        }
    }

    /// Takes more of the text, which is at `position` in the document.
    pub(crate) fn more(&mut self, bytes: &[u8], position: Range<u64>, out: &mut Collector<'_>) {
        if self.is_hidden {
            return;
        }
        // Twice as many bytes, because references and blanks shrink.
        let room = out.options.anchor_text.saturating_mul(2).saturating_sub(self.text.len());
        self.text.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if let Some(blocks) = out.text.as_mut().and_then(|text| text.blocks()) {
            blocks.text(Part::Link, bytes, position);
        }
    }

    /// Gives the link with its text to the collector.
    pub(crate) fn give(self, encoding: &'static Encoding, out: &mut Collector<'_>) {
        let mut text = folded(&utf8(&self.text, encoding));
        text.truncate(text.floor_char_boundary(out.options.anchor_text));
        if let Some(blocks) = out.text.as_mut().and_then(|text| text.blocks()) {
            blocks.end_aside(Part::Link, &text);
        }
        out.found_reference(&Reference {
            raw: &self.reference,
            kind: LinkKind::Navigation,
            origin: LinkOrigin::Attribute { element: "a", attribute: self.attribute },
            rel: self.rel.as_deref(),
            nofollow: self.nofollow,
            text: Some(&text),
        });
    }
}
