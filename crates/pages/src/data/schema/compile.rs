//! From the tree of a schema to what nodes are checked by.
//!
//! Recursion follows the tree, whose depth is bounded, and names, of which at most [`NAMES_MAX`] may lead into one
//! another. What is written once and used often (groups, base types) is counted each time, so a small schema cannot
//! describe a huge one.

mod attributes;
mod particles;
mod simple_types;

use super::automaton::{Automaton, Budget, Particle, Term};
use super::model::{
    ComplexType, Content, ElementDeclaration, ElementId, ElementKind, GivenValue, Model, ModelName,
    TypeId,
};
use super::scope::{NamedType, Scope, form, name_of};
use super::simple::SimpleType;
use super::tree::SchemaElement;
use super::value::is_same;
use crate::data::xml::XmlFault;
use std::collections::HashMap;
use std::sync::Arc;

/// How many names may lead into one another.
const NAMES_MAX: usize = 16;
/// Most mentions of elements and attributes, counted wherever they are used.
const MENTIONS_MAX: usize = 20_000;

/// A complex type that was understood, before its automaton is built.
#[derive(Clone, Default)]
struct Draft {
    attributes: Vec<super::model::AttributeDeclaration>,
    content: DraftContent,
    at: usize,
}

#[derive(Clone, Default)]
enum DraftContent {
    #[default]
    Empty,
    Simple(Arc<SimpleType>),
    Elements {
        particle: Option<Arc<Particle>>,
        is_mixed: bool,
    },
    All {
        members: Arc<Vec<(ElementId, bool)>>,
        is_optional: bool,
        is_mixed: bool,
    },
}

/// How far something named is.
enum Progress<T> {
    Begun,
    Done(T),
}

struct Compiler<'a> {
    scope: Scope<'a>,
    elements: Vec<ElementDeclaration>,
    /// Where each element is declared.
    declared_at: Vec<usize>,
    global_elements: HashMap<&'a str, ElementId>,
    types: Vec<Progress<Draft>>,
    named_types: HashMap<&'a str, TypeId>,
    simple_types: HashMap<String, Progress<Arc<SimpleType>>>,
    groups_open: Vec<&'a str>,
    names_open: usize,
    mentions: usize,
}

/// Understands a schema.
pub(super) fn compile(root: &SchemaElement<'_>) -> Result<Model, XmlFault> {
    let mut compiler = Compiler {
        scope: Scope::new(root)?,
        elements: Vec::new(),
        declared_at: Vec::new(),
        global_elements: HashMap::new(),
        types: Vec::new(),
        named_types: HashMap::new(),
        simple_types: HashMap::new(),
        groups_open: Vec::new(),
        names_open: 0,
        mentions: 0,
    };
    compiler.globals(root)?;
    compiler.finish()
}

impl<'a> Compiler<'a> {
    fn globals(&mut self, root: &'a SchemaElement<'a>) -> Result<(), XmlFault> {
        for child in root.children.iter().filter(|it| it.local == "element") {
            let element = self.declare(child, true)?;
            self.global_elements.insert(name_of(child)?, element);
        }
        for child in &root.children {
            match child.local {
                "element" => {
                    child.only(&["name", "type", "default", "fixed", "abstract", "nillable"])?;
                    child.never("abstract")?;
                    let element = self.global_element(name_of(child)?, child)?;
                    self.define(element, child)?;
                }
                "simpleType" => {
                    self.named_simple_type(name_of(child)?, child)?;
                }
                "complexType" => {
                    self.named_complex_type(name_of(child)?, child)?;
                }
                // Those that nothing uses must be fine as well.
                "group" => {
                    self.mentioned(child)?;
                    self.group(child)?;
                }
                "attribute" => {
                    self.attribute(child, true)?;
                }
                "attributeGroup" => {
                    self.attribute_group(child, &mut Vec::new())?;
                }
                _ => return Err(child.unsupported()),
            }
        }
        Ok(())
    }

