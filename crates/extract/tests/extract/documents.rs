//! Documents of other types, charsets, limits.

use std::io::{self, Read, Write};

use stodola_extract::{CharsetSource, Expect, ExtractOptions, Input, Type};

use super::{lines, page};

/// A document with its label; the links are expected joined by commas.
fn check(uri: &str, label: &str, body: &[u8], document: Type, expect: &str) {
    let headers = [(&b"content-type"[..], label.as_bytes())];
    let headers = if label.is_empty() { &headers[..0] } else { &headers[..] };
    let input = Input { headers, ..Input::new(uri.as_bytes()) };
    let (found, summary) = lines(&input, body, &ExtractOptions::default());
    assert_eq!(found.join(", "), expect, "{}", String::from_utf8_lossy(body));
    assert_eq!(summary.document, document);
}

const URLSET: &str = "<?xml version='1.0'?>\n<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' \
    xmlns:image='i' xmlns:xhtml='x'><url><loc> http://a/x?y=1&amp;z=2 </loc><lastmod>2026</lastmod>\
    <image:image><image:loc>http://a/i.png</image:loc></image:image>\
    <xhtml:link rel='alternate' hreflang='cs' href='http://a/cs'/></url>\
    <url><loc><![CDATA[http://a/w]]></loc></url></urlset>";
const LISTED: &str =
    "Listed http://a/x?y=1&z=2, Listed http://a/i.png, Alternate http://a/cs, Listed http://a/w";

#[test]
fn sitemaps() {
    check("http://a/s.xml", "text/xml", URLSET.as_bytes(), Type::Sitemap, LISTED);
    check("http://a/s.xml", "text/html", URLSET.as_bytes(), Type::Sitemap, LISTED);
    let index = b"<sitemapindex><sitemap><loc>http://a/1.xml</loc></sitemap></sitemapindex>";
    check("http://a/", "text/xml", index, Type::Sitemap, "Sitemap http://a/1.xml");
    let list = b"\xef\xbb\xbfhttp://a/x\r\n\n# no\nHTTPS://b/y ";
    check(
        "http://a/sitemap.txt",
        "text/plain",
        list,
        Type::Sitemap,
        "Listed http://a/x, Listed HTTPS://b/y",
    );
    let input = Input { expect: Expect::Sitemap, ..Input::new(b"http://a/list") };
    let (found, _) = lines(&input, &list[..], &ExtractOptions::default());
    assert_eq!(found.len(), 2);
    check("http://a/list", "text/plain", list, Type::Text, "");
}

#[test]
fn gzip_is_looked_into() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(URLSET.as_bytes()).unwrap();
    let packed = encoder.finish().unwrap();
    check("http://a/s.xml.gz", "application/x-gzip", &packed, Type::Sitemap, LISTED);
    check("http://a/s.xml.gz", "", &packed, Type::Sitemap, LISTED);

    let cut = &packed[..packed.len() - 20];
    let (_, summary) = lines(&Input::new(b"http://a/"), cut, &ExtractOptions::default());
    assert_eq!(summary.shortfall.read, Some(io::ErrorKind::UnexpectedEof));
}

#[test]
fn feeds() {
    let rss = b"<rss><channel><link>http://a/</link><atom:link rel='self' href='http://a/f'/>\
        <image><url>/i.png</url></image><item><link>x</link><guid isPermaLink='false'>y</guid>\
        <guid>http://a/g</guid><enclosure url='z.mp3'/><source url='s'>S</source>\
        <media:thumbnail url='t.png'/></item></channel></rss>";
    check(
        "http://a/b/f",
        "application/rss+xml",
        rss,
        Type::Feed,
        "Navigation http://a/, \
        Image http://a/i.png, Navigation http://a/b/x, Navigation http://a/g, \
        Navigation http://a/b/z.mp3, Feed http://a/b/s, Image http://a/b/t.png",
    );
    let atom = b"<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/d/'><link href='x'/>\
        <link rel='self' href='s'/><link rel='next' href='n'/><logo>l.png</logo>\
        <entry xml:base='e/'><link rel='alternate' href='y'/><content src='z'/></entry>\
        <link href='w'/></feed>";
    check(
        "http://a/b/f",
        "text/xml",
        atom,
        Type::Feed,
        "Navigation http://a/d/x, \
        Feed http://a/d/n, Image http://a/d/l.png, Navigation http://a/d/e/y, \
        Navigation http://a/d/e/z, Navigation http://a/d/w",
    );
    let rdf = b"<rdf:RDF xmlns:rdf='r'><item><link>x</link></item></rdf:RDF>";
    check("http://a/", "application/rdf+xml", rdf, Type::Feed, "Navigation http://a/x");
}

