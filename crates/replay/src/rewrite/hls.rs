//! Playlists of HTTP Live Streaming: every address of every variant, and those in tags.

use std::ops::Range;

use super::link::{LinkRewriter, Relative};
use super::pending::Pending;
use crate::Modifier;

/// Rewrites a playlist that comes in pieces.
#[derive(Default)]
pub(super) struct HlsRewriter {
    pending: Pending,
}

/// A longer line passes as it is.
const MAX_LINE: usize = 64 << 10;

impl HlsRewriter {
    pub(super) fn take(
        &mut self,
        piece: &[u8],
        is_last: bool,
        links: &LinkRewriter,
        out: &mut Vec<u8>,
    ) {
        self.pending.feed(piece, is_last, |bytes, is_last| {
            let mut at = 0;
            while at < bytes.len() {
                let end = match memchr::memchr(b'\n', &bytes[at..]) {
                    Some(end) => at + end + 1,
                    None if !is_last && bytes.len() - at < MAX_LINE => return at,
                    None => bytes.len(),
                };
                line(&bytes[at..end], links, out);
                at = end;
            }
            at
        });
    }
}

fn line(line: &[u8], links: &LinkRewriter, out: &mut Vec<u8>) {
    // A mark may stand before the first line.
    let (mark, line) = line.split_at(if line.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 });
    out.extend_from_slice(mark);
    let text = line.trim_ascii();
    if text.is_empty() {
        out.extend_from_slice(line);
    } else if text.starts_with(b"#") {
        tag(line, links, out);
    } else {
        let start = line.len() - line.trim_ascii_start().len();
        address(line, start..start + text.len(), links, out);
    }
}

/// `#EXT-X-KEY:METHOD=AES-128,URI="…"`: each attribute whose name ends in `URI`.
fn tag(line: &[u8], links: &LinkRewriter, out: &mut Vec<u8>) {
    let mut rest = line;
    while let Some(name) = memchr::memmem::find(rest, b"URI=\"") {
        let start = name + 5;
        let Some(len) = memchr::memchr(b'"', &rest[start..]) else { break };
        address(&rest[..start + len], start..start + len, links, out);
        rest = &rest[start + len..];
    }
    out.extend_from_slice(rest);
}

/// Appends everything up to the end of the address, rewritten.
fn address(text: &[u8], range: Range<usize>, links: &LinkRewriter, out: &mut Vec<u8>) {
    let mut head = Vec::new();
    out.extend_from_slice(&text[..range.start]);
    match links.rewrite(&text[range.clone()], Modifier::Embed, Relative::Keep, &mut head) {
        Some(tail) => {
            out.extend_from_slice(&head);
            out.extend_from_slice(&tail);
        }
        None => out.extend_from_slice(&text[range.clone()]),
    }
    out.extend_from_slice(&text[range.end..]);
}
