//! The examples of RFC 3986, and worse references as browsers resolve them.

use encoding_rs::{UTF_8, WINDOWS_1250, WINDOWS_1252};

use super::*;

fn resolve_in(base: &str, reference: &[u8], charset: &'static Encoding) -> String {
    let mut out = Vec::new();
    match Base::new(base.as_bytes()).unwrap().resolve(reference, charset, &mut out) {
        Ok(()) => String::from_utf8(out).unwrap(),
        Err(reason) => format!("{reason:?}"),
    }
}

fn check(base: &str, table: &[(&str, &str)]) {
    for (reference, expect) in table {
        assert_eq!(resolve_in(base, reference.as_bytes(), UTF_8), *expect, "{reference:?}");
    }
}

/// Section 5.4; where the fragment differs, it is because ours is cut off, and where a document
/// refers to itself we say so.
#[test]
fn examples_of_the_rfc() {
    let normal = [
        ("g:h", "Scheme"),
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "SameDocument"),
        ("g#s", "http://a/b/c/g"),
        ("g?y#s", "http://a/b/c/g?y"),
        (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y"),
        ("", "SameDocument"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../", "http://a/"),
        ("../../g", "http://a/g"),
    ];
    let abnormal = [
        ("../../../g", "http://a/g"),
        ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."),
        ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g"),
        ("g#s/../x", "http://a/b/c/g"),
        ("http:g", "http://a/b/c/g"),
    ];
    check("http://a/b/c/d;p?q", &normal);
    check("http://a/b/c/d;p?q", &abnormal);
}

#[test]
fn browsers_leniency() {
    let table = [
        (" \n g\t\r\n h \u{c}", "https://a/b/g%20h"),
        ("jav\nascript:x", "Scheme"),
        ("\\\\h\\p?a\\b", "https://h/p?a\\b"),
        ("..\\x", "https://a/x"),
        ("https:x", "https://a/b/x"),
        ("https:/x", "https://a/x"),
        ("https:\\\\\\h/x", "https://h/x"),
        ("http:h/x", "http://h/x"),
        ("http:/h/x", "http://h/x"),
        ("///h/x", "https://h/x"),
        ("HTTP://Host/Path/%7e?Q=A", "HTTP://Host/Path/%7e?Q=A"),
        ("//me:pw@h:81/x", "https://h:81/x"),
        ("http://me:p%40w@h/@x?a@b", "http://h/@x?a@b"),
        ("http://a@b@h/", "http://h/"),
        ("http://[::1]:8/x", "http://[::1]:8/x"),
        ("?", "https://a/b/c?"),
        ("https:", "https://a/b/c?q"),
        ("mailto:a@b", "Scheme"),
        ("//", "Invalid"),
        ("http://", "Invalid"),
        ("http:///", "Invalid"),
        ("http://a b/", "Invalid"),
        ("http://{{host}}/", "Invalid"),
        ("http://h:99999/", "Port"),
        ("http://h:x/", "Invalid"),
        ("/x|y{z}", "https://a/x|y{z}"),
        ("http://žluť.cz/ž?ž", "http://xn--lu-yta1h.cz/%C5%BE?%C5%BE"),
    ];
    check("https://a/b/c?q", &table);
}

#[test]
fn query_is_in_the_charset_of_the_page() {
    let check = |reference: &str, charset, expect: &str| {
        assert_eq!(resolve_in("http://a/", reference.as_bytes(), charset), expect);
    };
    check("ž?ž", WINDOWS_1250, "http://a/%C5%BE?%9E");
    check("é?é=€", WINDOWS_1252, "http://a/%C3%A9?%E9=%80");
    check("?я", WINDOWS_1252, "http://a/?%26%231103%3B");
    assert_eq!(resolve_in("http://a/", b"\xe9?\xe9", UTF_8), "http://a/%E9?%E9");
}

#[test]
fn odd_bases() {
    assert!(Base::new(b"/x").is_none());
    check("http://a", &[("g", "http://a/g"), ("?y", "http://a?y"), ("../g", "http://a/g")]);
    check(
        "file:///a/b",
        &[("c", "file:///a/c"), ("file:///x", "file:///x"), ("//h/x", "file://h/x")],
    );
    check("dns:example.org", &[("g", "Invalid"), ("http://h/", "http://h/"), ("/g", "Invalid")]);
    check("urn:x:y", &[("?q", "Invalid"), ("//h/", "Invalid")]);
}
