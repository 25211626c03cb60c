//! The scanner of scripts: knows where strings, templates, regular expressions and comments are, which brackets are
//! open and what they mean, and so which words are names of variables and which of properties.
//!
//! It is not a parser. Where a script is so broken that its brackets do not fit, it stops and leaves the rest alone.

use std::ops::Range;

use super::word::{Word, classify, end_of_word, is_word_byte};
use crate::rewrite::link::{LinkRewriter, Relative};

/// Takes a change: this range of the bytes at hand becomes these bytes. Ranges come in order.
pub(in crate::rewrite) type Edit<'e> = &'e mut dyn FnMut(Range<usize>, &[u8]);

/// What is kept from one piece of a script to the next.
#[derive(Debug)]
pub(super) struct Scanner {
    pub(super) frames: Vec<Frame>,
    pub(super) inside: Inside,
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
    pub(super) relative: Relative,
    is_at_start: bool,
    pub(super) is_broken: bool,
}

/// Text that may be longer than what is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
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
    pub(super) ternaries: u32,
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
pub(super) const MAX_HELD: usize = 64 << 10;

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
    pub(super) fn new(kind: FrameKind) -> Frame {
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
