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
use crate::words::SiteLanguage;

pub(super) fn sentences(language: SiteLanguage) -> &'static [&'static str] {
    match language {
        SiteLanguage::Czech => czech::SENTENCES,
        SiteLanguage::Slovak => slovak::SENTENCES,
        SiteLanguage::English => english::SENTENCES,
        SiteLanguage::German => german::SENTENCES,
        SiteLanguage::Polish => polish::SENTENCES,
        SiteLanguage::French => french::SENTENCES,
        SiteLanguage::Russian => russian::SENTENCES,
        SiteLanguage::Ukrainian => ukrainian::SENTENCES,
        SiteLanguage::Hungarian => hungarian::SENTENCES,
        SiteLanguage::Slovenian => slovenian::SENTENCES,
    }
}

/// Returns `count` sentences, without repetition as long as there are enough.
pub(super) fn some(dice: &mut Dice, language: SiteLanguage, count: usize) -> Vec<&'static str> {
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

    const ALL: [SiteLanguage; 10] = [
        SiteLanguage::Czech,
        SiteLanguage::Slovak,
        SiteLanguage::English,
        SiteLanguage::German,
        SiteLanguage::Polish,
        SiteLanguage::French,
        SiteLanguage::Russian,
        SiteLanguage::Ukrainian,
        SiteLanguage::Hungarian,
        SiteLanguage::Slovenian,
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
        for sentence in sentences(SiteLanguage::Czech) {
            assert!(without_diacritics(sentence).is_ascii(), "{sentence}");
        }
    }

    #[test]
    fn sentences_repeat_only_when_all_were_said() {
        let mut dice = Dice::new(3);
        let text = some(&mut dice, SiteLanguage::French, 26);
        assert_eq!(text.iter().collect::<BTreeSet<_>>().len(), 26);
        assert_eq!(some(&mut dice, SiteLanguage::French, 60).len(), 60);
    }
}
