//! The file as people write it, and how it becomes rules.

use super::{SiteRuleFault, SiteRuleTest, SiteRulesError, SiteRulesFile, TestedUri};
use crate::job::{JobFileLine, from_toml, line_at};
use serde::Deserialize;
use std::collections::BTreeMap;
use stodola_uri::{
    OtherParameters, PageRule, ParameterRule, PathPattern, SiteRule, SiteRuleError, SiteRules,
};
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRules {
    #[serde(default)]
    site: Vec<Spanned<WrittenSite>>,
    #[serde(default)]
    test: Vec<WrittenTest>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSite {
    hosts: Vec<Spanned<String>>,
    #[serde(default)]
    index: Vec<Spanned<String>>,
    #[serde(default)]
    equal: BTreeMap<Spanned<String>, String>,
    #[serde(default)]
    page: Vec<WrittenPage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPage {
    path: Spanned<String>,
    #[serde(default)]
    parameters: Vec<WrittenParameter>,
    #[serde(default)]
    others: WrittenOthers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenParameter {
    name: Spanned<String>,
    #[serde(default)]
    required: bool,
    #[serde(default)]
    values: Vec<Spanned<String>>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WrittenOthers {
    #[default]
    Drop,
    Keep,
    Ignore,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenTest {
    url: Spanned<String>,
    becomes: Option<String>,
    ignored: Option<String>,
}

/// Makes places of errors.
struct Source<'a> {
    text: &'a str,
    name: &'a str,
}

impl Source<'_> {
    fn place<T>(&self, at: &Spanned<T>) -> JobFileLine {
        let line = Some(line_at(self.text, at.span().start));
        JobFileLine { file: self.name.to_owned(), line }
    }

    fn fault<T>(&self, at: &Spanned<T>, fault: SiteRuleFault) -> SiteRulesError {
        SiteRulesError::Rule { place: self.place(at), fault }
    }
}

pub(super) fn parse(text: &str, name: &str) -> Result<SiteRulesFile, SiteRulesError> {
    let written: WrittenRules = toml::from_str(text)
        .map_err(|error| SiteRulesError::Format(from_toml(&error, text, name)))?;
    let source = Source { text, name };
    let mut sites = Vec::new();
    for site in &written.site {
        sites.push(site.get_ref().checked(site, &source)?);
    }
    let rules = SiteRules::new(sites).map_err(|error| contradiction(error, &written, &source))?;
    let tests = written.test.iter().map(|test| test.checked(&source));
    Ok(SiteRulesFile { rules, tests: tests.collect::<Result<_, _>>()? })
}

/// Finds the line of rules that contradict each other.
fn contradiction(
    error: SiteRuleError,
    written: &WrittenRules,
    source: &Source<'_>,
) -> SiteRulesError {
    let sites = || written.site.iter().map(Spanned::get_ref);
    let nowhere = || JobFileLine { file: source.name.to_owned(), line: None };
    match error {
        SiteRuleError::HostTwice(host) => {
            let same = sites().flat_map(|site| &site.hosts);
            let place = same.filter(|it| normal_host(it.get_ref()) == host).nth(1);
            let place = place.map_or_else(nowhere, |it| source.place(it));
            SiteRulesError::Rule { place, fault: SiteRuleFault::HostTwice(host) }
        }
        SiteRuleError::NotStable { path, counts } => {
            let mut equal = sites().flat_map(|site| site.equal.keys());
            let place = equal.find(|it| normal_path(it.get_ref()).as_deref() == Some(&*path));
            let place = place.map_or_else(nowhere, |it| source.place(it));
            SiteRulesError::Rule { place, fault: SiteRuleFault::NotStable { path, counts } }
        }
    }
}

impl WrittenSite {
    fn checked(
        &self,
        at: &Spanned<WrittenSite>,
        source: &Source<'_>,
    ) -> Result<SiteRule, SiteRulesError> {
        if self.hosts.is_empty() {
            return Err(source.fault(at, SiteRuleFault::NoHosts));
        }
        let mut site = SiteRule::default();
        for written in &self.hosts {
            let host = normal_host(written.get_ref());
            if !is_host(written.get_ref()) {
                let fault = SiteRuleFault::NotAHost(written.get_ref().clone());
                return Err(source.fault(written, fault));
            }
            site.hosts.push(host);
        }
        for written in &self.index {
            let name = normal_path(&format!("/{}", written.get_ref()));
            match name.as_deref().and_then(|name| name.strip_prefix('/')) {
                Some(name) if !name.is_empty() && !name.contains('/') => {
                    site.index.push(name.to_owned());
                }
                _ => {
                    let fault = SiteRuleFault::NotAName(written.get_ref().clone());
                    return Err(source.fault(written, fault));
                }
            }
        }
        for (written, counts) in &self.equal {
            let path = |text: &String| {
                let wrong = || source.fault(written, SiteRuleFault::NotAPath(text.clone()));
                normal_path(text).filter(|path| !path.contains('*')).ok_or_else(wrong)
            };
            site.equal.push((path(written.get_ref())?, path(counts)?));
        }
        for page in &self.page {
            site.pages.push(page.checked(source)?);
        }
        Ok(site)
    }
}

impl WrittenPage {
    fn checked(&self, source: &Source<'_>) -> Result<PageRule, SiteRulesError> {
        let pattern = normal_path(self.path.get_ref()).and_then(|path| PathPattern::new(&path));
        let wrong = || SiteRuleFault::NotAPath(self.path.get_ref().clone());
        let path = pattern.ok_or_else(|| source.fault(&self.path, wrong()))?;
        let mut parameters: Vec<ParameterRule> = Vec::new();
        let normal = |written: &Spanned<String>, without: &[char]| {
            let text = written.get_ref();
            let wrong = || source.fault(written, SiteRuleFault::NotAParameter(text.clone()));
            normal_parameter(text).filter(|it| !it.contains(without)).ok_or_else(wrong)
        };
        for written in &self.parameters {
            let name = normal(&written.name, &['='])?;
            if parameters.iter().any(|known| known.name == name) {
                return Err(source.fault(&written.name, SiteRuleFault::ParameterTwice(name)));
            }
            let values = written.values.iter().map(|value| normal(value, &[]));
            let values = values.collect::<Result<_, _>>()?;
            parameters.push(ParameterRule { name, is_required: written.required, values });
        }
        let others = match self.others {
            WrittenOthers::Drop => OtherParameters::Drop,
            WrittenOthers::Keep => OtherParameters::Keep,
            WrittenOthers::Ignore => OtherParameters::Ignore,
        };
        Ok(PageRule { path, parameters, others })
    }
}

impl WrittenTest {
    fn checked(&self, source: &Source<'_>) -> Result<SiteRuleTest, SiteRulesError> {
        let url = self.url.get_ref().clone();
        let is_web = ["http://", "https://"].iter().any(|start| url.starts_with(start));
        if !is_web || stodola_uri::host(url.as_bytes()).is_none_or(|host| host.is_empty()) {
            return Err(source.fault(&self.url, SiteRuleFault::NotAUrl(url)));
        }
        let expected = match (&self.becomes, &self.ignored) {
            (Some(becomes), None) => TestedUri::Becomes(becomes.clone()),
            (None, Some(reason)) => TestedUri::Ignored(reason.clone()),
            _ => return Err(source.fault(&self.url, SiteRuleFault::UnclearTest)),
        };
        Ok(SiteRuleTest { place: source.place(&self.url), url, expected })
    }
}

/// Whether it is a host without a port, or all hosts below one.
fn is_host(text: &str) -> bool {
    let name = text.strip_prefix("*.").unwrap_or(text);
    let is_plain = name.starts_with('[') || !name.contains([':', '[', ']']);
    is_plain
        && !name.contains(['/', '?', '#', '@', '%', '*', ' ', '\\'])
        && stodola_uri::host(format!("http://{name}/").as_bytes()).is_some_and(|it| !it.is_empty())
}

/// Returns a host as addresses in normal form have it; what is none stays as it is.
fn normal_host(text: &str) -> String {
    let (below, name) = text.strip_prefix("*.").map_or(("", text), |name| ("*.", name));
    match stodola_uri::host(format!("http://{name}/").as_bytes()) {
        Some(host) => format!("{below}{host}"),
        None => text.to_owned(),
    }
}

/// Returns a path as addresses in normal form have it; `None` if it is none.
fn normal_path(text: &str) -> Option<String> {
    if !text.starts_with('/') || text.contains(['?', '#']) {
        return None;
    }
    let normal = stodola_uri::normalise(format!("http://x{text}").as_bytes());
    String::from_utf8(normal).ok()?.strip_prefix("http://x").map(str::to_owned)
}

/// Returns the name or value of a parameter as addresses in normal form have it; `None` if it is none.
fn normal_parameter(text: &str) -> Option<String> {
    if text.contains(['&', '#']) {
        return None;
    }
    let normal = stodola_uri::normalise(format!("http://x/?{text}").as_bytes());
    String::from_utf8(normal).ok()?.strip_prefix("http://x/?").map(str::to_owned)
}
