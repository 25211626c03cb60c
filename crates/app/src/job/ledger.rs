//! Lists every request to a host, and the pauses between them.

use super::{JobsError, StoredJob};
use crate::json;
use serde::Serialize;
use std::io;
use std::path::Path;
use std::time::Duration;
use stodola_frontier::{Detail, Happened, HostId, LogPlace, Owed, Pause, Reason, Time};

/// A request to a host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LedgerRow<'a> {
    /// The URI that was requested.
    pub uri: &'a str,
    /// Name of the job.
    pub job: &'a str,
    /// Start of the request, in milliseconds since 1970.
    pub start_ms: u64,
    /// Duration of the response, in milliseconds.
    pub took_ms: u64,
    /// HTTP status, or the name of the failure.
    pub result: &'a str,
    /// Pause since the end of the request before, in milliseconds; `None` for the first.
    pub pause_kept_ms: Option<u64>,
    /// Pause that is required after this request, in milliseconds; `None` if none is.
    pub pause_owed_ms: Option<u64>,
    /// What requires that pause; `None` if nothing does.
    #[serde(rename = "owed")]
    pub reason: Option<&'static str>,
}

/// The numbers of all requests to a host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LedgerSummary {
    /// Name of the host.
    pub host: String,
    /// Number of requests.
    pub requests: u64,
    /// Shortest time from the start of a request to the start of the next, in milliseconds; `None` without two
    /// requests.
    pub shortest_interval_ms: Option<u64>,
    /// Shortest time from the end of a request to the start of the next, in milliseconds; `None` without two requests.
    pub shortest_pause_ms: Option<u64>,
    /// Number of requests that came before the required pause had passed.
    pub earlier_than_owed: u64,
}

/// Times are stored in whole milliseconds, rounded down; two of them may differ by this.
const ROUNDING: Duration = Duration::from_millis(2);

struct Request {
    start: Time,
    took: Duration,
    reason: Reason,
    pause: Option<Pause>,
    uri: Vec<u8>,
    job: usize,
}

impl Request {
    fn end(&self) -> Time {
        self.start + self.took
    }
}

