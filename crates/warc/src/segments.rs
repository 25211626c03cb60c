//! Joins records that were stored in segments.
//!
//! A record too long for its writer is split: the first segment is a record of the usual type with
//! `WARC-Segment-Number: 1`, the others are `continuation` records that name it in
//! `WARC-Segment-Origin-ID`; the last gives the length of the whole in `WARC-Segment-Total-Length`.
//! Segments may lie between other records and in several files.
//!
//! A [`Joiner`] is shown all records first and remembers where segments are; a [`SegmentedBlock`]
//! then reads the whole block, opening one segment after another.

use crate::arc::parse_u64;
use crate::reader::Reader;
use crate::record::{Record, RecordType, strip_brackets};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Memory of a joiner in bytes, if the caller does not set it.
pub const DEFAULT_BUDGET: usize = 16 << 20;
/// Bytes of the longest record id that is accepted.
const MAX_ID: usize = 4 << 10;

/// Where one segment is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The number of the file, given by the caller.
    pub file: usize,
    /// Offset in the file of its record, or of the member that contains it.
    pub offset: u64,
    /// Decoded bytes before it in its member.
    pub inner: u64,
    /// Its number, from 1.
    pub number: u64,
    /// The bytes in its block.
    pub block_length: u64,
    /// Bytes of the whole block, if this segment gives them.
    pub total_length: Option<u64>,
}

/// Why segments cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SegmentError {
    /// No segment of that record was seen.
    #[error("no segment of the record was found")]
    Unknown,
    /// A segment has no number, no origin or no length.
    #[error("the segment at {offset} has no readable '{field}'")]
    Field {
        /// Where the record starts in its file.
        offset: u64,
        /// What it lacks.
        field: &'static str,
    },
    /// There is no segment of this number.
    #[error("segment {number} is missing")]
    Missing {
        /// The number.
        number: u64,
    },
    /// Two segments have the same number and different lengths.
    #[error("there are two different segments {number}")]
    Twice {
        /// The number.
        number: u64,
    },
    /// No segment gives the total length, so more may follow.
    #[error("segment {number} is not the last, but no more were found")]
    Unfinished {
        /// The highest number found.
        number: u64,
    },
    /// The segments together are not as long as the last one says.
    #[error("all segments together have {found} bytes instead of {declared}")]
    Total {
        /// What the last segment says.
        declared: u64,
        /// What there is.
        found: u64,
    },
    /// The block of a segment ends too early. Comes as the inner error of an [`io::Error`].
    #[error("segment {number} has {found} bytes instead of {declared}")]
    Short {
        /// The number.
        number: u64,
        /// What its header says.
        declared: u64,
        /// What there is.
        found: u64,
    },
    /// There are more segments than the joiner may remember.
    #[error("remembering the segments would take more than {budget} bytes")]
    TooMany {
        /// The limit.
        budget: usize,
    },
}

/// Remembers where segments are, by the id of the record they belong to.
#[derive(Debug)]
pub struct Joiner {
    origins: HashMap<Vec<u8>, Vec<Segment>>,
    used: usize,
    budget: usize,
}

impl Default for Joiner {
    fn default() -> Joiner {
        Joiner::new(DEFAULT_BUDGET)
    }
}

impl Joiner {
    /// Returns a joiner that remembers no more than `budget` bytes.
    pub fn new(budget: usize) -> Joiner {
        Joiner { origins: HashMap::new(), used: 0, budget }
    }

    /// Notes a record of the file with this number, if it is a segment. Returns whether it is one. An error concerns
    /// only this record, or says that the joiner is full; other records may follow.
    pub fn note<R: Read>(
        &mut self,
        file: usize,
        record: &Record<'_, R>,
    ) -> Result<bool, SegmentError> {
        let Some(header) = record.warc() else { return Ok(false) };
        let is_continuation = record.kind() == RecordType::Continuation;
        let number = header.get("WARC-Segment-Number");
        if number.is_none() && !is_continuation {
            return Ok(false);
        }
        let offset = record.offset();
        let lacks = |field| SegmentError::Field { offset, field };
        let number = number.and_then(parse_u64).filter(|n| *n > 0);
        let number = number.ok_or(lacks("WARC-Segment-Number"))?;
        let (field, id) = match is_continuation {
            true => {
                let id = header.get("WARC-Segment-Origin-ID").map(strip_brackets);
                ("WARC-Segment-Origin-ID", id)
            }
            false => ("WARC-Record-ID", record.id()),
        };
        let id = id.filter(|id| (1..=MAX_ID).contains(&id.len())).ok_or(lacks(field))?;
        let block_length = record.declared_length().ok_or(lacks("Content-Length"))?;
        let total_length = header.get("WARC-Segment-Total-Length").and_then(parse_u64);
        let inner = record.inner_offset();
        self.add(id, Segment { file, offset, inner, number, block_length, total_length })?;
        Ok(true)
    }

