//! The language of the text, by statistics.

use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::language::Identified;
use crate::page::Page;
use crate::verdict::Signal;

struct Language {
    language: String,
    /// Smallest confidence at which the language counts, from 0 to 1.
    confidence: f64,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    let pack = making.pack;
    Ok(Box::new(Language { language: pack.language.clone(), confidence: pack.confidence }))
}

/// Share of a text from which on a second language is more than a quotation.
const HALF: f64 = 0.3;

/// Returns the share of a text that is in a language, from 0 to 1.
fn share_of(identified: &Identified, language: &str) -> f64 {
    if identified.language == language {
        return identified.share;
    }
    identified.others.iter().find(|(other, _)| other == language).map_or(0.0, |(_, share)| *share)
}

impl Criterion for Language {
    fn look(&self, _: &Page<'_>, seen: &Seen<'_>) -> Found {
        let Some(identified) = seen.language else {
            return Found::lacking("too little text");
        };
        let mut out = Found::default();
        let share = share_of(identified, &self.language);
        let confidence = identified.confidence.clamp(0.0, 1.0);
        let part = (share / HALF).min(1.0);
        let main = format!("{} {confidence:.3}", identified.language);
        // A page in two languages is meant for the readers of both.
        let (is_ours, text, national) = match identified.language == self.language {
            true => (confidence >= self.confidence, main, part * confidence),
            false if share >= HALF => {
                (true, format!("{} in {share:.2} of the text; {main}", self.language), part)
            }
            false => (false, main, part),
        };
        out.count(is_ours, &text, None);
        out.signal = Some(Signal { national, foreign: (1.0 - national) * confidence });
        out
    }
}
