//! Runs the command of an operator when something happens: in a thread of its own, one call after the other, each for a
//! bounded time. Nothing that it does reaches the harvest.
//!
//! What has happened stands in the environment of the command: `STODOLA_EVENT` (`job`, `round`, `file`, `alarm`),
//! `STODOLA_ARCHIVE`, `STODOLA_JOB`, and what belongs to the event: `STODOLA_STATE`, `STODOLA_FILE`, `STODOLA_ALARM`,
//! `STODOLA_DETAIL`.

use super::{HarvestEvent, HarvestWatch};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stodola_crawl::job::{HookEvent, HookSection, Job};

/// Most calls that wait; others are told as failed.
const WAITING_MAX: usize = 1000;
const LOOK: Duration = Duration::from_millis(20);

/// What has happened.
pub(super) struct HookCall {
    pub(super) event: HookEvent,
    /// Names without `STODOLA_`, and values.
    pub(super) facts: Vec<(&'static str, String)>,
}

/// Takes calls until it is dropped, which waits for those that were taken.
pub(super) struct Hooks {
    settings: HookSection,
    calls: Option<SyncSender<HookCall>>,
    thread: Option<JoinHandle<()>>,
    job: String,
    watch: Arc<dyn HarvestWatch>,
}

impl Hooks {
    pub(super) fn start(job: &Job, archive: &Path, watch: &Arc<dyn HarvestWatch>) -> Hooks {
        let mut hooks = Hooks {
            settings: job.hooks.clone(),
            calls: None,
            thread: None,
            job: job.name.clone(),
            watch: Arc::clone(watch),
        };
        if job.hooks.command.is_empty() {
            return hooks;
        }
        let (calls, taken) = sync_channel(WAITING_MAX);
        let runner = Runner {
            settings: job.hooks.clone(),
            archive: std::path::absolute(archive).unwrap_or_else(|_| archive.to_owned()),
            job: job.name.clone(),
            watch: Arc::clone(watch),
        };
        // Without a thread there are no hooks; the harvest goes on.
        if let Ok(thread) = std::thread::Builder::new().spawn(move || runner.run(taken)) {
            (hooks.calls, hooks.thread) = (Some(calls), Some(thread));
        }
        hooks
    }

    /// Runs the command for an event, if it is wanted for such ones. Returns at once.
    pub(super) fn call(&self, event: HookEvent, facts: Vec<(&'static str, String)>) {
        let Some(calls) = self.calls.as_ref().filter(|_| self.settings.on.contains(&event)) else {
            return;
        };
        if calls.try_send(HookCall { event, facts }).is_err() {
            let why = "too many calls wait";
            self.watch.tell(&HarvestEvent::HookFailed { job: &self.job, event: event.name(), why });
        }
    }
}

impl Drop for Hooks {
    fn drop(&mut self) {
        self.calls = None;
        if let Some(thread) = self.thread.take() {
            // It has told its failures itself.
            let _ = thread.join();
        }
    }
}

struct Runner {
    settings: HookSection,
    archive: PathBuf,
    job: String,
    watch: Arc<dyn HarvestWatch>,
}

impl Runner {
    fn run(&self, calls: Receiver<HookCall>) {
        for call in calls {
            if let Err(why) = self.run_one(&call) {
                let (job, event) = (&*self.job, call.event.name());
                self.watch.tell(&HarvestEvent::HookFailed { job, event, why: &why });
            }
        }
    }

    fn run_one(&self, call: &HookCall) -> Result<(), String> {
        let Some((program, arguments)) = self.settings.command.split_first() else { return Ok(()) };
        let facts = call.facts.iter().map(|(name, value)| (format!("STODOLA_{name}"), value));
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(&self.archive)
            .env("STODOLA_EVENT", call.event.name())
            .env("STODOLA_ARCHIVE", &self.archive)
            .env("STODOLA_JOB", &self.job)
            // A zero byte cannot stand in a variable.
            .envs(facts.map(|(name, value)| (name, value.replace('\0', ""))))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(|error| error.to_string())?;
        let began = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(status.to_string()),
                Err(error) => return Err(error.to_string()),
                Ok(None) if began.elapsed() >= self.settings.timeout.duration() => {
                    end(&mut child);
                    return Err(format!("not done after {}", self.settings.timeout));
                }
                Ok(None) => std::thread::sleep(LOOK),
            }
        }
    }
}

/// Ends a command with all that it has started.
fn end(child: &mut Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // They may have ended by themselves.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.wait();
}
