//! Rules about the addresses of a site: which of them are the same page, and which are no pages at all.
//!
//! A dynamic site gives one page under many addresses: `/` and `/index.php`, parameters in another order, a number of
//! the session behind them. [`SiteRules`] knows, for each host, which spelling counts. It is made of plain data; the
//! file that people write is read elsewhere.
//!
//! The rules of the host are applied in this order, once each:
//!
//! 1. A last segment that is listed in [`SiteRule::index`] is removed.
//! 2. A path that stands in [`SiteRule::equal`] is replaced.
//! 3. The first [`PageRule`] whose path fits decides about the query: listed parameters come in the order of the list,
//!    other parameters are dropped, kept or refused. What breaks it makes the address *ignored*.
//!
//! The result is stable: applying the rules to it changes nothing more. Nothing else of the address is touched.

mod page;

pub use page::{OtherParameters, PageRule, ParameterRule, PathPattern};

use crate::parts::split;
use std::collections::HashMap;
use std::fmt;

/// The rules of all sites.
///
/// ```
/// use stodola_uri::{PageRule, ParameterRule, PathPattern, RuledUri, SiteRule, SiteRules};
///
/// let page = PageRule {
///     path: PathPattern::new("/show.php").unwrap(),
///     parameters: vec![ParameterRule { name: "id".into(), is_required: true, values: vec![] }],
///     ..PageRule::default()
/// };
/// let site = SiteRule {
///     hosts: vec!["www.example.cz".into()],
///     index: vec!["index.php".into()],
///     pages: vec![page],
///     ..SiteRule::default()
/// };
/// let rules = SiteRules::new(vec![site]).unwrap();
/// let becomes = |uri: &str| RuledUri::Becomes(uri.into());
/// assert_eq!(rules.apply(b"http://www.example.cz/index.php"), becomes("http://www.example.cz/"));
/// assert_eq!(rules.apply(b"http://www.example.cz/"), RuledUri::AsItIs);
/// let ruled = rules.apply(b"http://www.example.cz/show.php?sid=7&id=3");
/// assert_eq!(ruled, becomes("http://www.example.cz/show.php?id=3"));
/// let RuledUri::Ignored(why) = rules.apply(b"http://www.example.cz/show.php") else { panic!() };
/// assert_eq!(why.to_string(), "missing id");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteRules {
    sites: Vec<SiteRule>,
    /// The site of each host; `*.example.cz` for all hosts below a domain.
    by_host: HashMap<String, usize>,
}

/// The rules of one site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteRule {
    /// Its hosts, as [`host`](crate::host()) gives them; `*.example.cz` for all hosts below a domain.
    pub hosts: Vec<String>,
    /// Names at the end of a path that mean the folder itself: `index.html`.
    pub index: Vec<String>,
    /// Pairs of paths that are the same page. The second one counts.
    pub equal: Vec<(String, String)>,
    /// Rules about queries. The first one whose path fits decides.
    pub pages: Vec<PageRule>,
}

/// What the rules make of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuledUri {
    /// It is already the spelling that counts, or there is no rule about it.
    AsItIs,
    /// It is the same page as this address, which counts.
    Becomes(Vec<u8>),
    /// It breaks a rule, so it is no page of the site.
    Ignored(RuleBreak),
}

/// Why an address is ignored. Its words, for logs, never change: `missing id`, `value lang=de`, `unknown sid`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleBreak {
    /// A parameter is missing that is required.
    Missing {
        /// The parameter.
        parameter: String,
    },
    /// A parameter has a value that is not listed.
    Value {
        /// The parameter.
        parameter: String,
        /// The value, cut if it is long.
        value: String,
    },
    /// There is a parameter that no rule names, and others are not allowed.
    Unknown {
        /// The parameter, cut if it is long.
        parameter: String,
    },
}

impl fmt::Display for RuleBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleBreak::Missing { parameter } => write!(f, "missing {parameter}"),
            RuleBreak::Value { parameter, value } => write!(f, "value {parameter}={value}"),
            RuleBreak::Unknown { parameter } => write!(f, "unknown {parameter}"),
        }
    }
}

/// Errors from putting rules together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteRuleError {
    /// Two sites have the same host.
    HostTwice(String),
    /// The path that counts would be changed by another rule of the site.
    NotStable {
        /// The path that is replaced.
        path: String,
        /// The path that counts.
        counts: String,
    },
}

impl fmt::Display for SiteRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SiteRuleError::HostTwice(host) => write!(f, "two sites have the host '{host}'"),
            SiteRuleError::NotStable { path, counts } => {
                write!(f, "'{path}' is equal to '{counts}', which another rule changes as well")
            }
        }
    }
}

impl std::error::Error for SiteRuleError {}

