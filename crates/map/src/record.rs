//! What a part knows of one page: its contents with their links, and its captures. How it is written.
//!
//! ```text
//! record    bytes of texts | contents: number, each: hash 8 | known? | parser | shortfall |
//!               links: number, each: target, shape | bytes of texts
//!           captures: number, each: marks | time | file | status? | type | language | size | content |
//!               redirect? | trouble?
//! texts     of each content that is known: title | h1 | description | number of h1 | names of places |
//!           of each link: text, fragment
//! ```
//!
//! All numbers are of variable length. Targets stand in the order of the document, as differences: pages of a site have
//! numbers close to each other, so that most links take two bytes and their shape one.

use crate::time::MapTime;
use crate::varint::{Cursor, put, put_difference};

/// A page of a part. Numbers of targets are those of the part, or of the union of several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PageRecord {
    pub(crate) contents: Vec<Content>,
    pub(crate) captures: Vec<Capture>,
}

/// A content of a page: the bytes that the server gave at one or more times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    /// Hash of its digest.
    pub(crate) hash: u64,
    /// What was read of it; `None` if only a revisit is known here.
    pub(crate) known: Option<KnownContent>,
}

/// What was read of a content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownContent {
    /// Version of the parser.
    pub(crate) parser: u32,
    /// What was left out: bits of [`crate::ContentShortfall`].
    pub(crate) shortfall: u32,
    /// Links in the order of the document.
    pub(crate) links: Vec<LinkRow>,
    /// Texts, as they are written; see [`crate::texts`]. Empty if texts are not read, or if there are none.
    pub(crate) texts: Vec<u8>,
}

/// A link: the number of its target, and that of its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LinkRow {
    pub(crate) target: u32,
    pub(crate) shape: u32,
}

/// A capture of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Capture {
    pub(crate) time: MapTime,
    /// Number of the file.
    pub(crate) file: u32,
    pub(crate) is_revisit: bool,
    /// HTTP status; 0 if there is none.
    pub(crate) status: u16,
    /// Number of the word that is the media type.
    pub(crate) mime: u32,
    /// Number of the word that is the language.
    pub(crate) language: u32,
    /// Bytes of the payload.
    pub(crate) size: u64,
    /// The content, by its place in the list; `None` if it has none.
    pub(crate) content: Option<u32>,
    /// The page to which the server redirects.
    pub(crate) redirect: Option<u32>,
    /// Why it could not be read: a code of [`crate::CaptureTrouble`]; 0 if it could.
    pub(crate) trouble: u32,
}

impl Capture {
    /// Whether it says only that the content is the one before, without naming it.
    pub(crate) fn confirms(&self) -> bool {
        let is_answer =
            self.status == 304 || self.is_revisit && matches!(self.status, 0 | 200..300);
        self.content.is_none() && is_answer
    }
}

const REVISIT: u64 = 1;
const OK: u64 = 2;
const REDIRECT: u64 = 4;
const TROUBLE: u64 = 8;

impl PageRecord {
    /// Appends the record of the page with the number `own`, and its texts.
    pub(crate) fn encode(&self, own: u32, out: &mut Vec<u8>, texts: &mut Vec<u8>) {
        put(out, self.texts_length() as u64);
        put(out, self.contents.len() as u64);
        for content in &self.contents {
            out.extend_from_slice(&content.hash.to_le_bytes());
            let Some(known) = &content.known else {
                put(out, 0);
                continue;
            };
            put(out, u64::from(known.parser) + 1);
            put(out, u64::from(known.shortfall));
            put(out, known.links.len() as u64);
            let mut before = own;
            for link in &known.links {
                put_difference(out, before, link.target);
                put(out, u64::from(link.shape));
                before = link.target;
            }
            put(out, known.texts.len() as u64);
            texts.extend_from_slice(&known.texts);
        }
        put(out, self.captures.len() as u64);
        let mut before = 0;
        for capture in &self.captures {
            let marks = [
                (REVISIT, capture.is_revisit),
                (OK, capture.status == 200),
                (REDIRECT, capture.redirect.is_some()),
                (TROUBLE, capture.trouble != 0),
            ];
            put(out, marks.iter().filter(|(_, is_set)| *is_set).map(|(mark, _)| mark).sum());
            let time = capture.time.packed();
            put_difference(out, before, time);
            before = time;
            put(out, u64::from(capture.file));
            if capture.status != 200 {
                put(out, u64::from(capture.status));
            }
            put(out, u64::from(capture.mime));
            put(out, u64::from(capture.language));
            put(out, capture.size);
            put(out, capture.content.map_or(0, |content| u64::from(content) + 1));
            if let Some(redirect) = capture.redirect {
                put_difference(out, own, redirect);
            }
            if capture.trouble != 0 {
                put(out, u64::from(capture.trouble));
            }
        }
    }

