//! Addresses as data: what stands behind the collection, and what is read of it.

use super::{ADDRESS_MAX, AskedTime, ReplayAddress, ReplayAddressError};
use crate::Modifier;
use stodola_archive::{Stamp, key_of};

/// Address, time as written again, modifier, URI.
const CASES: &[(&str, &str, Option<Modifier>, &str)] = &[
    // Times of all lengths; what is missing is the earliest.
    ("20140126200624/http://a.cz/", "20140126200624", None, "http://a.cz/"),
    ("2/http://a.cz/", "20000101000000", None, "http://a.cz/"),
    ("20/http://a.cz/", "20000101000000", None, "http://a.cz/"),
    ("199/http://a.cz/", "19900101000000", None, "http://a.cz/"),
    ("2014/http://a.cz/", "20140101000000", None, "http://a.cz/"),
    ("201406/http://a.cz/", "20140601000000", None, "http://a.cz/"),
    ("2014062/http://a.cz/", "20140621000000", None, "http://a.cz/"),
    // Times that do not exist become the nearest that do.
    ("20149999999999/http://a.cz/", "20141231235959", None, "http://a.cz/"),
    ("20140231/http://a.cz/", "20140228000000", None, "http://a.cz/"),
    ("00000000000000/http://a.cz/", "00010101000000", None, "http://a.cz/"),
    // Modifiers; unknown ones count as none.
    (
        "20140126200624im_/http://a.cz/x.png",
        "20140126200624",
        Some(Modifier::Image),
        "http://a.cz/x.png",
    ),
    ("2014esm_/http://a.cz/", "20140101000000", Some(Modifier::Module), "http://a.cz/"),
    ("2014mt_/http://a.cz/", "20140101000000", None, "http://a.cz/"),
    ("id_/http://a.cz/", "", Some(Modifier::Identity), "http://a.cz/"),
    // Without a time.
    ("http://a.cz/", "", None, "http://a.cz/"),
    ("a.cz", "", None, "http://a.cz"),
    ("a.cz:8080/x", "", None, "http://a.cz:8080/x"),
    ("localhost:8080/x", "", None, "http://localhost:8080/x"),
    ("2014.cz/2015/", "", None, "http://2014.cz/2015/"),
    ("2014-x.cz/", "", None, "http://2014-x.cz/"),
    // Lists.
    ("*/http://a.cz/", "*", None, "http://a.cz/"),
    ("%2A/http://a.cz/", "*", None, "http://a.cz/"),
    ("2014*/a.cz", "20140101000000-20141231235959*", None, "http://a.cz"),
    ("2014-2015*/a.cz", "20140101000000-20151231235959*", None, "http://a.cz"),
    ("201402-201402/a.cz", "20140201000000-20140228235959*", None, "http://a.cz"),
    ("-2015*/a.cz", "-20151231235959*", None, "http://a.cz"),
    ("2014-*/a.cz", "20140101000000-*", None, "http://a.cz"),
    // What others do to addresses.
    ("2014/https:/a.cz/x", "20140101000000", None, "https://a.cz/x"),
    ("2014/http:a.cz/x", "20140101000000", None, "http://a.cz/x"),
    ("2014/http:////a.cz/x", "20140101000000", None, "http://a.cz/x"),
    ("2014///cdn.cz/x", "20140101000000", None, "http://cdn.cz/x"),
    ("2014/http%3A//a.cz/x%2Fy", "20140101000000", None, "http://a.cz/x%2Fy"),
    ("2014/http%3a%2f%2Fa.cz%2Fx%252Fy%3Fq%3D1", "20140101000000", None, "http://a.cz/x%2Fy?q=1"),
    ("2014/http%3A%2F%2Fa.cz%2Fx?b=%2F", "20140101000000", None, "http://a.cz/x?b=%2F"),
    ("2014/ http://a.cz/x\r\n", "20140101000000", None, "http://a.cz/x"),
    ("2014/HTTP://A.cz/X", "20140101000000", None, "HTTP://A.cz/X"),
    // Nothing else is changed.
    ("2014/http://a.cz/%C3%A1?b=%26&a=+#f", "20140101000000", None, "http://a.cz/%C3%A1?b=%26&a=+"),
    ("2014/http://a.cz/b c", "20140101000000", None, "http://a.cz/b c"),
    ("2014/http://a.cz//x//y", "20140101000000", None, "http://a.cz//x//y"),
    ("2014/http://a.cz/*", "20140101000000", None, "http://a.cz/*"),
    ("2014/http://a.cz/2013/http://b.cz/", "20140101000000", None, "http://a.cz/2013/http://b.cz/"),
    (
        "2014/http://a.cz/?u=http%3A%2F%2Fb.cz",
        "20140101000000",
        None,
        "http://a.cz/?u=http%3A%2F%2Fb.cz",
    ),
    ("2014/urn:uuid:1", "20140101000000", None, "urn:uuid:1"),
    ("2014/dns:a.cz", "20140101000000", None, "dns:a.cz"),
    ("2014/screenshot:http://a.cz/", "20140101000000", None, "screenshot:http://a.cz/"),
    ("2014/http://[::1]:8080/", "20140101000000", None, "http://[::1]:8080/"),
];

