//! The corpora of the fuzz targets, run through the same assertions without a fuzzer; and random
//! bytes of the kind that matters, for those who have none at hand.

use std::fs;
use std::path::Path;

#[path = "../../../../fuzz/harness/challenge.rs"]
mod challenge;
#[path = "../../../../fuzz/harness/cookies.rs"]
mod cookies;
#[path = "../../../../fuzz/harness/rdap.rs"]
mod rdap;
#[path = "../../../../fuzz/harness/response.rs"]
mod response;
#[path = "../../../../fuzz/harness/robots.rs"]
mod robots;
#[path = "../../../../fuzz/harness/whois.rs"]
mod whois;

fn replay(name: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    paths.sort();
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let result = std::panic::catch_unwind(|| run(&bytes));
        assert!(result.is_ok(), "{} fails", path.display());
    }
}

/// Strings of words from a list, in any order.
fn random(words: &[&str], count: u64, run: fn(&[u8])) {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % below
    };
    for _ in 0..count {
        let mut bytes = vec![next(40) as u8];
        for _ in 0..next(30) {
            bytes.extend_from_slice(words[next(words.len())].as_bytes());
        }
        let shown = bytes.escape_ascii().to_string();
        let result = std::panic::catch_unwind(|| run(&bytes));
        assert!(result.is_ok(), "{shown}");
    }
}

#[test]
fn the_corpora_keep_the_promises() {
    replay("robots", robots::run);
    replay("response", response::run);
    replay("rdap", rdap::run);
    replay("whois", whois::run);
    replay("cookies", cookies::run);
    replay("challenge", challenge::run);
}

#[test]
fn random_cookies_keep_the_promises() {
    let words = [
        "a.cz\n",
        "www.a.cz\n",
        "co.uk\n",
        "127.0.0.1\n",
        "x=1",
        "=",
        "; ",
        "Domain=a.cz",
        "Domain=.cz",
        "Path=/d",
        "Secure",
        "Max-Age=10",
        "Max-Age=-99999999999999999999",
        "Expires=Thu, 01 Jan 1970 00:00:00 GMT",
        "__Host-",
        "\t",
        "TRUE\t",
        "FALSE\t/\tFALSE\t0\tn\tv",
        "#HttpOnly_",
        "\n",
        "\r",
        "\0",
        "\u{e9}",
    ];
    random(&words, 5_000, cookies::run);
}

#[test]
fn random_challenges_keep_the_promises() {
    let words = [
        "Digest ",
        "Basic ",
        "Negotiate abc==",
        "realm=",
        "\"a b\"",
        "\"",
        "\\",
        "nonce=n",
        "qop=\"auth\"",
        "qop=auth-int",
        "algorithm=SHA-256",
        "algorithm=MD5-sess",
        "stale=true",
        "opaque=",
        ",",
        "=",
        " ",
        "\r\n",
        "\n",
        "\u{1}",
        "\u{e9}",
    ];
    random(&words, 5_000, challenge::run);
}

#[test]
fn random_responses_keep_the_promises() {
    let long = "x".repeat(700);
    let words = [
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.0 304\n",
        "HTTP/1.1 100 C\r\n\r\n",
        "Content-Length: 7\r\n",
        "Content-Length: 90000\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Connection: close\r\n",
        "\r\n",
        "\r\n\r\n",
        "\n",
        "\r",
        "5\r\nhello\r\n",
        "2bc\r\n",
        "0\r\n",
        ";x=y",
        "A: b\r\n",
        " fold",
        "H",
        "hello",
        "\0",
        &long,
    ];
    random(&words, 5_000, response::run);
}

#[test]
fn random_rules_keep_the_promises() {
    let words = [
        "/a",
        "/",
        "*",
        "$",
        "%2f",
        "%41",
        "?",
        "\n",
        "\r\n",
        "#",
        " ",
        "\u{feff}",
        "User-agent: *\n",
        "User-agent: a\n",
        "User-agent: stodola/2\n",
        "Disallow: /a\n",
        "Disallow:",
        "Allow: ",
        "Crawl-delay: 9",
        "Sitemap: x\n",
        "\u{e9}",
    ];
    random(&words, 5_000, robots::run);
}

#[test]
fn random_answers_about_owners_keep_the_promises() {
    let words = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"entities\":[{\"roles\":[\"registrant\"],",
        "\"vcardArray\":[\"vcard\",[[\"adr\",",
        "{\"cc\":\"CZ\"},\"text\",[",
        "\"country\":",
        "\"cz\"",
        "\"\\u0063z\"",
        "\"\"",
        "]]]}]",
        "null",
        "1e999",
        "\u{e9}",
    ];
    random(&words, 5_000, rdap::run);
}

#[test]
fn random_whois_answers_keep_the_promises() {
    let words = [
        "domain",
        "registrant",
        "contact",
        "country",
        "address",
        "refer",
        "whois server",
        ":",
        ": ",
        "\n",
        "\n\n",
        "CZ",
        "sk",
        "S1",
        "whois.nic.example",
        "whois://a.b:43/",
        "%",
        "localhost",
        "-.",
        "\u{e9}",
    ];
    random(&words, 5_000, whois::run);
}
