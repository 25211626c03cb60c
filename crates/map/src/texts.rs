//! The texts of a content: title, heading, description, names of places, and of each link its text and fragment.

use crate::varint::{Cursor, put, put_bytes};
use sha2::{Digest, Sha256};

/// Maximum length of a title, heading or description in bytes.
const TEXT_MAX: usize = 500;

/// The texts of a page at one time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageTexts {
    /// The title; empty if there is none.
    pub title: String,
    /// The first heading of the first level; empty if there is none.
    pub h1: String,
    /// The description (`meta name=description`); empty if there is none.
    pub description: String,
    /// Number of headings of the first level.
    pub h1_count: u32,
    /// Names of places in the page that links can point to, as hashes in their order.
    pub(crate) ids: Vec<u32>,
    /// Whether there were more names than are kept, so that nothing follows from a missing one.
    pub(crate) ids_are_cut: bool,
    /// Of each link: its text and its fragment. Empty if no link has any.
    pub(crate) links: Vec<LinkTexts>,
}

/// Text and fragment of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LinkTexts {
    pub(crate) text: String,
    pub(crate) fragment: String,
}

impl PageTexts {
    /// Whether a fragment names a place in the page, as browsers look for it: as written, then with escapes decoded.
    pub fn has_place(&self, fragment: &str) -> bool {
        let decoded = decoded(fragment.as_bytes());
        let is_top = fragment.is_empty() || decoded.eq_ignore_ascii_case(b"top");
        // Text fragments and application state are no names of places.
        let is_other = fragment.starts_with(":~:") || fragment.starts_with('!');
        let has = |name: &[u8]| self.ids.binary_search(&id_hash(name)).is_ok();
        let name = fragment.split(":~:").next().unwrap_or_default();
        self.ids_are_cut || is_top || is_other || has(name.as_bytes()) || has(&decoded)
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        if *self == PageTexts::default() {
            return out;
        }
        for text in [&self.title, &self.h1, &self.description] {
            put_bytes(&mut out, &text.as_bytes()[..text.floor_char_boundary(TEXT_MAX)]);
        }
        put(&mut out, u64::from(self.h1_count));
        put(&mut out, (self.ids.len() as u64) << 1 | u64::from(self.ids_are_cut));
        let mut before = 0;
        for id in &self.ids {
            put(&mut out, u64::from(id - before));
            before = *id;
        }
        for link in &self.links {
            put(&mut out, (link.text.len() as u64) << 1 | u64::from(!link.fragment.is_empty()));
            out.extend_from_slice(link.text.as_bytes());
            if !link.fragment.is_empty() {
                put_bytes(&mut out, link.fragment.as_bytes());
            }
        }
        out
    }

    /// Reads texts; what is damaged is empty. The checksum of the block has shown that it is not.
    pub(crate) fn decode(bytes: &[u8]) -> PageTexts {
        PageTexts::decode_checked(bytes).unwrap_or_default()
    }

    /// Reads title, heading and description alone: of a page with many links that is much less.
    pub(crate) fn decode_head(bytes: &[u8]) -> PageTexts {
        let mut texts = PageTexts::default();
        texts.read_head(&mut Cursor::new(bytes)).map(|()| texts).unwrap_or_default()
    }

    fn read_head(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        for text in [&mut self.title, &mut self.h1, &mut self.description] {
            *text = string(cursor.bytes()?);
        }
        self.h1_count = cursor.small()?;
        Some(())
    }

    fn decode_checked(bytes: &[u8]) -> Option<PageTexts> {
        let mut texts = PageTexts::default();
        if bytes.is_empty() {
            return Some(texts);
        }
        let mut cursor = Cursor::new(bytes);
        texts.read_head(&mut cursor)?;
        let ids = cursor.number()?;
        texts.ids_are_cut = ids & 1 == 1;
        let mut before = 0u32;
        for _ in 0..ids >> 1 {
            before = before.checked_add(cursor.small()?)?;
            texts.ids.push(before);
        }
        while !cursor.is_at_end() {
            let coded = cursor.number()?;
            let text = string(cursor.take(usize::try_from(coded >> 1).ok()?)?);
            let fragment = if coded & 1 == 1 { string(cursor.bytes()?) } else { String::new() };
            texts.links.push(LinkTexts { text, fragment });
        }
        Some(texts)
    }
}

fn string(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The hash by which a name of a place is kept.
pub(crate) fn id_hash(name: &[u8]) -> u32 {
    let hash = Sha256::digest(name);
    hash.iter().take(4).fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// Decodes percent escapes.
fn decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        let digits = (*byte == b'%').then(|| after.get(..2)).flatten();
        let digits = digits.filter(|it| it.iter().all(u8::is_ascii_hexdigit));
        let value =
            digits.and_then(|it| u8::from_str_radix(std::str::from_utf8(it).ok()?, 16).ok());
        out.push(value.unwrap_or(*byte));
        rest = if value.is_some() { &after[2..] } else { after };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_and_places_are_found_as_browsers_find_them() {
        let mut ids: Vec<u32> = ["a", "č", "x y", "Top"].map(|id| id_hash(id.as_bytes())).into();
        ids.sort_unstable();
        let link = |text: &str, fragment: &str| LinkTexts {
            text: text.to_owned(),
            fragment: fragment.to_owned(),
        };
        let texts = PageTexts {
            title: "Barns".into(),
            h1: "ž".repeat(400),
            description: String::new(),
            h1_count: 2,
            ids,
            ids_are_cut: false,
            links: vec![link("next", ""), link("", "č"), link("", "")],
        };
        let bytes = texts.encode();
        let again = PageTexts::decode(&bytes);
        assert_eq!(again.h1, "ž".repeat(250));
        assert_eq!(PageTexts { h1: texts.h1.clone(), ..again.clone() }, texts);
        let head = PageTexts { ids: Vec::new(), links: Vec::new(), ..again.clone() };
        assert_eq!(PageTexts::decode_head(&bytes), head);
        assert_eq!(PageTexts::decode_head(b""), PageTexts::default());
        for (fragment, is_there) in [
            ("a", true),
            ("A", false),
            ("%C4%8D", true),
            ("x%20y", true),
            ("x y", true),
            ("", true),
            ("TOP", true),
            (":~:text=a", true),
            ("a:~:text=b", true),
            ("!/state", true),
            ("b", false),
            ("%", false),
            ("%zz", false),
        ] {
            assert_eq!(again.has_place(fragment), is_there, "{fragment}");
        }
        assert!(PageTexts { ids_are_cut: true, ..PageTexts::default() }.has_place("b"));
        assert_eq!(PageTexts::default().encode(), b"");
        for end in 0..bytes.len() {
            PageTexts::decode(&bytes[..end]);
            PageTexts::decode_head(&bytes[..end]);
        }
    }
}
