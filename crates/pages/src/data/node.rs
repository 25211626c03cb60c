//! A node that a program wants to add to a page.

use super::schema::NodeSchema;
use super::xml::{XML_NAMESPACE, XmlEvent, XmlLimits, XmlReader, is_nc_name};
use super::{NodeFault, NodeRefusal};

/// The longest node that is accepted, in bytes.
pub const NODE_MAX: usize = 1 << 20;
/// The longest name of a node, in bytes.
const NAME_MAX: usize = 128;
/// The longest namespace, in bytes.
const NAMESPACE_MAX: usize = 512;

/// Namespaces that nobody may use for nodes. Ours begin with the last one.
const RESERVED: [&str; 5] = [
    XML_NAMESPACE,
    "http://www.w3.org/2000/xmlns/",
    "http://www.w3.org/2001/XMLSchema",
    "http://www.w3.org/2001/XMLSchema-instance",
    "urn:stodola:",
];

/// One element in a namespace of its own, with the name under which a page keeps it. It was checked: it is well-formed,
/// means the same wherever it stands, and has bounded depth and size. Its bytes are kept as they were given, without an
/// XML declaration and white space around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageNode {
    name: String,
    namespace: String,
    xml: String,
}

impl PageNode {
    /// Checks a node.
    pub fn parse(name: &str, xml: &[u8]) -> Result<PageNode, NodeRefusal> {
        if xml.len() > NODE_MAX {
            let fault = NodeFault::TooLong { length: xml.len(), limit: NODE_MAX };
            return Err(NodeRefusal::whole(fault));
        }
        check_name(name)?;
        let wrong = |fault| NodeRefusal::xml(xml, fault);
        let mut reader = XmlReader::new(xml, XmlLimits::NODE).map_err(wrong)?;
        let mut namespace = None;
        let (mut depth, mut begins, mut ends) = (0_usize, 0, 0);
        loop {
            let at = reader.offset();
            match reader.next().map_err(wrong)? {
                XmlEvent::Start(start) => {
                    if depth == 0 {
                        let found = start.name.namespace.as_ref();
                        check_namespace(found, start.name.local)
                            .map_err(|fault| NodeRefusal::new(xml, start.at, fault))?;
                        namespace = Some(found.to_owned());
                        begins = start.at;
                        // A comment before the element would be lost.
                        let before = &xml[..start.at];
                        if let Some(found) = before.windows(4).position(|it| it == b"<!--") {
                            return Err(outside(xml, found));
                        }
                    }
                    depth += 1;
                }
                XmlEvent::End { end, .. } => {
                    depth -= 1;
                    ends = end;
                }
                XmlEvent::Text(_) => {}
                XmlEvent::Done => {
                    if let Some(found) = xml[ends..].iter().position(|byte| *byte == b'<') {
                        return Err(outside(xml, ends + found));
                    }
                    break;
                }
            }
            debug_assert!(reader.offset() >= at, "a reader never goes back");
        }
        // The reader has checked that the bytes are UTF-8, and it stops between characters only.
        let xml = String::from_utf8_lossy(&xml[begins..ends]).into_owned();
        Ok(PageNode { name: name.to_owned(), namespace: namespace.unwrap_or_default(), xml })
    }

    /// Checks the node by the schema of its namespace. Lines count within the node as it is kept.
    pub fn check(&self, schema: &dyn NodeSchema) -> Result<(), NodeRefusal> {
        schema.check(self)
    }

    /// The name under which a page keeps it; unique within its namespace.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The namespace of the element.
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The element as it was given.
    pub fn xml(&self) -> &str {
        &self.xml
    }
}

fn outside(xml: &[u8], at: usize) -> NodeRefusal {
    let what = "a comment stands outside the element, where it would be lost";
    NodeRefusal::new(xml, at, NodeFault::NotXml(what.to_owned()))
}

fn check_name(name: &str) -> Result<(), NodeRefusal> {
    if name.len() <= NAME_MAX && is_nc_name(name) {
        return Ok(());
    }
    let shown = name.chars().take(NAME_MAX).collect();
    Err(NodeRefusal::whole(NodeFault::Name(shown)))
}

/// Whether a namespace may be used for nodes.
pub(super) fn check_namespace(namespace: &str, local: &str) -> Result<(), NodeFault> {
    if namespace.is_empty() {
        return Err(NodeFault::NoNamespace(local.to_owned()));
    }
    let is_plain =
        |it: char| !it.is_whitespace() && !it.is_control() && !"<>\"{}|\\^`".contains(it);
    let is_reserved = RESERVED.iter().enumerate().any(|(place, reserved)| {
        let is_prefix = place + 1 == RESERVED.len();
        namespace == *reserved || (is_prefix && namespace.starts_with(reserved))
    });
    // A namespace without a scheme would mean something else in each folder.
    let has_scheme = namespace.split_once(':').is_some_and(|(scheme, _)| {
        let is_fine = |it: char| it.is_ascii_alphanumeric() || "+.-".contains(it);
        scheme.starts_with(|it: char| it.is_ascii_alphabetic()) && scheme.chars().all(is_fine)
    });
    if !has_scheme
        || is_reserved
        || namespace.len() > NAMESPACE_MAX
        || !namespace.chars().all(is_plain)
    {
        let shown = namespace.chars().take(NAMESPACE_MAX).collect();
        return Err(NodeFault::Namespace(shown));
    }
    Ok(())
}
