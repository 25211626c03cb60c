//! One child process: started, limited, given its input, read and ended.
//!
//! It leads a process group of its own, which is killed as a whole, and it is reaped last: so its process number cannot
//! belong to another process while it may still be killed.

use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rustix::io::retry_on_intr;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::{PdfLimits, PdfProgram, PdfProgramError, PdfShortfall, PdfText};
use crate::page_text::fold::folded;

/// Maximum number of bytes of the child's standard error that are kept.
const MAX_MESSAGE: usize = 1 << 10;
/// A setting of the allocator mimalloc, which our own program has: it reserves a gigabyte of address space at its start
/// otherwise, before the limit on memory is set, and gets nothing more when it is.
const ARENA_RESERVE: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "0");

pub(super) fn run(program: &PdfProgram, mut body: impl Read) -> Result<PdfText, PdfProgramError> {
    let limits = &program.limits;
    let mut group = Group::start(program)?;
    // The child has seen nothing of the document yet.
    set_limits(group.leader, limits).map_err(PdfProgramError::Limits)?;
    let (child, leader) = (&mut group.child, group.leader);
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (ended, waiting) = mpsc::channel();
    let (fed, text, message, is_late) = thread::scope(|scope| {
        let watch = scope.spawn(move || kill_if_late(leader, limits.time, &waiting));
        let text = scope.spawn(move || {
            let said = read_up_to(stdout, limits.max_text);
            if said.is_cut {
                kill(leader);
            }
            said
        });
        let message = scope.spawn(move || {
            let mut stderr = stderr;
            let said = read_up_to(stderr.as_mut(), MAX_MESSAGE);
            // The rest is read too: a child that writes much must not block.
            stderr.map(|mut rest| io::copy(&mut rest, &mut io::sink()));
            said
        });
        let fed = feed(&mut body, stdin, limits.max_bytes);
        if !matches!(fed, Ok(Fed::All)) {
            kill(leader);
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let exited = retry_on_intr(|| waitid(WaitId::Pid(leader), options));
        drop(ended);
        // Processes that the child started could keep the pipes open.
        kill(leader);
        let fed =
            fed.and_then(|fed| exited.map(|_| fed).map_err(|e| PdfProgramError::Wait(e.into())));
        let is_late = watch.join().unwrap_or_default();
        (fed, text.join().unwrap_or_default(), message.join().unwrap_or_default(), is_late)
    });
    let status = group.reap().map_err(PdfProgramError::Wait)?;
    let shortfall = match fed? {
        Fed::TooMuch => Some(PdfShortfall::Bytes(limits.max_bytes)),
        Fed::All if text.is_cut => Some(PdfShortfall::Text(limits.max_text)),
        Fed::All if is_late => Some(PdfShortfall::Time(limits.time)),
        Fed::All => failure(status, &message, limits),
    };
    Ok(PdfText { text: text.into_string(), shortfall })
}

/// A child process and all processes that it starts. They are killed when this is dropped.
struct Group {
    child: Child,
    leader: Pid,
    is_reaped: bool,
}

impl Group {
    fn start(program: &PdfProgram) -> Result<Group, PdfProgramError> {
        let start =
            |source| PdfProgramError::Start { executable: program.executable.clone(), source };
        let mut command = Command::new(&program.executable);
        command.args(&program.arguments).current_dir("/").process_group(0);
        command.env_clear().env(ARENA_RESERVE.0, ARENA_RESERVE.1);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().map_err(start)?;
        let leader = Pid::from_child(&child);
        Ok(Group { child, leader, is_reaped: false })
    }

    fn reap(&mut self) -> io::Result<ExitStatus> {
        self.is_reaped = true;
        self.child.wait()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.is_reaped {
            kill(self.leader);
            // There is nobody to report an error to.
            let _ = self.child.wait();
        }
    }
}

/// Kills a group whose leader is not reaped yet. It is no error if the group has already ended.
fn kill(leader: Pid) {
    let _ = kill_process_group(leader, Signal::KILL);
}

/// Kills the group unless `ended` is closed in time. Returns whether it did.
fn kill_if_late(leader: Pid, time: Duration, ended: &Receiver<()>) -> bool {
    let is_late = ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    if is_late {
        kill(leader);
    }
    is_late
}

#[cfg(target_os = "linux")]
fn set_limits(child: Pid, limits: &PdfLimits) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, prlimit};

    /// Maximum number of open files: its three pipes, and some for its start.
    const OPEN_FILES: u64 = 16;
    let mut seconds = limits.cpu_time.as_secs();
    seconds += u64::from(limits.cpu_time.subsec_nanos() > 0);
    // At the first limit it gets a signal that names the reason; at the second it is killed.
    for (resource, current, maximum) in [
        (Resource::Cpu, seconds, seconds.saturating_add(1)),
        (Resource::As, limits.memory, limits.memory),
        (Resource::Fsize, 0, 0),
        (Resource::Core, 0, 0),
        (Resource::Nofile, OPEN_FILES, OPEN_FILES),
    ] {
        prlimit(Some(child), resource, Rlimit { current: Some(current), maximum: Some(maximum) })?;
    }
    Ok(())
}

/// Returns an error: on this system there are no limits, and without limits nothing is run.
#[cfg(not(target_os = "linux"))]
fn set_limits(_: Pid, _: &PdfLimits) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// How much of a document the child took. A child that stops reading has got all it needs.
enum Fed {
    All,
    TooMuch,
}

fn feed(
    body: &mut dyn Read,
    to: Option<ChildStdin>,
    max_bytes: u64,
) -> Result<Fed, PdfProgramError> {
    let Some(mut to) = to else { return Ok(Fed::All) };
    let mut buffer = vec![0; 64 << 10];
    let mut left = max_bytes;
    loop {
        let length = match body.read(&mut buffer) {
            Ok(0) => return Ok(Fed::All),
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(PdfProgramError::Body(error)),
        };
        let Some(rest) = left.checked_sub(length as u64) else { return Ok(Fed::TooMuch) };
        left = rest;
        if to.write_all(&buffer[..length]).is_err() {
            return Ok(Fed::All);
        }
    }
}

/// What a child wrote, up to a limit.
#[derive(Default)]
struct Said {
    bytes: Vec<u8>,
    is_cut: bool,
}

impl Said {
    fn into_string(self) -> String {
        let mut text = String::from_utf8_lossy(&self.bytes).into_owned();
        if self.is_cut && text.ends_with(char::REPLACEMENT_CHARACTER) {
            text.pop();
        }
        text
    }
}

fn read_up_to(from: Option<impl Read>, limit: usize) -> Said {
    let mut said = Said::default();
    if let Some(from) = from {
        // Reading a pipe fails only if there is nothing more to read.
        let _ = from.take((limit as u64).saturating_add(1)).read_to_end(&mut said.bytes);
    }
    said.is_cut = said.bytes.len() > limit;
    said.bytes.truncate(limit);
    said
}

/// Returns what the end of a child means; `None` if it ended regularly.
fn failure(status: ExitStatus, message: &Said, limits: &PdfLimits) -> Option<PdfShortfall> {
    if status.success() {
        return None;
    }
    if status.signal() == Some(Signal::XCPU.as_raw()) {
        return Some(PdfShortfall::CpuTime(limits.cpu_time));
    }
    Some(PdfShortfall::Failed { status: status.to_string(), message: folded(&message.bytes) })
}
