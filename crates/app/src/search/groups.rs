//! Collections, as the index can count them.

use crate::collections::CollectionDefinition;
use stodola_access::{Moment, RulePlace};
use stodola_archive::Stamp;
use stodola_search::query::{QueryFilters, ValueFilter};
use stodola_warc::date::Timestamp;

/// How many documents of what was found belong to a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionCount {
    /// Its name in addresses.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Number of documents; `None` if the index cannot tell.
    pub documents: Option<u64>,
}

/// The filters that leave what belongs to a collection; `None` if no filter can say it: the index knows hosts, but not
/// paths, and it does not know which capture was made by which job at which time.
pub(super) fn filters_of(definition: &CollectionDefinition) -> Option<QueryFilters> {
    let CollectionDefinition { places, jobs, captured, types, .. } = definition;
    if !types.is_empty() || (!jobs.is_empty() && !captured.is_all()) {
        return None;
    }
    let sites = places.iter().map(|place| match place {
        RulePlace::Domain(key) => Some(key.clone()),
        RulePlace::Host(key) if !key.contains(':') => Some(format!("{key})")),
        RulePlace::Host(_) | RulePlace::Prefix(_) | RulePlace::Exact(_) => None,
    });
    let wanted = |values| ValueFilter { wanted: values, unwanted: Vec::new() };
    let mut filters = QueryFilters {
        sites: wanted(sites.collect::<Option<Vec<String>>>()?),
        jobs: ValueFilter { wanted: jobs.clone(), unwanted: Vec::new() },
        ..QueryFilters::default()
    };
    if !captured.is_all() {
        let number = |moment: Moment| {
            let seconds = u64::try_from(moment.0).unwrap_or_default();
            Stamp::from(Timestamp::from_unix_seconds(seconds)).number()
        };
        let range = (captured.from.map_or(0, number), captured.to.map_or(u64::MAX, number));
        filters.dates.wanted = vec![range];
    }
    Some(filters)
}
