//! Links to a page and from it, with the words of their anchors; and pages that are near an address.

use super::open::{MapQueryError, MapView};
use super::sheet::state_word;
use crate::json;
use serde::Serialize;
use stodola_extract::{LinkKind, Requisite};
use stodola_map::{LinkShape, MapError, MapLink, PageState};

/// A link from or to a page. It is serialised as in JSON output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkOfPage {
    /// The page at the other end: the one that holds the link, or the one that it leads to.
    pub uri: String,
    /// The beginning of the text of the anchor; empty if there is none.
    pub anchor: String,
    /// The address that the link names, if it is not the page itself but one that redirects to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// What the link is for: `navigation`, `image`, `style` and so on.
    pub kind: &'static str,
    /// Name of the element; empty if it stands in none.
    pub element: String,
    /// The relation (`rel`); empty if there is none.
    pub rel: String,
    /// Whether the page asks robots not to follow it.
    pub nofollow: bool,
    /// State of the page that it leads to, as in the table of pages; only of links from a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<&'static str>,
}

/// Links to a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinksToPage {
    /// The links, in the order of the pages that hold them; not more than were asked for.
    pub links: Vec<LinkOfPage>,
    /// Number of all links to it.
    pub count: u64,
    /// Number of pages that hold them.
    pub pages: u64,
}

/// A page whose address or title is like an address. It is serialised as in JSON output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NearRow {
    /// The address.
    pub uri: String,
    /// The title; empty if there is none.
    pub title: String,
    /// How near it is, from 0 to 1.
    pub nearness: f64,
}

impl MapView<'_> {
    /// Finds the links to a page, also those to addresses that redirect to it. Only pages of the part that is wanted
    /// are looked at.
    pub fn in_links(&self, uri: &str, limit: usize) -> Result<LinksToPage, MapQueryError> {
        let number = self.snapshot.require(uri.as_bytes())?;
        let keep = |uri: &[u8]| self.opened.is_wanted(uri);
        let found = self.snapshot.in_links(number, limit, &keep)?;
        // An address that only hidden pages link to is as if it did not exist.
        if found.count == 0 && self.snapshot.standing(number).state == PageState::Linked {
            return Err(MapError::NoPage { uri: uri.to_owned() }.into());
        }
        let end = self.snapshot.trail(number).end;
        let links = found.links.into_iter().map(|link| {
            let via = (link.target != end).then(|| self.address(link.target));
            LinkOfPage { via, ..row(self.address(link.page), link.text, &link.shape) }
        });
        Ok(LinksToPage { links: links.collect(), count: found.count, pages: found.pages })
    }

    /// Returns the links of a page, in the order of the document. Redirects from its address are followed.
    pub fn out_links(&self, uri: &str) -> Result<Vec<LinkOfPage>, MapQueryError> {
        let number = self.snapshot.require(uri.as_bytes())?;
        let end = self.snapshot.uri(self.snapshot.trail(number).end);
        let page = self.snapshot.page(&end)?;
        let page = page.ok_or_else(|| MapError::NoPage { uri: uri.to_owned() })?;
        Ok(page.links.into_iter().map(|link| self.out_link(link)).collect())
    }

    fn out_link(&self, link: MapLink) -> LinkOfPage {
        let target = self.snapshot.find(&link.uri);
        let standing = target.map(|target| self.snapshot.standing(target));
        let mut uri = json::text(&link.uri).into_owned();
        if !link.fragment.is_empty() {
            uri = format!("{uri}#{}", link.fragment);
        }
        let state = standing.map(|it| state_word(it.state, it.status));
        LinkOfPage { state, ..row(uri, link.text, &link.shape) }
    }

    /// Returns the pages of the same host whose addresses and titles are nearest to an address: what a site can offer
    /// instead of "not found".
    pub fn near_pages(&self, uri: &str, limit: usize) -> Result<Vec<NearRow>, MapQueryError> {
        let near = self.snapshot.nearest(uri.as_bytes(), limit)?;
        let row = |it: stodola_map::NearPage| NearRow {
            uri: self.address(it.page),
            title: it.title,
            nearness: it.nearness,
        };
        Ok(near.into_iter().map(row).collect())
    }
}

fn row(uri: String, anchor: String, shape: &LinkShape) -> LinkOfPage {
    LinkOfPage {
        uri,
        anchor,
        via: None,
        kind: kind_word(shape.kind),
        element: shape.element.clone(),
        rel: shape.rel.clone(),
        nofollow: shape.nofollow,
        state: None,
    }
}

/// What a link is for, as a word of data.
fn kind_word(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Navigation => "navigation",
        LinkKind::Redirect => "redirect",
        LinkKind::Alternate => "alternate",
        LinkKind::Feed => "feed",
        LinkKind::Sitemap => "sitemap",
        LinkKind::Listed => "listed",
        LinkKind::Form => "form",
        LinkKind::Speculative => "speculative",
        LinkKind::Requisite(part) => match part {
            Requisite::Image => "image",
            Requisite::Style => "style",
            Requisite::Script => "script",
            Requisite::Frame => "frame",
            Requisite::Media => "media",
            Requisite::Font => "font",
            Requisite::Object => "object",
            Requisite::Manifest => "manifest",
            Requisite::Other => "part",
        },
    }
}
