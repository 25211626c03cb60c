//! Simple types: a primitive, a list or a choice of types, and the facets that narrow it step by step.

use super::value::{Primitive, TextRule, Value, compare, is_same, read};
use regex::Regex;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

/// What is done to white space before anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Space {
    Preserve,
    Replace,
    Collapse,
}

#[derive(Clone, Debug)]
pub(super) enum Variety {
    Atomic(Primitive),
    List(Arc<SimpleType>),
    Union(Vec<Arc<SimpleType>>),
}

/// A simple type: what it narrows, and how.
#[derive(Debug)]
pub(super) struct SimpleType {
    pub base: Option<Arc<SimpleType>>,
    pub variety: Variety,
    pub space: Space,
    pub facets: Facets,
}

/// The facets of one step.
#[derive(Debug, Default)]
pub(super) struct Facets {
    /// One of them must match.
    pub patterns: Vec<Regex>,
    pub enumeration: Option<Vec<Value>>,
    pub length: Option<usize>,
    pub min_length: Option<usize>,
    pub max_length: Option<usize>,
    pub bounds: Vec<Bound>,
    pub total_digits: Option<usize>,
    pub fraction_digits: Option<usize>,
}

/// A limit of values.
#[derive(Debug)]
pub(super) struct Bound {
    pub value: Value,
    /// What comparing a value with the limit may give.
    pub allowed: &'static [Ordering],
    /// The name of the facet.
    pub name: &'static str,
    /// The limit as written.
    pub text: String,
}

impl SimpleType {
    /// Returns what a text means, or why it is not of this type.
    pub(super) fn check(&self, text: &str) -> Result<Value, String> {
        let text = spaced(text, self.space);
        let value = match &self.base {
            Some(base) => base.check(&text)?,
            None => self.read(&text)?,
        };
        self.facets.check(&text, &value)?;
        Ok(value)
    }

    fn read(&self, text: &str) -> Result<Value, String> {
        match &self.variety {
            Variety::Atomic(primitive) => read(*primitive, text)
                .ok_or_else(|| format!("'{}' is not {}", short(text), words(*primitive))),
            Variety::List(item) => {
                let items = text.split(' ').filter(|it| !it.is_empty());
                Ok(Value::List(items.map(|it| item.check(it)).collect::<Result<_, _>>()?))
            }
            Variety::Union(members) => {
                let found = members.iter().find_map(|member| member.check(text).ok());
                found
                    .ok_or_else(|| format!("'{}' is of none of the types it may have", short(text)))
            }
        }
    }
}

impl Facets {
    fn check(&self, text: &str, value: &Value) -> Result<(), String> {
        let shown = || short(text);
        if !self.patterns.is_empty() && !self.patterns.iter().any(|it| it.is_match(text)) {
            return Err(format!("'{}' does not match the pattern", shown()));
        }
        if let Some(listed) = &self.enumeration
            && !listed.iter().any(|it| is_same(it, value))
        {
            return Err(format!("'{}' is not one of the listed values", shown()));
        }
        self.check_length(value, &shown)?;
        for bound in &self.bounds {
            let order = compare(value, &bound.value);
            if !order.is_some_and(|order| bound.allowed.contains(&order)) {
                return Err(format!("'{}' breaks {} '{}'", shown(), bound.name, bound.text));
            }
        }
        if let Value::Decimal(number) = value {
            let fraction = number.fraction.len();
            if self.total_digits.is_some_and(|most| number.whole.len() + fraction > most)
                || self.fraction_digits.is_some_and(|most| fraction > most)
            {
                return Err(format!("'{}' has too many digits", shown()));
            }
        }
        Ok(())
    }

    fn check_length(&self, value: &Value, shown: &dyn Fn() -> String) -> Result<(), String> {
        let length = match value {
            Value::Text(text) => text.chars().count(),
            Value::Bytes(bytes) => bytes.len(),
            Value::List(items) => items.len(),
            _ => return Ok(()),
        };
        let is_wrong = self.length.is_some_and(|it| it != length)
            || self.min_length.is_some_and(|it| length < it)
            || self.max_length.is_some_and(|it| length > it);
        match is_wrong {
            true => Err(format!("'{}' has the length {length}, which is not allowed", shown())),
            false => Ok(()),
        }
    }
}

/// A text after its white space was dealt with.
fn spaced(text: &str, space: Space) -> Cow<'_, str> {
    let is_space = |it: char| matches!(it, ' ' | '\t' | '\n' | '\r');
    match space {
        Space::Preserve => Cow::Borrowed(text),
        Space::Replace if text.contains(['\t', '\n', '\r']) => {
            Cow::Owned(text.replace(['\t', '\n', '\r'], " "))
        }
        Space::Replace => Cow::Borrowed(text),
        Space::Collapse => {
            let is_plain = !text.contains(['\t', '\n', '\r']) && !text.contains("  ");
            match is_plain {
                true => Cow::Borrowed(text.trim_matches(' ')),
                false => {
                    let words: Vec<&str> =
                        text.split(is_space).filter(|it| !it.is_empty()).collect();
                    Cow::Owned(words.join(" "))
                }
            }
        }
    }
}

