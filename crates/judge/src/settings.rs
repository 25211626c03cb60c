//! What the user decides beside the pack.

use std::path::PathBuf;

use crate::properties::Properties;

/// Settings of a judge. The default is what the pack says.
#[derive(Clone, Debug, Default)]
pub struct JudgeSettings {
    /// Pages with so many points are valid, whatever the pack decides by.
    pub min_points: Option<i64>,
    /// A database of countries in MaxMind's format. Without one the criteria that need it say so.
    pub geo: Option<PathBuf>,
    /// An imported configuration of WebAnalyzer, which takes the place of the pack's points.
    pub properties: Option<Properties>,
    /// Owners are looked up, so their countries count, even if the pack leaves them out.
    pub uses_owner: bool,
}
