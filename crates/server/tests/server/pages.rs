//! The reader's pages: what they say, in both languages, and what they never say.

use crate::access::{add, rule};
use crate::shelf::{Options, Shelf, page, record, response};
use stodola_access::{AccessPolicy, BlockCause};
use stodola_server::DemoTour;

const A: &str = "http://a.cz/?q=1";

fn shelf() -> Shelf {
    Shelf::new(&[
        page(A, "20190101000000", "<title>One</title><p>one barn</p><p>old</p>"),
        page(A, "20200101000000", "<title>Two</title><p>two barns</p><p>old</p>"),
        page(A, "20200201000000", "<title>Two</title><p>two barns</p><p>old</p>"),
        response(
            A,
            "20200301000000",
            "404 Not Found\nContent-Type: text/html",
            b"<script>alert(1)</script>",
        ),
        page("http://a.cz/other", "20200101000000", "other"),
        page("http://a.cz/other/<b>\"x", "20200101000000", "hostile"),
    ])
}

/// All addresses in a page that a browser would follow or load.
fn addresses(text: &str) -> Vec<&str> {
    let of = |name: &str| -> Vec<&str> {
        let parts = text.split(name).skip(1);
        parts.filter_map(|rest| rest.split('"').next()).collect()
    };
    [of(" href=\""), of(" src=\""), of(" action=\"")].concat()
}

#[test]
fn the_calendar_says_how_often_when_and_what_changed() {
    let shelf = shelf();
    let answer = shelf.get_app(&format!("/captures/{A}"), &[]);
    assert_eq!(answer.status, 200);
    let text = answer.text();
    let sentence = "Captured <b>4 times</b> on 4 days, from 1\u{a0}January 2019 to 1\u{a0}March 2020. \
                    Its content changed <b>once</b>. Since 1\u{a0}March 2020 the server has answered <b>404</b>.";
    assert!(text.contains(sentence), "{text}");
    assert!(text.contains("href=\"?q=1&#38;year=2019\""), "{text}");
    // The days of the year, with the change and the error marked.
    assert!(text.contains("<a class=\"k1 c\" href=\"?q=1&amp;day=20200101\""), "{text}");
    assert!(text.contains("<a class=\"k1\" href=\"?q=1&amp;day=20200201\""), "{text}");
    assert!(text.contains("<a class=\"e\" href=\"?q=1&amp;day=20200301\""), "{text}");
    assert!(text.contains("href=\"/replay/20200301000000/http://a.cz/?q=1\""), "{text}");
    let day = shelf.get_app(&format!("/captures/{A}&day=20200101"), &[]).text();
    assert!(day.contains("Wednesday 1\u{a0}January 2020"), "{day}");
    assert!(day.contains("/compare?a=20190101000000%2Fhttp"), "{day}");
    let old = shelf.get_app(&format!("/captures/{A}&year=2019"), &[]).text();
    assert!(old.contains("/replay/20190101000000/") && !old.contains("/replay/20200101"), "{old}");
    let czech = shelf.get_app(&format!("/captures/{A}"), &[("Accept-Language", "cs")]).text();
    let sentence = "Zachyceno <b>4krát</b> ve 4 dnech, od 1.\u{a0}1.\u{a0}2019 do 1.\u{a0}3.\u{a0}2020. \
                    Obsah se změnil <b>jednou</b>. Od 1.\u{a0}3.\u{a0}2020 server odpovídá <b>404</b>.";
    assert!(czech.contains(sentence), "{czech}");
    assert!(czech.contains("<html lang=\"cs\">"), "{czech}");
}

#[test]
fn a_calendar_of_25_years_is_small() {
    let mut records = Vec::new();
    for year in 2002..2027 {
        for month in 1..=12 {
            for day in (1..=28).step_by(3) {
                let time = format!("{year}{month:02}{day:02}120000");
                let body = format!("text {}", year * 12 + month);
                records.push(page("http://daily.cz/", &time, &body));
            }
        }
    }
    let shelf = Shelf::new(&records);
    let answer = shelf.get_app("/captures/http://daily.cz/", &[]);
    let text = answer.text();
    assert!(text.contains("3\u{202f}000 times") && text.contains("25 years, day by day"), "{text}");
    assert_eq!(text.matches("<svg class=\"strip\"").count(), 25);
    assert!(text.len() <= 120_000, "{} bytes", text.len());
}

