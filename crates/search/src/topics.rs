//! Topics: pages grouped by their key words, without anybody's help.
//!
//! 1. The words of a page are base forms, without stop words, navigation and footers. A word counts by the parts in
//!    which it stands, as in the ranking: a title more than a paragraph.
//! 2. A word on one page alone, or on more than half of them, divides nothing, and is left out.
//! 3. The key words of a page are the eight that count most there, rare words more than frequent ones.
//! 4. The word that is a key word of most pages names the first group: these pages. Of the others, the next word names
//!    the next one, and so on, while there is a word for two pages. What is left is a group without a name.
//!
//! Of equal words the one with the greater weight goes first, then the order of the alphabet decides, so the same pages
//! give the same topics.

use crate::error::SearchError;
use crate::near::{BaseForms, is_telling, most_written};
use crate::parts::SearchPart;
use crate::search::SearchIndex;
use crate::words::Words;
use std::collections::{BTreeMap, HashMap, HashSet};
use stodola_extract::PageText;

/// Words of a page that are looked at.
const WORDS_MAX: usize = 20_000;
/// Words of a page that may become key words.
const CANDIDATES: usize = 64;
/// Key words of a page.
const KEYS: usize = 8;
/// Further words that a group is described with.
const FURTHER: usize = 3;
/// How fast more occurrences on one page count less.
const SATURATION: f64 = 4.0;

/// The words of a page, for its topics.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageWords {
    language: String,
    /// Form, weight, and how it is written.
    words: Vec<(String, f64, String)>,
}

/// A group of pages with a word in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicGroup {
    /// The word that all its pages have in common; empty for those that are left.
    pub name: String,
    /// Further words that many of its pages have.
    pub words: Vec<String>,
    /// Its pages, by their places in the list that was given.
    pub pages: Vec<usize>,
}

impl PageWords {
    /// Reads a page. `language`: without its region; `None` if it is not known.
    pub fn of(page: &PageText, language: Option<&str>) -> PageWords {
        let blocks = page.blocks().filter_map(|block| Some((SearchPart::of(&block)?, block.text)));
        PageWords::of_texts(blocks, language)
    }

    /// Same as [`of`](PageWords::of), for texts of any kind.
    pub fn of_texts<'t>(
        blocks: impl Iterator<Item = (SearchPart, &'t str)>,
        language: Option<&str>,
    ) -> PageWords {
        let language = language.unwrap_or_default();
        let mut found: BTreeMap<String, (f64, BTreeMap<&str, u64>)> = BTreeMap::new();
        let (mut left, mut word) = (WORDS_MAX, String::new());
        for (part, text) in blocks.filter(|(part, _)| *part != SearchPart::Aside) {
            let mut words = Words::new(text);
            while left > 0
                && let Some(range) = words.next_into(&mut word)
            {
                left -= 1;
                if is_telling(&word, language) {
                    let known = found.entry(word.clone()).or_default();
                    known.0 += f64::from(part.weight().weight);
                    *known.1.entry(&text[range]).or_default() += 1;
                }
            }
        }
        let mut words: Vec<(String, f64, String)> = found
            .into_iter()
            .map(|(word, (weight, written))| (word, weight, most_written(&written).to_owned()))
            .collect();
        words.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        words.truncate(CANDIDATES);
        PageWords { language: language.to_owned(), words }
    }
}

impl SearchIndex {
    /// Groups pages by their key words; at most so many groups with a name.
    pub fn topics(
        &self,
        pages: &[PageWords],
        groups: usize,
    ) -> Result<Vec<TopicGroup>, SearchError> {
        let open = self.current()?;
        Ok(grouped(pages, groups, &mut BaseForms::new(&open.tables, &open.exceptions)))
    }
}

/// A word by its number.
type WordNumber = usize;

/// All words of all pages.
#[derive(Default)]
struct WordList {
    numbers: HashMap<String, WordNumber>,
    /// How often each is written how.
    written: Vec<BTreeMap<String, u64>>,
    /// Number of pages with each.
    pages: Vec<usize>,
}

