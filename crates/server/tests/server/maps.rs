//! Maps of sites: pages and API, as of a date, with what rules hide, and for the page "not found" of a site.

use crate::access::add;
use crate::client::Answer;
use crate::shelf::{Shelf, page, response};
use stodola_access::{AccessPolicy, AccessRule};
use stodola_app::Quiet;
use stodola_app::archive::{RebuildSettings, rebuild};
use stodola_follow::RebuildScope;

const TABS: [&str; 10] = [
    "",
    "/tree",
    "/folders",
    "/sheet",
    "/dead",
    "/complete",
    "/rank",
    "/catalogue",
    "/hosts",
    "/types",
];

fn records() -> Vec<Vec<u8>> {
    let html = |title: &str, links: &str| {
        format!("<html lang=en><title>{title}</title><h1>{title}</h1>{links}")
    };
    let home = "<a href=/old>Old</a><a href=/secret/plan>P</a><a href=/gone>Gone</a>\
        <a href=http://b.example/>B</a><a href='/odd?a=1&b=2'>Odd</a>";
    vec![
        page("http://a.example/", "20200501100000", &html("Early", "<a href=/old>o</a>")),
        page("http://a.example/gone", "20200501100000", &html("Was here", "")),
        page("http://a.example/", "20220501100000", &html("Barns", home)),
        page("http://a.example/old", "20220501100000", &html("Old barns", "<a href=/>h</a>")),
        page(
            "http://a.example/odd?a=1&b=2",
            "20220501100000",
            &html("&lt;script&gt;alert(1)&lt;/script&gt; \"odd\"", ""),
        ),
        response("http://a.example/gone", "20220501100000", "404 Not Found", b"none"),
        page("http://a.example/alone", "20220501100000", &html("Nobody links here", "")),
        page("http://a.example/secret/plan", "20220501100000", &html("Kryptonite", "")),
        page("http://b.example/", "20220501100000", &html("B", "<a href=http://a.example/>A</a>")),
        page("http://hidden.example/", "20220501100000", &html("Hidden", "")),
    ]
}

fn bare_shelf() -> Shelf {
    Shelf::new(&records())
}

/// An archive with a map.
fn shelf() -> Shelf {
    mapped(bare_shelf())
}

fn mapped(shelf: Shelf) -> Shelf {
    made(shelf, "map")
}

fn made(shelf: Shelf, what: &str) -> Shelf {
    let settings = RebuildSettings {
        archive: shelf.folder().join("archive"),
        scope: RebuildScope::Only(what.to_owned()),
        command: "test".to_owned(),
    };
    rebuild(&settings, &Quiet, &mut |_| ()).unwrap();
    shelf
}

/// Asks until the map is made.
fn get(shelf: &Shelf, path: &str) -> Answer {
    for _ in 0..500 {
        let answer = shelf.get_app(path, &[]);
        if !matches!(answer.status, 202 | 503) {
            return answer;
        }
    }
    panic!("{path} was never made");
}

#[test]
fn an_archive_without_a_map_says_how_to_make_one() {
    let shelf = bare_shelf();
    let answer = get(&shelf, "/maps");
    assert_eq!(answer.status, 200);
    let text = answer.text();
    assert!(text.contains("No map yet") && text.contains("rebuild --only map"), "{text}");
    assert_eq!(get(&shelf, "/maps/a.example").status, 404);
    let answer = get(&shelf, "/api/v1/maps/a.example");
    assert_eq!(answer.status, 404, "{}", answer.text());
}

#[test]
fn sites_are_listed_and_an_address_leads_to_its_site() {
    let shelf = shelf();
    let text = get(&shelf, "/maps").text();
    let place = |host: &str| text.find(&format!("href=\"/maps/{host}\"")).unwrap();
    assert!(place("a.example") < place("b.example"), "{text}");
    let answer = get(&shelf, "/maps?q=https%3A%2F%2FA.example%2Fold");
    assert_eq!((answer.status, answer.header("location")), (303, "/maps/a.example"));
    assert_eq!(get(&shelf, "/maps?q=%3Cscript%3E").status, 400);
}