#[test]
fn what_has_no_capture_says_so_and_what_is_near() {
    let shelf = shelf();
    for path in ["/captures/http://a.cz/none", "/replay/2020/http://a.cz/none"] {
        let answer = shelf.get_app(path, &[]);
        assert_eq!(answer.status, 404, "{path}");
        let text = answer.text();
        assert!(text.contains("Not archived."), "{text}");
        assert!(text.contains("href=\"/captures/http://a.cz/other\""), "{text}");
        assert!(text.contains("href=\"/captures/http://a.cz/*\""), "{text}");
    }
    let answer = shelf.get_app("/captures/http://none.cz/%3Cscript%3E", &[]);
    assert_eq!(answer.status, 404);
    assert!(!answer.text().contains("<script>"), "{}", answer.text());
    let other = shelf.get_app("/nothing.cz", &[]);
    assert_eq!(other.status, 404);
    assert!(other.text().contains("href=\"/captures/nothing.cz\""), "{}", other.text());
    assert_eq!(shelf.get_app("/captures/http://", &[]).status, 400);
}

#[test]
fn addresses_are_listed_by_prefix() {
    let shelf = shelf();
    for path in ["/captures/http://a.cz/*", "/captures/http://a.cz/?prefix=1"] {
        let answer = shelf.get_app(path, &[]);
        assert_eq!(answer.status, 200, "{path}");
        let text = answer.text();
        assert!(text.contains(">a.cz/?q=1</a>") && text.contains(">a.cz/other</a>"), "{text}");
        assert!(text.contains("&#60;b&#62;") && !text.contains("<b>\"x"), "{text}");
    }
    assert_eq!(shelf.get_app("/captures/http://b.cz/*", &[]).status, 404);
}

#[test]
fn long_lists_have_more_pages() {
    let uri = |i: u32| format!("http://many.cz/{i:04}");
    let records: Vec<_> = (0..450).map(|i| page(&uri(i), "20200101000000", "x")).collect();
    let shelf = Shelf::new(&records);
    let mut path = "/captures/http://many.cz/*".to_owned();
    let mut seen = 0;
    for expected in [200, 200, 50] {
        let text = shelf.get_app(&path, &[]).text();
        assert_eq!(text.matches(">many.cz/").count(), expected, "{path}");
        assert!(text.contains(&format!(">many.cz/{seen:04}<")), "{path}");
        seen += expected;
        let next =
            text.split("rel=\"next\" href=\"").nth(1).and_then(|rest| rest.split('"').next());
        assert_eq!(next.is_some(), seen < 450);
        path = next.unwrap_or_default().replace("&#38;", "&");
    }
}

#[test]
fn a_capture_tells_all_that_is_known() {
    let revisit = record(
        "revisit",
        A,
        "20210101000000",
        "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n\
         WARC-Payload-Digest: sha1:TQSO4QZBD3XBCTIMDEESMTM5AJ3WDBZX\r\n\
         WARC-Refers-To-Target-URI: http://a.cz/?q=1\r\nWARC-Refers-To-Date: 2019-01-01T00:00:00Z\r\n\
         Content-Type: application/http; msgtype=response\r\n",
        b"HTTP/1.1 200 OK\r\nX-Barn: <b>open</b>\r\n\r\n",
    );
    let shelf = Shelf::new(&[page(A, "20190101000000", "one"), revisit]);
    let answer = shelf.get_app(&format!("/captures/{A}/20210101000000"), &[]);
    assert_eq!(answer.status, 200);
    let text = answer.text();
    assert!(text.contains("X-Barn") && text.contains("&#60;b&#62;open"), "{text}");
    assert!(text.contains("sha1:TQSO4QZBD3XBCTIMDEESMTM5AJ3WDBZX"), "{text}");
    assert!(text.contains("first.warc"), "{text}");
    assert!(text.contains("href=\"/captures/http://a.cz/?q=1/20190101000000\""), "{text}");
    let cited = format!("http://{}/replay/20210101000000/http://a.cz/?q=1", shelf.app_host());
    assert!(text.contains(&cited), "{text}");
    // An address may end in digits itself.
    let none = shelf.get_app("/captures/http://a.cz/20210101000000", &[]);
    assert_eq!(none.status, 404);
    assert!(none.text().contains("http://a.cz/20210101000000"));
}

