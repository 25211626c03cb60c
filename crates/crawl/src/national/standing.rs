//! The standing of a URI: the largest of all paths that lead to it.

/// What a URI has a right to because of how it was found. A larger standing gives all that a smaller one gives, and
/// more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// It is judged, and archived if it is valid. If not, its links are followed this many steps for judging.
    Probe(u8),
    /// An archived page of depth 0 links to it: it is judged, and archived if it is valid or not HTML.
    Leaf,
    /// It is archived whatever it is, and so are pages up to this many links away.
    Depth(u32),
}

/// First code of [`Standing::Depth`].
const FIRST_DEPTH: u32 = LEAF + 1;
const LEAF: u32 = 1 << u8::BITS;

impl Standing {
    /// The number that is stored for this standing. It never changes between versions, and is larger for a larger
    /// standing: 0–255 `Probe`, 256 `Leaf`, 257 and more `Depth`.
    pub fn code(self) -> u32 {
        match self {
            Standing::Probe(links) => u32::from(links),
            Standing::Leaf => LEAF,
            Standing::Depth(depth) => depth.saturating_add(FIRST_DEPTH),
        }
    }

    /// The standing for a stored number; every number has one.
    pub fn from_code(code: u32) -> Standing {
        match u8::try_from(code) {
            Ok(links) => Standing::Probe(links),
            Err(_) if code == LEAF => Standing::Leaf,
            Err(_) => Standing::Depth(code - FIRST_DEPTH),
        }
    }
}
