//! A program of the user's that filters pages.
//!
//! The program runs as a child process with its input, output and errors on pipes. A thread reads its answers, another
//! one its errors, a third one writes to it, so a program that does not read or writes too much can hold nobody up:
//! each wait ends with the time limit. A program that dies, is late or answers nonsense is ended with all that it has
//! started, and begun anew; the page is given to the new one once. After [`FAILURES_MAX`] failures in a row it is not
//! started again, and each page gets the answer that the settings have for failures.

use super::settings::{ProgramFailure, ProgramFilterSettings};
use super::{FilterAnswer, FilterPage, PageFilter};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Failures in a row after which a program is not asked any more.
const FAILURES_MAX: u32 = 5;
/// The longest answer, in bytes.
const ANSWER_MAX: u64 = 64 << 10;
/// The most text of a page that a program gets, in bytes.
const CONTENT_MAX: usize = 1 << 20;
/// The last bytes of what a program says to its standard error that are kept.
const ERRORS_MAX: usize = 4096;
/// How long the last errors of a program that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// The longest reason that is kept, in characters.
const REASON_MAX: usize = 500;

/// What a program is asked.
#[derive(Serialize)]
struct Question<'a> {
    id: u64,
    url: &'a str,
    host: &'a str,
    time: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    media: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    charset: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    length: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a str>,
    /// The content is longer than what stands here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
}

/// What it answers. More keys do no harm.
#[derive(Deserialize)]
struct Answer {
    id: u64,
    keep: bool,
    #[serde(default)]
    reason: Option<String>,
}

pub(super) struct ProgramFilter {
    settings: ProgramFilterSettings,
    running: Option<Running>,
    next: u64,
    failures: u32,
    /// What the last failure was.
    last: String,
}

impl ProgramFilter {
    pub(super) fn new(settings: &ProgramFilterSettings) -> Result<ProgramFilter, String> {
        if settings.command.first().is_none_or(String::is_empty) {
            return Err("the command is empty".to_owned());
        }
        if settings.name.is_empty() || settings.name.len() > 100 {
            return Err("the name must have 1 to 100 bytes".to_owned());
        }
        if !(1..=3600).contains(&settings.seconds) {
            return Err("an answer may take 1 to 3600 seconds".to_owned());
        }
        let settings = settings.clone();
        Ok(ProgramFilter { settings, running: None, next: 1, failures: 0, last: String::new() })
    }

    /// Asks once; on failure the program is gone.
    fn ask(&mut self, page: &FilterPage<'_>) -> Result<FilterAnswer, String> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.settings.command)?,
        };
        let id = self.next;
        self.next += 1;
        let (content, truncated) = match self.settings.content {
            true => start_of(page.content),
            false => ("", false),
        };
        let question = Question {
            id,
            url: page.url,
            host: page.host,
            time: page.time,
            status: page.status,
            media: page.media,
            charset: page.charset,
            language: page.language,
            title: page.title,
            length: page.length,
            content: self.settings.content.then_some(content),
            truncated,
        };
        let mut line = serde_json::to_vec(&question).map_err(|error| error.to_string())?;
        line.push(b'\n');
        let limit = Duration::from_secs(self.settings.seconds.into());
        let line = running.exchange(line, limit)?;
        let answer: Answer = serde_json::from_slice(&line)
            .map_err(|_| running.failed("its answer is not what was asked for"))?;
        if answer.id != id {
            return Err(running.failed("it answered another question"));
        }
        self.running = Some(running);
        Ok(match answer.keep {
            true => FilterAnswer::Keep,
            false => {
                let reason =
                    answer.reason.unwrap_or_else(|| "the program gave no reason".to_owned());
                FilterAnswer::Drop { reason: plain(&reason) }
            }
        })
    }
}

impl PageFilter for ProgramFilter {
    fn name(&self) -> &str {
        &self.settings.name
    }

    fn is_repeatable(&self) -> bool {
        false
    }

    fn judge(&mut self, page: &FilterPage<'_>) -> FilterAnswer {
        // The page that a program died of is given to a new one once.
        for _ in 0..2 {
            if self.failures >= FAILURES_MAX {
                break;
            }
            match self.ask(page) {
                Ok(answer) => {
                    self.failures = 0;
                    return answer;
                }
                Err(what) => {
                    self.failures += 1;
                    tracing::warn!(
                        filter = self.settings.name,
                        url = page.url,
                        what,
                        "a filter failed"
                    );
                    self.last = what;
                }
            }
        }
        match self.settings.on_failure {
            ProgramFailure::Keep => FilterAnswer::Keep,
            ProgramFailure::Drop => FilterAnswer::Drop { reason: plain(&self.last) },
        }
    }
}

