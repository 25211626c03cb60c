//! Finds the next record where the bytes are not a record.

use super::{MAX_HEADER, Reader};
use crate::start::{self, Found, Wanted};
use crate::stream::{Container, Location};
use crate::warning::{Gap, GapReason};
use std::io::{self, Read};

impl<R: Read> Reader<R> {
    /// Skips to the next place where a record can start.
    pub(super) fn resynchronise(&mut self) -> io::Result<()> {
        let mut from = self.stream.position();
        let head = self.stream.buffered();
        let is_packed = head.starts_with(crate::gzip::MAGIC) || head.starts_with(crate::zst::MAGIC);
        if is_packed && !self.is_compressed() && self.reconsidered != Some(from) {
            self.reconsidered = Some(from);
            self.stream.reconsider_plain();
            return Ok(());
        }
        let mut place = self.stream.locate(from);
        if self.follows_block && !self.is_separated && self.is_behind_block(place, from) {
            // The line ends before these bytes are no separator: they are lost as much.
            self.account.separators -= from - self.block_end;
            (from, place) = (self.block_end, self.block_end_place);
        }
        let reason = match (self.header_too_long, self.follows_block) {
            (true, _) => GapReason::HeaderTooLong,
            (false, true) => GapReason::AfterBlock,
            (false, false) => GapReason::NotARecord,
        };
        self.header_too_long = false;
        self.follows_block = false;
        let mut only_nul = true;
        let mut at_line_start = false;
        // Whatever stands here is no record: step over its first byte.
        let mut step = 1;
        loop {
            let bytes = self.stream.buffered();
            let skipped = &bytes[..step.min(bytes.len())];
            only_nul &= skipped.iter().all(|b| *b == 0);
            if let Some(last) = skipped.last() {
                at_line_start = *last == b'\n';
            }
            let n = skipped.len();
            self.stream.consume(n);
            let have = self.stream.buffered().len();
            let position = self.stream.position();
            let is_all = self.stream.ensure(have.max(64 << 10) + 1)?.len() <= have.max(64 << 10);
            // A member boundary is a place to try again in any case.
            if n > 0 && self.stream.member_starts(position) {
                break;
            }
            let mut bytes = self.stream.buffered();
            let mut is_last = is_all;
            if let Some(at) = self.stream.next_member(position) {
                bytes = &bytes[..(at - position) as usize];
                is_last = true;
            }
            if bytes.is_empty() {
                break;
            }
            match start::find_record(bytes, Wanted::Either, at_line_start, is_last) {
                Found::At(at) => {
                    only_nul &= bytes[..at].iter().all(|b| *b == 0);
                    self.stream.consume(at);
                    break;
                }
                Found::NotBefore(at) if at == 0 && !is_last => {
                    // A start that the buffer cuts in two: get more of it, or give it up.
                    let have = bytes.len();
                    if self.stream.ensure(2 * have)?.len() == have || have > MAX_HEADER {
                        step = 1;
                    } else {
                        step = 0;
                    }
                }
                Found::NotBefore(at) => step = at,
            }
        }
        let length = self.stream.position() - from;
        self.account.gaps += length;
        let is_plain = place.container == Container::Plain;
        self.gaps.push(Gap {
            offset: place.offset,
            length,
            inner: (!is_plain).then_some(place.inner),
            reason: match self.stream.damage(place.offset) {
                _ if only_nul => GapReason::Nul,
                Some(what) if !is_plain => GapReason::MemberCut(what.to_owned()),
                _ => reason,
            },
        });
        self.block_end = self.stream.position();
        Ok(())
    }

    /// Returns whether there are only line ends of the same member between the last block and `from`.
    fn is_behind_block(&self, place: Location, from: u64) -> bool {
        let end = self.block_end_place;
        let skipped = from - self.block_end;
        end.container == place.container
            && match place.container {
                Container::Plain => end.offset + skipped == place.offset,
                Container::Gzip | Container::Zstd => {
                    end.offset == place.offset && end.inner + skipped == place.inner
                }
            }
    }
}
