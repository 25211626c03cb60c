//! Two captures, compared by the text that a reader sees.

use super::diff::{WordChange, WordRun, common, words};
use super::document::OpenedDocument;
use super::{CaptureParts, CaptureRefusal, ReaderGate};
use crate::memento::is_memento;
use stodola_archive::{
    CaptureError, Captures, CatalogueError, Direction, Entry, KeyRange, RangeCursor, Stamp, key_of,
};
use stodola_extract::LinkKind;

/// So many paragraphs or lines are compared, and so many characters of a line.
const MAX_PARAGRAPHS: usize = 1500;
const MAX_LINE: usize = 4000;

/// What of two captures is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ComparedAspect {
    /// The text that a reader sees, by paragraphs.
    #[default]
    Text,
    /// The source, by lines.
    Source,
    /// The addresses of links to other pages, sorted.
    Links,
    /// The addresses of parts, sorted, each with the payload digest of its nearest capture.
    Parts,
}

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
    /// Reads what is compared of a capture.
    pub fn read(
        place: &CapturePlace,
        aspect: ComparedAspect,
        captures: &Captures,
        gate: &ReaderGate,
    ) -> Result<Result<CaptureText, UnreadableText>, CatalogueError> {
        let Some(entry) = entry_at(place, captures, gate)? else {
            return Ok(Err(UnreadableText::NotArchived));
        };
        let document = match OpenedDocument::open_for(gate, &entry, captures) {
            Ok(document) => document,
            Err(problem) => return Ok(Err(problem)),
        };
        let paragraphs = match aspect {
            ComparedAspect::Text => lines_of(&document),
            ComparedAspect::Source => document.source().lines().map(cut_line).collect(),
            ComparedAspect::Links => links_of(&document),
            ComparedAspect::Parts => {
                let parts = CaptureParts::of(&document, &entry, captures, gate)?;
                part_lines(&parts)
            }
        };
        // A page without links can be compared with one that has some.
        let has_nothing = match aspect {
            ComparedAspect::Text | ComparedAspect::Source => paragraphs.is_empty(),
            ComparedAspect::Links | ComparedAspect::Parts => {
                document.text.blocks().next().is_none()
            }
        };
        if has_nothing {
            return Ok(Err(UnreadableText::NoText(entry.row.mime)));
        }
        Ok(Ok(CaptureText::new(document, aspect, paragraphs)))
    }
}

impl CaptureText {
    /// Reads the text of a capture that the reader may see.
    pub(crate) fn of(entry: &Entry, captures: &Captures) -> Result<CaptureText, UnreadableText> {
        let document = OpenedDocument::open(entry, captures)?;
        let paragraphs = lines_of(&document);
        Ok(CaptureText::new(document, ComparedAspect::Text, paragraphs))
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
            Some(entry) if is_memento(&entry, &catalogue, gate)? => return Ok(Some(entry)),
            Some(_) => {}
            None => break,
        }
    }
    Ok(None)
}

impl CaptureText {
    fn new(
        document: OpenedDocument,
        aspect: ComparedAspect,
        mut paragraphs: Vec<String>,
    ) -> CaptureText {
        let text = document.text;
        let is_text_cut = text.is_cut || text.blocks_are_cut();
        let is_cut = document.is_cut
            || (aspect == ComparedAspect::Text && is_text_cut)
            || paragraphs.len() > MAX_PARAGRAPHS;
        paragraphs.truncate(MAX_PARAGRAPHS);
        let language = text.languages.into_iter().next();
        CaptureText { title: text.title, language, paragraphs, is_cut }
    }
}

fn lines_of(document: &OpenedDocument) -> Vec<String> {
    let blocks = document.text.blocks().filter(|block| block.kind.is_line());
    blocks.map(|block| block.text.to_owned()).collect()
}

fn cut_line(line: &str) -> String {
    line.trim_end().chars().take(MAX_LINE).collect()
}

fn links_of(document: &OpenedDocument) -> Vec<String> {
    let links = document.links.iter().filter(|(kind, _)| *kind == LinkKind::Navigation);
    let mut links: Vec<String> =
        links.map(|(_, uri)| cut_line(&String::from_utf8_lossy(uri))).collect();
    links.sort_unstable();
    links
}

fn part_lines(parts: &CaptureParts) -> Vec<String> {
    let mut lines: Vec<String> = parts
        .parts
        .iter()
        .map(|part| {
            let uri = cut_line(&String::from_utf8_lossy(&part.uri));
            format!("{uri} {}", part.digest.as_deref().unwrap_or("–"))
        })
        .collect();
    lines.sort_unstable();
    lines
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
