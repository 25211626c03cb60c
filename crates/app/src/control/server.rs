//! The side of the harvest: listens, and carries out requests.
//!
//! Each connection has a task and a time limit of its own. A request is accepted completely or not at all: a line
//! without its end, or one that is too long, is refused.

use super::changes::Changes;
use super::hosts::{host_range, hosts};
use super::seeds::first_wrong;
use super::status::alarm_words;
use super::{ControlAnswer, ControlRequest, HOSTS_MAX, REQUEST_MAX, megabytes, socket_path};
use crate::crawl::CrawlError;
use crate::crawl::settings::{self, Change};
use crate::crawl::{AlarmBoard, make_room};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use stodola_crawl::Control;
use stodola_crawl::job::{Edit, Job};
use stodola_crawl::logs::process_memory;
use stodola_frontier::{AnewChoice, AnewFilter, Time};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixListener;
use tokio::sync::{Mutex, Semaphore, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// Maximum number of slowed hosts that are named.
const SLOWEST: usize = 5;
/// Maximum time to receive a request.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// Maximum number of connections at a time; others are closed.
const CONNECTIONS_MAX: usize = 32;
/// Pause after the system refused a connection, mostly because of too many open files.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);
/// Maximum time for requests that are being answered when the harvest has ended.
const CLOSING_TIME: Duration = Duration::from_secs(2);
const CHECKPOINT_LOOK: Duration = Duration::from_millis(50);

/// Listens until it is dropped.
pub(crate) struct Server {
    path: PathBuf,
    task: tokio::task::JoinHandle<()>,
    /// `true` when the harvest has ended.
    closing: watch::Sender<bool>,
}

/// What all connections share.
struct Shared {
    folder: PathBuf,
    control: Control,
    /// Held while settings are changed: two changes at a time would undo each other.
    changing: Arc<Mutex<()>>,
    /// The settings that the run has, as they stand in the job file.
    known: std::sync::Mutex<Job>,
    alarms: AlarmBoard,
    connections: Semaphore,
}

impl Server {
    /// Starts to listen for the harvest of the job in `folder`. Must be called within a runtime.
    pub(crate) fn start(
        folder: &Path,
        job: Job,
        alarms: &AlarmBoard,
        control: Control,
    ) -> Result<Server, CrawlError> {
        let path = socket_path(folder).map_err(CrawlError::file("listen in", folder))?;
        // The frontier is locked, so an existing socket was left by a crash.
        let _ = fs::remove_file(&path);
        let listener = UnixListener::bind(&path).map_err(CrawlError::file("listen at", &path))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600))
            .map_err(CrawlError::file("protect", &path))?;
        let shared = Arc::new(Shared {
            folder: folder.to_owned(),
            control,
            changing: Arc::default(),
            known: std::sync::Mutex::new(job),
            alarms: Arc::clone(alarms),
            connections: Semaphore::new(CONNECTIONS_MAX),
        });
        let (closing, closed) = watch::channel(false);
        Ok(Server { path, task: tokio::spawn(listen(listener, shared, closed)), closing })
    }

    /// Ends the connections of a harvest that has ended. Those without a request are closed at once, and requests that
    /// are being answered get their answer if it comes soon. A request that hangs delays nothing else.
    pub(crate) async fn close(mut self) {
        self.closing.send_replace(true);
        // Connections that are still open then end with the task.
        let _ = timeout(CLOSING_TIME, &mut self.task).await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
        let _ = fs::remove_file(&self.path);
    }
}

/// Accepts connections, each in a task of its own. These end with this one.
async fn listen(listener: UnixListener, shared: Arc<Shared>, mut closing: watch::Receiver<bool>) {
    let mut tasks = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.wait_for(|is_closing| *is_closing) => break,
        };
        match accepted {
            Ok((stream, _)) => {
                tasks.spawn(serve(stream, Arc::clone(&shared), closing.clone()));
            }
            Err(_) => tokio::time::sleep(ACCEPT_AGAIN).await,
        }
        while tasks.try_join_next().is_some() {}
    }
    while tasks.join_next().await.is_some() {}
}