    /// Reads a record. `texts` are those of the page, or `None` if they are not wanted. Returns `None` if the bytes are
    /// damaged.
    pub(crate) fn decode(own: u32, bytes: &[u8], texts: Option<&[u8]>) -> Option<PageRecord> {
        let mut cursor = Cursor::new(bytes);
        let mut texts = texts.map(Cursor::new);
        cursor.number()?;
        let mut record = PageRecord::default();
        for _ in 0..cursor.number()? {
            let hash = u64::from_le_bytes(*cursor.take(8)?.first_chunk()?);
            let known = match cursor.small()?.checked_sub(1) {
                Some(parser) => Some(decode_known(own, parser, &mut cursor, texts.as_mut())?),
                None => None,
            };
            record.contents.push(Content { hash, known });
        }
        let mut before = 0;
        for _ in 0..cursor.number()? {
            let marks = cursor.number()?;
            before = cursor.beside(before)?;
            let file = cursor.small()?;
            let status = match marks & OK {
                0 => u16::try_from(cursor.number()?).ok()?,
                _ => 200,
            };
            let (mime, language, size) = (cursor.small()?, cursor.small()?, cursor.number()?);
            let content = cursor.small()?.checked_sub(1);
            if content.is_some_and(|content| content as usize >= record.contents.len()) {
                return None;
            }
            let redirect = match marks & REDIRECT {
                0 => None,
                _ => Some(cursor.beside(own)?),
            };
            let trouble = if marks & TROUBLE == 0 { 0 } else { cursor.small()? };
            record.captures.push(Capture {
                time: MapTime::from_packed(before),
                file,
                is_revisit: marks & REVISIT != 0,
                status,
                mime,
                language,
                size,
                content,
                redirect,
                trouble,
            });
        }
        let is_all_read = cursor.is_at_end() && texts.is_none_or(|texts| texts.is_at_end());
        is_all_read.then_some(record)
    }

    /// Returns how many bytes of texts belong to a record that was not read yet.
    pub(crate) fn texts_in(bytes: &[u8]) -> Option<usize> {
        if bytes.is_empty() { Some(0) } else { Cursor::new(bytes).length() }
    }

    fn texts_length(&self) -> usize {
        self.contents.iter().filter_map(|it| it.known.as_ref()).map(|it| it.texts.len()).sum()
    }

    /// Adds what another part knows of the same page. Contents that both have become one.
    pub(crate) fn absorb(&mut self, other: PageRecord) {
        let mut places = Vec::with_capacity(other.contents.len());
        for content in other.contents {
            let place = self.contents.iter().position(|it| it.hash == content.hash);
            places.push(place.unwrap_or(self.contents.len()) as u32);
            match place {
                Some(place) => {
                    let version = |it: &Option<KnownContent>| it.as_ref().map(|it| it.parser);
                    let mine = &mut self.contents[place].known;
                    if version(&content.known) > version(mine) {
                        *mine = content.known;
                    }
                }
                None => self.contents.push(content),
            }
        }
        self.captures.extend(other.captures.into_iter().map(|mut capture| {
            capture.content =
                capture.content.and_then(|content| places.get(content as usize).copied());
            capture
        }));
    }

    /// Puts captures in the order of time, and removes those of files that are gone, with contents that nothing refers
    /// to any more.
    pub(crate) fn settle(&mut self, is_there: &dyn Fn(u32) -> bool) {
        let before = self.captures.len();
        self.captures.retain(|capture| is_there(capture.file));
        self.captures.sort_by_key(|it| (it.time, it.file));
        // The captures of a content may be in a part that is not read now; then it stays.
        if self.captures.len() < before {
            self.remove_unused();
        }
    }

    fn remove_unused(&mut self) {
        let mut places = vec![None; self.contents.len()];
        let mut kept = 0;
        for capture in &mut self.captures {
            if let Some(content) = capture.content {
                let place = &mut places[content as usize];
                capture.content = Some(*place.get_or_insert_with(|| {
                    kept += 1;
                    kept - 1
                }));
            }
        }
        let mut contents: Vec<(u32, Content)> = Vec::with_capacity(kept as usize);
        for (content, place) in std::mem::take(&mut self.contents).into_iter().zip(places) {
            contents.extend(place.map(|place| (place, content)));
        }
        contents.sort_by_key(|(place, _)| *place);
        self.contents = contents.into_iter().map(|(_, content)| content).collect();
    }

