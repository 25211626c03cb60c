//! Errors in a file with site rules, with the line and what is wrong.

use super::FailedRuleTest;
use crate::job::{JobError, JobFileLine};
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Errors from reading site rules.
#[derive(Debug, thiserror::Error)]
pub enum SiteRulesError {
    /// The file could not be read.
    #[error("cannot read '{}': {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is larger than any such file should be.
    #[error("'{}' is larger than 4 MiB", .path.display())]
    Large {
        /// The file.
        path: PathBuf,
    },
    /// It is not TOML, or has a key or word that is not known.
    #[error(transparent)]
    Format(JobError),
    /// A rule or test cannot be used.
    #[error("{place}: {fault}")]
    Rule {
        /// The line.
        place: JobFileLine,
        /// What is wrong.
        fault: SiteRuleFault,
    },
    /// The rules do not pass a test in the file.
    #[error(
        "{}: the test fails: '{}' must become {}, but becomes {}",
        .0.test.place, .0.test.url, .0.test.expected, .0.found
    )]
    Test(Box<FailedRuleTest>),
}

/// What is wrong with a site rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteRuleFault {
    /// Not a host, nor `*.` and a domain.
    NotAHost(String),
    /// Two sites have the same host.
    HostTwice(String),
    /// A site without hosts.
    NoHosts,
    /// Not a path with at most one `*`.
    NotAPath(String),
    /// Not a name at the end of a path.
    NotAName(String),
    /// Another rule changes the path that counts.
    NotStable {
        /// The path that is replaced.
        path: String,
        /// The path that counts.
        counts: String,
    },
    /// Not the name or the value of a parameter.
    NotAParameter(String),
    /// A rule names a parameter twice.
    ParameterTwice(String),
    /// A test of an address that is none.
    NotAUrl(String),
    /// A test that expects nothing, or two things.
    UnclearTest,
}

impl fmt::Display for SiteRuleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SiteRuleFault::NotAHost(host) => write!(
                f,
                "'{host}' is not a host, such as www.example.cz, nor all hosts below one, such as *.example.cz"
            ),
            SiteRuleFault::HostTwice(host) => write!(f, "two sites have the host '{host}'"),
            SiteRuleFault::NoHosts => f.write_str("the site has no hosts"),
            SiteRuleFault::NotAPath(path) => {
                write!(f, "'{path}' is not a path that begins with / and has at most one *")
            }
            SiteRuleFault::NotAName(name) => {
                write!(f, "'{name}' is not a name at the end of a path, such as index.html")
            }
            SiteRuleFault::NotStable { path, counts } => {
                write!(f, "'{path}' is equal to '{counts}', which another rule changes as well")
            }
            SiteRuleFault::NotAParameter(text) => {
                write!(
                    f,
                    "'{text}' is not the name or value of a parameter, as it stands in addresses"
                )
            }
            SiteRuleFault::ParameterTwice(name) => {
                write!(f, "the parameter '{name}' stands there twice")
            }
            SiteRuleFault::NotAUrl(url) => {
                write!(f, "'{url}' is not an http or https address with a host")
            }
            SiteRuleFault::UnclearTest => {
                f.write_str("a test has either `becomes` or `ignored`, and not both")
            }
        }
    }
}
