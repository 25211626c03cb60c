//! The two or three letters behind the time in a replay address (`20140126200624im_`) that say what the browser wants
//! the capture for, and so how it is rewritten.

/// What a replayed capture is wanted for. The text form is that of other replay tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// `id_`: header and body as they were captured.
    Identity,
    /// `ir_`: the body as it was captured, redirects and links of the header rewritten.
    IdentityWithRedirects,
    /// `mp_`: a page, rewritten; the default.
    Page,
    /// `if_`: a page in an `iframe`.
    Iframe,
    /// `fr_`: a page in a `frame`.
    Frame,
    /// `bn_`: a page with nothing but the client script added.
    BannerOnly,
    /// `js_`: a classic script.
    Script,
    /// `esm_`: a script module.
    Module,
    /// `wkr_`: a worker's script.
    Worker,
    /// `sw_`: a service worker's script.
    ServiceWorker,
    /// `cs_`: a style sheet.
    Style,
    /// `im_`: an image.
    Image,
    /// `oe_`: another embedded thing: sound, video, object, font.
    Embed,
}

/// Every modifier with its text.
const TEXTS: &[(Modifier, &str)] = &[
    (Modifier::Identity, "id_"),
    (Modifier::IdentityWithRedirects, "ir_"),
    (Modifier::Page, "mp_"),
    (Modifier::Iframe, "if_"),
    (Modifier::Frame, "fr_"),
    (Modifier::BannerOnly, "bn_"),
    (Modifier::Script, "js_"),
    (Modifier::Module, "esm_"),
    (Modifier::Worker, "wkr_"),
    (Modifier::ServiceWorker, "sw_"),
    (Modifier::Style, "cs_"),
    (Modifier::Image, "im_"),
    (Modifier::Embed, "oe_"),
];

impl Modifier {
    /// The modifier with this text, or `None` if there is no such modifier.
    pub fn parse(text: &str) -> Option<Modifier> {
        TEXTS.iter().find(|(_, known)| *known == text).map(|(modifier, _)| *modifier)
    }

    /// The text as it stands in an address, with the underscore.
    pub fn as_str(self) -> &'static str {
        TEXTS.iter().find(|(known, _)| *known == self).map_or("mp_", |(_, text)| text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Modifier, TEXTS};

    #[test]
    fn every_modifier_is_read_back_from_its_text() {
        for (modifier, text) in TEXTS {
            assert_eq!(modifier.as_str(), *text);
            assert_eq!(Modifier::parse(text), Some(*modifier));
        }
        assert_eq!(Modifier::parse("xx_"), None);
        assert_eq!(Modifier::parse("id"), None);
    }
}
