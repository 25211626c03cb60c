//! The rules of robots.txt files, as far as they are known: a few in memory, all of them in the frontier.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;
use stodola_fetch::Access;
use stodola_fetch::robots::{Robots, RobotsTrail, Rules};
use stodola_frontier::{Frontier, FrontierError, HostId, Outcome, Reason, Time};

/// Maximum weight of the rules in memory, in bytes. Beyond it all are dropped: they can be read again from the
/// frontier.
const WEIGHT_MAX: usize = 12 << 20;
/// Weight of the rules of an authority beside their own bytes: its name, and its place in a map.
const WEIGHT_LEAST: usize = 300;
/// The product token of this program in robots.txt.
pub(super) const TOKEN: &str = "stodola";

const ACCESS_RULES: u8 = 1;
const ACCESS_ALL: u8 = 2;

/// Maximum time for which rules are valid, by RFC 9309, section 2.4.
const HOLD_MOST: Duration = Duration::from_hours(24);
/// Maximum number of unfinished ways to a robots.txt that are remembered. Those that are forgotten start again.
const TRAILS_MAX: usize = 100_000;
/// Maximum number of unreachable authorities that are remembered. If there are more, they are asked again.
const FAILING_MAX: usize = 200_000;

/// The rules of one authority.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) rules: Arc<Rules>,
    /// Time when they have to be fetched again.
    until: Time,
    /// Time until which they may be used once more although they have to be fetched again: nothing was fetched since
    /// they were.
    unused_until: Time,
}

/// Why nothing of an authority is fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) outcome: Outcome,
    pub(super) reason: Reason,
}

/// The failed requests for a robots.txt.
#[derive(Default)]
struct Failing {
    failures: u32,
    /// Time before which it is not requested again.
    not_before: Time,
    /// Why nothing else of the authority is requested either; `None` if it may be.
    refusal: Option<Refusal>,
}

/// A robots.txt that other authorities redirect to.
pub(super) enum Elsewhere {
    /// Nobody has requested it yet.
    Unknown,
    /// Somebody is about to request it; the time to look again.
    Asked(Time),
    /// The rules, and the text of the file.
    Says(Access, Arc<[u8]>),
}

enum There {
    Asked { by: HostId, until: Time },
    Says { access: Access, text: Arc<[u8]>, until: Time },
}

#[derive(Default)]
pub(super) struct RulesCache {
    known: HashMap<Box<[u8]>, Known>,
    /// By URI: files that redirects lead to, other than hosts' own.
    there: HashMap<Box<[u8]>, There>,
    /// Bytes of rules and files in these two maps.
    weight: usize,
    /// By authority: the redirects so far.
    trails: HashMap<Box<[u8]>, RobotsTrail>,
    /// By the hash of an authority.
    failing: HashMap<u64, Failing>,
    hasher: RandomState,
}

impl RulesCache {
    /// Returns the rules of the authority, from memory or from the frontier; `None` if they are not known.
    pub(super) fn get(
        &mut self,
        frontier: &Frontier,
        host: HostId,
        authority: &[u8],
        now: Time,
    ) -> Result<Option<Known>, FrontierError> {
        if let Some(known) = self.known.get_mut(authority) {
            let holds = known.until > now || known.unused_until > now;
            known.unused_until = Time::ZERO;
            if holds {
                return Ok(Some(known.clone()));
            }
            self.known.remove(authority);
        }
        let Some(kept) = frontier.robots(host, authority, now)? else { return Ok(None) };
        let rules = match kept.access {
            ACCESS_RULES => Robots::parse(&kept.body).for_agent(TOKEN),
            ACCESS_ALL => Rules::default(),
            _ => return Ok(None),
        };
        let known = Known { rules: Arc::new(rules), until: kept.until, unused_until: Time::ZERO };
        Ok(Some(self.put(authority, known)))
    }

    /// Same as `get`, without counting as a use.
    pub(super) fn peek(
        &mut self,
        frontier: &Frontier,
        host: HostId,
        authority: &[u8],
        now: Time,
    ) -> Result<Option<Arc<Rules>>, FrontierError> {
        match self.known.get(authority) {
            Some(known) => Ok(Some(Arc::clone(&known.rules))),
            None => Ok(self.get(frontier, host, authority, now)?.map(|known| known.rules)),
        }
    }

