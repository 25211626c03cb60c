//! Complex types and their content.

use super::super::scope::name_of;
use super::{
    Arc, Compiler, Draft, DraftContent, ElementId, NamedType, Particle, SchemaElement, Term,
};
use crate::data::xml::XmlFault;

/// Most members of an `all`.
const ALL_MAX: usize = 256;

/// The elements that a content may begin with in a schema.
const CONTENTS: [&str; 4] = ["sequence", "choice", "all", "group"];

impl<'a> Compiler<'a> {
    pub(super) fn complex_type(
        &mut self,
        element: &'a SchemaElement<'a>,
    ) -> Result<Draft, XmlFault> {
        element.never("abstract")?;
        let is_mixed = element.flag("mixed")?;
        match element.children.first() {
            Some(child) if child.local == "simpleContent" => {
                alone(element)?;
                child.only(&[])?;
                self.simple_content(extension(child)?)
            }
            Some(child) if child.local == "complexContent" => {
                alone(element)?;
                child.only(&["mixed"])?;
                let is_mixed = match child.get("mixed") {
                    Some(_) => child.flag("mixed")?,
                    None => is_mixed,
                };
                self.complex_content(extension(child)?, is_mixed)
            }
            _ => self.body(element, is_mixed, Draft { at: element.at, ..Draft::default() }),
        }
    }

    /// Content and attributes as they stand in `element`, behind those of `base`.
    fn body(
        &mut self,
        element: &'a SchemaElement<'a>,
        is_mixed: bool,
        base: Draft,
    ) -> Result<Draft, XmlFault> {
        let mut rest = element.children.as_slice();
        let mut content = DraftContent::Elements { particle: None, is_mixed };
        if let Some((first, others)) = rest.split_first()
            && CONTENTS.contains(&first.local)
        {
            rest = others;
            content = match first.local {
                "all" => self.all(first, is_mixed)?,
                _ => DraftContent::Elements { particle: Some(self.particle(first)?), is_mixed },
            };
        }
        let mut attributes = base.attributes;
        for child in rest {
            self.add_attributes(child, &mut attributes)?;
        }
        let content = joined(base.content, content).map_err(|what| element.fault(what))?;
        Ok(Draft { attributes, content, at: element.at })
    }

    fn simple_content(&mut self, element: &'a SchemaElement<'a>) -> Result<Draft, XmlFault> {
        let base = element.need("base")?;
        let mut draft = match self.scope.named_type(element, base)? {
            NamedType::Own(found) if found.local == "complexType" => {
                let draft = self.named_complex_type(name_of(found)?, found)?;
                self.mentions += draft.attributes.len();
                draft
            }
            NamedType::Own(found) => {
                let kind = self.named_simple_type(name_of(found)?, found)?;
                Draft { content: DraftContent::Simple(kind), ..Draft::default() }
            }
            NamedType::BuiltIn(name) => {
                let kind = self.built_in(element, name)?;
                Draft { content: DraftContent::Simple(kind), ..Draft::default() }
            }
        };
        if !matches!(draft.content, DraftContent::Simple(_)) {
            return Err(element.fault(format!("'{base}' has no simple content")));
        }
        for child in &element.children {
            self.add_attributes(child, &mut draft.attributes)?;
        }
        draft.at = element.at;
        Ok(draft)
    }

    fn complex_content(
        &mut self,
        element: &'a SchemaElement<'a>,
        is_mixed: bool,
    ) -> Result<Draft, XmlFault> {
        let base = element.need("base")?;
        let NamedType::Own(found) = self.scope.named_type(element, base)? else {
            return Err(element.fault(format!("'{base}' is not supported here")));
        };
        if found.local != "complexType" {
            return Err(element.fault(format!("'{base}' is not a complex type")));
        }
        let draft = self.named_complex_type(name_of(found)?, found)?;
        self.mentions += draft.attributes.len();
        if matches!(draft.content, DraftContent::Simple(_)) {
            return Err(element.fault(format!("'{base}' has a simple content")));
        }
        self.body(element, is_mixed, draft)
    }

    /// A sequence, a choice, a group, or an element among them.
    fn particle(&mut self, element: &'a SchemaElement<'a>) -> Result<Arc<Particle>, XmlFault> {
        self.mentioned(element)?;
        let (min, max) = occurs(element)?;
        let term = match element.local {
            "sequence" | "choice" => {
                element.only(&["minOccurs", "maxOccurs"])?;
                self.term(element)?
            }
            "group" => {
                element.only(&["ref", "minOccurs", "maxOccurs"])?;
                element.no_children()?;
                let name = element.need("ref")?;
                let found = self.scope.named(element, &self.scope.groups, name, "group")?;
                Term::Sequence(vec![self.group(found)?])
            }
            "element" => {
                let id = self.local_element(element, &["minOccurs", "maxOccurs"])?;
                Term::Element(id, self.mentions)
            }
            _ => return Err(element.unsupported()),
        };
        Ok(Arc::new(Particle { term, min, max, at: element.at }))
    }

    fn term(&mut self, element: &'a SchemaElement<'a>) -> Result<Term, XmlFault> {
        let members =
            element.children.iter().map(|it| self.particle(it)).collect::<Result<_, _>>()?;
        match element.local {
            "choice" if element.children.is_empty() => {
                Err(element.fault("a <choice> without anything to choose is not supported"))
            }
            "choice" => Ok(Term::Choice(members)),
            _ => Ok(Term::Sequence(members)),
        }
    }

