//! One spelling for equivalent URIs.
//!
//! Only what RFC 3986 (sections 6.2.2 and 6.2.3) calls safe is done here: the result names the same resource on every
//! server that follows the standard. The rules by which archives find captures although the spelling has changed go
//! further; see [`surt`](crate::surt()).

use std::borrow::Cow;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use crate::parts::{Parts, cut_at, parse};
use crate::percent::{escape_at, is_legal, is_unreserved, push_escape};

/// Characters that the mapping of a host must not produce: delimiters and illegal bytes. Otherwise a full-width `/`
/// could change where the host ends.
const NOT_IN_HOST: AsciiDenyList = AsciiDenyList::new(true, "%#/:<>?@[\\]^|\"`{}");

/// Bytes of the longest host that is mapped. No host name is nearly as long, and the time for Punycode grows faster
/// than its input.
const LONGEST_IDN: usize = 1000;

/// Brings a URI into its normal form.
///
/// - Scheme and host become lower case; a host outside ASCII, escaped or not, becomes A-labels by
///   UTS 46 (a host that cannot is percent-encoded instead).
/// - Escapes of unreserved characters are undone, the others get upper-case digits; what is not allowed in a URI is
///   escaped (see [`escape_illegal`](crate::escape_illegal)).
/// - Dot segments of a path that begins with `/` are resolved.
/// - The default port of the scheme and an empty port are removed; an empty path after an http or https authority
///   becomes `/`.
///
/// The fragment stays; [`without_fragment`] removes it. A relative reference stays relative.
/// Normalising twice gives the same as normalising once.
///
/// ```
/// use stodola_uri::normalise;
///
/// assert_eq!(normalise(b"HTTP://EXAMPLE.org:80/%7Ea/./b/%e9 #X"), b"http://example.org/~a/b/%E9%20#X");
/// assert_eq!(normalise("https://Žluťoučký.cz".as_bytes()), b"https://xn--luouk-uva4it5a4g.cz/");
/// ```
pub fn normalise(uri: &[u8]) -> Vec<u8> {
    let parts = parse(uri);
    let mut out = Vec::with_capacity(uri.len() + 8);
    if let Some(scheme) = parts.scheme {
        out.extend(scheme.iter().map(u8::to_ascii_lowercase));
        out.push(b':');
    }
    let scheme_len = out.len().saturating_sub(1);
    if let Some(host) = parts.host {
        out.extend_from_slice(b"//");
        if let Some(userinfo) = parts.userinfo {
            push_normal(&mut out, userinfo);
            out.push(b'@');
        }
        out.extend_from_slice(normal_host(host).as_bytes());
        if let Some(port) = parts.port
            && !is_needless(port, &out[..scheme_len])
        {
            out.push(b':');
            out.extend_from_slice(port);
        }
    }
    let is_web = matches!(&out[..scheme_len], b"http" | b"https");
    push_path(&mut out, &parts, is_web);
    for (mark, part) in [(b'?', parts.query), (b'#', parts.fragment)] {
        if let Some(part) = part {
            out.push(mark);
            push_normal(&mut out, part);
        }
    }
    out
}

/// Returns the URI without its fragment: what is sent to a server.
pub fn without_fragment(uri: &[u8]) -> &[u8] {
    cut_at(uri, b'#').0
}

/// Returns the URI without user name and password. They are secret, so they are neither sent nor stored.
///
/// ```
/// use stodola_uri::without_user_info;
///
/// assert_eq!(*without_user_info(b"http://me:secret@example.org/@x"), *b"http://example.org/@x");
/// assert_eq!(*without_user_info(b"http://example.org/a@b"), *b"http://example.org/a@b");
/// assert_eq!(*without_user_info(b"mailto:me@example.org"), *b"mailto:me@example.org");
/// ```
pub fn without_user_info(uri: &[u8]) -> Cow<'_, [u8]> {
    let parts = parse(uri);
    let Some(user) = parts.userinfo else { return Cow::Borrowed(uri) };
    // Before it are `scheme:`, if there is one, and `//`, behind it `@`.
    let start = parts.scheme.map_or(0, |scheme| scheme.len() + 1) + 2;
    Cow::Owned([&uri[..start], &uri[start + user.len() + 1..]].concat())
}

