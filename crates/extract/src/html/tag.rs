//! Which attributes of which elements are links, and what for. Shared by HTML, XHTML and SVG.

use std::borrow::Cow;

use super::anchor::Anchor;
use super::srcset;
use crate::blocks::BlockKind;
use crate::collect::{Collector, Reference};
use crate::headers::refresh_target;
use crate::link::{LinkKind, LinkOrigin, Requisite};
use crate::{css, rel};

/// The attributes of an element, however they were parsed.
pub(crate) trait Attributes {
    /// Returns the value of the first attribute with this name (lower case), in UTF-8, with escapes decoded; `None` if
    /// there is none.
    fn get(&self, name: &str) -> Option<Cow<'_, [u8]>>;
}

/// What a parser has to do after an element.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Then {
    /// Nothing.
    Nothing,
    /// The text that follows belongs to this link.
    Anchor(Box<Anchor>),
    /// This is a document of its own, in UTF-8.
    Fragment(Vec<u8>),
}

const IMAGE: LinkKind = LinkKind::Requisite(Requisite::Image);
const MEDIA: LinkKind = LinkKind::Requisite(Requisite::Media);
const OBJECT: LinkKind = LinkKind::Requisite(Requisite::Object);
const FRAME: LinkKind = LinkKind::Requisite(Requisite::Frame);
const SCRIPT: LinkKind = LinkKind::Requisite(Requisite::Script);

/// Elements without special rules: each of these attributes is a link.
const PLAIN: &[(&str, &[(&str, LinkKind)])] = &[
    ("area", &[("href", LinkKind::Navigation), ("ping", LinkKind::Form)]),
    ("audio", &[("src", MEDIA)]),
    ("bgsound", &[("src", MEDIA)]),
    ("blockquote", &[("cite", LinkKind::Navigation)]),
    ("button", &[("formaction", LinkKind::Form)]),
    ("del", &[("cite", LinkKind::Navigation)]),
    ("embed", &[("src", OBJECT)]),
    ("feimage", &[("href", IMAGE), ("xlink:href", IMAGE)]),
    ("form", &[("action", LinkKind::Form)]),
    ("frame", &[("src", FRAME), ("longdesc", LinkKind::Navigation)]),
    ("html", &[("manifest", LinkKind::Requisite(Requisite::Manifest))]),
    ("iframe", &[("src", FRAME), ("longdesc", LinkKind::Navigation)]),
    ("image", &[("href", IMAGE), ("xlink:href", IMAGE), ("src", IMAGE)]),
    (
        "img",
        &[("src", IMAGE), ("lowsrc", IMAGE), ("dynsrc", MEDIA), ("longdesc", LinkKind::Navigation)],
    ),
    ("input", &[("src", IMAGE), ("formaction", LinkKind::Form)]),
    ("ins", &[("cite", LinkKind::Navigation)]),
    ("layer", &[("src", FRAME)]),
    ("portal", &[("src", FRAME)]),
    ("q", &[("cite", LinkKind::Navigation)]),
    ("script", &[("src", SCRIPT), ("href", SCRIPT), ("xlink:href", SCRIPT)]),
    ("source", &[("src", MEDIA)]),
    ("track", &[("src", MEDIA)]),
    ("use", &[("href", IMAGE), ("xlink:href", IMAGE)]),
    ("video", &[("src", MEDIA), ("poster", IMAGE)]),
    ("xml", &[("src", LinkKind::Requisite(Requisite::Other))]),
];

/// Passes the links of one element (name in lower case) to the collector.
pub(crate) fn element(name: &str, attributes: &dyn Attributes, out: &mut Collector<'_>) -> Then {
    let mut then = Then::Nothing;
    match name {
        // Most of a page consists of these.
        "div" | "span" | "p" | "li" | "td" | "tr" | "b" | "i" | "br" | "ul" | "dt" | "th"
        | "h2" | "h3" | "pre" | "code" | "table" => {}
        "a" => then = anchor(attributes, out),
        "base" => {
            if let Some(base) = attributes.get("href") {
                out.declare_base(&base);
            }
        }
        "link" => link(attributes, out),
        "meta" => meta(attributes, out),
        "object" | "applet" => object(name, attributes, out),
        "param" => param(attributes, out),
        _ => {
            if let Ok(at) = PLAIN.binary_search_by(|(known, _)| (*known).cmp(name)) {
                let rel = if name == "area" { attributes.get("rel") } else { None };
                for (attribute, kind) in PLAIN[at].1 {
                    give(name, attributes, (attribute, *kind), rel.as_deref(), out);
                }
            }
            if matches!(name, "img" | "source") {
                images(name, attributes, "srcset", out);
            }
            if name == "iframe"
                && let Some(document) = attributes.get("srcdoc")
            {
                then = Then::Fragment(document.into_owned());
            }
        }
    }
    if out.text.is_some() {
        said(name, attributes, out);
    }
    anywhere(name, attributes, out);
    then
}