/// The begin of a text, and whether there is more.
fn start_of(text: &str) -> (&str, bool) {
    if text.len() <= CONTENT_MAX {
        return (text, false);
    }
    let end = (0..=CONTENT_MAX).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    (&text[..end], true)
}

/// A text as one line of bounded length.
fn plain(text: &str) -> String {
    text.chars().map(|it| if it.is_control() { ' ' } else { it }).take(REASON_MAX).collect()
}

/// A program that runs, and the threads around it. It ends with this value.
struct Running {
    child: Child,
    questions: Option<SyncSender<Vec<u8>>>,
    answers: Receiver<std::io::Result<Vec<u8>>>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    /// Ends when all of its errors were read.
    last_words: Receiver<()>,
}

impl Running {
    fn start(command: &[String]) -> Result<Running, String> {
        let Some((program, arguments)) = command.split_first() else {
            return Err("the command is empty".to_owned());
        };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| format!("'{program}' could not be started: {error}"))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors_pipe)) = pipes else {
            return Err("it has no pipes".to_owned());
        };
        let (questions, to_write) = sync_channel(1);
        let (found, answers) = sync_channel(1);
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&errors);
        let (still_speaks, last_words) = sync_channel(1);
        // The threads end when the pipes close or nobody listens; nobody waits for them, since a process that the
        // program has left behind may keep a pipe open.
        let begin = |name: &str, work: Box<dyn FnOnce() + Send>| {
            let thread = std::thread::Builder::new().name(format!("filter-{name}"));
            thread
                .spawn(work)
                .map(drop)
                .map_err(|error| format!("a thread could not be started: {error}"))
        };
        let mut running =
            Running { child, questions: Some(questions), answers, errors, last_words };
        let begun = begin("in", Box::new(move || write_all(input, &to_write)))
            .and_then(|()| begin("out", Box::new(move || read_lines(output, &found))))
            .and_then(|()| {
                begin("err", Box::new(move || read_errors(errors_pipe, &kept, still_speaks)))
            });
        match begun {
            Ok(()) => Ok(running),
            Err(what) => {
                running.end();
                Err(what)
            }
        }
    }

    /// Sends a line and waits for one.
    fn exchange(&mut self, line: Vec<u8>, limit: Duration) -> Result<Vec<u8>, String> {
        let until = Instant::now() + limit;
        // The writer takes one question at a time, and each answer comes before the next question.
        let is_sent = self.questions.as_ref().is_some_and(|it| it.try_send(line).is_ok());
        if !is_sent {
            return Err(self.failed("it does not read what it is asked"));
        }
        match self.answers.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Ok(line)) => Ok(line),
            Ok(Err(error)) => Err(self.failed(&error.to_string())),
            Err(RecvTimeoutError::Timeout) => {
                Err(self.failed(&format!("it gave no answer in {} seconds", limit.as_secs())))
            }
            Err(RecvTimeoutError::Disconnected) => {
                // What it said last says why. A process that it has left behind may keep the pipe open.
                let _ = self.last_words.recv_timeout(LAST_WORDS);
                Err(self.failed("it has ended"))
            }
        }
    }

    /// What is wrong, with the last words of the program.
    fn failed(&self, what: &str) -> String {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = errors.iter().copied().collect();
        let words = String::from_utf8_lossy(&bytes);
        match words.trim().lines().next_back() {
            Some(last) if !last.is_empty() => format!("{what}; it said: {}", plain(last)),
            _ => what.to_owned(),
        }
    }

    fn end(&mut self) {
        self.questions = None;
        if let Some(group) =
            i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw)
        {
            // It may have ended by itself.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

fn write_all(mut input: ChildStdin, questions: &Receiver<Vec<u8>>) {
    while let Ok(question) = questions.recv() {
        if input.write_all(&question).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(output: impl Read, found: &SyncSender<std::io::Result<Vec<u8>>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(ANSWER_MAX).read_until(b'\n', &mut line);
        let line = match read {
            Ok(0) => return,
            Ok(_) if line.ends_with(b"\n") => Ok(line),
            Ok(_) => Err(std::io::Error::other("its answer is too long, or has no end")),
            Err(error) => Err(error),
        };
        let is_last = line.is_err();
        // A program that answers without being asked waits here, with one answer ahead at most.
        if found.send(line).is_err() || is_last {
            return;
        }
    }
}

/// `until_then` is dropped at the end, which tells those who wait for it.
fn read_errors(mut pipe: impl Read, kept: &Mutex<VecDeque<u8>>, until_then: SyncSender<()>) {
    let mut buffer = [0; 1024];
    while let Ok(length @ 1..) = pipe.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&buffer[..length]);
        let surplus = kept.len().saturating_sub(ERRORS_MAX);
        kept.drain(..surplus);
    }
    drop(until_then);
}
