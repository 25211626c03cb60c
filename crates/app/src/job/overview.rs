//! One job at a glance: how far it is, how fast, and what takes most. For a terminal, and as one JSON object.

use super::{JobState, JobsError, StoredJob, list};
use crate::control::{
    AskError, ControlAnswer, ControlRequest, HarvestStatus, HostLine, HostOrder, HostsWanted,
};
use serde::Serialize;
use stodola_crawl::logs::{Reports, TypeAmount};
use stodola_frontier::Outcome;

/// What is known of a job at one moment. Numbers of URIs, documents and bytes are of its last round.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct JobOverview {
    /// Name of the job.
    pub job: String,
    /// `new`, `running`, `paused`, `finished`, `stopped` or `interrupted`.
    pub state: String,
    /// Number of the round, from 1.
    pub round: u32,
    /// URIs found.
    pub found: u64,
    /// URIs found that have an outcome.
    pub finished: u64,
    /// URIs found that have none yet.
    pub waiting: u64,
    /// Documents archived.
    pub archived: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Links that were not followed.
    pub rejected: u64,
    /// Hosts found.
    pub hosts: u64,
    /// The words of its process, with what has no place of its own here; empty if the job does not run.
    #[serde(skip)]
    pub words: String,
    /// What the process of a running harvest tells; `None` if the job does not run.
    pub run: Option<RunOverview>,
    /// The hosts with the most bytes.
    pub by_host: Vec<HostAmount>,
    /// The media types with the most bytes.
    pub by_type: Vec<TypeRow>,
}

/// What a running harvest tells of itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RunOverview {
    /// Seconds since the run began.
    pub seconds: u64,
    /// Documents archived in a second, over the last 20 seconds or so.
    pub documents_per_second: f64,
    /// Bytes received in a second, over the same time.
    pub bytes_per_second: f64,
    /// URIs that are being worked on.
    pub in_flight: u64,
    /// URIs that may be worked on at the same time.
    pub workers: u64,
    /// Requests sent.
    pub requests: u64,
    /// Bytes received.
    pub received: u64,
    /// Attempts that failed.
    pub failures: u64,
    /// Memory of the process in bytes.
    pub memory: u64,
    /// The most memory that it ever had, in bytes.
    pub memory_peak: u64,
    /// Hosts with a longer pause, because they answered 429 or 503.
    pub slowed: u64,
    /// The alarms that are on: `rate`, `errors`, `host:NAME`, `disk`.
    pub alarms: Vec<String>,
    /// What it waits for before it starts more requests: `hours`, `disk` or `memory`; `None` if it starts them.
    pub waits_for: Option<String>,
    /// What name servers were asked.
    pub dns: DnsOverview,
}

/// What name servers were asked in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DnsOverview {
    /// Messages sent to them.
    pub sent: u64,
    /// Names that had to be asked for.
    pub names: u64,
    /// Names whose answer was still known.
    pub known: u64,
    /// Names without an address.
    pub negative: u64,
    /// Names without an answer.
    pub failed: u64,
    /// Milliseconds that questions have waited because of the limits.
    pub waited_ms: u64,
}

/// What was archived of a host.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HostAmount {
    /// Its name.
    pub host: String,
    /// Documents archived.
    pub archived: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Its part of all bytes, from 0 to 1.
    pub share: f64,
    /// URIs that wait.
    pub waiting: u64,
}

/// What was archived of a media type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TypeRow {
    /// The type as servers declare it; empty for all that are not told apart.
    pub media_type: String,
    /// Documents archived.
    pub archived: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Its part of all bytes, from 0 to 1.
    pub share: f64,
}

/// Returns what is known of a job, with at most `rows` rows in each table. Of a job that runs, its process is asked; of
/// any other, the whole log is read.
pub fn overview(job: &StoredJob, rows: u32) -> Result<JobOverview, JobsError> {
    match running(job, rows) {
        Ok(Some(overview)) => Ok(overview),
        Ok(None) => stopped(job, rows as usize),
        Err(error) => Err(JobsError::Ask(error)),
    }
}

