//! Letters that a language does not have. Czech and Slovak share most of their words and letter sequences, so a short
//! text may look like either; but Slovak has no `ě`, `ř` and `ů`, and Czech has no `ľ`, `ĺ`, `ŕ`, `ô` and `ä`.

use super::model::Lanes;

/// Languages, and letters that none of their words has, in lower case.
const FOREIGN: [(&str, &[char]); 2] =
    [("sk", &['ě', 'ř', 'ů']), ("cs", &['ľ', 'ĺ', 'ŕ', 'ô', 'ä'])];

/// By how much a word with a foreign letter lowers the score of a language, in natural logarithms of its likelihood.
/// One such word may be a name; two are hardly by chance.
const CHARGE: f32 = 2.0;

/// Number of words with a letter that is foreign to a language, for each row of [`FOREIGN`].
#[derive(Clone, Debug, Default)]
pub(super) struct Foreign([u32; FOREIGN.len()]);

impl Foreign {
    /// Counts the word with these letters.
    #[inline]
    pub(super) fn count(&mut self, letters: &[u32]) {
        for &letter in letters.iter().filter(|&&letter| letter > 0x7f) {
            for (count, (_, foreign)) in self.0.iter_mut().zip(&FOREIGN) {
                if foreign.iter().any(|&known| u32::from(known) == letter) {
                    *count += 1;
                    return;
                }
            }
        }
    }

    /// Adds the words that follow.
    pub(super) fn merge(&mut self, other: &Foreign) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }

    /// Lowers the scores of the languages to which words were foreign.
    pub(super) fn charge(&self, languages: &[String], scores: &mut Lanes<f32>) {
        for (&count, (code, _)) in self.0.iter().zip(&FOREIGN).filter(|(count, _)| **count > 0) {
            if let Some(lane) = languages.iter().position(|language| language == code) {
                scores[lane] -= CHARGE * count as f32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::LANES;
    use super::*;

    fn charged(text: &str) -> [f32; 3] {
        let mut foreign = Foreign::default();
        for word in text.split(' ') {
            foreign.count(&word.chars().map(u32::from).collect::<Vec<_>>());
        }
        let languages = ["pl", "cs", "sk"].map(str::to_owned);
        let mut scores = [0.0; LANES];
        foreign.charge(&languages, &mut scores);
        [scores[0], scores[1], scores[2]]
    }

    #[test]
    fn a_word_with_a_foreign_letter_speaks_against_the_language() {
        assert_eq!(charged("nová mapa"), [0.0, 0.0, 0.0]);
        assert_eq!(charged("řeka a břeh"), [0.0, 0.0, -2.0 * CHARGE]);
        assert_eq!(charged("kôň a ľudia"), [0.0, -2.0 * CHARGE, 0.0]);
        assert_eq!(charged("příběh"), [0.0, 0.0, -CHARGE], "once for each word");
    }
}
