//! The first pages of the reader.

use crate::shelf::{Shelf, page, response};

const A: &str = "http://a.cz/?q=1";

fn shelf() -> Shelf {
    Shelf::new(&[
        page(A, "20190101000000", "one"),
        page(A, "20200101000000", "two"),
        page(A, "20200201000000", "two"),
        response(
            A,
            "20200301000000",
            "404 Not Found\nContent-Type: text/html",
            b"<script>alert(1)</script>",
        ),
    ])
}

#[test]
fn the_calendar_lists_the_captures_of_a_year_and_what_changed() {
    let shelf = shelf();
    let answer = shelf.get_app(&format!("/captures/{A}"), &[]);
    assert_eq!(answer.status, 200);
    let text = answer.text();
    assert!(text.contains("4 captures from 2019-01-01 to 2020-03-01."), "{text}");
    assert!(text.contains("href=\"/captures/http://a.cz/?q=1&#38;year=2019\""), "{text}");
    assert_eq!(text.matches("same as before").count(), 1, "{text}");
    assert!(text.contains("href=\"/replay/20200301000000/http://a.cz/?q=1\""), "{text}");
    let old = shelf.get_app(&format!("/captures/{A}&year=2019"), &[]).text();
    assert!(old.contains("/replay/20190101000000/") && !old.contains("/replay/2020"), "{old}");
    let czech = shelf.get_app(&format!("/captures/{A}"), &[("Accept-Language", "cs")]).text();
    assert!(czech.contains("4 zachycení od 2019-01-01 do 2020-03-01."), "{czech}");
}

#[test]
fn what_has_no_capture_says_so() {
    let shelf = shelf();
    let answer = shelf.get_app("/captures/http://none.cz/%3Cscript%3E", &[]);
    assert_eq!(answer.status, 404);
    let text = answer.text();
    assert!(text.contains("Not archived.") && !text.contains("<script>"), "{text}");
    assert_eq!(shelf.get_app("/nothing", &[]).status, 404);
    assert_eq!(shelf.get_app("/captures/", &[]).status, 404);
}

#[test]
fn the_shell_frames_the_capture_of_the_other_origin() {
    let shelf = shelf();
    let text = shelf.get_app(&format!("/replay/20200101000000/{A}"), &[]).text();
    let frame =
        format!("<iframe src=\"{}/web/20200101000000mp_/http://a.cz/?q=1\"", shelf.replay_url());
    assert!(text.contains(&frame), "{text}");
    assert!(text.contains("sandbox=\"allow-scripts allow-same-origin allow-forms allow-popups\""));
    assert!(text.contains("2020-01-01 00:00:00 UTC"), "{text}");
    // Without the bar: another modifier, or the page would come back here.
    let alone = format!("<a href=\"{}/web/20200101000000if_/http://a.cz/?q=1\"", shelf.replay_url());
    assert!(text.contains(&alone), "{text}");
    assert!(!text.contains("<script"), "{text}");
}

#[test]
fn the_language_is_chosen_and_remembered() {
    let shelf = shelf();
    let home = shelf.get_app("/?lang=cs", &[]);
    assert!(
        home.text().contains("Webový archiv") && home.text().contains("4 zachycení v 1 souboru.")
    );
    assert_eq!(home.header("set-cookie"), "lang=cs; Path=/; Max-Age=31536000; SameSite=Lax");
    let later = shelf.get_app("/", &[("Cookie", "lang=cs")]);
    assert!(later.text().contains("Webový archiv"));
    assert_eq!(later.header("content-language"), "cs");
    // The link to the other language keeps the rest of the address.
    let calendar = shelf.get_app(&format!("/captures/{A}"), &[]).text();
    assert!(calendar.contains("href=\"/captures/http://a.cz/?q=1&#38;lang=cs\""), "{calendar}");
    assert!(shelf.get_app("/", &[]).text().contains("Web archive"));
}

#[test]
fn the_box_leads_to_the_calendar() {
    let shelf = shelf();
    let answer = shelf.get_app("/?q=http%3A%2F%2Fa.cz%2F%3Fq%3D1", &[]);
    assert_eq!((answer.status, answer.header("location")), (303, "/captures/http://a.cz/?q=1"));
    let hostile = shelf.get_app("/?q=x%0d%0aSet-Cookie:%20a=b", &[]);
    assert_eq!((hostile.status, hostile.header("set-cookie")), (303, ""));
}

#[test]
fn files_of_the_program_are_kept_by_browsers() {
    let shelf = shelf();
    let text = shelf.get_app("/", &[]).text();
    let at = text.find("/static/").unwrap();
    let path = &text[at..at + text[at..].find('"').unwrap()];
    for answer in [shelf.get_app(path, &[]), shelf.get(path)] {
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, "text/css; charset=utf-8")
        );
        assert!(answer.header("cache-control").contains("immutable"));
    }
}
