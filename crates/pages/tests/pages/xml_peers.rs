//! The same nodes, files and schemas, looked at by xmllint of libxml2.

use super::support_schema::{CASES, node, schema};
use super::support_xml::{Dice, NODES_ACCEPTED, NODES_REFUSED};
use super::xml::meta;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use stodola_pages::data::{PAGES_XSD, PageDocument, PageMeta, PageNode, XsdSchema};

/// Nodes that we refuse and a reader of XML accepts: what is not wanted in nodes, or not outside of them. The numbers
/// are places in [`NODES_REFUSED`]. Anything else is a difference.
const NOT_WANTED: &[&str] = &[
    "has no namespace",
    "cannot be used",
    "urn:stodola:page",
    "XMLSchema",
    "urn: a",
    "outside the element",
    "document type",
    "processing instruction",
    "'1.1'",
    "'utf-16'",
];

/// Nodes of [`CASES`] where libxml2 2.9.14 and we differ; we do what the recommendation says. An exponent needs digits
/// (3.2.5), `NMTOKENS` have at least one item (3.3.5), and fixed values are compared as values, not as texts (3.2.4,
/// 3.3.4).
const DIFFERENCES: &[(&str, &str)] = &[
    ("<xs:element name='e' type='xs:double'/>", "1e"),
    ("<xs:element name='e' type='xs:NMTOKENS'/>", ""),
    ("<xs:element name='e' type='xs:int' fixed='5'/>", " 05 "),
    (FIXED, "<e a=' 2 ' b='anything' c='01'/>"),
];

const FIXED: &str = "<xs:element name='e'><xs:complexType><xs:attribute name='a' type='xs:int' use='required'/>\
                     <xs:attribute name='b' default='x'/><xs:attribute name='c' type='xs:int' fixed='1'/>\
                     </xs:complexType></xs:element>";

fn is_here() -> bool {
    let is_here = Command::new("xmllint").arg("--version").output().is_ok();
    if !is_here {
        let words = "skipped: xmllint is missing, so nothing is compared (package libxml2-utils)";
        let mut out = std::io::stdout();
        writeln!(out, "{words}").unwrap();
    }
    is_here
}

/// Writes texts to files, and returns the numbers of those that xmllint says nothing against.
fn accepted(folder: &Path, texts: &[String], schema: Option<&Path>) -> BTreeSet<usize> {
    let paths: Vec<PathBuf> = (0..texts.len()).map(|it| folder.join(format!("{it}.xml"))).collect();
    for (path, text) in paths.iter().zip(texts) {
        std::fs::write(path, text).unwrap();
    }
    let mut fine: BTreeSet<usize> = (0..texts.len()).collect();
    for (chunk, paths) in paths.chunks(200).enumerate() {
        let mut command = Command::new("xmllint");
        command.args(["--nonet", "--noout", "--nowarning"]);
        if let Some(schema) = schema {
            command.arg("--schema").arg(schema);
        }
        let output = command.args(paths).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        for (number, path) in paths.iter().enumerate() {
            let name = path.display().to_string();
            let is_wrong = said.lines().any(|line| {
                let Some(rest) = line.strip_prefix(&name) else { return false };
                // Namespaces are names; that some are no addresses is said, and does no harm.
                let is_harmless = rest.contains("warning") || rest.contains("is not a valid URI");
                rest.starts_with(':') && !is_harmless || rest.ends_with("fails to validate")
            });
            if is_wrong {
                fine.remove(&(chunk * 200 + number));
            }
        }
    }
    fine
}

#[test]
fn what_is_well_formed_is_so_for_libxml2_too() {
    if !is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let texts: Vec<String> = NODES_ACCEPTED.iter().map(|it| (*it).to_owned()).collect();
    assert_eq!(accepted(folder.path(), &texts, None).len(), texts.len());
    let texts: Vec<String> = NODES_REFUSED.iter().map(|it| it.0.to_owned()).collect();
    let fine = accepted(folder.path(), &texts, None);
    for (number, (xml, _, _, _, what)) in NODES_REFUSED.iter().enumerate() {
        let may = NOT_WANTED.iter().any(|it| what.contains(it));
        assert!(!fine.contains(&number) || may, "libxml2 accepts {xml:?}");
    }
}

