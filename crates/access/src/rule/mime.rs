//! Which media types a rule is for.

use super::RuleTextError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A media type, `image/png`, or all of a kind, `image/*`. Kept in lower case, without parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MimePattern(String);

impl MimePattern {
    /// Whether a media type, with its parameters or without, is meant.
    pub fn fits(&self, mime: &str) -> bool {
        let essence = mime.split(';').next().unwrap_or_default().trim();
        match self.0.strip_suffix('*') {
            Some(start) => {
                essence.get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start))
            }
            None => essence.eq_ignore_ascii_case(&self.0),
        }
    }

    /// How specific it is.
    pub(crate) fn narrowness(&self) -> u8 {
        if self.0.ends_with('*') { 1 } else { 2 }
    }
}

impl FromStr for MimePattern {
    type Err = RuleTextError;

    fn from_str(text: &str) -> Result<MimePattern, RuleTextError> {
        let name = |it: &str| {
            let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte);
            !it.is_empty() && it.len() <= 127 && it.bytes().all(is_part)
        };
        match text.split_once('/') {
            Some((kind, part)) if name(kind) && (part == "*" || name(part)) => {
                Ok(MimePattern(text.to_ascii_lowercase()))
            }
            _ => Err(RuleTextError::new("media type", text)),
        }
    }
}

impl fmt::Display for MimePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<MimePattern> for String {
    fn from(pattern: MimePattern) -> String {
        pattern.0
    }
}

impl TryFrom<String> for MimePattern {
    type Error = RuleTextError;

    fn try_from(text: String) -> Result<MimePattern, RuleTextError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::MimePattern;

    #[test]
    fn types_fit_patterns() {
        for (pattern, mime, fits) in [
            ("image/*", "image/png", true),
            ("Image/*", "IMAGE/PNG; q=1", true),
            ("image/*", "imagex/png", false),
            ("image/*", "ž", false),
            ("text/html", "text/html;charset=utf-8", true),
            ("text/html", "text/htmlx", false),
        ] {
            let pattern: MimePattern = pattern.parse().unwrap();
            assert_eq!(pattern.fits(mime), fits, "{pattern} {mime}");
        }
        for text in ["", "image", "image/", "/png", "*/*", "image/p*", "a b/c", "image/png;q=1"] {
            assert!(text.parse::<MimePattern>().is_err(), "{text}");
        }
    }
}
