//! The host in a key: names, IPv4 addresses in their many spellings, `www.`.

use std::borrow::Cow;
use std::net::Ipv4Addr;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use super::split::Address;
use super::{Variant, escape_lower};
use crate::percent::unescape_fully;

/// The longest label of a domain name.
const LONGEST_LABEL: usize = 63;

/// Returns the host as the key has it, but not yet reversed.
pub(super) fn key_name(address: &Address<'_>, variant: Variant) -> Vec<u8> {
    if address.host.is_empty() {
        return Vec::new();
    }
    let mut name = unescape_fully(address.host);
    if !name.is_ascii()
        && let Some(ascii) = to_a_labels(&name)
    {
        name = Cow::Owned(ascii);
    }
    let name = single_dots(&name, variant);
    let number = match variant {
        Variant::Python => ipv4_as_python(&name),
        Variant::Java => ipv4_as_java(&name),
    };
    let name = match number {
        Some(number) => number.to_string().into_bytes(),
        None => escape_lower(&name, variant),
    };
    if variant == Variant::Python && address.scheme == b"dns" {
        return name;
    }
    without_www(&name, variant).to_vec()
}

/// Appends the labels in reverse, with commas between them.
pub(super) fn push_reversed(key: &mut Vec<u8>, host: &[u8]) {
    let mut end = host.len();
    while let Some(dot) = host[..end].iter().rposition(|&byte| byte == b'.') {
        key.extend_from_slice(&host[dot + 1..end]);
        key.push(b',');
        end = dot;
    }
    key.extend_from_slice(&host[..end]);
}

/// Returns the host without `www.` or `www` and digits in front. Letter case is ignored.
pub(super) fn without_www(host: &[u8], variant: Variant) -> &[u8] {
    let mut host = host;
    while let Some((www, rest)) = host.split_at_checked(3)
        && www.eq_ignore_ascii_case(b"www")
    {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let Some(shorter) = rest[digits..].strip_prefix(b".") else { break };
        host = shorter;
        if variant == Variant::Python {
            break;
        }
    }
    host
}

/// Returns the name in ASCII, or `None` if IDNA 2003 does not allow it; then its bytes stay as they are.
fn to_a_labels(name: &[u8]) -> Option<Vec<u8>> {
    let text: String = name.utf8_chunks().map(|chunk| chunk.valid()).collect();
    if text.is_ascii() {
        let mut labels = text.rsplit('.');
        let fits = labels.next().is_none_or(|last| last.len() <= LONGEST_LABEL)
            && labels.all(|label| (1..=LONGEST_LABEL).contains(&label.len()));
        return fits.then(|| text.into_bytes());
    }
    let is_dot = |letter: char| matches!(letter, '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}');
    let (labels, end) = match text.strip_suffix(is_dot) {
        Some(labels) => (labels, "."),
        None => (&*text, ""),
    };
    let mut out = Vec::with_capacity(text.len() + 8);
    for (index, label) in labels.split(is_dot).enumerate() {
        if index > 0 {
            out.push(b'.');
        }
        out.extend_from_slice(to_a_label(label)?.as_bytes());
    }
    out.extend_from_slice(end.as_bytes());
    Some(out)
}

fn to_a_label(label: &str) -> Option<Cow<'_, str>> {
    let mut label = Cow::Borrowed(label);
    // Of these four, IDNA 2003 and UTS 46 think differently.
    if label.contains(['ß', 'ς', '\u{200c}', '\u{200d}']) {
        let mapped = label.replace('ß', "ss").replace('ς', "σ");
        label = Cow::Owned(mapped.replace(['\u{200c}', '\u{200d}'], ""));
    }
    if !label.is_ascii() {
        // Four bytes a letter is generous; longer labels cannot come out short enough.
        if label.len() > 4 * LONGEST_LABEL || is_open_right_to_left(&label) {
            return None;
        }
        let ascii = Uts46::new()
            .to_ascii(label.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore)
            .ok()?;
        label = Cow::Owned(ascii.into_owned());
    }
    (1..=LONGEST_LABEL).contains(&label.len()).then_some(label)
}

/// Returns whether a right-to-left label begins or ends with another character, for example a digit. Stringprep (RFC
/// 3454, section 6) forbids that; the newer rules of UTS 46 cover the other cases.
fn is_open_right_to_left(label: &str) -> bool {
    label.contains(is_right_to_left)
        && !(label.starts_with(is_right_to_left) && label.ends_with(is_right_to_left))
}

