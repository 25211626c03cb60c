//! Files with rules about the addresses of sites, and with the tests of these rules.
//!
//! ```toml
//! [[site]]
//! hosts = ["www.example.cz"]
//! index = ["index.html", "index.php"]
//! equal = { "/home" = "/" }
//!
//! [[site.page]]
//! path = "/show.php"
//! parameters = [
//!     { name = "id", required = true },
//!     { name = "lang", values = ["cs", "en"] },
//!     { name = "page" },
//! ]
//!
//! [[test]]
//! url = "http://www.example.cz/show.php?sid=7&id=3"
//! becomes = "http://www.example.cz/show.php?id=3"
//!
//! [[test]]
//! url = "http://www.example.cz/show.php"
//! ignored = "missing id"
//! ```
//!
//! What the rules mean is said at [`SiteRules`]. An unknown key is an error. A harvest refuses rules that do not pass
//! their own tests.

mod error;
mod write;
mod written;

pub use error::{SiteRuleFault, SiteRulesError};
pub use write::site_rules_text;

use crate::job::JobFileLine;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use stodola_uri::{RuledUri, SiteRules};

/// Maximum size of the file in bytes.
const FILE_MAX: u64 = 4 << 20;

/// What in the logs stands before the reason for which site rules ignore a URI: `site-rule missing id`.
pub const SITE_RULE: &str = "site-rule";
/// What in the logs stands before the address that counts instead of a URI: `site-rule-same http://a.cz/`.
pub const SITE_RULE_SAME: &str = "site-rule-same";

/// Returns the rule under which a rejected link is counted. The reasons of site rules name addresses and parameters, so
/// there may be as many as links.
pub fn counted_rule(rule: &str) -> &str {
    match rule.split_once(' ') {
        Some((first @ (SITE_RULE | SITE_RULE_SAME), _)) => first,
        _ => rule,
    }
}

/// The content of a file with site rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteRulesFile {
    /// The rules.
    pub rules: SiteRules,
    /// The tests, in the order of the file.
    pub tests: Vec<SiteRuleTest>,
}

/// A test of site rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteRuleTest {
    /// Where it stands.
    pub place: JobFileLine,
    /// The address as the file has it.
    pub url: String,
    /// What must become of it.
    pub expected: TestedUri,
}

/// What becomes of an address, as tests say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestedUri {
    /// This address, which may be the same.
    Becomes(String),
    /// It is ignored for this reason.
    Ignored(String),
}

/// A test that the rules do not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedRuleTest {
    /// The test.
    pub test: SiteRuleTest,
    /// What the rules make of its address.
    pub found: TestedUri,
}

impl std::fmt::Display for TestedUri {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TestedUri::Becomes(uri) => f.write_str(uri),
            TestedUri::Ignored(reason) => write!(f, "ignored ({reason})"),
        }
    }
}

impl SiteRulesFile {
    /// Reads a file, whether its rules pass their tests or not.
    pub fn read(path: &Path) -> Result<SiteRulesFile, SiteRulesError> {
        let failed = |source| SiteRulesError::Read { path: path.to_owned(), source };
        let mut text = String::new();
        let file = File::open(path).map_err(failed)?;
        file.take(FILE_MAX + 1).read_to_string(&mut text).map_err(failed)?;
        if text.len() as u64 > FILE_MAX {
            return Err(SiteRulesError::Large { path: path.to_owned() });
        }
        SiteRulesFile::parse(&text, &path.to_string_lossy())
    }

    /// Parses the text of a file. Errors name the file as `name`.
    pub fn parse(text: &str, name: &str) -> Result<SiteRulesFile, SiteRulesError> {
        written::parse(text, name)
    }

    /// Reads a file, and returns its rules if they pass their tests.
    ///
    /// # Errors
    /// The file cannot be read, or a test fails; the error has the first one.
    pub fn load(path: &Path) -> Result<SiteRules, SiteRulesError> {
        let file = SiteRulesFile::read(path)?;
        match file.failures().into_iter().next() {
            None => Ok(file.rules),
            Some(failed) => Err(SiteRulesError::Test(Box::new(failed))),
        }
    }

    /// Runs the tests, and returns those that fail.
    pub fn failures(&self) -> Vec<FailedRuleTest> {
        let tested = self.tests.iter().map(|test| (test, tested(&self.rules, &test.url)));
        let failed = tested.filter(|(test, found)| test.expected != *found);
        failed.map(|(test, found)| FailedRuleTest { test: test.clone(), found }).collect()
    }
}

/// Returns what rules make of an address as somebody writes it.
pub fn tested(rules: &SiteRules, url: &str) -> TestedUri {
    let normal = stodola_uri::normalise(url.as_bytes());
    let normal = stodola_uri::without_fragment(&normal);
    let text = |uri: &[u8]| String::from_utf8_lossy(uri).into_owned();
    match rules.apply(normal) {
        RuledUri::AsItIs => TestedUri::Becomes(text(normal)),
        RuledUri::Becomes(ruled) => TestedUri::Becomes(text(&ruled)),
        RuledUri::Ignored(why) => TestedUri::Ignored(why.to_string()),
    }
}
