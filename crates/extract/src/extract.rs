//! The order of work: headers, type, charset, and then the parser for the type.

use std::io::{self, Read};

use encoding_rs::UTF_8;
use flate2::read::MultiGzDecoder;

use crate::blocks::BlockPositions;
use crate::charset::{self, is_utf_16};
use crate::collect::Collector;
use crate::input::{Expect, Input};
use crate::link::{Link, LinkKind, LinkOrigin};
use crate::media_type::MediaType;
use crate::options::ExtractOptions;
use crate::page_text::{PageText, Writer};
use crate::read::{Meter, Metered, Overheard, Transcoded, read_head};
use crate::sniff::{Type, sniff};
use crate::summary::{DocumentSummary, PassedOver};
use crate::{css, headers, html, manifest, script, text, xml};

/// Finds the links of a document and determines what the document is.
///
/// Links come in the order of the document, those of the headers first, each as often as it occurs. Never fails: if the
/// body or the markup breaks off, the links found before are given, and the summary says so. No more of a body is read
/// than its type needs; a gzip file is decompressed. Memory is limited by the options, whatever the body.
pub fn extract(
    input: &Input<'_>,
    body: impl Read,
    options: &ExtractOptions,
    sink: &mut dyn FnMut(&Link<'_>),
) -> DocumentSummary {
    run(input, body, Collector::new(input.uri, options, sink))
}

/// Same as [`extract`], and also returns the text of the page: for HTML, XHTML and plain text. `text` is overwritten;
/// for other documents it is empty.
pub fn extract_page(
    input: &Input<'_>,
    body: impl Read,
    options: &ExtractOptions,
    sink: &mut dyn FnMut(&Link<'_>),
    text: &mut PageText,
) -> DocumentSummary {
    *text = PageText::default();
    let mut out = Collector::new(input.uri, options, sink);
    out.text = Some(Writer::new(text, options));
    run(input, body, out)
}

/// Returns whether an absolute URI would be passed over if it were a link in a document: then one number is 1,
/// otherwise all are 0.
pub fn passes_over(uri: &[u8], options: &ExtractOptions) -> PassedOver {
    let mut sink = |_: &Link<'_>| {};
    let mut out = Collector::new(b"", options, &mut sink);
    out.found(uri, LinkKind::Navigation, LinkOrigin::Document);
    out.summary.passed_over
}

fn run(input: &Input<'_>, mut body: impl Read, mut out: Collector<'_>) -> DocumentSummary {
    let options = out.options;
    headers::extract(input, &mut out);

    let meter = Meter::default();
    let mut start = Vec::new();
    if let Err(error) = body.by_ref().take(3).read_to_end(&mut start) {
        meter.error.set(Some(error.kind()));
    }
    let is_gzip = start == b"\x1f\x8b\x08";
    let whole = io::Cursor::new(start).chain(body);
    if is_gzip {
        // Empty members decompress to nothing, so the compressed bytes are limited too.
        let inflated = MultiGzDecoder::new(whole.take(options.max_bytes));
        read(input, &mut Metered::new(inflated, &meter, options.max_bytes), &mut out);
    } else {
        read(input, &mut Metered::new(whole, &meter, options.max_bytes), &mut out);
    }

    if let Some(text) = &mut out.text {
        text.finish();
    }
    let mut summary = out.summary;
    summary.bytes = meter.bytes.get();
    summary.shortfall.bytes = meter.limit_reached.get();
    summary.shortfall.read = meter.error.get();
    summary
}

fn read(input: &Input<'_>, body: &mut dyn Read, out: &mut Collector<'_>) {
    let head = read_head(body);
    let declared = input.header("content-type").next().map(MediaType::parse).unwrap_or_default();
    let outer = charset::outer(&head, declared.charset.as_deref());
    let document = match outer {
        Some(charset) if is_utf_16(charset.encoding) => {
            let (text, _) = charset.encoding.decode_with_bom_removal(&head);
            sniff(&declared.essence, input, text.as_bytes())
        }
        _ => sniff(&declared.essence, input, &head),
    };
    out.summary.document = document;
    if matches!(document, Type::Empty | Type::Binary) {
        return;
    }
    let tld = out.base().tld();
    let charset = outer.unwrap_or_else(|| charset::inner(document, &head, tld.as_deref()));
    out.summary.charset = Some(charset);
    let is_xml = is_xml(document, &head, charset.encoding.is_ascii_compatible());
    let form = match document {
        Type::Json if is_manifest(input, &declared.essence) => Form::Manifest,
        _ if is_xml => Form::Xml,
        _ => Form::Other,
    };
    let wants_source = out.text.is_some() && matches!(document, Type::Html | Type::Xhtml);
    let max_source = if wants_source { out.options.max_source } else { 0 };
    let mut whole = Overheard::new(io::Cursor::new(head).chain(body), max_source);
    let is_transcoded = is_xml || !charset.encoding.is_ascii_compatible();
    let (encoding, positions) = match is_transcoded {
        true => (UTF_8, BlockPositions::Utf8),
        false => (charset.encoding, BlockPositions::Source),
    };
    if let Some(text) = &mut out.text {
        text.set_encoding(encoding, positions);
    }
    out.encoding = encoding;
    if is_transcoded {
        parse(document, form, &mut Transcoded::new(&mut whole, charset.encoding), out);
    } else {
        parse(document, form, &mut whole, out);
    }
    if let Some(text) = out.text.as_mut().filter(|_| max_source > 0) {
        text.source(&whole.heard, charset.encoding);
    }
}

fn is_xml(document: Type, head: &[u8], is_ascii_compatible: bool) -> bool {
    match document {
        Type::Xhtml | Type::Svg | Type::Feed | Type::Xml => true,
        // Lists of addresses in UTF-16 do not occur.
        Type::Sitemap => {
            let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
            !is_ascii_compatible || head.trim_ascii_start().starts_with(b"<")
        }
        _ => false,
    }
}

/// What the type of a document does not say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Xml,
    Manifest,
    Other,
}

fn is_manifest(input: &Input<'_>, essence: &[u8]) -> bool {
    let name = input.path().rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    input.expect == Expect::Manifest
        || essence == b"application/manifest+json"
        || name.ends_with(b".webmanifest")
        || name == b"manifest.json"
}

fn parse(document: Type, form: Form, body: &mut dyn Read, out: &mut Collector<'_>) {
    match document {
        Type::Html => html::extract(body, out),
        Type::Css => {
            let mut scanner = css::Scanner::new(out.options.max_uri);
            each_piece(body, out, &mut |piece, out| {
                let found =
                    &mut |url: &[u8], kind| out.found_bytes(url, kind, LinkOrigin::Document);
                if piece.is_empty() { scanner.finish(found) } else { scanner.scan(piece, found) }
            });
        }
        Type::Json if form == Form::Manifest => {
            let mut scanner = manifest::Scanner::new(out.options.max_uri);
            each_piece(body, out, &mut |piece, out| {
                let found =
                    &mut |url: &[u8], kind| out.found_bytes(url, kind, LinkOrigin::Document);
                if piece.is_empty() { scanner.finish(found) } else { scanner.scan(piece, found) }
            });
        }
        Type::Script | Type::Json if out.options.guess_scripts => {
            let mut scanner = script::Scanner::new();
            each_piece(body, out, &mut |piece, out| {
                let found = &mut |guess: &[u8]| {
                    out.found(guess, LinkKind::Speculative, LinkOrigin::Document);
                };
                if piece.is_empty() { scanner.finish(found) } else { scanner.scan(piece, found) }
            });
        }
        Type::Robots => text::robots(body, out),
        Type::Sitemap if form != Form::Xml => text::uri_list(body, out),
        Type::Xhtml | Type::Svg | Type::Feed | Type::Xml | Type::Sitemap => {
            xml::extract(body, out);
        }
        Type::Text => text::plain(body, out),
        Type::Script | Type::Json | Type::Binary | Type::Empty => {}
    }
}

/// Calls back with each piece of the body, and at its end with an empty one.
fn each_piece(
    body: &mut dyn Read,
    out: &mut Collector<'_>,
    call: &mut dyn FnMut(&[u8], &mut Collector<'_>),
) {
    let mut buffer = vec![0; 32 << 10];
    while !out.is_full() {
        let len = body.read(&mut buffer).unwrap_or(0);
        call(&buffer[..len], out);
        if len == 0 {
            return;
        }
    }
}
