//! What `rel` and `as` of a link say of its use, in `link` elements and `Link` header fields.

use crate::Modifier;

/// What becomes of the address of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    /// It would only make the browser look up or connect to a host of the live web.
    Neutralised,
    /// It names something and nothing is fetched: `canonical`.
    Kept,
    /// It becomes a replay address with this modifier.
    Rewritten(Modifier),
}

/// What a link is for. `page` is the modifier of pages that are linked to.
pub(super) fn of_link(rel: &[u8], purpose: &[u8], page: Modifier) -> Relation {
    let has = |name: &str| words(rel).any(|word| word.eq_ignore_ascii_case(name.as_bytes()));
    // The order counts: an alternate style sheet is a style sheet, and `preconnect` may stand beside `preload`.
    Relation::Rewritten(match () {
        () if has("stylesheet") => Modifier::Style,
        () if has("modulepreload") => Modifier::Module,
        () if has("preload") || has("prefetch") || has("prerender") || has("subresource") => {
            preloaded(purpose).unwrap_or(if has("preload") { Modifier::Embed } else { page })
        }
        () if words(rel).any(is_icon) => Modifier::Image,
        () if has("manifest") => Modifier::Embed,
        () if has("preconnect") || has("dns-prefetch") => return Relation::Neutralised,
        () if has("canonical") || has("compression-dictionary") || has("profile") => {
            return Relation::Kept;
        }
        () => page,
    })
}

fn words(rel: &[u8]) -> impl Iterator<Item = &[u8]> {
    rel.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

fn preloaded(purpose: &[u8]) -> Option<Modifier> {
    let purpose = purpose.trim_ascii();
    let known: &[(&str, Modifier)] = &[
        ("script", Modifier::Script),
        ("style", Modifier::Style),
        ("image", Modifier::Image),
        ("worker", Modifier::Worker),
        ("sharedworker", Modifier::Worker),
        ("document", Modifier::Iframe),
        ("iframe", Modifier::Iframe),
        ("frame", Modifier::Frame),
    ];
    let found = known.iter().find(|(name, _)| purpose.eq_ignore_ascii_case(name.as_bytes()));
    match found {
        Some((_, modifier)) => Some(*modifier),
        None if purpose.is_empty() => None,
        // Fonts, sound, video, tracks, `fetch`.
        None => Some(Modifier::Embed),
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
        "image_src",
    ];
    ICONS.iter().any(|icon| word.eq_ignore_ascii_case(icon.as_bytes()))
}
