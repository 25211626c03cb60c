//! The country of the page's server.

use std::sync::Arc;

use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::geo::Countries;
use crate::page::Page;
use crate::verdict::Signal;

/// Message of the criteria on servers if there is no database.
pub(super) const NO_DATABASE: &str = "no database of countries; give one with --geo FILE";

struct Server {
    national: Vec<String>,
    countries: Option<Arc<Countries>>,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(Server {
        national: making.countries_wanted(),
        countries: making.countries.clone(),
    }))
}

impl Criterion for Server {
    fn look(&self, page: &Page<'_>, _: &Seen<'_>) -> Found {
        let Some(countries) = &self.countries else { return Found::lacking(NO_DATABASE) };
        let Some(address) = page.server else {
            return Found::lacking("the address of the server is not known");
        };
        let Some(country) = countries.country(address) else {
            return Found::lacking(&format!("the database does not know {address}"));
        };
        let is_national = self.national.contains(&country);
        let mut out = Found::default();
        out.count(is_national, &format!("{address} {country}"), None);
        let (national, foreign) = if is_national { (1.0, 0.0) } else { (0.0, 1.0) };
        out.signal = Some(Signal { national, foreign });
        out
    }
}

impl Making<'_> {
    /// Returns the countries that count as national.
    pub(super) fn countries_wanted(&self) -> Vec<String> {
        match self.properties.and_then(|it| it.country.clone()) {
            Some(country) => vec![country],
            None => self.pack.countries.clone(),
        }
    }
}
