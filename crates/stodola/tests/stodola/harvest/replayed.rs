//! What the harvest writes must replay in the tools people have: every capture is asked of a real pywb and
//! held against what the server had sent.
//!
//! `STODOLA_PYWB` names the folder with pywb's programs; `./test` installs it and sets the variable.

use super::look_again_after;
use super::tiny::{Answer, Tiny};
use super::web::{Harvest, Job};
use crate::session::{Session, skipped};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use stodola_warc::decode::payload_reader;
use stodola_warc::http::parse_response;
use stodola_warc::{Reader, RecordType};

const WITHIN: Duration = Duration::from_secs(120);

/// The pages of a site whose answers differ in framing, type and validators while their bodies are the same.
struct Page {
    path: &'static str,
    media_type: &'static str,
    is_chunked: bool,
    has_tag: bool,
    body: &'static str,
}

const fn page(
    path: &'static str,
    media_type: &'static str,
    is_chunked: bool,
    has_tag: bool,
    body: &'static str,
) -> Page {
    Page { path, media_type, is_chunked, has_tag, body }
}

const ONE: &str = "<p>the same page, once chunked and once not";
/// What a program that looks for chunks may take for one.
const TWO: &str = "5\r\n<p>ab\r\n0\r\n\r\n and more of it";
const THREE: &str = "<p>two addresses with the same bytes, and each with a type of its own";
const FOUR: &str = "<p>chunked, and the server can tell that it has not changed";

/// In the order in which they are found and fetched.
const PAGES: &[Page] = &[
    page("/one-chunked", "text/html", true, false, ONE),
    page("/one-plain", "text/html", false, false, ONE),
    page("/one-plain-again", "text/html", false, false, ONE),
    page("/two-plain", "text/html", false, false, TWO),
    page("/two-chunked", "text/html", true, false, TWO),
    page("/two-chunked-again", "text/html", true, true, TWO),
    page("/three-html", "text/html", false, true, THREE),
    page("/three-text", "text/plain", false, true, THREE),
    page("/three-html-again", "text/html", false, true, THREE),
    page("/four", "text/html", true, true, FOUR),
];

impl Page {
    fn answer(&self, condition: Option<&str>) -> Answer {
        let tag = format!("\"100%{}\"", self.path);
        if self.has_tag && condition == Some(&tag) {
            return (304, format!("ETag: {tag}\r\nX-Odd: 100%25 \u{e9}\r\n"), Vec::new());
        }
        let mut head = format!("Content-Type: {}\r\n", self.media_type);
        if self.has_tag {
            head.push_str(&format!("ETag: {tag}\r\n"));
        }
        if !self.is_chunked {
            return (200, head, self.body.as_bytes().to_vec());
        }
        head.push_str("Transfer-Encoding: chunked\r\n");
        let (a, b) = self.body.split_at(7);
        let chunks = format!("{:x}\r\n{a}\r\n{:x}\r\n{b}\r\n0\r\n\r\n", a.len(), b.len());
        (200, head, chunks.into_bytes())
    }
}

/// Harvests the site three times, at different seconds: replay tools tell captures apart by them.
fn harvest_three_times() -> (Harvest, String) {
    let tiny = Tiny::start(|asked| match &*asked.path {
        "/" => {
            let links = PAGES.iter().map(|page| format!("<a href='{}'>x</a>", page.path));
            let html = "Content-Type: text/html\r\n".to_owned();
            (200, html, links.collect::<String>().into_bytes())
        }
        path => match PAGES.iter().find(|page| page.path == path) {
            Some(page) => page.answer(asked.condition.as_deref()),
            None => (404, String::new(), Vec::new()),
        },
    });
    let site = format!("http://127.0.0.1:{}", tiny.addr.port());
    let job = Job::bare("all")
        .seeds(&[format!("{site}/")])
        .with("fetch.workers", 1)
        .with("fetch.allow_private", true)
        .with("extract.sitemaps", false);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    for _ in 0..2 {
        let second = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        let before = second();
        while second() <= before {
            look_again_after(Duration::from_millis(20));
        }
        harvest.start(&["--again"]).finish(WITHIN).expect(0);
    }
    (harvest, site)
}

/// Every capture of a page: its address and its time in 14 digits, and how the record is stored.
fn captures(archive: &Path) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for path in super::archive::files(archive) {
        let mut reader = Reader::open(&path).unwrap();
        while let Some(record) = reader.next_record().unwrap() {
            let header = |name| {
                let value = record.warc().unwrap().get(name).unwrap_or_default();
                String::from_utf8(value.to_vec()).unwrap()
            };
            let digits =
                header("WARC-Date").chars().filter(char::is_ascii_digit).take(14).collect();
            let stored = match record.kind() {
                RecordType::Response => "response".to_owned(),
                RecordType::Revisit => {
                    header("WARC-Profile").rsplit('/').next().unwrap().to_owned()
                }
                _ => continue,
            };
            found.push((header("WARC-Target-URI"), digits, stored));
        }
    }
    found
}

/// pywb with all files of an archive.
struct Pywb {
    child: Child,
    port: u16,
    _session: Session,
}

