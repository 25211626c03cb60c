//! JSON in which strings are addresses by rule: import maps and manifests of web applications; and JSONP.

use std::ops::Range;

use super::context::ReplayContext;
use super::js::{Edit, module_address};
use super::link::{LinkRewriter, Relative};
use super::pending::Pending;
use crate::Modifier;

/// Rewrites an import map: addresses of modules, as keys and as values. Bare names stay.
#[derive(Default)]
pub(super) struct ImportMapRewriter(StringScanner);

impl ImportMapRewriter {
    pub(super) fn take(
        &mut self,
        piece: &[u8],
        is_last: bool,
        links: &LinkRewriter,
        out: &mut Vec<u8>,
    ) {
        self.0.take(piece, is_last, out, &mut |_, text| {
            module_address(text, Relative::Resolve, links)
        });
    }
}

/// Rewrites the manifest of a web application: the addresses of its pages and pictures.
#[derive(Default)]
pub(super) struct ManifestRewriter(StringScanner);

impl ManifestRewriter {
    pub(super) fn take(
        &mut self,
        piece: &[u8],
        is_last: bool,
        links: &LinkRewriter,
        out: &mut Vec<u8>,
    ) {
        self.0.take(piece, is_last, out, &mut |role, text| {
            let modifier = match role {
                Role::ValueOf(b"src") => Modifier::Image,
                Role::ValueOf(b"start_url" | b"scope" | b"url" | b"action") => Modifier::Page,
                Role::ValueOf(_) | Role::Key => return None,
            };
            let mut head = Vec::new();
            let tail = links.rewrite(text, modifier, Relative::Keep, &mut head)?;
            head.extend_from_slice(&tail);
            Some(head)
        });
    }
}

/// What a string is for.
enum Role<'a> {
    Key,
    /// A value, or one of a list; the key that came last.
    ValueOf(&'a [u8]),
}

/// Gives each string, and puts another one in its place if told so.
#[derive(Default)]
struct StringScanner {
    pending: Pending,
    key: Vec<u8>,
    is_given_up: bool,
}

type NewString<'n> = &'n mut dyn FnMut(Role<'_>, &[u8]) -> Option<Vec<u8>>;

/// Data with a longer string are left alone from there on.
const MAX_STRING: usize = 64 << 10;

impl StringScanner {
    fn take(&mut self, piece: &[u8], is_last: bool, out: &mut Vec<u8>, new_string: NewString<'_>) {
        let StringScanner { pending, key, is_given_up } = self;
        pending.feed(piece, is_last, |bytes, is_last| {
            let mut copied = 0;
            let used = scan(bytes, is_last, key, is_given_up, new_string, &mut |range, new| {
                out.extend_from_slice(&bytes[copied..range.start]);
                out.extend_from_slice(new);
                copied = range.end;
            });
            out.extend_from_slice(&bytes[copied..used]);
            used
        });
    }
}

fn scan(
    bytes: &[u8],
    is_last: bool,
    key: &mut Vec<u8>,
    is_given_up: &mut bool,
    new_string: NewString<'_>,
    edit: Edit<'_>,
) -> usize {
    let mut at = 0;
    while !*is_given_up {
        let Some(start) = memchr::memchr(b'"', &bytes[at..]).map(|quote| at + quote) else { break };
        let next = end_of_string(bytes, start).and_then(|end| {
            bytes[end..]
                .iter()
                .position(|byte| !byte.is_ascii_whitespace())
                .map(|next| (end, end + next))
        });
        let (end, is_key) = match next {
            Some((end, next)) => (end, bytes[next] == b':'),
            None if !is_last && bytes.len() - start < MAX_STRING => return start,
            None => {
                *is_given_up = true;
                break;
            }
        };
        let inner = start + 1..end - 1;
        string(bytes, inner, is_key, key, new_string, edit);
        at = end;
    }
    bytes.len()
}

fn string(
    bytes: &[u8],
    inner: Range<usize>,
    is_key: bool,
    key: &mut Vec<u8>,
    new_string: NewString<'_>,
    edit: Edit<'_>,
) {
    let Some(text) = unescaped(&bytes[inner.clone()]) else { return };
    let role = if is_key { Role::Key } else { Role::ValueOf(key) };
    if let Some(new) = new_string(role, &text) {
        let mut escaped = Vec::with_capacity(new.len());
        for byte in new {
            if matches!(byte, b'"' | b'\\') {
                escaped.push(b'\\');
            }
            escaped.push(byte);
        }
        edit(inner, &escaped);
    }
    if is_key {
        *key = text;
    }
}

/// The place behind a string.
fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        match bytes[at] {
            b'"' => return Some(at + 1),
            _ => at += 2,
        }
    }
}

