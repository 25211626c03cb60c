//! Links of HTML, found by a streaming tokeniser in bounded memory.
//!
//! The tokeniser sees the page as bytes: the charset it is told maps each byte beyond ASCII to a
//! character of its own, so that nothing is lost before we look at a value ourselves.
//!
//! A base counts from where it stands. What browsers show only without scripts (`noscript`,
//! `noframes`, `noembed`) is raw text to the tokeniser and is parsed as a document of its own, and
//! so is `srcdoc`. Comments are not looked into, conditional ones neither.

pub(crate) mod entity;
mod piece;
mod srcset;
pub(crate) mod tag;

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Read;
use std::sync::LazyLock;

use encoding_rs::{Encoding, UTF_8, X_USER_DEFINED};
use lol_html::errors::RewritingError;
use lol_html::html_content::{Element, TextChunk};
use lol_html::{
    AsciiCompatibleEncoding, ElementContentHandlers, HandlerResult, HtmlRewriter, MemorySettings,
    Selector, Settings,
};

use self::piece::{PageAttributes, Piece, page_bytes, tag_name};
use self::tag::Then;
use crate::charset::to_utf8;
use crate::collect::Collector;
use crate::link::Kind;
use crate::{css, script};

/// Reads a page; `out` has its charset.
pub(crate) fn extract(body: &mut dyn Read, out: &mut Collector<'_>) {
    parse(body, out.encoding, 0, out);
}

/// Reads a page that was found in a document of another kind, in UTF-8.
pub(crate) fn extract_fragment(mut document: &[u8], out: &mut Collector<'_>) {
    if out.options.max_depth == 0 {
        out.summary.shortfall.depth += 1;
        return;
    }
    parse(&mut document, UTF_8, 1, out);
}

fn parse(body: &mut dyn Read, encoding: &'static Encoding, depth: u8, out: &mut Collector<'_>) {
    let asked = Asked {
        max_markup: out.options.max_markup,
        anchor_text: out.options.anchor_text > 0,
        scripts: out.options.guess_scripts,
    };
    let piece = RefCell::new(Piece::new());
    let page = RefCell::new(Page {
        out,
        encoding,
        depth,
        text: Text::Ignored,
        anchor: None,
        piece: &piece,
        name: String::new(),
    });
    // A round for each tokeniser: one that ran out of memory is replaced, and what it was in the
    // middle of is lost.
    'round: loop {
        let mut tokeniser = tokeniser(&page, asked);
        piece.borrow_mut().restart();
        loop {
            if !piece.borrow_mut().advance(body) {
                let _ = tokeniser.end();
                page.borrow_mut().finish();
                return;
            }
            match tokeniser.write(piece.borrow().bytes()) {
                Ok(()) => {}
                Err(RewritingError::MemoryLimitExceeded(_)) => {
                    let mut page = page.borrow_mut();
                    page.out.summary.shortfall.markup += 1;
                    page.text = Text::Ignored;
                    continue 'round;
                }
                // Our own handlers end the work when the collector is full.
                Err(_) => return,
            }
        }
    }
}

/// What the tokeniser is asked for.
#[derive(Clone, Copy)]
struct Asked {
    max_markup: usize,
    anchor_text: bool,
    scripts: bool,
}

static ANY: LazyLock<Selector> = LazyLock::new(|| selector("*"));
static RAW_TEXT: LazyLock<Selector> =
    LazyLock::new(|| selector("style, noscript, noframes, noembed"));
static SCRIPT: LazyLock<Selector> = LazyLock::new(|| selector("script"));
static ANCHOR: LazyLock<Selector> = LazyLock::new(|| selector("a"));

fn selector(text: &str) -> Selector {
    text.parse().expect("the selectors of this module are well-formed")
}

