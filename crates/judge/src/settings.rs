//! The settings of a judge.

use std::path::PathBuf;
use std::str::FromStr;

use crate::criterion::CRITERIA;
use crate::properties::Properties;

/// Settings of a judge. By default the pack decides.
#[derive(Clone, Debug, Default)]
pub struct JudgeSettings {
    /// Number of points from which on a page is valid; `None` for the rule of the pack.
    pub min_points: Option<i64>,
    /// Path of a database of countries in MaxMind's format. Without one the criteria that need it report that it is
    /// missing.
    pub geo: Option<PathBuf>,
    /// An imported configuration of WebAnalyzer, which replaces the points of the pack; `None` if there is none.
    pub properties: Option<Properties>,
    /// Whether the caller looks up owners of domains: their countries then count, even if the pack leaves them out.
    pub uses_owner: bool,
    /// Criteria that make a page invalid, beside those of the pack.
    pub veto: Vec<Veto>,
}

/// A criterion that makes a page invalid, whatever its points are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Veto {
    /// Name of the criterion.
    pub criterion: String,
    /// Number of elements from which on it does so.
    pub least: u64,
}

impl FromStr for Veto {
    type Err = NoVeto;

    /// Reads `NAME` or `NAME=NUMBER`.
    fn from_str(text: &str) -> Result<Veto, NoVeto> {
        let wrong = || NoVeto(text.chars().take(80).collect());
        let (criterion, least) = match text.split_once('=') {
            Some((criterion, least)) => {
                (criterion.trim(), least.trim().parse().map_err(|_| wrong())?)
            }
            None => (text.trim(), 1),
        };
        let is_known = CRITERIA.iter().any(|known| known.name == criterion);
        if !is_known || least == 0 {
            return Err(wrong());
        }
        Ok(Veto { criterion: criterion.to_owned(), least })
    }
}

/// Error: a text that names no criterion with a veto.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a veto; give the name of a criterion, or 'racist-words=2' for two words or more"
)]
pub struct NoVeto(pub String);