#[test]
fn addresses_are_read() {
    for (text, time, modifier, uri) in CASES {
        let address = ReplayAddress::parse(text.as_bytes()).unwrap();
        assert_eq!(String::from_utf8_lossy(&address.uri), *uri, "{text}");
        assert_eq!(address.modifier, *modifier, "{text}");
        let bare = ReplayAddress { modifier: None, fragment: None, ..address.clone() };
        let written = bare.to_path();
        let written = written.strip_suffix(&uri.replace(' ', "%20")).unwrap();
        assert_eq!(written.trim_end_matches('/'), *time, "{text}");
        check_again(&address);
    }
}

/// What is written is read as the same.
fn check_again(address: &ReplayAddress) {
    let path = address.to_path();
    assert!(path.bytes().all(|byte| byte.is_ascii_graphic()), "{path}");
    let again = ReplayAddress::parse(path.as_bytes()).unwrap();
    assert_eq!(again.to_path(), path);
    assert_eq!((again.time, again.modifier), (address.time, address.modifier), "{path}");
    assert_eq!(key_of(&again.uri), key_of(&address.uri), "{path}");
}

#[test]
fn star_at_the_end_of_a_list_is_a_prefix() {
    for (text, uri, is_prefix) in [
        ("*/http://a.cz/x*", "http://a.cz/x", true),
        ("*/http://a.cz/x", "http://a.cz/x", false),
        ("2014*/http://a.cz/x%2A", "http://a.cz/x%2A", false),
        ("2014/http://a.cz/x*", "http://a.cz/x*", false),
    ] {
        let address = ReplayAddress::parse(text.as_bytes()).unwrap();
        assert_eq!((&*String::from_utf8_lossy(&address.uri), address.is_prefix), (uri, is_prefix));
        check_again(&address);
    }
}

#[test]
fn fragment_is_kept_apart() {
    let address = ReplayAddress::parse(b"2014mp_/http://a.cz/#a b").unwrap();
    assert_eq!(address.uri, b"http://a.cz/");
    assert_eq!(address.fragment.as_deref(), Some(&b"a b"[..]));
    assert_eq!(address.to_path(), "20140101000000mp_/http://a.cz/#a%20b");
}

#[test]
fn bytes_that_are_not_utf8_keep_their_key() {
    for uri in [&b"http://a.cz/\xe1?b=\xff"[..], b"http://a.cz/\xc3\xa1", b"http://a.cz/\x01 \x7f"]
    {
        let address = ReplayAddress::parse(&[b"2014/", uri].concat()).unwrap();
        assert_eq!(address.uri, uri);
        check_again(&address);
    }
}

#[test]
fn header_cannot_be_injected() {
    let address =
        ReplayAddress::new(b"http://a.cz/\r\nSet-Cookie: x=1", Stamp::parse("2014"), None);
    assert_eq!(address.to_path(), "20140101000000/http://a.cz/Set-Cookie:%20x=1");
}

#[test]
fn what_is_no_address_is_refused() {
    for text in ["", "2014", "2014/", "*/", "2014im_/", "http://", "2014/https:/", "/", "  ", "#x"]
    {
        let error = ReplayAddress::parse(text.as_bytes()).unwrap_err();
        assert_eq!(error, ReplayAddressError::NoUri, "{text:?}");
    }
    let long = [&b"2014/http://a.cz/"[..], &vec![b'a'; 100_000]].concat();
    let error = ReplayAddress::parse(&long).unwrap_err();
    assert_eq!(error, ReplayAddressError::TooLong { length: long.len() });
    let almost = &long[..ADDRESS_MAX];
    assert_eq!(ReplayAddress::parse(almost).unwrap().uri.len(), ADDRESS_MAX - 5);
    let error = ReplayAddress::parse(b"201401262006241/http://a.cz/").unwrap_err();
    assert_eq!(error.to_string(), "'201401262006241' is no time: it has more than 14 digits");
}

#[test]
fn lists_and_single_captures_are_distinguished() {
    for (text, nearest) in [("2014/a.cz", Some("20140101000000")), ("a.cz", None), ("*/a.cz", None)]
    {
        let address = ReplayAddress::parse(text.as_bytes()).unwrap();
        assert_eq!(address.nearest_to().map(|it| it.to_string()).as_deref(), nearest);
    }
    assert!(AskedTime::All.is_list() && !AskedTime::Latest.is_list());
}
