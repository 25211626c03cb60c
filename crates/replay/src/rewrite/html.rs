//! HTML, rewritten where it stands: attributes that are links, scripts, style sheets, documents within documents.
//!
//! The page is read by the tokeniser of crate `extract`, which gives the position of each tag, attribute and text. All
//! bytes are copied as they are but for the values that change, so that not even the blanks between attributes do.
//!
//! `noscript`, `noframes` and `noembed` are raw text to a browser with scripts; here they are rewritten as markup,
//! and so are conditional comments.

pub(super) mod element;
mod label;
mod tag;
mod values;

use std::ops::Range;

use stodola_extract::markup::{Sink, StartTag, Tokeniser};

use self::element::{Content, content};
use self::label::charset_label;
pub(super) use self::tag::TagRewriter;
use super::body::RewriteSummary;
use super::charset::SecondBytes;
use super::context::{ClientScript, ReplayContext};
use super::css::{CssRewriter, Place};
use super::js::ScriptRewriter;
use super::json::ImportMapRewriter;
use super::link::LinkRewriter;
use super::pending::Pending;
use crate::Modifier;

/// Longer tags pass as they are.
pub(super) const MAX_MARKUP: usize = 1 << 20;

/// Documents within documents are rewritten to this depth.
const MAX_DEPTH: u8 = 4;

/// Rewrites a page that comes in pieces.
pub(super) struct HtmlRewriter {
    tokeniser: Tokeniser,
    pending: Pending,
    page: Page,
    /// Number of bytes that are done with.
    at: u64,
}

/// What is known of the page so far.
struct Page {
    settings: Settings,
    /// The client script, until it is inserted.
    client: Option<ClientScript>,
    text: Text,
    comment: Comment,
    summary: RewriteSummary,
    /// Whether the tag that comes is known by its name alone.
    is_cut: bool,
    /// Kept for its memory: the start of the link at hand.
    head: Vec<u8>,
    charset: DeclaredCharset,
}

/// The charset that a page declares in itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DeclaredCharset {
    /// It does not matter, or there is none.
    None,
    /// The start of the page has not come.
    Wanted,
    Label(Vec<u8>),
}

#[derive(Debug, Clone)]
struct Settings {
    /// Goes into documents within this one, too.
    client: Option<ClientScript>,
    /// Nothing is rewritten, only the client script inserted.
    banner_only: bool,
    depth: u8,
}

/// What becomes of the text of the element that is open.
enum Text {
    Copied,
    Style(CssRewriter),
    Script(Box<ScriptRewriter>),
    ImportMap(ImportMapRewriter),
    Markup(Box<HtmlRewriter>),
}

/// Where in a comment the page is.
enum Comment {
    Outside,
    /// It is not a conditional one.
    Copied,
    /// The start of one that may be conditional.
    Start(Vec<u8>),
    Conditional(Box<HtmlRewriter>),
}

impl HtmlRewriter {
    /// `has_charset`: the browser learns the charset otherwise than from the page.
    pub(super) fn new(context: &ReplayContext, has_charset: bool) -> HtmlRewriter {
        let settings = Settings {
            client: context.client.clone(),
            banner_only: context.modifier == Modifier::BannerOnly,
            depth: 0,
        };
        let own =
            || context.files.as_ref().map(|files| ClientScript { markup: files.markup.clone() });
        let client = context.client.clone().or_else(own);
        let charset = if has_charset || client.is_none() {
            DeclaredCharset::None
        } else {
            DeclaredCharset::Wanted
        };
        HtmlRewriter::with(settings, client, charset)
    }

    fn with(
        settings: Settings,
        client: Option<ClientScript>,
        charset: DeclaredCharset,
    ) -> HtmlRewriter {
        let page = Page {
            settings,
            client,
            text: Text::Copied,
            comment: Comment::Outside,
            summary: RewriteSummary::default(),
            is_cut: false,
            head: Vec::new(),
            charset,
        };
        HtmlRewriter {
            tokeniser: Tokeniser::new(MAX_MARKUP),
            pending: Pending::default(),
            page,
            at: 0,
        }
    }

