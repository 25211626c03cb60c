//! The countries of the servers that a page links to.

use std::collections::HashSet;
use std::sync::Arc;

use super::server::NO_DATABASE;
use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::geo::Countries;
use crate::page::Page;

/// Maximum number of addresses that are looked at; the rest is ignored.
const MAX_SERVERS: usize = 4096;

struct LinkedServers {
    national: Vec<String>,
    countries: Option<Arc<Countries>>,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(LinkedServers {
        national: making.countries_wanted(),
        countries: making.countries.clone(),
    }))
}

impl Criterion for LinkedServers {
    fn look(&self, page: &Page<'_>, _: &Seen<'_>) -> Found {
        let Some(countries) = &self.countries else { return Found::lacking(NO_DATABASE) };
        let mut out = Found::default();
        let mut known = HashSet::new();
        for address in page.linked_servers.iter().take(MAX_SERVERS) {
            if known.insert(address)
                && let Some(country) = countries.country(*address)
            {
                let is_national = self.national.contains(&country);
                out.count(is_national, &format!("{address} {country}"), None);
            }
        }
        out
    }
}
