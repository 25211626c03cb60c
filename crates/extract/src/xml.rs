//! Links of XML: sitemaps, feeds, XHTML, SVG, and the style sheets of any document.
//!
//! The reader is lenient (end tags that do not match, ampersands that begin no reference); a document that breaks
//! nevertheless gives the links found before.

mod feed;

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;

use encoding_rs::UTF_8;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use self::feed::Content;
use crate::blocks::BlockWriter;
use crate::collect::Collector;
use crate::html::anchor::Anchor;
use crate::html::entity;
use crate::html::tag::{self, Attributes, Then};
use crate::link::{LinkKind, LinkOrigin, Requisite};
use crate::page_text::shown::{Shown, is_inline, shown_within};
use crate::resolve::Base;
use crate::sniff::{Type, xml_family};
use crate::{css, html, script};

/// Reads a document in UTF-8.
pub(crate) fn extract(body: &mut dyn Read, out: &mut Collector<'_>) {
    let max_markup = out.options.max_markup;
    let guarded = Guarded { inner: BufReader::with_capacity(32 << 10, body), used: 0, max_markup };
    let mut reader = Reader::from_reader(guarded);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let mut document = Document::new(out);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        reader.get_mut().used = 0;
        let start = reader.buffer_position();
        let event = reader.read_event_into(&mut buffer);
        match event {
            Ok(Event::Eof) => break,
            Ok(event) => document.event(&event, start..reader.buffer_position()),
            Err(_) => {
                let shortfall = &mut document.out.summary.shortfall;
                if reader.get_ref().used > max_markup {
                    shortfall.markup += 1;
                } else {
                    shortfall.xml = true;
                }
                break;
            }
        }
        if document.out.is_full() {
            break;
        }
    }
    document.end_text();
    document.end_anchor();
}

/// A reader that fails if one event needs more memory than allowed.
struct Guarded<R> {
    inner: BufReader<R>,
    used: usize,
    max_markup: usize,
}

impl<R: Read> Read for Guarded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.fill_buf()?.read(buffer)?;
        self.consume(len);
        Ok(len)
    }
}

impl<R: Read> BufRead for Guarded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.used > self.max_markup {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, len: usize) {
        self.used += len;
        self.inner.consume(len);
    }
}

struct Document<'o, 'c> {
    out: &'o mut Collector<'c>,
    /// Type by the root element; `None` if it is not known yet, or another one.
    family: Option<Type>,
    is_index: bool,
    depth: usize,
    /// Bases to restore, each with the depth at whose end.
    bases: Vec<(usize, Base)>,
    text: Text,
    /// Depth of the content of a feed's entry, within which elements are those of a page; `None` outside.
    page: Option<usize>,
    /// How the current text is shown, if the document is a page.
    shown: Shown,
    /// The link whose text is being collected, and the depth of its element.
    anchor: Option<(Box<Anchor>, usize)>,
}

/// Maximum number of nested bases; more are ignored.
const MAX_BASES: usize = 32;

const IN_STYLE: LinkOrigin<'_> = LinkOrigin::Content { element: "style" };
const IN_SCRIPT: LinkOrigin<'_> = LinkOrigin::Content { element: "script" };

enum Text {
    Ignored,
    Link { kind: LinkKind, element: String, text: Vec<u8> },
    Page(Vec<u8>),
    Style(css::Scanner),
    Script(script::Scanner),
}

impl<'o, 'c> Document<'o, 'c> {
    fn new(out: &'o mut Collector<'c>) -> Document<'o, 'c> {
        Document {
            out,
            family: None,
            is_index: false,
            depth: 0,
            bases: Vec::new(),
            text: Text::Ignored,
            page: None,
            shown: Shown::Visible,
            anchor: None,
        }
    }

    /// Takes an event, which is at `position` in the document.
    fn event(&mut self, event: &Event<'_>, position: Range<u64>) {
        match event {
            Event::Start(tag) => {
                self.depth += 1;
                self.element(tag, true, position);
            }
            Event::Empty(tag) => {
                self.depth += 1;
                self.element(tag, false, position);
                self.shown_ends(tag.local_name().into_inner());
                self.end();
            }
            Event::End(tag) => {
                self.shown_ends(tag.local_name().into_inner());
                self.end();
            }
            Event::Text(text) => {
                self.shown_text(text.as_bytes(), position);
                self.more_text(text.as_bytes());
            }
            Event::CData(text) => {
                // The text is between `<![CDATA[` and `]]>`.
                let start = position.start + 9;
                self.shown_text(text.as_bytes(), start..start + text.len() as u64);
                self.more_text(text.as_bytes());
            }
            Event::GeneralRef(name) => {
                if let Some(meant) = entity::character(name.as_bytes()) {
                    // Escaped again, because references in the text of a page are decoded as a whole.
                    match meant {
                        '&' => self.shown_text(b"&amp;", position),
                        _ => {
                            self.shown_text(meant.encode_utf8(&mut [0; 4]).as_bytes(), position);
                        }
                    }
                    self.more_text(meant.encode_utf8(&mut [0; 4]).as_bytes());
                }
            }
            Event::PI(instruction) if instruction.target() == "xml-stylesheet" => {
                let attributes = attributes(instruction.attributes());
                if let Some(sheet) = attributes.get("href") {
                    let origin =
                        LinkOrigin::Attribute { element: "xml-stylesheet", attribute: "href" };
                    self.out.found(&sheet, LinkKind::Requisite(Requisite::Style), origin);
                }
            }
            _ => {}
        }
    }