/// Answers one request.
async fn serve(
    stream: tokio::net::UnixStream,
    shared: Arc<Shared>,
    mut closing: watch::Receiver<bool>,
) {
    let (input, mut output) = stream.into_split();
    let answer = match shared.connections.try_acquire() {
        Ok(_permit) => {
            let request = tokio::select! {
                biased;
                request = timeout(REQUEST_TIME, read_request(input)) => request,
                // No request was received, and the harvest has ended.
                _ = closing.wait_for(|is_closing| *is_closing) => return,
            };
            match request {
                Ok(Ok(request)) => answer(request, &shared).await,
                Ok(Err(error)) => Err(error),
                Err(_) => {
                    let seconds = REQUEST_TIME.as_secs();
                    Err(Refusal(format!(
                        "the request was not complete after {seconds} seconds; nothing was done"
                    )))
                }
            }
        }
        Err(_) => Err(Refusal("too many connections at a time; try again".to_owned())),
    };
    let line = match answer {
        Ok(answer) => format!("ok {}\n", answer.to_line()),
        Err(Refusal(why)) => format!("error {}\n", why.replace('\n', " ").trim()),
    };
    // The client may be gone.
    let _ = timeout(REQUEST_TIME, output.write_all(line.as_bytes())).await;
}

/// Reads a complete request.
async fn read_request(input: impl tokio::io::AsyncRead + Unpin) -> Result<ControlRequest, Refusal> {
    let mut line = Vec::new();
    let mut input = tokio::io::BufReader::new(input.take(REQUEST_MAX as u64 + 1));
    input.read_until(b'\n', &mut line).await.map_err(because("the request cannot be read"))?;
    match line.pop() {
        Some(b'\n') => {}
        _ if line.len() >= REQUEST_MAX => {
            let most = megabytes(REQUEST_MAX);
            let why = "nothing was done. Ask in several steps";
            return Err(Refusal(format!("the request is longer than {most}; {why}")));
        }
        _ => {
            let why = "the request came without the end of its line; nothing was done";
            return Err(Refusal(why.to_owned()));
        }
    }
    let line = std::str::from_utf8(&line).map_err(because("the request is not in UTF-8"))?;
    Ok(ControlRequest::parse(line)?)
}

async fn answer(request: ControlRequest, shared: &Arc<Shared>) -> Result<ControlAnswer, Refusal> {
    let control = &shared.control;
    match request {
        ControlRequest::Status => status(control, &shared.alarms),
        ControlRequest::Pause => Ok(control.pause().map(|()| ControlAnswer::Paused)?),
        ControlRequest::Resume => Ok(control.resume().map(|()| ControlAnswer::Running)?),
        ControlRequest::Stop => {
            control.stop();
            Ok(ControlAnswer::Stopping)
        }
        ControlRequest::Checkpoint => {
            let wanted = control.checkpoint()?;
            while control.checkpoints()? < wanted {
                tokio::time::sleep(CHECKPOINT_LOOK).await;
            }
            Ok(ControlAnswer::CheckpointWritten)
        }
        ControlRequest::Limit { key, value } => {
            change(shared, move |it| it.limit(&key, &value)).await
        }
        ControlRequest::Seeds(seeds) => change(shared, move |it| it.seeds(&seeds)).await,
        ControlRequest::Pace { host } => reset_pace(control, &host),
        ControlRequest::Hosts(wanted) => {
            let (total, hosts) = hosts(control, &wanted)?;
            Ok(ControlAnswer::Hosts { total, hosts })
        }
        ControlRequest::HostRange { from, most } => {
            let (total, hosts) = host_range(control, from, most)?;
            Ok(ControlAnswer::Hosts { total, hosts })
        }
        ControlRequest::Rescope => change(shared, Shared::rescope).await,
        ControlRequest::Reload => change(shared, Shared::reload).await,
        ControlRequest::Retry { outcome, host } => {
            change(shared, move |it| it.retry(&outcome, host)).await
        }
        ControlRequest::Types { most } => {
            let (total, types) = control.types(most.min(HOSTS_MAX as u32) as usize)?;
            Ok(ControlAnswer::Types { total: total as u64, types })
        }
    }
}

