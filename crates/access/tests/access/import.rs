//! Files of other programs: what they would decide, the imported rules decide.

use crate::decided;
use stodola_access::import::{AcljOptions, ImportError, OutbackOptions, read_aclj, read_outback};
use stodola_access::{AccessPolicy, AccessRule, RuleId, RuleSet};

fn set(rules: Vec<AccessRule>) -> RuleSet {
    RuleSet::new((1..).map(RuleId).zip(rules).collect())
}

/// The word alone.
fn word(set: &RuleSet, who: &str, uri: &str, time: &str) -> String {
    let decision = decided(set, who, uri, time, "text/html", "2026-06-01");
    decision.split(' ').next().unwrap().to_owned()
}

const ACLJ: &str = r#"
org,example)/open/page### - {"access": "allow", "url": "http://example.org/open/page"}
org,example)/open - {"access": "exclude"}
org,example)/staff - {"access": "allow_ignore_embargo", "user": "staff"}
org,example)/staff - {"access": "block"}
org,example)/ - {"access": "block", "url": "example.org/"}
org,dated)/ - {"access": "block", "before": "2010"}
org,dated - {"access": "exclude"}
org,late)/ - {"access": "exclude", "after": "20100101000000"}
org,new)/ - {"access": "block", "newer": {"years": 1, "weeks": 1}}
org,old)/ - {"access": "block", "older": {"months": 6}}
com, - {}
*, - {"access": "allow"}
"#;

#[test]
fn aclj_decides_as_pywb_does() {
    let rules = set(read_aclj(ACLJ.as_bytes(), AcljOptions::default()).unwrap());
    for (who, uri, time, expected) in [
        ("", "http://example.org/", "2020", "block"),
        ("", "http://example.org/open/x", "2020", "hide"),
        ("", "http://example.org/open/page", "2020", "allow"),
        ("", "http://example.org/open/page/2", "2020", "hide"),
        ("", "http://example.org/openx", "2020", "hide"),
        ("", "http://example.org/staff/x", "2020", "block"),
        ("group:staff", "http://example.org/staff/x", "2020", "allow"),
        ("group:staff", "http://example.org/x", "2020", "block"),
        // Not the shorter SURT, but the default, where a date does not fit.
        ("", "http://dated.org/", "2009", "block"),
        ("", "http://dated.org/", "2010", "allow"),
        ("", "http://sub.dated.org/", "2010", "hide"),
        ("", "http://late.org/", "20100101000000", "allow"),
        ("", "http://late.org/", "20100101000001", "hide"),
        ("", "http://new.org/", "2026", "block"),
        ("", "http://new.org/", "2020", "allow"),
        ("", "http://old.org/", "2026", "allow"),
        ("", "http://old.org/", "2020", "block"),
        ("", "http://anything.com/", "2020", "hide"),
        ("", "http://anything.net/", "2020", "allow"),
    ] {
        assert_eq!(word(&rules, who, uri, time), expected, "{who} {uri} {time}");
    }
}

