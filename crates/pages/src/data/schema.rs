//! Schemas that users register for the nodes of their namespace.
//!
//! [`XsdSchema`] understands the part of XML Schema 1.0 (W3C, second edition) that describes data: elements,
//! attributes, sequences, choices, groups, simple types with their facets, extension. What it does not understand is
//! refused with its line when the schema is registered, never skipped: a schema that is accepted is enforced whole. The
//! table in the documentation of [`XsdSchema`] has both lists. Nothing is ever fetched.

mod automaton;
mod check;
mod compile;
mod model;
mod pattern;
mod scope;
mod simple;
mod tree;
mod value;

use super::xml::{XmlFault, position};
use super::{NodeRefusal, PageNode};

/// The longest schema that is accepted, in bytes.
const SCHEMA_MAX: usize = 512 << 10;

/// Decides whether nodes of a namespace are valid.
///
/// `check` is asked about nodes of its own namespace only. It returns the first reason against a node, with the line
/// and column in [`PageNode::xml`]; it must not take longer than the size of the node and of the schema justify.
pub trait NodeSchema: Send + Sync {
    /// The namespace whose nodes it decides about.
    fn namespace(&self) -> &str;

    /// Checks a node.
    fn check(&self, node: &PageNode) -> Result<(), NodeRefusal>;
}

/// An XML Schema (XSD 1.0).
///
/// | accepted | refused |
/// |---|---|
/// | `element`, global and local, `ref`, `default`, `fixed` | `abstract`, `nillable`, `substitutionGroup`, `block`, `final`, an element without type |
/// | `complexType`, `mixed`, `simpleContent` and `complexContent` with `extension` | `restriction` of complex types |
/// | `sequence`, `choice`, `all`, `group`, with `minOccurs` and `maxOccurs` | `any`, `anyAttribute`, more than 4,096 places in one content |
/// | `attribute`, `attributeGroup`, `required`, `default`, `fixed` | `use="prohibited"` |
/// | `simpleType` by restriction, `list`, `union`; all facets | bounds of durations and of parts of dates; `fixed` facets |
/// | all built-in simple types except those on the right | `ID`, `IDREF`, `ENTITY`, `QName`, `NOTATION` and their plurals |
/// | `annotation` | `key`, `keyref`, `unique`, `notation` |
/// | | `import`, `include`, `redefine`: a schema is one document |
///
/// In nodes, `xsi:type` and `xsi:nil` are refused, `xsi:schemaLocation` is accepted and has no effect.
#[derive(Debug)]
pub struct XsdSchema {
    model: model::Model,
    source: String,
}

impl XsdSchema {
    /// Understands a schema.
    pub fn parse(bytes: &[u8]) -> Result<XsdSchema, SchemaError> {
        if bytes.len() > SCHEMA_MAX {
            let what = format!("it has {} bytes, at most {SCHEMA_MAX} are accepted", bytes.len());
            return Err(SchemaError { line: 1, column: 1, what });
        }
        let failed = |fault: XmlFault| {
            let (line, column) = position(bytes, fault.at);
            SchemaError { line, column, what: fault.what }
        };
        let tree = tree::read(bytes).map_err(failed)?;
        let model = compile::compile(&tree).map_err(failed)?;
        // It is UTF-8, as the reader has checked.
        Ok(XsdSchema { model, source: String::from_utf8_lossy(bytes).into_owned() })
    }

    /// The schema as it was given.
    pub fn source(&self) -> &str {
        &self.source
    }
}

impl NodeSchema for XsdSchema {
    fn namespace(&self) -> &str {
        &self.model.namespace
    }

    fn check(&self, node: &PageNode) -> Result<(), NodeRefusal> {
        check::check(&self.model, node.xml())
    }
}

/// Why a schema is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the schema is not accepted: line {line}, column {column}: {what}")]
pub struct SchemaError {
    /// The line of the schema where it shows, from 1.
    pub line: u64,
    /// The character in that line, from 1.
    pub column: u64,
    /// What is wrong, or not supported.
    pub what: String,
}