/// Makes a change in a separate thread, where it delays neither other requests nor the end of the harvest. It is
/// completed even if the client goes away.
async fn change(
    shared: &Arc<Shared>,
    work: impl FnOnce(&Shared) -> Result<ControlAnswer, Refusal> + Send + 'static,
) -> Result<ControlAnswer, Refusal> {
    let alone = Arc::clone(&shared.changing).lock_owned().await;
    let shared = Arc::clone(shared);
    let (done, answer) = oneshot::channel();
    let work = move || {
        let result = work(&shared);
        drop(alone);
        // The client may be gone.
        let _ = done.send(result);
    };
    let begun = std::thread::Builder::new().spawn(work);
    begun.map_err(because("the request cannot be worked on"))?;
    answer.await.map_err(because("the request failed unexpectedly"))?
}

impl Shared {
    fn limit(&self, key: &str, value: &str) -> Result<ControlAnswer, Refusal> {
        let limits =
            self.control.limits()?.with(key, value).map_err(|fault| Refusal(fault.to_string()))?;
        let edit = Edit::Limit { key: key.to_owned(), value: value.to_owned() };
        let change = self.prepare(edit)?;
        self.control.set_limits(limits.clone())?;
        self.known().limits = limits;
        change.write().map_err(because(
            "the limit applies to this run, but it could not be saved for the next",
        ))?;
        Ok(ControlAnswer::Limit { key: key.to_owned(), value: value.to_owned() })
    }

    fn seeds(&self, seeds: &[String]) -> Result<ControlAnswer, Refusal> {
        // Other programs may send requests too, and job files may have comments; these are not meant as seeds here.
        if let Some((place, seed)) = first_wrong(seeds) {
            let why = "is not an http or https URI with a host; nothing was changed";
            return Err(Refusal(format!("seed {place}, '{seed}', {why}")));
        }
        let change = self.prepare(Edit::Seeds(seeds.to_vec()))?;
        let added = self.control.add_seeds(seeds)?;
        self.known().seeds.extend(seeds.iter().cloned());
        change.write().map_err(because(
            "this run uses the seeds, but they could not be saved for the next",
        ))?;
        Ok(ControlAnswer::Seeds { received: seeds.len() as u64, new: added })
    }

    fn rescope(&self) -> Result<ControlAnswer, Refusal> {
        let stored = settings::read(&self.folder)?;
        let refused = self.control.rescope(&stored)?;
        self.known().scope = stored.scope;
        Ok(ControlAnswer::Rescoped { refused })
    }

    /// Takes over what was changed in the job file. Seeds that were removed from it stay in the harvest.
    fn reload(&self) -> Result<ControlAnswer, Refusal> {
        let mut stored = settings::read(&self.folder)?;
        let before = self.known().clone();
        let changes = Changes::between(&before, &stored);
        if changes.has_scope {
            self.control.rescope(&stored)?;
        }
        if !changes.seeds.is_empty() {
            self.control.add_seeds(&changes.seeds)?;
        }
        // More workers may need more open files than the system allows.
        let workers = stored.fetch.workers;
        stored.fetch.workers = make_room(workers).unwrap_or_else(|files| files.possible);
        self.control.apply(&stored)?;
        stored.fetch.workers = workers;
        *self.known() = changes.taken_over(before, stored);
        Ok(ControlAnswer::Reloaded { live: changes.live, later: changes.later })
    }

