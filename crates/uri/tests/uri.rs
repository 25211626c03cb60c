//! The crate as its users see it: tables of inputs and expectations, properties that must hold
//! for any bytes, and, where the corpus is at hand, agreement with other programs.

#[path = "uri/file_paths.rs"]
mod file_paths;
#[path = "uri/fuzz_corpus.rs"]
mod fuzz_corpus;
#[path = "uri/site_rules.rs"]
mod site_rules;

use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use stodola_uri::{
    Parts, Variant, escape_illegal, host, normalise, parse, partition, registrable_domain, surt,
    surt_with, without_fragment,
};

/// URIs and the keys that the Python package `surt` 0.3.1 gives them.
const SURT_VECTORS: &str = include_str!("surt-vectors.tsv");

/// URIs whose keys differ from that package's: URI, its key, ours, why.
const SURT_DEVIATIONS: &str = include_str!("surt-deviations.tsv");

#[test]
fn surt_keys_are_those_of_the_python_package() {
    for line in SURT_VECTORS.lines() {
        let (uri, key) = line.split_once('\t').unwrap();
        assert_eq!(show(&surt(&unescape(uri))), key, "{uri}");
    }
}

#[test]
fn surt_keys_deviate_only_as_listed() {
    for line in SURT_DEVIATIONS.lines() {
        let [uri, theirs, ours, why] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let key = show(&surt(&unescape(uri)));
        assert_eq!(key, ours, "{uri}");
        assert_ne!(key, theirs, "no deviation any more: {uri} ({why})");
    }
}

#[test]
fn surt_keys_of_the_java_library_differ_on_odd_uris() {
    let check = |uri: &str, key: &str| {
        assert_eq!(show(&surt_with(&unescape(uri), Variant::Java)), key, "{uri}");
    };
    check("", "-");
    check("dns:example.org", "org,example)");
    check("warcinfo:A.warc.gz", "warcinfo:A.warc.gz");
    check("http://www.www3.example.org/", "org,example)/");
    check("http://a....b/", "b,a)/");
    check("http://......./a", ")/a");
    check("http://127.1/", "1,127)/");
    check("http://010.010.1.1/", "1,1,8,8)/");
    check("http://10.010.1.1/", "1,1,10,10)/");
    check("http://3279880203/", "11,0,127,195)/");
    check("http:///example.org/a", "org,example)/a");
    check("http://example.org:0/", "org,example:0)/");
    check("ftp://example.org:0/", "org,example)/");
    check("example.org:81/", "org,example:81)/");
    check("\\x01http://exa\\xe2\\x80\\xa8mple.org/\\x01", "org,example)/");
    check("http://[2001:db8::1]/", "2001:db8::1)/");
    check("screenshot:http://example.org/", "screenshot:http://example.org/");
}

#[test]
fn surt_keys_hold_no_byte_that_would_break_an_index_line() {
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        let uri = random.uri();
        if !uri.starts_with(b"filedesc") {
            let key = surt(&uri);
            assert!(key.iter().all(u8::is_ascii_graphic) && !key.is_empty(), "{}", show(&uri));
        }
    }
}

