//! Simple types and their facets.

use super::super::pattern;
use super::super::scope::name_of;
use super::super::simple::{Bound, Facets, SimpleType, Space, Variety, built_in};
use super::super::value::{Primitive, TextRule, compare};
use super::{Arc, Compiler, NamedType, Progress, SchemaElement};
use crate::data::xml::XmlFault;
use std::cmp::Ordering;

/// Most members of a union.
const MEMBERS_MAX: usize = 64;

impl<'a> Compiler<'a> {
    /// A built-in type. There is one of each, so that two mentions of it are the same type.
    pub(super) fn built_in(
        &mut self,
        at: &SchemaElement<'_>,
        name: &str,
    ) -> Result<Arc<SimpleType>, XmlFault> {
        // A name with a colon is none that a schema can give.
        let key = format!("xs:{name}");
        if let Some(Progress::Done(found)) = self.simple_types.get(&key) {
            return Ok(Arc::clone(found));
        }
        let found = built_in(name)
            .ok_or_else(|| at.fault(format!("the type '{name}' is not supported")))?;
        self.simple_types.insert(key, Progress::Done(Arc::clone(&found)));
        Ok(found)
    }

    pub(super) fn named_simple_type(
        &mut self,
        name: &str,
        found: &'a SchemaElement<'a>,
    ) -> Result<Arc<SimpleType>, XmlFault> {
        match self.simple_types.get(name) {
            Some(Progress::Done(kind)) => return Ok(Arc::clone(kind)),
            Some(Progress::Begun) => {
                return Err(found.fault(format!("the type '{name}' leads to itself")));
            }
            None => {}
        }
        found.only(&["name"])?;
        self.simple_types.insert(name.to_owned(), Progress::Begun);
        self.enter(found)?;
        let kind = self.simple_type(found)?;
        self.names_open -= 1;
        self.simple_types.insert(name.to_owned(), Progress::Done(Arc::clone(&kind)));
        Ok(kind)
    }

    pub(super) fn simple_type(
        &mut self,
        element: &'a SchemaElement<'a>,
    ) -> Result<Arc<SimpleType>, XmlFault> {
        let [child] = element.children.as_slice() else {
            return Err(element.fault("a simple type needs one of restriction, list and union"));
        };
        match child.local {
            "restriction" => self.restriction(child),
            "list" => self.list(child),
            "union" => self.union(child),
            _ => Err(child.unsupported()),
        }
    }

    /// The type that an attribute names.
    fn simple_named(
        &mut self,
        at: &'a SchemaElement<'a>,
        name: &'a str,
    ) -> Result<Arc<SimpleType>, XmlFault> {
        match self.scope.named_type(at, name)? {
            NamedType::BuiltIn(name) => self.built_in(at, name),
            NamedType::Own(found) if found.local == "simpleType" => {
                self.named_simple_type(name_of(found)?, found)
            }
            NamedType::Own(_) => Err(at.fault(format!("'{name}' is not a simple type"))),
        }
    }

    fn list(&mut self, element: &'a SchemaElement<'a>) -> Result<Arc<SimpleType>, XmlFault> {
        element.only(&["itemType"])?;
        let item = match (element.get("itemType"), element.children.as_slice()) {
            (Some(name), []) => self.simple_named(element, name)?,
            (None, [child]) if child.local == "simpleType" => self.simple_type(child)?,
            _ => return Err(element.fault("a list needs one type of its items")),
        };
        if has_list(&item) {
            return Err(element.fault("a list of lists is not possible"));
        }
        let variety = Variety::List(item);
        let facets = Facets::default();
        Ok(Arc::new(SimpleType { base: None, variety, space: Space::Collapse, facets }))
    }