    fn global_element(&self, name: &str, at: &SchemaElement<'_>) -> Result<ElementId, XmlFault> {
        let found = self.global_elements.get(name).copied();
        found.ok_or_else(|| at.fault(format!("there is no element '{name}' in the schema")))
    }

    /// Makes room for a declaration; its type comes later, since types may mention one another.
    fn declare(
        &mut self,
        element: &'a SchemaElement<'a>,
        is_global: bool,
    ) -> Result<ElementId, XmlFault> {
        self.mentioned(element)?;
        let is_qualified = match is_global {
            true => true,
            false => form(element, "form")?.unwrap_or(self.scope.has_qualified_elements),
        };
        let name = ModelName { is_qualified, local: name_of(element)?.to_owned() };
        let kind = ElementKind::Simple(self.built_in(element, "string")?);
        self.elements.push(ElementDeclaration { name, kind, value: given_value(element)? });
        self.declared_at.push(element.at);
        Ok(self.elements.len() - 1)
    }

    /// Gives a declaration its type.
    fn define(&mut self, id: ElementId, element: &'a SchemaElement<'a>) -> Result<(), XmlFault> {
        element.never("nillable")?;
        let kind = match (element.get("type"), element.children.as_slice()) {
            (Some(name), []) => match self.scope.named_type(element, name)? {
                NamedType::BuiltIn(name) => ElementKind::Simple(self.built_in(element, name)?),
                NamedType::Own(found) if found.local == "simpleType" => {
                    ElementKind::Simple(self.named_simple_type(name_of(found)?, found)?)
                }
                NamedType::Own(found) => ElementKind::Complex(self.type_id(name_of(found)?)),
            },
            (None, [child]) if child.local == "simpleType" => {
                child.only(&[])?;
                ElementKind::Simple(self.simple_type(child)?)
            }
            (None, [child]) if child.local == "complexType" => {
                child.only(&["mixed", "abstract"])?;
                let draft = self.complex_type(child)?;
                self.types.push(Progress::Done(draft));
                ElementKind::Complex(self.types.len() - 1)
            }
            (None, []) => {
                return Err(element.fault("an element without a type is not supported"));
            }
            (_, [child, ..]) if !matches!(child.local, "simpleType" | "complexType") => {
                return Err(child.unsupported());
            }
            (_, children) => {
                let last = children.last().unwrap_or(element);
                return Err(match last.local {
                    "simpleType" | "complexType" => last.fault("an element has two types"),
                    _ => last.unsupported(),
                });
            }
        };
        if let Some(declared) = self.elements.get_mut(id) {
            declared.kind = kind;
        }
        Ok(())
    }

    /// The number of a named complex type, which may not be understood yet.
    fn type_id(&mut self, name: &'a str) -> TypeId {
        if let Some(found) = self.named_types.get(name) {
            return *found;
        }
        // A place for it, which `named_complex_type` fills.
        self.types.push(Progress::Begun);
        self.named_types.insert(name, self.types.len() - 1);
        self.types.len() - 1
    }

    /// Understands a named complex type unless that was done.
    fn named_complex_type(
        &mut self,
        name: &'a str,
        found: &'a SchemaElement<'a>,
    ) -> Result<Draft, XmlFault> {
        let id = self.type_id(name);
        if let Some(Progress::Done(draft)) = self.types.get(id) {
            return Ok(draft.clone());
        }
        found.only(&["name", "mixed", "abstract"])?;
        self.enter(found)?;
        let draft = self.complex_type(found)?;
        self.names_open -= 1;
        if let Some(place) = self.types.get_mut(id) {
            *place = Progress::Done(draft.clone());
        }
        Ok(draft)
    }

    /// Follows a name; `names_open` goes down again where the caller is done.
    fn enter(&mut self, at: &SchemaElement<'_>) -> Result<(), XmlFault> {
        self.names_open += 1;
        match self.names_open > NAMES_MAX {
            true => Err(at.fault(format!(
                "a definition leads to itself, or through more than {NAMES_MAX} others"
            ))),
            false => Ok(()),
        }
    }

