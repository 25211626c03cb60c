//! The hosts of a harvest: of one that runs as they are now, of any other by its log.

use super::jobs::stored;
use super::wire::{HostItem, HostList};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind, cursor};
use crate::http::{ChunkBody, Chunks};
use axum::body::Body;
use axum::http::{HeaderValue, Response, header};
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;
use stodola_app::control::{
    AskError, ControlAnswer, ControlRequest, HOSTS_MAX, HostLine, HostOrder, HostWaitKind,
    HostsWanted,
};
use stodola_app::job::{ANSWER_SOON, HostCount, StoredJob};
use stodola_app::search::csv_cell;
use stodola_text::{Language, host_wait_words, tell};

/// Hosts of a job.
pub(crate) struct HostView {
    /// Whether they are those of a harvest that runs.
    pub(crate) is_running: bool,
    /// How many are wanted in all.
    pub(crate) total: u64,
    pub(crate) hosts: Vec<HostLine>,
}

/// Which hosts a request wants: `part` of the name, `why`, `order` (with a hyphen in the opposite order).
pub(crate) fn wanted(call: &Call, most: usize, skip: u64) -> Result<HostsWanted, Problem> {
    let wrong = |name: &str| Problem::with(ProblemKind::BadRequest, format!("{name}: unknown"));
    let given = |name: &str| call.query.get(name).map(str::trim).filter(|it| !it.is_empty());
    let (mut order, mut is_turned) = (HostOrder::default(), false);
    if let Some(name) = given("order") {
        is_turned = name.starts_with('-');
        let name = name.strip_prefix('-').unwrap_or(name);
        order = HostOrder::from_name(name).ok_or_else(|| wrong("order"))?;
    }
    let wait = match given("why") {
        Some(name) => Some(HostWaitKind::from_name(name).ok_or_else(|| wrong("why"))?),
        None => None,
    };
    Ok(HostsWanted {
        most: most.min(HOSTS_MAX) as u32,
        skip: u32::try_from(skip).map_err(|_| wrong("cursor"))?,
        part: given("part").unwrap_or("").to_ascii_lowercase(),
        wait,
        order,
        is_turned,
    })
}

/// The hosts of the job that the path names.
pub(crate) fn standing(call: &Call, wanted: &HostsWanted) -> Result<HostView, Problem> {
    let job = stored(call)?;
    if let Some(answer) = ask(&job, &ControlRequest::Hosts(wanted.clone()))? {
        let (total, hosts) = answer;
        return Ok(HostView { is_running: true, total, hosts });
    }
    let counts = logged(call, &job)?;
    let mut hosts: Vec<HostLine> =
        counts.iter().map(HostLine::of_log).filter(|host| wanted.has(host)).collect();
    wanted.sort(&mut hosts);
    let total = hosts.len() as u64;
    let hosts = hosts.into_iter().skip(wanted.skip as usize).take(wanted.most as usize).collect();
    Ok(HostView { is_running: false, total, hosts })
}

/// The hosts by the log. A harvest that runs is asked without reading any log, so a place is taken only here.
fn logged(call: &Call, job: &StoredJob) -> Result<Arc<Vec<HostCount>>, Problem> {
    let _place = call.shared.readings.take_now()?;
    Ok(call.shared.jobs.hosts(job)?)
}

