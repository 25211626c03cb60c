//! Sites that the pack lists as pornographic, racist or otherwise offensive: the page itself is on one, or it links to
//! them. Each host counts once.

use super::links::Domains;
use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;
use crate::probability::saturated;
use crate::verdict::Signal;

struct OffensiveSites(Domains);

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(OffensiveSites(Domains::of(&making.pack.offensive_sites))))
}

impl Criterion for OffensiveSites {
    fn look(&self, page: &Page<'_>, seen: &Seen<'_>) -> Found {
        if self.0.is_empty() {
            return Found::lacking("the pack lists no such sites");
        }
        let mut out = self.0.count(seen);
        if let Some(host) = stodola_uri::host(page.uri).filter(|host| self.0.has(host)) {
            out.count(true, &host, None);
        }
        out.signal = Some(Signal { national: 0.0, foreign: saturated(out.valid) });
        out
    }
}
