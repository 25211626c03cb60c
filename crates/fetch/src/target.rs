//! The parts of a URI that matter for fetching: host, protocol, resource.
//!
//! Hosts that are numbers are read as browsers and the C library read them: `0x7f.1`, `2130706433` and `0177.0.0.1` are
//! all 127.0.0.1. If they were treated as names, something between here and the socket might still read them as
//! numbers.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::failure::Failure;

/// A URI, split for fetching.
#[derive(Debug)]
pub(crate) struct Target<'a> {
    pub(crate) origin: Origin,
    /// Path and query, without the fragment, as in the request line.
    pub(crate) path: &'a [u8],
    pub(crate) query: Option<&'a [u8]>,
}

/// Scheme, host and port. A connection belongs to one origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) secure: bool,
    /// Host in lower case, IPv6 addresses in brackets.
    pub(crate) host: String,
    pub(crate) port: u16,
}

impl Origin {
    /// Returns the value of `Host`: with the port only if it is not the default one.
    pub(crate) fn authority(&self) -> String {
        let usual = if self.secure { 443 } else { 80 };
        if self.port == usual { self.host.clone() } else { format!("{}:{}", self.host, self.port) }
    }
}

/// Splits a URI. An error if it cannot be fetched.
pub(crate) fn target(uri: &[u8]) -> Result<Target<'_>, Failure> {
    let error = |reason| Failure::Uri { uri: uri.escape_ascii().to_string(), reason };
    if !uri.iter().all(u8::is_ascii_graphic) {
        return Err(error("it has a byte that is not printable ASCII"));
    }
    let parts = stodola_uri::parse(uri);
    let scheme = parts.scheme.unwrap_or_default();
    let secure = scheme.eq_ignore_ascii_case(b"https");
    if !secure && !scheme.eq_ignore_ascii_case(b"http") {
        return Err(error("its scheme is not http or https"));
    }
    let host = match parts.host.unwrap_or_default() {
        b"" => return Err(error("it has no host")),
        host => String::from_utf8_lossy(host).to_ascii_lowercase(),
    };
    let bracketed = host.starts_with('[');
    if !bracketed && host.contains(|c: char| !(c.is_ascii_alphanumeric() || "-._~".contains(c))) {
        return Err(error("its host is not a valid name"));
    }
    if bracketed && address(&host) == Ok(None) || address(&host).is_err() {
        return Err(error("its host is not a valid address"));
    }
    let port = match parts.port {
        None | Some(b"") => Some(if secure { 443 } else { 80 }),
        Some(digits) => str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()),
    };
    let port = port.filter(|port| *port != 0).ok_or_else(|| error("its port is not valid"))?;
    let path = if parts.path.is_empty() { b"/" } else { parts.path };
    Ok(Target { origin: Origin { secure, host, port }, path, query: parts.query })
}

/// Error: a host that looks like a number, but is not an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoAddress;

/// Returns the address, if the host is one; `None` if it is a name.
pub(crate) fn address(host: &str) -> Result<Option<IpAddr>, NoAddress> {
    if let Some(inner) = host.strip_prefix('[') {
        let address = inner.strip_suffix(']').and_then(|inner| inner.parse::<Ipv6Addr>().ok());
        return address.map(|address| Some(address.into())).ok_or(NoAddress);
    }
    let host = host.strip_suffix('.').unwrap_or(host);
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit()) || number(last).is_some();
    if last.is_empty() || !is_number {
        return Ok(None);
    }
    loose_v4(host).map(|address| Some(address.into())).ok_or(NoAddress)
}

/// Parses one to four numbers; the last fills the remaining bytes.
fn loose_v4(host: &str) -> Option<Ipv4Addr> {
    let numbers = host.split('.').take(5).map(number).collect::<Option<Vec<u32>>>()?;
    let (last, first) = numbers.split_last()?;
    if first.len() > 3 || first.iter().any(|number| *number > 255) {
        return None;
    }
    let left = 32 - 8 * first.len() as u32;
    if u64::from(*last) >= 1 << left {
        return None;
    }
    let head = first.iter().zip([24, 16, 8]).fold(0, |sum, (number, shift)| sum | number << shift);
    Some(Ipv4Addr::from_bits(head | last))
}

