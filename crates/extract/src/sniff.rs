//! The type of a document: by its declared type first, then by its bytes, much as browsers decide.
//!
//! Two rules differ from browsers. Documents that look binary are never analysed as text, whatever the declared type.
//! And a sitemap or feed is recognised under any declared type that means text, since half of them are sent as
//! something else.

use crate::input::{Expect, Input};

/// The type of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Type {
    /// There is no body.
    #[default]
    Empty,
    /// HTML, by its declared type or by its bytes.
    Html,
    /// HTML in the syntax of XML, declared as such.
    Xhtml,
    /// A vector graphic.
    Svg,
    /// A style sheet.
    Css,
    /// A script.
    Script,
    /// JSON of any purpose.
    Json,
    /// RSS or Atom.
    Feed,
    /// A sitemap or an index of sitemaps, in XML or plain text.
    Sitemap,
    /// A robots.txt.
    Robots,
    /// Other XML.
    Xml,
    /// Other text.
    Text,
    /// Not text.
    Binary,
}

/// Number of bytes that are searched for bytes that no text has (WHATWG MIME Sniffing).
const BINARY_PREFIX: usize = 1445;

/// Decides by the declared type (without parameters, lower case) and the first bytes, which are ASCII-compatible.
pub(crate) fn sniff(declared: &[u8], input: &Input<'_>, head: &[u8]) -> Type {
    if head.is_empty() {
        return Type::Empty;
    }
    let markup = first_tag(head);
    if has_binary_magic(head) || (has_binary_bytes(head) && markup.is_none()) {
        return Type::Binary;
    }
    let declared = Declared::from(declared);
    if matches!(declared, Declared::Binary) {
        return Type::Binary;
    }
    if let Some(family) = markup.and_then(xml_family)
        && !matches!(declared, Declared::Css | Declared::Script | Declared::Json)
    {
        match (family, declared) {
            (Type::Xhtml, Declared::Xml) => return Type::Xhtml,
            (Type::Xhtml, _) => {}
            (Type::Svg, Declared::Html | Declared::Text) => {}
            _ => return family,
        }
    }
    match declared {
        Declared::Html => Type::Html,
        Declared::Xml => Type::Xml,
        Declared::Css => Type::Css,
        Declared::Script => Type::Script,
        Declared::Json => Type::Json,
        Declared::Binary => Type::Binary,
        Declared::Text => plain(input).unwrap_or(Type::Text),
        Declared::Unknown => match markup {
            Some(tag) if is_html_tag(tag) => Type::Html,
            _ if is_doctype_html(head) => Type::Html,
            _ if starts_with_blank(head, b"<?xml") => Type::Xml,
            _ => plain(input).unwrap_or(Type::Text),
        },
    }
}

/// What a declared type means here.
#[derive(Clone, Copy)]
enum Declared {
    Unknown,
    Html,
    Xml,
    Css,
    Script,
    Json,
    Text,
    Binary,
}

impl From<&[u8]> for Declared {
    fn from(essence: &[u8]) -> Declared {
        match essence {
            b"" | b"*/*" | b"unknown/unknown" | b"application/unknown" => Declared::Unknown,
            // What servers send when they do not know the type.
            b"application/octet-stream"
            | b"binary/octet-stream"
            | b"application/force-download" => Declared::Unknown,
            b"application/gzip" | b"application/x-gzip" => Declared::Unknown,
            b"text/html" => Declared::Html,
            b"text/css" => Declared::Css,
            b"text/xml" | b"application/xml" => Declared::Xml,
            b"text/json" | b"application/json" => Declared::Json,
            _ if essence.ends_with(b"+xml") => Declared::Xml,
            _ if essence.ends_with(b"+json") => Declared::Json,
            _ if essence.ends_with(b"javascript") || essence.ends_with(b"ecmascript") => {
                Declared::Script
            }
            _ if essence.starts_with(b"text/") => Declared::Text,
            _ => Declared::Binary,
        }
    }
}

/// Returns the type of a text by its name; `None` if the name says nothing.
fn plain(input: &Input<'_>) -> Option<Type> {
    let path = input.path().to_ascii_lowercase();
    let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    let ending = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    match (input.expect, ending) {
        (Expect::Robots, _) => Some(Type::Robots),
        (Expect::Sitemap, _) => Some(Type::Sitemap),
        (Expect::Manifest, _) => Some(Type::Json),
        (Expect::Any, _) if path == b"/robots.txt" => Some(Type::Robots),
        (Expect::Any, b"txt") if name.starts_with(b"sitemap") => Some(Type::Sitemap),
        (Expect::Any, b"css") => Some(Type::Css),
        (Expect::Any, b"js" | b"mjs") => Some(Type::Script),
        (Expect::Any, b"json" | b"webmanifest") => Some(Type::Json),
        (Expect::Any, _) => None,
    }
}

/// Returns the type of XML by its root element, without prefix; `None` if it is another one.
pub(crate) fn xml_family(root: &[u8]) -> Option<Type> {
    let local = root.rsplit(|&byte| byte == b':').next().unwrap_or(root);
    match local.to_ascii_lowercase().as_slice() {
        b"urlset" | b"sitemapindex" => Some(Type::Sitemap),
        b"rss" | b"feed" | b"rdf" => Some(Type::Feed),
        b"html" => Some(Type::Xhtml),
        b"svg" => Some(Type::Svg),
        _ => None,
    }
}

