//! Words one behind another, within one part.

use super::WINDOW;
use super::segment::{TermCursor, open_terms};
use super::terms::ClauseTerms;
use crate::error::SearchError;
use crate::parts::{Fields, SearchPart};
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet, SegmentReader, TERMINATED};

/// A phrase in a segment: for each part that has all of its words, a cursor for each word.
pub(super) struct PhraseCursor {
    parts: Vec<PartPhrase>,
}

struct PartPhrase {
    part: SearchPart,
    /// In the order of the phrase.
    words: Vec<TermCursor>,
    positions: [Vec<u32>; 2],
}

impl PhraseCursor {
    /// Opens a phrase; `None` if no part of the segment has all of its words.
    pub(super) fn open(
        segment: &SegmentReader,
        fields: &Fields,
        clause: &ClauseTerms,
    ) -> Result<Option<PhraseCursor>, SearchError> {
        let mut parts = Vec::new();
        for part in &clause.parts {
            let mut words = Vec::new();
            for group in &clause.groups {
                let what = IndexRecordOption::WithFreqsAndPositions;
                let mut terms = open_terms(segment, fields, group, &[*part], what)?;
                // The words of a phrase have one form.
                words.extend(terms.drain(..).next());
            }
            if words.len() == clause.groups.len() {
                parts.push(PartPhrase { part: *part, words, positions: Default::default() });
            }
        }
        Ok((!parts.is_empty()).then_some(PhraseCursor { parts }))
    }

    /// The next document that may have it.
    pub(super) fn next_doc(&self) -> DocId {
        let of = |part: &PartPhrase| part.words.iter().map(|word| word.postings.doc()).max();
        self.parts.iter().filter_map(of).min().unwrap_or(TERMINATED)
    }

    /// Adds what the phrases in a window are worth.
    pub(super) fn window(
        &mut self,
        start: DocId,
        worths: &mut [f32],
        tables: &[[f32; 256]],
        among: Option<&[u64; WINDOW / 64]>,
        bits: &mut [u64; WINDOW / 64],
    ) {
        let end = start + WINDOW as u32;
        for part in &mut self.parts {
            let mut doc = start;
            while let Some(candidate) = part.seek(doc, end) {
                doc = candidate + 1;
                let at = (candidate - start) as usize;
                if among.is_some_and(|among| among[at / 64] & 1 << (at % 64) == 0) {
                    continue;
                }
                let times = part.count();
                if times > 0 {
                    bits[at / 64] |= 1 << (at % 64);
                    // Lengths of parts matter less for phrases: a table entry of a part of usual length.
                    worths[at] +=
                        tables[part.part as usize][0].min(part.part.weight().weight) * times as f32;
                }
            }
        }
    }
}

impl PartPhrase {
    /// Moves all words to the first document from `doc` on, before `end`, that has all of them.
    fn seek(&mut self, doc: DocId, end: DocId) -> Option<DocId> {
        let mut target = doc;
        'again: loop {
            for word in &mut self.words {
                let mut at = word.postings.doc();
                if at < target {
                    at = word.postings.seek(target);
                }
                if at >= end {
                    return None;
                }
                if at > target {
                    target = at;
                    continue 'again;
                }
            }
            return Some(target);
        }
    }

    /// How often the phrase stands in the document at which all words are.
    fn count(&mut self) -> usize {
        let [starts, next] = &mut self.positions;
        for (place, word) in self.words.iter_mut().enumerate() {
            if place == 0 {
                word.postings.positions(starts);
                continue;
            }
            word.postings.positions(next);
            let place = place as u32;
            starts.retain(|start| next.binary_search(&(start + place)).is_ok());
            if starts.is_empty() {
                return 0;
            }
        }
        starts.len()
    }
}
