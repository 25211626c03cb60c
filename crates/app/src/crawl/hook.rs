//! Runs the command of an operator when something happens: in a thread of its own, one call after the other, each for a
//! bounded time. Nothing that it does reaches the harvest. Files that wait for their call are on disk, so that there
//! may be any number of them; the calls for a round and for the end of a run come behind all of them, alarms before.
//!
//! What has happened stands in the environment of the command: `STODOLA_EVENT` (`job`, `round`, `file`, `alarm`),
//! `STODOLA_ARCHIVE`, `STODOLA_JOB`, and what belongs to the event: `STODOLA_STATE`, `STODOLA_FILE`, `STODOLA_ALARM`,
//! `STODOLA_DETAIL`.

use super::file_hooks::FileHooks;
use super::{HarvestEvent, HarvestWatch};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stodola_crawl::job::{HookEvent, HookSection, Job};

/// Most calls that wait; others are told as failed.
const WAITING_MAX: usize = 1000;
const LOOK: Duration = Duration::from_millis(20);
/// How often it is looked for finished files.
const LOOK_FOR_FILES: Duration = Duration::from_millis(500);

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
    /// Begins to take calls for the job in `folder`.
    pub(super) fn start(
        job: &Job,
        archive: &Path,
        folder: &Path,
        watch: &Arc<dyn HarvestWatch>,
    ) -> Hooks {
        let mut hooks = Hooks {
            settings: job.hooks.clone(),
            calls: None,
            thread: None,
            job: job.name.clone(),
            watch: Arc::clone(watch),
        };
        let is_for_files = !job.hooks.command.is_empty() && job.hooks.on.contains(&HookEvent::File);
        if !is_for_files {
            FileHooks::forget(folder);
        }
        if job.hooks.command.is_empty() {
            return hooks;
        }
        let files = is_for_files.then(|| FileHooks::open(archive, folder, job));
        let files = files.transpose().unwrap_or_else(|why| {
            hooks.tell(HookEvent::File, &why);
            None
        });
        let (calls, taken) = sync_channel(WAITING_MAX);
        let runner = Runner {
            settings: job.hooks.clone(),
            archive: std::path::absolute(archive).unwrap_or_else(|_| archive.to_owned()),
            job: job.name.clone(),
            watch: Arc::clone(watch),
        };
        // Without a thread there are no hooks; the harvest goes on.
        match std::thread::Builder::new().spawn(move || runner.run(&taken, files)) {
            Ok(thread) => (hooks.calls, hooks.thread) = (Some(calls), Some(thread)),
            Err(error) => hooks.tell(HookEvent::Job, &error.to_string()),
        }
        hooks
    }

    /// Runs the command for an event, if it is wanted for such ones. Returns at once.
    pub(super) fn call(&self, event: HookEvent, facts: Vec<(&'static str, String)>) {
        let Some(calls) = self.calls.as_ref().filter(|_| self.settings.on.contains(&event)) else {
            return;
        };
        if calls.try_send(HookCall { event, facts }).is_err() {
            self.tell(event, "too many calls wait");
        }
    }

    fn tell(&self, event: HookEvent, why: &str) {
        self.watch.tell(&HarvestEvent::HookFailed { job: &self.job, event: event.name(), why });
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
    fn run(&self, calls: &Receiver<HookCall>, mut files: Option<FileHooks>) {
        loop {
            let call = match &files {
                None => calls.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(_) => calls.recv_timeout(LOOK_FOR_FILES),
            };
            match call {
                // An alarm waits for no file.
                Ok(alarm) if alarm.event == HookEvent::Alarm => self.run_and_tell(&alarm),
                Ok(call) => {
                    self.run_for_files(&mut files, None);
                    self.run_and_tell(&call);
                }
                Err(RecvTimeoutError::Timeout) => self.run_for_files(&mut files, Some(calls)),
                Err(RecvTimeoutError::Disconnected) => {
                    return self.run_for_files(&mut files, None);
                }
            }
        }
    }

    /// Runs the command for all files that wait. Calls that come meanwhile and need not wait for them have their turn
    /// after each file.
    fn run_for_files(&self, files: &mut Option<FileHooks>, calls: Option<&Receiver<HookCall>>) {
        let Some(files) = files else { return };
        let mut behind = Vec::new();
        while let Some(file) = files.next() {
            self.run_for_file(files, &file);
            while let Some(Ok(call)) = calls.map(Receiver::try_recv) {
                match call.event {
                    HookEvent::Alarm => self.run_and_tell(&call),
                    HookEvent::Job | HookEvent::Round | HookEvent::File => behind.push(call),
                }
            }
        }
        for call in behind {
            self.run_and_tell(&call);
        }
    }

    fn run_for_file(&self, files: &mut FileHooks, file: &str) {
        let facts = vec![("FILE", file.to_owned())];
        let ran = self.run_one(&HookCall { event: HookEvent::File, facts });
        // Also after a failure: it is told, and not tried again.
        let noted = files.note_done(file);
        if let Err(why) = ran.and(noted) {
            self.tell(HookEvent::File, &format!("{why} ({file})"));
        }
    }

    fn run_and_tell(&self, call: &HookCall) {
        if let Err(why) = self.run_one(call) {
            self.tell(call.event, &why);
        }
    }

    fn tell(&self, event: HookEvent, why: &str) {
        self.watch.tell(&HarvestEvent::HookFailed { job: &self.job, event: event.name(), why });
    }

    fn run_one(&self, call: &HookCall) -> Result<(), String> {
        let own = [("EVENT", call.event.name().to_owned()), ("JOB", self.job.clone())];
        let facts: Vec<(&'static str, String)> =
            own.into_iter().chain(call.facts.iter().cloned()).collect();
        let timeout = self.settings.timeout.duration();
        run_command(&self.settings.command, &self.archive, &facts, timeout).map_err(|why| match why
        {
            CommandFailure::Late => format!("not done after {}", self.settings.timeout),
            CommandFailure::Other(why) => why,
        })
    }
}

/// Why a command did not do its work.
#[derive(Debug)]
pub(crate) enum CommandFailure {
    /// It was not done in time and was ended.
    Late,
    /// It could not be started, or ended with a failure.
    Other(String),
}

/// Runs a command of the operator in the archive folder, with facts in its environment: names without `STODOLA_`, and
/// values. Waits for its end, but no longer than `timeout`. Nothing is run for an empty command.
pub(crate) fn run_command(
    command: &[String],
    archive: &Path,
    facts: &[(&'static str, String)],
    timeout: Duration,
) -> Result<(), CommandFailure> {
    let other = |error: std::io::Error| CommandFailure::Other(error.to_string());
    let Some((program, arguments)) = command.split_first() else { return Ok(()) };
    let facts = facts.iter().map(|(name, value)| (format!("STODOLA_{name}"), value));
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(archive)
        .env("STODOLA_ARCHIVE", archive)
        // A zero byte cannot stand in a variable.
        .envs(facts.map(|(name, value)| (name, value.replace('\0', ""))))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(other)?;
    let began = Instant::now();
    loop {
        match child.try_wait().map_err(other)? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(CommandFailure::Other(status.to_string())),
            None if began.elapsed() >= timeout => {
                end(&mut child);
                return Err(CommandFailure::Late);
            }
            None => std::thread::sleep(LOOK),
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