    fn add(&mut self, id: &[u8], segment: Segment) -> Result<(), SegmentError> {
        let cost = match self.origins.contains_key(id) {
            true => size_of::<Segment>(),
            // The id, and what the table keeps beside it.
            false => size_of::<Segment>() + id.len() + 64,
        };
        if self.used + cost > self.budget {
            return Err(SegmentError::TooMany { budget: self.budget });
        }
        self.used += cost;
        self.origins.entry(id.to_vec()).or_default().push(segment);
        Ok(())
    }

    /// Returns the ids of the records of which segments were seen, in any order.
    pub fn origins(&self) -> impl Iterator<Item = &[u8]> {
        self.origins.keys().map(Vec::as_slice)
    }

    /// Returns the segments of a record in their order; an error if one is missing. Of equal copies the first counts.
    pub fn segments(&self, origin: &[u8]) -> Result<Vec<Segment>, SegmentError> {
        let found = self.origins.get(strip_brackets(origin)).ok_or(SegmentError::Unknown)?;
        let mut segments = found.clone();
        segments.sort_by_key(|s| s.number);
        let twice = segments.windows(2).find(|pair| {
            pair[0].number == pair[1].number && pair[0].block_length != pair[1].block_length
        });
        if let Some(pair) = twice {
            return Err(SegmentError::Twice { number: pair[0].number });
        }
        segments.dedup_by_key(|s| s.number);
        let mut found = 0u64;
        for (segment, number) in segments.iter().zip(1..) {
            if segment.number != number {
                return Err(SegmentError::Missing { number });
            }
            found = found.saturating_add(segment.block_length);
        }
        match segments.iter().rev().find_map(|s| s.total_length) {
            None => Err(SegmentError::Unfinished { number: segments.len() as u64 }),
            Some(declared) if declared != found => Err(SegmentError::Total { declared, found }),
            Some(_) => Ok(segments),
        }
    }

    /// Returns the whole block of a record. `open` opens the block of one segment, for example by
    /// [`SegmentFile::open`].
    pub fn block<O, B>(&self, origin: &[u8], open: O) -> Result<SegmentedBlock<O, B>, SegmentError>
    where
        O: FnMut(&Segment) -> io::Result<B>,
        B: Read,
    {
        let segments = self.segments(origin)?.into_iter();
        Ok(SegmentedBlock { segments, open, current: None })
    }
}

/// The block of a record that is stored in segments, read from its beginning to its end.
pub struct SegmentedBlock<O, B> {
    segments: std::vec::IntoIter<Segment>,
    open: O,
    current: Option<Current<B>>,
}

struct Current<B> {
    block: B,
    number: u64,
    declared: u64,
    left: u64,
}

impl<O, B> Read for SegmentedBlock<O, B>
where
    O: FnMut(&Segment) -> io::Result<B>,
    B: Read,
{
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if buf.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(current) = self.current.as_mut().filter(|c| c.left > 0) {
                let want = current.left.min(buf.len() as u64) as usize;
                let n = current.block.read(&mut buf[..want])?;
                if n == 0 {
                    let Current { number, declared, left, .. } = *current;
                    let short = SegmentError::Short { number, declared, found: declared - left };
                    return Err(io::Error::new(io::ErrorKind::UnexpectedEof, short));
                }
                current.left -= n as u64;
                return Ok(n);
            }
            let Some(next) = self.segments.as_slice().first() else { return Ok(0) };
            let (number, declared) = (next.number, next.block_length);
            let block = (self.open)(next)?;
            self.current = Some(Current { block, number, declared, left: declared });
            self.segments.next();
        }
    }
}

/// The block of a stored record, with the file it is read from.
pub struct SegmentFile {
    reader: Reader<File>,
}

impl SegmentFile {
    /// Opens the file in which the segment is stored, and finds its block.
    pub fn open(path: &Path, segment: &Segment) -> io::Result<SegmentFile> {
        let mut reader = Reader::open_at(path, segment.offset)?;
        while let Some(record) = reader.next_record()? {
            if record.offset() != segment.offset {
                break;
            }
            if record.inner_offset() == segment.inner {
                return Ok(SegmentFile { reader });
            }
        }
        Err(io::Error::new(io::ErrorKind::NotFound, "no record starts at the given place"))
    }
}

impl Read for SegmentFile {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.fill_block()?.read(buf)?;
        self.reader.consume_block(n);
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::tests::{ALL, Folder, date, options};
    use crate::write::{Compression, RecordHead, WarcWriter};
    use std::fs;
    use std::path::PathBuf;

