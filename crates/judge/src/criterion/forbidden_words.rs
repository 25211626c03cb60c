//! Words that count against a page, in upper or lower case.

use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;
use crate::probability::saturated;
use crate::verdict::Signal;

struct ForbiddenWords {
    are_listed: bool,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(ForbiddenWords { are_listed: !making.pack.forbidden_words.is_empty() }))
}

impl Criterion for ForbiddenWords {
    fn look(&self, _: &Page<'_>, seen: &Seen<'_>) -> Found {
        if !self.are_listed {
            return Found::lacking("the pack forbids no words");
        }
        let mut out = seen.phrases.forbidden.clone();
        out.signal = Some(Signal { national: 0.0, foreign: saturated(out.valid) });
        out
    }
}
