//! How long a block really is: as declared if what follows agrees, else up to the next record.

use super::{LOOK_AHEAD, MAX_HEADER, Previous, Reader, count_newlines, read_up_to};
use crate::record::RecordType;
use crate::start::{self, Found, Wanted};
use crate::stream::{Container, Fill};
use crate::warning::Warning;
use memchr::memchr;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// The next record, seen from the start of a block.
struct Next {
    /// Bytes before its header.
    start: usize,
    /// The same without the separator.
    block: usize,
}

impl<R: Read> Reader<R> {
    /// Decides how long the block is: as declared if what follows agrees, else up to the next
    /// record that can be found.
    pub(super) fn settle_length(&mut self) -> io::Result<()> {
        let Some(declared) = self.open.declared else {
            self.open.is_verified = true;
            self.open.left = self.find_next_record(LOOK_AHEAD)?.map_or(0, |n| n.block as u64);
            return Ok(());
        };
        self.open.left = declared;
        self.open.is_verified = false;
        if declared > LOOK_AHEAD as u64 {
            return self.settle_long_length(declared);
        }
        let length = declared as usize;
        let there = self.stream.buffered().len().max(self.stream.ensure(length)?.len());
        if there >= length && self.end_is_right(length)? {
            self.open.is_verified = true;
            return Ok(());
        }
        if self.open.kind == RecordType::Filedesc {
            if let Some(found) = self.find_next_record(MAX_HEADER)? {
                let found = found.block as u64;
                self.open.warnings.push(Warning::FiledescLength { declared, found });
                self.open.left = found;
                self.open.is_verified = true;
            }
            return Ok(());
        }
        // A header that starts inside the block may end behind it.
        if let Some(found) = self.find_next_record(length + 256)?
            && found.start < length
        {
            let found = found.block as u64;
            self.open.warnings.push(Warning::LengthTooLong { declared, found });
            self.open.left = found;
        }
        self.open.is_verified = true;
        Ok(())
    }

    /// A block too long to buffer is verified through the second handle, if the file is plain.
    fn settle_long_length(&mut self, declared: u64) -> io::Result<()> {
        let position = self.stream.position();
        let location = self.stream.locate(position);
        let Some(probe) = &mut self.probe else { return Ok(()) };
        if location.container != Container::Plain {
            return Ok(());
        }
        // A length beyond all bounds is as wrong as one beyond the file.
        let end = location.offset.saturating_add(declared);
        let wanted = if self.previous == Previous::Arc { Wanted::Arc } else { Wanted::Warc };
        let size = probe.metadata()?.len();
        if end <= size {
            let mut tail = vec![0; 64 << 10];
            probe.seek(SeekFrom::Start(end))?;
            let n = read_up_to(probe, &mut tail)?;
            let tail = &tail[count_newlines(&tail[..n])..n];
            let is_right = tail.is_empty()
                || start::is_warc(tail)
                || tail[0] == 0
                || start::find_record(tail, wanted, true, true) == Found::At(0);
            if is_right {
                self.open.is_verified = true;
                return Ok(());
            }
        }
        if let Some(found) = search_file(probe, location.offset, end.min(size), wanted)? {
            self.open.warnings.push(Warning::LengthTooLong { declared, found });
            self.open.left = found;
        }
        self.open.is_verified = true;
        Ok(())
    }