#[test]
fn normal_form_follows_the_rfc() {
    let check = |uri: &str, expect: &str| {
        assert_eq!(show(&normalise(&unescape(uri))), expect, "{uri}");
    };
    check("", "");
    check("HTTP://Example.ORG", "http://example.org/");
    check("http://example.org?a", "http://example.org/?a");
    check("ftp://example.org", "ftp://example.org");
    check("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D");
    check("http://a/b/c/./../../g", "http://a/g");
    check("http://a/mid/content=5/../6", "http://a/mid/6");
    check("http://a/../../b/..", "http://a/");
    check("http://a/b/.", "http://a/b/");
    check("http://a/%2E%2e/b", "http://a/b");
    check("http://a//b///", "http://a//b///");
    check("http://a:80/", "http://a/");
    check("http://a:0080/", "http://a/");
    check("http://a:/", "http://a/");
    check("http://a:443/", "http://a:443/");
    check("https://a:443/", "https://a/");
    check("ftp://a:21/", "ftp://a/");
    check("x://a:", "x://a");
    check("http://a:80:/", "http://a:80:/");
    check("http://Me@A/%41%2f%zz", "http://Me@a/A%2F%25zz");
    check("http://a/?%7E=%c3%a9&x y#%41 b", "http://a/?~=%C3%A9&x%20y#A%20b");
    check("http://B\\xc3\\x9cCHER.example/", "http://xn--bcher-kva.example/");
    check("http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/");
    check("http://b\\xfccher.example/", "http://b%FCcher.example/");
    check("http://a\\xef\\xbc\\x8fb.example/", "http://a%EF%BC%8Fb.example/");
    check("http://A%20b%2DC/", "http://a%20b-c/");
    check("http://[2001:DB8::A]:80/", "http://[2001:db8::a]/");
    check("http://a/\\xe9\\x00\"<>", "http://a/%E9%00%22%3C%3E");
    check("http:/.//a", "http:/.//a");
    check("http:/..//a", "http:/.//a");
    check("%61:b/%61", "%61:b/a");
    check("./a:b", "./a:b");
    check("../%61/../b", "../a/../b");
    check("mailto:%41@b/../c", "mailto:A@b/../c");
    check("dns:Example.org", "dns:Example.org");
    assert_eq!(without_fragment(b"http://a/?b#c#d"), b"http://a/?b");
    assert_eq!(without_fragment(b"http://a/"), b"http://a/");
}

#[test]
fn normal_form_is_legal_and_stays_as_it_is() {
    let mut random = Random::new(2);
    for _ in 0..40_000 {
        let uri = random.uri();
        let once = normalise(&uri);
        assert_eq!(show(&normalise(&once)), show(&once), "{}", show(&uri));
        assert_eq!(*escape_illegal(&once), *once, "{}", show(&uri));
        let legal = escape_illegal(&uri);
        assert_eq!(*escape_illegal(&legal), *legal, "{}", show(&uri));
        assert_eq!(normalise(&legal), once, "{}", show(&uri));
    }
}

#[test]
fn parts_put_together_give_the_same_bytes() {
    let mut random = Random::new(3);
    for _ in 0..40_000 {
        let uri = random.uri();
        assert_eq!(show(&join(&parse(&uri))), show(&uri));
    }
}

#[test]
fn hosts_are_lower_case_ascii() {
    let check = |uri: &str, expect: Option<&str>| {
        assert_eq!(host(&unescape(uri)).as_deref(), expect, "{uri}");
    };
    check("http://Example.ORG:80/", Some("example.org"));
    check("HTTPS://me@a.b.example?x", Some("a.b.example"));
    check("//a/", Some("a"));
    check("http://[2001:DB8::1]:80/", Some("[2001:db8::1]"));
    check("http://B\\xc3\\xbccher.example/", Some("xn--bcher-kva.example"));
    check("http://\\xff/", Some("%FF"));
    check("http:///a", None);
    check("http://:80/", None);
    check("dns:example.org", None);
    check("example.org/", None);
    check("", None);
}

#[test]
fn registrable_domains_follow_the_public_suffix_list() {
    let check = |host: &str, expect: Option<&str>| {
        assert_eq!(registrable_domain(host), expect, "{host}");
    };
    check("example.cz", Some("example.cz"));
    check("www.example.cz", Some("example.cz"));
    check("www.example.cz.", Some("example.cz"));
    check("a.b.example.co.uk", Some("example.co.uk"));
    check("a.user.github.io", Some("user.github.io"));
    check("a.b.example.unknown", Some("example.unknown"));
    check("www.xn--bcher-kva.xn--p1ai", Some("xn--bcher-kva.xn--p1ai"));
    check("www.xn--85x722f.xn--55qx5d.cn", Some("xn--85x722f.xn--55qx5d.cn"));
    check("www.city.kawasaki.jp", Some("city.kawasaki.jp"));
    check("cz", None);
    check("co.uk", None);
    check("localhost", None);
    check("192.0.2.1", None);
    check("[2001:db8::1]", None);
    check("2001:db8::1", None);
    check("", None);
    check(".", None);
}

