//! What happened to a frontier, told from the beginning: for reports, and for whoever asks why.

use super::FoundUri;
use super::error::{FrontierError, damaged};
use super::event::{Event, Place};
use super::log::Log;
use crate::Outcome;
use std::path::Path;

/// One thing that happened. Times are those of the commit, in ms since 1970; 0 if there was none yet.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Happened<'a> {
    /// A URI was found and accepted.
    Found {
        /// By which later events know it.
        place: Place,
        /// As it will be fetched.
        uri: Vec<u8>,
        /// The page it was found on.
        via: Option<Place>,
        /// One letter for each link followed from a seed.
        hops: &'a [u8],
        /// Whether somebody named it as a seed.
        is_seed: bool,
        /// When.
        time: u64,
    },
    /// A URI will be tried again.
    Retry {
        /// By which the next attempt is known.
        place: Place,
        /// Where it was found.
        found: Place,
        /// How many attempts failed.
        attempts: u32,
    },
    /// An attempt at a URI ended.
    Done {
        /// Where it was found, or the place of the retry.
        entry: Place,
        /// How.
        outcome: Outcome,
        /// More about it.
        detail: &'a [u8],
        /// Archived.
        bytes: u64,
        /// When.
        time: u64,
    },
    /// A link was not followed.
    Rejected {
        /// Where it leads.
        uri: &'a [u8],
        /// The page it was found on.
        via: Option<Place>,
        /// The rule that said no.
        rule: &'a [u8],
        /// When.
        time: u64,
    },
}

pub(super) fn read(
    log: &Log,
    use_it: &mut impl FnMut(Happened<'_>) -> Result<(), FrontierError>,
) -> Result<(), FrontierError> {
    let mut hosts: Vec<Box<str>> = Vec::new();
    let wrong = |place: Place| damaged(Path::new("log"), format!("no sense in place {place}"));
    log.read_all(|time, place, event| {
        let happened = match event {
            Event::Host(name) => {
                hosts.push(String::from_utf8_lossy(name).into());
                return Ok(());
            }
            Event::Robots { .. } => return Ok(()),
            Event::Found(found) => {
                let host = hosts.get(found.host as usize).ok_or_else(|| wrong(place))?;
                let FoundUri { uri, via, is_seed, .. } = FoundUri::new(&found, host);
                Happened::Found { place, uri, via, hops: found.hops, is_seed, time }
            }
            Event::Retry { found, attempts, .. } => Happened::Retry { place, found, attempts },
            Event::Done(done) => {
                let outcome = Outcome::from_code(done.outcome).ok_or_else(|| wrong(place))?;
                let (entry, detail, bytes) = (done.entry, done.detail, done.bytes);
                Happened::Done { entry, outcome, detail, bytes, time }
            }
            Event::Rejected { via, rule, uri } => Happened::Rejected { uri, via, rule, time },
        };
        use_it(happened)
    })
}
