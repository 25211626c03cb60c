//! The addresses of the national web. A host has few, so they are written only in its list.

use super::site::NationalHost;

/// What is at an address of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NationalPlace {
    /// Page n; the home page is number 0.
    Page(u32),
    /// A page that another one shows in a frame.
    Frame(u32),
    /// A document that is linked to.
    Paper(u32),
    /// A photograph that is linked to.
    Photo(u32),
    /// A picture of page n.
    Picture(u32),
    /// A redirect to page n.
    Moved(u32),
    Style,
    BaseStyle,
    /// A style that pages link to but do not use.
    PrintStyle,
    PrintPicture,
    Background,
    Font,
    Script,
    /// The frame of a store of files.
    Widget,
    About,
    /// A missing page that is linked to.
    Missing,
}

impl NationalPlace {
    pub(crate) fn target(self) -> String {
        match self {
            NationalPlace::Page(0) => "/".to_owned(),
            NationalPlace::Page(n) => format!("/p{n}.html"),
            NationalPlace::Frame(n) => format!("/frame{n}.html"),
            NationalPlace::Paper(n) => format!("/doc/{n}.pdf"),
            NationalPlace::Photo(n) => format!("/img/photo{n}.jpg"),
            NationalPlace::Picture(n) => format!("/img/{n}.png"),
            NationalPlace::Moved(n) => format!("/go/{n}"),
            NationalPlace::Style => "/css/site.css".to_owned(),
            NationalPlace::BaseStyle => "/css/base.css".to_owned(),
            NationalPlace::PrintStyle => "/css/print.css".to_owned(),
            NationalPlace::PrintPicture => "/img/print.gif".to_owned(),
            NationalPlace::Background => "/img/background.gif".to_owned(),
            NationalPlace::Font => "/css/text.woff".to_owned(),
            NationalPlace::Script => "/js/site.js".to_owned(),
            NationalPlace::Widget => "/widget.html".to_owned(),
            NationalPlace::About => "/about.html".to_owned(),
            NationalPlace::Missing => "/missing.html".to_owned(),
        }
    }

    /// Whether it is a requisite of pages.
    pub(super) fn is_requisite(self) -> bool {
        match self {
            NationalPlace::Picture(_)
            | NationalPlace::Style
            | NationalPlace::BaseStyle
            | NationalPlace::PrintStyle
            | NationalPlace::PrintPicture
            | NationalPlace::Background
            | NationalPlace::Font
            | NationalPlace::Script => true,
            NationalPlace::Page(_)
            | NationalPlace::Frame(_)
            | NationalPlace::Paper(_)
            | NationalPlace::Photo(_)
            | NationalPlace::Moved(_)
            | NationalPlace::Widget
            | NationalPlace::About
            | NationalPlace::Missing => false,
        }
    }
}

impl NationalHost {
    /// Returns all places of a host, each once.
    pub(super) fn places(&self) -> Vec<NationalPlace> {
        use NationalPlace::{
            About, Background, BaseStyle, Font, Frame, Missing, Moved, Page, Paper, Photo, Picture,
            PrintPicture, PrintStyle, Script, Style, Widget,
        };
        match self {
            NationalHost::Site(site) => {
                let numbered = (0..site.pages)
                    .flat_map(|n| [Page, Frame, Paper, Photo, Picture, Moved].map(|kind| kind(n)));
                let others = [Style, BaseStyle, PrintStyle, PrintPicture, Background, Font, Script];
                numbered.chain(others).chain([Missing]).collect()
            }
            NationalHost::Store(_) => {
                vec![Style, BaseStyle, Background, Font, Script, Picture(0), Widget, About]
            }
            NationalHost::Country(_) => vec![Page(0), Page(1), Picture(0)],
        }
    }

    /// Returns the place with this address; `None` if there is none.
    pub(crate) fn place(&self, target: &str) -> Option<NationalPlace> {
        self.places().into_iter().find(|place| place.target() == target)
    }
}
