//! The decoded bytes of a file, and where in the file each of them comes from.
//!
//! A file is a sequence of *members*: gzip members, zstd frames, or ranges of plain bytes. Records are usually one
//! member each, but there are files in which a member contains many records, a record spans members, or members are
//! empty, so the record reader sees one continuous stream. Where bytes are lost the stream has a *barrier*: what
//! follows does not continue what came before.

use crate::gzip::{self, MemberHeader, Step, Whole, WholeResult};
use crate::input::{Input, LOOK_BEHIND, WINDOW};
use crate::start::{self, Found, Wanted};
use crate::warning::{Gap, GapReason, Warning};
use crate::zst::{self, Frames};
use std::collections::VecDeque;
use std::io::{self, Read};

/// Decoded bytes up to which a gzip member is inflated at once.
const WHOLE_MAX: usize = 16 << 20;
/// Decoded bytes of one step of a streaming decoder.
const CHUNK: usize = 256 << 10;
/// Stored bytes that are read before a whole member is tried.
const LOW_WATER: usize = 256 << 10;

/// Bytes of a member that are read to decide what it is; line ends may come before a record.
const HEAD: usize = 4 << 10;

/// Bytes that are read behind a record of known length: what follows it tells whether the length is right.
const FOLLOWING: usize = 1 << 10;
/// No gzip member becomes larger than by this factor.
const MAX_RATIO: usize = 1032;

/// How the stored bytes are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// Not compressed.
    Plain,
    /// Gzip members.
    Gzip,
    /// Zstandard frames.
    Zstd,
}

/// The result of filling the buffer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fill {
    Bytes,
    /// Bytes are lost here; [`Decoded::cross`] goes on after them.
    Barrier,
    End,
}

/// The place of a decoded byte in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Location {
    /// File offset; in compressed files that of the member.
    pub(crate) offset: u64,
    /// Decoded bytes between the start of the member and this one; 0 in plain files.
    pub(crate) inner: u64,
    pub(crate) container: Container,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Decoded position of the member's first byte.
    at: u64,
    offset: u64,
    container: Container,
    /// File offset and decoded position of its end, once known.
    end: Option<(u64, u64)>,
}

enum Mode {
    Boundary,
    Plain,
    Gzip(Box<gzip::Stream>),
    Zstd,
    Barrier,
    End,
}

pub(crate) struct Decoded<R> {
    input: Input<R>,
    out: Vec<u8>,
    pos: usize,
    len: usize,
    /// Decoded position of `out[0]`.
    base: u64,
    marks: VecDeque<Mark>,
    mode: Mode,
    whole: Whole,
    frames: Option<Frames>,
    dictionary: Vec<u8>,
    faults: Vec<(u64, Warning)>,
    gap: Option<Gap>,
    /// Whether a range of plain bytes was found: after damage there may be another.
    has_plain: bool,
    /// Stored bytes that the first record should have, if that is known.
    expected: Option<usize>,
}

impl<R: Read> Decoded<R> {
    pub(crate) fn into_source(self) -> R {
        self.input.into_source()
    }

    pub(crate) fn new(source: R, offset: u64) -> Self {
        Decoded {
            input: Input::new(source, offset),
            out: Vec::new(),
            pos: 0,
            len: 0,
            base: 0,
            marks: VecDeque::new(),
            mode: Mode::Boundary,
            whole: Whole::new(),
            frames: None,
            dictionary: Vec::new(),
            faults: Vec::new(),
            gap: None,
            has_plain: false,
            expected: None,
        }
    }

    /// Tells how many stored bytes the first record should have. If they are fewer or more, nothing but time is lost.
    pub(crate) fn expect(&mut self, stored: u64) {
        let read = stored.saturating_add(FOLLOWING as u64);
        self.input.set_first_step(read, HEAD);
        self.expected = usize::try_from(stored).ok().filter(|stored| *stored <= WINDOW);
    }

    /// Sets the dictionary at the start of the file, if reading does not begin there.
    pub(crate) fn set_dictionary(&mut self, dictionary: Vec<u8>) {
        self.dictionary = dictionary;
    }

    pub(crate) fn buffered(&self) -> &[u8] {
        &self.out[self.pos..self.len]
    }

