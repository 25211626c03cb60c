//! Rules as data and their decisions; the store of rules, also when its process is killed; files of other programs.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../../../../fuzz/harness/access_rules.rs"]
mod access_harness;
mod decisions;
mod groups;
mod hostile;
mod import;
mod kill;
mod people;
mod people_kill;
#[path = "../../../../fuzz/harness/shared/replay.rs"]
mod replay;
mod store;

use stodola_access::{AccessDecision, AccessRule, CaptureFacts, Moment, RuleId, RuleSet, Visitor};

/// Rules from their JSON, numbered from 1.
fn rules(texts: &[&str]) -> Vec<(RuleId, AccessRule)> {
    let rule = |text: &&str| serde_json::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    (1..).map(RuleId).zip(texts.iter().map(rule)).collect()
}

/// A visitor from words: `group:staff address:10.0.0.1`.
fn visitor(words: &str) -> Visitor {
    let mut visitor = Visitor::public();
    for word in words.split_whitespace() {
        match word.split_once(':').unwrap() {
            ("group", name) => visitor.groups.push(name.to_owned()),
            ("address", address) => visitor.address = Some(address.parse().unwrap()),
            _ => panic!("{word}"),
        }
    }
    visitor
}

/// What is decided, in a word and the number of the rule.
fn decided(set: &RuleSet, who: &str, uri: &str, time: &str, mime: &str, now: &str) -> String {
    let key = stodola_uri::surt(uri.as_bytes());
    let capture = CaptureFacts {
        key: &key,
        time: Moment::parse(time),
        mime: Some(mime).filter(|mime| !mime.is_empty()),
    };
    let now = Moment::parse(now).unwrap();
    let decision = set.decide(&visitor(who), &capture, now);
    // The explanation must come to the same.
    assert_eq!(set.explain(&visitor(who), &capture, now).decision, decision);
    match decision {
        AccessDecision::Allow => "allow".to_owned(),
        AccessDecision::Hide(id) => format!("hide {id}"),
        AccessDecision::Block(refusal) => match refusal.until {
            Some(until) => format!("block {} until {until}", refusal.id),
            None => format!("block {}", refusal.id),
        },
    }
}

#[test]
fn rules_of_the_fuzz_corpus_keep_the_promises() {
    replay::replay("access_rules", access_harness::run);
}
