//! What can be a seed: an address of the web, or a host name.

use super::SeedFault;

/// Longest URI in bytes.
const MAX_URI: usize = 16 << 10;

/// Returns the URI of a seed in normal form, without user name, password and fragment. A seed without a scheme stands
/// for http.
///
/// # Errors
/// Why it cannot be a seed.
pub fn seed_uri(seed: &[u8]) -> Result<Vec<u8>, SeedFault> {
    let seed = seed.trim_ascii();
    if seed.is_empty() {
        return Err(SeedFault::NoUri);
    }
    if seed.len() > MAX_URI {
        return Err(SeedFault::TooLong);
    }
    if seed.iter().any(u8::is_ascii_whitespace) {
        return Err(SeedFault::Words);
    }
    let has_scheme = seed.windows(3).any(|three| three == b"://");
    let normal = if has_scheme {
        stodola_uri::normalise(&stodola_uri::without_user_info(seed))
    } else if has_other_scheme(seed) {
        return Err(SeedFault::NotWeb);
    } else {
        let start = seed.iter().position(|byte| *byte != b'/').unwrap_or(seed.len());
        let uri = [b"http://", &seed[start..]].concat();
        stodola_uri::normalise(&stodola_uri::without_user_info(&uri))
    };
    if !normal.starts_with(b"http://") && !normal.starts_with(b"https://") {
        return Err(SeedFault::NotWeb);
    }
    if !stodola_uri::host(&normal).is_some_and(|host| is_host(&host)) {
        return Err(SeedFault::NoHost);
    }
    Ok(stodola_uri::without_fragment(&normal).to_vec())
}

/// Whether the word begins with a scheme such as `mailto:`. A port after a host does not count.
fn has_other_scheme(seed: &[u8]) -> bool {
    let end = seed.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#'));
    let authority = &seed[..end.unwrap_or(seed.len())];
    let Some(colon) = authority.iter().position(|byte| *byte == b':') else { return false };
    let rest = &authority[colon + 1..];
    let is_port = !rest.is_empty() && rest.iter().all(u8::is_ascii_digit);
    // An IPv6 address has colons of its own.
    !is_port && !authority.starts_with(b"[")
}

/// Whether a normalised host has only characters that are allowed in names and addresses.
fn is_host(host: &str) -> bool {
    let name = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | ':');
    !name.is_empty() && name.chars().all(is_plain) && name.chars().any(char::is_alphanumeric)
}

/// Returns the first address of the web that stands anywhere in a text; `None` if there is none. It ends at a blank, a
/// quotation mark or a bracket; marks of a sentence behind it do not belong to it.
pub(super) fn first_address(text: &[u8]) -> Option<&[u8]> {
    let start = (0..text.len()).find(|&at| {
        let begins = |scheme: &[u8]| {
            text.get(at..at + scheme.len()).is_some_and(|part| part.eq_ignore_ascii_case(scheme))
        };
        begins(b"http://") || begins(b"https://")
    })?;
    let rest = &text[start..];
    let ends = |byte: &u8| *byte <= b' ' || matches!(byte, b'"' | b'<' | b'>' | b'|' | b'`' | 0x7F);
    let mut address = &rest[..rest.iter().position(ends).unwrap_or(rest.len())];
    let count = |mark: u8| address.iter().filter(|byte| **byte == mark).count();
    let (opened, mut closed) = (count(b'('), count(b')'));
    while let Some((last, before)) = address.split_last() {
        match last {
            b'.' | b',' | b';' | b'\'' | b']' | b'}' => address = before,
            b')' if closed > opened => {
                address = before;
                closed -= 1;
            }
            _ => break,
        }
    }
    Some(address)
}
