//! Any bytes may stand where an archive file should. Reading them never fails; every record tells
//! how long its block was; offsets do not go back; in plain files every byte but line ends belongs to
//! one record or one gap; and it does not matter in what pieces the bytes arrive, nor whether
//! anybody asked for the HTTP head before reading a block.

use std::io::{self, BufRead, Read};

use stodola_warc::digest::{Algorithm, Digest};
use stodola_warc::{Container, Gap, Reader, Record, RecordEnd};

/// Reads the bytes as a file.
pub(crate) fn run(file: &[u8]) {
    let whole = Found::read(file, true);
    whole.check(file);
    let pieces = Found::read(OneByte(file), false);
    assert_eq!(whole, pieces, "one byte at a time gives something else");
}

/// All that a reader told of a file.
#[derive(Debug, PartialEq)]
struct Found {
    records: Vec<Seen>,
    gaps: Vec<Gap>,
}

#[derive(Debug, PartialEq)]
struct Seen {
    offset: u64,
    inner: u64,
    container: Container,
    header: Vec<u8>,
    block: Digest,
    end: RecordEnd,
}

impl Found {
    /// Reads to the end; with `probing` the head of every other record is looked at first.
    fn read(source: impl Read, probing: bool) -> Found {
        let mut reader = Reader::new(source);
        let mut found = Found { records: Vec::new(), gaps: Vec::new() };
        while let Some(record) = reader.next_record().expect("the source does not fail") {
            let is_probed = probing && found.records.len().is_multiple_of(2);
            found.records.push(Seen::read(record, is_probed));
            found.gaps.extend(reader.take_gaps());
        }
        found.gaps.extend(reader.take_gaps());
        found
    }

    fn check(&self, file: &[u8]) {
        let size = file.len() as u64;
        let places = || self.records.iter().map(|r| (r.offset, r.inner));
        assert!(places().is_sorted(), "offsets go back");
        let stored = self.gaps.iter().filter(|g| g.inner.is_none());
        let stored: Vec<(u64, u64)> = stored.map(|g| (g.offset, g.offset + g.length)).collect();
        assert!(stored.is_sorted_by(|a, b| a.1 <= b.0), "gaps overlap or go back");
        assert!(stored.iter().all(|gap| gap.1 <= size), "a gap ends behind the file");
        assert!(self.gaps.iter().all(|gap| gap.length > 0), "an empty gap");
        for Seen { offset, end, .. } in &self.records {
            let end = offset + end.length.unwrap_or_default();
            assert!(end <= size, "the record at {offset} ends behind the file");
        }
        if self.records.iter().all(|r| r.container == Container::Plain) {
            let mut ranges = stored;
            for Seen { offset, end, .. } in &self.records {
                let length = end.length.expect("a plain record has a length");
                assert!(length > 0, "the record at {offset} is empty");
                ranges.push((*offset, offset + length));
            }
            ranges.sort_unstable();
            assert!(ranges.is_sorted_by(|a, b| a.1 <= b.0), "records and gaps overlap: {ranges:?}");
            assert!(self.records.len() <= file.len());
            if !may_hold_members(file) {
                let mut outside = file.to_vec();
                for (start, end) in ranges {
                    outside[start as usize..end as usize].fill(b'\n');
                }
                let is_told = outside.iter().all(|b| matches!(b, b'\r' | b'\n'));
                assert!(is_told, "bytes are neither in a record nor in a gap");
            }
        }
    }
}

/// Whether there is anything that a compressed member or a skippable frame could start with.
fn may_hold_members(file: &[u8]) -> bool {
    let has = |sign: &[u8]| file.windows(sign.len()).any(|w| w == sign);
    has(b"\x1f\x8b") || has(b"\x28\xb5\x2f\xfd") || has(b"\x2a\x4d\x18")
}

impl Seen {
    fn read<R: Read>(mut record: Record<'_, R>, is_probed: bool) -> Seen {
        let (offset, inner) = (record.offset(), record.inner_offset());
        let container = record.container();
        let header = record.raw_header().to_vec();
        let mut read = None;
        let block = if is_probed {
            record.http().expect("the source does not fail");
            record.digests(Algorithm::Sha1).expect("the source does not fail").block
        } else {
            let mut hasher = Algorithm::Sha1.hasher();
            let mut length = 0;
            loop {
                let piece = record.fill_buf().expect("the source does not fail");
                if piece.is_empty() {
                    break;
                }
                hasher.update(piece);
                let n = piece.len();
                record.consume(n);
                length += n as u64;
            }
            read = Some(length);
            hasher.finish()
        };
        let end = record.finish().expect("the source does not fail");
        assert!(read.is_none_or(|read| read == end.block_length), "{read:?} is not {end:?}");
        Seen { offset, inner, container, header, block, end }
    }
}

/// Gives one byte at a time.
struct OneByte<'a>(&'a [u8]);

impl Read for OneByte<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match (self.0.split_first(), buf.first_mut()) {
            (Some((&byte, rest)), Some(slot)) => {
                *slot = byte;
                self.0 = rest;
                Ok(1)
            }
            _ => Ok(0),
        }
    }
}
