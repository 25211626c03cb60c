//! What is a link in which kind of XML.

use stodola_extract::markup::Attributes;

use crate::Modifier;
use crate::rewrite::html::element::{Action, action};

/// The kind of a document, known by its first element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Vocabulary {
    Xhtml,
    Svg,
    /// RSS and Atom.
    Feed,
    Sitemap,
    Dash,
    /// Only what is a link in all XML.
    Other,
}

impl Vocabulary {
    /// By the name of the first element, without its prefix, in lower case.
    pub(super) fn of_root(name: &[u8]) -> Vocabulary {
        match name {
            b"html" => Vocabulary::Xhtml,
            b"svg" => Vocabulary::Svg,
            b"rss" | b"rdf" | b"feed" | b"channel" => Vocabulary::Feed,
            b"urlset" | b"sitemapindex" => Vocabulary::Sitemap,
            b"mpd" => Vocabulary::Dash,
            _ => Vocabulary::Other,
        }
    }

    /// What an attribute of an element (without its prefix, in lower case) is for.
    pub(super) fn action(
        self,
        element: &[u8],
        attribute: &[u8],
        attributes: &Attributes<'_>,
        page: Modifier,
    ) -> Action {
        let is = |name: &[u8]| attribute.eq_ignore_ascii_case(name);
        let link = |is_link: bool, modifier: Modifier| {
            if is_link { Action::Link(modifier) } else { Action::Nothing }
        };
        match self {
            Vocabulary::Xhtml => action(element, attribute, attributes, false, page),
            Vocabulary::Svg => match action(element, attribute, attributes, true, page) {
                // A picture gets no client script, so its scripts stay as they are.
                Action::Link(Modifier::Script | Modifier::Module) => {
                    Action::Link(Modifier::Identity)
                }
                Action::Handler => Action::Nothing,
                action => action,
            },
            Vocabulary::Feed => match element {
                b"link" => link(is(b"href"), page),
                b"enclosure" | b"content" | b"thumbnail" | b"player" if is(b"url") => {
                    Action::Link(Modifier::Embed)
                }
                b"content" => link(is(b"src"), page),
                b"image" => link(is(b"href"), Modifier::Image),
                _ => Action::Nothing,
            },
            Vocabulary::Sitemap => link(element == b"link" && is(b"href"), page),
            Vocabulary::Dash => {
                let names: [&[u8]; 5] =
                    [b"media", b"initialization", b"sourceURL", b"index", b"xlink:href"];
                link(names.iter().any(|name| is(name)), Modifier::Embed)
            }
            Vocabulary::Other => link(is(b"xlink:href"), page),
        }
    }

    /// What the text of an element is an address of, if it is one.
    pub(super) fn text_link(self, element: &[u8], page: Modifier) -> Option<Modifier> {
        match (self, element) {
            (Vocabulary::Feed, b"link" | b"comments" | b"docs" | b"commentrss" | b"uri") => {
                Some(page)
            }
            (Vocabulary::Feed, b"url" | b"icon" | b"logo") => Some(Modifier::Image),
            (Vocabulary::Sitemap, b"loc") => Some(page),
            (Vocabulary::Sitemap, b"content_loc" | b"thumbnail_loc" | b"player_loc") => {
                Some(Modifier::Embed)
            }
            (Vocabulary::Dash, b"baseurl" | b"location") => Some(Modifier::Embed),
            _ => None,
        }
    }

    /// Whether elements named `style` are style sheets.
    pub(super) fn has_styles(self) -> bool {
        matches!(self, Vocabulary::Xhtml | Vocabulary::Svg)
    }
}
