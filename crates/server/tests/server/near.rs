//! Words near those of a search: they divide the hits, and come from nothing that the reader may not see.

use crate::access::add;
use crate::shelf::{Shelf, page};
use stodola_access::{AccessPolicy, AccessRule, Visitor};
use stodola_app::Quiet;
use stodola_app::archive::{RebuildSettings, rebuild};
use stodola_app::export::ExportAccess;
use stodola_app::search::{NearQuery, NearSettings, TopicQuery, TopicSettings};
use stodola_app::search::{near, topics};
use stodola_follow::RebuildScope;

/// Pages about systems of two kinds, and secret ones.
fn shelf() -> Shelf {
    let text = |words: &str, number: u32| {
        // Words of their own, so that no two are taken for the same page.
        let own = format!("w{number}x ").repeat(40);
        format!("<html lang=en><title>No {number}</title><p>Here {words} stands.<p>{own}")
    };
    let mut records = Vec::new();
    for number in 0..4 {
        let uri = format!("http://a.example/operating/{number}");
        records.push(page(&uri, "20130604000000", &text("an operating system", number)));
        let uri = format!("http://b.example/control/{number}");
        records.push(page(&uri, "20150604000000", &text("a control system", 10 + number)));
        let uri = format!("http://secret.example/plan/{number}");
        records.push(page(&uri, "20130604000000", &text("a kryptonite system", 20 + number)));
    }
    let shelf = Shelf::new(&records);
    let settings = RebuildSettings {
        archive: shelf.folder().join("archive"),
        scope: RebuildScope::Only("search".to_owned()),
        command: "test".to_owned(),
    };
    rebuild(&settings, &Quiet, &mut |_| ()).unwrap();
    shelf
}

fn ask(shelf: &Shelf, text: &str, narrowing: &str, access: ExportAccess) -> Vec<String> {
    let (text, narrowing) = (text.to_owned(), narrowing.to_owned());
    let query = NearQuery { text, narrowing, distance: 1, ..NearQuery::default() };
    let settings =
        NearSettings { archive: shelf.folder().join("archive"), query, access, collection: None };
    let found = near(&settings).unwrap();
    assert_eq!(found.documents, found.total, "each is read");
    found.words.into_iter().map(|it| format!("{} {}", it.word, it.relevance)).collect()
}

#[test]
fn near_words_lead_to_narrower_searches_and_leave_out_what_is_hidden() {
    let shelf = shelf();
    let text = shelf.get_app("/search?q=system", &[]).text();
    let link = "<a href=\"/search?q=system+operating\" rel=\"nofollow\">operating</a>";
    assert!(text.contains("Groups by words nearby:") && text.contains(link), "{text}");
    assert!(text.contains("kryptonite"), "{text}");
    let narrowed = shelf.get_app("/search?q=system+operating", &[]).text();
    assert!(narrowed.contains("<b>4 documents</b>"), "{narrowed}");
    let everything = ask(&shelf, "system", "", ExportAccess::Everything);
    assert_eq!(everything, ["stands 12", "control 4", "kryptonite 4", "operating 4"]);
    add(&shelf, AccessRule::new("secret.example".parse().unwrap(), AccessPolicy::Hide));
    let text = shelf.get_app("/search?q=system", &[]).text();
    assert!(text.contains(link) && !text.contains("kryptonite"), "{text}");
    let visitor = || ExportAccess::Visitor(Visitor::default());
    let public = ask(&shelf, "system", "", visitor());
    assert_eq!(public, ["stands 8", "control 4", "operating 4"]);
    // By site and by date.
    assert_eq!(ask(&shelf, "system", "site:b.example", visitor()), ["control 4", "stands 4"]);
    assert_eq!(ask(&shelf, "system date:2013", "", visitor()), ["operating 4", "stands 4"]);
    assert_eq!(ask(&shelf, "system lang:cs", "", visitor()), [""; 0]);
    // Pictures, further pages and a search for filters alone have none.
    for query in ["q=system&view=images", "q=&host=a.example"] {
        let text = shelf.get_app(&format!("/search?{query}"), &[]).text();
        assert!(!text.contains("Groups by words nearby:"), "{query}: {text}");
    }
}

