//! Plain text: links of robots.txt and of sitemaps that are lists of addresses, and the text of other documents.

use std::io::{BufRead, BufReader, Read};

use crate::collect::Collector;
use crate::link::{LinkKind, LinkOrigin};

/// Reads the `Sitemap:` lines of a robots.txt.
pub(crate) fn robots(body: &mut dyn Read, out: &mut Collector<'_>) {
    each_line(body, out, &mut |line, out| {
        let line = &line[..memchr::memchr(b'#', line).unwrap_or(line.len())];
        let Some(colon) = memchr::memchr(b':', line) else { return };
        let name = line[..colon].trim_ascii();
        if name.eq_ignore_ascii_case(b"sitemap") || name.eq_ignore_ascii_case(b"site-map") {
            let target = line[colon + 1..].trim_ascii();
            out.found_bytes(target, LinkKind::Sitemap, LinkOrigin::Document);
        }
    });
}

/// Reads a list of addresses, one per line. A line that does not begin like an address gives no link.
pub(crate) fn uri_list(body: &mut dyn Read, out: &mut Collector<'_>) {
    each_line(body, out, &mut |line, out| {
        let line = line.trim_ascii();
        let is_absolute = [&b"http://"[..], b"https://"].iter().any(|prefix| {
            line.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
        });
        if is_absolute {
            out.found_bytes(line, LinkKind::Listed, LinkOrigin::Document);
        }
    });
}

/// Reads plain text. It has no links; it is read only for its text, and only as far as there is room.
pub(crate) fn plain(body: &mut dyn Read, out: &mut Collector<'_>) {
    let Some(text) = &mut out.text else { return };
    let mut buffer = vec![0; 16 << 10];
    let mut at = 0;
    loop {
        let len = match body.read(&mut buffer) {
            Ok(0) | Err(_) => return,
            Ok(len) => len,
        };
        for line in buffer[..len].split_inclusive(|&byte| byte == b'\n') {
            let position = at..at + line.len() as u64;
            at = position.end;
            text.text(line, position);
            if line.ends_with(b"\n") {
                text.block();
            }
        }
        if text.is_full() {
            return;
        }
    }
}

/// Calls back with each line; a line that is longer than any URI may be is cut there.
fn each_line(
    body: &mut dyn Read,
    out: &mut Collector<'_>,
    call: &mut dyn FnMut(&[u8], &mut Collector<'_>),
) {
    let max_line = out.options.max_uri.saturating_add(64);
    let mut body = BufReader::with_capacity(16 << 10, body);
    let mut line = Vec::new();
    while !out.is_full() {
        let Ok(buffer) = body.fill_buf() else { return };
        if buffer.is_empty() {
            strip_mark_and_call(&line, out, call);
            return;
        }
        let end = memchr::memchr2(b'\n', b'\r', buffer);
        let piece = &buffer[..end.unwrap_or(buffer.len())];
        let room = max_line.saturating_sub(line.len());
        line.extend_from_slice(&piece[..piece.len().min(room)]);
        let used = end.map_or(buffer.len(), |end| end + 1);
        body.consume(used);
        if end.is_some() {
            strip_mark_and_call(&line, out, call);
            line.clear();
        }
    }
}

fn strip_mark_and_call(
    line: &[u8],
    out: &mut Collector<'_>,
    call: &mut dyn FnMut(&[u8], &mut Collector<'_>),
) {
    call(line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line), out);
}
