//! The ordinary manners of HTTP/1.1.

use crate::client::{Client, fetch, start};
use std::io::Read;
use stodola_simweb::{Dialect, PageKind, SimPage, SimRequest, SimWeb, WorldSettings};

const HOME: &str = "catalogue0.example";

async fn web() -> SimWeb {
    start(WorldSettings { oddities: true, ..WorldSettings::calm(4, 60) }).await
}

/// The first page of the truth that `test` likes.
fn find(web: &SimWeb, test: impl Fn(&SimPage) -> bool) -> SimPage {
    web.world.truth().find(test).unwrap()
}

#[tokio::test]
async fn connection_is_kept_and_pipelining_works() {
    let web = web().await;
    let mut client = Client::connect(web.addr).await;
    for _ in 0..3 {
        assert_eq!(client.get(HOME, "/").await.status, 200);
    }
    let one = format!("GET / HTTP/1.1\r\nHost: {HOME}\r\n\r\n");
    client.send(&one.repeat(3)).await;
    for _ in 0..3 {
        assert_eq!(client.reply(false).await.status, 200);
    }
    assert_eq!(web.log.connections().len(), 1);
    assert_eq!(web.log.requests(), 6);
}

#[tokio::test]
async fn connection_is_closed_when_asked() {
    let web = web().await;
    let mut client = Client::connect(web.addr).await;
    let reply = client.ask("GET", HOME, "/", "Connection: close\r\n").await;
    assert_eq!(reply.header("Connection"), Some("close"));
    assert_eq!(client.rest().await, b"");
    let mut client = Client::connect(web.addr).await;
    client.send(&format!("GET / HTTP/1.0\r\nHost: {HOME}\r\n\r\n")).await;
    assert!(client.rest().await.ends_with(b"</html>\n"));
}

#[tokio::test]
async fn framings_give_the_same_body() {
    let web = web().await;
    let (mut chunked, mut closing) = (0, 0);
    for host in web.world.hosts() {
        let reply = fetch(&web, &host, "/").await;
        assert!(reply.body.ends_with(b"</html>\n"), "{host}");
        if reply.header("Transfer-Encoding").is_some() {
            chunked += 1;
            // An old client gets no chunks.
            let mut client = Client::connect(web.addr).await;
            client.send(&format!("GET / HTTP/1.0\r\nHost: {host}\r\n\r\n")).await;
            assert_eq!(client.reply(false).await.body, reply.body);
        } else if reply.header("Content-Length").is_none() {
            closing += 1;
        }
    }
    assert!(chunked > 0 && closing > 0);
}

#[tokio::test]
async fn head_has_the_length_and_no_body() {
    let web = web().await;
    let mut client = Client::connect(web.addr).await;
    let get = client.get(HOME, "/").await;
    let head = client.ask("HEAD", HOME, "/", "").await;
    assert_eq!(head.head, get.head);
    assert_eq!(head.header("Content-Length").unwrap(), get.body.len().to_string());
    assert_eq!(client.get(HOME, "/").await.body, get.body);
}

#[tokio::test]
async fn ranges() {
    let web = web().await;
    let mut client = Client::connect(web.addr).await;
    let whole = client.get(HOME, "/").await.body;
    let length = whole.len();
    for (range, from, to) in
        [("0-9", 0, 10), ("10-", 10, length), ("-7", length - 7, length), ("5-999999", 5, length)]
    {
        let reply = client.ask("GET", HOME, "/", &format!("Range: bytes={range}\r\n")).await;
        assert_eq!(reply.status, 206);
        assert_eq!(reply.body, &whole[from..to], "{range}");
        let expect = format!("bytes {from}-{}/{length}", to - 1);
        assert_eq!(reply.header("Content-Range"), Some(expect.as_str()));
    }
    let reply = client.ask("GET", HOME, "/", "Range: bytes=999999-\r\n").await;
    assert_eq!(reply.status, 416);
    let reply = client.ask("GET", HOME, "/", "Range: lines=1-2\r\n").await;
    assert_eq!((reply.status, reply.body.len()), (200, length));
    let fields = "Range: bytes=0-9\r\nIf-Range: \"old\"\r\n";
    assert_eq!(client.ask("GET", HOME, "/", fields).await.status, 200);
}

#[tokio::test]
async fn unchanged_pages_are_not_sent_again() {
    let web = web().await;
    let mut client = Client::connect(web.addr).await;
    let first = client.get(HOME, "/").await;
    let tag = first.header("ETag").unwrap();
    let date = first.header("Last-Modified").unwrap();
    for (fields, status) in [
        (format!("If-None-Match: {tag}\r\n"), 304),
        ("If-None-Match: \"other\"\r\n".to_owned(), 200),
        (format!("If-Modified-Since: {date}\r\n"), 304),
        ("If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT\r\n".to_owned(), 200),
        // The tag is the stronger one.
        (format!("If-None-Match: \"other\"\r\nIf-Modified-Since: {date}\r\n"), 200),
    ] {
        let reply = client.ask("GET", HOME, "/", &fields).await;
        assert_eq!(reply.status, status, "{fields}");
        assert_eq!(reply.header("ETag"), Some(tag));
    }
}

