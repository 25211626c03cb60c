//! A query over one segment of the index.

use super::best::Best;
use super::facets::Tally;
use super::filter::CompiledFilter;
use super::phrase::PhraseCursor;
use super::stats::{Stats, score};
use super::terms::{ClauseTerms, TermGroup};
use super::{Matching, WINDOW};
use crate::error::SearchError;
use crate::links::AnchorWorths;
use crate::parts::{CONTENT, Fields, SearchPart};
use crate::query::QueryDemand;
use std::sync::Arc;
use tantivy::columnar::ColumnValues;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::{Postings, SegmentPostings};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet, SegmentReader, TERMINATED};

/// The documents of a window, a bit for each.
type Bits = [u64; WINDOW / 64];
const NONE: Bits = [0; WINDOW / 64];

/// A term of the index in one part, read from the beginning to the end.
pub(super) struct TermCursor {
    pub(super) postings: SegmentPostings,
    pub(super) part: SearchPart,
    /// What the form is worth.
    weight: f32,
    lengths: FieldNormReader,
    /// Which of the tables of worths is for the part.
    table: usize,
}

/// A clause of the query in a segment.
struct ClauseCursor {
    demand: QueryDemand,
    /// How much the clause tells.
    weight: f32,
    terms: Vec<TermCursor>,
    phrase: Option<PhraseCursor>,
    anchors: Option<Arc<AnchorWorths>>,
}

/// A query over one segment.
pub(super) struct SegmentRun<'s> {
    segment: &'s SegmentReader,
    clauses: Vec<ClauseCursor>,
    tables: Vec<[f32; 256]>,
    matching: Matching,
    /// The contents of the segment, if some clause has anchors.
    contents: Option<Arc<dyn ColumnValues<u64>>>,
    /// Those of the window.
    window_contents: Vec<u64>,
}

