//! What rules see: a candidate with its parts, and the seeds. Keys are computed when a rule first asks.

use std::cell::OnceCell;

use super::Candidate;
use super::key;
use super::prefixes::{GrowingSet, PrefixSet, PrefixSetBuilder, TooLarge};

/// A candidate, as rules see it.
pub(super) struct View<'a> {
    pub(super) candidate: &'a Candidate<'a>,
    pub(super) parts: stodola_uri::Parts<'a>,
    pub(super) seeds: &'a Seeds,
    key: OnceCell<Vec<u8>>,
    bare_key: OnceCell<Vec<u8>>,
    bare_host: OnceCell<Vec<u8>>,
}

impl<'a> View<'a> {
    pub(super) fn new(candidate: &'a Candidate<'a>, seeds: &'a Seeds) -> View<'a> {
        let parts = stodola_uri::parse(candidate.uri);
        let [key, bare_key, bare_host] = [const { OnceCell::new() }; 3];
        View { candidate, parts, seeds, key, bare_key, bare_host }
    }

    /// The whole key: `org,example,www,)/dir/x`.
    pub(super) fn key(&self) -> &[u8] {
        self.key.get_or_init(|| self.make_key(self.candidate.host))
    }

    /// The key of the host without `www.`
    pub(super) fn bare_key(&self) -> &[u8] {
        self.bare_key.get_or_init(|| self.make_key(key::bare(self.candidate.host)))
    }

    /// The key of the host alone, without `www.` and port: `org,example,)`.
    pub(super) fn bare_host(&self) -> &[u8] {
        self.bare_host.get_or_init(|| {
            let host = key::bare(self.candidate.host);
            let mut key = Vec::with_capacity(host.len() + 2);
            key::push_host(&mut key, host);
            key.push(b')');
            key
        })
    }

    /// Returns the key; that of a candidate without a host is matched by no prefix.
    fn make_key(&self, host: &str) -> Vec<u8> {
        let mut key = Vec::with_capacity(self.candidate.uri.len() + 8);
        if !host.is_empty() {
            key::push_host(&mut key, host);
            key::push_rest(&mut key, &self.parts);
        }
        key
    }

    /// Returns what follows the last dot of the last segment of the path; `None` if there is no dot.
    pub(super) fn suffix(&self) -> Option<&'a [u8]> {
        let path = self.parts.path;
        let start = path.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
        let name = &path[start..];
        let dot = name.iter().rposition(|&byte| byte == b'.')?;
        Some(&name[dot + 1..])
    }
}

/// The hosts, domains and folders of the seeds, all without `www.`
#[derive(Clone, Debug, Default)]
pub(super) struct Seeds {
    wanted: WantedSets,
    pub(super) hosts: SeedSet,
    pub(super) domains: SeedSet,
    pub(super) folders: SeedSet,
}

/// Prefixes known from the beginning, and those that were added later.
#[derive(Clone, Debug, Default)]
pub(super) struct SeedSet {
    first: PrefixSet,
    later: GrowingSet,
}

impl SeedSet {
    pub(super) fn covers(&self, key: &[u8]) -> bool {
        self.first.covers(key) || self.later.covers(key)
    }

    pub(super) fn first_len(&self) -> usize {
        self.first.len()
    }
}

/// Collects the seeds of a scope. Only what its rules look for is kept.
#[derive(Debug, Default)]
pub(super) struct SeedsBuilder {
    wanted: WantedSets,
    builders: [PrefixSetBuilder; 3],
}

/// Whether rules look for hosts, domains and folders of the seeds, in this order.
pub(super) type WantedSets = [bool; 3];

impl SeedsBuilder {
    pub(super) fn new(wanted: WantedSets) -> SeedsBuilder {
        SeedsBuilder { wanted, builders: Default::default() }
    }

    pub(super) fn push(&mut self, seed: &[u8]) -> Result<(), TooLarge> {
        if self.wanted == WantedSets::default() {
            return Ok(());
        }
        let Some(prefixes) = implied(seed) else { return Ok(()) };
        for (at, prefix) in prefixes.iter().enumerate().filter(|(at, _)| self.wanted[*at]) {
            self.builders[at].push(prefix)?;
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Seeds {
        let [hosts, domains, folders] = self
            .builders
            .map(|builder| SeedSet { first: builder.finish(), later: GrowingSet::default() });
        Seeds { wanted: self.wanted, hosts, domains, folders }
    }
}

impl Seeds {
    pub(super) fn add(&mut self, seed: &[u8]) {
        if let Some(prefixes) = implied(seed) {
            let sets = [&mut self.hosts, &mut self.domains, &mut self.folders];
            for (at, (set, prefix)) in sets.into_iter().zip(prefixes).enumerate() {
                if self.wanted[at] && !set.first.covers(&prefix) {
                    set.later.insert(&prefix);
                }
            }
        }
    }
}

/// Returns the prefixes of the seed's host, domain and folder; the first two ignore ports. `None` without a host.
fn implied(seed: &[u8]) -> Option<[Vec<u8>; 3]> {
    let uri = stodola_uri::normalise(seed);
    let host = stodola_uri::host(&uri)?;
    let bare = key::bare(&host);
    let mut labels = Vec::with_capacity(uri.len());
    key::push_host(&mut labels, bare);

    // Only the end of the labels distinguishes a host from those below it, so it has to be in the prefix.
    let host_prefix = [&labels[..], b")"].concat();
    let domain_prefix = match stodola_uri::registrable_domain(bare) {
        Some(domain) => {
            let mut prefix = Vec::new();
            key::push_host(&mut prefix, domain);
            prefix
        }
        // An address, or a name below which others register theirs.
        None => host_prefix.clone(),
    };
    let mut folder_prefix = labels;
    key::push_rest(&mut folder_prefix, &key::folder(&stodola_uri::parse(&uri)));
    Some([host_prefix, domain_prefix, folder_prefix])
}
