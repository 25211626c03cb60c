//! Links to sites that are well known in the nation; each host counts once.

use super::links::Domains;
use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;
use crate::probability::saturated;
use crate::verdict::Signal;

struct KnownSites(Domains);

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(KnownSites(Domains::of(&making.pack.sites))))
}

impl Criterion for KnownSites {
    fn look(&self, _: &Page<'_>, seen: &Seen<'_>) -> Found {
        if self.0.is_empty() {
            return Found::lacking("the pack lists no sites");
        }
        let mut out = self.0.count(seen);
        // Links to sites that are not on the list do not count against the nation.
        out.signal = Some(Signal { national: saturated(out.valid), foreign: 0.0 });
        out
    }
}
