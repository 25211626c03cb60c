//! Traps: parts of a site that never end and bring nothing new, such as calendars, sessions and sorted lists of sorted
//! lists.
//!
//! Two kinds of evidence are used. [`signs`] are visible in a single URI: segments that repeat, too many parameters.
//! Scope rules reject those at once. The [`TrapGuard`] learns during the harvest: URIs are grouped by their
//! [`Pattern`], and a pattern whose latest documents were nearly all known already is cut, with a stable
//! [`TrapReason`]. Every cut is reported; an operator can [forget](TrapGuard::forget) the evidence, so that the pattern
//! is fetched again.

mod guard;
mod pattern;
pub mod signs;
mod similar;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use guard::{MAX_WINDOW, Novelty, TrapGuard, TrapVerdict};
pub use pattern::Pattern;
pub use similar::{Simhash, simhash};

/// `[traps]`: how endless sites are recognised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrapSettings {
    /// Whether patterns are cut at all.
    pub enabled: bool,
    /// Number of documents before which a pattern is never cut.
    pub min_documents: u32,
    /// Number of its latest documents that are examined.
    pub window: u32,
    /// Share of new documents among them below which it is cut, from 0 to 1.
    pub min_yield: f64,
    /// Maximum number of differing bits in the similarity of two documents that count as nearly the same.
    pub near_bits: u32,
    /// Number of pages of one pattern with dates far from today that are fetched before more are cut.
    pub far_dates: u32,
    /// First year that is not far from today.
    pub first_year: u32,
    /// Number of years ahead that are not far from today.
    pub years_ahead: u32,
    /// Maximum number of hosts that are remembered.
    pub hosts: u32,
    /// Maximum number of patterns of each host that are remembered.
    pub patterns_per_host: u32,
}

impl Default for TrapSettings {
    fn default() -> TrapSettings {
        TrapSettings {
            enabled: true,
            min_documents: 200,
            window: 100,
            min_yield: 0.05,
            near_bits: 3,
            far_dates: 50,
            first_year: 1990,
            years_ahead: 2,
            hosts: 4096,
            patterns_per_host: 64,
        }
    }
}

/// Why a URI counts as part of a trap. The names are stored in logs and never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrapReason {
    /// The path repeats itself.
    RepeatingSegments,
    /// The path is too deep.
    TooManySegments,
    /// The query has too many parameters, or repeats the same one.
    TooManyParameters,
    /// Documents of this pattern are hardly ever new.
    NoNovelty,
    /// A page of a calendar with a date far from today, where such pages are mostly alike.
    FarDate,
}

impl TrapReason {
    /// Name for logs.
    pub const fn as_str(self) -> &'static str {
        match self {
            TrapReason::RepeatingSegments => "repeating-segments",
            TrapReason::TooManySegments => "too-many-segments",
            TrapReason::TooManyParameters => "too-many-parameters",
            TrapReason::NoNovelty => "no-novelty",
            TrapReason::FarDate => "far-date",
        }
    }
}

impl fmt::Display for TrapReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
