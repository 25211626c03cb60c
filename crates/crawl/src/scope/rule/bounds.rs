//! Rules that reject URIs beyond a limit: clicks, segments, length, repetition, parameters.
//!
//! All have the form `type = "…", max = N` and match what has more than `N`.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Action, Kind, Test};
use crate::scope::view::View;
use crate::scope::{ScopeError, hops};
use crate::trap::{TrapReason, signs};

macro_rules! bound {
    (
        $(#[$doc:meta])* $name:ident, $word:expr, $what:literal, $measure:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// Name of the rule in logs; `None`: the name of its type.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub name: Option<String>,
            /// Largest number that is accepted.
            pub max: u32,
        }

        impl $name {
            /// Creates a rule without a name of its own.
            pub fn new(max: u32) -> $name {
                $name { name: None, max }
            }
        }

        impl Kind for $name {
            fn word(&self) -> &'static str {
                $word
            }

            fn given_name(&self) -> Option<&str> {
                self.name.as_deref()
            }

            fn action(&self) -> Action {
                Action::Reject
            }

            fn describe(&self) -> String {
                format!($what, self.max)
            }

            fn compile(&self, _: &Path) -> Result<Test, ScopeError> {
                let max = self.max as usize;
                let measure: fn(&View<'_>) -> usize = $measure;
                Ok(Box::new(move |view| measure(view) > max))
            }
        }
    };
}

bound!(
    /// Rejects URIs that are too many clicks away from a seed. Requisites and redirects are no clicks; a frame within a
    /// frame is one, and so is each requisite after five in a row.
    Hops,
    "too-many-hops",
    "URIs more than {} links away from a seed",
    |view| hops::clicks(view.candidate.hops)
);

bound!(
    /// Rejects paths with too many segments.
    Segments,
    TrapReason::TooManySegments.as_str(),
    "paths with more than {} segments",
    |view| signs::segments(view.parts.path)
);

bound!(
    /// Rejects URIs that have too many bytes.
    Length,
    "too-long",
    "URIs longer than {} bytes",
    |view| view.candidate.uri.len()
);

bound!(
    /// Rejects paths that repeat themselves: `/x/x/x`, `/a/b/a/b/a/b`.
    RepeatingSegments,
    TrapReason::RepeatingSegments.as_str(),
    "paths that repeat the same segments more than {} times in a row",
    |view| signs::repeats(view.parts.path)
);

/// How often a parameter may occur with the same value.
const SAME_PARAMETERS: usize = 3;

bound!(
    /// Rejects endless parameters: too many, or the same one with the same value more than three times.
    QueryParameters,
    TrapReason::TooManyParameters.as_str(),
    "queries with more than {} parameters, or with the same one more than three times",
    |view| {
        let query = view.parts.query.unwrap_or_default();
        let count = signs::parameters(query);
        // Sorting is expensive, and a few parameters cannot be too many.
        let is_endless =
            count > SAME_PARAMETERS && signs::repeated_parameters(query) > SAME_PARAMETERS;
        if is_endless { usize::MAX } else { count }
    }
);