impl<'s> SegmentRun<'s> {
    /// Prepares a segment; `None` if it cannot have a document.
    pub(super) fn new(
        segment: &'s SegmentReader,
        fields: &Fields,
        clauses: &[ClauseTerms],
        stats: &Stats,
        matching: Matching,
    ) -> Result<Option<SegmentRun<'s>>, SearchError> {
        let tables = SearchPart::ALL.iter().map(|part| stats.table(*part)).collect();
        let mut cursors = Vec::new();
        let mut contents = None;
        if clauses.iter().any(|clause| clause.anchors.is_some()) {
            let column = segment.fast_fields().column_first_or_default::<u64>(CONTENT)?;
            contents = Some(column);
        }
        for (number, clause) in clauses.iter().enumerate() {
            let weight = stats.weights.get(number).copied().unwrap_or(1.0);
            let mut terms = Vec::new();
            let mut phrase = None;
            if clause.is_phrase() {
                phrase = PhraseCursor::open(segment, fields, clause)?;
            } else if let Some(group) = clause.groups.first() {
                terms = open_terms(
                    segment,
                    fields,
                    group,
                    &clause.parts,
                    IndexRecordOption::WithFreqs,
                )?;
            }
            let is_here = |anchors: &&Arc<AnchorWorths>| {
                let ends = contents.as_ref().map(|it| (it.min_value(), it.max_value()));
                ends.is_some_and(|(first, last)| anchors.has_within(first, last))
            };
            let anchors = clause.anchors.as_ref().filter(is_here).cloned();
            let is_missing = terms.is_empty() && phrase.is_none() && anchors.is_none();
            let is_needed = match clause.demand {
                QueryDemand::Required => true,
                QueryDemand::Wanted => matching == Matching::All,
                QueryDemand::Excluded => false,
            };
            if is_missing && is_needed {
                return Ok(None);
            }
            if !is_missing {
                let demand = clause.demand;
                cursors.push(ClauseCursor { demand, weight, terms, phrase, anchors });
            }
        }
        let has_wanted = |demand| demand != QueryDemand::Excluded;
        let was_wanted = clauses.iter().any(|clause| has_wanted(clause.demand));
        if was_wanted && !cursors.iter().any(|clause| has_wanted(clause.demand)) {
            return Ok(None);
        }
        // What must be there first, and of that the rarest: it decides how much of the others is read. Scores are
        // added up in this order, which is the same for every segment only if it does not depend on the segment.
        let mut order: Vec<usize> = (0..cursors.len()).collect();
        let rank = |demand| match demand {
            QueryDemand::Required => 0,
            QueryDemand::Wanted => 1,
            QueryDemand::Excluded => 2,
        };
        order.sort_by(|a, b| {
            let (a, b) = (&cursors[*a], &cursors[*b]);
            rank(a.demand).cmp(&rank(b.demand)).then(b.weight.total_cmp(&a.weight))
        });
        let mut slots: Vec<Option<ClauseCursor>> = cursors.into_iter().map(Some).collect();
        let clauses: Vec<ClauseCursor> =
            order.into_iter().filter_map(|at| slots[at].take()).collect();
        let contents = contents.filter(|_| clauses.iter().any(|clause| clause.anchors.is_some()));
        let window_contents = Vec::new();
        Ok(Some(SegmentRun { segment, clauses, tables, matching, contents, window_contents }))
    }

    /// Goes through the segment.
    pub(super) fn run(
        mut self,
        number: u32,
        filter: &mut CompiledFilter<'_>,
        tally: &mut Tally,
        best: &mut Best,
    ) -> Result<(), SearchError> {
        let mut columns = filter.columns(self.segment)?;
        let end = self.segment.max_doc();
        let mut start = 0;
        let mut scores = vec![0.0; WINDOW];
        let mut worths = vec![0.0; WINDOW];
        let mut documents: Vec<DocId> = Vec::with_capacity(WINDOW);
        while start < end {
            let found = self.window(start, &mut scores, &mut worths);
            documents.clear();
            for (word, bits) in found.iter().enumerate() {
                let mut bits = *bits;
                while bits != 0 {
                    let doc = start + (word * 64) as u32 + bits.trailing_zeros();
                    bits &= bits - 1;
                    if doc < end && !self.segment.is_deleted(doc) {
                        documents.push(doc);
                    }
                }
            }
            if !documents.is_empty() {
                filter.apply(
                    &mut columns,
                    &documents,
                    &mut |doc, content, facts, span, groups| {
                        tally.add(facts, span, groups);
                        let score = scores[(doc - start) as usize];
                        best.offer(score, content, facts, span, (number, doc));
                    },
                )?;
            }
            start = self.next_window(start);
        }
        Ok(())
    }

    /// The first document of the next window in which something can be found.
    fn next_window(&self, start: DocId) -> DocId {
        let next = start + WINDOW as u32;
        let of = |clause: &ClauseCursor| -> DocId {
            // Where the next one is, is not known.
            if clause.anchors.is_some() {
                return next;
            }
            let words = clause.terms.iter().map(|term| term.postings.doc()).min();
            let phrase = clause.phrase.as_ref().map(PhraseCursor::next_doc);
            words.into_iter().chain(phrase).min().unwrap_or(TERMINATED)
        };
        let wanted = self.clauses.iter().filter(|clause| clause.demand != QueryDemand::Excluded);
        let first = match self.matching {
            Matching::All => wanted.map(of).max(),
            Matching::Some => wanted.map(of).min(),
        };
        match first {
            // Windows begin at multiples of their size.
            Some(TERMINATED) => TERMINATED,
            Some(doc) => next.max(doc / WINDOW as u32 * WINDOW as u32),
            None => next,
        }
    }

    /// Finds the documents of a window and their scores.
    fn window(&mut self, start: DocId, scores: &mut [f32], worths: &mut [f32]) -> Bits {
        scores.fill(0.0);
        if let Some(contents) = &self.contents {
            let end = self.segment.max_doc().min(start + WINDOW as u32);
            self.window_contents.resize(end.saturating_sub(start) as usize, 0);
            contents.get_range(u64::from(start), &mut self.window_contents);
        }
        let mut found: Option<Bits> = None;
        let matching = self.matching;
        let has_required = self.clauses.iter().any(|clause| clause.demand == QueryDemand::Required);
        for clause in &mut self.clauses {
            if found.is_some_and(|found| found == NONE)
                && (matching == Matching::All || has_required)
            {
                return NONE;
            }
            worths.fill(0.0);
            // Only these documents can still be found.
            let is_narrow = matching == Matching::All || clause.demand != QueryDemand::Wanted;
            let among = found.as_ref().filter(|_| is_narrow);
            let mut bits = clause.window(start, worths, &self.tables, among);
            clause.linked(&self.window_contents, worths, among, &mut bits);
            let combined = match (found, clause.demand) {
                (None, QueryDemand::Excluded) => {
                    // Only filters ask for something: everything is found.
                    std::array::from_fn(|at| !bits[at])
                }
                (None, _) => bits,
                (Some(found), QueryDemand::Excluded) => {
                    std::array::from_fn(|at| found[at] & !bits[at])
                }
                (Some(found), QueryDemand::Required) => {
                    std::array::from_fn(|at| found[at] & bits[at])
                }
                (Some(found), QueryDemand::Wanted) => match (matching, has_required) {
                    (Matching::All, _) => std::array::from_fn(|at| found[at] & bits[at]),
                    // What is required decides; the others only add to the score.
                    (Matching::Some, true) => found,
                    (Matching::Some, false) => std::array::from_fn(|at| found[at] | bits[at]),
                },
            };
            if clause.demand != QueryDemand::Excluded {
                for (at, worth) in worths.iter().enumerate().filter(|(_, worth)| **worth > 0.0) {
                    scores[at] += score(clause.weight, *worth);
                }
            }
            found = Some(combined);
        }
        found.unwrap_or([u64::MAX; WINDOW / 64])
    }
}