/// Returns whether a letter is one of the Hebrew, Arabic, Syriac and Thaana letters that Stringprep knows.
fn is_right_to_left(letter: char) -> bool {
    matches!(letter,
        '\u{5be}' | '\u{5c0}' | '\u{5c3}' | '\u{5d0}'..='\u{5ea}' | '\u{5f0}'..='\u{5f4}'
        | '\u{61b}' | '\u{61f}' | '\u{621}'..='\u{63a}' | '\u{640}'..='\u{64a}'
        | '\u{66d}'..='\u{66f}' | '\u{671}'..='\u{6d5}' | '\u{6e5}' | '\u{6e6}'
        | '\u{6fa}'..='\u{6fe}' | '\u{700}'..='\u{70d}' | '\u{710}' | '\u{712}'..='\u{72c}'
        | '\u{780}'..='\u{7a5}' | '\u{7b1}')
}

/// Returns the name without dots at its ends. In the Java variant several dots become one; in the Python variant half
/// as many, rounded up.
fn single_dots(name: &[u8], variant: Variant) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(name.len());
    let mut run = 0;
    for &byte in name {
        run = if byte == b'.' { run + 1 } else { 0 };
        let surplus = match variant {
            Variant::Python => run % 2 == 0,
            Variant::Java => run > 1,
        };
        if run == 0 || !surplus {
            out.push(byte);
        }
    }
    let end = out.iter().rposition(|&byte| byte != b'.').map_or(0, |last| last + 1);
    out.truncate(end);
    let start = out.iter().take_while(|&&byte| byte == b'.').count();
    out.drain(..start);
    out
}

/// Reads an address: one number of any size, taken modulo 2^32, or two to four numbers of which the last fills the
/// rest. As in C's `inet_aton`, each may be octal; unlike there, none may be hexadecimal. `None` if it is not an
/// address.
fn ipv4_as_python(name: &[u8]) -> Option<Ipv4Addr> {
    let parts = numbers(name)?;
    if let [single] = parts[..] {
        let add =
            |sum: u32, &digit: &u8| sum.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'));
        return Some(Ipv4Addr::from(single.iter().fold(0, add)));
    }
    let all_octal = parts.iter().all(|part| part.iter().all(|&digit| digit < b'8'));
    if parts[0].starts_with(b"0") && !all_octal {
        return None;
    }
    let (last, before) = parts.split_last()?;
    let mut address = 0;
    for (index, part) in before.iter().enumerate() {
        let octet = u8::try_from(number(part, part.starts_with(b"0"))?).ok()?;
        address |= u32::from(octet) << (24 - 8 * index);
    }
    let rest = number(last, last.starts_with(b"0"))?;
    (rest <= u32::MAX >> (8 * before.len())).then(|| Ipv4Addr::from(address | rest))
}

/// Reads an address: one number, or four octets, all of them octal if the first begins with zero. `None` if it is not
/// an address.
fn ipv4_as_java(name: &[u8]) -> Option<Ipv4Addr> {
    let parts = numbers(name)?;
    if let [single] = parts[..] {
        let digits = str::from_utf8(single).ok()?;
        let low_half = digits.parse::<i64>().ok()? & i64::from(u32::MAX);
        return u32::try_from(low_half).ok().map(Ipv4Addr::from);
    }
    let octets: [&[u8]; 4] = parts.try_into().ok()?;
    let all_octal = octets[0].starts_with(b"0");
    let mut address = [0; 4];
    for (octet, digits) in address.iter_mut().zip(octets) {
        *octet = u8::try_from(number(digits, all_octal)?).ok()?;
    }
    Some(Ipv4Addr::from(address))
}

/// Splits one to four numbers with dots between them; `None` if the name is anything else.
fn numbers(name: &[u8]) -> Option<Vec<&[u8]>> {
    if !name.first()?.is_ascii_digit() {
        return None;
    }
    let parts: Vec<_> = name.splitn(5, |&byte| byte == b'.').collect();
    let is_number = |part: &&[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    (parts.len() <= 4 && parts.iter().all(is_number)).then_some(parts)
}

fn number(digits: &[u8], octal: bool) -> Option<u32> {
    u32::from_str_radix(str::from_utf8(digits).ok()?, if octal { 8 } else { 10 }).ok()
}
