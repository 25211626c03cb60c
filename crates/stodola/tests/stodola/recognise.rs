//! Recognising a nation's pages, and making packs.

use crate::session::Session;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

const PAGE: &str = "<html lang=cs><title>Spolek</title><p>Když není čas, napište nám, protože jsme \
    tady pro všechny, kteří ještě něco potřebují.<p>Sídlíme v Praze. <a href='mailto:a@b.cz'>Pošta</a>, \
    telefon +420 222 333 444.<a href=http://www.idnes.cz/>zprávy</a>";
const FOREIGN: &str = "<html lang=de><title>Verein</title><p>Wir freuen uns auf Ihren Besuch. \
    Schreiben Sie an info@verein.de.";

/// The members of a JSON line at its top level, by name; enough for ours.
fn members(line: &str) -> Vec<String> {
    let (mut depth, mut in_string, mut is_escaped) = (0, false, false);
    let (mut names, mut start) = (Vec::new(), 0);
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => {
                in_string = !in_string;
                if in_string {
                    start = at + 1;
                } else if depth == 1 && line.as_bytes().get(at + 1) == Some(&b':') {
                    names.push(line[start..at].to_owned());
                }
            }
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => depth -= 1,
            _ => {}
        }
    }
    names
}

#[test]
fn json_has_the_agreed_members() {
    let session = Session::new();
    session.write("page.html", PAGE.as_bytes());
    let ran = session.run("recognise --json page.html").expect(0);
    let line = ran.text().trim_end();
    assert_eq!(
        members(line),
        ["uri", "valid", "points", "probability", "language", "criteria"],
        "{line}"
    );
    assert!(line.starts_with("{\"uri\":\"page.html\",\"valid\":true,\"points\":"), "{line}");
    assert!(
        line.contains(
            "{\"name\":\"email\",\"found\":1,\"valid\":1,\"points\":20,\"evidence\":\
             [{\"text\":\"a@b.cz\",\"position\":null}]}"
        ),
        "{line}"
    );
    assert!(
        line.contains(
            "\"name\":\"server\",\"found\":0,\"valid\":0,\"points\":0,\"evidence\":[],\
             \"lacks\":\"no data: "
        ),
        "{line}"
    );
    assert!(ran.stderr.contains("1 page: 1 valid, 0 not valid; 0 skipped"), "{}", ran.stderr);
    let ran = session.run("recognise --json --features page.html").expect(0);
    assert_eq!(members(ran.text().trim_end()).last().unwrap(), "features");
}

