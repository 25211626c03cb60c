//! A schema that was understood.

use super::automaton::Automaton;
use super::simple::SimpleType;
use std::collections::HashMap;
use std::sync::Arc;

/// The number of a complex type in [`Model::types`].
pub(super) type TypeId = usize;
/// The number of a declaration in [`Model::elements`].
pub(super) type ElementId = usize;

/// All that a check needs.
#[derive(Debug)]
pub(super) struct Model {
    pub namespace: String,
    /// Global elements: what a node may be.
    pub roots: HashMap<String, ElementId>,
    pub elements: Vec<ElementDeclaration>,
    pub types: Vec<ComplexType>,
}

/// What an element is called and what it may contain.
#[derive(Debug)]
pub(super) struct ElementDeclaration {
    pub name: ModelName,
    pub kind: ElementKind,
    pub value: Option<GivenValue>,
}

/// A local name, and whether it stands in the namespace of the schema or in none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ModelName {
    pub is_qualified: bool,
    pub local: String,
}

impl ModelName {
    /// Whether a name of a node is this one.
    pub(super) fn is(&self, namespace: &str, local: &str, target: &str) -> bool {
        self.local == local && namespace == if self.is_qualified { target } else { "" }
    }
}

#[derive(Clone, Debug)]
pub(super) enum ElementKind {
    Simple(Arc<SimpleType>),
    Complex(TypeId),
}

/// `default` or `fixed`.
#[derive(Clone, Debug)]
pub(super) struct GivenValue {
    pub text: String,
    pub is_fixed: bool,
}

#[derive(Clone, Debug)]
pub(super) struct AttributeDeclaration {
    pub name: ModelName,
    pub kind: Arc<SimpleType>,
    pub is_required: bool,
    pub value: Option<GivenValue>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct ComplexType {
    pub attributes: Vec<AttributeDeclaration>,
    pub content: Content,
}

#[derive(Clone, Debug, Default)]
pub(super) enum Content {
    /// Neither elements nor text.
    #[default]
    Empty,
    /// Text alone.
    Simple(Arc<SimpleType>),
    /// Elements, and text if it is mixed.
    Elements { model: Arc<Automaton>, is_mixed: bool },
    /// Each of some elements once, in any order.
    All { members: Arc<Vec<(ElementId, bool)>>, is_optional: bool, is_mixed: bool },
}