    /// Returns the decoded position of the next byte.
    pub(crate) fn position(&self) -> u64 {
        self.base + self.pos as u64
    }

    /// Returns the bytes of the file consumed so far; for progress bars.
    pub(crate) fn stored_position(&self) -> u64 {
        self.input.offset()
    }

    pub(crate) fn consume(&mut self, n: usize) {
        debug_assert!(n <= self.len - self.pos);
        self.pos = (self.pos + n).min(self.len);
        let position = self.position();
        // The member that holds the byte just consumed stays known.
        while self.marks.len() > 1 && self.marks[1].at < position {
            self.marks.pop_front();
        }
    }

    /// Buffers at least `n` bytes and returns them; there are fewer only at a barrier or the end.
    pub(crate) fn ensure(&mut self, n: usize) -> io::Result<&[u8]> {
        while self.len - self.pos < n && self.fill()? == Fill::Bytes {}
        Ok(self.buffered())
    }

    pub(crate) fn locate(&self, position: u64) -> Location {
        match self.marks.iter().rev().find(|m| m.at <= position) {
            Some(&Mark { at, offset, container: Container::Plain, .. }) => {
                Location { offset: offset + (position - at), inner: 0, container: Container::Plain }
            }
            Some(&Mark { at, offset, container, .. }) => {
                Location { offset, inner: position - at, container }
            }
            None => Location { offset: 0, inner: position, container: Container::Plain },
        }
    }

    /// Returns the file offset right after the member that ends exactly at `position`, if one does.
    pub(crate) fn member_end(&self, position: u64) -> Option<u64> {
        self.marks.iter().find_map(|m| m.end.filter(|end| end.1 == position).map(|end| end.0))
    }

    /// Returns whether a compressed member starts at `position`.
    pub(crate) fn member_starts(&self, position: u64) -> bool {
        self.marks.iter().any(|m| m.at == position && m.container != Container::Plain)
    }

    /// Returns the decoded position of the first compressed member that starts after `position`.
    pub(crate) fn next_member(&self, position: u64) -> Option<u64> {
        self.marks.iter().find(|m| m.at > position && m.container != Container::Plain).map(|m| m.at)
    }

    /// Returns whether nothing is being decoded: the next byte, if any, starts a member.
    pub(crate) fn between_members(&self) -> bool {
        matches!(self.mode, Mode::Boundary | Mode::Barrier | Mode::End)
    }

    pub(crate) fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// Returns why the member at `offset` cannot be decoded to its end; `None` if no damage is known.
    pub(crate) fn damage(&self, offset: u64) -> Option<&str> {
        self.faults.iter().find_map(|fault| match fault {
            (at, Warning::MemberDamaged { what, .. }) if *at == offset => Some(what.as_str()),
            _ => None,
        })
    }

    /// Returns and removes the faults of members that start before `offset`.
    pub(crate) fn take_faults(&mut self, offset: u64) -> Vec<Warning> {
        let (taken, left) = self.faults.drain(..).partition(|f| f.0 < offset);
        self.faults = left;
        let taken: Vec<(u64, Warning)> = taken;
        taken.into_iter().map(|f| f.1).collect()
    }

    /// Goes on after a barrier. Returns the gap, if bytes were lost.
    pub(crate) fn cross(&mut self) -> Option<Gap> {
        if matches!(self.mode, Mode::Barrier) {
            self.mode = Mode::Boundary;
            // What no record has asked for is told by the gap.
            self.faults.retain(|f| !matches!(f.1, Warning::MemberDamaged { .. }));
        }
        self.gap.take()
    }

    /// In a range of plain bytes: tries the buffered bytes again as the start of a compressed member.
    pub(crate) fn reconsider_plain(&mut self) {
        if matches!(self.mode, Mode::Plain | Mode::End) {
            self.input.unread(&self.out[self.pos..self.len]);
            self.len = self.pos;
            self.mode = Mode::Boundary;
        }
    }

