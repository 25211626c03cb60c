//! What a link relation means: `rel` of `link` elements and of `Link` headers.

use crate::link::{LinkKind, Requisite};

/// Returns what the link is for; `None` if nothing is to be fetched. An unknown relation is a link to another page.
pub(crate) fn kind(rel: &[u8], media_type: &[u8], purpose: &[u8]) -> Option<LinkKind> {
    let words = || rel.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let has = |name: &str| words().any(|word| word.eq_ignore_ascii_case(name.as_bytes()));
    let is_feed = {
        let lower = media_type.to_ascii_lowercase();
        lower.starts_with(b"application/rss") || lower.starts_with(b"application/atom")
    };
    // The order matters: an alternate style sheet is a style sheet, and an icon that is also an
    // image source is an icon.
    Some(match () {
        () if has("stylesheet") => LinkKind::Requisite(Requisite::Style),
        () if has("modulepreload") => LinkKind::Requisite(Requisite::Script),
        () if has("preload") => LinkKind::Requisite(preloaded(purpose)),
        () if words().any(is_icon) => LinkKind::Requisite(Requisite::Image),
        () if has("manifest") => LinkKind::Requisite(Requisite::Manifest),
        () if has("sitemap") => LinkKind::Sitemap,
        () if is_feed && (has("alternate") || has("feed")) => LinkKind::Feed,
        () if has("alternate") || has("canonical") || has("shortlink") || has("amphtml") => {
            LinkKind::Alternate
        }
        () if words().any(is_not_fetched) => return None,
        () => LinkKind::Navigation,
    })
}

fn preloaded(purpose: &[u8]) -> Requisite {
    match purpose.trim_ascii().to_ascii_lowercase().as_slice() {
        b"style" => Requisite::Style,
        b"script" | b"worker" => Requisite::Script,
        b"image" => Requisite::Image,
        b"font" => Requisite::Font,
        b"audio" | b"video" | b"track" => Requisite::Media,
        b"document" => Requisite::Frame,
        b"embed" | b"object" => Requisite::Object,
        _ => Requisite::Other,
    }
}

fn is_icon(word: &[u8]) -> bool {
    const ICONS: &[&str] = &[
        "icon",
        "apple-touch-icon",
        "apple-touch-icon-precomposed",
        "apple-touch-startup-image",
        "mask-icon",
        "fluid-icon",
    ];
    ICONS.iter().any(|icon| word.eq_ignore_ascii_case(icon.as_bytes()))
}

/// Whether a relation names hosts to connect to, services to post to, or vocabularies.
fn is_not_fetched(word: &[u8]) -> bool {
    const NAMES: &[&str] =
        &["dns-prefetch", "preconnect", "pingback", "webmention", "profile", "edituri", "hub"];
    NAMES.iter().any(|name| word.eq_ignore_ascii_case(name.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations() {
        let check = |rel: &str, media_type: &str, purpose: &str, expect: &str| {
            let found = kind(rel.as_bytes(), media_type.as_bytes(), purpose.as_bytes());
            assert_eq!(format!("{found:?}"), expect, "{rel}");
        };
        check("stylesheet", "", "", "Some(Requisite(Style))");
        check("Alternate StyleSheet", "", "", "Some(Requisite(Style))");
        check("shortcut icon", "", "", "Some(Requisite(Image))");
        check("apple-touch-icon", "", "", "Some(Requisite(Image))");
        check("preload", "", "font", "Some(Requisite(Font))");
        check("preload", "", "", "Some(Requisite(Other))");
        check("manifest", "", "", "Some(Requisite(Manifest))");
        check("alternate", "application/rss+xml", "", "Some(Feed)");
        check("alternate", "text/html", "", "Some(Alternate)");
        check("canonical", "", "", "Some(Alternate)");
        check("next", "", "", "Some(Navigation)");
        check("prefetch", "", "", "Some(Navigation)");
        check("search", "", "", "Some(Navigation)");
        check("sitemap", "", "", "Some(Sitemap)");
        check("preconnect dns-prefetch", "", "", "None");
        check("", "", "", "Some(Navigation)");
    }
}