    fn retry(&self, outcome: &str, host: Option<String>) -> Result<ControlAnswer, Refusal> {
        let choice = AnewChoice::from_name(outcome)
            .ok_or_else(|| Refusal(format!("there is no outcome '{outcome}'")))?;
        let filter = AnewFilter { choice, host };
        Ok(ControlAnswer::Retried { uris: self.control.ask_anew(&filter)? })
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Job> {
        self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Applies the change to the present content of the file, whoever has edited it since.
    fn prepare(&self, edit: Edit) -> Result<Change, Refusal> {
        Change::prepare(&self.folder, edit).map_err(because("nothing was changed"))
    }
}

fn reset_pace(control: &Control, host: &str) -> Result<ControlAnswer, Refusal> {
    match control.reset_pace(host)? {
        None => Err(Refusal(format!("this harvest has met no host '{host}'"))),
        Some(grown) => Ok(ControlAnswer::Pace { host: host.to_owned(), grown }),
    }
}

/// Returns the slowed hosts, for `status`: ` slowed=2 slowest=a.cz:4000ms,b.cz:2000ms slowed_because=429-or-503`. Empty
/// if there are none.
fn slowed(control: &Control, number: usize) -> Result<String, Refusal> {
    if number == 0 {
        return Ok(" slowed=0".to_owned());
    }
    let slowest = control.slowest(SLOWEST)?;
    let slowest: Vec<_> =
        slowest.iter().map(|host| format!("{}:{}ms", host.name, host.pause.as_millis())).collect();
    Ok(format!(" slowed={number} slowest={} slowed_because=429-or-503", slowest.join(",")))
}

fn status(control: &Control, alarms: &AlarmBoard) -> Result<ControlAnswer, Refusal> {
    let ended = || Refusal("the harvest has ended".to_owned());
    let progress = control.progress().ok_or_else(ended)?;
    let state = if control.is_paused()? { "paused" } else { "running" };
    let alarms = alarms.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let alarms = alarm_words(&alarms).map_or_else(String::new, |list| format!(" alarms={list}"));
    let waits = control.hold()?.map(|hold| format!(" waits_for={}", hold.name()));
    let (counts, dns, (used, most)) = (progress.counts, progress.dns, process_memory());
    Ok(ControlAnswer::Status(format!(
        "{state} found={} finished={} archived={} bytes={} rejected={} queued={} in_flight={} hosts={} \
         failures={} seconds={} archived_in_run={} requests={} received={} memory={} memory_peak={} dns_sent={} \
         dns_names={} dns_known={} dns_negative={} dns_failed={} dns_waited_ms={} workers={}{}",
        counts.found,
        counts.finished,
        counts.archived,
        counts.bytes,
        counts.rejected,
        progress.queued,
        progress.in_flight,
        progress.hosts,
        progress.failures,
        progress.elapsed.as_secs(),
        progress.archived,
        progress.requests,
        progress.received,
        used * 1024,
        most * 1024,
        dns.sent,
        dns.names,
        dns.known,
        dns.negative,
        dns.failed,
        dns.waited.as_millis(),
        control.workers()?,
        slowed(control, progress.slowed)? + &proxy(control)? + &waits.unwrap_or_default() + &alarms
    )))
}

/// Returns for how long the proxy has failed, for `status`: ` proxy_fails_for=90`, in seconds. Empty if it works.
fn proxy(control: &Control) -> Result<String, Refusal> {
    let Some(trouble) = control.proxy_trouble()? else { return Ok(String::new()) };
    let now: Time = SystemTime::now().into();
    Ok(format!(" proxy_fails_for={}", now.since(trouble.since).as_secs()))
}

/// Why a request was not carried out, as one line.
struct Refusal(String);

impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal(told(&error))
    }
}

/// Puts the operation before the reason why it failed.
fn because<E: std::error::Error>(what: &'static str) -> impl FnOnce(E) -> Refusal {
    move |error| Refusal(format!("{what}: {}", told(&error)))
}

/// Returns an error with its causes. Many errors already include their cause; nothing is said twice.
fn told(error: &dyn std::error::Error) -> String {
    let mut told = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        if !told.ends_with(&words) {
            told = format!("{told}: {words}");
        }
        cause = error.source();
    }
    told
}