    /// Decodes some more bytes into the buffer.
    pub(crate) fn fill(&mut self) -> io::Result<Fill> {
        loop {
            let fill = match self.mode {
                Mode::Boundary => self.begin_member()?,
                Mode::Plain => self.fill_plain()?,
                Mode::Gzip(_) => self.fill_gzip()?,
                Mode::Zstd => self.fill_zstd()?,
                Mode::Barrier => return Ok(Fill::Barrier),
                Mode::End => return Ok(Fill::End),
            };
            if let Some(fill) = fill {
                return Ok(fill);
            }
        }
    }

    /// Makes room for `n` bytes after the buffered ones.
    fn room(&mut self, n: usize) {
        if self.out.len() - self.len >= n {
            return;
        }
        self.out.copy_within(self.pos..self.len, 0);
        self.base += self.pos as u64;
        self.len -= self.pos;
        self.pos = 0;
        if self.out.is_empty() {
            // Zeroed by the allocator, which need not touch what is never used.
            self.out = vec![0; n];
        } else if self.out.len() - self.len < n {
            self.out.resize(self.len + n, 0);
        }
    }

    fn push_mark(&mut self, offset: u64, container: Container) {
        let at = self.base + self.len as u64;
        self.has_plain |= container == Container::Plain;
        self.marks.push_back(Mark { at, offset, container, end: None });
    }

    fn end_member(&mut self) {
        let end = (self.input.offset(), self.base + self.len as u64);
        if let Some(mark) = self.marks.back_mut() {
            mark.end = Some(end);
            if mark.at == end.1 {
                let offset = mark.offset;
                self.marks.pop_back();
                self.faults.push((offset, Warning::EmptyMember { offset }));
            }
        }
        self.mode = Mode::Boundary;
    }

    /// Ends the last member here, too early.
    fn cut_member(&mut self, offset: u64) {
        let position = self.base + self.len as u64;
        if let Some(mark) = self.marks.back_mut().filter(|m| m.at < position) {
            mark.end = Some((offset, position));
        } else {
            self.marks.pop_back();
        }
    }

    fn begin_member(&mut self) -> io::Result<Option<Fill>> {
        let offset = self.input.offset();
        // Not all that happens to be there, or the answer would depend on how the bytes arrive.
        let head = self.input.fill_to(HEAD)?;
        let head = &head[..head.len().min(HEAD)];
        if head.is_empty() {
            self.mode = Mode::End;
        } else if head.starts_with(&gzip::MAGIC[..2]) {
            return self.begin_gzip(offset);
        } else if head.starts_with(zst::MAGIC) || zst::is_skippable(head) {
            return self.begin_zstd(offset);
        } else if start::could_be_record(head) {
            self.push_mark(offset, Container::Plain);
            self.mode = Mode::Plain;
        } else if self.marks.is_empty() && !self.member_within_window()? {
            // The very start of the file, and nothing compressed near it: let the record reader
            // search the bytes as they are.
            self.push_mark(offset, Container::Plain);
            self.mode = Mode::Plain;
        } else {
            self.skip_to_member(offset, offset, None)?;
        }
        Ok(None)
    }

    fn begin_gzip(&mut self, offset: u64) -> io::Result<Option<Fill>> {
        let mut want = 64;
        let header_len = loop {
            let head = self.input.fill_to(want)?;
            let available = head.len();
            match gzip::parse_header(head) {
                MemberHeader::Complete(len, odd) => {
                    if let Some(what) = odd {
                        self.faults.push((offset, Warning::GzipHeader { offset, what }));
                    }
                    break len;
                }
                MemberHeader::Partial if self.input.is_full() => {
                    let what = "the file ends inside the gzip header";
                    self.skip_to_member(offset, offset + 1, Some(what.to_owned()))?;
                    return Ok(None);
                }
                MemberHeader::Partial => want = 2 * available.max(64),
                MemberHeader::Bad(what) => {
                    self.skip_to_member(offset, offset + 1, Some(what.to_owned()))?;
                    return Ok(None);
                }
            }
        };
        self.push_mark(offset, Container::Gzip);
        let expected = self.expected.take();
        self.input.fill_to(expected.unwrap_or(LOW_WATER))?;
        let size = expected.and_then(|stored| told_size(self.input.available(), stored));
        self.room(size.unwrap_or(CHUNK).clamp(HEAD, WHOLE_MAX));
        loop {
            match self.whole.inflate(self.input.available(), &mut self.out[self.len..]) {
                WholeResult::Done { consumed, produced } => {
                    self.input.consume(consumed);
                    self.len += produced;
                    self.end_member();
                    return Ok((produced > 0).then_some(Fill::Bytes));
                }
                WholeResult::TooLarge if self.out.len() - self.len < WHOLE_MAX => {
                    let room = 4 * (self.out.len() - self.len);
                    self.room(room.min(WHOLE_MAX));
                }
                WholeResult::Failed if !self.input.is_full() => {
                    let want = 2 * self.input.available().len();
                    self.input.fill_to(want.clamp(LOW_WATER, WINDOW))?;
                }
                WholeResult::TooLarge | WholeResult::Failed => {
                    self.input.consume(header_len);
                    self.mode = Mode::Gzip(Box::new(gzip::Stream::new(offset)));
                    return Ok(None);
                }
            }
        }
    }

