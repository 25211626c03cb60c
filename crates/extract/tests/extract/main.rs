//! Documents in, links and text out.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod blocks;
mod documents;
mod fragments;
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

use stodola_extract::{DocumentSummary, ExtractOptions, Input, Link, LinkKind, extract};

/// The links of a document as lines: what for, and where to.
fn lines(
    input: &Input<'_>,
    body: impl Read,
    options: &ExtractOptions,
) -> (Vec<String>, DocumentSummary) {
    let mut lines = Vec::new();
    let summary = extract(input, body, options, &mut |link| lines.push(line(link)));
    (lines, summary)
}

fn line(link: &Link<'_>) -> String {
    let kind = match link.kind {
        LinkKind::Requisite(part) => format!("{part:?}"),
        kind => format!("{kind:?}"),
    };
    let nofollow = if link.nofollow { " nofollow" } else { "" };
    format!("{kind} {}{nofollow}", String::from_utf8_lossy(link.uri))
}

fn page(body: &[u8], options: &ExtractOptions) -> (Vec<String>, DocumentSummary) {
    let headers = [(&b"Content-Type"[..], &b"text/html; charset=utf-8"[..])];
    lines(&Input { headers: &headers, ..Input::new(b"http://a/b/c") }, body, options)
}

/// Expectations are the links, relative to `http://a/b/` if they lie below it, joined by commas.
fn check_with(options: &ExtractOptions, body: &str, expect: &str) {
    let (found, _) = page(body.as_bytes(), options);
    let found: Vec<_> = found.iter().map(|line| line.replace("http://a/b/", "")).collect();
    assert_eq!(found.join(", "), expect, "{body}");
}

fn check(body: &str, expect: &str) {
    check_with(&ExtractOptions::default(), body, expect);
}
