//! Steering a harvest from another terminal: a socket that only the owner of the archive can use.
//!
//! The harvest listens at `jobs/NAME/control.sock`. A [`Request`] is a line, the answer a line that begins with
//! `ok` or `error`. Each connection has a task and a time limit of its own. A request is taken whole or not at
//! all: a line without its end, or one that is too long, is refused.

mod request;

use crate::crawl::settings::{self, Change};
use crate::job::stored::span;
use crate::lang;
use anyhow::{Context, bail};
pub(crate) use request::Request;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use stodola_crawl::Control;
use stodola_crawl::job::Edit;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixListener;
use tokio::sync::{Mutex, Semaphore, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

const NAME: &str = "control.sock";
/// The longest request, in bytes: more than the arguments of a command can hold on most systems.
const REQUEST_MAX: usize = 4 << 20;
/// Names of sockets are short, whatever those of folders are.
const PATH_MAX: usize = 100;
/// So many of the hosts that are asked more slowly are named.
const SLOWEST: usize = 5;
/// A request has to be there after this time.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// Whoever asks waits so long for the answer: a checkpoint of a large harvest takes its time.
const ANSWER_TIME: Duration = Duration::from_secs(120);
/// Connections at one time; those beyond it are turned away.
const CONNECTIONS_MAX: usize = 32;
/// The pause after the system refused a connection, mostly for want of file handles.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);
/// When the harvest has ended, those whose request is being answered get so long for it.
const CLOSING_TIME: Duration = Duration::from_secs(2);
const CHECKPOINT_LOOK: Duration = Duration::from_millis(50);

/// Listens for as long as it lives.
pub(crate) struct Server {
    path: PathBuf,
    task: tokio::task::JoinHandle<()>,
    /// True when the harvest has ended.
    closing: watch::Sender<bool>,
}

/// What all connections share.
struct Shared {
    folder: PathBuf,
    control: Control,
    /// Held while settings are changed: two changes at a time would undo each other.
    changing: Arc<Mutex<()>>,
    connections: Semaphore,
}

impl Server {
    /// Listens for a harvest whose job lives in that folder. Must be called within a runtime.
    pub(crate) fn start(folder: &Path, control: Control) -> anyhow::Result<Server> {
        let path = socket_path(folder)?;
        // The frontier is locked, so a socket that is there was left by a crash.
        let _ = fs::remove_file(&path);
        let listener = UnixListener::bind(&path)
            .with_context(|| format!("cannot listen at '{}'", path.display()))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
        let shared = Arc::new(Shared {
            folder: folder.to_owned(),
            control,
            changing: Arc::default(),
            connections: Semaphore::new(CONNECTIONS_MAX),
        });
        let (closing, closed) = watch::channel(false);
        Ok(Server { path, task: tokio::spawn(listen(listener, shared, closed)), closing })
    }

    /// Ends the connections of a harvest that has ended. Those that have asked for nothing are closed at once, and
    /// those that are being answered get their answer if it comes soon. A request that hangs holds up nobody.
    pub(crate) async fn close(mut self) {
        self.closing.send_replace(true);
        // What is still there then ends with the task.
        let _ = timeout(CLOSING_TIME, &mut self.task).await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
        let _ = fs::remove_file(&self.path);
    }
}

/// Takes connections, each into a task of its own. Those end with this one.
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
                // Nothing was asked for, and there is nobody any more who could be asked.
                _ = closing.wait_for(|is_closing| *is_closing) => return,
            };
            match request {
                Ok(Ok(request)) => answer(request, &shared).await,
                Ok(Err(error)) => Err(error),
                Err(_) => {
                    let seconds = REQUEST_TIME.as_secs();
                    Err(anyhow::anyhow!(
                        "the request was not complete after {seconds} seconds; nothing was done"
                    ))
                }
            }
        }
        Err(_) => Err(anyhow::anyhow!("too many connections at a time; try again")),
    };
    let line = match answer {
        Ok(text) => format!("ok {text}\n"),
        Err(error) => format!("error {}\n", crate::output::told(&error).replace('\n', " ").trim()),
    };
    // Whoever asked may have gone away.
    let _ = timeout(REQUEST_TIME, output.write_all(line.as_bytes())).await;
}

