//! Finds the real length of a block: as declared if what follows agrees, otherwise up to the next record.
//!
//! A record starts after a line end or with a compressed member, and its whole header can be read. A declared length is
//! accepted if such a header, a member boundary or the end of the file follows. Two doubts remain: the block may
//! contain whole records that should follow it, and it may contain the line end that should follow it. If HTTP gives
//! the length of the body, that decides.

use super::{LOOK_AHEAD, MAX_HEADER, Previous, Reader, count_newlines, read_up_to};
use crate::arc::{self, ArcLine, ArcVersion};
use crate::header::{Header, Parsed};
use crate::http;
use crate::record::{AnyHeader, RecordType};
use crate::start::{self, Found, MAX_SEARCHED_LINE, Wanted};
use crate::stream::{Container, Fill};
use crate::warning::Warning;
use memchr::{memchr, memmem, memrchr};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// Bytes at the end of a block too long to buffer that are checked.
pub(super) const TAIL: u64 = 1 << 20;
/// Bytes of an HTTP head that are read at most to find the length of its body.
const HTTP_HEAD: usize = 16 << 10;
/// Bytes at the end of a block in which records are looked for that should follow it.
const SWALLOWED: usize = 32 << 10;
/// Bytes from which on a block counts as long.
const LONG: usize = 8 << 10;
/// Number of NUL bytes that are padding, whatever follows them.
const PADDING: usize = 512;
/// Number of headers inside a block that are tried as the start of records that should follow it.
const MAX_TRIED: usize = 16;

/// The position of the next record, counted from the start of a block.
struct Next {
    /// Bytes before its header.
    start: usize,
    /// Bytes of the block, without the separator.
    block: usize,
}

/// What follows the declared end of a block.
enum End {
    /// A record, the end of the file or bytes lost to damage.
    Right,
    /// A member boundary.
    Boundary,
    /// A record that starts in the middle of a line, which may contain more than the URL.
    Doubtful,
    /// The middle of the header of a record that starts at this position, in the middle of a line.
    Inside(usize),
    /// Padding, or a compressed member among plain bytes.
    Unclear,
    /// Bytes that are not a record.
    Wrong,
}

/// Byte patterns that whole blocks are searched for, to find headers inside; so they must be rare.
pub(super) struct Signs {
    /// A space and the year of the record, as in header lines.
    arc: memmem::Finder<'static>,
    warc: memmem::Finder<'static>,
}

impl Signs {
    pub(super) fn new() -> Signs {
        Signs { arc: memmem::Finder::new(b" 0000"), warc: memmem::Finder::new(b"WARC/") }
    }

    /// Sets the search to ARC headers of the year that a date begins with; `None` if it does not begin with a year.
    fn set_year(&mut self, date: &[u8]) -> Option<()> {
        let year = date.get(..4).filter(|year| year.iter().all(u8::is_ascii_digit))?;
        if &self.arc.needle()[1..] != year {
            self.arc = memmem::Finder::new(&[b" ", year].concat()).into_owned();
        }
        Some(())
    }
}

/// What HTTP says about the length of a block.
struct HttpLengths {
    head: usize,
    /// Bytes of head and body, if there is a `Content-Length`.
    block: Option<usize>,
}

