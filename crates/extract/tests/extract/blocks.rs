//! Pages as typed blocks: their kinds, their order and where they stand.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use stodola_extract::{
    BlockPositions, DocumentSummary, ExtractOptions, Input, PageText, extract_page,
};

fn options() -> ExtractOptions {
    ExtractOptions { max_blocks: 1000, anchor_text: 100, ..ExtractOptions::default() }
}

fn read(content_type: &str, body: &[u8], options: &ExtractOptions) -> (PageText, DocumentSummary) {
    let headers = [(&b"Content-Type"[..], content_type.as_bytes())];
    let input = Input { headers: &headers, ..Input::new(b"http://a/b/c") };
    let mut text = PageText::default();
    let summary = extract_page(&input, body, options, &mut |_| {}, &mut text);
    (text, summary)
}

/// The blocks, each as its kind and its text; marks stand before the kind.
fn shown(page: &PageText) -> Vec<String> {
    page.blocks()
        .map(|block| {
            let marks = [
                (block.within.nav, "nav "),
                (block.within.footer, "footer "),
                (block.within.address, "address "),
            ];
            let marks: String = marks.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
            format!("{marks}{:?} {}", block.kind, block.text)
        })
        .collect()
}

fn check(body: &str, expect: &str) {
    let (page, _) = read("text/html; charset=utf-8", body.as_bytes(), &options());
    assert_eq!(shown(&page).join(" | "), expect, "{body}");
}

#[test]
fn headings_paragraphs_and_what_has_no_element() {
    check("plain", "Paragraph plain");
    check("<h1>a</h1>b<H6>c</H6>", "H1 a | Paragraph b | H6 c");
    check("<p>a<p>b</p>c<div>d</div>", "Paragraph a | Paragraph b | Paragraph c | Paragraph d");
    check("<h2>a<b>b</b><br>c</h2>", "H2 ab | H2 c");
    // The end tag of any heading ends the innermost one, and so does the start of the next.
    check("<h1>a</h3>b<h2>c<h3>d</h2>e", "H1 a | Paragraph b | H2 c | H3 d | Paragraph e");
    check("a</h1>b</li></table></nav>c", "Paragraph a | Paragraph b | Paragraph c");
}

#[test]
fn items_whose_end_tags_are_left_out() {
    check("<ul><li>a<li>b</ul>c", "ListItem a | ListItem b | Paragraph c");
    check(
        "<ul><li>a<ul><li>b</ul>c<li>d</ul>e",
        "ListItem a | ListItem b | ListItem c | ListItem d | Paragraph e",
    );
    check("<dl><dt>a<dd>b</dl>c", "ListItem a | ListItem b | Paragraph c");
    check("<ol><li><p>a</p><h2>b</h2>c</ol>", "ListItem a | H2 b | ListItem c");
    check("<ul><li>a<ul></li>b</ul>c</ul>d", "ListItem a | ListItem b | ListItem c | Paragraph d");
}

#[test]
fn cells_and_captions() {
    check(
        "<table><tr><td>a<th>b<tr><td>c</table>d",
        "TableCell a | TableCell b | TableCell c | Paragraph d",
    );
    check("<table><caption>a<tr><td>b</table>", "Caption a | TableCell b");
    check(
        "<table><tr><td>a<table><tr><td>b</table>c</td></table>d",
        "TableCell a | TableCell b | TableCell c | Paragraph d",
    );
    check("<table><tr><td><ul><li>a</td><td>b</table>", "ListItem a | TableCell b");
    // An end tag does not reach out of the cell it stands in.
    check(
        "<ul><li><table><tr><td>a</ul></li>b</table>c</ul>d",
        "TableCell a | TableCell b | ListItem c | Paragraph d",
    );
    check("<td>a", "Paragraph a");
    check(
        "<figure><figcaption>a</figcaption>b</figure><fieldset><legend>c</legend>d",
        "Caption a | Paragraph b | Caption c | Paragraph d",
    );
}