    /// Changes all numbers of pages.
    pub(crate) fn renumber(&mut self, mut page: impl FnMut(u32) -> Option<u32>) -> Option<()> {
        for known in self.contents.iter_mut().filter_map(|it| it.known.as_mut()) {
            for link in &mut known.links {
                link.target = page(link.target)?;
            }
        }
        for redirect in self.captures.iter_mut().filter_map(|it| it.redirect.as_mut()) {
            *redirect = page(*redirect)?;
        }
        Some(())
    }

    /// Changes all numbers of words.
    pub(crate) fn reword(&mut self, mut word: impl FnMut(u32, bool) -> Option<u32>) -> Option<()> {
        for known in self.contents.iter_mut().filter_map(|it| it.known.as_mut()) {
            for link in &mut known.links {
                link.shape = word(link.shape, true)?;
            }
        }
        for capture in &mut self.captures {
            capture.mime = word(capture.mime, false)?;
            capture.language = word(capture.language, false)?;
        }
        Some(())
    }
}

fn decode_known(
    own: u32,
    parser: u32,
    cursor: &mut Cursor<'_>,
    texts: Option<&mut Cursor<'_>>,
) -> Option<KnownContent> {
    let shortfall = cursor.small()?;
    let number = cursor.length()?;
    // A link takes two bytes at least, so a number that is not true does not take memory.
    let mut links = Vec::with_capacity(number.min(1 << 16));
    let mut before = own;
    for _ in 0..number {
        before = cursor.beside(before)?;
        links.push(LinkRow { target: before, shape: cursor.small()? });
    }
    let length = cursor.length()?;
    let texts = match texts {
        Some(texts) => texts.take(length)?.to_vec(),
        None => Vec::new(),
    };
    Some(KnownContent { parser, shortfall, links, texts })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> PageRecord {
        let links = [(7, 1), (7, 2), (0, 300), (4_000_000_000, 1)];
        let links = links.map(|(target, shape)| LinkRow { target, shape }).to_vec();
        let known = KnownContent { parser: 1, shortfall: 5, links, texts: b"words".to_vec() };
        let capture = |number: u64, status: u16, content: Option<u32>| Capture {
            time: MapTime::from_number(number),
            file: 3,
            is_revisit: content == Some(1),
            status,
            mime: 4,
            language: 0,
            size: 12345,
            content,
            redirect: (status == 301).then_some(2),
            trouble: u32::from(status == 0),
        };
        PageRecord {
            contents: vec![
                Content { hash: 1, known: Some(known) },
                Content { hash: u64::MAX, known: None },
            ],
            captures: vec![
                capture(20200101000000, 200, Some(0)),
                capture(20210101000000, 200, Some(1)),
                capture(20210101000001, 301, None),
                capture(0, 0, None),
            ],
        }
    }

    #[test]
    fn records_come_back_and_every_cut_is_noticed() {
        let record = sample();
        let (mut bytes, mut texts) = (Vec::new(), Vec::new());
        record.encode(9, &mut bytes, &mut texts);
        assert_eq!(PageRecord::decode(9, &bytes, Some(&texts)), Some(record.clone()));
        assert_eq!(record.texts_length(), 5);
        let mut bare = record;
        if let Some(known) = &mut bare.contents[0].known {
            known.texts.clear();
        }
        assert_eq!(PageRecord::decode(9, &bytes, None), Some(bare));
        for end in 0..bytes.len() {
            assert_eq!(PageRecord::decode(9, &bytes[..end], None), None, "{end}");
        }
        assert_eq!(PageRecord::decode(9, &bytes, Some(b"word")), None);
        for at in 0..bytes.len() {
            for byte in [0, 1, 0x7f, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] = byte;
                PageRecord::decode(9, &changed, None);
            }
        }
    }

    #[test]
    fn two_records_become_one_and_what_came_from_a_file_goes_with_it() {
        let mut record = sample();
        let links = vec![LinkRow { target: 1, shape: 1 }];
        let late = KnownContent { parser: 1, links, ..KnownContent::default() };
        let later = Capture { file: 8, content: Some(0), ..Capture::default() };
        record.absorb(PageRecord {
            contents: vec![Content { hash: u64::MAX, known: Some(late.clone()) }],
            captures: vec![later],
        });
        assert_eq!(record.contents.len(), 2);
        assert_eq!(record.captures[4].content, Some(1));
        assert_eq!(record.contents[1].known, Some(late));
        record.settle(&|file| file == 8);
        assert_eq!((record.contents.len(), record.captures.len()), (1, 1));
        assert_eq!((record.contents[0].hash, record.captures[0].content), (u64::MAX, Some(0)));
        record.settle(&|_| false);
        assert_eq!(record, PageRecord::default());
    }
}
