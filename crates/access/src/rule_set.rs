//! Rules that are ready for fast decisions.
//!
//! The bytes of all places stand sorted in one list, and each knows the longest other one that it begins with. Of all
//! that a key begins with, the last one in the list that is not behind the key is found by halving; from there a chain
//! leads to all shorter ones. So a decision among a hundred thousand rules takes some seventeen comparisons.

use crate::decide::Visitor;
use crate::group::{self, GroupRange};
use crate::rule::{AccessPolicy, AccessRule, RuleId};
use std::collections::BTreeMap;

/// All rules of an archive.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    nodes: Vec<RuleNode>,
    len: usize,
    groups: Vec<GroupRange>,
}

/// The rules whose places have the same bytes.
#[derive(Clone, Debug)]
pub(crate) struct RuleNode {
    key: Box<[u8]>,
    /// The node with the longest bytes that this one begins with.
    parent: Option<usize>,
    /// The most specific one first.
    pub(crate) rules: Vec<(RuleId, AccessRule)>,
}

impl RuleSet {
    /// Prepares rules.
    pub fn new(rules: Vec<(RuleId, AccessRule)>) -> RuleSet {
        let len = rules.len();
        let mut by_key: BTreeMap<Box<[u8]>, Vec<(RuleId, AccessRule)>> = BTreeMap::new();
        for (id, rule) in rules {
            by_key.entry(rule.place.key().as_bytes().into()).or_default().push((id, rule));
        }
        let mut nodes: Vec<RuleNode> = Vec::with_capacity(by_key.len());
        for (key, mut rules) in by_key {
            // The number last, so that the same rules always decide the same.
            rules.sort_by(|(a_id, a), (b_id, b)| {
                b.specificity().cmp(&a.specificity()).then_with(|| a_id.cmp(b_id))
            });
            let mut parent = nodes.len().checked_sub(1);
            while let Some(at) = parent
                && !key.starts_with(&nodes[at].key)
            {
                parent = nodes[at].parent;
            }
            nodes.push(RuleNode { key, parent, rules });
        }
        RuleSet { nodes, len, groups: Vec::new() }
    }

    /// The same rules, with groups whose members are known by their address.
    pub fn with_groups(self, groups: Vec<GroupRange>) -> RuleSet {
        RuleSet { groups, ..self }
    }

    /// A visitor with all groups that the address belongs to, beside those that are known already. Rules are to be
    /// asked about this one.
    pub fn recognise(&self, visitor: Visitor) -> Visitor {
        group::recognise(&self.groups, visitor)
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether a rule that hides is for this key, whatever else it asks for.
    pub fn may_hide(&self, key: &[u8]) -> bool {
        self.beginnings(key).any(RuleNode::hides)
    }

    /// The beginnings of keys that rules which hide are for, none of them within another one.
    pub fn hiding_keys(&self) -> impl Iterator<Item = &[u8]> {
        let mut last: Option<&[u8]> = None;
        self.nodes.iter().filter(|node| node.hides()).filter_map(move |node| {
            // Nodes are sorted, so what a key begins with stands before it.
            if last.is_some_and(|last| node.key.starts_with(last)) {
                return None;
            }
            last = Some(&node.key);
            last
        })
    }

    /// Whether a rule that hides or blocks is for some key that begins so, whatever else it asks for.
    pub fn may_restrict_below(&self, beginning: &[u8]) -> bool {
        let below = self.nodes.partition_point(|node| *node.key < *beginning);
        let mut below =
            self.nodes[below..].iter().take_while(|node| node.key.starts_with(beginning));
        self.beginnings(beginning).any(RuleNode::restricts) || below.any(RuleNode::restricts)
    }

    /// The nodes whose bytes a key begins with, the longest first.
    pub(crate) fn beginnings<'s, 'k>(
        &'s self,
        key: &'k [u8],
    ) -> impl Iterator<Item = &'s RuleNode> + use<'s, 'k> {
        let mut next = self.nodes.partition_point(|node| *node.key <= *key).checked_sub(1);
        std::iter::from_fn(move || {
            while let Some(at) = next {
                let node = &self.nodes[at];
                next = node.parent;
                if key.starts_with(&node.key) {
                    return Some(node);
                }
            }
            None
        })
    }
}

impl RuleNode {
    fn hides(&self) -> bool {
        self.rules.iter().any(|(_, rule)| rule.policy == AccessPolicy::Hide)
    }

    fn restricts(&self) -> bool {
        self.rules.iter().any(|(_, rule)| rule.policy != AccessPolicy::Allow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_may_hide_are_known() {
        let rule = |place: &str, policy| AccessRule::new(place.parse().unwrap(), policy);
        let rules = RuleSet::new(vec![
            (RuleId(1), rule("*.a.cz", AccessPolicy::Hide)),
            (RuleId(2), rule("http://a.cz/x/*", AccessPolicy::Hide)),
            (RuleId(3), rule("b.cz", AccessPolicy::Block)),
            (RuleId(4), rule("http://c.cz/y", AccessPolicy::Hide)),
        ]);
        let keys: Vec<&[u8]> = rules.hiding_keys().collect();
        assert_eq!(keys, [&b"cz,a"[..], b"cz,c)/y"]);
        assert!(rules.may_hide(b"cz,a)/x/1") && rules.may_hide(b"cz,c)/y"));
        assert!(!rules.may_hide(b"cz,b)/") && !rules.may_hide(b"cz,c)/"));
    }
}