#[test]
fn pages_within_feeds() {
    let rss = "<rss><channel><description>Links & <![CDATA[<a href=0>]]></description><item>\
        <description>&lt;p&gt;&lt;a href='1?x&amp;amp;y'&gt;&lt;img src=2&gt;</description>\
        <content:encoded><![CDATA[<base href='/d/'><a rel=nofollow href=3>x</a>\
        <style>a{b:url(4)}</style><noscript><img src=5></noscript>]]></content:encoded>\
        <link>6</link></item><item><description>no &lt; page</description>\
        <description><p><a href='7'>bare</a></p> and <img src='8'/></description>\
        <title>&lt;a href=no&gt;</title><link>9</link></item></channel></rss>";
    check(
        "http://a/",
        "application/rss+xml",
        rss.as_bytes(),
        Type::Feed,
        "Navigation http://a/0, Navigation http://a/1?x&y, Image http://a/2, \
        Navigation http://a/d/3 nofollow, Image http://a/d/4, Image http://a/d/5, \
        Navigation http://a/6, Navigation http://a/7, Image http://a/8, Navigation http://a/9",
    );
    let atom = "<feed><entry xml:base='/e/'><content type='html'>&lt;a href=1></content>\
        <summary type='text'>&lt;a href=no></summary><content>&lt;a href=no></content></entry>\
        <entry><content type='xhtml'><div xmlns='x'><a href='2'>&lt;a href=no></a>\
        <link rel='stylesheet' href='3'/><base href='/no/'/></div></content><link href='4'/>\
        </entry></feed>";
    check(
        "http://a/",
        "application/atom+xml",
        atom.as_bytes(),
        Type::Feed,
        "Navigation http://a/e/1, Navigation http://a/2, Style http://a/3, Navigation http://a/4",
    );
    let headers = [(&b"Content-Type"[..], &b"text/xml"[..])];
    let input = Input { headers: &headers, ..Input::new(b"http://a/") };
    let flat = ExtractOptions { max_depth: 0, ..ExtractOptions::default() };
    let (found, summary) = lines(&input, rss.as_bytes(), &flat);
    assert_eq!((found.len(), summary.shortfall.depth), (4, 4));
    let short = ExtractOptions { max_markup: 70, ..ExtractOptions::default() };
    let long =
        format!("<rss><description>{}<a href=x></description></rss>", "&lt;p&gt;".repeat(90));
    let (_, summary) = lines(&input, long.as_bytes(), &short);
    assert!(summary.shortfall.markup > 0);
}

#[test]
fn manifests() {
    let manifest = br#"{"start_url":"/?app","icons":[{"src":"i.png","type":"x"}],"x":"/y.js"}"#;
    let links = "Navigation http://a/?app, Image http://a/b/i.png";
    for (name, label) in [
        ("site.webmanifest", "application/octet-stream"),
        ("manifest.json", "application/json"),
        ("m", "application/manifest+json; charset=utf-8"),
        ("x.webmanifest", "text/plain"),
    ] {
        check(&format!("http://a/b/{name}"), label, manifest, Type::Json, links);
    }
    check("http://a/b/m.json", "application/json", manifest, Type::Json, "");
    check(
        "http://a/b/manifest.json",
        "text/html",
        b"<a href=x>",
        Type::Html,
        "Navigation http://a/b/x",
    );
    let input = Input { expect: Expect::Manifest, ..Input::new(b"http://a/b/c") };
    let (found, _) = lines(&input, &manifest[..], &ExtractOptions::default());
    assert_eq!(found.join(", "), links);
}

#[test]
fn xhtml_svg_and_other_xml() {
    let xhtml = b"<?xml version='1.0'?><?xml-stylesheet href='s.css'?><html xmlns='x'><head>\
        <script src='x.js'/><style>a{b:url(i.png)}</style></head><a href='y&amp;z'/><br></html>";
    check(
        "http://a/",
        "application/xhtml+xml",
        xhtml,
        Type::Xhtml,
        "Style http://a/s.css, \
        Script http://a/x.js, Image http://a/i.png, Navigation http://a/y&z",
    );
    let nested =
        b"<html xmlns='x'><iframe srcdoc='&lt;img src=x>'/><script>a('/y/z.js')</script></html>";
    check("http://a/", "application/xhtml+xml", nested, Type::Xhtml, "Image http://a/x");
    let svg = b"<svg xmlns:l='x'><image l:href='i.png'/><a l:href='x'/></svg>";
    check(
        "http://a/",
        "image/svg+xml",
        svg,
        Type::Svg,
        "Image http://a/i.png, Navigation http://a/x",
    );
    check(
        "http://a/",
        "text/xml",
        b"<x><y xlink:href='z'/></x>",
        Type::Xml,
        "Navigation http://a/z",
    );
    let broken = b"<urlset><url><loc>http://a/x</loc></wrong><url><loc>http://a/y</loc><<<";
    check("http://a/", "text/xml", broken, Type::Sitemap, "Listed http://a/x, Listed http://a/y");
}

#[test]
fn css_and_robots() {
    check(
        "http://a/b/s.css",
        "text/css",
        b"@import 'x';a{b:url(../y)}",
        Type::Css,
        "Style http://a/b/x, Image http://a/y",
    );
    let robots = b"User-agent: *\nDisallow: /\nSITEMAP : http://a/s.xml # x\rsitemap:/t.xml";
    check(
        "http://a/robots.txt",
        "text/plain",
        robots,
        Type::Robots,
        "Sitemap http://a/s.xml, Sitemap http://a/t.xml",
    );
    check("http://a/robots.txt", "text/html", b"<a href=x>", Type::Html, "Navigation http://a/x");
}

