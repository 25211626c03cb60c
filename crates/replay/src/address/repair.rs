//! Repairs of URIs that came as a part of another address.

/// Schemes whose URIs have a host behind two slashes; proxies make one of them.
const WITH_HOST: &[&[u8]] = &[b"http", b"https", b"ftp", b"ws", b"wss"];
/// What a URI without a scheme gets. Keys do not know schemes, so either would do.
const DEFAULT: &[u8] = b"http://";

/// The URI with a scheme and both slashes, unescaped if it was escaped as a whole. `None` if nothing is left.
pub(super) fn repair(uri: &[u8]) -> Option<Vec<u8>> {
    // As browsers read addresses.
    let uri: Vec<u8> =
        uri.trim_ascii().iter().copied().filter(|byte| !b"\t\r\n".contains(byte)).collect();
    let uri = without_escaped_colon(uri);
    let Some(scheme) = scheme_of(&uri) else {
        let rest = trim_slashes(&uri);
        return (!rest.is_empty()).then(|| [DEFAULT, rest].concat());
    };
    if !WITH_HOST.iter().any(|known| known.eq_ignore_ascii_case(scheme)) {
        return Some(uri);
    }
    let rest = trim_slashes(&uri[scheme.len() + 1..]);
    (!rest.is_empty()).then(|| [scheme, b"://", rest].concat())
}

fn trim_slashes(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&byte| byte != b'/').unwrap_or(text.len());
    &text[start..]
}

/// The scheme of a URI: letters before a colon that is not the one before a port.
fn scheme_of(uri: &[u8]) -> Option<&[u8]> {
    let colon = scheme_end(uri)?;
    let after = uri.get(colon..)?.strip_prefix(b":")?;
    let (scheme, digits) =
        (&uri[..colon], after.iter().take_while(|it| it.is_ascii_digit()).count());
    let is_port = digits > 0 && matches!(after.get(digits), None | Some(b'/' | b'?'));
    let is_host = scheme.contains(&b'.') || is_port;
    (!is_host).then_some(scheme)
}

/// Where the letters of a scheme end, if there are any.
fn scheme_end(uri: &[u8]) -> Option<usize> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let end = uri.iter().position(|byte| !is_part(byte)).unwrap_or(uri.len());
    uri.first().is_some_and(u8::is_ascii_alphabetic).then_some(end)
}

/// `http%3A//x` and `http%3A%2F%2Fx%2Fa%3Fb` as they were meant. In the second all is escaped, up to a query that
/// stands behind it.
fn without_escaped_colon(uri: Vec<u8>) -> Vec<u8> {
    let Some(end) = scheme_end(&uri) else { return uri };
    let (scheme, rest) = uri.split_at(end);
    let is_known = WITH_HOST.iter().any(|known| known.eq_ignore_ascii_case(scheme));
    let Some(after) = strip_ignoring_case(rest, b"%3a").filter(|_| is_known) else { return uri };
    if strip_ignoring_case(after, b"%2f").is_none() {
        return [scheme, b":", after].concat();
    }
    let query = after.iter().position(|&byte| byte == b'?').unwrap_or(after.len());
    let (escaped, query) = after.split_at(query);
    let mut whole = [scheme, b":"].concat();
    push_unescaped(&mut whole, escaped);
    whole.extend_from_slice(query);
    whole
}

fn strip_ignoring_case<'t>(text: &'t [u8], start: &[u8]) -> Option<&'t [u8]> {
    let (head, rest) = text.split_at_checked(start.len())?;
    head.eq_ignore_ascii_case(start).then_some(rest)
}

/// Resolves each escape once.
fn push_unescaped(out: &mut Vec<u8>, mut text: &[u8]) {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|it| u8::try_from(it).ok());
    while let Some((&byte, rest)) = text.split_first() {
        text = rest;
        if let (b'%', [high, low, after @ ..]) = (byte, rest)
            && let (Some(high), Some(low)) = (digit(*high), digit(*low))
        {
            out.push(high << 4 | low);
            text = after;
        } else {
            out.push(byte);
        }
    }
}
