//! Scope rules as job files write them. Each kind is a small type in one of the modules below, with its name in logs,
//! its description and its test.
//!
//! To add a kind: a type with `Kind`, a variant of [`ScopeRule`], a line in `ScopeRule::kind`, and an
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

/// What a rule does with a URI that matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// The URI belongs to the harvest.
    Accept,
    /// The URI does not belong to the harvest.
    Reject,
    /// No links are taken from the document.
    SkipExtract,
    /// Links are taken from the document, whatever an earlier rule says.
    DoExtract,
    /// The document is not judged.
    SkipJudge,
    /// The document is judged, whatever an earlier rule says.
    DoJudge,
    /// The document is not written to the archive.
    SkipWrite,
    /// The document is written to the archive, whatever an earlier rule says.
    DoWrite,
}

/// A stage of a harvest that rules can leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HarvestStage {
    /// Links are taken from a document.
    Extract,
    /// A document is judged.
    Judge,
    /// A document is written to the archive.
    Write,
}

impl Action {
    /// Returns the stage that the action is about, and whether it is done; `None` if the action decides whether a URI
    /// belongs to the harvest.
    pub fn stage(self) -> Option<(HarvestStage, bool)> {
        match self {
            Action::Accept | Action::Reject => None,
            Action::SkipExtract => Some((HarvestStage::Extract, false)),
            Action::DoExtract => Some((HarvestStage::Extract, true)),
            Action::SkipJudge => Some((HarvestStage::Judge, false)),
            Action::DoJudge => Some((HarvestStage::Judge, true)),
            Action::SkipWrite => Some((HarvestStage::Write, false)),
            Action::DoWrite => Some((HarvestStage::Write, true)),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Accept => "accept",
            Action::Reject => "reject",
            Action::SkipExtract => "skip-extract",
            Action::DoExtract => "do-extract",
            Action::SkipJudge => "skip-judge",
            Action::DoJudge => "do-judge",
            Action::SkipWrite => "skip-write",
            Action::DoWrite => "do-write",
        })
    }
}

/// A rule of a scope: one `[[scope.rule]]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ScopeRule {
    /// Everything belongs to the harvest, unless a later rule says otherwise.
    AcceptAll(AcceptAll),
    /// Nothing belongs to the harvest, unless a later rule says otherwise.
    RejectAll(RejectAll),
    /// Rejects URIs that are too many clicks away from a seed.
    Hops(Hops),
    /// Rejects paths with too many segments.
    Segments(Segments),
    /// Rejects URIs that are too long.
    Length(Length),
    /// Rejects paths that repeat themselves.
    RepeatingSegments(RepeatingSegments),
    /// Rejects endless parameters.
    QueryParameters(QueryParameters),
    /// Matches a regular expression.
    Regex(Regex),
    /// Matches prefixes of SURTs.
    Surt(Surt),
    /// Matches domains, with everything below them.
    Domain(Domain),
    /// Matches top-level domains.
    Tld(Tld),
    /// Matches endings of file names.
    Suffix(Suffix),
    /// Matches schemes.
    Scheme(Scheme),
    /// Matches links within a host.
    SameHost(SameHost),
    /// Matches the seeds themselves.
    Seeds(Seeds),
    /// Matches hosts of the seeds.
    SeedHosts(SeedHosts),
    /// Matches domains of the seeds.
    SeedDomains(SeedDomains),
    /// Matches folders of the seeds.
    SeedPrefixes(SeedPrefixes),
    /// Matches parts of pages, on any host.
    Requisites(Requisites),
    /// Matches targets of redirects from seeds.
    RedirectsFromSeeds(RedirectsFromSeeds),
}

/// A compiled rule: whether a candidate matches.
pub(super) type Test = Box<dyn Fn(&View<'_>) -> bool + Send + Sync>;

/// What every kind of rule provides.
pub(super) trait Kind {
    /// Name for logs, if the job gives the rule no name. Never changes.
    fn word(&self) -> &'static str;

    /// Name that the job gives it; `None` if it gives none.
    fn given_name(&self) -> Option<&str>;

    /// What it does with a URI that matches.
    fn action(&self) -> Action;

    /// Description of the URIs that match, for people.
    fn describe(&self) -> String;

    /// Compiles the test. Paths of lists are relative to `folder`.
    fn compile(&self, folder: &Path) -> Result<Test, ScopeError>;
}

impl ScopeRule {
    pub(super) fn kind(&self) -> &dyn Kind {
        match self {
            ScopeRule::AcceptAll(kind) => kind,
            ScopeRule::RejectAll(kind) => kind,
            ScopeRule::Hops(kind) => kind,
            ScopeRule::Segments(kind) => kind,
            ScopeRule::Length(kind) => kind,
            ScopeRule::RepeatingSegments(kind) => kind,
            ScopeRule::QueryParameters(kind) => kind,
            ScopeRule::Regex(kind) => kind,
            ScopeRule::Surt(kind) => kind,
            ScopeRule::Domain(kind) => kind,
            ScopeRule::Tld(kind) => kind,
            ScopeRule::Suffix(kind) => kind,
            ScopeRule::Scheme(kind) => kind,
            ScopeRule::SameHost(kind) => kind,
            ScopeRule::Seeds(kind) => kind,
            ScopeRule::SeedHosts(kind) => kind,
            ScopeRule::SeedDomains(kind) => kind,
            ScopeRule::SeedPrefixes(kind) => kind,
            ScopeRule::Requisites(kind) => kind,
            ScopeRule::RedirectsFromSeeds(kind) => kind,
        }
    }

    /// Path of the list that the rule reads; `None` if it has none.
    pub(crate) fn file_mut(&mut self) -> Option<&mut PathBuf> {
        match self {
            ScopeRule::Surt(kind) => kind.file.as_mut(),
            ScopeRule::Domain(kind) => kind.file.as_mut(),
            // All variants are named, so that a new kind with a list is not forgotten here.
            ScopeRule::AcceptAll(_)
            | ScopeRule::RejectAll(_)
            | ScopeRule::Hops(_)
            | ScopeRule::Segments(_)
            | ScopeRule::Length(_)
            | ScopeRule::RepeatingSegments(_)
            | ScopeRule::QueryParameters(_)
            | ScopeRule::Regex(_)
            | ScopeRule::Tld(_)
            | ScopeRule::Suffix(_)
            | ScopeRule::Scheme(_)
            | ScopeRule::SameHost(_)
            | ScopeRule::Seeds(_)
            | ScopeRule::SeedHosts(_)
            | ScopeRule::SeedDomains(_)
            | ScopeRule::SeedPrefixes(_)
            | ScopeRule::Requisites(_)
            | ScopeRule::RedirectsFromSeeds(_) => None,
        }
    }

    /// Name of the rule in logs: its own name, or the stable name of its kind.
    pub fn name(&self) -> &str {
        self.kind().given_name().unwrap_or_else(|| self.kind().word())
    }

    /// What the rule does with a URI that matches.
    pub fn action(&self) -> Action {
        self.kind().action()
    }
}

impl fmt::Display for ScopeRule {
    /// Writes the description for people: `reject what is more than 20 clicks away from a seed`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.action(), self.kind().describe())
    }
}

/// Everything belongs to the harvest, unless a later rule says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AcceptAll {
    /// Name of the rule in logs; `None`: the name of its type.
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
    /// Name of the rule in logs; `None`: the name of its type.
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
