//! What a body is rewritten as.

use stodola_warc::http::media_type;

use crate::Modifier;

/// The language of a body, which decides how it is rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// HTML, parsed as browsers parse it.
    Html,
    /// XML: XHTML, SVG, feeds, sitemaps and others.
    Xml,
    /// A style sheet.
    Css,
    /// A script, classic or a module.
    Script,
    /// A script that calls one function with data. The name of that function becomes the one that was asked for.
    Jsonp,
    /// JSON. Passes as it is: addresses in data become requests only through scripts, and the client script sees those.
    Json,
    /// The manifest of a web application.
    Manifest,
    /// A playlist of HTTP Live Streaming.
    Hls,
    /// A media presentation description of DASH.
    Dash,
    /// Anything else. Passes as it is.
    Opaque,
}

impl BodyKind {
    /// Decides from what the browser wants the body for, the `Content-Type` of the capture, if it has one, and the
    /// first bytes of the body (some hundred are enough; transfer and content codings undone).
    ///
    /// The type counts as it does in browsers: it is not doubted, but for scripts and style sheets, which browsers take
    /// under any type, and for bodies without a type.
    pub fn decide(modifier: Modifier, content_type: Option<&[u8]>, start: &[u8]) -> BodyKind {
        let label =
            content_type.map(|value| media_type(value).to_ascii_lowercase()).unwrap_or_default();
        let declared = by_label(&label);
        match modifier {
            Modifier::Identity | Modifier::IdentityWithRedirects => BodyKind::Opaque,
            Modifier::Script | Modifier::Module | Modifier::Worker | Modifier::ServiceWorker => {
                match declared {
                    Some(BodyKind::Html | BodyKind::Xml) if looks_like_markup(start) => declared,
                    Some(BodyKind::Json | BodyKind::Manifest) => declared,
                    Some(BodyKind::Opaque) if label.starts_with(b"image/") => declared,
                    _ => Some(BodyKind::Script),
                }
                .unwrap_or(BodyKind::Script)
            }
            Modifier::Style => match declared {
                Some(BodyKind::Html | BodyKind::Xml) if looks_like_markup(start) => declared,
                Some(BodyKind::Css | BodyKind::Html | BodyKind::Xml) | None => Some(BodyKind::Css),
                Some(BodyKind::Opaque) if is_vague(&label) && !looks_binary(start) => {
                    Some(BodyKind::Css)
                }
                other => other,
            }
            .unwrap_or(BodyKind::Css),
            Modifier::Page
            | Modifier::Iframe
            | Modifier::Frame
            | Modifier::BannerOnly
            | Modifier::Image
            | Modifier::Embed => match declared {
                Some(BodyKind::Opaque) if is_vague(&label) && start.starts_with(b"#EXTM3U") => {
                    BodyKind::Hls
                }
                Some(kind) => kind,
                None => sniffed(start),
            },
        }
    }
}

impl BodyKind {
    /// Whether bodies of this kind may come out otherwise than they went in. If not, parts of them can be sent.
    pub fn is_rewritten(self) -> bool {
        !matches!(self, BodyKind::Json | BodyKind::Opaque)
    }
}

/// `None` if there is no type.
fn by_label(label: &[u8]) -> Option<BodyKind> {
    let text = std::str::from_utf8(label).unwrap_or("x/x");
    Some(match text {
        "" => return None,
        "text/html" => BodyKind::Html,
        "text/css" => BodyKind::Css,
        "text/javascript"
        | "application/javascript"
        | "application/x-javascript"
        | "application/ecmascript"
        | "text/ecmascript"
        | "text/x-javascript"
        | "text/x-ecmascript"
        | "text/jscript"
        | "text/livescript"
        | "application/x-ecmascript" => BodyKind::Script,
        "application/json" | "text/json" | "text/x-json" => BodyKind::Json,
        "application/manifest+json" | "application/x-web-app-manifest+json" => BodyKind::Manifest,
        "application/vnd.apple.mpegurl"
        | "application/x-mpegurl"
        | "audio/mpegurl"
        | "audio/x-mpegurl"
        | "vnd.apple.mpegurl" => BodyKind::Hls,
        "application/dash+xml" | "video/vnd.mpeg.dash.mpd" => BodyKind::Dash,
        "text/xml" | "application/xml" => BodyKind::Xml,
        other if other.ends_with("+json") => BodyKind::Json,
        other if other.ends_with("+xml") => BodyKind::Xml,
        _ => BodyKind::Opaque,
    })
}

