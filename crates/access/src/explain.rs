//! Why a decision is as it is: every rule that has to do with an address, and what became of it.

use crate::decide::{AccessDecision, CaptureFacts, Fit, Visitor};
use crate::moment::Moment;
use crate::rule::{AccessRule, RuleId};
use crate::rule_set::RuleSet;

/// No more rules than this are told of.
const TOLD_MAX: usize = 1000;

/// A decision and the rules that have to do with it.
#[derive(Clone, Debug)]
pub struct Explanation<'r> {
    /// What was decided.
    pub decision: AccessDecision<'r>,
    /// The rules of all places that the address lies in, the most specific first; at most a thousand.
    pub rules: Vec<(RuleId, &'r AccessRule, RuleVerdict)>,
}

/// What became of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleVerdict {
    /// It decides.
    Decides,
    /// It applies, but another one is more specific, or as specific and stricter.
    Overruled,
    /// It allows, but yields to an embargo.
    Yields,
    /// It does not apply.
    Unfit(Unfit),
}

/// Why a rule does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The address is not in its place.
    Place,
    /// It is for other visitors.
    Audience,
    /// It is not valid now.
    Valid,
    /// It is for captures of another time.
    Captured,
    /// The capture is too old or too young for it.
    Age,
    /// It is for another media type.
    Type,
}

impl RuleSet {
    /// Decides as [`RuleSet::decide`] does, and tells why.
    pub fn explain<'r>(
        &'r self,
        visitor: &Visitor,
        capture: &CaptureFacts<'_>,
        now: Moment,
    ) -> Explanation<'r> {
        let decision = self.decide(visitor, capture, now);
        let deciding = self.deciding(visitor, capture, now).map(|(id, _)| id);
        let mut rules: Vec<(RuleId, &AccessRule, RuleVerdict)> = Vec::new();
        let mut is_decided = false;
        for (id, rule) in self.beginnings(capture.key).flat_map(|node| &node.rules) {
            if rules.len() >= TOLD_MAX {
                break;
            }
            let verdict = match rule.fit(visitor, capture, now) {
                // Another host that begins with the same letters says nothing.
                Fit::Not(Unfit::Place) => continue,
                Fit::Not(unfit) => RuleVerdict::Unfit(unfit),
                Fit::Applies if Some(*id) == deciding => {
                    is_decided = true;
                    RuleVerdict::Decides
                }
                Fit::Applies if !is_decided && rule.yields() => RuleVerdict::Yields,
                Fit::Applies => RuleVerdict::Overruled,
            };
            rules.push((*id, rule, verdict));
        }
        Explanation { decision, rules }
    }
}
