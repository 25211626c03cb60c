//! Writes the parts of a URI, and escapes characters that are not allowed.

use encoding_rs::{EncoderResult, Encoding, UTF_8};

use super::Unresolved;

/// Appends host and port; a host that cannot exist is an error. User name and password are left out: links are written
/// to logs and records that others read.
pub(super) fn push_authority(
    out: &mut Vec<u8>,
    authority: &[u8],
    special: bool,
) -> Result<(), Unresolved> {
    let mut prefixed = Vec::with_capacity(authority.len() + 2);
    prefixed.extend_from_slice(b"//");
    prefixed.extend_from_slice(authority);
    let parts = stodola_uri::parse(&prefixed);
    let host = parts.host.unwrap_or_default();
    if host.is_ascii() {
        let bracketed = host.starts_with(b"[") && host.ends_with(b"]");
        let cannot_be = |byte: &u8| {
            !byte.is_ascii_graphic()
                || b"\"<>\\^`{|}".contains(byte)
                || (!bracketed && b":[]".contains(byte))
        };
        if host.iter().any(cannot_be) || (special && host.is_empty()) {
            return Err(Unresolved::Invalid);
        }
        out.extend_from_slice(host);
    } else {
        let mut whole = b"http://".to_vec();
        whole.extend_from_slice(host);
        match stodola_uri::host(&whole) {
            Some(host) if !host.is_empty() && host.is_ascii() => {
                out.extend_from_slice(host.as_bytes());
            }
            _ => return Err(Unresolved::Invalid),
        }
    }
    if let Some(port) = parts.port {
        let number = std::str::from_utf8(port).ok().and_then(|port| port.parse::<u16>().ok());
        if number.is_none() && !port.is_empty() {
            return Err(Unresolved::Port);
        }
        out.push(b':');
        out.extend_from_slice(port);
    }
    Ok(())
}

/// Appends a path without its dot segments (RFC 3986, section 5.2.4).
pub(super) fn push_path(out: &mut Vec<u8>, path: &[u8]) {
    match path.strip_prefix(b"/") {
        Some(rest) => {
            let start = out.len();
            out.push(b'/');
            push_segments(out, start, rest);
        }
        None => push_escaped(out, path),
    }
}

/// Appends the segments of a path to one that begins at `start` and ends in a slash.
pub(super) fn push_segments(out: &mut Vec<u8>, start: usize, path: &[u8]) {
    let mut segments = path.split(|&byte| byte == b'/').peekable();
    while let Some(segment) = segments.next() {
        match segment {
            b"." => {}
            b".." => {
                let folder = &out[start..out.len() - 1];
                let parent = memchr::memrchr(b'/', folder).unwrap_or(0);
                out.truncate(start + parent + 1);
            }
            name => {
                push_escaped(out, name);
                if segments.peek().is_some() {
                    out.push(b'/');
                }
            }
        }
    }
}

/// Appends a part with everything escaped that browsers escape everywhere: characters other than printable ASCII, and
/// characters that end an address in text.
pub(super) fn push_escaped(out: &mut Vec<u8>, part: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for &byte in part {
        if byte.is_ascii_graphic() && !matches!(byte, b'"' | b'<' | b'>' | b'`') {
            out.push(byte);
        } else {
            let digit = |nibble: u8| DIGITS[usize::from(nibble)];
            out.extend_from_slice(&[b'%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
}

/// Appends a query in the charset of its page; a character that the charset lacks becomes an escaped numeric reference,
/// as in browsers. Bytes that are not UTF-8 are not changed.
pub(super) fn push_query(out: &mut Vec<u8>, query: &[u8], charset: &'static Encoding) {
    let charset = charset.output_encoding();
    let text = match std::str::from_utf8(query) {
        Ok(text) if charset != UTF_8 && !text.is_ascii() => text,
        _ => return push_escaped(out, query),
    };
    let mut encoder = charset.new_encoder();
    let mut rest = text;
    let mut buffer = [0; 256];
    loop {
        let (result, read, written) =
            encoder.encode_from_utf8_without_replacement(rest, &mut buffer, true);
        push_escaped(out, &buffer[..written]);
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return,
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(missing) => {
                out.extend_from_slice(format!("%26%23{}%3B", u32::from(missing)).as_bytes());
            }
        }
    }
}