/// `None` if no process harvests the job.
fn running(job: &StoredJob, rows: u32) -> Result<Option<JobOverview>, AskError> {
    let words = match job.ask(&ControlRequest::Status) {
        Ok(ControlAnswer::Status(words)) => words,
        Ok(_) | Err(AskError::NotRunning { .. } | AskError::Ended) => return Ok(None),
        Err(error) => return Err(error),
    };
    let status = HarvestStatus::parse(&words);
    let number = |name: &str| status.number(name);
    let bytes = number("bytes");
    let wanted = HostsWanted { most: rows, order: HostOrder::Bytes, ..HostsWanted::default() };
    let hosts = match ask_if_there(job, &ControlRequest::Hosts(wanted))? {
        Some(ControlAnswer::Hosts { hosts, .. }) => hosts,
        _ => Vec::new(),
    };
    let types = match ask_if_there(job, &ControlRequest::Types { most: rows })? {
        Some(ControlAnswer::Types { types, .. }) => types,
        _ => Vec::new(),
    };
    // The log of progress has a line every 20 seconds; before the first, the whole run counts.
    let seconds = number("seconds");
    let last = job.progress(0).unwrap_or_default().pop().filter(|_| seconds >= 20);
    let mean = |name| number(name) as f64 / (seconds.max(1) as f64);
    let run = RunOverview {
        seconds,
        documents_per_second: last.map_or_else(|| mean("archived_in_run"), |it| it.documents),
        bytes_per_second: last.map_or_else(|| mean("received"), |it| it.bytes),
        in_flight: number("in_flight"),
        workers: number("workers"),
        requests: number("requests"),
        received: number("received"),
        failures: number("failures"),
        memory: number("memory"),
        memory_peak: number("memory_peak"),
        slowed: number("slowed"),
        alarms: words
            .split(' ')
            .find_map(|word| word.strip_prefix("alarms="))
            .map_or_else(Vec::new, |names| names.split(',').map(str::to_owned).collect()),
        waits_for: words.split(' ').find_map(|it| it.strip_prefix("waits_for=").map(str::to_owned)),
        dns: DnsOverview {
            sent: number("dns_sent"),
            names: number("dns_names"),
            known: number("dns_known"),
            negative: number("dns_negative"),
            failed: number("dns_failed"),
            waited_ms: number("dns_waited_ms"),
        },
    };
    Ok(Some(JobOverview {
        job: job.name.clone(),
        state: status.state.clone(),
        round: job.round,
        found: number("found"),
        finished: number("finished"),
        waiting: number("found").saturating_sub(number("finished")),
        archived: number("archived"),
        bytes,
        rejected: number("rejected"),
        hosts: number("hosts"),
        words,
        run: Some(run),
        by_host: hosts.iter().filter(|it| it.bytes > 0).map(|it| host_row(it, bytes)).collect(),
        by_type: types.iter().map(|it| type_row(it, bytes)).collect(),
    }))
}

/// Asks a harvest that may end meanwhile, or be of a version that does not know the request: then `None`.
fn ask_if_there(
    job: &StoredJob,
    request: &ControlRequest,
) -> Result<Option<ControlAnswer>, AskError> {
    match job.ask(request) {
        Ok(answer) => Ok(Some(answer)),
        Err(AskError::NotRunning { .. } | AskError::Ended | AskError::Refused(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

fn stopped(job: &StoredJob, rows: usize) -> Result<JobOverview, JobsError> {
    let reports = Reports::read(&job.folder, &job.name, None)?;
    let row = list::row_of(job, &reports);
    let mut hosts: Vec<HostLine> = reports.hosts().map(|host| HostLine::of_log(&host)).collect();
    let number = hosts.len() as u64;
    hosts.retain(|host| host.bytes > 0);
    hosts.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.host.cmp(&b.host)));
    hosts.truncate(rows);
    let mut types = reports.types();
    types.truncate(rows);
    // A process may have begun since it was asked.
    let state = match row.state {
        JobState::Running => JobState::Interrupted,
        state => state,
    };
    Ok(JobOverview {
        job: row.job,
        state: state.name().to_owned(),
        round: row.round,
        found: row.found,
        finished: row.found - row.waiting,
        waiting: row.waiting,
        archived: reports.with_outcome(Outcome::Archived),
        bytes: row.bytes,
        rejected: row.rejected,
        hosts: number,
        words: String::new(),
        run: None,
        by_host: hosts.iter().map(|host| host_row(host, row.bytes)).collect(),
        by_type: types.iter().map(|it| type_row(it, row.bytes)).collect(),
    })
}

fn host_row(host: &HostLine, all: u64) -> HostAmount {
    HostAmount {
        host: host.host.clone(),
        archived: host.archived,
        bytes: host.bytes,
        share: share(host.bytes, all),
        waiting: host.queued,
    }
}

fn type_row(amount: &TypeAmount, all: u64) -> TypeRow {
    TypeRow {
        media_type: amount.media_type.clone(),
        archived: amount.documents,
        bytes: amount.bytes,
        share: share(amount.bytes, all),
    }
}

/// A part of all bytes, to four digits.
fn share(part: u64, all: u64) -> f64 {
    let share = part as f64 / all.max(1) as f64;
    (share.min(1.0) * 10_000.0).round() / 10_000.0
}