impl<R: Read> Reader<R> {
    /// Decides how long the block is: as declared if what follows agrees, otherwise up to the next record that is
    /// found.
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
        self.settle_rest()
    }

    /// Decides the length of a block too long to buffer. In a plain file its end is checked through the second handle;
    /// it is checked again when the end is near.
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
            let could_be_right = tail.is_empty()
                || start::is_warc(tail)
                || tail[0] == 0
                || start::find_record(tail, wanted, true, true) == Found::At(0);
            if could_be_right {
                return Ok(());
            }
        }
        if let Some(found) = search_file(probe, location.offset, end.min(size), wanted)? {
            self.open.warnings.push(Warning::LengthTooLong { declared, found });
            self.open.left = found;
            self.open.is_verified = true;
        }
        Ok(())
    }

    /// Checks the rest of the block, as much as can be buffered, and what follows it.
    pub(super) fn settle_rest(&mut self) -> io::Result<()> {
        self.open.is_verified = true;
        // Bounded by the caller.
        let length = self.open.left as usize;
        let there = self.stream.ensure(length)?.len();
        if let Some(next) = self.record_at_member(length.min(there))? {
            self.shorten(next.block);
            return Ok(());
        }
        if there < length {
            return self.settle_cut(length);
        }
        match self.end_of(length)? {
            End::Right => self.settle_right(length, false),
            End::Boundary => self.settle_right(length, self.open.location.inner == 0),
            End::Doubtful => {
                let declared = self.open.read + self.open.left;
                self.open.warnings.push(Warning::LengthDoubtful { declared });
            }
            End::Inside(start) => {
                let next = self.record_inside(length)?.map_or(start, |next| next.block);
                self.shorten(next);
            }
            End::Unclear => {
                if let Some(next) = self.record_inside(length)? {
                    self.shorten(next.block);
                }
            }
            End::Wrong => self.settle_wrong(length)?,
        }
        Ok(())
    }

    /// Ends the block `found` bytes from here, because the next record follows.
    fn shorten(&mut self, found: usize) {
        let declared = self.open.read + self.open.left;
        self.open.left = found as u64;
        let found = self.open.read + self.open.left;
        self.open.warnings.push(Warning::LengthTooLong { declared, found });
    }

    /// Decides the length if the file, or its readable part, ends inside the block.
    fn settle_cut(&mut self, length: usize) -> io::Result<()> {
        if self.open.kind == RecordType::Filedesc {
            return self.settle_filedesc(length);
        }
        let Some(next) = self.record_inside(length)? else { return Ok(()) };
        // An archive that is the payload of a cut file's last record stays there, unless HTTP says that
        // there is no payload.
        let is_payload = self.http_lengths(next.start).is_some_and(|http| {
            next.start == http.head && http.block.is_none_or(|block| block > http.head)
        });
        if !is_payload {
            self.shorten(next.block);
        }
        Ok(())
    }

    /// Handles a block whose length agrees with what follows: looks for records inside that should follow it.
    fn settle_right(&mut self, length: usize, is_alone: bool) {
        self.open.is_end_right = true;
        let bytes = self.stream.buffered();
        let ends_in_lf = length > 0 && bytes[length - 1] == b'\n';
        let is_separated = bytes.get(length).is_some_and(|b| matches!(b, b'\r' | b'\n'));
        let is_swallowed = ends_in_lf && !is_separated && self.previous == Previous::Arc;
        if self.open.read > 0 {
            return;
        }
        if is_swallowed {
            let told = self.http_lengths(length).and_then(|http| http.block);
            self.open.is_confirmed = told == Some(length);
            if told == Some(length - 1) {
                return self.shorten(length - 1);
            }
        }
        if !is_alone && let Some(next) = self.swallowed_record(length) {
            self.shorten(next.block);
        }
    }

    /// Decides the length if bytes that are not a record follow the declared end.
    fn settle_wrong(&mut self, length: usize) -> io::Result<()> {
        if self.open.kind == RecordType::Filedesc {
            return self.settle_filedesc(length);
        }
        if let Some(next) = self.record_inside(length)? {
            self.shorten(next.block);
            return Ok(());
        }
        if let Some(start) = self.record_inside_line(length)? {
            self.shorten(start);
            return Ok(());
        }
        let is_told = match self.previous {
            Previous::Arc if self.open.read == 0 => {
                self.http_lengths(length).and_then(|http| http.block) == Some(length)
            }
            Previous::Arc => false,
            Previous::Warc | Previous::Nothing => {
                self.stream.ensure(length + 4)?[length..].starts_with(b"\r\n\r\n")
            }
        };
        if !is_told {
            let declared = self.open.read + self.open.left;
            self.open.warnings.push(Warning::LengthTooShort { declared });
        }
        Ok(())
    }

    /// Decides the length of the record that describes an ARC file: it ends where the next record starts.
    fn settle_filedesc(&mut self, length: usize) -> io::Result<()> {
        let limit = MAX_HEADER.max(length + MAX_SEARCHED_LINE);
        let Some(next) = self.find_next_record(limit)? else { return Ok(()) };
        if next.start < length {
            self.shorten(next.block);
        } else {
            let (declared, found) = (length as u64, next.block as u64);
            self.open.warnings.push(Warning::FiledescLength { declared, found });
            self.open.left = found;
        }
        Ok(())
    }

    /// Returns what HTTP says about the length of the block, of which `length` bytes are buffered.
    fn http_lengths(&self, length: usize) -> Option<HttpLengths> {
        if self.open.read > 0 {
            return None;
        }
        let block = self.stream.buffered();
        let block = &block[..length.min(block.len()).min(HTTP_HEAD)];
        let (head, is_complete, has_body, fields) = match self.open.kind {
            RecordType::Response => {
                let head = http::parse_response(block)?;
                let has_body = !matches!(head.status, Some(100..=199 | 204 | 304));
                (head.head_len, head.complete, has_body, head.fields)
            }
            RecordType::Request => {
                let head = http::parse_request(block)?;
                (head.head_len, head.complete, true, head.fields)
            }
            _ => return None,
        };
        if !is_complete {
            return None;
        }
        let body = fields.first("Content-Length").and_then(|value| arc::parse_u64(&value));
        let body = body.filter(|_| has_body && !fields.is_chunked());
        let block = body.and_then(|n| usize::try_from(n).ok()?.checked_add(head));
        Some(HttpLengths { head, block })
    }

    /// Returns what follows `length` bytes of the block.
    fn end_of(&mut self, length: usize) -> io::Result<End> {
        let block = self.stream.position();
        let mut seen = length;
        loop {
            let tail = &self.stream.buffered()[seen..];
            let newlines = count_newlines(tail);
            let is_all_newlines = newlines == tail.len();
            seen += newlines;
            let boundary = self.stream.next_member((block + length as u64).saturating_sub(1));
            if boundary.is_some_and(|at| at <= block + seen as u64) {
                return Ok(End::Boundary);
            }
            if !is_all_newlines {
                break;
            }
            if self.stream.between_members() && self.is_compressed() {
                return Ok(End::Boundary);
            }
            if seen - length > LOOK_AHEAD || self.stream.fill()? != Fill::Bytes {
                return Ok(End::Right);
            }
        }
        let tail = &self.stream.ensure(seen + PADDING)?[seen..];
        let nuls = tail.iter().take_while(|b| **b == 0).count();
        if nuls >= PADDING || tail[nuls..].is_empty() || tail.starts_with(crate::gzip::MAGIC) {
            return Ok(End::Unclear);
        }
        if nuls > 0 {
            return Ok(if start::is_record(&tail[nuls..]) { End::Unclear } else { End::Wrong });
        }
        // The file may end inside the next version line.
        let is_warc = match start::is_warc_strictly(tail) {
            Some(is_warc) => is_warc || (seen > length && start::is_warc(tail)),
            None => true,
        };
        if is_warc {
            return Ok(End::Right);
        }
        if !start::starts_with_scheme(tail) {
            return Ok(End::Wrong);
        }
        let Some(end) = self.line_end(seen)? else { return Ok(End::Wrong) };
        let bytes = &self.stream.buffered()[..end];
        let is_line_start = seen > length
            || match length {
                0 => self.open.read == 0,
                _ => bytes[length - 1] == b'\n',
            };
        let version2 = self.arc_version == Some(ArcVersion::V2_0);
        if is_line_start && arc::is_plausible(&bytes[seen..], version2) {
            self.judged_line = Some(block + seen as u64);
            return Ok(End::Right);
        }
        if is_line_start || !arc::is_certain(&bytes[seen..]) {
            return Ok(End::Wrong);
        }
        let line = self.line_start(length);
        if line.is_some_and(|line| arc::is_certain(&bytes[line..])) {
            return Ok(End::Wrong);
        }
        Ok(within_line(bytes, line.unwrap_or(length), length))
    }

    /// Returns the end of the line that starts `from` bytes ahead; `None` if it is too long for a header.
    fn line_end(&mut self, from: usize) -> io::Result<Option<usize>> {
        let mut window = 512;
        loop {
            let tail = &self.stream.ensure(from + window)?[from..];
            match memchr(b'\n', tail) {
                Some(end) => return Ok(Some(from + end)),
                None if tail.len() < window => return Ok(Some(from + tail.len())),
                None if window > MAX_HEADER => return Ok(None),
                None => window *= 2,
            }
        }
    }

    /// Returns the start of the line that ends `end` bytes ahead; `None` if it is too long for a header.
    fn line_start(&self, end: usize) -> Option<usize> {
        let from = end.saturating_sub(MAX_SEARCHED_LINE);
        if let Some(at) = memrchr(b'\n', &self.stream.buffered()[from..end]) {
            return Some(from + at + 1);
        }
        (from == 0 && self.open.read == 0).then_some(0)
    }

    pub(super) fn is_compressed(&self) -> bool {
        self.stream.locate(self.stream.position()).container != Container::Plain
    }

    /// Returns the first compressed member that starts within `length` bytes of the block, and starts with a record. No
    /// block goes on after it.
    fn record_at_member(&mut self, length: usize) -> io::Result<Option<Next>> {
        let block = self.stream.position();
        let mut position = block;
        while let Some(at) =
            self.stream.next_member(position).filter(|at| at - block < length as u64)
        {
            let start = (at - block) as usize;
            let mut window = 1024;
            loop {
                let bytes = self.stream.ensure(start + window)?;
                let is_all = bytes.len() < start + window || window > MAX_SEARCHED_LINE;
                let bytes = &bytes[..bytes.len().min(start + window)];
                if is_all || memchr(b'\n', bytes[start..].trim_ascii_start()).is_some() {
                    if start::is_record(&bytes[start..]) {
                        return Ok(Some(self.next_at(start)));
                    }
                    break;
                }
                window *= 2;
            }
            position = at;
        }
        Ok(None)
    }

    fn wanted(&self) -> Wanted {
        if self.previous == Previous::Arc { Wanted::Arc } else { Wanted::Warc }
    }

    fn next_at(&self, start: usize) -> Next {
        let block = without_separator(&self.stream.buffered()[..start], self.wanted());
        Next { start, block }
    }

    /// Returns the next record, if it starts within `length` bytes of the block; its header may end after them.
    fn record_inside(&mut self, length: usize) -> io::Result<Option<Next>> {
        let next = self.find_next_record(length + MAX_SEARCHED_LINE)?;
        Ok(next.filter(|next| next.start < length))
    }

    /// For a file without separators: returns where a record starts in the middle of the line that contains the
    /// declared end.
    fn record_inside_line(&mut self, length: usize) -> io::Result<Option<usize>> {
        if self.previous != Previous::Arc || self.are_separated {
            return Ok(None);
        }
        let Some(end) = self.line_end(length)? else { return Ok(None) };
        let line = self.line_start(length).unwrap_or(length);
        let bytes = &self.stream.buffered()[..end.min(length + MAX_SEARCHED_LINE)];
        let mut urls = (line..length).filter(|i| start::starts_with_usual_scheme(&bytes[*i..]));
        Ok(urls.by_ref().take(MAX_TRIED).find(|url| arc::is_certain(&bytes[*url..])))
    }

    /// Returns a record inside a block whose end is right: other records follow it, each as long as its header says, up
    /// to exactly that end. An archive that is the payload of the record does not count.
    fn swallowed_record(&mut self, length: usize) -> Option<Next> {
        // Reading an HTTP head is cheaper than searching a long block, and dearer than a short one.
        let mut http = None;
        if length > LONG {
            http = self.http_lengths(length);
            if http.as_ref().is_some_and(|http| http.block == Some(length)) {
                return None;
            }
        }
        if let AnyHeader::Arc(line) = &self.header {
            self.signs.set_year(line.date())?;
        }
        let bytes = &self.stream.buffered()[..length];
        // What was swallowed stands at the end.
        let from = length.saturating_sub(SWALLOWED);
        let from = if from > 0 { from + memchr(b'\n', &bytes[from..])? + 1 } else { 0 };
        let mut at = self.next_header(from, length)?;
        let http = http.or_else(|| self.http_lengths(length));
        let payload = http.as_ref().map_or(0, |http| http.head);
        let told = http.and_then(|http| http.block);
        let is_separated = matches!(bytes.get(payload), Some(b'\r' | b'\n'));
        let is_payload = !is_separated && told != Some(payload);
        if told == Some(length) || (is_payload && start::is_record(&bytes[payload..])) {
            return None;
        }
        for _ in 0..MAX_TRIED {
            let next = self.next_at(at);
            if told == Some(next.block) || self.is_chain(at, length) {
                return Some(next);
            }
            at = self.next_header(at + 1, length)?;
        }
        None
    }

    /// Returns the next position in `from..to` of the block where a header starts.
    fn next_header(&self, from: usize, to: usize) -> Option<usize> {
        match self.previous {
            Previous::Arc => self.next_arc_line(from, to),
            Previous::Warc | Previous::Nothing => self.next_warc_sign(from, to),
        }
    }

    /// Returns the next line in `from..to` of the block that is an ARC header of the same year.
    fn next_arc_line(&self, mut from: usize, to: usize) -> Option<usize> {
        let bytes = &self.stream.buffered()[..to];
        loop {
            let hit = from + self.signs.arc.find(&bytes[from..])?;
            let line = memrchr(b'\n', &bytes[from..hit]).map_or(from, |lf| from + lf + 1);
            let end = hit + memchr(b'\n', &bytes[hit..])?;
            let is_line_start = line == 0 || bytes[line - 1] == b'\n';
            if is_line_start && end - line < MAX_SEARCHED_LINE && arc::is_certain(&bytes[line..end])
            {
                return Some(line);
            }
            from = end + 1;
        }
    }

    /// Returns the next position in `from..to` of the block where a WARC header starts.
    fn next_warc_sign(&self, from: usize, to: usize) -> Option<usize> {
        let bytes = &self.stream.buffered()[from..to];
        let mut signs = self.signs.warc.find_iter(bytes);
        signs.find(|at| start::is_warc_strictly(&bytes[*at..]) == Some(true)).map(|at| from + at)
    }

    /// Returns whether the bytes from `at` to `end` are records, each as long as its header says. The line ends after
    /// `end` may belong to the last one.
    fn is_chain(&self, mut at: usize, end: usize) -> bool {
        let bytes = self.stream.buffered();
        let bytes = &bytes[..end + count_newlines(&bytes[end..])];
        while at < end {
            let rest = &bytes[at..];
            let lengths = match self.wanted() {
                Wanted::Arc => self.arc_lengths(rest),
                Wanted::Warc | Wanted::Either => warc_lengths(rest),
            };
            let Some((header, block)) = lengths else { return false };
            let length = header.checked_add(block).filter(|length| *length <= rest.len());
            let Some(length) = length else { return false };
            at += length + count_newlines(&rest[length..]);
        }
        true
    }

    fn arc_lengths(&self, bytes: &[u8]) -> Option<(usize, usize)> {
        let end = memchr(b'\n', &bytes[..bytes.len().min(MAX_SEARCHED_LINE)])?;
        let line = &bytes[..end];
        let version2 = self.arc_version == Some(ArcVersion::V2_0);
        let line = ArcLine::parse(line, version2).filter(|_| arc::is_certain(line))?;
        Some((end + 1, usize::try_from(line.length()?).ok()?))
    }

    /// Returns where the next record starts, at most `limit` bytes ahead. For a block without declared length, the end
    /// of the readable bytes counts as such a place.
    fn find_next_record(&mut self, limit: usize) -> io::Result<Option<Next>> {
        let block = self.stream.position();
        let there = self.stream.ensure(limit)?.len();
        let is_all = there < limit;
        let bytes = &self.stream.buffered()[..there.min(limit)];
        let at_line_start = self.open.read == 0 || self.open.last == b'\n';
        let mut found = match start::find_record(bytes, self.wanted(), at_line_start, true) {
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
            if start::is_record(&bytes[inside..]) {
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
        Ok(Some(self.next_at(start)))
    }
}

/// Decides about a header at `at` in the middle of the line that starts at `line`, without a separator before it.
/// `bytes` end with the line.
fn within_line(bytes: &[u8], line: usize, at: usize) -> End {
    match (url_before(bytes, line, at), start::starts_with_usual_scheme(&bytes[at..])) {
        (None, _) => End::Right,
        (Some(_), true) => End::Doubtful,
        (Some(url), false) => End::Inside(url),
    }
}

/// Returns where in `line..at` a URL starts that may go on after `at`, because no space follows it.
fn url_before(bytes: &[u8], line: usize, at: usize) -> Option<usize> {
    let space = bytes[line..at].iter().rposition(u8::is_ascii_whitespace);
    let word = space.map_or(line, |space| line + space + 1);
    (word..at).find(|i| start::starts_with_usual_scheme(&bytes[*i..]))
}

/// Returns the lengths of a WARC header and of the block that it declares; `None` if it is not a whole header.
fn warc_lengths(bytes: &[u8]) -> Option<(usize, usize)> {
    if start::is_warc_strictly(bytes) != Some(true) {
        return None;
    }
    let mut header = Header::default();
    let Parsed::Complete(length) =
        header.parse(&bytes[..bytes.len().min(MAX_HEADER)], false, &mut Vec::new())
    else {
        return None;
    };
    let block = arc::parse_u64(header.get("Content-Length")?)?;
    Some((length, usize::try_from(block).ok()?))
}

/// Returns the length of a block that was found by searching, without the separator after it.
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

/// Looks for a record in `from..to` of a plain file, and returns the bytes of the block before it.
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
