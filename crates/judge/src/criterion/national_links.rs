//! Links into the national domain; each host counts once.

use super::links::Domains;
use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;

struct NationalLinks(Domains);

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    let domains = making.pack.domains.iter().map(String::as_str);
    Ok(Box::new(NationalLinks(Domains::new(domains))))
}

impl Criterion for NationalLinks {
    fn look(&self, _: &Page<'_>, seen: &Seen<'_>) -> Found {
        self.0.count(seen)
    }
}
