//! A schema as a tree of elements, before anything in it is understood.

use crate::data::xml::{
    Bindings, XmlAttribute, XmlEvent, XmlFault, XmlLimits, XmlReader, is_space,
};
use std::rc::Rc;

/// The namespace of XML Schema.
pub(super) const XSD: &str = "http://www.w3.org/2001/XMLSchema";

/// Most elements of a schema, and how deep they may be nested. A schema is understood by recursion, so the depth bounds
/// the stack.
const ELEMENTS_MAX: usize = 20_000;
const DEPTH_MAX: usize = 40;

/// An element of XML Schema; documentation and text between elements are left out.
#[derive(Debug)]
pub(super) struct SchemaElement<'a> {
    pub local: &'a str,
    pub attributes: Vec<XmlAttribute<'a>>,
    pub children: Vec<SchemaElement<'a>>,
    /// The offset of its `<`.
    pub at: usize,
    /// The prefixes that are in scope.
    bindings: Rc<Bindings<'a>>,
}

/// A reference to something that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reference<'a> {
    pub namespace: Rc<str>,
    pub local: &'a str,
}

impl<'a> SchemaElement<'a> {
    /// A fault of this element.
    pub(super) fn fault(&self, what: impl Into<String>) -> XmlFault {
        XmlFault::new(self.at, what)
    }

    /// The value of an attribute without namespace, without white space around it.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|it| it.name.is_bare(name))?;
        Some(found.value.trim_matches(is_space))
    }

    /// The value as it stands there.
    pub(super) fn get_whole(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|it| it.name.is_bare(name)).map(|it| it.value.as_ref())
    }

    /// The value of an attribute that must be there.
    pub(super) fn need(&self, name: &str) -> Result<&str, XmlFault> {
        self.get(name).ok_or_else(|| self.fault(format!("<{}> has no '{name}'", self.local)))
    }

    /// Refuses attributes that are not in a list. Those of other namespaces mean nothing to XML Schema.
    pub(super) fn only(&self, names: &[&str]) -> Result<(), XmlFault> {
        let is_known = |it: &XmlAttribute<'_>| {
            let namespace = it.name.namespace.as_ref();
            let is_foreign = !namespace.is_empty() && namespace != XSD;
            is_foreign
                || (namespace.is_empty()
                    && (names.contains(&it.name.local) || it.name.local == "id"))
        };
        match self.attributes.iter().find(|it| !is_known(it)) {
            None => Ok(()),
            Some(found) => {
                let what = format!("'{}' is not supported on <{}>", found.name.local, self.local);
                Err(XmlFault::new(found.at, what))
            }
        }
    }

    /// Refuses a child, wherever it may come from.
    pub(super) fn unsupported(&self) -> XmlFault {
        self.fault(format!("<{}> is not supported here", self.local))
    }

    /// Refuses all children.
    pub(super) fn no_children(&self) -> Result<(), XmlFault> {
        self.children.first().map_or(Ok(()), |child| Err(child.unsupported()))
    }

    /// The value of an attribute that is `true` or `false`.
    pub(super) fn flag(&self, name: &str) -> Result<bool, XmlFault> {
        match self.get(name) {
            None | Some("false" | "0") => Ok(false),
            Some("true" | "1") => Ok(true),
            Some(_) => Err(self.fault(format!("'{name}' is neither true nor false"))),
        }
    }

    /// Refuses an attribute that is set to `true`.
    pub(super) fn never(&self, name: &str) -> Result<(), XmlFault> {
        match self.flag(name)? {
            true => Err(self.fault(format!("{name}=\"true\" is not supported"))),
            false => Ok(()),
        }
    }

    /// What a name with a prefix stands for.
    pub(super) fn reference<'b>(&self, name: &'b str) -> Result<Reference<'b>, XmlFault> {
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        let found = self.bindings.iter().rev().find(|(known, _)| *known == prefix);
        match found {
            Some((_, namespace)) => Ok(Reference { namespace: Rc::clone(namespace), local }),
            None if prefix.is_empty() => Ok(Reference { namespace: Rc::from(""), local }),
            None => Err(self.fault(format!("the prefix of '{name}' is not declared"))),
        }
    }
}

/// Reads a schema. An annotation is dropped; it must be the first child, except in the root.
pub(super) fn read(bytes: &[u8]) -> Result<SchemaElement<'_>, XmlFault> {
    let limits = XmlLimits { elements: ELEMENTS_MAX, depth: DEPTH_MAX, ..XmlLimits::NODE };
    let mut reader = XmlReader::new(bytes, limits)?;
    let mut open: Vec<SchemaElement<'_>> = Vec::new();
    let mut root = None;
    loop {
        let before = reader.offset();
        match reader.next()? {
            XmlEvent::Start(start) => {
                let parent = open.last();
                if start.name.namespace.as_ref() != XSD {
                    let what = format!("<{}> is not an element of XML Schema", start.name.local);
                    return Err(XmlFault::new(start.at, what));
                }
                if start.name.local == "annotation" {
                    let may =
                        parent.is_some_and(|it| it.local == "schema" || it.children.is_empty());
                    if !may {
                        let what = "<annotation> must be the first child of its element";
                        return Err(XmlFault::new(start.at, what));
                    }
                    skip(&mut reader)?;
                    continue;
                }
                let bindings = match parent {
                    Some(parent) if parent.bindings.len() == reader.bindings().len() => {
                        Rc::clone(&parent.bindings)
                    }
                    _ => Rc::new(reader.bindings().clone()),
                };
                open.push(SchemaElement {
                    local: start.name.local,
                    attributes: start.attributes,
                    children: Vec::new(),
                    at: start.at,
                    bindings,
                });
            }
            XmlEvent::End { .. } => {
                let Some(done) = open.pop() else { continue };
                match open.last_mut() {
                    Some(parent) => parent.children.push(done),
                    None => root = Some(done),
                }
            }
            XmlEvent::Text(text) if text.chars().all(is_space) => {}
            XmlEvent::Text(text) => {
                let white = text.len() - text.trim_start_matches(is_space).len();
                return Err(XmlFault::new(
                    before + white,
                    "there is text between the elements of the schema",
                ));
            }
            XmlEvent::Done => {
                return root.ok_or_else(|| XmlFault::new(0, "there is no element"));
            }
        }
    }
}

/// Steps over the element just begun: its children may be anything.
fn skip(reader: &mut XmlReader<'_>) -> Result<(), XmlFault> {
    let mut depth = 1_usize;
    while depth > 0 {
        match reader.next()? {
            XmlEvent::Start(_) => depth += 1,
            XmlEvent::End { .. } => depth -= 1,
            XmlEvent::Text(_) | XmlEvent::Done => {}
        }
    }
    Ok(())
}