/// The begin of a text, for a message.
fn short(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn words(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Text(TextRule::Any) => "a text",
        Primitive::Text(TextRule::Language) => "the tag of a language",
        Primitive::Text(_) => "a name",
        Primitive::Boolean => "true or false",
        Primitive::Decimal => "a decimal number",
        Primitive::Integer => "a whole number",
        Primitive::Double | Primitive::Float => "a number",
        Primitive::DateTime => "a date and time",
        Primitive::Date => "a date",
        Primitive::Time => "a time of day",
        Primitive::DatePart(_) => "a part of a date as its type wants it",
        Primitive::Duration => "a duration",
        Primitive::Hex => "hexadecimal",
        Primitive::Base64 => "base 64",
    }
}

/// The built-in type of a name; `None` if it is not supported.
pub(super) fn built_in(name: &str) -> Option<Arc<SimpleType>> {
    let atomic = |primitive, space| {
        let facets = Facets::default();
        Some(Arc::new(SimpleType {
            base: None,
            variety: Variety::Atomic(primitive),
            space,
            facets,
        }))
    };
    let text = |rule| atomic(Primitive::Text(rule), Space::Collapse);
    let plain = |primitive| atomic(primitive, Space::Collapse);
    let integer = |least: Option<&str>, most: Option<&str>| {
        let bound = |text: Option<&str>, name, allowed| {
            let text = text?;
            let value = read(Primitive::Integer, text)?;
            Some(Bound { value, allowed, name, text: text.to_owned() })
        };
        let least = bound(least, "minInclusive", &[Ordering::Equal, Ordering::Greater]);
        let most = bound(most, "maxInclusive", &[Ordering::Equal, Ordering::Less]);
        let facets =
            Facets { bounds: least.into_iter().chain(most).collect(), ..Facets::default() };
        let variety = Variety::Atomic(Primitive::Integer);
        Some(Arc::new(SimpleType { base: None, variety, space: Space::Collapse, facets }))
    };
    match name {
        "anySimpleType" | "string" => atomic(Primitive::Text(TextRule::Any), Space::Preserve),
        "normalizedString" => atomic(Primitive::Text(TextRule::Any), Space::Replace),
        "token" | "anyURI" => text(TextRule::Any),
        "language" => text(TextRule::Language),
        "Name" => text(TextRule::Name),
        "NCName" => text(TextRule::NcName),
        "NMTOKEN" => text(TextRule::NmToken),
        "NMTOKENS" => {
            let variety = Variety::List(text(TextRule::NmToken)?);
            let facets = Facets { min_length: Some(1), ..Facets::default() };
            Some(Arc::new(SimpleType { base: None, variety, space: Space::Collapse, facets }))
        }
        "boolean" => plain(Primitive::Boolean),
        "decimal" => plain(Primitive::Decimal),
        "double" => plain(Primitive::Double),
        "float" => plain(Primitive::Float),
        "dateTime" => plain(Primitive::DateTime),
        "date" => plain(Primitive::Date),
        "time" => plain(Primitive::Time),
        "gYear" => plain(Primitive::DatePart("Y")),
        "gYearMonth" => plain(Primitive::DatePart("Y-MM")),
        "gMonth" => plain(Primitive::DatePart("--MM")),
        "gMonthDay" => plain(Primitive::DatePart("--MM-DD")),
        "gDay" => plain(Primitive::DatePart("---DD")),
        "duration" => plain(Primitive::Duration),
        "hexBinary" => plain(Primitive::Hex),
        "base64Binary" => plain(Primitive::Base64),
        "integer" => integer(None, None),
        "nonPositiveInteger" => integer(None, Some("0")),
        "negativeInteger" => integer(None, Some("-1")),
        "nonNegativeInteger" => integer(Some("0"), None),
        "positiveInteger" => integer(Some("1"), None),
        "long" => integer(Some("-9223372036854775808"), Some("9223372036854775807")),
        "int" => integer(Some("-2147483648"), Some("2147483647")),
        "short" => integer(Some("-32768"), Some("32767")),
        "byte" => integer(Some("-128"), Some("127")),
        "unsignedLong" => integer(Some("0"), Some("18446744073709551615")),
        "unsignedInt" => integer(Some("0"), Some("4294967295")),
        "unsignedShort" => integer(Some("0"), Some("65535")),
        "unsignedByte" => integer(Some("0"), Some("255")),
        _ => None,
    }
}
