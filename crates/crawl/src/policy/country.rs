//! The profile `country`: everything in the domains of a country, from a list of the names that are registered there.
//!
//! It archives what the profile `site` archives. What differs is the scope, which is given by domains and not by the
//! seeds, and the order: the home pages of all hosts come first.

use super::site::Site;
use super::{KeepRobots, PolicyKind};
use crate::scope::rule::{RedirectsFromSeeds, RejectAll, Requisites};
use crate::scope::{ScopeRule, ScopeSettings};

pub(crate) const KIND: PolicyKind = PolicyKind {
    name: "country",
    has_standings: false,
    homes_first: true,
    robots: KeepRobots::AtOnce,
    wants_sitemaps: true,
    // A home page may redirect to a site abroad: that page is archived, the rest of the site is not.
    takes_redirected_seeds: false,
    inquires: false,
    scope_rules,
    check: |_, _| Ok(()),
    open: |_| Ok(Box::new(Site)),
};

/// The rule for `scope.domains`, which all profiles have, accepts the domains of the country.
fn scope_rules(settings: &ScopeSettings) -> Vec<ScopeRule> {
    let max_hops = settings.requisite_hops;
    vec![
        ScopeRule::RejectAll(RejectAll::default()),
        ScopeRule::RedirectsFromSeeds(RedirectsFromSeeds::default()),
        ScopeRule::Requisites(Requisites { max_hops, ..Requisites::default() }),
    ]
}
