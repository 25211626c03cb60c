//! Rules about the form of a URI: patterns, prefixes, domains, suffixes, schemes.
//!
//! All have an `action`, and with `not = true` match what they would not match otherwise.

use std::path::{Path, PathBuf};

use regex::bytes::RegexBuilder;
use serde::{Deserialize, Serialize};

use super::entries::{listed, read_set};
use super::{Action, Kind, SuffixSet, Test};
use crate::scope::{ScopeError, key};

/// Maximum memory of a compiled pattern in bytes.
const REGEX_SIZE: usize = 1 << 20;

/// Declares a rule with the keys that all of them have. Its methods `what` and `test` describe and test what it
/// matches, before `not` is applied.
macro_rules! list_rule {
    ($(#[$doc:meta])* $name:ident, $word:literal { $($fields:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// Name of the rule in logs; `None`: the name of its type.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub name: Option<String>,
            /// Whether it accepts or rejects a URI that matches.
            pub action: Action,
            /// Whether it matches what it would not match otherwise.
            #[serde(default, skip_serializing_if = "is_false")]
            pub not: bool,
            $($fields)*
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
                format!("{}{}", if self.not { "all except " } else { "" }, self.what())
            }

            fn compile(&self, folder: &Path) -> Result<Test, ScopeError> {
                let test = self.test(folder)?;
                Ok(if self.not { Box::new(move |view| !test(view)) } else { test })
            }
        }
    };
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_false(flag: &bool) -> bool {
    !flag
}

list_rule!(
    /// Matches a pattern anywhere in the URI.
    Regex, "regex" {
        /// The pattern, in the syntax of the `regex` crate. `^` and `$` stand for the ends of the URI.
        pub pattern: String,
    }
);

impl Regex {
    fn what(&self) -> String {
        format!("URIs that match the pattern `{}`", self.pattern)
    }

    fn test(&self, _: &Path) -> Result<Test, ScopeError> {
        let regex = RegexBuilder::new(&self.pattern)
            .size_limit(REGEX_SIZE)
            .dfa_size_limit(REGEX_SIZE)
            .build()
            .map_err(|source| {
                let rule = self.given_name().unwrap_or(self.word()).to_owned();
                ScopeError::Regex { rule, source }
            })?;
        Ok(Box::new(move |view| regex.is_match(view.candidate.uri)))
    }
}

list_rule!(
    /// Matches prefixes of SURTs.
    Surt, "surt" {
        /// The prefixes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub prefixes: Vec<String>,
        /// Path of a list of more, one per line; `None` if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<PathBuf>,
    }
);

impl Surt {
    fn what(&self) -> String {
        let prefixes = listed("prefix", "prefixes", &self.prefixes, self.file.as_deref());
        format!("URIs that start with {prefixes}")
    }

    fn test(&self, folder: &Path) -> Result<Test, ScopeError> {
        let file = self.file.as_deref();
        let set = read_set(self.word(), &self.prefixes, file, folder, key::surt_prefix)?;
        Ok(Box::new(move |view| set.covers(view.key())))
    }
}

list_rule!(
    /// Matches domains, with everything below them.
    Domain, "domain" {
        /// The domains.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub domains: Vec<String>,
        /// Path of a list of more, one per line; `None` if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<PathBuf>,
    }
);

impl Domain {
    fn what(&self) -> String {
        format!("hosts in {}", listed("domain", "domains", &self.domains, self.file.as_deref()))
    }

    fn test(&self, folder: &Path) -> Result<Test, ScopeError> {
        let file = self.file.as_deref();
        let set = read_set(self.word(), &self.domains, file, folder, key::domain_prefix)?;
        Ok(Box::new(move |view| set.covers(view.key())))
    }
}

list_rule!(
    /// Matches top-level domains.
    Tld, "tld" {
        /// The top-level domains, or other public suffixes.
        pub tlds: Vec<String>,
    }
);

impl Tld {
    fn what(&self) -> String {
        format!("hosts in {}", listed("top-level domain", "top-level domains", &self.tlds, None))
    }

    fn test(&self, folder: &Path) -> Result<Test, ScopeError> {
        let set = read_set(self.word(), &self.tlds, None, folder, key::domain_prefix)?;
        Ok(Box::new(move |view| set.covers(view.key())))
    }
}

list_rule!(
    /// Matches endings of file names, in upper or lower case.
    Suffix, "suffix" {
        /// The endings, without the dot.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub suffixes: Vec<String>,
        /// Known sets of endings.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub sets: Vec<SuffixSet>,
    }
);

impl Suffix {
    fn what(&self) -> String {
        let sets = self.sets.iter().map(|set| format!("[{}]", set.word()));
        let all: Vec<String> = self.suffixes.iter().cloned().chain(sets).collect();
        format!("file names that end in {}", listed("suffix", "suffixes", &all, None))
    }

    fn test(&self, _: &Path) -> Result<Test, ScopeError> {
        let own = self.suffixes.iter().map(|suffix| suffix.trim_start_matches('.'));
        let known = self.sets.iter().flat_map(|set| set.suffixes()).copied();
        let mut all: Vec<String> = own
            .chain(known)
            .filter(|suffix| !suffix.is_empty())
            .map(str::to_ascii_lowercase)
            .collect();
        if all.is_empty() {
            return Err(ScopeError::EmptyList { rule: self.word() });
        }
        all.sort_unstable();
        Ok(Box::new(move |view| view.suffix().is_some_and(|suffix| is_listed(suffix, &all))))
    }
}

/// Whether a suffix stands in a sorted list of lower-case ones.
fn is_listed(suffix: &[u8], sorted: &[String]) -> bool {
    let suffix = || suffix.iter().map(u8::to_ascii_lowercase);
    sorted.binary_search_by(|known| known.bytes().cmp(suffix())).is_ok()
}

list_rule!(
    /// Matches schemes.
    Scheme, "scheme" {
        /// The schemes, without the colon.
        pub schemes: Vec<String>,
    }
);

impl Scheme {
    fn what(&self) -> String {
        format!("URIs with {}", listed("scheme", "schemes", &self.schemes, None))
    }

    fn test(&self, _: &Path) -> Result<Test, ScopeError> {
        let bare = |scheme: &String| scheme.trim_end_matches(':').to_owned();
        let all: Vec<String> = self.schemes.iter().map(bare).collect();
        if all.is_empty() {
            return Err(ScopeError::EmptyList { rule: self.word() });
        }
        Ok(Box::new(move |view| {
            let scheme = view.parts.scheme.unwrap_or_default();
            all.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(scheme))
        }))
    }
}

list_rule!(
    /// Matches links within a host. A seed is not a link.
    SameHost, "same-host" {}
);

impl SameHost {
    fn what(&self) -> String {
        "links from a host to itself".to_owned()
    }

    fn test(&self, _: &Path) -> Result<Test, ScopeError> {
        Ok(Box::new(|view| view.candidate.via_host.is_some_and(|via| via == view.candidate.host)))
    }
}
