//! Declarations of modules, and the addresses in them.

use std::ops::Range;

use super::names::{Here, Wait};
use super::scan::{Declaration, Edit, FrameKind, Scanner};
use super::word::{Word, classify, end_of_string, end_of_word, is_word_byte, next_token};
use super::{LOCATION, TOP};
use crate::Modifier;
use crate::rewrite::link::{LinkRewriter, Relative};

/// `import` as a call, as `import.meta`, or as a declaration.
pub(super) fn import(
    scanner: &mut Scanner,
    here: &Here<'_>,
    links: &LinkRewriter,
    edit: Edit<'_>,
) -> Result<usize, Wait> {
    let bytes = here.bytes;
    let starts_statement = scanner.may_start_statement();
    let Some(next) = here.next(here.range.end)? else {
        scanner.value();
        return Ok(here.range.end);
    };
    match bytes[next] {
        b'(' => {
            let inner = here.next(next + 1)?.unwrap_or(bytes.len());
            let is_literal = match bytes.get(inner) {
                Some(b'"' | b'\'') => match end_of_string(bytes, inner, links.second_bytes) {
                    None if !here.is_last => return Err(Wait),
                    None => false,
                    Some(end) => here.next(end)?.is_some_and(|at| matches!(bytes[at], b')' | b',')),
                },
                _ => false,
            };
            scanner.value();
            scanner.open(FrameKind::Paren { is_control: false });
            if is_literal {
                scanner.declaration = Declaration::Import { address_next: true };
            } else if bytes.get(inner).is_some_and(|byte| *byte != b')') {
                scanner.top_mut().is_wrapped = true;
                edit(
                    next + 1..next + 1,
                    &[b"__stodola.specifier(\"", &*script_safe(links.base_uri()), b"\","].concat(),
                );
            }
            Ok(next + 1)
        }
        b'.' => {
            let url = meta_url(here, next)?;
            if let Some(end) = url {
                let literal = [b"\"", &*script_safe(links.base_uri()), b"\""].concat();
                edit(here.range.start..end, &literal);
            }
            scanner.value();
            Ok(url.unwrap_or(here.range.end))
        }
        _ => {
            if starts_statement {
                scanner.operator();
                scanner.declaration = Declaration::Import { address_next: true };
            } else {
                scanner.value();
            }
            Ok(here.range.end)
        }
    }
}

/// The end of `import.meta.url`, if that is what stands here.
fn meta_url(here: &Here<'_>, dot: usize) -> Result<Option<usize>, Wait> {
    let mut dot = dot;
    for name in [&b"meta"[..], b"url"] {
        let Some(at) = here.next(dot + 1)? else { return Ok(None) };
        let end = end_of_word(here.bytes, at);
        if end == here.bytes.len() && !here.is_last {
            return Err(Wait);
        }
        if here.bytes[at..end] != *name {
            return Ok(None);
        }
        if name == b"url" {
            return Ok(Some(end));
        }
        match here.next(end)? {
            Some(next) if here.bytes[next] == b'.' => dot = next,
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// `export` at the start of a statement.
pub(super) fn export(
    scanner: &mut Scanner,
    here: &Here<'_>,
    edit: Edit<'_>,
) -> Result<usize, Wait> {
    let bytes = here.bytes;
    let next = here.next(here.range.end)?;
    scanner.statement();
    match next.map(|next| (next, bytes[next])) {
        Some((next, b'{')) => {
            let close = memchr::memchr(b'}', &bytes[next..]).map(|at| next + at);
            let is_own = match close {
                None if !here.is_last => return Err(again(scanner)),
                None => true,
                Some(close) => match next_token(bytes, close + 1) {
                    // A word may be cut.
                    Some(at) if at + 4 < bytes.len() || here.is_last => {
                        !bytes[at..].starts_with(b"from")
                            || bytes.get(at + 4).is_some_and(|it| is_word_byte(*it))
                    }
                    None if here.is_last => true,
                    _ => return Err(again(scanner)),
                },
            };
            scanner.declaration = Declaration::Export { address_next: false, is_own };
        }
        Some((_, b'*')) => {
            scanner.declaration = Declaration::Export { address_next: false, is_own: false };
        }
        Some((next, _)) => match declared_name(here, next) {
            Err(Wait) => return Err(again(scanner)),
            Ok(Some(name)) => {
                let word = &bytes[name];
                let new = if classify(word) == Word::Top { TOP } else { LOCATION };
                edit(here.range.clone(), &[b"export{", new, b" as ", word, b"};"].concat());
            }
            Ok(None) => {}
        },
        None => {}
    }
    Ok(here.range.end)
}

/// The word will be taken again as the start of a statement.
fn again(scanner: &mut Scanner) -> Wait {
    scanner.statement();
    Wait
}

/// The name behind `const`, `function`, `async function *` and so on, if it is one of those that are renamed.
fn declared_name(here: &Here<'_>, start: usize) -> Result<Option<Range<usize>>, Wait> {
    let bytes = here.bytes;
    let mut at = start;
    // `async`, `function`, `*`, the name.
    for _ in 0..4 {
        if bytes[at] == b'*' {
            let Some(next) = here.next(at + 1)? else { return Ok(None) };
            at = next;
            continue;
        }
        let end = end_of_word(bytes, at);
        if end == bytes.len() && !here.is_last {
            return Err(Wait);
        }
        match &bytes[at..end] {
            b"const" | b"let" | b"var" | b"function" | b"class" | b"async" => {
                let Some(next) = here.next(end)? else { return Ok(None) };
                at = next;
            }
            word if at > start && matches!(classify(word), Word::Location | Word::Top) => {
                return Ok(Some(at..end));
            }
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// Rewrites the address of a module in a string. Bare names are for the import map and stay.
pub(super) fn rewrite_address(
    bytes: &[u8],
    inner: Range<usize>,
    relative: Relative,
    links: &LinkRewriter,
    edit: Edit<'_>,
) {
    let written = &bytes[inner.clone()];
    let unescaped;
    let address = if memchr::memchr(b'\\', written).is_some() {
        // The only escape in use in addresses.
        unescaped = written.split(|byte| *byte == b'\\').collect::<Vec<_>>().concat();
        if unescaped.len() + memchr::memmem::find_iter(written, b"\\/").count() != written.len() {
            return;
        }
        &unescaped[..]
    } else {
        written
    };
    if let Some(new) = module_address(address, relative, links) {
        edit(inner, &new);
    }
}

/// The replay address of a module, if it is an address and has to be rewritten.
pub(in crate::rewrite) fn module_address(
    address: &[u8],
    relative: Relative,
    links: &LinkRewriter,
) -> Option<Vec<u8>> {
    let is_address = [&b"/"[..], b"./", b"../"].iter().any(|start| address.starts_with(start))
        || [&b"http:"[..], b"https:"].iter().any(|start| {
            address.get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start))
        });
    if !is_address {
        return None;
    }
    let mut head = Vec::new();
    let tail = links.rewrite(address, Modifier::Module, relative, &mut head)?;
    let mut new = script_safe(&head);
    new.extend_from_slice(&tail);
    Some(new)
}

/// A head of a link, which may stand in a string of either quotes.
fn script_safe(head: &[u8]) -> Vec<u8> {
    let mut safe = Vec::with_capacity(head.len());
    for &byte in head {
        match byte {
            b'\'' => safe.extend_from_slice(b"%27"),
            b'<' => safe.extend_from_slice(b"%3C"),
            _ => safe.push(byte),
        }
    }
    safe
}