#[test]
fn the_shell_frames_the_capture_of_the_other_origin() {
    let shelf = shelf();
    let answer = shelf.get_app(&format!("/replay/20200101000000/{A}"), &[]);
    assert_eq!(answer.status, 200);
    let text = answer.text();
    let frame =
        format!("<iframe src=\"{}/web/20200101000000mp_/http://a.cz/?q=1\"", shelf.replay_url());
    assert!(text.contains(&frame), "{text}");
    assert!(text.contains("sandbox=\"allow-scripts allow-same-origin allow-forms allow-popups\""));
    assert!(text.contains("1\u{a0}January 2020, 00:00\u{a0}UTC"), "{text}");
    assert!(
        text.contains("rel=\"prev\" href=\"/replay/20190101000000/http://a.cz/?q=1\""),
        "{text}"
    );
    assert!(
        text.contains("rel=\"next\" href=\"/replay/20200201000000/http://a.cz/?q=1\""),
        "{text}"
    );
    // The line about parts is there, and hidden until the page has loaded.
    assert!(!text.contains("class=\"under\">"), "nothing to say: {text}");
    // Without the bar: another modifier, or the page would come back here.
    let alone = format!("href=\"{}/web/20200101000000if_/http://a.cz/?q=1\"", shelf.replay_url());
    assert!(text.contains(&alone), "{text}");
    // Another time than there is a capture of: the nearest one, and said so.
    let near = shelf.get_app(&format!("/replay/20200101012000/{A}"), &[]).text();
    assert!(near.contains("/web/20200101000000mp_/"), "{near}");
    assert!(near.contains("data-shown=\"/replay/20200101000000/http://a.cz/?q=1\""), "{near}");
    assert!(near.contains("The nearest capture is <b>1\u{a0}h 20\u{a0}min</b> earlier."), "{near}");
}

#[test]
fn two_captures_are_compared_word_by_word() {
    let shelf = shelf();
    let url = "http%3A%2F%2Fa.cz%2F%3Fq%3D1";
    let path = format!("/compare?a=20190101000000%2F{url}&b=20200101000000%2F{url}");
    let answer = shelf.get_app(&path, &[]);
    assert_eq!(answer.status, 200);
    let text = answer.text();
    assert!(
        text.contains("<del>one barn</del>") && text.contains("<ins>two barns</ins>"),
        "{text}"
    );
    assert!(text.contains("<b>1 of 2 paragraphs differ.</b>"), "{text}");
    assert!(text.contains("<ins>2 words added</ins>"), "{text}");
    let czech = shelf.get_app(&path, &[("Accept-Language", "cs")]).text();
    assert!(czech.contains("<ins>2 slova přibyla</ins>"), "{czech}");
    let seen = shelf.get_app(&format!("{path}&view=seen"), &[]).text();
    assert_eq!(seen.matches("<iframe").count(), 2, "{seen}");
    let same = path.replace("b=20200101", "b=20190101");
    assert!(shelf.get_app(&same, &[]).text().contains("Both have the same text."));
    assert_eq!(shelf.get_app("/compare", &[]).status, 400);
    assert_eq!(shelf.get_app("/compare?a=2019/http://x.cz/&b=2020/http://x.cz/", &[]).status, 404);
}

#[test]
fn refusals_have_their_status_and_words() {
    for (cause, status, english, czech) in [
        (BlockCause::ReadingRoom, 403, "only in the reading room", "jen ve studovně"),
        (BlockCause::TakedownCourt, 451, "This page is not shown.", "Tato stránka se nezobrazuje."),
        (BlockCause::Embargo, 451, "may not be shown yet", "zatím nelze zobrazit"),
        (BlockCause::Rights, 403, "for certain readers only", "jen pro některé čtenáře"),
    ] {
        let shelf = shelf();
        add(&shelf, rule(AccessPolicy::Block, cause, "2019"));
        for path in [format!("/replay/20190101000000/{A}"), format!("/captures/{A}/20190101000000")]
        {
            let answer = shelf.get_app(&path, &[]);
            assert_eq!(answer.status, status, "{path}");
            assert!(answer.header("link").contains("rel=\"blocked-by\""), "{:?}", answer.headers);
            let text = answer.text();
            assert!(text.contains(english) && text.contains("whole and unchanged"), "{text}");
            assert!(!text.contains("one barn") && !text.contains("One"), "{text}");
            let text = shelf.get_app(&path, &[("Accept-Language", "cs")]).text();
            assert!(text.contains(czech), "{text}");
        }
        let path = format!("/replay/20190101000000/{A}");
        let told = shelf.get_app(&path, &[("Accept", "application/json")]);
        assert_eq!((told.status, told.header("content-type")), (status, "application/json"));
        assert!(told.text().contains(&format!("\"reason\":\"{}\"", cause.as_str())));
        // Blocked captures are listed, with a lock.
        let calendar = shelf.get_app(&format!("/captures/{A}&year=2019"), &[]).text();
        assert!(calendar.contains("#lock") && calendar.contains("not shown"), "{calendar}");
        let compare =
            "/compare?a=20190101000000/http://a.cz/?q%3D1&b=20200101000000/http://a.cz/?q%3D1";
        let compared = shelf.get_app(compare, &[]).text();
        assert!(!compared.contains("one barn") && compared.contains(english), "{compared}");
    }
}

