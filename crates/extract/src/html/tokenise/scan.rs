//! Splits one tag: its name, and the ranges of its attributes.
//!
//! The standard's attribute states are here twice. [`Scanned`] needs the whole tag and records ranges, in loops as
//! tight as possible, because most of the time is spent here. [`Skipper`] keeps one word of state and records nothing;
//! it finds the end of a tag that is too long to be kept.

use memchr::memchr;

/// Maximum length of a name in bytes; all known names are shorter, and longer ones are not kept.
const MAX_NAME: usize = 16;

/// Maximum number of attributes that are recorded. It limits the memory for a tag of a million attributes.
pub(super) const MAX_ATTRIBUTES: usize = 512;

/// A start or end tag; reused from one tag to the next for its memory.
#[derive(Default)]
pub(super) struct Scanned {
    name: [u8; MAX_NAME],
    name_len: usize,
    attributes: Vec<Range>,
    /// Marks of the names.
    marks: u64,
    /// Where the value of the first `id` stands; `None` if there is none.
    id: Option<(usize, usize)>,
    pub(super) is_self_closing: bool,
    /// Whether there were more attributes than are recorded.
    pub(super) has_more: bool,
}

/// Offsets of a name and its value, counted from the name of the tag.
#[derive(Clone, Copy)]
struct Range {
    name: (usize, usize),
    value: (usize, usize),
}

/// The attributes of a tag, read in place.
#[derive(Clone, Copy)]
pub struct Attributes<'a> {
    bytes: &'a [u8],
    ranges: &'a [Range],
    marks: u64,
    id: Option<(usize, usize)>,
}

/// An attribute as it is written. Positions are bytes from the name of the tag, which begins one byte behind the tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// The name, in any case.
    pub name: &'a [u8],
    /// Where the name stands.
    pub name_at: std::ops::Range<usize>,
    /// The value without its quotes, references not undone; empty if there is none.
    pub value: &'a [u8],
    /// Where the value stands; an empty range behind the name if there is none.
    pub value_at: std::ops::Range<usize>,
}

/// Returns one bit for a name, by its length and first letter. It shows at once that an attribute is missing, which is
/// the most frequent case.
fn mark(name: &[u8]) -> u64 {
    let first = name.first().map_or(0, |byte| byte.to_ascii_lowercase());
    1 << (first.wrapping_add((name.len() as u8).wrapping_mul(11)) % 64)
}

/// Whether an attribute is not recorded: many tags have it, and it never contains a link.
fn is_dull(name: &[u8]) -> bool {
    match name.len() {
        2 => name.eq_ignore_ascii_case(b"id"),
        5 => name.eq_ignore_ascii_case(b"class") || name.eq_ignore_ascii_case(b"title"),
        _ => false,
    }
}

impl<'a> Attributes<'a> {
    /// Whether the tag has none (`id`, `class` and `title` do not count).
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns the value of `id`, as written; `None` if there is none. The other methods do not know it.
    pub fn id(&self) -> Option<&'a [u8]> {
        let (start, end) = self.id?;
        self.bytes.get(start..end)
    }

    /// Returns the value, as written, of the first attribute with this name (lower case); `None` if there is none.
    pub fn get(&self, name: &[u8]) -> Option<&'a [u8]> {
        if self.marks & mark(name) == 0 {
            return None;
        }
        let bytes = self.bytes;
        let found = self.ranges.iter().find(|range| {
            let (start, end) = range.name;
            end - start == name.len() && bytes[start..end].eq_ignore_ascii_case(name)
        })?;
        Some(&bytes[found.value.0..found.value.1])
    }

    /// All that are noted, as they are written, doubles too. Not noted are `id`, `class` and `title`, which never have
    /// a link, and attributes beyond the 512th.
    pub fn iter(&self) -> impl Iterator<Item = Attribute<'a>> + use<'a> {
        let bytes = self.bytes;
        self.ranges.iter().map(|it| {
            let (name_at, value_at) = (it.name.0..it.name.1, it.value.0..it.value.1);
            Attribute {
                name: &bytes[name_at.clone()],
                name_at,
                value: &bytes[value_at.clone()],
                value_at,
            }
        })
    }
}

impl Scanned {
    /// Name in lower case; empty if it is too long to be known.
    pub(super) fn name(&self) -> &[u8] {
        &self.name[..self.name_len]
    }

    /// Returns the attributes; `bytes` are those that were scanned last.
    pub(super) fn attributes<'a>(&'a self, bytes: &'a [u8]) -> Attributes<'a> {
        Attributes { bytes, ranges: &self.attributes, marks: self.marks, id: self.id }
    }

    pub(super) fn drop_attributes(&mut self) {
        self.attributes.clear();
        self.marks = 0;
        self.id = None;
        self.has_more = false;
    }

