//! Bodies made to break the rewriter: nothing panics, memory stays bounded, and rewriting goes on where it can.

use stodola_replay::{BodyKind, BodyRewriter, Modifier, rewrite_body};

use crate::support::{CLIENT, TIME, client, context, rewrite, rewrite_in_pieces};

const KINDS: &[BodyKind] = &[
    BodyKind::Html,
    BodyKind::Xml,
    BodyKind::Css,
    BodyKind::Script,
    BodyKind::Jsonp,
    BodyKind::Json,
    BodyKind::Manifest,
    BodyKind::Hls,
    BodyKind::Dash,
    BodyKind::Opaque,
];

#[test]
fn long_attribute_passes_and_rewriting_goes_on() {
    let context = context(b"http://a.example/", Modifier::Page);
    let long = "x".repeat(10 << 20);
    let page = format!("<img alt=\"{long}\" src=/a><img src=/b>");
    let (out, summary) =
        rewrite_in_pieces(BodyKind::Html, None, &context, page.as_bytes(), || 65_536);
    let expected =
        format!("<img alt=\"{long}\" src=/a><img src=/web/{TIME}im_/http://a.example/b>");
    assert!(out == expected.as_bytes());
    assert_eq!(summary.long_tags, 1);
}

#[test]
fn long_tag_before_the_head_does_not_keep_the_client_script_out() {
    let context = context(b"http://a.example/", Modifier::Page).with_client(client());
    let page = format!("<body class=a alt=\"{}\"><p>x", "x".repeat(3 << 20));
    let (out, _) =
        rewrite_in_pieces(BodyKind::Html, Some(b"utf-8"), &context, page.as_bytes(), || 65_536);
    let text = String::from_utf8_lossy(&out);
    assert!(text.ends_with(&format!("\">{CLIENT}<p>x")), "{}", &text[text.len() - 100..]);
}

#[test]
fn what_is_held_is_bounded() {
    let context = context(b"http://a.example/", Modifier::Page).with_client(client());
    let starts: &[(BodyKind, &str)] = &[
        (BodyKind::Html, "<a href=\""),
        (BodyKind::Html, "<a "),
        (BodyKind::Html, "<!--[if "),
        (BodyKind::Html, "<!-- "),
        (BodyKind::Html, "<script>var a = \""),
        (BodyKind::Html, "<script>/"),
        (BodyKind::Html, "<script>export {"),
        (BodyKind::Html, "<script type=importmap>{\""),
        (BodyKind::Html, "<style>a{b:url("),
        (BodyKind::Html, "<noscript><a href=\""),
        (BodyKind::Css, "a{b:url("),
        (BodyKind::Css, "a{b:url(\""),
        (BodyKind::Css, "@"),
        (BodyKind::Css, "a"),
        (BodyKind::Css, "/*"),
        (BodyKind::Script, "top+'"),
        (BodyKind::Script, "top+`"),
        (BodyKind::Script, "top+/"),
        (BodyKind::Script, "top//"),
        (BodyKind::Script, "top+a"),
        (BodyKind::Script, "top+{location"),
        (BodyKind::Script, "import("),
        (BodyKind::Jsonp, "a"),
        (BodyKind::Manifest, "{\""),
        (BodyKind::Hls, "#EXT"),
        (BodyKind::Xml, "<a b=\""),
        (BodyKind::Xml, "<?xml-stylesheet "),
        (BodyKind::Xml, "<rss><link>"),
        (BodyKind::Xml, "<rss><link><![CDATA["),
        (BodyKind::Dash, "<BaseURL>"),
    ];
    for (kind, start) in starts {
        for fill in [b'x', b' ', b'\\', b'"'] {
            let mut rewriter = BodyRewriter::new(*kind, Some(b"utf-8"), &context);
            let (mut out, mut taken) = (Vec::new(), start.len());
            rewriter.write(start.as_bytes(), &mut out);
            let piece = vec![fill; 64 << 10];
            let (mut most, mut written) = (0, 0);
            for _ in 0..40 {
                rewriter.write(&piece, &mut out);
                taken += piece.len();
                written += out.len();
                out.clear();
                most = most.max(taken.saturating_sub(written));
            }
            rewriter.end(&mut out);
            written += out.len();
            assert!(
                most <= (2 << 20) + (256 << 10),
                "{kind:?} {start} {fill}: {most} bytes were held"
            );
            assert!(
                written + 200 >= taken,
                "{kind:?} {start} {fill}: {written} of {taken} bytes came out"
            );
        }
    }
}