    /// Stores an answer and returns its rules; `None`, and nothing is stored, if the file was unreachable.
    pub(super) fn note(
        &mut self,
        frontier: &mut Frontier,
        host: HostId,
        authority: &[u8],
        answer: (&Access, &[u8]),
        hold: impl FnOnce(&Rules) -> Duration,
        now: Time,
    ) -> Result<Option<Known>, FrontierError> {
        let (code, rules, body) = match answer {
            (Access::Rules(robots), body) => (ACCESS_RULES, robots.for_agent(TOKEN), body),
            (Access::AllowAll, _) => (ACCESS_ALL, Rules::default(), &b""[..]),
            (Access::Unreachable, _) => return Ok(None),
        };
        let until = now + hold(&rules);
        frontier.note_robots(host, authority, code, body, until)?;
        self.failing.remove(&self.hasher.hash_one(authority));
        let unused_until = now + HOLD_MOST;
        let known = Known { rules: Arc::new(rules), until, unused_until };
        Ok(Some(self.put(authority, known)))
    }

    fn put(&mut self, authority: &[u8], known: Known) -> Known {
        self.weigh(known.rules.size());
        self.known.insert(authority.into(), known.clone());
        known
    }

    fn weigh(&mut self, size: usize) {
        self.weight += size + WEIGHT_LEAST;
        if self.weight > WEIGHT_MAX {
            self.known.clear();
            self.there.retain(|_, there| matches!(there, There::Asked { .. }));
            self.weight = size + WEIGHT_LEAST;
        }
    }

    /// Takes the redirects of an authority so far; `None` if there are none.
    pub(super) fn take_trail(&mut self, authority: &[u8]) -> Option<RobotsTrail> {
        self.trails.remove(authority)
    }

    /// Stores the redirects of an authority so far.
    pub(super) fn put_trail(&mut self, authority: &[u8], trail: RobotsTrail) {
        if self.trails.len() >= TRAILS_MAX {
            self.trails.clear();
        }
        self.trails.insert(authority.into(), trail);
    }

    /// Returns what is known of a robots.txt that a host redirects to.
    pub(super) fn elsewhere(&mut self, uri: &[u8], by: HostId, now: Time) -> Elsewhere {
        match self.there.get(uri) {
            Some(There::Says { access, text, until }) if *until > now => {
                Elsewhere::Says(access.clone(), Arc::clone(text))
            }
            Some(There::Asked { by: other, until }) if *other != by && *until > now => {
                Elsewhere::Asked(*until)
            }
            Some(_) => {
                self.there.remove(uri);
                Elsewhere::Unknown
            }
            None => Elsewhere::Unknown,
        }
    }

    /// Records that a host requests a robots.txt elsewhere: others wait for the result until then.
    pub(super) fn note_asked(&mut self, uri: &[u8], by: HostId, until: Time) {
        self.there.insert(uri.into(), There::Asked { by, until });
    }

    /// Records the result of that request.
    pub(super) fn note_said(&mut self, uri: &[u8], answer: Option<(&Access, &[u8])>, until: Time) {
        self.there.remove(uri);
        if let Some((access @ (Access::Rules(_) | Access::AllowAll), text)) = answer {
            self.weigh(text.len());
            let said = There::Says { access: access.clone(), text: text.into(), until };
            self.there.insert(uri.into(), said);
        }
    }

    /// Returns until when the robots.txt of an authority is not requested, and why its URIs are refused until then, if
    /// they are; `None` if it may be requested.
    pub(super) fn failing(
        &mut self,
        authority: &[u8],
        now: Time,
    ) -> Option<(Time, Option<Refusal>)> {
        let failing = self.failing.get(&self.hasher.hash_one(authority))?;
        (failing.not_before > now).then(|| (failing.not_before, failing.refusal.clone()))
    }

    /// Records a failed request for a robots.txt; returns the number of failures in a row.
    pub(super) fn note_failure(&mut self, authority: &[u8]) -> u32 {
        if self.failing.len() >= FAILING_MAX {
            self.failing.clear();
        }
        let failing = self.failing.entry(self.hasher.hash_one(authority)).or_default();
        // After a refusal has expired, failures are counted from 1.
        failing.failures = if failing.refusal.take().is_some() { 1 } else { failing.failures + 1 };
        failing.failures
    }

    /// Does not request the robots.txt of an authority before `not_before`; with a refusal, its URIs are refused until
    /// then.
    pub(super) fn leave(&mut self, authority: &[u8], not_before: Time, refusal: Option<Refusal>) {
        let failing = self.failing.entry(self.hasher.hash_one(authority)).or_default();
        (failing.not_before, failing.refusal) = (not_before, refusal);
    }
}

/// Returns scheme, host and port of a URI: what a robots.txt applies to.
pub(crate) fn authority(uri: &[u8]) -> &[u8] {
    let start = uri.windows(3).position(|bytes| bytes == b"://").map_or(0, |at| at + 3);
    let length = uri[start..].iter().position(|byte| matches!(byte, b'/' | b'?' | b'#'));
    &uri[..length.map_or(uri.len(), |length| start + length)]
}