/// Reads a whole request.
async fn read_request(input: impl tokio::io::AsyncRead + Unpin) -> anyhow::Result<Request> {
    let mut line = Vec::new();
    let mut input = tokio::io::BufReader::new(input.take(REQUEST_MAX as u64 + 1));
    input.read_until(b'\n', &mut line).await.context("the request cannot be read")?;
    match line.pop() {
        Some(b'\n') => {}
        _ if line.len() >= REQUEST_MAX => {
            let most = lang::size(REQUEST_MAX as u64);
            bail!("the request is longer than {most}; nothing was done. Ask in several steps");
        }
        _ => bail!("the request came without the end of its line; nothing was done"),
    }
    let line = std::str::from_utf8(&line).context("the request is not in UTF-8")?;
    Ok(Request::parse(line)?)
}

async fn answer(request: Request, shared: &Arc<Shared>) -> anyhow::Result<String> {
    let control = &shared.control;
    match request {
        Request::Status => status(control),
        Request::Pause => control.pause().map(|()| "paused".to_owned()).map_err(Into::into),
        Request::Resume => control.resume().map(|()| "running".to_owned()).map_err(Into::into),
        Request::Stop => {
            control.stop();
            Ok("stopping".to_owned())
        }
        Request::Checkpoint => {
            let wanted = control.checkpoint()?;
            while control.checkpoints()? < wanted {
                tokio::time::sleep(CHECKPOINT_LOOK).await;
            }
            Ok("checkpoint written".to_owned())
        }
        Request::Limit { key, value } => change(shared, move |it| it.limit(&key, &value)).await,
        Request::Seeds(seeds) => change(shared, move |it| it.seeds(&seeds)).await,
        Request::Pace { host } => reset_pace(control, &host),
        Request::Rescope => change(shared, Shared::rescope).await,
    }
}

/// Lets a change be made in a thread of its own, where it holds up nobody who asks for something else, nor the end
/// of the harvest. It comes to its end even if whoever asked for it goes away.
async fn change(
    shared: &Arc<Shared>,
    work: impl FnOnce(&Shared) -> anyhow::Result<String> + Send + 'static,
) -> anyhow::Result<String> {
    let alone = Arc::clone(&shared.changing).lock_owned().await;
    let shared = Arc::clone(shared);
    let (done, answer) = oneshot::channel();
    let work = move || {
        let result = work(&shared);
        drop(alone);
        // Whoever asked may have gone away.
        let _ = done.send(result);
    };
    std::thread::Builder::new().spawn(work).context("the request cannot be worked on")?;
    answer.await.context("the request failed unexpectedly")?
}

impl Shared {
    fn limit(&self, key: &str, value: &str) -> anyhow::Result<String> {
        let limits = self.control.limits()?.with(key, value).map_err(anyhow::Error::msg)?;
        let edit = Edit::Limit { key: key.to_owned(), value: value.to_owned() };
        let change = self.prepare(edit)?;
        self.control.set_limits(limits)?;
        change
            .write()
            .context("the limit applies to this run, but it could not be saved for the next")?;
        Ok(format!("{key} is {value} now"))
    }

    fn seeds(&self, seeds: &[String]) -> anyhow::Result<String> {
        // Job files may have such lines; nobody means them as seeds here.
        let is_none = |seed: &&String| seed.trim().is_empty() || seed.trim().starts_with('#');
        if let Some(seed) = seeds.iter().find(is_none) {
            bail!("'{seed}' is not a seed; nothing was changed");
        }
        let change = self.prepare(Edit::Seeds(seeds.to_vec()))?;
        let added = self.control.add_seeds(seeds)?;
        change
            .write()
            .context("this run uses the seeds, but they could not be saved for the next")?;
        let taken = match seeds.len() {
            1 => "1 seed".to_owned(),
            number => format!("{number} seeds"),
        };
        Ok(format!("{taken} received, {added} of them new"))
    }

    fn rescope(&self) -> anyhow::Result<String> {
        let stored = settings::read(&self.folder)?;
        let seeds = stored.read_seeds(&self.folder)?;
        let refused = self.control.rescope(stored.scope, &seeds)?;
        Ok(format!("{refused} URIs in the queue are now out of scope"))
    }

