//! Files for URIs: which path each gets, and what holds for any bytes.

use super::{Random, show, unescape};
use std::collections::HashMap;
use stodola_uri::{COMPONENT_MAX, file_path, uri_of_file_path, without_fragment};

#[test]
fn paths_are_readable_and_can_be_turned_back() {
    let check = |uri: &str, extension: Option<&str>, expect: &str| {
        let uri = unescape(uri);
        assert_eq!(file_path(&uri, extension), expect, "{}", show(&uri));
        let back = uri_of_file_path(expect).unwrap_or_else(|| panic!("{expect}"));
        assert_eq!(show(&back), show(without_fragment(&uri)), "{expect}");
    };
    check("http://a.cz/", Some("html"), "http/a.cz/~index.html");
    check("http://a.cz/", None, "http/a.cz/~index.file");
    check("http://a.cz/index.html#top", None, "http/a.cz/index.html");
    check("http://a.cz/index", Some("html"), "http/a.cz/index~.html");
    check("http://a.cz/a", None, "http/a.cz/a~.file");
    check("http://a.cz/a/b.png", None, "http/a.cz/a/b.png");
    check("http://a.cz/a.png/b.png", None, "http/a.cz/a~2epng/b.png");
    check("http://a.cz/a//b/", Some("txt"), "http/a.cz/a/~_/b/~index.txt");
    check("http://a.cz//", Some("txt"), "http/a.cz/~_/~index.txt");
    check("HTTPS://A.cz:443/", None, "!h!t!t!p!s/!a.cz~3a443/~index.file");
    check("http://me@[::1]/x.y", None, "http/me~40~5b~3a~3a1~5d/x.y");
    check("http://a.cz/?", Some("html"), "http/a.cz/~3f~.html");
    check(
        "http://a.cz/s?q=a+b&u=http://b/c",
        None,
        "http/a.cz/s~3fq=a+b~26u=http~3a~2f~2fb~2fc~.file",
    );
    check("http://a.cz/%C3%A9%c3%", None, "http/a.cz/@c3@a9~25c3~25~.file");
    check("http://a.cz/\\xc5\\xbe.htm", None, "http/a.cz/~c5~be.htm");
    check("http://a.cz/../.git/.", None, "http/a.cz/~2e~2e/~2egit/~2e~.file");
    check("http://a.cz/..", None, "http/a.cz/~2e~2e~.file");
    check("http://a.cz/a./b.", None, "http/a.cz/a~2e/b~2e~.file");
    check("http://a.cz/a /b ", None, "http/a.cz/a~20/b~20~.file");
    check("http://a.cz/con/CON/aux.txt", None, "http/a.cz/~63on/!c!o!n/~61ux.txt");
    check("http://a.cz/com1.tar.gz", None, "http/a.cz/~63om1.tar.gz");
    check("http://nul/lpt9", None, "http/~6eul/~6cpt9~.file");
    check("http://a.cz/<>:\"|*\\xff\\x00", None, "http/a.cz/~3c~3e~3a~22~7c~2a~ff~00~.file");
    check("http://a.cz/a\\x5cb", None, "http/a.cz/a~5cb~.file");
    check("http://a.cz/~user/!x/@y", None, "http/a.cz/~7euser/~21x/~40y~.file");
    check("http://a.cz/git~1", None, "http/a.cz/git~7e1~.file");
    check("file:///etc/x", None, "file/~_/etc/x~.file");
    check("http://a.cz", None, "~other/http~3a/~_/a.cz");
    check("http://a.cz?x/y", None, "~other/http~3a/~_/a.cz~3fx~2fy");
    check("urn:isbn:80-7", None, "~other/urn~3aisbn~3a80-7~.file");
    check("/a/b", None, "~other/~_/a/b~.file");
    check("", None, "~other/~index.file");
    check("a.b", None, "~other/a.b");
}

#[test]
fn extensions_are_made_harmless() {
    for (extension, expect) in [
        ("HTML", "http/a/x~.html"),
        ("../../etc", "http/a/x~.etc"),
        ("", "http/a/x~.file"),
        ("čč", "http/a/x~.file"),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "http/a/x~.aaaaaaaaaaaaaaaa"),
    ] {
        assert_eq!(file_path(b"http://a/x", Some(extension)), expect);
    }
}

