//! Which rule decides, as tables.

use crate::{decided, rules, visitor};
use stodola_access::{CaptureFacts, Moment, RuleId, RuleSet, RuleVerdict, Unfit};

struct Case {
    /// What is tested.
    name: &'static str,
    rules: &'static [&'static str],
    /// Who, URI, time of the capture, media type, now; and what is decided.
    asked: &'static [(
        &'static str,
        &'static str,
        &'static str,
        &'static str,
        &'static str,
        &'static str,
    )],
}

const CASES: &[Case] = &[
    Case {
        name: "without rules all is allowed",
        rules: &[],
        asked: &[("", "http://a.cz/", "2020", "text/html", "2026", "allow")],
    },
    Case {
        name: "the longer place decides",
        rules: &[
            r#"{"place": "surt:", "policy": "block"}"#,
            r#"{"place": "domain:cz,a", "policy": "hide"}"#,
            r#"{"place": "host:cz,a", "policy": "allow"}"#,
            r#"{"place": "surt:cz,a)/x", "policy": "block"}"#,
            r#"{"place": "exact:cz,a)/x/y", "policy": "allow"}"#,
        ],
        asked: &[
            ("", "http://b.cz/", "2020", "", "2026", "block 1"),
            ("", "http://b.a.cz/", "2020", "", "2026", "hide 2"),
            ("", "http://ab.cz/", "2020", "", "2026", "block 1"),
            ("", "http://www.a.cz/", "2020", "", "2026", "allow"),
            ("", "http://a.cz:8080/", "2020", "", "2026", "allow"),
            ("", "https://a.cz/x?q", "2020", "", "2026", "block 4"),
            ("", "https://a.cz/X/Y", "2020", "", "2026", "allow"),
            ("", "https://a.cz/x/y/z", "2020", "", "2026", "block 4"),
        ],
    },
    Case {
        name: "a tie goes to the stricter",
        rules: &[
            r#"{"place": "host:cz,a", "policy": "allow"}"#,
            r#"{"place": "host:cz,a", "policy": "block"}"#,
            r#"{"place": "host:cz,b", "policy": "hide"}"#,
            r#"{"place": "host:cz,b", "policy": "block"}"#,
        ],
        asked: &[
            ("", "http://a.cz/", "2020", "", "2026", "block 2"),
            ("", "http://b.cz/", "2020", "", "2026", "hide 3"),
        ],
    },
    Case {
        name: "groups before addresses before everybody, narrow ranges before wide ones",
        rules: &[
            r#"{"place": "host:cz,a", "policy": "block", "cause": "reading-room"}"#,
            r#"{"place": "host:cz,a", "policy": "allow", "audience": "address:10.0.0.0/8"}"#,
            r#"{"place": "host:cz,a", "policy": "hide", "audience": "address:10.1.0.0/16"}"#,
            r#"{"place": "host:cz,a", "policy": "allow", "audience": "group:staff"}"#,
        ],
        asked: &[
            ("", "http://a.cz/", "2020", "", "2026", "block 1"),
            ("address:11.0.0.1", "http://a.cz/", "2020", "", "2026", "block 1"),
            ("address:10.0.0.1", "http://a.cz/", "2020", "", "2026", "allow"),
            ("address:10.1.0.1", "http://a.cz/", "2020", "", "2026", "hide 3"),
            ("group:staff address:10.1.0.1", "http://a.cz/", "2020", "", "2026", "allow"),
            ("group:staf", "http://a.cz/", "2020", "", "2026", "block 1"),
        ],
    },
    Case {
        name: "the place goes before the audience",
        rules: &[
            r#"{"place": "surt:", "policy": "allow", "audience": "group:staff"}"#,
            r#"{"place": "host:cz,a", "policy": "block"}"#,
        ],
        asked: &[("group:staff", "http://a.cz/", "2020", "", "2026", "block 2")],
    },
    Case {
        name: "spans of capture, both ends included, the narrower first",
        rules: &[
            r#"{"place": "host:cz,a", "policy": "allow"}"#,
            r#"{"place": "host:cz,a", "policy": "block",
                "captured": {"from": "2010-01-01", "to": "2019-12-31T23:59:59Z"}}"#,
            r#"{"place": "host:cz,a", "policy": "allow",
                "captured": {"from": "2015-01-01", "to": "2015-12-31T23:59:59Z"}}"#,
            r#"{"place": "host:cz,a", "policy": "hide", "captured": {"to": "2000-12-31"}}"#,
        ],
        asked: &[
            ("", "http://a.cz/", "20091231235959", "", "2026", "allow"),
            ("", "http://a.cz/", "20100101000000", "", "2026", "block 2"),
            ("", "http://a.cz/", "2015", "", "2026", "allow"),
            ("", "http://a.cz/", "20191231235959", "", "2026", "block 2"),
            ("", "http://a.cz/", "2020", "", "2026", "allow"),
            ("", "http://a.cz/", "20001231000000", "", "2026", "hide 4"),
            ("", "http://a.cz/", "20001231000001", "", "2026", "allow"),
            // Without a date the strict ones apply.
            ("", "http://a.cz/", "", "", "2026", "block 2"),
        ],
    },
    Case {
        name: "an embargo ends by itself",
        rules: &[
            r#"{"place": "surt:", "policy": "block", "cause": "embargo", "age": {"younger": "1y"}}"#,
            r#"{"place": "host:cz,old", "policy": "hide", "age": {"older": "10y"}}"#,
        ],
        asked: &[
            (
                "",
                "http://a.cz/",
                "20250212103000",
                "",
                "20260212102959",
                "block 1 until 2026-02-12T10:30:00Z",
            ),
            ("", "http://a.cz/", "20250212103000", "", "20260212103000", "allow"),
            ("", "http://a.cz/", "", "", "2026", "block 1"),
            ("", "http://old.cz/", "2010", "", "2026", "hide 2"),
            ("", "http://old.cz/", "2020", "", "2026", "allow"),
        ],
    },
    Case {
        name: "an allowing rule may yield to embargoes",
        rules: &[
            r#"{"place": "surt:", "policy": "block", "cause": "embargo", "age": {"younger": "1y"}}"#,
            r#"{"place": "host:cz,a", "policy": "allow", "yields_to_embargo": true}"#,
            r#"{"place": "host:cz,b", "policy": "allow"}"#,
            r#"{"place": "surt:cz,", "policy": "hide"}"#,
        ],
        asked: &[
            ("", "http://a.cz/", "2026", "", "2026-06-01", "block 1 until 2027-01-01T00:00:00Z"),
            ("", "http://a.cz/", "2020", "", "2026-06-01", "allow"),
            ("", "http://b.cz/", "2026", "", "2026-06-01", "allow"),
            ("", "http://c.cz/", "2026", "", "2026-06-01", "hide 4"),
        ],
    },
    Case {
        name: "a rule for a time only",
        rules: &[r#"{"place": "host:cz,a", "policy": "block",
                "valid": {"from": "2026-01-01", "to": "2026-12-31T23:59:59Z"}}"#],
        asked: &[
            ("", "http://a.cz/", "2020", "", "20251231235959", "allow"),
            ("", "http://a.cz/", "2020", "", "2026", "block 1 until 2027-01-01T00:00:00Z"),
            ("", "http://a.cz/", "2020", "", "2027", "allow"),
        ],
    },
    Case {
        name: "media types",
        rules: &[
            r#"{"place": "surt:", "policy": "hide", "mime": "image/*"}"#,
            r#"{"place": "surt:", "policy": "allow", "mime": "image/png"}"#,
        ],
        asked: &[
            ("", "http://a.cz/", "2020", "image/gif", "2026", "hide 1"),
            ("", "http://a.cz/", "2020", "IMAGE/PNG; q=1", "2026", "allow"),
            ("", "http://a.cz/", "2020", "text/html", "2026", "allow"),
            ("", "http://a.cz/", "2020", "", "2026", "allow"),
        ],
    },
];

