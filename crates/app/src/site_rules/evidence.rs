//! What speaks for a rule: addresses that gave the same content.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Number of examples of a rule.
const EXAMPLES: usize = 3;
/// Pairs of addresses that have to be equal before a rule is proposed.
const EQUAL_LEAST: u64 = 3;
/// Of a hundred pairs, so many may differ: a page may have changed between two captures.
const DIFFERENT_MOST: u64 = 5;

/// A rule that is proposed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SuggestedChange {
    /// This name at the end of a path means the folder.
    Index {
        /// The name: `index.html`.
        name: String,
    },
    /// A parameter of a path means nothing.
    Needless {
        /// The path.
        path: String,
        /// The parameter.
        parameter: String,
    },
    /// The order of the parameters of a path means nothing.
    Order {
        /// The path.
        path: String,
    },
}

/// A rule that is proposed, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleEvidence {
    /// The rule.
    pub change: SuggestedChange,
    /// Number of pairs of addresses that had the same content.
    pub equal: u64,
    /// Number of pairs that had not.
    pub different: u64,
    /// Some of the equal pairs: an address, and the one that would count.
    pub examples: Vec<(String, String)>,
}

impl RuleEvidence {
    /// Whether it is enough for a proposal.
    pub(super) fn is_enough(&self) -> bool {
        self.equal >= EQUAL_LEAST
            && self.different * 100 <= (self.equal + self.different) * DIFFERENT_MOST
    }
}

/// An address of the site, taken apart.
pub(super) struct Address<'a> {
    /// Scheme and host.
    pub(super) origin: &'a str,
    pub(super) path: &'a str,
    pub(super) parameters: Vec<&'a str>,
}

impl<'a> Address<'a> {
    pub(super) fn new(uri: &'a str) -> Option<Address<'a>> {
        let start = uri.find("://")? + 3;
        let end = uri[start..].find(['/', '?']).map_or(uri.len(), |at| start + at);
        let (origin, rest) = uri.split_at(end);
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let parameters = query.split('&').filter(|it| !it.is_empty()).collect();
        Some(Address { origin, path, parameters })
    }

    fn written(&self, parameters: &[&str]) -> String {
        let mark = if parameters.is_empty() { "" } else { "?" };
        format!("{}{}{mark}{}", self.origin, self.path, parameters.join("&"))
    }
}

/// The name of a parameter.
pub(super) fn name_of(parameter: &str) -> &str {
    parameter.split('=').next().unwrap_or_default()
}

/// The parameters with this name, in the order of the address.
fn values_of<'a>(uri: &'a str, name: &str) -> Vec<&'a str> {
    let parameters = Address::new(uri).map(|address| address.parameters).unwrap_or_default();
    parameters.into_iter().filter(|it| name_of(it) == name).collect()
}

/// Compares the addresses of a site, each with the hashes of its contents.
pub(super) fn compare(addresses: &HashMap<String, Vec<u64>>) -> Vec<RuleEvidence> {
    let mut found = Found { addresses, by_change: BTreeMap::new() };
    // By origin, path and sorted parameters; and the same without each parameter.
    let mut orders: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut without: BTreeMap<(String, &str), Vec<&str>> = BTreeMap::new();
    let mut sorted: Vec<&String> = addresses.keys().collect();
    sorted.sort_unstable();
    for uri in sorted {
        let Some(address) = Address::new(uri) else { continue };
        if address.parameters.is_empty() {
            found.index(uri, &address);
            continue;
        }
        let mut parameters = address.parameters.clone();
        parameters.sort_unstable();
        orders.entry(address.written(&parameters)).or_default().push(uri);
        let mut names: Vec<&str> = parameters.iter().map(|it| name_of(it)).collect();
        names.dedup();
        for name in names {
            let rest: Vec<&str> =
                parameters.iter().copied().filter(|it| name_of(it) != name).collect();
            without.entry((address.written(&rest), name)).or_default().push(uri);
        }
    }
    for (counts, spellings) in &orders {
        let order =
            |address: &Address<'_>| SuggestedChange::Order { path: address.path.to_owned() };
        found.group(counts, spellings, order);
    }
    for ((counts, name), spellings) in &without {
        // One address for each value of the parameter: others differ in their order only.
        let mut spellings = spellings.clone();
        let mut values = BTreeSet::new();
        spellings.retain(|uri| values.insert(values_of(uri, name)));
        // The address without the parameter belongs to the group, if it is there.
        if let Some((bare, _)) = addresses.get_key_value(counts) {
            spellings.push(bare);
        }
        found.group(counts, &spellings, |address| SuggestedChange::Needless {
            path: address.path.to_owned(),
            parameter: (*name).to_owned(),
        });
    }
    found.by_change.into_values().collect()
}

struct Found<'f> {
    addresses: &'f HashMap<String, Vec<u64>>,
    by_change: BTreeMap<SuggestedChange, RuleEvidence>,
}

impl Found<'_> {
    /// Compares `folder/name` with `folder/`.
    fn index(&mut self, uri: &str, address: &Address<'_>) {
        let Some((folder, name)) = address.path.rsplit_once('/').filter(|it| !it.1.is_empty())
        else {
            return;
        };
        let folder = format!("{}{folder}/", address.origin);
        if self.addresses.contains_key(&folder) {
            let change = SuggestedChange::Index { name: name.to_owned() };
            self.pair(change, uri, &folder, &folder);
        }
    }

    /// Compares each address of a group with the first one.
    fn group(
        &mut self,
        counts: &str,
        spellings: &[&str],
        change: impl Fn(&Address<'_>) -> SuggestedChange,
    ) {
        let Some((first, others)) = spellings.split_first() else { return };
        let Some(address) = Address::new(first) else { return };
        for other in others {
            self.pair(change(&address), other, first, counts);
        }
    }

    fn pair(&mut self, change: SuggestedChange, uri: &str, other: &str, counts: &str) {
        let (Some(one), Some(two)) = (self.addresses.get(uri), self.addresses.get(other)) else {
            return;
        };
        let is_equal = one.iter().any(|hash| two.contains(hash));
        let evidence = self.by_change.entry(change.clone()).or_insert_with(|| RuleEvidence {
            change,
            equal: 0,
            different: 0,
            examples: Vec::new(),
        });
        if !is_equal {
            evidence.different += 1;
            return;
        }
        evidence.equal += 1;
        if evidence.examples.len() < EXAMPLES {
            evidence.examples.push((uri.to_owned(), counts.to_owned()));
        }
    }
}
