//! Checking a node by a schema, in one pass over its events.

use super::automaton::Progress;
use super::model::{ComplexType, Content, ElementDeclaration, ElementId, ElementKind, Model};
use super::simple::SimpleType;
use crate::data::xml::{XmlEvent, XmlFault, XmlLimits, XmlReader, XmlStart, is_space};
use crate::data::{NodeFault, NodeRefusal};
use std::sync::Arc;

/// Attributes with a meaning of their own in every node.
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// How many steps through automata one check may take. A node of 1 MiB in a sensible schema needs a thousandth of it.
const WORK_MAX: u64 = 50_000_000;

/// Checks a node.
pub(super) fn check(model: &Model, xml: &str) -> Result<(), NodeRefusal> {
    let checked = Checking { model, frames: Vec::new(), work: 0 }.run(xml.as_bytes());
    checked.map_err(|fault| {
        NodeRefusal::new(xml.as_bytes(), fault.at, NodeFault::NotValid(fault.what))
    })
}

/// An element that was begun.
struct Frame<'m> {
    element: &'m ElementDeclaration,
    at: usize,
    state: State<'m>,
}

enum State<'m> {
    Empty,
    Simple { kind: &'m Arc<SimpleType>, text: String },
    Elements { progress: Progress, content: &'m Content },
    All { seen: Vec<bool>, content: &'m Content },
}

struct Checking<'m> {
    model: &'m Model,
    frames: Vec<Frame<'m>>,
    work: u64,
}

impl<'m> Checking<'m> {
    fn run(mut self, bytes: &[u8]) -> Result<(), XmlFault> {
        let mut reader = XmlReader::new(bytes, XmlLimits::NODE)?;
        loop {
            let before = reader.offset();
            match reader.next()? {
                XmlEvent::Start(start) => self.start(&start)?,
                XmlEvent::End { at, .. } => self.end(at)?,
                XmlEvent::Text(text) => self.text(&text, before)?,
                XmlEvent::Done => return Ok(()),
            }
        }
    }

    fn start(&mut self, start: &XmlStart<'_>) -> Result<(), XmlFault> {
        let id = match self.frames.last_mut() {
            Some(frame) => child(self.model, frame, start, &mut self.work)?,
            None => {
                let is_own = start.name.namespace.as_ref() == self.model.namespace;
                let found = self.model.roots.get(start.name.local).filter(|_| is_own);
                let what = || {
                    format!("the schema has no element <{}> that a node can be", start.name.local)
                };
                *found.ok_or_else(|| XmlFault::new(start.at, what()))?
            }
        };
        let Some(element) = self.model.elements.get(id) else { return Ok(()) };
        let no_attributes = ComplexType::default();
        let (complex, state) = match &element.kind {
            ElementKind::Simple(kind) => (None, State::Simple { kind, text: String::new() }),
            ElementKind::Complex(id) => {
                let complex = self.model.types.get(*id);
                let state = match complex.map(|it| &it.content) {
                    None | Some(Content::Empty) => State::Empty,
                    Some(Content::Simple(kind)) => State::Simple { kind, text: String::new() },
                    Some(content @ Content::Elements { .. }) => {
                        State::Elements { progress: Progress::default(), content }
                    }
                    Some(content @ Content::All { members, .. }) => {
                        State::All { seen: vec![false; members.len()], content }
                    }
                };
                (complex, state)
            }
        };
        self.attributes(start, complex.unwrap_or(&no_attributes))?;
        self.frames.push(Frame { element, at: start.at, state });
        Ok(())
    }

    fn attributes(&self, start: &XmlStart<'_>, complex: &ComplexType) -> Result<(), XmlFault> {
        for attribute in &start.attributes {
            let (namespace, local) = (attribute.name.namespace.as_ref(), attribute.name.local);
            let fault = |what: String| Err(XmlFault::new(attribute.at, what));
            if namespace == XSI {
                match local {
                    "schemaLocation" | "noNamespaceSchemaLocation" => continue,
                    _ => return fault(format!("'xsi:{local}' is not supported")),
                }
            }
            let is_it = |it: &&super::model::AttributeDeclaration| {
                it.name.is(namespace, local, &self.model.namespace)
            };
            let Some(declared) = complex.attributes.iter().find(is_it) else {
                return fault(format!(
                    "<{}> cannot have the attribute '{local}'",
                    start.name.local
                ));
            };
            if let Err(what) = declared.kind.check(&attribute.value) {
                return fault(format!("the attribute '{local}': {what}"));
            }
            if let Some(value) =
                declared.value.as_ref().filter(|it| !it.allows(&declared.kind, &attribute.value))
            {
                return fault(format!("the attribute '{local}' must be '{}'", value.text));
            }
        }
        let is_there = |declared: &super::model::AttributeDeclaration| {
            let namespace = &self.model.namespace;
            start
                .attributes
                .iter()
                .any(|it| declared.name.is(&it.name.namespace, it.name.local, namespace))
        };
        match complex.attributes.iter().find(|it| it.is_required && !is_there(it)) {
            None => Ok(()),
            Some(missing) => {
                let what =
                    format!("<{}> needs the attribute '{}'", start.name.local, missing.name.local);
                Err(XmlFault::new(start.at, what))
            }
        }
    }

    fn text(&mut self, more: &str, at: usize) -> Result<(), XmlFault> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let name = &frame.element.name.local;
        match &mut frame.state {
            State::Simple { text, .. } => {
                text.push_str(more);
                Ok(())
            }
            State::Empty => Err(XmlFault::new(at, format!("<{name}> must be empty"))),
            State::Elements {
                content: Content::Elements { is_mixed, .. } | Content::All { is_mixed, .. },
                ..
            }
            | State::All {
                content: Content::Elements { is_mixed, .. } | Content::All { is_mixed, .. },
                ..
            } => match *is_mixed || more.chars().all(is_space) {
                true => Ok(()),
                false => {
                    Err(XmlFault::new(at, format!("<{name}> cannot have text beside its elements")))
                }
            },
            State::Elements { .. } | State::All { .. } => Ok(()),
        }
    }

    fn end(&mut self, _at: usize) -> Result<(), XmlFault> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        let name = &frame.element.name.local;
        let missing = |what: String| {
            Err(XmlFault::new(frame.at, format!("<{name}> is not complete: {what}")))
        };
        match &frame.state {
            State::Empty => Ok(()),
            State::Simple { kind, text } => {
                let given = frame.element.value.as_ref();
                // An empty element stands for its default or fixed value.
                let text = match given {
                    Some(given) if text.is_empty() => &given.text,
                    _ => text,
                };
                if let Err(what) = kind.check(text) {
                    return Err(XmlFault::new(frame.at, format!("<{name}>: {what}")));
                }
                match given.filter(|it| !it.allows(kind, text)) {
                    None => Ok(()),
                    Some(given) => {
                        Err(XmlFault::new(frame.at, format!("<{name}> must be '{}'", given.text)))
                    }
                }
            }
            State::Elements { progress, content } => {
                let Content::Elements { model, .. } = content else { return Ok(()) };
                match model.is_complete(progress) {
                    true => Ok(()),
                    false => {
                        missing(format!("{} is expected", self.names(&model.expected(progress))))
                    }
                }
            }
            State::All { seen, content } => {
                let Content::All { members, is_optional, .. } = content else { return Ok(()) };
                if *is_optional && !seen.contains(&true) {
                    return Ok(());
                }
                let absent =
                    members.iter().zip(seen).find(|((_, is_needed), seen)| *is_needed && !**seen);
                match absent {
                    None => Ok(()),
                    Some(((id, _), _)) => missing(format!("{} is expected", self.names(&[*id]))),
                }
            }
        }
    }

    fn names(&self, elements: &[ElementId]) -> String {
        names(self.model, elements)
    }
}

