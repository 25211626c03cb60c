//! Contexts and pieces for all tests.

use std::sync::Arc;

use stodola_replay::{
    BodyKind, BodyRewriter, ClientScript, Modifier, ReplayContext, RewriteSummary,
};

pub(crate) const PREFIX: &str = "http://r.test/web/";
pub(crate) const TIME: &str = "20140126200624";
pub(crate) const CLIENT: &str = "<script src=\"/client.js\"></script>";

pub(crate) fn context(uri: &[u8], modifier: Modifier) -> ReplayContext {
    ReplayContext::new(PREFIX, TIME, uri, modifier)
}

pub(crate) fn client() -> ClientScript {
    ClientScript { markup: Arc::from(CLIENT.as_bytes()) }
}

/// Rewrites a body that comes in pieces of the lengths that `cut` gives.
pub(crate) fn rewrite_in_pieces(
    kind: BodyKind,
    charset: Option<&[u8]>,
    context: &ReplayContext,
    body: &[u8],
    mut cut: impl FnMut() -> usize,
) -> (Vec<u8>, RewriteSummary) {
    let mut rewriter = BodyRewriter::new(kind, charset, context);
    let mut out = Vec::new();
    let mut rest = body;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(cut().clamp(1, rest.len()));
        rewriter.write(piece, &mut out);
        rest = after;
    }
    let summary = rewriter.end(&mut out);
    (out, summary)
}

pub(crate) fn rewrite(
    kind: BodyKind,
    context: &ReplayContext,
    body: &[u8],
) -> (Vec<u8>, RewriteSummary) {
    rewrite_in_pieces(kind, None, context, body, || usize::MAX)
}

/// Numbers that look random and are the same in each run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}
