//! Addresses as names of pages, in an order that keeps sites together.
//!
//! ```text
//! http://www.example.cz:81/a?b     cz,example,www:81)/a?b  then 1
//! https://example.cz/              cz,example)/            then 2
//! urn:isbn:80-7                    !urn:isbn:80-7          whatever has no such host stands as it is
//! ```
//!
//! A name is the normalised address without its fragment; it can be turned back. Unlike the keys of the catalogue it
//! tells `http` from `https`, upper from lower case and `www` from without: a server may give other pages there, and a
//! link to the wrong one is what people want to see. Where servers redirect from one to the other, they are one page.

use sha2::{Digest, Sha256};

/// Maximum length of a name in bytes. The rest of a longer address is replaced by its hash.
pub(crate) const NAME_MAX: usize = 8 << 10;

const HTTP: u8 = 1;
const HTTPS: u8 = 2;
const OPAQUE: u8 = b'!';

/// Returns the name of an address.
pub(crate) fn name_of(uri: &[u8]) -> Vec<u8> {
    let normal = stodola_uri::normalise(stodola_uri::without_fragment(uri));
    let mut name = site_name(&normal).unwrap_or_else(|| {
        let mut name = vec![OPAQUE];
        name.extend_from_slice(&normal);
        name
    });
    if name.len() > NAME_MAX {
        let hash = Sha256::digest(&normal);
        name.truncate(NAME_MAX - 40);
        name[0] = OPAQUE;
        name.extend_from_slice(b"...sha256:");
        name.extend(hash.iter().take(12).flat_map(|byte| format!("{byte:02x}").into_bytes()));
    }
    name
}

fn site_name(normal: &[u8]) -> Option<Vec<u8>> {
    let (rest, scheme) = match normal {
        [b'h', b't', b't', b'p', b':', b'/', b'/', rest @ ..] => (rest, HTTP),
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', rest @ ..] => (rest, HTTPS),
        _ => return None,
    };
    let end = rest.iter().position(|byte| b"/?#".contains(byte)).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:[]".contains(byte);
    if authority.is_empty() || !authority.iter().all(is_plain) {
        return None;
    }
    let (host, port) = split_port(authority);
    let mut name = Vec::with_capacity(normal.len() + 1);
    push_turned(&mut name, host, b'.', b',');
    name.extend_from_slice(port);
    name.push(b')');
    name.extend_from_slice(path);
    name.push(scheme);
    Some(name)
}

/// Splits a port off, with its colon. The colons of an address of version 6 stand within brackets.
fn split_port(authority: &[u8]) -> (&[u8], &[u8]) {
    match authority.iter().rposition(|&byte| byte == b':' || byte == b']') {
        Some(at) if authority[at] == b':' => authority.split_at(at),
        _ => (authority, &[]),
    }
}

/// Appends the parts of a host in the opposite order.
fn push_turned(out: &mut Vec<u8>, host: &[u8], from: u8, to: u8) {
    for (number, label) in host.rsplit(|&byte| byte == from).enumerate() {
        if number > 0 {
            out.push(to);
        }
        out.extend_from_slice(label);
    }
}

/// Returns the address with this name.
pub(crate) fn uri_of(name: &[u8]) -> Vec<u8> {
    let parts = name.iter().position(|&byte| byte == b')').and_then(|end| {
        let (&scheme, rest) = name.split_last()?;
        let scheme = match scheme {
            HTTP => "http://",
            HTTPS => "https://",
            _ => return None,
        };
        (name[0] != OPAQUE).then(|| (scheme, &rest[..end], &rest[end + 1..]))
    });
    let Some((scheme, authority, path)) = parts else {
        return name.strip_prefix(&[OPAQUE]).unwrap_or(name).to_vec();
    };
    let (host, port) = split_port(authority);
    let mut uri = scheme.as_bytes().to_vec();
    push_turned(&mut uri, host, b',', b'.');
    uri.extend_from_slice(port);
    uri.extend_from_slice(path);
    uri
}

/// Returns the host of a name (`www.example.cz`), without its port; `None` if it has none.
pub(crate) fn host_of(name: &[u8]) -> Option<String> {
    if name.first() == Some(&OPAQUE) {
        return None;
    }
    let end = name.iter().position(|&byte| byte == b')')?;
    let mut host = Vec::with_capacity(end);
    push_turned(&mut host, split_port(&name[..end]).0, b',', b'.');
    String::from_utf8(host).ok()
}

/// Whether the address with this name is fetched over an encrypted connection.
pub(crate) fn is_https(name: &[u8]) -> bool {
    name.first() != Some(&OPAQUE) && name.last() == Some(&HTTPS)
}

/// Whether it is fetched over one that is not.
pub(crate) fn is_http(name: &[u8]) -> bool {
    name.first() != Some(&OPAQUE) && name.last() == Some(&HTTP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_by_site_and_can_be_turned_back() {
        for (uri, name) in [
            ("HTTP://www.Example.cz:81/a/../b?c#d", &b"cz,example,www:81)/b?c\x01"[..]),
            ("https://example.cz", b"cz,example)/\x02"),
            ("https://example.cz?x", b"cz,example)/?x\x02"),
            ("http://[::1]:8080/", b"[::1]:8080)/\x01"),
            ("http://127.0.0.1/x", b"1,0,0,127)/x\x01"),
            ("http://user@example.cz/", b"!http://user@example.cz/"),
            ("http://a,b.cz/", b"!http://a,b.cz/"),
            ("urn:x", b"!urn:x"),
            ("", b"!"),
        ] {
            let found = name_of(uri.as_bytes());
            assert_eq!(found, name, "{uri}");
            let back = uri_of(&found);
            let normal = stodola_uri::normalise(stodola_uri::without_fragment(uri.as_bytes()));
            assert_eq!(name_of(&back), name, "{uri}");
            if !uri.contains("cz?") && uri != "https://example.cz" {
                assert_eq!(back, normal, "{uri}");
            }
        }
        assert_eq!(host_of(&name_of(b"http://www.example.cz:81/")).unwrap(), "www.example.cz");
        assert_eq!(host_of(b"!urn:x"), None);
        assert!(is_https(&name_of(b"https://a.cz/")) && !is_https(&name_of(b"http://a.cz/")));
    }

    #[test]
    fn very_long_addresses_stay_apart() {
        let long = |end: &str| format!("http://a.cz/{}{end}", "x".repeat(100_000));
        let (one, two) = (name_of(long("1").as_bytes()), name_of(long("2").as_bytes()));
        assert!(one.len() <= NAME_MAX && one != two);
        assert_eq!(uri_of(&one)[..], one[1..]);
    }

    #[test]
    fn no_bytes_panic() {
        for bytes in [&b")"[..], b"\x01", b")\x01", b",:)\x02", b"!", b"", b":)\x01", b"]:)x\x01"] {
            uri_of(bytes);
            host_of(bytes);
        }
    }
}
