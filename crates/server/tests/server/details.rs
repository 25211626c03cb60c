//! What the pages of readers tell beside the calendar: parts, text, comparisons, feeds; and groups by address.

use crate::access::{add, rule};
use crate::shelf::{Options, Shelf, page, response};
use stodola_access::{
    AccessPolicy, AccessRule, AgeLimit, BlockCause, CalendarPeriod, Moment, PeopleStore,
    RuleAudience, Signed,
};

const A: &str = "http://a.cz/";

fn shelf() -> Shelf {
    let image = |time: &str, body: &[u8]| {
        response("http://a.cz/a.png", time, "200 OK\nContent-Type: image/png", body)
    };
    Shelf::new(&[
        page(
            A,
            "20190101000000",
            "<title>One</title><img src=a.png><img src=gone.png><a href=/x>x</a><p>one barn</p>",
        ),
        page(
            A,
            "20200101000000",
            "<title>Two</title><img src=a.png><a href=/x>x</a><a href=/y>y</a><p>two barns &lt;b&gt;</p>",
        ),
        image("20190101000100", b"first"),
        image("20200301000000", b"second"),
    ])
}

#[test]
fn the_page_of_a_capture_lists_the_parts_with_their_times() {
    let shelf = shelf();
    let text = shelf.get_app("/captures/http://a.cz//20190101000000", &[]).text();
    assert!(text.contains("<b>1</b> of 2 parts kept, all within"), "{text}");
    assert!(text.contains("1 part is missing."), "{text}");
    assert!(text.contains("href=\"/captures/http://a.cz/a.png/20190101000100\""), "{text}");
    assert!(text.contains("http://a.cz/gone.png") && text.contains("not archived"), "{text}");
    // The script of the banner asks for the sentence.
    let json = [("Accept", "application/json")];
    let told = shelf.get_app("/captures/http://a.cz//20190101000000?view=parts", &json).text();
    assert!(told.contains("1 of 2 parts kept") && told.contains("1 part is missing."), "{told}");
    let told = shelf.get_app("/captures/http://a.cz//20200101000000?view=parts", &json).text();
    assert!(told.contains("1 part is of another day."), "{told}");
    let shell = shelf.get_app("/replay/20190101000000/http://a.cz/", &[]).text();
    let asked = "data-parts=\"/captures/http://a.cz//20190101000000?view=parts\"";
    assert!(shell.contains(asked), "{shell}");
}

#[test]
fn the_text_of_a_capture_is_a_page() {
    let shelf = shelf();
    let text = shelf.get_app("/captures/http://a.cz//20200101000000?view=text", &[]).text();
    assert!(text.contains("<p class=\"archived\">two barns &#60;b&#62;</p>"), "{text}");
    add(&shelf, rule(AccessPolicy::Block, BlockCause::TakedownOwner, "2020"));
    let refused = shelf.get_app("/captures/http://a.cz//20200101000000?view=text", &[]);
    assert_eq!(refused.status, 451);
    assert!(!refused.text().contains("two barns"), "{}", refused.text());
}

#[test]
fn captures_are_compared_by_source_links_and_parts() {
    let shelf = shelf();
    let compare = |view: &str| {
        let path = format!(
            "/compare?a=20190101000000/http://a.cz/&b=20200101000000/http://a.cz/&view={view}"
        );
        shelf.get_app(&path, &[]).text()
    };
    let links = compare("links");
    assert!(links.contains("<ins>http://a.cz/y</ins>"), "{links}");
    assert!(!links.contains("<del>http"), "{links}");
    let parts = compare("parts");
    assert!(parts.contains("<del>http://a.cz/gone.png –</del>"), "{parts}");
    let source = compare("source");
    assert!(source.contains("&#60;title&#62;") && source.contains("<ins>"), "{source}");
    let text = compare("nonsense");
    assert!(text.contains("<ins>two barns &#60;b&#62;</ins>"), "{text}");
    // Any two captures can be chosen from a list.
    for value in ["20190101000000/http://a.cz/", "20200101000000/http://a.cz/"] {
        let option = format!("<option value=\"{value}\"");
        assert_eq!(text.matches(&option).count(), 2, "{text}");
    }
    let blocked = rule(AccessPolicy::Block, BlockCause::TakedownOwner, "2020");
    add(&shelf, blocked);
    for view in ["text", "source", "links", "parts"] {
        let text = compare(view);
        assert!(text.contains("This page is not shown.") && !text.contains("barns"), "{text}");
    }
}