#[test]
fn small_pieces_take_time_in_proportion() {
    // Would take hours if all that is held were looked at again for each byte.
    let context = context(b"http://a.example/", Modifier::Page).with_client(client());
    for (kind, start) in [
        (BodyKind::Html, "<a href=\""),
        (BodyKind::Script, "top = '"),
        (BodyKind::Css, "a{b:url("),
        (BodyKind::Xml, "<a b=\""),
        (BodyKind::Manifest, "{\""),
    ] {
        let body = format!("{start}{}", "x".repeat(1_500_000));
        let (out, _) = rewrite_in_pieces(kind, None, &context, body.as_bytes(), || 1);
        assert!(out.len() >= body.len());
    }
}

#[test]
fn deep_nesting_is_bounded() {
    let context = context(b"http://a.example/", Modifier::Page).with_client(client());
    let page = "<div><svg><noscript>".repeat(100_000);
    assert!(rewrite(BodyKind::Html, &context, page.as_bytes()).0.len() >= page.len());
    let script = format!("location{}", "([{".repeat(100_000));
    let (out, summary) = rewrite(BodyKind::Script, &context, script.as_bytes());
    assert!(out.starts_with(b"__stodola_location(["));
    assert_eq!((out.len(), summary.broken_scripts), (script.len() + 10, 1));
    let script = format!("location{}", "`${".repeat(100_000));
    assert_eq!(rewrite(BodyKind::Script, &context, script.as_bytes()).0.len(), script.len() + 10);
    let sheet = "image-set(".repeat(100_000);
    assert_eq!(rewrite(BodyKind::Css, &context, sheet.as_bytes()).0, sheet.as_bytes());
    let mut document = "<img src=/a>".to_owned();
    for _ in 0..8 {
        let escaped = document.replace('&', "&amp;").replace('"', "&quot;");
        document = format!("<iframe srcdoc=\"{escaped}\"></iframe>");
    }
    let (out, _) = rewrite(BodyKind::Html, &context, document.as_bytes());
    assert!(
        String::from_utf8_lossy(&out).contains("src=/a"),
        "the innermost documents pass as they are"
    );
}

#[test]
fn starts_of_everything_pass_unharmed() {
    let context = context(b"http://a.example/", Modifier::Page);
    let text = "<a href='&#x'<!--[if IE]><![CDATA[<?xml-stylesheet <style>@import url(\"\\<script>`${/[*/export{import(\
                {\"src\":\"#EXTM3U\nURI=\"cb(";
    for kind in KINDS {
        for end in 0..=text.len() {
            let start = &text.as_bytes()[..end];
            let (out, _) = rewrite_in_pieces(*kind, None, &context, start, || 1);
            assert_eq!(out, start, "{kind:?} {}", &text[..end]);
        }
    }
}

#[test]
fn every_byte_passes() {
    let context = context(b"http://a.example/", Modifier::Page);
    let every: Vec<u8> = (0..=255).collect();
    let mut body = every.clone();
    for byte in &every {
        body.extend_from_slice(&[b'x', *byte, b'\n']);
    }
    for kind in KINDS {
        // Lines of a playlist are addresses, and some bytes begin a comment or quote.
        if *kind == BodyKind::Hls {
            continue;
        }
        for charset in
            [None, Some(&b"utf-16be"[..]), Some(b"utf-16le"), Some(b"iso-2022-jp"), Some(b"koi8-r")]
        {
            let (out, _) = rewrite_in_pieces(*kind, charset, &context, &body, || 3);
            assert_eq!(out, body, "{kind:?} {charset:?}");
        }
    }
}

#[test]
fn uri_of_the_capture_cannot_inject_markup() {
    let uri = b"http://a\"'><script>x()</script>.example/\"'><script>y()</script>/\n?\"><script>";
    let context = context(uri, Modifier::Page).with_client(client());
    let page = b"<a href=/b><iframe src='c'></iframe><p style='d:url(/e)' onclick='import(f)'>\
                 <script>import(g)</script>";
    let (out, _) = rewrite(BodyKind::Html, &context, page);
    let text = String::from_utf8_lossy(&out);
    assert!(!text.contains("x()</script>") && !text.contains("<script>y()"), "{text}");
    assert_eq!(text.matches("<script").count(), 2, "{text}");
}

#[test]
fn reading_and_writing_at_once_gives_the_same() {
    let context = context(b"http://a.example/", Modifier::Page);
    let page = "<p>x</p><img src=/a>".repeat(20_000);
    let mut sink = Vec::new();
    let summary = rewrite_body(BodyKind::Html, None, &context, page.as_bytes(), &mut sink)
        .expect("memory can be written");
    assert_eq!(summary.long_tags, 0);
    assert!(sink == rewrite(BodyKind::Html, &context, page.as_bytes()).0);
}
