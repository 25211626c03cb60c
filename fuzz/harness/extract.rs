//! Any bytes may stand where a document should. Its links are addresses in printable ASCII, without
//! a fragment and of a scheme that can be harvested; it does not matter in what pieces it arrives;
//! fewer links asked for are the first ones of all; and no limit is exceeded. The blocks of a page are
//! in its order and within it, and its lines are those among them that are shown.

use std::io::{self, Read};

use stodola_extract::{
    BlockKind, BlockPositions, DocumentSummary, Expect, ExtractOptions, Input, PageText, extract,
    extract_page,
};

/// Reads the bytes as a document. Up to the first empty line they are its header fields.
pub(crate) fn run(bytes: &[u8]) {
    let end = bytes.windows(2).position(|pair| pair == b"\n\n");
    let (head, body) = match end {
        Some(end) => (&bytes[..end], &bytes[end + 2..]),
        None => (&bytes[..0], bytes),
    };
    let fields: Vec<(&[u8], &[u8])> = head
        .split(|byte| *byte == b'\n')
        .filter_map(|line| {
            let colon = line.iter().position(|byte| *byte == b':')?;
            Some((&line[..colon], line[colon + 1..].trim_ascii()))
        })
        .collect();
    let expected = fields.iter().find(|(name, _)| name == b"Expect").map(|(_, value)| *value);
    let expect = match expected {
        Some(b"sitemap") => Expect::Sitemap,
        Some(b"robots") => Expect::Robots,
        Some(b"manifest") => Expect::Manifest,
        _ => Expect::Any,
    };
    let input = Input { headers: &fields, expect, ..Input::new(b"http://a.example/b/c?d") };
    for options in [ExtractOptions::default(), everything()] {
        let (whole, summary) = links(&input, body, &options);
        let (pieces, again) = links(&input, Pieces(body), &options);
        // A damaged gzip stream fails earlier or later, depending on how much of it is at hand.
        if summary.shortfall.read.is_none() && again.shortfall.read.is_none() {
            assert_eq!(pieces, whole, "pieces give something else");
            assert_eq!(again, summary, "pieces give another summary");
        }
        let mut text = PageText::default();
        let beside = extract_page(&input, body, &options, &mut |_| {}, &mut text);
        // The rest of plain text is read for its text alone.
        if beside.bytes == summary.bytes {
            assert_eq!(beside, summary, "asking for the text changes the links");
        }
        assert!(text.text.len() <= options.max_text && !text.text.contains("\n\n"));
        let mut in_pieces = PageText::default();
        let again = extract_page(&input, Pieces(body), &options, &mut |_| {}, &mut in_pieces);
        if beside.shortfall.read.is_none() && again.shortfall.read.is_none() {
            assert_eq!(in_pieces, text, "pieces give another text");
        }
        let with_blocks = ExtractOptions { max_blocks: 100_000, ..options.clone() };
        blocks(&input, body, &with_blocks, &text);
        blocks(&input, body, &ExtractOptions { max_blocks: 3, ..with_blocks.clone() }, &text);
        let short = ExtractOptions { max_text: 20, ..options.clone() };
        let mut short_text = PageText::default();
        extract_page(&input, body, &short, &mut |_| {}, &mut short_text);
        blocks(&input, body, &ExtractOptions { max_blocks: 100_000, ..short }, &short_text);
        let few = ExtractOptions { max_links: 3, ..options.clone() };
        let (first, _) = links(&input, body, &few);
        assert_eq!(first, whole[..whole.len().min(3)], "the first ones are others");
        let narrow = ExtractOptions { max_markup: 64, max_depth: 1, max_uri: 40, ..options };
        links(&input, Pieces(body), &narrow);
    }
}

/// Looks at the blocks of a page; `without` is what the page says if nobody asks for blocks.
fn blocks(input: &Input<'_>, body: &[u8], options: &ExtractOptions, without: &PageText) {
    let mut page = PageText::default();
    let summary = extract_page(input, body, options, &mut |_| {}, &mut page);
    assert_eq!(page.text, without.text, "asking for blocks changes the text");
    assert_eq!((&page.title, page.is_cut), (&without.title, without.is_cut));
    let mut in_pieces = PageText::default();
    let again = extract_page(input, Pieces(body), options, &mut |_| {}, &mut in_pieces);
    if summary.shortfall.read.is_none() && again.shortfall.read.is_none() {
        assert_eq!(in_pieces, page, "pieces give other blocks");
    }
    let length = match page.positions {
        BlockPositions::Source => summary.bytes,
        // No byte becomes more than one character of three bytes.
        BlockPositions::Utf8 => summary.bytes * 3,
    };
    let (mut last, mut line_end, mut aside) = (0, 0, 0);
    let mut lines = String::new();
    let mut number = 0;
    for block in page.blocks() {
        assert!(!block.text.is_empty() && !block.text.contains('\n'), "{block:?}");
        let position = &block.position;
        assert!(position.start < position.end && position.end <= length, "{block:?} of {length}");
        assert!(last <= position.start, "{block:?} stands behind {last}");
        last = position.start;
        if page.positions == BlockPositions::Source && summary.bytes == body.len() as u64 {
            let source = &body[position.start as usize..position.end as usize];
            assert_eq!(source, source.trim_ascii(), "{block:?}");
        }
        if block.kind.is_line() {
            assert!(line_end <= position.start, "{block:?} begins within the line before");
            line_end = position.end;
            lines.push_str(block.text);
            lines.push('\n');
        } else {
            aside += block.text.len();
        }
        if block.kind == BlockKind::LinkText {
            assert!(block.text.len() <= options.anchor_text, "{block:?}");
        }
        number += 1;
    }
    assert!(number <= options.max_blocks && aside <= options.max_text);
    if !page.blocks_are_cut() {
        assert_eq!(lines.trim_end(), page.text.trim_end(), "the lines are others");
    }
}

/// Everything that can be asked for.
pub(crate) fn everything() -> ExtractOptions {
    ExtractOptions {
        forms: true,
        content_location: true,
        previews: true,
        guess_attributes: true,
        guess_scripts: true,
        anchor_text: 40,
        ..ExtractOptions::default()
    }
}

/// The links as lines, each of them found to be sound.
pub(crate) fn links(
    input: &Input<'_>,
    body: impl Read,
    options: &ExtractOptions,
) -> (Vec<String>, DocumentSummary) {
    let mut lines = Vec::new();
    let summary = extract(input, body, options, &mut |link| {
        let uri = String::from_utf8_lossy(link.uri);
        let scheme = uri.split(':').next().unwrap_or_default().to_ascii_lowercase();
        assert!(matches!(scheme.as_str(), "http" | "https" | "ftp"), "{uri}");
        assert!(uri.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#'), "{uri}");
        assert!(uri.len() <= options.max_uri && link.raw.len() <= options.max_uri, "{uri}");
        assert!(link.text.is_none_or(|text| text.len() <= options.anchor_text), "{uri}");
        let nofollow = if link.nofollow { " nofollow" } else { "" };
        lines.push(format!("{:?} {uri}{nofollow}", link.kind));
    });
    assert_eq!(summary.links, lines.len() as u64);
    assert!(summary.links <= options.max_links && summary.bytes <= options.max_bytes);
    (lines, summary)
}

/// Reads of one to eleven bytes.
struct Pieces<'a>(&'a [u8]);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = (1 + self.0.len() % 11).min(buffer.len()).min(self.0.len());
        buffer[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}
