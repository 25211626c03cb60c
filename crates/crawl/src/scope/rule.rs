//! Scope rules as job files write them. Each kind is a small type in one of the modules below, and
//! says what it is called in logs, what it means, and how it is tested.
//!
//! To add a kind: a type with `Kind`, a variant of [`Rule`], a line in `Rule::kind`, and an
//! example in `job/template.toml`, which a test asks for.

mod bounds;
mod entries;
mod lists;
mod seeds;
mod suffixes;

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::ScopeError;
use super::view::View;

pub use bounds::{Hops, Length, QueryParameters, RepeatingSegments, Segments};
pub use lists::{Domain, Regex, SameHost, Scheme, Suffix, Surt, Tld};
pub use seeds::{RedirectsFromSeeds, Requisites, SeedDomains, SeedHosts, SeedPrefixes, Seeds};
pub use suffixes::SuffixSet;

/// What a rule does with a URI that fits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// It belongs to the harvest.
    Accept,
    /// It does not.
    Reject,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Accept => "accept",
            Action::Reject => "reject",
        })
    }
}

/// A rule of a scope: one `[[scope.rule]]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Rule {
    /// Everything belongs to the harvest, unless a later rule says otherwise.
    AcceptAll(AcceptAll),
    /// Nothing belongs to the harvest, unless a later rule says otherwise.
    RejectAll(RejectAll),
    /// Too many clicks away from a seed.
    Hops(Hops),
    /// Too deep a path.
    Segments(Segments),
    /// Too long a URI.
    Length(Length),
    /// A path that goes in circles.
    RepeatingSegments(RepeatingSegments),
    /// Endless parameters.
    QueryParameters(QueryParameters),
    /// A pattern.
    Regex(Regex),
    /// Prefixes of SURTs.
    Surt(Surt),
    /// Domains with all below them.
    Domain(Domain),
    /// Top-level domains.
    Tld(Tld),
    /// What file names end in.
    Suffix(Suffix),
    /// Schemes.
    Scheme(Scheme),
    /// Links within a host.
    SameHost(SameHost),
    /// The seeds themselves.
    Seeds(Seeds),
    /// Hosts of the seeds.
    SeedHosts(SeedHosts),
    /// Domains of the seeds.
    SeedDomains(SeedDomains),
    /// Folders of the seeds.
    SeedPrefixes(SeedPrefixes),
    /// What pages need, wherever it is.
    Requisites(Requisites),
    /// Where seeds are redirected to.
    RedirectsFromSeeds(RedirectsFromSeeds),
}

/// A compiled rule: whether a candidate fits.
pub(super) type Test = Box<dyn Fn(&View<'_>) -> bool + Send + Sync>;

/// What every kind of rule can tell.
pub(super) trait Kind {
    /// The word for logs, if the rule has no name of its own. Never changes.
    fn word(&self) -> &'static str;

    /// The name that the job gives it.
    fn given_name(&self) -> Option<&str>;

    /// What it does with a URI that fits.
    fn action(&self) -> Action;

    /// Which URIs fit, for people.
    fn describe(&self) -> String;

    /// The test. Lists are looked for from `folder` on.
    fn compile(&self, folder: &Path) -> Result<Test, ScopeError>;
}

impl Rule {
    pub(super) fn kind(&self) -> &dyn Kind {
        match self {
            Rule::AcceptAll(kind) => kind,
            Rule::RejectAll(kind) => kind,
            Rule::Hops(kind) => kind,
            Rule::Segments(kind) => kind,
            Rule::Length(kind) => kind,
            Rule::RepeatingSegments(kind) => kind,
            Rule::QueryParameters(kind) => kind,
            Rule::Regex(kind) => kind,
            Rule::Surt(kind) => kind,
            Rule::Domain(kind) => kind,
            Rule::Tld(kind) => kind,
            Rule::Suffix(kind) => kind,
            Rule::Scheme(kind) => kind,
            Rule::SameHost(kind) => kind,
            Rule::Seeds(kind) => kind,
            Rule::SeedHosts(kind) => kind,
            Rule::SeedDomains(kind) => kind,
            Rule::SeedPrefixes(kind) => kind,
            Rule::Requisites(kind) => kind,
            Rule::RedirectsFromSeeds(kind) => kind,
        }
    }

    /// The list of entries that the rule reads, if it has one.
    pub(crate) fn file_mut(&mut self) -> Option<&mut PathBuf> {
        match self {
            Rule::Surt(kind) => kind.file.as_mut(),
            Rule::Domain(kind) => kind.file.as_mut(),
            // All are named, so that a new kind with a list is not forgotten here.
            Rule::AcceptAll(_)
            | Rule::RejectAll(_)
            | Rule::Hops(_)
            | Rule::Segments(_)
            | Rule::Length(_)
            | Rule::RepeatingSegments(_)
            | Rule::QueryParameters(_)
            | Rule::Regex(_)
            | Rule::Tld(_)
            | Rule::Suffix(_)
            | Rule::Scheme(_)
            | Rule::SameHost(_)
            | Rule::Seeds(_)
            | Rule::SeedHosts(_)
            | Rule::SeedDomains(_)
            | Rule::SeedPrefixes(_)
            | Rule::Requisites(_)
            | Rule::RedirectsFromSeeds(_) => None,
        }
    }

    /// What logs call the rule: its own name, or the stable word of its kind.
    pub fn name(&self) -> &str {
        self.kind().given_name().unwrap_or_else(|| self.kind().word())
    }

    /// What the rule does with a URI that fits it.
    pub fn action(&self) -> Action {
        self.kind().action()
    }
}

impl fmt::Display for Rule {
    /// For people: `reject what is more than 20 clicks away from a seed`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.action(), self.kind().describe())
    }
}

/// Everything belongs to the harvest, unless a later rule says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AcceptAll {
    /// What logs call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Kind for AcceptAll {
    fn word(&self) -> &'static str {
        "accept-all"
    }

    fn given_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn action(&self) -> Action {
        Action::Accept
    }

    fn describe(&self) -> String {
        "everything".to_owned()
    }

    fn compile(&self, _: &Path) -> Result<Test, ScopeError> {
        Ok(Box::new(|_| true))
    }
}

/// Nothing belongs to the harvest, unless a later rule says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RejectAll {
    /// What logs call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Kind for RejectAll {
    fn word(&self) -> &'static str {
        "out-of-scope"
    }

    fn given_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn action(&self) -> Action {
        Action::Reject
    }

    fn describe(&self) -> String {
        "everything".to_owned()
    }

    fn compile(&self, _: &Path) -> Result<Test, ScopeError> {
        Ok(Box::new(|_| true))
    }
}