/// Types that say nothing.
fn is_vague(label: &[u8]) -> bool {
    matches!(
        label,
        b"text/plain" | b"application/octet-stream" | b"binary/octet-stream" | b"unknown/unknown"
    )
}

fn looks_like_markup(start: &[u8]) -> bool {
    without_mark(start).trim_ascii_start().starts_with(b"<")
}

fn looks_binary(start: &[u8]) -> bool {
    let start = &start[..start.len().min(512)];
    let is_utf_16 = start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff");
    !is_utf_16 && start.iter().any(|byte| matches!(byte, 0..=8 | 0x0e..=0x1a | 0x1c..=0x1f))
}

fn without_mark(start: &[u8]) -> &[u8] {
    start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start)
}

/// The kind of a body without a type. UTF-16 counts as what it is in ASCII.
fn sniffed(start: &[u8]) -> BodyKind {
    let is_utf_16 = start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff");
    let ascii: Vec<u8> = if is_utf_16 {
        start[2..].iter().copied().filter(|byte| *byte != 0).take(512).collect()
    } else {
        without_mark(start).iter().copied().take(512).collect()
    };
    let text = ascii.trim_ascii_start();
    let begins =
        |prefix: &[u8]| text.get(..prefix.len()).is_some_and(|it| it.eq_ignore_ascii_case(prefix));
    // The list of the standard for sniffing, and what stands at the start of pages beside.
    const HTML: &[&[u8]] = &[
        b"<!doctype html",
        b"<html",
        b"<head",
        b"<script",
        b"<iframe",
        b"<h1",
        b"<div",
        b"<font",
        b"<table",
        b"<a ",
        b"<a>",
        b"<style",
        b"<title",
        b"<b>",
        b"<body",
        b"<br",
        b"<p>",
        b"<p ",
        b"<meta",
        b"<link",
        b"<center",
        b"<frameset",
        b"<!--",
    ];
    match () {
        () if begins(b"#EXTM3U") => BodyKind::Hls,
        () if HTML.iter().any(|it| begins(it)) => BodyKind::Html,
        () if begins(b"<?xml") || begins(b"<svg") || begins(b"<rss") || begins(b"<feed") => {
            BodyKind::Xml
        }
        () => BodyKind::Opaque,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_uses_decide() {
        let check = |modifier: &str, label: &str, start: &str, expect: BodyKind| {
            let modifier = Modifier::parse(modifier).expect("the case names a modifier");
            let label = (!label.is_empty()).then_some(label.as_bytes());
            assert_eq!(
                BodyKind::decide(modifier, label, start.as_bytes()),
                expect,
                "{modifier:?} {label:?} {start}"
            );
        };
        check("mp_", "text/html; charset=x", "", BodyKind::Html);
        check("mp_", "TEXT/HTML", "", BodyKind::Html);
        check("id_", "text/html", "<html>", BodyKind::Opaque);
        check("ir_", "text/html", "<html>", BodyKind::Opaque);
        check("mp_", "text/plain", "<html>", BodyKind::Opaque);
        check("mp_", "", " <!DOCTYPE html>", BodyKind::Html);
        check("mp_", "", "\u{feff}<html>", BodyKind::Html);
        check("mp_", "", "hello", BodyKind::Opaque);
        check("mp_", "application/xhtml+xml", "", BodyKind::Xml);
        check("im_", "image/svg+xml", "", BodyKind::Xml);
        check("im_", "image/png", "", BodyKind::Opaque);
        check("js_", "text/html", "var a", BodyKind::Script);
        check("js_", "text/html", "\n<html>", BodyKind::Html);
        check("js_", "application/octet-stream", "var a", BodyKind::Script);
        check("js_", "", "<a", BodyKind::Script);
        check("js_", "application/json", "{}", BodyKind::Json);
        check("esm_", "text/javascript", "", BodyKind::Script);
        check("cs_", "text/plain", "a{}", BodyKind::Css);
        check("cs_", "image/png", "\u{1}", BodyKind::Opaque);
        check("cs_", "application/octet-stream", "wOFF\u{0}", BodyKind::Opaque);
        check("cs_", "text/html", "a{}", BodyKind::Css);
        check("cs_", "text/html", "<a>", BodyKind::Html);
        check("oe_", "application/x-mpegURL", "", BodyKind::Hls);
        check("oe_", "text/plain", "#EXTM3U\n", BodyKind::Hls);
        check("oe_", "application/dash+xml", "", BodyKind::Dash);
        check("mp_", "application/ld+json", "", BodyKind::Json);
        check("mp_", "application/rss+xml", "", BodyKind::Xml);
        check("mp_", "application/manifest+json", "", BodyKind::Manifest);
    }
}
