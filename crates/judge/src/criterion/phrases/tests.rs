//! The search at beginnings of words, compared with one that reads each byte with the automaton.

use super::*;
use crate::pack::Entry;

/// Same as [`Phrases::find`], but the automaton looks for phrases everywhere.
fn find_everywhere(phrases: &Phrases, automaton: &AhoCorasick, text: &str, title: &str) -> Phrased {
    let mut out = Phrased::default();
    let mut known = vec![false; phrases.entries];
    for (part, is_text) in [(text, true), (title, false)] {
        let end = part.len().saturating_sub(END);
        let mut at = 0;
        while let Some(found) = automaton.find(Input::new(part).range(at..)) {
            let (start, stop) = (found.start(), found.end());
            if !stands_alone(part, start, stop) {
                at = after_word(part, start);
                continue;
            }
            at = stop;
            let written = &part[start..stop];
            for meaning in &phrases.meanings[found.pattern().as_usize()] {
                let is_near = start < BEGINNING || start >= end;
                let is_written = meaning.exact.as_ref().is_none_or(|exact| **exact == *written);
                let counts = is_written && (is_near || meaning.list != PhraseList::Places);
                if counts && !std::mem::replace(&mut known[meaning.entry], true) {
                    let position = is_text.then_some(start);
                    out.0[meaning.list as usize].count(true, written, position);
                }
            }
        }
    }
    out
}

/// Compares both searches on texts that are put together from the phrases, parts of them, and signs.
fn check(pack: &Pack, texts: usize) {
    let phrases = Phrases::new(pack);
    let mut forms = Vec::new();
    for list in PhraseList::ALL {
        for form in pack.phrases(list).iter().flat_map(|entry| &entry.forms) {
            for written in ways_to_write(form, list.is_exact()) {
                forms.push(written);
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    forms.retain(|form| seen.insert(form.clone()));
    assert_eq!(forms.len(), phrases.meanings.len());
    let automaton = AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .ascii_case_insensitive(true)
        .build(&forms)
        .unwrap();
    let between = [" ", "", "\n", ", ", "-", "\u{2013}", "„", "“", "ž", "7", "a", "\u{301}", " x "];
    let mut state = 7u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    let mut total = 0;
    for _ in 0..texts {
        let mut text = String::new();
        for _ in 0..random(40) {
            let form = &forms[random(forms.len())];
            let cut = form.floor_char_boundary(random(form.len() + 1));
            match random(5) {
                0 => text.push_str(&form[..cut]),
                1 => text.push_str(&form[cut..]),
                2 => text.push_str(&form.to_uppercase()),
                3 => text.push_str(&capital(form)),
                _ => text.push_str(form),
            }
            text.push_str(between[random(between.len())]);
        }
        // Some texts are so long that places in their middle do not count.
        if random(4) == 0 {
            let long = "jiná slova bez významu ".repeat(random(400));
            text.insert_str(text.floor_char_boundary(text.len() / 2), &long);
        }
        let title = text.get(..text.floor_char_boundary(30)).unwrap_or_default().to_owned();
        let (found, expected) =
            (phrases.find(&text, &title), find_everywhere(&phrases, &automaton, &text, &title));
        assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{text:?}");
        total += found.0.iter().map(|found| found.valid).sum::<u64>();
    }
    assert!(total as usize > texts, "{total} phrases are too few to compare");
}

#[test]
fn the_same_phrases_are_found_as_by_a_search_everywhere() {
    check(&Pack::open("cz").unwrap(), 1000);
}

#[test]
fn phrases_of_few_letters_and_with_signs_are_found_too() {
    let mut pack = Pack::open("cz").unwrap();
    let words = |lines: &str| -> Vec<Entry> {
        lines.lines().map(|form| Entry { forms: vec![form.into()] }).collect()
    };
    pack.places = words("A\nAš\nPraha\nPraha 1\nNa\nÚ\n5");
    pack.names = words(".cz\nČR\nC++\n(sic)");
    check(&pack, 1000);
    pack.vulgar_words = words("k\nže\nž");
    check(&pack, 1000);
}

#[test]
fn a_pack_without_lists_finds_nothing() {
    let mut pack = Pack::open("cz").unwrap();
    for list in [&mut pack.places, &mut pack.names, &mut pack.forbidden_words] {
        list.clear();
    }
    for list in [&mut pack.vulgar_words, &mut pack.pornographic_words, &mut pack.racist_words] {
        list.clear();
    }
    let found = Phrases::new(&pack).find("Praha je hlavní město.", "Praha");
    assert!(found.0.iter().all(|found| found.valid == 0));
}
