//! `robots.txt` of every kind.

use crate::client::{fetch, start};
use std::time::Duration;
use stodola_simweb::{Permission, RobotsKind, SimWeb, World, WorldSettings};
use tokio::time::Instant;

async fn web() -> SimWeb {
    start(WorldSettings { hosts: 300, ..WorldSettings::default() }).await
}

fn host_with(world: &World, kind: RobotsKind) -> String {
    world.hosts().find(|host| world.robots(host) == Some(kind)).unwrap()
}

#[tokio::test(start_paused = true)]
async fn each_kind_is_served_as_named() {
    let web = web().await;
    for kind in RobotsKind::ALL {
        let host = host_with(&web.world, *kind);
        let start = Instant::now();
        let reply = fetch(&web, &host, "/robots.txt").await;
        let slow = start.elapsed() > Duration::from_secs(1);
        assert_eq!(slow, *kind == RobotsKind::Slow, "{kind:?}");
        let text = String::from_utf8_lossy(&reply.body);
        let (status, part) = match kind {
            RobotsKind::AllowAll => (200, "Disallow:\n"),
            RobotsKind::DisallowAll => (200, "Disallow: /\n"),
            RobotsKind::DisallowSome => (200, "Disallow: /*.pdf$\n"),
            RobotsKind::OtherAgent => (200, "User-agent: another-crawler\n"),
            RobotsKind::CrawlDelay => (200, "Crawl-delay: 2\r\n"),
            RobotsKind::Missing => (404, ""),
            RobotsKind::Denied => (403, ""),
            RobotsKind::Broken => (500, ""),
            RobotsKind::Redirecting => (301, ""),
            RobotsKind::Huge => (200, "Disallow: /nothing/is/here/9999\n"),
            RobotsKind::ByteOrderMark => (200, "\u{feff}User-agent: *\n"),
            RobotsKind::Html => (200, "<!DOCTYPE html>"),
            RobotsKind::Slow => (200, "Disallow: /private/\n"),
            _ => (200, "\u{fffd}"),
        };
        assert_eq!(reply.status, status, "{kind:?}");
        assert!(text.contains(part), "{kind:?}: {:.200}", text);
        assert_eq!(reply.body.len() > 500 << 10, *kind == RobotsKind::Huge);
        if let Some(location) = reply.header("Location") {
            let moved = fetch(&web, &host, location).await;
            assert!(moved.body.starts_with(b"User-agent: *\nDisallow: /private/\n"));
        }
    }
}

#[test]
fn permissions_follow_the_standard() {
    use Permission::{Allowed, Disallowed, Unavailable};
    for (kind, target, expect) in [
        (RobotsKind::AllowAll, "/private/p0.html", Allowed),
        (RobotsKind::DisallowAll, "/", Disallowed),
        (RobotsKind::DisallowAll, "/robots.txt", Allowed),
        (RobotsKind::DisallowSome, "/", Allowed),
        (RobotsKind::DisallowSome, "/private/p0.html", Disallowed),
        (RobotsKind::DisallowSome, "/private/p1.html", Allowed),
        (RobotsKind::DisallowSome, "/doc/1.pdf", Disallowed),
        (RobotsKind::DisallowSome, "/doc/1.pdf?x", Allowed),
        (RobotsKind::DisallowSome, "/list?page=1&sort=name", Disallowed),
        (RobotsKind::Missing, "/private/p0.html", Allowed),
        (RobotsKind::Denied, "/private/p0.html", Allowed),
        (RobotsKind::Broken, "/", Unavailable),
        (RobotsKind::Redirecting, "/private/p0.html", Disallowed),
        (RobotsKind::Huge, "/private/p0.html", Disallowed),
        (RobotsKind::ByteOrderMark, "/private/p0.html", Disallowed),
        (RobotsKind::Garbage, "/private/p0.html", Allowed),
        (RobotsKind::OtherAgent, "/private/p0.html", Allowed),
    ] {
        assert_eq!(kind.permission(target), expect, "{kind:?} {target}");
    }
}

#[tokio::test]
async fn sitemaps_name_the_hidden_pages() {
    let web = web().await;
    let host = "catalogue0.example";
    let index = fetch(&web, host, "/sitemap.xml").await;
    let index = String::from_utf8(index.body).unwrap();
    for part in ["/sitemap-pages.xml", "/sitemap-more.xml.gz", "/sitemap.txt"] {
        assert!(index.contains(&format!("<loc>http://{host}{part}</loc>")), "{index}");
    }
    let more = fetch(&web, host, "/sitemap-more.xml.gz").await;
    let mut text = String::new();
    let mut reader = flate2::read::GzDecoder::new(&more.body[..]);
    std::io::Read::read_to_string(&mut reader, &mut text).unwrap();
    assert!(text.contains("/hidden/p0.html"), "{text}");
    assert_eq!(fetch(&web, host, "/hidden/p0.html").await.status, 200);
    let plain = fetch(&web, host, "/sitemap.txt").await;
    assert!(plain.body.starts_with(format!("http://{host}/\n").as_bytes()));
}
