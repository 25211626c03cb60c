//! What a page says: its title, its text as a reader sees it, the languages it declares, and whom
//! it tells to write to or to call.
//!
//! Text is gathered block by block in the charset of the page, and then made UTF-8 at once, with
//! character references undone and blanks made one. What is collected does not depend on the pieces
//! a page comes in.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use crate::html::entity;

/// So much of a block is gathered before it is made UTF-8.
const MAX_PENDING: usize = 64 << 10;
/// A longer title is cut.
const MAX_TITLE: usize = 4 << 10;
/// So many languages are kept, and as many characters of each.
const MAX_LANGUAGES: usize = 16;
const MAX_TAG: usize = 64;
/// So many contacts are kept, and as many bytes of each.
const MAX_CONTACTS: usize = 256;
const MAX_CONTACT: usize = 320;

/// What a page says, beside its links.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageText {
    /// The title; the first one, if there are more.
    pub title: Option<String>,
    /// The languages of `html` and `body` (`lang`, `xml:lang`) and of `meta` elements, as written.
    pub languages: Vec<String>,
    /// The visible text: a line for each block, without empty ones; blanks are single.
    pub text: String,
    /// Addresses of `mailto:` and `tel:` links, as written.
    pub contacts: Vec<String>,
    /// Whether there was more text than the options allow.
    pub is_cut: bool,
}

/// Fills a [`PageText`].
pub(crate) struct Writer<'a> {
    page: &'a mut PageText,
    max_text: usize,
    encoding: &'static Encoding,
    /// Bytes of the block at hand, in the charset of the page.
    pending: Vec<u8>,
    /// Whether the last line of the text is still open.
    is_open: bool,
    title: Option<Vec<u8>>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(page: &'a mut PageText, max_text: usize) -> Writer<'a> {
        let pending = Vec::new();
        Writer { page, max_text, encoding: UTF_8, pending, is_open: false, title: None }
    }

    pub(crate) fn set_encoding(&mut self, encoding: &'static Encoding) {
        self.encoding = encoding;
    }

    /// Whether there is no room for more text.
    pub(crate) fn is_full(&self) -> bool {
        self.page.is_cut
    }

    /// More visible text.
    pub(crate) fn text(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() && !self.page.is_cut {
            let room = MAX_PENDING - self.pending.len();
            let (now, later) = bytes.split_at(bytes.len().min(room));
            self.pending.extend_from_slice(now);
            bytes = later;
            if self.pending.len() == MAX_PENDING {
                self.write_words();
            }
        }
    }

    /// The block ends here.
    pub(crate) fn block(&mut self) {
        if !self.pending.is_empty() {
            let pending = std::mem::take(&mut self.pending);
            self.write(&pending);
            self.pending = pending;
            self.pending.clear();
        }
        if std::mem::take(&mut self.is_open) && !self.page.is_cut {
            self.page.text.push('\n');
        }
    }

    /// More of the title.
    pub(crate) fn title(&mut self, bytes: &[u8]) {
        if self.page.title.is_none() {
            let title = self.title.get_or_insert_default();
            let room = MAX_TITLE.saturating_sub(title.len());
            title.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
    }

    /// The title ends here.
    pub(crate) fn end_title(&mut self) {
        let Some(title) = self.title.take() else { return };
        let title = readable(&title, self.encoding);
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        if !title.is_empty() && self.page.title.is_none() {
            self.page.title = Some(title);
        }
    }

    /// A language that the page declares.
    pub(crate) fn language(&mut self, tag: &[u8]) {
        let tag = String::from_utf8_lossy(tag);
        let tag: String = tag.trim().chars().take(MAX_TAG).collect();
        let languages = &mut self.page.languages;
        if !tag.is_empty() && languages.len() < MAX_LANGUAGES && !languages.contains(&tag) {
            languages.push(tag);
        }
    }

    /// A reference that cannot be harvested.
    pub(crate) fn contact(&mut self, reference: &[u8]) {
        let reference = reference.trim_ascii();
        let is_contact = [&b"mailto:"[..], b"tel:"].iter().any(|scheme| {
            reference.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        });
        if is_contact && self.page.contacts.len() < MAX_CONTACTS {
            let reference = &reference[..reference.len().min(MAX_CONTACT)];
            let contact = String::from_utf8_lossy(reference).into_owned();
            if !self.page.contacts.contains(&contact) {
                self.page.contacts.push(contact);
            }
        }
    }

    /// The page ends here.
    pub(crate) fn finish(&mut self) {
        self.end_title();
        self.block();
    }

    /// Writes the whole words of a long block and keeps the rest of it.
    fn write_words(&mut self) {
        let last = self.pending.iter().rposition(u8::is_ascii_whitespace);
        let rest = self.pending.split_off(last.unwrap_or(self.pending.len()));
        let words = std::mem::replace(&mut self.pending, rest);
        self.write(&words);
    }

    fn write(&mut self, bytes: &[u8]) {
        let text = readable(bytes, self.encoding);
        for word in text_words(&text) {
            let blank = usize::from(self.is_open);
            let room = self.max_text.saturating_sub(self.page.text.len() + blank);
            if word.len() >= room {
                // The byte that is left is for the end of the line.
                self.page.is_cut = true;
                return;
            }
            if self.is_open {
                self.page.text.push(' ');
            }
            self.page.text.push_str(word);
            self.is_open = true;
        }
    }
}

/// What blanks part.
fn text_words(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    // Blanks beyond ASCII begin with one of these bytes. Most texts have none of them, and need not
    // be taken apart into characters.
    let is_plain =
        memchr::memchr3(0xe1, 0xe2, 0xe3, bytes).is_none() && memchr::memchr(0xc2, bytes).is_none();
    let other = (!is_plain).then(|| text.split_whitespace()).into_iter().flatten();
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let mut at = if is_plain { 0 } else { bytes.len() };
    let plain = std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(|byte| !is_blank(byte))?;
        let length = bytes[start..].iter().position(is_blank);
        at = length.map_or(bytes.len(), |length| start + length);
        Some(&text[start..at])
    });
    plain.chain(other)
}

