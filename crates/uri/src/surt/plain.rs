//! A faster way to make the key of a plain http address.
//!
//! Most URIs in an archive contain no escapes, no dot segments, no port and no session id. Their key can be made in one
//! pass over the bytes. All other URIs are left to the full rules: for every URI this module returns the same key as
//! they do, or none (a test compares the two).

use super::{Variant, host, push_query, session};

/// Returns the key if the URI is plain, otherwise `None`.
pub(super) fn key(uri: &[u8], variant: Variant) -> Option<Vec<u8>> {
    let rest = uri.strip_prefix(b"http://").or_else(|| uri.strip_prefix(b"https://"))?;
    let host_len = plain_host_len(rest)?;
    let (host, rest) = rest.split_at(host_len);
    let path_len = plain_path_len(rest)?;
    let (path, rest) = rest.split_at(path_len);

    let mut key = Vec::with_capacity(uri.len() + 1);
    host::push_reversed(&mut key, host::without_www(host, variant));
    key.push(b')');
    key.extend_from_slice(if path.is_empty() { b"/" } else { path });
    if path.len() > 1 && path.ends_with(b"/") {
        key.pop();
    }
    if let Some(query) = rest.strip_prefix(b"?") {
        let query = &query[..plain_query_len(query)?];
        if query.contains(&b'&') || session::may_stand_in(query) {
            let mut query = query.to_ascii_lowercase();
            session::strip_from_query(&mut query);
            push_query(&mut key, &query);
        } else {
            push_query(&mut key, query);
        }
    }
    key.make_ascii_lowercase();
    Some(key)
}

const HOST: u8 = 1;
const PATH: u8 = 2;
const QUERY: u8 = 4;

/// For each byte, the parts of a plain URI that it may occur in.
const PLACES: [u8; 256] = {
    let mut places = [0; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        places[byte as usize] = match byte {
            b'%' | b'#' => 0,
            // A parenthesis may open a session id.
            b'(' | b'?' => QUERY,
            b'-' | b'_' | b'.' => HOST | PATH | QUERY,
            _ if byte.is_ascii_alphanumeric() => HOST | PATH | QUERY,
            _ => PATH | QUERY,
        };
        byte += 1;
    }
    places
};

fn run_len(bytes: &[u8], place: u8) -> usize {
    bytes.iter().position(|&byte| PLACES[usize::from(byte)] & place == 0).unwrap_or(bytes.len())
}

/// Returns the length of a host name of non-empty labels that contains a letter, so that it is not an address; `None`
/// if it is not such a name.
fn plain_host_len(rest: &[u8]) -> Option<usize> {
    let len = run_len(rest, HOST);
    let host = &rest[..len];
    let ends_here = matches!(rest.get(len), None | Some(b'/' | b'?' | b'#'));
    let labels = !host.starts_with(b".") && !host.ends_with(b".") && !has_pair(host, b'.', b'.');
    (ends_here && labels && host.iter().any(u8::is_ascii_alphabetic)).then_some(len)
}

/// Returns the length of a path without empty segments and without segments that begin with a dot; `None` if it is not
/// such a path.
fn plain_path_len(rest: &[u8]) -> Option<usize> {
    let len = run_len(rest, PATH);
    let path = &rest[..len];
    let ends_here = matches!(rest.get(len), None | Some(b'?' | b'#'));
    let simple = path.windows(2).all(|pair| pair[0] != b'/' || !matches!(pair[1], b'/' | b'.'));
    (ends_here && simple).then_some(len)
}

fn plain_query_len(rest: &[u8]) -> Option<usize> {
    let len = run_len(rest, QUERY);
    matches!(rest.get(len), None | Some(b'#')).then_some(len)
}

fn has_pair(bytes: &[u8], first: u8, second: u8) -> bool {
    bytes.windows(2).any(|pair| pair[0] == first && pair[1] == second)
}

#[cfg(test)]
mod tests {
    use super::super::full_key;
    use super::*;

    /// Pieces of URIs, some of which are plain and some not, to be combined.
    const PIECES: &[u8] =
        b"http:// https:// HTTP:// www. www2. www example Org . .. / // /./ /../ \
        ? & = a B 1 0 10.1 # % %41 %2e \t \n : :80 @ ( ) -_~!$'*+,; sid= PHPSESSID= \
        cfid=1&cftoken=2 0123456789abcdef0123456789ABCDEF (s(0123456789abcdefghijklmn))/ \
        (0123456789abcdefghijklmn)/ .aspx \xc3\xa9 \xe9 \x00 \x7f {|} [ index.html";

    #[test]
    fn the_short_way_leads_to_the_same_key() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state >> 33).unwrap() % below
        };
        let mut pieces: Vec<&[u8]> = PIECES.split(|&byte| byte == b' ').collect();
        pieces.push(b" ");
        let mut plain = 0;
        for round in 0..200_000 {
            let mut uri = Vec::new();
            if round % 4 != 0 {
                uri.extend_from_slice(b"http://");
            }
            if round % 4 > 1 {
                uri.extend_from_slice(b"www.a.org/");
            }
            for _ in 0..next(9) {
                uri.extend_from_slice(pieces[next(pieces.len())]);
            }
            for variant in [Variant::Python, Variant::Java] {
                if let Some(short) = key(&uri, variant) {
                    plain += 1;
                    assert_eq!(
                        String::from_utf8_lossy(&short),
                        String::from_utf8_lossy(&full_key(&uri, variant)),
                        "{variant:?} {:?}",
                        String::from_utf8_lossy(&uri)
                    );
                }
            }
        }
        assert!(plain > 20_000, "only {plain} plain URIs were compared");
    }

    #[test]
    fn common_uris_are_plain() {
        for uri in [
            "http://example.org",
            "http://www.example.org/",
            "https://example.org/A/b.html?x=1&sid=2#top",
            "http://example.org?x",
            "http://ex-ample.org/a/~b/c;d=1/",
        ] {
            assert!(key(uri.as_bytes(), Variant::Python).is_some(), "{uri}");
        }
    }
}
