//! Blocks that were compressed before their record is written.

use super::{ALL, Folder, date, options, warcinfo};
use crate::digest::Algorithm;
use crate::stream::Container;
use crate::write::resume;
use crate::write::{
    BlockPacker, Compression, PackedBlock, RecordHead, ResponseDigests, WarcFile, WarcWriter,
    WriteError,
};
use crate::{Reader, RecordType};
use std::fs;
use std::io::{Cursor, Read};

const CHUNKED: &[u8] = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const PLAIN: &[u8] = b"HTTP/1.1 200 OK\r\n\r\n";

/// A response whose body is the same chunk again and again, then something else.
fn response(head: &[u8], length: usize, rest: &[u8]) -> Vec<u8> {
    let text: Vec<u8> = (0..1000_u32).map(|at| (at * at % 251) as u8).collect();
    let chunk = [b"3e8\r\n", &text[..], b"\r\n"].concat();
    let mut bytes = head.to_vec();
    while bytes.len() < length {
        bytes.extend_from_slice(&chunk);
    }
    bytes.extend_from_slice(rest);
    bytes
}

fn pack(bytes: &[u8], first: usize, step: usize) -> (PackedBlock, Vec<u8>) {
    let mut out = Vec::new();
    let packer = BlockPacker::begin(&bytes[..first], Algorithm::Sha1, &mut out);
    let mut packer = packer.unwrap().expect("it repeats");
    for piece in bytes[first..].chunks(step) {
        packer.push(piece, &mut out).unwrap();
    }
    let block = packer.finish(&mut out).unwrap();
    assert_eq!(block.stored(), out.len() as u64);
    (block, out)
}

fn head() -> RecordHead {
    RecordHead::new(RecordType::Response, "urn:test:1", date())
        .field("WARC-Target-URI", "http://example.cz/")
        .field("WARC-Truncated", "length")
        .field("Content-Type", "application/http;msgtype=response")
}

