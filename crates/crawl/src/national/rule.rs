//! The rule as two functions: what is decided about a document, and what do its links inherit?

use super::Standing;
use stodola_extract::{LinkKind, Requisite};

/// The largest depth that can be set.
pub const DEPTH_MAX: u32 = 1_000_000;

/// The rule of depths: decides what is archived, and what links inherit. It has two settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthRule {
    depth: u32,
    probe: u8,
}

/// Errors from creating a rule of depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DepthRuleError {
    /// The depth is more than [`DEPTH_MAX`].
    #[error("depth \"{0}\" is too large; the largest is {DEPTH_MAX}")]
    TooDeep(u32),
}

/// What the rule has to know of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthDocument {
    /// Kind of the document.
    pub kind: DocumentKind,
    /// Whether the judge found it valid. `false` for errors, and for documents that cannot be judged.
    pub is_valid: bool,
    /// Whether it has links that could be followed. `true` is always safe; `false` spares visits.
    pub has_links: bool,
}

/// The kind of a document, as far as the rule distinguishes kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    /// HTML, by its content and not by its URI.
    Html,
    /// Anything else.
    Other,
    /// A response with status 3xx and a `Location`.
    Redirect,
}

/// How one document refers to another, as far as the rule distinguishes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// A link to another document.
    Navigation,
    /// A part of the document, such as a picture or a style.
    Requisite,
    /// A frame: a part of the document that is a page.
    Frame,
    /// The target of a redirect.
    Redirect,
}

/// What the rule decided about a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The standing that is stored for its URI. A later offer counts only if it is larger.
    pub standing: Standing,
    /// Whether it is archived.
    pub is_archived: bool,
    kind: DocumentKind,
}

/// What to do with a URI that was fetched before and is offered again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferAgain {
    /// Nothing: the offer is not larger than what is kept.
    No,
    /// It is archived already; offer its links again, which inherit more than before.
    Links,
    /// It was not archived; fetch it again, because it may be archived now, or more of its links may be followed.
    Fetch,
}

impl Settled {
    /// Restores a decision from what was stored of it.
    pub fn new(standing: Standing, is_archived: bool, kind: DocumentKind) -> Settled {
        Settled { standing, is_archived, kind }
    }

    /// Kind of the document.
    pub fn kind(&self) -> DocumentKind {
        self.kind
    }
}

impl Hop {
    /// Returns the hop for a kind of link. Guesses, forms and lists count as navigation.
    pub fn of(kind: LinkKind) -> Hop {
        match kind {
            LinkKind::Navigation
            | LinkKind::Alternate
            | LinkKind::Feed
            | LinkKind::Sitemap
            | LinkKind::Listed
            | LinkKind::Form
            | LinkKind::Speculative => Hop::Navigation,
            LinkKind::Requisite(Requisite::Frame) => Hop::Frame,
            LinkKind::Requisite(
                Requisite::Image
                | Requisite::Style
                | Requisite::Script
                | Requisite::Media
                | Requisite::Font
                | Requisite::Object
                | Requisite::Manifest
                | Requisite::Other,
            ) => Hop::Requisite,
            LinkKind::Redirect => Hop::Redirect,
        }
    }
}

impl DepthRule {
    /// Creates a rule: valid pages have `depth`; from pages that are not archived, `probe` links are followed.
    ///
    /// # Errors
    /// The depth is more than [`DEPTH_MAX`].
    pub fn new(depth: u32, probe: u8) -> Result<DepthRule, DepthRuleError> {
        match depth {
            0..=DEPTH_MAX => Ok(DepthRule { depth, probe }),
            _ => Err(DepthRuleError::TooDeep(depth)),
        }
    }

    /// The standing of a seed.
    pub fn seed(&self) -> Standing {
        Standing::Probe(self.probe)
    }

    /// Decides about a document whose URI had the standing `inherited` when it was fetched.
    pub fn settle(&self, inherited: Standing, document: DepthDocument) -> Settled {
        let DepthDocument { kind, is_valid, has_links } = document;
        let top = Standing::Depth(self.depth);
        let standing = match kind {
            DocumentKind::Html | DocumentKind::Other if is_valid => inherited.max(top),
            DocumentKind::Html | DocumentKind::Other | DocumentKind::Redirect => inherited,
        };
        let is_archived = match standing {
            Standing::Probe(_) => false,
            Standing::Leaf => kind != DocumentKind::Html,
            Standing::Depth(_) => true,
        };
        let standing = match (is_archived, kind) {
            // Without links, no other document could inherit more.
            (true, _) if !has_links => standing.max(top),
            // For a page that is not archived, a leaf is worth no more than a seed; this spares a visit.
            (false, DocumentKind::Html) if !has_links || self.probes(standing) >= self.probe => {
                Standing::Leaf
            }
            (true, _)
            | (false, DocumentKind::Html | DocumentKind::Other | DocumentKind::Redirect) => {
                standing
            }
        };
        Settled { standing, is_archived, kind }
    }

    /// Returns the standing that a link inherits from its document; `None` if the link is not followed.
    pub fn inherit(&self, from: &Settled, hop: Hop) -> Option<Standing> {
        match (from.kind, hop) {
            (DocumentKind::Redirect, Hop::Redirect) => return Some(from.standing),
            (DocumentKind::Redirect, Hop::Navigation | Hop::Requisite | Hop::Frame) => return None,
            (DocumentKind::Html | DocumentKind::Other, _) => {}
        }
        match (from.standing, hop) {
            (Standing::Depth(_), Hop::Requisite) => Some(Standing::Depth(0)),
            (Standing::Depth(depth), Hop::Frame) => Some(Standing::Depth(depth)),
            (Standing::Depth(depth), Hop::Navigation | Hop::Redirect) => {
                Some(depth.checked_sub(1).map_or(self.leaf(), Standing::Depth))
            }
            (Standing::Leaf, Hop::Requisite | Hop::Frame) if from.is_archived => {
                Some(Standing::Leaf)
            }
            (Standing::Leaf | Standing::Probe(_), Hop::Requisite) => None,
            // Otherwise a page that only redirects would never be judged by its target.
            (Standing::Leaf | Standing::Probe(_), Hop::Redirect) => {
                Some(Standing::Probe(self.probes(from.standing)))
            }
            (Standing::Leaf | Standing::Probe(_), Hop::Navigation | Hop::Frame) => {
                self.probes(from.standing).checked_sub(1).map(Standing::Probe)
            }
        }
    }

    /// Decides what to do with a URI that was settled with `standing` and is offered again with `offered`.
    pub fn again(&self, standing: Standing, was_archived: bool, offered: Standing) -> OfferAgain {
        match (offered <= standing, was_archived) {
            (true, _) => OfferAgain::No,
            (false, true) => OfferAgain::Links,
            (false, false) => OfferAgain::Fetch,
        }
    }

    /// Returns what a link of an archived page of depth 0 inherits.
    fn leaf(&self) -> Standing {
        match self.depth {
            0 => self.seed(),
            1.. => Standing::Leaf,
        }
    }

    /// Returns the number of links that are followed from a document if it is not archived.
    fn probes(&self, standing: Standing) -> u8 {
        match standing {
            Standing::Probe(links) => links,
            Standing::Leaf | Standing::Depth(_) => self.probe,
        }
    }
}