impl SiteRules {
    /// Puts the rules of sites together.
    ///
    /// # Errors
    /// A host has two sites, or a path that counts is one that the rules change.
    pub fn new(sites: Vec<SiteRule>) -> Result<SiteRules, SiteRuleError> {
        let mut by_host = HashMap::new();
        for (number, site) in sites.iter().enumerate() {
            for host in &site.hosts {
                if by_host.insert(host.clone(), number).is_some() {
                    return Err(SiteRuleError::HostTwice(host.clone()));
                }
            }
            for (path, counts) in &site.equal {
                if site.ruled_path(counts.as_bytes()) != counts.as_bytes() {
                    let (path, counts) = (path.clone(), counts.clone());
                    return Err(SiteRuleError::NotStable { path, counts });
                }
            }
        }
        Ok(SiteRules { sites, by_host })
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    /// The sites, in the order in which they were given.
    pub fn sites(&self) -> &[SiteRule] {
        &self.sites
    }

    /// Returns the rules of a host: its own, or those of the nearest domain above it.
    pub fn of_host(&self, host: &str) -> Option<&SiteRule> {
        let number = self.by_host.get(host).copied().or_else(|| {
            let dots = host.match_indices('.').map(|(at, _)| at);
            dots.into_iter().find_map(|at| self.by_host.get(&format!("*{}", &host[at..])).copied())
        });
        number.and_then(|number| self.sites.get(number))
    }

    /// Applies the rules to an address in [normal form](crate::normalise), without a fragment.
    pub fn apply(&self, uri: &[u8]) -> RuledUri {
        if self.is_empty() {
            return RuledUri::AsItIs;
        }
        let host = crate::host(uri);
        let Some(site) = host.and_then(|host| self.of_host(&host)) else { return RuledUri::AsItIs };
        let parts = split(uri);
        let (Some(scheme), Some(authority)) = (parts.scheme, parts.authority) else {
            return RuledUri::AsItIs;
        };
        let path = site.ruled_path(parts.path);
        let page = site.pages.iter().find(|page| page.path.fits(path));
        let query = match page.map(|page| page.ruled_query(parts.query)) {
            None => parts.query.map(<[u8]>::to_vec),
            Some(Ok(query)) => query,
            Some(Err(why)) => return RuledUri::Ignored(why),
        };
        let before = &uri[..scheme.len() + 3 + authority.len()];
        let mut ruled = [before, path].concat();
        if let Some(query) = query {
            ruled.push(b'?');
            ruled.extend_from_slice(&query);
        }
        if ruled == uri { RuledUri::AsItIs } else { RuledUri::Becomes(ruled) }
    }

    /// Returns addresses that are the same page as one that counts: that one first, then those with other paths.
    /// Addresses with other parameters can be any number, and are not among them.
    ///
    /// ```
    /// use stodola_uri::{SiteRule, SiteRules};
    ///
    /// let site = SiteRule {
    ///     hosts: vec!["a.cz".into()],
    ///     index: vec!["index.html".into()],
    ///     equal: vec![("/home".into(), "/".into())],
    ///     ..SiteRule::default()
    /// };
    /// let rules = SiteRules::new(vec![site]).unwrap();
    /// let spellings: [&[u8]; 3] = [b"http://a.cz/?x", b"http://a.cz/index.html?x", b"http://a.cz/home?x"];
    /// assert_eq!(rules.spellings(b"http://a.cz/?x"), spellings);
    /// assert_eq!(rules.spellings(b"http://b.cz/"), [b"http://b.cz/"]);
    /// ```
    pub fn spellings(&self, uri: &[u8]) -> Vec<Vec<u8>> {
        let mut spellings = vec![uri.to_vec()];
        let host = crate::host(uri);
        let Some(site) = host.and_then(|host| self.of_host(&host)) else { return spellings };
        let parts = split(uri);
        let (Some(scheme), Some(authority)) = (parts.scheme, parts.authority) else {
            return spellings;
        };
        let before = &uri[..scheme.len() + 3 + authority.len()];
        let query = parts.query.map(|query| [b"?", query].concat()).unwrap_or_default();
        let mut paths = vec![parts.path.to_vec()];
        let equal = site.equal.iter().filter(|(_, counts)| counts.as_bytes() == parts.path);
        paths.extend(equal.map(|(path, _)| path.as_bytes().to_vec()));
        let folders = paths.clone().into_iter().filter(|path| path.ends_with(b"/"));
        let named = |path: Vec<u8>| {
            site.index.iter().map(move |name| [&path[..], name.as_bytes()].concat())
        };
        let mut others: Vec<Vec<u8>> = folders.flat_map(named).collect();
        others.extend(paths.drain(1..));
        spellings.extend(others.iter().map(|path| [before, path, &query].concat()));
        spellings
    }

    /// Whether some rule about queries fits an address, so that parameters may be dropped.
    pub fn has_page_rule(&self, uri: &[u8]) -> bool {
        let host = crate::host(uri);
        let Some(site) = host.and_then(|host| self.of_host(&host)) else { return false };
        let path = site.ruled_path(split(uri).path);
        site.pages.iter().any(|page| page.path.fits(path))
    }
}

impl SiteRule {
    /// Returns the path that counts.
    fn ruled_path<'a>(&'a self, path: &'a [u8]) -> &'a [u8] {
        let folder = path.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
        let is_index = self.index.iter().any(|name| name.as_bytes() == &path[folder..]);
        let path = if is_index && folder > 0 { &path[..folder] } else { path };
        let equal = self.equal.iter().find(|(from, _)| from.as_bytes() == path);
        equal.map_or(path, |(_, counts)| counts.as_bytes())
    }
}
