//! Rules about the queries of a site's pages.

use super::RuleBreak;
use crate::parts::cut_at;

/// Number of bytes of a name or value that a reason shows.
const SHOWN_MAX: usize = 100;

/// A rule about the query of pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageRule {
    /// Which paths it is about.
    pub path: PathPattern,
    /// Parameters that mean something, in the order in which they are written.
    pub parameters: Vec<ParameterRule>,
    /// What happens to all others.
    pub others: OtherParameters,
}

/// A rule about a parameter of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParameterRule {
    /// Its name as it stands in addresses in normal form.
    pub name: String,
    /// Whether an address without it is ignored.
    pub is_required: bool,
    /// The values it may have; any if there are none.
    pub values: Vec<String>,
}

/// What happens to parameters that a rule does not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OtherParameters {
    /// They are removed.
    #[default]
    Drop,
    /// They stay, sorted, behind those that the rule names.
    Keep,
    /// The address is ignored.
    Ignore,
}

/// A path, or all paths with a beginning and an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathPattern {
    start: String,
    /// What stands behind the `*`; `None` if there is none.
    end: Option<String>,
}

impl Default for PathPattern {
    /// All paths.
    fn default() -> PathPattern {
        PathPattern { start: "/".to_owned(), end: Some(String::new()) }
    }
}

impl PathPattern {
    /// Makes a pattern of a path in normal form, in which one `*` stands for anything; `None` if it has several, or
    /// does not begin with `/`.
    pub fn new(text: &str) -> Option<PathPattern> {
        if !text.starts_with('/') || text.matches('*').count() > 1 {
            return None;
        }
        Some(match text.split_once('*') {
            Some((start, end)) => {
                PathPattern { start: start.to_owned(), end: Some(end.to_owned()) }
            }
            None => PathPattern { start: text.to_owned(), end: None },
        })
    }

    /// Whether it is about a path.
    pub fn fits(&self, path: &[u8]) -> bool {
        match (path.strip_prefix(self.start.as_bytes()), &self.end) {
            (None, _) => false,
            (Some(rest), None) => rest.is_empty(),
            (Some(rest), Some(end)) => rest.ends_with(end.as_bytes()),
        }
    }
}

impl std::fmt::Display for PathPattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.start)?;
        match &self.end {
            Some(end) => write!(f, "*{end}"),
            None => Ok(()),
        }
    }
}

impl PageRule {
    /// Returns the query that counts: `None` for none. An empty parameter (`a=1&&b=2`) is none.
    pub(super) fn ruled_query(&self, query: Option<&[u8]>) -> Result<Option<Vec<u8>>, RuleBreak> {
        let given: Vec<(&[u8], &[u8])> = query
            .unwrap_or_default()
            .split(|&byte| byte == b'&')
            .filter(|parameter| !parameter.is_empty())
            .map(|parameter| (cut_at(parameter, b'=').0, parameter))
            .collect();
        let mut ruled: Vec<&[u8]> = Vec::with_capacity(given.len());
        for rule in &self.parameters {
            let mut is_there = false;
            for (_, parameter) in given.iter().filter(|(name, _)| *name == rule.name.as_bytes()) {
                is_there = true;
                let value = cut_at(parameter, b'=').1.unwrap_or_default();
                let is_listed = rule.values.iter().any(|listed| listed.as_bytes() == value);
                if !rule.values.is_empty() && !is_listed {
                    let (parameter, value) = (rule.name.clone(), shown(value));
                    return Err(RuleBreak::Value { parameter, value });
                }
                ruled.push(parameter);
            }
            if rule.is_required && !is_there {
                return Err(RuleBreak::Missing { parameter: rule.name.clone() });
            }
        }
        let is_named = |name: &[u8]| self.parameters.iter().any(|it| it.name.as_bytes() == name);
        let mut others = given.iter().filter(|(name, _)| !is_named(name));
        match self.others {
            OtherParameters::Drop => {}
            OtherParameters::Keep => {
                let mut kept: Vec<&[u8]> = others.map(|(_, parameter)| *parameter).collect();
                kept.sort_unstable();
                ruled.extend(kept);
            }
            OtherParameters::Ignore => {
                if let Some((name, _)) = others.next() {
                    return Err(RuleBreak::Unknown { parameter: shown(name) });
                }
            }
        }
        Ok((!ruled.is_empty()).then(|| ruled.join(&b'&')))
    }
}

/// Returns the beginning of bytes of an address as text.
fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN_MAX)]).into_owned()
}
