//! Any bytes may be registered as a schema. If it is accepted, it decides about any node, the same each time.

use stodola_pages::data::{NodeSchema, PageNode, XsdSchema};

/// Takes everything up to a zero byte for a schema, and the rest for a node.
pub(crate) fn run(bytes: &[u8]) {
    let split = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (schema, node) = bytes.split_at(split);
    let schema = match XsdSchema::parse(schema) {
        Ok(schema) => schema,
        Err(error) => {
            let lines = 1 + schema.iter().filter(|byte| **byte == b'\n').count() as u64;
            assert!(
                (1..=lines).contains(&error.line) && error.column > 0 && !error.what.is_empty()
            );
            return;
        }
    };
    assert!(!schema.namespace().is_empty());
    let node = node.get(1..).unwrap_or_default();
    if let Ok(node) = PageNode::parse("n", node) {
        assert_eq!(schema.check(&node), schema.check(&node));
    }
}
