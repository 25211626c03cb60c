//! Records too long for memory.

use super::{ALL, Folder, date, options};
use crate::digest::Algorithm;
use crate::write::{RecordHead, ResponseDigests, WHOLE_MAX, WarcWriter};
use crate::{Reader, RecordType};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

/// A response of any length that exists nowhere: a head, then the same 64 chunks for ever.
pub(super) struct Endless {
    length: u64,
    at: u64,
    chunks: Vec<u8>,
    largest_read: usize,
}

impl Endless {
    pub(super) fn new(length: u64) -> Endless {
        let mut chunks = Vec::new();
        for chunk in 0..64u32 {
            chunks.extend_from_slice(b"3e8\r\n");
            chunks.extend((0..1000u32).map(|i| (i * (chunk + 1) / 3) as u8));
            chunks.extend_from_slice(b"\r\n");
        }
        Endless { length, at: 0, chunks, largest_read: 0 }
    }
}

impl Read for Endless {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.largest_read = self.largest_read.max(buf.len());
        let rest = match self.at.checked_sub(HEAD.len() as u64) {
            None => &HEAD[self.at as usize..],
            Some(at) => &self.chunks[at as usize % self.chunks.len()..],
        };
        let n = rest.len().min(buf.len()).min((self.length - self.at) as usize);
        buf[..n].copy_from_slice(&rest[..n]);
        self.at += n as u64;
        Ok(n)
    }
}

impl Seek for Endless {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            SeekFrom::Start(at) => self.at = at.min(self.length),
            SeekFrom::Current(0) => {}
            SeekFrom::Current(_) | SeekFrom::End(_) => {
                return Err(io::ErrorKind::Unsupported.into());
            }
        }
        Ok(self.at)
    }
}

struct Watched {
    file: File,
    largest_write: usize,
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.largest_write = self.largest_write.max(bytes.len());
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn head() -> RecordHead {
    RecordHead::new(RecordType::Response, "urn:test:large", date())
        .field("WARC-Target-URI", "http://example.cz/")
        .field("Content-Type", "application/http;msgtype=response")
}

#[test]
fn forty_megabytes_pass_in_small_pieces() {
    const LENGTH: u64 = 40_000_000;
    for compression in ALL {
        let folder = Folder::new();
        let path = folder.join("large.warc");
        let out = Watched { file: File::create(&path).unwrap(), largest_write: 0 };
        let mut writer = WarcWriter::new(out, options(compression)).unwrap();
        let mut block = Endless::new(LENGTH);
        let written = writer.write_stream(&head(), &mut block, LENGTH).unwrap();
        assert_eq!(written.length, path.metadata().unwrap().len());
        assert!(block.largest_read <= 256 << 10, "{} read", block.largest_read);
        assert!(writer.out.largest_write <= 1 << 20, "{} written", writer.out.largest_write);
        assert!(writer.raw.capacity() + writer.packed.capacity() < 2 << 20);

        let mut reader = Reader::open(&path).unwrap();
        let mut record = reader.next_record().unwrap().unwrap();
        let header = record.warc().unwrap().clone();
        let digests = record.digests(Algorithm::Sha1).unwrap();
        let block = digests.block.to_string();
        assert_eq!(header.get("WARC-Block-Digest"), Some(block.as_bytes()));
        let payload = digests.payload.unwrap().to_string();
        assert_eq!(header.get("WARC-Payload-Digest"), Some(payload.as_bytes()));
        let end = record.finish().unwrap();
        assert_eq!((end.block_length, end.warnings), (LENGTH, vec![]));
        assert!(reader.next_record().unwrap().is_none());
        assert_eq!(reader.take_gaps(), []);
    }
}

#[test]
fn in_pieces_or_at_once_the_digests_are_the_same() {
    let mut written = Vec::new();
    for length in [WHOLE_MAX - 10_000, WHOLE_MAX + 10_000] {
        let mut block = Vec::new();
        Endless::new(length).read_to_end(&mut block).unwrap();
        for is_stream in [true, false] {
            let mut writer = WarcWriter::new(Vec::new(), options(ALL[0])).unwrap();
            match is_stream {
                true => writer.write_stream(&head(), &mut Endless::new(length), length).unwrap(),
                false => writer.write(&head(), &block).unwrap(),
            };
            written.push(writer.into_inner());
        }
    }
    assert!(written[0] == written[1]);
    assert!(written[2] == written[3]);
}

#[test]
fn digests_made_apart_are_those_of_a_block_in_memory() {
    for length in [HEAD.len() as u64, 100, 300_000, 2_000_000] {
        let mut block = Vec::new();
        Endless::new(length).read_to_end(&mut block).unwrap();
        let whole = ResponseDigests::of_slice(&block, Algorithm::Sha256);
        let source = &mut Endless::new(length);
        let stream = ResponseDigests::of_stream(source, length, Algorithm::Sha256).unwrap();
        assert_eq!(whole, stream);
        assert_eq!(whole.block, Algorithm::Sha256.digest(&block));
        // Seven bytes in 1007 are framing.
        let payload = whole.payload.unwrap().1;
        assert!(payload <= length && payload + 7 * (length / 1007 + 1) + 60 > length, "{payload}");
    }
    let nothing = ResponseDigests::of_slice(b"no head", Algorithm::Sha1);
    assert_eq!(nothing.payload, None);
}
