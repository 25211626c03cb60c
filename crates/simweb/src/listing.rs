//! Sitemaps of each form, and feeds.

use crate::charset::SiteCharset;
use crate::document::{Document, Scene};
use crate::html::{SimLinkKind, Writer};
use crate::media;
use crate::place::Place;
use crate::site::HIDDEN_PAGES;

/// Maximum number of pages in a list.
const MOST: u32 = 500;
/// Number of pages in a feed: the latest ones.
const FEED: u32 = 10;

/// Returns the list at the place of the scene.
pub(crate) fn document(scene: &Scene<'_>) -> Document {
    let mut writer = Writer::new(scene.host, SiteCharset::Utf8, scene.collect);
    let site = scene.site;
    let pages = || (0..site.pages.min(MOST)).map(Place::Page);
    let content_type = match scene.place {
        Place::SitemapIndex => {
            let parts = [Place::SitemapPages, Place::SitemapGzip, Place::SitemapText];
            entries(scene, &mut writer, ("sitemapindex", "sitemap"), SimLinkKind::Sitemap, parts);
            "application/xml"
        }
        Place::SitemapPages => {
            entries(scene, &mut writer, ("urlset", "url"), SimLinkKind::Entry, pages());
            "text/xml"
        }
        Place::SitemapGzip => {
            let hidden = (0..HIDDEN_PAGES).map(Place::Hidden);
            entries(scene, &mut writer, ("urlset", "url"), SimLinkKind::Entry, hidden);
            "application/gzip"
        }
        Place::SitemapText => {
            for place in pages() {
                let target = place.target(site);
                writer.note(SimLinkKind::Entry, &target);
                writer.put(&format!("http://{}{target}\n", scene.host));
            }
            "text/plain; charset=utf-8"
        }
        Place::Atom => {
            atom(scene, &mut writer);
            "application/atom+xml"
        }
        _ => {
            rss(scene, &mut writer);
            "application/rss+xml"
        }
    };
    let (body, links) = writer.finish();
    let body = if scene.place == Place::SitemapGzip { media::gzip(&body) } else { body };
    Document { links, ..Document::new(content_type, body) }
}

const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

fn entries(
    scene: &Scene<'_>,
    writer: &mut Writer<'_>,
    (outer, inner): (&str, &str),
    kind: SimLinkKind,
    places: impl IntoIterator<Item = Place>,
) {
    writer.put(XML);
    writer.put(&format!("<{outer} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"));
    for place in places {
        writer.put(&format!("<{inner}><loc>"));
        writer.absolute(kind, &place.target(scene.site));
        writer.put(&format!("</loc></{inner}>\n"));
    }
    writer.put(&format!("</{outer}>\n"));
}

fn rss(scene: &Scene<'_>, writer: &mut Writer<'_>) {
    writer.put(XML);
    writer.put("<rss version=\"2.0\"><channel><title>News</title>\n<link>");
    writer.absolute(SimLinkKind::Entry, "/");
    writer.put("</link>\n");
    for n in 0..scene.site.pages.min(FEED) {
        writer.put("<item><title>New</title><link>");
        writer.absolute(SimLinkKind::Entry, &Place::Page(n).target(scene.site));
        writer.put("</link></item>\n");
    }
    writer.put("</channel></rss>\n");
}

fn atom(scene: &Scene<'_>, writer: &mut Writer<'_>) {
    writer.put(XML);
    writer.put("<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>News</title>\n");
    for n in 0..scene.site.pages.min(FEED) {
        writer.put("<entry><title>New</title><link href=\"");
        writer.absolute(SimLinkKind::Entry, &Place::Page(n).target(scene.site));
        writer.put("\"/></entry>\n");
    }
    writer.put("</feed>\n");
}
