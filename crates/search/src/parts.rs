//! The parts of a document that are indexed apart, with their weights, and the columns of numbers beside them.

use stodola_extract::{Block, BlockKind};
use tantivy::schema::{
    FAST, Field, IndexRecordOption, Schema, SchemaBuilder, TextFieldIndexing, TextOptions,
};

/// The name of the way in which texts are divided into words.
pub(crate) const TOKENISER: &str = "stodola";

/// A part of a document. Each is a field of the index; the order is that of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SearchPart {
    /// The title.
    Title,
    /// Headings of the first level.
    H1,
    /// Headings of the second level.
    H2,
    /// Headings of the third to sixth level.
    H3,
    /// Description and keywords.
    Lead,
    /// Paragraphs, captions, addresses and alternative texts; the whole text of PDF and plain text.
    Text,
    /// Items of lists.
    Item,
    /// Cells of tables.
    Cell,
    /// Everything in navigation and footers.
    Aside,
    /// The words of the address.
    Url,
    /// Of a picture: its alternative text, caption and file name.
    Image,
    /// Of a picture: the text around it, and the title of its page.
    Around,
}

/// How a part counts in the ranking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PartWeight {
    /// What an occurrence is worth; a paragraph is 1.
    pub(crate) weight: f32,
    /// How much the length of the part matters, from 0 to 1 (`b` of BM25).
    pub(crate) length: f32,
}

impl SearchPart {
    /// All parts, in the order of the fields.
    pub const ALL: [SearchPart; 12] = [
        SearchPart::Title,
        SearchPart::H1,
        SearchPart::H2,
        SearchPart::H3,
        SearchPart::Lead,
        SearchPart::Text,
        SearchPart::Item,
        SearchPart::Cell,
        SearchPart::Aside,
        SearchPart::Url,
        SearchPart::Image,
        SearchPart::Around,
    ];
    /// The parts of pages.
    pub(crate) const PAGE: &[SearchPart] = SearchPart::ALL.split_at(10).0;
    /// The parts of pictures.
    pub(crate) const PICTURE: &[SearchPart] = SearchPart::ALL.split_at(10).1;

    /// The name, as in `block:h1`. It is the name of the field too, and never changes.
    pub fn name(self) -> &'static str {
        match self {
            SearchPart::Title => "title",
            SearchPart::H1 => "h1",
            SearchPart::H2 => "h2",
            SearchPart::H3 => "h3",
            SearchPart::Lead => "description",
            SearchPart::Text => "paragraph",
            SearchPart::Item => "item",
            SearchPart::Cell => "cell",
            SearchPart::Aside => "navigation",
            SearchPart::Url => "url",
            SearchPart::Image => "image",
            SearchPart::Around => "around",
        }
    }

    /// Returns the part with a name, also with some usual other names; `None` if there is none.
    pub fn named(name: &str) -> Option<SearchPart> {
        let name = match name {
            "p" | "text" => "paragraph",
            "li" | "list" => "item",
            "td" | "th" | "table" => "cell",
            "nav" | "footer" => "navigation",
            "keywords" => "description",
            "h4" | "h5" | "h6" => "h3",
            "alt" | "caption" => "image",
            name => name,
        };
        SearchPart::ALL.into_iter().find(|part| part.name() == name)
    }

    /// Returns the part that a block of a page belongs to; `None` if it is not indexed, as it repeats another one.
    pub(crate) fn of(block: &Block<'_>) -> Option<SearchPart> {
        let part = match block.kind {
            BlockKind::Title => return Some(SearchPart::Title),
            BlockKind::Description | BlockKind::Keywords => return Some(SearchPart::Lead),
            BlockKind::LinkText => return None,
            BlockKind::H1 => SearchPart::H1,
            BlockKind::H2 => SearchPart::H2,
            BlockKind::H3 | BlockKind::H4 | BlockKind::H5 | BlockKind::H6 => SearchPart::H3,
            BlockKind::Paragraph | BlockKind::Caption | BlockKind::Address | BlockKind::AltText => {
                SearchPart::Text
            }
            BlockKind::ListItem => SearchPart::Item,
            BlockKind::TableCell => SearchPart::Cell,
        };
        Some(if block.within.nav || block.within.footer { SearchPart::Aside } else { part })
    }

    pub(crate) fn weight(self) -> PartWeight {
        let (weight, length) = match self {
            SearchPart::Title => (5.0, 0.4),
            SearchPart::H1 => (3.5, 0.4),
            SearchPart::H2 => (2.0, 0.5),
            SearchPart::H3 => (1.5, 0.5),
            SearchPart::Lead => (2.0, 0.5),
            SearchPart::Text => (1.0, 0.75),
            SearchPart::Item => (0.9, 0.75),
            SearchPart::Cell => (0.8, 0.75),
            SearchPart::Aside => (0.1, 0.75),
            SearchPart::Url => (1.5, 0.5),
            SearchPart::Image => (3.0, 0.5),
            SearchPart::Around => (1.0, 0.75),
        };
        PartWeight { weight, length }
    }
}

