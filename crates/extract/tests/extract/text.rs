//! What pages say.

use stodola_extract::{ExtractOptions, Input, PageText, Type, extract_page};

fn read(content_type: &str, body: &[u8], options: &ExtractOptions) -> (PageText, Type) {
    let headers = [(&b"Content-Type"[..], content_type.as_bytes())];
    let input = Input { headers: &headers, ..Input::new(b"http://a/b/c") };
    let mut text = PageText::default();
    let summary = extract_page(&input, body, options, &mut |_| {}, &mut text);
    (text, summary.document)
}

fn check(body: &str, expect: &str) {
    let (page, _) = read("text/html; charset=utf-8", body.as_bytes(), &ExtractOptions::default());
    assert_eq!(page.text.trim_end().replace('\n', "|"), expect, "{body}");
}

#[test]
fn blocks_are_lines_and_blanks_are_single() {
    check("plain", "plain");
    check("<p>one  \n two</p><p>three", "one two|three");
    check("<div><div>a</div>\n\n<div>b</div></div>", "a|b");
    check("a<br>b<hr>c", "a|b|c");
    check("un<b>believ</b>able <a href=x>link</a>, <i>it</i>", "unbelievable link, it");
    check("<ul><li>x<li>y</ul>", "x|y");
    check("<table><tr><td>x<td>y</table>", "x|y");
    check("a<my-tag>b</my-tag>c", "a|b|c");
    check("<p> </p><p>&nbsp;</p>x", "x");
}

#[test]
fn references_are_undone() {
    check("&Ccaron;e&scaron;i a&nbsp;&#268;e&#x161;i &amp;amp; &lt;p&gt;", "Češi a Češi &amp; <p>");
    check("roz&shy;dělení&#8203;", "rozdělení");
}

#[test]
fn what_nobody_sees_is_left_out() {
    check("a<script>var b='<p>';</script>c<style>p{}</style>d", "a|c|d");
    check("a<noscript>b</noscript><iframe>c</iframe><!-- d -->e", "a|e");
    check("<head><title>t</title><meta name=description content=x></head>a", "a");
    check("a<svg><title>b</title><text>c</text><style>d</style></svg>e", "a|c|e");
    check("<img alt=x title=y>a", "a");
    check("<textarea>a</textarea><option>b", "a|b");
}

#[test]
fn title_and_languages_are_told() {
    let body = "<html lang=cs xml:lang='cs-CZ'><title> A &amp;\n B</title><title>C</title>\
        <meta http-equiv=Content-Language content='sk, en'><body lang=cs>x";
    let (page, _) = read("text/html", body.as_bytes(), &ExtractOptions::default());
    assert_eq!(page.title.as_deref(), Some("A & B"));
    assert_eq!(page.languages, ["cs", "cs-CZ", "sk, en"]);
    let (page, _) = read("text/html", b"<title> </title>", &ExtractOptions::default());
    assert_eq!((page.title, page.languages), (None, vec![]));
}

#[test]
fn contacts_are_told() {
    let body = "<a href='mailto:a@b.cz?subject=x'>a</a><a href='TEL:+420 1'><a href=javascript:x>\
        <a href=mailto:a@b.cz?subject=x>";
    let (page, _) = read("text/html", body.as_bytes(), &ExtractOptions::default());
    assert_eq!(page.contacts, ["mailto:a@b.cz?subject=x", "TEL:+420 1"]);
}

#[test]
fn old_charsets_become_utf_8() {
    let (page, _) =
        read("text/html; charset=windows-1250", b"<p>\xc8e\x9ai", &ExtractOptions::default());
    assert_eq!(page.text, "Češi\n");
    let utf_16: Vec<u8> = "<p>Češi".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (page, _) = read("text/html; charset=utf-16le", &utf_16, &ExtractOptions::default());
    assert_eq!(page.text, "Češi\n");
}

#[test]
fn xhtml_gives_the_same() {
    let body = "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml' xml:lang='cs'>\
        <head><title>T</title><script src='x'/><style>p{}</style></head>\
        <body><p>a<br/>b &amp;lt; <b>c</b>d&#269;</p><script>e</script><![CDATA[f]]></body></html>";
    let (page, kind) = read("application/xhtml+xml", body.as_bytes(), &ExtractOptions::default());
    assert_eq!(kind, Type::Xhtml);
    assert_eq!(page.text, "a\nb &lt; cdč\nf\n");
    assert_eq!((page.title.as_deref(), page.languages), (Some("T"), vec!["cs".to_owned()]));
}

