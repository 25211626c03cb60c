//! The tags of a page as the tokeniser sees them, to compare it with other tokenisers. Only with the feature `tokens`.

use std::borrow::Cow;

use crate::html::entity::unescaped;
use crate::html::tokenise::{Sink, StartTag, Tokeniser};

/// A tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tag {
    /// A start tag.
    Start {
        /// Name in lower case; empty if it is longer than 16 bytes.
        name: Vec<u8>,
        /// Names as written and values with references decoded, including duplicates. Without `id`, `class` and
        /// `title`, which never contain a link.
        attributes: Vec<(Vec<u8>, Vec<u8>)>,
        /// Whether it ends with `/>`.
        is_self_closing: bool,
    },
    /// An end tag with this name.
    End(Vec<u8>),
}

/// Returns the tags of a page.
pub fn tags(page: &[u8]) -> Vec<Tag> {
    let mut tags = Tags(Vec::new());
    Tokeniser::new(1 << 20).feed(page, true, &mut tags);
    tags.0
}

struct Tags(Vec<Tag>);

impl Sink for Tags {
    fn start(&mut self, tag: &StartTag<'_>) {
        let attributes = tag
            .attributes
            .iter()
            .map(|it| (it.name.to_vec(), unescaped(Cow::Borrowed(it.value)).into_owned()));
        self.0.push(Tag::Start {
            name: tag.name.to_vec(),
            attributes: attributes.collect(),
            is_self_closing: tag.is_self_closing,
        });
    }

    fn end(&mut self, name: &[u8]) {
        self.0.push(Tag::End(name.to_vec()));
    }

    fn text(&mut self, _: &[u8], _: u64) {}

    fn fell_short(&mut self) {}

    fn is_full(&self) -> bool {
        false
    }
}
