//! Which language a text is in, by statistics of its letter sequences and words.
//!
//! An [`Identifier`] holds the model; [`Identifier::identify`] answers for one text with an [`Identified`]. Thirty-four
//! languages in Latin and Cyrillic letters are distinguished, Czech from Slovak with particular care, also if
//! diacritics are missing; ten more are known by their script. A text of any size takes no more time than one of 2 kB.
//!
//! ```
//! use stodola_judge::language::Identifier;
//!
//! let text = "Stodola je místo, kde se skladuje úroda, než přijde zima.";
//! let identified = Identifier::built_in().identify(text).expect("there are words in it");
//! assert_eq!(identified.language, "cs");
//! ```

mod built_in;
mod evidence;
pub mod features;
mod letters;
mod memo;
mod model;
pub(crate) mod sample;
mod script;
#[cfg(test)]
mod tests;
pub mod words;

use std::sync::{Mutex, OnceLock, PoisonError};

use evidence::Evidence;
use memo::Memo;
use model::{LANES, Lanes, Model, UNKNOWN};

/// Identifies languages.
pub struct Identifier {
    model: Model,
    /// Memos that no thread uses at the moment.
    memos: Mutex<Vec<Memo>>,
}

/// The language of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Identified {
    /// Code of the language in ISO 639-1: `cs`.
    pub language: String,
    /// Probability that this language is right, from 0 to 1.
    pub confidence: f64,
    /// Share of the text that is in this language, from 0 to 1; the rest is in others.
    pub share: f64,
    /// The next most likely language; `None` if there is none.
    pub runner_up: Option<String>,
    /// Other languages that a tenth of the text or more is in, with their shares, the largest first.
    pub others: Vec<(String, f64)>,
    /// How far this language is ahead of all others; the confidence is computed from it.
    pub margin: f64,
}

/// Factor by which English counts beside another language. Program text, names and untranslated menus are in English on
/// pages whose own words are in another language.
const ENGLISH: f32 = 0.4;

/// Factor by which English outside sentences counts if only English has sentences: the words in another language are
/// the menu or the headings then.
const ENGLISH_PAGE: f32 = 0.8;

/// From which ratio to the English sentences on those of another language are its own, and not a stray one.
const OWN_SENTENCES: f32 = 0.3;

/// Two languages so close that a few words of a page in one look like the other: what is in either is counted together,
/// for the one that all of it is more likely in.
const CLOSE: [&str; 2] = ["cs", "sk"];

/// Smallest share of the text at which another language is named.
const OTHERS: f32 = 0.1;

/// Maximum number of memos that are kept for the next texts: threads beyond the number of cores gain nothing from
/// theirs.
const MEMOS: usize = 16;

/// Share and confidence from which on the rest of a text is not read.
const CLEAR: f64 = 0.99;

impl Identified {
    /// Whether the rest of the text would hardly change the answer.
    fn is_clear(&self) -> bool {
        self.share >= CLEAR && self.confidence >= CLEAR
    }
}

