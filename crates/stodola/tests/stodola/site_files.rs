//! Rules about the addresses of a site, a copy of it, and its changes, from the command line.

use crate::session::Session;

fn record(uri: &str, date: &str, status: u16, body: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 {status} X\r\nContent-Type: text/html\r\n\r\n{body}");
    format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\nWARC-Date: {date}\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    )
    .into_bytes()
}

/// An archive in the folder `a`.
fn filled() -> Session {
    let session = Session::new();
    let mut records = Vec::new();
    let (one, two) = ("2024-01-01T00:00:00Z", "2024-02-01T00:00:00Z");
    for n in 0..4 {
        let body = format!("<title>Folder {n}</title><a href=index.php>me</a><p>page {n}");
        records.extend(record(&format!("http://a.cz/{n}/"), one, 200, &body));
        records.extend(record(&format!("http://a.cz/{n}/index.php"), one, 200, &body));
    }
    records.extend(record("http://a.cz/", one, 200, "<title>Home</title><a href=1/>one</a>"));
    records.extend(record("http://a.cz/", two, 200, "<title>Home</title><a href=1/>one</a> more"));
    records.extend(record("http://a.cz/1/", two, 404, "no"));
    session.write("pages.warc", &records);
    session.run("archive add --copy --archive a pages.warc").expect(0);
    session
}

#[test]
fn rules_are_proposed_tested_and_used_by_the_map() {
    let session = filled();
    let ran = session.run("map rules suggest a.cz --archive a").expect(0);
    assert!(ran.text().starts_with("[[site]]\nhosts = [\"a.cz\"]\nindex = [\"index.php\"]\n"));
    let told = "index.php at the end of a path means the folder: 4 of 4 pairs of addresses had the \
        same content\n  http://a.cz/0/index.php = http://a.cz/0/\n";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
    let file = session.write("a/site-rules.toml", ran.text().as_bytes());
    let ran = session.run("map rules check a/site-rules.toml").expect(0);
    assert_eq!(ran.stderr.trim(), "3 tests, all passed");
    session.run("archive rebuild --only map --archive a").expect(0);
    let rank = || session.run("map rank --json --archive a").expect(0).text().to_owned();
    let ruled = rank();
    // `/1/` is gone, so its page is the equal address that is still there.
    assert!(ruled.contains("http://a.cz/0/\"") && !ruled.contains("/0/index.php"), "{ruled}");
    assert_eq!(ruled.lines().count(), 5, "{ruled}");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("becomes = \"http://a.cz/0/\"", "becomes = \"http://b/\""))
        .unwrap();
    let ran = session.run("map rules check a/site-rules.toml").expect(1);
    assert!(
        ran.stderr.contains("must become http://b/, but becomes http://a.cz/0/"),
        "{}",
        ran.stderr
    );
    let ran = session.run("map rank --archive a").expect(2);
    assert!(ran.stderr.contains("the test fails"), "{}", ran.stderr);
    std::fs::remove_file(&file).unwrap();
    assert!(rank().contains("/0/index.php"));
    session.write("wrong.toml", b"[[site]]\nhost = [\"a.cz\"]\n");
    let ran = session.run("map rules check wrong.toml").expect(2);
    assert!(
        ran.stderr.contains("wrong.toml:2: unknown key `host`; did you mean `hosts`?"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_site_is_copied_to_files_that_link_to_each_other() {
    let session = filled();
    let ran = session.run("map static a.cz --date 2024-01-02 --out copy --archive a").expect(0);
    assert!(ran.stderr.contains("9 pages and 0 other files"), "{}", ran.stderr);
    let home = std::fs::read_to_string(session.path("copy/http/a.cz/~index.html")).unwrap();
    assert_eq!(home, "<title>Home</title><a href=1/~index.html>one</a>");
    assert!(session.path("copy/index.html").exists() && !session.path("copy/unfinished").exists());
    let ran = session.run("map static a.cz --out copy --archive a").expect(2);
    assert!(ran.stderr.contains("is not empty; choose another one"), "{}", ran.stderr);
    let ran = session.run("map static a.cz --out later --archive a").expect(1);
    assert!(
        ran.stderr.contains("1 the server answered with an error at that time"),
        "{}",
        ran.stderr
    );
    let list = std::fs::read_to_string(session.path("later/copy.ndjson")).unwrap();
    assert!(list.contains("{\"uri\":\"http://a.cz/1/\",\"missing\":\"failed\"}"), "{list}");
}

#[test]
fn changes_are_listed_and_fed() {
    let session = filled();
    let ran = session.run("map changes a.cz --from 2024-01-02 --archive a").expect(0);
    assert_eq!(
        ran.text(),
        "20240201000000 changed http://a.cz/\n  Home. Changed: 1 word added, 0 removed. New: “more”\n\
        20240201000000 gone http://a.cz/1/\n  Folder 1. Gone: the server says that the page is not there any more.\n"
    );
    let ran = session.run("map changes a.cz --newest 1 --json --archive a").expect(0);
    let line = "{\"uri\":\"http://a.cz/\",\"kind\":\"changed\",\"time\":\"20240201000000\",\
        \"before\":\"20240101000000\",\"title\":\"Home\",\"added\":1,\"removed\":0}\n";
    assert_eq!(ran.text(), line);
    assert_eq!(ran.stderr.trim(), "10 older changes are not shown");
    for (form, part) in [("atom", "<feed xmlns="), ("rss", "<rss version=\"2.0\"")] {
        let ran = session.run(&format!("map changes a.cz --{form} --archive a")).expect(0);
        assert!(ran.text().contains(part), "{}", ran.text());
    }
}
