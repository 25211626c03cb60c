//! Rules of access: one decision for captures, CDX, TimeMaps, availability and calendars, effective at once.

use crate::shelf::{Shelf, page};
use stodola_access::{
    AccessPolicy, AccessRule, BlockCause, ChangeKind, Moment, MomentSpan, PeopleStore, RuleEdit,
    Signed,
};

const A: &str = "http://a.cz/";

fn shelf() -> Shelf {
    Shelf::new(&[page(A, "20100101000000", "ten"), page(A, "20200101000000", "twenty")])
}

/// A rule for the captures of a year.
pub(crate) fn rule(policy: AccessPolicy, cause: BlockCause, year: &str) -> AccessRule {
    let span = MomentSpan { from: Moment::parse(year), to: Moment::parse_last(year) };
    AccessRule { cause, captured: span, ..AccessRule::new("a.cz".parse().unwrap(), policy) }
}

pub(crate) fn add(shelf: &Shelf, rule: AccessRule) {
    let path = PeopleStore::path_in(&shelf.folder().join("archive"));
    let mut store = PeopleStore::open(&path).unwrap();
    let signed = Signed { who: "test", why: "test", time: Moment::parse("2026").unwrap() };
    store.change(&signed, ChangeKind::Add, &[RuleEdit::Add(Box::new(rule))]).unwrap();
}

#[test]
fn hidden_captures_are_as_if_they_were_not_there() {
    let shelf = shelf();
    let count = |path: &str| shelf.get(path).text().matches("2010").count();
    assert!(count("/web/cdx?url=a.cz") > 0);
    add(&shelf, rule(AccessPolicy::Hide, BlockCause::Rights, "2010"));
    for path in [
        "/web/cdx?url=a.cz",
        "/cdx/search/cdx?url=a.cz&output=json",
        "/web?url=a.cz",
        "/web?q=type:urlquery+url:a.cz",
        "/web/timemap/link/http://a.cz/",
        "/web/timemap/json/http://a.cz/",
        "/web/timemap/cdxj/http://a.cz/",
        "/wayback/available?url=a.cz",
        "/__wb/sparkline?url=a.cz",
        "/__wb/calendarcaptures/2?url=a.cz&date=2010",
    ] {
        assert_eq!(count(path), 0, "{path}: {}", shelf.get(path).text());
    }
    let nearest = shelf.get("/web/20100101000000id_/http://a.cz/");
    assert_eq!((nearest.status, nearest.text()), (200, "twenty".to_owned()));
    assert!(!nearest.header("link").contains("/web/2010"), "{}", nearest.header("link"));
    let gate = shelf
        .get_with("/web/http://a.cz/", &[("Accept-Datetime", "Fri, 01 Jan 2010 00:00:00 GMT")]);
    assert!(gate.header("location").contains("/web/2020"), "{}", gate.header("location"));
    let calendar = shelf.get_app("/captures/http://a.cz/", &[]).text();
    assert!(
        calendar.contains("Captured once, on 1\u{a0}January 2020.") && !calendar.contains("2010"),
        "{calendar}"
    );
}

#[test]
fn blocked_captures_are_listed_and_refused_with_their_reason() {
    for (cause, status, words) in [
        (BlockCause::TakedownCourt, 451, "This page is not shown."),
        (BlockCause::TakedownPerson, 451, "A person who is named on the page has asked for it."),
        (BlockCause::ReadingRoom, 403, "You can read this page only in the reading room."),
        (BlockCause::Embargo, 451, "This page may not be shown yet."),
        (BlockCause::Rights, 403, "This page is for certain readers only."),
    ] {
        let shelf = shelf();
        let digests = shelf.get("/web/timemap/cdx?url=a.cz&fl=digest").text();
        let (blocked, shown) = digests.trim().split_once('\n').unwrap();
        add(&shelf, rule(AccessPolicy::Block, cause, "2010"));
        let path = "/web/20100101000000mp_/http://a.cz/";
        let page = shelf.get_with(path, &[("Accept", "text/html")]);
        assert_eq!(page.status, status, "{cause:?}");
        assert!(page.text().contains(words), "{cause:?}: {}", page.text());
        assert!(page.text().contains("The archive keeps its bytes unchanged."));
        assert!(page.header("link").contains("rel=\"blocked-by\""), "{}", page.header("link"));
        let told = shelf.get("/web/20100101000000id_/http://a.cz/");
        assert_eq!(told.status, status);
        let told: serde_json::Value = serde_json::from_slice(&told.body).unwrap();
        assert_eq!(told["reason"], cause.as_str());
        let rows = shelf.get("/web/cdx?url=a.cz&output=json&fl=timestamp,access").text();
        assert_eq!(
            rows,
            "{\"timestamp\": \"20100101000000\", \"access\": \"block\"}\n{\"timestamp\": \"20200101000000\"}\n"
        );
        assert_eq!(shelf.get("/web/20200101000000id_/http://a.cz/").text(), "twenty");
        // A digest tells whoever has the content that it is this one.
        for path in ["/web/cdx?url=a.cz", "/web/timemap/cdx?url=a.cz", "/web?url=a.cz"] {
            let rows = shelf.get(path).text();
            assert!(!rows.contains(blocked) && rows.contains(shown), "{path}: {rows}");
        }
        let rows = shelf.get_app("/api/v1/captures?url=a.cz", &[]).text();
        assert!(!rows.contains(blocked) && rows.contains(shown), "{rows}");
    }
}

#[test]
fn a_rule_for_a_network_asks_the_proxy_who_reads() {
    let trusted = vec!["127.0.0.1".parse().unwrap()];
    let options = crate::shelf::Options { trusted, ..Default::default() };
    let shelf = Shelf::with(&[page(A, "20100101000000", "ten")], options);
    let everybody = rule(AccessPolicy::Block, BlockCause::ReadingRoom, "2010");
    let room = AccessRule {
        policy: AccessPolicy::Allow,
        audience: "address:10.0.0.0/8".parse().unwrap(),
        ..everybody.clone()
    };
    add(&shelf, everybody);
    add(&shelf, room);
    for (address, status) in [("10.1.2.3", 200), ("9.9.9.9", 403), ("10.1.2.3, 9.9.9.9", 403)] {
        let fields = [("X-Forwarded-For", address)];
        let answer = shelf.get_with("/web/20100101000000id_/http://a.cz/", &fields);
        assert_eq!(answer.status, status, "{address}");
    }
}

#[test]
fn nothing_is_shown_while_the_rules_cannot_be_read() {
    let shelf = shelf();
    add(&shelf, rule(AccessPolicy::Hide, BlockCause::Rights, "2010"));
    let path = PeopleStore::path_in(&shelf.folder().join("archive"));
    std::fs::write(&path, b"this is no database, and it is long enough to be looked at").unwrap();
    for path in [
        "/web/cdx?url=a.cz",
        "/web/20200101000000id_/http://a.cz/",
        "/web/timemap/link/http://a.cz/",
    ] {
        let answer = shelf.get(path);
        assert_eq!(answer.status, 503, "{path}: {}", answer.text());
        assert!(!answer.text().contains("twenty"));
    }
}
