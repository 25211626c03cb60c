//! Any bytes may stand where an HTTP message should. Its head ends within them, its fields lie in
//! the head, its payload never grows beyond the caller's limit, and unless the body is damaged or
//! cut it does not matter in what pieces it arrives.

use std::io::{self, BufRead, Read};

use stodola_warc::decode::{DecodeOutcome, PayloadReader, TransferDecoder, is_limit_exceeded};
use stodola_warc::http::{Fields, parse_request, parse_response};

const LIMIT: u64 = 1 << 20;

/// Reads the bytes as the block of a response, and as that of a request.
pub(crate) fn run(block: &[u8]) {
    if let Some(head) = parse_response(block) {
        assert!(head.status.is_none_or(|status| status <= 999));
        message(block, &head.fields, head.head_len, head.complete);
    }
    if let Some(head) = parse_request(block) {
        assert!(!head.method.is_empty() && !head.target.is_empty());
        message(block, &head.fields, head.head_len, head.complete);
    }
}

fn message(block: &[u8], fields: &Fields<'_>, head_len: usize, is_complete: bool) {
    let (head, body) = block.split_at(head_len);
    assert!(if is_complete { head.ends_with(b"\n") } else { body.is_empty() });
    assert!(fields.as_bytes().len() <= head_len);
    for field in fields.iter() {
        assert!(!field.name.contains(&b'\n') && !field.name.contains(&b':'));
        assert!(!field.value().contains(&b'\n'));
        assert!(field.value().len() <= field.raw_value().len());
        let name = std::str::from_utf8(field.name);
        assert!(name.is_ok_and(|n| fields.first(n).is_some()) || !field.name.is_ascii());
    }
    let whole = Payload::read(fields, body);
    let pieces = Payload::read(fields, OneByte(body));
    let is_sound =
        [&whole, &pieces].iter().all(|p| p.transfer.max(p.content) < DecodeOutcome::Truncated);
    if is_sound {
        assert_eq!(whole, pieces, "one byte at a time gives something else");
    }
    if whole.transfer.max(whole.content) == DecodeOutcome::Identity && whole.is_whole {
        assert_eq!(whole.bytes, body);
    }
    let mut entity = Vec::new();
    TransferDecoder::new(fields, body).read_to_end(&mut entity).expect("the source does not fail");
    assert!(entity.len() <= body.len());
}

#[derive(Debug, PartialEq)]
struct Payload {
    bytes: Vec<u8>,
    is_whole: bool,
    transfer: DecodeOutcome,
    content: DecodeOutcome,
}

impl Payload {
    fn read(fields: &Fields<'_>, body: impl BufRead) -> Payload {
        let mut reader = PayloadReader::new(fields, body, LIMIT);
        let mut bytes = Vec::new();
        let result = reader.read_to_end(&mut bytes);
        assert!(bytes.len() as u64 <= LIMIT, "more than the limit");
        if let Err(error) = &result {
            assert!(is_limit_exceeded(error), "the source does not fail: {error}");
            assert_eq!(bytes.len() as u64, LIMIT, "the limit was not reached");
        }
        let (transfer, content) = (reader.transfer_outcome(), reader.content_outcome());
        Payload { bytes, is_whole: result.is_ok(), transfer, content }
    }
}

/// Gives one byte at a time.
struct OneByte<'a>(&'a [u8]);

impl Read for OneByte<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(buf)?;
        self.consume(n);
        Ok(n)
    }
}

impl BufRead for OneByte<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(&self.0[..self.0.len().min(1)])
    }

    fn consume(&mut self, n: usize) {
        self.0 = &self.0[n..];
    }
}
