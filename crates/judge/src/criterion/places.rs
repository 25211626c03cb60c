//! Names of places: whole words, case counts. A place counts once, in whichever form.

use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;

struct Places {
    are_listed: bool,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(Places { are_listed: !making.pack.places.is_empty() }))
}

impl Criterion for Places {
    fn look(&self, _: &Page<'_>, seen: &Seen<'_>) -> Found {
        match self.are_listed {
            true => seen.phrases.places.clone(),
            false => Found::lacking("the pack lists no places"),
        }
    }
}