#[test]
fn partition_numbers_never_change() {
    let check = |host: &str, partitions: u32, expect: u32| {
        assert_eq!(partition(host, NonZeroU32::new(partitions).unwrap()), expect, "{host}");
    };
    check("", 1024, 805);
    check("a", 1024, 140);
    check("example.org", 1024, 849);
    check("example.org", 7, 3);
    check("example.co.uk", 1024, 667);
    check("user.github.io", 1024, 887);
    check("192.0.2.1", 1024, 536);
    check("[2001:db8::1]", 1024, 77);
    check("xn--bcher-kva.example", 1024, 212);
    check("localhost", 1024, 890);
    check("example.org", u32::MAX, 14_360_501);
    check("example.org", 1, 0);
}

#[test]
fn hosts_of_one_registrable_domain_share_a_partition() {
    let partitions = NonZeroU32::new(1_000_003).unwrap();
    for (one, other) in [
        ("example.org", "www.example.org"),
        ("example.org", "A.B.Example.ORG."),
        ("example.co.uk", "shop.example.co.uk"),
        ("LOCALHOST", "localhost."),
    ] {
        assert_eq!(partition(one, partitions), partition(other, partitions), "{one} {other}");
    }
    assert_ne!(partition("a.co.uk", partitions), partition("b.co.uk", partitions));
    assert_ne!(partition("192.0.2.1", partitions), partition("192.0.3.1", partitions));
}

/// Quadratic time would show as a test that does not end.
#[test]
fn long_uris_take_no_longer_than_they_must() {
    let pieces: [&[u8]; 14] = [
        b"25",
        b"%25",
        b"cfid=",
        b"&cftoken=1",
        b"sid=",
        b"/(a(",
        b"/(0123456789abcdefghijklmn)/",
        b"/..",
        b".",
        b"a.",
        b":",
        b"http://",
        b"\xc3\xa9",
        b"\xe9.",
    ];
    for start in [&b"http://"[..], b"http://a/", b"http://a/?", b"%"] {
        for piece in pieces {
            let mut uri = start.to_vec();
            while uri.len() < 1 << 18 {
                uri.extend_from_slice(piece);
            }
            assert!(!surt(&uri).is_empty());
            assert!(!normalise(&uri).is_empty());
            if let Some(host) = host(&uri) {
                assert!(partition(&host, NonZeroU32::MIN) == 0);
            }
        }
    }
}

/// Every URI of the corpus, with the key the Python package gave it.
#[test]
fn conformance_with_python_keys() {
    let Some(rows) = golden("surt-py-0.3.1.tsv") else { return };
    for line in rows.lines().skip(1) {
        let (uri, key) = line.split_once('\t').unwrap();
        assert_eq!(show(&surt(&unescape(uri))), key, "{uri}");
    }
    eprintln!("{} keys are those of the Python package", rows.lines().count() - 1);
}

/// Keys that the tests of Java programs expect.
///
/// Covered are the suite of `WaybackURLKeyMaker`, and that of OutbackCDX where a URI has no prefix
/// of OutbackCDX's own (`youtube-dl:`, `screenshot:`, `urn:transclusions:`). The other suites test
/// steps on the way to a key, or keys that are not reversed, which nothing here produces.
#[test]
fn conformance_with_java_keys() {
    let Some(rows) = golden("canon-java-tests.tsv") else { return };
    let mut covered = 0;
    for line in rows.lines().skip(1) {
        let [suite, uri, key] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let is_covered = match suite {
            "webarchive-commons WaybackURLKeyMaker" => true,
            "outbackcdx UrlCanonicalizerTest" => uri.starts_with("http"),
            _ => false,
        };
        if is_covered {
            covered += 1;
            assert_eq!(show(&surt_with(&unescape(uri), Variant::Java)), key, "{suite}: {uri}");
        }
    }
    assert!(covered >= 19, "only {covered} rows found");
    eprintln!("{covered} of {} rows covered", rows.lines().count() - 1);
}