impl Identifier {
    /// Returns the identifier that comes with the program.
    pub fn built_in() -> &'static Identifier {
        static BUILT_IN: OnceLock<Identifier> = OnceLock::new();
        BUILT_IN.get_or_init(|| {
            // The files are part of the program, and a test reads them: this cannot fail for a user.
            #[allow(clippy::expect_used)]
            Identifier::from_columns(built_in::FIGURES, built_in::COLUMNS)
                .expect("a model that fits")
        })
    }

    /// Makes an identifier with other figures, as training makes them: `figures` as in `packs/languages/figures.txt`,
    /// and a column of [`features::ROWS`] signed bytes for each language. `None` if they do not fit together.
    pub fn from_columns(figures: &str, columns: &[(&str, &[u8])]) -> Option<Identifier> {
        Model::read(figures, columns).map(|model| Identifier { model, memos: Mutex::default() })
    }

    /// Languages that are distinguished by their letter sequences, in the order of their columns.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.model.languages.iter().map(String::as_str)
    }

    /// Returns the language of a text; `None` if the text is too short to decide, or in no known language.
    pub fn identify(&self, text: &str) -> Option<Identified> {
        let idle = self.memos.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut memo = idle.unwrap_or_else(Memo::new);
        let identified = self.identify_with(text, &mut memo);
        let mut memos = self.memos.lock().unwrap_or_else(PoisonError::into_inner);
        if memos.len() < MEMOS {
            memos.push(memo);
        }
        identified
    }

    fn identify_with(&self, text: &str, memo: &mut Memo) -> Option<Identified> {
        let mut evidence = Evidence::new(&self.model, memo);
        let mut identified = None;
        for round in sample::rounds(text) {
            round.for_each(|piece| words::read(piece, &mut evidence));
            identified = self.tell(&evidence);
            if identified.as_ref().is_some_and(Identified::is_clear) {
                break;
            }
        }
        identified
    }

    /// Returns the answer by the evidence so far; `None` if there is too little.
    fn tell(&self, evidence: &Evidence<'_>) -> Option<Identified> {
        let words = evidence.words() as f32;
        if let Some((sole, sole_words)) = evidence.sole()
            && sole_words >= words
        {
            let share = f64::from(sole_words / (sole_words + words));
            return Some(Identified {
                language: sole.code().to_string(),
                confidence: share,
                share,
                runner_up: None,
                others: Vec::new(),
                margin: f64::from(sole_words - words),
            });
        }
        if evidence.words() == 0 {
            return None;
        }
        let identified = self.by_letters(evidence);
        (identified.language != UNKNOWN).then_some(identified)
    }

    /// Returns how much each language counts when that of the page is chosen.
    fn counts(&self, evidence: &Evidence<'_>, shares: &Lanes<f32>) -> Lanes<f32> {
        let mut counts = *shares;
        if let [Some(first), Some(second)] = CLOSE.map(|code| self.lane(code))
            && shares[first] > 0.0
            && shares[second] > 0.0
        {
            let is_first = evidence.lead([first, second], shares) >= 0.0;
            let (winner, other) = if is_first { (first, second) } else { (second, first) };
            counts[winner] += std::mem::take(&mut counts[other]);
        }
        if let Some(english) = self.lane("en") {
            let rival = (0..LANES)
                .filter(|&lane| lane != english)
                .max_by(|&a, &b| counts[a].total_cmp(&counts[b]))
                .unwrap_or(english);
            let sentences = evidence.sentences(english, shares);
            let others = evidence.sentences(rival, shares);
            counts[english] = if others < OWN_SENTENCES * sentences {
                sentences + (shares[english] - sentences) * ENGLISH_PAGE
            } else {
                shares[english] * ENGLISH
            };
        }
        counts
    }

    /// The column of a language.
    fn lane(&self, code: &str) -> Option<usize> {
        self.model.languages.iter().position(|known| known == code)
    }

    fn by_letters(&self, evidence: &Evidence<'_>) -> Identified {
        let languages = &self.model.languages;
        let shares = evidence.shares();
        let counts = self.counts(evidence, &shares);
        let lanes = 0..languages.len();
        let best = lanes.clone().max_by(|&a, &b| counts[a].total_cmp(&counts[b])).unwrap_or(0);
        let totals = evidence.totals(best, &shares);
        let second = lanes
            .filter(|&lane| lane != best)
            .max_by(|&a, &b| totals[a].total_cmp(&totals[b]))
            .unwrap_or(best);
        let share = f64::from(shares[best]);
        let margin = f64::from(totals[best] - totals[second]);
        let [constant, by_margin, by_share] = self.model.figures.confidence;
        let odds = constant + by_margin * margin + by_share * share;
        let mut others: Vec<(String, f64)> = languages
            .iter()
            .zip(shares)
            .enumerate()
            .filter(|(lane, (code, share))| *lane != best && *share >= OTHERS && *code != UNKNOWN)
            .map(|(_, (code, share))| (code.clone(), f64::from(share)))
            .collect();
        others.sort_by(|a, b| b.1.total_cmp(&a.1));
        Identified {
            language: languages[best].clone(),
            confidence: 1.0 / (1.0 + (-odds).exp()),
            share,
            runner_up: Some(languages[second].clone()).filter(|code| code != UNKNOWN),
            others,
            margin,
        }
    }
}
