//! Proposals for small archives, and the tests of files.

use super::*;
use crate::Quiet;
use crate::made_archive::{Answer, MadeArchive};

#[test]
fn equal_contents_under_several_addresses_propose_rules() {
    let time = "20240101000000";
    let uris: Vec<(String, String)> = (0..5)
        .flat_map(|n| {
            [
                (format!("http://a.cz/{n}/"), format!("folder {n}")),
                (format!("http://a.cz/{n}/index.php"), format!("folder {n}")),
                (format!("http://a.cz/show?id={n}&sid=1"), format!("show {n}")),
                (format!("http://a.cz/show?id={n}&sid=2"), format!("show {n}")),
                (format!("http://a.cz/list?p={n}&q=1"), format!("list {n}")),
                (format!("http://a.cz/list?q=1&p={n}"), format!("list {n}")),
                (format!("http://a.cz/{n}/other.php"), format!("other {n}")),
            ]
        })
        .collect();
    let answers: Vec<Answer<'_>> =
        uris.iter().map(|(uri, body)| Answer::page(uri, time, body)).collect();
    let archive = MadeArchive::new("suggest", &answers);
    let settings = SuggestSettings { archive: archive.path(), site: "a.cz".to_owned() };
    let suggested = suggest_rules(&settings, &Quiet).unwrap();
    let changes: Vec<(&SuggestedChange, u64, u64)> =
        suggested.evidence.iter().map(|it| (&it.change, it.equal, it.different)).collect();
    let index = SuggestedChange::Index { name: "index.php".to_owned() };
    let needless =
        SuggestedChange::Needless { path: "/show".to_owned(), parameter: "sid".to_owned() };
    let order = SuggestedChange::Order { path: "/list".to_owned() };
    assert_eq!(changes, [(&index, 5, 0), (&needless, 5, 0), (&order, 5, 0)]);
    assert_eq!(suggested.evidence[0].examples.len(), 3);
    assert_eq!((suggested.addresses, suggested.is_cut), (35, false));
    // What is proposed can be read, and passes its tests.
    let file = archive.folder.join("rules.toml");
    std::fs::write(&file, &suggested.text).unwrap();
    let check = check_rules(&file).unwrap();
    assert_eq!((check.sites, check.failed.len()), (1, 0), "{}", suggested.text);
    assert!(check.tests >= 6, "{}", suggested.text);
    let rules = SiteRulesFile::load(&file).unwrap();
    let counted = |uri: &str| counted_address(&rules, uri.as_bytes());
    assert_eq!(counted("http://a.cz/7/index.php"), Some(b"http://a.cz/7/".to_vec()));
    assert_eq!(counted("http://a.cz/show?sid=9&id=1"), Some(b"http://a.cz/show?id=1".to_vec()));
    assert_eq!(counted("http://a.cz/list?q=1&p=1"), Some(b"http://a.cz/list?p=1&q=1".to_vec()));
    assert_eq!(counted("http://a.cz/7/other.php"), None);
}

#[test]
fn nothing_is_proposed_without_enough_evidence() {
    let time = "20240101000000";
    let archive = MadeArchive::new(
        "suggest-little",
        &[
            Answer::page("http://a.cz/", time, "x"),
            Answer::page("http://a.cz/index.php", time, "x"),
            Answer::page("http://a.cz/s?a=1", time, "1"),
            Answer::page("http://a.cz/s?a=2", time, "2"),
        ],
    );
    let settings = SuggestSettings { archive: archive.path(), site: "a.cz".to_owned() };
    let suggested = suggest_rules(&settings, &Quiet).unwrap();
    assert_eq!((suggested.text.as_str(), suggested.evidence.len()), ("", 0));
}

#[test]
fn archives_have_rules_if_there_is_a_file() {
    let archive =
        MadeArchive::new("rules-file", &[Answer::page("http://a.cz/", "20240101000000", "x")]);
    assert!(rules_of_archive(&archive.path()).unwrap().is_empty());
    let file = archive.path().join(SITE_RULES_FILE);
    std::fs::write(&file, "[[site]]\nhosts = [\"a.cz\"]\nindex = [\"i.html\"]\n").unwrap();
    assert_eq!(rules_of_archive(&archive.path()).unwrap().sites().len(), 1);
    let test = "[[test]]\nurl = \"http://a.cz/i.html\"\nbecomes = \"http://a.cz/i.html\"\n";
    std::fs::write(&file, test).unwrap();
    assert!(rules_of_archive(&archive.path()).is_ok());
    let wrong = format!("[[site]]\nhosts = [\"a.cz\"]\nindex = [\"i.html\"]\n{test}");
    std::fs::write(&file, wrong).unwrap();
    assert!(matches!(rules_of_archive(&archive.path()), Err(SiteRulesError::Test(_))));
    assert_eq!(check_rules(&file).unwrap().failed.len(), 1);
}
