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
/// Room for the text of most pages, and for a block of it.
const USUAL_TEXT: usize = 8 << 10;
const USUAL_BLOCK: usize = 1 << 10;
/// A longer title is cut.
const MAX_TITLE: usize = 4 << 10;
/// So many languages are kept, and as many characters of each.
const MAX_LANGUAGES: usize = 16;
const MAX_TAG: usize = 64;
/// So many bytes are looked at together.
const GROUP: usize = 8;
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
    /// The text so far, in UTF-8.
    out: Vec<u8>,
    max_text: usize,
    encoding: &'static Encoding,
    /// Bytes of the block at hand, in the charset of the page.
    pending: Vec<u8>,
    title: Option<Vec<u8>>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(page: &'a mut PageText, max_text: usize) -> Writer<'a> {
        // Most pages need no more, and those of whom only the title is wanted nothing.
        let out = Vec::with_capacity(max_text.min(USUAL_TEXT));
        let pending = Vec::with_capacity(USUAL_BLOCK);
        Writer { page, out, max_text, encoding: UTF_8, pending, title: None }
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
        if self.out.last().is_some_and(|last| *last != b'\n') && !self.page.is_cut {
            self.out.push(b'\n');
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
        let title = String::from_utf8_lossy(&utf8(&title, self.encoding)).into_owned();
        let title = title.replace(['\u{ad}', '\u{200b}', '\u{feff}'], "");
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
        self.page.text = String::from_utf8(std::mem::take(&mut self.out))
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    }

    /// Writes the whole words of a long block and keeps the rest of it.
    fn write_words(&mut self) {
        let last = self.pending.iter().rposition(u8::is_ascii_whitespace);
        let rest = self.pending.split_off(last.unwrap_or(self.pending.len()));
        let words = std::mem::replace(&mut self.pending, rest);
        self.write(&words);
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.page.is_cut {
            return;
        }
        let text = utf8(bytes, self.encoding);
        let before = self.out.len();
        let mut wants_no_blank = self.out.last().is_none_or(|last| matches!(last, b' ' | b'\n'));
        // What is not needed is given back below.
        self.out.resize(before + text.len(), 0);
        let out = self.out.as_mut_slice();
        let mut len = before;
        let mut at = 0;
        while at < text.len() {
            if let Some(group) = plain_group(&text[at..], wants_no_blank) {
                out[len..len + GROUP].copy_from_slice(group);
                len += GROUP;
                at += GROUP;
                wants_no_blank = group.ends_with(b" ");
                continue;
            }
            let end = text.len().min(at + GROUP);
            while at < end {
                let byte = text[at];
                let (length, sign) = match SIGNS[usize::from(byte)] {
                    Sign::Other => sign_at(&text[at..]),
                    sign => (1, sign),
                };
                at += length;
                // Without a branch for each word: where words end cannot be foreseen.
                let is_blank = sign == Sign::Blank;
                out[len] = if is_blank { b' ' } else { byte };
                len += usize::from(!(is_blank && wants_no_blank) && sign != Sign::Break);
                wants_no_blank = is_blank || wants_no_blank && sign == Sign::Break;
            }
        }
        // What follows begins with a blank, if it is not another line.
        len -= usize::from(len > before && out[len - 1] == b' ');
        self.out.truncate(len);
        // A byte is for the end of the line.
        if len > before && len >= self.max_text {
            self.cut();
        }
    }

    /// Takes away what there is no room for, in whole words.
    fn cut(&mut self) {
        let fits = &self.out[..self.out.len().min(self.max_text)];
        let end = match fits.iter().rposition(|byte| matches!(byte, b' ' | b'\n')) {
            Some(end) if fits[end] == b'\n' => end + 1,
            Some(end) => end,
            None => 0,
        };
        self.out.truncate(end);
        self.page.is_cut = true;
    }
}

/// The next bytes of a text, if all of them are ASCII and stay as they are: no blanks but single spaces.
fn plain_group(text: &[u8], wants_no_blank: bool) -> Option<&[u8; GROUP]> {
    const ONES: u64 = u64::MAX / 0xff;
    const HIGH: u64 = ONES << 7;
    let group = text.first_chunk::<GROUP>()?;
    let bytes = u64::from_le_bytes(*group);
    if bytes & HIGH != 0 {
        return None;
    }
    // Sums of bytes below 0x80 do not run over into others.
    let spaces = !((bytes ^ (ONES * u64::from(b' '))) + (HIGH - ONES)) & HIGH;
    let controls = !(bytes + ONES * (0x80 - 0x20)) & HIGH;
    let before = u64::from(wants_no_blank) << 7;
    (controls == 0 && spaces & (spaces << 8 | before) == 0).then_some(group)
}

/// What a byte of text is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// Of a word.
    Letter,
    Blank,
    /// Only says where a word may be broken.
    Break,
    /// That depends on those behind it.
    Other,
}

const SIGNS: [Sign; 256] = {
    let mut signs = [Sign::Letter; 256];
    let blanks = b"\t\n\x0b\x0c\r ";
    // All that blanks and breaks beyond ASCII begin with.
    let others = b"\xc2\xe1\xe2\xe3\xef";
    let mut index = 0;
    while index < blanks.len() {
        signs[blanks[index] as usize] = Sign::Blank;
        index += 1;
    }
    index = 0;
    while index < others.len() {
        signs[others[index] as usize] = Sign::Other;
        index += 1;
    }
    signs
};

/// The sign at the beginning of a text, and how many bytes it takes; of a letter the first alone.
fn sign_at(text: &[u8]) -> (usize, Sign) {
    match text {
        [0xc2, 0xad, ..] => (2, Sign::Break),
        [0xe2, 0x80, 0x8b, ..] | [0xef, 0xbb, 0xbf, ..] => (3, Sign::Break),
        [0xc2, 0x85 | 0xa0, ..] => (2, Sign::Blank),
        [0xe1, 0x9a, 0x80, ..]
        | [0xe2, 0x80, 0x80..=0x8a | 0xa8 | 0xa9 | 0xaf, ..]
        | [0xe2, 0x81, 0x9f, ..]
        | [0xe3, 0x80, 0x80, ..] => (3, Sign::Blank),
        _ => (1, Sign::Letter),
    }
}

/// Text in UTF-8 as far as it is sound, character references undone.
fn utf8<'a>(bytes: &'a [u8], encoding: &'static Encoding) -> Cow<'a, [u8]> {
    let text = match encoding == UTF_8 {
        true => Cow::Borrowed(bytes),
        false => match encoding.decode_without_bom_handling(bytes).0 {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        },
    };
    entity::unescaped(text)
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