#[test]
fn default_access_of_pywb_is_a_rule_for_everything() {
    let options = AcljOptions { default_access: AccessPolicy::Block };
    let line = br#"org,dated)/ - {"access": "allow", "before": "2010"}"#;
    let rules = set(read_aclj(line, options).unwrap());
    assert_eq!(word(&rules, "", "http://dated.org/", "2009"), "allow");
    assert_eq!(word(&rules, "", "http://dated.org/", "2011"), "block");
    assert_eq!(word(&rules, "", "http://other.org/", "2009"), "block");
    // One that the file has goes before it.
    let rules = set(read_aclj(br#"*, - {"access": "exclude"}"#, options).unwrap());
    assert_eq!(word(&rules, "", "http://other.org/", "2009"), "hide");
}

#[test]
fn allow_of_pywb_yields_to_an_embargo() {
    let lines =
        b"org,a)/ - {\"access\": \"allow\"}\norg,b)/ - {\"access\": \"allow_ignore_embargo\"}";
    let mut rules = read_aclj(lines, AcljOptions::default()).unwrap();
    let embargo = r#"{"place": "surt:", "policy": "block", "age": {"younger": "1y"}}"#;
    rules.push(serde_json::from_str(embargo).unwrap());
    let rules = set(rules);
    assert_eq!(word(&rules, "", "http://a.org/", "2026"), "block");
    assert_eq!(word(&rules, "", "http://a.org/", "2020"), "allow");
    assert_eq!(word(&rules, "", "http://b.org/", "2026"), "allow");
}

/// Nothing is imported, and every reason is told by its place.
fn check_refused(result: Result<Vec<AccessRule>, ImportError>, expected: &[(&str, &str)]) {
    let Err(ImportError::Refused { count, refusals, .. }) = result else { panic!("{result:?}") };
    assert_eq!(count, expected.len());
    for (refusal, (place, words)) in refusals.iter().zip(expected) {
        assert_eq!(refusal.place, *place);
        assert!(refusal.what.contains(words), "{refusal:?}");
    }
}

#[test]
fn lines_that_cannot_be_taken_over_are_named() {
    let file = [
        &br#"org,a)/ - {"access": "allow"}"#[..],
        br#"org,b)/ - {"access": "deny"}"#,
        br#"org,c)/ 2010 {"access": "allow"}"#,
        br#"org,d)/ - {"access": "#,
        br#"org,e)/"#,
        br#"org,f)/ - {"access": "block", "before": "2010", "after": "2000"}"#,
        br#"org,g)/ - {"access": "block", "before": "soon"}"#,
        br#"org,h)/ - {"access": "block", "newer": {"centuries": 1}}"#,
        br#"org,a)/ - {"access": "block"}"#,
        br#"org,i)/ - {"access": "block", "user": ["x"]}"#,
        b"org,\xff)/ - {}",
        br#"org,j)/ - {"access": "block", "older": {"days": -1}}"#,
    ]
    .join(&b'\n');
    check_refused(
        read_aclj(&file, AcljOptions::default()),
        &[
            ("line 2", "none of allow"),
            ("line 3", "'2010' stands where"),
            ("line 4", "JSON"),
            ("line 5", "not of the form"),
            ("line 6", "both `before` and `after`"),
            ("line 7", "`before` is no time"),
            ("line 8", "unknown unit 'centuries'"),
            ("line 9", "as in line 1"),
            ("line 10", "user is no text"),
            ("line 11", "not UTF-8"),
            ("line 12", "`older` is no period"),
        ],
    );
}

const POLICIES: &str = r#"[
    {"id": 0, "name": "Public", "accessPoints": ["public", "staff"]},
    {"id": 1, "name": "Staff Only", "accessPoints": ["staff"]},
    {"id": 2, "name": "No Access", "accessPoints": []},
    {"id": 3, "name": "Odd", "accessPoints": ["public"]}
]"#;

const RULES: &str = r#"[
    {"id": 1, "policyId": 1, "urlPatterns": ["*.gov.au"], "enabled": false, "privateComment": "by law"},
    {"id": 2, "policyId": 0, "urlPatterns": ["http://open.gov.au/*", "http://www.a.au/particular/page.htm"]},
    {"id": 3, "policyId": 2, "urlPatterns": ["*.taken.au"], "publicMessage": "Taken down",
     "captured": {"start": "2010-01-01T00:00:00+0000", "end": "2011-01-01T11:00:00+1100"}},
    {"id": 4, "policyId": 1, "urlPatterns": ["*.fresh.au"], "period": {"years": 1, "months": 0, "days": 0}},
    {"id": 5, "policyId": 2, "urlPatterns": ["*.past.au"], "accessed": {"end": "2020-01-01T00:00:00+0000"}},
    {"id": 6, "policyId": 3, "urlPatterns": ["*.odd.au"], "period": {"years": 0, "months": 0, "days": 0}}
]"#;