#[test]
fn parts_of_a_page_are_marked() {
    check("<nav>a<ul><li>b</ul></nav>c", "nav Paragraph a | nav ListItem b | Paragraph c");
    check(
        "<footer><nav>a</nav><address>b<p>c</p></address>d</footer>e",
        "nav footer Paragraph a | footer address Address b | footer address Address c | \
         footer Paragraph d | Paragraph e",
    );
    check(
        "<nav><h2>a</h2><img alt=b><a href=x>c</a></nav>",
        "nav H2 a | nav AltText b | nav Paragraph c | nav LinkText c",
    );
    check("<svg><nav>a</nav></svg>b", "Paragraph a | Paragraph b");
}

#[test]
fn texts_beside_the_lines() {
    check(
        "<title> a\n b</title><meta name=Description content='c &amp;  d'>\
         <meta name=keywords content=e,f><meta name=x content=y>g",
        "Title a b | Description c & d | Keywords e,f | Paragraph g",
    );
    check("<title>a</title><title>b</title>", "Title a");
    check("<title> </title><title>b</title>", "Title b");
    check(
        "<p>a <img alt='b  c'> d<img alt=''><input alt=e><area alt=f>",
        "Paragraph a | AltText b c | Paragraph d | AltText e | AltText f",
    );
    check("<noscript><img alt=a></noscript><!-- <img alt=b> -->", "");
    check("<svg><title>a</title></svg>b", "Paragraph b");
}

#[test]
fn texts_of_links_lie_within_others() {
    check("<p>a <a href=x>b <b>c</b></a>d", "Paragraph a b cd | LinkText b c");
    check(
        "<p><a href=x>a</a><a href=y>b</a><a name=z>c</a>",
        "Paragraph abc | LinkText a | LinkText b",
    );
    check("<a href=x><h2>a</h2><p>b</p></a>c", "H2 a | LinkText a b | Paragraph b | Paragraph c");
    check("<a href=x>&nbsp;</a><a href=y> </a><a href=z></a>", "");
    check(
        "<a href=x>a<script>b</script><style>c</style>d</a>",
        "Paragraph a | LinkText a d | Paragraph d",
    );
    check(
        "<a href=mailto:x@y>a</a><a href=x>b<a href=y>c",
        "Paragraph abc | LinkText a | LinkText b | LinkText c",
    );
}

#[test]
fn without_a_length_for_anchors_there_are_no_texts_of_links() {
    let options = ExtractOptions { anchor_text: 0, ..options() };
    let (page, _) = read("text/html", b"<p>a <a href=x>b</a>", &options);
    assert_eq!(shown(&page), ["Paragraph a b"]);
}

/// Blocks are off unless somebody asks for them.
#[test]
fn nobody_pays_for_blocks_by_default() {
    let (page, _) = read("text/html", b"<title>a</title><p>b", &ExtractOptions::default());
    assert_eq!((page.blocks().count(), page.blocks_are_cut()), (0, false));
    assert_eq!(page.text, "b\n");
}

/// Positions: the bytes that are shown here are those of the document.
#[test]
fn positions_are_those_of_the_source() {
    let check = |body: &[u8], content_type: &str, expect: &[&str]| {
        let (page, _) = read(content_type, body, &options());
        assert_eq!(page.positions, BlockPositions::Source);
        let found: Vec<_> = page
            .blocks()
            .map(|block| {
                let range = block.position.start as usize..block.position.end as usize;
                String::from_utf8_lossy(&body[range]).into_owned()
            })
            .collect();
        assert_eq!(found, expect, "{}", String::from_utf8_lossy(body));
    };
    check(
        "<!DOCTYPE html><title> žá &amp; b </title>\n<h1> a <b>b</b>\n</h1> c <!-- x --> d<br>"
            .as_bytes(),
        "text/html; charset=utf-8",
        &["žá &amp; b", "a <b>b", "c <!-- x --> d"],
    );
    check(
        b"<!DOCTYPE html><p> a <a href=x>  b </a> c <img alt='d' src=y> </p>",
        "text/html",
        &["a <a href=x>  b </a> c", "b", "<img alt='d' src=y>"],
    );
    // Not UTF-8: the bytes of the source count, not the characters.
    check(b"<p>\xe8a\x9a<p>x", "text/html; charset=windows-1250", &["\u{fffd}a\u{fffd}", "x"]);
    check(b"\xef\xbb\xbf a\n\n b  c \r\nd", "text/plain", &["\u{feff} a", "b  c", "d"]);
}

