//! Attributes and groups of them.

use super::super::model::{AttributeDeclaration, ModelName};
use super::super::scope::{form, name_of};
use super::{Compiler, NamedType, SchemaElement, given_value};
use crate::data::xml::XmlFault;

/// Most attributes of one type.
const ATTRIBUTES_MAX: usize = 256;

impl<'a> Compiler<'a> {
    /// Adds what an `attribute` or `attributeGroup` says.
    pub(super) fn add_attributes(
        &mut self,
        element: &'a SchemaElement<'a>,
        attributes: &mut Vec<AttributeDeclaration>,
    ) -> Result<(), XmlFault> {
        match element.local {
            "attribute" => {
                let new = self.attribute(element, false)?;
                if attributes.iter().any(|it| it.name == new.name) {
                    return Err(
                        element.fault(format!("the attribute '{}' is there twice", new.name.local))
                    );
                }
                if attributes.len() >= ATTRIBUTES_MAX {
                    return Err(
                        element.fault(format!("a type has more than {ATTRIBUTES_MAX} attributes"))
                    );
                }
                attributes.push(new);
                Ok(())
            }
            "attributeGroup" => {
                element.only(&["ref"])?;
                element.no_children()?;
                let name = element.need("ref")?;
                let names = &self.scope.attribute_groups;
                let found = self.scope.named(element, names, name, "attribute group")?;
                self.attribute_group(found, attributes)
            }
            _ => Err(element.unsupported()),
        }
    }

    /// Adds what a named group of attributes says.
    pub(super) fn attribute_group(
        &mut self,
        found: &'a SchemaElement<'a>,
        attributes: &mut Vec<AttributeDeclaration>,
    ) -> Result<(), XmlFault> {
        found.only(&["name"])?;
        self.enter(found)?;
        for child in &found.children {
            self.add_attributes(child, attributes)?;
        }
        self.names_open -= 1;
        Ok(())
    }

    /// A global attribute, or one of a type.
    pub(super) fn attribute(
        &mut self,
        element: &'a SchemaElement<'a>,
        is_global: bool,
    ) -> Result<AttributeDeclaration, XmlFault> {
        self.mentioned(element)?;
        let is_required = match element.get("use") {
            None | Some("optional") => false,
            Some("required") => true,
            Some(other) => return Err(element.fault(format!("use=\"{other}\" is not supported"))),
        };
        if let Some(name) = element.get("ref").filter(|_| !is_global) {
            element.only(&["ref", "use", "default", "fixed"])?;
            element.no_children()?;
            let found = self.scope.named(element, &self.scope.attributes, name, "attribute")?;
            let global = self.attribute(found, true)?;
            let own = given_value(element)?;
            if own.is_some() && global.value.is_some() {
                return Err(element.fault("the attribute has a default or fixed value already"));
            }
            let value = own.or(global.value.clone());
            return checked(AttributeDeclaration { is_required, value, ..global }, element);
        }
        match is_global {
            true => element.only(&["name", "type", "default", "fixed"])?,
            false => element.only(&["name", "type", "use", "default", "fixed", "form"])?,
        }
        let is_qualified =
            is_global || form(element, "form")?.unwrap_or(self.scope.has_qualified_attributes);
        let kind = match (element.get("type"), element.children.as_slice()) {
            (Some(name), []) => match self.scope.named_type(element, name)? {
                NamedType::BuiltIn(name) => self.built_in(element, name)?,
                NamedType::Own(found) if found.local == "simpleType" => {
                    self.named_simple_type(name_of(found)?, found)?
                }
                NamedType::Own(_) => {
                    return Err(element.fault(format!("'{name}' is not a simple type")));
                }
            },
            (None, []) => self.built_in(element, "anySimpleType")?,
            (None, [child]) if child.local == "simpleType" => {
                child.only(&[])?;
                self.simple_type(child)?
            }
            (_, [child, ..]) => return Err(child.unsupported()),
        };
        let local = name_of(element)?.to_owned();
        if local == "xmlns" {
            return Err(element.fault("an attribute cannot be called 'xmlns'"));
        }
        let name = ModelName { is_qualified, local };
        checked(
            AttributeDeclaration { name, kind, is_required, value: given_value(element)? },
            element,
        )
    }
}

/// `default` and `fixed` must be values of the type; what is required needs no default.
fn checked(
    attribute: AttributeDeclaration,
    element: &SchemaElement<'_>,
) -> Result<AttributeDeclaration, XmlFault> {
    if let Some(value) = &attribute.value {
        attribute.kind.check(&value.text).map_err(|what| element.fault(what))?;
        if attribute.is_required && !value.is_fixed {
            return Err(element.fault("a required attribute cannot have a default"));
        }
    }
    Ok(attribute)
}
