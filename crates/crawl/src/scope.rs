//! The scope: which URIs belong to a harvest.
//!
//! A scope is a list of [rules](ScopeRule) in order; the last rule that matches a URI decides. Each [`Decision`] has
//! the stable name of its rule, which is kept in logs, so that it is known years later why a URI was accepted or not.
//! Deciding has no side effects: changed rules can be applied again to URIs in the queue.
//!
//! ```
//! use std::path::Path;
//! use stodola_crawl::job::Profile;
//! use stodola_crawl::scope::{Candidate, Scope, ScopeSettings};
//!
//! let settings = ScopeSettings::default();
//! let scope = Scope::new(&settings, Profile::SITE, &["http://example.org/"], Path::new("."))?;
//!
//! let picture = Candidate::new(b"http://cdn.example.net/a.png", "cdn.example.net");
//! let decision = scope.decide(&Candidate { hops: "LE", ..picture });
//! assert_eq!((decision.accepted, decision.rule), (true, "requisite"));
//!
//! let page = Candidate { hops: "LL", ..Candidate::new(b"http://example.net/", "example.net") };
//! let decision = scope.decide(&page);
//! assert_eq!((decision.accepted, decision.rule), (false, "out-of-scope"));
//! # Ok::<(), stodola_crawl::scope::ScopeError>(())
//! ```

mod hops;
mod key;
mod prefixes;
pub mod rule;
mod settings;
mod view;

use std::fmt;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use crate::site_rules::{SiteRulesError, SiteRulesFile};
use rule::Test;
use stodola_uri::{RuledUri, SiteRules};
use view::{Seeds, SeedsBuilder, View};

pub(crate) use hops::frame as frame_hop;
pub use rule::{Action, HarvestStage, ScopeRule};
pub use settings::ScopeSettings;

/// A URI that the scope decides about.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// The URI in normal form.
    pub uri: &'a [u8],
    /// Its host, as [`stodola_uri::host`] gives it; empty if it has none.
    pub host: &'a str,
    /// Hop path: a letter for each link from a seed, as in [`stodola_extract::LinkKind::hop`]. Empty for seeds.
    pub hops: &'a str,
    /// Whether it is a seed.
    pub is_seed: bool,
    /// Host of the page with the link; `None` if it is not known.
    pub via_host: Option<&'a str>,
}

impl<'a> Candidate<'a> {
    /// Creates a candidate without hops that is not a seed.
    pub fn new(uri: &'a [u8], host: &'a str) -> Candidate<'a> {
        Candidate { uri, host, hops: "", is_seed: false, via_host: None }
    }

    /// Whether it is part of a page: the last hop is that of a requisite or frame.
    pub fn is_requisite(&self) -> bool {
        self.hops.ends_with(['E', 'F'])
    }
}

/// The decision of a scope about a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision<'a> {
    /// Whether the URI belongs to the harvest.
    pub accepted: bool,
    /// Name of the rule that decided: the stable name of its kind (`too-many-hops`), or the name that the job gives it.
    /// [`NO_RULE`] if no rule matched.
    pub rule: &'a str,
    /// Position of the rule, from 0; `None` if no rule decided.
    pub index: Option<usize>,
    /// Whether it is accepted and only redirects lead to it from a seed. To harvest that site as well, pass the URI to
    /// [`Scope::add_seed`].
    pub is_redirected_seed: bool,
}

/// The reason for a URI that no rule matched. It is rejected.
pub const NO_RULE: &str = "no-rule";

/// The reason for a URI whose domain belongs to another instance of the job.
pub const OTHER_INSTANCE: &str = "other-instance";

