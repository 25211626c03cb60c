//! Reads a block to its end, and the separator after it.

use super::length::TAIL;
use super::{LOOK_AHEAD, Reader, count_newlines};
use crate::record::{Format, RecordEnd, RecordType};
use crate::start;
use crate::stream::{Container, Fill};
use crate::warning::Warning;
use std::io::{self, Read};

impl<R: Read> Reader<R> {
    pub(crate) fn fill_block(&mut self) -> io::Result<&[u8]> {
        if !self.open.is_verified && self.open.left <= TAIL {
            self.settle_rest()?;
        }
        if self.open.left == 0 {
            return Ok(&[]);
        }
        if self.stream.buffered().is_empty() && self.stream.fill()? != Fill::Bytes {
            self.cut_block();
            return Ok(&[]);
        }
        let mut n = self.open.left.min(self.stream.buffered().len() as u64);
        if !self.open.is_verified {
            let position = self.stream.position();
            if self.open.read > 0 && self.stream.member_starts(position) {
                let head = self.stream.ensure(start::MAX_SEARCHED_LINE)?;
                if start::is_record(head) {
                    self.end_block_early();
                    return Ok(&[]);
                }
                n = self.open.left.min(self.stream.buffered().len() as u64);
            }
            n = n.min(self.open.left - TAIL);
            if let Some(at) = self.stream.next_member(position) {
                n = n.min(at - position);
            }
        }
        Ok(&self.stream.buffered()[..n as usize])
    }

    pub(crate) fn consume_block(&mut self, n: usize) {
        let n = n.min(self.stream.buffered().len()).min(self.open.left as usize);
        if n > 0 {
            self.open.last = self.stream.buffered()[n - 1];
        }
        self.stream.consume(n);
        self.account.blocks += n as u64;
        self.open.left -= n as u64;
        self.open.read += n as u64;
    }

    pub(crate) fn peek_block(&mut self, n: usize) -> io::Result<&[u8]> {
        let n = self.open.left.min(n.min(LOOK_AHEAD) as u64) as usize;
        let bytes = self.stream.ensure(n)?;
        Ok(&bytes[..n.min(bytes.len())])
    }

    fn cut_block(&mut self) {
        let declared = self.open.read + self.open.left;
        let found = self.open.read;
        self.open.warnings.push(Warning::BlockTruncated { declared, found });
        self.open.left = 0;
    }

    fn end_block_early(&mut self) {
        let declared = self.open.read + self.open.left;
        let found = self.open.read;
        self.open.warnings.push(Warning::LengthTooLong { declared, found });
        self.open.left = 0;
    }

    /// Skips the rest of the block, then the separator.
    pub(crate) fn finish(&mut self) -> io::Result<RecordEnd> {
        self.is_open = false;
        loop {
            let n = self.fill_block()?.len();
            if n == 0 {
                break;
            }
            self.consume_block(n);
        }
        let end = self.stream.position();
        self.block_end = end;
        self.block_end_place = self.stream.locate(end);
        self.follows_block = true;
        self.end_separator()?;
        let location = self.open.location;
        let after = self.stream.position();
        let length = if location.container == Container::Plain {
            Some(end - self.open.start)
        } else {
            let stored_end = self.stream.member_end(after);
            if stored_end.is_some() && self.stream.locate(end.max(1) - 1).offset != location.offset
            {
                self.open.warnings.push(Warning::SplitMembers);
            }
            stored_end.filter(|_| location.inner == 0).map(|end| end - location.offset)
        };
        if self.stream.has_faults() {
            let is_cut =
                self.open.warnings.iter().any(|w| matches!(w, Warning::BlockTruncated { .. }));
            let next = match self.stream.member_end(after) {
                _ if is_cut => u64::MAX,
                Some(end) => end,
                None => location.offset + 1,
            };
            let faults = self.stream.take_faults(next);
            self.open.warnings.extend(faults);
        }
        let warnings = std::mem::take(&mut self.open.warnings);
        Ok(RecordEnd { length, block_length: self.open.read, warnings })
    }

