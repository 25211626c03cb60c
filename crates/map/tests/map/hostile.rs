//! Pages that want too much: each is bounded, and what is left out is on record.

use super::archives::{TestArchive, page};
use stodola_map::MapTime;

const DATE: &str = "2024-01-01T00:00:00Z";

#[test]
fn pages_that_want_too_much_are_cut_with_a_reason() {
    let archive = TestArchive::new("hostile");
    let many: String = (0..200_000).map(|number| format!("<a href=/{number}>")).collect();
    let same_id = "<p id=x>".repeat(200_000);
    let long_base = format!("<base href='http://a.cz/{}/'>", "b".repeat(60_000));
    let long_base = long_base + &"<a href=x>".repeat(1000);
    let long =
        format!("<a href='/{}'>{}</a><a href='/ok'>", "u".repeat(100_000), "t".repeat(99_999));
    let rels: String = (0..40_000).map(|number| format!("<a rel=r{number} href=/r>")).collect();
    let controls = "<a href='/\u{1}\u{2})\u{7f}!'>\u{0}</a><title>\u{1b}[31m</title>";
    archive.add(&[
        page("http://a.cz/many", DATE, &many),
        page("http://a.cz/ids", DATE, &same_id),
        page("http://a.cz/base", DATE, &long_base),
        page("http://a.cz/long", DATE, &long),
        page("http://a.cz/rels", DATE, &rels),
        page("http://a.cz/controls", DATE, controls),
        page(&format!("http://a.cz/{}", "p".repeat(50_000)), DATE, "<a href=/ok>"),
    ]);
    let map = archive.map();
    let view = |path: &str| {
        map.page(format!("http://a.cz/{path}").as_bytes(), MapTime::LATEST).unwrap().unwrap()
    };
    let reasons = |path: &str| view(path).shortfall.reasons().collect::<Vec<_>>().join(", ");
    assert_eq!(view("many").links.len(), 50_000);
    assert_eq!(reasons("many"), "more links than are read");
    assert!(view("ids").texts.has_place("x"), "{:?}", view("ids"));
    let base = "more links than are read, more addresses than there is room for";
    assert_eq!(reasons("base"), base);
    assert!(view("base").links.len() < 300);
    assert_eq!(reasons("long"), "addresses that are too long");
    assert_eq!(view("long").links.len(), 1);
    let rels = view("rels").links;
    assert_eq!(rels.len(), 40_000);
    assert_eq!(view("controls").links.len(), 1);
    assert_eq!(view(&"p".repeat(50_000)).links.len(), 1);
    let snapshot = map.snapshot(MapTime::LATEST).unwrap();
    for number in 0..snapshot.pages() {
        assert!(snapshot.uri(number).len() < 9000);
    }
}
