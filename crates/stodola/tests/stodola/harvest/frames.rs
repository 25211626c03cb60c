//! Frames within frames, and styles within styles, come to an end.

use super::archive;
use super::tiny::Tiny;
use super::web::{Harvest, Job};
use std::time::Duration;

const WITHIN: Duration = Duration::from_secs(120);

/// Each page holds two frames and each style two styles, without end. The first page has both.
fn web() -> Tiny {
    Tiny::start(|asked| {
        let path = &*asked.path;
        let (media_type, body) = match path.split('/').nth(1) {
            Some("frame") => {
                let frames = format!("<iframe src={path}0></iframe><iframe src={path}1></iframe>");
                ("text/html", format!("{frames}<img src=/picture{}>", path.replace('/', "-")))
            }
            Some("style") => ("text/css", format!("@import '{path}0'; @import '{path}1';")),
            Some("") => {
                let start = "<link rel=stylesheet href=/style/x><iframe src=/frame/x></iframe>";
                ("text/html", start.to_owned())
            }
            _ => ("image/png", String::new()),
        };
        let status = if path == "/robots.txt" { 404 } else { 200 };
        (status, format!("Content-Type: {media_type}\r\n"), body.into_bytes())
    })
}

#[test]
fn frames_that_hold_two_frames_each_end_at_the_depth_of_the_job() {
    let tiny = web();
    let job = Job::bare("all")
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", tiny.addr.port()))
        .with("scope.max_hops", 2)
        .with("traps.enabled", false)
        .seeds(&["http://spolek.test/"]);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let found = archive::by_uri(&harvest.archive());
    let number = |start: &str| {
        let start = format!("http://spolek.test/{start}");
        found.keys().filter(|uri| uri.starts_with(&start)).count()
    };
    // The first frame is part of its page; two more levels are two clicks.
    assert_eq!(number("frame/"), 1 + 2 + 4);
    // What the deepest frames need is there too.
    assert_eq!(number("picture-"), 1 + 2 + 4);
    // Five in a row are part of the page, two more are two clicks.
    assert_eq!(number("style/"), (1 << 7) - 1);
    let ran = harvest.session.run("job outscope all --archive archive").expect(0);
    assert!(ran.text().contains("too-many-hops"), "{}", ran.text());
}
