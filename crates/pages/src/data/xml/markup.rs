//! Tags, text, references, comments: what [`XmlReader::next`] is made of.

use super::{
    XML_NAMESPACE, XMLNS_NAMESPACE, XmlAttribute, XmlEvent, XmlFault, XmlName, XmlReader, XmlStart,
    is_name_char, is_name_start, is_space, is_xml_char,
};
use std::borrow::Cow;
use std::rc::Rc;

/// An attribute as it was written.
struct Written<'a> {
    prefix: &'a str,
    local: &'a str,
    value: Cow<'a, str>,
    at: usize,
}

impl<'a> XmlReader<'a> {
    /// Steps over `<?xml version="1.0" encoding="UTF-8"?>`.
    pub(super) fn declaration(&mut self) -> Result<(), XmlFault> {
        let begins = self.rest().strip_prefix("<?xml").is_some_and(|it| it.starts_with(is_space));
        if !begins {
            return Ok(());
        }
        let start = self.at;
        self.at += "<?xml".len();
        let wrong = |what: &str| XmlFault::new(start, format!("the XML declaration {what}"));
        for (name, is_needed) in [("version", true), ("encoding", false), ("standalone", false)] {
            let before = self.at;
            let has_space = self.space();
            if !self.rest().starts_with(name) {
                if is_needed {
                    return Err(wrong("has no version"));
                }
                self.at = before;
                continue;
            }
            self.at += name.len();
            let value = match has_space && self.equals() {
                true => self.quoted()?.1,
                false => return Err(wrong("cannot be read")),
            };
            let is_known = match name {
                "version" => value == "1.0",
                "encoding" => value.eq_ignore_ascii_case("utf-8"),
                _ => value == "yes" || value == "no",
            };
            if !is_known {
                return Err(wrong(&format!("has the {name} '{value}', which is not accepted")));
            }
        }
        self.space();
        if self.eat("?>") { Ok(()) } else { Err(wrong("cannot be read")) }
    }

    pub(super) fn comment(&mut self) -> Result<(), XmlFault> {
        let inside = &self.rest()["<!--".len()..];
        let Some(end) = inside.find("--") else {
            return Err(self.fault("a comment has no end"));
        };
        if !inside[end..].starts_with("-->") {
            return Err(self.fault("a comment has '--' in it"));
        }
        self.at += "<!--".len() + end + "-->".len();
        Ok(())
    }