/// Passes on what attributes contain beside links: the languages that a page declares, and texts.
fn said(name: &str, attributes: &dyn Attributes, out: &mut Collector<'_>) {
    let Some(text) = &mut out.text else { return };
    if text.wants_fragments() {
        if let Some(id) = attributes.get("id") {
            text.id(&id);
        }
        if name == "a"
            && let Some(id) = attributes.get("name")
        {
            text.id(&id);
        }
    }
    match name {
        "html" | "body" => {
            for tag in ["lang", "xml:lang"].iter().filter_map(|name| attributes.get(name)) {
                text.language(&tag);
            }
        }
        "meta" => {
            let names_language = attributes
                .get("http-equiv")
                .is_some_and(|name| name.trim_ascii().eq_ignore_ascii_case(b"content-language"));
            let Some(content) = attributes.get("content") else { return };
            if names_language {
                text.language(&content);
            }
            let name = attributes.get("name").unwrap_or_default();
            match name.trim_ascii().to_ascii_lowercase().as_slice() {
                b"description" => text.attribute(BlockKind::Description, &content),
                b"keywords" => text.attribute(BlockKind::Keywords, &content),
                _ => {}
            }
        }
        "img" | "area" | "input" => {
            if let Some(alt) = attributes.get("alt") {
                text.attribute(BlockKind::AltText, &alt);
            }
        }
        _ => {}
    }
}

/// Attributes that any element may have.
fn anywhere(name: &str, attributes: &dyn Attributes, out: &mut Collector<'_>) {
    if let Some(sheet) = attributes.get("style") {
        let max_token = out.options.max_uri;
        let origin = LinkOrigin::Attribute { element: name, attribute: "style" };
        css::scan(&sheet, max_token, &mut |url, kind| out.found(url, kind, origin));
    }
    give(name, attributes, ("background", IMAGE), None, out);
    if out.options.guess_attributes {
        guessed(name, attributes, out);
    }
}

/// Gives the link in an attribute, if the element has it.
fn give(
    element: &str,
    attributes: &dyn Attributes,
    (attribute, kind): (&str, LinkKind),
    rel: Option<&[u8]>,
    out: &mut Collector<'_>,
) {
    if (kind != LinkKind::Form || out.options.forms)
        && let Some(value) = attributes.get(attribute)
    {
        let origin = LinkOrigin::Attribute { element, attribute };
        let raw = &value;
        out.found_reference(&Reference { raw, kind, origin, rel, nofollow: false, text: None });
    }
}

fn images(element: &str, attributes: &dyn Attributes, attribute: &str, out: &mut Collector<'_>) {
    if let Some(value) = attributes.get(attribute) {
        for address in srcset::addresses(&value) {
            out.found(address, IMAGE, LinkOrigin::Attribute { element, attribute });
        }
    }
}

fn anchor(attributes: &dyn Attributes, out: &mut Collector<'_>) -> Then {
    give("a", attributes, ("ping", LinkKind::Form), None, out);
    let found =
        ["href", "xlink:href"].into_iter().find_map(|name| Some((name, attributes.get(name)?)));
    let Some((attribute, reference)) = found else { return Then::Nothing };
    let rel = attributes.get("rel");
    let nofollow = rel.as_deref().is_some_and(|rel| {
        rel.split(u8::is_ascii_whitespace).any(|word| word.eq_ignore_ascii_case(b"nofollow"))
    });
    if out.options.anchor_text > 0 {
        let rel = rel.map(Cow::into_owned);
        let anchor = Anchor::new(reference.into_owned(), attribute, rel, nofollow);
        return Then::Anchor(Box::new(anchor));
    }
    out.found_reference(&Reference {
        raw: &reference,
        kind: LinkKind::Navigation,
        origin: LinkOrigin::Attribute { element: "a", attribute },
        rel: rel.as_deref(),
        nofollow,
        text: None,
    });
    Then::Nothing
}

