//! A strict reader of XML 1.0 with namespaces and without a DTD.
//!
//! What users add to `data.xml` is kept byte for byte, so it must be well-formed by itself: one wrong character would
//! make the whole file unreadable for every other program. Tokenisers let much of that pass, so this reader checks all
//! of it: names, characters, references, attributes, nesting, prefixes. Document types, entities other than the five
//! of XML, and processing instructions are refused. Depth, numbers and lengths have limits, and no input is expanded,
//! so time and memory are linear in the size of the input.

mod chars;
mod markup;

pub(crate) use chars::{is_name_char, is_name_start, is_nc_name, is_xml_char};

use std::borrow::Cow;
use std::rc::Rc;

/// The namespace of `xml:lang` and `xml:space`.
pub(crate) const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS_NAMESPACE: &str = "http://www.w3.org/2000/xmlns/";

/// How much of everything a document may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct XmlLimits {
    /// Elements inside one another.
    pub depth: usize,
    /// Elements in all.
    pub elements: usize,
    /// Attributes of one element, with the declarations of prefixes.
    pub attributes: usize,
    /// Bytes of a name.
    pub name: usize,
    /// Bytes of the value of an attribute, as written.
    pub value: usize,
}

impl XmlLimits {
    /// Limits of what users give.
    pub(crate) const NODE: XmlLimits =
        XmlLimits { depth: 64, elements: 100_000, attributes: 64, name: 256, value: 64 << 10 };

    /// Limits of a whole file with many of those.
    pub(crate) const FILE: XmlLimits =
        XmlLimits { depth: 72, elements: 2_000_000, ..XmlLimits::NODE };
}

/// Why a text is not XML as this reader wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct XmlFault {
    /// The offset of the byte where it shows.
    pub at: usize,
    /// What is wrong.
    pub what: String,
}

impl XmlFault {
    pub(crate) fn new(at: usize, what: impl Into<String>) -> XmlFault {
        XmlFault { at, what: what.into() }
    }
}

/// A name with the namespace that its prefix stands for; an empty text stands for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct XmlName<'a> {
    pub namespace: Rc<str>,
    pub local: &'a str,
}

impl XmlName<'_> {
    /// Whether the name has no namespace and is `local`.
    pub(crate) fn is_bare(&self, local: &str) -> bool {
        self.namespace.is_empty() && self.local == local
    }
}

/// An attribute that is not the declaration of a prefix.
#[derive(Clone, Debug)]
pub(crate) struct XmlAttribute<'a> {
    pub name: XmlName<'a>,
    pub value: Cow<'a, str>,
    /// The offset of its name.
    pub at: usize,
}

/// The start tag of an element.
#[derive(Clone, Debug)]
pub(crate) struct XmlStart<'a> {
    pub name: XmlName<'a>,
    pub attributes: Vec<XmlAttribute<'a>>,
    /// The offset of its `<`.
    pub at: usize,
    /// Whether it is an end tag as well: `<a/>`.
    pub is_empty: bool,
}

impl<'a> XmlStart<'a> {
    /// The value of an attribute without namespace.
    pub(crate) fn attribute(&self, local: &str) -> Option<&Cow<'a, str>> {
        self.attributes.iter().find(|it| it.name.is_bare(local)).map(|it| &it.value)
    }
}

/// What comes next in a document.
#[derive(Clone, Debug)]
pub(crate) enum XmlEvent<'a> {
    Start(XmlStart<'a>),
    /// The end of an element: where its end tag begins, and the offset behind it.
    End {
        at: usize,
        end: usize,
    },
    /// Text with its references resolved; a comment or CDATA section may split it.
    Text(Cow<'a, str>),
    /// The document is complete.
    Done,
}

/// Declarations of prefixes that are in scope, innermost last.
pub(crate) type Bindings<'a> = Vec<(&'a str, Rc<str>)>;

/// An element that was not ended yet.
struct Open<'a> {
    name: &'a str,
    at: usize,
    /// How many declarations were in scope outside.
    outside: usize,
}

/// Reads a document event by event.
pub(crate) struct XmlReader<'a> {
    text: &'a str,
    at: usize,
    limits: XmlLimits,
    open: Vec<Open<'a>>,
    bindings: Bindings<'a>,
    none: Rc<str>,
    elements: usize,
    has_root: bool,
    /// The tag just read was `<a/>`: its end comes next.
    ends_now: bool,
}