/// Returns the name of the first element, behind whatever may stand before the root; `None` if there is none.
fn first_tag(head: &[u8]) -> Option<&[u8]> {
    let mut rest = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    loop {
        rest = rest.trim_ascii_start();
        let inner = rest.strip_prefix(b"<")?;
        let end = if inner.starts_with(b"!--") {
            memchr::memmem::find(inner, b"-->")? + 3
        } else if inner.starts_with(b"!") || inner.starts_with(b"?") {
            memchr::memchr(b'>', inner)? + 1
        } else {
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b":-_.".contains(byte);
            let len = inner.iter().take_while(|byte| is_name(byte)).count();
            return (len > 0 && inner[0].is_ascii_alphabetic()).then_some(&inner[..len]);
        };
        rest = &inner[end..];
    }
}

fn is_html_tag(tag: &[u8]) -> bool {
    const TAGS: &[&[u8]] = &[
        b"html",
        b"head",
        b"script",
        b"iframe",
        b"h1",
        b"div",
        b"font",
        b"table",
        b"a",
        b"style",
        b"title",
        b"b",
        b"body",
        b"br",
        b"p",
        b"meta",
        b"link",
        b"frameset",
        b"center",
        b"ul",
        b"h2",
        b"h3",
        b"span",
        b"base",
        b"img",
        b"noscript",
        b"main",
        b"section",
        b"article",
    ];
    TAGS.iter().any(|known| tag.eq_ignore_ascii_case(known))
}

fn is_doctype_html(head: &[u8]) -> bool {
    starts_with_blank(head, b"<!doctype html")
}

fn starts_with_blank(head: &[u8], prefix: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    head.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

fn has_binary_bytes(head: &[u8]) -> bool {
    let prefix = &head[..head.len().min(BINARY_PREFIX)];
    prefix.iter().any(|byte| matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f))
}

fn has_binary_magic(head: &[u8]) -> bool {
    const MAGIC: &[&[u8]] = &[
        b"%PDF-",
        b"PK\x03\x04",
        b"GIF87a",
        b"GIF89a",
        b"\x89PNG",
        b"\xff\xd8\xff",
        b"RIFF",
        b"OggS",
        b"ID3",
        b"\x1f\x8b\x08",
        b"Rar!",
        b"7z\xbc\xaf",
        b"wOFF",
        b"wOF2",
        b"OTTO",
        b"\x00\x01\x00\x00",
        b"\x00\x00\x01\x00",
        b"\x7fELF",
        b"FLV\x01",
        b"CWS",
        b"FWS",
        b"\xd0\xcf\x11\xe0",
        b"\x00\x00\x01\xba",
        b"\x1a\x45\xdf\xa3",
        b"\xfd7zXZ",
        b"BZh",
        b"\x28\xb5\x2f\xfd",
        b"%!PS",
        b"{\\rtf",
    ];
    MAGIC.iter().any(|magic| head.starts_with(magic)) || head.get(4..8) == Some(b"ftyp")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(declared: &str, uri: &str, head: &[u8], expect: Type) {
        let found = sniff(declared.as_bytes(), &Input::new(uri.as_bytes()), head);
        assert_eq!(found, expect, "{declared} {uri} {}", String::from_utf8_lossy(head));
    }

    #[test]
    fn label_first() {
        check("text/html", "http://a/", b"x", Type::Html);
        check("text/html", "http://a/", b"<?xml version='1.0'?><html>", Type::Html);
        check("application/xhtml+xml", "http://a/", b"<?xml?><!DOCTYPE html><html>", Type::Xhtml);
        check("text/css", "http://a/", b"<!-- a{} -->", Type::Css);
        check("text/plain", "http://a/", b"<html>", Type::Text);
        check("application/x-javascript", "http://a/", b"x", Type::Script);
        check("application/ld+json", "http://a/", b"{}", Type::Json);
        check("image/svg+xml", "http://a/", b"<svg xmlns='x'>", Type::Svg);
        check("application/pdf", "http://a/", b"x", Type::Binary);
        check("", "http://a/", b"", Type::Empty);
    }

    #[test]
    fn then_bytes_and_names() {
        check("", "http://a/", b" <!DOCTYPE HTML PUBLIC", Type::Html);
        check("", "http://a/", b"<!-- x --><P>", Type::Html);
        check("", "http://a/", b"<?xml version='1.0'?><x:y/>", Type::Xml);
        check("application/octet-stream", "http://a/x.css", b"a{}", Type::Css);
        check("text/plain", "http://a/robots.txt", b"User-agent: *", Type::Robots);
        check("text/plain", "http://a/sitemap1.txt", b"http://a/x", Type::Sitemap);
        check("text/html", "http://a/", b"<?xml?><urlset>", Type::Sitemap);
        check("text/plain", "http://a/", b"<?xml?><!-- a --><s:sitemapindex>", Type::Sitemap);
        check("text/xml", "http://a/", b"<rss version=2>", Type::Feed);
        check("text/html", "http://a/", b"<feed xmlns='x'>", Type::Feed);
        check("", "http://a/", b"hello", Type::Text);
    }

    #[test]
    fn binary_is_never_text() {
        check("text/plain", "http://a/", b"\x00\x00\x00\x20ftypisom", Type::Binary);
        check("text/html", "http://a/", b"%PDF-1.4", Type::Binary);
        check("text/html", "http://a/", b"abc\x00def", Type::Binary);
        check("text/html", "http://a/", b"<html>\x00def", Type::Html);
        check("text/plain", "http://a/robots.txt", b"a\x01", Type::Binary);
    }
}
