//! Rules about the addresses of sites: those of an archive, tests of a file, and proposals from what is archived.
//!
//! The file `site-rules.toml` in the archive folder has the rules by which the map counts equal addresses as one page,
//! and by which replay finds a page under another of its addresses.
//! A job that names it (`scope.site_rules`) harvests by them, too.

mod evidence;
mod live;
mod suggest;
#[cfg(test)]
mod tests;

pub use evidence::{RuleEvidence, SuggestedChange};
pub use live::LiveSiteRules;
pub use suggest::{SuggestSettings, SuggestedRules, suggest_rules};

use std::path::{Path, PathBuf};
use stodola_crawl::site_rules::{FailedRuleTest, SiteRulesError, SiteRulesFile};
use stodola_uri::{RuledUri, SiteRules};

/// Name of the file with the rules of an archive.
pub const SITE_RULES_FILE: &str = "site-rules.toml";

/// The result of the tests in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesCheck {
    /// Number of sites.
    pub sites: usize,
    /// Number of tests.
    pub tests: usize,
    /// Tests that the rules do not pass.
    pub failed: Vec<FailedRuleTest>,
}

/// Reads a file with site rules and runs its tests.
pub fn check_rules(file: &Path) -> Result<RulesCheck, SiteRulesError> {
    let file = SiteRulesFile::read(file)?;
    let (sites, tests) = (file.rules.sites().len(), file.tests.len());
    Ok(RulesCheck { sites, tests, failed: file.failures() })
}

/// Returns the rules of an archive; none if it has no file of them.
pub fn rules_of_archive(archive: &Path) -> Result<SiteRules, SiteRulesError> {
    let path: PathBuf = archive.join(SITE_RULES_FILE);
    match path.try_exists() {
        Ok(false) => Ok(SiteRules::default()),
        // What cannot be read is told by reading it.
        Ok(true) | Err(_) => SiteRulesFile::load(&path),
    }
}

/// Returns the address that counts instead of another one; `None` if it counts itself, or is ignored. For the map:
/// [`stodola_map::MapSnapshot::unite`].
pub fn counted_address(rules: &SiteRules, uri: &[u8]) -> Option<Vec<u8>> {
    match rules.apply(uri) {
        RuledUri::Becomes(counts) => Some(counts),
        RuledUri::AsItIs | RuledUri::Ignored(_) => None,
    }
}
