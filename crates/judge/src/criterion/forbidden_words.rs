//! Words that count against a page, in upper or lower case: those that the pack forbids, and vulgar, pornographic and
//! racist ones.

use super::phrases::PhraseList;
use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;
use crate::probability::saturated;
use crate::verdict::Signal;

struct ForbiddenWords {
    list: PhraseList,
    are_listed: bool,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    of_list(making, PhraseList::Forbidden)
}

pub(super) fn make_vulgar(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    of_list(making, PhraseList::Vulgar)
}

pub(super) fn make_pornographic(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    of_list(making, PhraseList::Pornographic)
}

pub(super) fn make_racist(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    of_list(making, PhraseList::Racist)
}

fn of_list(making: &Making<'_>, list: PhraseList) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(ForbiddenWords { list, are_listed: !making.pack.phrases(list).is_empty() }))
}

impl Criterion for ForbiddenWords {
    fn look(&self, _: &Page<'_>, seen: &Seen<'_>) -> Found {
        if !self.are_listed {
            return Found::lacking("the pack forbids no words");
        }
        let mut out = seen.phrases.of(self.list).clone();
        out.signal = Some(Signal { national: 0.0, foreign: saturated(out.valid) });
        out
    }
}