    pub(super) fn cdata(&mut self) -> Result<XmlEvent<'a>, XmlFault> {
        if self.open.is_empty() {
            return Err(self.fault("there is text outside the element"));
        }
        let inside = &self.rest()["<![CDATA[".len()..];
        let Some(end) = inside.find("]]>") else {
            return Err(self.fault("a CDATA section has no end"));
        };
        self.at += "<![CDATA[".len() + end + "]]>".len();
        Ok(XmlEvent::Text(line_ends(&inside[..end])))
    }

    /// Text up to the next tag; `None` for white space outside the element.
    pub(super) fn characters(&mut self) -> Result<Option<Cow<'a, str>>, XmlFault> {
        let rest = self.rest();
        let raw = &rest[..rest.find('<').unwrap_or(rest.len())];
        let start = self.at;
        if self.open.is_empty() {
            if !raw.chars().all(is_space) {
                return Err(self.fault("there is text outside the element"));
            }
            self.at += raw.len();
            return Ok(None);
        }
        if let Some(found) = raw.find("]]>") {
            return Err(XmlFault::new(start + found, "']]>' stands in text"));
        }
        self.at += raw.len();
        resolve(raw, start, false).map(Some)
    }

    pub(super) fn end_tag(&mut self) -> Result<XmlEvent<'a>, XmlFault> {
        let at = self.at;
        self.at += "</".len();
        let name = self.name()?;
        self.space();
        if !self.eat(">") {
            return Err(self.fault("an end tag has no '>'"));
        }
        match self.open.last() {
            Some(open) if open.name == name => {
                self.close();
                Ok(XmlEvent::End { at, end: self.at })
            }
            Some(open) => {
                Err(XmlFault::new(at, format!("</{name}> ends an element <{}>", open.name)))
            }
            None => Err(XmlFault::new(at, format!("</{name}> ends nothing"))),
        }
    }

    pub(super) fn start_tag(&mut self) -> Result<XmlStart<'a>, XmlFault> {
        let at = self.at;
        self.at += "<".len();
        let full = self.name()?;
        let mut written: Vec<Written<'a>> = Vec::new();
        let is_empty = loop {
            let has_space = self.space();
            if self.eat("/>") {
                break true;
            }
            if self.eat(">") {
                break false;
            }
            if !has_space {
                return Err(self.fault("white space or '>' is missing in a tag"));
            }
            if written.len() >= self.limits.attributes {
                let most = self.limits.attributes;
                return Err(self.fault(format!("an element has more than {most} attributes")));
            }
            written.push(self.attribute()?);
        };
        let outside = self.bindings.len();
        self.begin(full, at, outside)?;
        for attribute in &written {
            self.declare(attribute)?;
        }
        let (prefix, local) = split(full);
        let namespace = self.namespace(prefix, at)?;
        let mut attributes: Vec<XmlAttribute<'a>> = Vec::new();
        for (place, attribute) in written.iter().enumerate() {
            let Written { prefix, local, .. } = *attribute;
            let is_same = |it: &Written<'_>| it.prefix == prefix && it.local == local;
            if written[..place].iter().any(is_same) {
                let what = format!("the attribute '{local}' stands there twice");
                return Err(XmlFault::new(attribute.at, what));
            }
            if is_declaration(attribute) {
                continue;
            }
            let namespace = match prefix {
                "" => Rc::clone(&self.none),
                _ => self.namespace(prefix, attribute.at)?,
            };
            let name = XmlName { namespace, local };
            if attributes.iter().any(|it| it.name == name) {
                let what = format!("the attribute '{local}' stands there twice");
                return Err(XmlFault::new(attribute.at, what));
            }
            attributes.push(XmlAttribute {
                name,
                value: attribute.value.clone(),
                at: attribute.at,
            });
        }
        self.ends_now = is_empty;
        Ok(XmlStart { name: XmlName { namespace, local }, attributes, at, is_empty })
    }

    fn attribute(&mut self) -> Result<Written<'a>, XmlFault> {
        let at = self.at;
        let (prefix, local) = split(self.name()?);
        if !self.equals() {
            return Err(self.fault(format!("the attribute '{local}' has no '='")));
        }
        let (start, raw) = self.quoted()?;
        if let Some(found) = raw.find('<') {
            return Err(XmlFault::new(start + found, "'<' stands in the value of an attribute"));
        }
        Ok(Written { prefix, local, value: resolve(raw, start, true)?, at })
    }

    fn equals(&mut self) -> bool {
        self.space();
        let is_there = self.eat("=");
        self.space();
        is_there
    }

    /// A value in quotation marks, as it was written, and where it begins.
    fn quoted(&mut self) -> Result<(usize, &'a str), XmlFault> {
        let rest = self.rest();
        let mark = match rest.chars().next() {
            Some(mark @ ('"' | '\'')) => mark,
            _ => return Err(self.fault("a value is not in quotation marks")),
        };
        let Some(length) = rest[1..].find(mark) else {
            return Err(self.fault("a value has no closing quotation mark"));
        };
        if length > self.limits.value {
            let most = self.limits.value;
            return Err(self.fault(format!("a value is longer than {most} bytes")));
        }
        let start = self.at + 1;
        self.at = start + length + 1;
        Ok((start, &rest[1..=length]))
    }

    /// A name with at most one colon, not at its ends.
    fn name(&mut self) -> Result<&'a str, XmlFault> {
        let rest = self.rest();
        let length = rest.find(|it| !is_name_char(it) && it != ':').unwrap_or(rest.len());
        let name = &rest[..length];
        if length > self.limits.name {
            let most = self.limits.name;
            return Err(self.fault(format!("a name is longer than {most} bytes")));
        }
        let is_part = |part: &str| part.starts_with(is_name_start);
        let is_name = match name.split_once(':') {
            Some((prefix, local)) => is_part(prefix) && is_part(local) && !local.contains(':'),
            None => is_part(name),
        };
        if !is_name {
            return Err(self.fault("a name is expected here"));
        }
        self.at += length;
        Ok(name)
    }

    /// Takes note of the declaration of a prefix.
    fn declare(&mut self, attribute: &Written<'a>) -> Result<(), XmlFault> {
        if !is_declaration(attribute) {
            return Ok(());
        }
        let fault = |what: String| Err(XmlFault::new(attribute.at, what));
        let prefix = if attribute.prefix.is_empty() { "" } else { attribute.local };
        let namespace = attribute.value.as_ref();
        match prefix {
            "xmlns" => return fault("the prefix 'xmlns' cannot be declared".to_owned()),
            "xml" if namespace != XML_NAMESPACE => {
                return fault("the prefix 'xml' cannot be declared".to_owned());
            }
            "" | "xml" => {}
            _ if namespace.is_empty() => {
                return fault(format!("the prefix '{prefix}' is declared without a namespace"));
            }
            _ => {}
        }
        if namespace == XMLNS_NAMESPACE || (namespace == XML_NAMESPACE && prefix != "xml") {
            return fault(format!("the namespace '{namespace}' cannot have another prefix"));
        }
        self.bindings.push((prefix, Rc::from(namespace)));
        Ok(())
    }

    /// The namespace that a prefix stands for.
    fn namespace(&self, prefix: &str, at: usize) -> Result<Rc<str>, XmlFault> {
        match self.bindings.iter().rev().find(|(known, _)| *known == prefix) {
            Some((_, namespace)) => Ok(Rc::clone(namespace)),
            None if prefix.is_empty() => Ok(Rc::clone(&self.none)),
            None => Err(XmlFault::new(at, format!("the prefix '{prefix}' is not declared"))),
        }
    }
}

