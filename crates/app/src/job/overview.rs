//! One job at a glance: how far it is, how fast, and what takes most. For a terminal, and as one JSON object.

use super::largest::{HostAmount, LargestParts, TypeRow};
use super::sources::alarms;
use super::{JobState, JobsError, StoredJob, list};
use crate::control::{ANSWER_TIME, AskError, ControlAnswer, ControlRequest, HarvestStatus};
use crate::crawl::Alarm;
use serde::Serialize;
use stodola_crawl::logs::Reports;
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
    /// The alarms that are on: `rate`, `errors`, `host:NAME` and `disk` of a job that runs, and `completeness:SOURCE`
    /// of the last round that has ended.
    pub alarms: Vec<Alarm>,
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
    /// What it waits for before it starts more requests: `hours`, `disk` or `memory`; `None` if it starts them.
    pub waits_for: Option<String>,
    /// Seconds for which the proxy has failed; `None` if it works, or if there is none.
    pub proxy_fails_for: Option<u64>,
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
    let LargestParts { by_host, by_type } = LargestParts::asked(job, rows, bytes, ANSWER_TIME)?;
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
        waits_for: status.waits_for.clone(),
        proxy_fails_for: status.numbers.get("proxy_fails_for").copied(),
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
        alarms: alarms(job, Some(&status)),
        words,
        run: Some(run),
        by_host,
        by_type,
    }))
}

fn stopped(job: &StoredJob, rows: usize) -> Result<JobOverview, JobsError> {
    let reports = Reports::read(&job.folder, &job.name, None)?;
    let row = list::row_of(job, &reports);
    let LargestParts { by_host, by_type } = LargestParts::counted(&reports, rows);
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
        hosts: reports.hosts().count() as u64,
        alarms: alarms(job, None),
        words: String::new(),
        run: None,
        by_host,
        by_type,
    })
}
