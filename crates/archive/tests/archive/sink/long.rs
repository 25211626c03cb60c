//! Responses that do not fit in memory, and sources that fail.

use super::*;
use std::io::{self, Seek, SeekFrom};

const LONG: u64 = (8 << 20) + 1000;
const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n";

/// A long response that breaks off at a byte, at a pass.
struct Breaking {
    inner: Cursor<Vec<u8>>,
    at: u64,
    passes_left: u32,
}

impl Read for Breaking {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.passes_left == 0 && self.inner.position() >= self.at {
            return Err(io::Error::other("the spool is gone"));
        }
        self.inner.read(buf)
    }
}

impl Seek for Breaking {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        if to == SeekFrom::Start(0) {
            self.passes_left = self.passes_left.saturating_sub(1);
        }
        self.inner.seek(to)
    }
}

fn long() -> Vec<u8> {
    let mut block = HEAD.to_vec();
    block.extend((0..LONG as u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8));
    block
}

#[test]
fn a_long_response_is_stored_as_a_short_one() {
    let folder = Folder::new();
    let mut options = options();
    options.warc.link_warcinfo = true;
    let sink = open(&folder, options);
    let block = long();
    let length = block.len() as u64;
    write(&sink, 1).unwrap();
    let stored = write_response(&sink, 2, length, &mut Cursor::new(block.clone())).unwrap();
    write(&sink, 3).unwrap();
    sink.close().unwrap();
    let captures = captures(&folder);
    assert_eq!(captures.len(), 3);
    assert_stored(&captures[1][0], &stored);
    assert_eq!(stored.payload_length, LONG);
    assert!(captures[1][0].block == block);
}

#[test]
fn a_response_that_fails_leaves_nothing_and_others_go_on() {
    let folder = Folder::new();
    let sink = open(&folder, options());
    write(&sink, 1).unwrap();
    let block = long();
    let length = block.len() as u64;
    // At the pass for digests, and in the middle of writing.
    for passes_left in [0, 1] {
        let mut source = Breaking { inner: Cursor::new(block.clone()), at: 7 << 20, passes_left };
        let error = write_response(&sink, 2, length, &mut source).unwrap_err().to_string();
        assert!(error.contains("the spool is gone"), "{error}");
    }
    // Longer and shorter than was said, in memory and not.
    for said in [length - 1, length + 1, 5, 20] {
        let end = if said > 100 { block.len() } else { 10 };
        let mut source = Cursor::new(block[..end].to_vec());
        let error = write_response(&sink, 2, said, &mut source).unwrap_err().to_string();
        assert!(error.contains("bytes"), "{error}");
    }
    write(&sink, 3).unwrap();
    sink.close().unwrap();
    let captures = captures(&folder);
    let uris: Vec<_> = captures.iter().map(|three| three[0].uri.clone().unwrap()).collect();
    assert_eq!(uris, [uri(1), uri(3)]);
}

#[test]
fn metadata_under_no_name_is_refused_and_others_go_on() {
    let folder = Folder::new();
    let sink = open(&folder, options());
    let response = response(1);
    let refused = sink.write(Capture {
        uri: b"http://example.cz/",
        date: UNIX_EPOCH + EVE,
        address: None,
        request: b"",
        response: &mut Cursor::new(response.clone()),
        length: response.len() as u64,
        head_length: 0,
        truncated: None,
        protocol: &[],
        cipher_suite: None,
        payload_type: None,
        packed: None,
        not_modified: None,
        metadata: &[("a b", b"c")],
    });
    assert!(matches!(refused, Err(SinkError::Capture(_))));
    write(&sink, 1).unwrap();
    sink.close().unwrap();
    assert_eq!(captures(&folder).len(), 1);
}

#[test]
fn a_response_that_was_compressed_before_is_stored_as_another() {
    use stodola_archive::PackedResponse;
    use stodola_warc::digest::Algorithm;
    use stodola_warc::write::BlockPacker;

    let mut block = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    while block.len() < LONG as usize {
        block.extend_from_slice(format!("3e8\r\n{}\r\n", "ten bytes.".repeat(100)).as_bytes());
    }
    let mut deflated = Vec::new();
    let packer = BlockPacker::begin(&block[..200_000], Algorithm::Sha1, &mut deflated);
    let mut packer = packer.unwrap().expect("it repeats");
    block[200_000..].chunks(30_000).for_each(|it| packer.push(it, &mut deflated).unwrap());
    let packed = packer.finish(&mut deflated).unwrap();
    let mut results = Vec::new();
    for (is_packed, more) in [(false, vec![]), (true, vec![]), (true, vec![Algorithm::Md5])] {
        let folder = Folder::new();
        let mut options = options();
        options.warc.link_warcinfo = true;
        let has_more = !more.is_empty();
        options.more_digests = more;
        let sink = open(&folder, options);
        let mut deflated = Cursor::new(deflated.clone());
        let stored = sink.write(Capture {
            uri: uri(1).as_bytes(),
            date: UNIX_EPOCH + EVE,
            address: None,
            request: b"GET /1 HTTP/1.1\r\n\r\n",
            response: &mut Cursor::new(block.clone()),
            packed: is_packed.then_some(PackedResponse { block: &packed, deflated: &mut deflated }),
            length: block.len() as u64,
            head_length: 0,
            truncated: Some("length"),
            protocol: &[],
            cipher_suite: None,
            payload_type: None,
            not_modified: None,
            metadata: &[("via", b"http://example.cz/")],
        });
        let stored = stored.unwrap();
        write(&sink, 2).unwrap();
        sink.close().unwrap();
        let captures = captures(&folder);
        let found = &captures[0][0];
        assert!(found.block == block);
        assert_stored(found, &stored);
        assert!(found.header.contains("WARC-Truncated: length\r\n"));
        // The compressed bytes are used only if they come with all digests that are wanted.
        assert_eq!(deflated.position() > 0, is_packed && !has_more);
        results.push((stored.payload_digest, stored.payload_length, stored.block_digest));
    }
    assert!(results.iter().all(|it| *it == results[0]), "{results:?}");
}
