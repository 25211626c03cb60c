//! XML: XHTML, SVG, feeds, sitemaps, media presentation descriptions. Only what is a link by the rules of the document
//! changes; everything else passes byte for byte.

mod vocabulary;

use std::ops::Range;

use self::vocabulary::Vocabulary;
use super::attribute::{link_text, push_escaped};
use super::body::RewriteSummary;
use super::context::{ClientScript, ReplayContext};
use super::css::{CssRewriter, Place};
use super::html::element::{Content, content};
use super::html::{MAX_MARKUP, TagRewriter};
use super::js::ScriptRewriter;
use super::link::LinkRewriter;
use super::pending::Pending;
use crate::Modifier;

/// Rewrites a document that comes in pieces.
pub(super) struct XmlRewriter {
    pending: Pending,
    document: Document,
}

/// What is known of the document so far.
struct Document {
    vocabulary: Option<Vocabulary>,
    tags: TagRewriter,
    /// The client script, until it is inserted into a page.
    client: Option<ClientScript>,
    has_client: bool,
    inside: Inside,
    text: Text,
}

/// Where the document is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    Content,
    Comment,
    Cdata,
    Instruction,
    /// `is_subset`: between square brackets.
    Doctype {
        is_subset: bool,
    },
    /// A tag that is too long to be held.
    LongTag,
}

/// What the text of the element that is open is.
enum Text {
    Copied,
    Link(Modifier),
    Style(CssRewriter),
    Script(Box<ScriptRewriter>),
}

/// Text that is an address is waited for up to this length.
const MAX_LINK: usize = 8 << 10;

impl XmlRewriter {
    pub(super) fn new(context: &ReplayContext) -> XmlRewriter {
        let document = Document {
            vocabulary: None,
            tags: TagRewriter::new(context.client.clone()),
            client: context.client.clone(),
            has_client: context.client.is_some(),
            inside: Inside::Content,
            text: Text::Copied,
        };
        XmlRewriter { pending: Pending::default(), document }
    }

    /// For a media presentation description, whatever its first element is called.
    pub(super) fn dash() -> XmlRewriter {
        let document = Document {
            vocabulary: Some(Vocabulary::Dash),
            tags: TagRewriter::new(None),
            client: None,
            has_client: false,
            inside: Inside::Content,
            text: Text::Copied,
        };
        XmlRewriter { pending: Pending::default(), document }
    }

    pub(super) fn take(
        &mut self,
        piece: &[u8],
        is_last: bool,
        links: &mut LinkRewriter,
        out: &mut Vec<u8>,
    ) {
        let XmlRewriter { pending, document } = self;
        pending.feed(piece, is_last, |bytes, is_last| {
            let mut at = 0;
            while at < bytes.len() {
                match document.step(&bytes[at..], is_last, links, out) {
                    Some(len) => at += len,
                    None if is_last => {
                        document.end_text(links, out);
                        out.extend_from_slice(&bytes[at..]);
                        return bytes.len();
                    }
                    None => return at,
                }
            }
            at
        });
        if is_last {
            document.end_text(links, out);
        }
    }

    pub(super) fn summary(&self) -> RewriteSummary {
        self.document.tags.summary()
    }
}

impl Document {
    /// Takes one part of what is at hand, and writes it; returns its length. `None` if more bytes are needed.
    fn step(
        &mut self,
        rest: &[u8],
        is_last: bool,
        links: &mut LinkRewriter,
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        match self.inside {
            Inside::Content => self.content(rest, is_last, links, out),
            Inside::Comment => self.copy_to(rest, b"-->", is_last, out),
            Inside::Instruction => self.copy_to(rest, b"?>", is_last, out),
            Inside::LongTag => self.copy_to(rest, b">", is_last, out),
            Inside::Cdata => {
                const END: &[u8] = b"]]>";
                let (len, skipped) = match memchr::memmem::find(rest, END) {
                    Some(end) => {
                        self.inside = Inside::Content;
                        (end, END.len())
                    }
                    None if is_last => (rest.len(), 0),
                    // An address is wanted whole.
                    None if matches!(self.text, Text::Link(_)) && rest.len() < MAX_LINK => {
                        return None;
                    }
                    None => (rest.len().checked_sub(END.len() - 1).filter(|len| *len > 0)?, 0),
                };
                self.text(&rest[..len], links, out);
                if skipped > 0 {
                    self.hold_back(links, out);
                }
                out.extend_from_slice(&rest[len..len + skipped]);
                Some(len + skipped)
            }
            Inside::Doctype { is_subset } => {
                let marks = |byte: &u8| matches!(byte, b'[' | b']' | b'>');
                let Some(at) = rest.iter().position(marks) else {
                    out.extend_from_slice(rest);
                    return Some(rest.len());
                };
                self.inside = match rest[at] {
                    b'[' => Inside::Doctype { is_subset: true },
                    b']' => Inside::Doctype { is_subset: false },
                    _ if is_subset => self.inside,
                    _ => Inside::Content,
                };
                out.extend_from_slice(&rest[..=at]);
                Some(at + 1)
            }
        }
    }

