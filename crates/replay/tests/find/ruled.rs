//! Captures of addresses that are the same page by site rules.

use crate::{Made, found, page};
use stodola_replay::{FindOutcome, KeyMatch, Wanted, find};
use stodola_uri::{PageRule, ParameterRule, PathPattern, SiteRule, SiteRules};

fn rules() -> SiteRules {
    let id = ParameterRule { name: "id".into(), is_required: true, values: Vec::new() };
    let show = PageRule {
        path: PathPattern::new("/show").unwrap(),
        parameters: vec![id],
        ..PageRule::default()
    };
    let site = SiteRule {
        hosts: vec!["a.cz".into()],
        index: vec!["index.html".into()],
        equal: vec![("/home".into(), "/".into())],
        pages: vec![show],
    };
    SiteRules::new(vec![site]).unwrap()
}

#[test]
fn equals_of_an_address_answer_if_it_has_no_capture() {
    let mut made = Made::new();
    made.add(&[
        page("http://a.cz/index.html", "2010"),
        page("http://a.cz/dir/", "2011"),
        page("http://a.cz/show?sid=77&id=1", "2012"),
        page("http://a.cz/show?id=2", "2013"),
        page("http://a.cz/show", "2014"),
        page("http://b.cz/index.html", "2015"),
    ]);
    let captures = made.captures();
    let rules = rules();
    let ask = |uri: &str, rules: Option<&SiteRules>| {
        let wanted =
            Wanted { site_rules: rules, is_fuzzy: false, ..Wanted::new(uri.as_bytes(), None) };
        found(&captures, &wanted)
    };
    for (uri, expected) in [
        ("http://a.cz/", "2010"),
        ("http://a.cz/home", "2010"),
        ("HTTPS://A.cz:443/home#x", "2010"),
        ("http://a.cz/dir/index.html", "2011"),
        ("http://a.cz/show?id=1", "2012"),
        ("http://a.cz/show?id=1&sid=99&more=x", "2012"),
        ("http://a.cz/show?sid=5&id=2", "2013"),
        ("http://a.cz/show?id=3", "nothing"),
        // Rules ignore it: it is no page of the site.
        ("http://a.cz/show?sid=1", "nothing"),
        ("http://b.cz/", "nothing"),
    ] {
        assert_eq!(ask(uri, Some(&rules)), expected, "{uri}");
        assert_eq!(ask(uri, None), "nothing", "{uri}");
    }
    // Its own capture comes first, even if rules ignore the address.
    assert_eq!(ask("http://a.cz/index.html", Some(&rules)), "2010");
    assert_eq!(ask("http://a.cz/show", Some(&rules)), "2014");
    let wanted = Wanted { site_rules: Some(&rules), ..Wanted::new(b"http://a.cz/", None) };
    let FindOutcome::Found(capture) = find(&captures, &wanted).unwrap() else { panic!("nothing") };
    assert_eq!(capture.matched, KeyMatch::SameSitePage);
    assert_eq!(capture.entry.row.uri, b"http://a.cz/index.html");
    // Captures that nobody may know of are no equals.
    let hidden = Wanted { is_shown: &|_| false, ..wanted };
    assert_eq!(found(&captures, &hidden), "nothing");
}

#[test]
fn the_work_for_rules_is_bounded() {
    let mut made = Made::new();
    let many: Vec<Vec<u8>> =
        (0..2_000).map(|sid| page(&format!("http://a.cz/show?id=9&sid={sid}"), "2010")).collect();
    made.add(&many);
    let captures = made.captures();
    let rules = rules();
    let mut wanted =
        Wanted { site_rules: Some(&rules), ..Wanted::new(b"http://a.cz/show?id=8", None) };
    wanted.limits.fuzzy_rows = 10;
    assert_eq!(found(&captures, &wanted), "nothing");
    wanted.uri = b"http://a.cz/show?id=9";
    assert_eq!(found(&captures, &wanted), "2010");
}
