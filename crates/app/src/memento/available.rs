//! Whether a URL is archived: the answer of `/wayback/available`.

use super::neighbours::is_memento;
use crate::cdx::NearestCaptures;
use crate::reading::CaptureGate;
use stodola_archive::{Captures, CatalogueError, Entry, Stamp, key_of};

/// So many captures are looked at for one that is not an error.
const MAX_LOOKED_AT: usize = 1000;

/// The capture that a program is told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AvailableCapture {
    /// When it was made.
    pub time: Stamp,
    /// Its URL.
    pub url: String,
    /// The status of the answer, if it is known.
    pub status: Option<u16>,
}

/// The capture of a URL that is nearest to a moment, or the last one. One that is not an error is preferred. `None` if
/// there is no capture that the reader may know of.
pub fn nearest_available(
    url: &str,
    moment: Option<Stamp>,
    captures: &Captures,
    gate: &dyn CaptureGate,
) -> Result<Option<AvailableCapture>, CatalogueError> {
    let catalogue = captures.catalogue()?;
    let last = Stamp::from_number(99991231235959);
    let Some(moment) = moment.or(last) else { return Ok(None) };
    let mut nearest = NearestCaptures::of(&key_of(url.as_bytes()), moment);
    let mut fallback = None;
    for _ in 0..MAX_LOOKED_AT {
        let Some(entry) = nearest.next(&catalogue)? else { break };
        if !is_memento(&entry, &catalogue, gate)? {
            continue;
        }
        if entry.row.status.is_none_or(|status| status < 400) {
            return Ok(told(&entry));
        }
        fallback = fallback.or(told(&entry));
    }
    Ok(fallback)
}

fn told(entry: &Entry) -> Option<AvailableCapture> {
    Some(AvailableCapture {
        time: entry.row.time?,
        url: String::from_utf8_lossy(&entry.row.uri).into_owned(),
        status: entry.row.status,
    })
}
