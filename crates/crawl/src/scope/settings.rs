//! `[scope]`: the rules of a job, together with those of its profile.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

use super::rule::{
    Action, Domain, Hops, Length, QueryParameters, RepeatingSegments, Scheme, ScopeRule, Seeds,
    Segments,
};
use crate::job::Profile;

/// `[scope]`: which URIs belong to a harvest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ScopeSettings {
    /// Whether the rules of the profile are used before and after those of the job.
    pub profile_rules: bool,
    /// Domains that belong to the harvest, each with all hosts below it.
    pub domains: Vec<String>,
    /// Largest number of clicks from a seed.
    pub max_hops: u32,
    /// Largest number of segments of a path.
    pub max_segments: u32,
    /// Largest length of a URI in bytes.
    pub max_length: u32,
    /// How often a path may repeat the same segments in a row.
    pub max_repeats: u32,
    /// Largest number of parameters of a query.
    pub max_parameters: u32,
    /// Largest number of requisites in a row that are followed to other hosts.
    pub requisite_hops: u32,
    /// Number of instances of the job that share all domains.
    pub instances: u32,
    /// Number of this instance, from 1.
    pub instance: u32,
    /// Path of a file with rules about the addresses of sites; `None` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_rules: Option<PathBuf>,
    /// The rules of the job.
    pub rule: Vec<ScopeRule>,
}

impl Default for ScopeSettings {
    fn default() -> ScopeSettings {
        ScopeSettings {
            profile_rules: true,
            domains: Vec::new(),
            max_hops: 20,
            max_segments: 20,
            max_length: 8191,
            max_repeats: 2,
            max_parameters: 40,
            requisite_hops: 3,
            instances: 1,
            instance: 1,
            site_rules: None,
            rule: Vec::new(),
        }
    }
}

impl ScopeSettings {
    /// Number of rules that every profile has behind those of the job.
    pub const REJECTING: usize = 7;

    /// All rules in their order: those by which the profile accepts, the domains, those of the job, and those by which
    /// every profile rejects.
    ///
    /// The last rules reject traps, so that a job which accepts one more domain does not accept its traps. Only seeds
    /// are accepted nevertheless.
    pub fn rules(&self, profile: Profile) -> Vec<ScopeRule> {
        let mut rules = Vec::new();
        if self.profile_rules {
            rules = (profile.kind().scope_rules)(self);
        }
        if !self.domains.is_empty() {
            rules.push(ScopeRule::Domain(Domain {
                name: None,
                action: Action::Accept,
                not: false,
                domains: self.domains.clone(),
                file: None,
            }));
        }
        rules.extend_from_slice(&self.rule);
        if !self.profile_rules {
            return rules;
        }
        let rejecting: [ScopeRule; ScopeSettings::REJECTING] = [
            ScopeRule::Hops(Hops::new(self.max_hops)),
            ScopeRule::RepeatingSegments(RepeatingSegments::new(self.max_repeats)),
            ScopeRule::QueryParameters(QueryParameters::new(self.max_parameters)),
            ScopeRule::Segments(Segments::new(self.max_segments)),
            ScopeRule::Length(Length::new(self.max_length)),
            ScopeRule::Seeds(Seeds::default()),
            ScopeRule::Scheme(Scheme {
                name: None,
                action: Action::Reject,
                not: true,
                schemes: vec!["http".to_owned(), "https".to_owned()],
            }),
        ];
        rules.extend(rejecting);
        rules
    }
}
