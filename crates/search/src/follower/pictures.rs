//! Pictures of a page: found by alternative text, caption, file name and the text around them.

use std::io::Read;
use stodola_extract::{BlockKind, BlockPositions, LinkKind, PageText, Requisite};
use stodola_follow::{Document, DocumentLink};

/// Pictures of one page that are indexed.
const PICTURES_MAX: usize = 32;
/// Pages longer than this, in bytes, have no pictures.
const PAGE_MAX: u64 = 4 << 20;
/// Bytes of the text before and behind a picture.
const AROUND_MAX: usize = 200;

/// A picture of a page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Picture {
    /// Its address.
    pub(super) uri: Vec<u8>,
    /// Alternative text, caption and file name.
    pub(super) own: Vec<String>,
    /// The text around it, and the title of the page.
    pub(super) around: Vec<String>,
}

/// An alternative text, with its place and surroundings.
struct AltPlace {
    start: usize,
    end: usize,
    own: Vec<String>,
    around: Vec<String>,
}

/// Returns the pictures of a page. What cannot be read has none.
pub(super) fn pictures(document: &mut Document<'_>) -> std::io::Result<Vec<Picture>> {
    let Some(page) = document.page()? else { return Ok(Vec::new()) };
    let links: Vec<Vec<u8>> =
        page.links.iter().filter(|it| is_picture(it)).map(|it| it.uri.clone()).collect();
    if links.is_empty() || page.text.positions != BlockPositions::Source {
        return Ok(Vec::new());
    }
    let places = alt_places(&page.text);
    let title = page.text.title.clone();
    let mut pictures: Vec<Picture> = Vec::new();
    if !places.is_empty() {
        let mut markup = Vec::new();
        if let Some(payload) = document.payload(PAGE_MAX)? {
            // Of a damaged page, its beginning counts.
            let _ = payload.take(PAGE_MAX).read_to_end(&mut markup);
        }
        for place in places {
            let tag = markup.get(place.start..place.end).unwrap_or_default();
            let Some(name) = source_of(tag).map(|source| file_name(&source)) else { continue };
            let Some(uri) = links.iter().find(|uri| file_name(uri) == name) else { continue };
            push(&mut pictures, uri, place.own, place.around);
        }
    }
    for uri in &links {
        // A name such as `spacer` or `1` describes nothing.
        let letters = words_of_name(uri).chars().filter(|it| it.is_alphabetic()).count();
        if letters >= 5 && !pictures.iter().any(|it| it.uri == *uri) {
            push(&mut pictures, uri, Vec::new(), Vec::new());
        }
    }
    for picture in &mut pictures {
        picture.own.push(words_of_name(&picture.uri));
        picture.around.extend(title.clone());
    }
    Ok(pictures)
}

fn push(pictures: &mut Vec<Picture>, uri: &[u8], own: Vec<String>, around: Vec<String>) {
    let is_new = !pictures.iter().any(|it| it.uri == uri && it.own == own);
    if is_new && pictures.len() < PICTURES_MAX {
        pictures.push(Picture { uri: uri.to_vec(), own, around });
    }
}

fn is_picture(link: &DocumentLink) -> bool {
    link.kind == LinkKind::Requisite(Requisite::Image)
        && link.element.as_deref() == Some("img")
        && link.attribute.as_deref() == Some("src")
}

/// The alternative texts of a page, each with a caption that follows and the paragraphs around it.
fn alt_places(page: &PageText) -> Vec<AltPlace> {
    let blocks: Vec<_> = page.blocks().collect();
    let is_text =
        |kind| matches!(kind, BlockKind::Paragraph | BlockKind::ListItem | BlockKind::TableCell);
    let mut places = Vec::new();
    for (at, block) in blocks.iter().enumerate().filter(|(_, it)| it.kind == BlockKind::AltText) {
        let mut own = vec![block.text.to_owned()];
        let behind = blocks[at + 1..].iter().take(4);
        let caption = behind.clone().find(|it| it.kind == BlockKind::Caption);
        own.extend(caption.map(|it| it.text.to_owned()));
        let before = blocks[..at].iter().rev().take(4).find(|it| is_text(it.kind));
        let behind = behind.clone().find(|it| is_text(it.kind));
        let around = before.into_iter().chain(behind).map(|it| shortened(it.text)).collect();
        let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
        let (start, end) = (place(block.position.start), place(block.position.end));
        places.push(AltPlace { start, end, own, around });
        if places.len() == PICTURES_MAX {
            break;
        }
    }
    places
}

fn shortened(text: &str) -> String {
    text[..text.floor_char_boundary(AROUND_MAX.min(text.len()))].to_owned()
}

/// The value of `src` in a tag; `None` if it has none.
fn source_of(tag: &[u8]) -> Option<Vec<u8>> {
    let lower = tag.to_ascii_lowercase();
    let mut from = 0;
    while let Some(found) = lower[from..].windows(3).position(|it| it == b"src") {
        let at = from + found;
        from = at + 3;
        let is_name =
            at > 0 && (lower[at - 1].is_ascii_whitespace() || b"\"'/".contains(&lower[at - 1]));
        let rest = tag[at + 3..].trim_ascii_start();
        let Some(value) = rest.strip_prefix(b"=").filter(|_| is_name) else { continue };
        let value = value.trim_ascii_start();
        let (value, is_end): (&[u8], fn(&u8) -> bool) = match value.first() {
            Some(b'"') => (&value[1..], |it| *it == b'"'),
            Some(b'\'') => (&value[1..], |it| *it == b'\''),
            _ => (value, |it| it.is_ascii_whitespace() || *it == b'>'),
        };
        let end = value.iter().position(is_end).unwrap_or(value.len());
        return Some(value[..end].to_vec());
    }
    None
}

/// What stands behind the last slash, without the query.
fn file_name(uri: &[u8]) -> Vec<u8> {
    let path = uri.split(|it| matches!(it, b'?' | b'#')).next().unwrap_or_default();
    path.rsplit(|it| *it == b'/').next().unwrap_or_default().trim_ascii().to_vec()
}

/// The file name as words, without its ending.
fn words_of_name(uri: &[u8]) -> String {
    let name = super::page::readable_address(&file_name(uri));
    let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
    stem.replace(['_', '-', '+'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_found_in_tags() {
        for (tag, source) in [
            ("<img src=a.png>", Some("a.png")),
            ("<img alt=\"x src\" SRC = 'b c.png' >", Some("b c.png")),
            ("<img data-src=x src=\"y\"/>", Some("y")),
            ("<img alt=x>", None),
            ("<img src", None),
            ("", None),
        ] {
            let found = source_of(tag.as_bytes()).map(|it| String::from_utf8(it).unwrap());
            assert_eq!(found.as_deref(), source, "{tag}");
        }
    }

    #[test]
    fn file_names_become_words() {
        assert_eq!(words_of_name(b"http://a.cz/x/star%C3%BD_most-2.jpg?v=1"), "starý most 2");
        assert_eq!(words_of_name(b"http://a.cz/"), "");
    }
}
