//! Sheets, whole and in pieces, and the links in them.

use super::*;

/// Checks the links of a sheet; each expected link begins with the initial of its kind.
fn check(sheet: &str, expect: &str) {
    for size in [1, 2, 7, sheet.len().max(1)] {
        let mut shown = Vec::new();
        let mut found = |url: &[u8], kind: LinkKind| {
            let LinkKind::Requisite(part) = kind else { panic!("{kind:?}") };
            let initial = format!("{part:?}").remove(0);
            shown.push(format!("{initial}:{}", String::from_utf8_lossy(url).trim()));
        };
        let mut scanner = Scanner::new(100);
        for piece in sheet.as_bytes().chunks(size) {
            scanner.scan(piece, &mut found);
        }
        scanner.finish(&mut found);
        assert_eq!(shown.join(" "), expect, "{sheet:?} in pieces of {size}");
    }
}

#[test]
fn urls_are_found() {
    check("a{background:url(x.png)}", "I:x.png");
    check("a{b:URL( 'x y.png' );c:url(\"z\")}", "I:x y.png I:z");
    check(
        "@import 'a.css'; @import url(b.css) screen;@import \"c\" supports(x: 'y');",
        "S:a.css S:b.css S:c",
    );
    check(
        "@font-face{src:url(a.woff2) format('woff2'),url(b.ttf)} p{b:url(c)}",
        "F:a.woff2 F:b.ttf I:c",
    );
    check(
        "a{b:image-set('1.png' 1x, url(2.png) 2x, \"3\" type('image/avif'))}",
        "I:1.png I:2.png I:3",
    );
    check("a{b:-webkit-image-set(url(1) 1x);c:src('s')}", "I:1 I:s");
    check("@namespace url(http://www.w3.org/1999/xhtml); a{b:url(x)}", "I:x");
    check("@media print{a{b:url(x)}}", "I:x");
    check("@page :first{b:url(x)}", "I:x");
}

#[test]
fn escapes_and_comments() {
    check("a{b:url(x\\ y\\29 .png)}", "I:x y).png");
    check("a{b:url('x\\'y\\\nz')}", "I:x'yz");
    check("a{b:url(\\000041 b\\e9)}", "I:Abé");
    check("/* url(no) */ a{b:/**/url(x)/* ' */}", "I:x");
    check("a/b{c:url(x)}/", "I:x");
    check("/***/a{b:url(x)}/* url(y)", "I:x");
}

#[test]
fn other_strings_are_not() {
    check("a::after{content:'x.png'} b{font-family:\"url(x)\"}", "");
    check("a{b:my-url(x) curl(y)}", "");
    check("@charset \"utf-8\";@layer 'x';", "");
    check("a{content:'url(x)'}", "");
}

#[test]
fn broken_sheets() {
    check("a{b:url(x", "I:x");
    check("a{b:url('x", "I:x");
    check("a{b:url('x\n)} c{d:url(y)}", "I:y");
    check("a{b:url(x;} c{d:url(y)}", "I:y");
    check("a{b:url()}", "I:");
    check("))){}}}a{b:url(x)}", "I:x");
    check("a{content:'x\n}b{c:url(y)}", "I:y");
    check("<!-- a{b:url(x)} -->", "I:x");
    check("\\", "");
}

#[test]
fn long_tokens_are_cut() {
    let sheet = format!("a{{b:url({})}} c{{d:url(y)}}", "x".repeat(1000));
    let mut lengths = Vec::new();
    scan(sheet.as_bytes(), 100, &mut |url, _| lengths.push(url.len()));
    assert_eq!(lengths, [101, 1]);
}

#[test]
fn deep_brackets_cost_nothing() {
    let sheet = format!("a{{b:{}url(x)}}", "f(".repeat(100_000));
    check(&sheet[sheet.len() - 300..], "I:x");
    scan(sheet.as_bytes(), 100, &mut |url, _| assert_eq!(url, b"x"));
}