    /// A segment to be written: file, number, block, total length.
    type Row<'a> = (usize, u64, &'a str, Option<u64>);

    /// Writes segments of `urn:a` among other records into two files.
    fn write(folder: &Folder, compression: Compression, rows: &[Row<'_>]) -> Vec<PathBuf> {
        let paths = vec![folder.join("0.warc"), folder.join("1.warc")];
        for (file, path) in paths.iter().enumerate() {
            let mut writer = WarcWriter::new(Vec::new(), options(compression)).unwrap();
            for (i, (_, number, block, total)) in
                rows.iter().enumerate().filter(|(_, row)| row.0 == file)
            {
                let other = RecordHead::new(RecordType::Resource, "urn:other", date());
                writer.write(&other, b"not a segment").unwrap();
                let mut head = match number {
                    1 => RecordHead::new(RecordType::Response, "urn:a", date()),
                    _ => RecordHead::new(RecordType::Continuation, &format!("urn:{i}"), date())
                        .field("WARC-Segment-Origin-ID", "<urn:a>"),
                };
                head = head.field("WARC-Segment-Number", number.to_string());
                if let Some(total) = total {
                    head = head.field("WARC-Segment-Total-Length", total.to_string());
                }
                writer.write(&head, block.as_bytes()).unwrap();
            }
            fs::write(path, writer.into_inner()).unwrap();
        }
        paths
    }

    fn index(paths: &[PathBuf]) -> Joiner {
        let mut joiner = Joiner::default();
        for (file, path) in paths.iter().enumerate() {
            let mut reader = Reader::open(path).unwrap();
            while let Some(record) = reader.next_record().unwrap() {
                let is_segment = joiner.note(file, &record).unwrap();
                assert_eq!(is_segment, record.id() != Some(b"urn:other"));
            }
        }
        joiner
    }

    fn check(rows: &[Row<'_>], expected: &Result<&str, SegmentError>) {
        for compression in ALL {
            let folder = Folder::new();
            let paths = write(&folder, compression, rows);
            let joiner = index(&paths);
            let block = joiner.block(b"<urn:a>", |s| SegmentFile::open(&paths[s.file], s));
            let text = block.map(|mut block| {
                let mut text = String::new();
                block.read_to_string(&mut text).unwrap();
                text
            });
            assert_eq!(text.as_deref(), expected.as_ref().map(|t| *t), "{rows:?}");
        }
    }

    #[test]
    fn segments_are_joined_wherever_they_lie() {
        let whole = &Ok("one two three");
        check(&[(0, 1, "one ", None), (0, 2, "two ", None), (0, 3, "three", Some(13))], whole);
        check(&[(0, 1, "one ", None), (1, 2, "two ", None), (1, 3, "three", Some(13))], whole);
        check(&[(1, 1, "one ", None), (0, 3, "three", Some(13)), (0, 2, "two ", None)], whole);
        check(&[(0, 1, "one ", None), (0, 2, "", None), (0, 3, "two three", Some(13))], whole);
        check(&[(0, 1, "one", None), (1, 1, "one", None), (1, 2, "!", Some(4))], &Ok("one!"));
    }

    #[test]
    fn what_is_missing_is_told() {
        let one = (0, 1, "one ", None);
        let two = (0, 2, "two ", None);
        let three = (1, 3, "three", Some(13));
        check(&[one, three], &Err(SegmentError::Missing { number: 2 }));
        check(&[two, three], &Err(SegmentError::Missing { number: 1 }));
        check(&[one, two], &Err(SegmentError::Unfinished { number: 2 }));
        check(&[one, two, (1, 2, "x", Some(5))], &Err(SegmentError::Twice { number: 2 }));
        let total = SegmentError::Total { declared: 9, found: 5 };
        check(&[one, (0, 2, "x", Some(9))], &Err(total));
        check(&[], &Err(SegmentError::Unknown));
    }

    #[test]
    fn a_segment_that_ends_early_is_named() {
        let folder = Folder::new();
        let rows = [(0, 1, "one ", None), (0, 2, "two ", Some(8))];
        let joiner = index(&write(&folder, Compression::None, &rows));
        let open = |s: &Segment| Ok(&b"one "[..if s.number == 1 { 4 } else { 3 }]);
        let mut read = Vec::new();
        let error = joiner.block(b"urn:a", open).unwrap().read_to_end(&mut read).unwrap_err();
        assert_eq!(error.to_string(), "segment 2 has 3 bytes instead of 4");
        assert_eq!(read, b"one one");
    }

    #[test]
    fn segments_that_say_too_little_are_refused_and_memory_ends() {
        let check = |fields: &str, expected: Result<bool, SegmentError>| {
            let file = format!("WARC/1.0\r\n{fields}Content-Length: 0\r\n\r\n\r\n\r\n");
            let mut reader = Reader::new(file.as_bytes());
            let record = reader.next_record().unwrap().unwrap();
            assert_eq!(Joiner::new(150).note(0, &record), expected, "{fields}");
        };
        let lacks = |field| Err(SegmentError::Field { offset: 0, field });
        let continuation = "WARC-Type: continuation\r\nWARC-Segment-Origin-ID: <urn:a>\r\n";
        let number = "WARC-Segment-Number: 2\r\n";
        check(&format!("{continuation}{number}"), Ok(true));
        check(continuation, lacks("WARC-Segment-Number"));
        check(&format!("{continuation}WARC-Segment-Number: 0\r\n"), lacks("WARC-Segment-Number"));
        check(&format!("WARC-Type: continuation\r\n{number}"), lacks("WARC-Segment-Origin-ID"));
        check("WARC-Type: response\r\nWARC-Segment-Number: 1\r\n", lacks("WARC-Record-ID"));
        check("WARC-Type: response\r\n", Ok(false));
        let long = format!("{number}WARC-Record-ID: <urn:{}>\r\n", "x".repeat(100));
        check(&long, Err(SegmentError::TooMany { budget: 150 }));
    }
}