impl ClauseCursor {
    /// Adds what links to the documents of a window are worth.
    fn linked(&self, contents: &[u64], worths: &mut [f32], among: Option<&Bits>, bits: &mut Bits) {
        let Some(anchors) = &self.anchors else { return };
        for (at, content) in contents.iter().enumerate() {
            if among.is_some_and(|among| among[at / 64] >> (at % 64) & 1 == 0) {
                continue;
            }
            let worth = anchors.of(*content);
            if worth > 0.0 {
                bits[at / 64] |= 1 << (at % 64);
                worths[at] += worth;
            }
        }
    }

    /// Adds what occurrences in a window are worth. `among`: other documents do not matter.
    fn window(
        &mut self,
        start: DocId,
        worths: &mut [f32],
        tables: &[[f32; 256]],
        among: Option<&Bits>,
    ) -> Bits {
        let mut bits = NONE;
        if let Some(phrase) = &mut self.phrase {
            phrase.window(start, worths, tables, among, &mut bits);
            return bits;
        }
        let end = start + WINDOW as u32;
        for term in &mut self.terms {
            if term.postings.doc() < start {
                term.postings.seek(start);
            }
            let table = &tables[term.table];
            let mut doc = term.postings.doc();
            while doc < end {
                let at = (doc - start) as usize;
                bits[at / 64] |= 1 << (at % 64);
                let class = term.lengths.fieldnorm_id(doc);
                worths[at] +=
                    term.weight * table[class as usize] * term.postings.term_freq() as f32;
                doc = term.postings.advance();
            }
        }
        bits
    }
}

/// Opens the terms of a group in a segment.
pub(super) fn open_terms(
    segment: &SegmentReader,
    fields: &Fields,
    group: &TermGroup,
    parts: &[SearchPart],
    what: IndexRecordOption,
) -> Result<Vec<TermCursor>, SearchError> {
    let mut terms = Vec::new();
    for part in parts {
        let field = fields.part(*part);
        let index = segment.inverted_index(field)?;
        for (form, weight) in &group.forms {
            let Some(info) = index.terms().get(form)? else { continue };
            terms.push(TermCursor {
                postings: index.read_postings_from_terminfo(&info, what)?,
                part: *part,
                weight: *weight,
                lengths: segment.get_fieldnorms_reader(field)?,
                table: *part as usize,
            });
        }
    }
    Ok(terms)
}
