//! Proposals of rules for a site, from contents that are equal under several addresses.

use super::evidence::{Address, RuleEvidence, SuggestedChange, compare, name_of};
use crate::Watch;
use crate::archive::{ReadError, prefixes_of};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use stodola_archive::{Archive, CaptureKind, Catalogue, Entry};
use stodola_crawl::site_rules::{TestedUri, site_rules_text, tested};
use stodola_map::is_document;
use stodola_uri::{OtherParameters, PageRule, ParameterRule, PathPattern, SiteRule, SiteRules};

/// Maximum number of addresses that are compared.
const ADDRESSES_MAX: usize = 300_000;
/// Maximum number of contents of an address that are compared.
const CONTENTS_MAX: usize = 16;

/// For which site of which archive rules are proposed.
#[derive(Clone, Debug)]
pub struct SuggestSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// The host.
    pub site: String,
}

/// Rules that are proposed for a site. Somebody has to look at them: equal contents can be a coincidence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuggestedRules {
    /// The rules, with tests, as the text of a file; empty if nothing is proposed.
    pub text: String,
    /// What speaks for each rule.
    pub evidence: Vec<RuleEvidence>,
    /// Number of addresses that were compared.
    pub addresses: u64,
    /// Whether there are more addresses than are compared.
    pub is_cut: bool,
}

/// Proposes rules for a site: pages of the catalogue with the same payload digest under several addresses.
pub fn suggest_rules(
    settings: &SuggestSettings,
    watch: &dyn Watch,
) -> Result<SuggestedRules, ReadError> {
    let archive = Archive::open(&settings.archive)?;
    let catalogue = Catalogue::open(&archive)?;
    let mut addresses: HashMap<String, Vec<u64>> = HashMap::new();
    let (mut seen, mut is_cut) = (0, false);
    watch.begin("captures", None);
    for prefix in prefixes_of(&settings.site) {
        for entry in catalogue.prefix(&prefix, None) {
            seen += 1;
            watch.at(seen);
            if watch.is_stopped() {
                is_cut = true;
                break;
            }
            let Some((uri, hash)) = content(&entry?) else { continue };
            if !addresses.contains_key(&uri) && addresses.len() >= ADDRESSES_MAX {
                is_cut = true;
                continue;
            }
            let hashes = addresses.entry(uri).or_default();
            if hashes.len() < CONTENTS_MAX && !hashes.contains(&hash) {
                hashes.push(hash);
            }
        }
    }
    watch.end();
    let evidence: Vec<RuleEvidence> =
        compare(&addresses).into_iter().filter(RuleEvidence::is_enough).collect();
    let text = written(&addresses, &evidence);
    Ok(SuggestedRules { text, evidence, addresses: addresses.len() as u64, is_cut })
}

/// The address of a page and the hash of its content; `None` for what is no page.
fn content(entry: &Entry) -> Option<(String, u64)> {
    let row = &entry.row;
    let is_page =
        matches!(row.kind, CaptureKind::Response | CaptureKind::Revisit | CaptureKind::Resource)
            && row.status.is_none_or(|status| (200..300).contains(&status))
            && row.mime.as_deref().is_none_or(is_document);
    let digest = row.digest.as_ref().filter(|_| is_page && row.length != Some(0))?;
    let normal = stodola_uri::normalise(stodola_uri::without_fragment(&row.uri));
    let uri = String::from_utf8(normal).ok().filter(|uri| uri.starts_with("http"))?;
    let mut hasher = DefaultHasher::new();
    digest.hash(&mut hasher);
    Some((uri, hasher.finish()))
}

/// Returns the proposals as the text of a file, with the examples as tests.
fn written(addresses: &HashMap<String, Vec<u64>>, evidence: &[RuleEvidence]) -> String {
    if evidence.is_empty() {
        return String::new();
    }
    let site = site_of(addresses, evidence);
    let mut text = site_rules_text(&site);
    let Ok(rules) = SiteRules::new(vec![site]) else { return text };
    let mut told = BTreeSet::new();
    for (uri, _) in evidence.iter().flat_map(|it| &it.examples).filter(|it| told.insert(&it.0)) {
        // Several rules together may change more than one of them: the test says what they all make of it.
        if let TestedUri::Becomes(becomes) = tested(&rules, uri) {
            let (uri, becomes) = (toml::Value::from(uri.clone()), toml::Value::from(becomes));
            text.push_str(&format!("\n[[test]]\nurl = {uri}\nbecomes = {becomes}\n"));
        }
    }
    text
}

/// Puts the proposals together. A path whose parameters are spoken of lists those that mean something.
fn site_of(addresses: &HashMap<String, Vec<u64>>, evidence: &[RuleEvidence]) -> SiteRule {
    let mut site = SiteRule::default();
    for RuleEvidence { change, .. } in evidence {
        if let SuggestedChange::Index { name } = change {
            site.index.push(name.clone());
        }
    }
    let index = site.index.clone();
    // Rules about parameters are applied to the path that counts.
    let counted = |path: &str| match path.rsplit_once('/') {
        Some((folder, name)) if index.iter().any(|it| it == name) => format!("{folder}/"),
        _ => path.to_owned(),
    };
    let mut hosts = BTreeSet::new();
    let mut names: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for uri in addresses.keys() {
        hosts.extend(stodola_uri::host(uri.as_bytes()).map(|host| host.into_owned()));
        if let Some(address) = Address::new(uri) {
            let known = names.entry(counted(address.path)).or_default();
            known.extend(address.parameters.iter().map(|it| name_of(it)));
        }
    }
    site.hosts = hosts.into_iter().collect();
    let mut pages: BTreeMap<String, (OtherParameters, BTreeSet<&str>)> = BTreeMap::new();
    for RuleEvidence { change, .. } in evidence {
        match change {
            SuggestedChange::Index { .. } => {}
            SuggestedChange::Needless { path, parameter } => {
                let page = pages.entry(counted(path)).or_default();
                page.0 = OtherParameters::Drop;
                page.1.insert(parameter);
            }
            SuggestedChange::Order { path } => {
                pages.entry(counted(path)).or_insert((OtherParameters::Keep, BTreeSet::new()));
            }
        }
    }
    for (path, (others, needless)) in pages {
        let pattern = PathPattern::new(&path).filter(|_| !path.contains('*'));
        let Some(pattern) = pattern else { continue };
        let known = names.get(&path).into_iter().flatten().filter(|name| !needless.contains(*name));
        let parameter = |name: &&str| ParameterRule {
            name: (*name).to_owned(),
            is_required: false,
            values: Vec::new(),
        };
        let parameters = known.map(parameter).collect();
        site.pages.push(PageRule { path: pattern, parameters, others });
    }
    site
}