#[test]
fn positions_of_what_is_converted_first_are_those_of_the_utf_8() {
    let check = |body: &[u8], content_type: &str, converted: &str, expect: &[&str]| {
        let (page, _) = read(content_type, body, &options());
        assert_eq!(page.positions, BlockPositions::Utf8);
        let found: Vec<_> = page
            .blocks()
            .map(|block| &converted[block.position.start as usize..block.position.end as usize])
            .collect();
        assert_eq!(found, expect, "{converted}");
    };
    let page = "<!DOCTYPE html><p>čau<p>ž";
    let utf_16: Vec<u8> =
        ["\u{feff}", page].concat().encode_utf16().flat_map(u16::to_le_bytes).collect();
    check(&utf_16, "text/html", page, &["čau", "ž"]);
    let page = "<?xml version='1.0'?><html><title>č</title><body><p> a &amp; <a href='x'>b&#269;</a> </p>\
        <img alt='d'/><p><![CDATA[ e ]]></p></body></html>";
    let expect = ["č", "a &amp; <a href='x'>b&#269;", "b&#269;", "<img alt='d'/>", "e"];
    check(page.as_bytes(), "application/xhtml+xml", page, &expect);
}

#[test]
fn limits_hold_and_are_told() {
    let many = "<p>a<p>b<p>c";
    let (page, _) =
        read("text/html", many.as_bytes(), &ExtractOptions { max_blocks: 2, ..options() });
    assert_eq!((shown(&page).len(), page.blocks_are_cut()), (2, true));
    assert_eq!(page.text, "a\nb\nc\n");
    let (page, _) =
        read("text/html", many.as_bytes(), &ExtractOptions { max_blocks: 3, ..options() });
    assert_eq!((shown(&page).len(), page.blocks_are_cut()), (3, false));
    // Paragraphs without text need no room.
    let empty = format!("{}<p>a", "<p>&nbsp;<a href=x>&nbsp;</a>".repeat(1000));
    let (page, _) =
        read("text/html", empty.as_bytes(), &ExtractOptions { max_blocks: 2, ..options() });
    assert_eq!((shown(&page), page.blocks_are_cut()), (vec!["Paragraph a".to_owned()], false));

    let long = format!("<img alt='{}'><img alt='{}'>x", "č".repeat(30), "d".repeat(30));
    let (page, _) =
        read("text/html", long.as_bytes(), &ExtractOptions { max_text: 81, ..options() });
    let lengths: Vec<_> = page.blocks().map(|block| block.text.len()).collect();
    assert_eq!((lengths, page.blocks_are_cut()), (vec![60, 21, 1], true));

    let (page, _) =
        read("text/html", b"<p>one two<p>three", &ExtractOptions { max_text: 10, ..options() });
    assert_eq!((shown(&page), page.is_cut), (vec!["Paragraph one two".to_owned()], true));
    let (page, _) =
        read("text/html", b"<p>one two three", &ExtractOptions { max_text: 10, ..options() });
    assert_eq!(
        (shown(&page), page.text.as_str()),
        (vec!["Paragraph one two".to_owned()], "one two")
    );

    let text = "a".repeat(1000);
    let anchor = format!("<a href=x>{text}</a>");
    let (page, _) = read("text/html", anchor.as_bytes(), &options());
    let lengths: Vec<_> = page.blocks().map(|block| block.text.len()).collect();
    assert_eq!(lengths, [1000, 100]);
}

