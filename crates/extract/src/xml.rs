//! Links of XML: sitemaps, feeds, XHTML, SVG, and the style sheets of any document.
//!
//! The reader is lenient (ends that do not match, ampersands that begin nothing), and a document
//! that breaks nevertheless yields what was found before.

mod feed;

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use self::feed::Content;
use crate::collect::Collector;
use crate::html::entity;
use crate::html::tag::{self, Attributes, Then};
use crate::link::{Kind, Requisite};
use crate::page_text::{Shown, is_inline, shown_within};
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
        let event = reader.read_event_into(&mut buffer);
        match event {
            Ok(Event::Eof) => break,
            Ok(event) => document.event(&event),
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
}

/// A reader that fails if one event needs more memory than is allowed.
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
    /// What the root element makes of it.
    family: Option<Type>,
    is_index: bool,
    depth: usize,
    /// Bases to go back to, each with the depth at whose end.
    bases: Vec<(usize, Base)>,
    text: Text,
    /// Within the content of a feed's entry that lies at this depth, elements are those of a page.
    page: Option<usize>,
    /// How the text at hand is shown, if it is a page.
    shown: Shown,
}

/// Documents that set a base more often within itself do not mean it.
const MAX_BASES: usize = 32;

enum Text {
    Ignored,
    Link(Kind, Vec<u8>),
    Page(Vec<u8>),
    Style(css::Scanner),
    Script(script::Scanner),
}

impl<'o, 'c> Document<'o, 'c> {
    fn new(out: &'o mut Collector<'c>) -> Document<'o, 'c> {
        let text = Text::Ignored;
        let bases = Vec::new();
        let shown = Shown::Visible;
        Document { out, family: None, is_index: false, depth: 0, bases, text, page: None, shown }
    }

    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => {
                self.depth += 1;
                self.element(tag, true);
            }
            Event::Empty(tag) => {
                self.depth += 1;
                self.element(tag, false);
                self.shown_at(tag.local_name().into_inner(), Shown::Visible);
                self.end();
            }
            Event::End(tag) => {
                self.shown_at(tag.local_name().into_inner(), Shown::Visible);
                self.end();
            }
            Event::Text(text) => {
                self.shown_text(text.as_bytes());
                self.more_text(text.as_bytes());
            }
            Event::CData(text) => {
                self.shown_text(text.as_bytes());
                self.more_text(text.as_bytes());
            }
            Event::GeneralRef(name) => {
                if let Some(meant) = entity::character(name.as_bytes()) {
                    // Escaped again, since the text of a page is undone as a whole.
                    match meant {
                        '&' => self.shown_text(b"&amp;"),
                        _ => self.shown_text(meant.encode_utf8(&mut [0; 4]).as_bytes()),
                    }
                    self.more_text(meant.encode_utf8(&mut [0; 4]).as_bytes());
                }
            }
            Event::PI(instruction) if instruction.target() == "xml-stylesheet" => {
                let attributes = attributes(instruction.attributes());
                if let Some(sheet) = attributes.get("href") {
                    self.out.found(&sheet, Kind::Requisite(Requisite::Style));
                }
            }
            _ => {}
        }
    }

    fn element(&mut self, tag: &BytesStart<'_>, has_content: bool) {
        let name = tag.local_name().into_inner().to_ascii_lowercase();
        if self.family.is_none() {
            let family = xml_family(name.as_bytes()).unwrap_or(Type::Xml);
            self.family = Some(family);
            self.is_index = name == "sitemapindex";
            self.out.summary.document = family;
        }
        self.shown_at(&name, shown_within(name.as_bytes()));
        let attributes = attributes(tag.attributes());
        if let Some(base) = attributes.get("xml:base")
            && self.bases.len() < MAX_BASES
            && let Some(former) = self.out.swap_base(&base)
        {
            self.bases.push((self.depth, former));
        }
        // Of a page that is half text and half elements, each half yields what it has.
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
                    Content::Link(kind) => Text::Link(kind, Vec::new()),
                    Content::Html => Text::Page(Vec::new()),
                    Content::Xhtml | Content::Other => Text::Ignored,
                };
            }
            Some(Type::Xhtml | Type::Svg) => self.markup(&name, &attributes, has_content),
            _ => {
                if let Some(target) = attributes.get("xlink:href") {
                    self.out.found(&target, Kind::Navigation);
                }
            }
        }
    }

    /// Of XHTML, the text after a tag is shown in this way.
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

    fn shown_text(&mut self, bytes: &[u8]) {
        if self.family != Some(Type::Xhtml) {
            return;
        }
        let Some(text) = &mut self.out.text else { return };
        match self.shown {
            Shown::Visible => text.text(bytes),
            Shown::Title => text.title(bytes),
            Shown::Hidden => {}
        }
    }

    fn sitemap(&mut self, name: &str, attributes: &XmlAttributes) {
        match name {
            "loc" if self.is_index => self.text = Text::Link(Kind::Sitemap, Vec::new()),
            "loc" | "content_loc" | "thumbnail_loc" | "player_loc" => {
                self.text = Text::Link(Kind::Listed, Vec::new());
            }
            // Versions in other languages.
            "link" => {
                if let Some(target) = attributes.get("href") {
                    self.out.found(&target, Kind::Alternate);
                }
            }
            _ => {}
        }
    }

    fn markup(&mut self, name: &str, attributes: &XmlAttributes, has_content: bool) {
        // What an entry says of its page does not hold for the feed.
        if self.page.is_some() && matches!(name, "base" | "meta") {
            return;
        }
        match tag::element(name, attributes, self.out) {
            Then::Nothing => {}
            Then::Fragment(document) => html::extract_fragment(&document, self.out),
            Then::Anchor { reference, nofollow } => {
                self.out.found_marked(&reference, Kind::Navigation, nofollow, None);
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
            Text::Link(_, text) => {
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
            Text::Style(scanner) => scanner.scan(bytes, &mut |url, kind| out.found(url, kind)),
            Text::Script(scanner) => {
                scanner.scan(bytes, &mut |guess| out.found(guess, Kind::Speculative));
            }
        }
    }

    fn end(&mut self) {
        self.end_text();
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

    fn end_text(&mut self) {
        let out = &mut *self.out;
        match std::mem::replace(&mut self.text, Text::Ignored) {
            Text::Ignored => {}
            Text::Link(kind, text) => out.found(&text, kind),
            Text::Page(text) if memchr::memchr(b'<', &text).is_some() => {
                out.apart(|out| html::extract_fragment(&text, out));
            }
            Text::Page(_) => {}
            Text::Style(mut scanner) => scanner.finish(&mut |url, kind| out.found(url, kind)),
            Text::Script(mut scanner) => {
                scanner.finish(&mut |guess| out.found(guess, Kind::Speculative));
            }
        }
    }
}

/// Names in lower case; whatever `href` with a prefix is called, it is taken for XLink's.
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