#[test]
fn hostile_queries_are_answered_or_refused() {
    let shelf = shelf();
    let archive = shelf.folder().join("archive");
    let long = "system ".repeat(5_000);
    for text in ["\0", "\"", "-system", "sys*", "\u{301}", "site:\"", "a:b:c", "%", &long, "the"] {
        for distance in [0, 1, usize::MAX] {
            let query = NearQuery {
                text: text.to_owned(),
                distance,
                documents: usize::MAX,
                limit: usize::MAX,
                ..NearQuery::default()
            };
            let access = ExportAccess::Everything;
            let found =
                near(&NearSettings { archive: archive.clone(), query, access, collection: None });
            assert!(found.is_ok_and(|it| it.words.len() < 1_000) || text != "sys*", "{text}");
        }
        let query = TopicQuery {
            site: text.to_owned(),
            narrowing: String::new(),
            pages: usize::MAX,
            groups: usize::MAX,
        };
        let access = ExportAccess::Everything;
        let found =
            topics(&TopicSettings { archive: archive.clone(), query, access, collection: None });
        assert!(found.is_err() || found.is_ok_and(|it| it.sections.len() < 100), "{text}");
    }
}

#[test]
fn pages_of_a_site_are_grouped_by_their_words() {
    let shelf = shelf();
    let made = |site: &str, access: ExportAccess| {
        let (site, narrowing) = (site.to_owned(), String::new());
        let query = TopicQuery { site, narrowing, pages: 100, groups: 10 };
        let archive = shelf.folder().join("archive");
        topics(&TopicSettings { archive, query, access, collection: None }).unwrap()
    };
    let names = |site: &str, access: ExportAccess| -> Vec<(String, usize)> {
        let sections = made(site, access).sections;
        sections.into_iter().map(|it| (it.name, it.pages.len())).collect()
    };
    let all = names("example", ExportAccess::Everything);
    let named = |name: &str| all.iter().find(|it| it.0 == name).map(|it| it.1);
    assert_eq!((named("control"), named("kryptonite")), (Some(4), Some(4)), "{all:?}");
    add(&shelf, AccessRule::new("secret.example".parse().unwrap(), AccessPolicy::Block));
    let public = made("example", ExportAccess::Visitor(Visitor::default()));
    assert_eq!((public.documents, public.total), (8, 8));
    assert!(!format!("{public:?}").contains("kryptonite"));
    assert_eq!(names("nothing.example", ExportAccess::Everything), []);
}

#[test]
fn a_collection_has_words_of_its_own_documents_only() {
    let shelf = shelf();
    let archive = shelf.folder().join("archive");
    let definition = "[[collection]]\nname = \"one\"\ntitle = \"One\"\nplaces = [\"a.example\"]\n";
    std::fs::write(archive.join("collections.toml"), definition).unwrap();
    let query = NearQuery { text: "system".to_owned(), distance: 1, ..NearQuery::default() };
    let (access, collection) = (ExportAccess::Everything, Some("one".to_owned()));
    let found =
        near(&NearSettings { archive: archive.clone(), query, access, collection }).unwrap();
    let words: Vec<&str> = found.words.iter().map(|it| it.word.as_str()).collect();
    assert!(words.contains(&"operating") && !words.contains(&"control"), "{words:?}");
    let (site, narrowing) = ("example".to_owned(), String::new());
    let query = TopicQuery { site, narrowing, pages: 100, groups: 10 };
    let (access, collection) = (ExportAccess::Everything, Some("one".to_owned()));
    let found = topics(&TopicSettings { archive, query, access, collection }).unwrap();
    assert_eq!(found.documents, 4);
}

#[test]
fn programs_get_near_words_and_groups_of_pages_as_json() {
    let shelf = shelf();
    let near = |path: &str| shelf.get_app(&format!("/api/v1/near?{path}"), &[]);
    let text = near("q=system&distance=1").text();
    assert!(text.contains("\"word\":\"operating\"") && text.contains("kryptonite"), "{text}");
    let text = near("q=system&distance=1&site=b.example").text();
    assert!(text.contains("control") && !text.contains("operating"), "{text}");
    for (path, status) in [("", 400), ("q=system&distance=51", 400), ("q=site%3A", 400)] {
        assert_eq!(near(path).status, status, "{path}");
    }
    let groups = shelf.get_app("/api/v1/maps/b.example/catalogue", &[]).text();
    assert!(groups.contains("http://b.example/control/0"), "{groups}");
    assert!(!groups.contains("a.example"), "{groups}");
    add(&shelf, AccessRule::new("secret.example".parse().unwrap(), AccessPolicy::Hide));
    let text = near("q=system&distance=1").text();
    assert!(text.contains("operating") && !text.contains("kryptonite"), "{text}");
    let groups = shelf.get_app("/api/v1/maps/secret.example/catalogue", &[]).text();
    assert!(groups.contains("\"items\":[]"), "{groups}");
}