#[test]
fn most_specific_rule_decides_and_ties_go_to_the_stricter() {
    for case in CASES {
        let mut all = rules(case.rules);
        for _ in 0..2 {
            let set = RuleSet::new(all.clone());
            for (who, uri, time, mime, now, expected) in case.asked {
                let found = decided(&set, who, uri, time, mime, now);
                assert_eq!(found, *expected, "{}: {who} {uri} {time} {mime} {now}", case.name);
            }
            // The order in which they come does not matter.
            all.reverse();
        }
    }
}

#[test]
fn explanation_tells_what_became_of_each_rule() {
    let set = RuleSet::new(rules(&[
        r#"{"place": "surt:", "policy": "hide"}"#,
        r#"{"place": "domain:cz,a", "policy": "block"}"#,
        r#"{"place": "host:cz,a", "policy": "allow", "audience": "group:staff"}"#,
        r#"{"place": "host:cz,a", "policy": "allow", "captured": {"to": "2000"}}"#,
        r#"{"place": "host:cz,a", "policy": "allow", "age": {"older": "50y"}}"#,
        r#"{"place": "host:cz,a", "policy": "allow", "mime": "image/*"}"#,
        r#"{"place": "host:cz,a", "policy": "allow", "valid": {"to": "2000"}}"#,
        r#"{"place": "host:cz,b", "policy": "allow"}"#,
        r#"{"place": "host:cz,ab", "policy": "allow"}"#,
    ]));
    let now = Moment::parse("2026").unwrap();
    let capture =
        CaptureFacts { key: b"cz,a)/", time: Moment::parse("2020"), mime: Some("text/html") };
    let explained = set.explain(&visitor(""), &capture, now);
    let mut found: Vec<_> =
        explained.rules.iter().map(|(id, _, verdict)| (*id, *verdict)).collect();
    found.sort_by_key(|(id, _)| *id);
    let unfit = |number, unfit| (RuleId(number), RuleVerdict::Unfit(unfit));
    assert_eq!(
        found,
        [
            (RuleId(1), RuleVerdict::Overruled),
            (RuleId(2), RuleVerdict::Decides),
            unfit(3, Unfit::Audience),
            unfit(4, Unfit::Captured),
            unfit(5, Unfit::Age),
            unfit(6, Unfit::Type),
            unfit(7, Unfit::Valid),
        ]
    );
    // The most specific one comes first.
    assert_eq!(explained.rules[0].0, RuleId(3));
    assert_eq!(explained.rules.last().unwrap().0, RuleId(1));
}

