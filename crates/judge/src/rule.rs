//! The rule of a pack: a readable expression over criteria, domains and addresses that decides whether a page is valid.
//!
//! ```text
//! domain(pt) or (domain(com, net, org, tv) and language and in-links)
//! ```
//!
//! Every part is evaluated for every page, also if the result is clear before, so that a verdict can show all of them.

mod parse;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use regex::Regex;

use crate::verdict::CriterionFinding;
pub(crate) use parse::RuleProblem;

/// Maximum number of parts of a rule.
const MAX_PARTS: usize = 200;
/// Maximum number of parts that stand inside each other.
const MAX_DEPTH: usize = 20;

/// A rule, ready to be evaluated.
#[derive(Clone, Debug)]
pub(crate) struct NationRule {
    root: Node,
}

/// A part of a rule with the parts it is made of.
#[derive(Clone, Debug)]
struct Node {
    /// What people read: the part as it is written, or only its operator if it is made of others.
    text: Arc<str>,
    test: Test,
}

#[derive(Clone, Debug)]
enum Test {
    All(Vec<Node>),
    Any(Vec<Node>),
    AtLeast(usize, Vec<Node>),
    Not(Box<Node>),
    /// The host is one of these domains or below one.
    Domain(Vec<Box<str>>),
    Url(Regex),
    /// A criterion, by its place in the list, and what it must have found.
    Criterion(usize, Least),
    Points(i64),
    Probability(f64),
}

/// The least that a criterion must have found.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Least {
    Valid(u64),
    Points(i64),
    /// Valid elements of a hundred that were found.
    Percent(f64),
}

/// A part of the rule that decided about a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulePart {
    /// Number of parts that this one stands inside.
    pub depth: usize,
    /// The part as it is written in the pack; only the operator (`and`, `or`, `not`, `at least 2 of`) if it is made of
    /// the parts below it.
    pub text: Arc<str>,
    /// Whether it is true of the page.
    pub is_true: bool,
    /// Whether the result follows from this part: without it, or without parts like it, the rule could say something
    /// else.
    pub decides: bool,
}

/// The facts that a rule is about.
pub(crate) struct RuleFacts<'a> {
    pub(crate) uri: &'a [u8],
    /// In the order of [`CRITERIA`](crate::CRITERIA).
    pub(crate) criteria: &'a [CriterionFinding],
    pub(crate) points: i64,
    pub(crate) probability: f64,
}

impl NationRule {
    /// Evaluates the rule. Returns all its parts, each before those it is made of; the first one is the whole rule.
    pub(crate) fn parts(&self, facts: &RuleFacts<'_>) -> Vec<RulePart> {
        let host = stodola_uri::host(facts.uri).unwrap_or_default();
        let mut parts = Vec::new();
        self.root.evaluate(facts, host.trim_end_matches('.'), 0, &mut parts);
        let mut at = 0;
        self.root.mark(true, &mut at, &mut parts);
        parts
    }

    /// The criteria that the rule names, by their places in the list.
    pub(crate) fn criteria(&self) -> Vec<usize> {
        let mut found = Vec::new();
        self.root.criteria(&mut found);
        found
    }
}

impl Node {
    /// Parts that this one is made of.
    fn inner(&self) -> &[Node] {
        match &self.test {
            Test::All(nodes) | Test::Any(nodes) | Test::AtLeast(_, nodes) => nodes,
            Test::Not(node) => std::slice::from_ref(node),
            Test::Domain(_)
            | Test::Url(_)
            | Test::Criterion(..)
            | Test::Points(_)
            | Test::Probability(_) => &[],
        }
    }

    fn evaluate(
        &self,
        facts: &RuleFacts<'_>,
        host: &str,
        depth: usize,
        parts: &mut Vec<RulePart>,
    ) -> bool {
        let own = parts.len();
        parts.push(RulePart {
            depth,
            text: Arc::clone(&self.text),
            is_true: false,
            decides: false,
        });
        let inner = self.inner();
        let mut count = 0;
        for node in inner {
            count += usize::from(node.evaluate(facts, host, depth + 1, parts));
        }
        let is_true = match &self.test {
            Test::All(_) => count == inner.len(),
            Test::Any(_) => count > 0,
            Test::AtLeast(least, _) => count >= *least,
            Test::Not(_) => count == 0,
            Test::Domain(domains) => domains.iter().any(|domain| is_in(host, domain)),
            Test::Url(pattern) => pattern.is_match(&String::from_utf8_lossy(facts.uri)),
            Test::Criterion(number, least) => {
                facts.criteria.get(*number).is_some_and(|finding| least.is_met(finding))
            }
            Test::Points(least) => facts.points >= *least,
            Test::Probability(least) => facts.probability >= *least,
        };
        if let Some(part) = parts.get_mut(own) {
            part.is_true = is_true;
        }
        is_true
    }

    /// Marks the parts from which the result follows. `at` is the place of this part in the list.
    fn mark(&self, decides: bool, at: &mut usize, parts: &mut [RulePart]) {
        let Some(part) = parts.get_mut(*at) else { return };
        part.decides = decides;
        let is_true = part.is_true;
        *at += 1;
        for node in self.inner() {
            let agrees = match &self.test {
                Test::All(_) | Test::Any(_) | Test::AtLeast(..) => {
                    parts.get(*at).is_some_and(|inner| inner.is_true == is_true)
                }
                _ => true,
            };
            node.mark(decides && agrees, at, parts);
        }
    }

    fn criteria(&self, found: &mut Vec<usize>) {
        if let Test::Criterion(number, _) = self.test {
            found.push(number);
        }
        self.inner().iter().for_each(|node| node.criteria(found));
    }
}

impl Least {
    fn is_met(self, finding: &CriterionFinding) -> bool {
        match self {
            Least::Valid(least) => finding.valid >= least,
            Least::Points(least) => finding.points >= least,
            Least::Percent(least) => {
                finding.found > 0 && finding.valid as f64 * 100.0 >= least * finding.found as f64
            }
        }
    }
}

fn is_in(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}
