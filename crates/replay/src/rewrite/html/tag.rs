//! Single tags, for documents that are no HTML but have its attributes.

use stodola_extract::markup::{Attribute, Sink, StartTag, Tokeniser};

use super::element::Action;
use super::{DeclaredCharset, Flow, HtmlRewriter, MAX_MARKUP, Page, Settings};
use crate::rewrite::body::RewriteSummary;
use crate::rewrite::context::ClientScript;
use crate::rewrite::link::LinkRewriter;

/// Rewrites single tags, for documents that are no HTML but have its attributes.
pub(in crate::rewrite) struct TagRewriter {
    page: Page,
}

impl TagRewriter {
    pub(in crate::rewrite) fn new(client: Option<ClientScript>) -> TagRewriter {
        let settings = Settings { client, banner_only: false, depth: 0 };
        TagRewriter { page: HtmlRewriter::with(settings, None, DeclaredCharset::None).page }
    }

    /// Rewrites one start tag. `decide` is asked about the tag itself, and then about each attribute.
    pub(in crate::rewrite) fn rewrite(
        &mut self,
        tag: &[u8],
        links: &mut LinkRewriter,
        out: &mut Vec<u8>,
        decide: impl FnMut(&StartTag<'_>, Option<&Attribute<'_>>) -> Action,
    ) {
        let flow = Flow { page: &mut self.page, links, out, piece: tag, start: 0, copied: 0 };
        let mut single = SingleTag { flow, decide };
        Tokeniser::new(MAX_MARKUP).feed(tag, true, &mut single);
        single.flow.copy_to(tag.len() as u64);
    }

    pub(in crate::rewrite) fn count_long(&mut self) {
        self.page.summary.long_tags += 1;
    }

    pub(in crate::rewrite) fn count_broken(&mut self, is_broken: bool) {
        self.page.summary.broken_scripts += u64::from(is_broken);
    }

    pub(in crate::rewrite) fn summary(&self) -> RewriteSummary {
        self.page.summary
    }
}

struct SingleTag<'a, D> {
    flow: Flow<'a>,
    decide: D,
}

impl<D: FnMut(&StartTag<'_>, Option<&Attribute<'_>>) -> Action> Sink for SingleTag<'_, D> {
    fn start(&mut self, tag: &StartTag<'_>) {
        (self.decide)(tag, None);
        for attribute in tag.attributes.iter() {
            let action = (self.decide)(tag, Some(&attribute));
            self.flow.attribute(tag.position.start + 1, &attribute, action);
        }
    }

    fn end(&mut self, _: &[u8]) {}

    fn text(&mut self, _: &[u8], _: u64) {}

    fn fell_short(&mut self) {
        self.flow.page.summary.long_tags += 1;
    }

    fn is_full(&self) -> bool {
        false
    }
}