#[test]
fn feeds_have_changes_that_may_be_shown() {
    let shelf = shelf();
    let feed = shelf.get_app("/captures/http://a.cz/?view=feed", &[]);
    assert_eq!(feed.header("content-type"), "application/atom+xml; charset=utf-8");
    let text = feed.text();
    assert_eq!(text.matches("<entry>").count(), 2, "{text}");
    assert!(text.find("/replay/20200101000000/") < text.find("/replay/20190101000000/"), "{text}");
    assert!(text.contains(&format!("http://{}/replay/2019", shelf.app_host())), "{text}");
    let period = CalendarPeriod::parse("100y").unwrap();
    let embargo = AccessRule {
        cause: BlockCause::Embargo,
        age: Some(AgeLimit::Younger(period)),
        ..AccessRule::new("a.cz".parse().unwrap(), AccessPolicy::Block)
    };
    add(&shelf, embargo);
    let text = shelf.get_app("/captures/http://a.cz/?view=feed", &[]).text();
    assert_eq!(text.matches("<entry>").count(), 0, "{text}");
    let refused = shelf.get_app("/replay/20200101000000/http://a.cz/", &[]).text();
    assert!(refused.contains("href=\"/captures/http://a.cz/?view=feed\""), "{refused}");
    add(&shelf, rule(AccessPolicy::Hide, BlockCause::Rights, "2019"));
    add(&shelf, rule(AccessPolicy::Hide, BlockCause::Rights, "2020"));
    assert_eq!(shelf.get_app("/captures/http://a.cz/?view=feed", &[]).status, 404);
}

#[test]
fn groups_by_address_hold_on_both_origins_at_once() {
    let trusted = vec!["127.0.0.1".parse().unwrap()];
    let records = [page(A, "20200101000000", "<p>for readers</p>")];
    let shelf = Shelf::with(&records, Options { trusted, ..Options::default() });
    let statuses = |address: &str| {
        let fields = [("X-Forwarded-For", address)];
        let replay = shelf.get_with("/web/20200101000000id_/http://a.cz/", &fields).status;
        (replay, shelf.get_app("/replay/20200101000000/http://a.cz/", &fields).status)
    };
    add(&shelf, rule(AccessPolicy::Block, BlockCause::ReadingRoom, "2020"));
    let group = AccessRule {
        audience: RuleAudience::Group("readers".to_owned()),
        ..rule(AccessPolicy::Allow, BlockCause::Rights, "2020")
    };
    add(&shelf, group);
    assert_eq!(statuses("10.1.2.3"), (403, 403));
    let path = PeopleStore::path_in(&shelf.folder().join("archive"));
    let mut store = PeopleStore::open(&path).unwrap();
    let signed = Signed { who: "test", why: "room", time: Moment::parse("2026").unwrap() };
    let range = "10.1.0.0/16".parse().unwrap();
    let change = store.change_group(&signed, "readers", range, true).unwrap();
    assert_eq!(statuses("10.1.2.3"), (200, 200));
    assert_eq!(statuses("10.2.2.3"), (403, 403));
    store.undo(change, &signed).unwrap();
    assert_eq!(statuses("10.1.2.3"), (403, 403));
}

#[test]
fn single_keys_can_be_switched_off() {
    let shelf = shelf();
    let off = shelf.get_app("/captures/http://a.cz/?keys=off", &[]);
    assert!(off.header("set-cookie").starts_with("keys=off;"), "{}", off.header("set-cookie"));
    assert!(off.text().contains("data-keys=\"off\""), "{}", off.text());
    let kept = shelf.get_app("/captures/http://a.cz/", &[("Cookie", "keys=off")]).text();
    assert!(kept.contains("data-keys=\"off\"") && kept.contains("?keys=on\""), "{kept}");
    let on = shelf.get_app("/captures/http://a.cz/?keys=on", &[("Cookie", "keys=off")]);
    assert!(!on.text().contains("data-keys"), "{}", on.text());
}
