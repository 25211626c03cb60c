//! What is asked of a package: a JSON object in one canonical form, so that the same question is known when it comes
//! again.
//!
//! Questions come from outside. They are bounded in length and depth before anything else looks at them.

use serde_json::{Map, Value};
use std::fmt::{self, Write};

const BYTES_MAX: usize = WorkQuestion::BYTES_MAX;
const DEPTH_MAX: usize = WorkQuestion::DEPTH_MAX;

/// Errors from reading a question.
#[derive(Debug, thiserror::Error)]
pub enum QuestionError {
    /// It has too many bytes.
    #[error("the question has {bytes} bytes; at most {BYTES_MAX} are taken")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// Objects or lists are nested too deeply.
    #[error("the question is nested too deeply: at most {DEPTH_MAX} levels are taken")]
    TooDeep,
    /// It could not be read as JSON.
    #[error("the question could not be read as JSON: {0}")]
    NotJson(String),
    /// It is JSON, but not an object.
    #[error("the question is not a JSON object")]
    NotAnObject,
}

/// A question in canonical form: keys sorted, no spaces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WorkQuestion {
    text: String,
}

impl WorkQuestion {
    /// The longest question, in bytes of its canonical form, and as it was sent.
    pub const BYTES_MAX: usize = 64 << 10;
    /// The deepest nesting of objects and lists.
    pub const DEPTH_MAX: usize = 16;

    /// Reads a question that somebody wrote as JSON.
    pub fn parse(json: &str) -> Result<WorkQuestion, QuestionError> {
        if json.len() > BYTES_MAX {
            return Err(QuestionError::TooLong { bytes: json.len() });
        }
        // The library refuses more than 128 levels itself, so that no text can exhaust the stack.
        let value: Value = serde_json::from_str(json).map_err(|error| {
            match error.to_string().contains("recursion limit") {
                true => QuestionError::TooDeep,
                false => QuestionError::NotJson(error.to_string()),
            }
        })?;
        WorkQuestion::new(&value)
    }

    /// The question that a JSON object is.
    pub fn new(value: &Value) -> Result<WorkQuestion, QuestionError> {
        if !value.is_object() {
            return Err(QuestionError::NotAnObject);
        }
        let mut text = String::new();
        write_value(&mut text, value, 0)?;
        if text.len() > BYTES_MAX {
            return Err(QuestionError::TooLong { bytes: text.len() });
        }
        Ok(WorkQuestion { text })
    }

    /// Its canonical text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The object.
    pub fn object(&self) -> Map<String, Value> {
        match serde_json::from_str(&self.text) {
            Ok(Value::Object(object)) => object,
            // The text was written by this module, from an object.
            Ok(_) | Err(_) => Map::new(),
        }
    }

    /// The text of a member; `None` if there is none, or if it is no text.
    pub fn text(&self, name: &str) -> Option<String> {
        self.object().get(name)?.as_str().map(str::to_owned)
    }
}

impl fmt::Display for WorkQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn write_value(out: &mut String, value: &Value, depth: usize) -> Result<(), QuestionError> {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            // Writing to a string cannot fail.
            let _ = write!(out, "{value}");
        }
        Value::Array(_) | Value::Object(_) if depth >= DEPTH_MAX => {
            return Err(QuestionError::TooDeep);
        }
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_value(out, item, depth + 1)?;
            }
            out.push(']');
        }
        Value::Object(members) => {
            // Whether the library sorts keys depends on how it was built.
            let mut members: Vec<(&String, &Value)> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            out.push('{');
            for (at, (name, member)) in members.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                let _ = write!(out, "{}:", Value::from(name.as_str()));
                write_value(out, member, depth + 1)?;
            }
            out.push('}');
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn the_same_question_has_one_text() {
        let check = |sent: &str, expected: &str| {
            let question = WorkQuestion::parse(sent).unwrap();
            assert_eq!(question.as_str(), expected);
            assert_eq!(WorkQuestion::parse(expected).unwrap(), question);
        };
        check("{}", "{}");
        check(
            r#" { "b" : [1, 2.50, null], "a": {"z": true, "y": "ř"} } "#,
            r#"{"a":{"y":"ř","z":true},"b":[1,2.5,null]}"#,
        );
        check(r#"{"a": "\u0041\n\"", "a": 2}"#, r#"{"a":2}"#);
    }

    #[test]
    fn hostile_questions_are_refused() {
        let deep =
            |levels: usize| format!("{{\"a\":{}1{}}}", "[".repeat(levels), "]".repeat(levels));
        assert!(WorkQuestion::parse(&deep(DEPTH_MAX - 1)).is_ok());
        for levels in [DEPTH_MAX, 127, 200, 30_000] {
            let refused = WorkQuestion::parse(&deep(levels));
            assert!(matches!(refused, Err(QuestionError::TooDeep)), "{levels}: {refused:?}");
        }
        let long = format!("{{\"a\":\"{}\"}}", "x".repeat(10 << 20));
        assert!(matches!(WorkQuestion::parse(&long), Err(QuestionError::TooLong { .. })));
        for text in ["", "{", "nul", "{\"a\":1}x", "\u{feff}{}", "{'a':1}", "{\"a\":\"\u{1}\"}"] {
            assert!(matches!(WorkQuestion::parse(text), Err(QuestionError::NotJson(_))), "{text}");
        }
        for text in ["1", "[]", "\"x\"", "null"] {
            assert!(matches!(WorkQuestion::parse(text), Err(QuestionError::NotAnObject)), "{text}");
        }
    }
}
