//! What links say of themselves: where they stand, their relation and their text.

use stodola_extract::{ExtractOptions, Input, LinkOrigin, extract};

/// The links as lines: origin, URI, and what else there is.
fn shown(input: &Input<'_>, body: &[u8], options: &ExtractOptions) -> Vec<String> {
    let mut lines = Vec::new();
    extract(input, body, options, &mut |link| {
        let origin = match link.origin {
            LinkOrigin::Header(name) => format!("{name}:"),
            LinkOrigin::Attribute { element, attribute } => format!("{element}[{attribute}]"),
            LinkOrigin::Content { element } => format!("<{element}>"),
            LinkOrigin::Document => "-".to_owned(),
        };
        let uri = String::from_utf8_lossy(link.uri).replace("http://a/", "");
        let rel = link.rel.map(|rel| format!(" rel={}", String::from_utf8_lossy(rel)));
        let text = link.text.map(|text| format!(" \"{text}\""));
        lines.push(format!(
            "{origin} {uri}{}{}",
            rel.unwrap_or_default(),
            text.unwrap_or_default()
        ));
    });
    lines
}

fn check(content_type: &str, body: &str, expect: &[&str]) {
    let headers = [(&b"Content-Type"[..], content_type.as_bytes())];
    let input = Input { headers: &headers, ..Input::new(b"http://a/b") };
    let options = ExtractOptions {
        anchor_text: 20,
        guess_attributes: true,
        guess_scripts: true,
        forms: true,
        ..ExtractOptions::default()
    };
    assert_eq!(shown(&input, body.as_bytes(), &options), expect, "{body}");
}

#[test]
fn elements_attributes_and_relations() {
    check(
        "text/html",
        "<link rel='Alternate StyleSheet' href=x><link href=y>",
        &["link[href] x rel=Alternate StyleSheet", "link[href] y"],
    );
    check(
        "text/html",
        "<area rel=nofollow href=x><img src=y srcset=z>",
        &["area[href] x rel=nofollow", "img[src] y", "img[srcset] z"],
    );
    check(
        "text/html",
        "<my-tag style='a:url(x)' background=y data-src=/z>",
        &["my-tag[style] x", "my-tag[background] y", "my-tag[data-src] z"],
    );
    check(
        "text/html",
        "<style>@import 'x'</style><script>a('/y/z.js')</script>",
        &["<style> x", "<script> y/z.js"],
    );
    check(
        "text/html",
        "<meta http-equiv=refresh content='0;url=x'><form action=y>",
        &["meta[content] x", "form[action] y"],
    );
    check(
        "text/html",
        "<applet code=x.class archive=y><param valuetype=ref value=z>",
        &["applet[archive] y", "applet[code] x.class", "param[value] z"],
    );
    check("text/html", "<a-name-of-more-than-sixteen-bytes background=x>", &["[background] x"]);
    check("text/css", "a{b:url(x)}", &["- x"]);
    check(
        "application/xhtml+xml",
        "<?xml-stylesheet href='s'?><html><IMG src='x'/><style>a{b:url(y)}</style></html>",
        &["xml-stylesheet[href] s", "img[src] x", "<style> y"],
    );
    check(
        "text/xml",
        "<urlset><url><loc>http://a/x</loc><x:link href='/y'/></url></urlset>",
        &["<loc> x", "link[href] y"],
    );
    check(
        "application/atom+xml",
        "<feed><link rel='alternate' href='x'/><icon>y</icon></feed>",
        &["link[href] x rel=alternate", "<icon> y"],
    );
}

#[test]
fn headers_name_themselves_and_their_relation() {
    let headers = [
        (&b"Location"[..], &b"/x"[..]),
        (b"Link", b"</y>; rel=\"next Last\", </z>"),
        (b"Refresh", b"1;url=w"),
    ];
    let input = Input { headers: &headers, ..Input::new(b"http://a/b") };
    let found = shown(&input, b"", &ExtractOptions::default());
    assert_eq!(found, ["location: x", "refresh: w", "link: y rel=next Last", "link: z"]);
}

#[test]
fn texts_of_anchors_are_folded_and_bounded() {
    let html = "text/html; charset=utf-8";
    check(
        html,
        "<a href=x rel=next>  a\n <b>b&amp;</b>c&shy;d </a>e",
        &["a[href] x rel=next \"a b&cd\""],
    );
    check(html, "<a href=x>a<a href=y>b<p>c</a>d", &["a[href] x \"a\"", "a[href] y \"b c\""]);
    check(html, "<a href=x></a><a name=y>z</a>", &["a[href] x \"\""]);
    check(html, "<a href=x>čččččččččččččččč</a>", &["a[href] x \"čččččččččč\""]);
    // A link comes when its text is complete, which is where its element ends.
    check(
        html,
        "<a href=x>a<img src=y></a><img src=z>",
        &["img[src] y", "a[href] x \"a\"", "img[src] z"],
    );
    check(html, "<a href=x>a<script>b</script>c<style>d</style></a>", &["a[href] x \"a c\""]);
    check(
        "application/xhtml+xml",
        "<html><a href='x'>a <b>b</b>&amp;c<script>d</script></a>e<a href='y'/>f</html>",
        &["a[href] x \"a b&c\"", "a[href] y \"\""],
    );
}
