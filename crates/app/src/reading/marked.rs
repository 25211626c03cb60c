//! The text of a capture with the places of evidence in it.

use super::document::OpenedDocument;
use super::{CaptureGate, CaptureSight, ReaderGate, UnreadableText};
use crate::memento::is_memento;
use stodola_archive::{
    Captures, CatalogueError, Direction, Entry, KeyRange, RangeCursor, Stamp, key_of,
};

/// Captures of an address that are looked at for one with a text.
const LOOKED_AT: usize = 100;
/// Bytes of the text that are shown.
const SHOWN: usize = 64 << 10;

/// A piece of text that is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoughtText<'s> {
    /// What it belongs to: any number of the caller.
    pub mark: usize,
    /// The text.
    pub text: &'s str,
    /// Byte offset in the text of the page where it was found; `None` if it is not known.
    pub position: Option<u64>,
}

/// A part of a line: marked or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedPiece {
    /// The text.
    pub text: String,
    /// [`SoughtText::mark`] of what it is; `None` if it is not marked.
    pub mark: Option<usize>,
}

/// The text of a capture with marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkedText {
    /// When it was captured; `None` only in a default value.
    pub time: Option<Stamp>,
    /// The address of the capture.
    pub uri: Vec<u8>,
    /// The title.
    pub title: Option<String>,
    /// The language, as the page declares it.
    pub language: Option<String>,
    /// Lines of the text in pieces.
    pub lines: Vec<Vec<MarkedPiece>>,
    /// Pieces with a place in the text that were not found in it, or lie behind its end.
    pub missing: usize,
    /// Whether there is more text than is shown.
    pub is_cut: bool,
}

impl MarkedText {
    /// Reads the newest capture of an address that a reader may see, and marks what is looked for.
    pub fn read(
        uri: &[u8],
        sought: &[SoughtText<'_>],
        captures: &Captures,
        gate: &ReaderGate,
    ) -> Result<Result<MarkedText, UnreadableText>, CatalogueError> {
        let Some(entry) = newest(uri, captures, gate)? else {
            return Ok(Err(UnreadableText::NotArchived));
        };
        let document = match OpenedDocument::open_for(gate, &entry, captures) {
            Ok(document) => document,
            Err(problem) => return Ok(Err(problem)),
        };
        if document.text.text.is_empty() {
            return Ok(Err(UnreadableText::NoText(entry.row.mime)));
        }
        let text = &document.text.text;
        let shown = &text[..text.floor_char_boundary(SHOWN)];
        let (lines, missing) = marked(shown, sought);
        Ok(Ok(MarkedText {
            time: entry.row.time,
            uri: entry.row.uri,
            title: document.text.title.clone(),
            language: document.text.languages.first().cloned(),
            lines,
            missing,
            is_cut: document.is_cut || document.text.is_cut || shown.len() < text.len(),
        }))
    }
}

fn newest(
    uri: &[u8],
    captures: &Captures,
    gate: &ReaderGate,
) -> Result<Option<Entry>, CatalogueError> {
    let catalogue = captures.catalogue()?;
    let range = KeyRange::between(&key_of(uri), 0, i64::MAX as u64);
    let mut cursor = RangeCursor::new(range, Direction::Backwards);
    for _ in 0..LOOKED_AT {
        let Some(entry) = catalogue.advance(&mut cursor)? else { break };
        let is_good = entry.row.status.is_none_or(|status| status < 300);
        if is_good
            && gate.sight(&entry) != CaptureSight::Hidden
            && is_memento(&entry, &catalogue, gate)?
        {
            return Ok(Some(entry));
        }
    }
    Ok(None)
}

/// Divides a text into lines and pieces. Of pieces that overlap, the first one counts.
fn marked(text: &str, sought: &[SoughtText<'_>]) -> (Vec<Vec<MarkedPiece>>, usize) {
    let mut places: Vec<(usize, usize, usize)> = Vec::new();
    let mut missing = 0;
    for piece in sought.iter().filter(|piece| !piece.text.is_empty()) {
        let Some(position) = piece.position else { continue };
        // The page may have changed since: then the text is looked for.
        let found = at(text, usize::try_from(position).unwrap_or(usize::MAX), piece.text);
        let found =
            found.or_else(|| text.find(piece.text).map(|start| (start, start + piece.text.len())));
        match found {
            Some((start, end)) => places.push((start, end, piece.mark)),
            None => missing += 1,
        }
    }
    places.sort_unstable();
    let mut lines = Vec::new();
    let mut places = places.into_iter().peekable();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end_matches('\n').len();
        let (mut pieces, mut at) = (Vec::new(), start);
        while let Some(&(from, to, mark)) = places.peek().filter(|place| place.0 < end) {
            places.next();
            let to = to.min(end);
            if from < at || to <= from {
                continue;
            }
            plain(&mut pieces, &text[at..from]);
            pieces.push(MarkedPiece { text: text[from..to].to_owned(), mark: Some(mark) });
            at = to;
        }
        plain(&mut pieces, &text[at..end]);
        lines.push(pieces);
        start += line.len();
    }
    (lines, missing)
}

fn plain(pieces: &mut Vec<MarkedPiece>, text: &str) {
    if !text.is_empty() {
        pieces.push(MarkedPiece { text: text.to_owned(), mark: None });
    }
}

/// The place of a text at a byte offset, whatever its case; `None` if something else stands there.
fn at(text: &str, position: usize, sought: &str) -> Option<(usize, usize)> {
    let mut rest = text.get(position..)?.chars();
    for wanted in sought.chars() {
        let found = rest.next()?;
        let is_same = found == wanted || found.to_lowercase().eq(wanted.to_lowercase());
        if !is_same {
            return None;
        }
    }
    Some((position, text.len() - rest.as_str().len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sought(mark: usize, text: &str, position: Option<u64>) -> SoughtText<'_> {
        SoughtText { mark, text, position }
    }

    fn told(lines: &[Vec<MarkedPiece>]) -> String {
        let piece = |piece: &MarkedPiece| match piece.mark {
            Some(mark) => format!("[{}:{mark}]", piece.text),
            None => piece.text.clone(),
        };
        let line = |line: &Vec<MarkedPiece>| line.iter().map(piece).collect::<String>();
        lines.iter().map(line).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn evidence_is_marked_where_it_stands_and_only_there() {
        let text = "Žijeme v Praze\npište INFO@A.CZ nebo v Praze\n";
        let (lines, missing) = marked(
            text,
            &[
                // Mail addresses are logged in lower case.
                sought(1, "info@a.cz", Some(23)),
                sought(2, "Praze", Some(10)),
                // It overlaps the one before.
                sought(3, "raze", Some(11)),
                // Another text stands there now; inside a character; behind the end.
                sought(4, "nebo", Some(3)),
                sought(4, "Brně", Some(1)),
                sought(4, "x", Some(u64::MAX)),
                // Not from the text.
                sought(5, "CZ", None),
                sought(6, "", Some(0)),
            ],
        );
        assert_eq!(told(&lines), "Žijeme v [Praze:2]|pište [INFO@A.CZ:1] [nebo:4] v Praze");
        assert_eq!(missing, 2);
        assert_eq!(marked("", &[]), (Vec::new(), 0));
    }
}