/// Calls `row` with every request to a host by time, including those for robots.txt, and returns their numbers. `host`
/// is the name of the host or any URL on it. Requests that were lost in a crash before they were logged are missing.
pub fn ledger(
    archive: &Path,
    host: &str,
    job: Option<&str>,
    row: &mut dyn FnMut(&LedgerRow<'_>) -> io::Result<()>,
) -> Result<LedgerSummary, JobsError> {
    let host = host_of(host)?;
    let mut jobs = Vec::new();
    for job in StoredJob::find(archive, job)? {
        jobs.extend(job.rounds()?);
    }
    let mut requests = Vec::new();
    for (number, job) in jobs.iter().enumerate() {
        collect(job, number, &host, &mut requests)?;
    }
    requests.sort_by_key(|request| request.start);
    // With several allowed connections, requests at the same time are not too early.
    let mut connections = 1;
    for job in &jobs {
        connections = connections.max(job.settings()?.politeness.connections_per_host as usize);
    }
    let (mut verdict, mut before) = (Verdict::new(connections), None);
    for request in &requests {
        let kept = before.map(|before: &Request| request.start.since(before.end()));
        verdict.count(before, request);
        let told = LedgerRow {
            uri: &json::text(&request.uri),
            job: &jobs[request.job].name,
            start_ms: request.start.millis(),
            took_ms: millis(request.took),
            result: &request.reason.to_string(),
            pause_kept_ms: kept.map(millis),
            pause_owed_ms: request.pause.map(|pause| millis(pause.time)),
            reason: request.pause.map(|pause| Owed::name(pause.owed)),
        };
        row(&told).map_err(JobsError::Output)?;
        before = Some(request);
    }
    Ok(LedgerSummary {
        host,
        requests: requests.len() as u64,
        shortest_interval_ms: verdict.shortest.map(millis),
        shortest_pause_ms: verdict.shortest_pause.map(millis),
        earlier_than_owed: verdict.early,
    })
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn host_of(text: &str) -> Result<String, JobsError> {
    let uri = if text.contains("://") { text.to_owned() } else { format!("http://{text}/") };
    let normal = stodola_uri::normalise(uri.as_bytes());
    match stodola_uri::host(&normal) {
        Some(host) if !host.is_empty() => Ok(host.into_owned()),
        _ => Err(JobsError::NotAHost(text.to_owned())),
    }
}

fn collect(
    job: &StoredJob,
    number: usize,
    host: &str,
    requests: &mut Vec<Request>,
) -> Result<(), JobsError> {
    let mut history = job.history()?;
    let mut own: Option<HostId> = None;
    let mut entries: Vec<(usize, LogPlace)> = Vec::new();
    history.read(|happened| {
        let (detail, uri, entry) = match happened {
            Happened::Host { host: id, name } => {
                if name == host {
                    own = Some(id);
                }
                return Ok(());
            }
            Happened::Done { host, entry, detail, .. } if Some(host) == own => {
                (Detail::parse(detail), Vec::new(), Some(entry))
            }
            // A robots.txt may redirect to another host: the host of the request counts.
            Happened::Beside { uri, detail, .. }
                if stodola_uri::host(uri).is_some_and(|name| name == host) =>
            {
                (Detail::parse(detail), uri.to_vec(), None)
            }
            _ => return Ok(()),
        };
        let (Some(start), Some(took)) = (detail.start, detail.took) else { return Ok(()) };
        // A name server was asked, not the host.
        if detail.reason == Reason::Dns || detail.reason.failure().is_some_and(|it| it.is_dns()) {
            return Ok(());
        }
        if let Some(entry) = entry {
            entries.push((requests.len(), entry));
        }
        let Detail { reason, pause, .. } = detail;
        requests.push(Request { start, took, reason, pause, uri, job: number });
        Ok(())
    })?;
    for (request, entry) in entries {
        requests[request].uri = history.entry(entry)?.uri;
    }
    Ok(())
}

/// Checks the pauses between requests.
struct Verdict {
    /// Number of requests that may run at once, by the settings of the jobs.
    connections: usize,
    /// When the running requests end, with the pause required after each.
    under_way: Vec<(Time, Duration)>,
    /// When the pauses required after all others have passed.
    free_at: Time,
    /// Shortest time from the start of one request to the start of the next.
    shortest: Option<Duration>,
    /// Shortest time from the end of one request to the start of the next.
    shortest_pause: Option<Duration>,
    /// Number of pauses that were shorter than required.
    early: u64,
}

impl Verdict {
    fn new(connections: usize) -> Verdict {
        let under_way = Vec::new();
        Verdict {
            connections,
            under_way,
            free_at: Time::ZERO,
            shortest: None,
            shortest_pause: None,
            early: 0,
        }
    }

    fn count(&mut self, before: Option<&Request>, request: &Request) {
        let start = request.start + ROUNDING;
        let free_at = &mut self.free_at;
        self.under_way.retain(|(end, owed)| {
            let has_ended = *end <= start;
            if has_ended {
                *free_at = (*free_at).max(*end + *owed);
            }
            !has_ended
        });
        self.early += u64::from(start < *free_at || self.under_way.len() >= self.connections);
        let owed = request.pause.map_or(Duration::ZERO, |pause| pause.time);
        self.under_way.push((request.end(), owed));
        let Some(before) = before else { return };
        let least = |a: Option<Duration>, b: Duration| Some(a.map_or(b, |a| a.min(b)));
        self.shortest = least(self.shortest, request.start.since(before.start));
        let kept = request.start.since(before.end());
        self.shortest_pause = least(self.shortest_pause, kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of these requests came too early: start, how long it took, pause owed after it.
    fn early(connections: usize, requests: &[(u64, u64, u64)]) -> u64 {
        let mut verdict = Verdict::new(connections);
        let requests: Vec<Request> = requests
            .iter()
            .map(|&(start, took, pause)| Request {
                start: Time::from_millis(start),
                took: Duration::from_millis(took),
                reason: Reason::Status(200),
                pause: Some(Pause::new(Duration::from_millis(pause), Owed::MinDelay)),
                uri: Vec::new(),
                job: 0,
            })
            .collect();
        for (number, request) in requests.iter().enumerate() {
            verdict.count(number.checked_sub(1).map(|before| &requests[before]), request);
        }
        verdict.early
    }

    #[test]
    fn pauses_are_judged_by_the_connections_that_a_host_may_have() {
        let one_by_one = [(0, 100, 1000), (1100, 100, 1000), (2200, 50, 1000)];
        assert_eq!((early(1, &one_by_one), early(2, &one_by_one)), (0, 0));
        // Two at once, and the next ones after the pauses of both.
        let pairs = [(0, 400, 1000), (10, 100, 1000), (1400, 100, 1000), (1410, 10, 1000)];
        assert_eq!((early(1, &pairs), early(2, &pairs)), (2, 0));
        // Three at once; one before the longer pause of two had passed.
        assert_eq!(early(2, &[(0, 400, 0), (10, 400, 0), (20, 10, 0)]), 1);
        assert_eq!(early(2, &[(0, 10, 5000), (5, 100, 100), (300, 10, 0)]), 1);
    }
}