    /// Consumes the line ends after the block (in compressed files only those of its member), and adds warnings.
    fn end_separator(&mut self) -> io::Result<()> {
        let mut seen = [0u8; 8];
        let mut count = 0usize;
        loop {
            if self.stream.buffered().is_empty() {
                // In a plain file the next bytes are needed to know; in a compressed one only to
                // reach the end of a member that is being streamed.
                if self.is_compressed_at_end() && self.stream.between_members() {
                    break;
                }
                if self.stream.fill()? != Fill::Bytes {
                    break;
                }
            }
            let position = self.stream.position();
            if (count > 0 || position > self.open.start) && self.stream.member_starts(position) {
                break;
            }
            let mut tail = self.stream.buffered();
            if let Some(at) = self.stream.next_member(position) {
                tail = &tail[..(at - position) as usize];
            }
            let n = count_newlines(tail);
            let is_all = n == tail.len();
            for b in &tail[..n] {
                if let Some(slot) = seen.get_mut(count) {
                    *slot = *b;
                }
                count += 1;
            }
            self.account.separators += n as u64;
            self.stream.consume(n);
            if !is_all {
                break;
            }
        }
        let seen = &seen[..count.min(8)];
        self.is_separated = match self.open.format {
            Format::Arc(_) => self.judge_arc_separator(seen)?,
            Format::Warc(_) | Format::WarcUnknown => seen == b"\r\n\r\n" && count == 4,
        };
        let is_short = |w: &Warning| matches!(w, Warning::LengthTooShort { .. });
        self.is_separated &= !self.open.warnings.iter().any(is_short);
        let is_warc = !matches!(self.open.format, Format::Arc(_));
        if is_warc && !self.is_separated && self.open.declared.is_some() {
            let found = seen.escape_ascii().to_string();
            self.open.warnings.push(Warning::Separator { found });
        }
        Ok(())
    }

    /// Checks that one line end follows an ARC record, and adds a warning if not. Returns whether it is there.
    fn judge_arc_separator(&mut self, seen: &[u8]) -> io::Result<bool> {
        let found = seen.escape_ascii().to_string();
        let is_filedesc = self.open.kind == RecordType::Filedesc;
        match seen {
            b"\n" | b"\r\n" => {
                self.are_separated = true;
                return Ok(true);
            }
            b"" if self.open.is_end_right => return self.judge_missing_separator(),
            b"" => {}
            // Some writers leave the last line end of the filedesc record out of its length.
            b"\n\n" if is_filedesc => self.open.warnings.push(Warning::ArcSeparator { found }),
            _ if self.open.declared.is_some() => {
                self.open.warnings.push(Warning::Separator { found });
            }
            _ => {}
        }
        Ok(false)
    }

    /// Handles an ARC record without a line end after it, whose length seems to be right.
    fn judge_missing_separator(&mut self) -> io::Result<bool> {
        // It may be the first byte of the next member.
        let follows = !self.stream.buffered().is_empty() || self.stream.fill()? == Fill::Bytes;
        if follows && matches!(self.stream.buffered()[0], b'\r' | b'\n') {
            return Ok(false);
        }
        let ends_in_lf = self.open.read > 0 && self.open.last == b'\n';
        let is_doubtful = ends_in_lf && self.are_separated && !self.open.is_confirmed;
        let is_filedesc = self.open.kind == RecordType::Filedesc;
        if follows && is_doubtful && !is_filedesc {
            let declared = self.open.read;
            self.open.warnings.push(Warning::LengthDoubtful { declared });
        } else if follows || is_doubtful {
            self.open.warnings.push(Warning::ArcSeparator { found: String::new() });
        }
        Ok(false)
    }

    fn is_compressed_at_end(&self) -> bool {
        self.open.location.container != Container::Plain
    }
}
