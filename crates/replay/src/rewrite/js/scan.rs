//! The scanner of scripts: knows where strings, templates, regular expressions and comments are, which brackets are
//! open and what they mean, and so which words are names of variables and which of properties.
//!
//! It is not a parser. Where a script is so broken that its brackets do not fit, it stops and leaves the rest alone.

use std::ops::Range;

use super::word::{
    Word, classify, end_of_string, end_of_word, find_in_text, is_word_byte, next_token,
};
use crate::rewrite::charset::SecondBytes;
use crate::rewrite::link::{LinkRewriter, Relative};

/// Takes a change: this range of the bytes at hand becomes these bytes. Ranges come in order.
pub(in crate::rewrite) type Edit<'e> = &'e mut dyn FnMut(Range<usize>, &[u8]);

/// What is kept from one piece of a script to the next.
#[derive(Debug)]
pub(super) struct Scanner {
    pub(super) frames: Vec<Frame>,
    inside: Inside,
    pub(super) last: Last,
    /// Whether a statement may begin here.
    pub(super) starts_statement: bool,
    /// Whether a value must come here, so that a slash begins a regular expression and a brace an object.
    pub(super) wants_value: bool,
    /// Whether the name of a member of an object or class may come here.
    pub(super) starts_member: bool,
    pub(super) had_line_end: bool,
    /// What the word before this token is, if it is one.
    pub(super) word: Word,
    pub(super) is_deleting: bool,
    pub(super) declaration: Declaration,
    /// What becomes of relative addresses of modules.
    relative: Relative,
    is_at_start: bool,
    is_broken: bool,
}

/// Text that may be longer than what is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    Code,
    LineComment,
    BlockComment,
    Text(u8),
    Template,
}

/// The token before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Other,
    Value,
    Dot,
    CloseParen,
    Arrow,
    /// A keyword that brackets follow.
    Control,
    Async {
        starts_statement: bool,
    },
}

/// A declaration of a module that is not at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Declaration {
    None,
    /// `address_next`: a string is the address of a module.
    Import {
        address_next: bool,
    },
    /// `is_own`: names in braces are those of the module itself, not of another one.
    Export {
        address_next: bool,
        is_own: bool,
    },
}

