//! The blocks of a page while it is read.
//!
//! A block gets its place in the list with the first byte of its text, and its text at its end: so the list is in the
//! order of the document, although blocks are nested.

use std::ops::Range;

use super::outline::Outline;
use super::{Block, BlockKind, Within};

/// The blocks of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BlockList {
    spans: Vec<Span>,
    /// Texts of all blocks that are not lines of the page's text.
    aside: String,
    /// Whether blocks were left out or cut.
    pub(crate) is_cut: bool,
}

/// A block, and the range of its text: in the text of the page if it is a line, otherwise in `aside`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Span {
    kind: BlockKind,
    within: Within,
    position: Range<u64>,
    text: Range<usize>,
}

impl BlockList {
    /// Returns the blocks of a page with this text.
    pub(crate) fn blocks<'a>(&'a self, lines: &'a str) -> impl Iterator<Item = Block<'a>> {
        self.spans.iter().map(move |span| {
            let from = if span.kind.is_line() { lines } else { &self.aside };
            // The text of a page is public, so somebody may have changed it.
            let text = from.get(span.text.clone()).unwrap_or_default();
            Block { kind: span.kind, within: span.within, position: span.position.clone(), text }
        })
    }

    /// Moves the lines; `moved` returns the new offset for an old one, and is called with growing offsets.
    pub(crate) fn move_lines(&mut self, mut moved: impl FnMut(usize) -> usize) {
        for span in self.spans.iter_mut().filter(|span| span.kind.is_line()) {
            let start = moved(span.text.start);
            span.text = start..moved(span.text.end);
        }
    }
}

/// Makes a [`BlockList`].
pub(crate) struct BlockWriter {
    list: BlockList,
    outline: Outline,
    max_blocks: usize,
    max_aside: usize,
    line: Option<Slot>,
    title: Option<Slot>,
    link: Option<Slot>,
    /// Position of the current start tag.
    tag: Range<u64>,
}

/// The place of a block that has begun.
#[derive(Clone, Copy)]
enum Slot {
    Kept(usize),
    /// The list is full.
    Lost,
}

/// A block that is made of text of the page.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    Line,
    Title,
    Link,
}

impl BlockWriter {
    /// Creates a writer of at most `max_blocks` blocks; the texts of those that are not lines take at most `max_aside`
    /// bytes.
    pub(crate) fn new(max_blocks: usize, max_aside: usize) -> BlockWriter {
        BlockWriter {
            list: BlockList::default(),
            outline: Outline::default(),
            max_blocks,
            max_aside,
            line: None,
            title: None,
            link: None,
            tag: 0..0,
        }
    }

    /// Handles the start tag of an element that is not inline.
    pub(crate) fn start(&mut self, name: &[u8]) {
        self.outline.start(name);
    }

    /// Handles the end tag of such an element.
    pub(crate) fn end(&mut self, name: &[u8]) {
        self.outline.end(name);
    }

    /// Returns the kind of text at this place, and the parts of the page around it.
    pub(crate) fn here(&self) -> (BlockKind, Within) {
        self.outline.here()
    }

    /// Sets the position of the tag whose attributes follow.
    pub(crate) fn at_tag(&mut self, position: Range<u64>) {
        self.tag = position;
    }

    /// Takes more text of a block, which is at `position` in the document.
    pub(crate) fn text(&mut self, part: Part, bytes: &[u8], position: Range<u64>) {
        let Some(first) = bytes.iter().position(|byte| !byte.is_ascii_whitespace()) else { return };
        let after = bytes.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        let slot = match *self.slot(part) {
            Some(slot) => slot,
            None => {
                let slot = self.open(part, position.start + first as u64);
                *self.slot(part) = Some(slot);
                slot
            }
        };
        if let Slot::Kept(at) = slot {
            self.list.spans[at].position.end = position.end - after as u64;
        }
    }

    /// Ends the current line; `text` is its range in the text of the page.
    pub(crate) fn end_line(&mut self, text: Range<usize>) {
        let slot = self.line.take();
        self.close(slot, text);
    }

    /// Ends the title or the text of a link.
    pub(crate) fn end_aside(&mut self, part: Part, text: &str) {
        let slot = self.slot(part).take();
        self.close_aside(slot, text);
    }

    /// Adds an attribute of the current tag as a block.
    pub(crate) fn attribute(&mut self, kind: BlockKind, text: &str) {
        if text.is_empty() {
            return;
        }
        let (_, within) = self.outline.here();
        let slot = self.push(kind, within, self.tag.clone());
        self.close_aside(Some(slot), text);
    }

    /// Returns the blocks.
    pub(crate) fn finish(mut self) -> BlockList {
        self.list.spans.retain(|span| !span.text.is_empty());
        self.list
    }

    fn slot(&mut self, part: Part) -> &mut Option<Slot> {
        match part {
            Part::Line => &mut self.line,
            Part::Title => &mut self.title,
            Part::Link => &mut self.link,
        }
    }

    fn open(&mut self, part: Part, at: u64) -> Slot {
        let (kind, within) = self.outline.here();
        let kind = match part {
            Part::Line => kind,
            Part::Title => BlockKind::Title,
            Part::Link => BlockKind::LinkText,
        };
        self.push(kind, within, at..at)
    }

    fn push(&mut self, kind: BlockKind, within: Within, position: Range<u64>) -> Slot {
        if self.list.spans.len() >= self.max_blocks {
            return Slot::Lost;
        }
        self.list.spans.push(Span { kind, within, position, text: 0..0 });
        Slot::Kept(self.list.spans.len() - 1)
    }

    fn close(&mut self, slot: Option<Slot>, text: Range<usize>) {
        match slot {
            None => {}
            Some(Slot::Lost) => self.list.is_cut |= !text.is_empty(),
            // The text was nothing but references to blanks.
            Some(Slot::Kept(at)) if text.is_empty() && at + 1 == self.list.spans.len() => {
                self.list.spans.pop();
            }
            Some(Slot::Kept(at)) => self.list.spans[at].text = text,
        }
    }

    /// Writes the text of a block that is not a line, as far as there is room.
    fn close_aside(&mut self, slot: Option<Slot>, text: &str) {
        let start = self.list.aside.len();
        if let Some(Slot::Kept(_)) = slot {
            let fits = text.floor_char_boundary(self.max_aside.saturating_sub(start));
            self.list.is_cut |= fits < text.len();
            self.list.aside.push_str(&text[..fits]);
            self.close(slot, start..self.list.aside.len());
        } else {
            self.close(slot, 0..text.len());
        }
    }
}
