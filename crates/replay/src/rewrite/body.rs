//! A body on its way to the browser, piece by piece.

use std::io::{self, Read, Write};

use super::charset::{SecondBytes, Transcoder, transcoding};
use super::context::ReplayContext;
use super::css::CssRewriter;
use super::hls::HlsRewriter;
use super::html::HtmlRewriter;
use super::js::ScriptRewriter;
use super::json::{JsonpRewriter, ManifestRewriter};
use super::kind::BodyKind;
use super::link::LinkRewriter;
use super::xml::XmlRewriter;
use crate::Modifier;

/// Rewrites a body that comes in pieces of any size; what comes out does not depend on them.
///
/// Memory is bounded whatever the size of the body: at most one tag, string or address is held. What is longer than
/// the limit passes as it was captured, with the links in it, and rewriting continues behind it; [`RewriteSummary`]
/// counts that. Everything that is not a link comes out byte for byte as it went in, whatever its charset.
///
/// ```
/// use stodola_replay::{BodyKind, BodyRewriter, Modifier, ReplayContext};
///
/// let context = ReplayContext::new("/web/", "20140126200624", b"http://a.example/x/", Modifier::Page);
/// let mut rewriter = BodyRewriter::new(BodyKind::Html, None, &context);
/// let mut out = Vec::new();
/// rewriter.write(b"<p>\xff<img src=/a.p", &mut out);
/// rewriter.write(b"ng>", &mut out);
/// rewriter.end(&mut out);
/// assert_eq!(out, b"<p>\xff<img src=/web/20140126200624im_/http://a.example/a.png>");
/// ```
pub struct BodyRewriter {
    links: LinkRewriter,
    /// `None` until enough of the body is there to tell its charset.
    transcoder: Option<Transcoder>,
    charset: Option<Vec<u8>>,
    start: Vec<u8>,
    engine: Engine,
    /// Bytes on their way into and out of the engine, if the body is transcoded.
    plain: Vec<u8>,
    rewritten: Vec<u8>,
}

/// What happened on the way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RewriteSummary {
    /// Number of tags that were too long to be held, or had too many attributes, and passed as they were captured.
    pub long_tags: u64,
    /// Number of scripts that could not be read to their end. They are unchanged from there on.
    pub broken_scripts: u64,
}

enum Engine {
    Pass,
    Html(Box<HtmlRewriter>),
    Xml(Box<XmlRewriter>),
    Css(CssRewriter),
    Script(Box<ScriptRewriter>),
    Jsonp(JsonpRewriter),
    Manifest(ManifestRewriter),
    Hls(HlsRewriter),
}

/// So many bytes tell whether a body is in UTF-16.
const START: usize = 4;

impl BodyRewriter {
    /// A rewriter for a body of this kind. `charset` is what the header of the capture declares, if it does.
    ///
    /// Only UTF-16 and ISO-2022-JP matter here, in which bytes of ASCII do not mean themselves. Such bodies are
    /// rewritten and sent in the same charset.
    pub fn new(kind: BodyKind, charset: Option<&[u8]>, context: &ReplayContext) -> BodyRewriter {
        let mut links = LinkRewriter::new(context);
        links.second_bytes = charset.map(SecondBytes::of).unwrap_or_default();
        BodyRewriter {
            links,
            transcoder: None,
            charset: charset.map(<[u8]>::to_vec),
            start: Vec::new(),
            engine: Engine::new(kind, charset.is_some(), context),
            plain: Vec::new(),
            rewritten: Vec::new(),
        }
    }

    /// Takes the next piece of the body; appends to `out` what can be sent.
    pub fn write(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        if matches!(self.engine, Engine::Pass) {
            out.extend_from_slice(piece);
            return;
        }
        if self.transcoder.is_some() {
            self.take(piece, false, out);
            return;
        }
        if self.start.is_empty() && piece.len() >= START {
            self.transcoder = Some(transcoding(self.charset.as_deref(), piece));
            self.take(piece, false, out);
            return;
        }
        self.start.extend_from_slice(piece);
        if self.start.len() >= START {
            let start = std::mem::take(&mut self.start);
            self.transcoder = Some(transcoding(self.charset.as_deref(), &start));
            self.take(&start, false, out);
        }
    }

