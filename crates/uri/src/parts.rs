//! Splits a URI into its parts, whether they are legal or not.

/// The parts of a URI, as slices of the bytes it was parsed from.
///
/// Delimiters are not included. An absent part (`None`) differs from an empty one: `x?` has an
/// empty query, `x` has none. Writing the parts back with their delimiters gives the same bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts<'a> {
    /// The bytes before the first `:`, as written (`HTTP`), if they are a legal scheme name.
    pub scheme: Option<&'a [u8]>,
    /// The bytes before the last `@` of the authority.
    pub userinfo: Option<&'a [u8]>,
    /// The host as written, with the brackets of an IPv6 address; `None` without an authority.
    pub host: Option<&'a [u8]>,
    /// The digits after the colon of the host. If no number follows the colon, or there are several colons outside
    /// brackets, all of it counts as host.
    pub port: Option<&'a [u8]>,
    /// The path, which may be empty; for `dns:` or `urn:` everything after the scheme.
    pub path: &'a [u8],
    /// The bytes between the first `?` and the `#`.
    pub query: Option<&'a [u8]>,
    /// The bytes after the first `#`.
    pub fragment: Option<&'a [u8]>,
}

/// Splits a URI into its parts by the rule of RFC 3986, appendix B.
///
/// Never fails: bytes without scheme and authority are a path. One point is stricter than the rule: a scheme must
/// consist of legal scheme characters.
///
/// ```
/// let parts = stodola_uri::parse(b"ftp://me@[::1]:21/a?b");
/// assert_eq!(parts.userinfo, Some(&b"me"[..]));
/// assert_eq!(parts.host, Some(&b"[::1]"[..]));
/// assert_eq!(parts.port, Some(&b"21"[..]));
/// assert_eq!((parts.path, parts.query), (&b"/a"[..], Some(&b"b"[..])));
/// ```
pub fn parse(uri: &[u8]) -> Parts<'_> {
    let split = split(uri);
    let mut parts = Parts {
        scheme: split.scheme,
        path: split.path,
        query: split.query,
        fragment: split.fragment,
        ..Parts::default()
    };
    if let Some(authority) = split.authority {
        let (userinfo, rest) = match authority.iter().rposition(|&byte| byte == b'@') {
            Some(at) => (Some(&authority[..at]), &authority[at + 1..]),
            None => (None, authority),
        };
        let (host, port) = split_port(rest);
        parts.userinfo = userinfo;
        parts.host = Some(host);
        parts.port = port;
    }
    parts
}

/// A URI split into scheme, authority, path, query and fragment.
pub(crate) struct Split<'a> {
    pub(crate) scheme: Option<&'a [u8]>,
    pub(crate) authority: Option<&'a [u8]>,
    pub(crate) path: &'a [u8],
    pub(crate) query: Option<&'a [u8]>,
    pub(crate) fragment: Option<&'a [u8]>,
}

pub(crate) fn split(uri: &[u8]) -> Split<'_> {
    let (scheme, rest) = match scheme_len(uri) {
        Some(len) => (Some(&uri[..len]), &uri[len + 1..]),
        None => (None, uri),
    };
    let (rest, fragment) = cut_at(rest, b'#');
    let (rest, query) = cut_at(rest, b'?');
    let (authority, path) = match rest.strip_prefix(b"//") {
        Some(rest) => {
            let end = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
            (Some(&rest[..end]), &rest[end..])
        }
        None => (None, rest),
    };
    Split { scheme, authority, path, query, fragment }
}

/// Returns the length of the scheme name, if one followed by a colon is at the start.
pub(crate) fn scheme_len(uri: &[u8]) -> Option<usize> {
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let len = uri.iter().position(|&byte| !legal(byte))?;
    (uri[len] == b':' && uri[0].is_ascii_alphabetic()).then_some(len)
}

/// Returns the bytes before the first `delimiter`, and those after it; `None` if there is no delimiter.
pub(crate) fn cut_at(bytes: &[u8], delimiter: u8) -> (&[u8], Option<&[u8]>) {
    match bytes.iter().position(|&byte| byte == delimiter) {
        Some(at) => (&bytes[..at], Some(&bytes[at + 1..])),
        None => (bytes, None),
    }
}

fn split_port(rest: &[u8]) -> (&[u8], Option<&[u8]>) {
    let host_len = match (rest.first(), rest.iter().position(|&byte| byte == b']')) {
        (Some(b'['), Some(close)) => close + 1,
        _ => match rest.iter().position(|&byte| byte == b':') {
            Some(colon) => colon,
            None => return (rest, None),
        },
    };
    match rest[host_len..].split_first() {
        Some((b':', port)) if port.iter().all(u8::is_ascii_digit) => {
            (&rest[..host_len], Some(port))
        }
        _ => (rest, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expectations are written as one line: the parts present, each with its name's initial.
    fn check(uri: &str, expect: &str) {
        let parts = parse(uri.as_bytes());
        let named = [
            ("s", parts.scheme),
            ("u", parts.userinfo),
            ("h", parts.host),
            ("o", parts.port),
            ("p", Some(parts.path)),
            ("q", parts.query),
            ("f", parts.fragment),
        ];
        let shown: Vec<String> = named
            .iter()
            .filter_map(|(name, part)| {
                part.map(|part| format!("{name}={}", String::from_utf8_lossy(part)))
            })
            .collect();
        assert_eq!(shown.join(" "), expect, "{uri:?}");
    }

    #[test]
    fn parts_are_found_as_written() {
        check("", "p=");
        check("http://www.ics.uci.edu/pub/#Related", "s=http h=www.ics.uci.edu p=/pub/ f=Related");
        check("HTTP://Me:pw@Host:8080?a?b#c#d", "s=HTTP u=Me:pw h=Host o=8080 p= q=a?b f=c#d");
        check("http://", "s=http h= p=");
        check("//host/x", "h=host p=/x");
        check("x?", "p=x q=");
        check("x#", "p=x f=");
        check("?a", "p= q=a");
        check("dns:example.org", "s=dns p=example.org");
        check("urn:uuid:f0", "s=urn p=uuid:f0");
        check("file:///etc/x", "s=file h= p=/etc/x");
        check("foo.com:80/x", "s=foo.com p=80/x");
        check("1http://x/", "p=1http://x/");
        check("a_b://x/", "p=a_b://x/");
        check(":x", "p=:x");
        check("http:/a//b", "s=http p=/a//b");
    }

    #[test]
    fn odd_authorities_lose_nothing() {
        check("http://a@b@c/", "s=http u=a@b h=c p=/");
        check("http://@c/", "s=http u= h=c p=/");
        check("http://c:/", "s=http h=c o= p=/");
        check("http://c:80x/", "s=http h=c:80x p=/");
        check("http://c:80:/", "s=http h=c:80: p=/");
        check("http://2001:db8::1/", "s=http h=2001:db8::1 p=/");
        check("http://[2001:db8::1]:81/", "s=http h=[2001:db8::1] o=81 p=/");
        check("http://[::1/", "s=http h=[::1 p=/");
        check("http://[::1]x:80/", "s=http h=[::1]x:80 p=/");
        check("http://x]y:80/", "s=http h=x]y o=80 p=/");
        check("http://:80/", "s=http h= o=80 p=/");
    }
}
