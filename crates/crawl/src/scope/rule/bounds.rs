//! Rules that reject what goes too far: clicks, segments, length, repetition, parameters.
//!
//! All have the form `type = "…", max = N` and fit what has more than `N`.

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
            /// The name of the rule in logs; None: the word of its type.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub name: Option<String>,
            /// More than this is too many.
            pub max: u32,
        }

        impl $name {
            /// A rule without a name of its own.
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
    /// Too many clicks away from a seed. Requisites and redirects are no clicks; a frame within a frame is one, and
    /// so is each requisite after five in a row.
    Hops,
    "too-many-hops",
    "URIs more than {} links away from a seed",
    |view| hops::clicks(view.candidate.hops)
);

bound!(
    /// Too deep a path.
    Segments,
    TrapReason::TooManySegments.as_str(),
    "paths with more than {} segments",
    |view| signs::segments(view.parts.path)
);

bound!(
    /// Too long a URI, counted in bytes.
    Length,
    "too-long",
    "URIs longer than {} bytes",
    |view| view.candidate.uri.len()
);

bound!(
    /// A path that goes in circles: `/x/x/x`, `/a/b/a/b/a/b`.
    RepeatingSegments,
    TrapReason::RepeatingSegments.as_str(),
    "paths that repeat the same segments more than {} times in a row",
    |view| signs::repeats(view.parts.path)
);

/// So often a parameter may stand with the same value; after that it is endless.
const SAME_PARAMETERS: usize = 3;

bound!(
    /// Endless parameters: too many, or the same one with the same value more than three times.
    QueryParameters,
    TrapReason::TooManyParameters.as_str(),
    "queries with more than {} parameters, or with the same one more than three times",
    |view| {
        let query = view.parts.query.unwrap_or_default();
        let count = signs::parameters(query);
        // Sorting them is dear, and a few cannot be too many.
        let is_endless =
            count > SAME_PARAMETERS && signs::repeated_parameters(query) > SAME_PARAMETERS;
        if is_endless { usize::MAX } else { count }
    }
);
