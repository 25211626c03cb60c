//! The standing of a URI: what all paths that lead to it give together.

/// What a URI has a right to because of how it was found. More is never worth less: each part only grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Standing {
    /// Whether it is judged: found on a seed's way of pages that are not archived. If it is not valid, this many
    /// further links are followed from it.
    pub judged: Option<Follow>,
    /// An archived page of depth 0 links to it: it is archived if it is not HTML.
    pub is_leaf: bool,
    /// It is archived whatever it is, and so are pages up to this many links away.
    pub depth: Option<u32>,
}

/// Number of links that are followed from pages that are not archived, only to judge what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Follow {
    /// This many, at most [`Follow::MOST`].
    Links(u8),
    /// As many as the scope allows.
    Scope,
    /// It does not matter any more: the page was judged and found valid.
    Valid,
}

impl Follow {
    /// The largest number of links.
    pub const MOST: u8 = 254;

    /// Returns what is left behind one more link; `None` if that link is not followed.
    pub(crate) fn less(self) -> Option<Follow> {
        match self {
            Follow::Links(links) => links.checked_sub(1).map(Follow::Links),
            Follow::Scope => Some(Follow::Scope),
            Follow::Valid => None,
        }
    }

    fn number(self) -> u32 {
        match self {
            Follow::Links(links) => u32::from(links.min(Follow::MOST)),
            Follow::Scope => SCOPE,
            Follow::Valid => SCOPE + 1,
        }
    }

    fn from_number(number: u32) -> Follow {
        match u8::try_from(number) {
            Ok(links @ 0..=Follow::MOST) => Follow::Links(links),
            Ok(_) => Follow::Scope,
            Err(_) => Follow::Valid,
        }
    }
}

const SCOPE: u32 = 255;
/// First code of a depth.
const FIRST_DEPTH: u32 = LEAF + 1;
const LEAF: u32 = SCOPE + 1;
/// The bits of the parts, as the frontier compares them.
const LOW: u32 = (1 << 20) - 1;
const LEAF_BIT: u32 = 1 << 20;
const JUDGED_SHIFT: u32 = 21;

impl Standing {
    /// It is judged, and this number of further links may be followed.
    pub const fn judged(follow: Follow) -> Standing {
        Standing { judged: Some(follow), is_leaf: false, depth: None }
    }

    /// It is archived if it is not HTML.
    pub const LEAF: Standing = Standing { judged: None, is_leaf: true, depth: None };

    /// It is archived, with this depth.
    pub const fn kept(depth: u32) -> Standing {
        Standing { judged: None, is_leaf: false, depth: Some(depth) }
    }

    /// Returns what both standings give together.
    #[must_use]
    pub fn joined(self, other: Standing) -> Standing {
        Standing {
            judged: self.judged.max(other.judged),
            is_leaf: self.is_leaf || other.is_leaf,
            depth: self.depth.max(other.depth),
        }
    }

    /// Whether it gives nothing.
    pub fn is_empty(self) -> bool {
        self == Standing::default()
    }

    /// The number that is stored for this standing if its parts are compared each for itself. It never changes between
    /// versions: bits 0–19 are the depth + 257, 0 without one; bit 20 is that of leaves; bits 21–31 are the links + 1,
    /// 256 for `Scope`, 257 for `Valid`, 0 if it is not judged.
    pub fn code(self) -> u32 {
        let low = self.depth.map_or(0, |depth| depth.saturating_add(FIRST_DEPTH).min(LOW));
        let leaf = if self.is_leaf { LEAF_BIT } else { 0 };
        let judged = self.judged.map_or(0, |follow| follow.number() + 1);
        low | leaf | judged << JUDGED_SHIFT
    }

    /// The number that is stored where a larger standing gives all that a smaller one gives. It never changes between
    /// versions: 0–254 links, 255 `Scope`, 256 a leaf, 257 and more the depth.
    pub fn linear_code(self) -> u32 {
        match (self.depth, self.is_leaf, self.judged) {
            (Some(depth), ..) => depth.saturating_add(FIRST_DEPTH).min(LOW),
            (None, true, _) => LEAF,
            (None, false, follow) => follow.map_or(0, Follow::number).min(SCOPE),
        }
    }

    /// The standing for a stored number of either kind; every number has one.
    pub fn from_code(code: u32) -> Standing {
        let (low, judged) = (code & LOW, code >> JUDGED_SHIFT);
        let is_leaf = code & LEAF_BIT != 0;
        let standing = match low {
            _ if low >= FIRST_DEPTH => Standing::kept(low - FIRST_DEPTH),
            LEAF => Standing::LEAF,
            // With other parts, nothing is said here.
            0 if is_leaf || judged > 0 => Standing::default(),
            _ => Standing::judged(Follow::from_number(low)),
        };
        let judged = judged.checked_sub(1).map(Follow::from_number);
        standing.joined(Standing { judged, is_leaf, depth: None })
    }
}