/// Parses a number in decimal, `0x` hexadecimal or `0` octal.
fn number(text: &str) -> Option<u32> {
    let lower = text.to_ascii_lowercase();
    let (digits, radix) = match lower.as_bytes() {
        [] => return None,
        [b'0', b'x', ..] => (&lower[2..], 16),
        [b'0', _, ..] => (&lower[1..], 8),
        _ => (lower.as_str(), 10),
    };
    match digits {
        "" => Some(0), // `0x` alone is read as zero
        _ if digits.starts_with('+') => None,
        _ => u32::from_str_radix(digits, radix).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_odd_spellings_are_addresses() {
        let table = [
            ("127.0.0.1", Ok(Some("127.0.0.1"))),
            ("127.0.0.1.", Ok(Some("127.0.0.1"))),
            ("127.1", Ok(Some("127.0.0.1"))),
            ("0x7f.1", Ok(Some("127.0.0.1"))),
            ("0X7F.0x0.0.1", Ok(Some("127.0.0.1"))),
            ("2130706433", Ok(Some("127.0.0.1"))),
            ("0x7f000001", Ok(Some("127.0.0.1"))),
            ("017700000001", Ok(Some("127.0.0.1"))),
            ("0177.0.0.1", Ok(Some("127.0.0.1"))),
            ("0", Ok(Some("0.0.0.0"))),
            ("0x", Ok(Some("0.0.0.0"))),
            ("1.2.3", Ok(Some("1.2.0.3"))),
            ("1.2.65535", Ok(Some("1.2.255.255"))),
            ("[::1]", Ok(Some("::1"))),
            ("[::ffff:127.0.0.1]", Ok(Some("::ffff:127.0.0.1"))),
            ("256.0.0.1", Err(NoAddress)),
            ("1.2.3.4.5", Err(NoAddress)),
            ("1.2.65536", Err(NoAddress)),
            ("4294967296", Err(NoAddress)),
            ("08.1.1.1", Err(NoAddress)),
            ("1..1", Err(NoAddress)),
            ("a.0x1", Err(NoAddress)),
            ("[fe80::1%25eth0]", Err(NoAddress)),
            ("[::1", Err(NoAddress)),
            ("[]", Err(NoAddress)),
            ("example.cz", Ok(None)),
            ("127.0.0.1.example", Ok(None)),
            ("1.2.3.x4", Ok(None)),
            ("0x7f.g", Ok(None)),
            ("", Ok(None)),
        ];
        for (host, expected) in table {
            let expected = expected.map(|text| text.map(|text| text.parse().unwrap()));
            assert_eq!(address(host), expected, "{host}");
        }
    }

    #[test]
    fn uris_are_taken_apart() {
        let table = [
            ("http://Example.cz", Ok("http example.cz:80 / -")),
            ("HTTPS://example.cz:8443/a?b#c", Ok("https example.cz:8443 /a b")),
            ("http://me:secret@example.cz/", Ok("http example.cz:80 / -")),
            ("http://example.cz:/", Ok("http example.cz:80 / -")),
            ("http://example.cz?q", Ok("http example.cz:80 / q")),
            ("http://[::1]:81/", Ok("http [::1]:81 / -")),
            ("http://a_b.example/", Ok("http a_b.example:80 / -")),
            ("ftp://example.cz/", Err("its scheme is not http or https")),
            ("/path", Err("its scheme is not http or https")),
            ("http:///x", Err("it has no host")),
            ("http:x", Err("it has no host")),
            ("http://a b/", Err("it has a byte that is not printable ASCII")),
            ("http://a/\r\nX: y", Err("it has a byte that is not printable ASCII")),
            ("http://a%2fb/", Err("its host is not a valid name")),
            ("http://a:b:1/", Err("its host is not a valid name")),
            ("http://a:0/", Err("its port is not valid")),
            ("http://a:65536/", Err("its port is not valid")),
            ("http://1.2.3.4.5/", Err("its host is not a valid address")),
            ("http://[x]/", Err("its host is not a valid address")),
        ];
        for (uri, expected) in table {
            let found = target(uri.as_bytes()).map(|target| {
                let scheme = if target.origin.secure { "https" } else { "http" };
                let Origin { host, port, .. } = &target.origin;
                let path = String::from_utf8_lossy(target.path);
                let query = String::from_utf8_lossy(target.query.unwrap_or(b"-"));
                format!("{scheme} {host}:{port} {path} {query}")
            });
            let found = found.map_err(|failure| match failure {
                Failure::Uri { reason, .. } => reason,
                other => panic!("{other}"),
            });
            assert_eq!(found.as_deref(), expected.as_ref().copied(), "{uri}");
        }
    }
}