/// Returns the host in its normal form, which is ASCII.
pub(crate) fn normal_host(host: &[u8]) -> Cow<'_, str> {
    let is_plain = |byte: &u8| is_unreserved(*byte) && !byte.is_ascii_uppercase();
    if host.iter().all(is_plain)
        && let Ok(host) = str::from_utf8(host)
    {
        return Cow::Borrowed(host);
    }
    // 8-bit bytes are unescaped to be seen as characters, unreserved ones because they may be.
    let mut loose = Vec::with_capacity(host.len());
    let mut at = 0;
    while at < host.len() {
        match escape_at(host, at) {
            // Behind a colon a digit would become a port.
            Some(meant) if meant.is_ascii_digit() && loose.contains(&b':') => {
                push_escape(&mut loose, meant);
                at += 3;
            }
            Some(meant) if is_unreserved(meant) || !meant.is_ascii() => {
                loose.push(meant.to_ascii_lowercase());
                at += 3;
            }
            Some(kept) => {
                push_escape(&mut loose, kept);
                at += 3;
            }
            None if host[at] == b'%' => {
                push_escape(&mut loose, b'%');
                at += 1;
            }
            None => {
                loose.push(host[at].to_ascii_lowercase());
                at += 1;
            }
        }
    }
    if !loose.is_ascii()
        && loose.len() <= LONGEST_IDN
        && let Ok(name) =
            Uts46::new().to_ascii(&loose, NOT_IN_HOST, Hyphens::Allow, DnsLength::Ignore)
        && !name.is_empty()
    {
        return Cow::Owned(name.into_owned());
    }
    let mut text = Vec::with_capacity(loose.len());
    for byte in loose {
        if is_legal(byte) {
            text.push(byte);
        } else {
            push_escape(&mut text, byte);
        }
    }
    Cow::Owned(text.into_iter().map(char::from).collect())
}

/// Returns whether a port can be left out: it is empty or the default port of the scheme.
fn is_needless(port: &[u8], scheme: &[u8]) -> bool {
    let zeros = port.iter().take_while(|&&digit| digit == b'0').count();
    let default: &[u8] = match scheme {
        b"http" | b"ws" => b"80",
        b"https" | b"wss" => b"443",
        b"ftp" => b"21",
        _ => b"",
    };
    port.is_empty() || (!default.is_empty() && port[zeros..] == *default)
}

fn push_path(out: &mut Vec<u8>, parts: &Parts<'_>, is_web: bool) {
    if parts.path.is_empty() && parts.host.is_some() && is_web {
        out.push(b'/');
    } else if parts.path.starts_with(b"/") {
        let start = out.len();
        push_normal(out, parts.path);
        let path = without_dot_segments(&out[start..]);
        out.truncate(start);
        if parts.host.is_none() && path.starts_with(b"//") {
            // Without this, the path's second segment would be read as a host.
            out.extend_from_slice(b"/.");
        }
        out.extend_from_slice(&path);
    } else if parts.scheme.is_none() && parts.host.is_none() {
        // Unescaping must not make a scheme of a relative path's beginning: `%61:b` is not `a:b`.
        let first = parts.path.iter().position(|&byte| byte == b'/').unwrap_or(parts.path.len());
        let (first, rest) = parts.path.split_at(first);
        if first.contains(&b':') {
            push_legal(out, first);
        } else {
            push_normal(out, first);
        }
        push_normal(out, rest);
    } else {
        push_normal(out, parts.path);
    }
}

/// Appends bytes, with unreserved characters unescaped and illegal bytes escaped.
fn push_normal(out: &mut Vec<u8>, part: &[u8]) {
    push_rewritten(out, part, is_unreserved);
}

/// Appends bytes, with illegal bytes escaped; escapes stay as they are.
fn push_legal(out: &mut Vec<u8>, part: &[u8]) {
    push_rewritten(out, part, |_| false);
}

fn push_rewritten(out: &mut Vec<u8>, part: &[u8], unescape: impl Fn(u8) -> bool) {
    let mut at = 0;
    while at < part.len() {
        let byte = part[at];
        match escape_at(part, at) {
            Some(meant) => {
                if unescape(meant) {
                    out.push(meant);
                } else {
                    push_escape(out, meant);
                }
                at += 3;
            }
            None => {
                if is_legal(byte) && byte != b'%' {
                    out.push(byte);
                } else {
                    push_escape(out, byte);
                }
                at += 1;
            }
        }
    }
}

/// Removes dot segments by RFC 3986, section 5.2.4, from a path that begins with `/`.
fn without_dot_segments(path: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(path.len());
    let mut segments = path.split(|&byte| byte == b'/').skip(1).peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            b"." => {}
            b".." => {
                let parent = out.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
                out.truncate(parent);
            }
            name => {
                out.push(b'/');
                out.extend_from_slice(name);
                continue;
            }
        }
        if is_last {
            out.push(b'/');
        }
    }
    out
}
