//! Templates of users: their own formats of results.
//!
//! | written | means |
//! |---|---|
//! | `{{name}}` | the value; `{{a.b}}` the member of a member; `{{.}}` the value of the section itself |
//! | `{{#name}}…{{/name}}` | once for each item of a list; once if the value is something; else not at all |
//! | `{{^name}}…{{/name}}` | once if the value is missing, false, 0, empty or a list without items |
//! | `{{! words}}` | nothing |
//!
//! A name is looked for in the item, then in what it is in. If the template begins with `<`, values are escaped for
//! HTML and XML; there is no way to put a value in as it is. Time and size are bounded, whatever template and values
//! are.

use super::forms::Markup;
use super::plain;
use serde_json::Value;
use std::io::{self, Write};

const BYTES_MAX: usize = ResultTemplate::BYTES_MAX;
const DEPTH_MAX: usize = 16;
/// Parts that are written at most, each as often as it is.
const STEPS_MAX: u64 = 20_000_000;
/// Bytes that are written at most.
const WRITTEN_MAX: u64 = 256 << 20;

/// Errors from a template of a user.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// It has too many bytes.
    #[error("the template has {bytes} bytes; at most {BYTES_MAX} are taken")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// `{{` without `}}`.
    #[error("the template has '{{{{' without '}}}}' at byte {at}")]
    Unclosed {
        /// Where it begins.
        at: usize,
    },
    /// A section does not end, or another one ends.
    #[error("the section '{name}' of the template is not closed where it has to be")]
    Section {
        /// Its name.
        name: String,
    },
    /// Sections are nested too deeply.
    #[error("sections of the template are nested too deeply: at most {DEPTH_MAX} levels are taken")]
    TooDeep,
    /// What it says to write is too much.
    #[error("what the template writes is too long")]
    TooMuch,
    /// The result could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// A template that was understood.
#[derive(Clone, Debug)]
pub struct ResultTemplate {
    parts: Vec<Part>,
    is_html: bool,
}

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Value(Name),
    Section { name: Name, is_inverted: bool, parts: Vec<Part> },
}

/// The members on the way to a value; none for the value of the section itself.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Name(Vec<String>);

impl Name {
    fn new(text: &str) -> Name {
        let parts = text.split('.').map(str::trim).filter(|part| !part.is_empty());
        Name(parts.map(str::to_owned).collect())
    }

    fn find<'v>(&self, scopes: &[&'v Value]) -> &'v Value {
        let Some((first, rest)) = self.0.split_first() else {
            return scopes.last().copied().unwrap_or(&Value::Null);
        };
        let found = scopes.iter().rev().find_map(|scope| scope.get(first));
        rest.iter().fold(found.unwrap_or(&Value::Null), |value, part| &value[part.as_str()])
    }
}

impl ResultTemplate {
    /// Most bytes of a template.
    pub const BYTES_MAX: usize = 64 << 10;
    /// Most levels of sections within sections.
    pub const DEPTH_MAX: usize = DEPTH_MAX;

    /// Reads a template.
    pub fn parse(text: &str) -> Result<ResultTemplate, TemplateError> {
        if text.len() > BYTES_MAX {
            return Err(TemplateError::TooLong { bytes: text.len() });
        }
        // Sections that are open, the outermost first, each with the parts before it.
        let mut open: Vec<(Name, bool, Vec<Part>)> = Vec::new();
        let (mut parts, mut at) = (Vec::new(), 0);
        while let Some(begin) = text[at..].find("{{").map(|found| at + found) {
            let end = text[begin..].find("}}").ok_or(TemplateError::Unclosed { at: begin })?;
            parts.push(Part::Text(text[at..begin].to_owned()));
            let inner = text[begin + 2..begin + end].trim();
            at = begin + end + 2;
            match inner.as_bytes().first() {
                Some(b'!') => {}
                Some(mark @ (b'#' | b'^')) => {
                    if open.len() >= DEPTH_MAX {
                        return Err(TemplateError::TooDeep);
                    }
                    let before = std::mem::take(&mut parts);
                    open.push((Name::new(&inner[1..]), *mark == b'^', before));
                }
                Some(b'/') => {
                    let closed = Name::new(&inner[1..]);
                    let wrong = || TemplateError::Section { name: shown(&inner[1..]) };
                    let (name, is_inverted, before) = open.pop().ok_or_else(wrong)?;
                    if name != closed {
                        return Err(TemplateError::Section { name: shown(&name.0.join(".")) });
                    }
                    let inside = std::mem::replace(&mut parts, before);
                    parts.push(Part::Section { name, is_inverted, parts: inside });
                }
                Some(_) | None => parts.push(Part::Value(Name::new(inner))),
            }
        }
        if let Some((name, ..)) = open.pop() {
            return Err(TemplateError::Section { name: shown(&name.0.join(".")) });
        }
        parts.push(Part::Text(text[at..].to_owned()));
        Ok(ResultTemplate { parts, is_html: text.trim_start().starts_with('<') })
    }

