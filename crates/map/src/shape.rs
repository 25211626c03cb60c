//! What a link is beside its target, as one small number: most links of a site have one of a few shapes.

use crate::varint::{Cursor, put_bytes};
use stodola_extract::{BlockKind, LinkKind, Requisite, Within};

/// Maximum length of the name of an element or attribute, and of a relation, in bytes; the rest is cut.
const WORD_MAX: usize = 64;

/// What a link is beside its target: how it stands on its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkShape {
    /// What it is for.
    pub kind: LinkKind,
    /// Name of the element that contains it; empty if it is in an HTTP header or a document without elements.
    pub element: String,
    /// Name of the attribute that contains it; empty if it is in no attribute.
    pub attribute: String,
    /// The relation (`rel`) in the document; empty if there is none.
    pub rel: String,
    /// Whether the page asks robots not to follow it.
    pub nofollow: bool,
    /// The kind of text that it stands in, and the parts of the page around it; `None` if it is not known.
    pub block: Option<(BlockKind, Within)>,
}

impl LinkShape {
    /// A shape of which only the purpose is known.
    pub fn of_kind(kind: LinkKind) -> LinkShape {
        let (element, attribute, rel) = Default::default();
        LinkShape { kind, element, attribute, rel, nofollow: false, block: None }
    }

    /// Whether the link has this word in its relation.
    pub fn has_rel(&self, word: &str) -> bool {
        self.rel.split_ascii_whitespace().any(|it| it.eq_ignore_ascii_case(word))
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let (block, within) = match self.block {
            Some((block, within)) => (1 + position(&BLOCKS, &block), within),
            None => (0, Within::default()),
        };
        let marks = u8::from(self.nofollow)
            | u8::from(within.nav) << 1
            | u8::from(within.footer) << 2
            | u8::from(within.address) << 3;
        let mut bytes = vec![position(&KINDS, &self.kind), block, marks];
        for word in [&self.element, &self.attribute, &self.rel] {
            put_bytes(&mut bytes, &word.as_bytes()[..word.floor_char_boundary(WORD_MAX)]);
        }
        bytes
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<LinkShape> {
        let (&[kind, block, marks], words) = bytes.split_first_chunk()?;
        let mut cursor = Cursor::new(words);
        let mut word = || String::from_utf8(cursor.bytes()?.to_vec()).ok();
        let (element, attribute, rel) = (word()?, word()?, word()?);
        let has = |bit: u8| marks & 1 << bit != 0;
        let within = Within { nav: has(1), footer: has(2), address: has(3) };
        let block = match block.checked_sub(1) {
            Some(block) => Some((*BLOCKS.get(usize::from(block))?, within)),
            None => None,
        };
        let kind = *KINDS.get(usize::from(kind))?;
        Some(LinkShape { kind, element, attribute, rel, nofollow: has(0), block })
    }
}

/// The code of a value is its place in its list. Lists only grow at their end.
fn position<T: PartialEq>(list: &[T], value: &T) -> u8 {
    // A test has every value.
    list.iter().position(|it| it == value).unwrap_or_default() as u8
}

const KINDS: [LinkKind; 17] = [
    LinkKind::Navigation,
    LinkKind::Redirect,
    LinkKind::Alternate,
    LinkKind::Feed,
    LinkKind::Sitemap,
    LinkKind::Listed,
    LinkKind::Form,
    LinkKind::Speculative,
    LinkKind::Requisite(Requisite::Image),
    LinkKind::Requisite(Requisite::Style),
    LinkKind::Requisite(Requisite::Script),
    LinkKind::Requisite(Requisite::Frame),
    LinkKind::Requisite(Requisite::Media),
    LinkKind::Requisite(Requisite::Font),
    LinkKind::Requisite(Requisite::Object),
    LinkKind::Requisite(Requisite::Manifest),
    LinkKind::Requisite(Requisite::Other),
];

const BLOCKS: [BlockKind; 16] = [
    BlockKind::Title,
    BlockKind::H1,
    BlockKind::H2,
    BlockKind::H3,
    BlockKind::H4,
    BlockKind::H5,
    BlockKind::H6,
    BlockKind::Paragraph,
    BlockKind::ListItem,
    BlockKind::TableCell,
    BlockKind::Caption,
    BlockKind::Address,
    BlockKind::LinkText,
    BlockKind::AltText,
    BlockKind::Description,
    BlockKind::Keywords,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_come_back_and_damage_is_noticed() {
        for kind in KINDS {
            for block in BLOCKS {
                let within = Within { nav: true, footer: false, address: true };
                let shape = LinkShape {
                    kind,
                    element: "a".into(),
                    attribute: "href".into(),
                    rel: "next žluť".into(),
                    nofollow: true,
                    block: Some((block, within)),
                };
                let bytes = shape.encode();
                assert_eq!(LinkShape::decode(&bytes), Some(shape));
                for end in 0..bytes.len() {
                    assert_eq!(LinkShape::decode(&bytes[..end]), None);
                }
            }
        }
        let long = LinkShape { rel: "ž".repeat(1000), ..LinkShape::of_kind(LinkKind::Form) };
        assert_eq!(LinkShape::decode(&long.encode()).unwrap().rel, "ž".repeat(32));
        assert!(LinkShape { rel: "me NEXT".into(), ..long }.has_rel("next"));
        assert_eq!(LinkShape::decode(&[99, 0, 0, 0, 0, 0]), None);
    }
}