#[test]
fn hidden_captures_are_nowhere() {
    let shelf = shelf();
    assert!(shelf.get_app("/", &[]).text().contains("<b>6 captures</b>"));
    add(&shelf, rule(AccessPolicy::Hide, BlockCause::Rights, "2019"));
    let home = shelf.get_app("/", &[]).text();
    assert!(home.contains("<b>5 captures</b>") && !home.contains("2019"), "{home}");
    for path in [
        format!("/captures/{A}"),
        format!("/captures/{A}&year=2019"),
        format!("/captures/{A}/20200101000000"),
        "/captures/http://a.cz/*".to_owned(),
        format!("/replay/20200101000000/{A}"),
        format!("/replay/20200201000000/{A}"),
    ] {
        let answer = shelf.get_app(&path, &[]);
        let text = answer.text().replace("year=2019", "");
        assert!(!text.contains("2019") && !text.contains("one barn"), "{path}: {text}");
    }
    let calendar = shelf.get_app(&format!("/captures/{A}"), &[]).text();
    assert!(calendar.contains("Captured <b>3 times</b>"), "{calendar}");
    assert!(calendar.contains("Its content did not change."), "{calendar}");
    let gone = shelf.get_app(
        "/compare?a=20190101000000/http://a.cz/?q%3D1&b=20190101000000/http://a.cz/?q%3D1",
        &[],
    );
    assert_eq!(gone.status, 404);
    let nearest = shelf.get_app(&format!("/replay/20190101000000/{A}"), &[]).text();
    assert!(nearest.contains("/web/20200101000000mp_/"), "{nearest}");
}

