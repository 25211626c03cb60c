//! Names of places, as they are written: whole words, case counts. A place counts once, in
//! whichever form.

use super::phrases::{Case, Phrases};
use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;

struct Places(Phrases);

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(Places(Phrases::new(&making.pack.places, Case::Counts))))
}

impl Criterion for Places {
    fn look(&self, page: &Page<'_>, _: &Seen<'_>) -> Found {
        if self.0.is_empty() {
            return Found::lacking("the pack lists no places");
        }
        self.0.count(page.text, page.title.unwrap_or_default())
    }
}