    pub(super) fn take(
        &mut self,
        piece: &[u8],
        is_last: bool,
        links: &mut LinkRewriter,
        out: &mut Vec<u8>,
    ) {
        let HtmlRewriter { tokeniser, pending, page, at } = self;
        pending.feed(piece, is_last, |bytes, is_last| {
            if page.wants_charset(bytes, is_last, links) {
                return 0;
            }
            let mut flow = Flow { page, links, out, piece: bytes, start: *at, copied: *at };
            let used = tokeniser.feed(bytes, is_last, &mut flow);
            if is_last {
                // What the tokeniser drops stands behind these.
                flow.end_text();
                flow.end_comment();
            }
            flow.copy_to(*at + used as u64);
            *at += used as u64;
            used
        });
    }

    pub(super) fn summary(&self) -> RewriteSummary {
        self.page.summary
    }
}

impl Page {
    /// Looks for the charset that the page declares; returns whether more of the page is needed for that.
    ///
    /// Browsers look for it in the first kilobyte only, and the client script would push it behind.
    fn wants_charset(&mut self, start: &[u8], is_last: bool, links: &mut LinkRewriter) -> bool {
        const LOOKED_AT: usize = 1024;
        if self.charset != DeclaredCharset::Wanted {
            return false;
        }
        if start.len() < LOOKED_AT && !is_last {
            return true;
        }
        let label = charset_label(&start[..start.len().min(LOOKED_AT)]);
        if let Some(label) = label {
            links.second_bytes = SecondBytes::of(label);
        }
        self.charset =
            label.map_or(DeclaredCharset::None, |label| DeclaredCharset::Label(label.to_vec()));
        false
    }
}

/// A piece of the page on its way.
struct Flow<'a> {
    page: &'a mut Page,
    links: &'a mut LinkRewriter,
    out: &'a mut Vec<u8>,
    piece: &'a [u8],
    /// Where the piece stands in the page.
    start: u64,
    /// Everything before this place of the page is in `out`.
    copied: u64,
}

impl Flow<'_> {
    fn copy_to(&mut self, end: u64) {
        if end > self.copied {
            let range = self.in_piece(self.copied..end);
            self.out.extend_from_slice(&self.piece[range]);
            self.copied = end;
        }
    }

    fn in_piece(&self, range: Range<u64>) -> Range<usize> {
        let place = |at: u64| {
            usize::try_from(at.saturating_sub(self.start))
                .unwrap_or(usize::MAX)
                .min(self.piece.len())
        };
        place(range.start)..place(range.end)
    }

    /// Puts the client script here.
    fn insert_client(&mut self, at: u64) {
        if let Some(client) = self.page.client.take() {
            self.copy_to(at);
            if let DeclaredCharset::Label(label) = &self.page.charset {
                self.out.extend_from_slice(b"<meta charset=\"");
                self.out.extend_from_slice(label);
                self.out.extend_from_slice(b"\" data-stodola=\"\">");
            }
            self.out.extend_from_slice(&client.markup);
        }
    }

    fn end_text(&mut self) {
        match std::mem::replace(&mut self.page.text, Text::Copied) {
            Text::Copied => {}
            Text::Style(mut style) => style.take(&[], true, self.links, self.out),
            Text::Script(mut script) => {
                script.take(&[], true, self.links, self.out);
                self.page.summary.broken_scripts += u64::from(script.is_broken());
            }
            Text::ImportMap(mut map) => map.take(&[], true, self.links, self.out),
            Text::Markup(markup) => self.end_within(*markup),
        }
    }

    fn end_within(&mut self, mut within: HtmlRewriter) {
        within.take(&[], true, self.links, self.out);
        let summary = within.summary();
        self.page.summary.long_tags += summary.long_tags;
        self.page.summary.broken_scripts += summary.broken_scripts;
    }

    /// A rewriter for a document within this one.
    fn within(&self, client: Option<ClientScript>) -> Option<Box<HtmlRewriter>> {
        let settings = self.page.settings.clone();
        if settings.depth >= MAX_DEPTH {
            return None;
        }
        let settings = Settings { depth: settings.depth + 1, ..settings };
        Some(Box::new(HtmlRewriter::with(settings, client, DeclaredCharset::None)))
    }

    fn begin_text(&mut self, tag: &StartTag<'_>) {
        self.page.text = match content(tag.name, tag) {
            Content::Text => return,
            Content::Style => Text::Style(CssRewriter::new(Place::Page)),
            // Without the client script nothing defines the names that rewritten scripts use.
            Content::Script if self.page.settings.client.is_none() => return,
            Content::Script => Text::Script(Box::new(ScriptRewriter::new_inline())),
            Content::ImportMap => Text::ImportMap(ImportMapRewriter::default()),
            Content::Markup => match self.within(None) {
                Some(within) => Text::Markup(within),
                None => return,
            },
        };
    }

    fn begin_comment(&mut self, text: &[u8]) {
        const CONDITION: &[u8] = b"[if";
        let start = match std::mem::replace(&mut self.page.comment, Comment::Copied) {
            Comment::Start(mut start) => {
                start.extend_from_slice(text);
                start
            }
            _ => text.to_vec(),
        };
        let known = start.len().min(CONDITION.len());
        if !start[..known].eq_ignore_ascii_case(&CONDITION[..known]) || start.len() > 1024 {
            self.out.extend_from_slice(&start);
            return;
        }
        match memchr::memmem::find(&start, b"]>") {
            None => self.page.comment = Comment::Start(start),
            Some(end) => match self.within(None) {
                None => self.out.extend_from_slice(&start),
                Some(mut within) => {
                    let (condition, markup) = start.split_at(end + 2);
                    self.out.extend_from_slice(condition);
                    within.take(markup, false, self.links, self.out);
                    self.page.comment = Comment::Conditional(within);
                }
            },
        }
    }

    fn end_comment(&mut self) {
        match std::mem::replace(&mut self.page.comment, Comment::Outside) {
            Comment::Outside | Comment::Copied => {}
            Comment::Start(start) => self.out.extend_from_slice(&start),
            Comment::Conditional(within) => self.end_within(*within),
        }
    }
}

