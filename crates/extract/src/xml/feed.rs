//! Links of feeds: RSS of every version, and Atom.

use crate::collect::{Collector, Reference};
use crate::html::tag::Attributes;
use crate::link::{LinkKind, LinkOrigin, Requisite};

const IMAGE: LinkKind = LinkKind::Requisite(Requisite::Image);

/// What the content of an element is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// Other elements, or text that is not used.
    Other,
    /// A link.
    Link(LinkKind),
    /// A page as text; some feeds write its elements without escaping them.
    Html,
    /// The elements of a page.
    Xhtml,
}

/// Passes the links in the attributes of one element to the collector and returns what its content is. Names of
/// elements are without prefix, in lower case.
pub(super) fn element(name: &str, attributes: &dyn Attributes, out: &mut Collector<'_>) -> Content {
    match link(name, attributes, out) {
        Some(kind) => Content::Link(kind),
        None => page(name, attributes),
    }
}

/// Returns the kind of content. RSS does not declare what its descriptions are, and everybody puts HTML into them; Atom
/// declares it.
fn page(name: &str, attributes: &dyn Attributes) -> Content {
    let declared = attributes.get("type").unwrap_or_default().to_ascii_lowercase();
    match (name, declared.trim_ascii()) {
        ("content" | "summary" | "description", b"xhtml" | b"application/xhtml+xml") => {
            Content::Xhtml
        }
        ("content" | "summary", b"html" | b"text/html") => Content::Html,
        ("description" | "encoded", _) => Content::Html,
        _ => Content::Other,
    }
}

fn link(name: &str, attributes: &dyn Attributes, out: &mut Collector<'_>) -> Option<LinkKind> {
    let mut give = |attribute: &str, kind: LinkKind| {
        if let Some(value) = attributes.get(attribute) {
            let rel = attributes.get("rel");
            out.found_reference(&Reference {
                raw: &value,
                kind,
                origin: LinkOrigin::Attribute { element: name, attribute },
                rel: rel.as_deref(),
                nofollow: false,
                text: None,
            });
        }
    };
    match name {
        // Atom writes the address into an attribute, RSS into the text.
        "link" if attributes.get("href").is_some() => {
            let rel = attributes.get("rel").unwrap_or_default().to_ascii_lowercase();
            if let Some(kind) = atom_link(&rel, &attributes.get("type").unwrap_or_default()) {
                give("href", kind);
            }
            None
        }
        "link" | "comments" | "origlink" => Some(LinkKind::Navigation),
        "guid" => {
            let is_name = attributes
                .get("ispermalink")
                .is_some_and(|it| it.trim_ascii().eq_ignore_ascii_case(b"false"));
            (!is_name).then_some(LinkKind::Navigation)
        }
        "commentrss" => Some(LinkKind::Feed),
        "icon" | "logo" => Some(IMAGE),
        // Only the picture of an RSS channel has such an element.
        "url" => Some(IMAGE),
        "image" => {
            give("href", IMAGE);
            None
        }
        "thumbnail" => {
            give("url", IMAGE);
            None
        }
        "enclosure" => {
            give("url", LinkKind::Navigation);
            None
        }
        "content" => {
            give("url", LinkKind::Navigation);
            give("src", LinkKind::Navigation);
            None
        }
        "source" => {
            give("url", LinkKind::Feed);
            None
        }
        _ => None,
    }
}

fn atom_link(rel: &[u8], media_type: &[u8]) -> Option<LinkKind> {
    let is_feed = media_type.to_ascii_lowercase().starts_with(b"application/atom");
    match rel {
        b"self" | b"edit" | b"edit-media" | b"hub" | b"search" => None,
        b"next" | b"prev" | b"previous" | b"first" | b"last" | b"current" | b"next-archive"
        | b"prev-archive" => Some(LinkKind::Feed),
        _ if is_feed => Some(LinkKind::Feed),
        _ => Some(LinkKind::Navigation),
    }
}
