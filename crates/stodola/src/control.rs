//! Steering a harvest from another terminal: a socket that only the owner of the archive can use.
//!
//! The harvest listens at `jobs/NAME/control.sock`. A request is a line of words, the answer a line that
//! begins with `ok` or `error`:
//!
//! ```text
//! status | pause | resume | stop | checkpoint | limit KEY VALUE | seeds URI… | rescope
//! ```

use crate::crawl::settings;
use anyhow::{Context, bail};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stodola_crawl::Control;
use stodola_crawl::job::Job;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixListener;

const NAME: &str = "control.sock";
/// A request with many seeds.
const REQUEST_MAX: u64 = 1 << 20;
/// Names of sockets are short, whatever those of folders are.
const PATH_MAX: usize = 100;
const ANSWER_TIMEOUT: Duration = Duration::from_secs(120);
const CHECKPOINT_LOOK: Duration = Duration::from_millis(50);

/// Listens for as long as it lives.
pub(crate) struct Server {
    path: PathBuf,
    task: tokio::task::JoinHandle<()>,
}

impl Server {
    /// Listens for a harvest whose job lives in that folder. Must be called within a runtime.
    pub(crate) fn start(folder: &Path, job: Job, control: Control) -> anyhow::Result<Server> {
        let path = socket_path(folder)?;
        // The frontier is locked, so a socket that is there was left by a crash.
        let _ = fs::remove_file(&path);
        let listener = UnixListener::bind(&path)
            .with_context(|| format!("cannot listen at '{}'", path.display()))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
        let folder = folder.to_owned();
        let task = tokio::spawn(async move {
            let mut job = job;
            // One at a time: two that change the settings would undo each other's changes.
            while let Ok((stream, _)) = listener.accept().await {
                let (input, mut output) = stream.into_split();
                let mut line = String::new();
                let mut input = tokio::io::BufReader::new(input.take(REQUEST_MAX));
                let Ok(_) = input.read_line(&mut line).await else { continue };
                let answer = match answer(&line, &folder, &mut job, &control).await {
                    Ok(text) => format!("ok {text}\n"),
                    Err(error) => {
                        let words = crate::output::told(&error).replace('\n', " ");
                        format!("error {}\n", words.trim())
                    }
                };
                let _ = output.write_all(answer.as_bytes()).await;
            }
        });
        Ok(Server { path, task })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
        let _ = fs::remove_file(&self.path);
    }
}

async fn answer(
    line: &str,
    folder: &Path,
    job: &mut Job,
    control: &Control,
) -> anyhow::Result<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["status"] => status(control),
        ["pause"] => control.pause().map(|()| "paused".to_owned()).map_err(Into::into),
        ["resume"] => control.resume().map(|()| "running".to_owned()).map_err(Into::into),
        ["stop"] => {
            control.stop();
            Ok("stopping".to_owned())
        }
        ["checkpoint"] => {
            let wanted = control.checkpoint()?;
            while control.checkpoints()? < wanted {
                tokio::time::sleep(CHECKPOINT_LOOK).await;
            }
            Ok("checkpoint written".to_owned())
        }
        ["limit", key, value] => {
            let limits = control.limits()?.with(key, value).map_err(anyhow::Error::msg)?;
            control.set_limits(limits.clone())?;
            job.limits = limits;
            settings::store(job, folder)?;
            Ok(format!("{key} is {value} now"))
        }
        ["seeds", ref seeds @ ..] if !seeds.is_empty() => {
            let seeds: Vec<String> = seeds.iter().map(|&seed| seed.to_owned()).collect();
            let added = control.add_seeds(&seeds)?;
            job.seeds.extend(
                seeds.into_iter().filter(|seed| !job.seeds.contains(seed)).collect::<Vec<_>>(),
            );
            settings::store(job, folder)?;
            Ok(format!("{added} seeds added"))
        }
        ["rescope"] => {
            let stored = settings::read(folder)?;
            let seeds = stored.read_seeds(folder)?;
            let refused = control.rescope(stored.scope.clone(), &seeds)?;
            job.scope = stored.scope;
            Ok(format!("{refused} URIs in the queue are now out of scope"))
        }
        _ => bail!("unknown request '{}'", line.trim()),
    }
}

fn status(control: &Control) -> anyhow::Result<String> {
    let progress = control.progress().context("the harvest has ended")?;
    let state = if control.is_paused()? { "paused" } else { "running" };
    let counts = progress.counts;
    Ok(format!(
        "{state} found={} finished={} archived={} bytes={} rejected={} queued={} in_flight={} hosts={} failures={} seconds={}",
        counts.found,
        counts.finished,
        counts.archived,
        counts.bytes,
        counts.rejected,
        progress.queued,
        progress.in_flight,
        progress.hosts,
        progress.failures,
        progress.elapsed.as_secs()
    ))
}

/// Asks the harvest whose job lives in that folder.
pub(crate) fn ask(folder: &Path, request: &str) -> anyhow::Result<String> {
    let path = socket_path(folder)?;
    let stream = UnixStream::connect(&path).with_context(|| {
        format!("no harvest of '{}' is running on this machine", folder.display())
    })?;
    stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
    (&stream).write_all(format!("{request}\n").as_bytes())?;
    let mut line = String::new();
    BufReader::new(&stream).read_line(&mut line).context("the harvest does not answer")?;
    match line.trim_end().split_once(' ') {
        Some(("ok", text)) => Ok(text.to_owned()),
        Some(("error", text)) => bail!("{text}"),
        _ => bail!("the harvest ended before it answered"),
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