#[test]
fn paths_that_no_uri_has_are_refused() {
    for path in [
        "",
        "x",
        "/",
        "http",
        "http/a.cz",
        "http/a.cz/",
        "http/a.cz/A~.file",
        "http/a.cz/a",
        "http/a.cz/a.b/c.d",
        "http/a.cz/./c.d",
        "http/a.cz/../c.d",
        "/http/a.cz/c.d",
        "http//a.cz/c.d",
        "http/a.cz/~41.d",
        "http/a.cz/~4",
        "http/a.cz/~zz.d",
        "http/a.cz/!",
        "http/a.cz/!!.d",
        "http/a.cz/~é.d",
        "http/a.cz/a~+/b.c",
        "http/a.cz/a~+",
        "http/a.cz/~index.",
        "http/a.cz/~index.HTML",
        "http/a.cz/~index",
        "http/a.cz/x~.",
        "http/a.cz/x~.a~.b",
        "http/a.cz/con.txt",
        "~other/http~3a/~_/a.cz/b.c",
        "~other",
    ] {
        assert_eq!(uri_of_file_path(path), None, "{path:?}");
    }
}

#[test]
fn long_segments_are_several_folders() {
    for (name, len) in [("a", 193), ("a", 194), ("a", 195), ("a", 201), (".", 500), ("é", 3000)] {
        for before in ["http://a.cz/", "http://a.cz/?", "http://", "x"] {
            for behind in ["", "/", "/b.c", ".", ".html"] {
                let uri = format!("{before}{}{behind}", name.repeat(len));
                for extension in [None, Some("html")] {
                    let path = file_path(uri.as_bytes(), extension);
                    check_path(uri.as_bytes(), &path);
                }
            }
        }
    }
    // The stem of a device at the start of a host that only just fits.
    for len in 190..210 {
        let uri = format!("http://con.{}/", "a".repeat(len));
        check_path(uri.as_bytes(), &file_path(uri.as_bytes(), None));
    }
}

#[test]
fn any_bytes_have_a_path_of_their_own() {
    let mut random = Random::new(4);
    let mut files: HashMap<String, Vec<u8>> = HashMap::new();
    let mut folders: HashMap<String, Vec<u8>> = HashMap::new();
    for number in 0..60_000 {
        let mut uri = random.uri();
        match number % 8 {
            // Segments that are too long, or names that differ in their case only.
            0 => {
                let piece = random.uri();
                let times = usize::from(random.byte()) * 2 / (piece.len() + 1);
                uri.extend(piece.repeat(times));
            }
            1 => uri.make_ascii_uppercase(),
            _ => {}
        }
        let extension = [None, Some("html"), Some("txt")][usize::from(random.byte()) % 3];
        let path = file_path(&uri, extension);
        check_path(&uri, &path);
        let uri = without_fragment(&uri).to_vec();
        let lower = path.to_lowercase();
        for (at, _) in lower.match_indices('/') {
            folders.entry(lower[..at].to_owned()).or_insert_with(|| uri.clone());
        }
        if let Some(other) = files.insert(lower, uri.clone()) {
            assert_eq!(show(&other), show(&uri), "{path}");
        }
    }
    for (path, uri) in &files {
        assert!(!folders.contains_key(path), "{path} is a file and a folder: {}", show(uri));
    }
}

#[test]
fn any_text_is_refused_or_the_path_of_a_uri() {
    let mut random = Random::new(5);
    let pieces = [
        "http", "~other", "~_", "~+", "~.", "~index", "/", ".", "a", "!", "@c3", "~2e", "C", "~",
        "é",
    ];
    let mut found = 0;
    for _ in 0..60_000 {
        let mut path = ["http/a.cz/", "~other/", ""][usize::from(random.byte()) % 3].to_owned();
        for _ in 0..random.byte() % 9 {
            path.push_str(pieces[usize::from(random.byte()) % pieces.len()]);
        }
        if let Some(uri) = uri_of_file_path(&path) {
            check_path(&uri, &path);
            found += 1;
        }
    }
    assert!(found > 30, "only {found} were paths");
}

/// What holds for every path.
fn check_path(uri: &[u8], path: &str) {
    let back = uri_of_file_path(path).unwrap_or_else(|| panic!("{path} has no way back"));
    assert_eq!(show(&back), show(without_fragment(uri)), "{path}");
    assert_eq!(back, without_fragment(uri), "{path}");
    assert!(path.len() <= uri.len() * 4 + 40, "{path}");
    for component in path.split('/') {
        assert!(!component.is_empty() && component.len() <= COMPONENT_MAX, "{path}");
        let is_plain = |byte: u8| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.=+,!~@".contains(&byte)
        };
        assert!(component.bytes().all(is_plain), "{path}");
        assert!(!component.starts_with('.') && !component.ends_with('.'), "{path}");
        let stem = component.split('.').next().unwrap_or_default();
        assert!(!["con", "prn", "aux", "nul", "com1", "lpt1"].contains(&stem), "{path}");
    }
}
