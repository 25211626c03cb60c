//! Snippets: the place of a text where the words of a query stand, with these words marked.

use crate::parts::SearchPart;
use crate::query::{QueryDemand, QueryWords, SearchQuery};
use crate::run::ClauseTerms;
use crate::words::Words;
use serde::Serialize;
use std::collections::HashMap;
use stodola_extract::PageText;

/// Length of a snippet in characters, about.
const LENGTH: usize = 240;
/// Characters before the first word that is marked, about.
const BEFORE: usize = 60;
/// Words of a text that are looked at.
const WORDS_MAX: usize = 200_000;

/// A piece of a snippet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SnippetRun {
    /// The text.
    pub text: String,
    /// Whether it is a word of the query.
    pub is_hit: bool,
}

/// The place of a document where the words of the query stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HitSnippet {
    /// The name of the part that it is from; see [`SearchPart::name`].
    pub part: &'static str,
    /// The text in pieces; together they are the text.
    pub runs: Vec<SnippetRun>,
    /// Whether something stands before it in the block.
    pub is_cut_before: bool,
    /// Whether something stands behind it.
    pub is_cut_behind: bool,
}

/// Marks the words of a query in texts.
#[derive(Clone, Debug, Default)]
pub struct WordMarker {
    /// Forms, with the number of the clause that they are from.
    forms: HashMap<String, usize>,
    prefixes: Vec<(String, usize)>,
}

impl WordMarker {
    /// Marks the words of clauses, each given by its forms with blanks between them.
    #[cfg(test)]
    pub(crate) fn of_words(clauses: &[&str]) -> WordMarker {
        let forms = clauses.iter().enumerate().flat_map(|(at, forms)| {
            forms.split_whitespace().map(move |form| (form.to_owned(), at))
        });
        WordMarker { forms: forms.collect(), prefixes: Vec::new() }
    }

    pub(crate) fn new(query: &SearchQuery, clauses: &[ClauseTerms]) -> WordMarker {
        let mut marker = WordMarker::default();
        for (number, (clause, terms)) in query.clauses.iter().zip(clauses).enumerate() {
            if clause.demand == QueryDemand::Excluded {
                continue;
            }
            if let QueryWords::Prefix(prefix) = &clause.words {
                marker.prefixes.push((prefix.clone(), number));
            }
            for (form, _) in terms.groups.iter().flat_map(|group| &group.forms) {
                marker.forms.entry(form.clone()).or_insert(number);
            }
        }
        marker
    }

    /// The words that are looked for, in the order of the alphabet: all forms of those of the query.
    pub fn forms(&self) -> Vec<&str> {
        let mut forms: Vec<&str> = self.forms.keys().map(String::as_str).collect();
        forms.sort_unstable();
        forms
    }

    /// The clauses of the query that have words.
    pub(crate) fn clauses(&self) -> impl Iterator<Item = usize> {
        self.forms.values().copied().chain(self.prefixes.iter().map(|(_, number)| *number))
    }

    /// The clause of the query that a word belongs to; `None` if it is no word of it.
    pub(crate) fn clause_of(&self, word: &str) -> Option<usize> {
        let by_prefix = || self.prefixes.iter().find(|(prefix, _)| word.starts_with(prefix));
        self.forms.get(word).copied().or_else(|| by_prefix().map(|(_, number)| *number))
    }

    /// Returns a text in pieces, with the words of the query marked.
    pub fn mark(&self, text: &str) -> Vec<SnippetRun> {
        let mut runs: Vec<SnippetRun> = Vec::new();
        let mut push = |text: &str, is_hit: bool| {
            if !text.is_empty() {
                runs.push(SnippetRun { text: text.to_owned(), is_hit });
            }
        };
        let (mut words, mut word, mut at) = (Words::new(text), String::new(), 0);
        while let Some(range) = words.next_into(&mut word) {
            if self.clause_of(&word).is_some() {
                push(&text[at..range.start], false);
                push(&text[range.clone()], true);
                at = range.end;
            }
        }
        push(&text[at..], false);
        runs
    }

    /// Returns the best place of a page: the one with most of the words, close together. Without any of them, its
    /// beginning; `None` if it has no text.
    pub fn snippet_of(&self, page: &PageText) -> Option<HitSnippet> {
        let blocks = page.blocks().filter_map(|block| Some((SearchPart::of(&block)?, block.text)));
        self.snippet(blocks)
    }