#[tokio::test]
async fn coded_bodies_can_be_undone() {
    let web = web().await;
    let (mut gzip, mut br) = (0, 0);
    for host in web.world.hosts() {
        let plain = fetch(&web, &host, "/").await;
        let mut client = Client::connect(web.addr).await;
        let coded = client.ask("GET", &host, "/", "Accept-Encoding: gzip, br;q=0.9\r\n").await;
        let mut body = Vec::new();
        match coded.header("Content-Encoding") {
            Some("gzip") => {
                gzip += 1;
                flate2::read::GzDecoder::new(&coded.body[..]).read_to_end(&mut body).unwrap();
            }
            Some("br") => {
                br += 1;
                let mut reader = brotli_decompressor::Decompressor::new(&coded.body[..], 4096);
                reader.read_to_end(&mut body).unwrap();
            }
            _ => body = coded.body,
        }
        assert_eq!(body, plain.body, "{host}");
    }
    assert!(gzip > 0 && br > 0);
}

#[tokio::test]
async fn redirects_lead_where_the_truth_says() {
    let web = web().await;
    for page in web.world.truth().filter(|page| page.kind == PageKind::Redirect) {
        let reply = fetch(&web, &page.host, &page.target).await;
        assert!((301..=308).contains(&reply.status));
        let location = reply.header("Location").unwrap();
        assert!(page.links[0].uri.ends_with(location), "{}", page.uri());
    }
}

#[tokio::test]
async fn members_need_the_cookie() {
    let web = web().await;
    let page = find(&web, |page| page.target == "/members");
    let mut client = Client::connect(web.addr).await;
    let refused = fetch(&web, &page.host, "/members").await;
    assert_eq!((refused.status, refused.header("Location")), (302, Some("/login")));
    let login = client.get(&page.host, "/login").await;
    let cookie = login.header("Set-Cookie").unwrap().split(';').next().unwrap().to_owned();
    let fields = format!("Cookie: {cookie}\r\n");
    let mut client = Client::connect(web.addr).await;
    assert_eq!(client.ask("GET", &page.host, "/members", &fields).await.status, 200);
}

#[tokio::test]
async fn forms_are_posted_and_the_rest_is_not() {
    let web = web().await;
    let mut client = Client::connect(web.addr).await;
    let fields = "Content-Length: 5\r\n\r\nq=abc";
    let request = format!("POST /search HTTP/1.1\r\nHost: {HOME}\r\n{fields}");
    client.send(&request).await;
    assert_eq!(client.reply(false).await.status, 200);
    client.send(&request.replace("/search", "/")).await;
    let reply = client.reply(false).await;
    assert_eq!((reply.status, reply.header("Allow")), (405, Some("GET, HEAD")));
    assert_eq!(client.get(HOME, "/").await.status, 200);
}

#[tokio::test]
async fn what_is_no_request_is_refused() {
    let web = web().await;
    for (bytes, status) in [
        ("nonsense\r\n\r\n".to_owned(), 400),
        (format!("GET /{} HTTP/1.1\r\n", "x".repeat(70_000)), 431),
        ("GET / HTTP/1.1\r\nHost: nobody.invalid\r\n\r\n".to_owned(), 421),
    ] {
        let mut client = Client::connect(web.addr).await;
        client.send(&bytes).await;
        assert_eq!(client.reply(false).await.status, status);
    }
}

#[tokio::test]
async fn dialects_are_as_named() {
    let web = start(WorldSettings { oddities: true, ..WorldSettings::calm(4, 400) }).await;
    for dialect in Dialect::ALL {
        let host = web.world.hosts().find(|host| {
            let answer = web.world.response(host, "/", &SimRequest::get());
            answer.dialect == *dialect
        });
        let reply = fetch(&web, &host.unwrap(), "/").await;
        let head = reply.head.as_str();
        let fine = match dialect {
            Dialect::LowerCase => head.contains("\r\ncontent-type: text/html"),
            Dialect::NoReason => head.starts_with("HTTP/1.1 200 \r\n"),
            Dialect::Http10 => {
                head.starts_with("HTTP/1.0 200 OK\r\n") && head.contains("Connection: close\r\n")
            }
            Dialect::BareLineFeed => !head.contains('\r') && head.ends_with("\n\n"),
            Dialect::Folded => head.contains("X-Folded: first\r\n second\r\n"),
            _ => head.starts_with("HTTP/1.1 200 OK\r\nDate: "),
        };
        assert!(fine, "{dialect:?}: {head}");
        assert!(reply.body.ends_with(b"</html>\n"), "{dialect:?}");
    }
}

#[tokio::test]
async fn server_stops() {
    let web = web().await;
    let mut client = Client::connect(web.addr).await;
    assert_eq!(client.get(HOME, "/").await.status, 200);
    let log = web.log.clone();
    assert_eq!(log.connections()[0].closed, None);
    web.shutdown().await.unwrap();
    assert!(log.connections()[0].closed.is_some());
    assert_eq!(client.raw(1).await.0, b"");
}