    /// Copies up to the end of a construct that means nothing here.
    fn copy_to(
        &mut self,
        rest: &[u8],
        end: &[u8],
        is_last: bool,
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        let len = match memchr::memmem::find(rest, end) {
            Some(at) => {
                self.inside = Inside::Content;
                at + end.len()
            }
            None if is_last => rest.len(),
            None => rest.len().checked_sub(end.len() - 1).filter(|len| *len > 0)?,
        };
        out.extend_from_slice(&rest[..len]);
        Some(len)
    }

    fn content(
        &mut self,
        rest: &[u8],
        is_last: bool,
        links: &mut LinkRewriter,
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        let markup = memchr::memchr(b'<', rest);
        if markup != Some(0) {
            if markup.is_none()
                && !is_last
                && matches!(self.text, Text::Link(_))
                && rest.len() < MAX_LINK
            {
                return None;
            }
            let len = markup.unwrap_or(rest.len());
            self.text(&rest[..len], links, out);
            return Some(len);
        }
        // The longest start of a construct.
        const LONGEST: usize = 9;
        if rest.len() < LONGEST && !is_last && !rest.contains(&b'>') {
            return None;
        }
        self.hold_back(links, out);
        let (inside, len) = match rest {
            [b'<', b'!', b'-', b'-', ..] => (Inside::Comment, 4),
            _ if rest.starts_with(b"<![CDATA[") => (Inside::Cdata, LONGEST),
            [b'<', b'!', ..] => (Inside::Doctype { is_subset: false }, 2),
            [b'<', b'?', ..] => return self.instruction(rest, is_last, links, out),
            [b'<', b'/', ..] => {
                self.end_text(links, out);
                (Inside::LongTag, 2)
            }
            _ => return self.start_tag(rest, is_last, links, out),
        };
        self.inside = inside;
        out.extend_from_slice(&rest[..len]);
        Some(len)
    }

    /// A processing instruction; that of style sheets has a link.
    fn instruction(
        &mut self,
        rest: &[u8],
        is_last: bool,
        links: &mut LinkRewriter,
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        const STYLE: &[u8] = b"<?xml-stylesheet";
        let is_style =
            rest.starts_with(STYLE) && rest.get(STYLE.len()).is_some_and(u8::is_ascii_whitespace);
        let may_be = rest.len() <= STYLE.len() && STYLE.starts_with(rest) && !is_last;
        let end = memchr::memmem::find(rest, b"?>");
        if may_be || is_style && end.is_none() && !is_last && rest.len() < MAX_LINK {
            return None;
        }
        match (is_style, end) {
            (true, Some(end)) => {
                let is_sheet = memchr::memmem::find(&rest[..end], b"xsl").is_none();
                let modifier = if is_sheet { Modifier::Style } else { Modifier::Embed };
                let address = pseudo_attribute(&rest[..end], b"href");
                self.rewrite_within(&rest[..end + 2], address, modifier, links, out);
                Some(end + 2)
            }
            _ => {
                self.inside = Inside::Instruction;
                out.extend_from_slice(&rest[..2]);
                Some(2)
            }
        }
    }

    fn rewrite_within(
        &self,
        text: &[u8],
        address: Option<Range<usize>>,
        modifier: Modifier,
        links: &LinkRewriter,
        out: &mut Vec<u8>,
    ) {
        let mut head = Vec::new();
        let range = address.unwrap_or(0..0);
        let written = link_text(&text[range.clone()]);
        match links.rewrite(&written, modifier, links.relative_for(modifier), &mut head) {
            Some(tail) => {
                out.extend_from_slice(&text[..range.start]);
                push_escaped(&head, None, out);
                out.extend_from_slice(&tail);
                out.extend_from_slice(&text[range.end..]);
            }
            None => out.extend_from_slice(text),
        }
    }

