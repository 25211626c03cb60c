//! The forms of a word that the index has.

use super::automata::Diacritics;
use crate::error::SearchError;
use crate::inflect::stemmer;
use crate::parts::{Fields, SearchPart};
use crate::query::QueryWords;
use crate::run::TermGroup;
use crate::snapshot::{OpenIndex, Snapshot};
use crate::words::folded;
use std::collections::{BTreeMap, BTreeSet};
use tantivy::Searcher;

/// Forms that are looked for at most, for one word; the most frequent ones.
const FORMS_MAX: usize = 48;
/// Terms of one dictionary of the index that are looked at for one word.
const WALK_MAX: usize = 4_000;
/// What other forms are worth.
const INFLECTED: f32 = 0.85;
/// What forms with other diacritics are worth.
const OTHER_MARKS: f32 = 0.6;
/// Parts whose dictionaries are looked through: what stands in others stands in one of these, as a rule.
const WALKED: [SearchPart; 4] =
    [SearchPart::Text, SearchPart::Item, SearchPart::Title, SearchPart::Image];

/// Returns the groups of terms for what a clause looks for, one for each word.
pub(crate) fn expand(
    words: &QueryWords,
    open: &OpenIndex,
    snapshot: &Snapshot,
    languages: &[String],
) -> Result<Vec<TermGroup>, SearchError> {
    let fields = &open.fields;
    match words {
        QueryWords::Exact(words) => {
            Ok(words.iter().map(|word| TermGroup { forms: vec![(word.clone(), 1.0)] }).collect())
        }
        QueryWords::Prefix(prefix) => {
            let found = walk(&snapshot.searcher, fields, prefix, &mut |_| true)?;
            Ok(vec![most_frequent(prefix, found, 1.0)])
        }
        QueryWords::Forms(word) => Ok(vec![forms_of(word, open, snapshot, languages)?]),
    }
}

/// All forms of a word that are looked for.
fn forms_of(
    word: &str,
    open: &OpenIndex,
    snapshot: &Snapshot,
    languages: &[String],
) -> Result<TermGroup, SearchError> {
    let mut forms: BTreeSet<String> = BTreeSet::new();
    for language in languages {
        let table = open.tables.get(language).map(|table| table.forms(word)).unwrap_or_default();
        if !table.is_empty() {
            forms.extend(table);
        } else if let Some(stemmer) = stemmer(language) {
            let stem = stemmer.stem(word).into_owned();
            let known =
                walk(&snapshot.searcher, &open.fields, beginning(word, &stem), &mut |term| {
                    stemmer.stem(term) == stem
                })?;
            forms.extend(known.into_keys());
            if let Some(links) = &open.links {
                let words = links.words(beginning(word, &stem));
                forms.extend(words.into_iter().filter(|word| stemmer.stem(word) == stem));
            }
        }
    }
    forms.insert(word.to_owned());
    open.exceptions.correct(word, &mut forms);
    let mut weights: BTreeMap<String, f32> = BTreeMap::new();
    let mut add = |form: String, weight: f32| {
        let known = weights.entry(form).or_insert(0.0);
        *known = known.max(weight);
    };
    for form in forms {
        let weight = if form == word { 1.0 } else { INFLECTED };
        if let Some(plain) = folded(&form) {
            add(plain, weight * OTHER_MARKS);
        }
        add(form, weight);
    }
    if folded(word).is_none() {
        for form in with_marks(&snapshot.searcher, &open.fields, word)? {
            add(form, OTHER_MARKS);
        }
    }
    let mut forms = Vec::new();
    for (form, weight) in weights {
        let documents = frequency(&snapshot.searcher, &open.fields, &form)?;
        let is_linked = || open.links.as_ref().is_some_and(|links| links.has(&form));
        if documents > 0 || form == word || is_linked() {
            forms.push((form, weight, documents));
        }
    }
    // The same forms for the same index, whatever the order they were found in.
    forms.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| a.0.cmp(&b.0)));
    forms.truncate(FORMS_MAX);
    forms.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(TermGroup { forms: forms.into_iter().map(|(form, weight, _)| (form, weight)).collect() })
}

/// The letters with which all forms of a stem begin, as a rule: the stem without its last letter, which often changes.
fn beginning<'w>(word: &'w str, stem: &str) -> &'w str {
    let common = word.chars().zip(stem.chars()).take_while(|(a, b)| a == b).count();
    let keep = match common {
        0..=3 => common,
        4..=5 => common - 1,
        _ => common - 2,
    };
    word.char_indices().nth(keep).map_or(word, |(at, _)| &word[..at])
}

/// Terms that begin so and for which `is_wanted` says so, with the number of their documents.
fn walk(
    searcher: &Searcher,
    fields: &Fields,
    prefix: &str,
    is_wanted: &mut dyn FnMut(&str) -> bool,
) -> Result<BTreeMap<String, u64>, SearchError> {
    let mut found: BTreeMap<String, u64> = BTreeMap::new();
    for segment in searcher.segment_readers() {
        for part in WALKED {
            let index = segment.inverted_index(fields.part(part))?;
            let mut terms = index.terms().range().ge(prefix).into_stream()?;
            let mut left = WALK_MAX;
            while left > 0 && terms.advance() {
                left -= 1;
                let Ok(term) = std::str::from_utf8(terms.key()) else { continue };
                if !term.starts_with(prefix) {
                    break;
                }
                if found.contains_key(term) || is_wanted(term) {
                    let documents = u64::from(terms.value().doc_freq);
                    *found.entry(term.to_owned()).or_default() += documents;
                }
            }
        }
    }
    Ok(found)
}

/// Terms that are the word but for diacritics.
fn with_marks(
    searcher: &Searcher,
    fields: &Fields,
    word: &str,
) -> Result<BTreeSet<String>, SearchError> {
    let mut found = BTreeSet::new();
    for segment in searcher.segment_readers() {
        for part in WALKED {
            let index = segment.inverted_index(fields.part(part))?;
            let mut terms = index.terms().search(Diacritics::new(word)).into_stream()?;
            while terms.advance() && found.len() < FORMS_MAX {
                found.extend(std::str::from_utf8(terms.key()).ok().map(str::to_owned));
            }
        }
    }
    found.remove(word);
    Ok(found)
}

fn most_frequent(word: &str, found: BTreeMap<String, u64>, weight: f32) -> TermGroup {
    let mut all: Vec<(String, u64)> = found.into_iter().collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    all.truncate(FORMS_MAX);
    let mut forms: Vec<(String, f32)> = all.into_iter().map(|(form, _)| (form, weight)).collect();
    if forms.is_empty() {
        forms.push((word.to_owned(), weight));
    }
    forms.sort_by(|a, b| a.0.cmp(&b.0));
    TermGroup { forms }
}

/// Number of documents with a term in any part, each part counted.
pub(super) fn frequency(
    searcher: &Searcher,
    fields: &Fields,
    term: &str,
) -> Result<u64, SearchError> {
    let mut documents = 0;
    for segment in searcher.segment_readers() {
        for part in SearchPart::ALL {
            let index = segment.inverted_index(fields.part(part))?;
            documents += index.terms().get(term)?.map_or(0, |info| u64::from(info.doc_freq));
        }
    }
    Ok(documents)
}

#[cfg(test)]
mod tests {
    use super::beginning;

    #[test]
    fn forms_begin_alike() {
        assert_eq!(beginning("libraries", "librari"), "libra");
        assert_eq!(beginning("žena", "žen"), "žen");
        assert_eq!(beginning("a", "a"), "a");
        assert_eq!(beginning("xyz", ""), "");
    }
}