    /// Settings are changed as they stand in the file now, whoever has edited it since.
    fn prepare(&self, edit: Edit) -> anyhow::Result<Change> {
        Change::prepare(&self.folder, edit).context("nothing was changed")
    }
}

fn reset_pace(control: &Control, host: &str) -> anyhow::Result<String> {
    match control.reset_pace(host)? {
        None => bail!("this harvest has met no host '{host}'"),
        Some(0) => Ok(format!("{host} has its usual pause; there is nothing to reset")),
        Some(pause) => {
            Ok(format!("{host} has its usual pause again; it had grown to {}", span(pause)))
        }
    }
}

/// The hosts that are asked more slowly, for `status`: ` slowed=2 slowest=a.cz:4000ms,b.cz:2000ms
/// slowed_because=429-or-503`. Nothing if there are none.
fn slowed(control: &Control, number: usize) -> anyhow::Result<String> {
    if number == 0 {
        return Ok(" slowed=0".to_owned());
    }
    let slowest = control.slowest(SLOWEST)?;
    let slowest: Vec<_> =
        slowest.iter().map(|host| format!("{}:{}ms", host.name, host.pause)).collect();
    Ok(format!(" slowed={number} slowest={} slowed_because=429-or-503", slowest.join(",")))
}

fn status(control: &Control) -> anyhow::Result<String> {
    let progress = control.progress().context("the harvest has ended")?;
    let state = if control.is_paused()? { "paused" } else { "running" };
    let counts = progress.counts;
    Ok(format!(
        "{state} found={} finished={} archived={} bytes={} rejected={} queued={} in_flight={} hosts={} failures={} seconds={}{}",
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
        slowed(control, progress.slowed)?
    ))
}

/// Asks the harvest whose job lives in that folder.
pub(crate) fn ask(folder: &Path, request: &Request) -> anyhow::Result<String> {
    let line = format!("{}\n", request.to_line());
    if line.len() > REQUEST_MAX {
        let (size, most) = (lang::size(line.len() as u64), lang::size(REQUEST_MAX as u64));
        bail!("the request takes {size} and may take {most}; ask in several steps");
    }
    let path = socket_path(folder)?;
    let not_running = || format!("no harvest of '{}' is running on this machine", folder.display());
    let stream = match UnixStream::connect(&path) {
        Ok(stream) => stream,
        // There is no socket, or the one of a harvest that was killed.
        Err(error)
            if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) =>
        {
            bail!("{}", not_running())
        }
        Err(error) => return Err(error).with_context(not_running),
    };
    stream.set_read_timeout(Some(ANSWER_TIME))?;
    stream.set_write_timeout(Some(ANSWER_TIME))?;
    // A harvest that refuses a request need not read it to its end: what it says tells more than that.
    let written = (&stream).write_all(line.as_bytes());
    let mut answer = String::new();
    let read = BufReader::new(&stream).read_line(&mut answer);
    match answer.strip_suffix('\n').and_then(|answer| answer.split_once(' ')) {
        Some(("ok", text)) => Ok(text.to_owned()),
        Some(("error", text)) => bail!("{text}"),
        _ => {
            written.context("the harvest does not take requests")?;
            read.context("the harvest does not answer")?;
            bail!("the harvest ended before it answered")
        }
    }
}

/// In the job's folder; if that has too long a name, in a folder of our own among temporary files.
fn socket_path(folder: &Path) -> anyhow::Result<PathBuf> {
    let path = std::path::absolute(folder)?.join(NAME);
    if path.as_os_str().len() <= PATH_MAX {
        return Ok(path);
    }
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    let own = std::env::temp_dir().join(format!("stodola-control-{}", users_id()));
    match fs::create_dir(&own) {
        Ok(()) => fs::set_permissions(&own, fs::Permissions::from_mode(0o700))?,
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            use std::os::unix::fs::MetadataExt;
            let data = fs::symlink_metadata(&own)?;
            if !data.is_dir() || data.uid() != users_id() || data.mode() & 0o077 != 0 {
                bail!("'{}' belongs to another user", own.display());
            }
        }
        Err(error) => return Err(error.into()),
    }
    Ok(own.join(format!("{:016x}.sock", hasher.finish())))
}

fn users_id() -> u32 {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").map_or(0, |data| data.uid())
}