    /// Is there a record, a member boundary or the end behind `length` bytes of block?
    fn end_is_right(&mut self, length: usize) -> io::Result<bool> {
        let block = self.stream.position();
        let mut seen = length;
        loop {
            let tail = &self.stream.buffered()[seen..];
            let newlines = count_newlines(tail);
            let is_all_newlines = newlines == tail.len();
            seen += newlines;
            let boundary = self.stream.next_member((block + length as u64).saturating_sub(1));
            if boundary.is_some_and(|at| at <= block + seen as u64) {
                return Ok(true);
            }
            if !is_all_newlines {
                break;
            }
            if self.stream.between_members() && self.is_compressed() {
                return Ok(true);
            }
            if seen - length > LOOK_AHEAD || self.stream.fill()? != Fill::Bytes {
                return Ok(true);
            }
        }
        let tail = self.stream.ensure(seen + 5)?;
        let tail = &tail[seen..];
        if start::is_warc(tail) || tail[0] == 0 || tail.starts_with(crate::gzip::MAGIC) {
            return Ok(true);
        }
        // The file may end inside the next version line.
        if tail.len() < 5 && tail.eq_ignore_ascii_case(&b"WARC/"[..tail.len()]) {
            return Ok(true);
        }
        if !start::starts_with_scheme(&self.stream.ensure(seen + 32)?[seen..]) {
            return Ok(false);
        }
        let mut window = 512;
        loop {
            let tail = &self.stream.ensure(seen + window)?[seen..];
            match memchr(b'\n', tail) {
                Some(end) => return Ok(crate::arc::is_certain(&tail[..end])),
                None if tail.len() < window => return Ok(crate::arc::is_certain(tail)),
                None if window > MAX_HEADER => return Ok(false),
                None => window *= 2,
            }
        }
    }

    pub(super) fn is_compressed(&self) -> bool {
        self.stream.locate(self.stream.position()).container != Container::Plain
    }

    /// Where the next record starts, looking at most `limit` bytes ahead. For a block without
    /// declared length the end of what is readable counts as such a place.
    fn find_next_record(&mut self, limit: usize) -> io::Result<Option<Next>> {
        let block = self.stream.position();
        let there = self.stream.ensure(limit)?.len();
        let is_all = there < limit;
        let bytes = &self.stream.buffered()[..there.min(limit)];
        let wanted = if self.previous == Previous::Arc { Wanted::Arc } else { Wanted::Warc };
        let mut found = match start::find_record(bytes, wanted, true, true) {
            Found::At(at) => Some(at),
            Found::NotBefore(_) => None,
        };
        // A compressed member that starts with a record counts as well.
        let mut position = block;
        while let Some(at) = self.stream.next_member(position) {
            let inside = (at - block) as usize;
            if inside >= found.unwrap_or(bytes.len()) {
                break;
            }
            if start::could_be_record(&bytes[inside..]) {
                found = Some(inside);
                break;
            }
            position = at;
        }
        let start = match found {
            Some(at) => at,
            None if self.open.declared.is_none() && is_all => bytes.len(),
            None => return Ok(None),
        };
        Ok(Some(Next { start, block: without_separator(&bytes[..start], wanted) }))
    }
}

/// The length of a block found by searching, without the separator behind it.
fn without_separator(block: &[u8], wanted: Wanted) -> usize {
    let mut end = block.len();
    let lines = if wanted == Wanted::Arc { 1 } else { 2 };
    for _ in 0..lines {
        if end > 0 && block[end - 1] == b'\n' {
            end -= 1;
            if end > 0 && block[end - 1] == b'\r' {
                end -= 1;
            }
        }
    }
    end
}

/// Looks for a record in `from..to` of a plain file; bytes of block before it.
fn search_file(file: &mut File, from: u64, to: u64, wanted: Wanted) -> io::Result<Option<u64>> {
    const PIECE: usize = 1 << 20;
    let mut buf = vec![0; PIECE];
    let mut at = from;
    let mut at_line_start = true;
    while at < to {
        file.seek(SeekFrom::Start(at))?;
        let n = read_up_to(file, &mut buf)?;
        let is_all = n < PIECE;
        match start::find_record(&buf[..n], wanted, at_line_start, is_all) {
            Found::At(found) if at + found as u64 >= to => return Ok(None),
            Found::At(found) => {
                let block = without_separator(&buf[..found], wanted) as u64;
                return Ok(Some(at - from + block));
            }
            Found::NotBefore(_) if is_all => return Ok(None),
            Found::NotBefore(skip) => {
                let skip = skip.clamp(1, n);
                at_line_start = buf[skip - 1] == b'\n';
                at += skip as u64;
            }
        }
    }
    Ok(None)
}