/// Asks a harvest for hosts; `None` if it does not run.
fn ask(job: &StoredJob, request: &ControlRequest) -> Result<Option<(u64, Vec<HostLine>)>, Problem> {
    if !job.is_running() {
        return Ok(None);
    }
    match job.ask_within(request, ANSWER_SOON) {
        Ok(ControlAnswer::Hosts { total, hosts }) => Ok(Some((total, hosts))),
        Ok(_) => Err(Problem::new(ProblemKind::Conflict)),
        // It has just ended.
        Err(AskError::NotRunning { .. } | AskError::Ended) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Why the next address of a host is not fetched now.
pub(crate) fn why(language: Language, is_running: bool, host: &HostLine) -> String {
    match is_running || host.queued == 0 {
        true => host_wait_words(language, host.wait()),
        false => tell(language, "web-host-not-running", &[]),
    }
}

pub(crate) fn hosts(call: &Call) -> ApiResult {
    let skip = cursor::number(call)?.unwrap_or(0);
    let skip = u64::try_from(skip).unwrap_or(0);
    let wanted = wanted(call, call.limit()?, skip)?;
    let HostView { is_running, total, hosts } = standing(call, &wanted)?;
    let end = skip + hosts.len() as u64;
    let next = (end < total && !hosts.is_empty()).then(|| cursor::of_number(end as i64));
    let item = |host: HostLine| HostItem {
        why: why(call.language, is_running, &host),
        kind: if is_running { host.wait().kind().name() } else { "not-running" }.to_owned(),
        host: host.host,
        queued: host.queued,
        archived: host.archived,
        bytes: host.bytes,
        in_flight: host.in_flight,
        wait_ms: host.wait_ms,
        pause_ms: host.pause_ms,
        failures: host.failures,
    };
    let items = hosts.into_iter().map(item).collect();
    ApiAnswer::new(&HostList { running: is_running, total, items, next })
}

/// Where the rows of a list of all hosts come from.
enum Source {
    /// A harvest that runs, and the number of the next host.
    Harvest(StoredJob, u32),
    /// The log, and the place of the next host.
    Log(Arc<Vec<HostCount>>, usize),
}

/// All hosts as CSV, piece by piece, in the order in which they were found: so each of them is there once, though the
/// harvest goes on.
struct HostTable {
    source: Source,
    wanted: HostsWanted,
    language: Language,
    is_begun: bool,
}

const COLUMNS: &str =
    "host,queued,archived,bytes,in_flight,wait_ms,pause_ms,failures,waits_for,why\r\n";

impl HostTable {
    fn open(call: &Call, job: StoredJob) -> Result<HostTable, Problem> {
        let wanted = wanted(call, HOSTS_MAX, 0)?;
        let request = ControlRequest::HostRange { from: 0, most: 0 };
        let source = match ask(&job, &request)? {
            Some(_) => Source::Harvest(job, 0),
            None => Source::Log(logged(call, &job)?, 0),
        };
        let language = call.language;
        Ok(HostTable { source, wanted, language, is_begun: false })
    }

    /// The next hosts, and whether the harvest runs; `None` behind the last one.
    fn more(&mut self) -> io::Result<Option<(bool, Vec<HostLine>)>> {
        match &mut self.source {
            Source::Harvest(job, from) => {
                let most = HOSTS_MAX as u32;
                let request = ControlRequest::HostRange { from: *from, most };
                let answer = job.ask_within(&request, ANSWER_SOON).map_err(io::Error::other)?;
                let ControlAnswer::Hosts { hosts, .. } = answer else {
                    return Err(io::Error::other("the harvest does not tell its hosts"));
                };
                *from += hosts.len() as u32;
                Ok((!hosts.is_empty()).then_some((true, hosts)))
            }
            Source::Log(hosts, from) => {
                let some: Vec<HostLine> =
                    hosts.iter().skip(*from).take(HOSTS_MAX).map(HostLine::of_log).collect();
                *from += some.len();
                Ok((!some.is_empty()).then_some((false, some)))
            }
        }
    }

    fn row(&self, text: &mut String, is_running: bool, host: &HostLine) {
        let kind = if is_running { host.wait().kind().name() } else { "not-running" };
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{},{},{},{},{},{},{},{},{kind},{}\r\n",
            csv_cell(&host.host),
            host.queued,
            host.archived,
            host.bytes,
            host.in_flight,
            host.wait_ms,
            host.pause_ms,
            host.failures,
            csv_cell(&why(self.language, is_running, host)),
        );
    }
}

impl Chunks for HostTable {
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut text = String::new();
        if !self.is_begun {
            self.is_begun = true;
            text.push_str(COLUMNS);
            return Ok(Some(text.into_bytes()));
        }
        let Some((is_running, hosts)) = self.more()? else { return Ok(None) };
        for host in hosts.iter().filter(|host| self.wanted.has(host)) {
            self.row(&mut text, is_running, host);
        }
        Ok(Some(text.into_bytes()))
    }
}

/// All hosts of a job as CSV.
pub(crate) async fn hosts_csv(call: Call) -> Response<Body> {
    let language = call.language;
    let path = call.uri.path().to_owned();
    let refuse = |problem: &Problem| problem.respond(language, &path);
    let opened = crate::http::work(move || HostTable::open(&call, stored(&call)?));
    let table = match opened.await {
        Ok(Ok(table)) => table,
        Ok(Err(problem)) => return refuse(&problem),
        Err(error) => return refuse(&Problem::caused(ProblemKind::Fault, error)),
    };
    let mut answer = Response::new(ChunkBody::stream(table, None));
    let headers = answer.headers_mut();
    let kind = HeaderValue::from_static("text/csv; charset=utf-8; header=present");
    headers.insert(header::CONTENT_TYPE, kind);
    let save = HeaderValue::from_static("attachment; filename=\"hosts.csv\"");
    headers.insert(header::CONTENT_DISPOSITION, save);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}
