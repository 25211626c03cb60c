//! Pages and documents that the other tests cut, shuffle and break.

/// A page with something of everything.
pub(crate) const PAGE: &str = "\u{feff}<!DOCTYPE html>\n<html><head><meta charset=utf-8>\
<base href='/d/'><title>Příliš & žluťoučký</title>\
<link rel=stylesheet href=s.css><link rel=alternate type=application/rss+xml href='f?x&amp;y'>\
<style>@import url(a.css); p { background: url( 'i\\20 j.png' ) } /* url(no) */</style>\
<meta http-equiv=refresh content='5; url=next'></head>\n<body background=bg.gif>\
<!-- <a href=no> --><a href=\" čau\n?q=ž#f \">text <b>text</b></a>\
<img srcset='1.png 1x, 2.png 2x' src=0.png alt='<a href=no>'>\
<noscript><img src=ns.gif></noscript><script>var a = '<a href=no>';</script>\
<iframe srcdoc='<img src=\"sd.png\">' src=f.html></iframe>\
<a href=//h.example/x>1</a><a href=mailto:x@y>2</a><a href='HTTP://B:81/c/../d'>3</a>\
<p style='background:url(st.png)'><object codebase=/o/ data=m.swf></object></body></html>\n";

pub(crate) const SHEET: &str = "@charset \"utf-8\";@import 'x.css' print;/* c */\
@font-face{src:url(f.woff2)format('woff2'),url(\"f.ttf\")}a{b:image-set('1'1x,url(2)2x)}\
c{d:url(data:image/png;base64,AAAA)}e{f:url(\\61 b\\)c)}";

pub(crate) const SITEMAP: &str = "<?xml version='1.0' encoding='utf-8'?><!-- c -->\
<urlset xmlns='x'><url><loc>http://a/x?a=1&amp;b=2</loc></url>\
<url><loc><![CDATA[http://a/y]]></loc><xhtml:link href='/z'/></url></urlset>";

pub(crate) const FEED: &str = "<?xml version='1.0'?><?xml-stylesheet href='s.xsl'?>\
<feed xml:base='/b/'><link href='1'/><entry xml:base='c/'><link href='2'/></entry>\
<icon>i.png</icon><content type='html'>&lt;a href='3?x&amp;amp;y'>x</content>\
<summary type='xhtml'><p><img src='4'/>x</p></summary></feed>";

pub(crate) const RSS: &str = "<rss><channel><link>1</link><item><description><![CDATA[<p>x<a \
href=2>y</a>]]> &amp;hellip; &lt;img src=3></description><p><a href='4'/></p>\
<content:encoded>&lt;style>a{b:url(5)}&lt;/style></content:encoded></item></channel></rss>";

pub(crate) const MANIFEST: &str = "{\"start_url\": \"/?a\", \"icons\": [{\"src\": \
\"\\/i\\u002epng\"}], \"shortcuts\": [{\"url\": \"s\"}]}";

pub(crate) const SCRIPT: &str =
    "/* '/no/x.js' */ a('/x/y.js', \"https:\\/\\/h.example\\/z\") + '/no/' + b // '/no/z.js'\n";

/// Each with its label.
pub(crate) const DOCUMENTS: &[(&str, &str)] = &[
    ("text/html", PAGE),
    ("application/xhtml+xml", PAGE),
    ("text/css", SHEET),
    ("text/xml", SITEMAP),
    ("application/atom+xml", FEED),
    ("application/rss+xml", RSS),
    ("application/manifest+json", MANIFEST),
    ("text/javascript", SCRIPT),
    ("text/plain", "Sitemap: http://a/s.xml\nSitemap: /t.xml"),
];