    /// Splits a tag, from the first letter of its name. Returns its length; `None` if its end is not in the bytes; then
    /// the name is known if at least its end was there, and empty otherwise.
    pub(super) fn scan(&mut self, bytes: &[u8]) -> Option<usize> {
        self.drop_attributes();
        self.is_self_closing = false;
        self.name_len = 0;
        let mut at = bytes.iter().position(|&byte| ends_tag_name(byte))?;
        if at <= MAX_NAME {
            self.name_len = at;
            self.name[..at].copy_from_slice(&bytes[..at]);
            self.name[..at].make_ascii_lowercase();
        }
        loop {
            at = past_spaces(bytes, at)?;
            match bytes[at] {
                b'>' => return Some(at + 1),
                b'/' => {
                    at += 1;
                    if *bytes.get(at)? == b'>' {
                        self.is_self_closing = true;
                        return Some(at + 1);
                    }
                    continue;
                }
                _ => {}
            }
            let start = at;
            // The first byte belongs to the name whatever it is, even `=`.
            at += 1;
            at += bytes[at..].iter().position(|&byte| ends_attribute_name(byte))?;
            let name = (start, at);
            at = past_spaces(bytes, at)?;
            if bytes[at] != b'=' {
                self.note(bytes, name, (at, at));
                continue;
            }
            at = past_spaces(bytes, at + 1)?;
            match bytes[at] {
                quote @ (b'"' | b'\'') => {
                    let start = at + 1;
                    let end = start + memchr(quote, &bytes[start..])?;
                    self.note(bytes, name, (start, end));
                    at = end + 1;
                }
                b'>' => {
                    self.note(bytes, name, (at, at));
                    return Some(at + 1);
                }
                _ => {
                    let start = at;
                    at += bytes[at..].iter().position(|&byte| byte == b'>' || is_space(byte))?;
                    self.note(bytes, name, (start, at));
                }
            }
        }
    }

    fn note(&mut self, bytes: &[u8], name: (usize, usize), value: (usize, usize)) {
        let written = &bytes[name.0..name.1];
        if is_dull(written) {
            // The only one of them with two letters.
            if written.len() == 2 {
                self.id.get_or_insert(value);
            }
            return;
        }
        if self.attributes.len() < MAX_ATTRIBUTES {
            self.marks |= mark(written);
            self.attributes.push(Range { name, value });
        } else {
            self.has_more = true;
        }
    }
}

/// Whether a byte is white space. The standard converts carriage returns to line feeds before the tokeniser.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b'\x0c')
}

/// Whether the name of a tag ends before this byte.
pub(super) fn ends_tag_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}

fn ends_attribute_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>' | b'=')
}

fn past_spaces(bytes: &[u8], mut at: usize) -> Option<usize> {
    while is_space(*bytes.get(at)?) {
        at += 1;
    }
    Some(at)
}

/// Finds the end of a tag piece by piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skipper {
    step: Step,
    pub(super) is_self_closing: bool,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    TagName,
    BeforeName,
    Name,
    AfterName,
    BeforeValue,
    Quoted(u8),
    Unquoted,
    Slash,
}

impl Skipper {
    /// Begins before the first letter of the tag's name.
    pub(super) fn new() -> Skipper {
        Skipper { step: Step::TagName, is_self_closing: false }
    }

    /// Returns how many bytes belong to the tag, including its end; `None` if all do and there is more.
    pub(super) fn skip(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            self.step = match (self.step, byte) {
                (Step::Quoted(quote), _) => {
                    // The current byte may be the quote already.
                    at += memchr(quote, &bytes[at - 1..])?;
                    Step::BeforeName
                }
                (Step::Slash, b'>') => {
                    self.is_self_closing = true;
                    return Some(at);
                }
                (_, b'>') => return Some(at),
                (Step::Unquoted, byte) if is_space(byte) => Step::BeforeName,
                (Step::Unquoted, _) => Step::Unquoted,
                (Step::BeforeValue, b'"' | b'\'') => Step::Quoted(byte),
                (Step::BeforeValue, byte) if is_space(byte) => Step::BeforeValue,
                (Step::BeforeValue, _) => Step::Unquoted,
                (_, b'/') => Step::Slash,
                (Step::TagName, byte) if is_space(byte) => Step::BeforeName,
                (Step::TagName, _) => Step::TagName,
                (Step::Name | Step::AfterName, b'=') => Step::BeforeValue,
                (Step::Name | Step::AfterName, byte) if is_space(byte) => Step::AfterName,
                (_, byte) if is_space(byte) => Step::BeforeName,
                _ => Step::Name,
            };
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both machines must agree on where a tag ends, whatever it is made of.
    #[test]
    fn skipping_ends_where_scanning_does() {
        let mut random = 1u64;
        let mut ends = 0;
        for _ in 0..200_000 {
            let tag: Vec<u8> = (0..16)
                .map(|_| {
                    random = random.wrapping_mul(6364136223846793005).wrapping_add(1);
                    b"a=\"'/ >b\t="[(random >> 33) as usize % 10]
                })
                .collect();
            let mut scanned = Scanned::default();
            let end = scanned.scan(&tag);
            for cut in [0, 1, 7] {
                let mut skipper = Skipper::new();
                let skipped = skipper
                    .skip(&tag[..cut])
                    .or_else(|| skipper.skip(&tag[cut..]).map(|end| end + cut));
                assert_eq!(skipped, end, "{}", String::from_utf8_lossy(&tag));
                if end.is_some() {
                    assert_eq!(skipper.is_self_closing, scanned.is_self_closing);
                }
            }
            ends += u32::from(end.is_some());
        }
        assert!(ends > 50_000);
    }

    #[test]
    fn attributes_without_end_are_bounded() {
        let tag = format!("a {}>", "b ".repeat(1_000_000));
        let mut scanned = Scanned::default();
        assert_eq!(scanned.scan(tag.as_bytes()), Some(tag.len()));
        assert_eq!((scanned.attributes.len(), scanned.has_more), (MAX_ATTRIBUTES, true));
    }
}