    /// Counts one more mention of something.
    fn mentioned(&mut self, at: &SchemaElement<'_>) -> Result<(), XmlFault> {
        self.mentions += 1;
        match self.mentions > MENTIONS_MAX {
            true => Err(at.fault("the schema is too large when its groups are written out")),
            false => Ok(()),
        }
    }

    fn finish(self) -> Result<Model, XmlFault> {
        let mut budget = Budget::default();
        let mut types = Vec::with_capacity(self.types.len());
        for progress in self.types {
            // Every named type is a child of the root, so each was done by now.
            let Progress::Done(draft) = progress else { continue };
            let content = match draft.content {
                DraftContent::Empty => Content::Empty,
                DraftContent::Simple(kind) => Content::Simple(kind),
                DraftContent::All { members, is_optional, is_mixed } => {
                    Content::All { members, is_optional, is_mixed }
                }
                DraftContent::Elements { particle, is_mixed } => {
                    let model = match particle {
                        None => Automaton::empty(),
                        Some(it) => Automaton::build(&it, &self.elements, draft.at, &mut budget)?,
                    };
                    consistent(&model, &self.elements, draft.at)?;
                    Content::Elements { model: Arc::new(model), is_mixed }
                }
            };
            types.push(ComplexType { attributes: draft.attributes, content });
        }
        for (element, at) in self.elements.iter().zip(&self.declared_at) {
            check_value(element, &types, *at)?;
        }
        let roots =
            self.global_elements.iter().map(|(name, id)| ((*name).to_owned(), *id)).collect();
        let namespace = self.scope.target.to_owned();
        Ok(Model { namespace, roots, elements: self.elements, types })
    }
}

/// Elements of one name in one content must have one type.
fn consistent(
    model: &Automaton,
    elements: &[ElementDeclaration],
    at: usize,
) -> Result<(), XmlFault> {
    let mut known: HashMap<&ModelName, &ElementKind> = HashMap::new();
    for element in model.elements().filter_map(|it| elements.get(it)) {
        let first = *known.entry(&element.name).or_insert(&element.kind);
        let is_same = match (first, &element.kind) {
            (ElementKind::Simple(left), ElementKind::Simple(right)) => Arc::ptr_eq(left, right),
            (ElementKind::Complex(left), ElementKind::Complex(right)) => left == right,
            _ => false,
        };
        if !is_same {
            let what = format!("<{}> has two types in one content", element.name.local);
            return Err(XmlFault::new(at, what));
        }
    }
    Ok(())
}

/// `default` and `fixed` must be values of the type.
fn check_value(
    element: &ElementDeclaration,
    types: &[ComplexType],
    at: usize,
) -> Result<(), XmlFault> {
    let Some(value) = &element.value else { return Ok(()) };
    let kind = match &element.kind {
        ElementKind::Simple(kind) => kind,
        ElementKind::Complex(id) => match types.get(*id).map(|it| &it.content) {
            Some(Content::Simple(kind)) => kind,
            _ => return Err(XmlFault::new(at, "'default' and 'fixed' need a simple content here")),
        },
    };
    kind.check(&value.text).map(drop).map_err(|what| XmlFault::new(at, what))
}

/// `default` or `fixed` of an element or attribute.
fn given_value(element: &SchemaElement<'_>) -> Result<Option<GivenValue>, XmlFault> {
    match (element.get_whole("default"), element.get_whole("fixed")) {
        (None, None) => Ok(None),
        (Some(text), None) => Ok(Some(GivenValue { text: text.to_owned(), is_fixed: false })),
        (None, Some(text)) => Ok(Some(GivenValue { text: text.to_owned(), is_fixed: true })),
        (Some(_), Some(_)) => Err(element.fault("'default' and 'fixed' exclude each other")),
    }
}

impl GivenValue {
    /// Whether a text is what is fixed; a default allows every text.
    pub(super) fn allows(&self, kind: &SimpleType, text: &str) -> bool {
        let same = || Some(is_same(&kind.check(&self.text).ok()?, &kind.check(text).ok()?));
        !self.is_fixed || same().unwrap_or(false)
    }
}