#[test]
fn a_site_has_figures_tree_dead_links_ranks_and_neighbours() {
    let shelf = shelf();
    for tab in TABS {
        let answer = get(&shelf, &format!("/maps/a.example{tab}"));
        assert_eq!(answer.status, 200, "{tab}: {}", answer.text());
        assert!(!answer.text().contains("<script>alert"), "{tab}");
        assert!(answer.text().contains("aria-current=\"page\""), "{tab}");
    }
    let text = get(&shelf, "/maps/a.example").text();
    for words in [
        "Old barns",
        "Tree by the shortest way from home",
        "href=\"/replay/20200501100000/http://a.example/gone\"",
        "b.example",
        "format=sitemap",
        "1 link is dead.",
        "No links lead to 1 document.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let czech = get(&shelf, "/maps/a.example?lang=cs").text();
    assert!(czech.contains("1 odkaz je mrtvý."), "{czech}");
    let csv = get(&shelf, "/maps/a.example/dead?format=csv").text();
    assert!(csv.contains("http://a.example/gone,"), "{csv}");
}

#[test]
fn branches_and_letters_of_a_tree_have_addresses() {
    let shelf = shelf();
    let text = get(&shelf, "/maps/a.example/tree?from=http://a.example/old").text();
    assert!(text.contains("Old barns") && !text.contains("Kryptonite"), "{text}");
    assert_eq!(get(&shelf, "/maps/a.example/tree?from=http://x.example/").status, 404);
    let text = get(&shelf, "/maps/a.example/tree?q=nobody").text();
    assert!(text.contains("Nobody links here") && !text.contains("Old barns"), "{text}");
}

#[test]
fn a_map_as_of_a_date_has_what_was_there_then() {
    let shelf = shelf();
    let text = get(&shelf, "/maps/a.example?date=2020").text();
    assert!(text.contains("Early") && text.contains("No link is dead."), "{text}");
    assert!(!text.contains("Old barns"), "{text}");
    assert_eq!(get(&shelf, "/maps/a.example?date=tomorrow").status, 400);
    assert_eq!(get(&shelf, "/maps/a.example?date=1999").status, 404);
}

#[test]
fn programs_get_the_same_as_json() {
    let shelf = shelf();
    let figures = get(&shelf, "/api/v1/maps/a.example").text();
    for part in ["\"pages\":5", "\"dead_links\":1", "\"unreached\":1", "\"depths\":[1,3]"] {
        assert!(figures.contains(part), "{part}: {figures}");
    }
    for (path, part) in [
        ("", "\"host\":\"a.example\""),
        ("/a.example/tree", "\"uri\":\"http://a.example/old\""),
        ("/a.example/tree?from=http://a.example/", "\"parent\":\"http://a.example/\""),
        ("/a.example/dead", "\"outcome\":"),
        ("/a.example/rank", "\"rank\":"),
        ("/a.example/in?url=http://a.example/", "\"uri\":\"http://b.example/\""),
        ("/a.example/out?url=http://a.example/", "\"uri\":\"http://b.example/\""),
        ("/a.example/near-pages?url=http://a.example/olds", "\"title\":\"Old barns\""),
        ("/a.example/folders", "\"folder\":\"http://a.example/secret/\""),
        ("/a.example/sheet", "\"title\":\"Old barns\""),
        ("/a.example/complete", "\"items\":[]"),
        ("/a.example", "\"farm_sources\":0"),
    ] {
        let answer = get(&shelf, &format!("/api/v1/maps{path}"));
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        assert!(answer.text().contains(part), "{path}: {}", answer.text());
    }
    let first = get(&shelf, "/api/v1/maps/a.example/tree?limit=1").text();
    assert!(first.contains("\"total\":4") && !first.contains("\"next\":null"), "{first}");
    let other = get(&shelf, "/api/v1/maps/a.example/in?url=http://b.example/");
    assert_eq!(other.status, 400, "{}", other.text());
}

#[test]
fn maps_are_taken_along_as_files() {
    let shelf = shelf();
    for (format, start) in [
        ("tree-xml", "<?xml"),
        ("graphml", "<?xml"),
        ("sitemap", "<?xml"),
        ("tree-svg", "<svg"),
        ("tree-json", ""),
        ("csv", ""),
    ] {
        let answer = get(&shelf, &format!("/api/v1/maps/a.example/export?format={format}"));
        assert_eq!(answer.status, 200, "{format}");
        assert!(answer.header("content-disposition").starts_with("attachment"), "{format}");
        assert!(answer.text().contains(start), "{format}: {}", answer.text());
        assert!(answer.text().contains("a.example"), "{format}: {}", answer.text());
    }
    assert_eq!(get(&shelf, "/api/v1/maps/a.example/export?format=exe").status, 400);
}

#[test]
fn charts_tell_states_links_and_years() {
    let shelf = shelf();
    let text = get(&shelf, "/maps/a.example/types").text();
    for words in [
        "Answers of the server",
        "not found (404, 410)",
        "Contents by the year of their capture",
        "<th scope=\"row\">2022</th>",
        "Pages by the documents of the site that link to them",
        "<th scope=\"row\">2–5</th>",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let figures = get(&shelf, "/api/v1/maps/a.example").text();
    for part in [
        "\"states\":[{\"name\":\"archived\",\"count\":5",
        "{\"name\":\"not-found\",\"count\":1",
        "\"years\":[{\"name\":\"2022\",\"count\":5",
        "\"dangling\":3",
    ] {
        assert!(figures.contains(part), "{part}: {figures}");
    }
    let rank = get(&shelf, "/maps/a.example/rank").text();
    assert!(rank.contains("the mean is 1"), "{rank}");
    assert!(rank.contains("3 documents link to no other of the site"), "{rank}");
}

#[test]
fn changes_of_a_site_are_a_feed_that_its_pages_name() {
    let shelf = shelf();
    let home = get(&shelf, "/maps/a.example").text();
    for (kind, name) in [("atom", "changes.atom"), ("rss", "changes.rss")] {
        let link = format!("type=\"application/{kind}+xml\" href=\"/maps/a.example/{name}\"");
        assert!(home.contains(&link), "{home}");
    }
    let atom = get(&shelf, "/maps/a.example/changes.atom");
    assert_eq!(atom.status, 200, "{}", atom.text());
    assert_eq!(atom.header("content-type"), "application/atom+xml; charset=utf-8");
    let text = atom.text();
    for part in [
        "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\">",
        "rel=\"self\"",
        "/maps/a.example/changes.atom\"/>",
        "/replay/20220501100000/http://a.example/gone\"/>",
        "<category term=\"gone\"/>",
        "<category term=\"changed\"/>",
        "<title>Kryptonite</title>",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("b.example"), "{text}");
    assert_eq!(text.matches("<entry>").count(), 8, "{text}");
    let few = get(&shelf, "/maps/a.example/changes.atom?newest=3").text();
    assert_eq!(few.matches("<entry>").count(), 3, "{few}");
    let rss = get(&shelf, "/maps/a.example/changes.rss?lang=cs");
    assert_eq!(rss.header("content-type"), "application/rss+xml; charset=utf-8");
    assert!(rss.text().contains("<language>cs</language>"), "{}", rss.text());
    for (path, status) in [
        ("/maps/x.example/changes.atom", 404),
        ("/maps/%3Cscript%3E/changes.rss", 404),
        ("/maps/a.example/changes.atom?newest=0", 400),
        ("/maps/a.example/changes.atom?newest=x", 400),
    ] {
        assert_eq!(get(&shelf, path).status, status, "{path}");
    }
    // What is hidden or blocked is in no feed; a site of which all is hidden is one that there is not.
    let rule = |place: &str, policy| AccessRule::new(place.parse().unwrap(), policy);
    add(&shelf, rule("http://a.example/secret/*", AccessPolicy::Block));
    add(&shelf, rule("http://a.example/gone", AccessPolicy::Hide));
    add(&shelf, rule("hidden.example", AccessPolicy::Hide));
    for name in ["changes.atom", "changes.rss"] {
        let text = get(&shelf, &format!("/maps/a.example/{name}")).text();
        assert!(!text.contains("Kryptonite") && !text.contains("/gone"), "{text}");
        assert!(text.contains("Old barns"), "{text}");
        assert_eq!(get(&shelf, &format!("/maps/hidden.example/{name}")).status, 404);
    }
    let document = shelf.get_app("/api/v1/openapi.json", &[]).text();
    assert!(document.contains("/maps/{host}/changes.atom"), "the feed is not in the document");
}

/// A page whose parts are missing, pages that say the same, and folders within folders.
fn parted() -> Shelf {
    let html = |head: &str, body: &str| format!("<html lang=en><head>{head}</head><body>{body}");
    let style = "<link rel=stylesheet href=/style.css>";
    let home = html(
        &format!("<title>Town</title><meta name=description content=\"The town\">{style}"),
        "<h1>Town</h1><img src=/gone.png><img src=/there.png><a href=/news/2021/flood>f</a>",
    );
    let flood = html(
        &format!("<title>Flood</title><link rel=canonical href=/>{style}"),
        "<h1>One</h1><h1>Two</h1>",
    );
    let heat = html("<title>Flood</title>", "<p>Heat &amp; dust");
    let time = "20220501100000";
    Shelf::new(&[
        page("http://a.example/", time, &home),
        page("http://a.example/news/2021/flood", time, &flood),
        page("http://a.example/news/2022/heat", time, &heat),
        page("http://a.example/there.png", time, "x"),
        page("http://b.example/", time, "<title>B</title>"),
    ])
}

#[test]
fn folders_open_branch_by_branch_and_are_a_file() {
    let shelf = mapped(parted());
    let text = get(&shelf, "/maps/a.example/folders").text();
    for words in [
        "Tree of folders",
        "href=\"/captures/http://a.example/news/*\">news/</a>",
        ">2021/</a>",
        ">2022/</a>",
        "4 folders as CSV",
        "href=\"/api/v1/maps/a.example/folders\"",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let from = "http%3A%2F%2Fa.example%2Fnews%2F2021%2F";
    let text = get(&shelf, &format!("/maps/a.example/folders?from={from}")).text();
    assert!(text.contains("All folders") && !text.contains(">2022/</a>"), "{text}");
    assert_eq!(get(&shelf, "/maps/a.example/folders?from=http://b.example/").status, 404);
    let csv = get(&shelf, "/maps/a.example/folders?format=csv");
    assert_eq!(csv.header("content-disposition"), "attachment; filename=\"folders.csv\"");
    assert!(csv.text().contains("http://a.example/news/,1,0,2,"), "{}", csv.text());
    let czech = get(&shelf, "/maps/a.example/folders?lang=cs").text();
    assert!(czech.contains("Strom složek") && czech.contains("4 složky v\u{a0}CSV"), "{czech}");
}

#[test]
fn the_table_of_pages_tells_what_is_missing_or_doubled() {
    let shelf = mapped(parted());
    let text = get(&shelf, "/maps/a.example/sheet").text();
    for words in [
        "Something is missing or doubled on 3 pages.",
        "<a href=\"/maps/a.example/sheet?fault=double-title\">title as on other pages</a> 2",
        "<a href=\"/maps/a.example/sheet?fault=several-h1\">several h1</a> 1",
        "names another address as its own",
        "The town",
        "<a href=\"/captures/http://a.example/\">/</a>",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let doubled = get(&shelf, "/maps/a.example/sheet?fault=double-title").text();
    assert!(doubled.contains("class=\"chip\"") && !doubled.contains("The town"), "{doubled}");
    assert!(doubled.contains("/news/2021/flood") && doubled.contains("/news/2022/heat"));
    assert_eq!(get(&shelf, "/maps/a.example/sheet?fault=ugly").status, 400);
    let csv = get(&shelf, "/maps/a.example/sheet?format=csv").text();
    assert!(csv.starts_with("uri,date,state,") && csv.contains("several-h1"), "{csv}");
    let czech = get(&shelf, "/maps/a.example/sheet?lang=cs").text();
    assert!(czech.contains("Na 3 stránkách něco chybí nebo se opakuje."), "{czech}");
    let older = get(&shelf, "/maps/a.example/sheet?date=2021");
    assert_eq!(older.status, 404, "{}", older.text());
}

#[test]
fn completeness_names_the_parts_that_are_missing_and_why() {
    let shelf = mapped(parted());
    let text = get(&shelf, "/maps/a.example/complete").text();
    for words in [
        "need 4 parts",
        "3 are missing: the site is complete to 25.0 %.",
        "1 of 3",
        "Parts that most pages lack",
        "/style.css",
        "/gone.png",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("there.png"), "{text}");
    let text = get(&shelf, "/maps/a.example/complete?page=http://a.example/").text();
    assert!(text.contains("2 parts are missing") && text.contains("/gone.png"), "{text}");
    assert_eq!(get(&shelf, "/maps/a.example/complete?page=http://b.example/").status, 404);
    let csv = get(&shelf, "/maps/a.example/complete?format=csv").text();
    assert!(csv.contains("http://a.example/,0.333333,3,http://a.example/gone.png,"), "{csv}");
    let whole = get(&shelf, "/maps/b.example/complete").text();
    assert!(whole.contains("so nothing can be missing"), "{whole}");
}

#[test]
fn the_catalogue_groups_pages_by_key_words_once_there_is_an_index() {
    let text = |word: &str, number: u32| {
        let own = format!("w{number}x ").repeat(40);
        format!("<html lang=en><title>No {number}</title><p>Here the {word} {word} stands.<p>{own}")
    };
    let mut records = Vec::new();
    for number in 0..6 {
        let words = text("barn", number);
        records.push(page(&format!("http://a.example/b{number}"), "20220501100000", &words));
        let words = text("mill", 10 + number);
        records.push(page(&format!("http://a.example/m{number}"), "20220501100000", &words));
        let words = text("kryptonite", 20 + number);
        records.push(page(&format!("http://a.example/s/{number}"), "20220501100000", &words));
    }
    let shelf = mapped(Shelf::new(&records));
    let answer = get(&shelf, "/maps/a.example/catalogue");
    assert_eq!(answer.status, 200);
    assert!(answer.text().contains("rebuild --only search"), "{}", answer.text());
    let shelf = made(shelf, "search");
    let text = get(&shelf, "/maps/a.example/catalogue").text();
    for words in ["18 pages of 18 were read", "barn</span>", "mill</span>", "kryptonite</span>"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let group = get(&shelf, "/maps/a.example/catalogue?group=barn").text();
    assert!(group.contains("/b5") && !group.contains("/m5"), "{group}");
    let csv = get(&shelf, "/maps/a.example/catalogue?format=csv").text();
    assert!(csv.contains("http://a.example/m3,No 13"), "{csv}");
    let early = get(&shelf, "/maps/a.example/catalogue?date=2022-05-01").text();
    assert!(early.contains("18 pages of 18"), "what was captured earlier counts: {early}");
    add(&shelf, AccessRule::new("http://a.example/s/*".parse().unwrap(), AccessPolicy::Hide));
    for path in ["", "?format=csv"] {
        let text = get(&shelf, &format!("/maps/a.example/catalogue{path}")).text();
        assert!(!text.contains("kryptonite") && text.contains("No 13"), "{path}: {text}");
    }
    assert_eq!(get(&shelf, "/maps/a.example/catalogue?pages=0").status, 400);
}

#[test]
fn ranks_tell_of_a_link_farm_around_the_site() {
    let mut records = vec![page("http://a.example/", "20220501100000", "<title>A</title>")];
    for number in 0..12 {
        let uri = format!("http://farm{number}.example/");
        records.push(page(&uri, "20220501100000", "<a href=http://a.example/>best</a>"));
    }
    let shelf = mapped(Shelf::new(&records));
    let text = get(&shelf, "/maps/a.example/rank").text();
    assert!(
        text.contains("12 hosts link to a.example; 12 of them link to nothing else."),
        "{text}"
    );
    let figures = get(&shelf, "/api/v1/maps/a.example").text();
    assert!(figures.contains("\"farm_sources\":12,\"farm_captives\":12"), "{figures}");
    let text = get(&shelf, "/maps/farm1.example/rank").text();
    assert!(!text.contains("link farm"), "{text}");
}

#[test]
fn what_rules_hide_is_on_no_page_at_once() {
    let shelf = shelf();
    assert!(get(&shelf, "/maps/a.example").text().contains("Kryptonite"));
    assert!(get(&shelf, "/maps").text().contains("hidden.example"));
    let hide = |place: &str| {
        add(&shelf, AccessRule::new(place.parse().unwrap(), AccessPolicy::Hide));
    };
    hide("http://a.example/secret/*");
    hide("hidden.example");
    for tab in TABS {
        let text = get(&shelf, &format!("/maps/a.example{tab}")).text();
        assert!(!text.contains("Kryptonite") && text.contains("a.example"), "{tab}: {text}");
    }
    for path in [
        "",
        "/tree",
        "/rank",
        "/sheet",
        "/folders",
        "/complete",
        "/near-pages?url=http://a.example/secret/plans",
    ] {
        let text = get(&shelf, &format!("/api/v1/maps/a.example{path}")).text();
        assert!(!text.contains("Kryptonite") && !text.contains("secret/plan\""), "{path}: {text}");
    }
    for format in ["tree-xml", "json", "sitemap"] {
        let text = get(&shelf, &format!("/api/v1/maps/a.example/export?format={format}")).text();
        assert!(!text.contains("Kryptonite"), "{format}: {text}");
    }
    for list in ["folders", "sheet", "complete", "dead"] {
        let text = get(&shelf, &format!("/maps/a.example/{list}?format=csv")).text();
        assert!(!text.contains("secret") && !text.contains("Kryptonite"), "{list}: {text}");
    }
    let near = get(&shelf, "/maps/a.example/nearest?url=http://a.example/secret/plans").text();
    assert!(!near.contains("Kryptonite"), "{near}");
    assert!(!get(&shelf, "/maps").text().contains("hidden.example"));
    assert_eq!(get(&shelf, "/maps/hidden.example").status, 404);
}

#[test]
fn every_site_may_ask_for_the_pages_nearest_to_an_address() {
    let shelf = shelf();
    let path = "/maps/a.example/nearest?url=http://a.example/olds.html";
    let answer = get(&shelf, path);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(answer.header("set-cookie"), "");
    assert!(answer.text().starts_with("[{\"uri\":\"http://a.example/old\""), "{}", answer.text());
    // No other address is open to other sites.
    assert_eq!(get(&shelf, "/maps/a.example").header("access-control-allow-origin"), "");
    assert_eq!(get(&shelf, "/maps/a.example/nearest?url=http://b.example/").status, 400);
    assert_eq!(get(&shelf, "/maps/a.example/nearest").status, 400);
}

#[test]
fn names_that_are_no_hosts_are_not_found() {
    let shelf = shelf();
    for host in ["%2e%2e", "..%2f..%2fetc", "%3Cscript%3E", "*", "*.example", "a%00b", "x.example"]
    {
        for tab in TABS {
            let answer = get(&shelf, &format!("/maps/{host}{tab}"));
            assert!(matches!(answer.status, 400 | 404), "{host}{tab}: {}", answer.status);
            assert!(!answer.text().contains("<script>"), "{host}{tab}");
        }
    }
    assert_eq!(get(&shelf, &format!("/maps/{}", "a".repeat(400))).status, 404);
}

#[test]
fn pages_about_large_sites_stay_small_and_lead_on() {
    let links = |from: usize| -> String {
        (from..from + 500).map(|number| format!("<a href=/p{number}>p</a>")).collect()
    };
    let mut records = vec![page("http://a.example/", "20220501100000", &links(0))];
    for number in 0..1000 {
        let body = if number == 0 { links(500) } else { format!("<title>Page {number}</title>") };
        records.push(page(&format!("http://a.example/p{number}"), "20220501100000", &body));
    }
    let shelf = mapped(Shelf::new(&records));
    let rows = |text: &str| text.matches("class=\"t\"").count();
    let text = get(&shelf, "/maps/a.example").text();
    assert!(rows(&text) <= 60 && text.len() < 100_000, "{} {}", rows(&text), text.len());
    assert!(text.contains("488 more"), "{text}");
    let text = get(&shelf, "/maps/a.example/tree").text();
    assert!(rows(&text) <= 600 && text.contains("300 more"), "{} {text}", rows(&text));
    let path = "/maps/a.example/tree?from=http%3A%2F%2Fa.example%2Fp0&skip=400";
    let text = get(&shelf, path).text();
    assert!(text.contains("Page 999") && !text.contains("Page 899"), "{text}");
}
