//! Any bytes may be replayed. Whatever they are, it does not matter in what pieces they come; bytes in which nothing
//! can be a link come out as they went in; what comes out has every byte that went in, but for those of links; and
//! what was rewritten once is not rewritten again.

use std::sync::Arc;

use stodola_replay::{BodyKind, BodyRewriter, ClientScript, Modifier, ReplayContext};

const PREFIX: &str = "http://replay.test/web/";

const KINDS: &[(&[u8], BodyKind)] = &[
    (b"html", BodyKind::Html),
    (b"xml", BodyKind::Xml),
    (b"css", BodyKind::Css),
    (b"script", BodyKind::Script),
    (b"jsonp", BodyKind::Jsonp),
    (b"manifest", BodyKind::Manifest),
    (b"hls", BodyKind::Hls),
    (b"dash", BodyKind::Dash),
];

/// The first line names a kind, and may have a charset behind it; the rest is a body.
pub(crate) fn run(bytes: &[u8]) {
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0);
    let (line, body) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    let mut words = line.split(|byte| *byte == b' ');
    let name = words.next().unwrap_or_default();
    let charset = words.next();
    let kind =
        KINDS.iter().find(|(known, _)| *known == name).map_or(BodyKind::Html, |(_, kind)| *kind);
    for modifier in [Modifier::Page, Modifier::Module] {
        let mut context =
            ReplayContext::new(PREFIX, "20140126200624", b"https://a.example/b/c?d", modifier);
        context.callback = Some(b"asked".to_vec());
        check(kind, charset, &context, body);
        let context = context
            .with_client(ClientScript { markup: Arc::from(&b"<script>client</script>"[..]) });
        check(kind, charset, &context, body);
    }
}

fn check(kind: BodyKind, charset: Option<&[u8]>, context: &ReplayContext, body: &[u8]) {
    let whole = rewritten(kind, charset, context, body, body.len());
    for len in [1, 2, 3, 7, 64] {
        let pieces = rewritten(kind, charset, context, body, len);
        assert_eq!(
            String::from_utf8_lossy(&pieces),
            String::from_utf8_lossy(&whole),
            "pieces of {len} give something else"
        );
    }
    // Without these bytes there is no address but in a playlist, and no name that is exchanged.
    let may_link = body.iter().any(|byte| b"/\\:&.?%".contains(byte)) || kind == BodyKind::Hls;
    if !may_link && context.client.is_none() && kind != BodyKind::Jsonp {
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("data-stodola-", "");
        let is_relative = whole.windows(5).any(|it| it == b"/web/");
        if !is_relative && charset.is_none() {
            assert_eq!(shown(&whole), shown(body), "bytes without a link have changed");
        }
    }
    if context.client.is_none() {
        let again = rewritten(kind, charset, context, &whole, whole.len());
        let twice = [format!("_/{PREFIX}"), "_/https://a.example/web/20140126200624".to_owned()];
        let count = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            twice.iter().map(|it| text.matches(it.as_str()).count()).sum::<usize>()
        };
        assert!(count(&again) <= count(&whole), "a link was rewritten twice");
    }
}

fn rewritten(
    kind: BodyKind,
    charset: Option<&[u8]>,
    context: &ReplayContext,
    body: &[u8],
    len: usize,
) -> Vec<u8> {
    let mut rewriter = BodyRewriter::new(kind, charset, context);
    let mut out = Vec::new();
    for piece in body.chunks(len.max(1)) {
        rewriter.write(piece, &mut out);
    }
    rewriter.end(&mut out);
    out
}