/// Constructions that make careless code take time or memory by the square of their length.
#[test]
fn hostile_megabytes_are_bounded() {
    let options = ExtractOptions { max_blocks: 500, max_text: 10_000, ..options() };
    for unit in [
        "<nav>",
        "<nav></address>",
        "<ul><li>a",
        "<table><tr><td>a",
        "</table>",
        "<h1>a<p>",
        "<a href=x>a",
        "<a href=x>",
        "<p>&nbsp;",
        "<img alt=abcdefgh>",
        "<title>a</title>",
        "<meta name=keywords content=abcdefgh>",
        "a ",
        "a",
        " ",
    ] {
        let body = format!("<!DOCTYPE html><a href=y>{}", unit.repeat(500_000 / unit.len()));
        let (page, _) = read("text/html", body.as_bytes(), &options);
        let aside: usize =
            page.blocks().filter(|it| !it.kind.is_line()).map(|it| it.text.len()).sum();
        assert!(page.blocks().count() <= 500 && aside <= 10_000, "{unit}");
        assert!(page.text.len() <= 10_000, "{unit}");
    }
}

/// The text of a page that is not UTF-8 in places is mended as a whole; its blocks are still found in it.
#[test]
fn bad_bytes_do_not_shift_blocks() {
    let body = b"<p>a\xff\xe2\x82<p>b \xc3 c<p>\xe2<p>d";
    let (page, _) = read("text/html; charset=utf-8", body, &options());
    let expect = ["a\u{fffd}\u{fffd}", "b \u{fffd} c", "\u{fffd}", "d"];
    assert_eq!(page.blocks().map(|block| block.text).collect::<Vec<_>>(), expect);
    assert_eq!(page.text, expect.map(|line| format!("{line}\n")).concat());
}

/// A word that is longer than what is held, behind a blank, was waited for without end.
#[test]
fn word_of_a_megabyte_ends() {
    let word = "a".repeat(1 << 20);
    let options = ExtractOptions { max_text: 2 << 20, ..options() };
    for before in ["", " ", "b ", "\n\n"] {
        let (page, _) = read("text/html", format!("<p>{before}{word}").as_bytes(), &options);
        let expect = format!("{}{word}\n", before.trim_start());
        assert!(page.text == expect, "behind {before:?}");
    }
}

fn pages() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/extract/pages");
    let mut pages: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| ["html", "xhtml", "txt"].iter().any(|it| path.extension().unwrap() == *it))
        .collect();
    pages.sort();
    assert_eq!(pages.len(), 4);
    pages
}

fn label(path: &std::path::Path) -> &'static str {
    match path.extension().and_then(|it| it.to_str()) {
        Some("xhtml") => "application/xhtml+xml",
        Some("txt") => "text/plain",
        _ => "text/html",
    }
}

/// The lines beside each page were written by the program of before there were blocks.
#[test]
fn lines_are_those_of_before_there_were_blocks() {
    for path in pages() {
        let body = fs::read(&path).unwrap();
        let before = fs::read_to_string(format!("{}.text", path.display())).unwrap();
        for options in [ExtractOptions::default(), options()] {
            let (page, _) = read(label(&path), &body, &options);
            let now =
                format!("title: {}\n{}", page.title.as_deref().unwrap_or_default(), page.text);
            assert_eq!(now, before, "{}", path.display());
        }
    }
}

/// `STODOLA_WRITE_EXPECTED=1` writes the expectations anew.
#[test]
fn blocks_of_whole_pages() {
    for path in pages() {
        let body = fs::read(&path).unwrap();
        let (page, _) = read(label(&path), &body, &options());
        let mut now = String::new();
        for (block, shown) in page.blocks().zip(shown(&page)) {
            writeln!(now, "{}..{} {shown}", block.position.start, block.position.end).unwrap();
        }
        let expected = format!("{}.blocks", path.display());
        if std::env::var_os("STODOLA_WRITE_EXPECTED").is_some() {
            fs::write(&expected, &now).unwrap();
        }
        assert_eq!(now, fs::read_to_string(&expected).unwrap(), "{}", path.display());
    }
}
