//! What a reader may not see is in no hit, count, facet or suggestion.

use super::archives::{TestArchive, page, paths, request};
use stodola_archive::Stamp;
use stodola_search::{HitCapture, SearchGate, SearchRequest};

/// Hides a site, and captures of another one before a time.
struct Gate;

impl SearchGate for Gate {
    fn may_restrict(&self, site: &str) -> bool {
        site != "cz,open"
    }

    fn shown(&self, uri: &[u8], _: Option<&[u8]>, captures: &[HitCapture]) -> Vec<bool> {
        assert!(!uri.starts_with(b"http://open.cz/"), "sites without rules are not asked about");
        let is_hidden = uri.starts_with(b"http://hidden.cz/");
        let limit = Stamp::parse("2010").unwrap();
        captures.iter().map(|it| !is_hidden && it.time.is_some_and(|time| time >= limit)).collect()
    }
}

#[test]
fn hidden_captures_are_nowhere() {
    let archive = TestArchive::new("sight");
    let both = |uri: &str, body: &str| {
        [page(uri, "2005-01-01T00:00:00Z", body), page(uri, "2015-01-01T00:00:00Z", body)].concat()
    };
    archive.add(&[
        both("http://open.cz/o", "<p>mamut otevřený"),
        both("http://hidden.cz/h", "<p>mamut tajemství"),
        both("http://partly.cz/p", "<p>mamut částečný"),
    ]);
    let index = archive.index();
    let ask =
        |query: &str| index.search(&SearchRequest { gate: Some(&Gate), ..request(query) }).unwrap();
    let found = ask("mamut");
    assert_eq!(found.total, 2);
    let mut names: Vec<&str> = found.facets.sites.iter().map(|it| it.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["open.cz", "partly.cz"]);
    let years: Vec<(&str, u64)> =
        found.facets.years.iter().map(|it| (it.name.as_str(), it.count)).collect();
    assert_eq!(years, [("2005", 1), ("2015", 2)]);
    assert_eq!(paths(&ask("mamut date:2005")), "o");
    let partly = ask("částečný");
    assert_eq!(partly.hits[0].times.unwrap().0.to_string(), "20150101000000");
    assert_eq!(ask("tajemství").total, 0);
    // A word of hidden documents alone is not suggested.
    assert!(ask("tajemstvi1").suggestions.is_empty());
    assert_eq!(archive.search("tajemstvi1").suggestions.len(), 1);
}