/// Brackets that are open.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    /// A function or class whose braces have not come.
    pub(super) construct: Construct,
    /// Question marks whose colons have not come.
    ternaries: u32,
    /// Whether a bracket was added behind the first one and has to be closed.
    pub(super) is_wrapped: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameKind {
    Root,
    Paren { is_control: bool },
    Bracket { is_index: bool, of_window: bool },
    Block { is_value: bool },
    Object,
    Class { is_value: bool },
    Template,
    ImportList,
    ExportList { is_own: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Construct {
    None,
    Function { is_value: bool },
    Class { is_value: bool },
}

/// No string, expression or declaration is waited for beyond this.
const MAX_HELD: usize = 64 << 10;

/// Scripts with more open brackets are left alone.
const MAX_DEPTH: usize = 10_000;

impl Scanner {
    pub(super) fn new(relative: Relative) -> Scanner {
        Scanner {
            frames: vec![Frame::new(FrameKind::Root)],
            inside: Inside::Code,
            last: Last::Other,
            starts_statement: true,
            wants_value: true,
            starts_member: false,
            had_line_end: true,
            word: Word::Name,
            is_deleting: false,
            declaration: Declaration::None,
            relative,
            is_at_start: true,
            is_broken: false,
        }
    }
}

impl Frame {
    fn new(kind: FrameKind) -> Frame {
        Frame { kind, construct: Construct::None, ternaries: 0, is_wrapped: false }
    }
}

impl Scanner {
    pub(super) fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Looks at a piece and says how much of it is done with; all of the last one.
    pub(super) fn scan(
        &mut self,
        bytes: &[u8],
        is_last: bool,
        links: &LinkRewriter,
        edit: Edit<'_>,
    ) -> usize {
        let mut at = 0;
        while at < bytes.len() && !self.is_broken {
            let is_at_start = self.is_at_start;
            let next = match self.inside {
                Inside::Code => self.code(bytes, at, is_last, links, edit),
                inside => self.text(inside, bytes, at, is_last, links.second_bytes),
            };
            match next {
                Some(next) => at = next,
                None if is_last || bytes.len() - at > MAX_HELD => self.is_broken = true,
                None => {
                    self.is_at_start = is_at_start;
                    return at;
                }
            }
        }
        bytes.len()
    }

    /// Goes on in a comment, string or template. `None` if more bytes are needed.
    fn text(
        &mut self,
        inside: Inside,
        bytes: &[u8],
        start: usize,
        is_last: bool,
        second: SecondBytes,
    ) -> Option<usize> {
        let rest = &bytes[start..];
        match inside {
            Inside::Code => Some(start),
            Inside::LineComment => Some(match memchr::memchr2(b'\n', b'\r', rest) {
                Some(end) => {
                    self.inside = Inside::Code;
                    start + end
                }
                None => bytes.len(),
            }),
            Inside::BlockComment => match memchr::memmem::find(rest, b"*/") {
                Some(end) => {
                    self.had_line_end |= memchr::memchr(b'\n', &rest[..end]).is_some();
                    self.inside = Inside::Code;
                    Some(start + end + 2)
                }
                None if is_last => Some(bytes.len()),
                // The asterisk of the end may be there.
                None => (rest.len() > 1).then(|| bytes.len() - 1),
            },
            Inside::Text(quote) => {
                let found = find_in_text(bytes, start, [quote, b'\\', b'\n'], second);
                let Some(at) = found else { return end_of_text(bytes, start, is_last, second) };
                match bytes[at] {
                    b'\n' => {
                        self.is_broken = true;
                        Some(at)
                    }
                    b'\\' => past_escape(bytes, at, is_last).or_else(|| (at > start).then_some(at)),
                    _ => {
                        self.inside = Inside::Code;
                        self.value();
                        Some(at + 1)
                    }
                }
            }
            Inside::Template => {
                let found = find_in_text(bytes, start, [b'`', b'\\', b'$'], second);
                let Some(at) = found else { return end_of_text(bytes, start, is_last, second) };
                match bytes[at] {
                    b'`' => {
                        self.inside = Inside::Code;
                        self.value();
                        Some(at + 1)
                    }
                    b'\\' => past_escape(bytes, at, is_last).or_else(|| (at > start).then_some(at)),
                    _ => match bytes.get(at + 1) {
                        Some(b'{') => {
                            self.inside = Inside::Code;
                            self.open(FrameKind::Template);
                            Some(at + 2)
                        }
                        Some(_) => Some(at + 1),
                        None if is_last => Some(bytes.len()),
                        None => (at > start).then_some(at),
                    },
                }
            }
        }
    }

    /// Takes one token. `None` if more bytes are needed.
    fn code(
        &mut self,
        bytes: &[u8],
        at: usize,
        is_last: bool,
        links: &LinkRewriter,
        edit: Edit<'_>,
    ) -> Option<usize> {
        let byte = bytes[at];
        if matches!(byte, b'\n' | b'\r') {
            self.had_line_end = true;
            return Some(at + 1);
        }
        if byte.is_ascii_whitespace() || byte == 0x0b {
            return Some(at + 1);
        }
        let is_at_start = std::mem::replace(&mut self.is_at_start, false);
        if is_at_start && bytes[at..].starts_with(b"\xef\xbb\xbf") {
            self.is_at_start = true;
            return Some(at + 3);
        }
        let next = bytes.get(at + 1).copied();
        if next.is_none()
            && !is_last
            && !matches!(byte, b';' | b',' | b')' | b']' | b'{' | b'}' | b'[' | b'`')
        {
            return None;
        }
        if byte.is_ascii_digit() || byte == b'.' && next.is_some_and(|next| next.is_ascii_digit()) {
            return self.number(bytes, at, is_last);
        }
        if is_word_byte(byte) {
            return self.word(bytes, at, is_last, links, edit);
        }
        match (byte, next) {
            (b'"' | b'\'', _) => return self.string(bytes, at, is_last, links, edit),
            (b'`', _) => {
                self.inside = Inside::Template;
                return Some(at + 1);
            }
            (b'/', Some(b'/')) => {
                self.inside = Inside::LineComment;
                return Some(at + 2);
            }
            (b'/', Some(b'*')) => {
                self.inside = Inside::BlockComment;
                return Some(at + 2);
            }
            (b'/', _) if self.wants_value => {
                return self.regex(bytes, at, is_last, links.second_bytes);
            }
            (b'#', Some(b'!')) if is_at_start => {
                self.inside = Inside::LineComment;
                return Some(at + 2);
            }
            (b'#', Some(next)) if is_word_byte(next) => {
                // A private name, which is a property whatever it is called.
                let end = end_of_word(bytes, at + 1);
                if end == bytes.len() && !is_last {
                    return None;
                }
                self.value();
                return Some(end);
            }
            (b'<', Some(b'!')) if bytes[at..].starts_with(b"<!--") => {
                self.inside = Inside::LineComment;
                return Some(at + 4);
            }
            (b'<', Some(b'!')) if bytes.len() - at < 4 && !is_last => return None,
            (b'-', Some(b'-')) => {
                if self.had_line_end {
                    if bytes.get(at + 2).is_none() && !is_last {
                        return None;
                    }
                    if bytes.get(at + 2) == Some(&b'>') {
                        self.inside = Inside::LineComment;
                        return Some(at + 3);
                    }
                }
                self.step_operator();
                return Some(at + 2);
            }
            (b'+', Some(b'+')) => {
                self.step_operator();
                return Some(at + 2);
            }
            _ => {}
        }
        self.punctuation(bytes, at, is_last, edit)
    }

    /// `++` and `--` belong to the value before them or behind them.
    fn step_operator(&mut self) {
        if self.wants_value || self.had_line_end {
            self.operator();
        }
    }

    fn number(&mut self, bytes: &[u8], at: usize, is_last: bool) -> Option<usize> {
        let mut end = at + 1;
        while bytes
            .get(end)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
        {
            end += 1;
        }
        if end == bytes.len() && !is_last {
            return None;
        }
        self.value();
        Some(end)
    }

    /// A regular expression, or a division after all if the line ends before it does.
    fn regex(
        &mut self,
        bytes: &[u8],
        at: usize,
        is_last: bool,
        second: SecondBytes,
    ) -> Option<usize> {
        let (mut end, mut in_class) = (at + 1, false);
        loop {
            match bytes.get(end) {
                None if is_last => break,
                None => return None,
                Some(b'\n' | b'\r') => break,
                Some(b'\\') => end += 1,
                Some(byte) if second.follow(*byte) => end += 1,
                Some(b'[') => in_class = true,
                Some(b']') => in_class = false,
                Some(b'/') if !in_class => {
                    let end = end_of_word(bytes, end + 1);
                    if end == bytes.len() && !is_last {
                        return None;
                    }
                    self.value();
                    return Some(end);
                }
                Some(_) => {}
            }
            end += 1;
        }
        self.operator();
        Some(at + 1)
    }

    fn string(
        &mut self,
        bytes: &[u8],
        at: usize,
        is_last: bool,
        links: &LinkRewriter,
        edit: Edit<'_>,
    ) -> Option<usize> {
        let Some(end) = end_of_string(bytes, at, links.second_bytes) else {
            if !is_last
                && bytes.len() - at < MAX_HELD
                && memchr::memchr(b'\n', &bytes[at..]).is_none()
            {
                return None;
            }
            self.inside = Inside::Text(bytes[at]);
            return Some(at + 1);
        };
        let inner = at + 1..end - 1;
        match self.declaration {
            Declaration::Import { address_next: true }
            | Declaration::Export { address_next: true, .. }
                if self.top().kind != FrameKind::ImportList =>
            {
                super::module::rewrite_address(bytes, inner, self.relative, links, edit);
                self.declaration = Declaration::None;
            }
            _ => match self.top().kind {
                FrameKind::Bracket { is_index: true, of_window } if self.wants_value => {
                    let next = match next_token(bytes, end) {
                        None if !is_last => return None,
                        next => next,
                    };
                    if next.is_some_and(|next| bytes[next] == b']') && !self.is_deleting {
                        match &bytes[inner.clone()] {
                            b"location" => edit(inner, super::LOCATION),
                            b"top" if of_window => edit(inner, super::TOP),
                            _ => {}
                        }
                    }
                }
                _ => {}
            },
        }
        self.value();
        Some(end)
    }

    fn punctuation(
        &mut self,
        bytes: &[u8],
        at: usize,
        is_last: bool,
        edit: Edit<'_>,
    ) -> Option<usize> {
        let rest = &bytes[at..];
        match rest[0] {
            b'{' => self.open_brace(),
            b'}' => {
                let frame = self.close(|kind| {
                    !matches!(kind, FrameKind::Paren { .. } | FrameKind::Bracket { .. })
                });
                self.closed_brace(frame);
            }
            b'(' => {
                let is_control = self.last == Last::Control;
                self.open(FrameKind::Paren { is_control });
            }
            b')' => {
                let frame = self.close(|kind| matches!(kind, FrameKind::Paren { .. }));
                if frame.is_wrapped {
                    edit(at..at, b")");
                }
                if frame.kind == (FrameKind::Paren { is_control: true }) {
                    self.statement();
                } else {
                    self.value();
                    self.last = Last::CloseParen;
                }
                self.is_deleting = false;
            }
            b'[' => {
                let is_index = self.last == Last::Dot || !self.wants_value && !self.starts_member;
                let of_window = matches!(self.word, Word::WindowName | Word::Top);
                self.open(FrameKind::Bracket { is_index, of_window });
            }
            b']' => {
                self.close(|kind| matches!(kind, FrameKind::Bracket { .. }));
                self.value();
            }
            b';' => {
                self.statement();
                self.top_mut().ternaries = 0;
                self.declaration = Declaration::None;
                self.starts_member = matches!(self.top().kind, FrameKind::Class { .. });
            }
            b',' => {
                let top = self.top_mut();
                if std::mem::take(&mut top.is_wrapped) {
                    edit(at..at, b")");
                }
                self.operator();
                self.is_deleting = false;
                self.starts_member = self.top().kind == FrameKind::Object;
            }
            b':' => self.colon(),
            b'?' => {
                // The token behind the question mark tells.
                let third = rest.get(2).copied();
                match rest.get(1) {
                    Some(b'.') if third.is_none() && !is_last => return None,
                    Some(b'.') if !third.is_some_and(|byte| byte.is_ascii_digit()) => {
                        return super::names::dot(self, bytes, at + 2..at + 2, is_last, edit);
                    }
                    Some(b'?') => {
                        self.operator();
                        return Some(at + 2);
                    }
                    _ => {
                        self.operator();
                        self.top_mut().ternaries += 1;
                    }
                }
            }
            b'.' => {
                if rest.starts_with(b"...") {
                    self.operator();
                    return Some(at + 3);
                }
                if rest == b".." && !is_last {
                    return None;
                }
                return super::names::dot(self, bytes, at..at + 1, is_last, edit);
            }
            b'=' if rest.get(1) == Some(&b'>') => {
                self.operator();
                self.last = Last::Arrow;
                return Some(at + 2);
            }
            b'*' if self.starts_member => {}
            _ => {
                self.operator();
                self.is_deleting = false;
            }
        }
        Some(at + 1)
    }

    fn colon(&mut self) {
        let top = self.top_mut();
        if top.ternaries > 0 {
            top.ternaries -= 1;
            self.operator();
        } else if matches!(top.kind, FrameKind::Root | FrameKind::Block { .. }) {
            self.statement();
        } else {
            self.operator();
        }
    }

    fn open_brace(&mut self) {
        let construct = std::mem::replace(&mut self.top_mut().construct, Construct::None);
        let in_class = matches!(self.top().kind, FrameKind::Class { .. });
        let kind = match (construct, self.declaration, self.last) {
            (Construct::Class { is_value }, ..) => FrameKind::Class { is_value },
            (Construct::Function { is_value }, ..) => FrameKind::Block { is_value },
            (_, Declaration::Import { address_next: true }, _) => FrameKind::ImportList,
            (_, Declaration::Export { is_own, .. }, _) if self.starts_statement => {
                FrameKind::ExportList { is_own }
            }
            (_, _, Last::Arrow) => FrameKind::Block { is_value: true },
            (_, _, Last::CloseParen | Last::Control) => FrameKind::Block { is_value: false },
            _ if in_class && self.starts_member => FrameKind::Block { is_value: false },
            _ if self.starts_statement || !self.wants_value => FrameKind::Block { is_value: false },
            _ => FrameKind::Object,
        };
        self.open(kind);
    }

    fn closed_brace(&mut self, frame: Frame) {
        match frame.kind {
            FrameKind::Template => {
                self.value();
                self.inside = Inside::Template;
            }
            FrameKind::Object
            | FrameKind::Block { is_value: true }
            | FrameKind::Class { is_value: true } => {
                self.value();
            }
            FrameKind::ImportList | FrameKind::ExportList { .. } => self.value(),
            _ => self.statement(),
        }
        if matches!(self.top().kind, FrameKind::Class { .. })
            && frame.kind == (FrameKind::Block { is_value: false })
        {
            self.starts_member = true;
        }
    }

    pub(super) fn open(&mut self, kind: FrameKind) {
        if self.frames.len() >= MAX_DEPTH {
            self.is_broken = true;
            return;
        }
        self.frames.push(Frame::new(kind));
        match kind {
            FrameKind::Block { .. } => self.statement(),
            _ => self.operator(),
        }
        self.starts_member = matches!(kind, FrameKind::Object | FrameKind::Class { .. });
    }

    /// Closes the innermost brackets, which must be of this kind.
    fn close(&mut self, is_right: impl Fn(FrameKind) -> bool) -> Frame {
        match self.frames.pop() {
            Some(frame) if frame.kind != FrameKind::Root && is_right(frame.kind) => frame,
            _ => {
                self.is_broken = true;
                self.frames = vec![Frame::new(FrameKind::Root)];
                Frame::new(FrameKind::Root)
            }
        }
    }

    pub(super) fn top(&self) -> Frame {
        self.frames.last().copied().unwrap_or(Frame::new(FrameKind::Root))
    }

    pub(super) fn top_mut(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(FrameKind::Root));
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// The name of a property comes.
    pub(super) fn dot(&mut self) {
        let word = self.word;
        self.operator();
        self.last = Last::Dot;
        self.word = word;
    }

    /// A value stands before what comes.
    pub(super) fn value(&mut self) {
        self.after(Last::Value, false, false);
    }

    /// Whether a statement may begin here, if only because a line has ended.
    pub(super) fn may_start_statement(&self) -> bool {
        let in_code = matches!(self.top().kind, FrameKind::Root | FrameKind::Block { .. });
        self.starts_statement || self.had_line_end && !self.wants_value && in_code
    }

    /// A value or a pattern must come.
    pub(super) fn operator(&mut self) {
        self.after(Last::Other, true, false);
    }

    /// A statement may begin.
    pub(super) fn statement(&mut self) {
        self.after(Last::Other, true, true);
        self.is_deleting = false;
    }

    pub(super) fn after(&mut self, last: Last, wants_value: bool, starts_statement: bool) {
        self.last = last;
        self.wants_value = wants_value;
        self.starts_statement = starts_statement;
        self.starts_member = false;
        self.had_line_end = false;
        self.word = Word::Name;
    }

    fn word(
        &mut self,
        bytes: &[u8],
        at: usize,
        is_last: bool,
        links: &LinkRewriter,
        edit: Edit<'_>,
    ) -> Option<usize> {
        let end = end_of_word(bytes, at);
        if end == bytes.len() && !is_last {
            return None;
        }
        let word = classify(&bytes[at..end]);
        // In a class, a line end may end a field.
        if self.had_line_end
            && !self.wants_value
            && matches!(self.top().kind, FrameKind::Class { .. })
        {
            self.starts_member = true;
        }
        super::names::take(
            self,
            &super::names::Here { bytes, range: at..end, is_last, word },
            links,
            edit,
        )
    }
}

/// The place behind a text of which nothing but text is at hand. The first half of a character waits for the second.
fn end_of_text(bytes: &[u8], start: usize, is_last: bool, second: SecondBytes) -> Option<usize> {
    if is_last || second == SecondBytes::NeverAscii {
        return Some(bytes.len());
    }
    let mut at = start;
    while at < bytes.len() {
        let len = if second.follow(bytes[at]) { 2 } else { 1 };
        if at + len > bytes.len() {
            return (at > start).then_some(at);
        }
        at += len;
    }
    Some(at)
}

/// The place behind a backslash and what it escapes. `None` if that has not come.
fn past_escape(bytes: &[u8], at: usize, is_last: bool) -> Option<usize> {
    match bytes.get(at + 1) {
        Some(b'\r') if bytes.get(at + 2) == Some(&b'\n') => Some(at + 3),
        Some(b'\r') if bytes.len() == at + 2 && !is_last => None,
        Some(_) => Some(at + 2),
        None if is_last => Some(bytes.len()),
        None => None,
    }
}
