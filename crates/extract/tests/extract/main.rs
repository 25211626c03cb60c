//! Documents in, links and text out.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod blocks;
mod documents;
mod fuzz_corpus;
#[path = "../../../../fuzz/harness/extract.rs"]
mod harness;
mod html;
mod links;
mod pdf;
mod robust;
mod text;
mod web;

use std::io::Read;

use stodola_extract::{Input, Kind, Link, Options, Summary, extract};

/// The links of a document as lines: what for, and where to.
fn lines(input: &Input<'_>, body: impl Read, options: &Options) -> (Vec<String>, Summary) {
    let mut lines = Vec::new();
    let summary = extract(input, body, options, &mut |link| lines.push(line(link)));
    (lines, summary)
}

fn line(link: &Link<'_>) -> String {
    let kind = match link.kind {
        Kind::Requisite(part) => format!("{part:?}"),
        kind => format!("{kind:?}"),
    };
    let nofollow = if link.nofollow { " nofollow" } else { "" };
    format!("{kind} {}{nofollow}", String::from_utf8_lossy(link.uri))
}

fn page(body: &[u8], options: &Options) -> (Vec<String>, Summary) {
    let headers = [(&b"Content-Type"[..], &b"text/html; charset=utf-8"[..])];
    lines(&Input { headers: &headers, ..Input::new(b"http://a/b/c") }, body, options)
}

/// Expectations are the links, relative to `http://a/b/` if they lie below it, joined by commas.
fn check_with(options: &Options, body: &str, expect: &str) {
    let (found, _) = page(body.as_bytes(), options);
    let found: Vec<_> = found.iter().map(|line| line.replace("http://a/b/", "")).collect();
    assert_eq!(found.join(", "), expect, "{body}");
}

fn check(body: &str, expect: &str) {
    check_with(&Options::default(), body, expect);
}
