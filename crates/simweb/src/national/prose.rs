//! Sentences that make sense, written for this purpose, so that language identification has something to work with.

mod czech;
mod english;
mod french;
mod german;
mod hungarian;
mod polish;
mod russian;
mod slovak;
mod slovenian;
mod ukrainian;

use crate::random::Dice;
use crate::words::Language;

pub(super) fn sentences(language: Language) -> &'static [&'static str] {
    match language {
        Language::Czech => czech::SENTENCES,
        Language::Slovak => slovak::SENTENCES,
        Language::English => english::SENTENCES,
        Language::German => german::SENTENCES,
        Language::Polish => polish::SENTENCES,
        Language::French => french::SENTENCES,
        Language::Russian => russian::SENTENCES,
        Language::Ukrainian => ukrainian::SENTENCES,
        Language::Hungarian => hungarian::SENTENCES,
        Language::Slovenian => slovenian::SENTENCES,
    }
}

/// Returns `count` sentences, without repetition as long as there are enough.
pub(super) fn some(dice: &mut Dice, language: Language, count: usize) -> Vec<&'static str> {
    let mut left = Vec::new();
    (0..count)
        .map(|_| {
            if left.is_empty() {
                left = sentences(language).to_vec();
            }
            left.swap_remove(dice.below(left.len() as u32) as usize)
        })
        .collect()
}

/// Removes the diacritics, as people write Czech without a Czech keyboard.
pub(super) fn without_diacritics(text: &str) -> String {
    const WITH: &str = "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ";
    const WITHOUT: &str = "acdeeinorstuuyzACDEEINORSTUUYZ";
    let plain = |letter: char| {
        let found = WITH.chars().zip(WITHOUT.chars()).find(|(with, _)| *with == letter);
        found.map_or(letter, |(_, without)| without)
    };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const ALL: [Language; 10] = [
        Language::Czech,
        Language::Slovak,
        Language::English,
        Language::German,
        Language::Polish,
        Language::French,
        Language::Russian,
        Language::Ukrainian,
        Language::Hungarian,
        Language::Slovenian,
    ];

    #[test]
    fn every_language_has_enough_sentences() {
        for language in ALL {
            let all = sentences(language);
            assert!(all.len() >= 25, "{language:?}");
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{language:?}");
            for sentence in all {
                assert!(sentence.ends_with('.') && !sentence.contains(['<', '&']), "{sentence}");
            }
        }
    }

    #[test]
    fn czech_without_diacritics_is_ascii() {
        for sentence in sentences(Language::Czech) {
            assert!(without_diacritics(sentence).is_ascii(), "{sentence}");
        }
    }

    #[test]
    fn sentences_repeat_only_when_all_were_said() {
        let mut dice = Dice::new(3);
        let text = some(&mut dice, Language::French, 26);
        assert_eq!(text.iter().collect::<BTreeSet<_>>().len(), 26);
        assert_eq!(some(&mut dice, Language::French, 60).len(), 60);
    }
}
