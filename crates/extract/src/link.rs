//! Links, and what they are for.

use crate::blocks::{BlockKind, Within};

/// One reference of a document, resolved.
///
/// Borrowed from the extractor's buffers; the sink copies what it wants to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link<'a> {
    /// Absolute URI without its fragment, in printable ASCII; not normalised, so that upper and lower case and the
    /// spelling of escapes are kept. Characters beyond ASCII are percent-encoded, paths in UTF-8 and queries in the
    /// page's charset.
    pub uri: &'a [u8],
    /// The reference in the document: escapes of the markup decoded, not resolved, in UTF-8 as far as the document's
    /// charset allowed.
    pub raw: &'a [u8],
    /// What the link is for.
    pub kind: LinkKind,
    /// Where the reference is in the document.
    pub origin: LinkOrigin<'a>,
    /// The relation that the document gives, as written: the attribute `rel` of `a`, `area` and `link`, or the
    /// parameter of an HTTP header. `None` if there is none.
    pub rel: Option<&'a [u8]>,
    /// Whether the author marked this very link `nofollow`.
    pub nofollow: bool,
    /// The beginning of the text of an `a` on one line, with single spaces, if
    /// [`ExtractOptions::anchor_text`](crate::ExtractOptions) asks for it. Empty if the `a` has no text. `None` for
    /// other links, or if it was not asked for.
    pub text: Option<&'a str>,
    /// The kind of text that it stands in, and the parts of the page around it. `None` unless
    /// [`ExtractOptions::max_blocks`](crate::ExtractOptions) asks for blocks.
    pub block: Option<(BlockKind, Within)>,
}

/// Where a reference is in a document. Names of elements and attributes are in lower case, those of XML without a
/// prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkOrigin<'a> {
    /// In an HTTP header with this name.
    Header(&'a str),
    /// In an attribute of an element; also references in a style sheet or a list that is an attribute.
    Attribute {
        /// Name of the element; empty if it is longer than 16 bytes.
        element: &'a str,
        /// Name of the attribute; `xlink:href` whatever its prefix is.
        attribute: &'a str,
    },
    /// In the content of an element: the text of a feed's or sitemap's element, a style sheet, a script.
    Content {
        /// Name of the element.
        element: &'a str,
    },
    /// In a document that has no elements: a style sheet, a script, a robots.txt, a list, a manifest.
    Document,
}

impl<'a> LinkOrigin<'a> {
    /// Name of the element; `None` if the reference is in no element.
    pub fn element(self) -> Option<&'a str> {
        match self {
            LinkOrigin::Attribute { element, .. } | LinkOrigin::Content { element } => {
                Some(element)
            }
            LinkOrigin::Header(_) | LinkOrigin::Document => None,
        }
    }

    /// Name of the attribute; `None` if the reference is in no attribute.
    pub fn attribute(self) -> Option<&'a str> {
        match self {
            LinkOrigin::Attribute { attribute, .. } => Some(attribute),
            LinkOrigin::Header(_) | LinkOrigin::Content { .. } | LinkOrigin::Document => None,
        }
    }
}

impl Link<'_> {
    /// The letter for this kind of link in the hop paths of crawl logs.
    pub fn hop(&self) -> char {
        self.kind.hop()
    }
}

/// What a link is for. Requisites, without which an archived page does not look as it did, are distinguished from links
/// to other pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkKind {
    /// A link to another page: `a`, `area`, `cite`, `rel=next` …
    Navigation,
    /// A part of this page.
    Requisite(Requisite),
    /// The target to which this document sends its reader: `Location`, `Refresh`.
    Redirect,
    /// The same document at another address or in another form: `rel=canonical`, `alternate` …
    Alternate,
    /// An RSS or Atom feed.
    Feed,
    /// A sitemap, named by robots.txt, by another sitemap or by `rel=sitemap`.
    Sitemap,
    /// A document listed in a sitemap.
    Listed,
    /// The target of a form, or an address that `ping` would notify.
    Form,
    /// A guess: a string in a script, a `data-` attribute, a picture for previews.
    Speculative,
}

impl LinkKind {
    /// The letter for this kind of link in the hop paths of crawl logs: L navigation, E embed, R redirect, M manifest
    /// (sitemaps), S submission, X speculation.
    pub fn hop(self) -> char {
        match self {
            LinkKind::Navigation | LinkKind::Alternate | LinkKind::Feed => 'L',
            LinkKind::Requisite(_) => 'E',
            LinkKind::Redirect => 'R',
            LinkKind::Sitemap | LinkKind::Listed => 'M',
            LinkKind::Form => 'S',
            LinkKind::Speculative => 'X',
        }
    }

    /// Whether the page is incomplete without it.
    pub fn is_requisite(self) -> bool {
        matches!(self, LinkKind::Requisite(_))
    }
}

/// The part that a requisite has on its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Requisite {
    /// A picture, an icon, a background.
    Image,
    /// A style sheet; it may have requisites of its own.
    Style,
    /// A script.
    Script,
    /// A document shown within this one; it may have requisites of its own.
    Frame,
    /// Sound, film, subtitles.
    Media,
    /// A font.
    Font,
    /// Content for a plug-in.
    Object,
    /// The manifest of a web application.
    Manifest,
    /// Something that is preloaded for an unknown purpose.
    Other,
}
