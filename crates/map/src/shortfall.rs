//! What the map does not know of a page, and why.

use stodola_extract::DocumentSummary;

/// Why the links of a content are not complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContentShortfall(u32);

impl ContentShortfall {
    /// There were more addresses than there is room for.
    pub(crate) const ADDRESSES: u32 = 128;

    /// The reasons, the lowest bit first. The list only grows at its end.
    const REASONS: [&str; 8] = [
        "more links than are read",
        "longer than is read",
        "markup that is too long",
        "markup within markup that is too deep",
        "XML that is not well-formed",
        "content that cannot be read to its end",
        "addresses that are too long",
        "more addresses than there is room for",
    ];

    pub(crate) fn of(summary: &DocumentSummary) -> ContentShortfall {
        let found = &summary.shortfall;
        let bits = [
            found.links,
            found.bytes,
            found.markup > 0,
            found.depth > 0,
            found.xml,
            found.read.is_some(),
            summary.passed_over.too_long > 0,
        ];
        let bits = bits.iter().enumerate().map(|(bit, is_set)| u32::from(*is_set) << bit);
        ContentShortfall(bits.sum())
    }

    pub(crate) fn from_bits(bits: u32) -> ContentShortfall {
        ContentShortfall(bits)
    }

    pub(crate) fn add(&mut self, bits: u32) {
        self.0 |= bits;
    }

    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    /// Whether nothing is missing.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the reasons, in English.
    pub fn reasons(self) -> impl Iterator<Item = &'static str> {
        let reasons = ContentShortfall::REASONS.into_iter().enumerate();
        reasons.filter(move |(bit, _)| self.0 & 1 << bit != 0).map(|(_, reason)| reason)
    }
}

/// Why a capture has no links in the map, though it is one of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureTrouble {
    /// Its record could not be read.
    Unreadable,
    /// A later program wrote a reason that this one does not know.
    Unknown,
}

impl CaptureTrouble {
    pub(crate) fn code(self) -> u32 {
        match self {
            CaptureTrouble::Unreadable => 1,
            CaptureTrouble::Unknown => u32::MAX,
        }
    }

    pub(crate) fn of_code(code: u32) -> Option<CaptureTrouble> {
        match code {
            0 => None,
            1 => Some(CaptureTrouble::Unreadable),
            _ => Some(CaptureTrouble::Unknown),
        }
    }
}
