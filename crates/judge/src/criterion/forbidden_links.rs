//! Links that count against a page: to parked domains, link farms, or other hosts that the pack lists. Each host counts
//! once.

use super::links::Domains;
use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;
use crate::probability::saturated;
use crate::verdict::Signal;

struct ForbiddenLinks(Domains);

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(ForbiddenLinks(Domains::of(&making.pack.forbidden_links))))
}

impl Criterion for ForbiddenLinks {
    fn look(&self, _: &Page<'_>, seen: &Seen<'_>) -> Found {
        if self.0.is_empty() {
            return Found::lacking("the pack forbids no links");
        }
        let mut out = self.0.count(seen);
        out.signal = Some(Signal { national: 0.0, foreign: saturated(out.valid) });
        out
    }
}
