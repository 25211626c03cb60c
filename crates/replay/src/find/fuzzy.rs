//! Fuzzy rules: addresses that differ only in arguments that mean nothing.
//!
//! A page that asks for `data.json?_=1390766784` asks for another number when it is replayed. If the archive has not
//! just that address, captures of the same path are compared without such arguments. Which arguments those are stands
//! in `fuzzy.toml`.

mod rules;

use super::{FindError, Search};
use rules::{FuzzyRule, RULES};
use std::collections::BTreeMap;
use stodola_archive::{Catalogue, Key};

/// No more keys than this are tried.
const KEYS_MAX: usize = 16;

/// So many captures of one key are read one after the other.
const SAME_MAX: usize = 8;

/// A key in its parts.
struct KeyParts<'k> {
    /// All before the query.
    path: &'k [u8],
    arguments: Vec<&'k [u8]>,
}

impl<'k> KeyParts<'k> {
    fn of(key: &'k [u8]) -> KeyParts<'k> {
        match key.iter().position(|&byte| byte == b'?') {
            None => KeyParts { path: key, arguments: Vec::new() },
            Some(at) => KeyParts {
                path: &key[..at],
                arguments: key[at + 1..].split(|&byte| byte == b'&').collect(),
            },
        }
    }

    /// The letters behind the last dot of the path.
    fn extension(&self) -> Option<&'k [u8]> {
        let name = self.path.rsplit(|&byte| byte == b'/').next()?;
        let dot = name.iter().rposition(|&byte| byte == b'.')?;
        Some(&name[dot + 1..])
    }

    /// The rule by which an argument means nothing.
    fn rule_of(&self, argument: &[u8]) -> Option<&'static FuzzyRule> {
        RULES.iter().find(|rule| rule.fits(self.extension(), argument))
    }

    /// The name of the rule by which the first argument that means nothing is left out.
    fn left_out(&self) -> Option<&'static str> {
        self.arguments.iter().find_map(|it| self.rule_of(it)).map(|rule| rule.name.as_str())
    }

    /// The arguments that mean something.
    fn meaning(&self) -> Vec<&'k [u8]> {
        self.arguments.iter().copied().filter(|it| self.rule_of(it).is_none()).collect()
    }
}

/// Keys of captures that differ from `key` only in arguments that mean nothing, with the name of the rule. Those with
/// the longest beginning in common come first.
pub(super) fn alike(
    search: &Search<'_>,
    catalogue: &Catalogue,
    key: &[u8],
) -> Result<Vec<(Vec<u8>, &'static str)>, FindError> {
    let parts = KeyParts::of(key);
    let wanted = parts.meaning();
    let mut found: BTreeMap<Vec<u8>, &'static str> = BTreeMap::new();
    // The address without any argument needs no search.
    if wanted.is_empty()
        && let Some(rule) = parts.left_out()
    {
        found.insert(parts.path.to_vec(), rule);
    }
    let mut rows = search.wanted.limits.fuzzy_rows;
    for prefix in prefixes(&parts) {
        let (mut scan, mut last, mut same) = (catalogue.prefix(&prefix, None), Vec::new(), 0);
        while rows > 0 && found.len() < KEYS_MAX {
            let Some(entry) = scan.next().transpose()? else { break };
            rows -= 1;
            // All captures of a key say the same; if it has many, they are skipped.
            if entry.row.key == last {
                same += 1;
                if same == SAME_MAX {
                    scan = catalogue.prefix(&prefix, Some(Key::end_of(&last)));
                }
                continue;
            }
            let other = KeyParts::of(&entry.row.key);
            let is_alike = other.path == parts.path
                && entry.row.key != key
                && other.meaning() == wanted
                && (search.wanted.is_shown)(&entry);
            if is_alike {
                let name = other.left_out().or_else(|| parts.left_out()).unwrap_or("fuzzy");
                found.insert(entry.row.key.clone(), name);
            }
            (last, same) = (entry.row.key, 0);
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    let shared = |other: &[u8]| key.iter().zip(other).take_while(|(a, b)| a == b).count();
    found.sort_by_key(|(other, _)| std::cmp::Reverse(shared(other)));
    Ok(found)
}

/// Where captures that are alike may stand, the likeliest place first. Arguments are sorted in keys.
fn prefixes(parts: &KeyParts<'_>) -> Vec<Vec<u8>> {
    let mut prefixes = Vec::new();
    // Up to the name of the first argument that means nothing: the capture has most likely the same argument.
    if let Some(first) = parts.arguments.iter().position(|it| parts.rule_of(it).is_some()) {
        let mut prefix = [parts.path, b"?"].concat();
        for argument in &parts.arguments[..first] {
            prefix.extend_from_slice(argument);
            prefix.push(b'&');
        }
        let name = parts.arguments[first];
        let end = name.iter().position(|&byte| byte == b'=').map_or(0, |at| at + 1);
        prefix.extend_from_slice(&name[..end]);
        prefixes.push(prefix);
    }
    prefixes.push([parts.path, b"?"].concat());
    prefixes
}