/// The text of a string whose only escapes are those of slashes, as in most addresses.
fn unescaped(written: &[u8]) -> Option<Vec<u8>> {
    let mut text = Vec::with_capacity(written.len());
    let mut bytes = written.iter();
    while let Some(&byte) = bytes.next() {
        match byte {
            b'\\' if bytes.as_slice().first() == Some(&b'/') => {}
            b'\\' => return None,
            _ => text.push(byte),
        }
    }
    Some(text)
}

/// Rewrites a script that calls one function with data: the name of the function becomes the one that was asked for.
pub(super) struct JsonpRewriter {
    callback: Option<Vec<u8>>,
    /// The start of the script, until the name is found.
    start: Vec<u8>,
}

/// The name must come within this.
const MAX_START: usize = 4 << 10;

impl JsonpRewriter {
    pub(super) fn new(context: &ReplayContext) -> JsonpRewriter {
        // What is asked for goes into a script: only a name, or names with dots.
        let is_name = |name: &Vec<u8>| {
            !name.is_empty() && name.len() <= 256 && name.iter().all(|byte| is_name_byte(*byte))
        };
        JsonpRewriter { callback: context.callback.clone().filter(is_name), start: Vec::new() }
    }

    pub(super) fn take(&mut self, piece: &[u8], is_last: bool, out: &mut Vec<u8>) {
        if self.callback.is_none() {
            out.extend_from_slice(piece);
            return;
        }
        self.start.extend_from_slice(piece);
        match callback_name(&self.start) {
            Found::NotYet if !is_last && self.start.len() < MAX_START => return,
            Found::Name(range) => {
                out.extend_from_slice(&self.start[..range.start]);
                out.extend_from_slice(self.callback.as_deref().unwrap_or_default());
                out.extend_from_slice(&self.start[range.end..]);
            }
            Found::NotYet | Found::Nothing => out.extend_from_slice(&self.start),
        }
        self.start.clear();
        self.callback = None;
    }
}

enum Found {
    Name(Range<usize>),
    Nothing,
    NotYet,
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'[' | b']')
}

/// Where the name of the function stands that a script begins with: behind blanks, comments, `;` and a check that it
/// exists.
fn callback_name(script: &[u8]) -> Found {
    let mut at = 0;
    loop {
        match script.get(at..).unwrap_or_default() {
            [] => return Found::NotYet,
            [b' ' | b'\t' | b'\r' | b'\n' | b';' | 0xef | 0xbb | 0xbf, ..] => at += 1,
            [b'/', b'*', ..] => match memchr::memmem::find(&script[at..], b"*/") {
                Some(end) => at += end + 2,
                None => return Found::NotYet,
            },
            [b'/', b'/', ..] => match memchr::memchr(b'\n', &script[at..]) {
                Some(end) => at += end + 1,
                None => return Found::NotYet,
            },
            [b'/'] => return Found::NotYet,
            _ => break,
        }
    }
    let len = script[at..].iter().position(|byte| !is_name_byte(*byte));
    let Some(end) = len.map(|len| at + len) else { return Found::NotYet };
    if script[end] == b'(' && end > at { Found::Name(at..end) } else { Found::Nothing }
}
