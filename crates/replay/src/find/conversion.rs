//! The converted form of a capture, if the archive has one.

use super::FindError;
use stodola_archive::{
    CaptureError, Captures, Content, ConversionRow, Entry, OpenedCapture, StoredBlock,
};

/// So many conversions of an address are looked at.
const LOOKED_AT_MAX: usize = 64;

/// The latest conversion of a capture, of a media type if one is given, that can be opened. Of a revisit, conversions
/// of its original count too. `None` if there is none.
pub(super) fn of(
    captures: &Captures,
    entry: &Entry,
    opened: &OpenedCapture,
    mime: Option<&str>,
) -> Result<Option<(ConversionRow, Content<StoredBlock>)>, FindError> {
    for source in [Some(entry), opened.original.as_ref()].into_iter().flatten() {
        let rows = captures.catalogue()?.conversions(&source.row.key, LOOKED_AT_MAX)?;
        let mut id = None;
        for row in rows.into_iter().filter(|row| has_type(row, mime)) {
            let id = match &id {
                Some(id) => id,
                None => id.insert(captures.record_id(source).ok().flatten()),
            };
            if !is_of(&row, source, id.as_deref()) {
                continue;
            }
            match captures.open_conversion(&row) {
                Ok(content) => return Ok(Some((row, content))),
                Err(CaptureError::Catalogue(error)) => return Err(error.into()),
                // An older one will do, or else the original.
                Err(_) => {}
            }
        }
    }
    Ok(None)
}

fn has_type(row: &ConversionRow, mime: Option<&str>) -> bool {
    let essence =
        |mime: &str| mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    mime.is_none_or(|mime| row.mime.as_deref().map(essence) == Some(essence(mime)))
}

/// Whether a conversion was made of a capture: by the id of the record, or else by its time.
fn is_of(row: &ConversionRow, entry: &Entry, id: Option<&[u8]>) -> bool {
    match &row.refers_to {
        Some(refers_to) => Some(&refers_to[..]) == id,
        None => row.target_time.is_some() && row.target_time == entry.row.time,
    }
}