impl Pywb {
    fn start(programs: &Path, archive: &Path) -> Pywb {
        let session = Session::new();
        let folder = session.path(".");
        let manager = |words: &[&str], files: &[PathBuf]| {
            let mut command = Command::new(programs.join("wb-manager"));
            let output = command.args(words).args(files).current_dir(&folder).output().unwrap();
            assert!(output.status.success(), "{output:?}");
        };
        manager(&["init", "all"], &[]);
        manager(&["add", "all"], &super::archive::files(archive));
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let child = Command::new(programs.join("wayback"))
            .args(["-b", "127.0.0.1", "-p", &port.to_string()])
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let pywb = Pywb { child, port, _session: session };
        let deadline = Instant::now() + WITHIN;
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < deadline, "pywb does not start");
            look_again_after(Duration::from_millis(50));
        }
        pywb
    }

    /// Status, type and body of a capture, unchanged (`id_`).
    fn replay(&self, time: &str, uri: &str) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let request =
            format!("GET /all/{time}id_/{uri} HTTP/1.0\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port);
        stream.write_all(request.as_bytes()).unwrap();
        let mut block = Vec::new();
        stream.read_to_end(&mut block).unwrap();
        let head = parse_response(&block).unwrap();
        let mut body = Vec::new();
        payload_reader(&head, &block[head.head_len..], 1 << 20).read_to_end(&mut body).unwrap();
        let media_type = head.field("Content-Type").unwrap_or_default();
        (head.status.unwrap(), String::from_utf8_lossy(&media_type).into_owned(), body)
    }
}

impl Drop for Pywb {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn revisits_have_the_framing_of_their_originals_and_no_head_of_an_answer_304() {
    let (harvest, site) = harvest_three_times();
    let found = captures(&harvest.archive());
    let mut stored: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for page in PAGES {
        let uri = format!("{site}{}", page.path);
        let of_page = found.iter().filter(|capture| capture.0 == uri);
        stored.insert(page.path, of_page.map(|capture| &*capture.2).collect());
    }
    let (full, same, unchanged) = ("response", "identical-payload-digest", "server-not-modified");
    let expected = BTreeMap::from([
        ("/one-chunked", vec![full, same, same]),
        ("/one-plain", vec![full, same, same]),
        ("/one-plain-again", vec![same, same, same]),
        ("/two-plain", vec![full, same, same]),
        ("/two-chunked", vec![full, same, same]),
        ("/two-chunked-again", vec![same, unchanged, unchanged]),
        ("/three-html", vec![full, unchanged, unchanged]),
        // The original has another type: an answer 304 would be replayed with that.
        ("/three-text", vec![same, same, same]),
        ("/three-html-again", vec![same, unchanged, unchanged]),
        ("/four", vec![full, unchanged, unchanged]),
    ]);
    assert_eq!(stored, expected);
    let listed =
        harvest.session.run(&format!("archive lookup {site}/four --archive archive")).expect(0);
    assert_eq!(listed.text().matches(" 304 ").count(), 2, "{}", listed.text());
    let lines = format!("archive lookup {site}/four --archive archive --cdxj");
    let lines = harvest.session.run(&lines).expect(0).text().to_owned();
    for path in super::archive::files(&harvest.archive()) {
        let indexed = harvest.session.run(&format!("warc index {}", path.display())).expect(0);
        let line = indexed.text().lines().find(|line| line.contains("/four\"")).unwrap();
        assert!(lines.contains(line), "{line}\n{lines}");
    }
    // Reading them replays each revisit: body and framing must fit.
    super::archive::captures(&harvest.archive());
    // What the server said is kept to the byte.
    let heads: BTreeSet<Vec<u8>> = not_modified_heads(&harvest.archive());
    let answer = "HTTP/1.1 304 Answer\r\nETag: \"100%/four\"\r\nX-Odd: 100%25 \u{e9}\r\n\
                  Content-Length: 0\r\nConnection: close\r\n\r\n";
    assert!(heads.contains(answer.as_bytes()), "{heads:?}");
    assert_eq!(heads.len(), 4);
}

fn not_modified_heads(archive: &Path) -> BTreeSet<Vec<u8>> {
    let mut heads = BTreeSet::new();
    for path in super::archive::files(archive) {
        let mut reader = Reader::open(&path).unwrap();
        while let Some(mut record) = reader.next_record().unwrap() {
            if record.kind() == RecordType::Metadata {
                let mut block = Vec::new();
                record.read_to_end(&mut block).unwrap();
                heads.extend(stodola_archive::not_modified_head(&block));
            }
        }
    }
    heads
}

#[test]
fn every_capture_is_replayed_by_pywb_as_the_server_had_sent_it() {
    let Some(programs) = std::env::var_os("STODOLA_PYWB") else {
        return skipped("STODOLA_PYWB does not name a folder with pywb; `./test` installs it");
    };
    let (harvest, site) = harvest_three_times();
    let pywb = Pywb::start(Path::new(&programs), &harvest.archive());
    let found = captures(&harvest.archive());
    let mut replayed = 0;
    for page in PAGES {
        let uri = format!("{site}{}", page.path);
        for (_, time, stored) in found.iter().filter(|capture| capture.0 == uri) {
            let (status, media_type, body) = pywb.replay(time, &uri);
            let body = String::from_utf8_lossy(&body);
            assert_eq!((status, &*body), (200, page.body), "{uri} of {time}, {stored}");
            assert_eq!(media_type, page.media_type, "{uri} of {time}, {stored}");
            replayed += 1;
        }
    }
    assert_eq!(replayed, 3 * PAGES.len());
}
