//! `stodola job outcomes`: every URI of a job with what became of it.

use super::stored::Which;
use crate::json;
use crate::output::{self, Outcome};
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use stodola_frontier::{
    Detail, FrontierError, Happened, History, LogPlace, LoggedUri, Outcome as Fate, Time,
};

/// List every URI of a job with its outcome, as JSON lines.
///
/// One object per finished URI, in the order in which they finished, and one per rejected link: URI, outcome,
/// reason (HTTP status, failure, line of robots.txt, rule), page it was found on, hop path, attempts. With
/// --waiting, the URIs in the queue come at the end; this needs memory for the longest queue the job ever had.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    job: Which,
    /// Only this outcome, for example archived, failed, robots-excluded, rejected
    #[arg(long, value_name = "OUTCOME")]
    outcome: Option<String>,
    /// Also list the URIs in the queue
    #[arg(long)]
    waiting: bool,
}

/// What is told of a URI.
struct Told<'a> {
    uri: &'a [u8],
    outcome: &'a str,
    reason: &'a str,
    via: Option<&'a [u8]>,
    hops: Option<&'a [u8]>,
    attempts: Option<u32>,
    time: Time,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let job = arguments.job.find()?;
    let mut history = job.history()?;
    // The names of hosts come first: URIs are looked up by them. Of a URI that was fetched again the last
    // outcome is told.
    let mut replaced = HashSet::new();
    history.read(|happened| {
        if let Happened::Done { replaces: Some(place), .. } = happened {
            replaced.insert(place);
        }
        Ok(())
    })?;
    let mut out = output::stdout();
    let mut pages = Pages { history: &history, last: None };
    let mut waiting: BTreeMap<LogPlace, Time> = BTreeMap::new();
    let is_wanted = |name: &str| arguments.outcome.as_ref().is_none_or(|wanted| wanted == name);
    let mut failed = None;
    let read = job.history()?.read(|happened| {
        if failed.is_some() {
            return Ok(());
        }
        match happened {
            Happened::Found { place, time, .. } if arguments.waiting => {
                waiting.insert(place, time);
            }
            Happened::Done { place, .. } if replaced.contains(&place) => {}
            Happened::Done { entry, outcome, detail, time, .. } if outcome != Fate::Retried => {
                let LoggedUri { found, uri, hops, via, attempts } = history.entry(entry)?;
                waiting.remove(&found);
                if is_wanted(outcome.name()) {
                    let reason = Detail::parse(detail).reason.to_string();
                    let told = Told {
                        uri: &uri,
                        outcome: outcome.name(),
                        reason: &reason,
                        via: pages.uri(via)?,
                        hops: Some(&hops),
                        attempts: Some(attempts + 1),
                        time,
                    };
                    failed = write(&mut out, &told).err();
                }
            }
            Happened::Rejected { uri, via, rule, time } if is_wanted("rejected") => {
                let told = Told {
                    uri,
                    outcome: "rejected",
                    reason: &String::from_utf8_lossy(rule),
                    via: pages.uri(via)?,
                    hops: None,
                    attempts: None,
                    time,
                };
                failed = write(&mut out, &told).err();
            }
            _ => {}
        }
        Ok(())
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    read?;
    if is_wanted("waiting") {
        for (place, time) in waiting {
            let LoggedUri { uri, hops, via, .. } = history.entry(place)?;
            let via = pages.uri(via)?;
            let (uri, hops) = (&uri[..], Some(&hops[..]));
            let told =
                Told { uri, outcome: "waiting", reason: "", via, hops, attempts: None, time };
            write(&mut out, &told)?;
        }
    }
    out.flush()?;
    Ok(Outcome::default())
}

fn write(out: &mut impl Write, told: &Told<'_>) -> std::io::Result<()> {
    out.write_all(b"{\"uri\":")?;
    json::string(out, &json::text(told.uri))?;
    json::member(out, "outcome", Some(told.outcome.as_bytes()))?;
    json::member(out, "reason", Some(told.reason.as_bytes()))?;
    json::member(out, "via", told.via)?;
    json::member(out, "hops", told.hops)?;
    json::number(out, "attempts", told.attempts.map(u64::from))?;
    json::number(out, "logged_ms", Some(told.time.millis()))?;
    out.write_all(b"}\n")
}

/// Tells the pages of links, of which many follow one another.
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