#[test]
fn damaged_nodes_that_are_accepted_are_well_formed() {
    if !is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut dice = Dice::new(5);
    let mut found = Vec::new();
    for round in 0..if super::support::is_long() { 2000 } else { 100 } {
        for xml in NODES_ACCEPTED {
            let mut bytes = xml.as_bytes().to_vec();
            for _ in 0..1 + round % 3 {
                let place = dice.below(bytes.len());
                let new = b"<>&;\"'/=!?-[]: \n\rax#"[dice.below(20)];
                match dice.below(3) {
                    0 => bytes[place] = new,
                    1 => bytes.insert(place, new),
                    _ => drop(bytes.remove(place)),
                }
            }
            if let Ok(node) = PageNode::parse("n", &bytes) {
                // In a file, as it is kept.
                let document = PageDocument::parse(meta().to_xml().unwrap()).unwrap();
                let file = document.with_node(&node).unwrap().into_bytes();
                found.push(String::from_utf8(file).unwrap());
            }
        }
    }
    assert!(found.len() > 100);
    let schema = folder.path().join("pages.xsd");
    std::fs::write(&schema, PAGES_XSD).unwrap();
    let fine = accepted(folder.path(), &found, Some(&schema));
    for (number, xml) in found.iter().enumerate() {
        assert!(fine.contains(&number), "libxml2 refuses {xml}");
    }
}

#[test]
fn the_schema_of_the_file_allows_what_is_written_and_nothing_else() {
    if !is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let schema = folder.path().join("pages.xsd");
    std::fs::write(&schema, PAGES_XSD).unwrap();
    let bare = PageMeta {
        title: None,
        record: None,
        status: None,
        media: None,
        charset: None,
        language: None,
        ..meta()
    };
    let whole = String::from_utf8(meta().to_xml().unwrap()).unwrap();
    let inner = |node: &str| whole.replace("<data>\n", &format!("<data>\n{node}\n"));
    let node = "<node namespace='urn:a' name='n'><a xmlns='urn:a'/></node>";
    let right = [
        whole.clone(),
        String::from_utf8(bare.to_xml().unwrap()).unwrap(),
        inner(node),
        inner(&[node, &node.replace("'n'", "'m'"), &node.replace("urn:a", "urn:b")].concat()),
    ];
    let wrong = [
        whole.replace("version=\"1\"", "version=\"2\""),
        whole.replace("<url>", "<uri>").replace("</url>", "</uri>"),
        whole.replace("<status>200<", "<status>many<"),
        whole.replace("<tag>example.cz@20260102T030405Z</tag>\n", ""),
        inner("<other/>"),
        inner("<node namespace='urn:a' name='n'><a/></node>"),
        inner("<node namespace='urn:a' name='a b'><a xmlns='urn:a'/></node>"),
        inner("<node name='n'><a xmlns='urn:a'/></node>"),
        inner("<node namespace='urn:a' name='n'/>"),
        inner(&[node, node].concat()),
    ];
    let fine = accepted(folder.path(), &right, Some(&schema));
    assert_eq!(fine.len(), right.len(), "{fine:?}");
    let fine = accepted(folder.path(), &wrong, Some(&schema));
    assert!(fine.is_empty(), "{fine:?}");
    for text in right {
        PageDocument::parse(text.into_bytes()).unwrap();
    }
}

#[test]
fn nodes_are_as_valid_for_libxml2_as_for_us() {
    if !is_here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("schema.xsd");
    let mut compared = 0;
    let mut wrong = Vec::new();
    for (inside, valid, invalid) in CASES {
        let text = schema(inside);
        std::fs::write(&path, &text).unwrap();
        let ours = XsdSchema::parse(text.as_bytes()).unwrap();
        let inner: Vec<&str> = valid.iter().chain(*invalid).copied().collect();
        let nodes: Vec<String> = inner.iter().map(|it| node(it)).collect();
        let fine = accepted(folder.path(), &nodes, Some(&path));
        for (number, node) in nodes.iter().enumerate() {
            compared += 1;
            let is_valid = PageNode::parse("n", node.as_bytes()).unwrap().check(&ours).is_ok();
            let is_known = DIFFERENCES.contains(&(inside, inner[number]));
            if (is_valid == fine.contains(&number)) == is_known {
                wrong.push(format!(
                    "{inside}\n{node}\nours: {is_valid}, libxml2: {}",
                    !is_valid ^ is_known
                ));
            }
        }
    }
    assert!(compared > 250, "{compared}");
    assert!(wrong.is_empty(), "{} of {compared} differ:\n{}", wrong.len(), wrong.join("\n\n"));
}
