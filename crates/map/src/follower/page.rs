//! Links and texts of a capture, as the map keeps them.

use super::{MapFollower, PARSER};
use crate::name::name_of;
use crate::record::{KnownContent, LinkRow};
use crate::shape::LinkShape;
use crate::shortfall::ContentShortfall;
use crate::texts::{LinkTexts, PageTexts, id_hash};
use std::collections::HashMap;
use std::io;
use stodola_extract::{BlockKind, ExtractOptions, Input, LinkKind, Type, extract};
use stodola_follow::{Document, DocumentLink, DocumentPage};

/// Room in bytes for the addresses of the links of one page. A long base and many short links could take any amount.
const ADDRESSES_MAX: usize = 16 << 20;
/// Number of links of a page to missing places in itself that are kept.
const OWN_FRAGMENTS_MAX: usize = 1000;

impl MapFollower {
    /// Reads links and texts of a document, which is the page with this number.
    pub(super) fn known_content(
        &mut self,
        document: &mut Document<'_>,
        page: u32,
    ) -> io::Result<KnownContent> {
        let Some(found) = document.page()? else {
            return Err(io::Error::other("it has no content"));
        };
        let mut shortfall = ContentShortfall::of(&found.summary);
        let mut texts = texts_of(found);
        let mut links = Vec::with_capacity(found.links.len());
        let mut room = ADDRESSES_MAX;
        // Links that follow one another mostly look alike.
        let mut shapes: HashMap<ShapeKey<'_>, u32> = HashMap::new();
        // Menus and indexes link to the same pages again and again.
        let mut targets: HashMap<&[u8], u32> = HashMap::new();
        for link in &found.links {
            let Some(left) = room.checked_sub(link.uri.len()) else {
                shortfall.add(ContentShortfall::ADDRESSES);
                break;
            };
            room = left;
            let shape = *shapes
                .entry(shape_key(link))
                .or_insert_with(|| self.batch.words.shape(&shape_of(link)));
            let uri = stodola_uri::without_fragment(&link.uri);
            let target = *targets.entry(uri).or_insert_with(|| self.batch.page(name_of(uri)));
            links.push(LinkRow { target, shape });
            texts.links.push(LinkTexts {
                text: link.text.clone().unwrap_or_default(),
                fragment: lossy(link.fragment.as_deref().unwrap_or_default()),
            });
        }
        let own = LinkShape {
            element: "a".into(),
            attribute: "href".into(),
            ..LinkShape::of_kind(LinkKind::Navigation)
        };
        let missing = found.text.own_fragments.iter().map(lossy).filter(|it| !texts.has_place(it));
        let missing: Vec<String> = missing.take(OWN_FRAGMENTS_MAX).collect();
        for fragment in missing {
            links.push(LinkRow { target: page, shape: self.batch.words.shape(&own) });
            texts.links.push(LinkTexts { text: String::new(), fragment });
        }
        if texts.links.iter().all(|it| *it == LinkTexts::default()) {
            texts.links.clear();
        }
        let texts = texts.encode();
        Ok(KnownContent { parser: PARSER, shortfall: shortfall.bits(), links, texts })
    }
}

type ShapeKey<'l> = (LinkKind, Option<&'l str>, Option<&'l str>, Option<&'l [u8]>, bool, u8);

fn shape_key(link: &DocumentLink) -> ShapeKey<'_> {
    let block = link.block.map_or(0, |(kind, within)| {
        let marks = u8::from(within.nav) | u8::from(within.footer) << 1;
        (kind as u8 + 1) << 3 | marks | u8::from(within.address) << 2
    });
    let (element, attribute) = (link.element.as_deref(), link.attribute.as_deref());
    (link.kind, element, attribute, link.rel.as_deref(), link.nofollow, block)
}

fn shape_of(link: &DocumentLink) -> LinkShape {
    LinkShape {
        kind: link.kind,
        element: link.element.clone().unwrap_or_default(),
        attribute: link.attribute.clone().unwrap_or_default(),
        rel: lossy(link.rel.as_deref().unwrap_or_default()),
        nofollow: link.nofollow,
        block: link.block,
    }
}

fn texts_of(page: &DocumentPage) -> PageTexts {
    let mut texts = PageTexts::default();
    if !matches!(page.summary.document, Type::Html | Type::Xhtml) {
        // Only pages have names of places; nothing is missing in a picture.
        texts.ids_are_cut = page.summary.document != Type::Empty;
        return texts;
    }
    texts.title = page.text.title.clone().unwrap_or_default();
    for block in page.text.blocks() {
        match block.kind {
            BlockKind::H1 => {
                texts.h1_count += 1;
                if texts.h1.is_empty() {
                    texts.h1 = block.text.to_owned();
                }
            }
            BlockKind::Description if texts.description.is_empty() => {
                texts.description = block.text.to_owned();
            }
            _ => {}
        }
    }
    texts.ids = page.text.ids.iter().map(id_hash).collect();
    texts.ids.sort_unstable();
    texts.ids.dedup();
    let shortfall = &page.summary.shortfall;
    texts.ids_are_cut =
        page.text.ids.is_cut() || shortfall.links || shortfall.bytes || shortfall.read.is_some();
    texts
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The address to which a server redirects; `None` if it does not.
pub(super) fn redirect_of(document: &mut Document<'_>, status: u16) -> Option<Vec<u8>> {
    if !matches!(status, 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let uri = document.row().uri.clone();
    let location = document.head().ok()??.field("Location")?.to_vec();
    let headers = [(&b"Location"[..], &location[..])];
    let input = Input { headers: &headers, ..Input::new(&uri) };
    let mut target = None;
    extract(&input, &b""[..], &ExtractOptions::default(), &mut |link| {
        if link.kind == LinkKind::Redirect {
            target.get_or_insert_with(|| link.uri.to_vec());
        }
    });
    target
}

/// Bytes of a payload as it is stored: with codings; 0 for a revisit, which has none.
pub(super) fn size_of_payload(document: &mut Document<'_>) -> u64 {
    if document.row().kind == stodola_archive::CaptureKind::Revisit {
        return 0;
    }
    let number = |value: &[u8]| std::str::from_utf8(value).ok()?.trim().parse::<u64>().ok();
    let block = document.field("Content-Length").and_then(number);
    let head = document.head().ok().flatten();
    let declared = head.as_ref().and_then(|it| number(&it.field("Content-Length")?));
    let head = head.map_or(0, |it| it.head_len as u64);
    block.map(|block| block.saturating_sub(head)).or(declared).unwrap_or_default()
}