    fn union(&mut self, element: &'a SchemaElement<'a>) -> Result<Arc<SimpleType>, XmlFault> {
        element.only(&["memberTypes"])?;
        let mut members = Vec::new();
        for name in element.get("memberTypes").unwrap_or_default().split_ascii_whitespace() {
            members.push(self.simple_named(element, name)?);
            if members.len() > MEMBERS_MAX {
                return Err(element.fault(format!("a union has more than {MEMBERS_MAX} types")));
            }
        }
        for child in &element.children {
            if child.local != "simpleType" {
                return Err(child.unsupported());
            }
            members.push(self.simple_type(child)?);
        }
        if members.is_empty() || members.len() > MEMBERS_MAX {
            return Err(element.fault(format!("a union needs 1 to {MEMBERS_MAX} types")));
        }
        for _ in &members {
            self.mentioned(element)?;
        }
        let weight: usize = members.iter().map(|it| weight(it)).sum();
        if weight > MEMBERS_MAX {
            return Err(element.fault(format!("a union has more than {MEMBERS_MAX} types in all")));
        }
        let variety = Variety::Union(members);
        let facets = Facets::default();
        Ok(Arc::new(SimpleType { base: None, variety, space: Space::Preserve, facets }))
    }

    fn restriction(&mut self, element: &'a SchemaElement<'a>) -> Result<Arc<SimpleType>, XmlFault> {
        element.only(&["base"])?;
        let mut children = element.children.as_slice();
        let base = match (element.get("base"), children.split_first()) {
            (Some(name), _) => self.simple_named(element, name)?,
            (None, Some((first, rest))) if first.local == "simpleType" => {
                children = rest;
                self.simple_type(first)?
            }
            _ => return Err(element.fault("a restriction needs a base")),
        };
        let mut facets = Facets::default();
        let mut space = base.space;
        let mut known: Vec<&str> = Vec::new();
        for child in children {
            child.only(&["value", "fixed"])?;
            child.never("fixed")?;
            child.no_children()?;
            let name = child.local;
            if known.contains(&name) && !matches!(name, "pattern" | "enumeration") {
                return Err(child.fault(format!("<{name}> stands there twice")));
            }
            known.push(name);
            match name {
                "whiteSpace" => space = white_space(child, &base)?,
                _ => facet(child, &base, &mut facets)?,
            }
        }
        contradictions(element, &facets)?;
        let variety = base.variety.clone();
        Ok(Arc::new(SimpleType { base: Some(base), variety, space, facets }))
    }
}

/// How many types a value may have to be tried with.
fn weight(kind: &SimpleType) -> usize {
    match &kind.variety {
        Variety::Union(members) => members.iter().map(|it| weight(it)).sum(),
        Variety::List(item) => weight(item),
        Variety::Atomic(_) => 1,
    }
}

fn has_list(kind: &SimpleType) -> bool {
    match &kind.variety {
        Variety::List(_) => true,
        Variety::Union(members) => members.iter().any(|it| has_list(it)),
        Variety::Atomic(_) => false,
    }
}

fn white_space(child: &SchemaElement<'_>, base: &SimpleType) -> Result<Space, XmlFault> {
    let space = match child.need("value")? {
        "preserve" => Space::Preserve,
        "replace" => Space::Replace,
        "collapse" => Space::Collapse,
        other => return Err(child.fault(format!("'{other}' is not a treatment of white space"))),
    };
    match &base.variety {
        Variety::Union(_) => Err(child.fault("whiteSpace is not possible for a union")),
        _ if space < base.space => Err(child.fault("the base treats white space more strictly")),
        _ => Ok(space),
    }
}