    fn element(&mut self, tag: &BytesStart<'_>, has_content: bool, position: Range<u64>) {
        let name = tag.local_name().into_inner().to_ascii_lowercase();
        if self.family.is_none() {
            let family = xml_family(name.as_bytes()).unwrap_or(Type::Xml);
            self.family = Some(family);
            self.is_index = name == "sitemapindex";
            self.out.summary.document = family;
        }
        self.shown_starts(&name, position);
        let attributes = attributes(tag.attributes());
        if let Some(base) = attributes.get("xml:base")
            && self.bases.len() < MAX_BASES
            && let Some(former) = self.out.swap_base(&base)
        {
            self.bases.push((self.depth, former));
        }
        // If a page is half text and half elements, both give their links.
        if matches!(self.text, Text::Page(_)) {
            self.end_text();
        }
        self.text = Text::Ignored;
        match self.family {
            Some(Type::Feed) if self.page.is_some() => self.markup(&name, &attributes, has_content),
            Some(Type::Sitemap) => self.sitemap(&name, &attributes),
            Some(Type::Feed) => {
                let content = feed::element(&name, &attributes, self.out);
                if matches!(content, Content::Html | Content::Xhtml) {
                    self.page = Some(self.depth);
                }
                self.text = match content {
                    Content::Link(kind) => Text::Link { kind, element: name, text: Vec::new() },
                    Content::Html => Text::Page(Vec::new()),
                    Content::Xhtml | Content::Other => Text::Ignored,
                };
            }
            Some(Type::Xhtml | Type::Svg) => self.markup(&name, &attributes, has_content),
            _ => {
                if let Some(target) = attributes.get("xlink:href") {
                    let origin = LinkOrigin::Attribute { element: &name, attribute: "xlink:href" };
                    self.out.found(&target, LinkKind::Navigation, origin);
                }
            }
        }
    }

    /// Handles a start tag of XHTML, which is at `position`.
    fn shown_starts(&mut self, name: &str, position: Range<u64>) {
        self.shown_at(name, shown_within(name.as_bytes()));
        if let Some((anchor, _)) = &mut self.anchor {
            anchor.start(name.as_bytes());
        }
        if let Some(blocks) = self.blocks() {
            blocks.at_tag(position);
            blocks.start(name.as_bytes());
        }
    }

    /// Handles an end tag of XHTML.
    fn shown_ends(&mut self, name: &str) {
        self.shown_at(name, Shown::Visible);
        if let Some((anchor, _)) = &mut self.anchor {
            anchor.end(name.as_bytes());
        }
        if let Some(blocks) = self.blocks() {
            blocks.end(name.as_bytes());
        }
    }

    /// Sets how the text after a tag of XHTML is shown.
    fn shown_at(&mut self, name: &str, shown: Shown) {
        if self.family != Some(Type::Xhtml) {
            return;
        }
        let Some(text) = &mut self.out.text else { return };
        if self.shown == Shown::Title {
            text.end_title();
        }
        self.shown = shown;
        if !is_inline(name.as_bytes()) {
            text.block();
        }
    }

    /// The blocks of XHTML; `None` if they are not wanted.
    fn blocks(&mut self) -> Option<&mut BlockWriter> {
        let is_page = self.family == Some(Type::Xhtml);
        self.out.text.as_mut().filter(|_| is_page)?.blocks()
    }

    fn shown_text(&mut self, bytes: &[u8], position: Range<u64>) {
        if self.family == Some(Type::Xhtml)
            && let Some(text) = &mut self.out.text
        {
            match self.shown {
                Shown::Visible => text.text(bytes, position.clone()),
                Shown::Title => text.title(bytes, position.clone()),
                Shown::Hidden => {}
            }
        }
        if let Some((anchor, _)) = &mut self.anchor {
            anchor.more(bytes, position, self.out);
        }
    }

