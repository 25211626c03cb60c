//! `stodola job ledger`: every request to a host, and the pauses between them.

use super::stored::{Stored, moment, span};
use crate::json;
use crate::lang::{count, pick};
use crate::output::{self, Outcome};
use anyhow::bail;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use stodola_frontier::{Detail, Happened, HostId, LogPlace, Owed, Pause, Reason, Time};

/// List every request to a host, and the pauses between them.
///
/// One line per request, including robots.txt: time (UTC), duration of the response, result, the pause that was
/// required after it and the reason, the pause that was made, the URI. The last line gives the shortest time between
/// two requests. Requests that were lost in a crash before they were logged are missing.
///
/// Reasons of a pause: factor (a multiple of the duration of the response); min-delay, max-delay (the bounds of that);
/// crawl-delay (from robots.txt); complaint (the host answered 429 or 503 before); retry-after (the response asked for
/// it); failures (doubled for each failure in a row).
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Name of the host, or any URL on it
    #[arg(value_name = "HOST")]
    host: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Only requests of this job
    #[arg(long, value_name = "NAME")]
    job: Option<String>,
    /// Print one JSON object per request, and one for the summary
    #[arg(long)]
    json: bool,
}

/// Times are kept in whole milliseconds, each cut.
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

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let host = host_of(&arguments.host)?;
    let mut jobs = Vec::new();
    for job in Stored::find(&arguments.archive, arguments.job.as_deref())? {
        jobs.extend(job.rounds()?);
    }
    let mut requests = Vec::new();
    for (number, job) in jobs.iter().enumerate() {
        collect(job, number, &host, &mut requests)?;
    }
    requests.sort_by_key(|request| request.start);
    // A host that may be asked over several connections at once is no worse off for it.
    let mut connections = 1;
    for job in &jobs {
        connections = connections.max(job.settings()?.politeness.connections_per_host as usize);
    }
    let mut out = output::stdout();
    let (mut verdict, mut before) = (Verdict::new(connections), None);
    for request in &requests {
        let kept = before.map(|before: &Request| request.start.since(before.end()));
        verdict.count(before, request);
        let job = &jobs[request.job].name;
        if arguments.json {
            write_json(&mut out, request, kept, job)?;
        } else {
            let Request { start, took, reason, uri, .. } = request;
            let owed = request.pause.map_or("-".to_owned(), |pause| {
                format!("{} ({})", span(pause.time), pause.owed.name())
            });
            let kept = kept.map_or("-".to_owned(), span);
            let (start, took, uri) = (moment(*start), span(*took), json::text(uri));
            writeln!(out, "{start}  kept {kept}  took {took}  {reason}  owed {owed}  {uri}")?;
        }
        before = Some(request);
    }
    if arguments.json {
        verdict.write_json(&mut out, &host, requests.len() as u64)?;
    }
    out.flush()?;
    output::say(format_args!("{host}: {}", verdict.words(requests.len() as u64)));
    Ok(Outcome::default())
}

fn host_of(text: &str) -> anyhow::Result<String> {
    let uri = if text.contains("://") { text.to_owned() } else { format!("http://{text}/") };
    let normal = stodola_uri::normalise(uri.as_bytes());
    match stodola_uri::host(&normal) {
        Some(host) if !host.is_empty() => Ok(host.into_owned()),
        _ => bail!("'{text}' is not a host"),
    }
}

fn collect(
    job: &Stored,
    number: usize,
    host: &str,
    requests: &mut Vec<Request>,
) -> anyhow::Result<()> {
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
            // A robots.txt may be redirected to another host: its own counts.
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

/// What the requests say of us.
struct Verdict {
    /// How many requests may be under way at once, as the jobs have it.
    connections: usize,
    /// When those that are under way end, with the pause owed after each.
    under_way: Vec<(Time, Duration)>,
    /// When the pauses that are owed after all others have passed.
    free_at: Time,
    /// From the start of one to the start of the next.
    shortest: Option<Duration>,
    /// From the end of one to the start of the next.
    shortest_pause: Option<Duration>,
    /// Pauses that were shorter than owed.
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

    fn words(&self, requests: u64) -> String {
        let number = count(requests, ["request", "requests"], ["dotaz", "dotazy", "dotazů"]);
        let (Some(shortest), Some(pause)) = (self.shortest, self.shortest_pause) else {
            return number;
        };
        let (shortest, pause, early) = (span(shortest), span(pause), self.early);
        pick(
            format!(
                "{number}; shortest time between two starts {shortest}, shortest pause {pause}; \
                 {early} came before the end of the required pause"
            ),
            format!(
                "{number}; nejkratší doba od jednoho k dalšímu {shortest}, nejkratší pauza mezi nimi {pause}; před \
                 uplynutím dlužné pauzy: {early}"
            ),
        )
    }

    fn write_json(&self, out: &mut impl Write, host: &str, requests: u64) -> anyhow::Result<()> {
        out.write_all(b"{\"host\":")?;
        json::string(out, host)?;
        json::number(out, "requests", Some(requests))?;
        json::number(out, "shortest_interval_ms", self.shortest.map(millis))?;
        json::number(out, "shortest_pause_ms", self.shortest_pause.map(millis))?;
        json::number(out, "earlier_than_owed", Some(self.early))?;
        Ok(out.write_all(b"}\n")?)
    }
}

fn write_json(
    out: &mut impl Write,
    request: &Request,
    kept: Option<Duration>,
    job: &str,
) -> anyhow::Result<()> {
    let Request { start, took, reason, pause, uri, .. } = request;
    out.write_all(b"{\"uri\":")?;
    json::string(out, &json::text(uri))?;
    json::member(out, "job", Some(job.as_bytes()))?;
    json::number(out, "start_ms", Some(start.millis()))?;
    json::number(out, "took_ms", Some(millis(*took)))?;
    json::member(out, "result", Some(reason.to_string().as_bytes()))?;
    json::number(out, "pause_kept_ms", kept.map(millis))?;
    json::number(out, "pause_owed_ms", pause.map(|pause| millis(pause.time)))?;
    let owed = pause.map(|pause| Owed::name(pause.owed).as_bytes());
    json::member(out, "owed", owed)?;
    Ok(out.write_all(b"}\n")?)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
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