#[test]
fn outback_rules_decide_as_outbackcdx_does() {
    let options = OutbackOptions::default();
    let rules = read_outback(RULES.as_bytes(), Some(POLICIES.as_bytes()), &options).unwrap();
    assert!(rules[0].note.as_deref().unwrap().contains("privateComment=\"by law\""));
    let rules = set(rules);
    for (who, uri, time, expected) in [
        ("", "http://gov.au/x", "2020", "hide"),
        ("", "http://a.gov.au/x", "2020", "hide"),
        ("group:staff", "http://a.gov.au/x", "2020", "allow"),
        ("", "http://open.gov.au/x", "2020", "allow"),
        ("", "http://www.a.au/particular/page.htm", "2020", "allow"),
        ("", "http://taken.au/", "20100101000000", "allow"),
        ("", "http://taken.au/", "20100101000001", "hide"),
        ("group:staff", "http://taken.au/", "20101231235959", "hide"),
        ("", "http://taken.au/", "20110101000000", "allow"),
        ("", "http://fresh.au/", "2026", "hide"),
        ("group:staff", "http://fresh.au/", "2026", "allow"),
        ("", "http://fresh.au/", "2020", "allow"),
        ("", "http://past.au/", "2010", "allow"),
        ("", "http://odd.au/", "2010", "allow"),
        ("group:staff", "http://odd.au/", "2010", "hide"),
        ("", "http://other.au/", "2010", "allow"),
    ] {
        assert_eq!(word(&rules, who, uri, time), expected, "{who} {uri} {time}");
    }
    let options = OutbackOptions { denial: AccessPolicy::Block, ..options };
    let both = format!(r#"{{"rules": {RULES}, "policies": {POLICIES}}}"#);
    let rules = set(read_outback(both.as_bytes(), None, &options).unwrap());
    assert_eq!(word(&rules, "", "http://taken.au/", "2010-06-01"), "block");
}

#[test]
fn outback_rules_that_cannot_be_taken_over_are_named() {
    let rules = r#"[
        {"id": 1, "policyId": 9, "urlPatterns": ["*.a.au"]},
        {"id": 2, "policyId": 1, "urlPatterns": []},
        {"id": 3, "policyId": 1, "urlPatterns": ["*.a.au"], "weather": "fine"},
        {"id": 4, "policyId": 1, "urlPatterns": ["ftp://a.au/*"]},
        {"id": 5, "policyId": 1, "urlPatterns": ["*.b.au"]},
        {"id": 6, "policyId": 2, "urlPatterns": ["*.b.au"]},
        {"id": 7, "policyId": 1, "urlPatterns": ["*.c.au"], "captured": {"start": "yesterday"}},
        {"id": 8, "policyId": 1, "urlPatterns": ["*.d.au"], "period": {"days": -3}},
        {"id": 9, "policyId": 1, "urlPatterns": ["*.e.au/x"]},
        7
    ]"#;
    check_refused(
        read_outback(rules.as_bytes(), Some(POLICIES.as_bytes()), &OutbackOptions::default()),
        &[
            ("rule 1", "policy 9 is not known"),
            ("rule 2", "no urlPatterns"),
            ("rule 3", "unknown field `weather`"),
            ("rule 4", "only http"),
            ("rule 6", "of rule 5 with another policy"),
            ("rule 7", "`captured.start` is no time"),
            ("rule 8", "`period` has a number"),
            ("rule 9", "is no pattern"),
            ("rule at place 10", "no object"),
        ],
    );
    for text in ["", "{}", "7", r#"{"rules": 1}"#] {
        let result = read_outback(text.as_bytes(), None, &OutbackOptions::default());
        assert!(matches!(result, Err(ImportError::Format(_))), "{text}");
    }
}
