//! Which results readers open is recorded only if an archive wants it, and only of what was shown.

use crate::shelf::{Shelf, page};
use stodola_access::Moment;
use stodola_app::Quiet;
use stodola_app::archive::{RebuildSettings, rebuild};
use stodola_app::visits::{SectionVisits, VisitLog};
use stodola_follow::RebuildScope;

fn shelf() -> Shelf {
    let text = |own: &str| format!("<html lang=en><p>A barn.<p>{}", own.repeat(40));
    let shelf = Shelf::new(&[
        page("http://a.example/news/1", "20200101000000", &text("one ")),
        page("http://a.example/news/2", "20200101000001", &text("two ")),
        page("http://b.example/x?year=1", "20200101000002", &text("six ")),
    ]);
    tell(&shelf, "search");
    shelf
}

fn tell(shelf: &Shelf, what: &str) {
    let settings = RebuildSettings {
        archive: shelf.folder().join("archive"),
        scope: RebuildScope::Only(what.to_owned()),
        command: "test".to_owned(),
    };
    rebuild(&settings, &Quiet, &mut |_| ()).unwrap();
}

/// The addresses of the results of a search.
fn links(shelf: &Shelf) -> Vec<String> {
    let text = shelf.get_app("/search?q=barn", &[]).text();
    let links = text.split("<h2><a href=\"").skip(1);
    links.map(|rest| rest.split('"').next().unwrap().replace("&#38;", "&")).collect()
}

fn sections(shelf: &Shelf) -> Option<Vec<(String, u64)>> {
    let counted = SectionVisits::count(&shelf.folder().join("archive"), None).unwrap()?;
    Some(counted.into_iter().map(|it| (it.section, it.visits)).collect())
}

#[test]
fn nothing_is_recorded_by_default() {
    let shelf = shelf();
    let links = links(&shelf);
    assert_eq!(links.len(), 3);
    for link in &links {
        assert!(!link.contains("via-result"), "{link}");
        assert_eq!(shelf.get_app(link, &[]).status, 200);
    }
    assert_eq!(sections(&shelf), None);
    assert!(!shelf.folder().join("archive/visits.db").exists());
}

#[test]
fn results_that_are_opened_are_counted_and_go_up_a_little() {
    let shelf = shelf();
    let archive = shelf.folder().join("archive");
    let now = Moment(i64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_secs()).unwrap());
    VisitLog::switch_on(&archive, 30, now).unwrap();
    let links = links(&shelf);
    assert!(links.iter().all(|link| link.contains("via-result=")), "{links:?}");
    let last = links.last().unwrap();
    assert!(last.contains("/news/1"), "the newest first: {links:?}");
    let answer = shelf.get_app(last, &[]);
    let clean = "/replay/20200101000000/http://a.example/news/1";
    assert_eq!((answer.status, answer.header("location")), (303, clean));
    assert_eq!(shelf.get_app(clean, &[]).status, 200);
    // Once for each time that it was shown; and not what was not shown.
    shelf.get_app(last, &[]);
    let token = last.split("via-result=").nth(1).unwrap();
    for address in ["http://a.example/news/2", "http://evil.example/", "//evil.example/"] {
        let answer =
            shelf.get_app(&format!("/replay/20200101000000/{address}?via-result={token}"), &[]);
        let location = match answer.status {
            303 => answer.header("location").to_owned(),
            _ => String::new(),
        };
        assert!(
            location.is_empty() || location.starts_with("/replay/20200101000001/"),
            "{location}"
        );
    }
    for odd in ["", ".", "x.1", "%00.1", "..1"] {
        let answer = shelf.get_app(&format!("{clean}?via-result={odd}"), &[]);
        assert!(matches!(answer.status, 200 | 303), "{odd}: {}", answer.status);
    }
    assert_eq!(sections(&shelf), Some(vec![("a.example/news/".to_owned(), 1)]));
    // An address that ends like one of ours is recorded as it is.
    let odd = links.iter().find(|link| link.contains("b.example")).unwrap();
    let answer = shelf.get_app(odd, &[]);
    assert_eq!(answer.status, 303);
    assert!(answer.header("location").contains("b.example/x?year=1"), "{odd}");
    let counted = vec![("a.example/news/".to_owned(), 1), ("b.example/".to_owned(), 1)];
    assert_eq!(sections(&shelf), Some(counted));
    tell(&shelf, "links");
    let after = self::links(&shelf);
    assert!(after.last().unwrap().contains("/news/2"), "the others were opened: {after:?}");
    VisitLog::switch_off(&archive).unwrap();
    assert!(!self::links(&shelf)[0].contains("via-result"));
}
