//! The one decision: may this visitor see that capture now?

use crate::moment::Moment;
use crate::rule::{AccessPolicy, AccessRule, AgeLimit, RuleId};
use crate::rule_set::RuleSet;
use std::net::IpAddr;

/// Who wants to see something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visitor {
    /// The groups that the visitor has been shown to belong to.
    pub groups: Vec<String>,
    /// Where the request comes from; `None` if that is not known.
    pub address: Option<IpAddr>,
}

impl Visitor {
    /// Somebody of whom nothing is known.
    pub fn public() -> Visitor {
        Visitor::default()
    }
}

/// What a decision needs to know of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureFacts<'c> {
    /// Its key in the catalogue (SURT).
    pub key: &'c [u8],
    /// When it was captured; `None` if that is not known.
    pub time: Option<Moment>,
    /// Its media type, with parameters or without; `None` if that is not known.
    pub mime: Option<&'c str>,
}

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessDecision<'r> {
    /// The capture is shown.
    Allow,
    /// It is listed, its content is not shown.
    Block(AccessRefusal<'r>),
    /// It is as if it were not there, by that rule.
    Hide(RuleId),
}

/// Why a capture is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessRefusal<'r> {
    /// The number of the rule.
    pub id: RuleId,
    /// The rule: its cause and what readers are told.
    pub rule: &'r AccessRule,
    /// From when on the rule does not hold any more, if it ends by itself. Another rule may go on.
    pub until: Option<Moment>,
}

/// What becomes of a rule for one visitor and one capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// It applies.
    Applies,
    /// It does not, because of this.
    Not(crate::explain::Unfit),
}

/// The same as [`RuleSet::decide`].
pub fn decide<'r>(
    rules: &'r RuleSet,
    visitor: &Visitor,
    capture: &CaptureFacts<'_>,
    now: Moment,
) -> AccessDecision<'r> {
    rules.decide(visitor, capture, now)
}

impl RuleSet {
    /// Decides whether a visitor may see a capture at a moment. Which rule decides is told in the documentation of the
    /// crate.
    pub fn decide<'r>(
        &'r self,
        visitor: &Visitor,
        capture: &CaptureFacts<'_>,
        now: Moment,
    ) -> AccessDecision<'r> {
        match self.deciding(visitor, capture, now) {
            None => AccessDecision::Allow,
            Some((id, rule)) => match rule.policy {
                AccessPolicy::Allow => AccessDecision::Allow,
                AccessPolicy::Hide => AccessDecision::Hide(id),
                AccessPolicy::Block => {
                    let until = end_of(rule, capture);
                    AccessDecision::Block(AccessRefusal { id, rule, until })
                }
            },
        }
    }

    /// The rule that decides; `None` if there is none.
    pub(crate) fn deciding<'r>(
        &'r self,
        visitor: &Visitor,
        capture: &CaptureFacts<'_>,
        now: Moment,
    ) -> Option<(RuleId, &'r AccessRule)> {
        let mut allowing = None;
        for node in self.beginnings(capture.key) {
            for (id, rule) in &node.rules {
                // Behind a rule that yields, only embargoes count.
                let is_wanted = allowing.is_none() || is_embargo(rule);
                if !is_wanted || rule.fit(visitor, capture, now) != Fit::Applies {
                    continue;
                }
                if allowing.is_some() || !rule.yields() {
                    return Some((*id, rule));
                }
                allowing = Some((*id, rule));
            }
        }
        allowing
    }
}

/// Whether rules that yield give way to it.
fn is_embargo(rule: &AccessRule) -> bool {
    rule.age.is_some() && rule.policy != AccessPolicy::Allow
}

/// When a rule does not hold any more for a capture.
fn end_of(rule: &AccessRule, capture: &CaptureFacts<'_>) -> Option<Moment> {
    let valid = rule.valid.to.map(|to| Moment(to.0.saturating_add(1)));
    let embargo = match (rule.age, capture.time) {
        (Some(AgeLimit::Younger(period)), Some(time)) => time.after(period),
        (Some(AgeLimit::Younger(_) | AgeLimit::Older(_)), _) | (None, _) => None,
    };
    match (valid, embargo) {
        (Some(valid), Some(embargo)) => Some(valid.min(embargo)),
        (valid, embargo) => valid.or(embargo),
    }
}

impl AccessRule {
    /// Whether it is an allowing rule that gives way to embargoes.
    pub(crate) fn yields(&self) -> bool {
        self.yields_to_embargo && self.policy == AccessPolicy::Allow
    }

    /// Whether it applies. That the key begins with the bytes of its place is known.
    pub(crate) fn fit(&self, visitor: &Visitor, capture: &CaptureFacts<'_>, now: Moment) -> Fit {
        use crate::explain::Unfit;
        if !self.place.fits(capture.key) {
            return Fit::Not(Unfit::Place);
        }
        if !self.audience.fits(visitor) {
            return Fit::Not(Unfit::Audience);
        }
        if !self.valid.contains(now) {
            return Fit::Not(Unfit::Valid);
        }
        // Of a capture without a date, strict rules are true and others are not.
        let is_strict = self.policy != AccessPolicy::Allow;
        let is_captured = match capture.time {
            Some(time) => self.captured.contains(time),
            None => self.captured.is_all() || is_strict,
        };
        if !is_captured {
            return Fit::Not(Unfit::Captured);
        }
        let has_age = match (self.age, capture.time) {
            (None, _) => true,
            (Some(age), Some(time)) => age.fits(time, now),
            (Some(_), None) => is_strict,
        };
        if !has_age {
            return Fit::Not(Unfit::Age);
        }
        let has_type =
            self.mime.as_ref().is_none_or(|mime| capture.mime.is_some_and(|it| mime.fits(it)));
        if has_type { Fit::Applies } else { Fit::Not(Unfit::Type) }
    }
}