    /// Appends what was held, at the end of the body.
    pub fn end(mut self, out: &mut Vec<u8>) -> RewriteSummary {
        let start = std::mem::take(&mut self.start);
        self.transcoder.get_or_insert_with(|| transcoding(self.charset.as_deref(), &start));
        self.take(&start, true, out);
        self.engine.summary()
    }

    fn take(&mut self, piece: &[u8], is_last: bool, out: &mut Vec<u8>) {
        let Some(transcoder) = &mut self.transcoder else { return };
        if transcoder.passes(piece) {
            self.engine.take(piece, is_last, &mut self.links, out);
            return;
        }
        self.plain.clear();
        self.rewritten.clear();
        transcoder.decode(piece, is_last, &mut self.plain);
        self.engine.take(&self.plain, is_last, &mut self.links, &mut self.rewritten);
        transcoder.encode(&self.rewritten, is_last, out);
    }
}

impl Engine {
    fn new(kind: BodyKind, has_charset: bool, context: &ReplayContext) -> Engine {
        match (kind, context.modifier) {
            (_, Modifier::Identity | Modifier::IdentityWithRedirects) => Engine::Pass,
            (BodyKind::Html, _) => Engine::Html(Box::new(HtmlRewriter::new(context, has_charset))),
            (_, Modifier::BannerOnly) => Engine::Pass,
            (BodyKind::Xml, _) => Engine::Xml(Box::new(XmlRewriter::new(context))),
            (BodyKind::Dash, _) => Engine::Xml(Box::new(XmlRewriter::dash())),
            (BodyKind::Css, _) => Engine::Css(CssRewriter::new(super::css::Place::Sheet)),
            (BodyKind::Jsonp, _) => Engine::Jsonp(JsonpRewriter::new(context)),
            (BodyKind::Script, _) if context.client.is_some() => {
                Engine::Script(Box::new(ScriptRewriter::new_file()))
            }
            (BodyKind::Manifest, _) => Engine::Manifest(ManifestRewriter::default()),
            (BodyKind::Hls, _) => Engine::Hls(HlsRewriter::default()),
            (BodyKind::Script | BodyKind::Json | BodyKind::Opaque, _) => Engine::Pass,
        }
    }

    fn take(&mut self, piece: &[u8], is_last: bool, links: &mut LinkRewriter, out: &mut Vec<u8>) {
        match self {
            Engine::Pass => out.extend_from_slice(piece),
            Engine::Html(html) => html.take(piece, is_last, links, out),
            Engine::Xml(xml) => xml.take(piece, is_last, links, out),
            Engine::Css(css) => css.take(piece, is_last, links, out),
            Engine::Script(script) => script.take(piece, is_last, links, out),
            Engine::Jsonp(jsonp) => jsonp.take(piece, is_last, out),
            Engine::Manifest(manifest) => manifest.take(piece, is_last, links, out),
            Engine::Hls(hls) => hls.take(piece, is_last, links, out),
        }
    }

    fn summary(&self) -> RewriteSummary {
        match self {
            Engine::Html(html) => html.summary(),
            Engine::Xml(xml) => xml.summary(),
            Engine::Script(script) => RewriteSummary {
                broken_scripts: u64::from(script.is_broken()),
                ..RewriteSummary::default()
            },
            Engine::Pass
            | Engine::Css(_)
            | Engine::Jsonp(_)
            | Engine::Manifest(_)
            | Engine::Hls(_) => RewriteSummary::default(),
        }
    }
}

/// Rewrites everything that can be read, and writes it. Errors are those of reading and writing; what was written
/// before stays written.
pub fn rewrite_body(
    kind: BodyKind,
    charset: Option<&[u8]>,
    context: &ReplayContext,
    mut body: impl Read,
    mut sink: impl Write,
) -> io::Result<RewriteSummary> {
    const PIECE: usize = 64 << 10;
    let mut rewriter = BodyRewriter::new(kind, charset, context);
    let mut piece = vec![0; PIECE];
    let mut out = Vec::with_capacity(PIECE + PIECE / 2);
    loop {
        let len = match body.read(&mut piece) {
            Ok(0) => break,
            Ok(len) => len,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        out.clear();
        rewriter.write(&piece[..len], &mut out);
        sink.write_all(&out)?;
    }
    out.clear();
    let summary = rewriter.end(&mut out);
    sink.write_all(&out)?;
    Ok(summary)
}
