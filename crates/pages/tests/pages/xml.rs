//! `data.xml`: written the same each time, read whatever it is, extended without changing a byte.

use super::support_xml::{Dice, NODES_ACCEPTED, NODES_REFUSED};
use stodola_pages::data::{DataError, NODE_MAX, PageDocument, PageMeta, PageNode, clean_title};

pub(super) fn meta() -> PageMeta {
    PageMeta {
        url: "http://example.cz/?a=1&b=<2>".to_owned(),
        title: Some("Nejnovější \"zprávy\" & 'more'".to_owned()),
        path: "http/example.cz/~3fa~3d1".to_owned(),
        time: 1_767_323_045_123,
        tag: "example.cz@20260102T030405Z".to_owned(),
        record: Some("urn:uuid:9a2b5c1e-0000-4000-8000-0123456789ab".to_owned()),
        digest: "sha256:00".to_owned(),
        status: Some(200),
        media: Some("text/html".to_owned()),
        charset: Some("windows-1250".to_owned()),
        language: Some("cs".to_owned()),
    }
}

#[test]
fn the_file_is_what_the_documentation_shows() {
    let text = String::from_utf8(meta().to_xml().unwrap()).unwrap();
    let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<page version=\"1\">
<meta>
<url>http://example.cz/?a=1&amp;b=&lt;2&gt;</url>
<title>Nejnovější &quot;zprávy&quot; &amp; 'more'</title>
<path>http/example.cz/~3fa~3d1</path>
<time>1767323045123</time>
<tag>example.cz@20260102T030405Z</tag>
<record>urn:uuid:9a2b5c1e-0000-4000-8000-0123456789ab</record>
<digest>sha256:00</digest>
<status>200</status>
<type>text/html</type>
<charset>windows-1250</charset>
<language>cs</language>
</meta>
<data>
</data>
</page>
";
    assert_eq!(text, expected);
}

#[test]
fn what_is_written_is_read_again() {
    let bare = PageMeta {
        url: "a:b".to_owned(),
        path: "p".to_owned(),
        tag: "t".to_owned(),
        digest: "d".to_owned(),
        ..PageMeta::default()
    };
    let untitled = PageMeta { title: Some(String::new()), time: -1, ..meta() };
    for meta in [meta(), bare, untitled] {
        let document = PageDocument::parse(meta.to_xml().unwrap()).unwrap();
        assert_eq!(document.meta(), &meta);
        assert_eq!(document.nodes(), []);
    }
}

