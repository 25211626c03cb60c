//! Named collections: the same captures everywhere, on both origins; names that there are not are told so.

use crate::access::{add, rule};
use crate::shelf::{Shelf, page, record};
use stodola_access::{AccessPolicy, BlockCause};

const A: &str = "http://a.cz/";

/// A page in two years and another one, and a file of the job `news`.
fn shelf() -> Shelf {
    let info = record(
        "warcinfo",
        "urn:x",
        "20200101000000",
        "Content-Type: application/warc-fields\r\n",
        b"software: x\r\nisPartOf: news\r\n",
    );
    let shelf = Shelf::new(&[
        page(A, "20130603000000", "<p>flood</p>"),
        page(A, "20190101000000", "<p>later</p>"),
        page("http://b.cz/", "20130603000000", "<p>other</p>"),
    ]);
    shelf.add("second", &[info, page(A, "20200101000000", "<p>news</p>")]);
    shelf
}

fn define(shelf: &Shelf, text: &str) {
    std::fs::write(shelf.folder().join("archive/collections.toml"), text).unwrap();
}

const FLOODS: &str = "[[collection]]\nname = \"floods\"\ntitle = \"Floods <2013>\"\nabout = \"Water\"\n\
                      places = [\"a.cz\"]\nto = \"2013\"\n";

#[test]
fn a_collection_narrows_every_answer_of_both_origins() {
    let shelf = shelf();
    define(&shelf, FLOODS);
    let lines = |path: &str| shelf.get(path).text().lines().count();
    assert_eq!((lines("/web/cdx?url=a.cz"), lines("/floods/cdx?url=a.cz")), (3, 1));
    assert_eq!(lines("/floods/cdx?url=b.cz"), 0);
    let map = shelf.get("/floods/timemap/link/http://a.cz/").text();
    assert!(map.contains("/floods/20130603000000mp_/") && !map.contains("2019"), "{map}");
    // The nearest capture is one of the collection, and links stay in it.
    let nearest = shelf.get("/floods/2020id_/http://a.cz/");
    assert_eq!((nearest.status, nearest.text()), (200, "<p>flood</p>".to_owned()));
    assert!(!nearest.header("link").contains("next"), "{}", nearest.header("link"));
    assert_eq!(shelf.get("/floods/2013id_/http://b.cz/").status, 404);
    let calendar = shelf.get("/floods/*/http://a.cz/").header("location").to_owned();
    assert!(calendar.ends_with("/collections/floods/captures/http://a.cz/"), "{calendar}");
    let top =
        shelf.get_with("/floods/20130603000000/http://a.cz/", &[("Sec-Fetch-Dest", "document")]);
    let shell = top.header("location").to_owned();
    assert!(shell.ends_with("/collections/floods/replay/20130603000000/http://a.cz/"), "{shell}");

    let calendar = shelf.get_app("/collections/floods/captures/http://a.cz/", &[]).text();
    assert!(calendar.contains("Captured once, on 3\u{a0}June 2013."), "{calendar}");
    assert!(calendar.contains("Floods &#60;2013&#62;"), "{calendar}");
    assert!(calendar.contains("href=\"/collections/floods/replay/20130603000000/"), "{calendar}");
    assert!(calendar.contains("/floods/cdx?url="), "{calendar}");
    assert!(calendar.contains("href=\"/captures/http://a.cz/\""), "the way out: {calendar}");
    let replay = shelf.get_app("/collections/floods/replay/2020/http://a.cz/", &[]).text();
    let frame = format!("src=\"{}/floods/20130603000000mp_/http://a.cz/\"", shelf.replay_url());
    assert!(replay.contains(&frame), "{replay}");
    assert!(replay.contains("data-root=\"/collections/floods\""), "{replay}");
    let about = shelf.get_app("/collections/floods/captures/http://a.cz//20190101000000", &[]);
    assert_eq!(about.status, 404, "{}", about.text());
    // What a page leads to in another language is the same page of the collection.
    assert!(
        calendar.contains("\"/collections/floods/captures/http://a.cz/?lang=cs\""),
        "{calendar}"
    );
}

#[test]
fn the_page_of_a_collection_tells_what_belongs_to_it() {
    let shelf = shelf();
    define(&shelf, FLOODS);
    let home = shelf.get_app("/", &[]).text();
    assert!(home.contains("<a href=\"/collections/floods/\">Floods &#60;2013&#62;</a>"), "{home}");
    let page = shelf.get_app("/collections/floods/", &[]).text();
    assert!(page.contains("<b>1 capture</b>"), "{page}");
    assert!(page.contains("<dt>Addresses</dt><dd>a.cz</dd>"), "{page}");
    assert!(page.contains("… – 31\u{a0}December 2013"), "{page}");
    assert!(page.contains("action=\"/collections/floods/\""), "{page}");
    let found = shelf.get_app("/collections/floods/?q=a.cz", &[]);
    assert_eq!(found.header("location"), "/collections/floods/captures/a.cz");
    // Hidden captures are not counted here either.
    add(&shelf, rule(AccessPolicy::Hide, BlockCause::Rights, "2013"));
    let page = shelf.get_app("/collections/floods/", &[]).text();
    assert!(page.contains("No capture belongs to this collection."), "{page}");
    let slash = shelf.get_app("/collections/floods", &[]);
    assert_eq!((slash.status, slash.header("location")), (302, "/collections/floods/"));
}

#[test]
fn jobs_are_collections_of_pages_too() {
    let shelf = shelf();
    let calendar = shelf.get_app("/collections/news/captures/http://a.cz/", &[]).text();
    assert!(calendar.contains("Captured once, on 1\u{a0}January 2020."), "{calendar}");
}

#[test]
fn unknown_names_are_answered_with_words_and_definitions_hold_at_once() {
    let shelf = shelf();
    let unknown = shelf.get("/floods/cdx?url=a.cz");
    assert_eq!(unknown.status, 404);
    assert!(unknown.text().contains("there is no collection 'floods'"), "{}", unknown.text());
    let page = shelf.get_app("/collections/floods/captures/http://a.cz/", &[]);
    assert_eq!(page.status, 404);
    assert!(page.text().contains("no collection “floods”"), "{}", page.text());
    let czech = shelf.get_app("/collections/%3Cb%3E/", &[("Accept-Language", "cs")]);
    assert_eq!(czech.status, 404);
    assert!(czech.text().contains("Taková sbírka tu není."), "{}", czech.text());
    define(&shelf, FLOODS);
    assert_eq!(shelf.get("/floods/cdx?url=a.cz").status, 200);
    // A file that is wrong is not passed over, and the whole archive can be read all the same.
    define(&shelf, "[[collection]]\nname = \"floods\"\nplaces = 3\n");
    assert_eq!(shelf.get("/floods/cdx?url=a.cz").status, 503);
    assert_eq!(shelf.get("/web/cdx?url=a.cz").status, 200);
    let home = shelf.get_app("/", &[]).text();
    assert!(home.contains("The definitions of the collections cannot be read"), "{home}");
    std::fs::remove_file(shelf.folder().join("archive/collections.toml")).unwrap();
    assert_eq!(shelf.get("/floods/cdx?url=a.cz").status, 404);
}
