//! The text of a page as typed blocks.
//!
//! A block is a piece of text with one meaning: a heading, a paragraph, a table cell, the text of a link. Blocks are in
//! the order of the document and have their position in it.

mod list;
mod outline;

use std::ops::Range;

pub(crate) use self::list::{BlockList, BlockWriter, Part};

/// One block of a page, borrowed from its [`PageText`](crate::PageText).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// The kind of text.
    pub kind: BlockKind,
    /// The parts of the page that the block stands in.
    pub within: Within,
    /// Position of the block, in bytes from the beginning of the document; [`BlockPositions`] says of which document.
    /// The range begins with the first byte of the text and ends behind its last one; tags, comments and hidden text
    /// between them are part of it. For alternative texts, descriptions and keywords it is the range of the start tag.
    /// Never empty.
    pub position: Range<u64>,
    /// The text in UTF-8 on one line, with character references decoded and single spaces. Never empty.
    pub text: &'a str,
}

/// The kind of text in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockKind {
    /// The title of the document: `title`.
    Title,
    /// A heading of the first level.
    H1,
    /// A heading of the second level.
    H2,
    /// A heading of the third level.
    H3,
    /// A heading of the fourth level.
    H4,
    /// A heading of the fifth level.
    H5,
    /// A heading of the sixth level.
    H6,
    /// Text of a `p`, and all text of no other kind; a line of plain text.
    Paragraph,
    /// Text of a `li`, `dt` or `dd`.
    ListItem,
    /// Text of a `td` or `th`.
    TableCell,
    /// Text of a `caption`, `figcaption` or `legend`.
    Caption,
    /// Text of an `address`.
    Address,
    /// Text of an `a` with an address. It is also part of the block around it. Given only if
    /// [`ExtractOptions::anchor_text`](crate::ExtractOptions) is not 0, and cut after that number of bytes.
    LinkText,
    /// The alternative text of a picture: the `alt` of an `img`, `area` or `input`.
    AltText,
    /// The description of the document: `meta name=description`.
    Description,
    /// The keywords of the document: `meta name=keywords`.
    Keywords,
}

impl BlockKind {
    /// Whether blocks of this kind are the lines of [`PageText::text`](crate::PageText). The others repeat a part of a
    /// line (the text of a link) or are not shown on the page.
    pub fn is_line(self) -> bool {
        match self {
            BlockKind::H1
            | BlockKind::H2
            | BlockKind::H3
            | BlockKind::H4
            | BlockKind::H5
            | BlockKind::H6
            | BlockKind::Paragraph
            | BlockKind::ListItem
            | BlockKind::TableCell
            | BlockKind::Caption
            | BlockKind::Address => true,
            BlockKind::Title
            | BlockKind::LinkText
            | BlockKind::AltText
            | BlockKind::Description
            | BlockKind::Keywords => false,
        }
    }
}

/// The parts of a page that a block stands in: elements around it, at whatever distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Within {
    /// Whether the block is in a `nav`.
    pub nav: bool,
    /// Whether the block is in a `footer`.
    pub footer: bool,
    /// Whether the block is in an `address`.
    pub address: bool,
}

/// The document in which the positions of blocks count bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BlockPositions {
    /// The body as it was given, or decompressed if it is a gzip file. Used for HTML and plain text in all charsets
    /// except UTF-16 and ISO-2022-JP. A byte order mark counts.
    #[default]
    Source,
    /// That document converted to UTF-8: without the byte order mark, and with U+FFFD in place of bytes that are not
    /// valid in the charset. Used for XHTML, and for HTML and plain text in UTF-16 or ISO-2022-JP.
    Utf8,
}
