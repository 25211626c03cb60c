//! The header fields of an answer that is replayed.
//!
//! Links in them are rewritten. Fields by which a live server ruled its own origin (policies, cookies, connections)
//! would rule the replay server here. They are kept under another name, `X-Archive-Orig-…`, where nothing obeys them
//! and readers can still see them. So are fields that are not known here: what a future browser obeys cannot be
//! known.

use stodola_warc::http::ResponseHead;

use super::context::ReplayContext;
use super::link::{LinkRewriter, Relative};
use super::refresh::refresh_address;
use super::relation::{self, Relation};
use crate::Modifier;

/// Prefix of the names of fields that are shown and not obeyed.
pub const ORIGINAL_FIELD_PREFIX: &str = "X-Archive-Orig-";

/// Fields whose values are one link each.
const LINKS: &[&str] = &["location", "content-location", "sourcemap", "x-sourcemap"];

/// Fields that describe the body and pass as they are.
const PASSED: &[&str] =
    &["content-disposition", "content-language", "content-type", "last-modified", "x-robots-tag"];

/// Fields with `x-` that would rule the replay origin. Other `x-` fields pass: browsers do not know them.
const NEUTRALISED: &[&str] = &[
    "x-content-security-policy",
    "x-content-type-options",
    "x-dns-prefetch-control",
    "x-frame-options",
    "x-permitted-cross-domain-policies",
    "x-ua-compatible",
    "x-webkit-csp",
    "x-webkit-csp-report-only",
    "x-xss-protection",
];

/// A header field to send: name and value, neither of which can end the line.
pub type SentField = (Vec<u8>, Vec<u8>);

/// Returns the fields to send for a captured response. Length and codings of the body are not among them: the server
/// knows what it sends. `status` is the status that will be sent; links of a redirect keep the modifier of the request.
pub fn rewrite_head(
    status: u16,
    head: &ResponseHead<'_>,
    context: &ReplayContext,
) -> Vec<SentField> {
    let links = LinkRewriter::new(context);
    let is_raw = context.modifier == Modifier::Identity;
    let mut sent = Vec::new();
    for field in head.fields.iter() {
        let name = field.name.trim_ascii();
        if name.is_empty() || !name.iter().all(|byte| is_token(*byte)) {
            continue;
        }
        let value = safe_value(&field.value());
        let lower = name.to_ascii_lowercase();
        let is_among = |names: &[&str]| names.iter().any(|it| it.as_bytes() == lower);
        let is_passed = is_among(PASSED) || lower.starts_with(b"x-") && !is_among(NEUTRALISED);
        let value_sent = match () {
            () if is_raw && lower == b"content-type" => Some(value),
            () if is_raw && lower == b"location" && (300..400).contains(&status) => {
                Some(rewritten(&links, &value, context.modifier))
            }
            () if is_raw => None,
            () if lower == b"link" => Some(link_field(&links, &value)),
            () if lower == b"refresh" => Some(refresh(&links, &value)),
            () if is_among(LINKS) => Some(rewritten(&links, &value, context.modifier)),
            () if is_passed => Some(value),
            () => None,
        };
        match value_sent {
            Some(value) => sent.push((name.to_vec(), value)),
            None => {
                let name = [ORIGINAL_FIELD_PREFIX.as_bytes(), name].concat();
                sent.push((name, safe_value(&field.value())));
            }
        }
    }
    sent
}

fn rewritten(links: &LinkRewriter, link: &[u8], modifier: Modifier) -> Vec<u8> {
    let mut head = Vec::new();
    match links.rewrite(link, modifier, Relative::Resolve, &mut head) {
        Some(tail) => {
            head.extend_from_slice(&tail);
            head
        }
        None => link.to_vec(),
    }
}

fn refresh(links: &LinkRewriter, value: &[u8]) -> Vec<u8> {
    let Some(range) = refresh_address(value) else { return value.to_vec() };
    let address = rewritten(links, &value[range.clone()], links.page_modifier());
    [&value[..range.start], &address, &value[range.end..]].concat()
}

/// `<address>; rel="…"; as=…, <address> …`: each address is rewritten by its relation. Relations that only warm up a
/// connection are left out.
fn link_field(links: &LinkRewriter, value: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(value.len() + 64);
    for link in split_links(value) {
        let Some((address, parameters)) = link.strip_prefix(b"<").and_then(|rest| {
            let end = memchr::memchr(b'>', rest)?;
            Some((&rest[..end], &rest[end + 1..]))
        }) else {
            continue;
        };
        let parameter = |wanted: &[u8]| parameter(parameters, wanted).unwrap_or_default();
        let modifier =
            match relation::of_link(parameter(b"rel"), parameter(b"as"), links.page_modifier()) {
                Relation::Neutralised => continue,
                Relation::Kept => None,
                Relation::Rewritten(modifier) => Some(modifier),
            };
        if !out.is_empty() {
            out.extend_from_slice(b", ");
        }
        out.push(b'<');
        match modifier {
            Some(modifier) => out.extend_from_slice(&rewritten(links, address, modifier)),
            None => out.extend_from_slice(address),
        }
        out.push(b'>');
        out.extend_from_slice(parameters.trim_ascii_end());
    }
    out
}

/// The links of a field, at commas outside brackets and quotes.
fn split_links(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = value;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (mut in_address, mut in_quotes, mut is_escaped) = (false, false, false);
        let end = rest.iter().position(|&byte| {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if in_quotes => is_escaped = true,
                b'"' if !in_address => in_quotes = !in_quotes,
                b'<' if !in_quotes => in_address = true,
                b'>' if !in_quotes => in_address = false,
                _ => {}
            }
            byte == b',' && !in_address && !in_quotes
        });
        let link = &rest[..end.unwrap_or(rest.len())];
        rest = end.map_or(&[], |end| &rest[end + 1..]);
        Some(link.trim_ascii())
    })
}

/// The value of the first parameter of this name (lower case), without quotes.
fn parameter<'a>(parameters: &'a [u8], wanted: &[u8]) -> Option<&'a [u8]> {
    parameters.split(|byte| *byte == b';').find_map(|parameter| {
        let at = memchr::memchr(b'=', parameter)?;
        let value = parameter[at + 1..].trim_ascii();
        let value = value
            .strip_prefix(b"\"")
            .map_or(value, |inner| inner.strip_suffix(b"\"").unwrap_or(inner));
        parameter[..at].trim_ascii().eq_ignore_ascii_case(wanted).then_some(value)
    })
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// The value with a space for whatever could end the line or the head.
fn safe_value(value: &[u8]) -> Vec<u8> {
    let is_control = |byte: u8| byte < b' ' && byte != b'\t' || byte == 0x7f;
    value.iter().map(|&byte| if is_control(byte) { b' ' } else { byte }).collect()
}