    /// Whether values are escaped for HTML and XML.
    pub fn is_html(&self) -> bool {
        self.is_html
    }

    /// Writes the template with values.
    pub fn fill(&self, values: &Value, out: &mut dyn Write) -> Result<(), TemplateError> {
        let mut filling = Filling { out, is_html: self.is_html, steps: 0, written: 0 };
        filling.parts(&self.parts, &mut vec![values])
    }
}

fn shown(name: &str) -> String {
    name.trim().chars().take(100).collect()
}

struct Filling<'o> {
    out: &'o mut dyn Write,
    is_html: bool,
    steps: u64,
    written: u64,
}

impl Filling<'_> {
    fn parts(&mut self, parts: &[Part], scopes: &mut Vec<&Value>) -> Result<(), TemplateError> {
        for part in parts {
            self.step()?;
            match part {
                Part::Text(text) => self.text(text)?,
                Part::Value(name) => {
                    let text = plain(name.find(scopes));
                    match self.is_html {
                        true => self.text(&Markup(&text).to_string())?,
                        false => self.text(&text)?,
                    }
                }
                Part::Section { name, is_inverted, parts } => {
                    let value = name.find(scopes);
                    match (is_something(value), is_inverted) {
                        (true, false) => self.section(value, parts, scopes)?,
                        (false, true) => self.parts(parts, scopes)?,
                        (true, true) | (false, false) => {}
                    }
                }
            }
        }
        Ok(())
    }

    fn section<'v>(
        &mut self,
        value: &'v Value,
        parts: &[Part],
        scopes: &mut Vec<&'v Value>,
    ) -> Result<(), TemplateError> {
        let items = match value {
            Value::Array(items) => &items[..],
            other => std::slice::from_ref(other),
        };
        for item in items {
            self.step()?;
            scopes.push(item);
            let filled = self.parts(parts, scopes);
            scopes.pop();
            filled?;
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), TemplateError> {
        self.steps += 1;
        if self.steps > STEPS_MAX { Err(TemplateError::TooMuch) } else { Ok(()) }
    }

    fn text(&mut self, text: &str) -> Result<(), TemplateError> {
        self.written += text.len() as u64;
        if self.written > WRITTEN_MAX {
            return Err(TemplateError::TooMuch);
        }
        Ok(self.out.write_all(text.as_bytes())?)
    }
}

fn is_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn filled(template: &str) -> Result<String, TemplateError> {
        let values = json!({
            "host": "a<b", "none": null, "zero": 0, "kinds": { "html": 3 },
            "rows": [{ "uri": "http://a.cz/", "links": [1, 2] }, { "uri": "b", "links": [] }],
        });
        let mut out = Vec::new();
        ResultTemplate::parse(template)?.fill(&values, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn templates_are_filled() {
        for (template, text) in [
            ("", ""),
            ("plain } { }}", "plain } { }}"),
            ("{{host}} {{ host }}{{nothing}}{{! words }}", "a<b a<b"),
            ("<p>{{host}}</p>", "<p>a&lt;b</p>"),
            ("{{kinds.html}} {{kinds.pdf}}{{host.x.y}}", "3 "),
            ("{{#rows}}{{uri}} {{host}};{{/rows}}", "http://a.cz/ a<b;b a<b;"),
            ("{{#rows}}{{#links}}{{.}},{{/links}}{{^links}}none{{/links}} {{/rows}}", "1,2, none "),
            (
                "{{#kinds}}{{html}}{{/kinds}}{{#none}}x{{/none}}{{^none}}y{{/none}}{{^zero}}z{{/zero}}",
                "3yz",
            ),
        ] {
            assert_eq!(filled(template).unwrap(), text, "{template}");
        }
    }

    #[test]
    fn mistakes_are_told() {
        for (template, told) in [
            ("a {{b", "without '}}' at byte 2"),
            ("{{#rows}}", "section 'rows'"),
            ("{{/rows}}", "section 'rows'"),
            ("{{#rows}}{{/uri}}", "section 'rows'"),
            (&*"{{#a}}".repeat(17), "too deeply"),
            (&*"x".repeat((64 << 10) + 1), "65537 bytes"),
        ] {
            let error = filled(template).unwrap_err().to_string();
            assert!(error.contains(told), "{template}: {error}");
        }
    }

    #[test]
    fn a_template_that_writes_without_end_is_stopped() {
        let values = json!({ "rows": vec![json!({}); 1000] });
        let inner = "{{#rows}}".repeat(16) + &"{{/rows}}".repeat(16);
        let mut out = io::sink();
        let filled = ResultTemplate::parse(&inner).unwrap().fill(&values, &mut out);
        assert!(matches!(filled, Err(TemplateError::TooMuch)), "{filled:?}");
        let long =
            format!("{{{{#rows}}}}{{{{#rows}}}}{}{{{{/rows}}}}{{{{/rows}}}}", "x".repeat(1000));
        let filled = ResultTemplate::parse(&long).unwrap().fill(&values, &mut out);
        assert!(matches!(filled, Err(TemplateError::TooMuch)), "{filled:?}");
    }
}