/// The fields of the index.
#[derive(Clone)]
pub(crate) struct Fields {
    pub(crate) schema: Schema,
    parts: Vec<Field>,
    pub(crate) content: Field,
    pub(crate) facts: Field,
    pub(crate) simhash: Field,
}

/// Names of the columns.
pub(crate) const CONTENT: &str = "content";
pub(crate) const FACTS: &str = "facts";
pub(crate) const SIMHASH: &str = "simhash";

impl Fields {
    pub(crate) fn new() -> Fields {
        let mut builder = SchemaBuilder::new();
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(TOKENISER)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        let options = TextOptions::default().set_indexing_options(indexing);
        let parts = SearchPart::ALL
            .iter()
            .map(|part| builder.add_text_field(part.name(), options.clone()))
            .collect();
        let content = builder.add_u64_field(CONTENT, FAST);
        let facts = builder.add_u64_field(FACTS, FAST);
        let simhash = builder.add_u64_field(SIMHASH, FAST);
        Fields { schema: builder.build(), parts, content, facts, simhash }
    }

    pub(crate) fn part(&self, part: SearchPart) -> Field {
        self.parts[part as usize]
    }
}

/// What a document of the index is, in one number: a column of the index.
///
/// ```text
/// bits  0..6  type   6..16 language   16..26 status   26..64 site
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Number of its [`DocumentType`](crate::DocumentType).
    pub(crate) kind: u8,
    /// Number of its language; 0 if it is not known, or has no number that fits.
    pub(crate) language: u16,
    /// HTTP status; 0 without one.
    pub(crate) status: u16,
    /// Number of its host.
    pub(crate) site: u32,
}

impl Facts {
    pub(crate) fn pack(self) -> u64 {
        let language = if self.language < 1024 { self.language } else { 0 };
        u64::from(self.kind & 63)
            | u64::from(language) << 6
            | u64::from(self.status.min(1023)) << 16
            | u64::from(self.site) << 26
    }

    pub(crate) fn unpack(number: u64) -> Facts {
        Facts {
            kind: (number & 63) as u8,
            language: (number >> 6 & 1023) as u16,
            status: (number >> 16 & 1023) as u16,
            site: (number >> 26) as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_back_from_their_number() {
        let facts = Facts { kind: 5, language: 1023, status: 404, site: u32::MAX };
        assert_eq!(Facts::unpack(facts.pack()), facts);
        assert_eq!(Facts::unpack(Facts { language: 1024, ..facts }.pack()).language, 0);
    }

    #[test]
    fn parts_are_found_by_their_names() {
        for part in SearchPart::ALL {
            assert_eq!(SearchPart::named(part.name()), Some(part));
        }
        assert_eq!(SearchPart::named("td"), Some(SearchPart::Cell));
        assert_eq!(SearchPart::named("x"), None);
        assert!(SearchPart::PAGE.contains(&SearchPart::Url));
        assert_eq!(SearchPart::PICTURE, [SearchPart::Image, SearchPart::Around]);
    }
}
