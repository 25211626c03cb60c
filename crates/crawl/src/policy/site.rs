//! The profile `site`: the sites of the seeds are archived completely, with everything that their pages need.

use super::{
    ArchiveDecision, Evidence, KeepRobots, Policy, PolicyKind, Reads, Settlement, document_kind,
};
use crate::engine::Examined;
use crate::national::Standing;
use crate::scope::rule::{RedirectsFromSeeds, RejectAll, Requisites, SeedHosts};
use crate::scope::{ScopeRule, ScopeSettings};
use stodola_extract::LinkKind;
use stodola_frontier::{Reason, Ticket};

pub(crate) const KIND: PolicyKind = PolicyKind {
    name: "site",
    has_standings: false,
    homes_first: false,
    robots: KeepRobots::AtOnce,
    wants_sitemaps: true,
    takes_redirected_seeds: true,
    inquires: false,
    scope_rules,
    check: |_, _| Ok(()),
    open: |_| Ok(Box::new(Site)),
};

fn scope_rules(settings: &ScopeSettings) -> Vec<ScopeRule> {
    let max_hops = settings.requisite_hops;
    vec![
        ScopeRule::RejectAll(RejectAll::default()),
        ScopeRule::SeedHosts(SeedHosts::default()),
        ScopeRule::RedirectsFromSeeds(RedirectsFromSeeds::default()),
        ScopeRule::Requisites(Requisites { max_hops, ..Requisites::default() }),
    ]
}

/// The policy of the profile `site`. The scope has already decided: every URI that it accepts is archived, and its
/// links are followed.
pub(super) struct Site;

impl Policy for Site {
    fn admit_seed(&self, _host: &str) -> Result<u32, &'static str> {
        Ok(0)
    }

    fn admit(&self, _ticket: &Ticket) -> Result<(), Reason> {
        Ok(())
    }

    fn reads(&self) -> Reads {
        Reads::Links
    }

    fn settle(&self, _ticket: &Ticket, examined: &Examined, _evidence: &Evidence) -> Settlement {
        let kind = document_kind(examined);
        Settlement {
            decision: ArchiveDecision::Archive,
            standing: None,
            passes: Standing::default(),
            kind,
            verdict: None,
        }
    }

    fn inherit(
        &self,
        _from: &Settlement,
        _link: LinkKind,
        _host: &str,
    ) -> Result<u32, &'static str> {
        Ok(0)
    }
}
