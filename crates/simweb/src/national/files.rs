//! Files of the national web other than pages: styles that load other styles, pictures and a font, and documents.

use super::page::Scene;
use super::place::NationalPlace;
use super::site::NationalHost;
use crate::charset::SiteCharset;
use crate::document::Document;
use crate::html::SimLinkKind;
use crate::media;

pub(super) fn document(scene: &Scene<'_>) -> Document {
    let key = scene.key();
    match scene.place {
        NationalPlace::Paper(n) => {
            let line = format!("{} {n}", scene.name);
            Document::new("application/pdf", media::pdf(&line))
        }
        NationalPlace::Photo(_) => Document::new("image/jpeg", media::jpeg(key)),
        NationalPlace::Picture(_) => Document::new("image/png", media::png(key)),
        NationalPlace::PrintPicture | NationalPlace::Background => {
            Document::new("image/gif", media::gif(key))
        }
        NationalPlace::Font => Document::new("font/woff", media::woff()),
        NationalPlace::Script => {
            let body = format!("// {key:016x}\ndocument.title = document.title.trim();\n");
            Document::new("text/javascript", body.into_bytes())
        }
        NationalPlace::Style | NationalPlace::BaseStyle | NationalPlace::PrintStyle => style(scene),
        // These are pages, redirects and errors, which are made elsewhere.
        NationalPlace::Page(_)
        | NationalPlace::Frame(_)
        | NationalPlace::Moved(_)
        | NationalPlace::Widget
        | NationalPlace::About
        | NationalPlace::Missing => Document::plain(404, "none\n"),
    }
}

fn style(scene: &Scene<'_>) -> Document {
    let mut writer = scene.writer(SiteCharset::Utf8);
    let address = |place: NationalPlace| place.target();
    if scene.place == NationalPlace::Style {
        writer.note(SimLinkKind::Style, &address(NationalPlace::BaseStyle));
        writer.put("@import \"base.css\";\nbody { background: url(");
        writer.note(SimLinkKind::Image, &address(NationalPlace::Background));
        writer.put("../img/background.gif) }\n");
        if matches!(scene.host, NationalHost::Store(_)) {
            writer.put("h1 { background: url('");
            writer.target(SimLinkKind::Image, &address(NationalPlace::Picture(0)));
            writer.put("') }\n");
        }
    } else if scene.place == NationalPlace::BaseStyle {
        writer.put("@font-face { font-family: text; src: url(\"");
        writer.target(SimLinkKind::Font, &address(NationalPlace::Font));
        writer.put("\") format(\"woff\") }\n");
    } else {
        writer.put("@media print { li { list-style-image: url(");
        writer.target(SimLinkKind::Image, &address(NationalPlace::PrintPicture));
        writer.put(") } }\n");
    }
    let (body, links) = writer.finish();
    Document::new("text/css", body).with_links(links)
}
