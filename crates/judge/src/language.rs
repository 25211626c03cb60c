//! Which language a text is in, by statistics of its letter sequences and words.
//!
//! An [`Identifier`] holds the model; [`Identifier::identify`] answers for one text with an
//! [`Identified`]. Thirty-four languages in Latin and Cyrillic letters are told apart, Czech from
//! Slovak with particular care, and with its diacritics left out, too; ten more are known by their
//! script. A text of any size costs no more than one of 2 kB.
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
use model::{Model, UNKNOWN};

/// Identifies languages.
pub struct Identifier {
    model: Model,
    /// Those that no thread uses at the moment.
    memos: Mutex<Vec<Memo>>,
}

/// The language of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Identified {
    /// Its code in ISO 639-1: `cs`.
    pub language: String,
    /// How likely it is the right one, from 0 to 1.
    pub confidence: f64,
    /// How much of the text is in it, from 0 to 1; the rest is in others.
    pub share: f64,
    /// The language it would be, were it not this one.
    pub runner_up: Option<String>,
    /// Other languages that a tenth of the text or more is in, with their shares, the largest first.
    pub others: Vec<(String, f64)>,
    /// What the confidence was computed from: how far ahead of all others it is.
    pub margin: f64,
}

/// What English counts beside another language. It is the language of program text, licences and
/// untranslated menus on pages whose own words are in another one.
const ENGLISH: f32 = 0.4;

/// From which share on another language of a text is named.
const OTHERS: f32 = 0.1;

/// So many memos are kept for the next texts: threads beyond the cores gain nothing from theirs.
const MEMOS: usize = 16;

/// From this share and confidence on, a language is told without the rest of a text.
const CLEAR: f64 = 0.99;

impl Identified {
    /// Whether more of the text would hardly change the answer.
    fn is_clear(&self) -> bool {
        self.share >= CLEAR && self.confidence >= CLEAR
    }
}

impl Identifier {
    /// The one that comes with the program.
    pub fn built_in() -> &'static Identifier {
        static BUILT_IN: OnceLock<Identifier> = OnceLock::new();
        BUILT_IN.get_or_init(|| {
            // Its files are part of the program, and a test reads them: this cannot fail for a user.
            #[allow(clippy::expect_used)]
            Identifier::from_columns(built_in::FIGURES, built_in::COLUMNS)
                .expect("a model that fits")
        })
    }

    /// One with other figures, as training makes them: `figures` as in `packs/languages/figures.txt`,
    /// and a column of [`features::ROWS`] signed bytes for each language. `None` if they do not fit.
    pub fn from_columns(figures: &str, columns: &[(&str, &[u8])]) -> Option<Identifier> {
        Model::read(figures, columns).map(|model| Identifier { model, memos: Mutex::default() })
    }

    /// The languages it tells apart by their letter sequences, in the order of their columns.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.model.languages.iter().map(String::as_str)
    }

    /// The language of a text; `None` if there is too little of it to tell, or if it is in none of
    /// those known.
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

    /// What the evidence tells so far.
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

    fn by_letters(&self, evidence: &Evidence<'_>) -> Identified {
        let languages = &self.model.languages;
        let shares = evidence.shares();
        let counts = |lane: usize| match languages[lane].as_str() {
            "en" => shares[lane] * ENGLISH,
            _ => shares[lane],
        };
        let lanes = 0..languages.len();
        let best = lanes.clone().max_by(|&a, &b| counts(a).total_cmp(&counts(b))).unwrap_or(0);
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