#[test]
fn pages_load_nothing_from_elsewhere_and_have_no_inline_code() {
    let shelf = shelf();
    for path in [
        "/".to_owned(),
        format!("/captures/{A}"),
        format!("/captures/{A}/20200101000000"),
        "/captures/http://a.cz/*".to_owned(),
        "/captures/http://none.cz/".to_owned(),
        format!("/replay/20200101000000/{A}"),
        "/compare?a=20190101000000/http://a.cz/?q%3D1&b=20200101000000/http://a.cz/?q%3D1"
            .to_owned(),
    ] {
        let answer = shelf.get_app(&path, &[]);
        let policy = answer.header("content-security-policy");
        assert!(
            policy.contains("default-src 'self'") && policy.contains("base-uri 'none'"),
            "{path}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        let text = answer.text();
        assert!(
            !text.contains(" style=") && !text.contains("<style") && !text.contains(" onclick"),
            "{path}"
        );
        for script in text.split("<script").skip(1) {
            assert!(script.starts_with(" src=\"/static/"), "{path}: {script}");
        }
        for address in addresses(&text) {
            let is_ours = address.starts_with(['/', '?', '#']) && !address.starts_with("//");
            // The only link elsewhere is the one to the live web, which is nothing that is loaded.
            let is_known = address.starts_with(&shelf.replay_url()) || address == "http://none.cz/";
            assert!(is_ours || is_known, "{path}: {address}");
        }
        // Landmarks, one heading of the first level, a way to skip to the content.
        assert!(text.contains("class=\"skip\"") && text.contains("<main"), "{path}");
        assert_eq!(text.matches("<h1").count(), 1, "{path}");
    }
}

#[test]
fn the_language_is_chosen_and_remembered() {
    let shelf = shelf();
    let home = shelf.get_app("/?lang=cs", &[]);
    assert!(home.text().contains("Webový archiv") && home.text().contains("<b>6 zachycení</b>"));
    assert_eq!(home.header("set-cookie"), "lang=cs; Path=/; Max-Age=31536000; SameSite=Lax");
    let later = shelf.get_app("/", &[("Cookie", "lang=cs")]);
    assert!(later.text().contains("Webový archiv"));
    assert_eq!(later.header("content-language"), "cs");
    // The link to the other language keeps the rest of the address.
    let calendar = shelf.get_app(&format!("/captures/{A}"), &[]).text();
    assert!(calendar.contains("href=\"/captures/http://a.cz/?q=1&#38;lang=cs\""), "{calendar}");
    assert!(shelf.get_app("/", &[]).text().contains("Web archive"));
    // A parameter of the archived address is not ours.
    let theirs = shelf.get_app("/captures/http://a.cz/?lang=cs&&", &[]);
    assert_eq!((theirs.header("content-language"), theirs.header("set-cookie")), ("en", ""));
}

#[test]
fn colours_are_chosen_and_remembered() {
    let shelf = shelf();
    let dark = shelf.get_app("/?colours=dark", &[]);
    assert!(dark.text().contains("data-theme=\"dark\""));
    assert_eq!(dark.header("set-cookie"), "colours=dark; Path=/; Max-Age=31536000; SameSite=Lax");
    assert!(
        shelf
            .get_app("/", &[("Cookie", "a=b; colours=light")])
            .text()
            .contains("data-theme=\"light\"")
    );
    assert!(!shelf.get_app("/", &[("Cookie", "colours=\"><b>")]).text().contains("data-theme"));
    let system = shelf.get_app("/?colours=system", &[("Cookie", "colours=dark")]);
    assert!(!system.text().contains("data-theme"));
    assert_eq!(system.header("set-cookie"), "colours=; Path=/; Max-Age=0; SameSite=Lax");
}

#[test]
fn the_box_leads_to_the_calendar() {
    let shelf = shelf();
    let answer = shelf.get_app("/?q=http%3A%2F%2Fa.cz%2F%3Fq%3D1", &[]);
    assert_eq!((answer.status, answer.header("location")), (303, "/captures/http://a.cz/?q=1"));
    let star = shelf.get_app("/?q=a.cz/*", &[]);
    assert_eq!(star.header("location"), "/captures/a.cz/*");
    let hostile = shelf.get_app("/?q=x%0d%0aSet-Cookie:%20a=b", &[]);
    assert_eq!((hostile.status, hostile.header("set-cookie")), (303, ""));
}

#[test]
fn files_of_the_program_are_small_and_kept_by_browsers() {
    let shelf = shelf();
    let text = shelf.get_app("/captures/http://a.cz/other", &[]).text();
    for (ending, kind, most) in [
        (".css", "text/css; charset=utf-8", 30_000),
        (".js", "text/javascript; charset=utf-8", 8_000),
    ] {
        let path = addresses(&text).into_iter().find(|path| path.ends_with(ending)).unwrap();
        for answer in [shelf.get_app(path, &[]), shelf.get(path)] {
            assert_eq!((answer.status, answer.header("content-type")), (200, kind));
            assert!(answer.header("cache-control").contains("immutable"));
            assert!(answer.body.len() <= most, "{ending}: {} bytes", answer.body.len());
        }
    }
}

#[test]
fn an_empty_archive_says_how_to_begin() {
    // A record that is no capture.
    let fields = "Content-Type: application/warc-fields\r\n";
    let info = record("warcinfo", "http://a.cz/", "20200101000000", fields, b"software: x\r\n");
    let shelf = Shelf::new(&[info]);
    let text = shelf.get_app("/", &[]).text();
    assert!(
        text.contains("Nothing is kept yet.") && text.contains("stodola archive add"),
        "{text}"
    );
}

#[test]
fn a_demonstration_says_what_to_try() {
    let pages = [page("http://a.cz/", "20200101000000", "<title>Zahrada</title>")];
    assert!(!Shelf::new(&pages).get_app("/", &[]).text().contains("id=\"tour\""));
    let tour = DemoTour {
        words: "zahrada & \"les\"".to_owned(),
        kept: Some("http://a.cz/".to_owned()),
        left: Some("http://b.cz/?x=<1>".to_owned()),
    };
    let shelf = Shelf::with(&pages, Options { tour: Some(tour), ..Options::default() });
    let home = shelf.get_app("/", &[]).text();
    let section = home.split("id=\"tour\"").nth(1).unwrap().split("</section>").next().unwrap();
    let links: Vec<String> = section
        .split("href=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().replace("&#38;", "&").replace("&amp;", "&"))
        .collect();
    assert_eq!(links.len(), 6, "{section}");
    for link in links {
        let answer = shelf.get_app(&link, &[]);
        // Without an index there is nothing to search; pages of staff lead to the sign-in.
        let expected = match link.split(['?', '/']).nth(1).unwrap() {
            "search" => &[404][..],
            "why" | "jobs" => &[303],
            _ => &[200],
        };
        assert!(expected.contains(&answer.status), "{link}: {}", answer.status);
    }
}
