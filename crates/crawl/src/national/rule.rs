//! The rule as two questions: what becomes of a document, and what do its links inherit?

use super::Standing;
use stodola_extract::{Kind, Requisite};

/// The largest depth that can be set.
pub const DEPTH_MAX: u32 = 1_000_000;

/// The two numbers of the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    depth: u32,
    probe: u8,
}

/// A rule that cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// More than [`DEPTH_MAX`].
    #[error("depth \"{0}\" is too large; the largest is {DEPTH_MAX}")]
    TooDeep(u32),
}

/// What came when a URI was fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Document {
    /// What it is.
    pub kind: DocumentKind,
    /// The judge's verdict. False for errors, and for what cannot be judged.
    pub is_valid: bool,
    /// Whether it has any links that could be followed. To say so of one that has none spares a visit.
    pub has_links: bool,
}

/// What a document is, as far as the rule cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    /// A page, by what it is and not by what its URI looks like.
    Html,
    /// Anything else.
    Other,
    /// Status 3xx with somewhere to go, whatever the body.
    Redirect,
}

/// How one document refers to another, as far as the rule cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// A way to another document.
    Navigation,
    /// A part of the document.
    Requisite,
    /// A part of the document that is a page of its own.
    Frame,
    /// Where the reader is sent.
    Redirect,
}

/// What became of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// To be kept for its URI: an offer that is not larger changes nothing.
    pub standing: Standing,
    /// Whether it is archived.
    pub is_archived: bool,
    kind: DocumentKind,
}

/// What to do with a URI that was fetched before and is offered again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// Nothing; the offer brings nothing new.
    No,
    /// Its links inherit more than before. It is archived already.
    Links,
    /// It was not archived, and may have to be now, or may lead on further.
    Fetch,
}

impl Settled {
    /// What became of a document, from what was kept of it.
    pub fn new(standing: Standing, is_archived: bool, kind: DocumentKind) -> Settled {
        Settled { standing, is_archived, kind }
    }

    /// What the document is.
    pub fn kind(&self) -> DocumentKind {
        self.kind
    }
}

impl Hop {
    /// What the rule makes of a link. Guesses, forms and lists are ways to somewhere, and not more.
    pub fn of(kind: Kind) -> Hop {
        match kind {
            Kind::Navigation
            | Kind::Alternate
            | Kind::Feed
            | Kind::Sitemap
            | Kind::Listed
            | Kind::Form
            | Kind::Speculative => Hop::Navigation,
            Kind::Requisite(Requisite::Frame) => Hop::Frame,
            Kind::Requisite(
                Requisite::Image
                | Requisite::Style
                | Requisite::Script
                | Requisite::Media
                | Requisite::Font
                | Requisite::Object
                | Requisite::Manifest
                | Requisite::Other,
            ) => Hop::Requisite,
            Kind::Redirect => Hop::Redirect,
        }
    }
}

impl Rule {
    /// Valid pages have `depth`; pages that are not archived lead on for `probe` links.
    ///
    /// # Errors
    /// The depth is more than [`DEPTH_MAX`].
    pub fn new(depth: u32, probe: u8) -> Result<Rule, RuleError> {
        match depth {
            0..=DEPTH_MAX => Ok(Rule { depth, probe }),
            _ => Err(RuleError::TooDeep(depth)),
        }
    }

    /// What a seed begins with.
    pub fn seed(&self) -> Standing {
        Standing::Probe(self.probe)
    }

    /// What becomes of a document whose URI had `inherited` so much when it came.
    pub fn settle(&self, inherited: Standing, document: Document) -> Settled {
        let Document { kind, is_valid, has_links } = document;
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
            // Without links there is nobody who could inherit more.
            (true, _) if !has_links => standing.max(top),
            // For a page that is not archived a leaf is no more than a seed, which spares a visit.
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

    /// What a link of a document inherits from it; nothing, if it is not to be followed.
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
            // Else whoever only sends readers on would never be judged by where they arrive.
            (Standing::Leaf | Standing::Probe(_), Hop::Redirect) => {
                Some(Standing::Probe(self.probes(from.standing)))
            }
            (Standing::Leaf | Standing::Probe(_), Hop::Navigation | Hop::Frame) => {
                self.probes(from.standing).checked_sub(1).map(Standing::Probe)
            }
        }
    }

    /// What to do with a URI that came to `standing` when it was fetched, and is offered once more.
    pub fn again(&self, standing: Standing, was_archived: bool, offered: Standing) -> Again {
        match (offered <= standing, was_archived) {
            (true, _) => Again::No,
            (false, true) => Again::Links,
            (false, false) => Again::Fetch,
        }
    }

    /// What a link of an archived page inherits where the depth has come to its end.
    fn leaf(&self) -> Standing {
        match self.depth {
            0 => self.seed(),
            1.. => Standing::Leaf,
        }
    }

    /// How far a document leads on if it is not archived.
    fn probes(&self, standing: Standing) -> u8 {
        match standing {
            Standing::Probe(links) => links,
            Standing::Leaf | Standing::Depth(_) => self.probe,
        }
    }
}
