//! Collapsing: of rows in a row that have the same value in a field, one stays.

use super::CdxError;
use super::field::CdxField;
use super::params::{QueryParams, short};
use super::query::CdxDialect;
use super::row::Row;

/// More of them than this are refused.
const MAX_COLLAPSES: usize = 8;

/// Which row of a group stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    First,
    Last,
}

/// One `collapse=field[:N]`.
#[derive(Clone, Debug)]
struct Collapse {
    field: CdxField,
    /// Only so many characters count.
    length: Option<usize>,
    /// The value of the last row that came here.
    last: Option<String>,
}

/// All of them, one behind the other.
#[derive(Clone, Debug)]
pub(super) struct Collapser {
    stages: Vec<Collapse>,
    pub(super) keep: Keep,
}

impl Collapser {
    pub(super) fn read(params: &QueryParams) -> Result<Collapser, CdxError> {
        let mut stages = Vec::new();
        let mut keep = Keep::First;
        for (name, kept) in [
            ("collapse", Keep::First),
            ("collapseToFirst", Keep::First),
            ("collapseToLast", Keep::Last),
        ] {
            for text in params.all(name).filter(|text| !text.is_empty()) {
                stages.push(Collapse::parse(text)?);
                keep = kept;
            }
        }
        // pywb's own name for the digits of the time.
        if let Some(digits) = params.number("collapseTime")? {
            let length = Some(usize::try_from(digits).unwrap_or(14));
            stages.push(Collapse { field: CdxField::Timestamp, length, last: None });
        }
        if stages.len() > MAX_COLLAPSES {
            let problem = format!("more than {MAX_COLLAPSES} fields");
            return Err(CdxError::parameter("collapse", problem));
        }
        Ok(Collapser { stages, keep })
    }

    /// Whether nothing is collapsed.
    pub(super) fn is_empty(&self) -> bool {
        self.stages.is_empty()
    }

    /// Whether a row begins a new group. Without any `collapse`, every row does.
    pub(super) fn begins(&mut self, row: &Row, dialect: CdxDialect) -> bool {
        // A row that one stage leaves out never comes to the next one.
        self.stages.iter_mut().all(|stage| stage.begins(row, dialect))
    }
}

impl Collapse {
    fn parse(text: &str) -> Result<Collapse, CdxError> {
        let (name, length) = match text.split_once(':') {
            None => (text, None),
            Some((name, digits)) => {
                let length = digits.parse().map_err(|_| {
                    let problem = format!("'{}' is not of the form field[:N]", short(text));
                    CdxError::parameter("collapse", problem)
                })?;
                (name, Some(length))
            }
        };
        Ok(Collapse { field: CdxField::parse("collapse", name)?, length, last: None })
    }

    fn begins(&mut self, row: &Row, dialect: CdxDialect) -> bool {
        let value = row.value(self.field, dialect).unwrap_or("-".into());
        let end = self.length.and_then(|length| value.char_indices().nth(length));
        let value = &value[..end.map_or(value.len(), |(end, _)| end)];
        if self.last.as_deref() == Some(value) {
            return false;
        }
        self.last = Some(value.to_owned());
        true
    }
}
