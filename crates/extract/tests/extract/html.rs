//! Tables of elements and attributes.

use stodola_extract::ExtractOptions;

use super::{check, check_with, page};

#[test]
fn anchors_and_citations() {
    check("<a href=x>", "Navigation x");
    check("<A HREF='x'>", "Navigation x");
    check("<a href=\" x\n y \">", "Navigation x%20y");
    check("<a href=x rel='external NoFollow'>", "Navigation x nofollow");
    check("<a href=x#y><a href=#y><a href=''><a href>", "Navigation x");
    check("<area href=x>", "Navigation x");
    check(
        "<blockquote cite=x><q cite=y><ins cite=z><del cite=w>",
        "Navigation x, Navigation y, Navigation z, Navigation w",
    );
    check("<a href='?a=1&amp;b=2&copy=3'>", "Navigation c?a=1&b=2&copy=3");
    check("<a href=javascript:x()><a href=mailto:x@y><a href=tel:1><a href=data:,x>", "");
}

#[test]
fn requisites() {
    check("<img src=x>", "Image x");
    check("<img src=x srcset='y 1x, z 2x' longdesc=w>", "Image x, Navigation w, Image y, Image z");
    check(
        "<picture><source srcset='x, y 2x' type=image/webp><img src=z></picture>",
        "Image x, Image y, Image z",
    );
    check("<img src=x lowsrc=y dynsrc=z>", "Image x, Image y, Media z");
    check(
        "<video src=x poster=y><source src=z><track src=w></video>",
        "Media x, Image y, Media z, Media w",
    );
    check("<audio src=x><bgsound src=y>", "Media x, Media y");
    check("<script src=x></script><script>'/y/z.js'</script>", "Script x");
    check(
        "<iframe src=x></iframe><frameset><frame src=y longdesc=z></frameset>",
        "Frame x, Frame y, Navigation z",
    );
    check("<embed src=x><object data=y></object>", "Object x, Object y");
    check(
        "<object codebase=/d/ data=y classid=z></object><a href=w>",
        "Object http://a/d/y, Navigation w",
    );
    check(
        "<applet codebase=d/ code=x.class archive='y.jar,z.jar'></applet>",
        "Object d/y.jar, Object d/z.jar, Object d/x.class",
    );
    check("<param name=m value=x valuetype=ref><param name=movie value=y>", "Object x");
    check("<body background=x><table background=y><td background=z>", "Image x, Image y, Image z");
    check("<input type=image src=x><input type=text>", "Image x");
    check("<html manifest=x>", "Manifest x");
    check(
        "<svg><image xlink:href=x /><use href=y#z /><use href=#z /><a xlink:href=w></a></svg>",
        "Image x, Image y, Navigation w",
    );
}

#[test]
fn link_elements() {
    check("<link rel=stylesheet href=x>", "Style x");
    check("<link rel='shortcut icon' href=x>", "Image x");
    check("<link rel=preload as=font href=x>", "Font x");
    check(
        "<link rel=preload as=image href=x imagesrcset='y 1x, z 2x'>",
        "Image x, Image y, Image z",
    );
    check("<link rel=alternate type=application/atom+xml href=x>", "Feed x");
    check(
        "<link rel=alternate hreflang=cs href=x><link rel=canonical href=y>",
        "Alternate x, Alternate y",
    );
    check(
        "<link rel=next href=x><link rel=search href=y><link href=z>",
        "Navigation x, Navigation y, Navigation z",
    );
    check("<link rel=manifest href=x><link rel=dns-prefetch href=//y>", "Manifest x");
}

#[test]
fn styles() {
    check("<style>@import 'x'; a{b:url(y)}</style>", "Style x, Image y");
    check("<p style=\"background:url('x')\">", "Image x");
    check("<p style='background:url(&quot;x&quot;)'>", "Image x");
    check("<style></style><a href=x>", "Navigation x");
    check("<style>a{b:url(x)}", "Image x");
    check("<style>@font-face{src:url(x)}</style>", "Font x");
}

#[test]
fn base_counts_from_where_it_stands() {
    check(
        "<a href=x><base href=/d/e><a href=y><base href=/f/><a href=z>",
        "Navigation x, Navigation http://a/d/y, Navigation http://a/d/z",
    );
    check("<base target=x><base href=d/><a href=y>", "Navigation d/y");
    check("<base href='javascript:'><a href=y>", "Navigation y");
    let (_, summary) = page(b"<base href=/d/#f>", &ExtractOptions::default());
    assert_eq!(summary.base.as_deref(), Some(&b"http://a/d/"[..]));
}

#[test]
fn meta_elements() {
    check("<meta http-equiv=Refresh content='0; URL=x'>", "Redirect x");
    check("<meta http-equiv=refresh content=5>", "");
    check("<meta property=og:image content=x>", "");
    let options = ExtractOptions { previews: true, ..ExtractOptions::default() };
    check_with(
        &options,
        "<meta property=og:image content=x><meta name=twitter:image content=y>",
        "Speculative x, Speculative y",
    );
    let robots = |page_text: &str| page(page_text.as_bytes(), &ExtractOptions::default()).1.robots;
    assert!(robots("<meta name=ROBOTS content='NoIndex,nofollow'>").nofollow);
    assert!(robots("<meta name=robots content=noarchive>").noarchive);
    assert!(!robots("<meta name=otherbot content=noindex>").noindex);
}