#[test]
fn a_spliced_record_has_the_same_bytes_as_one_that_is_compressed_when_it_is_written() {
    let noise: Vec<u8> =
        (0..200_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for (http, rest) in [
        (CHUNKED, &b""[..]),
        (CHUNKED, b"3e8\r\nnot all"),
        (CHUNKED, b"no chunk\r\nat all"),
        (CHUNKED, b"0\r\n\r\n"),
        (CHUNKED, b"0\r\nleft"),
        (CHUNKED, &noise),
        (PLAIN, &noise),
        (PLAIN, b"end"),
    ] {
        let block = response(http, 300_000, rest);
        for (first, step) in [(100_000, 32 << 10), (100_000, 1_003), (200_000, 1 << 20)] {
            let (packed, deflated) = pack(&block, first, step);
            assert_eq!(packed.digests(), &ResponseDigests::of_slice(&block, Algorithm::Sha1));
            for compression in ALL {
                let mut spliced = WarcWriter::new(Vec::new(), options(compression)).unwrap();
                let mut usual = WarcWriter::new(Vec::new(), options(compression)).unwrap();
                let written = spliced.write_deflated(&head(), &packed, &mut &deflated[..]).unwrap();
                spliced.write(&head(), b"behind it").unwrap();
                usual.write_stream(&head(), &mut Cursor::new(&block), block.len() as u64).unwrap();
                usual.write(&head(), b"behind it").unwrap();
                let (spliced, usual) = (spliced.into_inner(), usual.into_inner());
                assert_eq!(inflated(compression, &spliced), inflated(compression, &usual));
                let mut reader = Reader::new(&spliced[..]);
                let mut record = reader.next_record().unwrap().unwrap();
                let mut found = Vec::new();
                record.read_to_end(&mut found).unwrap();
                assert!(found == block);
                let end = record.finish().unwrap();
                assert!(end.warnings.is_empty(), "{:?}", end.warnings);
                if compression != Compression::None {
                    assert_eq!(end.length, Some(written.length));
                }
            }
        }
    }
}

fn inflated(compression: Compression, file: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    match compression {
        Compression::None => bytes.extend_from_slice(file),
        Compression::Gzip => {
            flate2::read::MultiGzDecoder::new(file).read_to_end(&mut bytes).map(drop).unwrap();
        }
        Compression::Zstd => bytes = zstd::decode_all(file).unwrap(),
    }
    bytes
}

#[test]
fn a_header_longer_than_a_stored_block_is_spliced_too() {
    let block = response(PLAIN, 200_000, b"");
    let (packed, deflated) = pack(&block, 150_000, 999);
    let head = head().field("X-Long", "x".repeat(200_000));
    let mut writer = WarcWriter::new(Vec::new(), options(Compression::Gzip)).unwrap();
    writer.write_deflated(&head, &packed, &mut &deflated[..]).unwrap();
    let file = writer.into_inner();
    let mut reader = Reader::new(&file[..]);
    let record = reader.next_record().unwrap().unwrap();
    assert_eq!(record.expected_length(), block.len() as u64);
    assert!(record.finish().unwrap().warnings.is_empty());
}

#[test]
fn a_spliced_record_that_is_cut_at_any_byte_is_no_whole_record() {
    let block = response(CHUNKED, 100_000, b"end");
    let (packed, deflated) = pack(&block, 90_000, 4096);
    let mut writer = WarcWriter::new(Vec::new(), options(Compression::Gzip)).unwrap();
    writer.write(&head(), b"before it").unwrap();
    let start = writer.position();
    writer.write_deflated(&head(), &packed, &mut &deflated[..]).unwrap();
    let whole = writer.into_inner();
    // As a file is read that a crash has left.
    let scan = |bytes: &[u8]| {
        let size = bytes.len() as u64;
        let scan = resume::scan(&mut Cursor::new(bytes), size, Container::Gzip).unwrap();
        (scan.records, scan.end)
    };
    for cut in start as usize..whole.len() {
        assert_eq!(scan(&whole[..cut]), (1, start), "{cut}");
    }
    assert_eq!(scan(&whole), (2, whole.len() as u64));
}

#[test]
fn compressed_bytes_that_end_too_early_leave_nothing() {
    let block = response(PLAIN, 200_000, b"");
    let (packed, deflated) = pack(&block, 150_000, 999);
    let folder = Folder::new();
    let path = folder.join("a.warc.gz");
    let mut file = WarcFile::create(&path, &warcinfo(), options(Compression::Gzip)).unwrap();
    let size = file.size();
    let short = &deflated[..deflated.len() - 1];
    let error = file.write_deflated(&head(), &packed, &mut &short[..]).unwrap_err();
    assert!(matches!(error, WriteError::BlockShort { .. }));
    assert_eq!(file.size(), size);
    file.write_deflated(&head(), &packed, &mut &deflated[..]).unwrap();
    let path = file.close().unwrap();
    let bytes = fs::read(path).unwrap();
    let mut reader = Reader::new(&bytes[..]);
    let mut records = 0;
    while let Some(record) = reader.next_record().unwrap() {
        assert!(record.finish().unwrap().warnings.is_empty());
        records += 1;
    }
    assert_eq!(records, 2);
}

#[test]
fn digests_are_those_of_the_payload_that_a_reader_finds_whatever_the_framing() {
    let mut seed = 1_u32;
    let mut next = |most: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % most
    };
    let pieces: [&[u8]; 9] = [
        b"5\r\nhello\r\n",
        b"3;x=y\r\nabc\r\n",
        b"0\r\n",
        b"\r\n",
        b"zz",
        b"a\r\n",
        b"1\nq\n",
        b"ffffffff\r\n",
        b"",
    ];
    for _ in 0..3000 {
        let mut block = CHUNKED.to_vec();
        for _ in 0..next(6) {
            block.extend_from_slice(pieces[next(9) as usize]);
        }
        let cut = block.len() - (next(4) as usize).min(block.len() - CHUNKED.len());
        let block = &block[..cut];
        let algorithm = if next(2) == 0 { Algorithm::Sha1 } else { Algorithm::Sha256 };
        let found = ResponseDigests::of_slice(block, algorithm);
        assert_eq!(found.block, algorithm.digest(block));
        let expected = ResponseDigests::payload_of_slice(block, algorithm);
        assert_eq!(found.payload, expected, "{}", block.escape_ascii());
        let streamed =
            ResponseDigests::of_stream(&mut &block[..], block.len() as u64, algorithm).unwrap();
        assert_eq!(streamed, found);
        // In pieces of any length.
        if let Some(mut hasher) = crate::write::hash::ResponseHasher::new(CHUNKED, algorithm) {
            let mut rest = &block[CHUNKED.len()..];
            while !rest.is_empty() {
                let (piece, behind) = rest.split_at((1 + next(5) as usize).min(rest.len()));
                hasher.update(piece);
                rest = behind;
            }
            assert_eq!(hasher.finish(), found, "{}", block.escape_ascii());
        }
    }
}
