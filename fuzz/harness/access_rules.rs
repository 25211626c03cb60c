//! Any bytes may be given as rules of another program. They are refused, or they become rules that can be kept as text,
//! come back as the same, and decide something.

use stodola_access::import::{AcljOptions, OutbackOptions, read_aclj, read_outback};
use stodola_access::{AccessRule, CaptureFacts, Moment, RuleId, RuleSet, Visitor};

/// Reads the bytes as rules of pywb and of OutbackCDX.
pub(crate) fn run(bytes: &[u8]) {
    let imported = [
        read_aclj(bytes, AcljOptions::default()),
        read_outback(bytes, None, &OutbackOptions::default()),
    ];
    for rules in imported.into_iter().flatten() {
        for rule in &rules {
            let text = serde_json::to_string(rule).expect("a rule can be kept");
            let again: AccessRule = serde_json::from_str(&text).expect("a rule that was kept");
            assert_eq!(&again, rule, "{text}");
        }
        let set = RuleSet::new((1..).map(RuleId).zip(rules).collect());
        let visitor = Visitor { groups: vec!["staff".to_owned()], address: None };
        for (key, time) in [(&b"cz,example)/a"[..], None), (b"", Some(Moment(1_000_000_000)))] {
            let capture = CaptureFacts { key, time, mime: Some("text/html") };
            let now = Moment(1_800_000_000);
            let decision = set.decide(&visitor, &capture, now);
            assert_eq!(set.explain(&visitor, &capture, now).decision, decision);
        }
    }
}