    /// The content of a named group.
    pub(super) fn group(
        &mut self,
        found: &'a SchemaElement<'a>,
    ) -> Result<Arc<Particle>, XmlFault> {
        found.only(&["name"])?;
        let name = name_of(found)?;
        if self.groups_open.contains(&name) {
            return Err(found.fault(format!("the group '{name}' contains itself")));
        }
        self.enter(found)?;
        self.groups_open.push(name);
        let particle = match found.children.as_slice() {
            [child] if matches!(child.local, "sequence" | "choice") => {
                child.only(&[])?;
                self.particle(child)?
            }
            [] => return Err(found.fault("the group is empty")),
            [child] => return Err(child.unsupported()),
            [_, second, ..] => return Err(second.unsupported()),
        };
        self.groups_open.pop();
        self.names_open -= 1;
        Ok(particle)
    }

    /// An element in a content: a reference, or a declaration.
    fn local_element(
        &mut self,
        element: &'a SchemaElement<'a>,
        also: &[&str],
    ) -> Result<ElementId, XmlFault> {
        if let Some(name) = element.get("ref") {
            element.only(&[&["ref"], also].concat())?;
            element.no_children()?;
            let found = self.scope.named(element, &self.scope.elements, name, "element")?;
            return self.global_element(name_of(found)?, element);
        }
        let known = ["name", "type", "default", "fixed", "form", "nillable"];
        element.only(&[&known, also].concat())?;
        let id = self.declare(element, false)?;
        self.define(id, element)?;
        Ok(id)
    }

    fn all(
        &mut self,
        element: &'a SchemaElement<'a>,
        is_mixed: bool,
    ) -> Result<DraftContent, XmlFault> {
        element.only(&["minOccurs", "maxOccurs"])?;
        let (min, max) = occurs(element)?;
        if min > 1 || max != Some(1) {
            return Err(element.fault("an <all> stands there once, or not at all"));
        }
        let mut members: Vec<(ElementId, bool)> = Vec::new();
        for child in &element.children {
            if child.local != "element" {
                return Err(child.unsupported());
            }
            let (min, max) = occurs(child)?;
            if min > 1 || !matches!(max, Some(0 | 1)) {
                return Err(child.fault("an element of <all> stands there once, or not at all"));
            }
            let id = self.local_element(child, &["minOccurs", "maxOccurs"])?;
            if max == Some(0) {
                continue;
            }
            let name = |id: ElementId| self.elements.get(id).map(|it| &it.name);
            if members.iter().any(|(other, _)| name(*other) == name(id)) {
                return Err(child.fault("an element stands in <all> twice"));
            }
            if members.len() >= ALL_MAX {
                return Err(child.fault(format!("<all> has more than {ALL_MAX} elements")));
            }
            members.push((id, min == 1));
        }
        Ok(DraftContent::All { members: Arc::new(members), is_optional: min == 0, is_mixed })
    }
}

/// The content of an extension: what the base has, then what is new.
fn joined(base: DraftContent, new: DraftContent) -> Result<DraftContent, &'static str> {
    match (base, new) {
        (DraftContent::Empty, DraftContent::Elements { particle: None, is_mixed: false }) => {
            Ok(DraftContent::Empty)
        }
        (DraftContent::Empty, new) => Ok(new),
        (base, DraftContent::Elements { particle: None, is_mixed: false }) => Ok(base),
        (
            DraftContent::Elements { particle: base, is_mixed: base_mixed },
            DraftContent::Elements { particle: new, is_mixed },
        ) => {
            if base_mixed != is_mixed {
                return Err("one of the type and its base is mixed, the other is not");
            }
            let particle = match (base, new) {
                (Some(base), Some(new)) => {
                    let at = new.at;
                    Some(Arc::new(Particle {
                        term: Term::Sequence(vec![base, new]),
                        min: 1,
                        max: Some(1),
                        at,
                    }))
                }
                (base, new) => base.or(new),
            };
            Ok(DraftContent::Elements { particle, is_mixed })
        }
        (base @ DraftContent::All { .. }, DraftContent::Elements { particle: None, .. }) => {
            Ok(base)
        }
        _ => Err("such an extension of or by <all> is not supported"),
    }
}

/// The only child of an element must be alone.
fn alone(element: &SchemaElement<'_>) -> Result<(), XmlFault> {
    element.children.get(1).map_or(Ok(()), |child| Err(child.unsupported()))
}

/// The extension in a `simpleContent` or `complexContent`.
fn extension<'a>(element: &'a SchemaElement<'a>) -> Result<&'a SchemaElement<'a>, XmlFault> {
    match element.children.as_slice() {
        [child] if child.local == "extension" => {
            child.only(&["base"])?;
            Ok(child)
        }
        [] => Err(element.fault("<extension> is missing")),
        [child, ..] => Err(child.unsupported()),
    }
}

/// `minOccurs` and `maxOccurs`; `None` is unbounded.
fn occurs(element: &SchemaElement<'_>) -> Result<(u32, Option<u32>), XmlFault> {
    let number = |name: &str| match element.get(name) {
        None => Ok(1),
        Some(text) if text.len() <= 9 && text.bytes().all(|it| it.is_ascii_digit()) => {
            text.parse::<u32>().map_err(|_| element.fault(format!("'{name}' is not a number")))
        }
        Some(_) => Err(element.fault(format!("'{name}' is not a number of times"))),
    };
    let min = number("minOccurs")?;
    if element.get("maxOccurs") == Some("unbounded") {
        return Ok((min, None));
    }
    let max = number("maxOccurs")?;
    match max < min {
        true => Err(element.fault("maxOccurs is smaller than minOccurs")),
        false => Ok((min, Some(max))),
    }
}
