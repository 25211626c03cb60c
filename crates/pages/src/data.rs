//! `data.xml`: the metadata of a page, which nobody may change, and the nodes that users add.
//!
//! ```xml
//! <?xml version="1.0" encoding="UTF-8"?>
//! <page version="1">
//! <meta>
//! <url>http://example.cz/news/</url>
//! <title>News</title>
//! <path>http/example.cz/news/~index.html</path>
//! <time>1767323045123</time>
//! <tag>example.cz@20260102T030405Z</tag>
//! <digest>sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08</digest>
//! <status>200</status>
//! <type>text/html</type>
//! </meta>
//! <data>
//! <node namespace="urn:example:words" name="count"><count xmlns="urn:example:words" all="17"/></node>
//! </data>
//! </page>
//! ```
//!
//! - [`PageMeta`] is what stands in `meta`; [`PageMeta::to_xml`] begins a file. The same metadata gives the same bytes.
//! - [`PageNode`] is XML that a program wants to add: one element in a namespace of its own, well-formed by itself. It
//!   is kept byte for byte. A node that is refused comes back as a [`NodeRefusal`] with reason, line and column.
//! - [`PageDocument`] is a file that was read. [`PageDocument::with_node`] returns the file with one node more, behind
//!   all others; every byte that was there stays as it was.
//! - [`NodeSchema`] decides whether a node is valid; [`XsdSchema`] does so by an XML Schema that a user registered, and
//!   [`SchemaShelf`] keeps those on disk.
//!
//! Elements of the file itself have no namespace, and nodes must have one, so both mean the same inside and outside
//! the file. [`PAGES_XSD`] is the schema of the whole file.
//!
//! # Example
//!
//! ```
//! use stodola_pages::data::{PageDocument, PageMeta, PageNode};
//!
//! let meta = PageMeta {
//!     url: "http://example.cz/".to_owned(),
//!     path: "http/example.cz/~index.html".to_owned(),
//!     time: 1_767_323_045_123,
//!     tag: "example.cz@20260102T030405Z".to_owned(),
//!     digest: "sha256:00".to_owned(),
//!     ..PageMeta::default()
//! };
//! let document = PageDocument::parse(meta.to_xml()?)?;
//! let node = PageNode::parse("count", br#"<words xmlns="urn:example:words" all="17"/>"#)?;
//! let longer = document.with_node(&node)?;
//! assert_eq!(longer.meta(), &meta);
//! assert_eq!(longer.node("urn:example:words", "count"), Some(node.xml()));
//! assert!(longer.with_node(&node).is_err()); // nothing is overwritten
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod document;
mod error;
mod meta;
mod node;
mod schema;
mod shelf;
pub(crate) mod xml;

pub use document::{PageDocument, StoredNode};
pub use error::{DataError, NodeFault, NodeRefusal};
pub use meta::{PageMeta, clean_title};
pub use node::{NODE_MAX, PageNode};
pub use schema::{NodeSchema, SchemaError, XsdSchema};
pub use shelf::{SchemaShelf, ShelfError};

/// The XML Schema of `data.xml`.
pub const PAGES_XSD: &str = include_str!("data/pages.xsd");

/// The newest version of the format: the attribute `version` of the root.
pub const DATA_VERSION: u32 = 1;
