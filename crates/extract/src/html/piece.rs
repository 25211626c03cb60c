//! The bytes that the tokeniser is reading, and looking at them without a copy.

use std::borrow::Cow;
use std::io::Read;

use encoding_rs::Encoding;
use lol_html::html_content::{Attribute, SourceLocation};

use super::entity;
use super::tag::Attributes;
use crate::charset::to_utf8;

/// How much of a page is given to the tokeniser at a time.
const PIECE: usize = 32 << 10;

/// The piece of the page that the tokeniser is reading. Names and values within it are looked at
/// in place; the tokeniser would make a string of each.
pub(super) struct Piece {
    bytes: Vec<u8>,
    len: usize,
    /// Where in the tokeniser's input it begins.
    start: usize,
}

impl Piece {
    pub(super) fn new() -> Piece {
        Piece { bytes: vec![0; PIECE], len: 0, start: 0 }
    }

    pub(super) fn restart(&mut self) {
        (self.start, self.len) = (0, 0);
    }

    /// Reads the next piece; `false` at the end.
    pub(super) fn advance(&mut self, body: &mut dyn Read) -> bool {
        self.start += self.len;
        self.len = body.read(&mut self.bytes).unwrap_or(0);
        self.len > 0
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// What stands at a location, unless it began in an earlier piece.
    pub(super) fn at(&self, location: &SourceLocation) -> Option<&[u8]> {
        let range = location.bytes();
        self.bytes().get(range.start.checked_sub(self.start)?..range.end.checked_sub(self.start)?)
    }
}

/// The attributes of a tag, taken from the piece where they lie within it.
pub(super) struct PageAttributes<'a> {
    pub(super) attributes: &'a [Attribute<'a>],
    pub(super) piece: &'a Piece,
    pub(super) encoding: &'static Encoding,
}

impl Attributes for PageAttributes<'_> {
    fn get(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let attribute = self.attributes.iter().find(|attribute| {
            let Some(location) = attribute.name_source_location() else { return false };
            location.bytes().len() == name.len()
                && match self.piece.at(&location) {
                    Some(found) => found.eq_ignore_ascii_case(name.as_bytes()),
                    None => attribute.name() == name,
                }
        })?;
        let in_place = attribute.value_source_location().and_then(|it| self.piece.at(&it));
        let bytes = match in_place {
            Some(bytes) => Cow::Borrowed(bytes),
            None => page_bytes(Cow::Owned(attribute.value())),
        };
        let text = match bytes {
            Cow::Borrowed(bytes) => to_utf8(bytes, self.encoding),
            Cow::Owned(bytes) => Cow::Owned(to_utf8(&bytes, self.encoding).into_owned()),
        };
        Some(entity::unescaped(text))
    }
}

/// The name of a tag written so, and whether anything follows it.
pub(super) fn tag_name(tag: &[u8]) -> Option<(&str, bool)> {
    let inside = tag.strip_prefix(b"<")?;
    let len =
        inside.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'))?;
    let name = std::str::from_utf8(&inside[..len]).ok().filter(|name| name.is_ascii())?;
    Some((name, inside.get(len) != Some(&b'>')))
}

/// The bytes of the page that the tokeniser decoded by a charset that keeps each apart.
pub(super) fn page_bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    if !text.is_ascii() {
        let byte = |found: char| u8::try_from(u32::from(found) & 0xff).unwrap_or_default();
        return Cow::Owned(text.chars().map(byte).collect());
    }
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}
