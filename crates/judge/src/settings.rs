//! The settings of a judge.

use std::path::PathBuf;

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
}
