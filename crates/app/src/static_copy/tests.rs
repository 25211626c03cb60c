//! Copies of small archives.

use super::*;
use crate::Quiet;
use crate::made_archive::{Answer, MadeArchive, stamp};
use crate::reading::{CaptureSight, OpenGate};
use stodola_archive::Entry;

fn answer<'a>(uri: &'a str, time: &'a str, mime: &'a str, body: &'a [u8]) -> Answer<'a> {
    Answer { uri, time, status: 200, fields: mime, body }
}

const CSS: &str = "Content-Type: text/css\r\n";
const PNG: &str = "Content-Type: image/png\r\n";
const CZECH: &str = "Content-Type: text/html; charset=windows-1250\r\n";

fn archive(name: &str) -> MadeArchive {
    let home = "<html><head><base href=http://a.cz/ ><link rel=stylesheet href=/s.css integrity=x>\
        <body><a href='b?x=1&amp;y=2#top'>b</a><a href=\"http://a.cz/old\">old</a>\
        <a href=/missing>m</a><a href=http://other.cz/>o</a><img src=//cdn.cz/i.png>\
        <img src=lost.png><a href=#here>h</a><a href=mailto:x@a.cz>x</a>";
    let redirect =
        |uri, location| Answer { status: 302, ..answer(uri, "20240101000000", location, b"") };
    MadeArchive::new(
        name,
        &[
            Answer::page("http://a.cz/", "20200101000000", "an old one"),
            Answer::page("http://a.cz/", "20240101000000", home),
            answer("http://a.cz/b?x=1&y=2", "20240102000000", CZECH, b"<head><a href=/>\x9e</a>"),
            answer("http://a.cz/s.css", "20240101000000", CSS, b"p{background:url(img/p.png)}"),
            answer("http://a.cz/img/p.png", "20240101000000", PNG, b"p"),
            answer("http://cdn.cz/i.png", "20240101000000", PNG, b"i"),
            redirect("http://a.cz/old", "Location: /b?y=2&x=1\r\n"),
            redirect("http://a.cz/out", "Location: http://other.cz/\r\n"),
            redirect("http://a.cz/circle", "Location: /circle2\r\n"),
            redirect("http://a.cz/circle2", "Location: /circle\r\n"),
            Answer { status: 404, ..Answer::page("http://a.cz/gone", "20240101000000", "no") },
            Answer::page("http://other.cz/", "20240101000000", "other"),
        ],
    )
}

fn settings(archive: &MadeArchive) -> StaticCopySettings {
    StaticCopySettings {
        archive: archive.path(),
        site: "a.cz".to_owned(),
        as_of: stamp("20240115000000"),
        out: archive.folder.join("copy"),
        access: ExportAccess::Everything,
        collection: None,
    }
}

fn files(folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
                all.push(name.to_owned());
            }
        }
    }
    all.sort();
    all
}

