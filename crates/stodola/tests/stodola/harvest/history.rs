//! What the job's own books say of each URI.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use stodola_frontier::{Frontier, FrontierOptions, Happened, Outcome, Time};

/// What became of a URI.
#[derive(Clone, Debug, Default)]
pub(super) struct Fate {
    /// Each attempt, in their order, and what it came to.
    pub(super) attempts: Vec<(Outcome, String)>,
}

impl Fate {
    /// The outcome, of which there must be one.
    #[track_caller]
    pub(super) fn outcome(&self) -> (Outcome, &str) {
        let is_final = |attempt: &&(Outcome, String)| attempt.0 != Outcome::Retried;
        let finals: Vec<_> = self.attempts.iter().filter(is_final).collect();
        assert_eq!(finals.len(), 1, "{:?}", self.attempts);
        let last = self.attempts.last().unwrap();
        assert_ne!(last.0, Outcome::Retried, "{:?}", self.attempts);
        (last.0, &last.1)
    }

    /// What the attempts before the last one came to.
    pub(super) fn retries(&self) -> Vec<&str> {
        let retried = self.attempts.iter().filter(|(outcome, _)| *outcome == Outcome::Retried);
        retried.map(|(_, detail)| detail.as_str()).collect()
    }
}

/// The URIs that were found, each with what became of it, and the rules that rejected links.
pub(super) struct History {
    pub(super) fates: BTreeMap<String, Fate>,
    pub(super) rejected: BTreeMap<String, String>,
    /// The way to each URI from a seed.
    pub(super) hops: BTreeMap<String, String>,
}

impl History {
    pub(super) fn read(archive: &Path, job: &str) -> History {
        let folder = archive.join("jobs").join(job).join("frontier");
        let (frontier, opened) =
            Frontier::open(&folder, FrontierOptions::default(), Time::ZERO).unwrap();
        assert!(!opened.is_new, "there is no job");
        let mut names = HashMap::new();
        let mut origins = HashMap::new();
        let (mut fates, mut rejected) = (BTreeMap::new(), BTreeMap::new());
        let mut ways = BTreeMap::new();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let read = frontier.history(|happened| {
            match happened {
                Happened::Found { place, uri, hops, .. } => {
                    let uri = text(&uri);
                    ways.insert(uri.clone(), text(hops));
                    names.insert(place, uri.clone());
                    let before = fates.insert(uri.clone(), Fate::default());
                    assert!(before.is_none(), "{uri} was found twice");
                }
                Happened::Retry { place, found, .. } => drop(origins.insert(place, found)),
                Happened::Done { entry, outcome, detail, .. } => {
                    let found = origins.get(&entry).copied().unwrap_or(entry);
                    let fate = fates.get_mut(&names[&found]).unwrap();
                    fate.attempts.push((outcome, told(detail)));
                }
                Happened::Rejected { uri, rule, .. } => {
                    rejected.insert(String::from_utf8_lossy(uri).into_owned(), text(rule));
                }
                Happened::Host { .. } | Happened::Beside { .. } => {}
                other => panic!("not known to this test: {other:?}"),
            }
            Ok(())
        });
        read.unwrap();
        assert!(!fates.is_empty(), "nothing was found");
        History { fates, rejected, hops: ways }
    }

    /// Every URI that was found has one outcome, and all waiting is over.
    #[track_caller]
    pub(super) fn assert_settled(&self) {
        for (uri, fate) in &self.fates {
            assert!(!fate.attempts.is_empty(), "nothing became of {uri}");
            fate.outcome();
        }
    }
}

/// What an attempt came to, without times and digests.
fn told(detail: &[u8]) -> String {
    let detail = stodola_frontier::Detail::parse(detail);
    let truncated = detail.truncated.map(|word| format!(" truncated={word}")).unwrap_or_default();
    format!("{}{truncated}", detail.reason)
}