fn facet(
    child: &SchemaElement<'_>,
    base: &SimpleType,
    facets: &mut Facets,
) -> Result<(), XmlFault> {
    let name = child.local;
    let number = || {
        let text = child.need("value")?;
        let is_number = (1..=9).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_digit());
        is_number
            .then(|| text.parse::<usize>().ok())
            .flatten()
            .ok_or_else(|| child.fault(format!("'{text}' is not a number for <{name}>")))
    };
    let value =
        || child.get_whole("value").ok_or_else(|| child.fault(format!("<{name}> has no value")));
    let fits = match name {
        "pattern" | "enumeration" => true,
        "length" | "minLength" | "maxLength" => match &base.variety {
            Variety::Atomic(it) => {
                matches!(it, Primitive::Text(_) | Primitive::Hex | Primitive::Base64)
            }
            Variety::List(_) => true,
            Variety::Union(_) => false,
        },
        "minInclusive" | "maxInclusive" | "minExclusive" | "maxExclusive" => matches!(
            base.variety,
            Variety::Atomic(
                Primitive::Decimal
                    | Primitive::Integer
                    | Primitive::Double
                    | Primitive::Float
                    | Primitive::DateTime
                    | Primitive::Date
                    | Primitive::Time
            )
        ),
        "totalDigits" | "fractionDigits" => {
            matches!(base.variety, Variety::Atomic(Primitive::Decimal | Primitive::Integer))
        }
        _ => return Err(child.unsupported()),
    };
    let is_any_text = matches!(base.variety, Variety::Atomic(Primitive::Text(TextRule::Any)));
    debug_assert!(fits || !is_any_text || !name.ends_with("ength"), "texts have lengths");
    if !fits {
        return Err(child.fault(format!("<{name}> is not supported for this type")));
    }
    match name {
        "pattern" => {
            let pattern = pattern::compile(value()?).map_err(|what| child.fault(what))?;
            facets.patterns.push(pattern);
        }
        "enumeration" => {
            let found = base.check(value()?).map_err(|what| child.fault(what))?;
            facets.enumeration.get_or_insert_default().push(found);
        }
        "length" => facets.length = Some(number()?),
        "minLength" => facets.min_length = Some(number()?),
        "maxLength" => facets.max_length = Some(number()?),
        "totalDigits" => {
            facets.total_digits = Some(number()?);
            if facets.total_digits == Some(0) {
                return Err(child.fault("<totalDigits> must be at least 1"));
            }
        }
        "fractionDigits" => facets.fraction_digits = Some(number()?),
        _ => {
            let (name, allowed): (&'static str, &'static [Ordering]) = match name {
                "minInclusive" => ("minInclusive", &[Ordering::Equal, Ordering::Greater]),
                "maxInclusive" => ("maxInclusive", &[Ordering::Equal, Ordering::Less]),
                "minExclusive" => ("minExclusive", &[Ordering::Greater]),
                _ => ("maxExclusive", &[Ordering::Less]),
            };
            let text = child.need("value")?.to_owned();
            let value = base.check(&text).map_err(|what| child.fault(what))?;
            facets.bounds.push(Bound { value, allowed, name, text });
        }
    }
    Ok(())
}

/// Facets of one step that exclude each other.
fn contradictions(element: &SchemaElement<'_>, facets: &Facets) -> Result<(), XmlFault> {
    let wrong = |what: &str| Err(element.fault(what.to_owned()));
    if facets.length.is_some() && (facets.min_length.is_some() || facets.max_length.is_some()) {
        return wrong("'length' excludes 'minLength' and 'maxLength'");
    }
    if facets.min_length.zip(facets.max_length).is_some_and(|(min, max)| min > max) {
        return wrong("minLength is larger than maxLength");
    }
    if facets.fraction_digits.zip(facets.total_digits).is_some_and(|(part, all)| part > all) {
        return wrong("fractionDigits is larger than totalDigits");
    }
    let is_lower = |it: &&Bound| it.name.starts_with("min");
    let lower: Vec<_> = facets.bounds.iter().filter(is_lower).collect();
    let upper: Vec<_> = facets.bounds.iter().filter(|it| !is_lower(it)).collect();
    if lower.len() > 1 || upper.len() > 1 {
        return wrong("'inclusive' and 'exclusive' exclude each other");
    }
    if let (Some(lower), Some(upper)) = (lower.first(), upper.first()) {
        let is_possible = match compare(&lower.value, &upper.value) {
            Some(Ordering::Less) => true,
            Some(Ordering::Equal) => {
                lower.name.ends_with("Inclusive") == upper.name.ends_with("Inclusive")
            }
            _ => false,
        };
        if !is_possible {
            return wrong("the lower bound is above the upper one");
        }
    }
    Ok(())
}
