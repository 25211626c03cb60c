//! Words that tell against a page, whatever their case.

use super::phrases::{Case, Phrases};
use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;
use crate::probability::saturated;
use crate::verdict::Signal;

struct ForbiddenWords(Phrases);

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(ForbiddenWords(Phrases::new(&making.pack.forbidden_words, Case::Ignored))))
}

impl Criterion for ForbiddenWords {
    fn look(&self, page: &Page<'_>, _: &Seen<'_>) -> Found {
        if self.0.is_empty() {
            return Found::lacking("the pack forbids no words");
        }
        let mut out = self.0.count(page.text, page.title.unwrap_or_default());
        out.signal = Some(Signal { national: 0.0, foreign: saturated(out.valid) });
        out
    }
}
