//! Compares what a header says about its block with what was found in it.

use super::block::{Found, Message};
use super::rules;
use super::{FormatFault, Sink};
use crate::decode::DecodeOutcome;
use crate::digest::Digest;
use crate::record::RecordType;
use crate::warning::Grade;

/// What a header says about its block.
#[derive(Clone, Default)]
pub(super) struct Claims {
    pub(super) block: Option<Digest>,
    pub(super) payload: Option<Digest>,
    /// Further digests.
    pub(super) more_block: Vec<Digest>,
    pub(super) more_payload: Vec<Digest>,
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
    let more = [
        (&claims.more_block, &found.more_block, rules::BLOCK_DIGEST, false),
        (&claims.more_payload, &found.more_payload, rules::PAYLOAD_DIGEST, true),
    ];
    for (declared, computed, rule, is_payload) in more {
        for (&declared, &computed) in declared.iter().zip(computed) {
            if declared != computed {
                let fault = FormatFault::MoreDigest { declared, computed, is_payload };
                sink.graded(rule, grade, fault);
            }
        }
    }
    let mut confirmed = Confirmed::default();
    if let (Some(declared), Some(computed)) = (claims.block, found.block) {
        confirmed.block = declared == computed;
        if !confirmed.block {
            sink.graded(
                rules::BLOCK_DIGEST,
                grade,
                FormatFault::BlockDigest { declared, computed },
            );
        }
    }
    let (Some(declared), Some(computed)) = (claims.payload, found.payload) else {
        return confirmed;
    };
    confirmed.payload = declared == computed || Some(declared) == found.chunked_payload;
    if !confirmed.payload {
        let is_of_block = Some(declared) == found.block;
        let fault = FormatFault::PayloadDigest { declared, computed, is_of_block };
        sink.graded(rules::PAYLOAD_DIGEST, grade, fault);
    } else if declared != computed {
        sink.add(
            rules::PAYLOAD_DIGEST_RAW,
            FormatFault::PayloadDigestChunked { declared, computed },
        );
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
        let is_request = message == Message::Request;
        sink.add(rules::HTTP_HEAD, FormatFault::NoHttpHead { is_request });
        return;
    };
    if !head.is_complete && !claims.is_truncated && !claims.is_segment {
        sink.add(rules::HTTP_HEAD, FormatFault::HttpHeadUnfinished);
        return;
    }
    // The rest is about bodies, and only whole ones.
    if kind == RecordType::Revisit || claims.is_truncated || claims.is_segment {
        return;
    }
    let chunks = match found.chunks {
        Some(DecodeOutcome::Raw) => Some(FormatFault::NoChunks),
        Some(DecodeOutcome::Truncated) => Some(FormatFault::LastChunkMissing),
        Some(DecodeOutcome::Damaged) => Some(FormatFault::ChunkLength),
        Some(DecodeOutcome::Identity | DecodeOutcome::Decoded | DecodeOutcome::Unsupported)
        | None => None,
    };
    if let Some(chunks) = chunks {
        sink.add(rules::HTTP_CHUNKS, chunks);
    }
    let body = length.saturating_sub(head.length as u64);
    let Some(declared) = head.content_length.filter(|_| !head.is_chunked) else { return };
    // What answers a HEAD, or says that nothing has changed, tells the length of what is not there.
    let may_lack_body = body == 0 && message == Message::Response;
    let has_no_body = matches!(head.status, Some(100..=199 | 204 | 304));
    if declared != body && !may_lack_body && !has_no_body {
        sink.add(rules::HTTP_LENGTH, FormatFault::BodyLength { declared, body });
    }
}
