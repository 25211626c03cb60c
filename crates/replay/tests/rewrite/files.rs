//! Captures that become files: links lead from file to file, and the result does not depend on pieces.

use crate::support::rewrite_in_pieces;
use stodola_replay::{BodyKind, FileLink, FileLinks, Modifier, ReplayContext};

/// Parts lead to a file named after the address; pages of `b.test` stay on the live web.
fn context() -> ReplayContext {
    let find = |uri: &[u8], modifier: Modifier| {
        let uri = String::from_utf8_lossy(stodola_uri::without_fragment(uri)).into_owned();
        match uri.strip_prefix("http://b.test/") {
            Some(_) if modifier == Modifier::Page => FileLink::Live,
            _ => {
                let name: String = uri.chars().filter(char::is_ascii_alphanumeric).collect();
                FileLink::Path(format!("../{name}"))
            }
        }
    };
    ReplayContext::of_file(b"http://a.test/x/y", FileLinks::new(find, b"<meta charset=\"utf-8\">"))
}

fn check(kind: BodyKind, body: &str, expect: &str) {
    let context = context();
    for size in [1, 2, 3, 7, 1000] {
        let (found, _) = rewrite_in_pieces(kind, None, &context, body.as_bytes(), || size);
        assert_eq!(String::from_utf8_lossy(&found), expect, "in pieces of {size}");
    }
}

#[test]
fn links_of_pages_lead_to_files() {
    check(
        BodyKind::Html,
        "<html><head><title>t</title><body><a href=z#top>z</a><a href='/r?a=1&amp;b=2'>r</a>\
         <a href=\"//b.test/c?d&amp;e\">b</a><a href=http://b.test/>b</a><img src=//b.test/i.png>\
         <a href=#here>h</a><a href=''>e</a><a href=javascript:x()>j</a><script>location='/q'</script>\
         <p style='background:url(/s.png)'><img srcset='/1.png 1x, /2.png 2x'>",
        "<html><head><meta charset=\"utf-8\"><title>t</title><body><a href=../httpatestxz#top>z</a>\
         <a href='../httpatestra1ampb2'>r</a><a href=\"http://b.test/c?d&amp;e\">b</a>\
         <a href=http://b.test/>b</a><img src=../httpbtestipng><a href=#here>h</a><a href=''>e</a>\
         <a href=javascript:x()>j</a><script>location='/q'</script>\
         <p style='background:url(../httpatestspng)'>\
         <img srcset='../httpatest1png 1x, ../httpatest2png 2x'>",
    );
}

#[test]
fn a_declared_base_counts_and_is_taken_away() {
    check(
        BodyKind::Html,
        "<base href=http://c.test/d/ ><a href=e>e</a>",
        "<meta charset=\"utf-8\"><base data-stodola-href=http://c.test/d/ ><a href=../httpctestde>e</a>",
    );
}

#[test]
fn links_of_style_sheets_lead_to_files() {
    check(
        BodyKind::Css,
        "@import 'a.css'; p { background: url(\"/b.png#f\") }",
        "@import '../httpatestxacss'; p { background: url(\"../httpatestbpng#f\") }",
    );
}
