//! Sitemaps, as search engines read them (sitemaps.org, protocol 0.9).

use super::escape::Xml;
use crate::time::MapTime;
use std::io::{self, Write};

/// Number of addresses that a sitemap may have.
pub const SITEMAP_MAX: usize = 50_000;
/// Maximum length of an address in a sitemap, in characters.
const ADDRESS_MAX: usize = 2048;
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// A page in a sitemap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitemapEntry {
    /// The address.
    pub uri: Vec<u8>,
    /// When it last changed; `None` if it is not known.
    pub changed: Option<MapTime>,
}

/// Writes a sitemap with the next pages, at most [`SITEMAP_MAX`]. Returns their number: if it is that, call it again
/// for the next file. Addresses that are too long are left out, as the protocol demands.
pub fn write_sitemap(
    out: &mut dyn Write,
    pages: &mut dyn Iterator<Item = SitemapEntry>,
) -> io::Result<usize> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"{NAMESPACE}\">")?;
    let mut count = 0;
    for page in pages.filter(|page| page.uri.len() < ADDRESS_MAX).take(SITEMAP_MAX) {
        let escaped = stodola_uri::escape_illegal(&page.uri);
        let uri = String::from_utf8_lossy(&escaped);
        write!(out, "<url><loc>{}</loc>", Xml(&uri))?;
        if let Some(changed) = page.changed.filter(|it| *it != MapTime::default()) {
            write!(out, "<lastmod>{}</lastmod>", w3c_date(changed))?;
        }
        writeln!(out, "</url>")?;
        count += 1;
    }
    writeln!(out, "</urlset>")?;
    Ok(count)
}

/// Writes a list of sitemaps, by their addresses.
pub fn write_sitemap_index(out: &mut dyn Write, sitemaps: &[String]) -> io::Result<()> {
    let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    writeln!(out, "{start}\n<sitemapindex xmlns=\"{NAMESPACE}\">")?;
    for sitemap in sitemaps {
        writeln!(out, "<sitemap><loc>{}</loc></sitemap>", Xml(sitemap))?;
    }
    writeln!(out, "</sitemapindex>")
}

fn w3c_date(time: MapTime) -> String {
    let text = time.to_string();
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    format!(
        "{}-{}-{}T{}:{}:{}Z",
        part(0, 4),
        part(4, 6),
        part(6, 8),
        part(8, 10),
        part(10, 12),
        part(12, 14)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sitemaps_have_as_many_pages_as_they_may() {
        let entry = |uri: &str, changed| SitemapEntry { uri: uri.into(), changed };
        let time = MapTime::from_number(20240102030405);
        let long = format!("http://a.cz/{}", "x".repeat(3000));
        let pages = [
            entry("http://a.cz/?a&b", Some(time)),
            entry(&long, None),
            entry("http://a.cz/ž<", Some(MapTime::default())),
        ];
        let mut out = Vec::new();
        assert_eq!(write_sitemap(&mut out, &mut pages.into_iter()).unwrap(), 2);
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains(
            "<loc>http://a.cz/?a&amp;b</loc><lastmod>2024-01-02T03:04:05Z</lastmod></url>"
        ));
        assert!(text.contains("<loc>http://a.cz/%C5%BE%3C</loc></url>"), "{text}");
        let mut many = (0..SITEMAP_MAX + 7).map(|n| entry(&format!("http://a.cz/{n}"), None));
        assert_eq!(write_sitemap(&mut io::sink(), &mut many).unwrap(), SITEMAP_MAX);
        assert_eq!(write_sitemap(&mut io::sink(), &mut many).unwrap(), 7);
        let mut out = Vec::new();
        write_sitemap_index(&mut out, &["http://a.cz/1.xml?a&b".to_owned()]).unwrap();
        assert!(String::from_utf8(out).unwrap().contains("1.xml?a&amp;b</loc></sitemap>"));
    }
}
