//! Writes a document and, if asked, the list of its links at the same time, so that the two can
//! never disagree.

use crate::charset::SiteCharset;
use crate::random::Dice;
use crate::words::{SiteLanguage, sentence};

/// A link of a document, resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimLink {
    /// Absolute URI of the target.
    pub uri: String,
    /// How the document refers to it.
    pub kind: SimLinkKind,
}

/// How one document refers to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SimLinkKind {
    /// `a href`.
    Anchor,
    /// `img src` or `srcset`, or a picture in a style.
    Image,
    /// `link rel=stylesheet` or `@import`.
    Style,
    /// `script src`.
    Script,
    /// A font in a style.
    Font,
    /// `link rel=alternate`.
    Feed,
    /// `iframe src`.
    Frame,
    /// `meta http-equiv=refresh`.
    Refresh,
    /// `Location` of a redirect.
    Redirect,
    /// A line of `robots.txt` or an entry of a sitemap index.
    Sitemap,
    /// An entry of a sitemap or of a feed.
    Entry,
    /// `javascript:`, `mailto:`, `data:` and similar, as written in the document.
    Foreign,
}

impl SimLinkKind {
    /// Whether the other document is needed to show this one.
    pub fn is_requisite(self) -> bool {
        matches!(
            self,
            SimLinkKind::Image
                | SimLinkKind::Style
                | SimLinkKind::Script
                | SimLinkKind::Font
                | SimLinkKind::Frame
        )
    }
}

/// How the links of a site are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `/folder/page.html`
    Path,
    /// `page.html`, if the folder is the same.
    Relative,
    /// `http://host/folder/page.html`
    Absolute,
    /// `//host/folder/page.html`
    SchemeRelative,
    /// `../../folder/page.html`, to be joined with the `base` of the page.
    Base,
}

/// The path of the `base` of pages whose links need one.
pub(crate) const BASE: &str = "/some/base/";

pub(crate) struct Writer<'a> {
    pub(crate) out: Vec<u8>,
    links: Option<Vec<SimLink>>,
    host: &'a str,
    charset: SiteCharset,
    form: Form,
    /// The folder of the document, for relative links.
    folder: &'a str,
}

impl<'a> Writer<'a> {
    /// `host` is the host of the document itself; links are collected only if `collect`.
    pub(crate) fn new(host: &'a str, charset: SiteCharset, collect: bool) -> Writer<'a> {
        let out = Vec::with_capacity(4096);
        let links = collect.then(Vec::new);
        Writer { out, links, host, charset, form: Form::Path, folder: "/" }
    }

    /// Sets the form of the links that follow, as seen from `target`.
    pub(crate) fn set_form(&mut self, form: Form, target: &'a str) {
        self.form = form;
        let path = target.split('?').next().unwrap_or(target);
        self.folder = path.rfind('/').map_or("/", |slash| &path[..=slash]);
    }

    pub(crate) fn finish(self) -> (Vec<u8>, Vec<SimLink>) {
        (self.out, self.links.unwrap_or_default())
    }

    /// Appends markup, in the character set of the document.
    pub(crate) fn put(&mut self, text: &str) {
        self.charset.encode(text, &mut self.out);
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Adds a link to `target` on this host whose text is written by other means.
    pub(crate) fn note(&mut self, kind: SimLinkKind, target: &str) {
        if let Some(links) = &mut self.links {
            links.push(SimLink { uri: format!("http://{}{target}", self.host), kind });
        }
    }

    fn note_elsewhere(&mut self, kind: SimLinkKind, uri: &str) {
        if let Some(links) = &mut self.links {
            links.push(SimLink { uri: uri.to_owned(), kind });
        }
    }

    /// Writes an address on this host, escaped for an attribute.
    pub(crate) fn target(&mut self, kind: SimLinkKind, target: &str) {
        self.note(kind, target);
        match self.form {
            Form::Path => self.escaped(target),
            Form::Relative => match target.strip_prefix(self.folder) {
                Some(rest) if !rest.is_empty() => self.escaped(rest),
                _ => self.escaped(target),
            },
            Form::Absolute | Form::SchemeRelative => {
                let start = if self.form == Form::Absolute { "http://" } else { "//" };
                self.put(start);
                self.bytes(self.host.as_bytes());
                self.escaped(target);
            }
            Form::Base => {
                self.put("../..");
                self.escaped(target);
            }
        }
    }

    /// Writes an absolute address of this host.
    pub(crate) fn absolute(&mut self, kind: SimLinkKind, target: &str) {
        self.note(kind, target);
        self.put("http://");
        self.out.extend_from_slice(self.host.as_bytes());
        self.escaped(target);
    }

    /// Writes an address of another host.
    pub(crate) fn elsewhere(&mut self, kind: SimLinkKind, host: &str, target: &str) {
        let uri = format!("http://{host}{target}");
        self.note_elsewhere(kind, &uri);
        self.escaped(&uri);
    }

    fn escaped(&mut self, target: &str) {
        for (i, piece) in target.split('&').enumerate() {
            if i > 0 {
                self.bytes(b"&amp;");
            }
            self.bytes(piece.as_bytes());
        }
    }

    /// Writes an `<a href>` to this host.
    pub(crate) fn anchor(&mut self, target: &str, text: &str) {
        self.bytes(b"<a href=\"");
        self.target(SimLinkKind::Anchor, target);
        self.bytes(b"\">");
        self.put(text);
        self.bytes(b"</a>\n");
    }

    /// Writes an `<a href>` whose spelling differs from the address that has to be requested.
    pub(crate) fn anchor_as(&mut self, written: &str, target: &str) {
        self.note(SimLinkKind::Anchor, target);
        self.bytes(b"<a href=\"");
        self.put(written);
        self.bytes(b"\">?</a>\n");
    }

    /// Writes an `<a href>` to another host.
    pub(crate) fn anchor_elsewhere(&mut self, host: &str, target: &str, text: &str) {
        let uri = format!("http://{host}{target}");
        self.note_elsewhere(SimLinkKind::Anchor, &uri);
        self.bytes(b"<a href=\"");
        self.escaped(&uri);
        self.bytes(b"\">");
        self.put(text);
        self.bytes(b"</a>\n");
    }

    /// Writes an `<a href>` to something that cannot be fetched.
    pub(crate) fn anchor_foreign(&mut self, uri: &str) {
        self.note_elsewhere(SimLinkKind::Foreign, uri);
        self.bytes(b"<a href=\"");
        self.put(uri);
        self.bytes(b"\">!</a>\n");
    }

    /// Writes a paragraph of at least `length` bytes.
    pub(crate) fn paragraph(&mut self, dice: &mut Dice, language: SiteLanguage, length: usize) {
        let end = self.out.len() + length;
        self.bytes(b"<p>");
        while self.out.len() < end {
            let (charset, out) = (self.charset, &mut self.out);
            sentence(dice, language, |word| charset.encode(word, out));
            if self.charset == SiteCharset::BrokenUtf8 && dice.below(4) == 0 {
                self.bytes(b"\xe1\xed \xff\xfe \xc3. ");
            }
        }
        self.bytes(b"</p>\n");
    }
}
