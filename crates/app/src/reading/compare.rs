//! Two captures, compared by the text that a reader sees.

use super::diff::{WordChange, WordRun, common, words};
use super::{CaptureRefusal, ReaderGate};
use crate::memento::is_memento;
use std::io::Read;
use stodola_archive::{
    CaptureError, Captures, CatalogueError, Direction, Entry, KeyRange, RangeCursor, Stamp, key_of,
};
use stodola_extract::{ExtractOptions, Input, PageText, extract_page};

/// So much of a document is read, decoded, in bytes.
const MAX_BODY: u64 = 8 << 20;
/// So many paragraphs of a text are compared, and so many bytes of it.
const MAX_PARAGRAPHS: usize = 1500;
const MAX_TEXT: usize = 256 << 10;

/// Which capture is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapturePlace {
    /// Its address.
    pub uri: Vec<u8>,
    /// When it was made.
    pub time: Stamp,
}

/// Why there is no text of a capture.
#[derive(Debug)]
pub enum UnreadableText {
    /// There is no such capture, as far as the reader may know.
    NotArchived,
    /// It may not be shown.
    Blocked(Box<CaptureRefusal>),
    /// Its record cannot be read.
    Unreadable(CaptureError),
    /// It has no text: a picture, for example. The media type, if it is known.
    NoText(Option<String>),
}

/// The text of a capture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaptureText {
    /// The title.
    pub title: Option<String>,
    /// The language, as the page declares it.
    pub language: Option<String>,
    /// The paragraphs that a reader sees.
    pub paragraphs: Vec<String>,
    /// Whether there is more text than was read.
    pub is_cut: bool,
}

impl CaptureText {
    /// Reads the text of a capture.
    pub fn read(
        place: &CapturePlace,
        captures: &Captures,
        gate: &ReaderGate,
    ) -> Result<Result<CaptureText, UnreadableText>, CatalogueError> {
        let Some(entry) = entry_at(place, captures, gate)? else {
            return Ok(Err(UnreadableText::NotArchived));
        };
        if let Some(refusal) = gate.refusal(&entry) {
            return Ok(Err(UnreadableText::Blocked(Box::new(refusal))));
        }
        Ok(text_of(&entry, captures))
    }
}

fn entry_at(
    place: &CapturePlace,
    captures: &Captures,
    gate: &ReaderGate,
) -> Result<Option<Entry>, CatalogueError> {
    let catalogue = captures.catalogue()?;
    let time = place.time.number();
    let range = KeyRange::between(&key_of(&place.uri), time, time);
    let mut cursor = RangeCursor::new(range, Direction::Forwards);
    for _ in 0..100 {
        match catalogue.advance(&mut cursor)? {
            Some(entry) if is_memento(&entry, &catalogue, gate, None)? => return Ok(Some(entry)),
            Some(_) => {}
            None => break,
        }
    }
    Ok(None)
}

fn text_of(entry: &Entry, captures: &Captures) -> Result<CaptureText, UnreadableText> {
    let opened = captures.open(entry).map_err(UnreadableText::Unreadable)?;
    let declared = opened
        .content
        .head()
        .and_then(|head| head.field("Content-Type").map(|value| value.to_vec()))
        .or_else(|| entry.row.mime.clone().map(String::into_bytes));
    let mut body = Vec::new();
    // What cannot be decoded to its end is compared as far as it goes.
    let _ = opened.content.into_decoded(MAX_BODY).take(MAX_BODY).read_to_end(&mut body);
    let headers: Vec<(&[u8], &[u8])> =
        declared.iter().map(|value| (&b"Content-Type"[..], &**value)).collect();
    let input = Input { headers: &headers, ..Input::new(&entry.row.uri) };
    let options = ExtractOptions {
        max_links: u64::MAX,
        max_text: MAX_TEXT,
        max_blocks: 4 * MAX_PARAGRAPHS,
        ..ExtractOptions::default()
    };
    let mut page = PageText::default();
    extract_page(&input, &*body, &options, &mut |_| {}, &mut page);
    let lines =
        page.blocks().filter(|block| block.kind.is_line()).map(|block| block.text.to_owned());
    let mut paragraphs: Vec<String> = lines.collect();
    if paragraphs.is_empty() {
        return Err(UnreadableText::NoText(entry.row.mime.clone()));
    }
    let is_cut = page.is_cut || page.blocks_are_cut() || paragraphs.len() > MAX_PARAGRAPHS;
    paragraphs.truncate(MAX_PARAGRAPHS);
    let language = page.languages.into_iter().next();
    Ok(CaptureText { title: page.title, language, paragraphs, is_cut })
}

/// A paragraph of one text beside what stands for it in the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComparedParagraph {
    /// Both have it.
    Same(String),
    /// The first has this, the second that. An empty list: it has nothing there.
    Different([Vec<WordRun>; 2]),
}

/// Two texts beside each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextComparison {
    /// The paragraphs of both, in order.
    pub paragraphs: Vec<ComparedParagraph>,
    /// How many of them differ.
    pub different: u64,
    /// Words that only the second text has.
    pub added: u64,
    /// Words that only the first text has.
    pub removed: u64,
    /// Words that both have.
    pub same: u64,
}

impl TextComparison {
    /// Compares two lists of paragraphs.
    pub fn new(a: &[String], b: &[String]) -> TextComparison {
        let mut all = TextComparison::default();
        let (mut i, mut j) = (0, 0);
        let end = (a.len(), b.len());
        for (common_a, common_b) in common(a, b).into_iter().chain([end]) {
            let (gap_a, gap_b) = (&a[i..common_a], &b[j..common_b]);
            for k in 0..gap_a.len().max(gap_b.len()) {
                let text = |gap: &[String]| gap.get(k).cloned().unwrap_or_default();
                all.push(words(&text(gap_a), &text(gap_b)));
            }
            if let Some(paragraph) = a.get(common_a) {
                all.same += paragraph.split_whitespace().count() as u64;
                all.paragraphs.push(ComparedParagraph::Same(paragraph.clone()));
            }
            (i, j) = (common_a + 1, common_b + 1);
        }
        all
    }

    fn push(&mut self, runs: [Vec<WordRun>; 2]) {
        let count = |runs: &[WordRun], change| -> u64 {
            let chosen = runs.iter().filter(|run| run.change == change);
            chosen.map(|run| run.text.split(' ').count() as u64).sum()
        };
        self.removed += count(&runs[0], WordChange::Different);
        self.added += count(&runs[1], WordChange::Different);
        self.same += count(&runs[0], WordChange::Same);
        self.different += 1;
        self.paragraphs.push(ComparedParagraph::Different(runs));
    }
}
