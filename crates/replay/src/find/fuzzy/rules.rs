//! The table of fuzzy rules, read from `fuzzy.toml` when it is first needed.

use serde::Deserialize;
use std::sync::LazyLock;

/// The rules in their order. A test reads the file, so that it cannot be wrong in a program that is built.
pub(super) static RULES: LazyLock<Vec<FuzzyRule>> = LazyLock::new(|| {
    let table: RuleTable = toml::from_str(include_str!("../fuzzy.toml")).unwrap_or_default();
    table.rule
});

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleTable {
    rule: Vec<FuzzyRule>,
}

/// A rule: which arguments mean nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FuzzyRule {
    pub(super) name: String,
    arguments: Vec<String>,
    values: ArgumentValues,
    #[serde(default)]
    extensions: Vec<String>,
    #[serde(default = "one")]
    least: usize,
}

fn one() -> usize {
    1
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ArgumentValues {
    Any,
    Number,
    Hash,
    Callback,
}

impl FuzzyRule {
    /// Whether an argument of a key means nothing by this rule.
    pub(super) fn fits(&self, extension: Option<&[u8]>, argument: &[u8]) -> bool {
        let is_file = !self.extensions.is_empty();
        if is_file && !self.extensions.iter().any(|it| Some(it.as_bytes()) == extension) {
            return false;
        }
        match argument.iter().position(|&byte| byte == b'=') {
            Some(at) => self.has_name(&argument[..at]) && self.has_value(&argument[at + 1..]),
            None => is_file && self.has_value(argument),
        }
    }

    fn has_name(&self, name: &[u8]) -> bool {
        self.arguments.iter().any(|known| match known.strip_suffix('*') {
            Some(start) => name.starts_with(start.as_bytes()),
            None => name == known.as_bytes(),
        })
    }

    fn has_value(&self, value: &[u8]) -> bool {
        let is_made_of = |part: fn(u8) -> bool| value.iter().all(|&byte| part(byte));
        let is_long = value.len() >= self.least;
        match self.values {
            ArgumentValues::Any => true,
            ArgumentValues::Number => is_long && is_made_of(|it| it.is_ascii_digit()),
            ArgumentValues::Hash => {
                is_long && is_made_of(|it| it.is_ascii_alphanumeric() || b"-_.".contains(&it))
            }
            ArgumentValues::Callback => {
                is_long && is_made_of(|it| it.is_ascii_alphanumeric() || b"-_.$[]".contains(&it))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{RULES, RuleTable};

    #[test]
    fn the_file_of_rules_can_be_read() {
        let table: RuleTable = toml::from_str(include_str!("../fuzzy.toml")).unwrap();
        assert_eq!(table.rule.len(), RULES.len());
        assert!(!RULES.is_empty());
        assert!(RULES.iter().all(|rule| !rule.arguments.is_empty() && !rule.name.is_empty()));
    }

    #[test]
    fn arguments_mean_nothing_by_their_name_and_value() {
        let cases: &[(&str, &str, Option<&str>)] = &[
            ("json", "_=1390766784", Some("cache-buster")),
            ("", "cb=abc", Some("cache-buster")),
            ("", "t=1390766784123", Some("cache-buster")),
            ("", "t=12", None),
            ("", "callback=jquery19102_1390766784", Some("callback")),
            ("", "callback=http://a", None),
            ("", "utm_source=x", Some("campaign")),
            ("", "sid=0123456789abcdef", Some("session")),
            ("", "sid=7", None),
            ("css", "v=3", Some("version")),
            ("css", "20140126", Some("version")),
            ("", "v=3", None),
            ("", "20140126", None),
            ("png", "id=5", None),
            ("php", "page=2", None),
        ];
        for (extension, argument, expected) in cases {
            let rule = RULES.iter().find(|rule| {
                let extension = Some(extension.as_bytes()).filter(|it| !it.is_empty());
                rule.fits(extension, argument.as_bytes())
            });
            assert_eq!(rule.map(|rule| &*rule.name), *expected, "{extension} {argument}");
        }
    }
}
