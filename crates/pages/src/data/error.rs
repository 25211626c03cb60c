//! Errors of `data.xml`, and why a node is refused.

use super::DATA_VERSION;
use super::xml::{XmlFault, position};

/// Errors from reading or writing a `data.xml`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// Written by a later version of the program.
    #[error(
        "'data.xml' has version {found}, this program knows versions up to {DATA_VERSION}; use a newer program"
    )]
    Newer {
        /// Its version.
        found: u32,
    },
    /// The file is not what this program writes.
    #[error("'data.xml' is damaged in line {line}: {what}")]
    Damaged {
        /// The line where it shows, from 1.
        line: u64,
        /// What is wrong.
        what: String,
    },
    /// The file is longer than is read.
    #[error("'data.xml' has {length} bytes; at most {limit} are read")]
    TooLong {
        /// Its length in bytes.
        length: usize,
        /// The most that is read.
        limit: usize,
    },
    /// A value of the metadata cannot stand in the file.
    #[error("the {field} of a page cannot be kept: {what}")]
    Meta {
        /// Which value: the name of its element.
        field: &'static str,
        /// What is wrong with it.
        what: &'static str,
    },
}

impl DataError {
    pub(super) fn damaged(bytes: &[u8], at: usize, what: impl Into<String>) -> DataError {
        DataError::Damaged { line: position(bytes, at).0, what: what.into() }
    }
}

/// Why a node is not added, with the place in the node where it shows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct NodeRefusal {
    /// The line of the node where it shows, from 1.
    pub line: u64,
    /// The character in that line, from 1.
    pub column: u64,
    /// What is wrong.
    pub fault: NodeFault,
}

impl NodeRefusal {
    pub(super) fn new(bytes: &[u8], at: usize, fault: NodeFault) -> NodeRefusal {
        let (line, column) = position(bytes, at);
        NodeRefusal { line, column, fault }
    }

    /// A refusal of a node as a whole.
    pub(super) fn whole(fault: NodeFault) -> NodeRefusal {
        NodeRefusal { line: 1, column: 1, fault }
    }

    pub(super) fn xml(bytes: &[u8], fault: XmlFault) -> NodeRefusal {
        NodeRefusal::new(bytes, fault.at, NodeFault::NotXml(fault.what))
    }
}

/// What is wrong with a node.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NodeFault {
    /// The node has too many bytes.
    #[error("the node has {length} bytes; at most {limit} are accepted")]
    TooLong {
        /// Its length.
        length: usize,
        /// The most that is accepted.
        limit: usize,
    },
    /// The node is not well-formed XML, or has something that is not accepted.
    #[error("{0}")]
    NotXml(String),
    /// The name is not one that a node can have.
    #[error("'{0}' is not a name for a node: a name of XML without a colon, at most 128 bytes")]
    Name(String),
    /// The element has no namespace.
    #[error("the element <{0}> has no namespace; declare one of your own with xmlns")]
    NoNamespace(String),
    /// The namespace belongs to somebody else, or is not one.
    #[error(
        "the namespace '{0}' cannot be used for nodes; use one of your own that begins with a scheme, as urn: or http:"
    )]
    Namespace(String),
    /// The page has a node of that name already; nothing is overwritten.
    #[error(
        "the page has a node '{name}' in the namespace '{namespace}' already; nodes are never overwritten"
    )]
    Taken {
        /// The namespace of both.
        namespace: String,
        /// The name of both.
        name: String,
    },
    /// The page has as many nodes, or as many bytes in them, as it may have.
    #[error("the page is full: {0}")]
    Full(&'static str),
    /// The schema that was registered for the namespace does not allow it.
    #[error("not valid: {0}")]
    NotValid(String),
}

impl NodeFault {
    /// A word for programs, which stays the same in later versions.
    pub fn code(&self) -> &'static str {
        match self {
            NodeFault::TooLong { .. } => "node-too-long",
            NodeFault::NotXml(_) => "node-not-xml",
            NodeFault::Name(_) => "node-name",
            NodeFault::NoNamespace(_) => "node-without-namespace",
            NodeFault::Namespace(_) => "node-namespace",
            NodeFault::Taken { .. } => "node-exists",
            NodeFault::Full(_) => "page-full",
            NodeFault::NotValid(_) => "node-not-valid",
        }
    }
}