#[test]
fn plain_text_is_text_and_nothing_else_is() {
    let (page, _) = read("text/plain", "Češi\n\n a  b\n".as_bytes(), &ExtractOptions::default());
    assert_eq!(page.text, "Češi\na b\n");
    for (kind, body) in [
        ("application/json", &b"{\"a\": \"words of some language\"}"[..]),
        ("text/css", b"p { color: red }"),
        ("image/png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("text/plain", b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41"),
    ] {
        assert_eq!(read(kind, body, &ExtractOptions::default()).0, PageText::default(), "{kind}");
    }
}

#[test]
fn text_is_bounded_and_says_so() {
    let options = ExtractOptions { max_text: 10, ..ExtractOptions::default() };
    let (page, _) = read("text/html", b"<p>one two<p>three", &options);
    assert_eq!((page.text.as_str(), page.is_cut), ("one two\n", true));
    let options = ExtractOptions { max_text: 8, ..ExtractOptions::default() };
    let (page, _) = read("text/html", b"<p>one two <p> \n", &options);
    assert_eq!((page.text.as_str(), page.is_cut), ("one two\n", false));
    let endless = std::io::Read::take(std::io::repeat(b'a'), 1 << 40);
    let headers = [(&b"Content-Type"[..], &b"text/plain"[..])];
    let input = Input { headers: &headers, ..Input::new(b"http://a/") };
    let mut text = PageText::default();
    let summary = extract_page(&input, endless, &options, &mut |_| {}, &mut text);
    assert!(text.is_cut && text.text.is_empty());
    assert!(summary.bytes < 1 << 20, "{}", summary.bytes);
}

#[test]
fn blanks_of_all_kinds_part_words_and_signs_of_breaking_do_not() {
    let blanks =
        "\u{85}\u{a0}\u{1680}\u{2000}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\t\u{c}";
    assert!(blanks.chars().all(char::is_whitespace));
    for blank in blanks.chars() {
        let body = format!("{blank}a{blank}{blank} b\u{ad}\u{200b}\u{feff}č{blank}");
        let (page, _) =
            read("text/plain; charset=utf-8", body.as_bytes(), &ExtractOptions::default());
        assert_eq!(page.text, "a bč\n", "{blank:?}");
    }
    // Neighbours of those in Unicode, and bytes that are no text.
    let (page, _) = read(
        "text/plain; charset=utf-8",
        "§ « \u{200c}x ￼ ᚁ あ".as_bytes(),
        &ExtractOptions::default(),
    );
    assert_eq!(page.text, "§ « \u{200c}x ￼ ᚁ あ\n");
    let (page, _) =
        read("text/plain; charset=utf-8", b"a \xc2 b\xe2\x80 c \xff", &ExtractOptions::default());
    assert_eq!(page.text, "a \u{fffd} b\u{fffd} c \u{fffd}\n");
}

/// Words are taken over in groups of bytes where that can be done; however they fall, it is the same text.
#[test]
fn text_is_the_same_wherever_words_and_blanks_fall() {
    let signs = [
        "a", "b", " ", " ", "  ", "\n", "word", "č", "\u{a0}", "\u{ad}", "€", "\t", "longer", "~",
        "!",
    ];
    let mut state = 1u64;
    for _ in 0..3000 {
        let mut body = String::new();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        for _ in 0..state >> 58 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            body.push_str(signs[(state >> 33) as usize % signs.len()]);
        }
        let words = body.replace('\u{ad}', "");
        let mut expected = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if !expected.is_empty() {
            expected.push('\n');
        }
        let html = format!("<!DOCTYPE html><p>{body}");
        let (page, _) =
            read("text/html; charset=utf-8", html.as_bytes(), &ExtractOptions::default());
        assert_eq!(page.text, expected, "{body:?}");
    }
}

#[test]
fn the_source_is_given_if_it_is_asked_for() {
    let with = |max_source| ExtractOptions { max_source, ..ExtractOptions::default() };
    let page = "<html lang=cs><p>žluť</p><a href=x>y</a>";
    let source = |content_type: &str, body: &[u8], max_source| {
        read(content_type, body, &with(max_source)).0.source
    };
    assert_eq!(source("text/html; charset=utf-8", page.as_bytes(), 0), None);
    assert_eq!(source("text/html; charset=utf-8", page.as_bytes(), 1000).as_deref(), Some(page));
    let cut = source("text/html; charset=utf-8", page.as_bytes(), 14);
    assert_eq!(cut.as_deref(), Some("<html lang=cs>"));
    let latin = b"<html lang=cs><p>\x9elu\x9d";
    let decoded = source("text/html; charset=windows-1250", latin, 1000);
    assert_eq!(decoded.as_deref(), Some("<html lang=cs><p>žluť"));
    let wide: Vec<u8> = page.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(source("text/html; charset=utf-16le", &wide, 1000).as_deref(), Some(page));
    assert_eq!(source("text/plain", b"lang=cs", 1000), None);
}