/// The declaration of a child, if it may stand there.
fn child<'m>(
    model: &'m Model,
    frame: &mut Frame<'m>,
    start: &XmlStart<'_>,
    work: &mut u64,
) -> Result<ElementId, XmlFault> {
    let is_it = |id: ElementId| {
        let found = model.elements.get(id);
        found
            .is_some_and(|it| it.name.is(&start.name.namespace, start.name.local, &model.namespace))
    };
    let (inner, outer) = (start.name.local, &frame.element.name.local);
    let wrong = |what: &str| {
        XmlFault::new(start.at, format!("<{inner}> cannot stand here in <{outer}>{what}"))
    };
    match &mut frame.state {
        State::Empty | State::Simple { .. } => Err(wrong("")),
        State::Elements { progress, content } => {
            let Content::Elements { model: automaton, .. } = content else { return Err(wrong("")) };
            let before = progress.clone();
            let found = automaton.step(progress, is_it, work);
            if *work > WORK_MAX {
                return Err(XmlFault::new(
                    start.at,
                    "the node takes too long to check by its schema",
                ));
            }
            found.ok_or_else(|| match automaton.expected(&before) {
                none if none.is_empty() => wrong(": nothing may follow"),
                expected => wrong(&format!(": {} is expected", names(model, &expected))),
            })
        }
        State::All { seen, content } => {
            let Content::All { members, .. } = content else { return Err(wrong("")) };
            *work += members.len() as u64;
            let place = members.iter().position(|(id, _)| is_it(*id)).ok_or_else(|| wrong(""))?;
            match seen.get_mut(place) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(wrong(": it stands there once already")),
            }
            members.get(place).map(|it| it.0).ok_or_else(|| wrong(""))
        }
    }
}

/// Names of elements, for a message.
fn names(model: &Model, elements: &[ElementId]) -> String {
    const MOST: usize = 5;
    let mut names: Vec<String> = Vec::new();
    for element in elements.iter().filter_map(|it| model.elements.get(*it)) {
        let name = format!("<{}>", element.name.local);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let more = if names.len() > MOST { " or another" } else { "" };
    names.truncate(MOST);
    format!("{}{more}", names.join(" or "))
}