    fn start_tag(
        &mut self,
        rest: &[u8],
        is_last: bool,
        links: &mut LinkRewriter,
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        let Some(len) = end_of_tag(rest) else {
            if is_last || rest.len() > MAX_MARKUP {
                if rest.len() > MAX_MARKUP {
                    self.tags.count_long();
                }
                self.inside = Inside::LongTag;
                out.push(b'<');
                return Some(1);
            }
            return None;
        };
        self.end_text(links, out);
        let page = links.page_modifier();
        let known = self.vocabulary;
        let (mut vocabulary, mut element, mut found) = (None, Vec::new(), Content::Text);
        let mut is_self_closing = false;
        let mut rewritten = Vec::with_capacity(len + 64);
        self.tags.rewrite(&rest[..len], links, &mut rewritten, |tag, attribute| {
            let name = &tag.name[memchr::memchr(b':', tag.name).map_or(0, |colon| colon + 1)..];
            let vocabulary =
                *vocabulary.get_or_insert_with(|| known.unwrap_or(Vocabulary::of_root(name)));
            match attribute {
                Some(attribute) => vocabulary.action(name, attribute.name, &tag.attributes, page),
                None => {
                    element = name.to_vec();
                    is_self_closing = tag.is_self_closing;
                    found = content(name, tag);
                    super::html::element::Action::Nothing
                }
            }
        });
        let vocabulary = vocabulary.unwrap_or(Vocabulary::Other);
        self.vocabulary = Some(vocabulary);
        let is_page = vocabulary == Vocabulary::Xhtml;
        if is_page && !matches!(element.as_slice(), b"html" | b"head") {
            self.insert_client(out);
        }
        out.extend_from_slice(&rewritten);
        if is_page && element == b"head" && !is_self_closing {
            self.insert_client(out);
        }
        if !is_self_closing {
            self.text = match found {
                Content::Style if vocabulary.has_styles() => {
                    Text::Style(CssRewriter::new(Place::Page))
                }
                Content::Script if is_page && self.has_client => {
                    Text::Script(Box::new(ScriptRewriter::new_inline()))
                }
                _ => vocabulary.text_link(&element, page).map_or(Text::Copied, Text::Link),
            };
        }
        Some(len)
    }

    fn insert_client(&mut self, out: &mut Vec<u8>) {
        if let Some(client) = self.client.take() {
            out.extend_from_slice(&client.markup);
        }
    }

    /// Text of an element, as it is written.
    fn text(&mut self, text: &[u8], links: &mut LinkRewriter, out: &mut Vec<u8>) {
        match &mut self.text {
            Text::Copied => out.extend_from_slice(text),
            Text::Link(modifier) => {
                let modifier = *modifier;
                let start = text.len() - text.trim_ascii_start().len();
                let range = start..start + text.trim_ascii().len();
                self.rewrite_within(text, Some(range), modifier, links, out);
            }
            Text::Style(style) => style.take(text, false, links, out),
            Text::Script(script) => script.take(text, false, links, out),
        }
    }

    /// Before markup within a text is copied, the text before it has to be written.
    fn hold_back(&mut self, links: &mut LinkRewriter, out: &mut Vec<u8>) {
        match &mut self.text {
            Text::Copied | Text::Link(_) => {}
            Text::Style(style) => {
                style.take(&[], true, links, out);
                self.text = Text::Style(CssRewriter::new(Place::Page));
            }
            Text::Script(script) => {
                script.take(&[], true, links, out);
                self.tags.count_broken(script.is_broken());
                self.text = Text::Script(Box::new(ScriptRewriter::new_inline()));
            }
        }
    }

    fn end_text(&mut self, links: &mut LinkRewriter, out: &mut Vec<u8>) {
        self.hold_back(links, out);
        self.text = Text::Copied;
    }
}

/// The length of the tag that begins here, with its bracket. Angle brackets in quotes do not end it.
fn end_of_tag(rest: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr::memchr3(b'>', b'"', b'\'', &rest[at..])?;
        match rest[at] {
            b'>' => return Some(at + 1),
            quote => at += 1 + memchr::memchr(quote, &rest[at + 1..])? + 1,
        }
    }
}

/// Where the value of a pseudo-attribute stands.
fn pseudo_attribute(text: &[u8], name: &[u8]) -> Option<Range<usize>> {
    let at = memchr::memmem::find(text, name)?;
    let mut at = at + name.len();
    while text.get(at).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'=') {
        at += 1;
    }
    let quote = *text.get(at).filter(|byte| matches!(byte, b'"' | b'\''))?;
    let len = memchr::memchr(quote, &text[at + 1..])?;
    Some(at + 1..at + 1 + len)
}