/// Errors from creating a scope.
#[derive(Debug, thiserror::Error)]
pub enum ScopeError {
    /// A pattern is not a regular expression, or needs too much memory.
    #[error("the pattern of the scope rule '{rule}' cannot be used: {source}")]
    Regex {
        /// The name of the rule.
        rule: String,
        /// The error of the pattern.
        source: regex::Error,
    },
    /// A list cannot be read.
    #[error("cannot read the list '{}': {source}", path.display())]
    List {
        /// The path of the list.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A rule that needs a list has an empty one.
    #[error("the list of a scope rule of type '{rule}' is empty")]
    EmptyList {
        /// The type of the rule.
        rule: &'static str,
    },
    /// A list has more than 4 GiB.
    #[error("a list of the scope rule '{rule}' is larger than 4 GiB")]
    TooLarge {
        /// The type of the rule.
        rule: &'static str,
    },
    /// The rules about addresses of sites cannot be used.
    #[error(transparent)]
    SiteRules(Box<SiteRulesError>),
}

/// Decides which URIs belong to a harvest: a list of rules, of which the last that matches decides.
pub struct Scope {
    rules: Vec<Compiled>,
    /// Rules about stages: which one, and whether it is done.
    stages: Vec<(HarvestStage, bool, Compiled)>,
    seeds: Seeds,
    share: Option<Share>,
    sites: SiteRules,
}

/// The part of all domains that one of several instances harvests.
struct Share {
    instances: NonZeroU32,
    number: u32,
}

struct Compiled {
    name: String,
    accepts: bool,
    description: String,
    test: Test,
}

/// A rule of a scope, described for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleInfo<'a> {
    /// Position, from 0.
    pub index: usize,
    /// Name in logs.
    pub name: &'a str,
    /// A description: `reject what is more than 20 clicks away from a seed`.
    pub description: &'a str,
}

/// A rule of a scope, with what it says about one URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeighedRule {
    /// Name in logs.
    pub name: String,
    /// A description: `reject what is more than 20 clicks away from a seed`.
    pub description: String,
    /// Whether it accepts what it matches.
    pub accepts: bool,
    /// Whether it matches the URI.
    pub matches: bool,
}

impl Scope {
    /// Creates the scope of a job. Lists that rules name are read now; their paths are relative to `folder`.
    ///
    /// Seeds are normalised here; a seed without a host is ignored.
    pub fn new<S: AsRef<[u8]>>(
        settings: &ScopeSettings,
        profile: crate::job::Profile,
        seeds: &[S],
        folder: &Path,
    ) -> Result<Scope, ScopeError> {
        let mut builder = ScopeBuilder::new(settings, profile, folder)?;
        seeds.iter().try_for_each(|seed| builder.add_seed(seed.as_ref()))?;
        Ok(builder.finish())
    }

    /// Applies the rules about addresses of sites to a link in normal form. They are never applied to seeds.
    pub fn ruled(&self, uri: &[u8]) -> RuledUri {
        self.sites.apply(uri)
    }

    /// Returns the name of the rule by which a stage is left out for a URI; `None` if it is done. The last rule that
    /// matches decides; without one the stage is done.
    pub fn skips(&self, stage: HarvestStage, candidate: &Candidate<'_>) -> Option<&str> {
        if self.stages.is_empty() {
            return None;
        }
        let view = View::new(candidate, &self.seeds);
        let last =
            self.stages.iter().rev().find(|(of, _, rule)| *of == stage && (rule.test)(&view));
        last.filter(|(_, is_done, _)| !is_done).map(|(_, _, rule)| &*rule.name)
    }