/// Text as it is meant: in UTF-8, character references undone, without signs that only say where a
/// word may be broken.
fn readable<'a>(bytes: &'a [u8], encoding: &'static Encoding) -> Cow<'a, str> {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let text = match memchr::memchr(b'&', text.as_bytes()) {
        None => text,
        Some(_) => {
            let bytes = entity::unescaped(Cow::Borrowed(text.as_bytes()));
            Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
        }
    };
    const BREAKS: [char; 3] = ['\u{ad}', '\u{200b}', '\u{feff}'];
    let may_break = memchr::memchr3(0xc2, 0xe2, 0xef, text.as_bytes()).is_some();
    match may_break && text.contains(BREAKS) {
        true => Cow::Owned(text.replace(BREAKS, "")),
        false => text,
    }
}

/// How the text of an element is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    Visible,
    Hidden,
    Title,
}

/// How the text directly within an element (name in lower case) is shown.
pub(crate) fn shown_within(name: &[u8]) -> Shown {
    match name {
        b"title" => Shown::Title,
        b"script" | b"style" | b"noscript" | b"noframes" | b"noembed" | b"iframe" | b"template"
        | b"datalist" => Shown::Hidden,
        _ => Shown::Visible,
    }
}

/// Whether an element stands in a line of text, so that the words on both its sides may be one.
pub(crate) fn is_inline(name: &[u8]) -> bool {
    matches!(
        name,
        b"a" | b"abbr"
            | b"acronym"
            | b"b"
            | b"bdi"
            | b"bdo"
            | b"big"
            | b"cite"
            | b"code"
            | b"data"
            | b"del"
            | b"dfn"
            | b"em"
            | b"font"
            | b"i"
            | b"ins"
            | b"kbd"
            | b"label"
            | b"mark"
            | b"nobr"
            | b"q"
            | b"rp"
            | b"rt"
            | b"ruby"
            | b"s"
            | b"samp"
            | b"small"
            | b"span"
            | b"strike"
            | b"strong"
            | b"sub"
            | b"sup"
            | b"time"
            | b"tt"
            | b"u"
            | b"var"
            | b"wbr"
    )
}
