//! Near words, compared with the simplest way to find them.

use super::*;
use crate::inflect::Exceptions;
use crate::words::words_of;
use std::collections::HashMap;

/// Random numbers that are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

fn words_near(tallies: Vec<NearTally>) -> NearWords {
    let (tables, exceptions) = (HashMap::new(), Exceptions::default());
    let mut bases = BaseForms::new(&tables, &exceptions);
    let mut all = NearTally::default();
    tallies.into_iter().for_each(|tally| all.join(tally));
    let (ranked, is_relaxed) = all.ranked();
    NearWords { words: together(ranked.into_iter(), &mut bases, usize::MAX), is_relaxed }
}

fn near(marker: &WordMarker, texts: &[&str], distance: usize) -> NearWords {
    let options = NearOptions { distance, ..NearOptions::default() };
    let blocks = texts.iter().map(|text| (SearchPart::Text, *text));
    words_near(vec![marker.near_in(blocks, Some("en"), options)])
}

fn shown(found: &NearWords) -> String {
    let words: Vec<String> =
        found.words.iter().map(|it| format!("{} {:.2}", it.word, it.relevance)).collect();
    words.join(", ")
}

#[test]
fn words_count_by_their_distance_in_their_commonest_form() {
    let system = WordMarker::of_words(&["system systems"]);
    let texts = ["The operating system and dynamic systems.", "Operating systems: Dynamical."];
    assert_eq!(shown(&near(&system, &texts, 2)), "Dynamical 2.50, Operating 2.00");
    // Distance 1 is the next word; blocks end it.
    assert_eq!(shown(&near(&system, &["one two system three", "four"], 1)), "three 1.00, two 1.00");
    assert_eq!(shown(&near(&system, &["nothing here"], 5)), "");
    assert_eq!(near(&system, &["system of the 12 x"], 5).words, []);
}

#[test]
fn near_to_all_words_goes_before_near_to_some() {
    let both = WordMarker::of_words(&["old", "bridge"]);
    let found = near(&both, &["old stone bridge", "bridge toll"], 2);
    assert_eq!((shown(&found).as_str(), found.is_relaxed), ("stone 2.00", false));
    let found = near(&both, &["old town", "bridge toll"], 2);
    assert_eq!((shown(&found).as_str(), found.is_relaxed), ("toll 1.00, town 1.00", true));
}

#[test]
fn navigation_is_left_out() {
    let marker = WordMarker::of_words(&["system"]);
    let blocks = [(SearchPart::Aside, "system menu"), (SearchPart::H1, "system heading")];
    let tally = marker.near_in(blocks.into_iter(), None, NearOptions::default());
    assert_eq!(shown(&words_near(vec![tally])), "heading 1.00");
}

#[test]
fn hostile_texts_are_bounded() {
    let marker = WordMarker::of_words(&["a"]);
    let options = NearOptions { distance: usize::MAX, words: 50_000 };
    let text = (0..200_000).map(|at| format!("a w{at} ")).collect::<String>();
    let tally = marker.near_in([(SearchPart::Text, text.as_str())].into_iter(), None, options);
    assert!(tally.words.len() <= OCCURRENCES_MAX + NEAR_DISTANCE_MAX, "{}", tally.words.len());
    for text in ["", "a", "\u{301}\u{301}", "a\u{0}b a\u{fffd}", "日本 a 日"] {
        marker.near_in([(SearchPart::Text, text)].into_iter(), Some(""), options);
    }
}

/// The simplest way: every pair of words of every block.
fn naive(query: &[&str], documents: &[Vec<String>], distance: usize) -> BTreeMap<String, f64> {
    let stemmer = crate::inflect::stemmer("en").unwrap();
    let (mut to_all, mut to_some) = (BTreeMap::new(), BTreeMap::new());
    for words in documents.iter().flatten().map(|block| words_of(block)) {
        for (at, word) in words.iter().enumerate() {
            if query.contains(&word.as_str()) || !is_telling(word, "en") {
                continue;
            }
            let near_to = |query: &str| -> f64 {
                let places = words.iter().enumerate().filter(|(_, it)| *it == query);
                let near = places.map(|(place, _)| place.abs_diff(at)).filter(|it| *it <= distance);
                near.map(|it| 1.0 / it as f64).sum()
            };
            let each: Vec<f64> = query.iter().map(|query| near_to(query)).collect();
            let sum: f64 = each.iter().sum();
            let base = stemmer.stem(word).into_owned();
            if sum > 0.0 {
                *to_some.entry(base.clone()).or_insert(0.0) += sum;
            }
            if each.iter().all(|it| *it > 0.0) {
                *to_all.entry(base).or_insert(0.0) += sum;
            }
        }
    }
    if to_all.is_empty() { to_some } else { to_all }
}

#[test]
fn near_words_are_those_of_the_naive_way() {
    let vocabulary = [
        "system",
        "systems",
        "bridge",
        "bridges",
        "the",
        "of",
        "operating",
        "operate",
        "stone",
        "Stones",
        "library",
        "libraries",
        "7",
        "x",
        "Praha",
        "run",
        "running",
    ];
    let stemmer = crate::inflect::stemmer("en").unwrap();
    let mut random = Random(17);
    for case in 0..300 {
        let query = [&["system"][..], &["system", "bridge"], &["stone", "run", "library"]];
        let query = query[random.below(3)];
        let distance = 1 + random.below(7);
        let documents: Vec<Vec<String>> = (0..random.below(6))
            .map(|_| {
                let block = |random: &mut Random| {
                    let words = (0..random.below(30)).map(|_| vocabulary[random.below(17)]);
                    words.collect::<Vec<_>>().join([" ", ", ", " – "][random.below(3)])
                };
                (0..random.below(4)).map(|_| block(&mut random)).collect()
            })
            .collect();
        let marker = WordMarker::of_words(query);
        let options = NearOptions { distance, ..NearOptions::default() };
        let tally = |blocks: &Vec<String>| {
            let blocks = blocks.iter().map(|text| (SearchPart::Text, text.as_str()));
            marker.near_in(blocks, Some("en"), options)
        };
        let found = words_near(documents.iter().map(tally).collect());
        let expected = naive(query, &documents, distance);
        assert_eq!(found.words.len(), expected.len(), "case {case}");
        for word in &found.words {
            let base = stemmer.stem(&word.word.to_lowercase()).into_owned();
            let wanted = expected[&base];
            assert!((word.relevance - wanted).abs() < 1e-5, "case {case}: {base} {wanted}");
        }
    }
}
