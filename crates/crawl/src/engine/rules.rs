//! What robots.txt allows where, as far as it is known: a few in memory, all of them in the frontier.

use crate::frontier::{Frontier, FrontierError, HostId};
use std::collections::HashMap;
use std::sync::Arc;
use stodola_fetch::Access;
use stodola_fetch::robots::{Robots, Rules};

/// When those in memory weigh more, all are forgotten: they are read again from the frontier's log.
const WEIGHT_MAX: usize = 4 << 20;
/// What a robots.txt weighs beside its bytes. Parsed, one takes some ten times as much memory.
const WEIGHT_LEAST: usize = 100;
/// The name robots.txt knows us by.
pub(super) const TOKEN: &str = "stodola";

const ACCESS_RULES: u8 = 1;
const ACCESS_ALL: u8 = 2;

/// The rules of one authority.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) rules: Arc<Rules>,
    /// When they have to be fetched again, ms.
    until: u64,
}

#[derive(Default)]
pub(super) struct RulesCache {
    known: HashMap<Box<[u8]>, Known>,
    /// Bytes of the files they were read from.
    weight: usize,
}

impl RulesCache {
    /// What is known of the authority, from memory or from the frontier.
    pub(super) fn get(
        &mut self,
        frontier: &Frontier,
        host: HostId,
        authority: &[u8],
        now: u64,
    ) -> Result<Option<Known>, FrontierError> {
        match self.known.get(authority) {
            Some(known) if known.until > now => return Ok(Some(known.clone())),
            Some(_) => drop(self.known.remove(authority)),
            None => {}
        }
        let Some(kept) = frontier.robots(host, now)? else { return Ok(None) };
        if kept.authority != authority {
            return Ok(None);
        }
        let rules = match kept.access {
            ACCESS_RULES => Robots::parse(&kept.body).for_agent(TOKEN),
            ACCESS_ALL => Rules::default(),
            _ => return Ok(None),
        };
        Ok(Some(self.put(authority, rules, kept.body.len(), kept.until)))
    }

    /// Keeps an answer; None if it is that nobody knows.
    pub(super) fn note(
        &mut self,
        frontier: &mut Frontier,
        host: HostId,
        authority: &[u8],
        access: &Access,
        body: &[u8],
        until: u64,
    ) -> Option<Known> {
        let (code, rules, body) = match access {
            Access::Rules(robots) => (ACCESS_RULES, robots.for_agent(TOKEN), body),
            Access::AllowAll => (ACCESS_ALL, Rules::default(), &b""[..]),
            Access::Unreachable => return None,
        };
        frontier.note_robots(host, authority, code, body, until);
        Some(self.put(authority, rules, body.len(), until))
    }

    fn put(&mut self, authority: &[u8], rules: Rules, size: usize, until: u64) -> Known {
        self.weight += size + WEIGHT_LEAST;
        if self.weight > WEIGHT_MAX {
            self.known.clear();
            self.weight = size + WEIGHT_LEAST;
        }
        let known = Known { rules: Arc::new(rules), until };
        self.known.insert(authority.into(), known.clone());
        known
    }
}

/// Scheme, host and port of a URI: what a robots.txt speaks for.
pub(super) fn authority(uri: &[u8]) -> &[u8] {
    let start = uri.windows(3).position(|bytes| bytes == b"://").map_or(0, |at| at + 3);
    let length = uri[start..].iter().position(|byte| matches!(byte, b'/' | b'?' | b'#'));
    &uri[..length.map_or(uri.len(), |length| start + length)]
}

/// Path and query of a URI, `/` if it has none.
pub(super) fn path_and_query(uri: &[u8]) -> &[u8] {
    match &uri[authority(uri).len()..] {
        b"" => b"/",
        rest => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uri_is_split_where_robots_txt_splits_it() {
        let cases = [
            ("http://a.cz/b?c", "http://a.cz", "/b?c"),
            ("https://a.cz:8443/", "https://a.cz:8443", "/"),
            ("http://a.cz", "http://a.cz", "/"),
            ("http://a.cz?q", "http://a.cz", "?q"),
        ];
        for (uri, expected, rest) in cases {
            assert_eq!(authority(uri.as_bytes()), expected.as_bytes());
            assert_eq!(path_and_query(uri.as_bytes()), rest.as_bytes());
        }
    }
}