/// A golden file of the corpus that `STODOLA_CORPUS` names; `None` if it is not set.
fn golden(name: &str) -> Option<String> {
    let Some(corpus) = std::env::var_os("STODOLA_CORPUS").map(PathBuf::from) else {
        skipped("STODOLA_CORPUS is not set");
        return None;
    };
    let path = corpus.join(Path::new("warc/golden")).join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => panic!("cannot read {}: {error}", path.display()),
    }
}

/// Says that the test that is running checks nothing. Written to standard error itself, because what `eprintln!`
/// prints is shown only if a test fails.
fn skipped(why: &str) {
    let thread = std::thread::current();
    let line = format!("skipped: {}: {why}\n", thread.name().unwrap_or("a test"));
    std::io::stderr().write_all(line.as_bytes()).expect("standard error is open");
}

/// Bytes of a table's column: `\n`, `\r`, `\t` and `\xNN` are escapes, all else is itself.
fn unescape(column: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = column;
    while let Some((before, escape)) = rest.split_once('\\') {
        out.extend_from_slice(before.as_bytes());
        let len = if let Some(digits) = escape.strip_prefix('x') {
            out.push(u8::from_str_radix(&digits[..2], 16).expect("two hexadecimal digits"));
            3
        } else {
            out.push(match &escape[..1] {
                "n" => b'\n',
                "r" => b'\r',
                "t" => b'\t',
                other => panic!("unknown escape \\{other} in {column:?}"),
            });
            1
        };
        rest = &escape[len..];
    }
    out.extend_from_slice(rest.as_bytes());
    out
}

fn show(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn join(parts: &Parts<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    if let Some(scheme) = parts.scheme {
        out.extend([scheme, b":"].concat());
    }
    if let Some(host) = parts.host {
        out.extend(b"//");
        if let Some(userinfo) = parts.userinfo {
            out.extend([userinfo, b"@"].concat());
        }
        out.extend(host);
        if let Some(port) = parts.port {
            out.extend([b":", port].concat());
        }
    }
    out.extend(parts.path);
    if let Some(query) = parts.query {
        out.extend([b"?", query].concat());
    }
    if let Some(fragment) = parts.fragment {
        out.extend([b"#", fragment].concat());
    }
    out
}

/// Pieces that have a meaning somewhere in a URI.
const PIECES: &[u8] =
    b"http:// HTTPS:// http: x: // / /. /.. /../ . .. : :80 :443 @ [ ] [::1] ? # \
    & = % %2 %41 %2e %2F %25 %3A %C3 %A9 %c3%a9 %e9 %EF%BC%8F %00 5 a B www. example.org \t \n \
    \xc3\xa9 \xe9 \xc2\xad \xef\xbc\x85 \xe3\x80\x82 \xf0\x9f\x82\xa1 xn-- xn--bcher-kva | \" \\ { \
    0 1.2 ~ _ -";

/// A small generator (xorshift), so that every run tries the same URIs.
struct Random {
    state: u64,
    pieces: Vec<&'static [u8]>,
}

impl Random {
    fn new(seed: u64) -> Random {
        let pieces = PIECES.split(|&byte| byte == b' ').collect();
        Random { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), pieces }
    }

    fn byte(&mut self) -> u8 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state.to_be_bytes()[0]
    }

    /// A mixture of pieces, spaces and any bytes.
    fn uri(&mut self) -> Vec<u8> {
        let mut uri = Vec::new();
        if self.byte() < 128 {
            uri.extend_from_slice(b"http://");
        }
        for _ in 0..self.byte() % 10 {
            match self.byte() {
                0..20 => uri.push(self.byte()),
                20..25 => uri.push(b' '),
                _ => {
                    let piece = usize::from(self.byte()) % self.pieces.len();
                    uri.extend_from_slice(self.pieces[piece]);
                }
            }
        }
        uri
    }
}