#[test]
fn markup_within_markup() {
    check("<noscript><img src=x><noscript></noscript><a href=y>", "Image x, Navigation y");
    check("<noframes><a href=x></noframes>", "Navigation x");
    check("<iframe srcdoc=\"<img src='x'><base href=/d/>\"></iframe>", "Image x");
    check("<iframe><a href=x></iframe><textarea><a href=y></textarea>", "");
    check("<template><img src=x></template>", "Image x");
    let nested = "<iframe srcdoc='<iframe srcdoc=\"&lt;iframe srcdoc=&amp;quot;<p>&amp;quot;>\">'>";
    assert_eq!(page(nested.as_bytes(), &ExtractOptions::default()).1.shortfall.depth, 1);
}

#[test]
fn comments_are_not_looked_into() {
    check("<!-- <a href=x> --><a href=y>", "Navigation y");
    check("<!--[if IE]><link rel=stylesheet href=x><![endif]--><a href=y>", "Navigation y");
    check("<![if !IE]><a href=x><![endif]>", "Navigation x");
}

#[test]
fn guesses_are_off_by_default() {
    let body = "<form action=x><input formaction=y></form><a href=z ping=w><img data-src=v.png>\
                <script>a('/u/t.js')</script><param name=movie value=s.swf>";
    check(body, "Navigation z");
    let all = ExtractOptions {
        forms: true,
        guess_attributes: true,
        guess_scripts: true,
        ..ExtractOptions::default()
    };
    check_with(
        &all,
        body,
        "Form x, Form y, Form w, Navigation z, Image v.png, Speculative http://a/u/t.js, Speculative s.swf",
    );
    check_with(
        &all,
        "<div data-bg=x.jpg data-src=12><img data-srcset='y 1x'>",
        "Speculative x.jpg, Image y",
    );
}

#[test]
fn broken_markup() {
    check("<a href=x<a href=y>", "Navigation x%3Ca");
    check("<a href='x><p>'>", "Navigation x%3E%3Cp%3E");
    check("<a href=x", "");
    check("</a href=x><a / href=y/><a\u{c}href=z>", "Navigation y/, Navigation z");
    check("<a href=x href=y>", "Navigation x");
    check("<a\0 href=x><a href=y>", "Navigation y");
    check("<ahref=x><a=b href=y>", "");
    check("<img src = x><img src\n=\n'y'>", "Image x, Image y");
    check("<script><a href=x></script><a href=y>", "Navigation y");
    check("<title><a href=x></title><a href=y>", "Navigation y");
    check("<table><a href=x><tr><td><a href=y></table>", "Navigation x, Navigation y");
    check("<p <a href=x>", "");
}

#[test]
fn anchor_text_if_asked_for() {
    let options = ExtractOptions { anchor_text: 12, ..ExtractOptions::default() };
    let mut found = Vec::new();
    let input = stodola_extract::Input::new(b"http://a/");
    let body = "<html><a href=x> V&iacute;ce <b>o\n n\u{e1}s</b> </a>mimo<a href=y><img src=z></a>\
                <a href=w>\u{11b}\u{11b}\u{11b}\u{11b}\u{11b}\u{11b}\u{11b}</a>";
    stodola_extract::extract(&input, body.as_bytes(), &options, &mut |link| {
        found.push((String::from_utf8_lossy(link.uri).into_owned(), link.text.map(str::to_owned)));
    });
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        found,
        [
            ("http://a/x".to_owned(), text("Více o nás")),
            ("http://a/z".to_owned(), None),
            ("http://a/y".to_owned(), text("")),
            ("http://a/w".to_owned(), text("ěěěěěě")),
        ]
    );
}

#[test]
fn anchor_text_ends_where_another_anchor_begins() {
    let options = ExtractOptions { anchor_text: 40, ..ExtractOptions::default() };
    let mut found = Vec::new();
    let input = stodola_extract::Input::new(b"http://a/");
    let body = "<html><p><a href=x>one</p> two</a> no<a name=n>no</a><a href=y>three<a name=n>no";
    stodola_extract::extract(&input, body.as_bytes(), &options, &mut |link| {
        found.push(link.text.unwrap_or_default().to_owned());
    });
    assert_eq!(found, ["one two", "three"]);
}

#[test]
fn foreign_content() {
    check("<svg><style><![CDATA[a{b:url(x)}]]></style><a href=y></svg>", "Image x, Navigation y");
    check("<svg><style/>url(x)<title><style>a{b:url(y)}</style></title></svg>", "Image y");
    check("<svg><script><a href=x></script></svg><script><a href=y></script>", "Navigation x");
    check("<svg><noscript><a href=x></noscript></svg>", "Navigation x");
    check("<svg><div><script><a href=x></script><a href=y>", "Navigation y");
}