fn tokeniser<'p, 'c: 'p>(
    page: &'p RefCell<Page<'_, 'c>>,
    asked: Asked,
) -> HtmlRewriter<'p, impl FnMut(&[u8])> {
    let bytes = AsciiCompatibleEncoding::new(X_USER_DEFINED)
        .expect("the first half of this charset is ASCII");
    let memory = MemorySettings::new()
        .with_preallocated_parsing_buffer_size(1024.min(asked.max_markup))
        .with_max_allowed_memory_usage(asked.max_markup);
    let elements = ElementContentHandlers::default()
        .element(|element: &mut Element<'_, '_>| page.borrow_mut().element(element));
    let raw_text = || {
        ElementContentHandlers::default()
            .text(|chunk: &mut TextChunk<'_>| page.borrow_mut().raw_text(chunk))
    };
    let mut settings = Settings::new()
        .with_encoding(bytes)
        .with_memory_settings(memory)
        .with_strict(false)
        .with_adjust_charset_on_meta_tag(false)
        .append_element_content_handler((Cow::Borrowed(&*ANY), elements))
        .append_element_content_handler((Cow::Borrowed(&*RAW_TEXT), raw_text()));
    if asked.scripts {
        settings = settings.append_element_content_handler((Cow::Borrowed(&*SCRIPT), raw_text()));
    }
    if asked.anchor_text {
        let anchor_text = ElementContentHandlers::default()
            .text(|chunk: &mut TextChunk<'_>| page.borrow_mut().anchor_text(chunk));
        settings = settings.append_element_content_handler((Cow::Borrowed(&*ANCHOR), anchor_text));
    }
    HtmlRewriter::new(settings, |_: &[u8]| {})
}

struct Page<'o, 'c> {
    out: &'o mut Collector<'c>,
    /// Of the bytes that are parsed; queries go by the collector's.
    encoding: &'static Encoding,
    depth: u8,
    text: Text,
    anchor: Option<Anchor>,
    piece: &'o RefCell<Piece>,
    /// Of the element at hand; kept for its memory.
    name: String,
}

/// What becomes of the text of the element just opened.
enum Text {
    Ignored,
    Style(css::Scanner),
    Script(script::Scanner),
    Fragment(Vec<u8>),
}

struct Anchor {
    reference: Vec<u8>,
    nofollow: bool,
    text: Vec<u8>,
}

impl Page<'_, '_> {
    fn element(&mut self, element: &mut Element<'_, '_>) -> HandlerResult {
        let piece = self.piece.borrow();
        let mut name = std::mem::take(&mut self.name);
        let has_attributes = match piece.at(&element.source_location()).and_then(tag_name) {
            Some((found, has_attributes)) => {
                name.clear();
                name.push_str(found);
                name.make_ascii_lowercase();
                has_attributes
            }
            None => {
                name = element.tag_name();
                true
            }
        };
        if has_attributes {
            self.attributes(&name, element, &piece);
        }
        let max_uri = self.out.options.max_uri;
        match name.as_str() {
            "style" => self.text = Text::Style(css::Scanner::new(max_uri)),
            "script" if self.out.options.guess_scripts => {
                self.text = Text::Script(script::Scanner::new());
            }
            "noscript" | "noframes" | "noembed" => self.text = Text::Fragment(Vec::new()),
            _ => {}
        }
        self.name = name;
        if self.out.is_full() { Err("enough".into()) } else { Ok(()) }
    }

    fn attributes(&mut self, name: &str, element: &Element<'_, '_>, piece: &Piece) {
        let attributes =
            PageAttributes { attributes: element.attributes(), piece, encoding: self.encoding };
        match tag::element(name, &attributes, self.out) {
            Then::Nothing => {}
            Then::Anchor { reference, nofollow } => {
                self.end_anchor();
                self.anchor = Some(Anchor { reference, nofollow, text: Vec::new() });
            }
            Then::Fragment(document) => self.fragment(&document, UTF_8),
        }
    }

    fn raw_text(&mut self, chunk: &TextChunk<'_>) -> HandlerResult {
        if matches!(self.text, Text::Ignored) {
            return Ok(());
        }
        let bytes = page_bytes(Cow::Borrowed(chunk.as_str()));
        let (out, encoding) = (&mut *self.out, self.encoding);
        match &mut self.text {
            Text::Ignored => {}
            Text::Style(scanner) => {
                scanner.scan(&bytes, &mut |url, kind| out.found(&to_utf8(url, encoding), kind));
            }
            Text::Script(scanner) => {
                scanner.scan(&bytes, &mut |guess| out.found(guess, Kind::Speculative));
            }
            Text::Fragment(fragment) => {
                if fragment.len() + bytes.len() > out.options.max_markup {
                    out.summary.shortfall.markup += 1;
                    self.text = Text::Ignored;
                } else {
                    fragment.extend_from_slice(&bytes);
                }
            }
        }
        if chunk.last_in_text_node() {
            self.end_text();
        }
        if self.out.is_full() { Err("enough".into()) } else { Ok(()) }
    }

    fn end_text(&mut self) {
        let (out, encoding) = (&mut *self.out, self.encoding);
        match std::mem::replace(&mut self.text, Text::Ignored) {
            Text::Ignored => {}
            Text::Style(mut scanner) => {
                scanner.finish(&mut |url, kind| out.found(&to_utf8(url, encoding), kind));
            }
            Text::Script(mut scanner) => {
                scanner.finish(&mut |guess| out.found(guess, Kind::Speculative));
            }
            Text::Fragment(fragment) => self.fragment(&fragment, encoding),
        }
    }

    fn fragment(&mut self, mut document: &[u8], encoding: &'static Encoding) {
        if memchr::memchr(b'<', document).is_none() {
            return;
        }
        if self.depth >= self.out.options.max_depth {
            self.out.summary.shortfall.depth += 1;
            return;
        }
        parse(&mut document, encoding, self.depth + 1, self.out);
    }

    fn anchor_text(&mut self, chunk: &TextChunk<'_>) -> HandlerResult {
        if let Some(anchor) = &mut self.anchor {
            // As many bytes again, since references and blanks shrink.
            let room =
                self.out.options.anchor_text.saturating_mul(2).saturating_sub(anchor.text.len());
            let bytes = page_bytes(Cow::Borrowed(chunk.as_str()));
            anchor.text.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
        Ok(())
    }

    fn end_anchor(&mut self) {
        let Some(anchor) = self.anchor.take() else { return };
        let bytes = entity::unescaped(to_utf8(&anchor.text, self.encoding));
        let text = String::from_utf8_lossy(&bytes);
        let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        text.truncate(text.floor_char_boundary(self.out.options.anchor_text));
        self.out.found_marked(&anchor.reference, Kind::Navigation, anchor.nofollow, Some(&text));
    }

    fn finish(&mut self) {
        self.end_text();
        self.end_anchor();
    }
}