fn link(attributes: &dyn Attributes, out: &mut Collector<'_>) {
    let value = |name| attributes.get(name).unwrap_or_default();
    let rel = attributes.get("rel");
    let words = rel.as_deref().unwrap_or_default();
    let Some(kind) = rel::kind(words, &value("type"), &value("as")) else { return };
    give("link", attributes, ("href", kind), rel.as_deref(), out);
    images("link", attributes, "imagesrcset", out);
}

const CONTENT_OF_META: LinkOrigin<'_> =
    LinkOrigin::Attribute { element: "meta", attribute: "content" };

fn meta(attributes: &dyn Attributes, out: &mut Collector<'_>) {
    let Some(content) = attributes.get("content") else { return };
    let is = |name: &str, wanted: &str| {
        attributes
            .get(name)
            .is_some_and(|it| it.trim_ascii().eq_ignore_ascii_case(wanted.as_bytes()))
    };
    if is("http-equiv", "refresh") {
        if let Some(target) = refresh_target(&content) {
            out.found(target, LinkKind::Redirect, CONTENT_OF_META);
        }
        return;
    }
    let is_ours = is("name", "robots") || out.options.robot_names.iter().any(|it| is("name", it));
    if is_ours {
        out.summary.robots.add(&content);
    } else if out.options.previews {
        const PREVIEWS: &[&str] = &[
            "og:image",
            "og:image:url",
            "og:image:secure_url",
            "og:video",
            "og:video:url",
            "og:audio",
            "twitter:image",
            "twitter:image:src",
            "twitter:player",
            "msapplication-tileimage",
            "thumbnail",
            "image",
        ];
        if PREVIEWS.iter().any(|it| is("property", it) || is("name", it) || is("itemprop", it)) {
            out.found(&content, LinkKind::Speculative, CONTENT_OF_META);
        }
    }
}

/// Gives the links of objects and applets, whose addresses are relative to their `codebase`.
fn object(element: &str, attributes: &dyn Attributes, out: &mut Collector<'_>) {
    let former = attributes.get("codebase").and_then(|it| out.swap_base(&it));
    give(element, attributes, ("data", OBJECT), None, out);
    for attribute in ["archive", "code"] {
        for address in attributes.get(attribute).unwrap_or_default().split(|&byte| byte == b',') {
            // `code` names a class as often as a file.
            if attribute == "archive" || address.ends_with(b".class") {
                out.found(address, OBJECT, LinkOrigin::Attribute { element, attribute });
            }
        }
    }
    if let Some(former) = former {
        out.set_base(former);
    }
}

fn param(attributes: &dyn Attributes, out: &mut Collector<'_>) {
    let is = |name: &str, wanted: &str| {
        attributes
            .get(name)
            .is_some_and(|it| it.trim_ascii().eq_ignore_ascii_case(wanted.as_bytes()))
    };
    if is("valuetype", "ref") {
        give("param", attributes, ("value", OBJECT), None, out);
    } else if out.options.guess_attributes
        && ["movie", "src", "data", "filename", "file"].iter().any(|it| is("name", it))
    {
        give("param", attributes, ("value", LinkKind::Speculative), None, out);
    }
}

/// Attributes from which scripts that load pictures late take their addresses.
const GUESSES: &[&str] = &[
    "data-src",
    "data-href",
    "data-url",
    "data-original",
    "data-lazy",
    "data-lazy-src",
    "data-background",
    "data-background-image",
    "data-bg",
    "data-image",
    "data-poster",
];

fn guessed(name: &str, attributes: &dyn Attributes, out: &mut Collector<'_>) {
    let kind = if matches!(name, "img" | "source") { IMAGE } else { LinkKind::Speculative };
    for attribute in GUESSES {
        let Some(value) = attributes.get(attribute) else { continue };
        // Some contain a number, a name or JSON instead.
        let is_address = memchr::memchr2(b'/', b'.', &value).is_some()
            && !value.iter().any(|byte| b"{}<>".contains(byte));
        if is_address {
            out.found(&value, kind, LinkOrigin::Attribute { element: name, attribute });
        }
    }
    images(name, attributes, "data-srcset", out);
    images(name, attributes, "data-lazy-srcset", out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_in_order() {
        assert!(PLAIN.is_sorted_by(|a, b| a.0 < b.0));
    }
}
