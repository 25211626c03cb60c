//! Links of HTML, found by a streaming tokeniser in limited memory.
//!
//! The tokeniser sees the page as bytes, in any charset that contains ASCII.
//!
//! A base applies from its position on. What browsers show only without scripts (`noscript`, `noframes`, `noembed`) is
//! raw text for the tokeniser and is parsed as a document of its own, and so is `srcdoc`. Comments are not searched,
//! not even conditional ones.

pub(crate) mod anchor;
pub(crate) mod entity;
mod srcset;
pub(crate) mod tag;
pub(crate) mod tokenise;
mod window;

use std::borrow::Cow;
use std::io::Read;

use encoding_rs::{Encoding, UTF_8};

use self::anchor::Anchor;
use self::tag::Then;
use self::tokenise::{Attributes, Sink, StartTag, Tokeniser};
use self::window::Window;
use crate::charset::to_utf8;
use crate::collect::Collector;
use crate::link::{LinkKind, LinkOrigin};
use crate::page_text::shown::{Shown, is_inline, shown_within};
use crate::{css, script};

/// Reads a page; `out` has its charset.
pub(crate) fn extract(body: &mut dyn Read, out: &mut Collector<'_>) {
    let max_markup = out.options.max_markup;
    let mut tokeniser = Tokeniser::new(max_markup);
    let mut window = Window::new(max_markup);
    let mut page = Page::new(out, 0);
    let mut used = 0;
    while !page.is_full() {
        if window.is_last {
            page.finish();
            return;
        }
        window.advance(used, body);
        used = tokeniser.feed(window.bytes(), window.is_last, &mut page);
    }
}

/// Reads a page that was found in a document of another kind, in UTF-8.
pub(crate) fn extract_fragment(document: &[u8], out: &mut Collector<'_>) {
    if out.options.max_depth == 0 {
        out.summary.shortfall.depth += 1;
        return;
    }
    within(document, UTF_8, 1, out);
}

/// Reads a document that is contained in another.
fn within(document: &[u8], encoding: &'static Encoding, depth: u8, out: &mut Collector<'_>) {
    // Its text does not belong to the page around it.
    let text = out.text.take();
    let mut tokeniser = Tokeniser::new(out.options.max_markup);
    let mut page = Page { encoding, ..Page::new(out, depth) };
    tokeniser.feed(document, true, &mut page);
    if !page.is_full() {
        page.finish();
    }
    out.text = text;
}

struct Page<'o, 'c> {
    out: &'o mut Collector<'c>,
    /// Charset of the parsed bytes; queries use that of the collector.
    encoding: &'static Encoding,
    depth: u8,
    text: Text,
    /// The link whose text is being collected; `None` if there is none.
    anchor: Option<Box<Anchor>>,
    /// Whether names of places in the page are wanted.
    wants_ids: bool,
    /// Whether the text of the page is wanted, and how the current text is shown.
    wants_text: bool,
    shown: Shown,
}

/// What is done with the text of the element that was just opened.
enum Text {
    Ignored,
    Style(css::Scanner),
    Script(script::Scanner),
    Fragment(Vec<u8>),
}

const IN_STYLE: LinkOrigin<'_> = LinkOrigin::Content { element: "style" };
const IN_SCRIPT: LinkOrigin<'_> = LinkOrigin::Content { element: "script" };

/// The attributes of a tag in UTF-8, with escapes decoded.
struct PageAttributes<'a> {
    attributes: Attributes<'a>,
    encoding: &'static Encoding,
}

impl tag::Attributes for PageAttributes<'_> {
    fn get(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let value = self.attributes.get(name.as_bytes())?;
        Some(entity::unescaped(to_utf8(value, self.encoding)))
    }
}

impl Sink for Page<'_, '_> {
    fn start(&mut self, tag: &StartTag<'_>) {
        self.end_text();
        if self.wants_text {
            self.shown_starts(tag);
        }
        // The text of an anchor ends where the next one begins, whether or not that is a link.
        match &mut self.anchor {
            Some(_) if tag.name == b"a" => self.end_anchor(),
            Some(anchor) => anchor.start(tag.name),
            None => {}
        }
        if self.wants_ids
            && let Some(id) = tag.attributes.id()
        {
            self.id(id);
        }
        if !tag.attributes.is_empty() {
            self.attributes(tag);
        }
        if tag.is_foreign && tag.is_self_closing {
            return;
        }
        match (tag.name.len(), tag.name) {
            (5, b"style") => self.text = Text::Style(css::Scanner::new(self.out.options.max_uri)),
            (6, b"script") if self.out.options.guess_scripts => {
                self.text = Text::Script(script::Scanner::new());
            }
            (7, b"noembed") | (8, b"noscript" | b"noframes") if !tag.is_foreign => {
                self.text = Text::Fragment(Vec::new());
            }
            _ => {}
        }
    }

    #[inline]
    fn end(&mut self, name: &[u8]) {
        self.end_text();
        if self.wants_text {
            self.shown_ends(name);
        }
        match &mut self.anchor {
            Some(_) if name == b"a" => self.end_anchor(),
            Some(anchor) => anchor.end(name),
            None => {}
        }
    }