#[test]
fn values_that_xml_cannot_hold_are_errors() {
    let wrong: [(&str, PageMeta); 5] = [
        ("url", PageMeta { url: "http://a/\u{1}".to_owned(), ..meta() }),
        ("url", PageMeta { url: String::new(), ..meta() }),
        ("path", PageMeta { path: "a\nb".to_owned(), ..meta() }),
        ("tag", PageMeta { tag: "x".repeat(70_000), ..meta() }),
        ("title", PageMeta { title: Some("\u{ffff}".to_owned()), ..meta() }),
    ];
    for (name, meta) in wrong {
        match meta.to_xml() {
            Err(DataError::Meta { field, .. }) => assert_eq!(field, name),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn titles_become_what_xml_can_hold() {
    for (title, clean) in [
        ("  a \r\n\t b  ", "a b"),
        ("a\u{0}b\u{ffff}\u{85}c", "a\u{fffd}b\u{fffd} c"),
        ("", ""),
        ("\u{1f600} ok", "\u{1f600} ok"),
    ] {
        assert_eq!(clean_title(title), clean);
    }
    for title in ["x".repeat(10_000), "ž".repeat(10_000), "a ".repeat(10_000)] {
        let clean = clean_title(&title);
        assert!(clean.len() <= 4096 && clean.len() > 4000);
        let meta = PageMeta { title: Some(clean), ..meta() };
        assert_eq!(PageDocument::parse(meta.to_xml().unwrap()).unwrap().meta(), &meta);
    }
}

#[test]
fn nodes_that_stand_for_themselves_are_accepted_and_kept_byte_for_byte() {
    for (place, xml) in NODES_ACCEPTED.iter().enumerate() {
        let node =
            PageNode::parse("n", xml.as_bytes()).unwrap_or_else(|e| panic!("{place}: {xml}: {e}"));
        assert!(xml.contains(node.xml()));
        let document = PageDocument::parse(meta().to_xml().unwrap()).unwrap();
        let longer = document.with_node(&node).unwrap();
        assert_eq!(longer.node(node.namespace(), "n"), Some(node.xml()));
        assert_eq!(PageDocument::parse(longer.bytes().to_vec()).unwrap(), longer, "{xml}");
    }
}

#[test]
fn other_nodes_are_refused_with_reason_line_and_column() {
    for (xml, line, column, code, what) in NODES_REFUSED {
        let refusal = PageNode::parse("n", xml.as_bytes()).expect_err(xml);
        let found = (refusal.line, refusal.column, refusal.fault.code());
        assert_eq!(found, (*line, *column, *code), "{xml:?}: {refusal}");
        assert!(refusal.to_string().contains(what), "{xml:?}: {refusal}");
    }
}

#[test]
fn bombs_are_refused_in_bounded_time_and_memory() {
    let laughs =
        "<!DOCTYPE a [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'>]><a xmlns='urn:a'>&b;</a>";
    let deep = format!("<a xmlns='urn:a'>{}", "<b>".repeat(100_000));
    let wide = format!("<a xmlns='urn:a'>{}</a>", "<b/>".repeat(120_000));
    let attributes: String = (0..1000).map(|it| format!(" a{it}=''")).collect();
    let attributes = format!("<a xmlns='urn:a'{attributes}/>");
    let name = format!("<{} xmlns='urn:a'/>", "a".repeat(1000));
    let value = format!("<a xmlns='urn:a' b='{}'/>", "x".repeat(100_000));
    let long = format!("<a xmlns='urn:a'>{}</a>", "x".repeat(NODE_MAX));
    for (xml, what) in [
        (laughs, "a document type"),
        (&deep, "nested deeper than 64"),
        (&wide, "more than 100000 elements"),
        (&attributes, "more than 64 attributes"),
        (&name, "longer than 256 bytes"),
        (&value, "longer than 65536 bytes"),
        (&long, "at most 1048576"),
    ] {
        let refusal = PageNode::parse("n", xml.as_bytes()).expect_err(what);
        assert!(refusal.to_string().contains(what), "{refusal}");
    }
}

#[test]
fn names_of_nodes_are_names_of_xml() {
    let xml = b"<a xmlns='urn:a'/>";
    for name in ["a", "_", "a-b.c9", "ž", "počet"] {
        assert_eq!(PageNode::parse(name, xml).unwrap().name(), name);
    }
    for name in ["", " ", "a b", "9", "-a", "a:b", "a\"b", "a<b", "a\u{0}", "..", &"x".repeat(129)]
    {
        assert_eq!(PageNode::parse(name, xml).unwrap_err().fault.code(), "node-name", "{name:?}");
    }
}

#[test]
fn nothing_that_exists_is_overwritten() {
    let mut document = PageDocument::parse(meta().to_xml().unwrap()).unwrap();
    let node = |namespace: &str, name: &str, text: &str| {
        PageNode::parse(name, format!("<t:a xmlns:t=\"{namespace}\">{text}</t:a>").as_bytes())
            .unwrap()
    };
    for new in [node("urn:a", "x", "1"), node("urn:a", "y", "2"), node("urn:b", "x", "3")] {
        document = document.with_node(&new).unwrap();
    }
    let refusal = document.with_node(&node("urn:a", "x", "other")).unwrap_err();
    assert_eq!(refusal.fault.code(), "node-exists");
    let names: Vec<_> =
        document.nodes().iter().map(|it| (it.namespace.as_str(), it.name.as_str())).collect();
    assert_eq!(names, [("urn:a", "x"), ("urn:a", "y"), ("urn:b", "x")]);
    assert!(document.node("urn:a", "x").unwrap().contains(">1<"));
}

#[test]
fn every_byte_that_was_there_is_still_there() {
    let mut dice = Dice::new(7);
    for _ in 0..50 {
        let mut document = PageDocument::parse(meta().to_xml().unwrap()).unwrap();
        for number in 0..dice.below(8) {
            let xml = NODES_ACCEPTED[dice.below(NODES_ACCEPTED.len())];
            let node = PageNode::parse(&format!("n{number}"), xml.as_bytes()).unwrap();
            let longer = document.with_node(&node).unwrap();
            let (old, new) = (document.bytes(), longer.bytes());
            let same_start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
            let same_end =
                old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
            assert!(same_start + same_end >= old.len());
            assert!(new.ends_with(b"</node>\n</data>\n</page>\n"));
            assert_eq!(longer.meta(), document.meta());
            assert_eq!(longer.nodes()[..document.nodes().len()].len(), document.nodes().len());
            assert_eq!(PageDocument::parse(new.to_vec()).unwrap(), longer);
            document = longer;
        }
    }
}

/// A file as another program may have left it.
fn damaged(change: impl Fn(&str) -> String) -> DataError {
    let text = String::from_utf8(meta().to_xml().unwrap()).unwrap();
    PageDocument::parse(change(&text).into_bytes()).unwrap_err()
}

#[test]
fn files_that_are_damaged_or_newer_are_refused_with_their_line() {
    let swap = |from: &'static str, to: &'static str| damaged(move |it| it.replace(from, to));
    assert_eq!(swap("version=\"1\"", "version=\"2\""), DataError::Newer { found: 2 });
    for (error, line, what) in [
        (swap("<page version=\"1\">", "<page>"), 2, "no version"),
        (swap("<page ", "<pages "), 2, "<page> is expected"),
        (swap("<url>", "<uri>"), 4, "ends an element <uri>"),
        (swap("<digest>sha256:00</digest>\n", ""), 14, "<digest> is missing"),
        (swap("<status>200<", "<status>ok<"), 11, "<status> is not a number"),
        (swap("<tag>", "<tag>x</tag>\n<tag>"), 9, "stands there twice"),
        (swap("<data>\n</data>", "<data/>"), 16, "no room"),
        (swap("<data>\n", "<data>\ntext"), 17, "no <node>"),
        (swap("<data>\n", "<data>\n<node name='a' namespace='urn:a'/>"), 17, "no element"),
        (
            swap("<data>\n", "<data>\n<node name='a' namespace='urn:a'><a xmlns='urn:b'/></node>"),
            17,
            "another namespace",
        ),
        (
            swap("<data>\n", "<data>\n<node name='a'><a xmlns='urn:b'/></node>"),
            17,
            "no name or no namespace",
        ),
        (swap("</page>\n", "</page>\n<page/>"), 19, "second element"),
        (swap("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<!DOCTYPE page>"), 1, "document type"),
    ] {
        match &error {
            DataError::Damaged { line: found, what: words } => {
                assert_eq!(*found, line, "{error}");
                assert!(words.contains(what), "{error}");
            }
            _ => panic!("{what}: {error}"),
        }
    }
}

#[test]
fn more_metadata_than_is_known_is_accepted() {
    let text = String::from_utf8(meta().to_xml().unwrap()).unwrap();
    let more = text.replace("</meta>", "<later a='1'><x/>y</later><t:x xmlns:t='urn:t'/>\n</meta>");
    assert_eq!(PageDocument::parse(more.into_bytes()).unwrap().meta(), &meta());
}

#[test]
fn a_file_that_ends_anywhere_is_refused() {
    let node =
        PageNode::parse("n", "<a xmlns='urn:a' b='ž'>&amp;<![CDATA[x]]><!-- c --></a>".as_bytes())
            .unwrap();
    let whole = PageDocument::parse(meta().to_xml().unwrap())
        .unwrap()
        .with_node(&node)
        .unwrap()
        .into_bytes();
    for length in 0..whole.len() - 1 {
        assert!(PageDocument::parse(whole[..length].to_vec()).is_err(), "{length}");
    }
}

#[test]
fn any_byte_may_be_wrong() {
    let mut dice = Dice::new(11);
    for xml in NODES_ACCEPTED {
        for _ in 0..200 {
            let mut bytes = xml.as_bytes().to_vec();
            let place = dice.below(bytes.len());
            bytes[place] = b"<>&;\"'/=!?-[]: \n\0ax\xc5"[dice.below(20)];
            if let Ok(node) = PageNode::parse("n", &bytes) {
                // What is accepted alone must be readable in the file.
                let document = PageDocument::parse(meta().to_xml().unwrap()).unwrap();
                let longer = document.with_node(&node).unwrap();
                assert_eq!(PageDocument::parse(longer.bytes().to_vec()).unwrap(), longer);
            }
        }
    }
}
