//! The map tells the search about links: pages are found by what others call them, and the better linked go first.

use crate::access::add;
use crate::shelf::{Shelf, page, response};
use stodola_access::{AccessPolicy, AccessRule};
use stodola_app::Quiet;
use stodola_app::archive::{ChangeError, RebuildSettings, rebuild};
use stodola_follow::RebuildScope;

fn build(shelf: &Shelf, name: &str) -> Result<(), ChangeError> {
    let settings = RebuildSettings {
        archive: shelf.folder().join("archive"),
        scope: RebuildScope::Only(name.to_owned()),
        command: "test".to_owned(),
    };
    rebuild(&settings, &Quiet, &mut |_| ()).map(|_| ())
}

/// The addresses found, the best first.
fn found(shelf: &Shelf, query: &str) -> Vec<String> {
    let text = shelf.get_app(&format!("/search?q={query}&format=urls"), &[]).text();
    text.lines().map(|line| line.rsplit('/').next().unwrap_or_default().to_owned()).collect()
}

fn shelf() -> Shelf {
    let own = |word: &str| format!("<p>{}", format!("{word} ").repeat(40));
    let like = |word: &str| format!("<html lang=en><p>About hay.{}", own(word));
    let hub = "<html lang=en><a href='http://a.example/1'>The granary</a>\
        <a href='/moved'>An old mill</a> <a href='http://a.example/1'>The granary</a>";
    Shelf::new(&[
        page("http://a.example/1", "20200101000000", &like("one")),
        page("http://a.example/2", "20200101000001", &like("two")),
        page("http://a.example/3", "20200101000002", &like("six")),
        page("http://hub.example/h", "20200101000003", hub),
        page("http://hub.example/i", "20200101000004", "<a href=http://a.example/1>granary</a>"),
        response(
            "http://hub.example/moved",
            "20200101000005",
            "301 Moved Permanently\nLocation: http://a.example/2\nContent-Type: text/html",
            b"",
        ),
        page(
            "http://secret.example/s",
            "20200101000006",
            "<html lang=en><a href='http://a.example/3'>kryptonite</a>",
        ),
    ])
}

#[test]
fn links_lead_to_pages_by_their_texts_and_by_rank() {
    let shelf = shelf();
    build(&shelf, "search").unwrap();
    assert_eq!(found(&shelf, "hay"), ["3", "2", "1"], "the newest first");
    assert!(found(&shelf, "kryptonite").len() == 1, "the page itself");
    let missing = build(&shelf, "links").unwrap_err();
    assert!(missing.to_string().contains("need a search index and a map"), "{missing}");
    // With the map comes what it tells.
    build(&shelf, "map").unwrap();
    assert_eq!(found(&shelf, "hay")[0], "1", "two pages link to it");
    assert_eq!(found(&shelf, "granaries+hay"), ["1"]);
    assert_eq!(found(&shelf, "mill+hay"), ["2"], "through a redirect");
    let text = shelf.get_app("/search?q=mill+hay", &[]).text();
    assert!(text.contains("<b>1 document</b>"), "{text}");
    // Also after the index was made anew, and alone.
    build(&shelf, "search").unwrap();
    assert_eq!(found(&shelf, "mill+hay"), ["2"]);
    build(&shelf, "links").unwrap();
    assert_eq!(found(&shelf, "mill+hay"), ["2"]);
    // What a hidden page calls another is as hidden as the page.
    assert_eq!(found(&shelf, "kryptonite+hay"), ["3"]);
    add(&shelf, AccessRule::new("secret.example".parse().unwrap(), AccessPolicy::Hide));
    assert_eq!(found(&shelf, "kryptonite+hay").len(), 3, "the word is nowhere: any of the two");
    assert_eq!(found(&shelf, "%2Bkryptonite+hay"), [""; 0]);
    assert_eq!(found(&shelf, "mill+hay"), ["2"]);
}