impl Sink for Flow<'_> {
    fn start(&mut self, tag: &StartTag<'_>) {
        self.end_text();
        let is_cut = std::mem::take(&mut self.page.is_cut);
        let is_head = tag.name == b"head";
        // Where a cut tag begins is not known here.
        if self.page.client.is_some() && !is_head && tag.name != b"html" && !is_cut {
            self.insert_client(tag.position.start);
        }
        if !self.page.settings.banner_only {
            if !tag.attributes.is_empty() {
                self.attributes(tag);
            }
            self.begin_text(tag);
        }
        if is_head {
            self.insert_client(tag.position.end);
        }
    }

    #[inline]
    fn end(&mut self, _: &[u8]) {
        if !matches!(self.page.text, Text::Copied) {
            self.end_text();
        }
    }

    #[inline]
    fn text(&mut self, text: &[u8], at: u64) {
        if self.page.client.is_some() {
            let is_blank = |byte: &u8| byte.is_ascii_whitespace();
            let shown =
                if at == 0 { text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text) } else { text };
            if let Some(first) = shown.iter().position(|byte| !is_blank(byte)) {
                self.insert_client(at + (text.len() - shown.len() + first) as u64);
            }
        }
        if matches!(self.page.text, Text::Copied) {
            return;
        }
        self.copy_to(at);
        match &mut self.page.text {
            Text::Copied => {}
            Text::Style(style) => style.take(text, false, self.links, self.out),
            Text::Script(script) => script.take(text, false, self.links, self.out),
            Text::ImportMap(map) => map.take(text, false, self.links, self.out),
            Text::Markup(markup) => markup.take(text, false, self.links, self.out),
        }
        self.copied = at + text.len() as u64;
    }

    fn comment(&mut self, text: &[u8], at: u64, is_end: bool) {
        if self.page.settings.banner_only {
            return;
        }
        self.copy_to(at);
        match &mut self.page.comment {
            Comment::Copied => self.out.extend_from_slice(text),
            Comment::Conditional(within) => within.take(text, false, self.links, self.out),
            Comment::Outside | Comment::Start(_) => self.begin_comment(text),
        }
        self.copied = at + text.len() as u64;
        if is_end {
            self.end_comment();
        }
    }

    fn fell_short(&mut self) {
        self.page.summary.long_tags += 1;
        self.page.is_cut = true;
    }

    fn is_full(&self) -> bool {
        false
    }
}
