//! Any bytes may be given as a node for a page, and as a `data.xml`. A node that is accepted is kept byte for byte, can
//! be read in the file, and changes nothing else there. A file that is read can be extended.

use stodola_pages::data::{PageDocument, PageMeta, PageNode};

/// Takes everything for a node, and for a file.
pub(crate) fn run(bytes: &[u8]) {
    let meta = PageMeta {
        url: "http://example.cz/".to_owned(),
        path: "p".to_owned(),
        tag: "t".to_owned(),
        digest: "d".to_owned(),
        ..PageMeta::default()
    };
    let empty = meta.to_xml().expect("these values can be written");
    let empty = PageDocument::parse(empty).expect("what is written can be read");
    if let Ok(node) = PageNode::parse("n", bytes) {
        assert!(bytes.windows(node.xml().len()).any(|it| it == node.xml().as_bytes()));
        assert_eq!(PageNode::parse("n", node.xml().as_bytes()).as_ref(), Ok(&node));
        let longer = empty.with_node(&node).expect("there is room");
        let again =
            PageDocument::parse(longer.bytes().to_vec()).expect("the node stands for itself");
        assert_eq!(again, longer);
        assert_eq!(again.meta(), &meta);
        assert_eq!(again.node(node.namespace(), "n"), Some(node.xml()));
        assert!(again.with_node(&node).is_err());
    }
    if let Ok(document) = PageDocument::parse(bytes.to_vec()) {
        let node = PageNode::parse("new-node", b"<a xmlns='urn:new'/>").expect("it is well-formed");
        if let Ok(longer) = document.with_node(&node) {
            assert_eq!(longer.nodes().len(), document.nodes().len() + 1);
            let again = PageDocument::parse(longer.bytes().to_vec());
            assert_eq!(again.as_ref(), Ok(&longer));
        }
    }
}
