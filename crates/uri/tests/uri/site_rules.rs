//! Rules about addresses of sites, as data.

use super::{Random, show};
use stodola_uri::{
    OtherParameters, PageRule, ParameterRule, PathPattern, RuledUri, SiteRule, SiteRuleError,
    SiteRules, normalise, without_fragment,
};

fn parameter(name: &str, is_required: bool, values: &[&str]) -> ParameterRule {
    let values = values.iter().map(|value| (*value).to_owned()).collect();
    ParameterRule { name: name.to_owned(), is_required, values }
}

fn rules() -> SiteRules {
    let page = |path: &str, parameters: Vec<ParameterRule>, others| PageRule {
        path: PathPattern::new(path).expect("a pattern"),
        parameters,
        others,
    };
    let site = SiteRule {
        hosts: vec!["a.cz".into(), "*.a.cz".into()],
        index: vec!["index.html".into(), "index.php".into()],
        equal: vec![("/home".into(), "/".into()), ("/old/".into(), "/new".into())],
        pages: vec![
            page(
                "/show.php",
                vec![
                    parameter("id", true, &[]),
                    parameter("lang", false, &["cs", "en", ""]),
                    parameter("page", false, &[]),
                ],
                OtherParameters::Drop,
            ),
            page("/strict/*.php", vec![parameter("x", false, &[])], OtherParameters::Ignore),
            page("/sort*", vec![parameter("b", false, &[])], OtherParameters::Keep),
        ],
    };
    let other = SiteRule {
        hosts: vec!["x.a.cz".into()],
        pages: vec![PageRule::default()],
        ..SiteRule::default()
    };
    SiteRules::new(vec![site, other]).expect("rules that fit together")
}

#[test]
fn equal_addresses_become_one_and_others_are_ignored() {
    let rules = rules();
    let check = |uri: &str, expect: &str| {
        let shown = match rules.apply(uri.as_bytes()) {
            RuledUri::AsItIs => "as it is".to_owned(),
            RuledUri::Becomes(ruled) => {
                assert_eq!(rules.apply(&ruled), RuledUri::AsItIs, "{uri}");
                show(&ruled)
            }
            RuledUri::Ignored(why) => format!("ignored: {why}"),
        };
        assert_eq!(shown, expect, "{uri}");
    };
    check("http://a.cz/", "as it is");
    check("http://a.cz/index.html", "http://a.cz/");
    check("https://a.cz:8443/b/index.php?x=1", "https://a.cz:8443/b/?x=1");
    check("http://a.cz/Index.html", "as it is");
    check("http://a.cz/home", "http://a.cz/");
    check("http://a.cz/home?x", "http://a.cz/?x");
    check("http://a.cz/old/index.html", "http://a.cz/new");
    check("http://www.a.cz/index.html", "http://www.a.cz/");
    check("http://x.y.a.cz/index.html", "http://x.y.a.cz/");
    check("http://b.cz/index.html", "as it is");
    check("http://aa.cz/index.html", "as it is");
    check("http://x.a.cz/index.html?a=1", "http://x.a.cz/index.html");
    check("http://a.cz/show.php?id=1", "as it is");
    check("http://a.cz/show.php?page=2&id=1", "http://a.cz/show.php?id=1&page=2");
    check("http://a.cz/show.php?sid=9&id=1&&", "http://a.cz/show.php?id=1");
    check("http://a.cz/show.php?id=1&id=2", "as it is");
    check("http://a.cz/show.php", "ignored: missing id");
    check("http://a.cz/show.php?ID=1", "ignored: missing id");
    check("http://a.cz/show.php?id=1&lang=de", "ignored: value lang=de");
    check("http://a.cz/show.php?id=1&lang", "as it is");
    check("http://a.cz/strict/a.php", "as it is");
    check("http://a.cz/strict/a.php?", "http://a.cz/strict/a.php");
    check("http://a.cz/strict/a.php?y=1", "ignored: unknown y");
    check("http://a.cz/strict/a.html?y=1", "as it is");
    check("http://a.cz/sorted?c=1&a&b=2", "http://a.cz/sorted?b=2&a&c=1");
    check("http://a.cz", "as it is");
    check("urn:a.cz", "as it is");
    check("", "as it is");
}

#[test]
fn rules_that_contradict_each_other_are_refused() {
    let site = |equal: &[(&str, &str)]| SiteRule {
        hosts: vec!["a.cz".into()],
        index: vec!["index.html".into()],
        equal: equal.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect(),
        ..SiteRule::default()
    };
    for equal in [&[("/a", "/b"), ("/b", "/c")][..], &[("/a", "/index.html")]] {
        assert!(matches!(SiteRules::new(vec![site(equal)]), Err(SiteRuleError::NotStable { .. })));
    }
    let twice = SiteRules::new(vec![site(&[]), site(&[])]);
    assert_eq!(twice, Err(SiteRuleError::HostTwice("a.cz".into())));
    for pattern in ["", "a", "/*/*", "*"] {
        assert_eq!(PathPattern::new(pattern), None, "{pattern}");
    }
}

#[test]
fn what_rules_make_of_any_address_is_stable() {
    let rules = rules();
    let mut random = Random::new(6);
    let ends = ["index.html", "show.php?", "strict/", ".php", "&id=1", "lang=cs", "sort?", "&"];
    for _ in 0..40_000 {
        let mut uri = b"http://a.cz/".to_vec();
        for _ in 0..random.byte() % 5 {
            uri.extend_from_slice(ends[usize::from(random.byte()) % ends.len()].as_bytes());
        }
        if random.byte() < 100 {
            uri.extend(random.uri());
        }
        let normal = normalise(&uri);
        if let RuledUri::Becomes(ruled) = rules.apply(without_fragment(&normal)) {
            assert_eq!(rules.apply(&ruled), RuledUri::AsItIs, "{}", show(&normal));
        }
        rules.apply(&uri);
    }
}
