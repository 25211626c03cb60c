//! `[scope]`: the rules of a job, together with those of its profile.

use serde::{Deserialize, Serialize};

use super::rule::{
    Action, Hops, Length, QueryParameters, RepeatingSegments, Rule, Scheme, Seeds, Segments,
};
use crate::job::Profile;

/// `[scope]`: what belongs to a harvest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ScopeSettings {
    /// Whether the profile's rules stand around the job's own.
    pub profile_rules: bool,
    /// Clicks away from a seed.
    pub max_hops: u32,
    /// Segments of a path.
    pub max_segments: u32,
    /// Bytes of a URI.
    pub max_length: u32,
    /// How often in a row a path may go the same way.
    pub max_repeats: u32,
    /// Parameters of a query.
    pub max_parameters: u32,
    /// Requisites of requisites, beyond the hosts that are harvested.
    pub requisite_hops: u32,
    /// Among how many instances of the job domains are shared.
    pub instances: u32,
    /// Which of them this one is, from 1 on.
    pub instance: u32,
    /// The job's own rules.
    pub rule: Vec<Rule>,
}

impl Default for ScopeSettings {
    fn default() -> ScopeSettings {
        ScopeSettings {
            profile_rules: true,
            max_hops: 20,
            max_segments: 20,
            max_length: 8191,
            max_repeats: 2,
            max_parameters: 40,
            requisite_hops: 3,
            instances: 1,
            instance: 1,
            rule: Vec::new(),
        }
    }
}

impl ScopeSettings {
    /// All rules in their order: what the profile takes in, the job's own rules, and what the
    /// profile refuses at last.
    ///
    /// The refusals come last so that a job which takes in one more domain does not thereby take in
    /// its traps. Only seeds are stronger: whoever names a URI means it.
    pub fn rules(&self, profile: Profile) -> Vec<Rule> {
        if !self.profile_rules {
            return self.rule.clone();
        }
        let mut rules = (profile.kind().scope_rules)(self);
        rules.extend_from_slice(&self.rule);
        rules.extend([
            Rule::Hops(Hops::new(self.max_hops)),
            Rule::RepeatingSegments(RepeatingSegments::new(self.max_repeats)),
            Rule::QueryParameters(QueryParameters::new(self.max_parameters)),
            Rule::Segments(Segments::new(self.max_segments)),
            Rule::Length(Length::new(self.max_length)),
            Rule::Seeds(Seeds::default()),
            Rule::Scheme(Scheme {
                name: None,
                action: Action::Reject,
                not: true,
                schemes: vec!["http".to_owned(), "https".to_owned()],
            }),
        ]);
        rules
    }
}