    fn fill_gzip(&mut self) -> io::Result<Option<Fill>> {
        self.room(CHUNK);
        self.input.fill_to(1)?;
        let Mode::Gzip(stream) = &mut self.mode else { return Ok(None) };
        let offset = stream.offset;
        let input = self.input.available();
        if input.is_empty() {
            self.end_inside(offset)?;
            return Ok(None);
        }
        match stream.step(input, &mut self.out[self.len..]) {
            Step::More { consumed: 0, produced: 0 } => {
                self.skip_to_member(offset, offset + 1, Some("the decoder is stuck".to_owned()))?;
                Ok(None)
            }
            Step::More { consumed, produced } => {
                self.input.consume(consumed);
                self.len += produced;
                Ok((produced > 0).then_some(Fill::Bytes))
            }
            Step::DataEnd { consumed, produced } => {
                let (crc, size) = stream.trailer();
                self.input.consume(consumed);
                self.len += produced;
                self.check_gzip_trailer(offset, crc, size)?;
                self.end_member();
                Ok((produced > 0).then_some(Fill::Bytes))
            }
            Step::Damaged { consumed, produced, what } => {
                self.input.consume(consumed);
                self.len += produced;
                self.skip_to_member(offset, offset + 1, Some(what))?;
                Ok((produced > 0).then_some(Fill::Bytes))
            }
        }
    }

    fn check_gzip_trailer(&mut self, offset: u64, crc: u32, size: u32) -> io::Result<()> {
        let trailer = self.input.fill_to(8)?;
        if let Some(&[a, b, c, d, e, f, g, h]) = trailer.get(..8) {
            let stored = u32::from_le_bytes([a, b, c, d]);
            let stored_size = u32::from_le_bytes([e, f, g, h]);
            self.input.consume(8);
            if stored != crc {
                let warning = Warning::GzipCrc { offset, stored, computed: crc };
                self.faults.push((offset, warning));
            }
            if stored_size != size {
                let warning = Warning::GzipSize { offset, stored: stored_size, computed: size };
                self.faults.push((offset, warning));
            }
        } else {
            let rest = trailer.len();
            self.input.consume(rest);
            self.faults.push((offset, Warning::GzipTrailerCut { offset }));
        }
        Ok(())
    }

    fn begin_zstd(&mut self, offset: u64) -> io::Result<Option<Fill>> {
        self.expected = None;
        let head = self.input.fill_to(64)?;
        if zst::is_skippable(head) {
            return self.skip_zstd_frame(offset);
        }
        if let Some(what) = zst::lacks(head) {
            self.faults.push((offset, Warning::ZstdFrame { offset, what }));
        }
        match &mut self.frames {
            Some(frames) => frames.start(offset)?,
            none => {
                let frames = none.insert(Frames::new(&self.dictionary)?);
                frames.start(offset)?;
            }
        }
        self.push_mark(offset, Container::Zstd);
        self.mode = Mode::Zstd;
        Ok(None)
    }