    #[inline]
    fn text(&mut self, text: &[u8], at: u64) {
        if self.wants_text {
            self.shown_text(text, at);
        }
        if let Some(anchor) = &mut self.anchor {
            anchor.more(text, at..at + text.len() as u64, self.out);
        }
        if !matches!(self.text, Text::Ignored) {
            self.more_text(text);
        }
    }

    fn fell_short(&mut self) {
        self.out.summary.shortfall.markup += 1;
    }

    fn is_full(&self) -> bool {
        self.out.is_full()
    }
}

impl<'o, 'c> Page<'o, 'c> {
    fn new(out: &'o mut Collector<'c>, depth: u8) -> Page<'o, 'c> {
        let encoding = out.encoding;
        let wants_text = out.text.is_some();
        let wants_ids = out.text.as_ref().is_some_and(|text| text.wants_fragments());
        Page {
            out,
            encoding,
            depth,
            text: Text::Ignored,
            anchor: None,
            wants_ids,
            wants_text,
            shown: Shown::Visible,
        }
    }

    fn shown_starts(&mut self, tag: &StartTag<'_>) {
        self.shown = match shown_within(tag.name) {
            // SVG pictures have titles of their own.
            Shown::Title if tag.is_foreign => Shown::Hidden,
            shown => shown,
        };
        if !is_inline(tag.name)
            && let Some(text) = &mut self.out.text
        {
            text.block();
            if let Some(blocks) = text.blocks()
                && !tag.is_foreign
            {
                blocks.start(tag.name);
            }
        }
    }

    fn shown_ends(&mut self, name: &[u8]) {
        if self.shown == Shown::Title
            && let Some(text) = &mut self.out.text
        {
            text.end_title();
        }
        self.shown = Shown::Visible;
        if !is_inline(name)
            && let Some(text) = &mut self.out.text
        {
            text.block();
            if let Some(blocks) = text.blocks() {
                blocks.end(name);
            }
        }
    }

    fn shown_text(&mut self, bytes: &[u8], at: u64) {
        let Some(text) = &mut self.out.text else { return };
        let position = at..at + bytes.len() as u64;
        match self.shown {
            Shown::Visible => text.text(bytes, position),
            Shown::Title => text.title(bytes, position),
            Shown::Hidden => {}
        }
    }

    fn id(&mut self, id: &[u8]) {
        let id = entity::unescaped(to_utf8(id, self.encoding));
        if let Some(text) = &mut self.out.text {
            text.id(&id);
        }
    }

    fn attributes(&mut self, tag: &StartTag<'_>) {
        let attributes = PageAttributes { attributes: tag.attributes, encoding: self.encoding };
        let name = std::str::from_utf8(tag.name).unwrap_or_default();
        if let Some(blocks) = self.out.text.as_mut().and_then(|text| text.blocks()) {
            blocks.at_tag(tag.position.clone());
        }
        match tag::element(name, &attributes, self.out) {
            Then::Nothing => {}
            Then::Anchor(anchor) => self.anchor = Some(anchor),
            Then::Fragment(document) => self.fragment(&document, UTF_8),
        }
    }

    fn more_text(&mut self, bytes: &[u8]) {
        let (out, encoding) = (&mut *self.out, self.encoding);
        match &mut self.text {
            Text::Ignored => {}
            Text::Style(scanner) => {
                scanner.scan(bytes, &mut |url, kind| {
                    out.found(&to_utf8(url, encoding), kind, IN_STYLE);
                });
            }
            Text::Script(scanner) => {
                scanner
                    .scan(bytes, &mut |guess| out.found(guess, LinkKind::Speculative, IN_SCRIPT));
            }
            Text::Fragment(fragment) => {
                if fragment.len() + bytes.len() > out.options.max_markup {
                    out.summary.shortfall.markup += 1;
                    self.text = Text::Ignored;
                } else {
                    fragment.extend_from_slice(bytes);
                }
            }
        }
    }

    #[inline]
    fn end_text(&mut self) {
        if !matches!(self.text, Text::Ignored) {
            self.end_wanted_text();
        }
    }

    fn end_wanted_text(&mut self) {
        let (out, encoding) = (&mut *self.out, self.encoding);
        match std::mem::replace(&mut self.text, Text::Ignored) {
            Text::Ignored => {}
            Text::Style(mut scanner) => {
                scanner.finish(&mut |url, kind| {
                    out.found(&to_utf8(url, encoding), kind, IN_STYLE);
                });
            }
            Text::Script(mut scanner) => {
                scanner.finish(&mut |guess| out.found(guess, LinkKind::Speculative, IN_SCRIPT));
            }
            Text::Fragment(fragment) => self.fragment(&fragment, encoding),
        }
    }

    fn fragment(&mut self, document: &[u8], encoding: &'static Encoding) {
        if memchr::memchr(b'<', document).is_none() {
            return;
        }
        if self.depth >= self.out.options.max_depth {
            self.out.summary.shortfall.depth += 1;
            return;
        }
        within(document, encoding, self.depth + 1, self.out);
    }

    fn end_anchor(&mut self) {
        if let Some(anchor) = self.anchor.take() {
            anchor.give(self.encoding, self.out);
        }
    }

    fn finish(&mut self) {
        self.end_text();
        self.end_anchor();
    }
}
