//! The global parts of a schema by name, and what references to them mean.

use super::tree::{Reference, SchemaElement, XSD};
use crate::data::xml::{XmlFault, is_nc_name};
use std::collections::HashMap;

/// What is found under the name of a type.
pub(super) enum NamedType<'a> {
    BuiltIn(&'a str),
    Own(&'a SchemaElement<'a>),
}

type Names<'a> = HashMap<&'a str, &'a SchemaElement<'a>>;

/// Everything global.
#[derive(Default)]
pub(super) struct Scope<'a> {
    /// The namespace that the schema is for.
    pub target: &'a str,
    /// Whether local elements stand in that namespace.
    pub has_qualified_elements: bool,
    /// Whether local attributes do.
    pub has_qualified_attributes: bool,
    pub elements: Names<'a>,
    /// Simple and complex ones share their names.
    pub types: Names<'a>,
    pub groups: Names<'a>,
    pub attributes: Names<'a>,
    pub attribute_groups: Names<'a>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(root: &'a SchemaElement<'a>) -> Result<Scope<'a>, XmlFault> {
        if root.local != "schema" {
            return Err(root.fault("the root is not <schema>"));
        }
        root.only(&["targetNamespace", "elementFormDefault", "attributeFormDefault", "version"])?;
        let mut scope = Scope {
            target: root.need("targetNamespace")?,
            has_qualified_elements: form(root, "elementFormDefault")?.unwrap_or(false),
            has_qualified_attributes: form(root, "attributeFormDefault")?.unwrap_or(false),
            ..Scope::default()
        };
        crate::data::node::check_namespace(scope.target, "schema")
            .map_err(|fault| root.fault(fault.to_string()))?;
        for child in &root.children {
            let names = match child.local {
                "element" => &mut scope.elements,
                "simpleType" | "complexType" => &mut scope.types,
                "group" => &mut scope.groups,
                "attribute" => &mut scope.attributes,
                "attributeGroup" => &mut scope.attribute_groups,
                _ => return Err(child.unsupported()),
            };
            let name = name_of(child)?;
            if names.insert(name, child).is_some() {
                return Err(child.fault(format!("'{name}' is defined twice")));
            }
        }
        Ok(scope)
    }

    /// What the name of a type stands for.
    pub(super) fn named_type(
        &self,
        at: &SchemaElement<'_>,
        name: &'a str,
    ) -> Result<NamedType<'a>, XmlFault> {
        let reference = at.reference(name)?;
        if reference.namespace.as_ref() == XSD {
            return Ok(NamedType::BuiltIn(reference.local));
        }
        self.own(at, &self.types, &reference, "type").map(NamedType::Own)
    }

    /// What a reference to one of `names` stands for.
    pub(super) fn named(
        &self,
        at: &SchemaElement<'_>,
        names: &Names<'a>,
        name: &str,
        what: &str,
    ) -> Result<&'a SchemaElement<'a>, XmlFault> {
        self.own(at, names, &at.reference(name)?, what)
    }

    fn own(
        &self,
        at: &SchemaElement<'_>,
        names: &Names<'a>,
        reference: &Reference<'_>,
        what: &str,
    ) -> Result<&'a SchemaElement<'a>, XmlFault> {
        let name = reference.local;
        if reference.namespace.as_ref() != self.target {
            let namespace = &reference.namespace;
            return Err(at.fault(format!(
                "'{name}' is looked for in the namespace '{namespace}', which is not that of the schema"
            )));
        }
        let found = names.get(name).copied();
        found.ok_or_else(|| at.fault(format!("there is no {what} '{name}' in the schema")))
    }
}

/// The name that an element of a schema gives to something.
pub(super) fn name_of<'a>(element: &'a SchemaElement<'_>) -> Result<&'a str, XmlFault> {
    let name = element.need("name")?;
    match is_nc_name(name) {
        true => Ok(name),
        false => Err(element.fault(format!("'{name}' is not a name"))),
    }
}

/// Whether `form` and the like say that names are qualified; `None` if they say nothing.
pub(super) fn form(element: &SchemaElement<'_>, attribute: &str) -> Result<Option<bool>, XmlFault> {
    match element.get(attribute) {
        None => Ok(None),
        Some("qualified") => Ok(Some(true)),
        Some("unqualified") => Ok(Some(false)),
        Some(_) => {
            let what = format!("'{attribute}' is neither 'qualified' nor 'unqualified'");
            Err(element.fault(what))
        }
    }
}
