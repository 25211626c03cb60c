//! Words in a script: which are renamed, and what each means for the tokens behind it.

use std::ops::Range;

use super::module;
use super::scan::{Construct, Declaration, Edit, FrameKind, Last, Scanner};
use super::word::{Word, end_of_word, is_word_byte, next_token};
use super::{LOCATION, TOP};
use crate::rewrite::link::LinkRewriter;

/// A word where it stands.
pub(super) struct Here<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) range: Range<usize>,
    pub(super) is_last: bool,
    pub(super) word: Word,
}

impl Here<'_> {
    /// The place of the token behind the word; `Err` if it has not come yet.
    pub(super) fn next(&self, at: usize) -> Result<Option<usize>, Wait> {
        match next_token(self.bytes, at) {
            None if !self.is_last => Err(Wait),
            next => Ok(next),
        }
    }

    /// The first byte of the token behind the word; zero at the end.
    fn next_byte(&self) -> Result<u8, Wait> {
        Ok(self.next(self.range.end)?.map_or(0, |at| self.bytes[at]))
    }

    /// Whether the token behind the word is this word.
    fn is_before(&self, word: &[u8]) -> Result<bool, Wait> {
        let Some(at) = self.next(self.range.end)? else { return Ok(false) };
        let end = end_of_word(self.bytes, at);
        if end == self.bytes.len() && !self.is_last {
            return Err(Wait);
        }
        Ok(&self.bytes[at..end] == word)
    }

    /// What the word is renamed to, if it is.
    fn new_name(&self) -> Option<&'static [u8]> {
        match self.word {
            Word::Location => Some(LOCATION),
            Word::Top => Some(TOP),
            _ => None,
        }
    }
}

/// More bytes are needed.
pub(super) struct Wait;

/// Takes a word; returns the place to go on, or `None` if more bytes are needed.
pub(super) fn take(
    scanner: &mut Scanner,
    here: &Here<'_>,
    links: &LinkRewriter,
    edit: Edit<'_>,
) -> Option<usize> {
    if scanner.last == Last::Dot {
        property(scanner, here, edit);
        return Some(here.range.end);
    }
    let taken = match scanner.top().kind {
        FrameKind::ImportList => import_name(scanner, here, edit),
        FrameKind::ExportList { is_own } => export_name(scanner, here, is_own, edit),
        kind @ (FrameKind::Object | FrameKind::Class { .. }) if scanner.starts_member => {
            member(scanner, here, kind == FrameKind::Object, edit)
        }
        _ => free(scanner, here, links, edit),
    };
    taken.ok()
}

/// A dot, or nothing behind `?.`; the name of a property comes. Calls of `postMessage` get another key, by which the
/// client script learns who sends. Returns the place to go on, or `None` if more bytes are needed.
pub(super) fn dot(
    scanner: &mut Scanner,
    bytes: &[u8],
    dot: Range<usize>,
    is_last: bool,
    edit: Edit<'_>,
) -> Option<usize> {
    const NAME: &[u8] = b"postMessage";
    let Some(at) = next_token(bytes, dot.end) else {
        if is_last {
            scanner.dot();
            return Some(dot.end);
        }
        return None;
    };
    if bytes[at] == NAME[0] && scanner.word != Word::Super {
        let end = end_of_word(bytes, at);
        if end == bytes.len() && !is_last {
            return None;
        }
        if &bytes[at..end] == NAME {
            let paren = match next_token(bytes, end) {
                None if !is_last => return None,
                paren => paren,
            };
            if paren.is_some_and(|paren| bytes[paren] == b'(') {
                edit(dot.start..end, b"[__stodola.postMessage]");
                scanner.value();
                return Some(end);
            }
        }
    }
    scanner.dot();
    Some(dot.end)
}

/// The name of a property behind a dot.
fn property(scanner: &mut Scanner, here: &Here<'_>, edit: Edit<'_>) {
    let receiver = scanner.word;
    let is_renamed = match here.word {
        Word::Location => receiver != Word::Super && !scanner.is_deleting,
        Word::Top => matches!(receiver, Word::WindowName | Word::Top),
        _ => false,
    };
    if let (true, Some(name)) = (is_renamed, here.new_name()) {
        edit(here.range.clone(), name);
    }
    scanner.value();
    if matches!(here.word, Word::WindowName) || here.word == Word::Top && is_renamed {
        scanner.word = here.word;
    }
}

/// The name of a member of an object or class, or a word before it.
fn member(
    scanner: &mut Scanner,
    here: &Here<'_>,
    in_object: bool,
    edit: Edit<'_>,
) -> Result<usize, Wait> {
    let next = here.next_byte()?;
    let is_modifier = matches!(here.word, Word::MemberModifier | Word::Async)
        && (is_word_byte(next) || matches!(next, b'"' | b'\'' | b'[' | b'#' | b'*' | b'{'));
    if is_modifier {
        scanner.operator();
        scanner.starts_member = true;
        return Ok(here.range.end);
    }
    if let (true, b',' | b'}' | b'=' | b':', Some(name)) = (in_object, next, here.new_name()) {
        let end = here.range.end;
        if is_pattern_of_window(here)? {
            edit(here.range.clone(), name);
        } else if next != b':' {
            // A property of that name, with the value of a variable.
            edit(end..end, &[b":", name].concat());
        }
    }
    scanner.value();
    Ok(here.range.end)
}