    /// Same as [`snippet_of`](WordMarker::snippet_of), for texts of any kind.
    pub fn snippet<'t>(
        &self,
        blocks: impl Iterator<Item = (SearchPart, &'t str)>,
    ) -> Option<HitSnippet> {
        let mut best: Option<(f32, SearchPart, &str, usize)> = None;
        let mut words_left = WORDS_MAX;
        for (part, text) in blocks {
            // The title is shown anyway.
            if part == SearchPart::Title || words_left == 0 {
                continue;
            }
            let (score, start) = self.place_in(text, &mut words_left);
            let score = score * if part == SearchPart::Aside { 0.3 } else { 1.0 };
            let is_better = match &best {
                None => part != SearchPart::Aside || score > 0.0,
                // Of equal ones the first; without any word, the first text of some length.
                Some((known, _, shown, _)) => {
                    score > *known
                        || (score == 0.0
                            && *known == 0.0
                            && shown.len() < 40
                            && text.len() > shown.len())
                }
            };
            if is_better {
                best = Some((score, part, text, start));
            }
        }
        let (_, part, text, start) = best?;
        let from = boundary_before(text, start);
        let to = boundary_behind(text, from);
        Some(HitSnippet {
            part: part.name(),
            runs: self.mark(&text[from..to]),
            is_cut_before: from > 0,
            is_cut_behind: to < text.len(),
        })
    }

    /// Returns how good the best place of a block is, and where its first word stands, in bytes.
    fn place_in(&self, text: &str, words_left: &mut usize) -> (f32, usize) {
        let (mut words, mut word) = (Words::new(text), String::new());
        let mut hits: Vec<(usize, usize)> = Vec::new();
        while *words_left > 0
            && let Some(range) = words.next_into(&mut word)
        {
            *words_left -= 1;
            if let Some(clause) = self.clause_of(&word) {
                hits.push((range.start, clause));
            }
        }
        let mut best = (0.0, 0);
        let mut from = 0;
        for to in 0..hits.len() {
            while hits[to].0 - hits[from].0 > LENGTH {
                from += 1;
            }
            let here = &hits[from..=to];
            let mut clauses: Vec<usize> = here.iter().map(|(_, clause)| *clause).collect();
            clauses.sort_unstable();
            clauses.dedup();
            let score = clauses.len() as f32 + 0.05 * here.len().min(10) as f32;
            if score > best.0 {
                best = (score, hits[from].0);
            }
        }
        best
    }
}

/// The beginning of the snippet: some characters before a place, at the beginning of a word.
fn boundary_before(text: &str, start: usize) -> usize {
    let mut at = start;
    for (place, letter) in text[..start].char_indices().rev().take(BEFORE) {
        at = if letter.is_whitespace() { place + letter.len_utf8() } else { at };
        if place == 0 {
            return 0;
        }
    }
    at
}

/// The end of the snippet, at the end of a word.
fn boundary_behind(text: &str, from: usize) -> usize {
    let rest = &text[from..];
    let Some((limit, _)) = rest.char_indices().nth(LENGTH) else { return text.len() };
    let end = rest[..limit].rfind(char::is_whitespace).filter(|end| *end > 0).unwrap_or(limit);
    from + end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marker(words: &[&str]) -> WordMarker {
        WordMarker { prefixes: vec![("pref".to_owned(), 9)], ..WordMarker::of_words(words) }
    }

    fn shown(runs: &[SnippetRun]) -> String {
        runs.iter()
            .map(|run| if run.is_hit { format!("[{}]", run.text) } else { run.text.clone() })
            .collect()
    }

    #[test]
    fn words_are_marked_as_they_stand() {
        let runs = marker(&["kniha", "žena"]).mark("Kniha, ŽENA; prefix. knihy");
        assert_eq!(shown(&runs), "[Kniha], [ŽENA]; [prefix]. knihy");
        assert_eq!(marker(&[]).mark(""), []);
    }

    #[test]
    fn best_block_is_shown_around_its_words() {
        let long = format!("{} kniha a žena {}", "x ".repeat(300), "y ".repeat(300));
        let blocks = [
            (SearchPart::Title, "kniha žena"),
            (SearchPart::Text, "kniha sama"),
            (SearchPart::Text, &long),
            (SearchPart::Aside, "kniha žena"),
        ];
        let snippet = marker(&["kniha", "žena"]).snippet(blocks.into_iter()).unwrap();
        let text = shown(&snippet.runs);
        assert!(text.contains("[kniha] a [žena]"), "{text}");
        assert!(text.chars().count() < 300 && snippet.is_cut_before && snippet.is_cut_behind);
        assert_eq!(snippet.part, "paragraph");
    }

    #[test]
    fn without_the_words_the_beginning_is_shown() {
        let blocks = [
            (SearchPart::H1, "Short"),
            (SearchPart::Text, "A longer beginning of the text of the page."),
        ];
        let snippet = marker(&["z"]).snippet(blocks.into_iter()).unwrap();
        assert_eq!(shown(&snippet.runs), "A longer beginning of the text of the page.");
        assert_eq!(marker(&["z"]).snippet([].into_iter()), None);
    }

    #[test]
    fn any_text_can_be_cut() {
        let text = "žluťoučký日本語 ".repeat(60);
        for start in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
            let from = boundary_before(&text, start);
            let to = boundary_behind(&text, from);
            assert!(from <= start && from <= to, "{start}");
            assert!(text.is_char_boundary(from) && text.is_char_boundary(to));
        }
        assert_eq!(boundary_behind(&"a".repeat(999), 0), LENGTH);
    }
}