/// Prefix and local part of a name.
fn split(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}

fn is_declaration(attribute: &Written<'_>) -> bool {
    attribute.prefix == "xmlns" || (attribute.prefix.is_empty() && attribute.local == "xmlns")
}

/// `\r\n` and `\r` count as `\n`.
fn line_ends(raw: &str) -> Cow<'_, str> {
    match raw.contains('\r') {
        true => Cow::Owned(raw.replace("\r\n", "\n").replace('\r', "\n")),
        false => Cow::Borrowed(raw),
    }
}

/// Text with its references resolved; in a value of an attribute, white space becomes spaces.
fn resolve(raw: &str, start: usize, is_value: bool) -> Result<Cow<'_, str>, XmlFault> {
    let needs_work = |it: char| it == '&' || it == '\r' || (is_value && is_space(it) && it != ' ');
    if !raw.contains(needs_work) {
        return Ok(Cow::Borrowed(raw));
    }
    let mut out = String::with_capacity(raw.len());
    let mut at = 0;
    while let Some(rest) = raw.get(at..).filter(|rest| !rest.is_empty()) {
        let step = rest.find(needs_work).unwrap_or(rest.len());
        out.push_str(&rest[..step]);
        at += step;
        let rest = &rest[step..];
        if rest.starts_with('&') {
            let (found, length) =
                reference(rest).map_err(|what| XmlFault::new(start + at, what))?;
            out.push(found);
            at += length;
        } else if !rest.is_empty() {
            at += if rest.starts_with("\r\n") { 2 } else { 1 };
            out.push(if is_value { ' ' } else { '\n' });
        }
    }
    Ok(Cow::Owned(out))
}

/// The character that a reference stands for, and the length of the reference.
fn reference(rest: &str) -> Result<(char, usize), String> {
    // The longest that is accepted: `&#0000001114111;` with some zeros.
    let window = rest.char_indices().nth(24).map_or(rest, |(end, _)| &rest[..end]);
    let Some(end) = window.find(';') else {
        return Err("'&' stands for itself only as '&amp;'".to_owned());
    };
    let name = &window[1..end];
    let number = match name.strip_prefix("#x") {
        Some(hexadecimal) => Some((hexadecimal, 16)),
        None => name.strip_prefix('#').map(|decimal| (decimal, 10)),
    };
    let found = match (name, number) {
        ("amp", _) => Some('&'),
        ("lt", _) => Some('<'),
        ("gt", _) => Some('>'),
        ("quot", _) => Some('"'),
        ("apos", _) => Some('\''),
        (_, Some((digits, radix))) if digits.chars().all(|it| it.is_digit(radix)) => {
            u32::from_str_radix(digits, radix).ok().and_then(char::from_u32)
        }
        _ => return Err(format!("the entity '&{name};' is not accepted")),
    };
    match found.filter(|it| is_xml_char(*it)) {
        Some(found) => Ok((found, end + 1)),
        None => Err(format!("'&{name};' is not a character that XML allows")),
    }
}