#[test]
fn a_person_reads_the_reason() {
    let session = Session::new();
    session.write("page.html", PAGE.as_bytes());
    session.write("seite.html", FOREIGN.as_bytes());
    let ran = session.run("recognise page.html seite.html").expect(0);
    let text = ran.text();
    for part in [
        "valid      page.html\n           Spolek\n           probability ",
        "    phone                   1        1   100     30  +420 222 333 444\n",
        "    places                  1        1   100     10  Praze\n",
        "not valid  seite.html\n           Verein\n           probability ",
        "    server                  -        -     -      -  no data: no database",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn folders_lists_and_archives_are_looked_into() {
    let session = Session::new();
    fs::create_dir_all(session.path("web/inner")).unwrap();
    session.write("web/a.html", PAGE.as_bytes());
    session.write("web/inner/b.html", FOREIGN.as_bytes());
    session.write("web/c.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    let ran = session.run("recognise --json web").expect(0);
    let uris: Vec<_> = ran.text().lines().map(|it| it.split('"').nth(3).unwrap()).collect();
    assert_eq!(uris, ["web/a.html", "web/inner/b.html"]);
    assert!(ran.stderr.contains("2 pages: 1 valid, 1 not valid; 1 skipped"), "{}", ran.stderr);

    session.write("list.txt", b"# pages\nweb/inner/b.html\n\nweb/a.html\n");
    let ran = session.run("recognise --json --list list.txt").expect(0);
    assert_eq!(ran.text().lines().count(), 2);

    let ran = session.run("recognise --json @hello.warc.gz").expect(0);
    assert!(ran.text().contains("{\"uri\":\"http://www.stodola.example/\""), "{}", ran.text());
}

#[test]
fn what_calls_itself_text_and_is_a_film_is_not_analysed() {
    let session = Session::new();
    let mut film = b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41".to_vec();
    film.resize(3 << 20, 0x9c);
    session.write("film.txt", &film);
    let ran = session.run("recognise --json film.txt").expect(0);
    assert_eq!(ran.text(), "");
    assert!(ran.stderr.contains("0 pages: 0 valid, 0 not valid; 1 skipped"), "{}", ran.stderr);
}

#[test]
fn points_decide_where_they_are_asked_to() {
    let session = Session::new();
    session.write("page.html", PAGE.as_bytes());
    for (minimum, word) in [(-5, "valid "), (10_000, "not valid ")] {
        let ran = session.run(&format!("recognise --min-points {minimum} page.html")).expect(0);
        assert!(ran.text().starts_with(word) && ran.text().contains("           points "));
    }
    session.write(
        "w.properties",
        b"webanalyzer.searcher.phone.regexp=\\\\+420 [0-9 ]{9,}\nwebanalyzer.searcher.phone.point=7\n\
          webanalyzer.urlanalyzer.min.valid.points=7\nsome.key=1\n",
    );
    let ran = session.run("recognise --json --properties w.properties page.html").expect(0);
    assert!(ran.text().contains("\"valid\":true,\"points\":7,"), "{}", ran.text());
    assert!(
        ran.stderr.contains("w.properties:4: 'some.key = 1': WebAnalyzer has no such key"),
        "{}",
        ran.stderr
    );
}

#[test]
fn another_nation_is_another_pack() {
    let session = Session::new();
    let page = "<html lang=sk><p>Keďže všetky súbory, ktoré máte, alebo môžete mať, sú v Žiline: \
        info@spolok.sk, +421 905 123 456";
    session.write("sk.html", page.as_bytes());
    assert!(session.run("recognise --pack sk sk.html").expect(0).text().starts_with("valid "));
    assert!(session.run("recognise --pack cz sk.html").expect(0).text().starts_with("not valid "));
}

#[test]
fn bad_input_is_named_and_stops_the_run() {
    let session = Session::new();
    session.write("page.html", PAGE.as_bytes());
    session.write("bad.mmdb", b"nothing of the kind");
    session.write("bad.properties", b"\nwebanalyzer.emailsearcher.point=11\n");
    session.write("worse.properties", b"webanalyzer.emailsearcher.regexp=(\n");
    fs::create_dir_all(session.path("pack")).unwrap();
    session.write("pack/pack.toml", b"name = \"x\"\nnonsense\n");
    for (words, expect) in [
        ("--pack nowhere page.html", "no pack 'nowhere'"),
        ("--pack pack page.html", "pack.toml:2: "),
        ("--geo bad.mmdb page.html", "'bad.mmdb' cannot be used as a database of countries"),
        ("--geo none.mmdb page.html", "cannot read 'none.mmdb'"),
        ("--properties bad.properties page.html", "bad.properties:2: "),
        ("--properties worse.properties page.html", "emailsearcher.regexp: invalid pattern '('"),
        ("--list none.txt", "cannot read the list 'none.txt'"),
        ("none.html", "none.html: "),
        ("http://a.example/ http://b.example/", "--contact"),
        ("http://127.0.0.1:1/", "http://127.0.0.1:1/: "),
    ] {
        let ran = session.run(&format!("recognise {words}")).expect(2);
        assert!(ran.stderr.contains(expect), "{words}: {}", ran.stderr);
    }
}

#[test]
fn the_report_is_one_page_without_anything_from_elsewhere() {
    let session = Session::new();
    session.write("a.html", PAGE.as_bytes());
    session.write("<b>.html", FOREIGN.replace("Verein<", "&lt;i>Verein<").as_bytes());
    let words = "recognise --json --min-points 100 --report out a.html <b>.html";
    session.run(words).expect(0);
    let report = fs::read_to_string(session.path("out/report.html")).unwrap();
    for part in
        ["2 pages were judged: 1 valid, 1 not valid.", "<svg ", "language-tag", "1 found, 1 valid"]
    {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
    for part in ["<script", "http://", "https://", "<b>", "<i>"] {
        assert!(!report.contains(part), "{part} is in\n{report}");
    }
}

#[test]
fn a_dictionary_of_exclusive_words_makes_a_pack() {
    let session = Session::new();
    session.write("own.aff", b"SET UTF-8\n");
    session.write("own.dic", "3\nkůň/A\nvoda\nřeka\n".as_bytes());
    session.write("next.txt", "voda\n".as_bytes());
    let words = "pack build nation --language cs --words own.dic --neighbour next.txt";
    let ran = session.run(words).expect(0);
    assert!(ran.stderr.contains("2 words: 3 of the language, 1 shared"), "{}", ran.stderr);
    let list = fs::read_to_string(session.path("nation/words.txt")).unwrap();
    let list: Vec<_> = list.lines().filter(|it| !it.starts_with('#')).collect();
    assert_eq!(list, ["kůň", "řeka"]);
    session.write("page.html", "<p>Kůň pije".as_bytes());
    let ran = session.run("recognise --json --pack nation page.html").expect(0);
    assert!(
        ran.text().contains("\"name\":\"dictionary\",\"found\":2,\"valid\":1"),
        "{}",
        ran.text()
    );
    for (words, expect) in [
        ("pack build x --language Czech --words own.dic", "'Czech' is not a language code"),
        ("pack build x --language cs --words no.dic", "no.dic"),
        ("pack build x --language cs --words next.txt --neighbour next.txt", "no word is left"),
    ] {
        let ran = session.run(words).expect(2);
        assert!(ran.stderr.contains(expect), "{words}: {}", ran.stderr);
        assert!(!session.path("x").exists());
    }
}

/// Serves pages on loopback, each to who asks for it, and gives the address.
fn serve(pages: &'static [(&'static str, &'static str)]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    // The thread ends with the test.
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let request = lines.next().unwrap().unwrap();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let path = request.split(' ').nth(1).unwrap_or_default();
            let answer = pages.iter().find(|(known, _)| *known == path).map_or(
                "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                |(_, answer)| *answer,
            );
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    address
}

#[test]
fn a_page_is_fetched_as_its_robots_rules_allow() {
    let address = serve(&[
        (
            "/robots.txt",
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n\
             User-agent: *\nDisallow: /private\n",
        ),
        ("/old", "HTTP/1.1 301 Moved\r\nLocation: /new\r\nConnection: close\r\n\r\n"),
        (
            "/new",
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Language: cs\r\n\
             Connection: close\r\n\r\n<p>Volejte +420 222 333 444",
        ),
    ]);
    let session = Session::new();
    let ran = session.run(&format!("recognise --json --allow-private {address}/old")).expect(0);
    assert!(ran.text().contains(&format!("{{\"uri\":\"{address}/new\"")), "{}", ran.text());
    assert!(ran.text().contains("\"name\":\"language-tag\",\"found\":1,\"valid\":1"));
    assert!(ran.text().contains("\"name\":\"phone\",\"found\":1,\"valid\":1"));
    for (words, expect) in [
        ("--allow-private ADDRESS/private/x", "its robots.txt forbids it: 'Disallow: /private'"),
        ("--allow-private ADDRESS/missing", "the server answered with status 404"),
        ("ADDRESS/new", "its address 127.0.0.1 is not a public one"),
    ] {
        let words = words.replace("ADDRESS", &address);
        let ran = session.run(&format!("recognise {words}")).expect(2);
        assert!(ran.stderr.contains(expect), "{words}: {}", ran.stderr);
    }
}

#[test]
fn records_tell_server_and_language_of_their_pages() {
    let session = Session::new();
    let http =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Language: cs\r\n\r\n<p>a@b.cz";
    let warc = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n\
         WARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n\
         WARC-IP-Address: 192.0.2.1\r\nContent-Type: application/http;msgtype=response\r\n\
         Content-Length: {}\r\n\r\n{http}\r\n\r\n",
        http.len()
    );
    session.write("a.warc", warc.as_bytes());
    let ran = session.run("recognise --json a.warc").expect(0);
    assert!(ran.text().contains("\"name\":\"language-tag\",\"found\":1,\"valid\":1"));
    assert!(ran.text().contains("\"name\":\"email\",\"found\":1,\"valid\":1"));
    session.write("broken.warc", &warc.as_bytes()[..warc.len() - 40]);
    session.run("recognise --json broken.warc").expect(1);
}

#[test]
fn a_rule_decides_and_shows_which_part_did() {
    let session = Session::new();
    session.write(
        "page.html",
        "<title>Odense</title><p>Biblioteket er åbent alle hverdage i Odense.".as_bytes(),
    );
    let ran = session.run("recognise --pack dk --explain page.html").expect(0);
    let text = ran.text();
    for part in [
        "not valid  page.html\n           Odense\n           rule not met; points ",
        "  * false     or\n  * false       domain(dk)\n  * false       and\n",
        "  * false         in-links\n    true          at least 1 of\n    false           server\n",
        "    true            places\n",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
    let ran = session.run("recognise --pack dk --json page.html").expect(0);
    let part = "\"rule\":[{\"depth\":0,\"part\":\"or\",\"true\":false,\"decides\":true},";
    assert!(ran.text().contains(part), "{}", ran.text());
    let ran = session.run("recognise --explain page.html").expect(0);
    assert!(ran.text().contains("  * false     probability 0."), "{}", ran.text());
}

#[test]
fn lists_of_the_operator_and_vetoes_are_heeded() {
    let session = Session::new();
    session.write("page.html", PAGE.as_bytes());
    fs::create_dir_all(session.path("lists")).unwrap();
    session.write("lists/racist-words.txt", b"# ours\nspolek; zpr\xc3\xa1vy\n");
    let run = |more: &str| {
        session.run(&format!("recognise --json {more} page.html")).expect(0).text().to_owned()
    };
    assert!(run("").contains("\"valid\":true"));
    let listed = run("--lists lists");
    assert!(listed.contains("\"valid\":true"), "{listed}");
    assert!(listed.contains("\"name\":\"racist-words\",\"found\":1,\"valid\":1,\"points\":-10"));
    let vetoed = run("--lists lists --veto racist-words");
    assert!(vetoed.contains("\"valid\":false"), "{vetoed}");
    assert!(vetoed.contains("\"veto\":\"racist-words\""), "{vetoed}");
    assert!(run("--lists lists --veto racist-words=2").contains("\"valid\":true"));
    let ran = session.run("recognise --lists lists --veto racist-words page.html").expect(0);
    assert!(ran.text().contains("not valid because of racist-words: a veto"), "{}", ran.text());
    let ran = session.run("recognise --veto words page.html").expect(2);
    assert!(ran.stderr.contains("'words' is not a veto"), "{}", ran.stderr);
    session.write("lists/rude.txt", b"x\n");
    let ran = session.run("recognise --lists lists page.html").expect(2);
    assert!(ran.stderr.contains("there is no list 'rude.txt'"), "{}", ran.stderr);
}

#[test]
fn documents_of_other_types_are_judged_on_request() {
    let session = Session::new();
    fs::create_dir_all(session.path("web")).unwrap();
    session.write("web/c.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    let ran = session.run("recognise --json --all-types web").expect(0);
    assert!(ran.text().starts_with("{\"uri\":\"web/c.png\",\"valid\":false"), "{}", ran.text());
    assert!(ran.text().contains("no data: the document is not text"), "{}", ran.text());
    assert!(ran.stderr.contains("1 page: 0 valid, 1 not valid; 0 skipped"), "{}", ran.stderr);
}

/// A WARC file with pages.
fn pages(pages: &[(&str, &str)]) -> Vec<u8> {
    let record = |(uri, html): &(&str, &str)| {
        let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}");
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\n\
             WARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n\
             Content-Type: application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
            http.len()
        )
    };
    pages.iter().map(record).collect::<String>().into_bytes()
}

#[test]
fn captures_tell_known_sites_and_links_from_the_national_domain() {
    let session = Session::new();
    fs::create_dir_all(session.path("warcs/more")).unwrap();
    let portal = "<a href=http://www.spolek.cz/>1</a><a href=http://klub.example/a#x>2</a>\
        <a href=http://noviny.cz/>3</a><a href=/next>4</a><img src=http://img.cz/x.png>";
    let next = "<a href=http://spolek.cz/b>1</a><a href=http://klub.example/a>2</a>";
    let first = [("http://www.portal.cz/", portal), ("http://katalog.portal.cz/next", next)];
    session.write("warcs/a.warc", &pages(&first));
    session.write("warcs/more/b.warc", &pages(&[("http://a.example/", portal)]));
    session.write("warcs/notes.txt", b"no archive");
    let ran = session.run("pack sites warcs --portal portal.cz --out sites.txt").expect(0);
    assert!(ran.stderr.contains("2 sites that 2 pages of portals link to"), "{}", ran.stderr);
    let lines = |name: &str| {
        let text = fs::read_to_string(session.path(name)).unwrap();
        let lines = text.lines().filter(|it| !it.starts_with('#')).map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    assert_eq!(lines("sites.txt"), ["noviny.cz", "spolek.cz"]);
    let words = "pack sites warcs --portal portal.cz --everywhere --least 2 --out sites.txt";
    session.run(words).expect(0);
    assert_eq!(lines("sites.txt"), ["klub.example", "spolek.cz"]);

    let ran = session.run("pack links warcs --out in-links.tsv").expect(0);
    assert!(ran.stderr.contains("1 addresses that 2 pages of the national"), "{}", ran.stderr);
    assert_eq!(lines("in-links.tsv"), ["2\thttp://klub.example/a"]);
    session.write("k.warc", &pages(&[("http://klub.example/a", "<p>Hello")]));
    let ran = session.run("recognise --json --in-links in-links.tsv k.warc").expect(0);
    let part = "\"name\":\"in-links\",\"found\":2,\"valid\":2,\"points\":40";
    assert!(ran.text().contains(part), "{}", ran.text());

    fs::create_dir_all(session.path("empty")).unwrap();
    let ran = session.run("pack links empty --out x.tsv").expect(2);
    assert!(ran.stderr.contains("there is no WARC or ARC file"), "{}", ran.stderr);
    session.run("pack links no-such --out x.tsv").expect(2);
}

#[test]
fn a_dictionary_is_built_from_texts_with_its_size_and_coverage() {
    let session = Session::new();
    for folder in ["own", "check"] {
        fs::create_dir_all(session.path(folder)).unwrap();
    }
    session.write("own/a.txt", "slovo slovo slovo, jiné jiné jiné, jednou".as_bytes());
    session.write("check/a.txt", "Slovo a jiné slovo".as_bytes());
    let words = "pack build mine --language cs --words own --check check";
    let ran = session.run(words).expect(0);
    assert!(ran.stderr.contains("2 words: 2 of the language"), "{}", ran.stderr);
    assert!(ran.stderr.contains("coverage: 100.0 % of 3 words"), "{}", ran.stderr);
    let text = fs::read_to_string(session.path("mine/words.txt")).unwrap();
    assert!(text.contains("\n# size: 2 words\n# coverage: 100.0 % of 3 words, 2 of 2 different"));
    assert!(text.ends_with("\njiné\nslovo\n"), "{text}");
}