/// Returns path and query of a URI, `/` if it has none.
pub(super) fn path_and_query(uri: &[u8]) -> &[u8] {
    match &uri[authority(uri).len()..] {
        b"" => b"/",
        rest => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stodola_frontier::{FrontierOptions, Offer};

    fn at(millis: u64) -> Time {
        Time::from_millis(millis)
    }

    /// Notes at time 0 that a path of an authority is forbidden for so many milliseconds.
    fn put_robots(
        rules: &mut RulesCache,
        frontier: &mut Frontier,
        authority: &[u8],
        forbidden: &str,
        hold: u64,
    ) {
        let text = format!("User-agent: *\nDisallow: {forbidden}");
        let access = Access::Rules(Robots::parse(text.as_bytes()));
        let hold = |_: &Rules| Duration::from_millis(hold);
        rules.note(frontier, 0, authority, (&access, text.as_bytes()), hold, Time::ZERO).unwrap();
    }

    /// A frontier with one host, in a folder of its own.
    fn frontier(name: &str) -> (std::path::PathBuf, Frontier) {
        let name = format!("stodola-rules-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let (mut frontier, _) =
            Frontier::open(&folder, FrontierOptions::default(), Time::ZERO).unwrap();
        let (uri, host) = (&b"http://h.cz/"[..], "h.cz");
        let offer = Offer {
            uri,
            host,
            level: 1,
            via: None,
            hops: b"",
            is_seed: true,
            is_sitemap: false,
            standing: 0,
        };
        frontier.offer(&offer).unwrap();
        (folder, frontier)
    }

    #[test]
    fn rules_of_two_authorities_outlive_the_memory_of_them() {
        let (folder, mut frontier) = frontier("two");
        let mut rules = RulesCache::default();
        put_robots(&mut rules, &mut frontier, b"http://h.cz", "/a", 100);
        put_robots(&mut rules, &mut frontier, b"https://h.cz", "/b", 100);
        // As if other hosts had pushed them out.
        let mut rules = RulesCache::default();
        for (authority, path) in
            [("http://h.cz", "/a"), ("https://h.cz", "/b"), ("http://h.cz", "/a")]
        {
            let known = rules.get(&frontier, 0, authority.as_bytes(), at(50)).unwrap().unwrap();
            assert!(!known.rules.verdict(path.as_bytes()).allowed, "{authority}");
            rules.known.clear();
        }
        assert!(rules.get(&frontier, 0, b"http://h.cz:81", at(50)).unwrap().is_none());
        drop(frontier);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn rules_that_have_expired_are_good_for_one_turn_if_they_had_none() {
        let (folder, mut frontier) = frontier("once");
        let mut rules = RulesCache::default();
        put_robots(&mut rules, &mut frontier, b"http://h.cz", "/a", 10);
        assert!(rules.get(&frontier, 0, b"http://h.cz", at(5000)).unwrap().is_some());
        assert!(rules.get(&frontier, 0, b"http://h.cz", at(5000)).unwrap().is_none());
        put_robots(&mut rules, &mut frontier, b"http://h.cz", "/a", 10);
        assert!(
            rules.get(&frontier, 0, b"http://h.cz", Time::ZERO + HOLD_MOST).unwrap().is_none(),
            "a day is too long"
        );
        drop(frontier);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn one_asks_elsewhere_and_the_others_wait_for_what_comes_of_it() {
        let mut rules = RulesCache::default();
        let uri = b"http://rules.cz/robots.txt";
        assert!(matches!(rules.elsewhere(uri, 1, at(0)), Elsewhere::Unknown));
        rules.note_asked(uri, 1, at(500));
        assert!(
            matches!(rules.elsewhere(uri, 2, at(0)), Elsewhere::Asked(until) if until == at(500))
        );
        // Whoever asked and did not come back is not waited for any longer.
        assert!(matches!(rules.elsewhere(uri, 2, at(500)), Elsewhere::Unknown));
        rules.note_asked(uri, 2, at(900));
        assert!(matches!(rules.elsewhere(uri, 2, at(600)), Elsewhere::Unknown), "its own question");
        rules.note_said(uri, Some((&Access::AllowAll, &b""[..])), at(1000));
        assert!(matches!(rules.elsewhere(uri, 3, at(999)), Elsewhere::Says(Access::AllowAll, _)));
        assert!(matches!(rules.elsewhere(uri, 3, at(1000)), Elsewhere::Unknown));
        rules.note_asked(uri, 3, at(2000));
        rules.note_said(uri, Some((&Access::Unreachable, &b""[..])), at(3000));
        assert!(
            matches!(rules.elsewhere(uri, 4, at(1500)), Elsewhere::Unknown),
            "each asks for itself"
        );
    }

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
