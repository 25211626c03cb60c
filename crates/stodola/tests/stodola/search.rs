//! Searching an archive from the command line.

use crate::session::Session;

fn record(uri: &str, date: &str, body: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{body}");
    format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-0000{:08}>\r\n\
         WARC-Target-URI: {uri}\r\nWARC-Date: {date}\r\nContent-Type: application/http; msgtype=response\r\n\
         Content-Length: {}\r\n\r\n{block}\r\n\r\n",
        uri.len() * 1000 + body.len(),
        block.len()
    )
    .into_bytes()
}

/// An archive in the folder `a` with two pages that have the word `mamut`.
fn filled() -> Session {
    let session = Session::new();
    let day = "2007-05-01T10:00:00Z";
    let pages = [
        record(
            "http://a.example/one",
            day,
            "<html lang=en><title>=One</title><p>The mamut, and more.",
        ),
        record(
            "http://secret.example/two",
            day,
            "<html lang=en><title>Two</title><h1>mamut hidden</h1>",
        ),
        record(
            "http://a.example/three",
            day,
            "<html lang=en><title>Three</title><p>Nothing of the kind.",
        ),
    ];
    session.write("pages.warc", &pages.concat());
    session.run("archive add --copy --archive a pages.warc").expect(0);
    session
}

#[test]
fn search_needs_an_index_and_says_how_to_make_it() {
    let session = filled();
    let ran = session.run("search mamut --archive a").expect(2);
    assert!(ran.stderr.contains("stodola archive rebuild --only search"), "{}", ran.stderr);
    session.run("archive rebuild --only search --archive a").expect(0);
    let ran = session.run("search mamut --archive a").expect(0);
    assert!(ran.text().contains("20070501100000 http://a.example/one =One\n"), "{}", ran.text());
    assert!(ran.text().contains("    The mamut, and more.\n"), "{}", ran.text());
    assert_eq!(ran.stderr.trim(), "2 documents");
    let ran = session.run("search date:soon --archive a").expect(2);
    assert!(ran.stderr.contains("'soon' is not a date"), "{}", ran.stderr);
    let ran = session.run("archive stats --archive a").expect(0);
    assert!(ran.text().contains("search") || ran.stderr.contains("search"), "{}", ran.text());
}

#[test]
fn results_come_as_json_csv_addresses_and_warc() {
    let session = filled();
    session.run("archive rebuild --only search --archive a").expect(0);
    let ran = session.run("search mamut site:a.example --json --archive a").expect(0);
    let line = ran.text().lines().next().unwrap_or_default();
    for part in [
        r#""uri":"http://a.example/one""#,
        r#""date":"20070501100000""#,
        r#""type":"html""#,
        r#""lang":"en""#,
        r#""is_hit":true"#,
    ] {
        assert!(line.contains(part), "{part}: {line}");
    }
    let ran = session.run("search mamut site:a.example --csv --archive a").expect(0);
    let lines: Vec<&str> = ran.text().lines().collect();
    assert_eq!(lines[0], "uri,date,title,score,site,type,lang,status,snippet");
    assert!(lines[1].starts_with("http://a.example/one,20070501100000,'=One,"), "{}", lines[1]);
    let ran = session.run("search mamut --urls --archive a").expect(0);
    let mut urls: Vec<&str> = ran.text().lines().collect();
    urls.sort_unstable();
    assert_eq!(urls, ["http://a.example/one", "http://secret.example/two"]);
    session.run("search mamut --warc found.warc.gz --archive a").expect(0);
    let ran = session.run("warc ls found.warc.gz").expect(0);
    assert!(ran.text().contains("http://a.example/one"), "{}", ran.text());
    assert!(!ran.text().contains("http://a.example/three"), "{}", ran.text());
}

#[test]
fn blocked_and_hidden_captures_are_not_found() {
    let session = filled();
    session.run("archive rebuild --only search --archive a").expect(0);
    for what in ["block", "hide"] {
        let rule = format!("access {what} secret.example --why because --by Anna --archive a");
        session.run(&rule).expect(0);
        let ran = session.run("search mamut --urls --archive a").expect(0);
        assert_eq!(ran.text(), "http://a.example/one\n", "{what}");
        assert_eq!(ran.stderr.trim(), "1 document", "{what}");
        let ran = session.run("search mamut --urls --with-blocked --archive a").expect(0);
        assert_eq!(ran.text().lines().count(), 2, "{what}");
        session.run("access undo --why because --by Anna --archive a").expect(0);
    }
}

#[test]
fn people_correct_inflection_and_are_told_what_is_not_understood() {
    let session = filled();
    session.run("archive rebuild --only search --archive a").expect(0);
    assert_eq!(session.run("search slon --urls --archive a").expect(0).text(), "");
    session.write("a/inflection.txt", "# our words\nslon = mamut\nslon, mamut\n".as_bytes());
    let ran = session.run("search slon --urls --archive a").expect(0);
    assert_eq!(ran.text().lines().count(), 2, "{}", ran.text());
    assert!(
        ran.stderr.contains("inflection.txt, line 3: this is not understood"),
        "{}",
        ran.stderr
    );
}

#[test]
fn near_words_and_groups_of_pages_are_listed() {
    let session = filled();
    session.run("archive rebuild --only search --archive a").expect(0);
    let ran = session.run("map near mamut --distance 3 --with-blocked --archive a").expect(0);
    assert_eq!(ran.text(), "     1.000  hidden\n");
    assert!(ran.stderr.contains("2 documents read, of 2 found"), "{}", ran.stderr);
    let json = session.run("map near mamut --site secret.example --date 2007 --json --archive a");
    assert_eq!(json.expect(0).text(), "{\"word\":\"hidden\",\"relevance\":1.0}\n");
    session.run("access hide secret.example --why because --by Anna --archive a").expect(0);
    assert_eq!(session.run("map near mamut --archive a").expect(0).text(), "");
    let ran = session.run("map catalogue a.example --json --archive a").expect(0);
    assert!(ran.text().contains("\"uri\":\"http://a.example/three\""), "{}", ran.text());
    session.run("map near mamut --distance 99 --archive a").expect(2);
    session.run("map near date:soon --archive a").expect(2);
}

#[test]
fn visits_are_recorded_only_after_they_were_switched_on() {
    let session = filled();
    let ran = session.run("archive visits --archive a").expect(0);
    assert!(ran.stderr.contains("is not recorded in this archive"), "{}", ran.stderr);
    assert!(!session.path("a/visits.db").exists());
    let ran = session.run("archive visits --on --keep-days 1 --archive a").expect(0);
    assert!(ran.stderr.contains("erased after 1 day"), "{}", ran.stderr);
    assert!(session.path("a/visits.db").exists());
    assert_eq!(session.run("archive visits --site a.example --archive a").expect(0).text(), "");
    session.run("archive visits --off --archive a").expect(0);
    assert!(!session.path("a/visits.db").exists());
    session.run("archive visits --on --off --archive a").expect(2);
    session.run("archive visits --archive nowhere").expect(2);
}
