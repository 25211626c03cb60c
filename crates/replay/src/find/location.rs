//! Captures that redirect to themselves.

use stodola_archive::{Entry, OpenedCapture, key_of};
use stodola_uri::parse;

/// Whether a capture redirects to its own key. `304` is no redirect, and one without a target leads nowhere.
pub fn is_self_redirect(entry: &Entry, opened: &OpenedCapture) -> bool {
    redirect_target(entry, opened).is_some_and(|target| key_of(&target) == key_of(&entry.row.uri))
}

/// Where a capture redirects to, resolved but not normalised; `None` if it does not.
pub fn redirect_target(entry: &Entry, opened: &OpenedCapture) -> Option<Vec<u8>> {
    let head = opened.content.head()?;
    head.status.filter(|status| (300..400).contains(status) && *status != 304)?;
    let location = head.field("Location")?;
    Some(target(&entry.row.uri, location.trim_ascii()))
}

/// Whether a redirect makes browsers send the same request again, with its method and body.
pub(super) fn repeats_request(opened: &OpenedCapture) -> bool {
    opened.content.head().is_some_and(|head| matches!(head.status, Some(307 | 308)))
}

/// The address that a redirect leads to. Good enough for a key, which resolves dot segments itself.
fn target(base: &[u8], location: &[u8]) -> Vec<u8> {
    let parts = parse(base);
    let scheme = parts.scheme.unwrap_or(b"http");
    let path_start = base.len()
        - parts.path.len()
        - parts.query.map_or(0, |query| query.len() + 1)
        - parts.fragment.map_or(0, |fragment| fragment.len() + 1);
    let path_end = path_start + parts.path.len();
    match location {
        [] | [b'#', ..] => base.to_vec(),
        [b'/', b'/', ..] => [scheme, b":", location].concat(),
        [b'/', ..] => [&base[..path_start], location].concat(),
        [b'?', ..] => [&base[..path_end], location].concat(),
        _ if parse(location).scheme.is_some() => location.to_vec(),
        _ => {
            let folder = parts.path.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
            [&base[..path_start], b"/", &parts.path[..folder], location].concat()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::target;

    #[test]
    fn locations_are_resolved() {
        for (base, location, expected) in [
            ("http://a.cz/b/c?d#e", "https://a.cz/x", "https://a.cz/x"),
            ("https://a.cz/b/c?d", "//c.cz/x", "https://c.cz/x"),
            ("http://a.cz/b/c?d", "/x?y", "http://a.cz/x?y"),
            ("http://a.cz/b/c?d", "?y", "http://a.cz/b/c?y"),
            ("http://a.cz/b/c?d", "", "http://a.cz/b/c?d"),
            ("http://a.cz/b/c?d", "x", "http://a.cz//b/x"),
            ("http://a.cz", "x", "http://a.cz/x"),
        ] {
            let found = target(base.as_bytes(), location.as_bytes());
            assert_eq!(String::from_utf8_lossy(&found), expected, "{base} {location}");
        }
    }
}
