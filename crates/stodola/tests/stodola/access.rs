//! Rules of access as the keeper of an archive meets them.

use crate::session::Session;

/// The fixture by copy in the folder `a`: three captures of `stodola.example`.
fn filled() -> Session {
    let session = Session::new();
    session.run("archive add --copy --archive a @hello.warc.gz @old.arc.gz").expect(0);
    session
}

const WHY: &str = "--why because --by Anna --archive a";

#[test]
fn rules_are_added_listed_checked_and_taken_back() {
    let session = filled();
    let ran = session.run("access ls --archive a").expect(0);
    assert_eq!((ran.text(), ran.stderr.trim()), ("", "no rules: everything may be shown"));
    let ran =
        session.run(&format!("access block *.example --cause takedown-court {WHY}")).expect(0);
    assert_eq!(ran.stderr.trim(), "rule 1 added (change 1)");
    let allow = format!("access allow stodola.example --for group:readers --to 2001 {WHY}");
    session.run(&allow).expect(0);
    session.run(&format!("access hide http://stodola.example/x/* --type image/* {WHY}")).expect(0);
    let ran = session.run("access ls --archive a").expect(0);
    assert_eq!(
        ran.text(),
        "    1 block domain:example cause=takedown-court\n    \
             2 allow host:example,stodola for=group:readers to=2001-12-31T23:59:59Z\n    \
             3 hide surt:example,stodola)/x type='image/*'\n"
    );
    assert_eq!(ran.stderr.trim(), "3 rules");

    let check = |words: &str| {
        session.run(&format!("access check http://stodola.example/ --archive a {words}")).expect(0)
    };
    let ran = check("");
    let lines: Vec<&str> = ran.text().lines().collect();
    assert_eq!(lines[0], "not shown: rule 1 blocks it (takedown-court, status 451)");
    assert!(lines[1].starts_with("capture of 2026-02-03T04:05:06Z, "), "{}", lines[1]);
    assert!(lines[2].ends_with(": does not apply: it is for other visitors"), "{}", lines[2]);
    assert!(lines[3].ends_with(": decides") && lines[3].starts_with("    1 block"), "{}", lines[3]);
    assert_eq!(lines.len(), 4);
    let ran = check("--as group:readers");
    assert!(ran.text().contains("2 allow host:example,stodola for=group:readers"));
    assert!(ran.text().contains(": does not apply: it is for captures of another time"));
    let ran = check("--as group:readers --time 2001");
    assert!(ran.text().starts_with("shown: rule 2 allows it\n"), "{}", ran.text());
    assert!(ran.text().contains("applies, but rule 2 is more specific"), "{}", ran.text());
    let ran = check("--as group:readers --time 2001 --json");
    assert!(ran.text().contains(r#""decision":"allow","status":200"#), "{}", ran.text());
    let ran = session
        .run("access check http://stodola.example/x/y --type image/png --archive a")
        .expect(0);
    assert!(ran.text().starts_with("not shown: rule 3 hides it"), "{}", ran.text());
    assert!(ran.text().contains("the archive has no capture of it"), "{}", ran.text());

    let ran = session.run(&format!("access remove 1 3 {WHY}")).expect(0);
    assert_eq!(ran.stderr.trim(), "2 rules removed (change 4)");
    assert!(check("").text().starts_with("shown: no rule forbids it\n"));
    let ran = session.run(&format!("access undo {WHY}")).expect(0);
    assert_eq!(ran.stderr.trim(), "change 4 taken back (change 5)");
    assert!(check("").text().starts_with("not shown: rule 1"));
    let ran = session.run("access log --archive a").expect(0);
    let lines: Vec<&str> = ran.text().lines().collect();
    assert_eq!(lines.len(), 5 + 3 + 2 + 2);
    assert!(lines[0].starts_with("    1 20") && lines[0].ends_with("Z add Anna because"));
    assert_eq!(lines[1], "      + 1 block domain:example cause=takedown-court");
    assert!(lines.iter().any(|line| line.contains("undo 4 Anna because")));
    let ran = session.run("access log --json --archive a").expect(0);
    assert!(
        ran.text().lines().nth(3).unwrap().contains(r#""kind":"remove","undoes":null,"added":[],"#)
    );
    // The operator sees everything.
    let ran = session.run("archive lookup --archive a http://stodola.example/").expect(0);
    assert_eq!(ran.text().lines().count(), 3);
}

#[test]
fn wrong_words_are_told_and_change_nothing() {
    let session = filled();
    for (words, said) in [
        ("block a@b.cz --why x", "'a@b.cz' is not an address"),
        ("block a.cz --for readers --why x", "'readers' is not an audience"),
        ("block a.cz --from yesterday --why x", "'yesterday' is not a time"),
        ("block a.cz --from 2015 --to 2014 --why x", "is empty"),
        ("block a.cz --younger-than soon --why x", "'soon' is not a period"),
        ("block a.cz --type pictures --why x", "'pictures' is not a media type"),
        ("block a.cz --why= --by y", "say why"),
        ("block a.cz --why x --by=", "say who you are"),
        ("remove 7 --why x --by y", "there is no rule 7"),
        ("undo --why x --by y", "there is no change that could be undone"),
        ("check http://a.cz/ --as readers", "'readers' is not a group"),
    ] {
        let ran = session.run(&format!("access {words} --archive a")).expect(2);
        assert!(ran.stderr.contains(said), "{words}: {}", ran.stderr);
    }
    let ran = session.run("access ls --archive nowhere").expect(2);
    assert!(ran.stderr.contains("nowhere"), "{}", ran.stderr);
    let ran = session.run("access log --archive a").expect(0);
    assert_eq!(ran.text(), "");
}

#[test]
fn rules_of_other_programs_are_imported_whole_or_not_at_all() {
    let session = filled();
    let good = "example, - {\"access\": \"block\"}\nexample,stodola)/ - {\"access\": \"allow\", \"user\": \"staff\"}\n";
    std::fs::write(session.path("rules.aclj"), good).unwrap();
    std::fs::write(session.path("bad.aclj"), format!("{good}org,x - {{\"access\": \"deny\"}}\n"))
        .unwrap();
    let ran = session.run(&format!("access import bad.aclj {WHY}")).expect(2);
    assert!(ran.stderr.contains("bad.aclj: line 3: its access is none of allow"), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("nothing was imported: 1 rule cannot be expressed"),
        "{}",
        ran.stderr
    );
    let ran = session.run(&format!("access import rules.aclj {WHY}")).expect(0);
    assert_eq!(ran.stderr.trim(), "2 rules imported (change 1)");
    let ran =
        session.run("access check http://stodola.example/ --archive a --as group:staff").expect(0);
    assert!(ran.text().starts_with("shown: rule 2 allows it"), "{}", ran.text());
    let outback = r#"{"rules": [{"id": 1, "policyId": 1, "urlPatterns": ["*.cz"]}],
        "policies": [{"id": 1, "accessPoints": ["staff"]}]}"#;
    std::fs::write(session.path("rules.json"), outback).unwrap();
    session.run(&format!("access import rules.json --block {WHY}")).expect(0);
    let ran = session.run("access check http://a.cz/ --archive a").expect(0);
    assert!(ran.text().starts_with("not shown: rule 3 blocks it"), "{}", ran.text());
    session.run(&format!("access undo 1 {WHY}")).expect(0);
    let ran = session.run("access ls --archive a").expect(0);
    assert_eq!(ran.text().lines().count(), 2);
}
