//! Rules about the seeds, and about how a URI is connected with them.
//!
//! They accept unless their `action` says otherwise.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Action, Kind, SuffixSet, Test};
use crate::scope::view::View;
use crate::scope::{ScopeError, hops};

fn accept() -> Action {
    Action::Accept
}

macro_rules! seed_rule {
    ($(#[$doc:meta])* $name:ident, $word:expr, $what:literal, $test:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// Name of the rule in logs; `None`: the name of its type.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub name: Option<String>,
            /// Whether it accepts or rejects a URI that matches.
            #[serde(default = "accept")]
            pub action: Action,
        }

        impl Default for $name {
            fn default() -> $name {
                $name { name: None, action: Action::Accept }
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
                self.action
            }

            fn describe(&self) -> String {
                $what.to_owned()
            }

            fn compile(&self, _: &Path) -> Result<Test, ScopeError> {
                let test: fn(&View<'_>) -> bool = $test;
                Ok(Box::new(test))
            }
        }
    };
}

seed_rule!(
    /// Matches the seeds themselves, however long or deep they are.
    Seeds,
    "seed",
    "the seeds themselves",
    |view| view.candidate.is_seed
);

seed_rule!(
    /// Matches hosts of the seeds, at any port, with and without `www.`
    SeedHosts,
    "seed-host",
    "hosts of the seeds",
    |view| view.seeds.hosts.covers(view.bare_host())
);

seed_rule!(
    /// Matches registrable domains of the seeds, with all hosts below them.
    SeedDomains,
    "seed-domain",
    "domains of the seeds",
    |view| view.seeds.domains.covers(view.bare_host())
);

seed_rule!(
    /// Matches folders of the seeds: URIs that begin like a seed up to its last slash.
    SeedPrefixes,
    "seed-prefix",
    "URIs in the folders of the seeds",
    |view| view.seeds.folders.covers(view.bare_key())
);

seed_rule!(
    /// Matches targets of seeds, over up to five redirects.
    RedirectsFromSeeds,
    "seed-redirect",
    "targets of redirects of the seeds",
    |view| hops::is_redirected_seed(view.candidate.hops)
);

/// Matches what pages need, wherever it is: pictures, styles, what styles include, frames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requisites {
    /// Name of the rule in logs; `None`: the name of its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether it accepts or rejects a URI that matches.
    #[serde(default = "accept")]
    pub action: Action,
    /// Maximum number of requisites of requisites that are followed: a picture in a style in a frame is 3.
    #[serde(default = "usual_hops")]
    pub max_hops: u32,
    /// Whether guessed links count, such as `data-src`, if they have an ending of pictures, sound or film.
    #[serde(default = "usual_guesses")]
    pub guesses: bool,
}

fn usual_hops() -> u32 {
    Requisites::default().max_hops
}

fn usual_guesses() -> bool {
    Requisites::default().guesses
}

impl Default for Requisites {
    fn default() -> Requisites {
        Requisites { name: None, action: Action::Accept, max_hops: 3, guesses: true }
    }
}

impl Kind for Requisites {
    fn word(&self) -> &'static str {
        "requisite"
    }

    fn given_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn action(&self) -> Action {
        self.action
    }

    fn describe(&self) -> String {
        let guesses = if self.guesses { ", and media guessed" } else { "" };
        format!(
            "files that pages need (pictures, styles, scripts), up to {} in a row{guesses}",
            self.max_hops
        )
    }

    fn compile(&self, _: &Path) -> Result<Test, ScopeError> {
        let (max_hops, guesses) = (self.max_hops as usize, self.guesses);
        Ok(Box::new(move |view| {
            let tail = hops::tail(view.candidate.hops);
            let embeds = tail.embeds + usize::from(tail.is_guess);
            (1..=max_hops).contains(&embeds)
                && tail.redirects <= hops::MAX_REDIRECTS
                && (!tail.is_guess || guesses && is_media(view))
        }))
    }
}

fn is_media(view: &View<'_>) -> bool {
    view.suffix().is_some_and(|suffix| {
        let media = SuffixSet::Media.suffixes();
        media.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(suffix))
    })
}
