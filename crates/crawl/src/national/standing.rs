//! What a URI has a right to, by the best of the ways that lead to it.

/// What is to be done with a document on the strength of how it was found. Larger ones give all that smaller
/// ones do, and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// It is judged, and archived if it is valid. If it is not, so many links are followed for judging.
    Probe(u8),
    /// An archived page of depth 0 links to it: it is judged, and archived if it is valid or not HTML.
    Leaf,
    /// It is archived whatever it is, and pages so many links away as well.
    Depth(u32),
}

/// Where the codes of [`Standing::Depth`] begin.
const FIRST_DEPTH: u32 = LEAF + 1;
const LEAF: u32 = 1 << u8::BITS;

impl Standing {
    /// The number to keep. It stays the same for ever, and is larger for a larger standing:
    /// 0–255 `Probe`, 256 `Leaf`, 257 and more `Depth`.
    pub fn code(self) -> u32 {
        match self {
            Standing::Probe(links) => u32::from(links),
            Standing::Leaf => LEAF,
            Standing::Depth(depth) => depth.saturating_add(FIRST_DEPTH),
        }
    }

    /// What a number means; every one means something.
    pub fn from_code(code: u32) -> Standing {
        match u8::try_from(code) {
            Ok(links) => Standing::Probe(links),
            Err(_) if code == LEAF => Standing::Leaf,
            Err(_) => Standing::Depth(code - FIRST_DEPTH),
        }
    }
}
