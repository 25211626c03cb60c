//! Who gets which cookie, by the rules of RFC 6265bis.

use super::*;

const NOW: u64 = 1_800_000_000;

/// Sets a field in a new jar and returns what is sent to another URI.
fn sent(at: &str, field: &str, to: &str) -> Option<String> {
    let mut jar = CookieJar::default();
    jar.set(at.as_bytes(), field.as_bytes(), false, NOW);
    jar.field(to.as_bytes(), NOW).map(|field| field.value)
}

#[test]
fn cookies_go_where_the_rules_say() {
    let table = [
        // where it is set, the field, where it may go, what is sent
        ("http://a.cz/", "x=1", "http://a.cz/", Some("x=1")),
        ("http://a.cz/", "x=1", "http://a.cz", Some("x=1")),
        ("http://a.cz/", "x=1", "http://www.a.cz/", None),
        ("http://www.a.cz/", "x=1; Domain=a.cz", "http://b.a.cz/", Some("x=1")),
        ("http://www.a.cz/", "x=1; Domain=.A.cz", "http://a.cz/", Some("x=1")),
        ("http://www.a.cz/", "x=1; Domain=b.cz", "http://www.a.cz/", None),
        ("http://www.a.cz/", "x=1; Domain=w.a.cz", "http://www.a.cz/", None),
        ("http://a.cz/", "x=1; Domain=www.a.cz", "http://www.a.cz/", None),
        ("http://a.cz/", "x=1; Domain=", "http://a.cz/", Some("x=1")),
        // Public suffixes, also private ones.
        ("http://a.cz/", "x=1; Domain=cz", "http://a.cz/", None),
        ("http://a.co.uk/", "x=1; Domain=co.uk", "http://a.co.uk/", None),
        ("http://a.github.io/", "x=1; Domain=github.io", "http://b.github.io/", None),
        ("http://localhost/", "x=1; Domain=localhost", "http://localhost/", Some("x=1")),
        // Addresses have no domains.
        ("http://127.0.0.1/", "x=1; Domain=127.0.0.1", "http://127.0.0.1:81/", Some("x=1")),
        ("http://127.0.0.1/", "x=1; Domain=0.0.1", "http://127.0.0.1/", None),
        // Paths.
        ("http://a.cz/d/e", "x=1", "http://a.cz/d/f", Some("x=1")),
        ("http://a.cz/d/e", "x=1", "http://a.cz/d", Some("x=1")),
        ("http://a.cz/d/e", "x=1", "http://a.cz/dd", None),
        ("http://a.cz/d", "x=1", "http://a.cz/e", Some("x=1")),
        ("http://a.cz/", "x=1; Path=/d", "http://a.cz/d/e?f", Some("x=1")),
        ("http://a.cz/", "x=1; Path=/d/", "http://a.cz/d", None),
        ("http://a.cz/d/e", "x=1; Path=f", "http://a.cz/d/g", Some("x=1")),
        // Secure.
        ("https://a.cz/", "x=1; Secure", "https://a.cz/", Some("x=1")),
        ("https://a.cz/", "x=1; secure", "http://a.cz/", None),
        ("http://a.cz/", "x=1; Secure", "https://a.cz/", None),
        ("https://a.cz/", "__Secure-x=1", "https://a.cz/", None),
        ("https://a.cz/", "__Secure-x=1; Secure", "https://a.cz/", Some("__Secure-x=1")),
        ("https://a.cz/", "__host-x=1; Secure; Path=/; Domain=a.cz", "https://a.cz/", None),
        ("https://a.cz/", "__Host-x=1; Secure; Path=/", "https://a.cz/", Some("__Host-x=1")),
        // Ends.
        ("http://a.cz/", "x=1; Max-Age=10", "http://a.cz/", Some("x=1")),
        ("http://a.cz/", "x=1; Max-Age=0", "http://a.cz/", None),
        ("http://a.cz/", "x=1; Max-Age=-5", "http://a.cz/", None),
        ("http://a.cz/", "x=1; Max-Age=zz", "http://a.cz/", Some("x=1")),
        ("http://a.cz/", "x=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "http://a.cz/", None),
        ("http://a.cz/", "x=1; Expires=1 Jan 2000 0:0:0; Max-Age=9", "http://a.cz/", Some("x=1")),
        ("http://a.cz/", "x=1; Expires=soon", "http://a.cz/", Some("x=1")),
        // Odd pairs.
        ("http://a.cz/", "=1", "http://a.cz/", Some("1")),
        ("http://a.cz/", "lonely", "http://a.cz/", Some("lonely")),
        ("http://a.cz/", "x=", "http://a.cz/", Some("x=")),
        ("http://a.cz/", "x=a=b", "http://a.cz/", Some("x=a=b")),
        ("http://a.cz/", " x = \"1 2\" ; a", "http://a.cz/", Some("x=\"1 2\"")),
        ("http://a.cz/", "__Host-x", "http://a.cz/", None),
        ("http://a.cz/", "x=1\r\nHost: b", "http://a.cz/", None),
        ("http://a.cz/", "x=\u{7f}", "http://a.cz/", None),
        ("http://a.cz/", "", "http://a.cz/", None),
        ("ftp:a", "x=1", "http://a.cz/", None),
    ];
    for (at, field, to, expected) in table {
        assert_eq!(sent(at, field, to).as_deref(), expected, "{field} of {at} to {to}");
    }
    let long = format!("x={}", "a".repeat(4096));
    assert_eq!(sent("http://a.cz/", &long, "http://a.cz/"), None);
}

#[test]
fn cookies_are_replaced_and_sent_in_order() {
    let mut jar = CookieJar::default();
    let at = b"https://www.a.cz/d/e";
    for field in ["x=1; Path=/", "y=2", "z=3; Domain=a.cz; Path=/", "x=4; Path=/"] {
        assert!(jar.set(at, field.as_bytes(), false, NOW), "{field}");
    }
    assert!(!jar.set(at, b"y=2", false, NOW), "nothing changes");
    let field = jar.field(b"https://www.a.cz/d/e", NOW).unwrap();
    assert_eq!((field.value.as_str(), field.is_credential), ("y=2; x=4; z=3", false));
    assert!(jar.has(at, "z", NOW) && !jar.has(b"https://www.a.cz/", "y", NOW));
    // An insecure answer does not replace a secure cookie, nor is one sent in its place.
    assert!(jar.set(at, b"s=5; Secure; Path=/", true, NOW));
    assert!(!jar.set(b"http://www.a.cz/", b"s=6; Path=/", false, NOW));
    assert!(!jar.set(b"http://www.a.cz/", b"s=6; Domain=a.cz; Path=/d", false, NOW));
    assert!(jar.field(at, NOW).unwrap().is_credential);
    assert!(jar.set(at, b"x=; Path=/; Max-Age=0", false, NOW));
    assert_eq!(jar.len(), 3);
    // A cookie ends by itself.
    assert!(jar.set(at, b"t=1; Max-Age=10; Path=/", false, NOW));
    assert!(jar.has(at, "t", NOW + 9) && !jar.has(at, "t", NOW + 10));
    let shown = format!("{jar:?}");
    assert!(!shown.contains('5'), "values are not shown: {shown}");
}

#[test]
fn a_jar_is_bounded_and_forgets_what_is_not_used() {
    let mut jar = CookieJar::default();
    assert!(jar.set(b"http://a.cz/", b"kept=1", false, NOW));
    for number in 0..2 * PER_DOMAIN {
        let path = format!("x{number}=1; Path=/x");
        assert!(jar.set(b"http://a.cz/x", path.as_bytes(), false, NOW));
        assert!(jar.field(b"http://a.cz/", NOW).is_some());
    }
    assert_eq!(jar.len(), PER_DOMAIN);
    assert!(jar.has(b"http://a.cz/", "kept", NOW));
    for number in 0..2 * IN_ALL {
        let uri = format!("http://s{number}.cz/");
        jar.set(uri.as_bytes(), b"x=1", false, NOW);
        assert!(jar.len() <= IN_ALL);
    }
    assert!(jar.has(format!("http://s{}.cz/", 2 * IN_ALL - 1).as_bytes(), "x", NOW));
    let counted: usize = jar.domains.values().map(Vec::len).sum();
    assert_eq!(jar.len(), counted);
    assert!(jar.field(b"http://a.cz/x", NOW).is_none());
}

#[test]
fn files_are_read_and_written() {
    let text = "\u{feff}# Netscape HTTP Cookie File\r\n\n\
        .a.cz\tTRUE\t/\tTRUE\t1900000000\tsid\tabc=d\r\n\
        #HttpOnly_www.a.cz\tFALSE\t/d\tFALSE\t0\tx\ty z\n\
        a.cz\tFALSE\t/\tFALSE\t1500000000\told\t1\n\
        b.cz\tFALSE\t/\tFALSE\t0\tempty\n";
    let mut jar = CookieJar::default();
    assert_eq!(jar.add_file(text.as_bytes(), true, NOW), Ok(3));
    let field = jar.field(b"https://www.a.cz/d/", NOW).unwrap();
    assert_eq!((field.value.as_str(), field.is_credential), ("x=y z; sid=abc=d", true));
    let written = jar.to_file(NOW);
    let mut again = CookieJar::default();
    assert_eq!(again.add_file(written.as_bytes(), true, NOW), Ok(3));
    assert_eq!(again.to_file(NOW), written);
    for (text, line) in [
        ("a.cz", 1),
        ("# x\na.cz\tFALSE\t/\tFALSE\tnever\tx\ty", 2),
        ("a.cz\tMAYBE\t/\tFALSE\t0\tx\ty", 1),
        ("a b\tFALSE\t/\tFALSE\t0\tx\ty", 1),
        ("a.cz\tFALSE\tno\tFALSE\t0\tx\ty", 1),
        ("a.cz\tFALSE\t/\tFALSE\t0\t\t", 1),
        ("a.cz\tFALSE\t/\tFALSE\t0\tx\ty\tz", 1),
    ] {
        let found = CookieJar::default().add_file(text.as_bytes(), false, NOW);
        assert_eq!(found, Err(CookieFileError { line }), "{text}");
    }
}

#[test]
fn a_cookie_that_stands_for_a_log_in_still_does_when_it_is_renewed() {
    let mut jar = CookieJar::default();
    let file = b"a.cz\tFALSE\t/\tFALSE\t0\tsid\tsecret\n";
    assert_eq!(jar.add_file(file, true, NOW), Ok(1));
    assert!(jar.field(b"http://a.cz/", NOW).unwrap().is_credential);
    // The server renews it, and the file of an earlier run has it too.
    assert!(jar.set(b"http://a.cz/", b"sid=renewed; Path=/", false, NOW));
    assert!(jar.field(b"http://a.cz/", NOW).unwrap().is_credential);
    jar.add_file(&jar.to_file(NOW).into_bytes(), false, NOW).unwrap();
    let field = jar.field(b"http://a.cz/", NOW).unwrap();
    assert_eq!((field.value.as_str(), field.is_credential), ("sid=renewed", true));
    // One that replaces it after its end does not.
    assert!(jar.set(b"http://a.cz/", b"sid=; Path=/; Max-Age=0", false, NOW));
    assert!(jar.set(b"http://a.cz/", b"sid=other; Path=/", false, NOW));
    assert!(!jar.field(b"http://a.cz/", NOW).unwrap().is_credential);
}

#[test]
fn a_log_in_is_not_pushed_out_by_the_cookies_of_others() {
    let mut jar = CookieJar::default();
    jar.add_file(b"a.cz\tFALSE\t/\tFALSE\t0\tsid\tsecret\n", true, NOW).unwrap();
    for number in 0..2 * IN_ALL {
        jar.set(format!("http://s{number}.cz/").as_bytes(), b"x=1", false, NOW);
        assert!(jar.len() <= IN_ALL);
    }
    for number in 0..2 * PER_DOMAIN {
        jar.set(b"http://a.cz/", format!("x{number}=1").as_bytes(), false, NOW);
    }
    assert!(jar.has(b"http://a.cz/", "sid", NOW));
    // Only log-ins: the oldest of them go.
    let mut jar = CookieJar::default();
    for number in 0..=IN_ALL {
        jar.set(format!("http://s{number}.cz/").as_bytes(), b"x=1", true, NOW);
        assert!(jar.len() <= IN_ALL);
    }
    assert!(!jar.has(b"http://s0.cz/", "x", NOW));
}
