//! Compares what a header says about its block with what was found in it.

use super::Sink;
use super::block::{Found, Message};
use super::rules;
use crate::decode::DecodeOutcome;
use crate::digest::Digest;
use crate::record::RecordType;
use crate::warning::Grade;

/// What a header says about its block.
#[derive(Clone, Copy, Default)]
pub(super) struct Claims {
    pub(super) block: Option<Digest>,
    pub(super) payload: Option<Digest>,
    pub(super) message: Option<Message>,
    /// Whether the header says that the block was cut.
    pub(super) is_truncated: bool,
    /// Whether the block is one of several segments.
    pub(super) is_segment: bool,
}

/// Which digests are right.
#[derive(Clone, Copy, Default)]
pub(super) struct Confirmed {
    pub(super) block: bool,
    pub(super) payload: bool,
}

/// Compares the digests.
pub(super) fn digests(claims: &Claims, found: &Found, sink: &mut Sink<'_>) -> Confirmed {
    let grade = match claims.is_truncated {
        true => Grade::Recommendation,
        false => Grade::Error,
    };
    let mut confirmed = Confirmed::default();
    if let (Some(declared), Some(computed)) = (claims.block, found.block) {
        confirmed.block = declared == computed;
        if !confirmed.block {
            let message =
                format!("WARC-Block-Digest is '{declared}', but the block has '{computed}'");
            sink.graded(rules::BLOCK_DIGEST, grade, message);
        }
    }
    let (Some(declared), Some(computed)) = (claims.payload, found.payload) else {
        return confirmed;
    };
    confirmed.payload = declared == computed || Some(declared) == found.chunked_payload;
    if !confirmed.payload {
        let mut message =
            format!("WARC-Payload-Digest is '{declared}', but the payload has '{computed}'");
        if Some(declared) == found.block {
            message.push_str("; the declared value is the digest of the whole block");
        }
        sink.graded(rules::PAYLOAD_DIGEST, grade, message);
    } else if declared != computed {
        let message = format!(
            "WARC-Payload-Digest '{declared}' is that of the chunked body; without chunks it is \
             '{computed}'"
        );
        sink.add(rules::PAYLOAD_DIGEST_RAW, message);
    }
    confirmed
}

/// Checks the HTTP message in a block of `length` bytes.
pub(super) fn message(
    kind: RecordType,
    claims: &Claims,
    found: &Found,
    length: u64,
    sink: &mut Sink<'_>,
) {
    let Some(message) = claims.message else { return };
    if kind == RecordType::Revisit && length == 0 {
        return;
    }
    let Some(head) = found.head else {
        let line = match message {
            Message::Request => "request line",
            Message::Response => "status line",
        };
        sink.add(rules::HTTP_HEAD, format!("the block does not begin with an HTTP {line}"));
        return;
    };
    if !head.is_complete && !claims.is_truncated && !claims.is_segment {
        let message = "the HTTP head does not end with an empty line";
        sink.add(rules::HTTP_HEAD, message.to_owned());
        return;
    }
    // The rest is about bodies, and only whole ones.
    if kind == RecordType::Revisit || claims.is_truncated || claims.is_segment {
        return;
    }
    let chunks = match found.chunks {
        Some(DecodeOutcome::Raw) => {
            Some("Transfer-Encoding is 'chunked', but the body has no chunks")
        }
        Some(DecodeOutcome::Truncated) => Some("Transfer-Encoding: the last chunk is missing"),
        Some(DecodeOutcome::Damaged) => {
            Some("Transfer-Encoding: a chunk does not have the length that it declares")
        }
        Some(DecodeOutcome::Identity | DecodeOutcome::Decoded | DecodeOutcome::Unsupported)
        | None => None,
    };
    if let Some(chunks) = chunks {
        sink.add(rules::HTTP_CHUNKS, chunks.to_owned());
    }
    let body = length.saturating_sub(head.length as u64);
    let Some(declared) = head.content_length.filter(|_| !head.is_chunked) else { return };
    // What answers a HEAD, or says that nothing has changed, tells the length of what is not there.
    let may_lack_body = body == 0 && message == Message::Response;
    let has_no_body = matches!(head.status, Some(100..=199 | 204 | 304));
    if declared != body && !may_lack_body && !has_no_body {
        let message = format!("HTTP Content-Length is {declared}, but the body has {body} bytes");
        sink.add(rules::HTTP_LENGTH, message);
    }
}
