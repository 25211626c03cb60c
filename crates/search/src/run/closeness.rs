//! Words that stand close together count more. Only the best documents are looked at: positions are expensive.

use super::best::{Best, Ranked};
use super::segment::{TermCursor, open_terms};
use super::terms::ClauseTerms;
use crate::error::SearchError;
use crate::parts::{Fields, SearchPart};
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, Searcher};

/// So many documents are ranked again.
const RANKED_AGAIN: usize = 200;
/// Occurrences of a word in a part beyond these are not looked at.
const POSITIONS_MAX: usize = 256;

/// Ranks the best documents again.
pub(super) fn rank_again(
    searcher: &Searcher,
    fields: &Fields,
    clauses: &[ClauseTerms],
    best: &mut Best,
) -> Result<(), SearchError> {
    let mut ranked = best.take();
    let mut order: Vec<usize> = (0..ranked.len().min(RANKED_AGAIN)).collect();
    // In the order of the index, so that each term is read once, forwards.
    order.sort_by_key(|at| ranked[*at].place);
    let wanted: Vec<&ClauseTerms> =
        clauses.iter().filter(|clause| clause.is_wanted() && !clause.is_phrase()).collect();
    if wanted.len() > 1 {
        let mut at = 0;
        while at < order.len() {
            let segment = ranked[order[at]].place.0;
            let rest = order[at..].iter();
            let count = rest.take_while(|place| ranked[**place].place.0 == segment).count();
            rank_segment(searcher, fields, &wanted, &mut ranked, &order[at..at + count])?;
            at += count;
        }
    }
    best.put_back(ranked);
    Ok(())
}

fn rank_segment(
    searcher: &Searcher,
    fields: &Fields,
    clauses: &[&ClauseTerms],
    ranked: &mut [Ranked],
    places: &[usize],
) -> Result<(), SearchError> {
    let Some(first) = places.first() else { return Ok(()) };
    let segment = searcher.segment_reader(ranked[*first].place.0);
    let what = IndexRecordOption::WithFreqsAndPositions;
    let mut cursors: Vec<Vec<TermCursor>> = Vec::new();
    for clause in clauses {
        let Some(group) = clause.groups.first() else { return Ok(()) };
        cursors.push(open_terms(segment, fields, group, &clause.parts, what)?);
    }
    let (mut positions, mut more) = (Vec::new(), Vec::new());
    for at in places {
        let doc = ranked[*at].place.1;
        let mut bonus: f32 = 0.0;
        for part in SearchPart::ALL {
            positions.clear();
            let mut words = 0;
            for (number, terms) in cursors.iter_mut().enumerate() {
                let before = positions.len();
                for term in terms.iter_mut().filter(|term| term.part == part) {
                    let mut here = term.postings.doc();
                    if here < doc {
                        here = term.postings.seek(doc);
                    }
                    if here == doc {
                        term.postings.positions(&mut more);
                        let few = more.iter().take(POSITIONS_MAX);
                        positions.extend(few.map(|position| (*position, number)));
                    }
                }
                words += usize::from(positions.len() > before);
            }
            if words > 1 {
                positions.sort_unstable();
                let close = closeness(&positions, words);
                let share = words as f32 / clauses.len() as f32;
                bonus = bonus.max(close * share * (0.5 + 0.1 * part.weight().weight));
            }
        }
        ranked[*at].score *= 1.0 + bonus;
    }
    Ok(())
}

/// How close `words` words stand at their closest place: 1 if one behind another, less the more stands between them.
fn closeness(positions: &[(u32, usize)], words: usize) -> f32 {
    let most = positions.iter().map(|(_, word)| word + 1).max().unwrap_or_default();
    let mut counts = vec![0; most];
    let (mut have, mut from, mut least) = (0, 0, u32::MAX);
    for (position, word) in positions {
        counts[*word] += 1;
        have += usize::from(counts[*word] == 1);
        while have == words {
            let (first, word) = positions[from];
            least = least.min(position - first + 1);
            counts[word] -= 1;
            have -= usize::from(counts[word] == 0);
            from += 1;
        }
    }
    if least == u32::MAX { 0.0 } else { words as f32 / least.max(words as u32) as f32 }
}

#[cfg(test)]
mod tests {
    use super::closeness;

    #[test]
    fn closest_place_counts() {
        for (positions, words, expected) in [
            (&[(1, 0), (2, 1)][..], 2, 1.0),
            (&[(1, 0), (5, 1), (9, 0), (10, 1)], 2, 1.0),
            (&[(1, 0), (4, 1)], 2, 0.5),
            (&[(1, 0), (2, 0)], 2, 0.0),
            (&[(7, 2), (8, 0), (9, 1)], 3, 1.0),
            (&[], 2, 0.0),
        ] {
            assert_eq!(closeness(positions, words), expected, "{positions:?}");
        }
    }
}