/// Whether the braces that the word stands in are a pattern that takes a window or document apart: `{location} =
/// window`.
fn is_pattern_of_window(here: &Here<'_>) -> Result<bool, Wait> {
    /// Patterns are not longer.
    const LOOKED_AT: usize = 2048;
    let bytes = &here.bytes[..here.bytes.len().min(here.range.end + LOOKED_AT)];
    let is_cut = bytes.len() < here.range.end + LOOKED_AT && !here.is_last;
    let mut depth = 0usize;
    let close = bytes[here.range.end..].iter().position(|byte| {
        match byte {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' if depth == 0 => return true,
            b'}' | b']' | b')' => depth -= 1,
            _ => {}
        }
        false
    });
    let equals = close.and_then(|close| next_token(bytes, here.range.end + close + 1));
    let source = match equals {
        Some(at) if bytes[at] != b'=' => return Ok(false),
        Some(at) => next_token(bytes, at + 1),
        None => None,
    };
    let Some(at) = source else { return if is_cut { Err(Wait) } else { Ok(false) } };
    let end = end_of_word(bytes, at);
    if end == bytes.len() && is_cut {
        return Err(Wait);
    }
    let word = &bytes[at..end];
    Ok(matches!(super::word::classify(word), Word::WindowName | Word::Top) || word == b"document")
}

/// `import {location}`, `import {location as x}`, `import {x as location}`.
fn import_name(scanner: &mut Scanner, here: &Here<'_>, edit: Edit<'_>) -> Result<usize, Wait> {
    if let Some(name) = here.new_name() {
        if scanner.word == Word::As {
            edit(here.range.clone(), name);
        } else if !here.is_before(b"as")? {
            let end = here.range.end;
            edit(end..end, &[b" as ", name].concat());
        }
    }
    listed(scanner, here)
}

/// `export {location}`, `export {location as x}`, `export {x as location}`.
fn export_name(
    scanner: &mut Scanner,
    here: &Here<'_>,
    is_own: bool,
    edit: Edit<'_>,
) -> Result<usize, Wait> {
    if let (true, Some(name)) = (is_own && scanner.word != Word::As, here.new_name()) {
        if here.is_before(b"as")? {
            edit(here.range.clone(), name);
        } else {
            edit(here.range.clone(), &[name, b" as ", &here.bytes[here.range.clone()]].concat());
        }
    }
    listed(scanner, here)
}

fn listed(scanner: &mut Scanner, here: &Here<'_>) -> Result<usize, Wait> {
    let is_as = here.word == Word::As;
    scanner.value();
    if is_as {
        scanner.word = Word::As;
    }
    Ok(here.range.end)
}

/// A word that is neither the name of a property nor in a list of names.
fn free(
    scanner: &mut Scanner,
    here: &Here<'_>,
    links: &LinkRewriter,
    edit: Edit<'_>,
) -> Result<usize, Wait> {
    let end = here.range.end;
    let starts_statement = scanner.may_start_statement();
    match here.word {
        Word::Name | Word::MemberModifier | Word::Value => scanner.value(),
        Word::WindowName | Word::Super | Word::As => {
            scanner.value();
            scanner.word = here.word;
        }
        Word::Location | Word::Top => {
            // The name that a module gives to all of another one is for others.
            let is_given = scanner.word == Word::As
                && matches!(scanner.declaration, Declaration::Export { .. });
            if let (false, Some(name)) = (is_given, here.new_name()) {
                edit(here.range.clone(), name);
            }
            scanner.value();
            scanner.word = here.word;
        }
        Word::Eval => return eval(scanner, here, edit),
        Word::Import => return module::import(scanner, here, links, edit),
        Word::Export if starts_statement => return module::export(scanner, here, edit),
        Word::Export => scanner.value(),
        Word::Function => {
            let is_value =
                !starts_statement && scanner.last != (Last::Async { starts_statement: true });
            scanner.operator();
            scanner.top_mut().construct = Construct::Function { is_value };
        }
        Word::Class => {
            scanner.operator();
            scanner.top_mut().construct = Construct::Class { is_value: !starts_statement };
        }
        Word::Control => {
            scanner.operator();
            scanner.last = Last::Control;
        }
        Word::Statement => scanner.statement(),
        Word::Operator => scanner.operator(),
        Word::Delete => {
            scanner.operator();
            scanner.is_deleting = true;
        }
        Word::Await if scanner.last == Last::Control => {}
        Word::Await => scanner.operator(),
        Word::Async => scanner.after(Last::Async { starts_statement }, false, false),
        Word::Of if scanner.wants_value => scanner.value(),
        Word::Of => scanner.operator(),
        Word::From => {
            if let Declaration::Export { address_next, .. } = &mut scanner.declaration {
                *address_next = true;
            }
            match scanner.declaration {
                Declaration::None => scanner.value(),
                _ => scanner.operator(),
            }
        }
    }
    Ok(end)
}

/// `eval(x)` gets its text from the client script, which renames in it too. It stays a direct call.
fn eval(scanner: &mut Scanner, here: &Here<'_>, edit: Edit<'_>) -> Result<usize, Wait> {
    let is_declared = matches!(scanner.top().construct, Construct::Function { .. });
    match here.next(here.range.end)? {
        Some(paren) if here.bytes[paren] == b'(' && !is_declared => {
            scanner.value();
            scanner.open(FrameKind::Paren { is_control: false });
            scanner.top_mut().is_wrapped = true;
            edit(paren + 1..paren + 1, b"__stodola.source(");
            Ok(paren + 1)
        }
        _ => {
            scanner.value();
            Ok(here.range.end)
        }
    }
}
