//! The country of the domain's owner, if the caller has looked it up.

use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;
use crate::verdict::Signal;

struct Owner {
    countries: Vec<String>,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(Owner { countries: making.pack.countries.clone() }))
}

impl Criterion for Owner {
    fn look(&self, page: &Page<'_>, _: &Seen<'_>) -> Found {
        let Some(country) = page.owner_country else {
            return Found::lacking("the owner was not looked up");
        };
        let is_national = self.countries.iter().any(|it| it.eq_ignore_ascii_case(country));
        let mut out = Found::default();
        out.count(is_national, country, None);
        let (national, foreign) = if is_national { (1.0, 0.0) } else { (0.0, 1.0) };
        out.signal = Some(Signal { national, foreign });
        out
    }
}