    /// Decides whether a URI belongs to the harvest. Any bytes are accepted.
    pub fn decide(&self, candidate: &Candidate<'_>) -> Decision<'_> {
        if let Some(Share { instances, number }) = self.share
            && stodola_uri::partition(candidate.host, instances) != number
        {
            let (accepted, is_redirected_seed) = (false, false);
            return Decision { accepted, rule: OTHER_INSTANCE, index: None, is_redirected_seed };
        }
        let view = View::new(candidate, &self.seeds);
        // The last rule that matches decides, so the rules are tried from the end.
        let last = self.rules.iter().enumerate().rev().find(|(_, rule)| (rule.test)(&view));
        match last {
            Some((index, rule)) => Decision {
                accepted: rule.accepts,
                rule: &rule.name,
                index: Some(index),
                is_redirected_seed: rule.accepts && hops::is_redirected_seed(candidate.hops),
            },
            None => {
                Decision { accepted: false, rule: NO_RULE, index: None, is_redirected_seed: false }
            }
        }
    }

    /// Returns all rules that match a URI, in their order, each with whether it accepts; the last one decides. Whether
    /// the URI belongs to another instance of the job is not asked.
    pub fn matching(
        &self,
        candidate: &Candidate<'_>,
    ) -> impl Iterator<Item = (RuleInfo<'_>, bool)> {
        let rules = self.rules().zip(self.weigh(candidate));
        rules.filter(|(_, weighed)| weighed.matches).map(|(rule, weighed)| (rule, weighed.accepts))
    }

    /// Returns what each rule says about a URI, in their order. The last one that matches decides.
    pub fn weigh(&self, candidate: &Candidate<'_>) -> Vec<WeighedRule> {
        let view = View::new(candidate, &self.seeds);
        let weighed = |rule: &Compiled| WeighedRule {
            name: rule.name.clone(),
            description: rule.description.clone(),
            accepts: rule.accepts,
            matches: (rule.test)(&view),
        };
        self.rules.iter().map(weighed).collect()
    }

    /// Adds a seed, for example the target of a redirect from a seed. It is not stored on disk.
    pub fn add_seed(&mut self, seed: &[u8]) {
        self.seeds.add(seed);
    }

    /// The rules in their order, including those of the profile.
    pub fn rules(&self) -> impl Iterator<Item = RuleInfo<'_>> {
        self.rules.iter().enumerate().map(|(index, rule)| RuleInfo {
            index,
            name: &rule.name,
            description: &rule.description,
        })
    }
}

/// Makes a scope from seeds that come one by one, so that a list of millions of them is never in memory as a whole.
pub(crate) struct ScopeBuilder {
    rules: Vec<Compiled>,
    stages: Vec<(HarvestStage, bool, Compiled)>,
    seeds: SeedsBuilder,
    share: Option<Share>,
    sites: SiteRules,
}

impl ScopeBuilder {
    pub(crate) fn new(
        settings: &ScopeSettings,
        profile: crate::job::Profile,
        folder: &Path,
    ) -> Result<ScopeBuilder, ScopeError> {
        let compile = |rule: &ScopeRule| -> Result<Compiled, ScopeError> {
            Ok(Compiled {
                name: rule.name().to_owned(),
                accepts: rule.action() == Action::Accept,
                description: rule.to_string(),
                test: rule.kind().compile(folder)?,
            })
        };
        let rules = settings.rules(profile);
        let wants = |is_it: fn(&ScopeRule) -> bool| rules.iter().any(is_it);
        let seeds = SeedsBuilder::new([
            wants(|rule| matches!(rule, ScopeRule::SeedHosts(_))),
            wants(|rule| matches!(rule, ScopeRule::SeedDomains(_))),
            wants(|rule| matches!(rule, ScopeRule::SeedPrefixes(_))),
        ]);
        let (settled, mut rules, mut stages) = (rules, Vec::new(), Vec::new());
        for rule in &settled {
            match rule.action().stage() {
                None => rules.push(compile(rule)?),
                Some((stage, is_done)) => stages.push((stage, is_done, compile(rule)?)),
            }
        }
        let instances = NonZeroU32::new(settings.instances).filter(|number| number.get() > 1);
        let share = instances
            .map(|instances| Share { instances, number: settings.instance.saturating_sub(1) });
        let sites = match &settings.site_rules {
            Some(path) => SiteRulesFile::load(&folder.join(path))
                .map_err(|error| ScopeError::SiteRules(Box::new(error)))?,
            None => SiteRules::default(),
        };
        Ok(ScopeBuilder { rules, stages, seeds, share, sites })
    }

    pub(crate) fn add_seed(&mut self, seed: &[u8]) -> Result<(), ScopeError> {
        self.seeds.push(seed).map_err(|_| ScopeError::TooLarge { rule: "seeds" })
    }

    pub(crate) fn finish(self) -> Scope {
        Scope {
            rules: self.rules,
            stages: self.stages,
            seeds: self.seeds.finish(),
            share: self.share,
            sites: self.sites,
        }
    }
}

impl fmt::Debug for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts = self.seeds.hosts.first_len();
        f.debug_struct("Scope")
            .field("rules", &self.rules().collect::<Vec<_>>())
            .field("seed_hosts", &hosts)
            .finish()
    }
}