impl<'a> XmlReader<'a> {
    /// A reader of a text. A byte order mark and an XML declaration may stand first.
    pub(crate) fn new(bytes: &'a [u8], limits: XmlLimits) -> Result<XmlReader<'a>, XmlFault> {
        let text = std::str::from_utf8(bytes)
            .map_err(|error| XmlFault::new(error.valid_up_to(), "this is not UTF-8"))?;
        if let Some((at, found)) = text.char_indices().find(|(_, it)| !is_xml_char(*it)) {
            let code = u32::from(found);
            return Err(XmlFault::new(at, format!("the character U+{code:04X} is not allowed")));
        }
        let mut reader = XmlReader {
            text,
            at: 0,
            limits,
            open: Vec::new(),
            bindings: vec![("xml", Rc::from(XML_NAMESPACE))],
            none: Rc::from(""),
            elements: 0,
            has_root: false,
            ends_now: false,
        };
        reader.eat("\u{feff}");
        reader.declaration()?;
        Ok(reader)
    }

    /// The offset of what comes next.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// Declarations of prefixes in scope of the element that was last begun.
    pub(crate) fn bindings(&self) -> &Bindings<'a> {
        &self.bindings
    }

    /// Returns what comes next. After an error nothing else comes.
    pub(crate) fn next(&mut self) -> Result<XmlEvent<'a>, XmlFault> {
        if self.ends_now {
            self.ends_now = false;
            self.close();
            return Ok(XmlEvent::End { at: self.at, end: self.at });
        }
        loop {
            let rest = self.rest();
            if rest.is_empty() {
                return self.finish();
            }
            if rest.starts_with("<!--") {
                self.comment()?;
            } else if rest.starts_with("<![CDATA[") {
                return self.cdata();
            } else if rest.starts_with("<!") {
                return Err(self.fault("a document type or another declaration is not accepted"));
            } else if rest.starts_with("<?") {
                return Err(self.fault("a processing instruction is not accepted"));
            } else if rest.starts_with("</") {
                return self.end_tag();
            } else if rest.starts_with('<') {
                return self.start_tag().map(XmlEvent::Start);
            } else if let Some(text) = self.characters()? {
                return Ok(XmlEvent::Text(text));
            }
        }
    }

    fn finish(&self) -> Result<XmlEvent<'a>, XmlFault> {
        match self.open.last() {
            Some(open) => Err(XmlFault::new(open.at, format!("<{}> has no end tag", open.name))),
            None if self.has_root => Ok(XmlEvent::Done),
            None => Err(self.fault("there is no element")),
        }
    }

    /// Begins an element that has been read.
    fn begin(&mut self, name: &'a str, at: usize, outside: usize) -> Result<(), XmlFault> {
        if self.open.is_empty() && self.has_root {
            return Err(XmlFault::new(at, "there is a second element beside the first"));
        }
        self.has_root = true;
        self.elements += 1;
        if self.elements > self.limits.elements {
            let most = self.limits.elements;
            return Err(XmlFault::new(at, format!("there are more than {most} elements")));
        }
        if self.open.len() >= self.limits.depth {
            let most = self.limits.depth;
            return Err(XmlFault::new(at, format!("elements are nested deeper than {most}")));
        }
        self.open.push(Open { name, at, outside });
        Ok(())
    }

    fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            self.bindings.truncate(open.outside);
        }
    }

    fn rest(&self) -> &'a str {
        // `at` only ever moves over whole characters of `text`.
        self.text.get(self.at..).unwrap_or_default()
    }

    fn fault(&self, what: impl Into<String>) -> XmlFault {
        XmlFault::new(self.at, what)
    }

    /// Steps over a text if it comes next.
    fn eat(&mut self, expected: &str) -> bool {
        let is_there = self.rest().starts_with(expected);
        if is_there {
            self.at += expected.len();
        }
        is_there
    }

    /// Steps over white space; tells whether there was any.
    fn space(&mut self) -> bool {
        let rest = self.rest();
        let length = rest.len() - rest.trim_start_matches(is_space).len();
        self.at += length;
        length > 0
    }
}

/// White space of XML.
pub(crate) fn is_space(found: char) -> bool {
    matches!(found, ' ' | '\t' | '\n' | '\r')
}

/// The line and the column, in characters, of an offset; both count from 1.
pub(crate) fn position(bytes: &[u8], at: usize) -> (u64, u64) {
    let before = bytes.get(..at).unwrap_or(bytes);
    let line = before.iter().filter(|byte| **byte == b'\n').count();
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |found| found + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count();
    (line as u64 + 1, column as u64 + 1)
}

/// Writes text so that a reader gets the same again; `"` too, so it can stand in an attribute.
pub(crate) fn escape(text: &str, out: &mut String) {
    for found in text.chars() {
        match found {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            other => out.push(other),
        }
    }
}
