//! What the reader may see.

use crate::error::SearchError;
use crate::run::Sight;
use crate::span::Span;
use crate::store::{Store, StoredCapture};
use stodola_archive::Stamp;

/// Captures of one content that are asked about at most.
const CAPTURES_MAX: usize = 1_000;

/// A capture of a hit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HitCapture {
    /// When it was made; `None` if that is not known.
    pub time: Option<Stamp>,
    /// Name of its file in the archive.
    pub file: String,
    /// Byte offset of its record, or of the compressed member, in the file.
    pub offset: u64,
    /// Decoded bytes before the record in its member.
    pub inner_offset: u64,
}

impl HitCapture {
    pub(crate) fn of(capture: &StoredCapture) -> HitCapture {
        HitCapture {
            time: Stamp::from_number(capture.time),
            file: capture.file.clone(),
            offset: capture.offset,
            inner_offset: capture.inner,
        }
    }
}

/// Decides what a reader may find. A capture that is not shown is in no hit, count, facet or suggestion.
pub trait SearchGate: Send + Sync {
    /// Whether some capture of a site may not be shown. The others are not asked about one by one. `site` is in the
    /// order of SURT: `cz,example`.
    fn may_restrict(&self, site: &str) -> bool;

    /// Which captures of an address are shown, in their order. `image`: for a picture of that page its address, which
    /// must be shown too.
    fn shown(&self, uri: &[u8], image: Option<&[u8]>, captures: &[HitCapture]) -> Vec<bool>;
}

/// A gate, with the database that knows the captures.
pub(super) struct GateSight<'g> {
    pub(super) gate: &'g dyn SearchGate,
    pub(super) store: &'g Store,
}

impl Sight for GateSight<'_> {
    fn may_restrict(&self, site: &str) -> bool {
        self.gate.may_restrict(site)
    }

    fn span(&self, content: u64) -> Result<Span, SearchError> {
        let mut span = Span::default();
        let Some(address) = self.store.uri(content)? else { return Ok(span) };
        let captures = self.store.latest(content, &[], CAPTURES_MAX)?;
        let asked: Vec<HitCapture> = captures.iter().map(HitCapture::of).collect();
        let shown = self.gate.shown(&address.uri, address.image.as_deref(), &asked);
        for (capture, is_shown) in captures.iter().zip(shown) {
            if is_shown {
                span.add(capture.time, capture.job);
            }
        }
        Ok(span)
    }
}