    /// Skips a skippable frame, which contains no records; the first of a file may contain its dictionary.
    fn skip_zstd_frame(&mut self, offset: u64) -> io::Result<Option<Fill>> {
        let head = self.input.available();
        let Some(&[_, _, _, _, a, b, c, d]) = head.get(..8) else {
            let what = "the file ends inside a frame header".to_owned();
            self.skip_to_member(offset, offset + 1, Some(what))?;
            return Ok(None);
        };
        let is_dictionary = head.starts_with(zst::DICTIONARY_MAGIC) && self.marks.is_empty();
        let mut left = u32::from_le_bytes([a, b, c, d]) as usize;
        self.input.consume(8);
        if is_dictionary && left <= zst::MAX_DICTIONARY {
            let mut content = Vec::new();
            while content.len() < left {
                let piece = self.input.fill_to(1)?;
                let n = piece.len().min(left - content.len());
                if n == 0 {
                    break;
                }
                content.extend_from_slice(&piece[..n]);
                self.input.consume(n);
            }
            match zst::dictionary(&content) {
                Some(dictionary) => self.dictionary = dictionary,
                None => {
                    let what = "the dictionary cannot be decoded";
                    self.faults.push((offset, Warning::ZstdFrame { offset, what }));
                }
            }
            return Ok(None);
        }
        while left > 0 {
            let n = self.input.fill_to(1)?.len().min(left);
            if n == 0 {
                let what = "the file ends inside it".to_owned();
                self.faults.push((offset, Warning::MemberDamaged { offset, what }));
                break;
            }
            self.input.consume(n);
            left -= n;
        }
        Ok(None)
    }

    fn fill_zstd(&mut self) -> io::Result<Option<Fill>> {
        self.room(CHUNK);
        // More than a block, so that its end does not depend on how the bytes arrive.
        self.input.fill_to(LOW_WATER)?;
        // Set by `begin_zstd`, the only way into this mode.
        let Some(frames) = &mut self.frames else { return Ok(None) };
        let offset = frames.offset;
        let input = self.input.available();
        let at_end = input.is_empty();
        match frames.step(input, &mut self.out[self.len..]) {
            Ok((0, 0, false)) if at_end => {
                self.end_inside(offset)?;
                Ok(None)
            }
            Ok((consumed, produced, done)) => {
                self.input.consume(consumed);
                self.len += produced;
                if done {
                    self.end_member();
                } else if consumed == 0 && produced == 0 {
                    let what = "the decoder is stuck".to_owned();
                    self.skip_to_member(offset, offset + 1, Some(what))?;
                }
                Ok((produced > 0).then_some(Fill::Bytes))
            }
            Err(e) => {
                self.skip_to_member(offset, offset + 1, Some(e.to_string()))?;
                Ok(None)
            }
        }
    }

    /// Handles a file that ends inside the member at `offset`.
    fn end_inside(&mut self, offset: u64) -> io::Result<()> {
        let what = "the file ends inside it".to_owned();
        let position = self.base + self.len as u64;
        if self.marks.back().is_some_and(|m| m.at == position) {
            // It gave no byte, so no record will tell of it; a gap must.
            return self.skip_to_member(offset, offset + 1, Some(what));
        }
        self.faults.push((offset, Warning::MemberDamaged { offset, what }));
        self.cut_member(self.input.offset());
        self.mode = Mode::End;
        Ok(())
    }

    fn fill_plain(&mut self) -> io::Result<Option<Fill>> {
        let room = self.expected.take().map_or(CHUNK, |stored| (stored + FOLLOWING).min(CHUNK));
        self.room(room);
        let piece = self.input.fill_to(1)?;
        let n = piece.len().min(self.out.len() - self.len);
        if n == 0 {
            self.mode = Mode::End;
            return Ok(None);
        }
        self.out[self.len..self.len + n].copy_from_slice(&piece[..n]);
        self.len += n;
        self.input.consume(n);
        Ok(Some(Fill::Bytes))
    }

