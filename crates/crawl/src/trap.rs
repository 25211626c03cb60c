//! Traps: parts of a site that never end and hold nothing new, such as calendars, sessions and
//! sorted lists of sorted lists.
//!
//! Two kinds of evidence are used. [`signs`] are read off a single URI: segments that repeat, too
//! many parameters. Scope rules refuse those at once. The [`TrapGuard`] learns while it goes: URIs
//! are grouped by their [`Pattern`], and a pattern whose latest documents were nearly all known
//! already is cut, under a stable [`TrapReason`]. What is cut is reported, not forgotten; an operator
//! can [forget](TrapGuard::forget) the evidence and let the pattern go on.

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

/// `[traps]`: what endless sites are recognised by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrapSettings {
    /// Whether patterns are cut at all.
    pub enabled: bool,
    /// A pattern is never cut before it has had so many documents.
    pub min_documents: u32,
    /// How many of its latest documents are looked at.
    pub window: u32,
    /// The share of new documents among them below which it is cut.
    pub min_yield: f64,
    /// In how many bits of their similarity two documents may differ and still be nearly the same.
    pub near_bits: u32,
    /// How many pages of one pattern with dates far from today are looked at before more are cut.
    pub far_dates: u32,
    /// The first year that is not far from today.
    pub first_year: u32,
    /// How many years ahead are not far from today.
    pub years_ahead: u32,
    /// How many hosts are remembered.
    pub hosts: u32,
    /// How many patterns of each are remembered.
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

/// Why a URI is taken for part of a trap. The words stand in logs and never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrapReason {
    /// The path goes in circles.
    RepeatingSegments,
    /// The path is too deep.
    TooManySegments,
    /// The query has too many parameters, or the same one again and again.
    TooManyParameters,
    /// Documents of this pattern are hardly ever new.
    NoNovelty,
    /// A page of a calendar, far from today, where such pages are mostly alike.
    FarDate,
}

impl TrapReason {
    /// The word for logs.
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