#[test]
fn pages_open_from_disk_with_their_parts() {
    let archive = archive("copy");
    let settings = settings(&archive);
    let summary = static_copy(&settings, &Quiet).unwrap();
    assert_eq!(
        files(&settings.out),
        [
            "copy.ndjson",
            "http/a.cz/b~3fx=1~26y=2~.html",
            "http/a.cz/img/p.png",
            "http/a.cz/s.css",
            "http/a.cz/~index.html",
            "http/cdn.cz/i.png",
            "index.html",
        ]
    );
    let read = |name: &str| std::fs::read(settings.out.join(name)).unwrap();
    let text = |name: &str| String::from_utf8_lossy(&read(name)).into_owned();
    assert_eq!(
        text("http/a.cz/~index.html"),
        "<html><head><base data-stodola-href=http://a.cz/ ><link rel=stylesheet href=s.css \
        data-stodola-integrity=x><body><a href='b~3fx=1~26y=2~.html#top'>b</a>\
        <a href=\"b~3fx=1~26y=2~.html\">old</a><a href=http://a.cz/missing>m</a>\
        <a href=http://other.cz/>o</a><img src=../cdn.cz/i.png><img src=lost.png~.missing>\
        <a href=#here>h</a><a href=mailto:x@a.cz>x</a>"
    );
    assert_eq!(text("http/a.cz/s.css"), "p{background:url(img/p.png)}");
    assert_eq!(
        read("http/a.cz/b~3fx=1~26y=2~.html"),
        b"<head><meta charset=\"windows-1250\"><a href=~index.html>\x9e</a>"
    );
    assert!(text("index.html").contains("href=\"http/a.cz/~index.html\""));
    assert_eq!((summary.pages, summary.parts), (2, 3));
    let gaps: Vec<(&str, u64)> = summary.gaps.iter().map(|(gap, n)| (gap.code(), *n)).collect();
    assert_eq!(gaps, [("not-archived", 2), ("failed", 1), ("lost-redirect", 2)]);
    let list = text("copy.ndjson");
    let lost =
        "{\"uri\":\"http://a.cz/lost.png\",\"missing\":\"not-archived\",\"page\":\"http://a.cz/\"}";
    assert!(list.lines().any(|line| line == lost), "{list}");
    assert!(
        list.contains("\"time\":\"20240102000000\",\"file\":\"http/a.cz/b~3fx=1~26y=2~.html\"")
    );
}

#[test]
fn the_nearest_capture_to_the_date_is_copied() {
    let archive = archive("copy-date");
    let settings = StaticCopySettings { as_of: stamp("20190101000000"), ..settings(&archive) };
    static_copy(&settings, &Quiet).unwrap();
    let home = std::fs::read_to_string(settings.out.join("http/a.cz/~index.html")).unwrap();
    assert_eq!(home, "an old one");
}

#[test]
fn nothing_is_mixed_with_what_is_there() {
    let archive = archive("copy-folder");
    let settings = settings(&archive);
    std::fs::create_dir_all(&settings.out).unwrap();
    std::fs::write(settings.out.join("mine"), "x").unwrap();
    let refused = static_copy(&settings, &Quiet);
    assert!(matches!(refused, Err(StaticCopyError::NotEmpty(_))));
    assert_eq!(files(&settings.out), ["mine"]);
    std::fs::remove_file(settings.out.join("mine")).unwrap();
    let nothing = StaticCopySettings { site: "nowhere.cz".to_owned(), ..settings };
    assert!(matches!(static_copy(&nothing, &Quiet), Err(StaticCopyError::Empty { .. })));
}

/// Stops the work at the first file.
struct Stop;

impl Watch for Stop {
    fn is_stopped(&self) -> bool {
        true
    }
}

#[test]
fn a_copy_that_was_stopped_is_recognised() {
    let archive = archive("copy-stop");
    let settings = settings(&archive);
    assert!(matches!(static_copy(&settings, &Stop), Err(StaticCopyError::Stopped)));
    assert!(settings.out.join(UNFINISHED).exists());
}

/// Hides the style sheet, and blocks the second page.
struct Half;

impl crate::reading::CaptureGate for Half {
    fn sight(&self, entry: &Entry) -> CaptureSight {
        match &*entry.row.uri {
            b"http://a.cz/s.css" => CaptureSight::Hidden,
            b"http://a.cz/b?x=1&y=2" => CaptureSight::Blocked,
            _ => OpenGate.sight(entry),
        }
    }
}

#[test]
fn captures_that_may_not_be_seen_are_not_copied() {
    let archive = archive("copy-gate");
    let settings = settings(&archive);
    let captures = Arc::new(archive.captures());
    let summary = copy_for(captures, Arc::new(Half), &settings, &Quiet).unwrap();
    let copied = files(&settings.out);
    assert!(!copied.iter().any(|it| it.ends_with(".css") || it.contains("b~3f")), "{copied:?}");
    assert_eq!(summary.gaps[&CopyGap::Blocked], 1);
    let list = std::fs::read_to_string(settings.out.join(LIST)).unwrap();
    // What is hidden is as if it were not archived, for the page that needs it.
    assert!(list.contains("\"uri\":\"http://a.cz/s.css\",\"missing\":\"not-archived\""), "{list}");
}