#[test]
fn charsets() {
    let page = |charset: &str, body: &[u8]| {
        let label = format!("text/html{charset}");
        let headers = [(&b"Content-Type"[..], label.as_bytes())];
        let input = Input { headers: &headers, ..Input::new(b"http://a/") };
        let (found, summary) = lines(&input, body, &ExtractOptions::default());
        let charset = summary.charset.unwrap();
        (found.join(", "), charset.name(), charset.source)
    };
    let utf16: Vec<u8> =
        "\u{feff}<html><a href='ž?ž'>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(
        page("", &utf16),
        ("Navigation http://a/%C5%BE?%C5%BE".into(), "UTF-16LE", CharsetSource::Mark)
    );
    assert_eq!(
        page("; charset=windows-1250", b"<a href='\x9e?\x9e'>"),
        ("Navigation http://a/%C5%BE?%9E".into(), "windows-1250", CharsetSource::Header)
    );
    assert_eq!(
        page("", b"<meta charset=iso-8859-2><a href='\xbe?&#382;'>"),
        ("Navigation http://a/%C5%BE?%BE".into(), "ISO-8859-2", CharsetSource::Document)
    );
    assert_eq!(
        page("; charset=shift_jis", b"<a href='\x83\x5c?\x83\x5c'>").0,
        "Navigation http://a/%E3%82%BD?%83\\"
    );
    assert_eq!(
        page("; charset=iso-2022-jp", b"<a href='\x1b$B$\"\x1b(B'>").0,
        "Navigation http://a/%E3%81%82"
    );
    assert_eq!(page("; charset=utf-8", b"<a href='\xff\xfe'>").0, "Navigation http://a/%FF%FE");
}

#[test]
fn limits_are_told() {
    let body = "<a href=x>".repeat(100);
    let (found, summary) =
        page(body.as_bytes(), &ExtractOptions { max_links: 10, ..ExtractOptions::default() });
    assert_eq!((found.len(), summary.shortfall.links, summary.is_complete()), (10, true, false));
    let (found, summary) =
        page(body.as_bytes(), &ExtractOptions { max_links: 100, ..ExtractOptions::default() });
    assert_eq!((found.len(), summary.is_complete()), (100, true));
    let (found, summary) =
        page(body.as_bytes(), &ExtractOptions { max_bytes: 105, ..ExtractOptions::default() });
    assert_eq!((found.len(), summary.shortfall.bytes, summary.bytes), (10, true, 105));

    // A long base makes short references long.
    let based = format!("<base href='http://a/{}/'>{body}", "b".repeat(1000));
    let options = ExtractOptions { max_uris: 10_000, ..ExtractOptions::default() };
    let (found, summary) = page(based.as_bytes(), &options);
    assert_eq!((found.len(), summary.shortfall.links, summary.is_complete()), (9, true, false));

    let long = format!(
        "<a href='{}'><a href=y><img src='data:,{}'>",
        "x".repeat(70_000),
        "x".repeat(70_000)
    );
    let (found, summary) = page(long.as_bytes(), &ExtractOptions::default());
    assert_eq!((found.len(), summary.passed_over.too_long, summary.passed_over.scheme), (1, 1, 1));
}

#[test]
fn giant_tag_is_skipped_and_the_rest_read() {
    let mut body = b"<a href=x><img src='data:".to_vec();
    body.extend(b"A".repeat(1_000_000));
    body.extend(b"'><p>".iter());
    body.extend(b"text ".repeat(20_000));
    body.extend(b"<a href=y>");
    let options = ExtractOptions { max_markup: 100_000, ..ExtractOptions::default() };
    let (found, summary) = page(&body, &options);
    assert_eq!(found, ["Navigation http://a/b/x", "Navigation http://a/b/y"]);
    assert!(summary.shortfall.markup > 0);
    let text = [b"<urlset><loc>", &b"A".repeat(1_000_000)[..]].concat();
    let (_, summary) = lines(&Input::new(b"http://a/"), &text[..], &options);
    assert_eq!((summary.shortfall.markup, summary.shortfall.xml), (1, false));
}

/// Gives zero bytes for ever and counts them.
struct Endless(u64);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        buffer.fill(0);
        self.0 += buffer.len() as u64;
        Ok(buffer.len())
    }
}

#[test]
fn video_labelled_as_text_is_not_read() {
    let headers = [(&b"Content-Type"[..], &b"text/plain"[..])];
    let input = Input { headers: &headers, ..Input::new(b"http://a/") };
    let mut body = Endless(0);
    let (_, summary) = lines(&input, &mut body, &ExtractOptions::default());
    assert_eq!(summary.document, Type::Binary);
    assert!(body.0 < 200_000);
}
