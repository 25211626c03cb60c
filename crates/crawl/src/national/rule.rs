//! The rule as two functions: what is decided about a document, and what do its links inherit?

use super::{Follow, Standing};
use stodola_extract::{LinkKind, Requisite};

/// The largest depth that can be set.
pub const DEPTH_MAX: u32 = 1_000_000;

/// The rule of depths: decides what is archived, and what links inherit. It has three settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthRule {
    depth: u32,
    follow: Follow,
    judges_linked: bool,
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
    /// The standing that is stored for its URI. A later offer counts only if it adds something.
    pub standing: Standing,
    /// What its links inherit from: the standing without what spares visits.
    pub passes: Standing,
    /// Whether it is archived.
    pub is_archived: bool,
    kind: DocumentKind,
}

impl Settled {
    /// Restores a decision from what was stored of it.
    pub fn new(passes: Standing, is_archived: bool, kind: DocumentKind) -> Settled {
        Settled { standing: passes, passes, is_archived, kind }
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
    /// Creates a rule: valid pages have `depth`; from pages that are not archived, links are followed as far as
    /// `follow` says. `judges_linked`: whether what archived pages link to is judged, and may begin a new depth.
    ///
    /// # Errors
    /// The depth is more than [`DEPTH_MAX`].
    pub fn new(
        depth: u32,
        follow: Follow,
        judges_linked: bool,
    ) -> Result<DepthRule, DepthRuleError> {
        match depth {
            0..=DEPTH_MAX => Ok(DepthRule { depth, follow, judges_linked }),
            _ => Err(DepthRuleError::TooDeep(depth)),
        }
    }

    /// The depth of valid pages.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The standing of a seed.
    pub fn seed(&self) -> Standing {
        Standing::judged(self.follow)
    }

    /// Returns the number that is stored for a standing. If everything is judged, a larger standing gives all that a
    /// smaller one gives, and one number tells it; otherwise the parts are stored each for itself.
    pub fn code(&self, standing: Standing) -> u32 {
        match self.judges_linked {
            true => standing.linear_code(),
            false => standing.code(),
        }
    }

    /// Whether a document whose URI has this standing is judged.
    pub fn is_judged(&self, standing: Standing) -> bool {
        match standing.judged {
            _ if self.judges_linked => true,
            Some(Follow::Links(_) | Follow::Scope) => true,
            Some(Follow::Valid) | None => false,
        }
    }

    /// Decides about a document whose URI had the standing `inherited` when it was fetched.
    pub fn settle(&self, inherited: Standing, document: DepthDocument) -> Settled {
        let DepthDocument { kind, is_valid, .. } = document;
        let was_valid = inherited.judged == Some(Follow::Valid);
        let is_valid = kind != DocumentKind::Redirect && (is_valid || was_valid);
        let mut passes = inherited;
        if is_valid {
            passes.depth = passes.depth.max(Some(self.depth));
            passes.judged = None;
        }
        let is_archived = passes.depth.is_some() || passes.is_leaf && kind != DocumentKind::Html;
        let mut standing = passes;
        if is_valid && !self.judges_linked {
            standing.judged = Some(Follow::Valid);
        }
        let standing = self.sparing(standing, is_archived, document);
        Settled { standing, passes, is_archived, kind }
    }

    /// Returns the standing with what cannot change anything any more, so that nobody offers it for nothing.
    fn sparing(&self, standing: Standing, is_archived: bool, document: DepthDocument) -> Standing {
        let DepthDocument { kind, has_links, .. } = document;
        let everything = Standing {
            judged: Some(Follow::Valid),
            is_leaf: true,
            depth: standing.depth.max(Some(self.depth)),
        };
        match kind {
            // Without links, no other document could inherit more.
            _ if is_archived && !has_links => everything,
            DocumentKind::Html if self.judges_linked => {
                // For a page that is not archived, a leaf is worth no more than a seed.
                let is_done = !has_links || self.links_of(standing) >= self.follow;
                Standing { is_leaf: standing.is_leaf || !is_archived && is_done, ..standing }
            }
            DocumentKind::Html => {
                let leads_nowhere = match is_archived {
                    // What a leaf sends on to, the page links to.
                    true => self.depth > 0 || self.follow == Follow::Links(0),
                    false => !has_links,
                };
                Standing { is_leaf: standing.is_leaf || leads_nowhere, ..standing }
            }
            DocumentKind::Other | DocumentKind::Redirect => standing,
        }
    }

    /// Returns the standing that a link inherits from its document; `None` if the link is not followed.
    pub fn inherit(&self, from: &Settled, hop: Hop) -> Option<Standing> {
        match (from.kind, hop) {
            (DocumentKind::Redirect, Hop::Redirect) => return Some(from.passes),
            (DocumentKind::Redirect, Hop::Navigation | Hop::Requisite | Hop::Frame) => return None,
            (DocumentKind::Html | DocumentKind::Other, _) => {}
        }
        let inherited = match self.judges_linked {
            true => self.largest(from, hop),
            false => self.of_each_part(from, hop),
        };
        (!inherited.is_empty()).then_some(inherited)
    }

    /// What a link inherits if everything is judged: what the largest part of the standing gives.
    fn largest(&self, from: &Settled, hop: Hop) -> Standing {
        let judged = |follow: Option<Follow>| follow.map(Standing::judged).unwrap_or_default();
        match (from.passes, hop) {
            (Standing { depth: Some(depth), .. }, hop) => kept(depth, hop),
            (Standing { is_leaf: true, .. }, Hop::Requisite | Hop::Frame) if from.is_archived => {
                Standing::LEAF
            }
            (_, Hop::Requisite) => Standing::default(),
            // Otherwise a page that only redirects would never be judged by its target.
            (standing, Hop::Redirect) => Standing::judged(self.links_of(standing)),
            (standing, Hop::Navigation | Hop::Frame) => judged(self.links_of(standing).less()),
        }
    }

    /// What a link inherits if only that is judged which no archived page links to: each part of the standing gives
    /// what it would give alone.
    fn of_each_part(&self, from: &Settled, hop: Hop) -> Standing {
        let Standing { judged, is_leaf, depth } = from.passes;
        let mut all = depth.map(|depth| kept(depth, hop)).unwrap_or_default();
        let mut follow = |follow: Option<Follow>| all.judged = all.judged.max(follow);
        match (judged, hop) {
            (None, _) | (_, Hop::Requisite) => {}
            (Some(_), Hop::Redirect) => follow(judged),
            (Some(links), Hop::Navigation | Hop::Frame) => follow(links.less()),
        }
        match (is_leaf, hop) {
            (false, _) => {}
            (true, Hop::Redirect) => all.is_leaf = true,
            (true, Hop::Requisite | Hop::Frame) if from.kind == DocumentKind::Other => {
                all.is_leaf = true;
            }
            (true, Hop::Requisite) => {}
            // At a larger depth a page may be a leaf on one path and archived on another, and nobody can tell which
            // comes first.
            (true, Hop::Navigation | Hop::Frame) if self.depth == 0 => follow(self.follow.less()),
            (true, Hop::Navigation | Hop::Frame) => {}
        }
        all
    }

    /// Returns the number of links that are followed from a document if it is not archived.
    fn links_of(&self, standing: Standing) -> Follow {
        match standing {
            Standing { judged: Some(links), is_leaf: false, depth: None } => links,
            _ => self.follow,
        }
    }
}

/// Returns what a link of an archived document with this depth inherits.
fn kept(depth: u32, hop: Hop) -> Standing {
    match hop {
        Hop::Requisite => Standing::kept(0),
        Hop::Frame => Standing::kept(depth),
        Hop::Navigation | Hop::Redirect => {
            depth.checked_sub(1).map_or(Standing::LEAF, Standing::kept)
        }
    }
}
