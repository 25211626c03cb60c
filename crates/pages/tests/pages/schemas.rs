//! Schemas of users: what they allow, what is refused in them, what hostile ones cost.

use super::support_schema::{CASES, REFUSED, node, schema};
use stodola_pages::data::{NodeSchema, PageNode, SchemaShelf, ShelfError, XsdSchema};

#[test]
fn nodes_are_valid_as_their_schema_says() {
    let mut wrong = Vec::new();
    for (inside, valid, invalid) in CASES {
        let schema =
            XsdSchema::parse(schema(inside).as_bytes()).unwrap_or_else(|e| panic!("{inside}: {e}"));
        assert_eq!(schema.namespace(), "urn:t");
        for (list, is_valid) in [(valid, true), (invalid, false)] {
            for inside in *list {
                let node = PageNode::parse("n", node(inside).as_bytes()).unwrap();
                let found = node.check(&schema);
                if found.is_ok() != is_valid {
                    wrong.push(format!("{}\n{inside}\n{found:?}", schema.source()));
                }
                if let Err(refusal) = found {
                    assert_eq!(refusal.fault.code(), "node-not-valid");
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn what_a_schema_has_and_is_not_enforced_is_refused_with_its_line() {
    let mut wrong = Vec::new();
    for (inside, what) in REFUSED {
        match XsdSchema::parse(schema(inside).as_bytes()) {
            Err(error) if error.line == 2 && error.what.contains(what) => {}
            other => wrong.push(format!("{inside}\n{what}\n{other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_root_of_a_schema_names_a_namespace_that_a_user_can_have() {
    let root = |attributes: &str| {
        format!("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' {attributes}/>")
    };
    assert!(XsdSchema::parse(root("targetNamespace='urn:a'").as_bytes()).is_ok());
    for (attributes, what) in [
        ("", "no 'targetNamespace'"),
        ("targetNamespace=''", "no namespace"),
        ("targetNamespace='urn:stodola:x'", "cannot be used"),
        ("targetNamespace='urn:a' blockDefault='#all'", "'blockDefault' is not supported"),
        ("targetNamespace='urn:a' elementFormDefault='maybe'", "neither"),
    ] {
        let error = XsdSchema::parse(root(attributes).as_bytes()).expect_err(attributes);
        assert!(error.what.contains(what), "{error}");
    }
    let other = XsdSchema::parse(b"<a xmlns='urn:a'/>").unwrap_err();
    assert!(other.what.contains("not an element of XML Schema"), "{other}");
}

#[test]
fn refusals_say_where_and_what_was_expected() {
    let text = schema(
        "<xs:element name='e'><xs:complexType><xs:sequence><xs:element name='a' type='xs:int'/>\
         <xs:choice><xs:element name='b' type='xs:int'/><xs:element name='c' type='xs:int'/></xs:choice></xs:sequence>\
         </xs:complexType></xs:element>",
    );
    let schema = XsdSchema::parse(text.as_bytes()).unwrap();
    let refused = |xml: &str| {
        PageNode::parse("n", xml.as_bytes()).unwrap().check(&schema).unwrap_err().to_string()
    };
    for (xml, expected) in [
        (
            "<e xmlns='urn:t'>\n <d/></e>",
            "line 2, column 2: not valid: <d> cannot stand here in <e>: <a> is expected",
        ),
        (
            "<e xmlns='urn:t'><a>1</a>\n</e>",
            "line 1, column 1: not valid: <e> is not complete: <b> or <c> is expected",
        ),
        (
            "<e xmlns='urn:t'>\n\n<a>x</a></e>",
            "line 3, column 1: not valid: <a>: 'x' is not a whole number",
        ),
        (
            "<f xmlns='urn:t'/>",
            "line 1, column 1: not valid: the schema has no element <f> that a node can be",
        ),
        (
            "<e xmlns='urn:t' xsi:type='x' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'/>",
            "line 1, column 18: not valid: 'xsi:type' is not supported",
        ),
    ] {
        assert_eq!(refused(xml), expected);
    }
}

#[test]
fn small_schemas_cannot_describe_huge_ones() {
    let groups: String = (0..40)
        .map(|it| {
            let next = it + 1;
            format!("<xs:group name='g{it}'><xs:sequence><xs:group ref='t:g{next}'/><xs:group ref='t:g{next}'/>\
             </xs:sequence></xs:group>")
        })
        .collect();
    let last = "<xs:group name='g40'><xs:sequence><xs:element name='a' type='xs:int'/></xs:sequence></xs:group>";
    let few: String = (28..40)
        .map(|it| {
            let next = it + 1;
            let five = format!("<xs:group ref='t:g{next}'/>").repeat(5);
            format!("<xs:group name='g{it}'><xs:sequence>{five}</xs:sequence></xs:group>")
        })
        .collect();
    let chain: String = (0..1000)
        .map(|it| {
            format!(
                "<xs:simpleType name='s{it}'><xs:restriction base='t:s{}'/></xs:simpleType>",
                it + 1
            )
        })
        .collect();
    let deep = format!(
        "<xs:element name='e'><xs:complexType>{}{}</xs:complexType></xs:element>",
        "<xs:sequence>".repeat(10_000),
        "</xs:sequence>".repeat(10_000)
    );
    let attributes: String = (0..300).map(|it| format!("<xs:attribute name='a{it}'/>")).collect();
    let attributes =
        format!("<xs:element name='e'><xs:complexType>{attributes}</xs:complexType></xs:element>");
    // Each of many types has the large content of their base.
    let big: String =
        (0..1500).map(|it| format!("<xs:element name='a{it}' type='xs:int'/>")).collect();
    let big = format!("<xs:complexType name='b'><xs:sequence>{big}</xs:sequence></xs:complexType>");
    let extended: String = (0..1000)
        .map(|it| {
            format!(
                "<xs:complexType name='c{it}'><xs:complexContent><xs:extension base='t:b'/></xs:complexContent>\
                 </xs:complexType>"
            )
        })
        .collect();
    let optional: String = (0..1000)
        .map(|it| format!("<xs:element name='a{it}' type='xs:int' minOccurs='0'/>"))
        .collect();
    let optional = format!(
        "<xs:element name='e'><xs:complexType><xs:sequence>{optional}</xs:sequence></xs:complexType></xs:element>"
    );
    for (inside, what) in [
        (format!("{groups}{last}"), "more than 16 others"),
        (format!("{few}{last}"), "when its groups are written out"),
        (
            format!(
                "{chain}<xs:simpleType name='s1000'><xs:restriction base='xs:int'/></xs:simpleType>"
            ),
            "more than 16 others",
        ),
        (deep, "nested deeper than 40"),
        (attributes, "more than 256 attributes"),
        (format!("{big}{extended}"), "too many places"),
        (optional, "too many places"),
        (" ".repeat(600_000), "at most 524288"),
    ] {
        let error = XsdSchema::parse(schema(&inside).as_bytes()).expect_err(what);
        assert!(error.what.contains(what), "{what}: {error}");
    }
}

#[test]
fn checking_takes_bounded_work() {
    // A hundred names after each of a thousand optional places: as costly as a schema may be.
    let inside = "<xs:element name='e'><xs:complexType><xs:sequence maxOccurs='300'>\
     <xs:element name='a' type='xs:string' \
                  minOccurs='0' maxOccurs='12'/></xs:sequence></xs:complexType></xs:element>";
    // Whether it is clear which <a> a child would be does not matter: they all are the same one.
    let schema = XsdSchema::parse(schema(inside).as_bytes()).unwrap();
    let node = PageNode::parse("n", node(&"<a/>".repeat(90_000)).as_bytes()).unwrap();
    let refusal = node.check(&schema).unwrap_err();
    assert!(refusal.to_string().contains("not valid"), "{refusal}");
}

#[test]
fn registered_schemas_are_kept_numbered_and_never_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("schemas");
    let mut shelf = SchemaShelf::open(&path).unwrap();
    assert_eq!(shelf.namespaces(), []);
    let number = schema("<xs:element name='e' type='xs:int'/>");
    let text = schema("<xs:element name='e' type='xs:string'/>");
    let word = PageNode::parse("n", node("word").as_bytes()).unwrap();
    assert!(shelf.check(&word).is_ok(), "without a schema every node is fine");
    shelf.register(number.as_bytes()).unwrap();
    shelf.register(number.as_bytes()).unwrap();
    assert_eq!(shelf.namespaces(), [("urn:t", 1)]);
    assert!(shelf.check(&word).is_err());
    shelf.register(text.as_bytes()).unwrap();
    assert!(shelf.check(&word).is_ok());
    assert!(matches!(shelf.register(b"<a/>"), Err(ShelfError::Schema(_))));

    let again = SchemaShelf::open(&path).unwrap();
    assert_eq!(again.namespaces(), [("urn:t", 2)]);
    assert_eq!(again.schema("urn:t").unwrap().source(), text);
    let mut files: Vec<_> =
        std::fs::read_dir(&path).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    assert_eq!(std::fs::read_to_string(&files[0]).unwrap(), number);

    std::fs::write(&files[1], "<half of it").unwrap();
    assert!(matches!(SchemaShelf::open(&path), Err(ShelfError::Damaged { .. })));
}
