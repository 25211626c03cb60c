//! Punctuation of scripts: which brackets are open, and whether braces are a block, an object or a class.

use super::scan::{Construct, Declaration, Edit, Frame, FrameKind, Inside, Last, Scanner};
use super::word::Word;

/// Scripts with more open brackets are left alone.
const MAX_DEPTH: usize = 10_000;

impl Scanner {
    pub(super) fn punctuation(
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
}
