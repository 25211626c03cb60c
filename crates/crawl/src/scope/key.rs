//! The keys that scope rules compare: SURTs in the form of Heritrix, without the scheme.
//!
//! `https://www.example.org:8080/Dir/x` has the key `org,example,www,:8080)/dir/x`. Each label is
//! followed by a comma, so that `org,example,` is a prefix of the domain and of all below it, and
//! of nothing else. Letter case does not count, nor does the scheme.

use std::net::Ipv4Addr;

/// Appends the labels of a host, last one first, each with a comma. An IP address is not changed.
pub(super) fn push_host(key: &mut Vec<u8>, host: &str) {
    let host = host.strip_suffix('.').unwrap_or(host);
    let may_be_address = host.ends_with(|c: char| c.is_ascii_digit() || c == ']');
    let start = key.len();
    if may_be_address && (host.starts_with('[') || host.parse::<Ipv4Addr>().is_ok()) {
        key.extend_from_slice(host.as_bytes());
        key.push(b',');
    } else {
        for label in host.rsplit('.') {
            key.extend_from_slice(label.as_bytes());
            key.push(b',');
        }
    }
    key[start..].make_ascii_lowercase();
}

/// Appends what follows the labels: the port, and path and query in lower case.
pub(super) fn push_rest(key: &mut Vec<u8>, parts: &stodola_uri::Parts<'_>) {
    push_port(key, parts);
    key.push(b')');
    let start = key.len();
    key.extend_from_slice(parts.path);
    if let Some(query) = parts.query {
        key.push(b'?');
        key.extend_from_slice(query);
    }
    key[start..].make_ascii_lowercase();
}

fn push_port(key: &mut Vec<u8>, parts: &stodola_uri::Parts<'_>) {
    if let Some(port) = parts.port.filter(|port| !port.is_empty()) {
        key.push(b':');
        key.extend_from_slice(port);
    }
}

/// Returns a host without `www.`.
pub(super) fn bare(host: &str) -> &str {
    match host.strip_prefix("www.") {
        Some(rest) if rest.trim_end_matches('.').contains('.') => rest,
        _ => host,
    }
}

/// Returns the prefix for a line of a list of domains.
pub(super) fn domain_prefix(line: &str) -> Vec<u8> {
    let name = line.trim_start_matches("*.").trim_start_matches('.');
    let mut key = Vec::with_capacity(name.len() + 1);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    if !name.is_empty() && name.bytes().all(is_plain) {
        push_host(&mut key, name);
        return key;
    }
    // A list may have names in any script; those of URIs are in ASCII.
    let uri = format!("http://{name}/");
    match stodola_uri::host(uri.as_bytes()) {
        Some(host) if !name.is_empty() => push_host(&mut key, &host),
        _ => {}
    }
    key
}

/// Returns the prefix for a line of a list of SURTs.
///
/// Accepts SURTs with and without scheme (`http://(org,example,`, `org,example,)/dir`), keys of indexes
/// (`org,example)/dir`), a leading `+` as in lists of Heritrix, and plain addresses: `example.org` stands for the
/// domain with everything below it, `http://example.org/a/b` for everything on that host that begins with `/a/`.
pub(super) fn surt_prefix(line: &str) -> Vec<u8> {
    let text = line.trim_start_matches('+').trim();
    let is_surt = text.contains("://(") || text.starts_with('(') || is_bare_surt(text);
    if !is_surt {
        return address_prefix(text);
    }
    let text = text.split_once("://(").map_or(text, |(_, rest)| rest);
    let text = text.strip_prefix('(').unwrap_or(text);
    let mut key = text.as_bytes().to_ascii_lowercase();
    // Keys of indexes have no comma behind the last label.
    let head_len = key.iter().position(|&byte| matches!(byte, b':' | b')')).unwrap_or(key.len());
    if head_len < key.len() && head_len > 0 && key[head_len - 1] != b',' && key[0] != b'[' {
        key.insert(head_len, b',');
    }
    key
}

/// Whether a text without scheme has reversed labels: there is a comma before any slash.
fn is_bare_surt(text: &str) -> bool {
    let head = text.split(['/', '?']).next().unwrap_or_default();
    !text.contains("://") && head.contains([',', ')'])
}

fn address_prefix(text: &str) -> Vec<u8> {
    if !text.contains(['/', ':']) {
        return domain_prefix(text);
    }
    let address = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
    // Normal form adds a slash to an empty path, which would change the meaning.
    let has_path = !stodola_uri::parse(address.as_bytes()).path.is_empty();
    let uri = stodola_uri::normalise(address.as_bytes());
    let mut key = Vec::with_capacity(uri.len());
    if let Some(host) = stodola_uri::host(&uri) {
        push_host(&mut key, &host);
        let parts = stodola_uri::parse(&uri);
        if has_path {
            push_rest(&mut key, &folder(&parts));
        } else {
            push_port(&mut key, &parts);
        }
    }
    key
}

/// Returns the parts of a URI up to the last slash of its path.
pub(super) fn folder<'a>(parts: &stodola_uri::Parts<'a>) -> stodola_uri::Parts<'a> {
    let end = parts.path.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
    stodola_uri::Parts { path: &parts.path[..end], query: None, ..*parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_mean_prefixes() {
        for (line, expect) in [
            ("cz,", "cz,"),
            ("http://(org,example,", "org,example,"),
            ("https://(org,example,www,)/Dir/", "org,example,www,)/dir/"),
            ("+http://(org,example,", "org,example,"),
            ("(org,example,:8080)/", "org,example,:8080)/"),
            ("org,example)/dir", "org,example,)/dir"),
            ("org,example:8080)/dir", "org,example,:8080)/dir"),
            ("cz", "cz,"),
            ("example.org", "org,example,"),
            ("http://example.org", "org,example,"),
            ("http://example.org/", "org,example,)/"),
            ("https://Example.org:8080/A/b?c", "org,example,:8080)/a/"),
            ("example.org/a/b", "org,example,)/a/"),
            ("http://192.0.2.1/", "192.0.2.1,)/"),
            ("http://[2001:db8::1]/", "[2001:db8::1],)/"),
            ("háčky.cz", "cz,xn--hky-ela4t,"),
            ("", ""),
        ] {
            let prefix = String::from_utf8(surt_prefix(line)).unwrap();
            assert_eq!(prefix, expect, "{line:?}");
        }
    }

    #[test]
    fn www_is_not_part_of_a_site() {
        for (host, expect) in [
            ("www.example.org", "example.org"),
            ("example.org", "example.org"),
            ("www.org", "www.org"),
            ("www.cz.", "www.cz."),
            ("www2.example.org", "www2.example.org"),
        ] {
            assert_eq!(bare(host), expect);
        }
    }
}
