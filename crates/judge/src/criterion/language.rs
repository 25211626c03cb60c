//! The language of the text, by statistics.

use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;
use crate::verdict::Signal;

struct Language {
    language: String,
    /// From which confidence on it counts.
    confidence: f64,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    let pack = making.pack;
    Ok(Box::new(Language { language: pack.language.clone(), confidence: pack.confidence }))
}

impl Criterion for Language {
    fn look(&self, _: &Page<'_>, seen: &Seen<'_>) -> Found {
        let Some(identified) = seen.language else {
            return Found::lacking("too little text");
        };
        let is_ours = identified.language == self.language;
        let confidence = identified.confidence.clamp(0.0, 1.0);
        let mut out = Found::default();
        let text = format!("{} {confidence:.3}", identified.language);
        out.count(is_ours && confidence >= self.confidence, &text, None);
        let (national, foreign) = if is_ours { (confidence, 0.0) } else { (0.0, confidence) };
        out.signal = Some(Signal { national, foreign });
        out
    }
}
