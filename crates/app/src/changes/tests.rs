//! Changes of small archives.

use super::*;
use crate::Quiet;
use crate::made_archive::{Answer, MadeArchive, stamp};
use crate::reading::CaptureSight;
use crate::reading::OpenGate;
use stodola_archive::Entry;

fn gone<'a>(uri: &'a str, time: &'a str) -> Answer<'a> {
    Answer { status: 404, ..Answer::page(uri, time, "no") }
}

fn archive(name: &str) -> MadeArchive {
    MadeArchive::new(
        name,
        &[
            Answer::page("http://a.cz/", "20240101000000", "<title>Home</title><p>one two three"),
            Answer::page("http://a.cz/", "20240102000000", "<title>Home</title><p>one two three"),
            Answer::page(
                "http://a.cz/",
                "20240103000000",
                "<title>Home</title><p>one 2 three four",
            ),
            Answer::page("http://a.cz/b", "20240102000000", "<title>B</title><p>b"),
            gone("http://a.cz/b", "20240104000000"),
            gone("http://a.cz/b", "20240105000000"),
            Answer { status: 500, ..Answer::page("http://a.cz/b", "20240106000000", "x") },
            Answer::page("http://a.cz/b", "20240107000000", "<title>B</title><p>b"),
            gone("http://a.cz/never", "20240104000000"),
            Answer {
                fields: "Content-Type: image/png\r\n",
                ..Answer::page("http://a.cz/i.png", "20240104000000", "png")
            },
            Answer::page("http://b.cz/", "20240104000000", "<p>b"),
        ],
    )
}

fn shown(changes: &SiteChanges) -> Vec<String> {
    let line = |change: &SiteChange| {
        let uri = String::from_utf8_lossy(&change.uri).into_owned();
        let title = change.title.as_deref().unwrap_or("-");
        format!("{} {uri} {} {title}", &change.time.to_string()[6..8], change.kind.code())
    };
    changes.changes.iter().map(line).collect()
}

fn asked(archive: &MadeArchive, query: &ChangesQuery) -> SiteChanges {
    let query = ChangesQuery { site: "a.cz".to_owned(), ..query.clone() };
    changes_of(&archive.captures(), &OpenGate, &query, &Quiet).unwrap()
}

#[test]
fn pages_are_new_changed_and_gone() {
    let archive = archive("changes");
    let all = asked(&archive, &ChangesQuery::default());
    assert_eq!(
        shown(&all),
        [
            "07 http://a.cz/b new B",
            "04 http://a.cz/b gone B",
            "03 http://a.cz/ changed Home",
            "02 http://a.cz/b new B",
            "01 http://a.cz/ new Home",
        ]
    );
    assert_eq!((all.more, all.is_cut), (0, false));
    let changed = &all.changes[2];
    assert_eq!(changed.before, Some(stamp("20240102000000")));
    let difference = changed.difference.as_ref().unwrap();
    assert_eq!((difference.added, difference.removed), (2, 1));
    assert_eq!(difference.first_added.as_deref(), Some("2"));
    assert_eq!(difference.first_removed.as_deref(), Some("two"));
}

#[test]
fn times_and_numbers_limit_what_is_told() {
    let archive = archive("changes-limits");
    let (from, to) = (Some(stamp("20240103000000")), Some(stamp("20240104000000")));
    let between = asked(&archive, &ChangesQuery { from, to, ..ChangesQuery::default() });
    assert_eq!(shown(&between), ["04 http://a.cz/b gone B", "03 http://a.cz/ changed Home"]);
    let newest = asked(&archive, &ChangesQuery { newest: 2, ..ChangesQuery::default() });
    assert_eq!(shown(&newest), ["07 http://a.cz/b new B", "04 http://a.cz/b gone B"]);
    assert_eq!(newest.more, 3);
    let few = asked(&archive, &ChangesQuery { captures_max: Some(1), ..ChangesQuery::default() });
    assert!(few.is_cut && few.changes.len() == 1);
}

/// Hides captures of a day, and blocks those of another one.
struct Half;

impl CaptureGate for Half {
    fn sight(&self, entry: &Entry) -> CaptureSight {
        match entry.row.time.map(|time| time.number() / 1_000_000) {
            Some(20240103) => CaptureSight::Hidden,
            Some(20240104) => CaptureSight::Blocked,
            _ => CaptureSight::Shown,
        }
    }
}

#[test]
fn captures_that_may_not_be_seen_change_nothing() {
    let archive = archive("changes-gate");
    let query = ChangesQuery { site: "a.cz".to_owned(), ..ChangesQuery::default() };
    let all = changes_of(&archive.captures(), &Half, &query, &Quiet).unwrap();
    assert_eq!(
        shown(&all),
        [
            "07 http://a.cz/b new B",
            "05 http://a.cz/b gone B",
            "02 http://a.cz/b new B",
            "01 http://a.cz/ new Home",
        ]
    );
}

#[test]
fn an_archive_is_opened_for_whoever_asks() {
    let archive = archive("changes-open");
    let query = ChangesQuery { site: "*.a.cz".to_owned(), ..ChangesQuery::default() };
    let access = ExportAccess::Visitor(stodola_access::Visitor::public());
    let collection = None;
    let settings = ChangesSettings { archive: archive.path(), query, access, collection };
    assert_eq!(site_changes(&settings, &Quiet).unwrap().changes.len(), 5);
}

#[test]
fn a_collection_has_only_its_own_changes() {
    let archive = archive("changes-collection");
    let definition =
        "[[collection]]\nname = \"few\"\ntitle = \"Few\"\nplaces = [\"http://a.cz/b\"]\n";
    std::fs::write(archive.path().join("collections.toml"), definition).unwrap();
    let changes = |name: &str| {
        let query = ChangesQuery { site: "*.a.cz".to_owned(), ..ChangesQuery::default() };
        let (access, collection) = (ExportAccess::Everything, Some(name.to_owned()));
        let settings = ChangesSettings { archive: archive.path(), query, access, collection };
        site_changes(&settings, &Quiet)
    };
    let few = changes("few").unwrap().changes;
    assert!(!few.is_empty() && few.iter().all(|it| it.uri == b"http://a.cz/b"), "{few:?}");
    let none = changes("none");
    assert!(matches!(none, Err(ChangesError::Gate(GateError::NoCollection(_)))), "{none:?}");
}
