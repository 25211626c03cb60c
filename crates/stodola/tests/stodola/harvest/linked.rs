//! Texts of links: the search knows them after each round, and after files were added, without being told by anybody.

use super::tiny::{Answer, Tiny};
use super::web::Job;
use crate::session::{Ran, Session};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn html(body: &str) -> Answer {
    (200, "Content-Type: text/html\r\n".to_owned(), body.as_bytes().to_vec())
}

/// A site whose home page calls another page a barn, and later a granary. That page does not say so itself.
fn web(is_later: &Arc<AtomicBool>) -> Tiny {
    let is_later = Arc::clone(is_later);
    Tiny::start(move |asked| match (asked.path.as_str(), is_later.load(Ordering::Relaxed)) {
        ("/", false) => html("<html lang=en><title>Home</title><a href=/x>a barn</a>"),
        ("/", true) => html("<html lang=en><title>Home</title><a href=/x>granaries</a>"),
        ("/x", _) => html("<html lang=en><title>Quiet</title><p>nothing of that kind"),
        _ => (404, String::new(), Vec::new()),
    })
}

fn session(web: &Tiny) -> Session {
    let session = Session::new();
    let connect_to = format!("[\"*:80:127.0.0.1:{}\"]", web.addr.port());
    let job = Job::bare("site").with("fetch.connect_to", connect_to).seeds(&["http://a.example/"]);
    session.write("job.toml", job.text().as_bytes());
    session
}

const CRAWL: &str = "crawl --config job.toml --archive archive --again";

/// Whether the quiet page is found by a word that only links have.
fn is_found(session: &Session, word: &str) -> bool {
    let ran = session.run(&format!("search {word} --json --archive archive"));
    ran.text().contains("http://a.example/x")
}

fn indexed(session: &Session) {
    for name in ["search", "map"] {
        session.run(&format!("archive rebuild --only {name} --archive archive")).expect(0);
    }
}

#[test]
fn the_search_knows_the_links_of_each_round_and_of_added_files() {
    let is_later = Arc::new(AtomicBool::new(false));
    let web = web(&is_later);
    let session = session(&web);
    session.run(CRAWL).expect(0);
    indexed(&session);
    assert!(is_found(&session, "barn") && !is_found(&session, "granaries"));
    is_later.store(true, Ordering::Relaxed);
    let ran: Ran = session.run(CRAWL).expect(0);
    assert!(!ran.stderr.contains("ranking"), "{}", ran.stderr);
    assert!(is_found(&session, "granaries"), "{}", ran.stderr);
    // Files that are added bring links as well.
    session.write(
        "more.warc",
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://b.example/\r\n\
          WARC-Date: 2024-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n\
          Content-Type: application/http;msgtype=response\r\nContent-Length: 99\r\n\r\n\
          HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n\
          <title>B</title><a href=http://a.example/x>haylofts</a>\r\n\r\n",
    );
    session.run("archive add more.warc --archive archive");
    assert!(is_found(&session, "haylofts"));
}

#[test]
fn links_that_cannot_be_told_are_said_and_harm_nothing() {
    let is_later = Arc::new(AtomicBool::new(false));
    let web = web(&is_later);
    let session = session(&web);
    session.run(CRAWL).expect(0);
    indexed(&session);
    is_later.store(true, Ordering::Relaxed);
    // The file that is made first cannot be made.
    std::fs::create_dir(session.path("archive/text/links.db.making")).unwrap();
    let ran = session.run(CRAWL).expect(0);
    assert!(ran.stderr.contains("the ranking of the search does not know the newest links"));
    assert!(is_found(&session, "barn") && !is_found(&session, "granaries"));
    // The next round makes up for it.
    std::fs::remove_dir(session.path("archive/text/links.db.making")).unwrap();
    session.run(CRAWL).expect(0);
    assert!(is_found(&session, "granaries"));
}