fn grouped(pages: &[PageWords], groups: usize, bases: &mut BaseForms<'_>) -> Vec<TopicGroup> {
    let mut list = WordList::default();
    let weights: Vec<BTreeMap<WordNumber, f64>> =
        pages.iter().map(|page| list.add(page, bases)).collect();
    let keys: Vec<Vec<(WordNumber, f64)>> =
        weights.iter().map(|weights| list.keys(weights, pages.len())).collect();
    let mut left: Vec<usize> = (0..pages.len()).collect();
    let mut found = Vec::new();
    while found.len() < groups {
        let mut words: BTreeMap<WordNumber, (usize, f64)> = BTreeMap::new();
        for (word, weight) in left.iter().flat_map(|page| &keys[*page]) {
            let known = words.entry(*word).or_default();
            known.0 += 1;
            known.1 += weight;
        }
        let better = |a: &(&WordNumber, &(usize, f64)), b: &(&WordNumber, &(usize, f64))| {
            let by_weight = a.1.0.cmp(&b.1.0).then(a.1.1.total_cmp(&b.1.1));
            by_weight.then_with(|| list.name(*b.0).cmp(list.name(*a.0)))
        };
        let Some((name, _)) = words.iter().filter(|(_, it)| it.0 > 1).max_by(better) else { break };
        let has = |page: &usize| keys[*page].iter().any(|(word, _)| word == name);
        let (members, others): (Vec<usize>, Vec<usize>) = left.into_iter().partition(has);
        left = others;
        found.push(TopicGroup {
            name: list.name(*name).to_owned(),
            words: list.further(*name, members.iter().map(|page| &keys[*page])),
            pages: members,
        });
    }
    if !left.is_empty() {
        found.push(TopicGroup { name: String::new(), words: Vec::new(), pages: left });
    }
    found
}

impl WordList {
    /// Adds the words of a page. Returns what each counts there.
    fn add(&mut self, page: &PageWords, bases: &mut BaseForms<'_>) -> BTreeMap<WordNumber, f64> {
        let mut weights: BTreeMap<WordNumber, f64> = BTreeMap::new();
        for (word, weight, written) in &page.words {
            let base = bases.of(&page.language, word);
            let next = self.written.len();
            let number = *self.numbers.entry(base).or_insert(next);
            if number == next {
                self.written.push(BTreeMap::new());
                self.pages.push(0);
            }
            *self.written[number].entry(written.clone()).or_default() += 1;
            *weights.entry(number).or_default() += weight;
        }
        weights.keys().for_each(|number| self.pages[*number] += 1);
        weights
    }

    /// The key words of a page.
    fn keys(&self, weights: &BTreeMap<WordNumber, f64>, all: usize) -> Vec<(WordNumber, f64)> {
        let most = (all / 2).max(2);
        let divides = |word: &WordNumber| (2..=most).contains(&self.pages[*word]);
        let worth = |word: WordNumber, weight: f64| {
            let rare = (1.0 + all as f64 / self.pages[word] as f64).ln();
            weight / (weight + SATURATION) * rare
        };
        let mut keys: Vec<(WordNumber, f64)> = weights
            .iter()
            .filter(|(word, _)| divides(word))
            .map(|(word, weight)| (*word, worth(*word, *weight)))
            .collect();
        keys.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| self.name(a.0).cmp(self.name(b.0))));
        keys.truncate(KEYS);
        keys
    }

    /// Further words of a group.
    fn further<'k>(
        &self,
        name: WordNumber,
        keys: impl Iterator<Item = &'k Vec<(WordNumber, f64)>>,
    ) -> Vec<String> {
        let mut counts: BTreeMap<WordNumber, usize> = BTreeMap::new();
        keys.flatten().for_each(|(word, _)| *counts.entry(*word).or_default() += 1);
        let mut words: Vec<(WordNumber, usize)> =
            counts.into_iter().filter(|(word, count)| *word != name && *count > 1).collect();
        words.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| self.name(a.0).cmp(self.name(b.0))));
        let mut seen = HashSet::new();
        let names = words.into_iter().map(|(word, _)| self.name(word));
        names.filter(|name| seen.insert(*name)).take(FURTHER).map(str::to_owned).collect()
    }

    /// How a word is written most often.
    fn name(&self, word: WordNumber) -> &str {
        let written = &self.written[word];
        let most = written.iter().max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0)));
        most.map_or("", |(form, _)| form)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inflect::Exceptions;

    fn topics(pages: &[&str]) -> String {
        let (tables, exceptions) = (HashMap::new(), Exceptions::default());
        let pages: Vec<PageWords> = pages
            .iter()
            .map(|text| PageWords::of_texts([(SearchPart::Title, *text)].into_iter(), Some("en")))
            .collect();
        let groups = grouped(&pages, 40, &mut BaseForms::new(&tables, &exceptions));
        let line = |group: &TopicGroup| {
            format!("{}({}){:?}", group.name, group.words.join(" "), group.pages)
        };
        groups.iter().map(line).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn pages_are_grouped_by_words_that_they_share() {
        let pages = [
            "Museum: horses in the meadow",
            "Museum: a horse and its saddle",
            "Museum: horses again, with a saddle",
            "Museum: ships at sea",
            "Museum: the ship and a sea chart",
            "Museum: opening hours",
            "Museum",
        ];
        let expected = "horses(saddle)[0, 1, 2] sea(ship)[3, 4] ()[5, 6]";
        assert_eq!(topics(&pages), expected);
    }

    #[test]
    fn few_or_empty_pages_have_no_groups() {
        assert_eq!(topics(&[]), "");
        assert_eq!(topics(&["alone"]), "()[0]");
        assert_eq!(topics(&["", "the of 12"]), "()[0, 1]");
    }
}
