//! Lists every URI of a job with its outcome.

use super::{JobsError, StoredJob};
use crate::json;
use serde::{Serialize, Serializer};
use std::collections::{BTreeMap, HashSet};
use std::io;
use stodola_frontier::{
    CutDocuments, Detail, FrontierError, Happened, History, LogPlace, LoggedUri, Outcome as Fate,
    Time,
};

/// Which URIs are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutcomesFilter {
    /// Only this outcome, by its name, `rejected`, `waiting`, or `cut` for documents that are not in the archive as a
    /// whole; `None` for all.
    pub outcome: Option<String>,
    /// Whether the URIs in the queue are listed too. This needs memory for the longest queue that the job ever had.
    pub waiting: bool,
}

/// A URI with its outcome.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OutcomeLine<'a> {
    /// The URI, in bytes as it was found.
    #[serde(serialize_with = "json::bytes")]
    pub uri: &'a [u8],
    /// Name of the outcome; `rejected` for a link that was not followed, `waiting` for a URI in the queue.
    pub outcome: &'a str,
    /// HTTP status, failure, line of robots.txt, limit or rule; empty if there is none.
    pub reason: &'a str,
    /// Why the document is incomplete: a word of `WARC-Truncated`, or `range`; `None` if it is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<&'a str>,
    /// URI of the page where it was found; `None` for a seed.
    #[serde(serialize_with = "json::bytes_or_null")]
    pub via: Option<&'a [u8]>,
    /// Hop path: one letter for each link followed from a seed; `None` for a link that was not followed.
    #[serde(serialize_with = "json::bytes_or_null")]
    pub hops: Option<&'a [u8]>,
    /// Number of attempts; `None` if there was none.
    pub attempts: Option<u32>,
    /// Time when the outcome was logged; in JSON, milliseconds since 1970.
    #[serde(rename = "logged_ms", serialize_with = "as_millis")]
    pub time: Time,
}

fn as_millis<S: Serializer>(time: &Time, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_u64(time.millis())
}

/// Calls `row` with every URI of a round that has an outcome, in the order in which they ended, and every rejected
/// link; at the end the URIs in the queue, if these are wanted. For a URI that was fetched again only the last outcome
/// is given.
pub fn outcomes(
    job: &StoredJob,
    filter: &OutcomesFilter,
    row: &mut dyn FnMut(&OutcomeLine<'_>) -> io::Result<()>,
) -> Result<(), JobsError> {
    let mut history = job.history()?;
    // The names of hosts are read first: URIs need them.
    let mut replaced = HashSet::new();
    history.read(|happened| {
        if let Happened::Done { replaces: Some(place), .. } = happened {
            replaced.insert(place);
        }
        Ok(())
    })?;
    let mut pages = Pages { history: &history, last: None };
    let mut waiting: BTreeMap<LogPlace, Time> = BTreeMap::new();
    let is_wanted = |name: &str| filter.outcome.as_ref().is_none_or(|wanted| wanted == name);
    let (mut failed, mut cut) = (None, CutDocuments::default());
    let read = job.history()?.read(|happened| {
        if failed.is_some() {
            return Ok(());
        }
        let is_cut = cut.has(&happened);
        match happened {
            Happened::Found { place, time, .. } if filter.waiting => {
                waiting.insert(place, time);
            }
            Happened::Done { place, .. } if replaced.contains(&place) => {}
            Happened::Done { entry, outcome, detail, time, .. } if outcome != Fate::Retried => {
                let LoggedUri { found, uri, hops, via, attempts, .. } = history.entry(entry)?;
                waiting.remove(&found);
                let detail = Detail::parse(detail);
                if is_wanted(outcome.name()) || (is_cut && is_wanted("cut")) {
                    let reason = detail.reason.to_string();
                    let told = OutcomeLine {
                        uri: &uri,
                        outcome: outcome.name(),
                        reason: &reason,
                        cut: detail.truncated.as_deref(),
                        via: pages.uri(via)?,
                        hops: Some(&hops),
                        attempts: Some(attempts + 1),
                        time,
                    };
                    failed = row(&told).err();
                }
            }
            Happened::Rejected { uri, via, rule, time } if is_wanted("rejected") => {
                let told = OutcomeLine {
                    uri,
                    outcome: "rejected",
                    reason: &String::from_utf8_lossy(rule),
                    cut: None,
                    via: pages.uri(via)?,
                    hops: None,
                    attempts: None,
                    time,
                };
                failed = row(&told).err();
            }
            _ => {}
        }
        Ok(())
    });
    if let Some(error) = failed {
        return Err(JobsError::Output(error));
    }
    read?;
    if is_wanted("waiting") {
        for (place, time) in waiting {
            let LoggedUri { uri, hops, via, .. } = history.entry(place)?;
            let via = pages.uri(via)?;
            let (uri, hops) = (&uri[..], Some(&hops[..]));
            let told = OutcomeLine {
                uri,
                outcome: "waiting",
                reason: "",
                cut: None,
                via,
                hops,
                attempts: None,
                time,
            };
            row(&told).map_err(JobsError::Output)?;
        }
    }
    Ok(())
}

/// Looks up the pages of links; many links of one page follow one another.
pub(super) struct Pages<'a> {
    pub(super) history: &'a History,
    pub(super) last: Option<(LogPlace, Vec<u8>)>,
}

impl Pages<'_> {
    pub(super) fn uri(&mut self, page: Option<LogPlace>) -> Result<Option<&[u8]>, FrontierError> {
        let Some(page) = page else { return Ok(None) };
        if self.last.as_ref().is_none_or(|(place, _)| *place != page) {
            let LoggedUri { uri, .. } = self.history.entry(page)?;
            self.last = Some((page, uri));
        }
        Ok(self.last.as_ref().map(|(_, uri)| &uri[..]))
    }
}
