//! Tables of pages and their tokens by the standard; cuts and limits change nothing.
//!
//! A page is shown as its tags and texts: attributes with a value each, `~` before the name of a
//! foreign element, text in square brackets.

use super::*;

#[derive(Default)]
struct Shown {
    tokens: Vec<String>,
    text: Vec<u8>,
    shortfalls: u32,
    max_tokens: Option<usize>,
}

impl Shown {
    fn end_text(&mut self) {
        if !self.text.is_empty() {
            self.tokens.push(format!("[{}]", lossy(&std::mem::take(&mut self.text))));
        }
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Sink for Shown {
    fn start(&mut self, tag: &StartTag<'_>) {
        self.end_text();
        let mut shown = format!("<{}{}", if tag.is_foreign { "~" } else { "" }, lossy(tag.name));
        for Attribute { name, value, .. } in tag.attributes.iter() {
            shown += &format!(" {}={}", lossy(name), lossy(value));
        }
        shown += if tag.is_self_closing { "/>" } else { ">" };
        self.tokens.push(shown);
    }

    fn end(&mut self, name: &[u8]) {
        self.end_text();
        self.tokens.push(format!("</{}>", lossy(name)));
    }

    fn text(&mut self, text: &[u8], _: u64) {
        self.text.extend_from_slice(text);
    }

    fn fell_short(&mut self) {
        self.shortfalls += 1;
    }

    fn is_full(&self) -> bool {
        self.max_tokens.is_some_and(|most| self.tokens.len() >= most)
    }
}

/// Feeds a page in pieces of the lengths that `cut` gives, as a window does.
fn shown(page: &[u8], max_markup: usize, mut cut: impl FnMut() -> usize) -> (String, u32) {
    let mut tokeniser = Tokeniser::new(max_markup);
    let mut sink = Shown::default();
    let (mut start, mut end) = (0, 0);
    while end < page.len() {
        end = (end + cut().max(1)).min(page.len());
        start += tokeniser.feed(&page[start..end], end == page.len(), &mut sink);
        let most = max_markup.max(ENOUGH);
        assert!(end - start <= most, "{} bytes of {} are left", end - start, lossy(page));
    }
    assert_eq!(start, page.len(), "{}", lossy(page));
    sink.end_text();
    (sink.tokens.concat(), sink.shortfalls)
}

fn random(mut seed: u64) -> impl FnMut() -> usize {
    move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize
    }
}

/// Each row whole, byte by byte, cut once at every place, and in random pieces.
fn check(rows: &[(&str, &str)]) {
    for (page, expect) in rows {
        let bytes = page.as_bytes();
        assert_eq!(shown(bytes, 1000, || usize::MAX >> 1).0, *expect, "{page}");
        assert_eq!(shown(bytes, 1000, || 1).0, *expect, "{page}, byte by byte");
        for at in 1..bytes.len() {
            let mut first = Some(at);
            let cut = || first.take().unwrap_or(usize::MAX >> 1);
            assert_eq!(shown(bytes, 1000, cut).0, *expect, "{page}, cut at {at}");
        }
        let mut next = random(bytes.len() as u64);
        for _ in 0..20 {
            assert_eq!(shown(bytes, 1000, || next() % 7).0, *expect, "{page}, in pieces");
        }
    }
}

#[test]
fn text_and_tags() {
    check(&[
        ("", ""),
        ("text", "[text]"),
        ("<p>", "<p>"),
        ("<P>x</P>", "<p>[x]</p>"),
        ("a < b <3 c", "[a < b <3 c]"),
        ("a<", "[a<]"),
        ("a</", "[a</]"),
        ("<<p>", "[<]<p>"),
        ("a<b", "[a]"),
        ("a<b c='d", "[a]"),
        ("a</b", "[a]"),
        ("</>x", "[x]"),
        ("</ p>x", "[x]"),
        ("</p q='>'>x", "</p>[x]"),
        ("</p/>x", "</p>[x]"),
        ("<p/>", "<p/>"),
        ("<p\u{c}/\r>", "<p>"),
        ("<a-b:c.d>", "<a-b:c.d>"),
        ("<é>", "[<é>]"),
        ("<aé>", "<aé>"),
        ("<a<b>", "<a<b>"),
        ("<abcdefghijklmnop>", "<abcdefghijklmnop>"),
        ("<abcdefghijklmnopq>x", "<>[x]"),
    ]);
}

#[test]
fn attributes() {
    check(&[
        ("<a b>", "<a b=>"),
        ("<a b=c>", "<a b=c>"),
        ("<a b = c>", "<a b=c>"),
        ("<a b='c d'>", "<a b=c d>"),
        ("<a b=\"c'd\">", "<a b=c'd>"),
        ("<a b=''>", "<a b=>"),
        ("<a b=>x", "<a b=>[x]"),
        ("<a b= >x", "<a b=>[x]"),
        ("<a b='c'd=e>", "<a b=c d=e>"),
        ("<a b='>'>", "<a b=>>"),
        ("<a b=c'd\"e>", "<a b=c'd\"e>"),
        ("<a b=c/>", "<a b=c/>"),
        ("<a b=c />", "<a b=c/>"),
        ("<a b='c'/>", "<a b=c/>"),
        ("<a/b/c=d>", "<a b= c=d>"),
        ("<a / b>", "<a b=>"),
        ("<a =b>", "<a =b=>"),
        ("<a ==b>", "<a ==b>"),
        ("<a b==c>", "<a b==c>"),
        ("<a b c\n=\td>", "<a b= c=d>"),
        ("<a b=c b=d>", "<a b=c b=d>"),
        ("<a 'b'>", "<a 'b'=>"),
        ("<a b\"c=d>", "<a b\"c=d>"),
        ("<a b='c' 'd>x", "<a b=c 'd=>[x]"),
        ("<a b=/c>", "<a b=/c>"),
        ("<a b=\n'c'\r\n>", "<a b=c>"),
        ("<a <b=c>", "<a <b=c>"),
        ("<a class=b ID=c e TITLE='d>' f=g>", "<a e= f=g>"),
    ]);
}

#[test]
fn comments_and_declarations() {
    check(&[
        ("<!-- <p> -->x", "[x]"),
        ("<!---->x", "[x]"),
        ("<!-->x", "[x]"),
        ("<!--->x", "[x]"),
        ("<!----->x", "[x]"),
        ("<!--->-->x", "[-->x]"),
        ("<!--a--!>x", "[x]"),
        ("<!----!>x", "[x]"),
        ("<!--!>x-->y", "[y]"),
        ("<!--a--!->b-->x", "[x]"),
        ("<!--a-->x-->", "[x-->]"),
        ("<!--a->b-->x", "[x]"),
        ("<!--a--b-->x", "[x]"),
        ("<!--a<!--b-->x", "[x]"),
        ("<!--a<!-->x", "[x]"),
        ("<!--a<!->x-->y", "[y]"),
        ("<!--a-- >x", ""),
        ("<!--a", ""),
        ("<!-", ""),
        ("<!-a>x", "[x]"),
        ("<!a -->x", "[x]"),
        ("<!>x", "[x]"),
        ("<!", ""),
        ("<?xml version='>'?>x", "['?>x]"),
        ("<?>x", "[x]"),
        ("</3 <p>x", "[x]"),
        ("<!DOCTYPE html PUBLIC '-//W3C>//EN'>x", "[//EN'>x]"),
        ("<!doctype html><p>", "<p>"),
        ("<![CDATA[<p>]]>x", "[]]>x]"),
        ("<![if IE]><p>", "<p>"),
    ]);
}

#[test]
fn raw_text() {
    check(&[
        ("<style><p></style>x", "<style>[<p>]</style>[x]"),
        ("<STYLE></p></StYlE >x", "<style>[</p>]</style>[x]"),
        ("<style></style/>x", "<style></style>[x]"),
        ("<style></style a='>'>x", "<style></style>[x]"),
        ("<style></styles></style", "<style>[</styles></style]"),
        ("<style></style", "<style>[</style]"),
        ("<style><!--</style>-->", "<style>[<!--]</style>[-->]"),
        ("<style/><p>", "<style/>[<p>]"),
        ("<title><p>&lt;</title><p>", "<title>[<p>&lt;]</title><p>"),
        ("<textarea><p><</textarea>", "<textarea>[<p><]</textarea>"),
        ("<xmp><p></xmp>", "<xmp>[<p>]</xmp>"),
        ("<iframe><p></iframe>", "<iframe>[<p>]</iframe>"),
        ("<noembed><p></noembed>", "<noembed>[<p>]</noembed>"),
        ("<noframes><p></noframes>", "<noframes>[<p>]</noframes>"),
        ("<noscript><p></noscript>", "<noscript>[<p>]</noscript>"),
        ("<noscript></noframes><p>", "<noscript>[</noframes><p>]"),
        ("<plaintext><p></plaintext>", "<plaintext>[<p></plaintext>]"),
        ("<styles><p>", "<styles><p>"),
        ("</style><p>", "</style><p>"),
    ]);
}

#[test]
fn scripts() {
    check(&[
        ("<script>a<b</script>x", "<script>[a<b]</script>[x]"),
        ("<script a=><b></script>x", "<script a=>[<b>]</script>[x]"),
        ("<script></SCRIPT\n>x", "<script></script>[x]"),
        ("<script></scripts></script>", "<script>[</scripts>]</script>"),
        ("<script></script", "<script>[</script]"),
        ("<script><!--</script>x", "<script>[<!--]</script>[x]"),
        ("<script><script></script>x", "<script>[<script>]</script>[x]"),
        ("<script><!--<script></script></script>x", "<script>[<!--<script></script>]</script>[x]"),
        (
            "<script><!--<script></script>--></script>x",
            "<script>[<!--<script></script>-->]</script>[x]",
        ),
        ("<script><!--<script>--></script>x", "<script>[<!--<script>-->]</script>[x]"),
        ("<script><!--<script></script>x", "<script>[<!--<script></script>x]"),
        ("<script><!--<scripts></script>x", "<script>[<!--<scripts>]</script>[x]"),
        ("<script><!--<SCRIPT/</script>x</script>", "<script>[<!--<SCRIPT/</script>x]</script>"),
        ("<script><!--><script></script>x", "<script>[<!--><script>]</script>[x]"),
        ("<script><!---><script></script>x", "<script>[<!---><script>]</script>[x]"),
        ("<script><!-<script></script>x", "<script>[<!-<script>]</script>[x]"),
        ("<script><!--a--!><script></script>x", "<script>[<!--a--!><script></script>x]"),
        ("<script><!--a- -><script></script>x", "<script>[<!--a- -><script></script>x]"),
        (
            "<script><!--<script></script><script></script></script>x",
            "<script>[<!--<script></script><script></script>]</script>[x]",
        ),
        ("<script><!--", "<script>[<!--]"),
        ("<script><!--<script", "<script>[<!--<script]"),
    ]);
}

#[test]
fn foreign_content() {
    check(&[
        ("<svg><style><p></style>", "<~svg><~style><p></style>"),
        ("<svg><style><a></style>", "<~svg><~style><~a></style>"),
        ("<svg><script><a></script></svg><b>", "<~svg><~script><~a></script></svg><b>"),
        ("<svg/><style><a></style>", "<~svg/><style>[<a>]</style>"),
        ("<svg></svg><title><a></title>", "<~svg></svg><title>[<a>]</title>"),
        ("<svg><title><b></title><a>", "<~svg><~title><b></title><~a>"),
        (
            "<svg><title><title><b></title></title><a>",
            "<~svg><~title><title>[<b>]</title></title><~a>",
        ),
        ("<svg><title/><style><a>", "<~svg><~title/><~style><~a>"),
        ("<svg><desc><style><a></style></desc><a>", "<~svg><~desc><style>[<a>]</style></desc><~a>"),
        (
            "<svg><foreignObject><xmp><a></xmp></foreignObject><xmp>",
            "<~svg><~foreignobject><xmp>[<a>]</xmp></foreignobject><~xmp>",
        ),
        (
            "<svg><foreignObject><svg><xmp></svg><xmp>",
            "<~svg><~foreignobject><~svg><~xmp></svg><xmp>",
        ),
        ("<svg><foreignObject></svg><xmp>", "<~svg><~foreignobject></svg><xmp>"),
        ("<svg><math><mi><style><a>", "<~svg><~math><~mi><~style><~a>"),
        ("<svg><div><style><a>", "<~svg><div><style>[<a>]"),
        ("<svg></p><style><a>", "<~svg></p><style>[<a>]"),
        ("<div><svg></div><style><a>", "<div><~svg></div><style>[<a>]"),
        ("<svg></g><style><a>", "<~svg></g><~style><~a>"),
        ("<svg><font><style><a>", "<~svg><~font><~style><~a>"),
        ("<svg><font COLOR=x><style><a>", "<~svg><font COLOR=x><style>[<a>]"),
        ("<svg><svg></svg><style><a>", "<~svg><~svg></svg><~style><~a>"),
        ("<svg><![CDATA[<p>]]>x</svg>", "<~svg>[<p>x]</svg>"),
        ("<svg><![CDATA[a]]b]>]]]>x", "<~svg>[a]]b]>]x]"),
        ("<svg><![CDATA[a]]", "<~svg>[a]]]"),
        ("<svg><![cdata[<p>]]>x", "<~svg>[]]>x]"),
        ("<svg><style><![CDATA[a]]></style>", "<~svg><~style>[a]</style>"),
        ("<svg><desc><![CDATA[<p>]]>x", "<~svg><~desc>[]]>x]"),
        ("<svg><!--><a>", "<~svg><~a>"),
        ("<math><mi><style><a></style></mi><a>", "<~math><~mi><style>[<a>]</style></mi><~a>"),
        ("<math><mi><mglyph><style><a>", "<~math><~mi><~mglyph><style>[<a>]"),
        ("<math><title><a>", "<~math><~title><~a>"),
        ("<math><annotation-xml><style><a>", "<~math><~annotation-xml><~style><~a>"),
        (
            "<math><annotation-xml encoding=Text/HTML><style><a></style></annotation-xml><a>",
            "<~math><~annotation-xml encoding=Text/HTML><style>[<a>]</style></annotation-xml><~a>",
        ),
        ("<math><annotation-xml><svg><title><b>", "<~math><~annotation-xml><~svg><~title><b>"),
        ("<math><svg><title><a>", "<~math><~svg><~title><~a>"),
    ]);
}

#[test]
fn cuts_do_not_matter() {
    const PARTS: &[&str] = &[
        "<",
        ">",
        "/",
        "!",
        "-",
        "--",
        "<!--",
        "-->",
        "--!>",
        "=",
        "'",
        "\"",
        " ",
        "a",
        "x",
        "<a href=",
        "<svg>",
        "</svg>",
        "<title>",
        "</title>",
        "<style>",
        "</style>",
        "<script>",
        "</script>",
        "<script",
        "<![CDATA[",
        "]]>",
        "<noscript>",
        "</noscript",
        "<math>",
        "<mi>",
        "<p>",
        "</p>",
        "?",
        "<?",
        "</",
        "\n",
        "<verylongnamethatmeansnothing",
    ];
    let mut next = random(5);
    for round in 0..3000 {
        let count = next() % 30;
        let page: String = (0..count).map(|_| PARTS[next() % PARTS.len()]).collect();
        for max_markup in [0, 5, 40, 1000] {
            let whole = shown(page.as_bytes(), max_markup, || usize::MAX >> 1);
            let pieces = shown(page.as_bytes(), max_markup, || next() % 9);
            assert_eq!(pieces, whole, "{page}, round {round}, limit {max_markup}");
        }
    }
}

#[test]
fn tags_beyond_the_limit_keep_their_names() {
    let long = "x".repeat(100);
    let page = format!("<a b=c><script src='{long}>'><a></script {long}><a b='{long}'/>y");
    let expect = "<a b=c><script>[<a>]</script><a/>[y]";
    for size in [1, 10, 1000] {
        assert_eq!(shown(page.as_bytes(), 50, || size), (expect.to_owned(), 2));
    }
    let endless = format!("<a><b c='{long}");
    assert_eq!(shown(endless.as_bytes(), 50, || 3), ("<a>".to_owned(), 1));
    assert_eq!(shown(endless.as_bytes(), 500, || 3), ("<a>".to_owned(), 0));
    let many = format!("<a {}>", "b ".repeat(scan::MAX_ATTRIBUTES + 1));
    assert_eq!(shown(many.as_bytes(), 1 << 20, || 1 << 20).1, 1);
}

#[test]
fn a_full_sink_stops_the_work() {
    let mut tokeniser = Tokeniser::new(1000);
    let mut sink = Shown { max_tokens: Some(2), ..Shown::default() };
    assert_eq!(tokeniser.feed(b"<a><b><c>", true, &mut sink), 6);
    assert_eq!(sink.tokens.concat(), "<a><b>");
}
