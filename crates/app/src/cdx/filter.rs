//! Filters: which rows stay, by the value of a field.

use super::CdxError;
use super::field::CdxField;
use super::params::{QueryParams, short};
use super::query::CdxDialect;
use super::row::Row;
use regex::{Regex, RegexBuilder};

/// More filters than this are refused.
const MAX_FILTERS: usize = 32;
/// Bytes that the program of one regular expression may take.
const MAX_REGEX: usize = 256 << 10;

/// A condition on a field.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    field: CdxField,
    is_not: bool,
    test: Test,
}

#[derive(Clone, Debug)]
enum Test {
    Contains(String),
    Equals(String),
    Matches(Regex),
}

/// The filters of a query: `[!][=|~]field:expression`.
///
/// | before the field | pywb | Internet Archive, OutbackCDX |
/// |---|---|---|
/// | nothing | contains | regular expression, whole value |
/// | `=` | is equal | is equal |
/// | `~` | regular expression, from the start | regular expression, whole value |
pub(super) fn read(params: &QueryParams, dialect: CdxDialect) -> Result<Vec<Filter>, CdxError> {
    let texts: Vec<&str> = params.all("filter").filter(|text| !text.is_empty()).collect();
    if texts.len() > MAX_FILTERS {
        return Err(CdxError::parameter("filter", format!("more than {MAX_FILTERS} filters")));
    }
    texts.into_iter().map(|text| Filter::parse(text, dialect)).collect()
}

impl Filter {
    fn parse(text: &str, dialect: CdxDialect) -> Result<Filter, CdxError> {
        let (is_not, rest) = text.strip_prefix('!').map_or((false, text), |rest| (true, rest));
        let (sign, rest) = match rest.as_bytes().first() {
            Some(sign @ (b'=' | b'~')) => (Some(*sign), &rest[1..]),
            _ => (None, rest),
        };
        let Some((name, expression)) = rest.split_once(':') else {
            let problem = format!("'{}' is not of the form [!]field:expression", short(text));
            return Err(CdxError::parameter("filter", problem));
        };
        let field = CdxField::parse("filter", name)?;
        let test = match (sign, dialect) {
            (Some(b'='), _) => Test::Equals(expression.to_owned()),
            (None, CdxDialect::Pywb) => Test::Contains(expression.to_owned()),
            (_, CdxDialect::Pywb) => Test::Matches(regex(expression, "")?),
            (_, CdxDialect::InternetArchive | CdxDialect::Outback) => {
                Test::Matches(regex(expression, "$")?)
            }
        };
        Ok(Filter { field, is_not, test })
    }

    /// Whether a row stays.
    pub(super) fn admits(&self, row: &Row, dialect: CdxDialect) -> bool {
        let unknown = if dialect == CdxDialect::Pywb { "" } else { "-" };
        let value = row.value(self.field, dialect).unwrap_or(unknown.into());
        let holds = match &self.test {
            Test::Contains(text) => value.contains(text.as_str()),
            Test::Equals(text) => value == text.as_str(),
            Test::Matches(regex) => regex.is_match(&value),
        };
        holds != self.is_not
    }
}

/// A regular expression from the start of a value. The engine takes time linear in the value; what it cannot do so is
/// refused.
fn regex(expression: &str, end: &str) -> Result<Regex, CdxError> {
    RegexBuilder::new(&format!("^(?:{expression}){end}"))
        .size_limit(MAX_REGEX)
        .dfa_size_limit(MAX_REGEX)
        .nest_limit(50)
        .build()
        .map_err(|error| {
            let error = error.to_string();
            let reason = error.lines().last().unwrap_or_default();
            let problem = format!("'{}' is no regular expression: {reason}", short(expression));
            CdxError::parameter("filter", problem)
        })
}
