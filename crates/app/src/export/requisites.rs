//! The requisites of pages: style sheets, pictures, scripts, frames, and their own requisites.
//!
//! They are found in rounds. Each round has the URIs that the documents of the round before need, sorted and each once,
//! so that memory does not depend on their number.

use super::select::Selector;
use super::{ExportError, sorted};
use crate::{LineSorter, Watch};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufRead;
use stodola_archive::{CaptureError, CaptureKind, Captures, Entry, Stamp};
use stodola_extract::{ExtractOptions, Input, Link, extract};

/// A frame in a frame with a style sheet that imports another one with a font has five.
const ROUNDS_MAX: usize = 8;
/// No more of a document is read, in bytes.
const DOCUMENT_MAX: u64 = 64 << 20;
/// So many documents are remembered, so that those that need each other are read once.
const SEEN_MAX: usize = 1 << 20;

/// URIs that documents need.
#[derive(Default)]
pub(super) struct Requisites {
    wanted: LineSorter,
    is_filled: bool,
    /// Hashes of the places of documents that were read.
    seen: HashSet<u64>,
}

/// Whether a capture may have requisites: pages, style sheets, drawings.
pub(super) fn has_requisites(entry: &Entry) -> bool {
    let row = &entry.row;
    match row.kind {
        CaptureKind::Metadata | CaptureKind::Dns => false,
        // The type of its content is not known before it is opened.
        CaptureKind::Revisit => true,
        CaptureKind::Response | CaptureKind::Resource => row.mime.as_deref().is_some_and(|mime| {
            matches!(mime, "text/html" | "application/xhtml+xml" | "text/css" | "image/svg+xml")
        }),
    }
}

/// Whether a requisite leads to another URI.
fn is_redirect(entry: &Entry) -> bool {
    entry.row.status.is_some_and(|status| (300..400).contains(&status) && status != 304)
}

impl Requisites {
    /// Notes what a document needs. A document that cannot be opened needs nothing: the export will tell why it is
    /// left out.
    pub(super) fn read(&mut self, captures: &Captures, entry: &Entry) -> Result<(), ExportError> {
        let mut hasher = DefaultHasher::new();
        (&*entry.file, entry.row.offset, entry.row.inner_offset).hash(&mut hasher);
        let is_new = self.seen.len() >= SEEN_MAX || self.seen.insert(hasher.finish());
        if !is_new {
            return Ok(());
        }
        let content = match captures.open(entry) {
            Ok(opened) => opened.content,
            Err(CaptureError::Catalogue(error)) => return Err(error.into()),
            Err(_) => return Ok(()),
        };
        let mut headers: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        if let Some(head) = content.head() {
            let fields = head.fields.iter().map(|it| (it.name, it.raw_value().trim_ascii()));
            headers.extend(fields.map(|(name, value)| (name.to_vec(), value.to_vec())));
        } else if let Some(mime) = &entry.row.mime {
            headers.push((b"Content-Type".to_vec(), mime.clone().into_bytes()));
        }
        // Codings are undone already.
        headers.retain(|(name, _)| {
            !name.eq_ignore_ascii_case(b"Content-Encoding")
                && !name.eq_ignore_ascii_case(b"Transfer-Encoding")
        });
        let headers: Vec<(&[u8], &[u8])> =
            headers.iter().map(|(name, value)| (&name[..], &value[..])).collect();
        let input = Input { headers: &headers, ..Input::new(&entry.row.uri) };
        let follows = is_redirect(entry);
        let (mut failure, wanted, is_filled) = (None, &mut self.wanted, &mut self.is_filled);
        let mut add = |link: &Link<'_>| {
            let is_needed = link.kind.is_requisite()
                || follows && link.kind == stodola_extract::LinkKind::Redirect;
            if is_needed && failure.is_none() {
                *is_filled = true;
                failure = wanted.push(link.uri).err();
            }
        };
        extract(&input, content.into_decoded(DOCUMENT_MAX), &ExtractOptions::default(), &mut add);
        failure.map_or(Ok(()), |error| Err(ExportError::Scratch(error)))
    }

    /// Plans the captures of what is needed, and of what they need in turn.
    pub(super) fn resolve(
        mut self,
        selector: &mut Selector<'_>,
        as_of: Stamp,
        watch: &dyn Watch,
    ) -> Result<(), ExportError> {
        for round in 0..=ROUNDS_MAX {
            if !std::mem::take(&mut self.is_filled) {
                return Ok(());
            }
            let wanted = std::mem::take(&mut self.wanted);
            let mut wanted = sorted(wanted).map_err(ExportError::Scratch)?;
            let mut uri = Vec::new();
            while wanted.read_until(b'\n', &mut uri).map_err(ExportError::Scratch)? > 0 {
                if watch.is_stopped() {
                    return Err(ExportError::Stopped);
                }
                let line = uri.strip_suffix(b"\n").unwrap_or(&uri);
                if round == ROUNDS_MAX {
                    selector.too_deep(line)?;
                } else if let Some(entry) = selector.take_requisite(line, as_of)?
                    && (has_requisites(&entry) || is_redirect(&entry))
                {
                    self.read(selector.captures(), &entry)?;
                }
                uri.clear();
            }
        }
        Ok(())
    }
}
