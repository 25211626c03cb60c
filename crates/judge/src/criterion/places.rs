//! Names of places, and names of the nation itself in other languages: whole words, case counts. Each counts once, in
//! whichever form.

use super::phrases::PhraseList;
use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;
use crate::probability::saturated;
use crate::verdict::Signal;

struct Places {
    are_listed: bool,
}

struct Names {
    are_listed: bool,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(Places { are_listed: !making.pack.places.is_empty() }))
}

pub(super) fn make_names(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(Names { are_listed: !making.pack.names.is_empty() }))
}

impl Criterion for Places {
    fn look(&self, _: &Page<'_>, seen: &Seen<'_>) -> Found {
        match self.are_listed {
            true => seen.phrases.of(PhraseList::Places).clone(),
            false => Found::lacking("the pack lists no places"),
        }
    }
}

impl Criterion for Names {
    fn look(&self, _: &Page<'_>, seen: &Seen<'_>) -> Found {
        if !self.are_listed {
            return Found::lacking("the pack lists no names of the nation");
        }
        let mut out = seen.phrases.of(PhraseList::Names).clone();
        out.signal = Some(Signal { national: saturated(out.valid), foreign: 0.0 });
        out
    }
}