    /// Sets a barrier and looks from `from` on for the next member that starts a record; in a file with ranges of plain
    /// bytes, also for a plain record.
    ///
    /// `damage` says what is wrong with the member at `member`; if it is `None`, the bytes there are not a member.
    fn skip_to_member(&mut self, member: u64, from: u64, damage: Option<String>) -> io::Result<()> {
        let failed_at = self.input.offset();
        let is_begun = self.marks.back().is_some_and(|m| m.offset == member);
        let produced =
            is_begun && self.marks.back().is_some_and(|m| m.at < self.base + self.len as u64);
        if let Some(what) = &damage {
            let what = what.clone();
            self.faults.push((member, Warning::MemberDamaged { offset: member, what }));
        }
        self.input.rewind_towards(from.max(failed_at.saturating_sub(LOOK_BEHIND as u64)));
        // Without this step the same member would be found again, for ever.
        if self.input.offset() < from {
            self.input.consume(1);
        }
        let mut only_nul = true;
        // What the decoder made of the member is not to be found a second time.
        let plain_from = if produced { failed_at } else { from };
        let mut at_line_start = false;
        loop {
            self.input.fill_to(LOW_WATER)?;
            let at_end = self.input.at_eof();
            let offset = self.input.offset();
            let window = self.input.available();
            let magic = start::find_member_magic(window);
            let (mut skip, candidate) = match magic {
                Some(at) => (at, true),
                None => (window.len().saturating_sub(3), false),
            };
            let mut is_plain = false;
            if self.has_plain {
                let limit = magic.unwrap_or(window.len());
                let from = plain_from.saturating_sub(offset).min(limit as u64) as usize;
                let is_all = at_end || magic.is_some();
                let is_line = at_line_start && from == 0;
                match start::find_record(&window[from..limit], Wanted::Either, is_line, is_all) {
                    Found::At(at) => (skip, is_plain) = (from + at, true),
                    Found::NotBefore(at) if !is_all => skip = skip.min(from + at).max(1),
                    Found::NotBefore(_) => {}
                }
            }
            only_nul &= window[..skip].iter().all(|b| *b == 0);
            if let Some(last) = window[..skip].last() {
                at_line_start = *last == b'\n';
            }
            self.input.consume(skip);
            if is_plain {
                break;
            }
            if candidate {
                if self.member_starts_record()? {
                    break;
                }
                only_nul = false;
                at_line_start = false;
                self.input.consume(1);
            } else if at_end {
                let rest = self.input.available();
                only_nul &= rest.iter().all(|b| *b == 0);
                let rest = rest.len();
                self.input.consume(rest);
                break;
            }
        }
        let found = self.input.offset();
        let offset = if produced { failed_at.min(found) } else { member };
        if is_begun {
            self.cut_member(offset);
        }
        let reason = match damage {
            Some(what) => GapReason::MemberDamaged(what),
            None if only_nul => GapReason::Nul,
            None => GapReason::NotAMember,
        };
        let length = found - offset;
        self.gap = (length > 0).then_some(Gap { offset, length, inner: None, reason });
        self.mode = Mode::Barrier;
        Ok(())
    }

    fn member_within_window(&mut self) -> io::Result<bool> {
        let window = self.input.fill_to(LOW_WATER)?;
        Ok(start::find_member_magic(window).is_some())
    }

    /// Returns whether the member at the start of the window, decoded, starts a record.
    fn member_starts_record(&mut self) -> io::Result<bool> {
        let mut out = [0; 1024];
        let window = self.input.fill_to(16 << 10)?;
        let window = &window[..window.len().min(16 << 10)];
        let produced = if window.starts_with(zst::MAGIC) {
            let mut frames = Frames::new(&self.dictionary)?;
            frames.step(window, &mut out).map_or(0, |step| step.1)
        } else {
            match gzip::parse_header(&window[..window.len().min(2048)]) {
                MemberHeader::Complete(len, _) => {
                    match gzip::Stream::new(0).step(&window[len..], &mut out) {
                        Step::More { produced, .. } | Step::DataEnd { produced, .. } => produced,
                        Step::Damaged { .. } => 0,
                    }
                }
                MemberHeader::Partial | MemberHeader::Bad(_) => 0,
            }
        };
        Ok(start::could_be_record(&out[..produced]))
    }
}

/// The decoded size that a gzip member of `stored` bytes gives at its end; `None` if there is no such member. It may be
/// wrong.
fn told_size(window: &[u8], stored: usize) -> Option<usize> {
    let end = window.get(..stored)?.last_chunk::<4>()?;
    let size = u32::from_le_bytes(*end) as usize;
    (size <= stored.saturating_mul(MAX_RATIO)).then_some(size)
}