#[test]
fn many_rules_decide_as_a_plain_search_does() {
    // Places that begin with each other in many ways, and a search that looks at all of them.
    let mut places = Vec::new();
    let labels = ["a", "ab", "b", "c"];
    for host in labels {
        for path in ["", "x", "x/y", "xy", "y"] {
            for kind in ["surt", "exact"] {
                places.push((kind, format!("cz,{host})/{path}")));
            }
        }
        places.push(("host", format!("cz,{host}")));
        places.push(("domain", format!("cz,{host}")));
    }
    let policies = ["allow", "block", "hide"];
    let texts: Vec<String> = places
        .iter()
        .enumerate()
        .map(|(at, (kind, key))| {
            let policy = policies[at % 3];
            format!(r#"{{"place": "{kind}:{key}", "policy": "{policy}"}}"#)
        })
        .collect();
    let all = rules(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let set = RuleSet::new(all.clone());
    assert_eq!((set.len(), set.is_empty()), (all.len(), false));
    let now = Moment::parse("2026").unwrap();
    for host in ["a", "ab", "b", "c", "d", "a,z", "abc"] {
        for path in ["", "x", "x/y", "x/y/z", "xyz", "y", "z"] {
            let key = format!("cz,{host})/{path}");
            let capture = CaptureFacts { key: key.as_bytes(), time: None, mime: None };
            let fits = |kind: &str, place: &str| match kind {
                "surt" => key.starts_with(place),
                "exact" => key == place,
                "host" => key.starts_with(&format!("{place})")),
                _ => key.starts_with(&format!("{place})")) || key.starts_with(&format!("{place},")),
            };
            let rank = |kind: &str| match kind {
                "exact" => 3,
                "host" => 2,
                "domain" => 1,
                _ => 0,
            };
            let best = (0..places.len())
                .filter(|at| fits(places[*at].0, &places[*at].1))
                .max_by_key(|at| (places[*at].1.len(), rank(places[*at].0)));
            let explained = set.explain(&visitor(""), &capture, now);
            let deciding = explained.rules.iter().find(|(_, _, it)| *it == RuleVerdict::Decides);
            assert_eq!(deciding.map(|(id, ..)| id.0 as usize - 1), best, "{key}");
        }
    }
}
