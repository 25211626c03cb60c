//! Site rules: addresses that are the same page by the rules of the archive.
//!
//! A site has a page under `/` and under `/index.html`, or with the number of a session behind it, and only one of
//! these addresses was captured. Which of them are equal, the archive says (`site-rules.toml`). Links of archived pages
//! lead to all of them.

use super::{FindError, Search};
use stodola_archive::{Catalogue, Key, key_of};
use stodola_uri::{RuledUri, SiteRules, normalise, without_fragment};

/// No more keys than this are tried.
const KEYS_MAX: usize = 16;
/// So many captures of one key are read one after the other.
const SAME_MAX: usize = 8;

/// Keys of captures whose addresses are the same page as `uri`, the address that counts first.
pub(super) fn equals(
    search: &Search<'_>,
    catalogue: &Catalogue,
    rules: &SiteRules,
    uri: &[u8],
) -> Result<Vec<Vec<u8>>, FindError> {
    let Some(counts) = counted(rules, uri) else { return Ok(Vec::new()) };
    let (own, counts_as) = (key_of(uri), key_of(&counts));
    let mut found: Vec<Vec<u8>> = Vec::new();
    let add = |key: Vec<u8>, found: &mut Vec<Vec<u8>>| {
        if key != own && found.len() < KEYS_MAX && !found.contains(&key) {
            found.push(key);
        }
    };
    let spellings = rules.spellings(&counts);
    for spelling in &spellings {
        add(key_of(spelling), &mut found);
    }
    // Other arguments than those that count can be anything: they are looked for.
    let mut rows = search.wanted.limits.fuzzy_rows;
    for spelling in spellings.iter().filter(|it| rules.has_page_rule(it)) {
        let path = spelling.split(|byte| *byte == b'?').next().unwrap_or_default();
        let prefix = [&key_of(path)[..], b"?"].concat();
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
            // By keys, so that it does not matter whether the connection was encrypted.
            let is_equal =
                counted(rules, &entry.row.uri).is_some_and(|it| key_of(&it) == counts_as);
            if is_equal && (search.wanted.is_shown)(&entry) {
                add(entry.row.key.clone(), &mut found);
            }
            (last, same) = (entry.row.key, 0);
        }
    }
    Ok(found)
}

/// The address that counts for one in any form; `None` if the rules ignore it.
fn counted(rules: &SiteRules, uri: &[u8]) -> Option<Vec<u8>> {
    let normal = normalise(uri);
    let normal = without_fragment(&normal);
    match rules.apply(normal) {
        RuledUri::AsItIs => Some(normal.to_vec()),
        RuledUri::Becomes(counts) => Some(counts),
        RuledUri::Ignored(_) => None,
    }
}