    fn sitemap(&mut self, name: &str, attributes: &XmlAttributes) {
        match name {
            "loc" | "content_loc" | "thumbnail_loc" | "player_loc" => {
                let is_sitemap = name == "loc" && self.is_index;
                let kind = if is_sitemap { LinkKind::Sitemap } else { LinkKind::Listed };
                let element = name.to_owned();
                self.text = Text::Link { kind, element, text: Vec::new() };
            }
            // Versions in other languages.
            "link" => {
                if let Some(target) = attributes.get("href") {
                    let origin = LinkOrigin::Attribute { element: name, attribute: "href" };
                    self.out.found(&target, LinkKind::Alternate, origin);
                }
            }
            _ => {}
        }
    }

    fn markup(&mut self, name: &str, attributes: &XmlAttributes, has_content: bool) {
        // What an entry declares about its page does not apply to the feed.
        if self.page.is_some() && matches!(name, "base" | "meta") {
            return;
        }
        match tag::element(name, attributes, self.out) {
            Then::Nothing => {}
            Then::Fragment(document) => html::extract_fragment(&document, self.out),
            Then::Anchor(anchor) => {
                self.end_anchor();
                self.anchor = Some((anchor, self.depth));
            }
        }
        match name {
            "style" if has_content => {
                self.text = Text::Style(css::Scanner::new(self.out.options.max_uri));
            }
            "script" if has_content && self.out.options.guess_scripts => {
                self.text = Text::Script(script::Scanner::new());
            }
            _ => {}
        }
    }

    fn more_text(&mut self, bytes: &[u8]) {
        let out = &mut *self.out;
        match &mut self.text {
            Text::Ignored => {}
            Text::Link { text, .. } => {
                // One byte too many tells the collector that it is too long.
                let room = out.options.max_uri.saturating_add(1).saturating_sub(text.len());
                text.extend_from_slice(&bytes[..bytes.len().min(room)]);
            }
            Text::Page(text) => {
                let room = out.options.max_markup.saturating_sub(text.len());
                if bytes.len() > room {
                    out.summary.shortfall.markup += 1;
                }
                text.extend_from_slice(&bytes[..bytes.len().min(room)]);
            }
            Text::Style(scanner) => {
                scanner.scan(bytes, &mut |url, kind| out.found(url, kind, IN_STYLE));
            }
            Text::Script(scanner) => {
                scanner
                    .scan(bytes, &mut |guess| out.found(guess, LinkKind::Speculative, IN_SCRIPT));
            }
        }
    }

    fn end(&mut self) {
        self.end_text();
        if self.anchor.as_ref().is_some_and(|(_, depth)| *depth >= self.depth) {
            self.end_anchor();
        }
        if self.page.is_some_and(|depth| depth >= self.depth) {
            self.page = None;
        }
        while self.bases.last().is_some_and(|(depth, _)| *depth >= self.depth) {
            if let Some((_, base)) = self.bases.pop() {
                self.out.set_base(base);
            }
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn end_anchor(&mut self) {
        if let Some((anchor, _)) = self.anchor.take() {
            anchor.give(UTF_8, self.out);
        }
    }

    fn end_text(&mut self) {
        let out = &mut *self.out;
        match std::mem::replace(&mut self.text, Text::Ignored) {
            Text::Ignored => {}
            Text::Link { kind, element, text } => {
                out.found(&text, kind, LinkOrigin::Content { element: &element });
            }
            Text::Page(text) if memchr::memchr(b'<', &text).is_some() => {
                out.apart(|out| html::extract_fragment(&text, out));
            }
            Text::Page(_) => {}
            Text::Style(mut scanner) => {
                scanner.finish(&mut |url, kind| out.found(url, kind, IN_STYLE));
            }
            Text::Script(mut scanner) => {
                scanner.finish(&mut |guess| out.found(guess, LinkKind::Speculative, IN_SCRIPT));
            }
        }
    }
}

/// Attributes with names in lower case; `href` with any prefix counts as XLink's.
struct XmlAttributes(Vec<(String, Vec<u8>)>);

fn attributes(mut found: quick_xml::events::attributes::Attributes<'_>) -> XmlAttributes {
    let named = found.with_checks(false).flatten().map(|attribute| {
        let name = attribute.key.into_inner();
        let name = match name.rsplit_once(':') {
            Some((_, "href")) => "xlink:href".to_owned(),
            Some(("xml" | "xlink", _)) => name.to_owned(),
            Some((_, local)) => local.to_ascii_lowercase(),
            None => name.to_ascii_lowercase(),
        };
        let value = entity::unescaped(Cow::Borrowed(attribute.value.as_bytes()));
        (name, value.into_owned())
    });
    XmlAttributes(named.collect())
}

impl Attributes for XmlAttributes {
    fn get(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let (_, value) = self.0.iter().find(|(known, _)| known == name)?;
        Some(Cow::Borrowed(value))
    }
}
